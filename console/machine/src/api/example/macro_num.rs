fn macro_num(p8: &mut Machine) {
    const GRAVITY: Num = num!(0.125);
    // Quote numbers that are not Rust tokens.
    for n in [GRAVITY, num!(-3), num!(0x5a), num!("0x0.8"), num!("0b1.01")] {
        p8.print(n);
    }
    p8.fillp(num!("0xa5a5.8"));
    p8.circfill(64, 64, 20, 12);
    assert_eq!(num!("0x0.8"), Num::HALF);
}
