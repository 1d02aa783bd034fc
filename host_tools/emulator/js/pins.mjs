// The pins seen from outside: what is pressed (driven) from there, and a log of edges.

export class Pins {
  constructor() {
    this.driven = new Array(30).fill(null);   // 0, 1, or null: left to the chip and its pull-ups
    this.edges = new Map();                   // pin -> [[ms, level], ...] of the pins that are watched
    this.chip = null;
  }

  // binds a chip after power-up or reset; what is driven stays so
  attach(chip) {
    this.chip = chip;
    for (const pin of chip.mcu.gpio) {
      pin.addListener(() => this.#settle(pin));
      if (this.edges.has(pin.index)) this.#log(pin);
    }
    const pads = chip.mcu.peripherals[0x4001c];
    const write = pads.writeUint32.bind(pads);
    pads.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset >= 4 && offset <= 0x78) this.#settle(chip.mcu.gpio[(offset - 4) >>> 2]);
    };
    for (const pin of chip.mcu.gpio) this.#settle(pin);
  }

  drive(pin, level) {
    this.driven[pin] = level;
    if (this.chip) this.#settle(this.chip.mcu.gpio[pin]);
  }

  watch(pin) {
    if (this.edges.has(pin)) return;
    this.edges.set(pin, []);
    if (this.chip) this.#log(this.chip.mcu.gpio[pin]);
  }

  #log(pin) {
    const { chip } = this;
    pin.addListener(() => {
      const level = pin.outputEnable ? Number(pin.outputValue) : null;
      if (level !== null) this.edges.get(pin.index).push([chip.ms, level]);
    });
  }

  #settle(pin) {
    const driven = this.driven[pin.index];
    let level = pin.pullupEnabled;
    if (driven !== null) level = driven === 1;
    else if (pin.outputEnable) level = pin.outputValue;
    if (level !== pin.rawInputValue) pin.setInputValue(level);
  }
}
