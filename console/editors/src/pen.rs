//! The canvas for a window, and drawing on it by the calls of a machine with the cart's sheet, map and flags.
//!
//! ```text
//! canvas ── parts of 128 x 128 ──> a machine each, camera and clip moved ──> laid side by side
//! ```
//!
//! Places are those of the canvas. Everything is drawn once per part; the machine clips it. The editors' own colours are the console's, so
//! that an editor stays readable with any palette.

use super::types::Data;
use rasher::Machine;
use studio::canvas::{Canvas, CanvasPainter};
use studio::{Area, letters};

pub const FLAG_COLORS: [i32; 8] = [8, 9, 10, 11, 12, 13, 14, 15];
const ARROW: [&str; 8] =
    ["#......", "##.....", "#.#....", "#..#...", "#...#..", "#....#.", "#..####", "###...."];
const ARROW_INSIDE: [&str; 8] =
    [".......", ".......", ".#.....", ".##....", ".###...", ".####..", ".##....", "......."];

pub struct Pen<'a> {
    p8: &'a mut Machine,
    at: (i32, i32),
}

pub fn draw(width: i32, height: i32, data: &Data, draw: impl Fn(&mut Pen<'_>)) -> Canvas {
    let mut painter = CanvasPainter::new(width, height);
    painter.load(data);
    let all = Area { x: 0, y: 0, w: width, h: height };
    painter.area(all, |p8| {
        // The camera before is the place of this part.
        let at = p8.camera(0, 0);
        p8.camera(at.0, at.1);
        p8.palt_bits(0);
        draw(&mut Pen { p8, at });
    });
    painter.canvas
}

impl Pen<'_> {
    pub fn clip(&mut self, area: Area) {
        self.p8.clip(area.x - self.at.0, area.y - self.at.1, area.w, area.h);
    }

    pub fn unclip(&mut self) {
        self.p8.clip_reset();
    }

    pub fn fill(&mut self, Area { x, y, w, h }: Area, color: i32) {
        if w > 0 && h > 0 {
            self.p8.rectfill(x, y, x + w - 1, y + h - 1, color);
        }
    }

    pub fn frame(&mut self, Area { x, y, w, h }: Area, color: i32) {
        self.p8.rect(x, y, x + w - 1, y + h - 1, color);
    }

    pub fn outline(&mut self, Area { x, y, w, h }: Area, color: i32) {
        self.frame(Area { x: x - 1, y: y - 1, w: w + 2, h: h + 2 }, color);
    }

    pub fn button(&mut self, area: Area, icon: &[&str], chosen: bool, hovered: bool) {
        if chosen {
            self.fill(Area { w: area.w - 1, ..area }, 13);
        }
        let color = if hovered && !chosen { 10 } else { 6 + i32::from(chosen) };
        self.icon(icon, area.x + 1, area.y + 1, color);
    }

    pub fn line(&mut self, x0: i32, y0: i32, x1: i32, y1: i32, color: i32) {
        self.p8.line(x0, y0, x1, y1, color);
    }

    /// A moving dotted border, black and white so that it is visible on any colour.
    pub fn ants(&mut self, Area { x, y, w, h }: Area, step: i32) {
        let mut dot =
            |n: i32, x: i32, y: i32| self.p8.pset(x, y, if (n + step).rem_euclid(4) < 2 { 7 } else { 0 });
        (0..w).for_each(|n| dot(n, x + n, y));
        (1..h).for_each(|n| dot(w + n, x + w - 1, y + n));
        (0..w).for_each(|n| dot(n, x + w - 1 - n, y + h - 1));
        (1..h).for_each(|n| dot(w + n, x, y + h - 1 - n));
    }

    pub fn text(&mut self, text: &str, x: i32, y: i32, color: i32) -> i32 {
        letters::write(self.p8, text, x, y, color)
    }

    pub fn text_until(&mut self, text: &str, x: i32, y: i32, color: i32, end: i32) {
        letters::write_until(self.p8, text, x, y, color, end);
    }

    pub fn text_before(&mut self, text: &str, end: i32, y: i32, color: i32) {
        self.text(text, end - width(text), y, color);
    }

    /// Signs of P8SCII in the console's own font, 4 or 8 pixels wide; control codes are dots.
    pub fn signs(&mut self, signs: &[u8], x: i32, y: i32, color: i32) {
        let shown = signs.iter().map(|sign| if matches!(sign, 0..16 | 0x7f) { b'.' } else { *sign });
        let codes: Vec<u8> = [15].into_iter().chain(shown).chain([14]).collect();
        self.p8.print_at(&codes[..], x, y, color);
    }

    pub fn sheet(&mut self, sx: i32, sy: i32, w: i32, h: i32, to: (i32, i32), scale: i32) {
        self.p8.sspr_ext(sx, sy, w, h, to.0, to.1, w * scale, h * scale, false, false);
    }

    pub fn sprite(&mut self, n: i32, x: i32, y: i32, side: i32) {
        self.p8.sspr_ext(n % 16 * 8, n / 16 * 8, 8, 8, x, y, side, side, false, false);
    }

    pub fn sees(&self, Area { x, y, w, h }: Area) -> bool {
        const SIDE: i32 = rasher::SIDE as i32;
        x < self.at.0 + SIDE && x + w > self.at.0 && y < self.at.1 + SIDE && y + h > self.at.1
    }

    pub fn arrow(&mut self, (x, y): (i32, i32)) {
        self.icon(&ARROW, x, y, 0);
        self.icon(&ARROW_INSIDE, x, y, 7);
    }

    /// A picture in a single colour: a dot is transparent, any other letter a pixel.
    pub fn icon(&mut self, rows: &[&str], x: i32, y: i32, color: i32) {
        for (dy, row) in (0..).zip(rows) {
            for (dx, _) in (0..).zip(row.bytes()).filter(|(_, byte)| *byte != b'.') {
                self.p8.pset(x + dx, y + dy, color);
            }
        }
    }
}

