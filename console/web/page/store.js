// The browser's storage, IndexedDB. Each write is one strict transaction, so a reported write survives a power cut, and none is half done.
//
//   files   PAGE/settings, marks, save/ID, CART/slot/N, stored/CART/FILE ──> bytes
//           own/KEY/NAME, with/KEY/FILE, label/KEY, bin/N/KEY/NAME: the user's own carts (own.js)
//           ids/NAME                ──> where a cart with that id was played: [place, its key], the newest last
//   runs    [PAGE/CART/WINDOW, n] ──> the nth piece of the run that is played; the first piece of another run takes the place of all
//           [PAGE/CART/edits, n]  ──> the nth piece of the history of edits, of all windows; what cannot be written is tried again with the next
//
// All pages that were opened from files share one store in a browser, so each page has its own name in every key: that of a cart in Lua is
// its id. Two windows of one page keep a run each, by a lock; the last write of a slot or record counts. Where the browser keeps nothing,
// a store in memory takes its place, with the same calls.
// Bytes of an unpacked file of saves.
const SAVES_MAX = 256 << 20;
// The part of the browser's room from which a page warns, and writes between two looks at it.
const NEARLY_FULL = 0.9;
const LOOKS = 100;

// What a transaction of IndexedDB does, as far as it is used here, in memory.
class MemoryBase {
  constructor() { this.stores = { files: new Map(), runs: new Map() }; }
  transaction() {
    const change = { objectStore: (name) => this.store(this.stores[name]) };
    // After the requests, which are answered one task before.
    setTimeout(() => { if (change.oncomplete) change.oncomplete(); });
    return change;
  }
  store(all) {
    const order = ([a], [b]) => (Array.isArray(a) ? (a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1) : a < b ? -1 : 1);
    const find = (range) => [...all.values()].filter(([key]) => (range instanceof IDBKeyRange ? range.includes(key) : indexedDB.cmp(range, key) === 0)).sort(order);
    const ask = (result) => {
      const asked = { result };
      queueMicrotask(() => { if (asked.onsuccess) asked.onsuccess({ target: asked }); });
      return asked;
    };
    const remove = (range) => find(range).forEach(([key]) => all.delete(JSON.stringify(key)));
    const cursor = (found) => {
      const asked = {};
      const step = () => queueMicrotask(() => {
        const it = found.shift();
        asked.result = it && { key: it[0], value: it[1], continue: step, delete: () => remove(it[0]) };
        asked.onsuccess({ target: asked });
      });
      step();
      return asked;
    };
    return {
      put: (value, key) => ask(all.set(JSON.stringify(key), [key, value])),
      delete: (range) => ask(remove(range)),
      get: (key) => ask((all.get(JSON.stringify(key)) || [])[1]),
      getAll: (range) => ask(find(range).map(([, value]) => value)),
      getAllKeys: (range) => ask(find(range).map(([key]) => key)),
      openCursor: (range) => cursor(find(range)),
      openKeyCursor: (range) => ask(find(range).map(([key]) => ({ key })).at(-1)),
    };
  }
}

const coded = (bytes) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
};

class Store {
  constructor(page, was) {
    Object.assign(this, { page, was, id: page, writes: 0 });
    this.db = null;
    this.why = null;
    this.window = 1;
    this.pieces = 0;
    this.late = {};
    this.seen = {};
    this.work = Promise.resolve();
    this.pending = 0;
    this.on_error = () => {};
    this.on_notice = () => {};
  }

