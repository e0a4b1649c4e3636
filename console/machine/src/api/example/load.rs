fn load(p8: &mut Machine) {
    // Another cart starts after this frame. Its pause menu has "back to town",
    // and its stat(6) is "level=3".
    p8.load("dungeon", "back to town", "level=3");
}
