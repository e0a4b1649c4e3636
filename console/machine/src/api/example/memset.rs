fn memset(p8: &mut Machine) {
    p8.map();
    // A band of 16 rows in the middle; a byte is two pixels of colour 1.
    p8.memset(0x6000 + 56 * 64, 0x11, 16 * 64);
    p8.print_at("the end", 50, 61, 7);
}
