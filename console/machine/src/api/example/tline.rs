fn tline(p8: &mut Machine) {
    // A floor that goes back to the horizon: each row of the screen shows a row of the map, farther and farther away.
    p8.cls(12);
    for y in 0..64 {
        let far = num!(64) / Num::int(y + 4);
        let (left, step) = (num!(8) - far, far / num!(64));
        p8.tline_ext(0, 64 + y, 127, 64 + y, left, num!(9) - far / num!(2), step, 0, 0);
    }
    // A step of a pixel to the right needs no telling: the map's first row on a slope.
    p8.tline(0, 20, 127, 50, 0, num!(2.5));
    // With 16 bits coordinates are pixels instead of tiles.
    p8.tline_precision(16);
    p8.tline_ext(0, 10, 127, 10, 0, 20, 1, 0, 0);
}
