fn sget(p8: &mut Machine) {
    // Sprite 1, pixel by pixel: each becomes a dot.
    for y in 0..8 {
        for x in 0..8 {
            p8.circfill(15 + x * 14, 15 + y * 14, 5, p8.sget(8 + x, y));
        }
    }
    assert_eq!(p8.sget(8 + 3, 3), 15, "the snout");
}
