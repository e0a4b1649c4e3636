// The page: unpacks the module, starts the worker, does what the player wants, and starts another worker when one is lost.
//
//   module, files of the page ─┐
//   IndexedDB ─────────────────┴──> worker ── packets ──> screen, store, downloads
//   log: the recording and each input since ───┐
//   a trap, or no answer for 1.5 s ────────────┴──> the next worker, before that frame
const PATIENCE = 1500;

const $ = (id) => document.getElementById(id);
const boot = JSON.parse($("boot").textContent);
// The console's own page, where the user has carts.
const IS_CONSOLE = !!boot.tools && !boot.cart && !boot.key;
const address = new URLSearchParams(location.search || location.hash.slice(1));
// `#cart=` or `#run=`, with `#at=`: what link.rs wrote.
const link = new URLSearchParams(location.hash.slice(1));
const LINK = ["cart", "run"].find((kind) => link.has(kind));
// Characters of the longest link, as in link.rs.
const LINK_MAX = 300000;

// Base 125: seven signs for six bytes, all of ASCII but 0, CR and <. Numbers below 2^53 are exact.
function unpackModule(text) {
  const rest = text.length % 7;
  const size = (text.length - rest) / 7 * 6 + Math.max(rest - 1, 0);
  if (rest) text += "\x7f".repeat(7 - rest);
  const bytes = new Uint8Array(text.length / 7 * 6);
  for (let from = 0, to = 0; from < text.length; to += 6) {
    let number = 0;
    for (const end = from + 7; from < end; from++) {
      const code = text.charCodeAt(from);
      number = number * 125 + code - 1 - (code > 13) - (code > 60);
    }
    const high = Math.floor(number / 0x100000000), low = number >>> 0;
    bytes[to] = high >>> 8;
    bytes[to + 1] = high;
    bytes[to + 2] = low >>> 24;
    bytes[to + 3] = low >>> 16;
    bytes[to + 4] = low >>> 8;
    bytes[to + 5] = low;
  }
  return unlzma(bytes.subarray(0, size));
}

// Base 85: five signs for four bytes, with the digits of html.rs.
const VALUES = new Uint8Array(128);
for (let code = 33, value = 0; code < 127; code++) {
  if (!"\"&'<>\\`{}".includes(String.fromCharCode(code))) VALUES[code] = value++;
}

function unpack(text) {
  text = text.trim();
  const rest = text.length % 5;
  const size = (text.length - rest) / 5 * 4 + Math.max(rest - 1, 0);
  // Whole groups of five: what is missing counts as the highest digit.
  if (rest) text += "~".repeat(5 - rest);
  const bytes = new Uint8Array(text.length / 5 * 4);
  for (let from = 0, to = 0; from < text.length; to += 4) {
    let number = 0;
    for (const end = from + 5; from < end; from++) number = Math.imul(number, 85) + VALUES[text.charCodeAt(from)] | 0;
    bytes[to] = number >>> 24;
    bytes[to + 1] = number >>> 16;
    bytes[to + 2] = number >>> 8;
    bytes[to + 3] = number;
  }
  return unlzma(bytes.subarray(0, size));
}

// Inputs since the recording, each with its length before it, in a buffer that grows.
class InputLog {
  constructor() { this.past = null; this.clear(); }
  clear() { this.bytes = new Uint8Array(1 << 16); this.length = 0; this.frames = 0; }
  add(input) {
    const size = this.length + 4 + input.length;
    if (size > this.bytes.length) {
      const more = new Uint8Array(Math.max(size, 2 * this.bytes.length));
      more.set(this.bytes.subarray(0, this.length));
      this.bytes = more;
    }
    new DataView(this.bytes.buffer).setUint32(this.length, input.length, true);
    this.bytes.set(input, this.length + 4);
    this.length = size;
    this.frames++;
  }
}

