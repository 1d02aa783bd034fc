// Timed PIO. rp2040js runs its state machines freely, without their clock dividers; here each machine knows the cycle of
// its next instruction. A machine in a delay or stalled on a FIFO, a pin or an interrupt flag costs nothing.
//
// Time of one machine: `acc` counts 256ths of a cycle since the last tick of its divided clock, as of cycle `base`;
// `skip` ticks of delay are left before the next instruction; `due` is the cycle of that instruction, Infinity when the
// machine is disabled or stalled ("parked").

const CTRL = 0x000;
const SM_FIRST = 0x0c8;
const SM_LAST = 0x124;

function divider(machine) {
  return ((machine.clockDivInt || 65536) << 8) + machine.clockDivFrac;
}

export class PioScheduler {
  // everyCycle: look at every machine in every cycle instead (slow; the reference that tests compare with)
  constructor(mcu, clock, everyCycle = false) {
    this.clock = clock;
    this.everyCycle = everyCycle;
    this.due = Infinity;
    this.done = 0;            // everyCycle: the last cycle that was looked at
    this.running = -1;        // index of the machine that executes right now
    this.machines = [];
    for (const pio of mcu.pio) this.#adopt(pio);
  }

  #adopt(pio) {
    pio.run = () => {};
    for (const machine of pio.machines) {
      Object.assign(machine, { order: this.machines.length, owner: pio, acc: 0, base: 0, skip: 0, due: Infinity });
      this.machines.push(machine);
      machine.clkDivRestart = () => { machine.acc = 0; };
      const restart = machine.restart.bind(machine);
      machine.restart = () => { restart(); machine.skip = 0; };
      // rp2040js ends a wait in the middle of somebody else's action; hardware looks again at the next tick
      machine.endWait = machine.checkWait.bind(machine);
      machine.checkWait = () => {
        if (this.running === machine.order) machine.endWait();
        else this.#unpark(machine);
      };
    }
    const write = pio.writeUint32.bind(pio);
    pio.writeUint32 = (offset, value) => {
      if (offset !== CTRL && (offset < SM_FIRST || offset > SM_LAST)) {
        write(offset, value);
        return;
      }
      for (const machine of pio.machines) this.#account(machine, this.clock.cycles);
      write(offset, value);
      for (const machine of pio.machines) this.#schedule(machine);
      pio.checkChangedPins();
      this.#refresh();
    };
  }

  // brings acc and skip of an enabled machine up to `cycle`
  #account(machine, cycle) {
    if (machine.enabled && !this.everyCycle) {
      const div = divider(machine);
      const total = machine.acc + 256 * (cycle - machine.base);
      const ticks = Math.floor(total / div);
      machine.acc = total - ticks * div;
      machine.skip = machine.waiting ? 0 : machine.skip - ticks;
    }
    machine.base = cycle;
  }

  #schedule(machine) {
    if (machine.enabled) {
      const wanted = (machine.skip + 1) * divider(machine) - machine.acc;
      machine.due = machine.base + Math.max(1, Math.ceil(wanted / 256));
    } else {
      machine.due = Infinity;
    }
  }

  // A parked machine may go on: at its next tick after now, or in this very cycle if the machine that set it free comes
  // before it in order, as all of them look at the same cycle in turn.
  #unpark(machine) {
    if (machine.due !== Infinity || !machine.enabled) return;
    const now = this.clock.cycles;
    this.#account(machine, this.running >= 0 && this.running < machine.order ? now - 1 : now);
    this.#schedule(machine);
    this.#refresh();
  }

  #refresh() {
    let due = Infinity;
    for (const machine of this.machines) {
      if (machine.due < due) due = machine.due;
    }
    if (this.everyCycle && due !== Infinity) due = this.clock.cycles + 1;
    this.due = due;
    this.clock.refresh();
  }

  runDue(cycle) {
    if (this.everyCycle) {
      this.#runEvery(cycle);
      return;
    }
    for (const machine of this.machines) {
      if (machine.due > cycle) continue;
      machine.acc += 256 * (cycle - machine.base) - (machine.skip + 1) * divider(machine);
      machine.base = cycle;
      const ticks = this.#execute(machine);
      machine.skip = ticks > 0 ? ticks - 1 : 0;
      if (ticks > 0) this.#schedule(machine);
      else machine.due = Infinity;
    }
    this.#refresh();
  }

  #runEvery(cycle) {
    for (const machine of this.machines) {
      if (!machine.enabled) continue;
      const div = divider(machine);
      machine.acc += 256;
      if (machine.acc < div) continue;
      machine.acc -= div;
      if (machine.skip > 0) machine.skip--;
      else machine.skip = Math.max(0, this.#execute(machine) - 1);
    }
    this.due = this.machines.some((machine) => machine.enabled) ? cycle + 1 : Infinity;
  }

  // one instruction; returns the ticks it takes with its delay, 0 if it is stalled
  #execute(machine) {
    const before = machine.cycles;
    this.running = machine.order;
    let ticks;
    if (machine.waiting) {
      machine.endWait();
      ticks = machine.waiting ? 0 : 1 + machine.cycles - before;
    } else {
      machine.step();
      ticks = machine.waiting ? 0 : Math.max(1, machine.cycles - before);
    }
    machine.owner.checkChangedPins();
    this.running = -1;
    return ticks;
  }
}