  async open() {
    try {
      this.db = await new Promise((done, fail) => {
        const asked = indexedDB.open("rasher", 1);
        asked.onupgradeneeded = () => { asked.result.createObjectStore("files"); asked.result.createObjectStore("runs"); };
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => fail(asked.error);
        asked.onblocked = () => fail(new Error("another window blocks the browser's storage"));
      });
    } catch (error) {
      console.warn("rasher: saves are off:", error);
      this.db = new MemoryBase();
      this.is_off = true;
      this.on_notice("Saves are off in this window");
    }
    try {
      if (this.was !== undefined) this.page = await this.claim(this.page, this.was, location.href.split(/[?#]/)[0].replace(/[^/]*$/, ""));
      if (!this.is_off) this.window = await this.free(1);
      await this.check_room();
    } catch (error) { this.fail(error); }
  }

  // The key of the files of a page, or of a cart of this page: its id, or if another place used that first, one of its own, which begins
  // with copies. `was`: the key of an earlier version, whose files become these.
  async claim(id, was, place, cart) {
    let key = id;
    await this.write(["files", "runs"], (change) => {
      const files = change.objectStore("files");
      const ids = cart ? `${this.page}/ids/${id}` : `ids/${id}`;
      files.get(ids).onsuccess = ({ target }) => {
        const places = target.result || [];
        const own = places.find(([at]) => at === place);
        if (own) key = own[1];
        else if (places.length) this.rename(change, places.at(-1)[1], key = `${id}~${places.length}`, cart, false);
        else if (was && was !== id) this.rename(change, was, id, cart, true);
        if (!own || own !== places.at(-1)) files.put([...places.filter((it) => it !== own), [place, key]], ids);
      };
    });
    return key;
  }

  // Gives files another page or cart. `moves`: all that has the old name, with results; else they are copied.
  rename(change, from, to, cart, moves) {
    const named = (text, at) => {
      const parts = text.split("/");
      if (!cart && parts[0] === from) parts[0] = to;
      if (parts[1] === "save") { if (moves && parts[2].startsWith(from)) parts[2] = to + parts[2].slice(from.length); }
      else if ((cart || moves) && parts[at] === from) parts[at] = to;
      return parts.join("/");
    };
    const start = cart ? this.page : from;
    for (const name of ["files", "runs"]) {
      const store = change.objectStore(name);
      store.openCursor(this.range(name, start)).onsuccess = ({ target }) => {
        const cursor = target.result;
        if (!cursor) return;
        const { key, value } = cursor;
        const now = name === "files" ? named(key, 2) : [named(key[0], 1), key[1]];
        if (String(now) !== String(key)) {
          store.put(value, now);
          if (moves) cursor.delete();
        }
        cursor.continue();
      };
    }
  }

  // All keys of a page.
  range(name, page) {
    const [first, last] = [`${page}/`, `${page}/\uffff`];
    return name === "files" ? IDBKeyRange.bound(first, last) : IDBKeyRange.bound([first], [last]);
  }

  // Warns before the browser's room is full.
  async check_room() {
    this.writes = 0;
    if (this.is_off || !navigator.storage || !navigator.storage.estimate) return;
    const { usage, quota } = await navigator.storage.estimate();
    const mb = (bytes) => Math.ceil(bytes / 1e6);
    const is_full = usage > NEARLY_FULL * quota;
    if (is_full && !this.is_full) this.on_notice(`${mb(usage)} of the ${mb(quota)} MB that the browser has for saves are used: export them`);
    this.is_full = is_full;
  }

  // All that this page keeps, as one file: JSON, packed by gzip.
  async exported() {
    await this.work;
    const all = { rasher: "saves", version: 1, of: this.id };
    const start = this.page.length + 1;
    for (const name of ["files", "runs"]) {
      const found = await this.ask(name, this.range(name, this.page));
      all[name] = found.map(([key, value]) => [name === "files" ? key.slice(start) : [key[0].slice(start), key[1]], value instanceof Uint8Array ? coded(value) : value]);
    }
    const packed = new Blob([JSON.stringify(all)]).stream().pipeThrough(new CompressionStream("gzip"));
    return new Uint8Array(await new Response(packed).arrayBuffer());
  }

  // Replaces all that this page keeps. A file that is not whole or of another page changes nothing.
  async imported(bytes) {
    let all;
    try {
      const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
      const pieces = [];
      for (let size = 0, piece; !(piece = await reader.read()).done;) {
        pieces.push(piece.value);
        if ((size += piece.value.length) > SAVES_MAX) throw new RangeError();
      }
      all = JSON.parse(await new Blob(pieces).text());
      if (all.rasher !== "saves") throw new TypeError();
    } catch (error) {
      throw new Error(error instanceof RangeError ? `it has more than ${SAVES_MAX >> 20} MiB` : "it is damaged, or no file of saves");
    }
    if (all.version !== 1) throw new Error(`it is of version ${all.version}; this page reads version 1`);
    if (all.of !== this.id) throw new Error(`it has the saves of ${all.of}; this page is ${this.id}`);
    const read = (value) => (typeof value === "string" ? Uint8Array.from(atob(value), (sign) => sign.charCodeAt(0)) : value);
    const is_ids = (value) => Array.isArray(value) && value.every((it) => Array.isArray(it) && it.length === 2 && it.every((part) => typeof part === "string"));
    let files, runs;
    try {
      files = all.files.map(([key, value]) => [`${this.page}/${key.slice(0)}`, read(value)]);
      runs = all.runs.map(([[place, n], value]) => [[`${this.page}/${place.slice(0)}`, n], read(value)]);
      if (!files.every(([, value]) => value instanceof Uint8Array || is_ids(value))) throw new TypeError();
      if (!runs.every(([[, n], value]) => Number.isInteger(n) && value instanceof Uint8Array)) throw new TypeError();
    } catch { throw new Error("it is damaged"); }
    await this.write(["files", "runs"], (change) => {
      for (const [name, list] of [["files", files], ["runs", runs]]) {
        const store = change.objectStore(name);
        store.delete(this.range(name, this.page));
        list.forEach(([key, value]) => store.put(value, key));
      }
    });
  }

  // The first number that no other window of this page has.
  async free(number) {
    if (!navigator.locks || number > 9) return number;
    const held = await new Promise((done) => {
      navigator.locks.request(`rasher/${this.page}/${number}`, { ifAvailable: true }, (lock) => {
        done(!!lock);
        return lock ? new Promise(() => {}) : undefined;
      }).catch(() => done(true));
    });
    return held ? number : this.free(number + 1);
  }

  fail(error) {
    const why = String(error && (error.message || error.name) || error);
    if (this.why !== why) this.on_error(why);
    this.why = why;
  }

  // One write after the other, in the order in which they were wanted.
  write(stores, act) {
    this.pending++;
    const done = this.work.then(() => new Promise((done, fail) => {
      if (!this.db) return fail(new Error(this.why || "the browser has no storage for this page"));
      const change = this.db.transaction(stores, "readwrite", { durability: "strict" });
      change.oncomplete = () => done();
      change.onabort = change.onerror = () => fail(change.error || new Error("the browser refused to save"));
      act(change);
    }));
    this.work = done.then(() => {
      if (this.why) { this.why = null; this.on_error(null); }
      if (++this.writes >= LOOKS) this.check_room().catch(() => {});
    }, (error) => this.fail(error)).finally(() => { this.pending--; });
    return done;
  }

  keep(name, bytes) {
    return this.write(["files"], (change) => change.objectStore("files").put(bytes, `${this.page}/${name}`));
  }

  drop(name) {
    return this.write(["files"], (change) => change.objectStore("files").delete(`${this.page}/${name}`));
  }

  // What is kept under one name belongs to another one.
  move(from, to) {
    return this.write(["files"], (change) => {
      const files = change.objectStore("files");
      const asked = files.get(`${this.page}/${from}`);
      asked.onsuccess = () => {
        if (asked.result === undefined) return;
        files.put(asked.result, `${this.page}/${to}`);
        files.delete(`${this.page}/${from}`);
      };
    });
  }

  place(cart) {
    const place = `${this.page}/${cart}/${this.window}`;
    return [place, IDBKeyRange.bound([place, 0], [place, Infinity])];
  }

  run(cart, first, bytes) {
    return this.write(["runs"], (change) => {
      const [place, all] = this.place(cart);
      const runs = change.objectStore("runs");
      if (first) { runs.delete(all); this.pieces = 0; }
      runs.put(bytes, [place, this.pieces++]);
    });
  }

  // `whole`: the piece takes the place of all that this window knows. What another window has added since stays.
  edits(cart, whole, bytes) {
    const place = `${this.page}/${cart}/edits`;
    const late = this.late[cart] ??= [];
    late.push(bytes);
    let pieces = [];
    const done = this.write(["runs"], (change) => {
      const runs = change.objectStore("runs");
      pieces = late.splice(0);
      if (whole) for (const n of this.seen[cart] ?? []) runs.delete([place, n]);
      const seen = this.seen[cart] = whole ? [] : this.seen[cart] ?? [];
      const last = runs.openKeyCursor(IDBKeyRange.bound([place, 0], [place, Infinity]), "prev");
      last.onsuccess = () => {
        let n = last.result ? last.result.key[1] + 1 : 0;
        for (const piece of pieces) { seen.push(n); runs.put(piece, [place, n++]); }
      };
    });
    done.catch(() => late.unshift(...pieces));
    return done;
  }

  runOver(cart) {
    return this.write(["runs"], (change) => change.objectStore("runs").delete(this.place(cart)[1]));
  }

  ask(store, range) {
    return new Promise((done, fail) => {
      const from = this.db.transaction([store]).objectStore(store);
      const [keys, values] = [from.getAllKeys(range), from.getAll(range)];
      values.onsuccess = () => done(keys.result.map((key, i) => [key, values.result[i]]));
      values.onerror = () => fail(values.error);
    });
  }

  // The carts that were ever edited.
  async edited() {
    const all = await new Promise((done, fail) => {
      const asked = this.db.transaction(["runs"]).objectStore("runs").getAllKeys(this.range("runs", this.page));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });
    const carts = all.map(([place]) => place.slice(this.page.length + 1)).filter((place) => place.endsWith("/edits"));
    return [...new Set(carts)].map((place) => place.slice(0, -"/edits".length));
  }

  // What a player begins that cart with, as [name, bytes]; `all`: what is of no cart, too.
  async files(cart, all) {
    if (!this.db) return [];
    try {
      await this.work;
      const own = `${this.page}/`;
      const found = [];
      for (const [key, bytes] of await this.ask("files", IDBKeyRange.bound(own, own + "\uffff"))) {
        const name = key.slice(own.length);
        if (name.startsWith(`slot/${cart}/`)) found.push([`slot/${name.slice(6 + cart.length)}`, bytes]);
        else if (name.startsWith(`stored/${cart}/`)) found.push([`stored/${name.slice(8 + cart.length)}`, bytes]);
        else if (all && (IS_OWN.test(name) || /^(settings|marks|save\/|catalogue\/|dropped$)/.test(name))) found.push([name, bytes]);
      }
      const join = (name, pieces) => {
        if (!pieces.length) return;
        const whole = new Uint8Array(pieces.reduce((sum, [, bytes]) => sum + bytes.length, 0));
        pieces.reduce((at, [, bytes]) => { whole.set(bytes, at); return at + bytes.length; }, 0);
        found.push([name, whole]);
      };
      const pieces = await this.ask("runs", this.place(cart)[1]);
      this.pieces = pieces.length;
      join("run", pieces);
      const edits = `${own}${cart}/edits`;
      const known = await this.ask("runs", IDBKeyRange.bound([edits, 0], [edits, Infinity]));
      this.seen[cart] = known.map(([key]) => key[1]);
      join("edits", known);
      const carts = all ? await this.edited() : [];
      if (carts.length) found.push(["edited", new TextEncoder().encode(JSON.stringify(carts))]);
      return found;
    } catch (error) {
      this.fail(error);
      return [];
    }
  }
}
