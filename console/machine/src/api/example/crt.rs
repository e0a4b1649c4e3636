fn crt(p8: &mut Machine) {
    p8.crt(Some(true)); // turns it on, unless the player's settings forbid it
    p8.crt(None); // toggles it: off
}
