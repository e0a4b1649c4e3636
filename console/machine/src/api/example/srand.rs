fn srand(p8: &mut Machine) {
    // The same seed gives the same numbers: a daily level.
    p8.srand(20_26);
    let first: Vec<i32> = (0..8).map(|_| p8.rnd(100).flr()).collect();
    p8.srand(20_26);
    let again: Vec<i32> = (0..8).map(|_| p8.rnd(100).flr()).collect();
    assert_eq!(first, again);
    for (x, height) in (0..).zip(first) {
        p8.rectfill(x * 16, 127 - height, x * 16 + 14, 127, 3);
    }
}
