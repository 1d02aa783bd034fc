// The page's board: loads MicroPython and the firmware, gives them ports, and turns the firmware's loop.
import { loadMicroPython } from "./micropython.mjs";
import * as kernels from "./kernels.mjs";
import { Light } from "./light.mjs";
import { Sound } from "./sound.mjs";

const DOWN = 32, UP = 64, MENU = 18, UNDO = 19;             // ports.py
const TICKS = 2 ** 30;
const THINK_BUDGET_MS = 12;                                 // of a screen refresh, so that the page stays alive
const PANELS = ["7x6", "8x8", "9x6", "9x9"];
const SEATS = ["", "Red", "Yellow", "Blue"];
const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const panel = PANELS.includes(query.get("panel")) ? query.get("panel") : "7x6";
const rail = query.has("rail");
const columns = +panel[0], rows = +panel[2];
const speed = Math.min(Math.max(+query.get("speed") || 1, 0.1), 10);
const ticks = () => Math.floor(performance.now() * speed) % TICKS;

const sound = new Sound();
const log = [];
let table, light, told = {};

// ---- the ports

function ports(memory, solver) {
  const views = (name) => {           // a kernel over MicroPython's memory, made anew when that has grown
    let made, over;
    return (...given) => {
      if (over !== memory.HEAPU8.buffer) {
        over = memory.HEAPU8.buffer;
        made = kernels[name](new Int32Array(over), new Uint16Array(over), new Uint8Array(over));
      }
      return made(...given);
    };
  };
  return {
    show: (address, brightness) => light.take(memory.HEAPU8.subarray(address, address + light.size), brightness),
    load: (name) => {
      try {
        return localStorage.getItem(key(name));
      } catch {
        return null;                // forbidden: nothing is kept
      }
    },
    save: (name, text) => {
      try {
        localStorage.setItem(key(name), text);
        return true;
      } catch {
        return false;               // full or forbidden: the firmware then knows
      }
    },
    play: (tune, volume) => sound.play(tune, volume),
    silence: () => sound.silence(),
    hurry: () => performance.now() > hurryAt,
    kernels: views("kernels"),
    games_kernel: views("games_kernel"),
    rounds_kernel: views("rounds_kernel"),
    solver: solver && ((address, words) => solver(new Uint32Array(memory.HEAPU8.buffer), address, words)),
  };
}

const key = (name) => `litfour.${panel}${rail ? "+rail" : ""}.${name}`;

// Perfect's node loop has memory of its own, and its table there; the block is carried over and back.
async function loadSolver() {
  if (!kernels.perfect) return null;
  const { instance } = await WebAssembly.instantiate(await fetched("solver.wasm", "arrayBuffer"));
  const { memory, solver_run, __heap_base } = instance.exports;
  const at = (__heap_base.value + 15) & ~15, tableAt = at + 8192;
  return (heap, address, words) => {
    const own = new Uint32Array(memory.buffer, at, words), block = heap.subarray(address >>> 2, (address >>> 2) + words);
    own.set(block);
    const state = solver_run(at, tableAt);
    block.set(own);
    return state;
  };
}

async function fetched(name, kind) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer[kind]();
}

async function start() {
  light = new Light($("light"), columns, rows, rail);
  const [python, modules, book, puzzles, solver] = await Promise.all([
    loadMicroPython({ heapsize: 4 << 20, stdout: (line) => console.info(line), stderr: (line) => console.error(line) }),
    fetched("firmware.json", "json"), fetched("book", "arrayBuffer"), fetched("puzzles", "arrayBuffer"), loadSolver(),
  ]);
  const files = python.FS;
  for (const [name, text] of Object.entries(modules)) {
    files.mkdirTree("/" + name.split("/").slice(0, -1).join("/"));
    files.writeFile("/" + name, text);
  }
  files.writeFile("/litfour/book", new Uint8Array(book));
  files.writeFile("/litfour/puzzles", new Uint8Array(puzzles));
  python.registerJsModule("litfour_page", ports(python._module, solver));
  python.runPython([
    "import sys", "sys.path.insert(0, '/')", "import litfour_page", "from host_tools.web.litfour_web import Table",
    "from uctypes import addressof", "make = lambda *given: Table(litfour_page, addressof, *given)",
  ].join("\n"));
  const seed = query.has("seed") ? +query.get("seed") : crypto.getRandomValues(new Uint32Array(1))[0] >>> 2;
  table = python.globals.get("make")(panel, rail, seed, ticks(), !!solver);
  performance.mark("ready");
  document.body.dataset.ready = "yes";
  requestAnimationFrame(turn);
}

// ---- the loop

let last = 0, hurryAt = 0, failed = false, thought = 0;

