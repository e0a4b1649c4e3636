fn cursor(p8: &mut Machine) {
    // Where print starts, and the column that its lines return to.
    p8.cursor_ext(40, 40, 11);
    p8.print("a poem");
    p8.print("of two lines");
    let (x, y, pen) = p8.cursor(0, 100);
    p8.print("its end");
    assert_eq!((x, y, pen), (40, 52, 11));
}
