//! The canvas: panels of any size that fill all of it, each drawn on machines of 128 x 128 pixels that are laid side by side.
//!
//! ```text
//! game 128x128 | panel | panel      columns of 160 pixels or more share what is beside the game, and rows of 100 or more
//!              | ------+------      all above the foot; below the game is a panel, or where that is low, a glance
//! panel        | panel | panel
//! ------------------------------
//! foot: the time bar, what is said, the keys that matter now
//! ```

use super::letters;
use crate::layer::Area;
use rasher::memory::ROM_SIZE;
use rasher::{Boot, Machine, PIXELS, Rom, SIDE};
use std::sync::Arc;

/// Height of a panel's heading.
pub const HEAD: i32 = 8;
/// Height of a line of text.
pub const ROW: i32 = 7;
pub const LEAST: (i32, i32) = (256, 160);
/// A column beside the game is at least so wide, where there are two.
const COLUMN: i32 = 160;
/// From this height on panels stand above each other, each at least half of it; and so high is each of more than two.
const TWO: i32 = 200;
const THREE: i32 = 150;
/// The lowest panel below the game: a heading and four lines.
const LOWEST: i32 = 40;

/// Where everything lies: each pixel of the canvas in one area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub w: i32,
    pub h: i32,
    pub game: Area,
    /// Below the game, where that is too low for a panel.
    pub glance: Option<Area>,
    pub panels: Vec<Area>,
    pub foot: Area,
}

impl Area {
    /// Is the point inside?
    pub fn holds(&self, x: i32, y: i32) -> bool {
        (self.x..self.x + self.w).contains(&x) && (self.y..self.y + self.h).contains(&y)
    }
}

/// Panels above each other in a column of that height.
fn rows_of(height: i32) -> i32 {
    if height < TWO { 1 } else { (height / THREE).max(2) }
}

impl Layout {
    /// The layout of a canvas of that size, at least 256 x 160, with a foot of that height.
    pub fn new(width: i32, height: i32, foot: i32) -> Layout {
        const GAME: i32 = SIDE as i32;
        let (w, h) = (width.max(LEAST.0), height.max(LEAST.1));
        let (top, beside) = ((h - foot).max(GAME), w - GAME);
        let (columns, rows) = ((beside / COLUMN).max(1), rows_of(top));
        // What does not divide is given to some of them, a pixel each.
        let part = |n: i32, of: i32, size: i32| (n * size / of, (n + 1) * size / of - n * size / of);
        let mut panels = Vec::new();
        for (row, column) in (0..rows * columns).map(|n| (n / columns, n % columns)) {
            let ((x, w), (y, h)) = (part(column, columns, beside), part(row, rows, top));
            panels.push(Area { x: GAME + x, y, w, h });
        }
        let below = Area { x: 0, y: GAME, w: GAME, h: top - GAME };
        let has_panel = below.h >= LOWEST;
        for row in 0..if has_panel { rows_of(below.h) } else { 0 } {
            let (y, h) = part(row, rows_of(below.h), below.h);
            panels.push(Area { y: GAME + y, h, ..below });
        }
        Layout {
            w,
            h,
            game: Area { x: 0, y: 0, w: GAME, h: GAME },
            glance: (!has_panel && below.h > 0).then_some(below),
            panels,
            foot: Area { x: 0, y: top, w, h: h - top },
        }
    }
}

/// Lines of text that fit into a panel.
pub fn rows(area: Area) -> i64 {
    i64::from((area.h - HEAD - 1) / ROW)
}

/// The first line that is shown, so that the selected one is in view.
pub fn first(line: i64, rows: i64) -> i64 {
    (line - rows + 1).max(0)
}

/// A picture of any size, in indices of the 32 colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Pixels in a row.
    pub width: i32,
    pub height: i32,
    /// The pixels, row by row.
    pub pixels: Vec<u8>,
}

impl Canvas {
    /// Lays the upper left part of a machine's screen into an area.
    fn lay(&mut self, machine: &Machine, area: Area) {
        let mut picture = [0; PIXELS];
        machine.picture(&mut picture);
        self.put(&picture, area);
    }

    /// Lays the upper left part of a screen into an area.
    pub fn put(&mut self, picture: &[u8; PIXELS], area: Area) {
        let seen = |from: i32, size: i32, all: i32| (-from).max(0)..size.min(SIDE as i32).min(all - from);
        let columns = seen(area.x, area.w, self.width);
        for y in seen(area.y, area.h, self.height).filter(|_| !columns.is_empty()) {
            let from = &picture[y as usize * SIDE..][columns.start as usize..columns.end as usize];
            let to = ((area.y + y) * self.width + area.x + columns.start) as usize;
            self.pixels[to..to + from.len()].copy_from_slice(from);
        }
    }

    /// Shows the sixteen colours of an area as others.
    pub fn recolor(&mut self, area: Area, colors: &[u8; 16]) {
        let columns = area.x.clamp(0, self.width)..(area.x + area.w).clamp(0, self.width);
        for y in area.y.max(0)..(area.y + area.h).min(self.height) {
            let row = (y * self.width) as usize;
            for pixel in &mut self.pixels[row + columns.start as usize..row + columns.end as usize] {
                *pixel = colors[usize::from(*pixel & 15)];
            }
        }
    }

