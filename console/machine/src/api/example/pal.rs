fn pal(p8: &mut Machine) {
    // The same sprite in other colours: pink (14) becomes blue, then green.
    p8.cls(6);
    p8.spr_ext(16, 8, 20, 2, 2, false, false);
    p8.pal(14, 12);
    p8.spr_ext(16, 40, 20, 2, 2, false, false);
    p8.pal_table(&[(14, 11), (15, 10), (2, 3)], 0);
    p8.spr_ext(16, 72, 20, 2, 2, false, false);
    p8.pal_reset();
    // Palette 1 acts when the picture is shown: the whole background turns into 140, an extended blue.
    p8.pal_ext(6, 140, 1);
    // One palette alone back to its defaults; here 0, which was reset already.
    p8.pal_reset_one(0);
    p8.spr_ext(16, 104, 20, 2, 2, false, false);
}
