fn seed(p8: &mut Machine) {
    // srand takes 32 bits, but a run's seed has 64. This level uses both
    // halves.
    let seed = p8.seed();
    p8.srand(Num::from_bits((seed ^ seed >> 32) as i32));
    p8.print(format!("seed {seed:08}"));
}
