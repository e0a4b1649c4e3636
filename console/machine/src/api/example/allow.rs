fn allow(p8: &mut Machine) {
    p8.allow(ability::FAST | ability::SLOW); // no rewind, no save slots
    assert!(!p8.allows(ability::REWIND));
    p8.caption("floor 3: the larder"); // shown by save slots below the picture
    p8.print_at("no second chances", 28, 60, 10);
}
