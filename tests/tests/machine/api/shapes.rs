//! Pixels and shapes, as pictures.

use super::{lit, machine, picture, shows};
use num::{Num, num};
use rasher::{Color, Machine};

#[test]
fn cls_fills_all_and_resets_clip_and_cursor() {
    let mut m = machine();
    m.camera(40, 40);
    m.clip(3, 3, 3, 3);
    m.fillp(num!("0xffff.8"));
    m.pal(9, 1);
    for at in [0x5f24, 0x5f26, 0x5f27] {
        m.poke(at, 50);
    }
    m.cls(9);
    // Clip, camera, pattern and palette do not count.
    assert!((0x6000..0x8000).all(|at| m.peek(at) == 0x99));
    assert_eq!((m.peek(0x5f20), m.peek(0x5f22)), (0, 128));
    assert_eq!([0x5f24, 0x5f26, 0x5f27].map(|at| m.peek(at)), [0; 3]);
    assert_eq!(m.peek(0x5f25), 6, "the pen stays");
    assert_eq!(m.camera(0, 0), (40, 40), "the camera stays");
    m.cls(0x12);
    assert_eq!(m.peek(0x6000), 0x22, "only four bits count");
    m.color(5);
    m.cls(Color::PEN);
    assert_eq!(m.peek(0x7fff), 0x55);
}

#[test]
fn cls_clears_the_page_that_is_shown() {
    let mut m = machine();
    m.poke(0x5f55, 0x80);
    m.cls(3);
    assert_eq!((m.memory().get(0x8000), m.memory().get(0x9fff)), (0x33, 0x33));
    assert_eq!((m.memory().get(0x6000), m.memory().get(0xa000)), (0, 0));
}

#[test]
fn pset_sets_one_pixel() {
    let mut m = machine();
    m.pset(0, 0, 7);
    m.pset(3, 1, 0xfe);
    m.pset(128, 0, 9);
    m.pset(-1, 1, 9);
    m.pset(i32::MIN, i32::MAX, 9);
    shows(&m, &["7...", "...e"]);
    assert_eq!(lit(&m), 2);
    // The low nibble is the left pixel.
    assert_eq!((m.peek(0x6000), m.peek(0x6041)), (0x07, 0xe0));
    assert_eq!(m.peek(0x5f25), 9, "a colour given becomes the pen");
    m.pset(1, 0, Color::PEN);
    shows(&m, &["79"]);
}

#[test]
fn pset_obeys_the_bit_planes() {
    // Low nibble of 0x5f5e: bits that are written; high nibble: bits of the colour that count. new = old & !w | c & w & r.
    let cases = [(0xff, 0xa), (0xf3, 0x6), (0x3f, 0x2), (0xf0, 0x5), (0x6c, 0x1), (0x0f, 0x0)];
    for (planes, expected) in cases {
        let mut m = machine();
        m.cls(5);
        m.poke(0x5f5e, planes);
        m.pset(1, 0, 10);
        m.rectfill(2, 0, 2, 0, 10);
        assert_eq!((m.pget(1, 0), m.pget(2, 0)), (expected, expected), "planes {planes:#04x}, 10 over 5");
    }
}

#[test]
fn pget_reads_memory_within_the_clip() {
    let mut m = machine();
    m.pset(5, 6, 12);
    m.clip(0, 0, 1, 1);
    assert_eq!(m.pget(5, 6), 0, "zepto8, and a test of femto8: the clip hides a pixel");
    m.clip_reset();
    m.pal(12, 1);
    assert_eq!(m.pget(5, 6), 12, "the palette does not change it");
    m.camera(2, 2);
    assert_eq!(m.pget(7, 8), 12);
    for (x, y) in [(1, 5), (130, 5), (5, 1), (5, 130), (i32::MIN, 0), (0, i32::MAX)] {
        assert_eq!(m.pget(x, y), 0, "({x}, {y}) is off the screen");
    }
    // Manual of 0.2.6: with bit 0x10 of 0x5f36, pget returns 0x5f5b there.
    m.poke(0x5f36, 0x10);
    m.poke(0x5f5b, 0x2b);
    assert_eq!((m.pget(1, 5), m.pget(7, 8)), (0x2b, 12));
}

