// Decodes the WS2812 wire of one pin into frames of bytes in wire order.

const RESET_MS = 0.05;       // a low of 50 us or longer ends a frame
const ONE_MS = 0.000575;     // a high longer than this is a 1
const HIGH = 1;              // GPIOPinState.High

export class Ws2812 {
  constructor(pin) {
    this.pin = pin;
    this.frames = [];        // {start, end (ms), bits, bytes (hex)} not collected yet
    this.count = 0;          // frames so far
    this.changes = 0;        // of these, frames that differ from the one before
    this.changedAt = 0;      // ms at which the last change was complete on the wire
    this.last = null;        // hex of the last frame
    this.zero = [Infinity, 0];  // shortest and longest pulse in ms over all frames: high of a 0,
    this.one = [Infinity, 0];   // high of a 1,
    this.low = [Infinity, 0];   // low between two bits
    this.chip = null;
    this.onFrame = null;
    this.#clear();
  }

  #clear() {
    this.bits = 0;
    this.byte = 0;
    this.hex = '';
    this.rise = null;
    this.fall = null;
  }

  attach(chip) {
    this.#clear();
    this.chip = chip;
    this.timer = chip.clock.createAlarm(() => this.#finish());
    const pin = chip.mcu.gpio[this.pin];
    pin.addListener((state) => (state === HIGH ? this.#up(chip.ms) : this.#down(chip.ms)));
  }

  #up(now) {
    if (this.fall !== null) spread(this.low, now - this.fall);
    else this.start = now;
    this.rise = now;
  }

  #down(now) {
    if (this.rise === null) return;
    const high = now - this.rise;
    const bit = high > ONE_MS ? 1 : 0;
    spread(bit ? this.one : this.zero, high);
    this.byte = (this.byte << 1) | bit;
    if (++this.bits % 8 === 0) {
      this.hex += (this.byte & 0xff).toString(16).padStart(2, '0');
      this.byte = 0;
    }
    this.rise = null;
    this.fall = now;
    if (!this.timer.scheduled) this.timer.schedule(RESET_MS * 1e6);
  }

  #finish() {
    const quiet = this.rise === null ? this.chip.ms - this.fall : 0;
    if (quiet < RESET_MS - 1e-6) {        // bits went on since the timer was set
      this.timer.schedule((RESET_MS - quiet) * 1e6);
      return;
    }
    const frame = { start: this.start, end: this.fall, bits: this.bits, bytes: this.hex };
    this.frames.push(frame);
    this.count++;
    if (frame.bytes !== this.last) {
      this.changes++;
      this.changedAt = frame.end;
      this.last = frame.bytes;
    }
    this.#clear();
    this.onFrame?.();
  }
}

function spread(range, value) {
  if (value < range[0]) range[0] = value;
  if (value > range[1]) range[1] = value;
}
