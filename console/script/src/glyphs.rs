//! The variables named by glyphs: `btn(❎)`, `fillp(░)`. The values are those of PICO-8's manual and, for the patterns,
//! those in its memory after `fillp(glyph)`; the first one is transparent too, as a cart's listing from 0.2.6 shows.

/// █, which the first rules had as 0.
pub const SOLID: u8 = 128;

pub const GLYPHS: &[(u8, u32)] = &[
    (SOLID, 0x8000),    // █
    (129, 0x5a5a_8000), // ▒
    (130, 0x511f_8000), // 🐱
    (131, 0x0003_0000), // ⬇️
    (132, 0x7d7d_8000), // ░
    (133, 0xb81d_8000), // ✽
    (134, 0xf99f_8000), // ●
    (135, 0x51bf_8000), // ♥
    (136, 0xb5bf_8000), // ☉
    (137, 0x999f_8000), // 웃
    (138, 0xb11f_8000), // ⌂
    (139, 0x0000_0000), // ⬅️
    (140, 0xa0e0_8000), // 😐
    (141, 0x9b3f_8000), // ♪
    (142, 0x0004_0000), // 🅾️
    (143, 0xb1bf_8000), // ◆
    (144, 0xf5ff_8000), // …
    (145, 0x0001_0000), // ➡️
    (146, 0xb15f_8000), // ★
    (147, 0x1b1f_8000), // ⧗
    (148, 0x0002_0000), // ⬆️
    (149, 0xf5bf_8000), // ˇ
    (150, 0x7adf_8000), // ∧
    (151, 0x0005_0000), // ❎
    (152, 0x0f0f_8000), // ▤
    (153, 0x5555_8000), // ▥
];
