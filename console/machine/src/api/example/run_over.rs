fn run_over(p8: &mut Machine) {
    let (hp, again) = (0, p8.btnp(4));
    if hp == 0 {
        p8.run_over(); // the console offers no more to go on with this run
        p8.print_at("game over. 🅾️ once more", 16, 60, 8);
    }
    if again {
        p8.run_begins(); // from here on it keeps what is played again
    }
}
