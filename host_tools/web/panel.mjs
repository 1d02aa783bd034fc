// The side panel: the game as text, what the search found and the moves are worth, frames, current, and the log.
import { onPanel } from "./words.mjs";

const EVERY_MS = 250;               // while it is open
const IN_ORDER = 18;                // so many moves are listed as the columns lie, of more the best
const LISTED = 12;
const CLEAR = 2000;                 // a guess beyond this is as good as decided
const LOG_LINES = 200;
const LONGEST = 5001;               // characters of a game, and one more, which is too long
const $ = (id) => document.getElementById(id);

export class Panel {
  // ask(name, given): of the driver. light: counts its frames. log: lines, oldest first, for whoever wants to know.
  constructor(ask, light, log) {
    Object.assign(this, { ask, light, log });
    this.state = {};
    this.counted = null;
    this.listed = "";
    $("copy").addEventListener("click", () => this.copy());
    $("paste").addEventListener("click", () => this.paste());
    $("pasted").addEventListener("input", () => this.sayPasted(""));
    $("analyse").addEventListener("change", () => this.refresh());
    $("side").addEventListener("toggle", () => this.refresh());
    setInterval(() => this.refresh(), EVERY_MS);
  }

  // A new state of the board.
  tell(state) {
    this.state = state;
    $("moves").value = state.moves;
    $("game").textContent = `${state.variant}, ${state.level}`;
  }

  // A line for the log.
  write(line) {
    this.log.push(line);
    if (this.log.length > LOG_LINES) this.log.shift();
    const place = $("log"), below = place.scrollHeight - place.scrollTop - place.clientHeight < 8;
    place.textContent = this.log.join("\n");
    if (below) place.scrollTop = place.scrollHeight;
  }

  // Asks anew for all that changes by itself; not while the last answers are on their way.
  async refresh() {
    if (!$("side").open || document.hidden || this.busy || !document.body.dataset.ready) return;
    this.busy = true;
    try {
      this.showFrames();
      const figures = await this.ask("figures");
      this.showCurrent(figures[0]);
      this.showSearch(figures[1]);
      const wanted = $("analyse").checked;
      this.showScores(wanted ? await this.ask("scores") : null);
    } catch (error) {
      console.info("the side panel has no answer:", error.message);     // the board is gone, and the page says so
    } finally {
      this.busy = false;
    }
  }

  // ---- figures

  showFrames() {
    const now = { at: performance.now(), taken: this.light.taken, refreshes: this.light.refreshes }, before = this.counted;
    if (before && now.at - before.at < 900) return;
    this.counted = now;
    if (!before) return;
    const rate = (name) => Math.round(1000 * (now[name] - before[name]) / (now.at - before.at));
    $("frames").textContent = `${rate("taken")} a second of the firmware, ${rate("refreshes")} of the screen`;
  }

  showCurrent(current) {
    $("current").hidden = !current;
    if (!current) return;
    const [ma, budget, free] = current, meter = $("current").querySelector("meter");
    meter.max = budget;
    meter.value = ma;
    $("current").querySelector("span").textContent = `${ma} of ${budget} mA`
      + (free > budget ? `; without the limit ${free} mA` : "");
  }

  showSearch(found) {
    if (!found) {
      $("search").textContent = this.state.variant ? "not told: choices are secret" : "";
      return;
    }
    const [nodes, depth, proved, works, source] = found;
    if (!nodes && !works) {
      $("search").textContent = !proved ? "at rest" : source === "book" ? "from the book, proved" : "seen at once, proved";
      return;
    }
    $("search").textContent = [works ? "at work: " : "", `${nodes.toLocaleString("en")} positions`,
      depth ? `, ${depth} moves ahead` : "", proved ? ", proved" : ", not proved"].join("");
  }

  // ---- what the moves are worth

  showScores(answer) {
    const text = JSON.stringify([answer, this.state.left]);
    if (text === this.listed) return;
    this.listed = text;
    const moves = answer?.moves ?? [];
    $("scores").hidden = !moves.length;
    $("scores-said").textContent = !answer ? "" : answer.error ? sentence(answer.error) :
      !moves.length ? "Nothing is left to play." : answer.done ? "" : "Still looking deeper.";
    $("scores").tBodies[0].replaceChildren(...listed(moves).map(([move, worth, kind, best]) => {
      const row = document.createElement("tr"), name = document.createElement("th"), value = document.createElement("td");
      name.scope = "row";
      name.textContent = onPanel(move, this.state.left);
      value.textContent = worth;
      row.className = kind + (best ? " best" : "");
      row.append(name, value);
      return row;
    }));
    $("scores").caption.textContent = moves.length > IN_ORDER ? `The best of ${moves.length} moves` : "Every move";
  }

  // ---- copy and paste

  async copy() {
    const text = await this.ask("game");
    $("moves").value = text;            // for a hand, where the clipboard is not allowed
    try {
      await navigator.clipboard.writeText(text);
      this.sayPasted("Copied.");
    } catch {
      $("moves").select();
      this.sayPasted("It is marked: copy it with your keyboard or menu.");
    }
  }

  async paste() {
    const text = $("pasted").value.replace(/\s+/g, " ").replace(/[^ -~]/g, "?").slice(0, LONGEST);
    const answer = await this.ask("paste", text);
    if (answer.error) {
      this.sayPasted(sentence(answer.error), true);
      return;
    }
    const [before, over] = answer;
    $("pasted").value = "";
    this.write(`A game was pasted. Before it: ${before}`);
    this.sayPasted(over ? "It lies on the board, one move before its end: press a column, then hold UNDO."
      : "It lies on the board: press a column to go on.");
  }

  sayPasted(words, wrong = false) {
    $("pasted-said").textContent = words;
    $("pasted-said").classList.toggle("wrong", wrong);
    $("pasted").setAttribute("aria-invalid", wrong);
  }
}

function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

// [move, its worth in words, class, best or not] of the moves of analysis.py.
export function listed(moves) {
  const most = Math.max(...moves.map(rank));
  const shown = moves.length > IN_ORDER ? [...moves].sort((a, b) => rank(b) - rank(a)).slice(0, LISTED) : moves;
  return shown.map((each) => [each[0], worth(each), kindOf(each), rank(each) === most && most > -Infinity]);
}

function kindOf([, outcome, , , guess]) {
  return { 1: "win", 0: "draw", [-1]: "loss" }[outcome] ?? (guess === null ? "unknown" : "guess");
}

function rank([, outcome, plies, , guess]) {
  if (outcome === null) return guess ?? -Infinity;
  return outcome * (20000 - plies);
}

export function worth([, outcome, plies, exact, guess]) {
  if (outcome === 0) return "draw";
  if (outcome) {
    const moves = (plies + 1) >> 1;
    return (outcome > 0 ? "wins" : "loses") + (plies ? ` ${exact ? "in" : "within"} ${moves} move${moves > 1 ? "s" : ""}` : "");
  }
  if (guess === null) return "…";
  if (Math.abs(guess) >= CLEAR) return guess > 0 ? "looks won" : "looks lost";
  return guess ? `about ${guess > 0 ? "+" : "−"}${Math.abs(guess)}` : "about even";
}
