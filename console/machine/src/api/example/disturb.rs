fn disturb(p8: &mut Machine) {
    let (seen, now) = (1, 2);
    if now > seen {
        p8.disturb(); // somebody came into view: a held arrow walks no further
    }
    assert!(!p8.btn(0));
}
