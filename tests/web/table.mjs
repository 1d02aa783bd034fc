// Drives the page's Python (litfour_web.Table) in node, without a browser, on virtual time:
//   node table.mjs DIST PANEL SEED SETTINGS-HEX PLIES PRESS...
// Presses the columns one after the other, half a second apart, then waits until PLIES plies are played or the game is
// over. Prints one line of JSON: the state, the nodes of every move, the saves, the last frame in hex, and the answers.
// A press may also be a question of told.py, ?name or ?name=text; scores are asked for again 400 turns later.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [dist, panel, seed, settings, plies, ...presses] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(path.resolve(dist, name)));
const { loadMicroPython } = await load("micropython.mjs");
const kernels = await load("kernels.mjs");
const python = await loadMicroPython({ heapsize: 4 << 20, stdout: (line) => console.error(line), stderr: (line) => console.error(line) });
for (const [name, text] of Object.entries(JSON.parse(fs.readFileSync(path.join(dist, "firmware.json"))))) {
  python.FS.mkdirTree("/" + name.split("/").slice(0, -1).join("/"));
  python.FS.writeFile("/" + name, text);
}
for (const name of ["book", "puzzles"]) python.FS.writeFile("/litfour/" + name, fs.readFileSync(path.join(dist, name)));
const saves = settings ? { settings } : {}, size = 3 * panel[0] * panel[2];
let frame = "", frames = 0;
const memory = () => python._module.HEAPU8;
const kernel = (name) => (...given) => {
  const over = memory().buffer;
  return kernels[name](new Int32Array(over), new Uint16Array(over), new Uint8Array(over))(...given);
};
python.registerJsModule("litfour_page", {
  show: (address) => { frames++; frame = Buffer.from(memory().subarray(address, address + size)).toString("hex"); },
  load: (name) => saves[name] ?? null,
  save: (name, text) => { saves[name] = text; return true; },
  play: () => {}, silence: () => {}, hurry: () => true,
  kernels: kernel("kernels"), games_kernel: kernel("games_kernel"), rounds_kernel: kernel("rounds_kernel"),
});
python.runPython([
  "import sys", "sys.path.insert(0, '/')", "import litfour_page", "from host_tools.web.litfour_web import Table",
  "from uctypes import addressof", "make = lambda *given: Table(litfour_page, addressof, *given)",
].join("\n"));
const table = python.globals.get("make")(panel, false, +seed, 0, false);
let now = 0, state = {};
const nodes = [];
function run(ms, until = () => false) {
  for (const end = now + ms; now < end && !until(); now += 4) {
    const changed = table.turn(now);
    if (!changed) continue;
    const before = state;
    state = JSON.parse(changed);
    if (before.state === "think") nodes.push(state.nodes);
  }
}
const answers = [];
function ask(question) {
  const [, name, , given] = question.match(/^(\w+)(=(.*))?$/);
  const answer = () => JSON.parse(table.ask(name, JSON.stringify(given ?? null)));
  if (name === "scores") {
    answer();
    run(1600);
  }
  answers.push(answer());
}
for (const column of presses) {
  if (column[0] === "?") {
    ask(column.slice(1));
    continue;
  }
  table.event(32 | column, now);
  run(60);
  table.event(64 | column, now);
  run(440);
}
const count = () => (state.moves || "").split(" ").filter(Boolean).length;
run(200000, () => count() >= +plies || state.state === "over");
run(1000);
console.log(JSON.stringify({ ...state, nodesOfMoves: nodes, saves, frame, frames, answers }));
