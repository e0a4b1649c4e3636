// The picture: whole device pixels for each of the console's, or as large as there is room, or as a tube shows it.
//
//   packet picture ──> waits for the next animation frame ──> canvas of its own size ── scaled by CSS, pixelated
//                                                         └──> #tube, WebGL, when the tube is on
class Screen {
  constructor(canvas, tube, stage, label, send) {
    Object.assign(this, { canvas, tube_canvas: tube, stage, label, send });
    this.context = canvas.getContext("2d", { alpha: false });
    this.notice = document.getElementById("notice");
    this.notice.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.send([{ k: "click", button: 16, down: true }]);
    });
    this.next = null;
    this.shown = null;
    this.drawn = 0;
    this.fit = false;
    this.crt = false;
    this.w = this.h = 128;
    new ResizeObserver(() => this.layout()).observe(stage);
    addEventListener("resize", () => this.layout());
    this.layout();
    if (label) this.dress(label);
  }

  // Icon and colours from the label: the page is its edge's most frequent colour, darkened, and what is pointed at its brightest.
  async dress(label) {
    document.querySelector("link[rel=icon]").href = label.src;
    await label.decode();
    const side = 128, counts = new Map();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const context = canvas.getContext("2d");
    context.drawImage(label, 0, 0, side, side);
    const { data } = context.getImageData(0, 0, side, side);
    for (let at = 0; at < side * side; at++) {
      const colour = data.slice(4 * at, 4 * at + 3).join();
      const [x, y] = [at % side, Math.floor(at / side)];
      const count = counts.get(colour) || { colour: colour.split(",").map(Number), all: 0, edge: 0 };
      count.all++;
      if (x === 0 || y === 0 || x === side - 1 || y === side - 1) count.edge++;
      counts.set(colour, count);
    }
    const all = [...counts.values()];
    const most = (score) => all.reduce((best, it) => (score(it) > score(best) ? it : best)).colour;
    const light = ([r, g, b]) => 0.3 * r + 0.6 * g + 0.1 * b;
    const paper = most(({ edge }) => edge);
    const dark = paper.map((part) => Math.round(part * Math.min(1, 24 / (light(paper) + 1)) + 6));
    const vivid = ({ colour, all }) => (all < 40 || light(colour) < 90 ? 0 : Math.max(...colour) - Math.min(...colour));
    const css = (parts) => `rgb(${parts.join()})`;
    const style = document.documentElement.style;
    style.setProperty("--ink", css(dark));
    if (all.some((it) => vivid(it) > 60)) style.setProperty("--warm", css(most(vivid)));
    document.querySelector("meta[name=theme-color]").content = css(dark);
  }

  show(head, rgba) {
    if (!this.next) requestAnimationFrame(() => this.draw());
    this.next = [head, rgba];
  }

  draw() {
    const [head, rgba] = this.next;
    this.next = null;
    const h = rgba.length / 4 / head.w;
    if (head.w !== this.w || h !== this.h || head.screen !== (this.shown && this.shown.screen)) {
      [this.w, this.h] = [head.w, h];
      this.shown = head;
      if (this.canvas.width !== head.w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [head.w, h];
      this.layout();
    }
    this.shown = head;
    this.image = new ImageData(new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length), head.w, h);
    this.context.putImageData(this.image, 0, 0);
    if (this.label) { this.label.remove(); this.label = null; }
    if (!this.drawn++) performance.mark("first picture");
    const pointer = head.playing && head.locks || (document.fullscreenElement && !head.points && head.playing) ? "none" : "";
    if (this.canvas.style.cursor !== pointer) this.canvas.style.cursor = pointer;
    if (this.crt && head.screen) this.tube();
  }

  // Lays out the picture, and sends the size of its room in device pixels.
  layout() {
    const ratio = devicePixelRatio || 1;
    const box = this.stage.getBoundingClientRect();
    const room = document.body.classList.contains("touch") && box.height < 8
      ? { width: box.width, height: box.width } : box;
    const [across, down] = [Math.floor(room.width * ratio), Math.floor(room.height * ratio)];
    if (across < 1 || down < 1) return;
    if (this.room !== `${across} ${down}`) {
      this.room = `${across} ${down}`;
      this.said = undefined;
      this.send([{ k: "resized", w: across, h: down }]);
    }
    const most = Math.min(across / this.w, down / this.h);
    const plain = !this.shown || this.shown.screen;
    const scale = this.fit && plain || most < 1 ? most : Math.floor(most);
    const [w, h] = [Math.floor(this.w * scale), Math.floor(this.h * scale)];
    for (const canvas of [this.canvas, this.canvas.parentElement]) {
      canvas.style.width = `${w / ratio}px`;
      canvas.style.height = `${h / ratio}px`;
    }
    this.size = [w, h];
    this.border(across, down);
    this.tube_canvas.hidden = !(this.crt && plain);
    if (!this.tube_canvas.hidden) this.tube();
  }

  // Says where a notice has room outside a game's picture: below it, or at its right, as in the window (layout.rs).
  border(across, down) {
    const most = Math.min(across, down) / 128;
    const side = Math.floor(128 * (this.fit || most < 1 ? most : Math.floor(most)));
    const [x, y] = [Math.floor((across - side) / 2), Math.floor((down - side) / 2)];
    const below = { x: 0, y: y + side, w: across, h: y, below: true };
    const beside = { x: x + side, y: 0, w: x, h: down };
    this.free = [below, beside].find(({ w, h }) => Math.min(w, h) >= BORDER);
    const room = this.free ? [this.free.w - 2 * GAP, this.free.h - 2 * GAP] : null;
    if (String(this.said) !== String(room)) this.send([{ k: "border", room }]);
    this.said = room;
  }

  // A notice that the player drew for the border; without pixels there is none.
  show_notice({ w, scale }, rgba) {
    const h = rgba.length / 4 / w;
    this.notice.hidden = !rgba.length || !this.free;
    if (this.notice.hidden) return;
    [this.notice.width, this.notice.height] = [w, h];
    const data = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length);
    // Black is the page.
    for (let at = 0; at < data.length; at += 4) if (!(data[at] | data[at + 1] | data[at + 2])) data[at + 3] = 0;
    this.notice.getContext("2d").putImageData(new ImageData(data, w, h), 0, 0);
    const { x, y, w: wide, h: high, below } = this.free, ratio = devicePixelRatio || 1;
    const left = below ? Math.floor((wide - w * scale) / 2) : GAP;
    const top = below ? Math.floor((high - h * scale) / 2) : high - h * scale - GAP;
    const place = { left: x + left, top: y + top, width: w * scale, height: h * scale };
    for (const [side, pixels] of Object.entries(place)) this.notice.style[side] = `${pixels / ratio}px`;
  }

  set({ fit, crt }) {
    if (this.fit === fit && this.crt === crt) return;
    this.fit = fit;
    this.crt = crt && this.start_tube();
    this.layout();
  }

  // The pixel of the picture at a point of the page.
  pixel(x, y) {
    const box = this.canvas.getBoundingClientRect();
    return [Math.floor((x - box.left) * this.w / box.width), Math.floor((y - box.top) * this.h / box.height)];
  }

  // The tube's program; false where there is no WebGL, and then the picture is plain.
  start_tube() {
    if (this.gl) return true;
    const gl = this.tube_canvas.getContext("webgl2", { antialias: false, alpha: false });
    if (!gl) return false;
    const shader = (kind, text) => {
      const made = gl.createShader(kind);
      gl.shaderSource(made, text);
      gl.compileShader(made);
      return made;
    };
    const program = gl.createProgram();
    gl.attachShader(program, shader(gl.VERTEX_SHADER, TUBE_CORNER));
    gl.attachShader(program, shader(gl.FRAGMENT_SHADER, TUBE));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return false;
    gl.useProgram(program);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    for (const key of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, key, gl.NEAREST);
    this.size_at = gl.getUniformLocation(program, "size");
    this.gl = gl;
    return true;
  }

  tube() {
    const gl = this.gl;
    if (!gl || !this.image) return;
    const [w, h] = this.size;
    if (this.tube_canvas.width !== w || this.tube_canvas.height !== h) [this.tube_canvas.width, this.tube_canvas.height] = [w, h];
    gl.viewport(0, 0, w, h);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.image);
    gl.uniform2f(this.size_at, w, h);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}