/// The rows of a line's pixels for x = 0, 1, 2 ...
fn heights(m: &Machine, w: i32) -> Vec<i32> {
    (0..w).map(|x| (0..128).find(|&y| m.pget(x, y) != 0).unwrap_or(-1)).collect()
}

#[test]
fn line_is_exact() {
    // Ends and rows. The first is recorded; the others follow from the recorded rule by hand: slope =
    // trunc(dy * 65536 / dx), row = y0 + (slope * k + 0x8000) >> 16.
    let cases: &[(_, &[i32])] = &[
        ((0, 0, 10, 3), &[0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3]),
        ((0, 3, 10, 0), &[3, 3, 2, 2, 2, 2, 1, 1, 1, 0, 0]),
        ((0, 0, 3, 3), &[0, 1, 2, 3]),
        ((0, 1, 2, 0), &[1, 1, 0]),
        ((0, 0, 2, 1), &[0, 1, 1]),
        ((0, 5, 4, 5), &[5, 5, 5, 5, 5]),
    ];
    for &((x0, y0, x1, y1), rows) in cases {
        for swapped in [false, true] {
            let mut m = machine();
            if swapped {
                m.line(x1, y1, x0, y0, 7)
            } else {
                m.line(x0, y0, x1, y1, 7)
            }
            assert_eq!(heights(&m, rows.len() as i32), rows, "({x0}, {y0})-({x1}, {y1}), swapped: {swapped}");
            assert_eq!(lit(&m), rows.len());
            // The same along y, with the axes exchanged; but on the diagonal x counts as the longer side.
            let mut m = machine();
            m.line(y0, x0, y1, x1, 7);
            let columns: Vec<i32> =
                (0..rows.len() as i32).map(|y| (0..128).find(|&x| m.pget(x, y) != 0).unwrap_or(-1)).collect();
            assert_eq!(columns, rows);
        }
    }
    let mut m = machine();
    m.line(3, 2, 3, 2, 7);
    assert_eq!((lit(&m), m.pget(3, 2)), (1, 7), "a line of one pixel");
}

#[test]
fn line_ends_anywhere() {
    let mut m = machine();
    m.line(i32::MIN, i32::MIN, i32::MAX, i32::MAX, 7);
    assert!((0..128).all(|i| m.pget(i, i) == 7), "the diagonal of all coordinates is that of the screen");
    assert_eq!(lit(&m), 128);
    m.cls(0);
    m.camera(i32::from(i16::MIN), i32::from(i16::MIN));
    m.line(i32::MIN, -32768 + 5, i32::MAX, -32768 + 5, 7);
    assert_eq!(lit(&m), 128);
    assert_eq!((m.peek2(0x5f3c), m.peek2(0x5f3e)), (-1, -32763), "the end's lowest 16 bits are kept");
}

#[test]
fn line_to_goes_on_from_the_last_end() {
    let mut m = machine();
    // Recorded: after a reset the stored end (0, 0) counts.
    m.line_to(3, 0, 7);
    m.line_to(3, 2, 8);
    m.line(0, 1, 1, 1, 9);
    m.line_to(0, 2, Color::PEN);
    shows(&m, &["7778", "99.8", "9..8"]);
    // The end is stored before the camera is applied, and even if nothing was visible.
    m.cls(0);
    m.camera(10, 10);
    m.line(0, 0, 5, 5, 7);
    m.camera(5, 5);
    m.line_to(7, 5, 7);
    shows(&m, &["777.", "...."]);
}

