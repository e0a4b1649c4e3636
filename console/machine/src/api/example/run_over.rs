fn run_over(p8: &mut Machine) {
    let (hp, again) = (0, p8.btnp(4));
    if hp == 0 {
        p8.run_over(); // buttons are ignored for a second, so that the end is seen
        p8.print_at("game over. 🅾️ once more", 16, 60, 8);
    }
    if again {
        p8.run_begins(); // now p8.seed() is a new one
    }
}
