// One block of Thumb code as the source text of a JavaScript function. Names in it: r registers, core, clock, single (the
// interpreter for one instruction), s8 s16 s32 RAM, f8 f16 f32 flash.
import { isWide } from './core.mjs';

const RAM = 0x20000000;
const RAM_SIZE = 0x42000;
const FLASH = 0x10000000;
const FLASH_SIZE = 16 << 20;
const CONDITIONS = ['core.Z', '!core.Z', 'core.C', '!core.C', 'core.N', '!core.N', 'core.V', '!core.V',
  'core.C && !core.Z', '!(core.C && !core.Z)', 'core.N === core.V', 'core.N !== core.V',
  'core.N === core.V && !core.Z', '!(core.N === core.V && !core.Z)'];
const ENDS = /BXWritePC|waiting|interruptsUpdated|onBreak|SpecialRegister|logger|core\.PC [+]?=/;

class Block {
  constructor(mcu, program, start) {
    this.mcu = mcu;
    this.program = program;
    this.start = start;
    this.lines = [];
    this.cycles = 0;         // up to the instruction at hand
    this.opcodes = new Map();   // address -> opcode of all that was translated
    this.loops = false;
  }

  add(line, cycles) {
    this.lines.push(line);
    this.cycles += cycles;
  }

  // the interpreter does this instruction, then the block is left
  bail(opcode, address) {
    return `return single(${opcode}, ${address}, ${this.cycles});`;
  }

  // leaves for `target`, or goes round again if that is the start and no event is near
  leave(target, cycles) {
    const total = this.cycles + cycles;
    if (target !== this.start) return `r[15] = ${target}; return ${total};`;
    this.loops = true;
    return `clock.cycles += ${total}; if (clock.cycles + SPAN <= clock.due) continue; r[15] = ${target}; return 0;`;
  }
}

// {source, span} of the block at `start`, span its cycles at most; null if not even one instruction can be translated
export function emit(mcu, program, start, longest) {
  const block = new Block(mcu, program, start);
  let address = start;
  while (address !== null && block.opcodes.size < longest && !block.opcodes.has(address)) {
    const opcode = mcu.readUint16(address);
    block.opcodes.set(address, opcode);
    address = translateOne(block, opcode, address);
  }
  if (address !== null) block.add(block.leave(address, 0), 0);
  if (block.opcodes.size < 2) return null;
  const span = block.cycles + 8;
  const body = `${check(block)}${block.lines.join('\n')}`;
  const code = block.loops ? `${check(block)} for (;;) {\n${block.lines.join('\n')}\n}` : body;
  return { source: `return (() => {\n${code.replaceAll('SPAN', String(span))}\n});`, span };
}

// refuses to run if the code in RAM is not what was translated
function check(block) {
  if (block.start >>> 24 !== 0x20) return '';
  const tests = [];
  for (const [address, opcode] of block.opcodes) {
    const next = block.opcodes.get(address + 2);
    const offset = address - RAM;
    if (next !== undefined && offset % 4 === 0) tests.push(`s32[${offset >> 2}] !== ${(opcode | (next << 16)) >>> 0}`);
    else if (offset % 4 === 0 || !block.opcodes.has(address - 2)) tests.push(`s16[${offset >> 1}] !== ${opcode}`);
  }
  return `if (${tests.join(' || ')}) return -1;\n`;
}

// adds one instruction; returns the address of the next one, or null if the block ends here
function translateOne(block, opcode, address) {
  if (isWide(opcode)) return wide(block, opcode, address);
  const top = opcode >> 11;
  if (opcode >> 12 === 0b1101 && opcode >> 9 !== 0b1101111) {
    const condition = CONDITIONS[(opcode >> 8) & 0xf];
    const target = address + 4 + (((opcode & 0xff) << 24) >> 23);
    block.add(`if (${condition}) { ${block.leave(target, 2)} }`, 1);
    return address + 2;
  }
  if (top === 0b11100) {
    const target = address + 4 + (((opcode & 0x7ff) << 21) >> 20);
    if (block.opcodes.has(target)) {
      block.add(block.leave(target, 2), 2);
      return null;
    }
    block.cycles += 2;
    return target;
  }
  const memory = transfer(block, opcode, address) ?? several(block, opcode, address);
  if (memory !== null) return memory;
  if (opcode >> 8 === 0b01000111) return exchange(block, opcode, address);
  if (opcode >> 10 === 0b010001) return high(block, opcode, address);
  return plain(block, opcode, address);
}

