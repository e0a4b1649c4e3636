fn sset(p8: &mut Machine) {
    // Draws a ball into sprite 64 while the cart runs.
    for y in 0..8 {
        for x in 0..8 {
            let (dx, dy) = (x * 2 - 7, y * 2 - 7);
            if dx * dx + dy * dy < 60 {
                p8.sset(x, 32 + y, if dx + dy < -4 { 7 } else { 8 });
            }
        }
    }
    for i in 0..8 {
        p8.spr(64, 4 + i * 16, 20 + i * i * 2);
    }
}
