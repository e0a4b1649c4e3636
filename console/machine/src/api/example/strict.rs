fn strict(p8: &mut Machine) {
    // In _init: drop pictures when a frame exceeds its budget, as on the
    // original.
    let before = p8.strict(true);
    assert!(!before);
    // Then draw less while stat(7) is less than stat(8).
    let late = p8.stat(7).num() < p8.stat(8).num();
    p8.print(if late { "too much" } else { "in time" });
}
