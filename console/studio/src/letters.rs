//! The debugger's font: upper and lower case of variable width, at most five pixels and one between.
//!
//! ```text
//! M a x S p e e d      capitals 5 pixels high, small letters 4, descenders one more; a row of text takes 7
//! ```
//!
//! It is the custom font of a panel's machine (0x5600), so `print` draws it. Other glyphs, such as arrows, come from the console's
//! own font; accents are dropped. Drawn for this console.

use rasher::{Machine, memory, text};

/// The tallest letter with its descender.
const ROWS: usize = 6;
/// Columns of a cell in `ART`, one of them blank.
const CELL: usize = 6;
const FIRST: u8 = b' ';
/// Width of a glyph of the console's own font.
const SIGN: i32 = 8;
const BLANK: u8 = 3;

/// Six rows for each sixteen letters, from the space on.
#[rustfmt::skip]
const ART: [&str; 36] = [
    "..... #.... #.#.. .#.#. .##.. ##..# .#... #.... .#... #.... ..... ..... ..... ..... ..... ..#..",
    "..... #.... #.#.. ##### ##... ##.#. #.#.. #.... #.... .#... #.#.. .#... ..... ..... ..... ..#..",
    "..... #.... ..... .#.#. .##.. ..#.. .#... ..... #.... .#... .#... ###.. ..... ###.. ..... .#...",
    "..... ..... ..... ##### ##... .#.## #.##. ..... #.... .#... #.#.. .#... ..... ..... ..... #....",
    "..... #.... ..... .#.#. .#... #..## .##.. ..... .#... #.... ..... ..... .#... ..... #.... #....",
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... #.... ..... ..... .....",
    "###.. .#... ##... ##... #.#.. ###.. .##.. ###.. ###.. ###.. ..... ..... ..#.. ..... #.... ##...",
    "#.#.. ##... ..#.. ..#.. #.#.. #.... #.... ..#.. #.#.. #.#.. #.... .#... .#... ###.. .#... ..#..",
    "#.#.. .#... .#... .#... ###.. ##... ###.. ..#.. ###.. ###.. ..... ..... #.... ..... ..#.. .#...",
    "#.#.. .#... #.... ..#.. ..#.. ..#.. #.#.. .#... #.#.. ..#.. ..... ..... .#... ###.. .#... .....",
    "###.. ###.. ###.. ##... ..#.. ##... ###.. .#... ###.. ##... #.... .#... ..#.. ..... #.... .#...",
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... #.... ..... ..... ..... .....",
    ".###. .##.. ###.. .##.. ###.. ###.. ###.. .##.. #..#. ###.. ..#.. #..#. #.... #...# #..#. .##..",
    "#.### #..#. #..#. #.... #..#. #.... #.... #.... #..#. .#... ..#.. #.#.. #.... ##.## ##.#. #..#.",
    "#.### ####. ###.. #.... #..#. ##... ##... #.##. ####. .#... ..#.. ##... #.... #.#.# #.##. #..#.",
    "#.... #..#. #..#. #.... #..#. #.... #.... #..#. #..#. .#... #.#.. #.#.. #.... #...# #..#. #..#.",
    ".###. #..#. ###.. .##.. ###.. ###.. #.... .##.. #..#. ###.. .#... #..#. ###.. #...# #..#. .##..",
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....",
    "###.. .##.. ###.. .###. ###.. #..#. #.#.. #...# #.#.. #.#.. ###.. ##... #.... ##... .#... .....",
    "#..#. #..#. #..#. #.... .#... #..#. #.#.. #...# #.#.. #.#.. ..#.. #.... #.... .#... #.#.. .....",
    "###.. #..#. ###.. .##.. .#... #..#. #.#.. #.#.# .#... .#... .#... #.... .#... .#... ..... .....",
    "#.... #.#.. #.#.. ...#. .#... #..#. #.#.. ##.## #.#.. .#... #.... #.... ..#.. .#... ..... .....",
    "#.... .#.#. #..#. ###.. .#... .##.. .#... #...# #.#.. .#... ###.. ##... ..#.. ##... ..... .....",
    "..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ###..",
    "#.... ..... #.... ..... ..#.. ..... ..#.. ..... #.... #.... .#... #.... #.... ..... ..... .....",
    ".#... .##.. ##... .##.. .##.. .#... .#... .##.. ##... ..... ..... #.#.. #.... ####. ##... .#...",
    "..... #.#.. #.#.. #.... #.#.. ###.. ###.. #.#.. #.#.. #.... .#... ##... #.... #.#.# #.#.. #.#..",
    "..... #.#.. #.#.. #.... #.#.. #.... .#... #.#.. #.#.. #.... .#... ##... #.... #.#.# #.#.. #.#..",
    "..... .##.. ##... .##.. .##.. .##.. .#... .##.. #.#.. #.... .#... #.#.. .#... #.#.# #.#.. .#...",
    "..... ..... ..... ..... ..... ..... ..... ##... ..... ..... #.... ..... ..... ..... ..... .....",
    "..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... .##.. #.... ##... ..... .....",
    "##... .##.. .##.. .##.. ###.. #.#.. #.#.. #.#.# #.#.. #.#.. ###.. .#... #.... .#... ##... .....",
    "#.#.. #.#.. #.... #.... .#... #.#.. #.#.. #.#.# .#... #.#.. ..#.. ##... #.... .##.. .##.. .....",
    "#.#.. #.#.. #.... ..#.. .#... #.#.. #.#.. #.#.# .#... #.#.. #.... .#... #.... .#... ..... .....",
    "##... .##.. #.... ##... .##.. .##.. .#... .#.#. #.#.. .##.. ###.. .##.. #.... ##... ..... .....",
    "#.... ..#.. ..... ..... ..... ..... ..... ..... ..... ##... ..... ..... ..... ..... ..... .....",
];

