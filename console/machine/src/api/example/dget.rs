fn dget(p8: &mut Machine) {
    p8.cartdata("rasher_manual_2");
    // 64 numbers. Those never set are 0, and so are any beyond.
    assert_eq!(p8.dget(5), num!(0));
    assert_eq!(p8.dget(64), num!(0));
}
