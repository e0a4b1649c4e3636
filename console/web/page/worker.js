// The console in a worker: packets of the page to the module, packets of the module to the page, samples straight to the worklet.
//
//   page ── {module, packets} ──> call(n, now) ──> packets ──> page          wait: as long as the player says
//                                             └──> samples ──> port of the worklet
//
// What the module answers is sent before it is called again, so the page knows each frame's input before the frame is run. A trap
// ends this worker; the page starts another one.
"use strict";
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const born = performance.now();
const at_once = new MessageChannel();
let wasm = null;
let waiting = [];
let took = 0;
let timer = 0;
let due = false;
let port = null;
let slept = 0;
let asleep = 0;

function pack(list) {
  const heads = list.map(([head]) => encoder.encode(JSON.stringify(head)));
  let size = 0;
  list.forEach(([, body], i) => { size += 8 + heads[i].length + (body ? body.length : 0); });
  // The call may grow the memory: only then its buffer is looked at.
  const at = wasm.room(size) >>> 0;
  const bytes = new Uint8Array(wasm.memory.buffer, at, size);
  const view = new DataView(wasm.memory.buffer, at, size);
  let to = 0;
  list.forEach(([, body], i) => {
    for (const part of [heads[i], body || []]) {
      view.setUint32(to, part.length, true);
      bytes.set(part, to + 4);
      to += 4 + part.length;
    }
  });
}

function unpack(length) {
  const at = wasm.answer() >>> 0;
  const view = new DataView(wasm.memory.buffer, at, length);
  const list = [];
  let from = 0;
  const part = () => {
    const size = view.getUint32(from, true);
    const bytes = new Uint8Array(wasm.memory.buffer, at + from + 4, size);
    from += 4 + size;
    return bytes;
  };
  while (from < length) {
    const head = JSON.parse(decoder.decode(part()));
    list.push([head, part().slice()]);
  }
  return list;
}

function fail(error) {
  let lost = { message: String(error && error.message || error), file: "", line: 0 };
  try {
    const length = wasm.fault();
    const fault = JSON.parse(decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.answer() >>> 0, length)));
    if (fault.message) lost = fault;
  } catch { /* The trap has its own message. */ }
  wasm = null;
  postMessage({ lost });
}

function call() {
  due = false;
  clearTimeout(timer);
  if (!wasm || asleep) return;
  const from = performance.now();
  let list;
  try {
    pack(waiting.splice(0).concat([[{ k: "took", micros: Math.round(took * 1000) }]]));
    list = unpack(wasm.call((from - born - slept) * 1000));
  } catch (error) {
    return fail(error);
  }
  took = performance.now() - from;
  let wait = null;
  const out = [];
  const moved = [];
  for (const packet of list) {
    const [head, body] = packet;
    if (head.k === "next") wait = head.micros;
    else if (head.k === "samples") { if (port) port.postMessage(body.buffer, [body.buffer]); }
    else if (head.k === "silence") { if (port) port.postMessage(null); }
    else {
      if (head.k === "replayed") head.busy = busy + took;
      out.push(packet);
      if (body.length) moved.push(body.buffer);
    }
  }
  busy += took;
  if (out.length) postMessage({ out }, moved);
  if (wait === null) return;
  if (wait < 500) soon();
  else timer = setTimeout(call, Math.ceil(wait / 1000));
}
let busy = 0;

// Not in the same task: what the page has to say comes between.
function soon() {
  if (due) return;
  due = true;
  at_once.port2.postMessage(0);
}
at_once.port1.onmessage = call;

// Modules of carts, in the browser's own engine: what browser.rs orders, by number. A handle is a code or an instance.
const handles = new Map();
let handle = 0;
let result = 0n;
let why = "";
const keep = (what) => { handles.set(++handle, what); return handle; };
const own = (at, size) => new Uint8Array(wasm.memory.buffer, at >>> 0, size >>> 0);
const fails = (error) => { why = String(error && error.message || error); return -1; };
// The part of an instance's memory, or nothing.
const part = (on, at, size) => {
  const { buffer } = handles.get(on).memory;
  return (at >>> 0) + (size >>> 0) <= buffer.byteLength ? new Uint8Array(buffer, at >>> 0, size >>> 0) : null;
};
const EXPORTS = ["start", "hook", "state", "room", "load", "load_named"];
const ORDERS = [
  (_, at, size, numbers, count) => {
    try {
      const code = new WebAssembly.Module(own(at, size));
      const list = new Uint32Array(wasm.memory.buffer, numbers >>> 0, count);
      const calls = {};
      WebAssembly.Module.imports(code).forEach(({ name }, n) => { calls[name] = wasm.__indirect_function_table.get(list[n]); });
      return keep({ code, calls });
    } catch (error) { return fails(error); }
  },
  (on) => {
    const { code, calls } = handles.get(on);
    try {
      const cart = new WebAssembly.Instance(code, { rasher: calls }).exports;
      return keep({ cart, memory: cart.memory, pointer: cart.__stack_pointer.value });
    } catch (error) { return fails(error); }
  },
  (on) => handles.delete(on),
  (on) => handles.get(on).memory.buffer.byteLength,
  (on, pages) => { try { handles.get(on).memory.grow(pages); return 1; } catch { return 0; } },
  (on, from, to, size) => {
    const bytes = part(on, from, size);
    if (bytes) own(to, size).set(bytes);
    return bytes ? 1 : 0;
  },
  (on, to, from, size) => {
    const bytes = part(on, to, size);
    if (bytes) bytes.set(own(from, size));
    return bytes ? 1 : 0;
  },
  (on, end) => { part(on, 0, end).fill(0); return 1; },
  // 0 it returned, 1 too many nested calls, 2 unreachable, 3 outside of the memory, 4 another stack pointer, 5 see the error.
  (on, which, a, b, c) => {
    const { cart, pointer } = handles.get(on);
    try {
      const run = cart[EXPORTS[which]];
      result = run ? BigInt(run(a, b, c) ?? 0) : -1n;
    } catch (error) {
      fails(error);
      if (!(error instanceof WebAssembly.RuntimeError)) return 1;
      return /unreachable/i.test(why) ? 2 : /memory|^index out of bounds/.test(why) ? 3 : 5;
    }
    return cart.__stack_pointer.value === pointer ? 0 : 4;
  },
  () => result,
  (_, at, size) => encoder.encodeInto(why.slice(0, 90), own(at, size)).written,
];
const page = { module: (order, on, a, b, c, d) => BigInt(ORDERS[order](on, a, b, c, d)) };

onmessage = ({ data }) => {
  if (data.module) {
    wasm = new WebAssembly.Instance(data.module, { page }).exports;
  }
  if (data.ping) postMessage({ pong: data.ping });
  if ("port" in data) port = data.port;
  if (data.asleep !== undefined) {
    if (data.asleep && !asleep) asleep = performance.now();
    if (!data.asleep && asleep) { slept += performance.now() - asleep; asleep = 0; soon(); }
  }
  if (data.packets) {
    if (data.packets.some(([head]) => head.k === "replay")) busy = 0;
    waiting.push(...data.packets);
    soon();
  }
};
