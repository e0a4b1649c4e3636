fn samples(p8: &mut Machine) {
    // A scope: the sound of the last frame, as the synth made it.
    p8.sfx_ext(2, 0, 0, 0);
    p8.listen_to(0b0001); // channel 0 alone
    let samples = p8.samples().to_vec();
    assert_eq!(samples.len(), 735, "22,050 a second, 30 frames");
    for (x, sample) in (0..128).zip(samples) {
        p8.pset(x, 64 + i32::from(sample) / 256, 11);
    }
}