// BL is followed to its end; anything else of two halfwords is rare
function wide(block, opcode, address) {
  const second = block.mcu.readUint16(address + 2);
  if (opcode >> 11 !== 0b11110 || (second & 0xd000) !== 0xd000) {
    block.add(block.bail(opcode, address), 4);
    return null;
  }
  const sign = (opcode >> 10) & 1;
  const first = 1 - (sign ^ ((second >> 13) & 1));
  const other = 1 - (sign ^ ((second >> 11) & 1));
  const high20 = (sign ? 0xff : 0) << 24 | first << 23 | other << 22 | (opcode & 0x3ff) << 12;
  const target = address + 4 + (high20 | (second & 0x7ff) << 1);
  block.opcodes.set(address + 2, second);
  block.add(`r[14] = ${(address + 4) | 1}; ${block.leave(target, 3)}`, 3);
  return null;
}

// BX and BLX
function exchange(block, opcode, address) {
  const source = (opcode >> 3) & 0xf;
  if (source === 15) block.add(block.bail(opcode, address), 2);
  else if (opcode & 0x80) {
    block.add(`r[14] = ${(address + 2) | 1}; r[15] = r[${source}] & ~1; return ${block.cycles + 2};`, 2);
  } else {
    block.add(`r[15] = ${address + 2}; core.BXWritePC(r[${source}]); return ${block.cycles + 2};`, 2);
  }
  return null;
}

// ADD, CMP and MOV with high registers
function high(block, opcode, address) {
  const source = (opcode >> 3) & 0xf;
  const target = ((opcode >> 4) & 8) | (opcode & 7);
  const kind = (opcode >> 8) & 3;
  const value = source === 15 ? String(address + 4) : `r[${source}]`;
  if (kind === 1 || (kind === 0 && target === 15)) {
    if (target === 15 || source === 15) {
      block.add(block.bail(opcode, address), 2);
      return null;
    }
    return plain(block, opcode, address);
  }
  const result = kind === 2 ? value : `r[${target}] + ${value}`;
  if (target === 15) {
    block.add(`r[15] = (${result}) & ~1; return ${block.cycles + 2};`, 2);
    return null;
  }
  block.add(`r[${target}] = ${target === 13 ? `(${result}) & ~3` : result};`, 1);
  return address + 2;
}

// the body of rp2040js itself, with its opcode as a constant
function plain(block, opcode, address) {
  const { bodies, indexOf } = block.program;
  const { body } = bodies[indexOf(opcode, 0)];
  if (ENDS.test(body) || body.includes('deltaCycles')) {
    block.add(block.bail(opcode, address), 4);
    return null;
  }
  const text = body.replaceAll('core.registers[', 'r[').replaceAll('core.SP', 'r[13]');
  block.add(`{ const opcode = ${opcode}, opcodePC = ${address}; ${text} }`, 1);
  return address + 2;
}

// single loads and stores: [bits, store, sign] by opcode; address expression
function shape(opcode) {
  const base = `r[${(opcode >> 3) & 7}]`;
  const index = `${base} + r[${(opcode >> 6) & 7}]`;
  const imm5 = (opcode >> 6) & 0x1f;
  switch (opcode >> 11) {
    case 0b01100: return { bits: 32, store: true, where: `${base} + ${imm5 * 4}` };
    case 0b01101: return { bits: 32, where: `${base} + ${imm5 * 4}` };
    case 0b01110: return { bits: 8, store: true, where: `${base} + ${imm5}` };
    case 0b01111: return { bits: 8, where: `${base} + ${imm5}` };
    case 0b10000: return { bits: 16, store: true, where: `${base} + ${imm5 * 2}` };
    case 0b10001: return { bits: 16, where: `${base} + ${imm5 * 2}` };
    case 0b10010: return { bits: 32, store: true, where: `r[13] + ${(opcode & 0xff) * 4}`, wide: true };
    case 0b10011: return { bits: 32, where: `r[13] + ${(opcode & 0xff) * 4}`, wide: true };
    default:
  }
  switch (opcode >> 9) {
    case 0b0101000: return { bits: 32, store: true, where: index };
    case 0b0101001: return { bits: 16, store: true, where: index };
    case 0b0101010: return { bits: 8, store: true, where: index };
    case 0b0101011: return { bits: 8, signed: 24, where: index };
    case 0b0101100: return { bits: 32, where: index };
    case 0b0101101: return { bits: 16, where: index };
    case 0b0101110: return { bits: 8, where: index };
    case 0b0101111: return { bits: 16, signed: 16, where: index };
    default: return null;
  }
}

