//! The pause menu's picture.
//!
//! ```text
//! ┌──────────────────────┐  108 wide, centred; rows of 8 from the heading down
//! │ paused               │  heading 6, rule 5
//! │ ▸ continue           │  row under the cursor 7 on a bar of 1, others 6; values right-aligned in 12
//! └──────────────────────┘
//! ```

use super::page::{MenuRow, Page, SlotAction, speed};
use super::{Capture, PauseMenu};
use crate::layer::{Area, Layer};
use crate::settings::{BUTTON_NAMES, TIME_NAMES, VOLUME_MAX, short_name};
use rasher::Machine;

const WIDTH: i32 = 108;
const ROW: i32 = 8;
const HEAD: i32 = 13;

impl PauseMenu {
    /// Draws the menu over whatever the layer lies on.
    pub fn draw(&self, layer: &mut Layer) {
        layer.clear(true);
        if self.page == Page::Saves {
            return self.draw_slots(layer);
        }
        let rows = self.rows();
        let head = HEAD + self.above();
        let h = head + ROW * rows.len() as i32 + 5;
        let area = Area { x: (128 - WIDTH) / 2, y: (128 - h) / 2, w: WIDTH, h };
        layer.window(area, 6);
        let p8 = layer.canvas();
        p8.print_at(self.page.title(), area.x + 6, area.y + 5, 6);
        p8.line(area.x + 6, area.y + 12, area.x + WIDTH - 7, area.y + 12, 5);
        for (i, row) in rows.iter().enumerate() {
            self.draw_row(p8, *row, area.x, area.y + head + ROW * i as i32, i == self.cursor);
        }
        self.draw_slot(layer, area.x, area.y, WIDTH);
    }

    pub(super) fn draw_row(&self, p8: &mut Machine, row: MenuRow, x: i32, y: i32, here: bool) {
        if here {
            p8.rectfill(x + 3, y + 1, x + WIDTH - 4, y + 7, 1);
            // The pointer sways by a pixel, four times a second.
            p8.print_at("▶", x + 5 + (self.frame / 15 % 2) as i32, y + 2, 10);
        }
        let color = if here { 7 } else { 6 };
        let (left, right) = (x + 12, x + WIDTH - 6);
        let value = |p8: &mut Machine, text: &str| {
            let width = p8.text_width(text);
            p8.print_at(text, right - width + 1, y + 2, 12);
        };
        match row {
            MenuRow::Continue => _ = p8.print_at("continue", left, y + 2, color),
            MenuRow::Custom(index) => {
                if let Some(item) = &self.custom[usize::from(index) - 1] {
                    p8.print_at(&item.label[..], left, y + 2, color);
                }
            }
            MenuRow::Open(page) => {
                p8.print_at(page.title(), left, y + 2, color);
                value(p8, "…");
            }
            MenuRow::Reset => _ = p8.print_at("reset cart", left, y + 2, color),
            MenuRow::Shelf => _ = p8.print_at("back to the shelf", left, y + 2, color),
            MenuRow::Quit => _ = p8.print_at("quit", left, y + 2, color),
            MenuRow::Back if matches!(self.page, Page::Confirm(..)) => {
                _ = p8.print_at("no", left, y + 2, color)
            }
            MenuRow::Back => _ = p8.print_at("back", left, y + 2, color),
            MenuRow::Load(_) => _ = p8.print_at("load", left, y + 2, color),
            MenuRow::Ask(SlotAction::Save, _) => _ = p8.print_at("save here", left, y + 2, color),
            MenuRow::Ask(SlotAction::Delete, _) => _ = p8.print_at("delete", left, y + 2, color),
            MenuRow::Confirm(SlotAction::Save, _) => _ = p8.print_at("yes, save over it", left, y + 2, color),
            MenuRow::Confirm(SlotAction::Delete, _) => _ = p8.print_at("yes, delete it", left, y + 2, color),
            // Drawn as pictures.
            MenuRow::Slot(_) => {}
            MenuRow::Defaults => _ = p8.print_at("as they came", left, y + 2, color),
            MenuRow::Volume => {
                p8.print_at("volume", left, y + 2, color);
                if self.settings.mute {
                    value(p8, "mute");
                } else {
                    for i in 0..i32::from(VOLUME_MAX) {
                        let lit = i < i32::from(self.settings.volume);
                        let x = right - 3 * i32::from(VOLUME_MAX) + 3 * i;
                        p8.rectfill(x, y + 6 - i / 2, x + 1, y + 6, if lit { 12 } else { 5 });
                    }
                }
            }
            MenuRow::Toggle(toggle) => {
                p8.print_at(toggle.label(), left, y + 2, color);
                value(p8, toggle.value(&self.settings));
            }
            MenuRow::Speed { faster } => {
                p8.print_at(if faster { "faster" } else { "slower" }, left, y + 2, color);
                value(p8, &speed(&self.settings, faster));
            }
            MenuRow::TimeKey(which) => {
                p8.print_at(format!("{} key", TIME_NAMES[which]), left, y + 2, color);
                let waits = self.capture == Some(Capture::TimeKey(which));
                self.names(p8, waits, "press a key", &self.settings.time_keys[which], value);
            }
            MenuRow::TimePad(which) => {
                p8.print_at(format!("{} pad", TIME_NAMES[which]), left, y + 2, color);
                let waits = self.capture == Some(Capture::TimePad(which));
                self.names(p8, waits, "press it", &self.settings.time_pad[which], value);
            }
            MenuRow::Key { player, button } => {
                p8.print_at(BUTTON_NAMES[button], left, y + 2, color);
                let waits = self.capture == Some(Capture::Key { player, button });
                self.names(p8, waits, "press a key", &self.settings.keys[player][button], value);
            }
            MenuRow::Pad { button } => {
                p8.print_at(BUTTON_NAMES[button], left, y + 2, color);
                let waits = self.capture == Some(Capture::Pad { button });
                self.names(p8, waits, "press a button", &self.settings.pad[button], value);
            }
            MenuRow::Text(key, what) => {
                p8.print_at(key, left, y + 2, color);
                value(p8, what);
            }
        }
    }

    fn names(
        &self,
        p8: &mut Machine,
        waits: bool,
        prompt: &str,
        names: &[String],
        value: impl Fn(&mut Machine, &str),
    ) {
        // 17 letters fit between a button's name and the frame.
        const FIT: usize = 17;
        if waits {
            return value(p8, prompt);
        }
        let all: Vec<String> = names.iter().map(|n| short_name(n)).collect();
        let text: String = all.join(" ").chars().take(FIT).collect();
        value(p8, if text.is_empty() { "-" } else { &text });
    }
}
