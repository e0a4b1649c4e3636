fn sin(p8: &mut Machine) {
    // A full turn is 1, and sin is upside down, as y is on a screen.
    for x in 0..128 {
        let turn = Num::int(x) / num!(128);
        p8.pset(x, 64 + (turn.sin() * num!(40)).flr(), 12);
        p8.pset(x, 64 + (turn.cos() * num!(40)).flr(), 9);
    }
    assert_eq!(num!(0.25).sin(), num!(-1));
    // The turn that points from here to there, and how far it is.
    let (dx, dy) = (num!(3), num!(-4));
    assert_eq!(Num::atan2(num!(0), num!(-1)), num!(0.25), "straight up");
    assert_eq!((dx * dx + dy * dy).sqrt(), num!(5));
}
