fn time(p8: &mut Machine) {
    // A turn takes four seconds, and one and a half have passed.
    let turn = p8.t() / num!(4);
    for i in (0..12).rev() {
        let behind = turn - Num::int(i) * num!(0.04);
        let (x, y) = (num!(40) * behind.cos(), num!(40) * behind.sin());
        let color = if i == 0 { 10 } else { 9 };
        p8.circfill(64 + x.flr(), 64 + y.flr(), 9 - i / 2, color);
    }
    assert_eq!(p8.time(), num!(1.5));
}
