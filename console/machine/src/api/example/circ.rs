fn circ(p8: &mut Machine) {
    // Rings on the water.
    p8.cls(1);
    for r in (4..40).step_by(7) {
        p8.circ(52, 60, r, 12);
        p8.circ(84, 76, r / 2, 6);
    }
}