function transfer(block, opcode, address) {
  if (opcode >> 11 === 0b01001) return literal(block, opcode, address);
  const access = shape(opcode);
  if (!access) return null;
  const register = `r[${access.wide ? (opcode >> 8) & 7 : opcode & 7}]`;
  const shift = { 8: 0, 16: 1, 32: 2 }[access.bits];
  const odd = (1 << shift) - 1;
  const even = odd ? (name) => ` && !(${name} & ${odd})` : () => '';
  const from = (cells, name) => {
    const cell = `${cells}${access.bits}[${name} >>> ${shift}]`;
    return access.signed ? `${register} = (${cell} << ${access.signed}) >> ${access.signed};` : `${register} = ${cell};`;
  };
  const bail = block.bail(opcode, address);
  let line = `{ const o = (${access.where} - ${RAM}) >>> 0; if (o < ${RAM_SIZE}${even('o')}) `;
  if (access.store) line += `s${access.bits}[o >>> ${shift}] = ${register}; else ${bail} }`;
  else {
    line += `${from('s', 'o')} else { const f = (o + ${RAM - FLASH}) >>> 0; `;
    line += `if (f < ${FLASH_SIZE}${even('f')}) ${from('f', 'f')} else ${bail} } }`;
  }
  block.add(line, 2);
  return address + 2;
}

// LDR from beside the code: a constant, except in RAM
function literal(block, opcode, address) {
  const where = ((address + 4) & ~3) + (opcode & 0xff) * 4;
  const value = where >>> 24 === 0x20 ? `s32[${(where - RAM) >> 2}]` : String(block.mcu.readUint32(where));
  block.add(`r[${(opcode >> 8) & 7}] = ${value};`, 2);
  return address + 2;
}

// LDM, STM, PUSH and POP
function several(block, opcode, address) {
  const list = [];
  for (let register = 0; register < 8; register++) {
    if (opcode & (1 << register)) list.push(register);
  }
  const linked = Boolean(opcode & 0x100);
  const bail = block.bail(opcode, address);
  const guard = (base, words, actions) =>
    `{ const b = ${base}, o = (b - ${RAM}) >>> 0; if (o <= ${RAM_SIZE - 4 * words} && !(o & 3)) { const w = o >>> 2; `
    + `${actions} } else ${bail} }`;
  const load = list.map((register, at) => `r[${register}] = s32[w + ${at}];`).join(' ');
  const store = list.map((register, at) => `s32[w + ${at}] = r[${register}];`).join(' ');
  const words = list.length + (linked ? 1 : 0);
  if (opcode >> 9 === 0b1011010) {
    const link = linked ? `s32[w + ${list.length}] = r[14];` : '';
    block.add(guard(`(r[13] - ${4 * words}) >>> 0`, words, `${store} ${link} r[13] = b;`), 1 + words);
    return address + 2;
  }
  if (opcode >> 9 === 0b1011110) {
    const end = `r[13] = b + ${4 * words};`;
    if (!linked) {
      block.add(guard('r[13]', words, `${load} ${end}`), 1 + words);
      return address + 2;
    }
    const back = `r[15] = ${address + 2}; core.BXWritePC(s32[w + ${list.length}]); return ${block.cycles + 3 + words};`;
    block.add(guard('r[13]', words, `${load} ${end} ${back}`), 3 + words);
    return null;
  }
  if (opcode >> 12 !== 0b1100) return null;
  const base = (opcode >> 8) & 7;
  const isLoad = Boolean(opcode & 0x800);
  const keep = opcode & (1 << base);
  const count = list.length;
  const writeBack = keep ? '' : `r[${base}] = b + ${4 * count};`;
  block.add(guard(`r[${base}]`, count, `${isLoad ? load : store} ${writeBack}`), 1 + count);
  return address + 2;
}