#[test]
fn line_reset_forgets_the_end() {
    let mut m = machine();
    m.line_reset();
    assert_eq!(m.peek(0x5f35), 1);
    // The next point is only stored.
    m.line_to(1, 1, 7);
    assert_eq!((lit(&m), m.peek(0x5f35)), (0, 0));
    m.line_to(3, 1, 7);
    shows(&m, &["....", ".777"]);
}

#[test]
fn rect_is_four_sides() {
    for (x0, y0, x1, y1) in [(0, 0, 4, 3), (4, 3, 0, 0), (4, 0, 0, 3)] {
        let mut m = machine();
        m.rect(x0, y0, x1, y1, 7);
        shows(&m, &["77777.", "7...7.", "7...7.", "77777.", "......"]);
    }
    // Boxes of one row, one column, one pixel and two rows.
    for (x1, y1, count) in [(4, 0, 5), (0, 4, 5), (0, 0, 1), (4, 1, 10)] {
        let mut m = machine();
        m.rect(0, 0, x1, y1, 7);
        assert_eq!(lit(&m), count, "rect(0, 0, {x1}, {y1})");
    }
    let mut m = machine();
    m.rect(i32::MIN, 5, 3, i32::MAX, 7);
    assert_eq!((lit(&m), m.pget(0, 5), m.pget(3, 127)), (4 + 122, 7, 7));
}

#[test]
fn rectfill_includes_both_corners() {
    for (x0, y0, x1, y1) in [(1, 1, 3, 2), (3, 2, 1, 1), (3, 1, 1, 2)] {
        let mut m = machine();
        m.rectfill(x0, y0, x1, y1, 7);
        shows(&m, &[".....", ".777.", ".777.", "....."]);
    }
    let mut m = machine();
    m.rectfill(i32::MIN, i32::MIN, i32::MAX, i32::MAX, 7);
    assert_eq!(lit(&m), 128 * 128, "a box of all coordinates covers the screen");
}

/// A colour that inverts: 7, with both bits that ask for it.
const INVERT: Num = num!("0x1807");

#[test]
fn rectfill_inverts_where_allowed() {
    // Recorded (picture): both bits of the colour and bit 1 of 0x5f34; bit 0 is not needed.
    for (enable, color, inverted) in [
        (2, num!("0x1807"), true),
        (3, num!("0x1807"), true),
        (1, num!("0x1807"), false),
        (2, num!("0x0807"), false),
        (2, num!("0x1007"), false),
    ] {
        let mut m = machine();
        m.poke(0x5f34, enable);
        m.clip(0, 0, 5, 4);
        m.rectfill(1, 1, 2, 2, color);
        let count = if inverted { 20 - 4 } else { 4 };
        assert_eq!(lit(&m), count, "0x5f34 = {enable}, {color}");
        assert_eq!(m.pget(1, 1) == 0, inverted);
    }
}

#[test]
fn rrect_rounds_by_insets() {
    // Pixels missing at both ends of each row, from the edge inwards, as in a circle of radius r + 1. This fits the
    // manual's example but is unproven.
    let cases: &[(i32, &[i32])] = &[
        (0, &[0, 0]),
        (1, &[1, 0, 0]),
        (2, &[2, 1, 0]),
        (3, &[3, 1, 1, 0]),
        (4, &[3, 2, 1, 0, 0]),
        (5, &[4, 3, 2, 1, 0, 0]),
    ];
    for &(r, insets) in cases {
        let mut m = machine();
        m.rrectfill(0, 0, 20, 20, r, 7);
        for (y, &inset) in insets.iter().enumerate() {
            for y in [y as i32, 19 - y as i32] {
                let row = picture(&m, 0, y, 20, 1);
                let expected: String =
                    (0..20).map(|x| if x < inset || x >= 20 - inset { '.' } else { '7' }).collect();
                assert_eq!(row, expected, "row {y} of radius {r}");
            }
        }
    }
    let mut m = machine();
    m.rrect(0, 0, 10, 9, 3, 7);
    shows(
        &m,
        &[
            "...7777...",
            ".77....77.",
            ".7......7.",
            "7........7",
            "7........7",
            "7........7",
            ".7......7.",
            ".77....77.",
            "...7777...",
        ],
    );
}

