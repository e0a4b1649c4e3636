fn type_text(p8: &mut Machine) {
    p8.print("lower case is tall, UPPER small");
    p8.print(format!("{} of {}", 3, 8));
    p8.print(num!(0.25));
    p8.print(true);
    // Control codes as escapes, as characters, as in cartridge files, as bytes.
    p8.print(p8!(r"\^wwide\^-w \f8red"));
    p8.print("\x06wwide\x06-w \x0c8red");
    p8.print("⁶wwide⁶-w ᶜ8red");
    p8.print(b"\x06wwide\x06-w \x0c8red \x97");
    assert_eq!(p8.text_width("❎"), p8.text_width(b"\x97"));
}
