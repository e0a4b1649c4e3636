fn peek(p8: &mut Machine) {
    p8.pset(0, 0, 12);
    p8.pset(1, 0, 8);
    // A byte of the screen is two pixels; the left one is its lower half.
    assert_eq!(p8.peek(0x6000), 0x8c);
    assert_eq!(p8.peek2(0x6000), 0x008c);
    p8.poke4(0x4300, num!(-0.5));
    assert_eq!(p8.peek4(0x4300), num!(-0.5));
    let mut rows = [0; 128];
    p8.peek_n(0x6000, &mut rows);
    assert_eq!(rows[0], 0x8c);
}
