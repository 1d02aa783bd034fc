// The buttons: pointers, keys and screen readers press them. What they send are the events of ports.py.
const MENU = 18, UNDO = 19;
const DOWN = 32, UP = 64, PASS = 96;
const TAP_MS = 60;

export class Buttons {
  // send(event): into the board's inputs. columnAt(part): the column at a part of the light's width, -1 for none.
  // slot: a touch on the light is a disc through the column's beam, else a press of the column's button.
  constructor({ columns, slot, speed, send, columnAt }) {
    Object.assign(this, { columns, slot, speed, send, columnAt });
    this.pressed = new Set();
    this.keys = new Map();              // code of a key that is down -> its sources
    this.makeColumns(document.getElementById("columns"));
    for (const button of document.querySelectorAll("[data-source]")) this.listen(button, +button.dataset.source);
    this.listenToLight(document.getElementById("light"));
    addEventListener("keydown", (event) => this.keyDown(event));
    addEventListener("keyup", (event) => this.keyUp(event));
    addEventListener("blur", () => this.releaseAll());
  }

  press(source) {
    if (this.pressed.has(source)) return;
    this.pressed.add(source);
    this.send(DOWN | source);
    this.mark(source, true);
  }

  release(source) {
    if (!this.pressed.delete(source)) return;
    this.send(UP | source);
    this.mark(source, false);
  }

  releaseAll() {
    [...this.pressed].forEach((source) => this.release(source));
    this.keys.clear();
  }

  tap(source) {
    this.press(source);
    setTimeout(() => this.release(source), TAP_MS / this.speed);
  }

  mark(source, on) {
    document.querySelector(`[data-source="${source}"]`)?.classList.toggle("down", on);
  }

  makeColumns(place) {
    for (let column = 0; column < this.columns; column++) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = column + 1;
      button.dataset.source = column;
      button.setAttribute("aria-label", `Column ${column + 1}`);
      place.append(button);
    }
  }

  listen(button, source) {
    button.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      button.setPointerCapture(event.pointerId);
      this.press(source);
    });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
      button.addEventListener(kind, () => this.release(source));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    // a screen reader's click comes without a pointer and without a key of ours
    button.addEventListener("click", (event) => {
      if (event.detail === 0 && !this.pressed.has(source) && !this.keys.size) this.tap(source);
    });
  }

  listenToLight(light) {
    light.addEventListener("pointerdown", (event) => {
      const column = event.button ? -1 : this.columnAt(event.offsetX / light.clientWidth);
      if (column < 0) return;
      if (this.slot) {
        this.send(PASS | column);
        return;
      }
      light.setPointerCapture(event.pointerId);
      this.press(column);
      const lifted = (other) => {
        if (other.pointerId !== event.pointerId) return;        // of another finger
        light.removeEventListener("lostpointercapture", lifted);
        this.release(column);
      };
      light.addEventListener("lostpointercapture", lifted);
    });
  }

  sourcesOf(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return [];
    const name = event.key.toLowerCase(), column = +name - 1;
    if (name.length === 1 && column >= 0 && column < this.columns) return [column];
    const focused = document.activeElement?.dataset?.source;
    if ((name === "enter" || name === " ") && focused !== undefined) return [+focused];
    return { m: [MENU], u: [UNDO], b: [MENU, UNDO] }[name] ?? [];
  }

  keyDown(event) {
    if (event.target.matches?.("textarea, input:not([type=checkbox]), select")) return;
    const sources = this.sourcesOf(event);
    if (sources.length) {
      event.preventDefault();
      if (event.repeat) return;
      this.keys.set(event.code, sources);
      sources.forEach((source) => this.press(source));
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      this.moveFocus(event.key === "ArrowLeft" ? -1 : 1);
    }
  }

  keyUp(event) {
    (this.keys.get(event.code) ?? []).forEach((source) => this.release(source));
    this.keys.delete(event.code);
  }

  // Along the columns, from the middle one.
  moveFocus(step) {
    const all = [...document.querySelectorAll("#columns button")], at = all.indexOf(document.activeElement);
    all[at < 0 ? this.columns >> 1 : (at + step + this.columns) % this.columns].focus();
  }
}
