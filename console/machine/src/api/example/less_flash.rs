fn less_flash(p8: &mut Machine) {
    // A hit: the screen flashes and shakes, if the player's settings allow it.
    let shake = if p8.less_shake() { 0 } else { 3 };
    p8.camera(shake, -shake);
    p8.map();
    p8.camera(0, 0);
    if !p8.less_flash() {
        p8.pal_ext(3, 8, 1); // all green is red for a moment
    }
    p8.spr(1, 52, 60);
}
