fn run_over(p8: &mut Machine) {
    let (hp, again) = (0, p8.btnp(4));
    if hp == 0 {
        p8.run_over(); // for a second no button counts: nobody presses the end away
        p8.print_at("game over. 🅾️ once more", 16, 60, 8);
    }
    if again {
        p8.run_begins(); // from here on p8.seed() is another one
    }
}