function turn(now) {
  try {
    const begun = performance.now();
    hurryAt = begun + THINK_BUDGET_MS;
    const changed = table.turn(ticks());
    if (told.state === "think") thought += performance.now() - begun;
    if (changed) tell(JSON.parse(changed));
  } catch (error) {
    fail(error);
    return;
  }
  light.draw(now - last);
  last = now;
  requestAnimationFrame(turn);
}

function fail(error) {
  if (failed) return;
  failed = true;
  console.error(error);
  $("status").textContent = "The board has stopped. Reload the page: the game goes on where it was.";
}

// ---- buttons

const pressed = new Set();

function press(source) {
  sound.wake();
  if (!table || pressed.has(source)) return;
  pressed.add(source);
  table.event(DOWN | source, ticks());
  mark(source, true);
}

function release(source) {
  if (!pressed.delete(source)) return;
  table.event(UP | source, ticks());
  mark(source, false);
}

const mark = (source, on) => document.querySelector(`[data-source="${source}"]`)?.classList.toggle("down", on);

function makeButtons() {
  const place = $("columns");
  for (let column = 0; column < columns; column++) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = column + 1;
    button.dataset.source = column;
    button.setAttribute("aria-label", `Column ${column + 1}`);
    place.append(button);
  }
  for (const button of document.querySelectorAll("[data-source]")) {
    const source = +button.dataset.source;
    button.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      button.setPointerCapture(event.pointerId);
      press(source);
    });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
      button.addEventListener(kind, () => release(source));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    // a screen reader's click comes without a pointer, and without a key of ours
    button.addEventListener("click", (event) => {
      if (event.detail === 0 && !pressed.has(source) && event.isTrusted && !keyed) tap(source);
    });
  }
  // a touch on the light is a press of the column below
  $("light").addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const column = light ? light.columnAt(event.offsetX / event.currentTarget.clientWidth) : -1;
    if (column < 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    press(column);
    const end = () => release(column);
    event.currentTarget.addEventListener("lostpointercapture", end, { once: true });
  });
}

function tap(source) {
  press(source);
  setTimeout(() => release(source), 60 / speed);
}

let keyed = false;                  // a key is down that presses the button in focus

function sourcesOf(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return [];
  const name = event.key.toLowerCase(), column = +name - 1;
  if (name.length === 1 && column >= 0 && column < columns) return [column];
  if (name === "m") return [MENU];
  if (name === "u") return [UNDO];
  if (name === "b") return [MENU, UNDO];
  const focused = document.activeElement?.dataset?.source;
  if ((name === "enter" || name === " ") && focused !== undefined) return [+focused];
  return [];
}

const keys = new Map();

function listenToKeys() {
  addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select, textarea")) return;
    const sources = sourcesOf(event);
    if (sources.length) {
      event.preventDefault();
      if (!event.repeat) {
        keyed = true;
        keys.set(event.code, sources);
        sources.forEach(press);
      }
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const all = [...document.querySelectorAll("#columns button")];
      const at = all.indexOf(document.activeElement);
      const step = event.key === "ArrowLeft" ? -1 : 1;
      all[at < 0 ? columns >> 1 : (at + step + columns) % columns].focus();
      event.preventDefault();
    }
  });
  addEventListener("keyup", (event) => {
    (keys.get(event.code) || []).forEach(release);
    keys.delete(event.code);
    keyed = keys.size > 0;
  });
  addEventListener("blur", () => {
    [...pressed].forEach(release);
    keys.clear();
    keyed = false;
  });
}

// ---- what is said

function tell(now) {
  const before = told;
  told = now;
  const words = sentence(now, before);
  if (words && words !== $("status").textContent) {
    $("status").textContent = words;
    log.push(words.split(". ")[0].replace(/\.?$/, "."));        // of "Red played 4. Yellow ..." the first part
    if (log.length > 200) log.shift();
    $("log").textContent = log.slice(-8).join("\n");
  }
  if (now.nodes && now.state !== "think") {
    $("figures").textContent = `The computer looked at ${now.nodes.toLocaleString("en")} positions`
      + (now.depth ? `, ${now.depth} moves ahead.` : ".");
  }
  showOptions(now.menu);
  $("moves").value = now.moves;
  $("game").textContent = `${now.variant}, ${now.level}`;
  $("score").textContent = now.score.map((points, k) => `${SEATS[k + 1]} ${points}`).join(" · ");
  label(now);
  document.body.dataset.state = now.state;
}

// What has been played since the last sentence. Choices of simultaneous play are told with their round only.
let toldMoves = [], mover = 0;

function playedWords(now) {
  const moves = now.moves.split(" ").filter(Boolean), before = toldMoves;
  const one = moves.length === before.length + 1 && mover && !now.moves.includes("/");
  const words = one ? `${SEATS[mover]} played ${moves.at(-1)}. ` : "";
  toldMoves = moves;
  mover = now.turn;
  return words;
}

