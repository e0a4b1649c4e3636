fn btnp(p8: &mut Machine) {
    // "Right" was pressed in this frame. While held, it repeats after half a
    // second, then every 4 frames.
    p8.map();
    let mut x = 5;
    if p8.btnp(1) {
        x += 1;
    }
    p8.spr(1, x * 8, 64);
    assert_eq!(x, 6);
    assert!(!p8.btnp_of(1, 1), "the second player pressed nothing");
    assert_eq!(p8.btnp_bits(), 0b01_0010);
}
