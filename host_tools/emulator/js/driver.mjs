// JSON lines on standard input and output: one request {"op": ..., ...}, one reply {"ok": true, ...} or {"error": ...}.
// Every reply also carries the state and what has been heard and seen since the last one (see report).
import fs from 'node:fs';
import readline from 'node:readline';
import v8 from 'node:v8';
import { ConsoleServer } from './console_server.mjs';
import { buildCore } from './core.mjs';
import { Pico } from './pico.mjs';
import { enterRawRepl, exec } from './repl.mjs';

const STILL_STEP_MS = 5;

v8.setFlagsFromString('--always-sparkplug');    // translated blocks are many and young: compile them at once

let pico = null;
let server = null;
let told = { text: 0, resets: 0, log: 0 };

function report() {
  if (!pico) return {};
  const { flash } = pico;
  const state = {
    ms: pico.ms,
    cycles: pico.cycles,
    text: Buffer.from(pico.text.slice(told.text), 'latin1').toString('base64'),
    resets: pico.resets.slice(told.resets),
    flash: { operations: flash.operations, erased: flash.erased, programmed: flash.programmed },
    log: flash.log.slice(told.log),
    cacheMisses: pico.chip?.cache?.misses ?? 0,
    calls: pico.calls?.count ?? 0,
    frames: {},
    wires: {},
    edges: {},
  };
  told = { text: pico.text.length, resets: pico.resets.length, log: flash.log.length };
  for (const [pin, wire] of pico.wires) {
    state.frames[pin] = wire.frames.splice(0);
    if (wire.count) state.wires[pin] = { zero: wire.zero, one: wire.one, low: wire.low };
  }
  for (const [pin, edges] of pico.pins.edges) state.edges[pin] = edges.splice(0);
  return state;
}

// the condition of a run: any of {text, frames: [pin, n], changes: [pin, n], still: [pin, ms], resets: n}
function condition(until) {
  const mark = pico.text.length;
  const wire = (pin) => pico.wires.get(pin) ?? fail(`pin ${pin} is not watched`);
  const tests = [];
  if (until.text !== undefined) tests.push(() => pico.text.indexOf(until.text, mark) >= 0);
  if (until.resets !== undefined) {
    const goal = pico.resets.length + until.resets;
    tests.push(() => pico.resets.length >= goal);
  }
  for (const key of ['frames', 'changes']) {
    if (until[key] === undefined) continue;
    const [pin, number] = until[key];
    const seen = wire(pin);
    const field = key === 'frames' ? 'count' : 'changes';
    const goal = seen[field] + number;
    tests.push(() => seen[field] >= goal);
  }
  if (until.still !== undefined) {
    const [pin, ms] = until.still;
    const seen = wire(pin);
    const from = pico.ms;
    tests.push(() => pico.ms - Math.max(seen.changedAt, from) >= ms);
  }
  return () => tests.some((test) => test());
}

function fail(message) {
  throw new Error(message);
}

function bytes(base64) {
  return Buffer.from(base64, 'base64');
}

const operations = {
  open(request) {
    const rom = fs.readFileSync(request.bootrom);
    const bootrom = new Uint32Array(rom.buffer.slice(rom.byteOffset, rom.byteOffset + rom.length));
    pico = new Pico({ ...request.options, uf2: request.uf2, bootrom, program: buildCore() });
    if (request.fs) pico.setFs(bytes(request.fs));
    return {};
  },
  start(request) {
    pico.start(request.cause ?? 'power');
    return {};
  },
  run(request) {
    const done = request.until ? condition(request.until) : () => false;
    if (request.until?.still === undefined) return { reason: pico.run(request.ms, done) };
    const end = pico.ms + request.ms;         // a picture that stands still makes no events: look from time to time
    let reason = 'time';
    while (reason === 'time' && pico.ms < end) reason = pico.run(Math.min(STILL_STEP_MS, end - pico.ms), done);
    return { reason };
  },
  skip(request) {
    pico.chip.skippedMs += request.ms;
    return {};
  },
  plan(request) {
    pico.plan(request.pin, request.level, request.at ?? null);
    return {};
  },
  watch(request) {
    if (request.edges) pico.pins.watch(request.pin);
    else pico.watch(request.pin);
    return {};
  },
  send(request) {
    pico.chip.console.send(bytes(request.data));
    return {};
  },
  host(request) {
    pico.connect(request.changes);
    return {};
  },
  raw(request) {
    enterRawRepl(pico, request.ms);
    return {};
  },
  exec(request) {
    return { result: exec(pico, request.source, request.ms) };
  },
  getFs() {
    return { data: Buffer.from(pico.getFs()).toString('base64') };
  },
  setFs(request) {
    pico.setFs(bytes(request.fs));
    return {};
  },
  failAt(request) {
    if (!pico.calls) fail('no calls are counted');
    pico.calls.failing = request.call;
    return {};
  },
  cutAt(request) {
    pico.flash.cutAt = request.operation;
    return {};
  },
  peek(request) {
    const data = Buffer.alloc(request.size);
    for (let at = 0; at < request.size; at++) data[at] = pico.chip.mcu.readUint8(request.address + at);
    return { data: data.toString('base64') };
  },
  unserve() {
    server?.stop();
    server = null;
    return {};
  },
};

function reply(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

function answer(line) {
  const request = JSON.parse(line);
  try {
    if (request.op === 'serve') {
      server = new ConsoleServer(pico);
      const failed = (error) => reply({ error: `cannot serve the console: ${error.message}`, ...report() });
      server.start(request.port ?? 0, (port) => reply({ ok: true, port, ...report() }), failed);
      return;
    }
    const result = operations[request.op](request);
    reply({ ok: true, ...result, ...report() });
  } catch (error) {
    reply({ error: error.message, ...report() });
  }
}

readline.createInterface({ input: process.stdin }).on('line', answer).on('close', () => process.exit(0));
