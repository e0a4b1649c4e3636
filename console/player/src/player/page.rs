//! The page of tutorial and manual next to the running game.
//!
//! ```text
//! F1 ──> the editors with the page ── F2 ──> the game, in whole pixels | the page        in a wide window
//! ```
//!
//! The game keeps its keys. The mouse and its wheel use the page while they are on it.

use super::Player;
use super::phase::Phase;
use editors::{EditInput, Editors};
use rasher::{PIXELS, SIDE};
use std::sync::Arc;
use studio::canvas::Canvas;
use studio::{Area, Mode};

const TUTORIAL: &str = "honey";

impl Player {
    pub(super) fn open_guide(&mut self) {
        if self.tools.is_none() || matches!(self.mode(), Mode::Question | Mode::Resuming) {
            return;
        }
        self.editing.reads = true;
        match self.cart.is_shelf() {
            // There is nothing to edit yet.
            true => self.new_cart(None, TUTORIAL.to_string()),
            false => self.toggle_editors(),
        }
    }

    fn page_editors(&self) -> Option<&Editors> {
        let is_own = matches!(self.phase, Phase::Editing(_) | Phase::Debugging(_));
        self.editors().filter(|_| !is_own)
    }

    /// Where the game is on the canvas that it shares with the page: a multiple of 128 pixels, in the middle.
    pub(super) fn place_beside_page(&self) -> Option<Area> {
        let (w, h) = self.page_editors()?.beside_page()?;
        let side = SIDE as i32 * (w.min(h) / SIDE as i32).max(1);
        Some(Area { x: (w - side) / 2, y: (h - side) / 2, w: side, h: side })
    }

    pub(super) fn page_canvas(&mut self) -> Option<Arc<Canvas>> {
        self.place_beside_page()?;
        if self.editing.page.is_none() {
            self.editing.page = self.page_editors().map(|editors| Arc::new(editors.draw_page()));
        }
        self.editing.page.clone()
    }

    /// The game's pixel under the pointer, if that is not on the page.
    pub(super) fn point_at_page(&mut self, x: i16, y: i16) -> Option<(i16, i16)> {
        let Some(place) = self.place_beside_page() else {
            self.devices.on_page = false;
            return Some((x, y));
        };
        let left = self.page_editors().and_then(Editors::beside_page).map_or(0, |(w, _)| w);
        self.devices.on_page = i32::from(x) >= left;
        if self.devices.on_page {
            self.edit_page(&EditInput::Pointer(x.into(), y.into()));
            return None;
        }
        let scale = (place.w / SIDE as i32).max(1);
        let of = |at: i16, from: i32| (i32::from(at) - from).div_euclid(scale) as i16;
        Some((of(x, place.x), of(y, place.y)))
    }

    pub(super) fn edit_page(&mut self, input: &EditInput) {
        self.edit(input);
        self.run_loop.stale = true;
    }
}

/// The page with the game in its place.
pub(super) fn put(page: &Canvas, picture: &[u8; PIXELS], place: Area) -> Canvas {
    let mut canvas = page.clone();
    let scale = (place.w as usize / SIDE).max(1);
    let width = usize::try_from(canvas.width).unwrap_or(0);
    for y in 0..SIDE * scale {
        let at = (place.y.max(0) as usize + y) * width + place.x.max(0) as usize;
        let Some(row) = canvas.pixels.get_mut(at..at + SIDE * scale) else { return canvas };
        let from = &picture[y / scale * SIDE..][..SIDE];
        row.iter_mut().enumerate().for_each(|(x, to)| *to = from[x / scale]);
    }
    canvas
}
