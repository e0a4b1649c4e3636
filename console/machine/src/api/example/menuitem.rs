fn menuitem(p8: &mut Machine) {
    // In _init: adds two items to the pause menu. The cart's _menu gets the
    // choices.
    p8.menuitem(1, Some("restart level"));
    p8.menuitem(2, Some("music: on"));
    // Later: changes a label, and removes the first item.
    p8.menuitem(2, Some("music: off"));
    p8.menuitem(1, None);

    assert!(p8.menu_item(1).is_none());
    assert_eq!(p8.menu_item(2).unwrap().label, b"music: off");
}
