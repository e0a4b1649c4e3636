fn cls(p8: &mut Machine) {
    p8.cls(12);
    p8.circfill(64, 128, 40, 11);
    p8.print_at("the sky is colour 12", 24, 40, 7);
}
