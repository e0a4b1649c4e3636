fn dset(p8: &mut Machine) {
    p8.cartdata("rasher_manual_3");
    // Saved at the end of the frame, for the next start of the cart.
    p8.dset(1, num!(12.5));
    assert_eq!(p8.dget(1), num!(12.5));
}
