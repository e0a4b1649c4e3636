fn flip(p8: &mut Machine) {
    // In Lua a loop may end each picture with flip(). In Rust each _draw is a
    // picture.
    let frame = p8.frame();
    p8.flip();
    assert_eq!(p8.frame(), frame, "no time has passed");
}