class Page {
  constructor() {
    this.log = new InputLog();
    this.cart = { key: boot.key || boot.cart || "shelf", name: boot.name || boot.cart || "shelf", title: boot.title || document.title, shelf: false };
    this.param = "";
    this.worker = null;
    this.early = [];
    this.asked = new Map();
    this.stuck = false;
    this.prints = [];
    const send = (list) => this.send(list.map((head) => [head]));
    this.store = new Store(boot.page || "page", boot.was);
    this.store.on_error = (why) => send([{ k: "unsaved", why }]);
    this.store.on_notice = (text) => send([{ k: "notice", text, bad: true }]);
    this.own = new OwnCarts(this.store, (list) => this.send(list));
    this.screen = new Screen($("screen"), $("tube"), $("stage"), $("label"), send);
    this.screen.fullscreen = () => this.fullscreen();
    this.sound = new Sound(WORKLET, send);
    this.touched = false;
    this.input = new PageInput(this.screen, send, () => this.gesture());
    $("play").addEventListener("click", () => this.gesture());
    this.input.on_released = (on) => this.message(on ? "The keys are the browser's now." : null, [["play on", () => this.input.release(false)]]);
    this.input.dropped = (files) => this.opened(files);
    this.touch = new Touch(this.input, this.screen, send);
    $("mute").addEventListener("click", () => { this.gesture(); this.input.press("KeyM", true, { ctrlKey: true }); this.input.press("KeyM", false); $("mute").blur(); });
    for (const id of ["share", "share-run"]) {
      $(id).addEventListener("click", () => { $(id).blur(); this.show_share(); });
    }
    $("saves").addEventListener("click", () => { $("saves").blur(); this.show_saves(); });
    $("file").addEventListener("change", () => { this.input.files($("file").files); $("file").value = ""; });
    for (const id of ["open", "open-file"]) {
      $(id).hidden = !IS_CONSOLE;
      $(id).addEventListener("click", () => { $(id).blur(); this.choose_file(OPENS, true); });
    }
    $("download").addEventListener("click", () => { $("download").blur(); this.show_downloads(); });
    addEventListener("paste", (event) => this.paste(event));
    addEventListener("hashchange", () => { if (/^#(cart|run)=/.test(location.hash)) location.reload(); });
    document.addEventListener("visibilitychange", () => this.hide(document.hidden));
    addEventListener("focus", () => this.refresh());
    document.addEventListener("fullscreenchange", () => this.screen.layout());
    const poll = () => { this.input.poll(); requestAnimationFrame(poll); };
    requestAnimationFrame(poll);
    setInterval(() => this.watch(), 250);
  }

  async start() {
    // The store opens while the module is unpacked.
    const kept = this.store.open().then(() => this.store.files(this.cart.key, true));
    this.files = [...document.querySelectorAll("[data-file]")].map((it) => [it.dataset.file, unpack(it.textContent)]);
    const bytes = unpackModule($("module").textContent);
    performance.mark("unpacked");
    this.module = await WebAssembly.compile(bytes);
    performance.mark("compiled");
    const how = performance.getEntriesByType("navigation")[0];
    const again = how && (how.type === "reload" || how.type === "back_forward");
    const own = await kept;
    performance.mark("ready");
    this.own.take(own);
    const dropped = own.find(([name]) => name === "dropped");
    const played = IS_CONSOLE && again && history.state && history.state.own;
    if (boot.cover && !again) await this.cover();
    this.begin(again && own.some(([name]) => name === "run") ? [] : this.files, own, { resume: !!again });
    if (LINK) return;
    if (played) this.send([[{ k: "open-own", name: played }]]);
    // An earlier version kept the last cart that was dropped.
    else if (again && dropped && IS_CONSOLE) this.drop(...undrop(dropped[1]));
    if (dropped && IS_CONSOLE && again) this.store.drop("dropped").catch(() => {});
  }

  // A key, click or finger. A page in a frame gets the keyboard only if it asks, and a browser plays no sound before.
  gesture() {
    focus();
    this.sound.begin();
    this.touched = true;
    if (this.uncover) this.uncover();
  }

  // Waits for a gesture, which is not the cart's.
  async cover() {
    $("play").hidden = false;
    document.body.classList.add("covered");
    this.screen.layout();
    if (!this.touched) await new Promise((done) => { this.uncover = done; });
    $("play").hidden = true;
    document.body.classList.remove("covered");
    this.early = this.early.filter(([head]) => !/^(key|click|pointer|motion|wheel|pad-button)$/.test(head.k));
  }

  // A new worker, with these files.
  begin(page, own, more) {
    if (this.worker) this.worker.terminate();
    const url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    const worker = this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    worker.onmessage = ({ data }) => this.receive(worker, data);
    worker.onerror = (event) => this.lost({ message: event.message || "the worker could not be started", file: "", line: 0 });
    const now = Date.now();
    const number = (text) => (/^\d{1,15}$/.test(text || "") ? Number(text) : null);
    const day = number(address.get("day")) || (address.get("day") === "today" ? today(new Date(now)) : null);
    const start = {
      ...boot, k: "start", any: Math.floor(Math.random() * 2 ** 52), seed: number(address.get("seed")), day, at: number(link.get("at")),
      calm: matchMedia("(prefers-reduced-motion: reduce)").matches, unix: Math.floor(now / 1000), offset: -60 * new Date(now).getTimezoneOffset(), ...more,
    };
    for (const [name, valid] of [["seed", start.seed !== null], ["day", is_day(day)]]) {
      if (address.has(name) && !valid && !more.recovery) this.say(`The address has ${name}=${address.get(name).slice(0, 40)}: expected ${name === "seed" ? "a number of at most 15 digits" : "today, or a day such as 20260131"}.`, "play");
    }
    if (!is_day(day)) start.day = null;
    // A seed or day in the address starts a new run.
    const asks = !start.resume && !start.recovery && (start.seed !== null || start.day !== null);
    // A run that was taken over goes on after a reload.
    const opens = LINK && !start.recovery && !(LINK === "run" && start.resume && own.some(([name]) => name === "run"));
    const linked = opens ? [[`link/${LINK}`, new TextEncoder().encode(link.get(LINK))]] : [];
    const packets = [...this.page_files(page), ...linked, ...own.filter(([name]) => !(asks && name === "run"))].map(([name, bytes]) => [{ k: "file", name }, bytes]);
    this.since = 0;
    worker.postMessage({ module: this.module, packets: [...packets, [start], ...this.early.splice(0)] });
    this.sound.join(worker);
    this.send([[{ k: "focus", on: document.hasFocus() }]]);
    this.screen.room = "";
    this.screen.layout();
  }

  // A recording that the user has taken over does not play again after a reload.
  page_files(page) {
    const plays = page === this.files;
    return this.files.filter(([name]) => plays || name !== "playback");
  }

  send(packets) {
    if (this.stuck) this.stuck_key(packets);
    if (!this.worker || !this.module) this.early.push(...packets);
    else this.worker.postMessage({ packets });
  }

  receive(worker, { out, lost, pong }) {
    if (worker !== this.worker) return;
    if (this.stuck) this.set_stuck(false);
    if (pong) this.pinged = 0;
    if (lost) return this.lost(lost);
    for (const [head, body] of out || []) {
      const act = this["on_" + head.k.replaceAll("-", "_")];
      if (act) act.call(this, head, body);
      else this.unknown(head);
    }
  }

  // A kind that this page does not know is an error of its own, and a request of that kind still gets an answer.
  unknown(head) {
    const why = `the page does not know the packet ${head.k}`;
    console.error("rasher:", why);
    if (head.id !== undefined) this.reply(head, Promise.reject(new Error(why)));
  }

  on_picture(head, body) {
    this.screen.show(head, body);
    this.touch.show(head);
    // A screen reader reads what changes there.
    const spoken = head.spoken || "";
    if ($("spoken").textContent !== spoken) $("spoken").textContent = spoken;
  }
  on_notice(head, body) { this.screen.show_notice(head, body); }
  on_frame(_, body) { this.log.add(body); this.since++; }
  on_past(_, body) { this.log.past = body; this.log.clear(); }
  on_cart(head) {
    this.cart = head;
    document.title = head.title;
    document.body.classList.toggle("shelf", IS_CONSOLE && head.shelf);
    $("download").hidden = !IS_CONSOLE || !head.lua;
    // An own cart goes on after a reload.
    if (IS_CONSOLE) try { history.replaceState(head.own ? { own: head.own } : null, ""); } catch { /* A frame may forbid it. */ }
  }
  on_own({ number, files }, body) {
    let at = 0;
    const changes = files.map(([name, size]) => [name, size < 0 ? null : body.slice(at, at += size)]);
    const send = (why) => this.send([[{ k: "own-done", number, why }]]);
    this.own.write(changes).then(() => send(null), (error) => send(String(error.message || error)));
  }
  async on_claim({ key, was, place }) {
    this.send([[{ k: "claimed", key: await this.store.claim(key, was, place, true).catch(() => key) }]]);
  }
  async on_edits_wanted({ key, file, to }) {
    const found = (await this.store.files(key, false)).find(([name]) => name === "edits");
    if (found) this.send([[{ k: "edits-found", key, file, to }, found[1]]]);
  }
  on_title(head) { document.title = head.title; }
  on_log(head) { console.log("rasher:", head.text); }
  on_print(head) { console.log(head.text); this.prints.push(head.text); this.prints.splice(0, this.prints.length - 1000); }
  on_wrong(head) { console.warn("rasher:", head.why); this.send([[{ k: "notice", text: head.why, bad: true }]]); if (!this.screen.drawn) this.message(head.why, []); }
  on_link_wrong({ why }) { this.say(`${why[0].toUpperCase()}${why.slice(1)}.`, boot.cart || boot.key ? "play" : "to the shelf"); }
  on_settings(head) {
    this.sound.volume(head.volume / head.of);
    this.screen.set(head);
    if (head.fullscreen !== !!document.fullscreenElement && navigator.userActivation && navigator.userActivation.isActive) this.fullscreen(head.fullscreen);
  }
  on_keep(head, body) { this.store.keep(head.name, body).catch(() => {}); }
  on_move(head) { this.store.move(head.from, head.to).catch(() => {}); }
  on_run(head, body) { this.store.run(head.key, head.first, body).catch(() => {}); }
  on_edits(head, body) { this.store.edits(head.key, head.whole, body).catch(() => {}); }
  on_run_over(head) { this.store.runOver(head.key).catch(() => {}); }
  on_slot(head, body) { this.reply(head, this.store.keep(`slot/${head.key}/${head.slot + 1}`, body).then(() => "")); }
  on_no_slot(head) { this.reply(head, this.store.drop(`slot/${head.key}/${head.slot + 1}`).then(() => "")); }
  // The answer to a request, once it is there; a worker that was lost needs none.
  reply({ id }, done) {
    const worker = this.worker;
    const send = (how) => { if (worker === this.worker) this.send([[{ k: "reply", id, ...how }]]); };
    done.then((text) => { if (text !== undefined) send({ text }); }, (error) => send({ error: String(error.message || error) }));
  }
  async on_load(head) {
    const key = head.place === undefined ? head.key : await this.store.claim(head.key, head.was, head.place, true).catch(() => head.key);
    const files = await this.store.files(key, false);
    this.send([...files.map(([name, bytes]) => [{ k: "file", name }, bytes]), [{ k: "insert", id: head.id, cart: head.name, key, param: head.param }]]);
  }
  download(name, bytes, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    this.last_download = { name, bytes };
  }
  on_download(head, body) {
    this.download(head.name, body, head.type);
    this.reply(head, Promise.resolve(`saved ${head.name}`));
  }
  clipboard(head, act) {
    const none = () => { throw new Error("the browser denied access to the clipboard"); };
    this.reply(head, Promise.resolve().then(act).catch(none));
  }
  // The end of a link gets this page's address, unless that is of a disk.
  on_copy(head) {
    const linked = /^#(cart|run)=/.test(head.text) && location.protocol !== "file:";
    const text = linked ? location.href.split(/[?#]/)[0] + head.text : head.text;
    this.clipboard(head, () => navigator.clipboard.writeText(text));
  }
  on_copypicture(head, body) {
    this.clipboard(head, () => navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([body], { type: "image/png" }) })]));
  }
  // A browser gives what is pasted to the page without a question.
  on_paste(head) {
    const { text, opened, at } = this.pasted || { at: -Infinity };
    const is_here = performance.now() - at < 1000 && (text || opened);
    this.reply(head, Promise.resolve().then(() => (is_here ? (opened ? "" : text) : navigator.clipboard.readText())));
  }
  paste({ clipboardData: data, target }) {
    if (!data || target.tagName === "INPUT") return;
    const text = data.getData("text/plain");
    this.pasted = { text, opened: true, at: performance.now() };
    const is_shelf = IS_CONSOLE && this.cart.shelf;
    if (is_shelf && data.files.length) this.input.files(data.files);
    else if (is_shelf && /^pico-8 cartridge/.test(text)) this.opened([["pasted.p8", new TextEncoder().encode(text)]]);
    else if (is_shelf && /#(cart|run)=[\w-]/.test(text)) location.hash = text.slice(text.search(/#(cart|run)=/)).trim();
    else this.pasted.opened = false;
  }
  // Reads a file of a catalogue: the page's policy allows https and this machine alone, after a redirect too.
  async on_fetch({ url, most }) {
    let why = null;
    const pieces = [];
    try {
      const answer = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer", cache: "no-cache", signal: AbortSignal.timeout(15000) });
      if (new URL(answer.url).protocol !== new URL(url).protocol) throw new Error(`leads to ${answer.url}, where nothing may be read`);
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      let size = 0;
      for (const reader = answer.body.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        size += value.length;
        if (size > most) { reader.cancel(); throw new Error(`found more than ${most} bytes`); }
        pieces.push(value);
      }
    } catch (error) {
      const from = location.protocol === "file:" ? "a page from a disk may read only servers that allow it (Access-Control-Allow-Origin: *)" : "no network, or the server does not allow it (Access-Control-Allow-Origin)";
      why = error instanceof TypeError ? from : error.name === "TimeoutError" ? "no answer in time" : error.message;
      pieces.length = 0;
    }
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    this.send([[{ k: "fetched", url, why }, bytes]]);
  }
  on_quit() { this.message("The console is off.", [["turn on", () => location.reload()]]); }
  on_recorded(head) { this.record = head; }
  on_recorded_picture(_, body) { this.record.picture = body; }
  on_recorded_run(_, body) { this.record.run = body; this.answer("recording", this.record); }
  on_not_recorded(head) { this.answer("recording", Promise.reject(new Error(head.why))); }
  on_replayed(head, body) { this.answer("replay", { ...head, picture: body }); }

  on_shared_cart({ text }) { this.answer("cart", text); }
  on_code(head, body) { this.answer("code", [head.side, body]); }
  // A film begins, or is taken over.
  on_film({ title, seconds }) {
    document.title = title;
    if (seconds === undefined) return this.message(null);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.say(`${title}: a recorded run of ${time}. Press a key or a button to play on from where it is.`, "watch");
    setTimeout(() => { if ($("message").textContent.includes("a recorded run of")) this.message(null); }, 6000);
  }

  show_share() {
    const run = () => this.share().catch((error) => this.say(`There is no run to share: ${error.message || error}`));
    if (!this.cart.lua || !IS_CONSOLE) return run();
    this.message("Share the cart as a link or a file, or the run so far, which others can watch and play on.", [["cart", () => this.share_cart()], ["run", run], ["file", () => this.show_downloads()], ["close", () => this.message(null)]]);
  }

  async share_cart() {
    const text = await this.ask("cart", [[{ k: "share-cart" }]]);
    if (text === null) {
      this.message("The cart is too long for a link: save it as a file, and send that.", [["download", () => this.show_downloads()], ["close", () => this.message(null)]]);
    } else {
      await this.share_link(`#cart=${text}`, "this cart", "");
    }
  }

  // Copies a link, and offers it as a code for a phone's camera. An address of a disk means nothing to others: from there it is the end.
  async share_link(end, what, more) {
    const on_disk = location.protocol === "file:";
    const link = `${on_disk ? "" : location.href.split(/[?#]/)[0]}${end}`;
    const about = on_disk ? `The end of an address was copied: add it to the address where this page is published.${more}` : `A link to ${what} was copied.`;
    const said = await navigator.clipboard.writeText(link).then(() => about, () => `Copy this link: ${link}`);
    const [side, modules] = on_disk ? [0] : await this.ask("code", [[{ k: "code", text: link }]]);
    const close = ["close", () => this.message(null)];
    this.message(said, side ? [["QR code", () => this.show_code(side, modules)], close] : [close]);
  }

  show_code(side, modules) {
    // Four modules of white around it.
    const scale = Math.max(2, Math.floor(Math.min(innerWidth, innerHeight) * 0.6 / (side + 8)));
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = (side + 8) * scale;
    canvas.id = "code";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "QR code of the link");
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.width);
    context.fillStyle = "#000";
    modules.forEach((dark, at) => { if (dark) context.fillRect((at % side + 4) * scale, (Math.floor(at / side) + 4) * scale, scale, scale); });
    this.say("Point a phone's camera at the code.");
    $("actions").before(canvas);
  }

