fn circfill(p8: &mut Machine) {
    p8.cls(12);
    p8.circfill(98, 26, 14, 10);
    // A cloud is four circles.
    for (x, y, r) in [(30, 50, 10), (44, 44, 14), (60, 48, 12), (72, 52, 8)] {
        p8.circfill(x, y, r, 7);
    }
    p8.circfill(64, 180, 90, 3);
}
