//! The machine's `print` against its slow reference: random texts over random states, all 64 KiB equal, and the
//! value.
//!
//! ```text
//! seed ── scene ── registers of text ── text: letters and control codes, whole and torn
//!                               print │   │ tests::naive::text::print
//!                                     v   v
//!                        every byte must be equal; the value is also put into memory
//! ```

use num::Num;
use rasher::{Color, Machine};
use tests::naive::text as naive;
use tests::scene::{Cases, compare, scene};

/// The address where the value of a print is stored, to be compared with everything else.
const VALUE: u16 = 0x4300;

/// A print to compare: the pokes before it, the text, and its position.
#[derive(Debug)]
struct Print {
    pokes: Vec<(u16, i32)>,
    text: Vec<u8>,
    at: Option<(i32, i32)>,
}

/// A position: mostly where text is visible, sometimes far off.
fn place(cases: &mut Cases) -> i32 {
    match cases.below(12) {
        0 => cases.pick(&[i32::MIN, i32::MAX - 100_000, -32768, 32767, 40000, -1, 0, 127, 128]),
        1 | 2 => cases.below(400) - 150,
        _ => cases.below(140) - 12,
    }
}

fn parameter(cases: &mut Cases, text: &mut Vec<u8>) {
    text.push(match cases.below(8) {
        0 => cases.word() as u8,
        1 => b'g' + cases.below(8) as u8,
        _ => cases.pick(b"0123456789abcdefghij"),
    });
}

fn hex(cases: &mut Cases, text: &mut Vec<u8>, digits: usize) {
    (0..digits).for_each(|_| text.push(cases.pick(b"0123456789abcdefABg")));
}

/// A text of about `items` letters and control codes. Commands that end or clear are rare.
fn text(cases: &mut Cases, items: i32) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..cases.below(items) + 1 {
        match cases.below(10) {
            0..4 => text.push(16 + cases.below(112) as u8),
            4 | 5 => text.push(128 + cases.below(128) as u8),
            6 => text.push(cases.pick(&[8, 9, 10, 13, 14, 15])),
            7 => {
                let code = cases.pick(&[1, 2, 3, 4, 5, 11, 12]);
                text.push(code);
                (0..=i32::from(code == 5)).for_each(|_| parameter(cases, &mut text));
            }
            8 => command(cases, &mut text),
            _ if cases.one_in(12) => text.push(cases.word() as u8),
            _ => text.extend(b" a"),
        }
    }
    if cases.one_in(8) {
        text.push(0);
    }
    text
}

fn command(cases: &mut Cases, text: &mut Vec<u8>) {
    text.push(6);
    if cases.one_in(4) {
        text.push(b'-');
    }
    let name = cases.pick(b"wt=pib#u$wt=pib#u$oogghjrsxyd9.:,;@!c");
    text.push(name);
    match name {
        b'j' => (0..2).for_each(|_| parameter(cases, text)),
        b'r' | b's' | b'x' | b'y' | b'd' => parameter(cases, text),
        b'c' if cases.one_in(4) => parameter(cases, text),
        b'c' => _ = text.pop(),
        b'o' => {
            let colour = cases.pick(b"$!078cf");
            text.push(colour);
            hex(cases, text, 2);
        }
        b'.' | b',' => (0..8).for_each(|_| text.push(cases.word() as u8)),
        b':' | b';' => hex(cases, text, 16),
        b'@' => {
            text.extend(cases.pick(&[b"5f00", b"5f20", b"5f28", b"5f58", b"5600", b"7000"]));
            let n = cases.below(9) as u8;
            text.extend([b'0', b'0', b'0', b'0' + n]);
            (0..n).for_each(|_| text.push(cases.word() as u8));
        }
        b'!' if cases.one_in(4) => text.extend(b"6400"),
        b'!' => _ = text.pop(),
        _ => {}
    }
}

/// Pokes that set up fonts and text registers: a plausible font header or not, cursor, attributes, features.
fn pokes(cases: &mut Cases) -> Vec<(u16, i32)> {
    let mut pokes = Vec::new();
    for (at, limit) in (0x5600..).zip([12, 12, 11, 4, 4, 4, 20, 1]) {
        pokes.push((at, if cases.one_in(20) { cases.word() as i32 } else { cases.below(limit) }));
    }
    let y = cases.pick(&[0, 60, 100, 110, 116, 121, 122, 123, 125, 128, 200]);
    pokes.extend([(0x5f26, cases.below(140)), (0x5f27, y), (0x5f24, cases.below(40))]);
    pokes.push((0x5f58, if cases.bool() { cases.word() as i32 } else { 0 }));
    let odd = cases.one_in(3);
    pokes.extend([0x5f59, 0x5f5a, 0x5f5b].map(|at| (at, if odd { cases.word() as i32 } else { 0 })));
    pokes.push((0x5f36, if cases.one_in(3) { cases.pick(&[4, 0x40, 0x80, 0xc0, 0xff]) } else { 0 }));
    pokes
}

