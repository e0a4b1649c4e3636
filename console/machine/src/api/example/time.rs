fn time(p8: &mut Machine) {
    // Something that goes round once in four seconds. It has gone on for one and a half.
    let turn = p8.t() / num!(4);
    for i in 0..12 {
        let behind = turn - Num::int(i) * num!(0.04);
        let (x, y) = (num!(64) + num!(40) * behind.cos(), num!(64) + num!(40) * behind.sin());
        p8.circfill(x.flr(), y.flr(), 9 - i / 2, if i == 0 { 10 } else { 9 });
    }
    assert_eq!(p8.time(), num!(1.5));
}
