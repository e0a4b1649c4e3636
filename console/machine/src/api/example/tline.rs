fn tline(p8: &mut Machine) {
    // A floor up to the horizon: each row of the screen shows a row of the map,
    // the upper ones further away.
    p8.cls(12);
    for y in 0..64 {
        let far = num!(64) / Num::int(y + 4);
        let (left, back) = (num!(8) - far, num!(9) - far / num!(2));
        p8.tline_ext(0, 64 + y, 127, 64 + y, left, back, far / num!(64), 0, 0);
    }
    // The default step is a pixel to the right: a row of the map on a slope.
    p8.tline(0, 20, 127, 50, 0, num!(2.5));
    // With 16 bits coordinates are pixels instead of tiles.
    p8.tline_precision(16);
    p8.tline_ext(0, 10, 127, 10, 0, 20, 1, 0, 0);
}
