//! The page of save slots, and the page of one slot.
//!
//! ```text
//! ┌──────────────────────────────┐        ┌──────────────────────┐
//! │ save slots                   │        │ slot 2         12:34 │
//! │  ┌──────┐ ┌──────┐ ┌──────┐  │        │     ┌──────────┐     │
//! │  │32x32 │ │      │ │      │  │  O ──> │     │  64x64   │     │
//! │  └─0:12─┘ └12:34─┘ └empty─┘  │        │     └──────────┘     │
//! │  ┌──────┐ ┌──────┐ ┌──────┐  │        │ floor 3: the larder  │
//! │  └empty─┘ └empty─┘ └before┘  │        │ ▶ load               │
//! │ floor 3: the larder          │        │   overwrite, delete  │
//! └──────────────────────────────┘        └──────────────────────┘
//! ```
//!
//! The console fills the sixth slot before a load, so that a load can be undone.

use super::{BEFORE, MenuPage, MenuRow, PauseMenu, SLOTS, SlotAction, WIDTH};
use crate::layer::{Area, Layer, fit};
use crate::question::clock;
use rasher::{Machine, button};
use std::sync::Arc;
use timeline::Slot;

pub type Slots = [Option<Arc<Slot>>; SLOTS];

const ROW: usize = 3;
/// Side of a small picture, and the distance to the next.
const SIDE: i32 = 32;
const PITCH: i32 = 40;
const BACK: i32 = 115;

pub(super) fn moved(at: usize, pressed: u8) -> usize {
    let row = at / ROW * ROW;
    match pressed {
        p if p & button::UP != 0 => [SLOTS, SLOTS, SLOTS, 0, 1, 2, ROW][at.min(SLOTS)],
        p if p & button::DOWN != 0 => [3, 4, 5, SLOTS, SLOTS, SLOTS, 0][at.min(SLOTS)],
        p if p & button::LEFT != 0 && at < SLOTS => row + (at - row + ROW - 1) % ROW,
        p if p & button::RIGHT != 0 && at < SLOTS => row + (at - row + 1) % ROW,
        _ => at,
    }
}

pub(super) fn slot_area(at: usize) -> Area {
    match at {
        SLOTS.. => Area { x: 5, y: BACK + 1, w: WIDTH - 6, h: 7 },
        at => Area { x: 8 + PITCH * (at % ROW) as i32, y: 19 + 43 * (at / ROW) as i32, w: SIDE, h: SIDE },
    }
}

fn played(slot: &Slot) -> String {
    clock(slot.moment.frame, slot.fps)
}

fn about(slot: &Slot) -> String {
    if slot.caption.is_empty() { format!("played {}", played(slot)) } else { slot.caption.clone() }
}

fn centred(p8: &mut Machine, text: &str, middle: i32, y: i32, color: i32) {
    let width = p8.text_width(text);
    p8.print_at(text, middle - width / 2, y, color);
}

impl PauseMenu {
    pub(super) fn draw_slots(&self, layer: &mut Layer) {
        layer.window(Area { x: 2, y: 2, w: 124, h: 124 }, 6);
        let p8 = layer.canvas();
        p8.print_at(self.page.title(), 8, 7, 6);
        p8.line(8, 14, 119, 14, 5);
        let mut pictures = Vec::new();
        for (n, slot) in self.slots.iter().enumerate() {
            let Area { x, y, .. } = slot_area(n);
            let here = n == self.cursor;
            p8.rect(x - 1, y - 1, x + SIDE, y + SIDE, if here { 10 } else { 5 });
            p8.rectfill(x, y, x + SIDE - 1, y + SIDE - 1, if slot.is_some() { 0 } else { 1 });
            let text = match slot {
                _ if n == BEFORE => "before".to_string(),
                Some(slot) => fit(&played(slot), 9),
                None => "empty".to_string(),
            };
            let color = if here { 7 } else { 6 - i32::from(slot.is_none()) };
            centred(p8, &text, x + SIDE / 2, y + SIDE + 3, color);
            pictures.extend(slot.as_ref().map(|slot| (x, y, slot.clone())));
        }
        p8.line(8, 105, 119, 105, 5);
        let line = match self.slots.get(self.cursor) {
            Some(Some(slot)) => about(slot),
            Some(None) if self.cursor == BEFORE => "saved before each load".to_string(),
            Some(None) => "🅾️ save here".to_string(),
            None => String::new(),
        };
        p8.print_at(fit(&line, 28), 8, 109, 12);
        self.draw_row(p8, MenuRow::Back, 2, BACK, self.cursor == SLOTS);
        for (x, y, slot) in pictures {
            layer.paste(x, y, SIDE, &slot.picture);
        }
    }

    pub(super) fn above(&self) -> i32 {
        if matches!(self.page, MenuPage::Slot(_) | MenuPage::Confirm(..)) { 77 } else { 0 }
    }

    pub(super) fn draw_slot(&self, layer: &mut Layer, x: i32, y: i32, width: i32) {
        let (MenuPage::Slot(n) | MenuPage::Confirm(_, n)) = self.page else { return };
        let Some(slot) = &self.slots[n] else { return };
        let p8 = layer.canvas();
        let time = fit(&played(slot), 14);
        let right = p8.text_width(&time);
        p8.print_at(&time, x + width - 6 - right, y + 5, 12);
        let left = x + (width - 64) / 2;
        p8.rect(left - 1, y + 15, left + 64, y + 80, 5);
        let (line, color) = match self.page {
            MenuPage::Confirm(SlotAction::Save, _) => ("overwrite this slot?".to_string(), 10),
            MenuPage::Confirm(SlotAction::Delete, _) => ("delete this slot?".to_string(), 10),
            _ => (about(slot), 7),
        };
        centred(p8, &fit(&line, 24), x + width / 2, y + 83, color);
        layer.paste(left, y + 16, 64, &slot.picture);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_moves_in_two_rows_and_to_the_row_below() {
        // Slots 0 1 2 / 3 4 5 / 6, which is "back": where left, right, up and down lead.
        let to = [
            [2, 1, 6, 3],
            [0, 2, 6, 4],
            [1, 0, 6, 5],
            [5, 4, 0, 6],
            [3, 5, 1, 6],
            [4, 3, 2, 6],
            [6, 6, 3, 0],
        ];
        for (from, to) in to.into_iter().enumerate() {
            let moves =
                [button::LEFT, button::RIGHT, button::UP, button::DOWN].map(|button| moved(from, button));
            assert_eq!((moves, moved(from, 0)), (to, from));
        }
    }
}
