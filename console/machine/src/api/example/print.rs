fn print(p8: &mut Machine) {
    p8.print("at the cursor, then a new line");
    p8.color(12);
    p8.print("in the pen's colour");
    // At a position. Returns the column after the text.
    let x = p8.print_at("hp ", 4, 40, 6);
    p8.print_at(25, x, 40, 8);
    // Control codes: \^w is wide, \^t tall, \f8 red.
    p8.print_at(p8!(r"\^w\^twide\^-w\^-t and \f8red"), 4, 60, 7);
    p8.print_at("press ❎ or 🅾️", 4, 84, 10);
}
