//! From the screen's bytes to indices of the 32 colours.
//!
//! Modes and their numbers are the manual's: 1 to 3 stretch, 5 to 7 mirror, 0x81 to 0x83 flip, 0x84 to 0x87 rotate.
//! Other values follow zepto8's interpretation of the bits (an axis stretches with its own bit, mirrors with 4 added
//! and flips with 0x80 added), written here as a table of cases per axis. None of it was recorded on the real
//! machine.

use rasher::{Boot, Machine, SIDE};
use tests::golden::Shown;
use tests::random::Dice;

/// What an axis of the display does to a coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Axis {
    Plain,
    Stretch,
    Mirror,
    Flip,
}

impl Axis {
    fn source(self, v: usize) -> usize {
        match self {
            Axis::Plain => v,
            Axis::Stretch => v / 2,
            Axis::Mirror => {
                if v < 64 {
                    v
                } else {
                    127 - v
                }
            }
            Axis::Flip => 127 - v,
        }
    }
}

/// Columns and rows of every mode that does not rotate.
fn axes(mode: u8) -> (Axis, Axis) {
    // Bit 0x40 is ignored. Other bits make an undescribed mode, which shows the screen unchanged.
    match mode & !0x40 {
        1 => (Axis::Stretch, Axis::Plain),
        2 => (Axis::Plain, Axis::Stretch),
        3 => (Axis::Stretch, Axis::Stretch),
        5 => (Axis::Mirror, Axis::Plain),
        6 => (Axis::Plain, Axis::Mirror),
        7 => (Axis::Mirror, Axis::Mirror),
        0x81 => (Axis::Flip, Axis::Plain),
        0x82 => (Axis::Plain, Axis::Flip),
        0x83 => (Axis::Flip, Axis::Flip),
        _ => (Axis::Plain, Axis::Plain),
    }
}

/// The source of a display pixel: rotations by turning the display back, quarter by quarter.
fn source(mode: u8, x: usize, y: usize) -> (usize, usize) {
    let quarters = match mode & !0x40 {
        m @ 0x84..=0x87 => m - 0x84,
        _ => {
            let (across, down) = axes(mode);
            return (across.source(x), down.source(y));
        }
    };
    // Turned clockwise, the display's upper left corner shows the screen's lower left one.
    (0..quarters).fold((x, y), |(x, y), _| (y, 127 - x))
}

fn nibble(p8: &Machine, x: usize, y: usize) -> u8 {
    p8.memory().get((0x6000 + y * 64 + x / 2) as u16) >> (x % 2 * 4) & 15
}

fn noise(seed: u64) -> Machine {
    let mut p8 = Machine::new(Boot::default());
    let mut dice = Dice::new(seed);
    (0x6000..0x8000).for_each(|addr| p8.poke(addr, dice.byte().into()));
    p8
}

#[test]
fn every_mode_shows_what_its_rule_says() {
    let mut p8 = noise(1);
    for mode in 0..=255 {
        p8.poke(0x5f2c, mode.into());
        let screen = p8.screen();
        for (i, found) in screen.iter().enumerate() {
            let (x, y) = (i % SIDE, i / SIDE);
            let (sx, sy) = source(mode, x, y);
            assert_eq!(*found, nibble(&p8, sx, sy), "mode {mode:#04x}, display pixel {x}, {y}");
        }
    }
}