#[test]
fn rrect_draws_nothing_without_a_size() {
    let mut m = machine();
    for (w, h) in [(0, 5), (5, 0), (-1, 5), (5, i32::MIN), (0, 0)] {
        m.rrect(1, 1, w, h, 2, 7);
        m.rrectfill(1, 1, w, h, 2, 7);
    }
    assert_eq!(lit(&m), 0);
    assert_eq!(m.peek(0x5f25), 7, "but the pen is set");
}

#[test]
fn rrectfill_cuts_the_radius() {
    // A radius beyond half the side counts as half the side; a negative one as 0.
    let draw = |w, h, r| {
        let mut m = machine();
        m.rrectfill(0, 0, w, h, r, 7);
        picture(&m, 0, 0, 20, 20)
    };
    assert_eq!(draw(12, 10, i32::MAX), draw(12, 10, 5));
    assert_eq!(draw(12, 10, -3), draw(12, 10, 0));
    // Ours: if the corners would leave nothing of the first row, the radius is one smaller.
    for (size, r) in [(2, 0), (4, 1), (6, 2)] {
        assert_eq!(draw(size, size, 9), draw(size, size, r), "{size}x{size}");
    }
    for size in 1..20 {
        let text = draw(size, size, 99);
        let rows: Vec<&str> = text.lines().collect();
        let last = size as usize - 1;
        let touches = |row: &str| row.contains('7');
        assert!(touches(rows[0]) && touches(rows[last]), "{size}x{size} reaches top and bottom\n{text}");
        assert!(rows.iter().any(|r| r.starts_with('7')), "{size}x{size} reaches the left side\n{text}");
    }
}

#[test]
fn circ_walks_its_octants() {
    // By hand from the walk: dx(dx-1) + dy² < r².
    let cases: &[(i32, &[&str])] = &[
        (0, &["7.", ".."]),
        (1, &[".7.", "7.7", ".7."]),
        (2, &[".777.", "7...7", "7...7", "7...7", ".777."]),
        (3, &["..777..", ".7...7.", "7.....7", "7.....7", "7.....7", ".7...7.", "..777.."]),
        (
            4,
            &[
                "...777...",
                ".77...77.",
                ".7.....7.",
                "7.......7",
                "7.......7",
                "7.......7",
                ".7.....7.",
                ".77...77.",
                "...777...",
            ],
        ),
    ];
    for &(r, rows) in cases {
        let mut m = machine();
        m.circ(r, r, r, 7);
        shows(&m, rows);
    }
    let mut m = machine();
    m.circ(64, 64, -1, 7);
    m.circ(64, 64, i32::MIN, 7);
    assert_eq!(lit(&m), 0, "a negative radius draws nothing");
}

#[test]
fn circfill_fills_the_walk() {
    let cases: &[(i32, &[&str])] = &[
        (0, &["7.", ".."]),
        (1, &[".7.", "777", ".7."]),
        (2, &[".777.", "77777", "77777", "77777", ".777."]),
        (4, &["...777...", ".7777777.", ".7777777.", "777777777"]),
    ];
    for &(r, rows) in cases {
        let mut m = machine();
        m.circfill(r, r, r, 7);
        shows(&m, rows);
    }
}

#[test]
fn circfill_of_any_radius_ends() {
    for r in [200, 32_767, 40_000, 1 << 30, i32::MAX] {
        let mut m = machine();
        m.circfill(64, 64, r, 7);
        assert_eq!(lit(&m), 128 * 128, "radius {r} around the middle covers the screen");
        // From far left its edge is a vertical line.
        m.cls(0);
        m.circfill(64 - r.min(32_767), 64, r.min(32_767), 7);
        assert!(m.pget(64, 64) == 7 && m.pget(65, 64) == 0, "radius {r}");
    }
    let mut m = machine();
    m.circ(i32::MIN, i32::MIN, i32::MAX, 7);
    m.circfill(i32::MAX, i32::MIN, i32::MAX, 7);
    assert_eq!(lit(&m), 0);
}

