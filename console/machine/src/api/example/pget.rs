fn pget(p8: &mut Machine) {
    p8.map();
    // The screen remembers what was drawn, so it can be asked: what is under this point?
    let under = p8.pget(76, 44);
    p8.circ(76, 44, 6, 8);
    p8.print_at(i32::from(under), 90, 42, 7);
    assert_eq!(under, 12, "water");
    assert_eq!(p8.pget(-1, 44), 0, "0 outside of the screen");
}
