//! Rows for text: sixteen letters at random places, plain and with each attribute.
//!
//! Comparing calls with one letter and with sixteen shows the cost of the call itself.

use rasher::{Boot, Color, Machine, p8};
use tests::bench::Table;
use tests::naive::text as naive;
use tests::scene::Cases;

/// Places to print at; a power of two.
const PLACES: usize = 1024;

pub fn run() {
    let t = &mut Table::new("letters");
    let rows: [(&str, &[u8], i32); 12] = [
        ("print a letter", b"a", 1),
        ("print 16 letters", b"sixteen letters.", 16),
        ("print 16 letters, 128 and up", &[0x80 + 3; 16], 16),
        ("print 16 letters, wide", p8!(r"\^wsixteen letters."), 16),
        ("print 16 letters, tall", p8!(r"\^tsixteen letters."), 16),
        ("print 16 letters, wide and tall", p8!(r"\^w\^tsixteen letters."), 16),
        ("print 16 letters, pinball", p8!(r"\^psixteen letters."), 16),
        ("print 16 letters, background", p8!(r"\#3sixteen letters."), 16),
        ("print 16 letters, invert", p8!(r"\^isixteen letters."), 16),
        ("print 16 letters, outline", p8!(r"\^o8ffsixteen letters."), 16),
        ("print 16 letters, custom font", p8!(r"\14sixteen letters."), 16),
        ("print 8 colours", p8!(r"\f1a\f2b\f3c\f4d\f5e\f6f\f7g\f8h"), 8),
    ];
    for (name, text, letters) in rows {
        let mut cases = Cases::new(1);
        let places: Vec<_> = (0..PLACES).map(|_| (cases.below(64), cases.below(112))).collect();
        let machine = || {
            let mut m = Machine::new(Boot::default());
            [4, 8, 8].into_iter().enumerate().for_each(|(i, v)| m.poke(0x5600 + i as u16, v));
            (0x5680..0x5e00).for_each(|at| m.poke(at, cases_byte(at)));
            m
        };
        let (mut one, mut two) = (machine(), machine());
        let at = |i: usize| places[i % PLACES];
        t.pair(
            name,
            letters.into(),
            |i| {
                let (x, y) = at(i);
                one.print_at(text, x, y, Color::PEN);
            },
            |i| _ = naive::print(&mut two, text, Some(at(i))),
        );
    }
    let mut m = Machine::new(Boot::default());
    t.one("text_width 16 letters", 16.0, |_| _ = std::hint::black_box(m.text_width("sixteen letters.")));
    t.one("print 16 letters, scrolling", 16.0, |_| _ = m.print("sixteen letters."));
    t.one("print 16 letters of Unicode", 16.0, |_| _ = m.print_at("❎ixteen ⬅️etters.", 0, 0, 7));
    t.print();
}

/// A byte of a custom font, with three pixels of eight set.
fn cases_byte(at: u16) -> i32 {
    i32::from(at.wrapping_mul(0x9e35) >> 7) & i32::from(at.wrapping_mul(0x6b4f) >> 5)
}
