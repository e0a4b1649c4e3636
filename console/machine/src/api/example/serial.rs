fn serial(p8: &mut Machine) {
    // Samples that the cart makes itself, 5,512.5 a second: a tone of 440 Hz that dies away.
    for i in 0..2048 {
        let turn = Num::int(i) * num!(0.0798);
        let wave = turn.sin() * num!(100) * (num!(1) - Num::int(i) / num!(2048));
        p8.poke(0x8000 + i as u16, wave.flr() + 128);
        p8.pset(i / 16, 64 + wave.flr() / 2, 12);
    }
    assert_eq!(p8.serial(0x808, 0x8000, 2048), 2048, "there was room for all");
}
