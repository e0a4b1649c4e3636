fn reset(p8: &mut Machine) {
    p8.camera(40, 40);
    p8.pal(14, 3);
    p8.color(8);
    // All registers from 0x5f00 to 0x5f7f at once; also reseeds rnd.
    p8.reset();
    assert_eq!(p8.camera(0, 0), (0, 0));
    assert_eq!(p8.color(7), 6);
}
