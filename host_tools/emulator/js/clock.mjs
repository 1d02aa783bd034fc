// Emulated time counted in CPU cycles. rp2040js asks its clock for nanoseconds and alarms; this one computes the time
// only when somebody asks, and tells the run loop the next cycle at which anything is due, so that nothing is polled.

class Alarm {
  constructor(clock, callback) {
    this.clock = clock;
    this.callback = callback;
    this.nanos = 0;
    this.next = null;
    this.scheduled = false;
  }

  schedule(deltaNanos) {
    if (this.scheduled) this.clock.unlink(this);
    this.clock.link(this, this.clock.nanos + deltaNanos);
  }

  cancel() {
    if (this.scheduled) this.clock.unlink(this);
  }
}

export class CycleClock {
  constructor(hertz = 125e6) {
    this.cycles = 0;          // spent so far: running, sleeping and waiting for the flash
    this.due = Infinity;      // the run loop must call runDue() once `cycles` reaches this
    this.nanosPerCycle = 1e9 / hertz;
    this.baseCycle = 0;       // the last change of frequency, from which nanos are counted
    this.baseNanos = 0;
    this.head = null;         // alarms in order of time
    this.machines = null;     // the PIO scheduler: has `due`, runDue(cycle)
  }

  get nanos() {
    return this.baseNanos + (this.cycles - this.baseCycle) * this.nanosPerCycle;
  }

  get micros() {
    return this.nanos / 1000;
  }

  setFrequency(hertz) {
    this.baseNanos = this.nanos;
    this.baseCycle = this.cycles;
    this.nanosPerCycle = 1e9 / hertz;
    this.refresh();
  }

  createAlarm(callback) {
    return new Alarm(this, callback);
  }

  link(alarm, nanos) {
    alarm.nanos = nanos;
    alarm.scheduled = true;
    let last = null;
    let item = this.head;
    while (item && item.nanos <= nanos) {
      last = item;
      item = item.next;
    }
    alarm.next = item;
    if (last) last.next = alarm;
    else {
      this.head = alarm;
      this.refresh();
    }
  }

  unlink(alarm) {
    alarm.scheduled = false;
    if (this.head === alarm) {
      this.head = alarm.next;
      this.refresh();
      return;
    }
    for (let item = this.head; item; item = item.next) {
      if (item.next === alarm) {
        item.next = alarm.next;
        return;
      }
    }
  }

  // the first cycle that is not before `nanos` (the small term absorbs rounding of doubles)
  cycleAt(nanos) {
    return this.baseCycle + Math.ceil((nanos - this.baseNanos) / this.nanosPerCycle - 1e-6);
  }

  refresh() {
    const alarm = this.head ? this.cycleAt(this.head.nanos) : Infinity;
    const machines = this.machines ? this.machines.due : Infinity;
    this.due = alarm < machines ? alarm : machines;
  }

  // makes the run loop look up at once, although nothing is due
  interrupt() {
    this.due = 0;
  }

  // everything due up to now, in order of time; within a cycle PIO machines come before alarms (DMA, timers, USB)
  runDue() {
    const now = this.cycles;
    this.refresh();
    while (this.due <= now) {
      const at = this.due;
      this.cycles = at;
      if (this.machines && this.machines.due <= at) this.machines.runDue(at);
      while (this.head && this.cycleAt(this.head.nanos) <= at) {
        const alarm = this.head;
        this.head = alarm.next;
        alarm.scheduled = false;
        alarm.callback();
      }
      this.cycles = now;
      this.refresh();
    }
  }
}
