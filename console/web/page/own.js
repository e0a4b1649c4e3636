// The user's own carts on the console's page, as own.rs names them: written, opened, and kept in step with other windows of the page.
//
//   own: files ──> all of them or none, and only over what this window has read ──> own-done
//   focus ──> what another window has changed ──> own-changed
const IS_OWN = /^(own|with|label|bin)\//;
const OPENS = ".p8,.png,.rom,.lua,.html,.txt,.rec,.report,.map,.flags,.sfx,.music,.saves";

const same = (a, b) => a === b || !!a && !!b && a.length === b.length && a.every((byte, at) => byte === b[at]);

class OwnCarts {
  constructor(store, send) {
    Object.assign(this, { store, send });
    this.known = new Map();
  }

  // What the player begins with.
  take(files) {
    for (const [name, bytes] of files) if (IS_OWN.test(name)) this.known.set(name, bytes);
  }

  async write(changes) {
    let other = null;
    await this.store.write(["files"], (change) => {
      const files = change.objectStore("files");
      const key = (name) => `${this.store.page}/${name}`;
      let waits = changes.length;
      for (const [name] of changes) {
        files.get(key(name)).onsuccess = ({ target }) => {
          if (!same(target.result, this.known.get(name))) other = name;
          if (--waits || other) return;
          for (const [name, bytes] of changes) { if (bytes) files.put(bytes, key(name)); else files.delete(key(name)); }
        };
      }
    });
    if (other) {
      await this.refresh();
      throw new Error(`${other.split("/").pop()}: another window of this page has changed it; nothing was written`);
    }
    for (const [name, bytes] of changes) { if (bytes) this.known.set(name, bytes); else this.known.delete(name); }
  }

  async refresh() {
    await this.store.work;
    const start = this.store.page.length + 1;
    const all = await this.store.ask("files", this.store.range("files", this.store.page));
    const now = new Map(all.map(([key, bytes]) => [key.slice(start), bytes]).filter(([name]) => IS_OWN.test(name)));
    const news = [...now].filter(([name, bytes]) => !same(bytes, this.known.get(name))).map(([name, bytes]) => [{ k: "own-changed", name }, bytes]);
    for (const name of this.known.keys()) if (!now.has(name)) news.push([{ k: "own-changed", name, gone: true }]);
    this.known = now;
    if (news.length) this.send(news);
  }
}
