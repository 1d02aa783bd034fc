// The calls of one function of the program in the flash: all are counted, and one of them can be made to fail, which
// means that it returns 0 at once. Its first instruction becomes a breakpoint, as a debugger does it.
import { FLASH_BASE } from './flash.mjs';

const BREAKPOINT = 0xbe2a;

export class Calls {
  // program: of buildCore; contents: the flash before the first start; address: of the function
  constructor(program, contents, address) {
    this.count = 0;
    this.failing = 0;         // that one from now on fails; 0: none
    const flash = new DataView(contents.buffer, contents.byteOffset);
    const first = flash.getUint16(address - FLASH_BASE, true);
    flash.setUint16(address - FLASH_BASE, BREAKPOINT, true);
    const { table } = program;
    const other = table[BREAKPOINT];
    table[BREAKPOINT] = (core, opcode, at, second) => {
      if (at !== address) return other(core, opcode, at, second);
      this.count++;
      if (this.failing && --this.failing === 0) {
        core.registers[0] = 0;
        core.registers[15] = core.registers[14] & ~1;
        return 3;
      }
      return table[first](core, first, at, second);
    };
  }
}
