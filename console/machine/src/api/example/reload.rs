fn reload(p8: &mut Machine) {
    // The map changes during a game ...
    p8.memset(0x2000, 2, 0x300);
    assert_eq!(p8.mget(1, 1), 2);
    // ... and a new game restores the cart's: 0x1000 bytes at 0x2000.
    p8.reload_ext(0x2000, 0x2000, 0x1000);
    p8.map();
    assert_eq!(p8.mget(1, 1), 3);
    // Or everything: sheet, map, flags, music and sfx.
    p8.reload();
}
