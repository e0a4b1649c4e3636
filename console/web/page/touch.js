// A cross and two buttons for fingers. On the cross the direction is decided at each move, so a finger slides from right to down; a press
// that is shorter than a frame is still a press, since it goes out as a key that goes down and a key that goes up.
const KEYS = { left: "ArrowLeft", right: "ArrowRight", up: "ArrowUp", down: "ArrowDown" };

class Touch {
  constructor(input, screen) {
    Object.assign(this, { input, screen });
    this.fingers = new Map();
    if (matchMedia("(any-pointer: coarse)").matches && !matchMedia("(any-pointer: fine)").matches) this.on();
    addEventListener("touchstart", () => this.on(), { once: true, passive: true });
    const cross = document.getElementById("cross");
    this.listen(document.getElementById("left"), (event) => this.directions(cross, event));
    for (const button of document.querySelectorAll("[data-key]")) this.listen(button, () => [button.dataset.key]);
    document.getElementById("fullscreen").addEventListener("click", () => screen.fullscreen());
  }

  on() {
    document.body.classList.add("touch");
    this.screen.layout();
  }

  directions(cross, event) {
    const box = cross.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width - 0.5;
    const y = (event.clientY - box.top) / box.height - 0.5;
    if (Math.hypot(x, y) < 0.09 || Math.hypot(x, y) > 0.95) return [];
    // Four directions and not eight: these are games of steps.
    return [Math.abs(x) > Math.abs(y) ? (x < 0 ? KEYS.left : KEYS.right) : (y < 0 ? KEYS.up : KEYS.down)];
  }

  listen(element, keys) {
    const move = (event) => {
      if (!this.fingers.has(event.pointerId)) return;
      this.hold(event.pointerId, keys(event));
    };
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      this.input.gesture(event);
      this.fingers.set(event.pointerId, []);
      move(event);
    });
    element.addEventListener("pointermove", move);
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(kind, (event) => { this.hold(event.pointerId, []); this.fingers.delete(event.pointerId); });
    }
  }

  hold(finger, keys) {
    const before = this.fingers.get(finger) || [];
    if (before.join() === keys.join()) return;
    this.fingers.set(finger, keys);
    const held = (key) => [...this.fingers.values()].some((all) => all.includes(key));
    for (const key of before) if (!held(key)) this.input.press(key, false);
    for (const key of keys) if (!before.includes(key)) this.input.press(key, true);
    for (const part of document.querySelectorAll("[data-key], #cross i")) {
      part.classList.toggle("down", held(part.dataset.key || KEYS[part.dataset.at]));
    }
  }
}
