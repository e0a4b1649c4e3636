fn ovalfill(p8: &mut Machine) {
    // An eye looking to the right.
    p8.cls(14);
    p8.ovalfill(16, 36, 111, 91, 7);
    p8.ovalfill(62, 44, 98, 83, 12);
    p8.ovalfill(74, 54, 92, 74, 0);
    p8.ovalfill(84, 55, 90, 61, 7);
}
