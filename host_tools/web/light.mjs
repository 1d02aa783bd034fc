// The lit front: frames (red, green, blue of every cell from the bottom left, then of the rail) onto a canvas.
const HOLE = 0.435;             // radius of a cell's hole, in cells
const RAIL = 0.11;
const EDGE = 0.22;              // of the front around the cells, in cells: room for their glow

export class Light {
  // Draws into `canvas` for a panel of columns x rows; `calm`: changes fade in slowly and nothing flickers.
  constructor(canvas, columns, rows, rail) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.columns = columns;
    this.rows = rows;
    this.height = rows + (rail ? 0.5 : 0);
    this.cells = columns * rows;
    this.size = 3 * (this.cells + (rail ? columns : 0));
    this.shown = new Float32Array(this.size);
    this.target = new Uint8Array(this.size);
    this.exposure = 1;
    this.calm = false;
    this.frames = 0;                // drawn
    this.taken = 0;                 // of the board
    this.refreshes = 0;             // of the screen
    this.small = new OffscreenCanvas(columns + 2, rows + 2);
    this.smallContext = this.small.getContext("2d");
    this.fit();
  }

  // Takes over the size that the page gives the canvas.
  fit() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
    this.pitch = width / (this.columns + 2 * EDGE);
    this.edge = EDGE * this.pitch;
    this.canvas.width = width;
    this.canvas.height = Math.round(this.pitch * (this.height + 2 * EDGE));
    this.front = this.paintFront();
    this.dirty = true;
  }

  // brightness: the display's scale; eyes follow most of a change of it.
  take(frame, brightness) {
    this.taken++;
    this.target.set(frame.subarray(0, this.size));
    this.exposure = Math.min(1.15, (Math.max(brightness, 1) / 110) ** 0.4);
    this.dirty = true;
  }

  centre(cell) {
    const p = this.pitch;
    const down = this.rows - Math.floor(cell / this.columns) - 0.5;
    return [this.edge + (cell % this.columns + 0.5) * p, this.edge + down * p];
  }

  railCentre(k) {
    return [this.edge + (k + 0.5) * this.pitch, this.edge + (this.rows + 0.25) * this.pitch];
  }

  // The column at a place of the canvas, from its left, as a part of its width; -1 beside them.
  columnAt(part) {
    const column = Math.floor(part * (this.columns + 2 * EDGE) - EDGE);
    return column < this.columns ? column : -1;
  }

  // Once a screen refresh; `ms` since the last one.
  draw(ms) {
    this.refreshes++;
    if (!this.dirty) return;
    let still = true;
    const part = this.calm ? 1 - Math.exp(-ms / 350) : 1;
    for (let i = 0; i < this.size; i++) {
      const away = this.target[i] - this.shown[i];
      this.shown[i] += away * part;
      if (Math.abs(away) > 2) still = still && !this.calm;
    }
    this.dirty = !still;
    this.frames++;
    const g = this.context;
    g.globalCompositeOperation = "source-over";
    g.clearRect(0, 0, this.canvas.width, this.canvas.height);
    g.drawImage(this.front, 0, 0);
    for (let cell = 0; cell < this.cells; cell++) this.disc(g, cell, ...this.centre(cell), HOLE * this.pitch);
    for (let k = 0; this.cells + k < this.size / 3; k++) {
      this.disc(g, this.cells + k, ...this.railCentre(k), RAIL * this.pitch);
    }
    this.glow(g);
  }

  colour(i) {
    const scale = this.exposure;
    return [0, 1, 2].map((k) => Math.min(255, this.shown[3 * i + k] * scale));
  }

  disc(g, pixel, x, y, radius) {
    const [r, gr, b] = this.colour(pixel);
    const most = Math.max(r, gr, b);
    if (most < 3) return;
    const heart = (v) => Math.round(Math.min(255, v + most * 0.26)), rim = (v) => Math.round(v * 0.72);
    const fill = g.createRadialGradient(x, y - radius * 0.08, radius * 0.1, x, y, radius);
    fill.addColorStop(0, `rgb(${heart(r)} ${heart(gr)} ${heart(b)})`);
    fill.addColorStop(0.55, `rgb(${Math.round(r)} ${Math.round(gr)} ${Math.round(b)})`);
    fill.addColorStop(1, `rgb(${rim(r)} ${rim(gr)} ${rim(b)})`);
    g.fillStyle = fill;
    g.globalAlpha = Math.min(1, 0.12 + most / 90);
    g.beginPath();
    g.arc(x, y, radius, 0, 7);
    g.fill();
    g.globalAlpha = 1;
  }

  // What every light throws on its surroundings: the frame as a tiny picture, drawn large and soft.
  glow(g) {
    const { columns, rows, pitch } = this;
    const picture = this.smallContext.createImageData(columns + 2, rows + 2);
    for (let cell = 0; cell < this.cells; cell++) {
      const at = 4 * ((rows - Math.floor(cell / columns)) * (columns + 2) + cell % columns + 1);
      const colour = this.colour(cell);
      for (let k = 0; k < 3; k++) picture.data[at + k] = colour[k];
      picture.data[at + 3] = 255;
    }
    this.smallContext.putImageData(picture, 0, 0);
    g.globalCompositeOperation = "lighter";
    g.imageSmoothingEnabled = true;
    g.imageSmoothingQuality = "high";
    g.globalAlpha = 0.24;
    g.drawImage(this.small, this.edge - pitch, this.edge - pitch, pitch * (columns + 2), pitch * (rows + 2));
    g.globalAlpha = 1;
  }

  // The unlit front: its holes, with bevelled rims and smoked diffusers.
  paintFront() {
    const front = new OffscreenCanvas(this.canvas.width, this.canvas.height);
    const g = front.getContext("2d"), p = this.pitch;
    const hole = (x, y, radius) => {
      const ring = (r, dy, style) => {
        g.fillStyle = style;
        g.beginPath();
        g.arc(x, y + dy * radius, r * radius, 0, 7);
        g.fill();
      };
      ring(1.1, 0.03, "#3a4c92");
      ring(1.08, -0.02, "#0d1330");
      ring(1, 0, "#14151b");
      ring(0.93, 0.05, "#1d1e26");
      ring(0.92, -0.03, "#16171d");
    };
    for (let cell = 0; cell < this.cells; cell++) hole(...this.centre(cell), HOLE * p);
    for (let k = 0; this.cells + k < this.size / 3; k++) hole(...this.railCentre(k), RAIL * p);
    return front;
  }
}
