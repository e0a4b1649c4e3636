fn macro_p8(p8: &mut Machine) {
    // \^w wide, \^t tall, \^- ends them; \f is the colour, \# the background.
    p8.print(p8!(r"\^w\^tbig\^-w\^-t and \#1\fadark\n\f8red\f7, \fbgreen"));
    // Constants work too, and so do glyphs.
    const HINT: &str = r"\^o8ffpress ❎";
    p8.print_at(p8!(HINT), 40, 60, 7);
    assert_eq!(p8!(r"\^wa❎"), &[6, b'w', b'a', 151]);
}
