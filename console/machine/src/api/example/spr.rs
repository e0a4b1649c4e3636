fn spr(p8: &mut Machine) {
    p8.cls(3);
    for x in 0..8 {
        p8.spr(10, x * 16 + (x % 3) * 3, 20 + (x * 5) % 11);
    }
    p8.spr(1, 30, 60);
    // Two sprites wide and two high, starting with 16.
    p8.spr_ext(16, 60, 54, 2, 2, false, false);
    // A key, mirrored, and upside down; then half a coin.
    p8.spr(7, 30, 90);
    p8.spr_ext(7, 50, 90, 1, 1, true, false);
    p8.spr_ext(7, 70, 90, 1, 1, false, true);
    p8.spr_ext(6, 90, 90, num!(0.5), 1, false, false);
}
