fn flip(p8: &mut Machine) {
    // A cart from Lua may draw in a loop with flip() at its end. In Rust each _draw is one picture.
    let frame = p8.frame();
    p8.flip();
    assert_eq!(p8.frame(), frame, "no time has passed");
}
