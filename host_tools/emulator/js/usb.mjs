// The USB console as a host that only sends when it has something. rp2040js's own answers each armed buffer with an empty
// packet, which becomes an endless interrupt and slows MicroPython down by a factor of 2 to 10.
import { USBCDC } from 'rp2040js';

export class UsbConsole {
  constructor(chip, onText) {
    const usb = chip.mcu.usbCtrl;
    this.usb = usb;
    this.cdc = new USBCDC(usb);
    this.queue = [];          // bytes for the board
    this.wanted = 0;          // size of the buffer that waits for them
    this.connected = false;
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== this.cdc.outEndpoint) return;
      this.wanted = size;
      this.#give();
    };
    this.cdc.onDeviceConnected = () => {
      this.connected = true;
      onText('');
    };
    this.cdc.onSerialData = (bytes) => onText(Buffer.from(bytes).toString('latin1'));
  }

  send(bytes) {
    for (const byte of bytes) this.queue.push(byte);
    this.#give();
  }

  #give() {
    if (!this.wanted || !this.queue.length) return;
    const packet = Uint8Array.from(this.queue.splice(0, this.wanted));
    this.wanted = 0;
    this.usb.endpointReadDone(this.cdc.outEndpoint, packet);
  }
}
