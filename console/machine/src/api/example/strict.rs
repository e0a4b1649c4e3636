fn strict(p8: &mut Machine) {
    // In _init: pictures shall fall out when the cart asks too much of a frame,
    // as they do on the original.
    let before = p8.strict(true);
    assert!(!before);
    // Then, when stat(7) is less than stat(8), draw less.
    let late = p8.stat(7).num() < p8.stat(8).num();
    p8.print(if late { "too much" } else { "in time" });
}
