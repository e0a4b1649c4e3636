fn stat(p8: &mut Machine) {
    p8.poke(0x5f2d, 1); // enables keyboard and mouse
    let [x, y, year, month, day] = [32, 33, 90, 91, 92].map(|n| p8.stat(n));
    p8.print(format!("mouse at {x} {y}"));
    p8.print(format!("date {year}-{month}-{day}"));
    // Is the key A held? Keys are SDL scancodes.
    let held = p8.stat_key(4);
    p8.print(format!("a held: {held}"));
    assert_eq!(p8.stat(7).num(), num!(30), "updates a second");
}
