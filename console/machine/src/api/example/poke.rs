fn poke(p8: &mut Machine) {
    // 0x5f2c is the screen's mode: 5 mirrors the left half to the right.
    p8.map();
    p8.poke(0x5f2c, 5);
    // Eight pixels of the screen at once, and four of another row.
    p8.poke4(0x6000, num!("0x7777.7777"));
    p8.poke2(0x6040, 0x7777);
    p8.poke_n(0x6080, &[0x77, 0x77]);
    assert_eq!(p8.pget(3, 2), 7);
}
