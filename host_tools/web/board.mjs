// The page: what a board shows, says and plays, and what is pressed on it. The board itself is behind driver.mjs.
import { connect } from "./driver.mjs";
import { Buttons } from "./buttons.mjs";
import { Light } from "./light.mjs";
import { Panel } from "./panel.mjs";
import { Sound } from "./sound.mjs";
import { SEATS, boardWords, columnWords, sentence } from "./words.mjs";

const $ = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const slot = query.has("slot");
const sound = new Sound();
const log = [];
let driver, light, buttons, panel, told = {};

async function start() {
  driver = await connect(query);
  const { rail } = driver;
  const columns = +driver.panel[0], rows = +driver.panel[2];
  document.body.style.setProperty("--columns", columns);
  document.body.style.setProperty("--rows", rows + (rail ? 0.5 : 0));
  say(driver.source);
  light = new Light($("light"), columns, rows, rail);
  panel = new Panel((name, given) => driver.ask(name, given), light, log);
  buttons = new Buttons({
    columns, slot, speed: driver.speed,
    send: (event) => {
      sound.wake();
      if (driver.plays) driver.event(event);
      else $("status").textContent = driver.refusal;
    },
    columnAt: (part) => light.columnAt(part),
  });
  choosePanel();
  chooseSlot();
  followMotion();
  new ResizeObserver(() => light.fit()).observe($("light"));
  await driver.start({
    show: (frame, brightness) => light.take(frame, brightness),
    tell,
    play: (tune, volume) => sound.play(tune, volume),
    silence: () => sound.silence(),
    say, fail,
  });
  if (!driver.knows) showLightOnly();
  performance.mark("ready");
  document.body.dataset.ready = "yes";
  requestAnimationFrame(turn);
}

// Of a board whose game is not known: no words about it, and no parts that would tell of it.
function showLightOnly() {
  document.body.classList.add("unknowing");
  $("status").textContent = driver.refusal || "Press a column to start.";
  $("light").setAttribute("aria-label", "The board's light. What it means is not known here.");
}

// Where the light comes from.
function say(source) {
  $("source").textContent = source;
  $("source").hidden = !source;
}

// ---- the loop

let last = 0, failed = false, thought = 0;

function turn(now) {
  try {
    const begun = performance.now(), thinks = told.state === "think";
    driver.turn();
    if (thinks) thought += performance.now() - begun;
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
  $("status").textContent = error.words ?? "The board has stopped. Reload the page: the game goes on where it was.";
}

// ---- what is said

function tell(now) {
  const before = told;
  told = now;
  const words = sentence(now, before);
  if (words && words !== $("status").textContent) {
    $("status").textContent = words;
    panel.write(words.split(". ")[0].replace(/\.?$/, "."));        // of "Red played 4. Yellow ..." the first part
  }
  showOptions(now.menu);
  panel.tell(now);
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
  select.value = driver.panel;
  select.disabled = driver.fixed;
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

function followMotion() {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const follow = () => { light.calm = calm.matches; };
  calm.addEventListener("change", follow);
  follow();
}

if (matchMedia("(min-width: 1100px)").matches) document.querySelectorAll("details").forEach((part) => { part.open = true; });
start().catch(fail);

// for tests and the curious
window.litfour = {
  get state() { return told; },
  get frames() { return light.frames; },
  get search() { return driver.ask("search"); },
  get light() { return [...light.shown]; },
  get thought() { return thought; },
  get tunes() { return sound.started; },
  log,
};
