fn pget(p8: &mut Machine) {
    p8.map();
    // The screen can be read back: the colour in this circle.
    let under = p8.pget(76, 44);
    p8.circ(76, 44, 6, 7);
    p8.print_at(format!("colour {under}"), 78, 96, 7);
    assert_eq!(under, 12, "water");
    assert_eq!(p8.pget(-1, 44), 0, "0 outside of the screen");
}
