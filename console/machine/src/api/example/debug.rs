fn debug(p8: &mut Machine) {
    // Ctrl+D shows these lines with their places in the source. Players never
    // see them.
    let enemies = [(20, 30), (90, 80)];
    for (x, y) in enemies {
        p8.debug(format!("enemy at {x} {y}"));
    }
    assert_eq!(p8.debug_lines().len(), 2);
    assert_eq!(p8.debug_lines()[0].text, "enemy at 20 30");
}
