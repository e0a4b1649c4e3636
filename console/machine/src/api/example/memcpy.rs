fn memcpy(p8: &mut Machine) {
    p8.map();
    // The screen is 128 rows of 64 bytes. Copies the upper half to the lower
    // one.
    p8.memcpy(0x6000 + 64 * 64, 0x6000, 64 * 64);
    // Stores a whole picture at 0x8000, to restore it later.
    p8.memcpy(0x8000, 0x6000, 0x2000);
    assert_eq!(p8.peek(0x8000 + 64 * 64), p8.peek(0x6000));
}
