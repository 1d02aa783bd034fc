// The page's board: loads MicroPython and the firmware, gives them ports, and turns the firmware's loop.
import { loadMicroPython } from "./micropython.mjs";
import * as kernels from "./kernels.mjs";
import { Buttons } from "./buttons.mjs";
import { Light } from "./light.mjs";
import { Sound } from "./sound.mjs";
import { SEATS, boardWords, columnWords, sentence } from "./words.mjs";

const TICKS = 2 ** 30;
const THINK_BUDGET_MS = 12;                                 // of a screen refresh, so that the page stays alive
const PANELS = ["7x6", "8x8", "9x6", "9x9"];
const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const panel = PANELS.includes(query.get("panel")) ? query.get("panel") : "7x6";
const rail = query.has("rail"), slot = query.has("slot");
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
  $("light").setAttribute("aria-label", boardWords(now));
  document.body.dataset.state = now.state;
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
    button.addEventListener("click", () => buttons.tap(column));
    return button;
  }));
  if (focused !== null) place.querySelector(`[data-column="${focused}"]`)?.focus();
  for (const button of document.querySelectorAll("#columns button")) {
    const column = +button.dataset.source, option = options.find(([of]) => of === column);
    const says = menu ? option?.[1] : columnWords(told)[column - told.left];
    button.setAttribute("aria-label", `Column ${column + 1}${says ? ": " + says : ""}`);
  }
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

// The slot above the board, where discs fall through beams.
function chooseSlot() {
  const box = $("slot");
  box.checked = slot;
  document.body.classList.toggle("slot", slot);
  box.addEventListener("change", () => {
    if (box.checked) query.set("slot", "");
    else query.delete("slot");
    location.search = query;
  });
}

document.body.style.setProperty("--columns", columns);
document.body.style.setProperty("--rows", rows + (rail ? 0.5 : 0));
if (matchMedia("(min-width: 1100px)").matches) document.querySelectorAll("details").forEach((part) => { part.open = true; });
const buttons = new Buttons({
  columns, slot, speed,
  send: (event) => {
    sound.wake();
    table?.event(event, ticks());
  },
  columnAt: (part) => (light ? light.columnAt(part) : -1),
});
choosePanel();
chooseSlot();
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
