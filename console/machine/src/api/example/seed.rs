fn seed(p8: &mut Machine) {
    // srand keeps 32 bits; a run's seed may have 64. Both halves make a level.
    let seed = p8.seed();
    p8.srand(Num::from_bits((seed ^ seed >> 32) as i32));
    p8.print(format!("seed {seed:08}"));
}
