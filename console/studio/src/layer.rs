//! What the console draws over a cart's picture.
//!
//! ```text
//! cart's picture (32 colours) ── dimmed ──┐
//! a machine of its own, drawn on with ────┴─> picture for the window
//! the calls of a cart: only the areas
//! ```
//!
//! The layer has its own palette and screen: a cart that shows red as blue keeps its menu readable, and its memory is not touched.
//! Shrunk pictures of carts are pasted in their 32 colours.

use rasher::palette::RGB;
use rasher::{Boot, Machine, PIXELS, SIDE, text};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

#[derive(Clone, Debug)]
pub struct Layer {
    machine: Machine,
    areas: Vec<Area>,
    pictures: Vec<(Area, Vec<u8>)>,
    dims: bool,
}

/// The darker colours behind a window, chosen by eye: hue is kept, and two steps end in black.
const DIMMER: [u8; 32] = [
    0, 17, 18, 19, 20, 21, 5, 22, 24, 20, 4, 27, 28, 21, 29, 22, //
    0, 0, 16, 17, 16, 16, 21, 22, 18, 20, 19, 19, 17, 18, 20, 4,
];

impl Default for Layer {
    fn default() -> Self {
        Self::new()
    }
}

impl Layer {
    pub fn new() -> Self {
        Layer { machine: Machine::new(Boot::default()), areas: Vec::new(), pictures: Vec::new(), dims: false }
    }

    /// Empties the layer. `dims` darkens the picture behind.
    pub fn clear(&mut self, dims: bool) {
        self.areas.clear();
        self.pictures.clear();
        self.dims = dims;
    }

    #[cfg(test)]
    pub(crate) fn areas(&self) -> &[Area] {
        &self.areas
    }

    pub fn canvas(&mut self) -> &mut Machine {
        &mut self.machine
    }

    pub fn window(&mut self, area: Area, color: i32) {
        let Area { x, y, w, h } = area;
        self.machine.rectfill(x, y, x + w - 1, y + h - 1, 0);
        self.machine.rect(x + 1, y + 1, x + w - 2, y + h - 2, color);
        self.areas.push(area);
    }

    /// A black area with a line above.
    pub fn area(&mut self, area: Area, color: i32) {
        let Area { x, y, w, h } = area;
        self.machine.rectfill(x, y, x + w - 1, y + h - 1, 0);
        self.machine.line(x, y, x + w - 1, y, color);
        self.areas.push(area);
    }

    pub fn paste(&mut self, x: i32, y: i32, side: i32, picture: &[u8; PIXELS]) {
        let side = (side as usize).clamp(1, SIDE);
        let step = SIDE / side;
        let small = shrunk(picture, (0, 0), (side, side), step);
        let side = side as i32;
        self.pictures.push((Area { x, y, w: side, h: side }, small));
    }

    pub fn cover(&self, picture: &mut [u8; PIXELS]) {
        if self.dims {
            picture.iter_mut().for_each(|p| *p = DIMMER[usize::from(*p & 31)]);
        }
        if self.areas.is_empty() {
            return;
        }
        let mut own = [0; PIXELS];
        self.machine.picture(&mut own);
        for Area { x, y, w, h } in &self.areas {
            let column = |v: i32| v.clamp(0, SIDE as i32) as usize;
            for row in column(*y)..column(y + h) {
                let (from, to) = (row * SIDE + column(*x), row * SIDE + column(x + w));
                picture[from..to].copy_from_slice(&own[from..to]);
            }
        }
        for (Area { x, y, w, .. }, small) in &self.pictures {
            for (at, color) in (0..).zip(small) {
                let (px, py) = (x + at % w, y + at / w);
                if (0..SIDE as i32).contains(&px) && (0..SIDE as i32).contains(&py) {
                    picture[py as usize * SIDE + px as usize] = *color;
                }
            }
        }
    }
}

pub(crate) fn shrunk(
    picture: &[u8; PIXELS],
    (left, top): (usize, usize),
    (w, h): (usize, usize),
    step: usize,
) -> Vec<u8> {
    let weight = RGB.map(|[r, g, b]| {
        let light = (3 * u32::from(r) + 6 * u32::from(g) + u32::from(b)) / 10;
        let strong = u32::from(r.max(g).max(b) - r.min(g).min(b));
        // From 128 for black to about 650 for yellow, by eye.
        128 + light * 3 / 2 + strong
    });
    let block = |at: usize| {
        // The most frequent colour of the block, weighted so that figures, lines and letters stay.
        let mut votes = [0u32; 32];
        for i in 0..step * step {
            let (px, py) = (left + at % w * step + i % step, top + at / w * step + i / step);
            let color = usize::from(picture[py * SIDE + px] & 31);
            votes[color] += weight[color];
        }
        let most = (0..32u8).rev().max_by_key(|color| votes[usize::from(*color)]);
        most.unwrap_or_default()
    };
    (0..w * h).map(block).collect()
}

/// And its width in letters.
const ELLIPSIS: (char, usize) = ('\u{2026}', 2);

pub fn cells(text: &str) -> usize {
    text::encode(text).map(|code| if code < 128 { 1 } else { 2 }).sum()
}

fn printable(letter: char) -> char {
    match text::encode(letter.encode_utf8(&mut [0; 4])).next() {
        Some(0..16) => '.',
        _ => letter,
    }
}

pub fn fit(text: &str, width: usize) -> String {
    let wide = |letter: char| cells(letter.encode_utf8(&mut [0; 4]));
    let (mut out, mut used) = (String::new(), 0);
    for letter in text.chars().map(printable) {
        used += wide(letter);
        if used <= width {
            out.push(letter);
            continue;
        }
        used -= wide(letter);
        while used + ELLIPSIS.1 > width {
            let Some(last) = out.pop() else { return out };
            used -= wide(last);
        }
        out.push(ELLIPSIS.0);
        break;
    }
    out
}

/// Wraps a text at spaces, or within words longer than `width` letters.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let word: String = word.chars().map(printable).collect();
            let used = cells(&line);
            if used > 0 && used + 1 + cells(&word) > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            for letter in word.chars() {
                if cells(&line) + cells(letter.encode_utf8(&mut [0; 4])) > width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_and_wrapped_at_any_width() {
        let cases = [
            ("one two", 7, "one two"),
            ("one two", 6, "one …"),
            ("one two", 2, "…"),
            ("one two", 1, ""),
            ("", 0, ""),
            ("⬅⬅⬅", 6, "⬅⬅⬅"),
            ("⬅⬅⬅", 5, "⬅…"),
            ("a\u{6}@5f10\n", 20, "a.@5f10."),
        ];
        for (text, width, want) in cases {
            assert_eq!((fit(text, width).as_str(), cells(want) <= width), (want, true), "{text:?}");
        }
        let (long, thirds) = ("x".repeat(58), "x".repeat(29));
        let cases: [(&str, usize, &[&str]); 6] = [
            ("one two three", 7, &["one two", "three"]),
            ("a\nb", 5, &["a", "b"]),
            ("⬅️➡️⬆️", 4, &["⬅️➡️", "⬆️"]),
            ("größer\u{1}", 20, &["größer."]),
            ("", 5, &[]),
            (&long, 29, &[&thirds, &thirds]),
        ];
        for (text, width, want) in cases {
            assert_eq!(wrap(text, width), want, "{text:?}");
        }
    }
}
