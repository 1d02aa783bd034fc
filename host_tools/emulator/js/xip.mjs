// The flash cache: 16 KiB, two ways, 8-byte lines, least recently used out. Optional: it can only be fitted, not known, so
// figures are given without it, and with it as a pessimistic bound.

export class FlashCache {
  constructor(missCycles) {
    this.missCycles = missCycles;
    this.tags = new Int32Array(2048).fill(-1);
    this.oldest = new Uint8Array(1024);
    this.last = -1;
    this.misses = 0;
    this.penalty = 0;         // cycles not charged yet
  }

  flush() {
    this.tags.fill(-1);
    this.last = -1;
  }

  access(offset) {
    const line = offset >>> 3;
    if (line === this.last) return;
    this.last = line;
    const set = line & 1023;
    const { tags } = this;
    for (let way = 0; way < 2; way++) {
      if (tags[2 * set + way] === line) {
        this.oldest[set] = 1 - way;
        return;
      }
    }
    const way = this.oldest[set];
    tags[2 * set + way] = line;
    this.oldest[set] = 1 - way;
    this.misses++;
    this.penalty += this.missCycles;
  }

  // counts every read of the flash by data accesses of `mcu`; fetches are counted by the core
  attach(mcu) {
    for (const name of ['readUint8', 'readUint16', 'readUint32']) {
      const read = mcu[name].bind(mcu);
      mcu[name] = (address) => {
        if (address >>> 24 === 0x10) this.access(address & 0xffffff);
        return read(address);
      };
    }
  }
}