    /// The game, and a cross around the pixel that was pointed at.
    pub fn picture(&mut self, game: &Machine, area: Area, pixel: Option<(u8, u8)>) {
        self.lay(game, area);
        let Some((px, py)) = pixel else { return };
        let (px, py) = (i32::from(px), i32::from(py));
        for (dx, dy) in [(-3, 0), (-2, 0), (2, 0), (3, 0), (0, -3), (0, -2), (0, 2), (0, 3)] {
            let (x, y) = (px + dx, py + dy);
            if (0..128).contains(&x) && (0..128).contains(&y) {
                let at = ((area.y + y) * self.width + area.x + x) as usize;
                // Seen on any colour: light on dark, dark on light.
                let dark = [0, 1, 2, 3, 4, 5, 16, 17, 18, 19, 20, 21].contains(&self.pixels[at]);
                self.pixels[at] = if dark { 7 } else { 0 };
            }
        }
    }
}

pub struct Painter {
    pub canvas: Canvas,
    /// A machine that shows nothing yet and has the letters.
    blank: Machine,
}

impl Painter {
    pub fn new(width: i32, height: i32) -> Painter {
        let mut blank = Machine::new(Boot::default());
        letters::load(&mut blank);
        Painter { canvas: Canvas { width, height, pixels: vec![0; (width * height) as usize] }, blank }
    }

    /// The machines have a cart's data from now on: sheet, map, flags.
    pub fn load(&mut self, data: &[u8; ROM_SIZE]) {
        let rom = Rom { data: Box::new(*data), ..Rom::empty("") };
        self.blank = Machine::new(Boot { rom: Arc::new(rom), ..Boot::default() });
        letters::load(&mut self.blank);
    }

    /// Draws an area part by part, each on a machine whose camera is shifted: to whoever draws, the area begins at 0, 0.
    pub fn area(&mut self, area: Area, draw: impl Fn(&mut Machine)) {
        const STEP: i32 = SIDE as i32;
        let parts = (0..area.h).step_by(SIDE).flat_map(|y| (0..area.w).step_by(SIDE).map(move |x| (x, y)));
        for (x, y) in parts {
            let mut p8 = self.blank.clone();
            p8.camera(x, y);
            draw(&mut p8);
            let (w, h) = ((area.w - x).min(STEP), (area.h - y).min(STEP));
            self.canvas.lay(&p8, Area { x: area.x + x, y: area.y + y, w, h });
        }
    }

    /// A panel with its heading.
    pub fn panel(&mut self, area: Area, name: &str, focus: bool, draw: impl Fn(&mut Machine)) {
        self.area(area, |p8| {
            draw(p8);
            // Over what is drawn too far.
            p8.rectfill(0, 0, area.w - 1, HEAD - 2, if focus { 13 } else { 1 });
            letters::write(p8, name, 2, 1, if focus { 7 } else { 6 });
            // A line to the neighbours on the right and below.
            p8.line(area.w - 1, 0, area.w - 1, area.h - 1, 1);
            p8.line(0, area.h - 1, area.w - 1, area.h - 1, 1);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn areas(layout: &Layout) -> impl Iterator<Item = &Area> {
        [&layout.game, &layout.foot].into_iter().chain(&layout.glance).chain(&layout.panels)
    }

    /// Our decision, at any size: no stripe is left, nothing lies on anything, and every panel can be read.
    #[test]
    fn all_of_the_canvas_is_used_once() {
        for (w, h) in (256..1100).step_by(37).flat_map(|w| (160..700).step_by(23).map(move |h| (w, h))) {
            for foot in [26, 42] {
                let layout = Layout::new(w, h, foot);
                let mut used = vec![0u8; (w * h) as usize];
                for area in areas(&layout) {
                    for y in area.y..area.y + area.h {
                        let at = (y * w + area.x) as usize;
                        used[at..at + area.w as usize].iter_mut().for_each(|n| *n += 1);
                    }
                }
                assert!(used.iter().all(|n| *n == 1), "{w}x{h}: {layout:?}");
                assert!(layout.panels.iter().all(|area| area.w >= 128 && rows(*area) >= 4), "{w}x{h}");
            }
        }
    }

    #[test]
    fn more_height_means_more_rows() {
        for w in [256, 400, 533, 640] {
            let lines = |h: i32| Layout::new(w, h, 26).panels.iter().map(|area| rows(*area)).sum::<i64>();
            for h in (160..800).step_by(10) {
                // Where a panel is divided, headings take a row or two.
                let panels = Layout::new(w, h + 10, 26).panels.len() as i64;
                assert!(lines(h + 10) + 2 * panels >= lines(h), "{w}x{h}: {} {}", lines(h), lines(h + 10));
                assert!(lines(h + 60) > lines(h), "{w}x{h}: {} {}", lines(h), lines(h + 60));
            }
        }
    }
}
