fn less_flash(p8: &mut Machine) {
    // A hit: the screen flashes and shakes, as far as the player likes that.
    let flash = if p8.less_flash() { 2 } else { 8 };
    let shake = if p8.less_shake() { 0 } else { 3 };
    p8.cls(flash);
    p8.camera(shake, 0);
    p8.spr_ext(16, 56, 56, 2, 2, false, false);
    p8.camera(0, 0);
}