pub fn width(text: &str) -> i32 {
    letters::width(text)
}

pub const BAR: i32 = 8;
/// Behind all panels: a grey on which black and dark blue can be seen.
pub const GROUND: i32 = 5;
/// Behind the notes and patterns that play.
pub const PLAYING: i32 = 3;
pub const TOOL: i32 = 9;
pub const LEAST: i32 = 128;

const LARGE: (u32, u32) = (640, 360);
const SMALL: (u32, u32) = (256, 192);
const SIDE_MAX: u32 = 1 << 12;

/// Columns and rows of the canvas for a window, and pixels of the window for each.
pub fn canvas_size((width, height): (u32, u32)) -> (i32, i32, i32) {
    const LEAST_SIDE: u32 = LEAST as u32;
    let fits = |(w, h): (u32, u32)| (width / w).min(height / h);
    // At least twice as large, where a layout fits: letters are five pixels high.
    let scale = [LARGE, SMALL]
        .into_iter()
        .map(fits)
        .find(|scale| *scale >= 2)
        .unwrap_or(fits((LEAST_SIDE, LEAST_SIDE)))
        .max(1);
    let side = |room: u32, least: u32| (room / scale).clamp(least, SIDE_MAX) as i32;
    (side(width, LEAST_SIDE), side(height, LEAST_SIDE), scale as i32)
}

pub fn tool(tools: Area, n: i32) -> Area {
    Area { x: tools.x + n * TOOL, w: TOOL, h: TOOL, ..tools }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canvas_grows_with_the_window() {
        let cases = [
            ((128, 128), (128, 128, 1)),
            ((256, 256), (128, 128, 2)),
            ((512, 512), (256, 256, 2)),
            ((768, 768), (256, 256, 3)),
            ((1280, 720), (640, 360, 2)),
            ((1920, 1080), (640, 360, 3)),
            ((0, 0), (128, 128, 1)),
        ];
        for (window, want) in cases {
            assert_eq!(canvas_size(window), want, "{window:?}");
        }
    }
}
