//! A picture of any size, tiled from machines of 128 x 128 pixels.
//!
//! ```text
//! 128x128 | 128x128 | ...     each part is drawn on a machine whose camera is shifted
//! --------+---------+----
//! 128x128 | ...               Painter ──> Canvas
//! ```

use crate::layer::Area;
use crate::letters;
use rasher::memory::ROM_SIZE;
use rasher::{Boot, Machine, PIXELS, Rom, SIDE};
use std::sync::Arc;

pub const HEAD: i32 = 8;
pub const ROW: i32 = 7;

impl Area {
    pub fn holds(&self, x: i32, y: i32) -> bool {
        (self.x..self.x + self.w).contains(&x) && (self.y..self.y + self.h).contains(&y)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    pub width: i32,
    pub height: i32,
    pub pixels: Vec<u8>,
}

impl Canvas {
    fn lay(&mut self, machine: &Machine, area: Area) {
        let mut picture = [0; PIXELS];
        machine.picture(&mut picture);
        self.put(&picture, area);
    }

    pub fn put(&mut self, picture: &[u8; PIXELS], area: Area) {
        let seen = |from: i32, size: i32, all: i32| (-from).max(0)..size.min(SIDE as i32).min(all - from);
        let columns = seen(area.x, area.w, self.width);
        for y in seen(area.y, area.h, self.height).filter(|_| !columns.is_empty()) {
            let from = &picture[y as usize * SIDE..][columns.start as usize..columns.end as usize];
            let to = ((area.y + y) * self.width + area.x + columns.start) as usize;
            self.pixels[to..to + from.len()].copy_from_slice(from);
        }
    }

    pub fn recolor(&mut self, area: Area, colors: &[u8; 16]) {
        let columns = area.x.clamp(0, self.width)..(area.x + area.w).clamp(0, self.width);
        for y in area.y.max(0)..(area.y + area.h).min(self.height) {
            let row = (y * self.width) as usize;
            for pixel in &mut self.pixels[row + columns.start as usize..row + columns.end as usize] {
                *pixel = colors[usize::from(*pixel & 15)];
            }
        }
    }

    /// Draws the game, with a cross around a pixel.
    pub fn picture(&mut self, game: &Machine, area: Area, pixel: Option<(u8, u8)>) {
        self.lay(game, area);
        let Some((px, py)) = pixel else { return };
        let (px, py) = (i32::from(px), i32::from(py));
        for (dx, dy) in [(-3, 0), (-2, 0), (2, 0), (3, 0), (0, -3), (0, -2), (0, 2), (0, 3)] {
            let (x, y) = (px + dx, py + dy);
            if (0..128).contains(&x) && (0..128).contains(&y) {
                let at = ((area.y + y) * self.width + area.x + x) as usize;
                // Visible on any colour.
                let dark = [0, 1, 2, 3, 4, 5, 16, 17, 18, 19, 20, 21].contains(&self.pixels[at]);
                self.pixels[at] = if dark { 7 } else { 0 };
            }
        }
    }
}

pub struct CanvasPainter {
    pub canvas: Canvas,
    blank: Machine,
}

impl CanvasPainter {
    pub fn new(width: i32, height: i32) -> CanvasPainter {
        let mut blank = Machine::new(Boot::default());
        letters::load(&mut blank);
        CanvasPainter { canvas: Canvas { width, height, pixels: vec![0; (width * height) as usize] }, blank }
    }

    pub fn load(&mut self, data: &[u8; ROM_SIZE]) {
        let rom = Rom { data: Box::new(*data), ..Rom::empty("") };
        self.blank = Machine::new(Boot { rom: Arc::new(rom), ..Boot::default() });
        letters::load(&mut self.blank);
    }

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

    pub fn panel(&mut self, area: Area, name: &str, focus: bool, draw: impl Fn(&mut Machine)) {
        self.area(area, |p8| {
            draw(p8);
            // Covers anything drawn outside the area.
            p8.rectfill(0, 0, area.w - 1, HEAD - 2, if focus { 13 } else { 1 });
            letters::write(p8, name, 2, 1, if focus { 7 } else { 6 });
            // A click on the heading opens a list.
            (0..3).for_each(|n| p8.line(area.w - 10 + n, 2 + n, area.w - 6 - n, 2 + n, 6));
            p8.line(area.w - 1, 0, area.w - 1, area.h - 1, 1);
            p8.line(0, area.h - 1, area.w - 1, area.h - 1, 1);
        });
    }
}
