// The piezo: tunes of the firmware (pairs of pitch and length in 10 ms; pitch 1 is C5, 0 a rest) as square waves.
export class Sound {
  constructor() {
    this.context = null;            // browsers give sound only after a touch
    this.playing = null;
    this.started = 0;               // tunes, for whoever wants to know
  }

  wake() {
    if (!this.context && window.AudioContext) this.context = new AudioContext();
    if (this.context?.state === "suspended") this.context.resume().catch(() => {});
  }

  // tune: hex text; volume: 0 .. 255, as of ports.py.
  play(tune, volume) {
    this.silence();
    this.started++;
    const context = this.context;
    if (!context || context.state !== "running" || !volume) return;
    const wave = context.createOscillator(), loudness = context.createGain();
    let at = context.currentTime + 0.005;
    wave.type = "square";
    loudness.gain.value = 0;
    for (let i = 0; i + 3 < tune.length; i += 4) {
      const pitch = parseInt(tune.slice(i, i + 2), 16), length = parseInt(tune.slice(i + 2, i + 4), 16) / 100;
      if (pitch) wave.frequency.setValueAtTime(523.25 * 2 ** ((pitch - 1) / 12), at);
      loudness.gain.setValueAtTime(pitch ? 0.12 * (volume / 128) ** 2 : 0, at);
      at += length;
    }
    loudness.gain.setValueAtTime(0, at);
    wave.connect(loudness).connect(context.destination);
    wave.start();
    wave.stop(at + 0.02);
    this.playing = wave;
  }

  silence() {
    this.playing?.stop();
    this.playing = null;
  }
}
