//! Fuzzes `print` with any bytes, at any place, and the number reader with the same bytes.
#![no_main]

use rasher::{Boot, Machine};

libfuzzer_sys::fuzz_target!(|input: (i32, i32, u8, Vec<u8>)| {
    let (x, y, color, text) = input;
    let mut p8 = Machine::new(Boot::default());
    p8.print_at(&text[..], x, y, color);
    p8.print(&text[..]);
    let _ = p8.text_width(&text[..]);
    let _ = num::Num::tonum(&text, u32::from(color));
});