  // Copies a link to the run so far. From a disk, the run is a file, too.
  async share() {
    const { name } = this.cart;
    const { run } = await this.ask("recording", [[{ k: "recording" }]]);
    const packed = new Blob([run]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const text = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
    const end = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const [on_disk, is_long] = [location.protocol === "file:", end.length > LINK_MAX];
    if (on_disk || is_long) this.download(`${name}.rec`, run, "application/octet-stream");
    if (is_long) return this.say(`The run is too long for a link, so it was saved as ${name}.rec.`);
    await this.share_link(`#run=${end}`, "this run", ` ${name}.rec has the same run.`);
  }

  choose_file(accept, multiple) {
    Object.assign($("file"), { accept, multiple });
    $("file").click();
  }
  show_downloads() {
    const ending = (ending) => [ending, () => { this.message(null); this.send([[{ k: "download-cart", ending }]]); }];
    this.message("Save this cart as a file: .p8 is text, .p8.png is a picture of the cart that others can play.", [ending(".p8.png"), ending(".p8"), ["close", () => this.message(null)]]);
  }
  show_saves() {
    this.message("All that this page has saved, as one file: settings, records, slots and runs.", [
      ["export", () => this.export_saves().catch((error) => this.say(`Nothing was exported: ${error.message || error}`))],
      ["import", () => this.choose_file(".saves", false)], ["close", () => this.message(null)]]);
  }
  async export_saves() {
    const bytes = await this.store.exported();
    const name = `${this.store.id}.saves`;
    this.download(name, bytes, "application/octet-stream");
    this.say(`Saved ${name}.`);
  }
  import_saves(name, bytes) {
    const act = async () => {
      // What runs would save itself again over what is imported.
      if (this.worker) this.worker.terminate();
      this.worker = null;
      await this.store.imported(bytes).then(() => location.reload(),
        (error) => this.message(`${name}: ${error.message}. Nothing was changed.`, [["reload", () => location.reload()]]));
    };
    this.message(`Replace all that this page has saved by ${name}?`, [["replace", act], ["cancel", () => this.message(null)]]);
  }

  // A question to the worker that has one answer.
  ask(name, packets) {
    return new Promise((done) => { this.asked.set(name, done); this.send(packets); });
  }
  answer(name, value) {
    const done = this.asked.get(name);
    this.asked.delete(name);
    if (done) done(value);
  }

  // Files that were opened together may belong together: a cart has those that it includes or loads.
  opened(files) {
    const carts = files.filter(([name]) => /\.p8(\.png)?$/i.test(name));
    if (!IS_CONSOLE || files.length < 2 || !carts.length) return files.forEach((file) => this.drop(...file));
    for (const cart of carts) {
      this.send(files.filter((file) => file !== cart).map(([name, bytes]) => [{ k: "file", name: `beside/${name}` }, bytes]));
      this.drop(...cart);
    }
  }
  drop(name, bytes) {
    if (/\.saves$/i.test(name)) return this.import_saves(name, bytes);
    // A page of ours: its carts. One that cannot be unpacked goes on as it is.
    const own = /\.html?$/i.test(name) && new TextDecoder().decode(bytes).match(/data-file="bundle">([^<]*)/);
    try { if (own) [name, bytes] = [`${name}.bundle`, unpack(own[1])]; } catch { /* the player says why */ }
    this.send([[{ k: "dropped", name }, bytes]]);
  }

  // Checks that the worker responds. While the page is hidden it may be late.
  watch() {
    if (!this.worker || document.hidden) return;
    const now = performance.now();
    if (!this.pinged) {
      this.pinged = now;
      this.worker.postMessage({ ping: now });
    } else if (now - Math.max(this.pinged, this.woken || 0) > PATIENCE && !this.stuck) {
      this.set_stuck(true);
    }
  }

  set_stuck(stuck) {
    this.stuck = stuck;
    if (!stuck) return this.message(null);
    const back = this.log.frames > 0 || this.log.past;
    const actions = [["step back", () => this.again("menu")]];
    if (boot.tools) actions.push(["debugger", () => this.again("debugger")]);
    this.message("The cart is not responding.", [...(back ? actions : []), ["restart", () => this.again("restart")]]);
  }

  // The keys that work while the cart does not respond, as in the window.
  stuck_key(packets) {
    for (const [head] of packets) {
      if (head.k !== "key" || !head.down || head.repeat) continue;
      if (head.name === "Escape") return this.again("menu");
      if (head.name === "F12" && boot.tools) return this.again("debugger");
      if (head.name === "KeyR" && head.control) return this.again("restart");
    }
  }

  lost({ message, file, line }) {
    console.warn(`rasher: ${message}`, file, line);
    // A worker that is lost before any frame would be lost again.
    if (!this.since && this.again_since) {
      return this.message(`The console stopped: ${message}`, [["restart", () => this.again("restart")], ["reload", () => location.reload()]]);
    }
    this.again({ panic: { message, file, line } });
  }

  // Replaces a lost worker by another one, which starts before the frame that did not return.
  async again(recovery) {
    const worker = this.worker;
    this.worker = null;
    if (worker) worker.terminate();
    this.stuck = false;
    this.pinged = 0;
    this.message(null);
    this.again_since = true;
    for (const name of [...this.asked.keys()]) this.answer(name, Promise.reject(new Error("the console was lost")));
    const own = await this.store.files(this.cart.key, true);
    this.own.take(own);
    const { past, bytes, length } = this.log;
    if (past) own.push(["lost-run", past], ["inputs", bytes.slice(0, length)]);
    const { key, name, title } = this.cart;
    this.begin([], own.filter(([name]) => name !== "dropped"), { recovery, key, name, title, seed: boot.seed });
  }

  // A message that a button closes.
  say(text, word = "close") { this.message(text, [[word, () => this.message(null)]]); }

  message(text, actions) {
    if ($("code")) $("code").remove();
    $("bar").hidden = !text;
    $("message").textContent = text || "";
    $("actions").replaceChildren(...(actions || []).map(([word, act]) => {
      const button = document.createElement("button");
      button.textContent = word;
      button.onclick = act;
      return button;
    }));
  }

  hide(hidden) {
    this.sound.hide(hidden);
    this.woken = performance.now();
    this.pinged = 0;
    if (hidden) this.input.focus(false);
    if (this.worker) this.worker.postMessage({ asleep: hidden });
    if (!hidden) this.input.focus(document.hasFocus());
    if (!hidden) this.refresh();
  }

  // Another window of the page may have changed the user's carts.
  refresh() { if (IS_CONSOLE && this.worker) this.own.refresh().catch(() => {}); }

  fullscreen(on = !document.fullscreenElement) {
    if (on && document.documentElement.requestFullscreen) document.documentElement.requestFullscreen({ navigationUI: "hide" }).catch(() => {});
    else if (!on && document.fullscreenElement) document.exitFullscreen();
  }
}

const undrop = (file) => {
  const length = new DataView(file.buffer, file.byteOffset).getUint32(0, true);
  return [new TextDecoder().decode(file.subarray(4, 4 + length)), file.slice(4 + length)];
};
const is_day = (day) => {
  const date = new Date(Math.floor(day / 10000), Math.floor(day / 100) % 100 - 1, day % 100);
  return day !== null && day > 10000000 && today(date) === day;
};
const today = (date) => date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();

const page = new Page();
page.start().catch((error) => page.message(`This page cannot run here: ${error.message || error}`, []));
// Where it is served with its worker, the page opens without a network, too.
if (boot.offline && navigator.serviceWorker) navigator.serviceWorker.register(boot.offline).catch(() => {});
// For the browser's developer tools and tests.
globalThis.rasher = {
  page,
  recording: () => page.ask("recording", [[{ k: "recording" }]]),
  replay: (bytes) => page.ask("replay", [[{ k: "replay" }, bytes]]),
};
