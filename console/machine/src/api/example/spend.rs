fn spend(p8: &mut Machine) {
    // A search that would take ten instructions per cell in Lua, at 2 cycles
    // each. In Rust it is free by default.
    let mut walls = 0;
    for cell in 0..128 * 16 {
        walls += i32::from(p8.mget(cell % 128, cell / 128) == 4);
        p8.spend(20);
    }
    p8.print(format!("{walls} walls"));
    let (all, calls) = (p8.stat(1).num(), p8.stat(2).num());
    p8.print(format!("cpu {all}, of which calls {calls}"));
    assert!(all > num!(0.14) && calls < num!(0.02));
}
