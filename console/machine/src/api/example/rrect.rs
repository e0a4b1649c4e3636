fn rrect(p8: &mut Machine) {
    // Width and height, not a second corner; then the radius.
    for r in 0..6 {
        p8.rrect(10 + r * 9, 10 + r * 9, 60, 60, r * 5, 8 + r);
    }
}
