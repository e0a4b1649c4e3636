// Keys by position, mouse, gamepads, dropped files and focus, as packets for the player.
//
//   KeyboardEvent.code ──> key        pointer, wheel ──> in pixels of the picture        getGamepads, each animation frame ──> pad-*
const PAD_BUTTONS = ["South", "East", "West", "North", "LeftTrigger", "RightTrigger", "LeftTrigger2", "RightTrigger2", "Select", "Start",
  "LeftThumb", "RightThumb", "DPadUp", "DPadDown", "DPadLeft", "DPadRight", "Mode"];
// Shortcuts left to the browser. On the page of one cart: all of them, and Tab if nobody plays as player 2. On the console's page those
// for reload, developer tools and tabs.
const BROWSERS = ({ code, ctrlKey, metaKey, altKey, shiftKey }) => {
  if (metaKey && code !== "MetaLeft" && code !== "MetaRight" || code === "F5") return true;
  if (!boot.tools) return ctrlKey || altKey || /^F\d/.test(code) && code !== "F11" || code === "Tab" && !boot.two;
  const selects = code === "KeyC" && !getSelection().isCollapsed;
  return ctrlKey && (!altKey && (selects || /^Key[TWNL]$/.test(code)) || shiftKey && /^Key[IJ]$/.test(code));
};
// Milliseconds between two presses of Escape that give the keys to the browser, on the page of one cart.
const TWICE = 400;

