fn cstore(p8: &mut Machine) {
    // A level editor in a cart: plants a flower and saves it, for this run and
    // in the cart's files.
    p8.mset(3, 3, 10);
    p8.cstore_ext(0x2000, 0x2000, 0x1000, None);
    p8.mset(3, 3, 0);
    p8.reload();
    assert_eq!(p8.mget(3, 3), 10);
    // Everything, 0x0000 to 0x42ff.
    p8.cstore();
}
