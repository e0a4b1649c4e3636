fn music(p8: &mut Machine) {
    p8.music(0); // from pattern 0
    p8.music(-1); // stops it
    // Starts again with a fade-in of 250 ms; effects may not use channels 0 and
    // 1 (0b11).
    p8.music_ext(0, 250, 0b11);
    assert_eq!(p8.stat(54).num(), num!(0), "pattern 0 plays");
    assert_eq!(p8.sfx(0), 3, "it uses channels 0 to 2, so a coin sounds on 3");
}
