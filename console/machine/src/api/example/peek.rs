fn peek(p8: &mut Machine) {
    p8.rectfill(0, 0, 127, 9, 12);
    p8.pset(1, 0, 8);
    // A byte of the screen is two pixels, the left one in its lower half.
    assert_eq!(p8.peek(0x6000), 0x8c);
    assert_eq!(p8.peek2(0x6000), 0xcc8c_u16 as i16);
    assert_eq!(p8.peek4(0x6000), num!("0xcccc.cc8c"));
    // The first 32 bytes of the sprite sheet, in hex.
    let mut bytes = [0; 32];
    p8.peek_n(0x0000, &mut bytes);
    for (i, byte) in (0..).zip(bytes) {
        p8.print_at(format!("{byte:02x}"), 16 + i % 8 * 12, 40 + i / 8 * 10, 6);
    }
}
