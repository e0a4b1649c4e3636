fn camera(p8: &mut Machine) {
    // The world is larger than the screen. The camera follows the player.
    let (x, y) = (96, 88);
    p8.camera(x - 64, y - 64);
    p8.map();
    p8.spr(1, x, y);
    // The status line is drawn without it.
    p8.camera(0, 0);
    p8.print_at("at 96, 88", 2, 116, 7);
}
