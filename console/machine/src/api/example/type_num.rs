fn type_num(p8: &mut Machine) {
    // A falling ball: speed and position have fractions, pixels do not.
    let (mut y, mut speed) = (Num::int(8), Num::ZERO);
    while y < 110 {
        speed += num!(0.25);
        y += speed;
        p8.circ(24 + y / 2, y, 4, 12);
    }
    // Operators also take i32s. flr returns an i32.
    let third = Num::ONE / 3;
    p8.print_at(third, 4, 4, 7);
    assert_eq!((third * 3, (2 * third).ceil()), (num!(0.99999), Num::ONE));
    assert!(y % 2 != 0 && Num::MAX > 32_767);
}
