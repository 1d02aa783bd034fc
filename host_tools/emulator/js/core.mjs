// The CPU core: rp2040js's own instruction bodies behind a table of all 65536 opcodes, in place of its chain of ifs.
// They are cut out of its source at start, so that there is no copy of them here.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { APB_START_ADDRESS, SIO_START_ADDRESS } from '../node_modules/rp2040js/dist/esm/rp2040.js';
import { MAX_HARDWARE_IRQ } from '../node_modules/rp2040js/dist/esm/irq.js';

const SOURCE = new URL('../node_modules/rp2040js/dist/esm/cortex-m0-core.js', import.meta.url);

class Scanner {
  constructor(text, at) {
    this.text = text;
    this.at = at;
  }

  blank() {
    const pattern = /(\s|\/\/[^\n]*\n)*/y;
    pattern.lastIndex = this.at;
    this.at += pattern.exec(this.text)[0].length;
  }

  // steps over `pattern` (sticky) if it comes next
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found !== null;
  }

  // the text from an opening bracket to the one that closes it
  balanced(open, close) {
    const start = this.at;
    for (let depth = 0; ; this.at++) {
      if (this.text[this.at] === open) depth++;
      else if (this.text[this.at] === close && --depth === 0) return this.text.slice(start, ++this.at);
    }
  }
}

// [{condition, body}] of the chain of ifs in executeInstruction, `this` renamed to `core`
function instructionBodies(source) {
  const marker = 'let deltaCycles = 1;';
  const method = source.indexOf('    executeInstruction() {');
  const scan = new Scanner(source, source.indexOf(marker, method) + marker.length);
  const found = [];
  for (;;) {
    scan.blank();
    const first = scan.at;
    scan.take(/else\s+/y);
    let condition = '(true)';
    if (scan.take(/if\s*/y)) {
      condition = scan.balanced('(', ')');
      scan.blank();
    } else if (scan.at === first) {
      return found;
    }
    found.push({ condition, body: scan.balanced('{', '}').replace(/\bthis\b/g, 'core') });
    if (condition === '(true)') return found;
  }
}

// the constants and small functions that the bodies use
function preamble(source) {
  const constants = source.match(/^const (EXC|SYSM)_\w+ = \d+;$/gm).join('\n');
  const start = source.indexOf('// Lowest possible');
  return constants + source.slice(start, source.indexOf('export class CortexM0Core')).replace(/export /g, '');
}

export function isWide(opcode) {
  return opcode >> 12 === 0b1111 || opcode >> 11 === 0b11101;
}

// {table, bodies, indexOf, helpers}: table[opcode](core, opcode, address) executes and returns the cycles it took;
// helpers are the functions signExtend8 and signExtend16 that bodies call
export function buildCore() {
  const source = fs.readFileSync(fileURLToPath(SOURCE), 'utf8');
  const bodies = instructionBodies(source);
  if (bodies.length < 60) throw new Error('rp2040js is not the version this emulator was made for (1.4.1)');
  const head = preamble(source);
  const names = ['APB_START_ADDRESS', 'SIO_START_ADDRESS', 'MAX_HARDWARE_IRQ'];
  const values = [APB_START_ADDRESS, SIO_START_ADDRESS, MAX_HARDWARE_IRQ];
  const functions = bodies.map(({ body }) =>
    `function (core, opcode, opcodePC, opcode2) { let deltaCycles = 1; ${body} return deltaCycles; }`);
  const handlers = new Function(...names, `${head} return [${functions.join(',\n')}];`)(...values);
  const tests = bodies.map(({ condition }, index) => `if ${condition} return ${index};`);
  const indexOf = new Function('opcode', 'opcode2', tests.join('\n'));
  const wide = (core, opcode, opcodePC) => {
    const second = core.readUint16(opcodePC + 2);
    return handlers[indexOf(opcode, second)](core, opcode, opcodePC, second);
  };
  const table = new Array(65536);
  for (let opcode = 0; opcode < 65536; opcode++) {
    table[opcode] = isWide(opcode) ? wide : handlers[indexOf(opcode, 0)];
  }
  // PUSH takes 1 + N cycles and POP with PC 3 + N, where N counts LR and PC too; rp2040js leaves those out
  for (let list = 0; list < 256; list++) {
    for (const opcode of [0xb500 | list, 0xbd00 | list]) {
      const handler = table[opcode];
      table[opcode] = (core, ...rest) => handler(core, ...rest) + 1;
    }
  }
  const helpers = new Function(...names, `${head} return [signExtend8, signExtend16];`)(...values);
  return { table, bodies, indexOf, helpers };
}

// a function that executes one instruction of `core` and returns its cycles
export function stepper(mcu, core, table, cache) {
  const { registers } = core;
  const flash = mcu.flash16;
  const rom = new Uint16Array(mcu.bootrom.buffer);
  const ram = new Uint16Array(mcu.sram.buffer);
  return () => {
    if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
    const address = registers[15] & ~1;
    const region = address >>> 24;
    let opcode;
    if (region === 0x20) opcode = ram[(address & 0xffffff) >> 1];
    else if (region === 0x10) {
      opcode = flash[(address & 0xffffff) >> 1];
      if (cache) cache.access(address & 0xffffff);
    } else if (address >>> 0 < 0x4000) opcode = rom[address >> 1];
    else opcode = mcu.readUint16(address);
    registers[15] = address + 2;
    return table[opcode](core, opcode, address, 0);
  };
}
