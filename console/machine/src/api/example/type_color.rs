fn type_color(p8: &mut Machine) {
    // A number 0 to 15; later calls may use the pen instead.
    p8.rectfill(4, 4, 40, 40, 8);
    p8.rect(44, 4, 80, 40, Color::PEN);
    // With a fill pattern it is a pair: the first colour, and 16 times the second.
    p8.fillp(0x5a5a);
    p8.rectfill(84, 4, 120, 40, 0xe8);
    // A 16.16 number includes the pattern, if bit 0 of 0x5f34 is set.
    p8.poke(0x5f34, 1);
    p8.circfill(64, 84, 30, num!("0x1029.f0f0"));
    assert_eq!(p8.peek2(0x5f31), 0xf0f0u16 as i16);
}
