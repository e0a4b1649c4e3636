fn reload(p8: &mut Machine) {
    // The map is changed while one plays ...
    p8.memset(0x2000, 2, 0x300);
    assert_eq!(p8.mget(1, 1), 2);
    // ... and a new game begins with the cart's: 0x1000 bytes from 0x2000 on.
    p8.reload_ext(0x2000, 0x2000, 0x1000);
    p8.map();
    assert_eq!(p8.mget(1, 1), 3);
    // Or all of it: sheet, map, flags, music and sfx.
    p8.reload();
}
