// LZMA, as its specification has it: the module is a third smaller than by the gzip that browsers know.
//
//   13 bytes: lc lp pb, dictionary, size ── range decoder ── literals, matches, repeated matches ──> bytes
function unlzma(source) {
  const lc = source[0] % 9;
  const lp = (source[0] / 9 | 0) % 5;
  const pb = source[0] / 45 | 0;
  const size = new DataView(source.buffer, source.byteOffset).getUint32(5, true);
  const out = new Uint8Array(size);
  const [MATCH, REP, G0, G1, G2, LONG, SLOT, SPECIAL, ALIGN, LENGTH, REP_LENGTH, LITERAL] =
    [0, 192, 204, 216, 228, 240, 432, 688, 803, 819, 1333, 1847];
  const chance = new Uint16Array(LITERAL + (768 << lc + lp)).fill(1024);
  let range = -1;
  let code = 0;
  let at = 14;
  for (let i = 0; i < 4; i++) code = code << 8 | source[at++];

  // Range and code have 32 bits with a sign: without one, what passes 2^31 is a number in a box for V8, and all takes half as long again.
  function bit(i) {
    const p = chance[i];
    const bound = Math.imul(range >>> 11, p);
    let set = 0;
    if (code >>> 0 < bound >>> 0) {
      range = bound;
      chance[i] = p + (2048 - p >> 5);
    } else {
      range = range - bound | 0;
      code = code - bound | 0;
      chance[i] = p - (p >> 5);
      set = 1;
    }
    if (range >>> 24 === 0) {
      range <<= 8;
      code = code << 8 | source[at++];
    }
    return set;
  }
  function tree(from, bits) {
    let m = 1;
    for (let i = 0; i < bits; i++) m = m << 1 | bit(from + m);
    return m - (1 << bits);
  }
  function reversed(from, bits) {
    let m = 1;
    let symbol = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(from + m);
      m = m << 1 | b;
      symbol |= b << i;
    }
    return symbol;
  }
  function direct(bits) {
    let value = 0;
    while (bits--) {
      range >>>= 1;
      let set = 0;
      if (code >>> 0 >= range >>> 0) { code = code - range | 0; set = 1; }
      value = value * 2 + set;
      if (range >>> 24 === 0) {
        range <<= 8;
        code = code << 8 | source[at++];
      }
    }
    return value;
  }
  function length(from, place) {
    if (!bit(from)) return 2 + tree(from + 2 + (place << 3), 3);
    if (!bit(from + 1)) return 10 + tree(from + 130 + (place << 3), 3);
    return 18 + tree(from + 258, 8);
  }
  let state = 0;
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  let to = 0;
  while (to < size) {
    const place = to & (1 << pb) - 1;
    if (!bit(MATCH + (state << 4) + place)) {
      const before = to ? out[to - 1] : 0;
      const base = LITERAL + 768 * (((to & (1 << lp) - 1) << lc) + (before >> 8 - lc));
      let symbol = 1;
      if (state >= 7) {
        let match = out[to - rep0 - 1];
        do {
          const top = match >> 7 & 1;
          match <<= 1;
          const b = bit(base + (1 + top << 8) + symbol);
          symbol = symbol << 1 | b;
          if (top !== b) break;
        } while (symbol < 256);
      }
      while (symbol < 256) symbol = symbol << 1 | bit(base + symbol);
      out[to++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(REP + state)) {
      if (!bit(G0 + state)) {
        if (!bit(LONG + (state << 4) + place)) {
          state = state < 7 ? 9 : 11;
          out[to] = out[to - rep0 - 1];
          to++;
          continue;
        }
      } else {
        let far = rep1;
        if (bit(G1 + state)) {
          far = rep2;
          if (bit(G2 + state)) { far = rep3; rep3 = rep2; }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = far;
      }
      count = length(REP_LENGTH, place);
      state = state < 7 ? 8 : 11;
    } else {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      count = length(LENGTH, place);
      state = state < 7 ? 7 : 10;
      const slot = tree(SLOT + (Math.min(count - 2, 3) << 6), 6);
      rep0 = slot;
      if (slot > 3) {
        const bits = (slot >> 1) - 1;
        rep0 = (2 | slot & 1) * 2 ** bits;
        if (slot < 14) rep0 += reversed(SPECIAL + rep0 - slot, bits);
        else rep0 += direct(bits - 4) * 16 + reversed(ALIGN, 4);
      }
      if (rep0 === 0xffffffff) break;
    }
    if (rep0 >= to || to + count > size) throw new Error("the page is damaged");
    for (; count; count--, to++) out[to] = out[to - rep0 - 1];
  }
  return out;
}
