//! Draws a cartridge picture: a cartridge of our own design, by the machine's own drawing code.
//!
//! ```text
//!       ____________________            y   2  grip, narrower than the body
//!    __|  ~~~~ RASHER ~~~~  |__             6  a rasher of bacon across, the name on it
//!   |  ______________________  |           22  window with the label, 128 x 128 at (16, 24)
//!   | |                      | |
//!   | |        label         | |
//!   | |______________________| |
//!   | |title       author    | |          158  plate: the title, then one or two lines
//!   |_|______________________|_|
//!      | | | | | | | | | | | |            194  contacts
//! ```
//!
//! It uses sixteen of the console's 32 colours; colour 0 is transparent. The canvas is larger than a screen, so it is drawn on four
//! screens, each with its own camera.

use super::{HEIGHT, LABEL, WIDTH};
use rasher::palette::RGB;
use rasher::{Boot, Machine, PIXELS, SIDE, text};

/// The art's colours, as indices into [`RGB`]; the first is transparent.
const COLORS: [usize; 16] = [0, 16, 18, 21, 20, 4, 22, 15, 30, 24, 31, 9, 10, 7, 29, 0];
const EDGE: i32 = 1;
const SHADOW: i32 = 2;
const DARK: i32 = 3;
const BODY: i32 = 4;
const LIGHT: i32 = 5;
const SHINE: i32 = 6;
const FAT: i32 = 7;
const MEAT: i32 = 8;
const RIND: i32 = 9;
const PINK: i32 = 10;
const GOLD: i32 = 11;
const BRIGHT: i32 = 12;
const TEXT: i32 = 13;
const BLACK: i32 = 15;

/// Pixels of a line of the plate, and rows from one line to the next.
const LINE_W: i32 = 120;
const LINE_H: i32 = 8;
const LINES: usize = 3;

/// The whole picture: red, green, blue and opacity of each pixel. `label` has indices into the 32 colours; `head` is the title and a
/// line about it.
pub(super) fn picture(label: &[u8; PIXELS], head: &[String]) -> Vec<[u8; 4]> {
    let mut seen = vec![[0; 4]; WIDTH * HEIGHT];
    for corner in [(0, 0), (SIDE, 0), (0, SIDE), (SIDE, SIDE)] {
        let mut screen = Machine::new(Boot::default());
        screen.camera(corner.0 as i32, corner.1 as i32);
        draw(&mut screen, head);
        for y in 0..SIDE.min(HEIGHT - corner.1) {
            for x in 0..SIDE.min(WIDTH - corner.0) {
                screen.camera(0, 0);
                let color = usize::from(screen.pget(x as i32, y as i32));
                if color != 0 {
                    seen[(corner.1 + y) * WIDTH + corner.0 + x] = opaque(COLORS[color]);
                }
            }
        }
    }
    for (row, y) in label.as_chunks::<SIDE>().0.iter().zip(LABEL.1..) {
        for (index, x) in row.iter().zip(LABEL.0..) {
            seen[y * WIDTH + x] = opaque(usize::from(index & 31));
        }
    }
    seen
}

fn opaque(index: usize) -> [u8; 4] {
    let [r, g, b] = RGB[index];
    [r, g, b, 255]
}

fn draw(p8: &mut Machine, head: &[String]) {
    p8.cls(0);
    contacts(p8);
    body(p8);
    rasher(p8);
    window(p8, 15, 23, 130, 130);
    window(p8, 15, 158, 130, 29);
    p8.rectfill(16, 159, 143, 185, EDGE);
    plate(p8, head);
}

fn contacts(p8: &mut Machine) {
    p8.rectfill(20, 190, 139, 203, EDGE);
    p8.rectfill(21, 190, 138, 202, SHADOW);
    for x in (25..134).step_by(8) {
        p8.rectfill(x, 194, x + 4, 201, GOLD);
        p8.rectfill(x, 194, x + 1, 201, BRIGHT);
        p8.line(x, 201, x + 4, 201, LIGHT);
    }
}

