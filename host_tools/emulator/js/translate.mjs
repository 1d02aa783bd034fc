// Hot code as JavaScript: straight runs of Thumb instructions become one function each. Same registers, same flags, same
// cycles as the interpreter; tests compare the two.
//
// A block is entered only if all of it ends before the next event is due (span), so that nothing can come between. Whatever
// is not plain RAM or flash (peripherals, faults) goes through the interpreter at its exact cycle and ends the block.
// Blocks in RAM compare their opcodes on entry, as code there comes and goes.
import { emit } from './emit.mjs';

const FLASH_CODE = 0xa0000;          // the program part of the flash; the file system is no code
const RAM_BASE = 0x80000;            // where RAM and bootrom begin in the tables
const ROM_BASE = 0xc0000;
const TABLE_SIZE = 0xc2000;
const LONGEST = 48;                  // instructions
const PARTS = ['core', 'r', 'clock', 'single', 's8', 's16', 's32', 'f8', 'f16', 'f32', 'signExtend8', 'signExtend16'];
export const REFUSED = -1;           // a block returns this if its code has changed

export class Translator {
  // hot: arrivals before a place is translated. A translation and V8's work on it cost some milliseconds, as much as
  // interpreting its instructions some 10000 times.
  constructor(program, hot) {
    this.program = program;
    this.hot = hot;
    this.factories = new Map();      // source text -> function that binds a block to a chip; outlives resets
    this.heat = new Uint16Array(TABLE_SIZE);
    this.lasting = new Map();        // index -> [factory, span] of blocks in flash and bootrom, which resets don't change
  }

  // a new chip: its memory and registers are other arrays
  attach(chip) {
    const { mcu, core, clock } = chip;
    const r = core.registers;
    const { table } = this.program;
    this.mcu = mcu;
    this.run = new Array(TABLE_SIZE).fill(null);
    this.span = new Int32Array(TABLE_SIZE);
    const single = (opcode, address, cycles) => {
      clock.cycles += cycles;
      r[15] = address + 2;
      return table[opcode](core, opcode, address, 0);
    };
    const { buffer } = mcu.sram;
    this.parts = [core, r, clock, single, mcu.sram, new Uint16Array(buffer), new Uint32Array(buffer), mcu.flash,
      mcu.flash16, new Uint32Array(mcu.flash.buffer), ...this.program.helpers];
    for (const [index, [factory, span]] of this.lasting) {
      this.run[index] = factory(...this.parts);
      this.span[index] = span;
    }
  }

  // the table index of an address, -1 where nothing is translated
  static index(address) {
    const region = address >>> 24;
    const offset = address & 0xffffff;
    if (region === 0x10) return offset < FLASH_CODE ? offset >> 1 : -1;
    if (region === 0x20) return offset < 0x42000 ? RAM_BASE + (offset >> 1) : -1;
    return region === 0 && offset < 0x4000 ? ROM_BASE + (offset >> 1) : -1;
  }

  // counts an arrival at `index`; true once it has a block
  warm(index, address) {
    if (++this.heat[index] < this.hot) return false;
    this.heat[index] = 0;
    const block = emit(this.mcu, this.program, address & ~1, LONGEST);
    if (!block) return false;
    let factory = this.factories.get(block.source);
    if (!factory) {
      factory = new Function(...PARTS, block.source);
      this.factories.set(block.source, factory);
    }
    this.run[index] = factory(...this.parts);
    this.span[index] = block.span;
    if (index < RAM_BASE || index >= ROM_BASE) this.lasting.set(index, [factory, block.span]);
    return true;
  }

  drop(index) {
    this.run[index] = null;
  }
}
