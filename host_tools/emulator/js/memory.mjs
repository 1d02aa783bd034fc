// Fast paths for RAM and flash in front of rp2040js's own bus decoding. Unaligned accesses take the slow path, which reports
// them.
const RAM = 0x20000000;

export function speedUpMemory(mcu) {
  const size = mcu.sram.length;
  const flashSize = mcu.flash.length;
  const { buffer } = mcu.sram;
  const ram = { 8: mcu.sram, 16: new Uint16Array(buffer), 32: new Uint32Array(buffer) };
  const flash = { 8: mcu.flash, 16: mcu.flash16, 32: new Uint32Array(mcu.flash.buffer) };
  for (const bits of [8, 16, 32]) {
    const shift = { 8: 0, 16: 1, 32: 2 }[bits];
    const odd = (1 << shift) - 1;
    const cells = ram[bits];
    const code = flash[bits];
    const read = mcu[`readUint${bits}`].bind(mcu);
    const write = mcu[`writeUint${bits}`].bind(mcu);
    mcu[`readUint${bits}`] = (address) => {
      const at = (address - RAM) >>> 0;
      if (at < size && !(at & odd)) return cells[at >> shift];
      const offset = (address - 0x10000000) >>> 0;
      if (offset < flashSize && !(offset & odd)) return code[offset >> shift];
      return read(address);
    };
    mcu[`writeUint${bits}`] = (address, value) => {
      const at = (address - RAM) >>> 0;
      if (at < size && !(at & odd)) cells[at >> shift] = value;
      else write(address, value);
    };
  }
}

// the core's accesses go straight to what `mcu` has by now
export function bindCore(mcu, core) {
  for (const name of ['readUint8', 'readUint16', 'readUint32', 'writeUint8', 'writeUint16', 'writeUint32']) {
    core[name] = mcu[name];
  }
}
