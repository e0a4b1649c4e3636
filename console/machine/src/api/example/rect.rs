fn rect(p8: &mut Machine) {
    // Both corners are included, so this frame surrounds the screen.
    p8.rect(0, 0, 127, 127, 5);
    for i in 1..15 {
        p8.rect(60 - i * 4, 64 - i * 3, 67 + i * 4, 71 + i * 3, i);
    }
}