const FONT: ([u8; 0x800], [u8; 128]) = {
    let (mut font, mut widths) = ([0; 0x800], [0; 128]);
    // Cells of 4x6, glyphs 8 wide. A nibble per letter makes it wider or narrower.
    (font[0], font[1], font[2], font[5]) = (4, 8, 6, 1);
    let mut code = FIRST as usize;
    while code < 127 {
        let (band, column) = ((code - FIRST as usize) / 16 * ROWS, code % 16 * CELL);
        let (mut row, mut width) = (0, if code == FIRST as usize { BLANK } else { 0 });
        while row < ROWS {
            let line = ART[band + row].as_bytes();
            let mut x = 0;
            while x + 1 < CELL {
                if line[column + x] == b'#' {
                    font[8 * code + row] |= 1 << x;
                    if width < x as u8 + 2 {
                        width = x as u8 + 2;
                    }
                }
                x += 1;
            }
            row += 1;
        }
        widths[code] = width;
        // Wider than 4 by 0 to 3, or narrower by 4 to 1.
        let nibble = (width + 4) % 8;
        font[8 + (code - 16) / 2] |= nibble << (4 * (code % 2));
        code += 1;
    }
    (font, widths)
};

/// U+00C0 to U+00FF without accents.
const LATIN: &[u8; 64] = b"AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo-ouuuuyty";

/// A letter for signs of comments that the console does not have.
fn sign(letter: char) -> Option<u8> {
    Some(match letter {
        '\u{2502}' | '\u{2503}' | '\u{2551}' => b'|',
        '\u{2010}'..='\u{2015}' | '\u{2500}' | '\u{2501}' | '\u{2504}' | '\u{2505}' | '\u{2550}' => b'-',
        '\u{2500}'..='\u{257f}' => b'+',
        '\u{2018}' | '\u{2019}' => b'\'',
        '\u{201c}' | '\u{201d}' => b'"',
        _ => return None,
    })
}

fn encode(line: &str) -> impl Iterator<Item = u8> + '_ {
    line.chars().filter_map(|letter| {
        let plain = u32::from(letter).checked_sub(0xc0).and_then(|at| LATIN.get(at as usize));
        plain
            .copied()
            .or_else(|| sign(letter))
            .or_else(|| text::encode(letter.encode_utf8(&mut [0; 4])).next())
    })
}

fn codes(text: &str) -> Vec<u8> {
    let mut codes = Vec::with_capacity(text.len());
    for code in encode(text) {
        match code {
            0..16 | 127 => codes.push(b'.'),
            b' '..127 => codes.push(code),
            _ => codes.extend([15, code, 14]),
        }
    }
    codes
}

