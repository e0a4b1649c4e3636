fn fget(p8: &mut Machine) {
    // Each cart decides what its flags mean. Here flag 0 means solid.
    p8.map();
    for y in 0..16 {
        for x in 0..16 {
            let tile = i32::from(p8.mget(x, y));
            if p8.fget_bit(tile, 0) {
                p8.rect(x * 8, y * 8, x * 8 + 7, y * 8 + 7, 8);
            }
        }
    }
    assert_eq!(p8.fget(5), 0b11, "water stops, and is wet");
}
