//! The pause menu's picture.
//!
//! ```text
//! ┌──────────────────────┐  108 wide, centred; rows of 8 from the heading down
//! │ paused               │  heading 6, rule 5
//! │ ▸ continue           │  row under the cursor 7 on a bar of 1, others 6; values right-aligned in 12
//! └──────────────────────┘
//! ```

use super::PauseMenu;
use super::page::{MenuPage, MenuRow, SlotAction, speed};
use super::slots::slot_area;
use crate::hands::Hands;
use crate::layer::{Area, Layer, cells, fit};
use crate::settings::{HELD_NAMES, VOLUME_MAX, short_name};
use rasher::{Machine, text};

pub(super) const WIDTH: i32 = 108;
const ROW: i32 = 8;
const HEAD: i32 = 13;
const LETTERS: usize = 22;

impl PauseMenu {
    /// Draws the menu over whatever the layer lies on.
    pub fn draw(&self, layer: &mut Layer) {
        layer.clear(true);
        match self.page {
            MenuPage::Saves => return self.draw_slots(layer),
            MenuPage::Seed => return self.draw_digits(layer),
            _ => {}
        }
        let rows = self.rows();
        let (area, head, pitch) = self.window(rows.len() as i32);
        layer.window(area, 6);
        let p8 = layer.canvas();
        p8.print_at(fit(&self.title(), LETTERS), area.x + 6, area.y + 5, 6);
        if self.page == MenuPage::Main && !self.hints.o.is_empty() {
            self.draw_hints(p8, area.x + WIDTH - 6, area.y + 5);
        }
        p8.line(area.x + 6, area.y + 12, area.x + WIDTH - 7, area.y + 12, 5);
        for (i, row) in rows.iter().enumerate() {
            self.draw_row(p8, *row, area.x, area.y + head + pitch * i as i32, i == self.cursor);
        }
        self.draw_slot(layer, area.x, area.y, WIDTH);
    }

    /// The window of a page with so many rows, where in it they begin, and pixels from one to the next.
    fn window(&self, rows: i32) -> (Area, i32, i32) {
        let head = HEAD + self.above();
        // The longest page of all still fits.
        let pitch = if rows > 13 { ROW - 1 } else { ROW };
        let h = head + pitch * rows + 5;
        (Area { x: (128 - WIDTH) / 2, y: (128 - h) / 2, w: WIDTH, h }, head, pitch)
    }

    /// Where a row of the page is; none of a page that has digits instead.
    pub(super) fn row_area(&self, row: usize) -> Option<Area> {
        match self.page {
            MenuPage::Saves => Some(slot_area(row)),
            MenuPage::Seed => None,
            _ => {
                let (Area { x, y, w, .. }, head, pitch) = self.window(self.rows().len() as i32);
                Some(Area { x: x + 3, y: y + head + pitch * row as i32 + 1, w: w - 6, h: pitch })
            }
        }
    }

    /// What presses O and X, up to the column `right`.
    fn draw_hints(&self, p8: &mut Machine, right: i32, y: i32) {
        let mut x = right + 1;
        for (button, name) in [("❎", &self.hints.x), ("🅾️", &self.hints.o)] {
            x -= p8.text_width(name) + 10;
            p8.print_at(button, x, y, 12);
            p8.print_at(name, x + 9, y, 6);
            x -= 5;
        }
    }

