fn max(p8: &mut Machine) {
    let (a, b) = (num!(3.7), num!(-2.5));
    for n in [a.max(b), a.min(b), a.ceil(), b.ceil(), b.abs(), b.sgn()] {
        p8.print(n);
    }
    // Rounded down, as an i32, for indexing and counting.
    assert_eq!((a.flr(), b.flr()), (3, -3));
    // The middle of three numbers keeps any x on the screen.
    let x = num!(140).mid(num!(0), num!(127));
    p8.circfill(x.flr(), 64, 20, 12);
    assert_eq!(x, num!(127));
}
