fn dset(p8: &mut Machine) {
    p8.cartdata("rasher_manual_3");
    // Kept at the end of the frame; the next start of the cart finds it.
    p8.dset(1, num!(12.5));
    assert_eq!(p8.dget(1), num!(12.5));
}
