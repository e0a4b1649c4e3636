fn fillp(p8: &mut Machine) {
    // 16 bits are 4 x 4 pixels. Clear bits take the first colour, set bits the
    // second: 0x1c is 12 and 1.
    p8.fillp(0b0011_0011_1100_1100);
    p8.rectfill(8, 8, 60, 60, 0x1c);
    p8.fillp(0b0101_1010_0101_1010);
    p8.circfill(92, 34, 26, 0x98);
    // With the bit after the point, set bits are transparent: a veil.
    p8.fillp(num!("0x5a5a.8"));
    p8.map_ext(1, 4, 8, 72, 14, 6, 0);
    p8.rectfill(8, 72, 119, 119, 0);
    p8.fillp(0);
}
