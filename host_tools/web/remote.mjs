// A board elsewhere, over the websocket of `litfour play --web`, which serves this as driver.mjs. See there for the face,
// and host_tools/web_server.py for the messages.
const GONE = "The board is gone: `litfour play --web` has ended. Start it again and reload the page.";

export function connect() {
  return new Promise((resolve, reject) => {
    const driver = new Driver(new WebSocket(`ws://${location.host}/board`));
    driver.greeted = () => resolve(driver);
    driver.lost = reject;
  });
}

class Driver {
  constructor(socket) {
    this.socket = socket;
    this.fixed = true;
    this.early = [];                    // what came before start()
    this.questions = new Map();         // number -> [resolve, reject]
    this.asked = 0;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => this.hear(data));
    socket.addEventListener("close", ({ reason }) => this.end(reason || GONE));
  }

  async start(page) {
    this.page = page;
    this.early.splice(0).forEach((data) => this.take(data));
  }

  event(code) {
    this.send({ event: code });
  }

  turn() {}

  ask(name, given = null) {
    return new Promise((...way) => {
      if (this.socket.readyState !== WebSocket.OPEN) throw new Error(GONE);
      this.questions.set(++this.asked, way);
      this.send({ ask: name, given, number: this.asked });
    });
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  hear(data) {
    const message = typeof data === "string" ? JSON.parse(data) : null;
    if (message?.hello) {
      Object.assign(this, message.hello);
      this.greeted();
    } else if (message?.number) {
      this.questions.get(message.number)?.[0](message.answer);
      this.questions.delete(message.number);
    } else if (this.page) {
      this.take(data);
    } else {
      this.early.push(data);
    }
  }

  // What is acknowledged: the server sends no more than a few ahead of that.
  take(data) {
    if (typeof data !== "string") {
      const bytes = new Uint8Array(data);
      this.page.show(bytes.subarray(1), bytes[0]);
    } else {
      const message = JSON.parse(data);
      if (message.told) this.page.tell(message.told);
      if (message.tune !== undefined) this.page.play(message.tune, message.volume);
      if (message.silence) this.page.silence();
      if (message.source !== undefined) this.page.say(message.source);
    }
    this.send({ got: 1 });
  }

  end(words) {
    const error = Object.assign(new Error(words), { words });
    this.questions.forEach(([, refuse]) => refuse(error));
    this.questions.clear();
    if (this.page) this.page.fail(error);
    else this.lost(error);
  }
}
