// Plays samples: a ring buffer that is read at the device's rate, changed by at most 0.3 % so that its fill level stays constant.
//
//   worker ── Int16, 22,050 a second ──> ring ── linear ──> output         null: the console is paused
class Rasher extends AudioWorkletProcessor {
  constructor() {
    super();
    this.ring = new Float32Array(1 << 15);
    this.read = 0;
    this.write = 0;
    this.part = 0;
    this.last = 0;
    this.still = true;
    this.late = 0;
    this.port.onmessage = ({ data }) => {
      if (data.port) data.port.onmessage = ({ data }) => this.receive(data);
    };
  }
  receive(buffer) {
    if (buffer === null) { this.still = true; return; }
    const samples = new Int16Array(buffer);
    // Unread samples are too late to be played.
    if (this.write - this.read > 11025) this.read = this.write - 1323;
    for (const sample of samples) this.ring[this.write++ & 32767] = sample / 32768;
    // Begin with 60 ms, so that a late frame is no gap.
    if (this.still && this.write - this.read >= 1323) this.still = false;
  }
  process(_, [[out]]) {
    const aim = 1323;
    const held = this.write - this.read;
    const drift = Math.max(-0.003, Math.min(0.003, (held - aim) / aim * 0.01));
    const step = 22050 / sampleRate * (1 + drift);
    for (let i = 0; i < out.length; i++) {
      if (this.write - this.read < 2 || this.still) {
        // Down to silence without a click.
        this.last *= 0.995;
        out[i] = this.last;
        if (!this.still) { this.late++; if (this.late % 2205 === 1) this.port.postMessage({ late: this.late }); }
        continue;
      }
      const a = this.ring[this.read & 32767];
      const b = this.ring[(this.read + 1) & 32767];
      this.last = a + (b - a) * this.part;
      out[i] = this.last;
      this.part += step;
      while (this.part >= 1) { this.part -= 1; this.read++; }
    }
    return true;
  }
}
registerProcessor("rasher", Rasher);
