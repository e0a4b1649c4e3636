//! `map`: cells of the map, each drawn as a sprite.
//!
//! ```text
//!  tile_x        tile_x + w                     (sx, sy)
//!  ┌──┬──┬──┬──┐  tile_y                           ┌──┬──┬──┬──┐
//!  │ 4│ 0│17│17│        a cell is left out when    │##│  │##│##│   8 pixels a cell
//!  ├──┼──┼──┼──┤        it lies off the map,       ├──┼──┼──┼──┤
//!  │ 4│ 4│ 0│17│        holds 0 (drawn with        │##│##│  │##│
//!  └──┴──┴──┴──┘        0x5f36 bit 3), or has      └──┴──┴──┴──┘
//!   tile_y + h          none of the layers' flags
//! ```
//!
//! Without sizes the whole map is drawn, with its shared rows 32 to 63; sizes of 0 or less draw nothing (both measured
//! on the real 0.2.7). Only visible cells are read, row by row from the top, each when its turn comes: this is visible
//! when the screen's page (0x5f55 = 0) contains the shared half of the map.

use super::brush::{Brush, with_brush};
use super::spr::{TargetRect, copy, corner, cut, sprite, stamp};
use super::view::Clip;
use crate::Machine;
use crate::boot::Rules;
use crate::int::Int;
use crate::memory::{FLAGS, Memory, SCREEN, reg};
use crate::meter::price;
use crate::trace::{CellCount, tap};
use rasher_describe::describe;

/// Most columns of tiles on the screen: one is cut on each side.
const COLUMNS: usize = 17;

struct Cells {
    x0: i64,
    x1: i64,
    y0: i64,
    y1: i64,
    /// Screen position of the map's cell (0, 0).
    left: i64,
    top: i64,
    layers: u8,
    /// The tile of cells off the map, if the cart has one: `map` and `tline` draw it since PICO-8 0.2.5d.
    outside: u8,
}

#[describe]
impl Machine {
    /// Draws the whole map with cell (0, 0) at (0, 0): [`Machine::map_ext`] without arguments.
    #[doc = example!(map)]
    #[track_caller]
    pub fn map(&mut self) /* a part: map_ext(tile_x, tile_y, sx, sy, w, h, layers) */
    {
        self.map_ext(0, 0, 0, 0, None, None, 0);
    }

    /// Draws `w` x `h` cells of the map, starting with cell (`tile_x`, `tile_y`) at pixel (sx, sy).
    ///
    /// `None` for `w` or `h` is the width or height of the whole map (128 x 64 after a reset). With `layers` other than
    /// 0, only tiles with at least one of these flags are drawn. Tile 0 is skipped unless 0x5f36 has bit 3, and so are
    /// cells off the map. Tiles are drawn as by [`Machine::spr`]. Costs 128 cycles per tile, at least 2.
    #[allow(clippy::too_many_arguments)]
    #[track_caller]
    #[rustfmt::skip]
    pub fn map_ext(
        &mut self, tile_x: impl Int, tile_y: impl Int, sx: impl Int, sy: impl Int,
        w: impl Into<Option<i32>>, h: impl Into<Option<i32>>, layers: u8,
    ) {
        let (tile_x, tile_y, sx, sy) = (tile_x.int(), tile_y.int(), sx.int(), sy.int());
        let (w, h): (Option<i32>, Option<i32>) = (w.into(), h.into());
        tap!(self, map_ext(tile_x, tile_y, sx, sy, w = CellCount(w), h = CellCount(h), layers));
        self.draw_map([tile_x, tile_y], [sx, sy], [w, h], layers);
    }

    /// The tile that `map` and `tline` draw off the map; 0 for none.
    pub(super) fn tile_off_the_map(&self) -> u8 {
        if self.rules == Rules::One { 0 } else { self.mem.out_of_bounds(reg::TEXT_TABS) }
    }

