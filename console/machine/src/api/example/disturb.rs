fn disturb(p8: &mut Machine) {
    let (seen, now) = (1, 2);
    if now > seen {
        p8.disturb(); // a monster came into view: stop walking
    }
    assert!(!p8.btn(0));
}
