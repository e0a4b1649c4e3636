fn spr(p8: &mut Machine) {
    p8.cls(3);
    for x in 0..8 {
        p8.spr(10, x * 16 + (x % 3) * 3, 20 + (x * 5) % 11);
    }
    p8.spr(1, 30, 60);
    // Four sprites at once, from 16 on: two wide and two high. Then the same, looking the other way.
    p8.spr_ext(16, 60, 54, 2, 2, false, false);
    p8.spr_ext(16, 90, 54, 2, 2, true, false);
    // Half a coin.
    p8.spr_ext(6, 60, 90, num!(0.5), 1, false, false);
}
