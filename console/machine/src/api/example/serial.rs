fn serial(p8: &mut Machine) {
    // The cart's own samples, 5,512.5 a second: 440 Hz, fading out.
    for i in 0..2048 {
        let loud = num!(100) - Num::int(i) / num!(20.48);
        let wave = (Num::int(i) * num!(0.0798)).sin() * loud;
        p8.poke(0x8000 + i as u16, wave.flr() + 128);
        p8.pset(i / 16, 64 + wave.flr() / 2, 12);
    }
    assert_eq!(p8.serial(0x808, 0x8000, 2048), 2048, "there was room for all");
}
