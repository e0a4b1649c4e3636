fn memory(p8: &mut Machine) {
    // A register is a byte shared by calls, peek and poke. 0x5f25 is the pen.
    p8.color(12);
    assert_eq!(p8.memory().get(memory::reg::PEN), 12);
    p8.poke(0x5f25, 9);
    p8.circfill(64, 64, 30, Color::PEN);
    assert_eq!(p8.pget(64, 64), 9);
    // All 64 KiB at once, read-only.
    assert_eq!(p8.memory().bytes().len(), 65_536);
}
