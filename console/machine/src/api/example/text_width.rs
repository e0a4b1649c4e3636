fn text_width(p8: &mut Machine) {
    // A title in the middle, with a line below it.
    let title = p8!(r"\^w\^trasher");
    let width = p8.text_width(title);
    let x = 64 - width / 2;
    p8.print_at(title, x, 54, 14);
    p8.line(x, 67, x + width - 3, 67, 2);
    assert_eq!(width, 48, "six letters of eight pixels");
}