function sentence(now, before) {
  const who = SEATS[now.turn];
  if (now.state === "fall") return "";
  const played = playedWords(now);
  switch (now.state) {
    case "attract": return now.offered ? "A game waits. Press a column to go on." : "Press a column to start.";
    case "turn": return `${played}${now.cpu ? who + " is the computer's." : `Your move: ${who}.`}`;
    case "think": return `${played}${who}, the computer, is thinking.`;
    case "over": return `${played}${now.result === "draw" ? "A draw." : resultWords(now)}`;
    case "rewound": return `Taken back: ${toldMoves.length} moves are left. ${who} is to move.`;
    case "menu": return menuSentence(now.menu, before.state !== "menu");
    case "round": return "A round is over. Press a column for the next.";
    case "toddler": return "Every press makes light and sound. Hold MENU to end.";
    default: return played;
  }
}

function menuSentence([page, options], opened) {
  const chosen = options.filter(([, , is]) => is).map(([, words]) => words).join(", ");
  const how = opened ? " Columns choose, MENU turns the page, hold MENU to leave." : "";
  return `Menu, ${page}${chosen ? ": " + chosen : ""}.${how}`;
}

// What the columns choose, as buttons that press them; their names say it too.
function showOptions(menu) {
  const place = $("options"), options = menu ? menu[1] : [];
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.column : null;
  place.hidden = !options.length;
  place.replaceChildren(...options.map(([column, words, chosen]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `${column + 1} ${words}`;
    button.dataset.column = column;
    button.setAttribute("aria-pressed", chosen);
    button.addEventListener("click", () => tap(column));
    return button;
  }));
  if (focused !== null) place.querySelector(`[data-column="${focused}"]`)?.focus();
  for (const button of document.querySelectorAll("#columns button")) {
    const column = +button.dataset.source, option = options.find(([of]) => of === column);
    const says = menu ? option?.[1] : columnWords(told)[column - told.left];
    button.setAttribute("aria-label", `Column ${column + 1}${says ? ": " + says : ""}`);
  }
}

function resultWords(now) {
  const seat = SEATS.findIndex((name) => name && now.result.toLowerCase().includes(name.toLowerCase()));
  const number = seat > 0 ? seat : +(now.result.match(/[123]/) || [0])[0];
  return number ? `${SEATS[number]} has won.` : now.result;
}

// The board in words: each column that holds something, from below; of 3-D, whose board has layers, the moves.
function label(now) {
  const words = columnWords(now).map((said, k) => (said ? `Column ${k + 1 + now.left}: ${said}` : "")).filter(Boolean);
  const moves = Array.isArray(now.board[0]) && now.moves ? `Moves: ${now.moves}` : "";
  $("light").setAttribute("aria-label", `The board. ${words.join(". ") || moves || "No disc"}.`);
}

function columnWords({ board }) {
  if (!board.length || Array.isArray(board[0])) return [];
  return Array.from(board[0], (_, k) => inWords(board.map((row) => SEATS[+row[k]] || "").reverse()));
}

// Discs from below; where one floats, the rows are named.
function inWords(cells) {
  const discs = cells.flatMap((name, row) => (name ? [{ name: name.toLowerCase(), row }] : []));
  const floats = discs.some(({ row }, at) => row !== at);
  return discs.map(({ name, row }) => (floats ? `${name} in row ${row + 1}` : name)).join(", ");
}

// ---- the page

function choosePanel() {
  const select = $("panel");
  select.value = panel;
  select.addEventListener("change", () => {
    query.set("panel", select.value);
    location.search = query;
  });
}

document.body.style.setProperty("--columns", columns);
document.body.style.setProperty("--rows", rows + (rail ? 0.5 : 0));
if (matchMedia("(min-width: 1100px)").matches) document.querySelectorAll("details").forEach((part) => { part.open = true; });
makeButtons();
listenToKeys();
choosePanel();
const calm = matchMedia("(prefers-reduced-motion: reduce)");
start().then(() => {
  const follow = () => { light.calm = calm.matches; };
  calm.addEventListener("change", follow);
  follow();
  new ResizeObserver(() => light.fit()).observe($("light"));
  if ("serviceWorker" in navigator && location.protocol !== "file:" && !query.has("fresh")) {
    navigator.serviceWorker.register("worker.js").catch((error) => console.info("not kept for offline use:", error.message));
  }
}).catch(fail);

// for tests and the curious
window.litfour = {
  get state() { return told; },
  get frames() { return light.frames; },
  get search() { return JSON.parse(table.search()); },
  get light() { return [...light.shown]; },
  get thought() { return thought; },
  get tunes() { return sound.started; },
  log,
};
