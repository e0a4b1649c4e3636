fn rrectfill(p8: &mut Machine) {
    // A sign with a shadow.
    p8.cls(3);
    p8.rrectfill(18, 50, 96, 34, 6, 1);
    p8.rrectfill(16, 48, 96, 34, 6, 15);
    p8.rrect(18, 50, 92, 30, 5, 4);
    p8.print_at("smoked, not fried", 31, 62, 4);
}
