fn btn(p8: &mut Machine) {
    // Here "right" and O are held.
    let names = ["⬅️ left", "➡️ right", "⬆️ up", "⬇️ down", "🅾️ o", "❎ x"];
    for (b, name) in (0..).zip(names) {
        let color = if p8.btn(b) { 11 } else { 5 };
        p8.print_at(name, 44, 24 + b * 14, color);
    }
    assert!(p8.btn(1) && !p8.btn(0));
    assert!(!p8.btn_of(1, 1), "the second player presses nothing");
    assert_eq!(p8.btn_bits(), 0b01_0010);
}
