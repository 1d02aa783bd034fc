// The page's own board: MicroPython runs the firmware here. `litfour play --web` serves remote.mjs under this name: the
// same face to board.mjs, with a board elsewhere.
//
// connect(query) resolves to a driver:
//   panel, rail, speed   of the board; fixed: the page can't choose the panel
//   knows                false where only the light is known, not the game
//   plays                false where presses are refused (then `refusal` says why)
//   source               words about where the light comes from, "" for here
//   start(page)          resolves when it runs. page: show(frame, brightness), tell(state), play(tune, volume), silence(),
//                        say(source) new words for `source`, fail(error)
//   event(code)          of ports.py
//   turn()               once a refresh of the screen
//   ask(name, given)     resolves to the answer to a question of told.py
import { loadMicroPython } from "./micropython.mjs";
import * as kernels from "./kernels.mjs";

const TICKS = 2 ** 30;
const TABLE_BYTES = 98304;                                  // of Perfect's, see engine/solver.py
const THINK_BUDGET_MS = 12;                                 // of a screen refresh, so that the page stays alive
const PANELS = ["7x6", "8x8", "9x6", "9x9"];

export async function connect(query) {
  return new Driver(query);
}

class Driver {
  constructor(query) {
    this.query = query;
    this.panel = PANELS.includes(query.get("panel")) ? query.get("panel") : "7x6";
    this.rail = query.has("rail");
    this.speed = Math.min(Math.max(+query.get("speed") || 1, 0.1), 10);
    this.fixed = false;
    this.knows = this.plays = true;
    this.source = "";
    this.hurryAt = 0;
    this.table = null;
  }

  ticks() {
    return Math.floor(performance.now() * this.speed) % TICKS;
  }

  event(code) {
    this.table?.event(code, this.ticks());
  }

  turn() {
    this.hurryAt = performance.now() + THINK_BUDGET_MS;
    const changed = this.table.turn(this.ticks());
    if (changed) this.page.tell(JSON.parse(changed));
  }

  async ask(name, given = null) {
    return JSON.parse(this.table.ask(name, JSON.stringify(given)));
  }

  async start(page) {
    this.page = page;
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
    python.registerJsModule("litfour_page", this.ports(python._module, solver));
    python.runPython([
      "import sys", "sys.path.insert(0, '/')", "import litfour_page", "from host_tools.web.litfour_web import Table",
      "from uctypes import addressof", "make = lambda *given: Table(litfour_page, addressof, *given)",
    ].join("\n"));
    const query = this.query;
    const seed = query.has("seed") ? +query.get("seed") : crypto.getRandomValues(new Uint32Array(1))[0] >>> 2;
    this.table = python.globals.get("make")(this.panel, this.rail, seed, this.ticks(), !!solver);
    if ("serviceWorker" in navigator && location.protocol !== "file:" && !query.has("fresh")) {
      navigator.serviceWorker.register("worker.js").catch((error) => console.info("not kept for offline use:", error.message));
    }
  }

  // What litfour_web.py calls `page`.
  ports(memory, solver) {
    const { page, panel, rail } = this;
    const size = 3 * (panel[0] * panel[2] + (rail ? +panel[0] : 0));
    const key = (name) => `litfour.${panel}${rail ? "+rail" : ""}.${name}`;
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
      show: (address, brightness) => page.show(memory.HEAPU8.subarray(address, address + size), brightness),
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
      play: (tune, volume) => page.play(tune, volume),
      silence: () => page.silence(),
      hurry: () => performance.now() > this.hurryAt,
      kernels: views("kernels"),
      games_kernel: views("games_kernel"),
      rounds_kernel: views("rounds_kernel"),
      solver: solver && ((address, words, table) => solver(new Uint32Array(memory.HEAPU8.buffer), address, words, table)),
    };
  }
}

// Perfect's node loop has memory of its own, and two tables there: the board's and the analysis's. The block is carried
// over and back.
async function loadSolver() {
  if (!kernels.perfect) return null;
  const { instance } = await WebAssembly.instantiate(await fetched("solver.wasm", "arrayBuffer"));
  const { memory, solver_run, __heap_base } = instance.exports;
  const at = (__heap_base.value + 15) & ~15, tableAt = at + 8192;
  if (tableAt + 2 * TABLE_BYTES > memory.buffer.byteLength) throw new Error("solver.wasm has too little memory");
  return (heap, address, words, table) => {
    const own = new Uint32Array(memory.buffer, at, words), block = heap.subarray(address >>> 2, (address >>> 2) + words);
    own.set(block);
    const state = solver_run(at, tableAt + table * TABLE_BYTES);
    block.set(own);
    return state;
  };
}

async function fetched(name, kind) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer[kind]();
}
