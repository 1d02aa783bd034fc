// The flash chip: images in and out, erase and program with their time, a log, and power cuts in the middle of one.
import fs from 'node:fs';

export const FLASH_BASE = 0x10000000;
export const FS_START = 0xa0000;        // RPI_PICO: the file system is the last 1408 KB of 2 MB
export const FS_SIZE = 352 * 4096;
const SECTOR = 4096;
const PAGE = 256;
const UF2_MAGIC = 0x0a324655;
const BOOTROM_FUNCTIONS = { RE: 0xe1, RP: 0xe2, FC: 0xe3 };   // erase, program, flush cache: a BKPT number for each

// writes the blocks of a UF2 file into `flash`; throws if there are none for the flash
export function loadUf2(flash, file) {
  const data = fs.readFileSync(file);
  let blocks = 0;
  for (let at = 0; at + 512 <= data.length; at += 512) {
    if (data.readUInt32LE(at) !== UF2_MAGIC) continue;
    const address = data.readUInt32LE(at + 12) - FLASH_BASE;
    const size = data.readUInt32LE(at + 16);
    if (address < 0 || address + size > flash.length) continue;
    flash.set(data.subarray(at + 32, at + 32 + size), address);
    blocks++;
  }
  if (!blocks) throw new Error(`${file} is not a UF2 file for a Pico`);
}

export class FlashChip {
  // options: eraseMs a sector, programMs a page, cutAt: power fails in the middle of that operation (1 = the next)
  constructor(options = {}) {
    this.eraseMs = options.eraseMs ?? 45;
    this.programMs = options.programMs ?? 0.4;
    this.cutAt = options.cutAt ?? 0;
    this.operations = 0;
    this.erased = 0;          // sectors
    this.programmed = 0;      // pages
    this.log = [];            // [ms, 'erase' or 'program', offset, bytes]
    this.cut = false;
  }

  // hooks the bootrom's routines of `chip`; each becomes a breakpoint that is answered here
  attach(chip) {
    const { mcu, core } = chip;
    const rom = new DataView(mcu.bootrom.buffer);
    for (let at = rom.getUint16(0x14, true); rom.getUint16(at, true); at += 4) {
      const breakpoint = BOOTROM_FUNCTIONS[String.fromCharCode(rom.getUint8(at), rom.getUint8(at + 1))];
      if (!breakpoint) continue;
      const code = rom.getUint16(at + 2, true) & ~1;
      rom.setUint16(code, 0xbe00 | breakpoint, true);
      rom.setUint16(code + 2, 0x4770, true);    // BX LR
    }
    mcu.onBreak = (number) => {
      const [first, second, third] = core.registers;
      if (number === BOOTROM_FUNCTIONS.RE) this.#erase(chip, first, second);
      else if (number === BOOTROM_FUNCTIONS.RP) this.#program(chip, first, second, third);
      else if (number === BOOTROM_FUNCTIONS.FC) chip.cache?.flush();
    };
  }

  #erase(chip, offset, bytes) {
    const torn = this.#begin(chip, 'erase', offset, bytes);
    chip.mcu.flash.fill(0xff, offset, offset + (torn ? bytes >> 1 : bytes));
    this.erased += Math.ceil(bytes / SECTOR);
    chip.pause(Math.ceil(bytes / SECTOR) * this.eraseMs);
  }

  #program(chip, offset, source, bytes) {
    const torn = this.#begin(chip, 'program', offset, bytes);
    const { mcu } = chip;
    const end = torn ? (bytes >> 1) + 3 : bytes;
    for (let at = 0; at < end; at++) mcu.flash[offset + at] &= mcu.readUint8(source + at);
    this.programmed += Math.ceil(bytes / PAGE);
    chip.pause(Math.ceil(bytes / PAGE) * this.programMs);
  }

  #begin(chip, kind, offset, bytes) {
    this.operations++;
    this.log.push([chip.ms, kind, offset, bytes]);
    if (this.cutAt && --this.cutAt === 0) this.cut = true;
    if (this.cut) chip.clock.interrupt();
    return this.cut;
  }
}
