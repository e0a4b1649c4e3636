fn crt(p8: &mut Machine) {
    p8.crt(Some(true)); // the picture tube, if the player has not said otherwise
    p8.crt(None); // and over: off
}