#[test]
fn circfill_inverts() {
    let mut m = machine();
    m.poke(0x5f34, 2);
    m.clip(0, 0, 5, 4);
    m.circfill(2, 1, 1, INVERT);
    shows(&m, &["77.77.", "7...7.", "77.77.", "77777.", "......"]);
    // Off the clip, the complement is the whole clip.
    m.cls(0);
    m.clip(0, 0, 5, 4);
    m.circfill(500, 500, 20, INVERT);
    assert_eq!(lit(&m), 20);
    // Outside of no circle is everything, by PICO-8's history (0.2.7). `cls` has reset the clip.
    m.cls(0);
    m.circfill(2, 2, -1, INVERT);
    assert_eq!(lit(&m), 128 * 128);
}

#[test]
fn oval_draws_both_passes() {
    // By hand from the construction: a = b = 1 and so on, rounded half up.
    let cases: &[((i32, i32), &[&str])] = &[
        ((1, 1), &["7."]),
        ((2, 2), &["77", "77"]),
        ((5, 1), &["77777"]),
        ((1, 4), &["7", "7", "7", "7"]),
        ((3, 3), &[".7.", "7.7", ".7."]),
        ((4, 4), &[".77.", "7..7", "7..7", ".77."]),
        // a = b = 2: 2 sqrt(1 - 1/4) = 1.73, so row 1 reaches to column 2 and column 1 to row 2.
        ((5, 5), &[".777.", "7...7", "7...7", "7...7", ".777."]),
        // a = 3, b = 1: columns 1 and 2 have rows 0.94 and 0.75, so 1; row 1 has column 0.
        ((7, 3), &[".77777.", "7.....7", ".77777."]),
        // a = 3, b = 2: row 1 reaches 2.60, so 3; columns 1 and 2 have rows 1.89 and 1.49: 2 and 1.
        ((7, 5), &["..777..", "77...77", "7.....7", "77...77", "..777.."]),
    ];
    for &((w, h), rows) in cases {
        let mut m = machine();
        m.oval(w - 1, 0, 0, h - 1, 7);
        shows(&m, rows);
        let mut m = machine();
        m.ovalfill(0, h - 1, w - 1, 0, 7);
        // Filled: everything between the ends of each row.
        let filled: Vec<String> = rows
            .iter()
            .map(|r| match (r.find('7'), r.rfind('7')) {
                (Some(a), Some(b)) => {
                    (0..r.len()).map(|i| if (a..=b).contains(&i) { '7' } else { '.' }).collect()
                }
                _ => r.to_string(),
            })
            .collect();
        shows(&m, &filled.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn ovalfill_of_any_box_ends() {
    let mut m = machine();
    m.ovalfill(i32::MIN, i32::MIN, i32::MAX, i32::MAX, 7);
    assert_eq!(lit(&m), 128 * 128, "the middle of all coordinates is the screen's corner");
    m.cls(0);
    m.oval(i32::MIN, i32::MIN, i32::MAX, i32::MAX, 7);
    assert_eq!(lit(&m), 0);
    m.ovalfill(i32::MIN, 3, i32::MAX, 3, 7);
    assert_eq!(lit(&m), 128, "one row");
}

#[test]
fn ovalfill_inverts() {
    let mut m = machine();
    m.poke(0x5f34, 2);
    m.clip(0, 0, 6, 5);
    m.ovalfill(1, 1, 4, 4, INVERT);
    shows(&m, &["777777.", "77..77.", "7....7.", "7....7.", "77..77.", "......."]);
}