// Free device pixels from which on a notice is outside the picture, and a gap around it.
const BORDER = 40, GAP = 4;

const TUBE_CORNER = `#version 300 es
void main() {
  gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}`;

// The window's shader (tube.wgsl) in WebGL's words: bulged glass, lines with dark gaps, a mask of three colours, a little glow, darker corners.
const TUBE = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform vec2 size;
out vec4 colour;
const vec2 cells = vec2(128.0);
vec3 texel(ivec2 at) {
  vec3 c = texelFetch(picture, clamp(at, ivec2(0), ivec2(127)), 0).rgb;
  return pow(c, vec3(2.2));
}
void main() {
  vec2 window = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y);
  vec2 c = window / size * 2.0 - 1.0;
  vec2 bulged = c * (1.0 + vec2(c.y * c.y, c.x * c.x) * vec2(0.022, 0.032));
  if (max(abs(bulged.x), abs(bulged.y)) > 1.0) { colour = vec4(0.0, 0.0, 0.0, 1.0); return; }
  vec2 p = (bulged * 0.5 + 0.5) * cells;
  ivec2 near = ivec2(floor(p));
  vec2 part = fract(p);
  int side = part.x > 0.5 ? 1 : -1;
  float mixed = max(abs(part.x - 0.5) - 0.3, 0.0) * 1.6;
  vec3 light = mix(texel(near), texel(near + ivec2(side, 0)), mixed);
  vec3 glow = vec3(0.0);
  for (int dy = -2; dy <= 2; dy++) for (int dx = -2; dx <= 2; dx++) {
    vec2 d = vec2(float(dx), float(dy)) + 0.5 - part;
    glow += texel(near + ivec2(dx, dy)) * exp(-0.7 * dot(d, d));
  }
  light += glow * 0.045;
  if (size.y / cells.y >= 2.0) {
    float brightness = dot(light, vec3(0.3, 0.6, 0.1));
    float beam = mix(2.6, 1.3, clamp(brightness, 0.0, 1.0));
    light *= 1.0 - 0.65 * pow(abs(part.y - 0.5) * 2.0, beam);
    int stripe = int(window.x) % 3;
    vec3 mask = vec3(stripe == 0, stripe == 1, stripe == 2);
    light *= mix(vec3(0.78), vec3(1.25), mask) * 1.35;
  }
  light *= 1.0 - 0.11 * dot(c * c, c * c);
  colour = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}`;
