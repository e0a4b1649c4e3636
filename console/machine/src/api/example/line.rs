fn line(p8: &mut Machine) {
    for x in (0..128).step_by(9) {
        p8.line(0, x, x, 127, 12);
    }
    // Each line starts at the end of the last one: a star.
    p8.line_reset();
    for corner in [0, 2, 4, 1, 3, 0] {
        let turn = Num::int(corner) / num!(5) - num!(0.25);
        let (x, y) = (num!(30) * turn.cos(), num!(30) * turn.sin());
        p8.line_to(80 + x.flr(), 44 - y.flr(), 10);
    }
}
