fn pal(p8: &mut Machine) {
    // The same sprite in other colours: pink (14) becomes blue, then green.
    p8.cls(6);
    p8.spr_ext(16, 8, 20, 2, 2, false, false);
    p8.pal(14, 12);
    p8.spr_ext(16, 40, 20, 2, 2, false, false);
    p8.pal_table(&[(14, 11), (15, 10), (2, 3)], 0);
    p8.spr_ext(16, 72, 20, 2, 2, false, false);
    p8.pal_reset();
    p8.spr_ext(16, 104, 20, 2, 2, false, false);
    // Palette 1 applies when the picture is shown, even to earlier drawing: all
    // light grey turns into 140, an extended blue.
    p8.pal_ext(6, 140, 1);
    p8.print_at("grey is blue now", 32, 60, 7);
    // Resets palette 2, used by raster modes and patterns.
    p8.pal_reset_one(2);
}