/// The shell: an edge, a lit rim, the face, a shaded rim.
fn body(p8: &mut Machine) {
    p8.rrectfill(11, 1, 138, 30, 6, EDGE);
    p8.rrectfill(2, 11, 156, 184, 6, EDGE);
    p8.rrectfill(12, 2, 136, 30, 5, SHINE);
    p8.rrectfill(3, 12, 154, 182, 5, SHINE);
    p8.rrectfill(13, 3, 135, 30, 5, DARK);
    p8.rrectfill(4, 13, 153, 181, 5, DARK);
    p8.rrectfill(13, 3, 134, 30, 5, BODY);
    p8.rrectfill(4, 13, 152, 180, 5, BODY);
    // Grip grooves.
    for y in (32..150).step_by(6) {
        for x in [6, 149] {
            p8.rectfill(x, y, x + 4, y + 2, DARK);
            p8.line(x, y + 3, x + 4, y + 3, LIGHT);
        }
    }
}

/// A rasher across the grip, with the console's name.
fn rasher(p8: &mut Machine) {
    /// How far down the wave is, by column.
    const WAVE: [i32; 24] = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0];
    const STRIPES: [i32; 12] = [EDGE, RIND, MEAT, MEAT, FAT, MEAT, MEAT, PINK, FAT, MEAT, RIND, EDGE];
    for x in 17..143 {
        let y = 4 + WAVE[(x as usize + 3) % WAVE.len()];
        for (stripe, color) in STRIPES.into_iter().enumerate() {
            p8.pset(x, y + stripe as i32, color);
        }
    }
    p8.rrectfill(62, 3, 36, 17, 3, BODY);
    p8.rrectfill(64, 5, 32, 13, 3, EDGE);
    p8.print_at("rasher", 69, 9, TEXT);
}

fn window(p8: &mut Machine, x: i32, y: i32, w: i32, h: i32) {
    p8.rectfill(x - 2, y - 2, x + w + 1, y + h + 1, DARK);
    p8.rectfill(x - 1, y - 1, x + w + 1, y + h + 1, LIGHT);
    p8.rectfill(x - 1, y - 1, x + w, y + h, EDGE);
    p8.rectfill(x, y, x + w - 1, y + h - 1, BLACK);
}

/// The title, and up to two lines of other text, centred on the plate.
fn plate(p8: &mut Machine, head: &[String]) {
    let mut lines = Vec::new();
    for (i, text) in head.iter().enumerate() {
        let (most, color) = if i == 0 { (1, TEXT) } else { (LINES - lines.len().min(LINES), SHINE) };
        lines.extend(wrap(p8, text, most).into_iter().map(|line| (line, color)));
    }
    let mut y = 172 - lines.len() as i32 * LINE_H / 2 + 2;
    for (line, color) in &lines {
        p8.print_at(&line[..], 20, y, *color);
        y += LINE_H;
    }
}

/// A text in at most so many lines that fit the plate; the last one ends in an ellipsis if the text is longer.
fn wrap(p8: &Machine, text: &str, most: usize) -> Vec<Vec<u8>> {
    // Small letters are the console's capitals; control characters would move or colour the text.
    let text: Vec<u8> = text::encode(text).filter(|c| *c >= 16).map(|c| c.to_ascii_lowercase()).collect();
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for word in text.split(|c| *c == b' ').filter(|word| !word.is_empty()) {
        let longer = lines.last().map(|line| [line, &b" "[..], word].concat());
        match (longer, lines.last_mut()) {
            (Some(longer), Some(line)) if p8.text_width(&longer[..]) <= LINE_W => *line = longer,
            _ => lines.push(word.to_vec()),
        }
    }
    let cut = lines.len() > most;
    lines.truncate(most);
    let last = lines.len().saturating_sub(1);
    for (i, line) in lines.iter_mut().enumerate() {
        let mut cut = cut && i == last;
        let end: &[u8] = b"\x90"; // the ellipsis
        while p8.text_width(&line[..]) + if cut { p8.text_width(end) } else { 0 } > LINE_W {
            line.pop();
            cut = true;
        }
        if cut {
            line.extend(end);
        }
    }
    lines
}
