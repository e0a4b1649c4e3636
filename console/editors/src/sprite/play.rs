//! The animation of chosen sprites.
//!
//! ```text
//! chosen      cells of the sheet: a drag there, or Shift with Q W A Z          none: only the current sprite
//! frame       pixels of a side of each picture: the size of the view when they were chosen
//! ```

use super::SpriteEditor;
use super::pixels::SHEET;
use crate::context::Context;
use crate::grid::cell;
use studio::Area;

impl SpriteEditor {
    pub(super) fn choose(&mut self, area: Area) {
        (self.chosen, self.frame) = (Some(area), self.unit());
    }

    /// Plays more columns and rows, from the current sprite on.
    pub(super) fn choose_more(&mut self, (columns, rows): (i32, i32), cx: &mut Context) {
        let ((x, y), step) = (cell(cx.sprite), self.unit() / 8);
        let same = self.chosen.filter(|area| (area.x, area.y) == (x, y) && self.frame == self.unit());
        let now = same.unwrap_or(Area { x, y, w: step, h: step });
        let side = |now: i32, more: i32, from: i32| (now + more * step).max(step).min(16 - from);
        self.choose(Area { x, y, w: side(now.w, columns, x), h: side(now.h, rows, y) });
        cx.say(format!("pictures: {}", self.pictures()));
    }

    /// The side of a picture in pixels: that of the view up to 32, else of one sprite.
    pub(super) fn unit(&self) -> i32 {
        if self.span <= 32 { self.span } else { 8 }
    }

    /// The first pixel of a picture from that sprite on.
    pub(super) fn origin_of(&self, sprite: usize) -> (i32, i32) {
        let (most, (x, y)) = (SHEET - self.unit(), super::corner(sprite));
        (x.min(most), y.min(most))
    }

    pub(super) fn grid(&self) -> (i32, i32) {
        let count = |cells: i32| (8 * cells / self.frame).max(1);
        self.chosen.map_or((1, 1), |area| (count(area.w), count(area.h)))
    }

    pub(super) fn pictures(&self) -> i32 {
        let (columns, rows) = self.grid();
        columns * rows
    }

    /// The first pixel of the current picture, and its side.
    pub(super) fn played(&self, cx: &Context) -> (i32, i32, i32) {
        let Some(area) = self.chosen else {
            let (x, y) = self.origin_of(cx.sprite);
            return (x, y, self.unit());
        };
        let columns = self.grid().0;
        let now = (cx.frame / self.rate.max(1) as u64 % self.pictures() as u64) as i32;
        let (side, most) = (self.frame, SHEET - self.frame);
        ((8 * area.x + now % columns * side).min(most), (8 * area.y + now / columns * side).min(most), side)
    }
}
