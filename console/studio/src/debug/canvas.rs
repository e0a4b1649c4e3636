//! The canvas: panels of at most 128 pixels, each drawn on a machine of its own and laid side by side.
//!
//! ```text
//! 256 x 256, twice enlarged in a window of 512 x 512:      wider windows have more columns, higher ones more rows
//! game 128x128 | panel 128x128
//! panel 128x112| panel 128x112
//! time bar 256 x 16
//! ```

use crate::layer::Area;
use rasher::{Boot, Machine, PIXELS, SIDE};

/// Height of a panel's heading.
pub const HEAD: i32 = 8;
/// Height of a line of text.
pub const ROW: i32 = 7;
/// Height of the time bar.
pub const BAR: i32 = 16;
/// The smallest canvas.
const LEAST: i32 = 256;

/// Where everything lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub w: i32,
    pub h: i32,
    pub game: Area,
    pub panels: Vec<Area>,
    pub bar: Area,
}

impl Area {
    /// Is the point inside?
    pub fn holds(&self, x: i32, y: i32) -> bool {
        (self.x..self.x + self.w).contains(&x) && (self.y..self.y + self.h).contains(&y)
    }
}

impl Layout {
    /// The layout of a canvas of that size; what is left over stays black.
    pub fn new(width: i32, height: i32) -> Layout {
        let side = SIDE as i32;
        let columns = (width.max(LEAST) / side).min(8);
        // The first row is as high as the game, the others share what is left above the bar.
        let rows = 1 + ((height.max(LEAST) - side - BAR) / 112).clamp(1, 6);
        let below = ((height.max(LEAST) - side - BAR) / (rows - 1)).min(side);
        let (w, h) = (columns * side, side + below * (rows - 1) + BAR);
        let area = |n: i32| match (n % columns, n / columns) {
            (x, 0) => Area { x: x * side, y: 0, w: side, h: side },
            (x, y) => Area { x: x * side, y: side + (y - 1) * below, w: side, h: below },
        };
        Layout {
            w,
            h,
            game: area(0),
            panels: (1..columns * rows).map(area).collect(),
            bar: Area { x: 0, y: h - BAR, w, h: BAR },
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
    /// Rows.
    pub height: i32,
    /// The pixels, row by row.
    pub pixels: Vec<u8>,
}

impl Canvas {
    /// A black one.
    pub fn new(width: i32, height: i32) -> Canvas {
        Canvas { width, height, pixels: vec![0; (width * height) as usize] }
    }

    /// Lays the upper left part of a machine's screen into an area.
    fn lay(&mut self, machine: &Machine, area: Area) {
        let mut picture = [0; PIXELS];
        machine.picture(&mut picture);
        for y in 0..area.h.min(SIDE as i32).min(self.height - area.y) {
            let from = &picture[y as usize * SIDE..][..area.w.min(SIDE as i32) as usize];
            let to = ((area.y + y) * self.width + area.x) as usize;
            self.pixels[to..to + from.len()].copy_from_slice(from);
        }
    }

    /// The game, and a cross around the pixel that was pointed at.
    pub fn picture(&mut self, game: &mut Machine, area: Area, pixel: Option<(u8, u8)>) {
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

    /// A panel with its heading.
    pub fn panel(&mut self, area: Area, name: &str, focus: bool, draw: impl FnOnce(&mut Machine)) {
        let mut p8 = Machine::new(Boot::default());
        p8.rectfill(0, 0, 127, HEAD - 2, if focus { 13 } else { 1 });
        p8.print_at(name, 2, 1, if focus { 7 } else { 6 });
        p8.clip(0, HEAD, area.w - 1, area.h - HEAD - 1);
        draw(&mut p8);
        p8.clip_reset();
        // A line to the neighbours on the right and below.
        p8.line(area.w - 1, 0, area.w - 1, area.h - 1, 1);
        p8.line(0, area.h - 1, area.w - 1, area.h - 1, 1);
        self.lay(&p8, area);
    }

    /// A strip that is wider than a screen: drawn part by part, each shifted by the camera.
    pub fn strip(&mut self, area: Area, draw: impl Fn(&mut Machine)) {
        let mut x = 0;
        while x < area.w {
            let mut p8 = Machine::new(Boot::default());
            p8.camera(x, 0);
            draw(&mut p8);
            self.lay(&p8, Area { x: area.x + x, w: (area.w - x).min(SIDE as i32), ..area });
            x += SIDE as i32;
        }
    }
}