fn fast(m: &mut Machine, print: &Print) {
    print.pokes.iter().for_each(|&(at, v)| m.poke(at, v));
    let value = match print.at {
        Some((x, y)) => m.print_at(&print.text, x, y, Color::PEN),
        None => m.print(&print.text),
    };
    m.poke4(VALUE, Num::from_bits(value));
    forget_sounds(m);
}

fn slow(m: &mut Machine, print: &Print) {
    print.pokes.iter().for_each(|&(at, v)| m.poke(at, v));
    let value = naive::print(m, &print.text, print.at);
    m.poke4(VALUE, Num::from_bits(value));
    forget_sounds(m);
}

/// Clears the sounds: the reference draws a text but does not record its sounds.
fn forget_sounds(m: &mut Machine) {
    m.memset(0x3200, 0, 0x1100);
}

/// All control codes in all states.
#[test]
fn any_text_equals_its_twin() {
    let arguments = |cases: &mut Cases| Print {
        pokes: pokes(cases),
        text: text(cases, 12),
        at: cases.one_in(3).then(|| (place(cases), place(cases))),
    };
    compare("print", 1500, arguments, fast, slow);
}

/// Each attribute over every position inside a word and across every border.
#[test]
fn every_attribute_equals_its_twin_at_every_place() {
    const ATTRIBUTES: [&[u8]; 14] = [
        b"",
        b"\x06w",
        b"\x06t",
        b"\x06w\x06t",
        b"\x06p",
        b"\x06i",
        b"\x02a",
        b"\x02a\x06-b",
        b"\x02a\x06p",
        b"\x02a\x06i\x06p",
        b"\x06u\x06t",
        b"\x06o8ff\x06w",
        b"\x06o!5a\x02a",
        b"\x0e",
    ];
    for attribute in ATTRIBUTES {
        let arguments = |cases: &mut Cases| {
            let (edge, other) = (cases.below(160) - 20, cases.below(120));
            let letters = [cases.pick(b"a8Aj\xff\x97\x99\x80"), 16 + cases.below(240) as u8];
            Print {
                pokes: Vec::new(),
                text: [attribute, &letters].concat(),
                at: Some(if cases.bool() { (edge, other) } else { (other, edge) }),
            }
        };
        compare("print", 40, arguments, fast, slow);
    }
}

/// Scrolling by characters of all heights at the bottom.
#[test]
fn scrolling_equals_its_twin() {
    let arguments = |cases: &mut Cases| {
        let mut pokes = pokes(cases);
        pokes.extend([(0x5f36, 0), (0x5f27, 100 + cases.below(60))]);
        Print { pokes, text: text(cases, 8), at: None }
    };
    compare("print", 300, arguments, fast, slow);
}

/// Any bytes at any position: nothing panics, nothing runs on.
#[test]
fn any_bytes_anywhere_end() {
    let mut cases = Cases::new(77);
    let mut m = scene(&mut cases);
    for round in 0..400_000 {
        if round % 2000 == 0 {
            m = scene(&mut cases);
            pokes(&mut cases).into_iter().for_each(|(at, v)| m.poke(at, v));
        }
        let mut bytes = if cases.bool() { text(&mut cases, 6) } else { Vec::new() };
        for _ in 0..cases.below(12) {
            let byte = cases.word() as u8;
            bytes.push(if cases.one_in(3) { byte & 15 } else { byte });
        }
        let (x, y, c) = (cases.at(), cases.at(), cases.color());
        match cases.below(8) {
            0..3 => _ = m.print(&bytes),
            3..7 => _ = m.print_at(&bytes, x, y, c),
            _ => _ = m.text_width(&bytes) + m.cursor_ext(x, y, c).0,
        }
    }
}

/// A text of half a megabyte takes time proportional to its length: if it were searched for each line, or if nested
/// repeats were executed, this would not end.
#[test]
fn long_texts_end() {
    let mut m = scene(&mut Cases::new(5));
    for part in ["a\n", "\x01◝", "\x01zab", "\x01z\n", "\x06h\x06wab\t", "あ\n", "\x01z\x01z\x06g"] {
        let text = part.repeat(500_000 / part.len() / if part.starts_with('\x01') { 168 } else { 1 });
        m.cursor(0, 120);
        m.print(&text);
        m.print(text.as_bytes());
        m.print(text + "\0");
    }
}
