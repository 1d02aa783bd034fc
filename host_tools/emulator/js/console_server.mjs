// The console on a TCP port of this machine, while emulated time keeps to real time or falls behind it.
import net from 'node:net';

const SLICE_MS = 0.2;        // emulated
const BURST_MS = 10;         // real time between looks at the sockets

export class ConsoleServer {
  constructor(pico) {
    this.pico = pico;
    this.socket = null;
    this.stopped = false;
    this.server = net.createServer((socket) => this.#accept(socket));
  }

  // listens on `port` (0: any) and calls ready with the port, the board runs from then on; or calls failed with an error
  start(port, ready, failed) {
    this.server.once('error', failed);
    this.pico.onText = (text) => this.socket?.write(Buffer.from(text, 'latin1'));
    this.server.listen(port, '127.0.0.1', () => {
      this.#synchronise();
      this.#turn();
      ready(this.server.address().port);
    });
  }

  stop() {
    this.stopped = true;
    this.pico.onText = null;
    this.socket?.destroy();
    this.server.close();
  }

  #accept(socket) {
    this.socket?.destroy();
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.pico.chip.console.send(bytes));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.socket === socket) this.socket = null;
    });
  }

  #synchronise() {
    this.realStart = performance.now();
    this.emulatedStart = this.pico.ms;
  }

  // ms by which emulated time is ahead; time that was lost is never made up for, as hosts count real seconds
  #ahead() {
    const ahead = this.pico.ms - this.emulatedStart - (performance.now() - this.realStart);
    if (ahead < -50) this.#synchronise();
    return ahead;
  }

  #turn() {
    if (this.stopped) return;
    const until = performance.now() + BURST_MS;
    while (performance.now() < until && this.#ahead() <= 0) {
      if (this.pico.run(SLICE_MS) === 'cut') {
        this.stop();
        return;
      }
    }
    const ahead = this.#ahead();
    if (ahead > 0.5) setTimeout(() => this.#turn(), Math.min(ahead, 10));
    else setImmediate(() => this.#turn());
  }
}
