fn menuitem(p8: &mut Machine) {
    // In _init: the pause menu gets two items. Choices come to the cart's _menu.
    p8.menuitem(1, Some("restart level"));
    p8.menuitem(2, Some("music: on"));
    // Later: another label, and away with the first.
    p8.menuitem(2, Some("music: off"));
    p8.menuitem(1, None);

    assert!(p8.menu_item(1).is_none());
    assert_eq!(p8.menu_item(2).unwrap().label, b"music: off");
}
