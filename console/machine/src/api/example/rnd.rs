fn rnd(p8: &mut Machine) {
    for _ in 0..300 {
        // 0 to 63: sums of two are mostly near the middle.
        let (x, y) = (p8.rnd(64) + p8.rnd(64), p8.rnd(64) + p8.rnd(64));
        let color = *p8.rnd_of(&[8, 9, 10]).unwrap();
        p8.pset(x.flr(), y.flr(), color);
    }
    let die = p8.rnd(6).flr() + 1;
    assert!((1..=6).contains(&die));
}
