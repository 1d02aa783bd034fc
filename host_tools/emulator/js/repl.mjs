// MicroPython's raw REPL over the emulated console.
const RAW_PROMPT = 'raw REPL; CTRL-B to exit\r\n>';

// interrupts what runs and enters raw REPL; throws if that takes more than `ms`
export function enterRawRepl(pico, ms) {
  pico.run(5000, () => pico.chip.console.connected);
  for (const [keys, prompt] of [['\r\x03\x03', '>>> '], ['\x01', RAW_PROMPT]]) {
    const mark = pico.text.length;
    pico.chip.console.send(Buffer.from(keys, 'latin1'));
    const came = pico.run(ms, () => pico.text.endsWith(prompt) && pico.text.length >= mark + prompt.length);
    if (came !== 'done') throw new Error(`no raw REPL within ${ms} ms: ${JSON.stringify(pico.text.slice(mark))}`);
  }
}

// runs `source` in raw REPL; {out, err, ms, cycles} from its first instruction to its end
export function exec(pico, source, ms) {
  const mark = pico.text.length;
  pico.chip.console.send(Buffer.concat([Buffer.from(source, 'utf8'), Buffer.from([4])]));
  if (pico.run(10000, () => pico.text.indexOf('OK', mark) >= 0) !== 'done') throw new Error('raw REPL does not answer');
  const from = { ms: pico.ms, cycles: pico.cycles, at: pico.text.indexOf('OK', mark) + 2 };
  const ended = () => {
    const end = pico.text.indexOf('\x04', from.at);
    return end >= 0 && pico.text.indexOf('\x04>', end + 1) >= 0;
  };
  const reason = pico.run(ms, ended);
  const [out, err] = pico.text.slice(from.at).split('\x04');
  const result = { out, err: err ?? '', ms: pico.ms - from.ms, cycles: pico.cycles - from.cycles };
  if (reason !== 'done') throw new Error(`the script did not end within ${ms} ms (${reason}): ${out.slice(-400)}`);
  return result;
}
