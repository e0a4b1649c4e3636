// Sound: a context that begins with the first gesture, as browsers want it, and a worklet from a data URL, which is the only one that
// Chromium loads on a page from a file.
class Sound {
  constructor(source, send) {
    Object.assign(this, { source, send });
    this.context = this.node = this.gain = null;
    this.level = 1;
    this.worker = null;
    this.late = 0;
  }

  // In a gesture: a key, a click, a finger.
  async begin() {
    if (this.context) {
      if (this.context.state !== "running" && !document.hidden) this.context.resume();
      return;
    }
    try {
      this.context = new AudioContext({ latencyHint: "interactive", sampleRate: 22050 });
    } catch {
      try { this.context = new AudioContext(); } catch { this.context = {}; return; }
    }
    try {
      const text = new TextEncoder().encode(this.source);
      let bytes = "";
      for (const byte of text) bytes += String.fromCharCode(byte);
      await this.context.audioWorklet.addModule("data:text/javascript;base64," + btoa(bytes));
      this.gain = this.context.createGain();
      this.gain.gain.value = this.level;
      this.node = new AudioWorkletNode(this.context, "rasher", { numberOfInputs: 0, outputChannelCount: [1] });
      this.node.port.onmessage = ({ data }) => { this.late = data.late; };
      this.node.connect(this.gain).connect(this.context.destination);
      this.join(this.worker);
      await this.context.resume();
      const seconds = (this.context.outputLatency || 0) + (this.context.baseLatency || 0) + 0.06;
      this.send([{ k: "latency", ms: Math.round(seconds * 1000) }]);
    } catch (error) {
      console.warn("rasher: no sound:", error);
    }
  }

  // Plays the samples of that worker.
  join(worker) {
    this.worker = worker;
    if (!worker || !this.node) return;
    const way = new MessageChannel();
    this.node.port.postMessage({ port: way.port1 }, [way.port1]);
    worker.postMessage({ port: way.port2 }, [way.port2]);
  }

  volume(level) {
    this.level = level;
    if (this.gain) this.gain.gain.value = level;
  }

  hide(hidden) {
    if (!this.context || !this.context.suspend) return;
    if (hidden) this.context.suspend();
    else this.context.resume();
  }
}
