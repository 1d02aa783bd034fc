// The USB console and the host at the other end of the cable, down to the bus: the host may be unplugged, which the
// board sees as a bus that falls silent, be plugged in again, which begins with a reset of the bus, or never ask for what
// the board has to say. It only sends when it has something: rp2040js's own answers each armed buffer with an empty
// packet, which becomes an endless interrupt and slows MicroPython down by a factor of 2 to 10.
import { USBCDC } from 'rp2040js';

const SIE_STATUS = 0x50;
const SUSPENDED = 1 << 4;
const BUFFERS = 0x80;             // control words of the endpoints' buffers: for each one IN, one OUT
const BUFFERS_END = 0x100;
const AVAILABLE = 1 << 10;
const SILENCE_MS = 3;             // of the bus, after which a device calls itself suspended

export class Host {
  constructor() {
    this.plugged = true;
    this.reads = true;            // what the board says on the console
  }
}

export class UsbConsole {
  constructor(chip, onText, host) {
    this.chip = chip;
    this.usb = chip.mcu.usbCtrl;
    this.host = host;
    this.onText = onText;
    this.waiting = [];            // [offset, value] of buffers that the host has not asked for
    this.#clearSuspended();
    const { usb } = this;
    const update = usb.DPRAMUpdated.bind(usb);
    usb.DPRAMUpdated = (offset, value) => {
      if (this.#asks(offset, value)) update(offset, value);
      else this.waiting.push([offset, value]);
    };
    this.update = update;
    this.#begin();
  }

  // the host's side from the start: it knows nothing of the board yet
  #begin() {
    const { usb } = this;
    this.queue = [];              // bytes for the board
    this.wanted = 0;              // size of the buffer that waits for them
    this.connected = false;
    this.cdc = new USBCDC(usb);
    const enabled = usb.onUSBEnabled;
    usb.onUSBEnabled = () => {
      if (this.host.plugged) enabled();
    };
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== this.cdc.outEndpoint) return;
      this.wanted = size;
      this.#give();
    };
    this.cdc.onDeviceConnected = () => {
      this.connected = true;
      this.onText('');
    };
    this.cdc.onSerialData = (bytes) => this.onText(Buffer.from(bytes).toString('latin1'));
  }

  // whether the host wants the buffer of that control word
  #asks(offset, value) {
    if (offset < BUFFERS || offset >= BUFFERS_END || !(value & AVAILABLE)) return true;
    if (!this.host.plugged) return false;
    return this.host.reads || offset !== BUFFERS + 8 * this.cdc.inEndpoint;
  }

  // rp2040js has no suspended bus: its bit is one that the program clears by writing it
  #clearSuspended() {
    const { usb } = this;
    const write = usb.writeUint32.bind(usb);
    usb.writeUint32 = (offset, value) => {
      if (offset === SIE_STATUS && usb.rawWriteValue & SUSPENDED) usb.sieStatus &= ~SUSPENDED;
      write(offset, value);
    };
  }

  // the host has changed: plugged in or out, or it reads or not
  changed(wasPlugged) {
    const { usb, host } = this;
    if (wasPlugged && !host.plugged) {
      usb.resetAlarm.cancel();
      this.wanted = 0;
      this.connected = false;
      this.chip.at(this.chip.ms + SILENCE_MS, () => {
        if (host.plugged) return;
        usb.sieStatus |= SUSPENDED;
        usb.sieStatusUpdated();
      });
    } else if (!wasPlugged && host.plugged) {
      this.waiting = [];
      this.#begin();
      usb.resetDevice();
    } else if (host.plugged && host.reads) {
      for (const [offset, value] of this.waiting.splice(0)) this.update(offset, value);
    }
  }

  send(bytes) {
    for (const byte of bytes) this.queue.push(byte);
    this.#give();
  }

  #give() {
    if (!this.wanted || !this.queue.length || !this.host.plugged) return;
    const packet = Uint8Array.from(this.queue.splice(0, this.wanted));
    this.wanted = 0;
    this.usb.endpointReadDone(this.cdc.outEndpoint, packet);
  }
}
