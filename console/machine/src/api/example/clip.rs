fn clip(p8: &mut Machine) {
    // Light falls through a window of 80 x 60 pixels.
    p8.clip(24, 30, 80, 60);
    p8.map();
    // and_old intersects it with the previous one.
    p8.clip_ext(64, 60, 100, 100, true);
    p8.rectfill(0, 0, 127, 127, 1);
    p8.print_at("♪ ♪ ♪", 70, 70, 7);
    // The whole screen again.
    p8.clip_reset();
    p8.rect(23, 29, 104, 90, 6);
}
