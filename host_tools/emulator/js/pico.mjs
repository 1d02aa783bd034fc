// A Pico on the desk: flash, pins and watchers outlive the chip, which is made anew at every reset.
import { Calls } from './calls.mjs';
import { Chip } from './chip.mjs';
import { FlashChip, FS_SIZE, FS_START, loadUf2 } from './flash.mjs';
import { Pins } from './pins.mjs';
import { REFUSED, Translator } from './translate.mjs';
import { Host } from './usb.mjs';
import { Ws2812 } from './ws2812.mjs';

export class Pico {
  // options: bootrom (Uint32Array), program (buildCore()), uf2 (path), everyCycle, cacheMissCycles, translate (arrivals
  // before a place is translated, 0: never), countCalls (address of the function whose calls are counted and can fail;
  // 0: none), and those of FlashChip
  constructor(options) {
    this.options = options;
    this.contents = new Uint8Array(16 << 20).fill(0xff);
    loadUf2(this.contents, options.uf2);
    this.calls = options.countCalls ? new Calls(options.program, this.contents, options.countCalls) : null;
    this.flash = new FlashChip(options);
    this.pins = new Pins();
    this.host = new Host();       // at the other end of the USB cable
    this.wires = new Map();       // pin -> Ws2812
    this.plans = [];              // [ms, pin, level] of inputs still to come
    this.text = '';               // everything the console said
    this.onText = null;
    this.resets = [];             // [ms, 'power', 'timeout' or 'forced']
    this.cyclesBefore = 0;        // of earlier chips
    this.chip = null;
    // with the cache model every fetch must be seen, so everything is interpreted
    this.translator = options.translate && !options.cacheMissCycles ? new Translator(options.program, options.translate) : null;
  }

  get ms() {
    return this.chip ? this.chip.ms : 0;
  }

  get cycles() {
    return this.cyclesBefore + (this.chip ? this.chip.clock.cycles : 0);
  }

  // the file system part of the flash
  getFs() {
    const flash = this.chip ? this.chip.mcu.flash : this.contents;
    return flash.slice(FS_START, FS_START + FS_SIZE);
  }

  setFs(image) {
    if (image.length > FS_SIZE) throw new Error(`the image has ${image.length} bytes, the file system ${FS_SIZE}`);
    (this.chip ? this.chip.mcu.flash : this.contents).set(image, FS_START);
  }

  // power-up, or a reset that keeps the flash; cause 'power' also clears the watchdog's registers
  start(cause = 'power') {
    const before = this.chip;
    const parts = {
      ...this.options,
      flash: this.flash,
      pins: this.pins,
      host: this.host,
      contents: before ? before.mcu.flash : this.contents,
      onText: (text) => this.#hear(text),
    };
    const startMs = this.ms;
    if (before) this.cyclesBefore += before.clock.cycles;
    this.flash.cut = false;
    this.chip = new Chip(parts, this.options, startMs);
    if (before && cause !== 'power') this.chip.inherit(before);
    this.translator?.attach(this.chip);
    for (const wire of this.wires.values()) wire.attach(this.chip);
    for (const plan of this.plans) this.#arm(plan);
    this.resets.push([startMs, cause]);
  }

  #hear(text) {
    this.text += text;
    this.onText?.(text);
    this.onEvent?.();
  }

  // drives a pin (0, 1) or releases it (null) at emulated time `ms`, now without one
  plan(pin, level, ms = null) {
    if (ms === null || ms <= this.ms) {
      this.pins.drive(pin, level);
      return;
    }
    const plan = [ms, pin, level];
    this.plans.push(plan);
    if (this.chip) this.#arm(plan);
  }

  #arm(plan) {
    const [ms, pin, level] = plan;
    this.chip.at(ms, () => {
      this.plans.splice(this.plans.indexOf(plan), 1);
      this.pins.drive(pin, level);
    });
  }

  // changes {plugged, reads} of the host, see there
  connect(changes) {
    const { plugged } = this.host;
    Object.assign(this.host, changes);
    this.chip?.console.changed(plugged);
  }

  watch(pin) {
    if (this.wires.has(pin)) return;
    const wire = new Ws2812(pin);
    wire.onFrame = () => this.onEvent?.();
    this.wires.set(pin, wire);
    if (this.chip) wire.attach(this.chip);
  }

  // Runs for `ms` of emulated time, or until `done()`, which is asked whenever the console spoke, a frame was complete or
  // the board was reset. Returns 'done', 'time' or 'cut'. A reset by the watchdog starts the next chip.
  run(ms, done = () => false) {
    const end = this.ms + ms;
    let asked = false;
    let over = false;
    this.onEvent = () => {
      asked = true;
      this.chip.clock.interrupt();
    };
    const stop = () => {
      over = true;
      this.chip.clock.interrupt();
    };
    let chip = null;
    let alarm = null;
    try {
      if (done()) return 'done';
      while (!over) {
        if (chip !== this.chip) {
          chip = this.chip;
          alarm = chip.at(end, stop);
        }
        if (this.translator) this.#translated(chip, this.translator);
        else this.#interpreted(chip);
        this.#settle(chip);
        if (this.flash.cut) return 'cut';
        if (chip.resetCause) {
          this.start(chip.resetCause);
          asked = true;
        }
        if (asked) {
          asked = false;
          if (done()) return 'done';
        }
      }
      return 'time';
    } finally {
      alarm?.cancel();
      this.onEvent = null;
    }
  }

  // up to the next event, one instruction after the other
  #interpreted(chip) {
    const { clock, core, step, cache } = chip;
    while (clock.cycles < clock.due && !core.waiting) {
      const cycles = step();
      clock.cycles += cycles;
      if (cache !== null && cache.penalty) {
        clock.cycles += cache.penalty;
        cache.penalty = 0;
      }
    }
  }

  // the same by blocks of translated code where there are some; only places that are jumped to become blocks
  #translated(chip, translator) {
    const { clock, core, step } = chip;
    const { run, span } = translator;
    const r = core.registers;
    let jumped = true;
    while (clock.cycles < clock.due && !core.waiting) {
      if (core.interruptsUpdated && core.checkForInterrupts()) {
        core.waiting = false;
        jumped = true;
      }
      const address = r[15];
      if (jumped) {
        const index = Translator.index(address);
        if (index >= 0 && (run[index] !== null || translator.warm(index, address))) {
          if (clock.cycles + span[index] <= clock.due) {
            const cycles = run[index]();
            if (cycles !== REFUSED) {
              clock.cycles += cycles;
              continue;
            }
            translator.drop(index);
          }
        }
      }
      const cycles = step();
      clock.cycles += cycles;
      jumped = r[15] !== address + 2;
    }
  }

  // sleeps until the next event if the core does, and lets events happen
  #settle(chip) {
    const { clock, core } = chip;
    if (core.waiting && clock.cycles < clock.due) clock.cycles = clock.due;
    clock.runDue();
  }
}
