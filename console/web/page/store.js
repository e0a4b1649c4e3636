// The browser's storage, IndexedDB. Each write is strict, so a reported write survives a power cut.
//
//   files   PAGE/settings, marks, save/ID, CART/slot/N, stored/CART/FILE ──> bytes
//   runs    [PAGE/CART/WINDOW, n] ──> the nth piece of the run that is played; the first piece of another run takes the place of all
//           [PAGE/CART/edits, n]  ──> the nth piece of the history of edits, of all windows; what cannot be written is tried again with the next
//
// All pages that were opened from files share one store in a browser, so each page has its own name in every key. Two windows of one
// page keep a run each, by a lock; the last write of a slot or record counts.
class Store {
  constructor(page) {
    this.page = page;
    this.db = null;
    this.why = null;
    this.window = 1;
    this.pieces = 0;
    this.late = {};
    this.seen = {};
    this.work = Promise.resolve();
    this.pending = 0;
    this.on_error = () => {};
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
      this.window = await this.free(1);
    } catch (error) {
      const denied = error && error.name === "SecurityError";
      this.fail(denied ? new Error("the browser keeps nothing for a page in this frame") : error);
    }
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
        else if (all && /^(settings|marks|save\/|catalogue\/|dropped$)/.test(name)) found.push([name, bytes]);
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
      return found;
    } catch (error) {
      this.fail(error);
      return [];
    }
  }
}
