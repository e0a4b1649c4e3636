fn score(p8: &mut Machine) {
    let (floor, turns, won) = (5, 412, true);
    p8.score("floor", floor); // the first is the main one
    if won {
        p8.score("wins", p8.best("wins") + 1);
        p8.score("turns", -turns); // fewer is better: shown as 412
    }
    p8.print_at(format!("best: floor {}", p8.best("floor")), 28, 60, 10);
}
