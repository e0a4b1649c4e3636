fn palt(p8: &mut Machine) {
    p8.cls(12);
    p8.spr_ext(16, 10, 50, 2, 2, false, false);
    // Black is drawn, pink is not.
    p8.palt(0, false);
    p8.palt(14, true);
    p8.spr_ext(16, 40, 50, 2, 2, false, false);
    // All sixteen at once: bit 15 is colour 0. Here colours 0 and 15.
    p8.palt_bits(0b1000_0000_0000_0001);
    p8.spr_ext(16, 70, 50, 2, 2, false, false);
    p8.palt_reset();
    p8.spr_ext(16, 100, 50, 2, 2, false, false);
}