class PageInput {
  constructor(screen, send, gesture) {
    Object.assign(this, { screen, send, gesture });
    this.pads = new Map();
    this.held = new Set();
    this.escaped = -Infinity;
    this.released = false;
    addEventListener("keydown", (event) => this.key(event, true));
    addEventListener("keyup", (event) => this.key(event, false));
    const canvas = screen.canvas.parentElement;
    canvas.addEventListener("pointermove", (event) => this.pointer(event));
    for (const [kind, down] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false]]) {
      canvas.addEventListener(kind, (event) => this.click(event, down));
    }
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    addEventListener("blur", () => this.focus(false));
    addEventListener("focus", () => this.focus(!this.released));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => this.drop(event));
    addEventListener("gamepadconnected", (event) => this.pad_connected(event.gamepad));
    addEventListener("gamepaddisconnected", (event) => this.pad_disconnected(event.gamepad));
  }

  key(event, down) {
    // A button or link takes the keys that press it; a field, all.
    const { tagName } = event.target;
    if (this.released || tagName === "INPUT" || /^(A|BUTTON)$/.test(tagName) && /^(Enter|Space|Tab)$/.test(event.code)) return;
    if (down) this.gesture(event);
    if (BROWSERS(event)) return;
    if (down && !event.repeat && !boot.tools) {
      const is_escape = event.code === "Escape";
      if (is_escape && event.timeStamp - this.escaped < TWICE) return this.release(true);
      // From the game, not from page to page of its menu.
      this.escaped = is_escape && this.screen.shown && this.screen.shown.playing ? event.timeStamp : -Infinity;
    }
    // The browser's paste event has the text, without a question.
    if (!boot.tools || !event.ctrlKey || event.code !== "KeyV") event.preventDefault();
    if (event.code === "F11") { if (down && !event.repeat) this.screen.fullscreen(); return; }
    this.press(event.code, down, event);
  }

  // The keys go to the browser, and the game waits, until it is clicked.
  release(on) {
    if (this.released === on) return;
    this.released = on;
    this.escaped = -Infinity;
    this.focus(!on);
    this.on_released(on);
  }

  press(name, down, { repeat = false, key = "", shiftKey = false, ctrlKey = false, altKey = false } = {}) {
    if (down) this.held.add(name); else this.held.delete(name);
    const text = [...key].length === 1 ? key : "";
    this.send([{ k: "key", name, down, repeat, text, shift: shiftKey, control: ctrlKey, alt: altKey }]);
  }

  focus(on) {
    if (!on) { for (const name of [...this.held]) this.press(name, false); }
    this.send([{ k: "focus", on }]);
  }

  pointer(event) {
    const [x, y] = this.screen.pixel(event.clientX, event.clientY);
    const list = [{ k: "pointer", x: clamp(x), y: clamp(y) }];
    const parts = 65536;
    if (document.pointerLockElement) list[0] = { k: "motion", x: event.movementX * parts, y: event.movementY * parts };
    this.send(list);
  }

  click(event, down) {
    if (event.target.tagName === "BUTTON") return;
    if (down) { this.release(false); this.gesture(event); this.pointer(event); event.currentTarget.setPointerCapture(event.pointerId); }
    const button = [1, 4, 2][event.button];
    if (button) this.send([{ k: "click", button, down }]);
    event.preventDefault();
  }

  wheel(event) {
    event.preventDefault();
    const fine = event.deltaMode === 0 && Math.abs(event.deltaY) < 50;
    // A notch is 3 lines in Firefox, 100 or 120 pixels in others, which have its number as multiples of 120.
    const steps = (delta, notches) => event.deltaMode === 1 ? delta / 3 : !fine && notches && notches % 120 === 0 ? -notches / 120 : delta / 100;
    const parts = 65536;
    const x = Math.round(steps(event.deltaX, event.wheelDeltaX) * parts), y = Math.round(-steps(event.deltaY, event.wheelDeltaY) * parts);
    this.send([{ k: "wheel", x, y, fine }]);
  }

  drop(event) {
    event.preventDefault();
    this.files(event.dataTransfer.files);
  }

  async files(list) {
    const files = [];
    for (const file of [...list]) {
      if (this.fits(file.name, file.size)) files.push(await this.readable(file));
    }
    this.dropped(files.filter(([name, bytes]) => this.fits(name, bytes.length)));
  }

  // Checked before a file is read, since the browser would allocate the memory first.
  fits(name, bytes) {
    if (bytes <= 64 << 20) return true;
    this.send([{ k: "notice", text: `${name}: ${Math.floor(bytes / 2 ** 20)} MiB, expected at most 64`, bad: true }]);
    return false;
  }

  // Converts formats that the module cannot read to PNG.
  async readable(file) {
    if (/\.(jpe?g|gif|webp|bmp|avif)$/i.test(file.name)) {
      try {
        const picture = await createImageBitmap(file);
        // The console reads no larger picture.
        if (Math.max(picture.width, picture.height) > 2048) throw new RangeError();
        const canvas = new OffscreenCanvas(picture.width, picture.height);
        canvas.getContext("2d").drawImage(picture, 0, 0);
        const png = await canvas.convertToBlob({ type: "image/png" });
        return [file.name.replace(/\.\w+$/, ".png"), new Uint8Array(await png.arrayBuffer())];
      } catch { /* The console reports the error. */ }
    }
    return [file.name, new Uint8Array(await file.arrayBuffer())];
  }

  pad_connected(pad) {
    this.pads.set(pad.index, { buttons: [], axes: [] });
    this.send([{ k: "pad-connected", id: pad.index, name: pad.id.replace(/ *\(.*/, "").slice(0, 40) }]);
  }

  pad_disconnected(pad) {
    this.pads.delete(pad.index);
    this.send([{ k: "pad-disconnected", id: pad.index, name: pad.id.replace(/ *\(.*/, "").slice(0, 40) }]);
  }

  // Browsers have no events for pad buttons.
  poll() {
    if (!this.pads.size) return;
    const list = [];
    for (const pad of navigator.getGamepads()) {
      const known = pad && this.pads.get(pad.index);
      if (!known) continue;
      pad.buttons.forEach(({ pressed }, i) => {
        if (PAD_BUTTONS[i] && pressed !== !!known.buttons[i]) {
          list.push({ k: "pad-button", id: pad.index, button: PAD_BUTTONS[i], down: pressed });
          known.buttons[i] = pressed;
        }
      });
      pad.axes.slice(0, 4).forEach((axis, i) => {
        const at = Math.round(Math.max(-1, Math.min(1, axis)) * 32767) * (i % 2 ? -1 : 1);
        if (at !== (known.axes[i] || 0)) list.push({ k: "pad-stick", id: pad.index, right: i > 1, up: i % 2 === 1, at });
        known.axes[i] = at;
      });
    }
    if (list.length) { if (list.some((it) => it.down)) this.gesture(); this.send(list); }
  }
}
const clamp = (n) => Math.max(-32768, Math.min(32767, n));
