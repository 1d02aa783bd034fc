// One RP2040 from power-up or reset to the next: rp2040js with our clock, core, PIO, flash, pins and console.
import { RP2040, ConsoleLogger, LogLevel } from 'rp2040js';
import { CycleClock } from './clock.mjs';
import { stepper } from './core.mjs';
import { FLASH_BASE } from './flash.mjs';
import { bindCore, speedUpMemory } from './memory.mjs';
import { PioScheduler } from './pio.mjs';
import { UsbConsole } from './usb.mjs';
import { FlashCache } from './xip.mjs';

const WATCHDOG = 0x40058;
const TIMER = 0x40054;
const ALARM0 = 0x10;
const ALARM3 = 0x1c;

export class Chip {
  // parts: {bootrom, program (of buildCore), flash (FlashChip), contents (16 MB), pins, host, onText}
  // options: everyCycle, cacheMissCycles; startMs: emulated time of the whole session at power-up
  constructor(parts, options, startMs) {
    this.startMs = startMs;
    this.skippedMs = 0;           // by which the board's timer is ahead
    this.clock = new CycleClock();
    this.mcu = new RP2040(this.clock);
    this.core = this.mcu.core;
    this.mcu.logger = new ConsoleLogger(LogLevel.Error, false);
    this.mcu.loadBootrom(parts.bootrom);
    this.mcu.flash.set(parts.contents);
    this.mcu.addClockListener((hertz) => this.clock.setFrequency(hertz));
    speedUpMemory(this.mcu);
    this.cache = options.cacheMissCycles ? new FlashCache(options.cacheMissCycles) : null;
    this.cache?.attach(this.mcu);
    bindCore(this.mcu, this.core);
    this.machines = new PioScheduler(this.mcu, this.clock, options.everyCycle);
    this.clock.machines = this.machines;
    parts.flash.attach(this);
    parts.pins.attach(this);
    this.#exactTimer();
    this.#watchdog();
    this.step = stepper(this.mcu, this.core, parts.program.table, this.cache);
    this.console = new UsbConsole(this, parts.onText, parts.host);
    this.resetCause = null;       // set when the watchdog has fired: 'timeout' or 'forced'
    this.core.PC = FLASH_BASE;
  }

  // emulated ms of the whole session
  get ms() {
    return this.startMs + this.clock.nanos / 1e6;
  }

  // the CPU stands still (the flash is busy); PIO, DMA and timers go on
  pause(ms) {
    this.clock.cycles += Math.round(ms * 1e6 / this.clock.nanosPerCycle);
  }

  // calls back at `ms` of the session, at once if that has passed
  at(ms, callback) {
    const alarm = this.clock.createAlarm(callback);
    alarm.schedule(Math.max(0, (ms - this.ms) * 1e6));
    return alarm;
  }

  // rp2040js cuts the microseconds to an alarm down to whole ones, so that it fires early and MicroPython waits twice
  #exactTimer() {
    const timer = this.mcu.peripherals[TIMER];
    const chip = this;
    const clock = { get nanos() { return chip.clock.nanos + chip.skippedMs * 1e6; } };
    timer.clock = clock;
    const write = timer.writeUint32.bind(timer);
    timer.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset < ALARM0 || offset > ALARM3) return;
      const micros = Math.floor(clock.nanos / 1000 + 1e-6);
      const wait = (value - micros) >>> 0;
      timer.alarms[(offset - ALARM0) / 4].clockAlarm.schedule((micros + wait) * 1000 - clock.nanos);
    };
  }

  #watchdog() {
    const watchdog = this.mcu.peripherals[WATCHDOG];
    this.watchdog = watchdog;
    watchdog.onWatchdogTrigger = () => {
      this.resetCause = watchdog.reason === 1 ? 'timeout' : 'forced';
      watchdog.alarm.enable = false;
      this.clock.interrupt();
    };
  }

  // what a watchdog reset leaves alone: the reason and the scratch registers
  inherit(before) {
    this.watchdog.reason = before.watchdog.reason;
    this.watchdog.scratchData.set(before.watchdog.scratchData);
  }
}