pub fn load(p8: &mut Machine) {
    p8.poke_n(memory::FONT, &FONT.0);
    p8.poke(memory::reg::TEXT_ATTRS, 0x81);
}

/// Returns the column after the text. The machine must have the letters.
pub fn write(p8: &mut Machine, text: &str, x: i32, y: i32, color: i32) -> i32 {
    p8.print_at(&codes(text)[..], x, y, color);
    x + width(text)
}

/// Cuts the text before a column; two dots say so.
pub fn write_until(p8: &mut Machine, text: &str, x: i32, y: i32, color: i32, end: i32) -> i32 {
    if x + width(text) <= end + 1 {
        return write(p8, text, x, y, color);
    }
    let x = write(p8, head(text, end - x - 2 * i32::from(FONT.1[usize::from(b'.')])), x, y, color);
    write(p8, "..", x, y, 5)
}

fn width_of(code: u8) -> i32 {
    match code {
        // The console's small glyphs.
        16..32 => 4,
        128.. => SIGN,
        _ => FONT.1[usize::from(code)].into(),
    }
}

pub fn width(text: &str) -> i32 {
    let code = |code: u8| if matches!(code, 0..16 | 127) { width_of(b'.') } else { width_of(code) };
    encode(text).map(code).sum()
}

pub fn head(text: &str, room: i32) -> &str {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let end = ends.take_while(|end| width(&text[..*end]) <= room).last();
    &text[..end.unwrap_or(0)]
}

pub fn tail(text: &str, room: i32) -> &str {
    let mut left = room;
    let fits = text.char_indices().rev().take_while(|(_, letter)| {
        left -= width(letter.encode_utf8(&mut [0; 4]));
        left >= 0
    });
    &text[fits.last().map_or(text.len(), |(at, _)| at)..]
}

pub fn wrap(text: &str, room: i32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        // Two spaces are an intended gap, but not at the beginning of a line.
        for word in paragraph.split(' ') {
            let mut rest = word;
            if !line.is_empty() && width(&line) + width(" ") + width(rest) > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            while !rest.is_empty() && width(rest) > room {
                // At least one letter.
                let one = rest.chars().next().map_or(0, char::len_utf8);
                let (first, after) = rest.split_at(head(rest, room).len().max(one));
                lines.push(first.to_string());
                rest = after;
            }
            line += rest;
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::Boot;

    #[test]
    fn widths_are_those_of_the_machines_own_printing() {
        let mut p8 = Machine::new(Boot::default());
        load(&mut p8);
        assert_eq!(codes("größe À ÿ"), codes("grose A y"));
        let texts =
            ["", "Maximum", "spiel größe.p8", "spr(1, 64, 20)", "⬅️➡️ step", "\u{1}\n"].map(String::from);
        for text in texts.into_iter().chain((FIRST..127).map(|code| char::from(code).to_string())) {
            assert_eq!(p8.print_at(&codes(&text)[..], 0, 0, 7), width(&text), "{text:?}");
        }
    }

    #[test]
    fn no_two_letters_look_alike() {
        let pictures: std::collections::BTreeSet<_> =
            (FIRST..127).map(|code| &FONT.0[8 * usize::from(code)..][..8]).collect();
        assert_eq!(pictures.len(), usize::from(127 - FIRST));
    }

    #[test]
    fn lines_are_cut_at_letters_and_wrapped_without_loss() {
        let text =
            "the cart panicked in frame 52 at src/a_rather_long_name_of_a_file.rs:41: x was pressed ⬅️";
        let letters = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
        for room in [-9, 0, 1, 8, 20, 40, 77, 128, 400] {
            let (lines, head, tail) = (wrap(text, room), head(text, room), tail(text, room));
            assert_eq!(letters(&lines.concat()), letters(text));
            assert!(room < SIGN || lines.iter().all(|line| width(line) <= room), "{room}: {lines:?}");
            assert!(width(head) <= room.max(0) && width(tail) <= room.max(0));
            assert!(text.starts_with(head) && text.ends_with(tail));
        }
        let whole = width("one two");
        for (text, room, want) in
            [("one  two", 100, "one  two"), ("one two", whole, "one two"), ("one two", whole - 1, "one|two")]
        {
            assert_eq!(wrap(text, room).join("|"), want);
        }
    }
}
