fn sin(p8: &mut Machine) {
    // A full turn is 1. sin is inverted, as y points down.
    for x in 0..128 {
        let turn = Num::int(x) / num!(128);
        p8.pset(x, 64 + (turn.sin() * num!(40)).flr(), 12);
        p8.pset(x, 64 + (turn.cos() * num!(40)).flr(), 9);
    }
    assert_eq!(num!(0.25).sin(), num!(-1));
    // The direction from here to there, and the distance.
    let (dx, dy) = (num!(3), num!(-4));
    assert_eq!(Num::atan2(num!(0), num!(-1)), num!(0.25), "straight up");
    assert_eq!((dx * dx + dy * dy).sqrt(), num!(5));
}
