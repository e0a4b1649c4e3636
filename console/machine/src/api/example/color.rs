fn color(p8: &mut Machine) {
    // The pen is the colour of print, and of calls with Color::PEN.
    p8.color(11);
    p8.print("green");
    p8.circ(64, 64, 20, Color::PEN);
    let before = p8.color(8);
    p8.print("red");
    assert_eq!(before, 11);
}