    pub(super) fn draw_row(&self, p8: &mut Machine, row: MenuRow, x: i32, y: i32, here: bool) {
        if here {
            p8.rectfill(x + 3, y + 1, x + WIDTH - 4, y + 7, 1);
            // The pointer sways by a pixel, four times a second.
            p8.print_at("▶", x + 5 + (self.frame / 15 % 2) as i32, y + 2, 10);
        }
        let color = if here { 7 } else { 6 };
        let (left, right) = (x + 12, x + WIDTH - 6);
        // A value gets the room that the row's name leaves.
        let named = |p8: &mut Machine, text: &str| {
            let text = fit(text, LETTERS);
            p8.print_at(text.as_str(), left, y + 2, color);
            LETTERS.saturating_sub(cells(&text) + 1)
        };
        let value_in = |p8: &mut Machine, text: &str, room: usize, color: i32| {
            let text = fit(text, room);
            let width = p8.text_width(text.as_str());
            p8.print_at(text.as_str(), right - width + 1, y + 2, color);
        };
        let value = |p8: &mut Machine, text: &str| value_in(p8, text, LETTERS, 12);
        match row {
            MenuRow::Continue => _ = p8.print_at("continue", left, y + 2, color),
            MenuRow::Custom(index) => {
                if let Some(item) = &self.custom[usize::from(index) - 1] {
                    _ = named(p8, &text::decode(&item.label));
                }
            }
            MenuRow::Open(MenuPage::Seed) => {
                p8.print_at("a seed", left, y + 2, color);
                value(p8, &self.told(None));
            }
            MenuRow::Open(page) => {
                p8.print_at(page.title(), left, y + 2, color);
                value(p8, "…");
            }
            MenuRow::Replay => _ = p8.print_at("watch the last turns", left, y + 2, color),
            MenuRow::Run(run) => {
                let room = named(p8, run.name());
                value_in(p8, &self.told(Some(run)), room, 12);
            }
            MenuRow::Record(at) => {
                let (name, number) = self.record(at);
                // The number is the result: its name gets the room that it leaves.
                let room = LETTERS.saturating_sub(cells(&number) + 1);
                _ = named(p8, &fit(name, room));
                value_in(p8, &number, LETTERS, 10);
            }
            MenuRow::Digits => {}
            MenuRow::GoBack => {
                let room = named(p8, "the run before");
                value_in(p8, self.left.as_deref().unwrap_or_default(), room, 12);
            }
            MenuRow::Edit => _ = p8.print_at("editors", left, y + 2, color),
            MenuRow::EditKeys => {
                p8.print_at("keys of editors", left, y + 2, color);
                value(p8, "…");
            }
            MenuRow::Reset => _ = p8.print_at("reset cart", left, y + 2, color),
            MenuRow::Breadcrumb => _ = named(p8, self.breadcrumb.as_deref().unwrap_or_default()),
            MenuRow::Shelf => _ = p8.print_at("back to the shelf", left, y + 2, color),
            MenuRow::Quit => _ = p8.print_at("quit", left, y + 2, color),
            MenuRow::Back if matches!(self.page, MenuPage::Confirm(..)) => {
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
            MenuRow::Colors => {
                p8.print_at("colours", left, y + 2, color);
                value(p8, self.settings.colors.name());
            }
            MenuRow::Hold(which) => {
                p8.print_at(which.map_or("all", |which| HELD_NAMES[which]), left, y + 2, color);
                value(p8, self.held(which));
            }
            MenuRow::Hands(hands) => {
                p8.print_at(hands.name(), left, y + 2, color);
                value(p8, if Hands::of(&self.settings) == Some(hands) { "on" } else { "" });
            }
            MenuRow::Bound(of) => {
                let room = named(p8, &of.label(false));
                value_in(p8, &joined(of.names(&self.settings)), room, 12);
            }
            MenuRow::Add(of) if self.capture == Some(of) => {
                let text = if of.is_key() { "press a key" } else { "press a button" };
                p8.print_at(text, left, y + 2, 12);
            }
            MenuRow::Add(of) => {
                let text = if of.is_key() { "add a key" } else { "add a button" };
                p8.print_at(text, left, y + 2, color);
            }
            MenuRow::Remove(of, at) | MenuRow::Name(of, at) => {
                let name = of.names(&self.settings).get(at).map(|name| short_name(name));
                let what = if matches!(row, MenuRow::Remove(..)) { "remove" } else { "its only one" };
                _ = named(p8, &fit(&name.unwrap_or_default(), LETTERS - what.len() - 1));
                value(p8, what);
            }
            MenuRow::RemoveFolder(at) => {
                let path = self.settings.folders.get(at).map_or("", String::as_str);
                let parts: Vec<&str> = path.split(['/', '\\']).filter(|part| !part.is_empty()).collect();
                let name = parts.last().map_or(path, |part| part).to_lowercase();
                _ = named(p8, &fit(&name, 15));
                value(p8, "remove");
            }
            MenuRow::Text(key, what) => {
                p8.print_at(key, left, y + 2, color);
                value(p8, what);
            }
        }
    }

    /// Does one stay held, or all, or some?
    fn held(&self, which: Option<usize>) -> &'static str {
        let toggle = &self.settings.toggle;
        let (some, all) = (toggle.contains(&true), !toggle.contains(&false));
        match which.map_or(all, |which| toggle[which]) {
            true => "toggle",
            false if which.is_none() && some => "some toggle",
            false => "hold",
        }
    }
}

fn joined(names: &[String]) -> String {
    let all: Vec<String> = names.iter().map(|n| short_name(n)).collect();
    let text = all.join(" ");
    if text.is_empty() { "-".to_string() } else { text }
}
