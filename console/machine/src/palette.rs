//! The 32 colours, in RGB.
//!
//! Index 0 to 15 is the standard palette; 16 to 31 are the extended colours 128 to 143 of carts. As published by
//! the console's author (CC-0).

/// Red, green, blue of the 16 standard and the 16 extended colours.
pub const RGB: [[u8; 3]; 32] = {
    const HEX: [u32; 32] = [
        0x000000, 0x1d2b53, 0x7e2553, 0x008751, 0xab5236, 0x5f574f, 0xc2c3c7, 0xfff1e8, 0xff004d, 0xffa300,
        0xffec27, 0x00e436, 0x29adff, 0x83769c, 0xff77a8, 0xffccaa, 0x291814, 0x111d35, 0x422136, 0x125359,
        0x742f29, 0x49333b, 0xa28879, 0xf3ef7d, 0xbe1250, 0xff6c24, 0xa8e72e, 0x00b543, 0x065ab5, 0x754665,
        0xff6e59, 0xff9d81,
    ];
    let mut rgb = [[0; 3]; 32];
    let mut i = 0;
    while i < 32 {
        let [_, r, g, b] = HEX[i].to_be_bytes();
        rgb[i] = [r, g, b];
        i += 1;
    }
    rgb
};

/// Common names of the 16 standard colours.
#[rustfmt::skip]
pub const NAMES: [&str; 16] = [
    "black", "dark blue", "dark purple", "dark green", "brown", "dark grey", "light grey", "white",
    "red", "orange", "yellow", "green", "blue", "lavender", "pink", "peach",
];

/// Index into [`RGB`] of a screen palette byte: bits 0-3 the colour, bit 7 the extended bank.
pub const fn index(byte: u8) -> u8 {
    byte & 15 | (byte & 0x80) >> 3
}
