fn fset(p8: &mut Machine) {
    // The pond freezes: water is no longer solid, nor wet.
    p8.fset_bit(5, 0, false);
    assert_eq!(p8.fget(5), 0b10);
    p8.fset(5, 0);
    assert!(!p8.fget_bit(5, 1));
    p8.pal(12, 7);
    p8.map();
    p8.spr(1, 84, 44);
}