/// The documented modes in words, to check the rule above independently: where four marks appear.
#[test]
fn corners_go_where_the_manual_says() {
    let mut p8 = Machine::new(Boot::default());
    // 1 upper left, 2 upper right, 3 lower left, 4 lower right.
    for (c, x, y) in [(1, 0, 0), (2, 127, 0), (3, 0, 127), (4, 127, 127)] {
        p8.pset(x, y, c);
    }
    let mut corners = |mode: i32| {
        p8.poke(0x5f2c, mode);
        let screen = p8.screen();
        [0, 127, 127 * 128, 127 * 128 + 127].map(|i| screen[i])
    };
    for (mode, expected) in [
        (0x00, [1, 2, 3, 4]),
        (0x01, [1, 0, 3, 0]),
        (0x02, [1, 2, 0, 0]),
        (0x03, [1, 0, 0, 0]),
        (0x05, [1, 1, 3, 3]),
        (0x06, [1, 2, 1, 2]),
        (0x07, [1, 1, 1, 1]),
        (0x81, [2, 1, 4, 3]),
        (0x82, [3, 4, 1, 2]),
        (0x83, [4, 3, 2, 1]),
        (0x84, [1, 2, 3, 4]),
        (0x85, [3, 1, 4, 2]),
        (0x86, [4, 3, 2, 1]),
        (0x87, [2, 4, 1, 3]),
    ] {
        assert_eq!(
            corners(mode),
            expected,
            "mode {mode:#04x}: upper left, upper right, lower left, lower right"
        );
    }
}

/// Index into the 32 colours for a palette byte: the manual's 128 + n are the upper 16, other bits do not count.
fn color(byte: u8) -> u8 {
    byte % 16 + if byte >= 128 { 16 } else { 0 }
}

/// A pixel by the manual's description of 0x5f5f, with the palette's row being that of the screen (zepto8's
/// interpretation).
fn shown(p8: &Machine, mode: u8, x: usize, y: usize) -> u8 {
    let (sx, sy) = source(mode, x, y);
    let c = nibble(p8, sx, sy);
    let at = |addr: usize| p8.memory().get(addr as u16);
    let bit = at(0x5f70 + sy / 8) >> (sy % 8) & 1;
    let own = at(0x5f10 + usize::from(c));
    color(match at(0x5f5f) {
        0x10 if bit == 1 => at(0x5f60 + usize::from(c)),
        raster if raster / 16 == 3 && c == raster % 16 => at(0x5f60 + (sy / 8 + usize::from(bit)) % 16),
        _ => own,
    })
}

#[test]
fn raster_palettes_show_what_their_rule_says() {
    let mut p8 = noise(2);
    let mut dice = Dice::new(3);
    for case in 0..600u32 {
        for addr in (0x5f10..0x5f20).chain(0x5f60..0x5f80) {
            p8.poke(addr, dice.byte().into());
        }
        // All values once, then those with an effect, under any mode.
        let raster =
            if case < 256 { case as u8 } else { dice.pick(&[0, 0x10, 0x30, 0x31, 0x37, 0x3c, 0x3f]) };
        let mode = if case < 256 {
            0
        } else {
            dice.pick(&[0, 1, 2, 3, 5, 6, 7, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87])
        };
        p8.poke(0x5f5f, raster.into());
        p8.poke(0x5f2c, mode.into());
        let screen = p8.screen();
        for (i, found) in screen.iter().enumerate() {
            let (x, y) = (i % SIDE, i / SIDE);
            let expected = shown(&p8, mode, x, y);
            assert_eq!(*found, expected, "raster {raster:#04x}, mode {mode:#04x}, display pixel {x}, {y}");
        }
    }
}

/// Displayed colours are those of the table, opaque.
#[test]
fn rgba_is_the_picture_in_colours() {
    let mut p8 = noise(4);
    p8.poke(0x5f5f, 0x10);
    p8.memset(0x5f70, 0x55, 16);
    (0..16).for_each(|c| _ = p8.pal_ext(c, 128 + c, 2));
    let mut rgba = vec![0; SIDE * SIDE * 4];
    let rgba: &mut [u8; SIDE * SIDE * 4] = (&mut rgba[..]).try_into().unwrap();
    p8.rgba(rgba);
    for (pixel, index) in rgba.as_chunks::<4>().0.iter().zip(p8.screen().iter()) {
        let [r, g, b] = rasher::palette::RGB[usize::from(*index)];
        assert_eq!(*pixel, [r, g, b, 255]);
    }
    // Published: red is FF004D, extended colour 140 is 065AB5.
    assert_eq!((rasher::palette::RGB[8], rasher::palette::RGB[28]), ([0xff, 0, 0x4d], [0x06, 0x5a, 0xb5]));
}
