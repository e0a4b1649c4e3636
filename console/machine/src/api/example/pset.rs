fn pset(p8: &mut Machine) {
    // A starry sky. Its own seed makes it the same each time.
    p8.srand(7);
    for _ in 0..120 {
        let (x, y) = (p8.rnd(128).flr(), p8.rnd(128).flr());
        let color = *p8.rnd_of(&[1, 5, 6, 7]).unwrap();
        p8.pset(x, y, color);
    }
}