    fn draw_map(
        &mut self,
        [tile_x, tile_y]: [i32; 2],
        [sx, sy]: [i32; 2],
        size: [Option<i32>; 2],
        layers: u8,
    ) {
        let area = self.mem.map_area();
        let cells = |v: Option<i32>, whole| i64::from(v.unwrap_or(whole).max(0));
        let (w, h) = (cells(size[0], area.width), cells(size[1], area.height));
        let target = TargetRect::new(sx, sy, w * 8, h * 8, self.camera_xy());
        let clip = Clip::read(&self.mem);
        let (mut drawn, mut looked) = (0, 0);
        if let Some(seen) = target.clipped(clip) {
            let left = target.x0 - i64::from(tile_x) * 8;
            let top = target.y0 - i64::from(tile_y) * 8;
            let outside = self.tile_off_the_map();
            let within = |v: i64, size: i32| if outside == 0 { v.clamp(0, i64::from(size)) } else { v };
            let cells = Cells {
                x0: within((i64::from(seen.x0) - left) >> 3, area.width),
                x1: within(((i64::from(seen.x1) - 1 - left) >> 3) + 1, area.width),
                y0: within((i64::from(seen.y0) - top) >> 3, area.height),
                y1: within(((i64::from(seen.y1) - 1 - top) >> 3) + 1, area.height),
                left,
                top,
                layers,
                outside,
            };
            looked = ((cells.x1 - cells.x0).max(0) * (cells.y1 - cells.y0).max(0)) as u32;
            with_brush!(self, brush => drawn = draw(&mut self.mem, brush, &cells, clip));
        }
        self.charge((price::TILE * drawn).max(looked / price::CELLS).max(price::CALL));
    }
}

fn draw(mem: &mut Memory, brush: &impl Brush, cells: &Cells, clip: Clip) -> u32 {
    let area = mem.map_area();
    let (sheet, screen) = (mem.sheet_base(), mem.screen_base());
    let zero = mem.get(reg::FEATURES) & 8 != 0;
    // A row is read ahead, unless what is drawn may change it.
    let is_ahead = screen == SCREEN;
    let mut drawn = 0;
    for cy in cells.y0..cells.y1 {
        let y = (cells.top + cy * 8) as i32;
        let rows_whole = y >= clip.y0 && y + 8 <= clip.y1;
        let is_row = (0..area.height.into()).contains(&cy);
        let tile = |mem: &Memory, cx: i64| match is_row && (0..area.width.into()).contains(&cx) {
            true => mem.get(area.addr(cx as i32, cy as i32)),
            false => cells.outside,
        };
        let mut tiles = [0; COLUMNS];
        if is_ahead {
            tiles.iter_mut().zip(cells.x0..cells.x1).for_each(|(to, cx)| *to = tile(mem, cx));
        }
        for (cx, n) in (cells.x0..cells.x1).zip(tiles) {
            let n = if is_ahead { n } else { tile(mem, cx) };
            let matches = cells.layers == 0 || mem.get(FLAGS + u16::from(n)) & cells.layers != 0;
            if n == 0 && !zero || !matches {
                continue;
            }
            drawn += 1;
            let x = (cells.left + cx * 8) as i32;
            if sheet == screen {
                // A drawn tile may change what is read next.
                let target = TargetRect::new(x, y, 8, 8, (0, 0));
                if let Some(seen) = target.clipped(clip) {
                    copy(mem, brush, corner(n, [false; 2]), target, seen);
                }
                continue;
            }
            let rows = sprite(mem, sheet, n);
            if rows_whole && x >= clip.x0 && x + 8 <= clip.x1 {
                stamp(mem, screen, brush, rows, x, y);
            } else {
                let target = TargetRect::new(x, y, 8, 8, (0, 0));
                if let Some(seen) = target.clipped(clip) {
                    cut(mem, brush, rows, target, seen);
                }
            }
        }
    }
    drawn
}
