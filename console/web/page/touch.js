// A cross and two buttons for fingers, anywhere on the two halves, and a keyboard where text is needed.
//
//   left half    near the cross: eight directions from its middle; elsewhere the cross comes to the finger
//   right half   the nearer of O and X, both between them
//   below        keys: rewind, menu or back, edit; keyboard, fullscreen
//
// On the cross the direction is decided at each move, so a finger slides from right to down; a press that is shorter than a frame is
// still a press, since it goes out as a key that goes down and a key that goes up.
const KEYS = { left: "ArrowLeft", right: "ArrowRight", up: "ArrowUp", down: "ArrowDown" };
// Half the angle of a diagonal, as a slope: 15 degrees, since in games of steps a slanted thumb means one direction.
const SLANT = Math.tan(Math.PI / 6);

class Touch {
  constructor(input, screen, send) {
    Object.assign(this, { input, screen, send });
    this.fingers = new Map();
    const id = (name) => document.getElementById(name);
    id("edit").hidden = !boot.tools;
    this.cross = id("cross");
    if (matchMedia("(any-pointer: coarse)").matches && !matchMedia("(any-pointer: fine)").matches) this.on();
    addEventListener("touchstart", () => this.on(), { once: true, passive: true });
    this.listen(id("left"), (finger, event) => this.directions(finger, event), (finger, event) => this.take_cross(finger, event));
    this.listen(id("right"), (_, event) => this.nearest(event));
    for (const button of document.querySelectorAll("#small [data-key]")) this.listen(button, () => [this.key(button)]);
    id("fullscreen").addEventListener("click", () => screen.fullscreen());
    this.typed = id("typed");
    // The field keeps the focus until the click.
    id("keyboard").addEventListener("mousedown", (event) => event.preventDefault());
    id("keyboard").addEventListener("click", () => { input.gesture(); if (document.activeElement === this.typed) this.typed.blur(); else this.type(); });
    this.typed.addEventListener("input", () => this.read());
    this.typed.addEventListener("keydown", (event) => { if (!/^(Backspace|Unidentified|)$/.test(event.code) && event.key !== "Unidentified" && [...event.key].length > 1) this.tap(event.code); });
  }

  on() {
    document.body.classList.add("touch");
    this.send([{ k: "touch" }]);
    this.screen.layout();
  }

  // The cross's own place, unless the finger is far from it.
  take_cross(finger, event) {
    const box = this.cross.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const is_far = Math.hypot(event.clientX - x, event.clientY - y) > 0.75 * box.width;
    finger.middle = is_far ? [event.clientX, event.clientY] : [x, y];
    finger.dead = 0.09 * box.width;
    this.cross.style.transform = is_far ? `translate(${event.clientX - x}px, ${event.clientY - y}px)` : "";
  }

  directions(finger, event) {
    const [x, y] = [event.clientX - finger.middle[0], event.clientY - finger.middle[1]];
    if (Math.hypot(x, y) < finger.dead) return [];
    const keys = [];
    if (Math.abs(x) > SLANT * Math.abs(y)) keys.push(x < 0 ? KEYS.left : KEYS.right);
    if (Math.abs(y) > SLANT * Math.abs(x)) keys.push(y < 0 ? KEYS.up : KEYS.down);
    return keys;
  }

  nearest(event) {
    const far = [...document.querySelectorAll("#buttons [data-key]")].map((button) => {
      const box = button.getBoundingClientRect();
      return [Math.hypot(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2), button.dataset.key];
    }).sort(([a], [b]) => a - b);
    return far.filter(([distance]) => distance < 1.25 * far[0][0]).map(([, key]) => key);
  }

  // One button leads into the menu, and out of whatever is open.
  key({ dataset: { key } }) { return key === "Enter" && this.inside ? "Escape" : key; }

  show({ playing, points }) {
    // A cart that reads the keyboard shows the pointer while it plays.
    if (boot.tools || playing && points) document.getElementById("keyboard").hidden = false;
    if (this.inside === !playing) return;
    this.inside = !playing;
    document.getElementById("menu").textContent = playing ? "menu" : "back";
  }

  listen(element, keys, begin = () => {}) {
    const move = (event) => {
      const finger = this.fingers.get(event.pointerId);
      if (finger) this.hold(event.pointerId, keys(finger, event));
    };
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      this.input.gesture(event);
      const finger = { keys: [] };
      this.fingers.set(event.pointerId, finger);
      begin(finger, event);
      move(event);
    });
    element.addEventListener("pointermove", move);
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(kind, (event) => {
        if (!this.fingers.has(event.pointerId)) return;
        this.hold(event.pointerId, []);
        this.fingers.delete(event.pointerId);
        if (begin.length) this.cross.style.transform = "";
      });
    }
  }

  hold(id, keys) {
    const finger = this.fingers.get(id), before = finger.keys;
    if (before.join() === keys.join()) return;
    finger.keys = keys;
    const held = (key) => [...this.fingers.values()].some((it) => it.keys.includes(key));
    for (const key of before) if (!held(key)) this.input.press(key, false);
    const pressed = keys.filter((key) => !before.includes(key));
    for (const key of pressed) this.input.press(key, true);
    if (pressed.length && navigator.vibrate) navigator.vibrate(8);
    for (const part of document.querySelectorAll("[data-key], #cross i")) {
      part.classList.toggle("down", held(part.dataset.at ? KEYS[part.dataset.at] : this.key(part)));
    }
  }

  tap(name, key = "") {
    this.input.press(name, true, { key });
    this.input.press(name, false);
  }

  // A field that nobody sees opens the phone's keyboard. Some keyboards only change its text, so what is new there was typed.
  type() {
    this.typed.value = this.had = " ";
    this.typed.focus();
  }

  read() {
    const [now, had] = [[...this.typed.value], [...this.had]];
    let same = 0;
    while (same < Math.min(now.length, had.length) && now[same] === had[same]) same++;
    for (let n = same; n < had.length; n++) this.tap("Backspace");
    for (const letter of now.slice(same)) this.tap("", letter);
    this.had = this.typed.value;
    // Something is always left to delete.
    if (!now.length || now.length > 200) this.typed.value = this.had = " ";
  }
}
