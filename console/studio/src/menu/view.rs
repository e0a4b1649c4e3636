//! The pause menu's picture, and the menu by mouse.
//!
//! ```text
//! ┌──────────────────────┐  108 wide, centred; rows of 8 from the heading down
//! │ paused               │  heading 6, rule 5
//! │ ▸ continue           │  row under the cursor 7 on a bar of 1, others 6; values right-aligned in 12
//! └──────────────────────┘
//! moves   the cursor follows                     left    chooses the row; on the page of digits changes them
//! wheel   changes volume, speed, colours or a digit            right   a page back, or out of the menu
//! ```

use super::page::speed;
use super::slots::slot_area;
use super::{Choice, MenuPage, MenuRow, NewRun, PauseMenu, SlotAction, WIDTH};
use crate::layer::{Area, Layer, cells, fit};
use crate::settings::{ControlLayout, HELD_NAMES, VOLUME_MAX, short_name};
use rasher::{Machine, button, text};

const ROW: i32 = 8;
const HEAD: i32 = 13;
const LETTERS: usize = 22;

impl PauseMenu {
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

    fn window(&self, rows: i32) -> (Area, i32, i32) {
        let head = HEAD + self.above();
        // The longest page must fit.
        let pitch = if rows > 13 { ROW - 1 } else { ROW };
        let h = head + pitch * rows + 5;
        (Area { x: (128 - WIDTH) / 2, y: (128 - h) / 2, w: WIDTH, h }, head, pitch)
    }

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
            // The pointer moves by a pixel, four times a second.
            p8.print_at("▶", x + 5 + (self.frame / 15 % 2) as i32, y + 2, 10);
        }
        let right = x + WIDTH - 6;
        let waits = matches!(row, MenuRow::Add(of) if self.capture == Some(of));
        let color = if waits { 12 } else { 6 + i32::from(here) };
        let (name, value) = self.row_texts(row);
        // A record's value is never cut. Any other value gets the room that the name leaves.
        let is_record = matches!(row, MenuRow::Record(_));
        let taken = if is_record { cells(&value) + 1 } else { 0 };
        let is_text = matches!(row, MenuRow::Text(..));
        let name = if is_text { name } else { fit(&name, LETTERS.saturating_sub(taken)) };
        p8.print_at(name.as_str(), x + 12, y + 2, color);
        let room = if is_record { LETTERS } else { LETTERS.saturating_sub(cells(&name) + 1) };
        let value = fit(&value, room);
        let width = p8.text_width(value.as_str());
        p8.print_at(value.as_str(), right - width + 1, y + 2, if is_record { 10 } else { 12 });
        if row == MenuRow::Volume && !self.settings.mute {
            for i in 0..i32::from(VOLUME_MAX) {
                let lit = i < i32::from(self.settings.volume);
                let x = right - 3 * i32::from(VOLUME_MAX) + 3 * i;
                p8.rectfill(x, y + 6 - i / 2, x + 1, y + 6, if lit { 12 } else { 5 });
            }
        }
    }

    /// The page and the row under the cursor, for a screen reader.
    pub fn spoken(&self) -> String {
        let row = self.rows().get(self.cursor).map(|row| self.row_texts(*row)).unwrap_or_default();
        format!("{}: {} {}", self.title(), row.0, row.1).trim_end().to_string()
    }

    fn row_texts(&self, row: MenuRow) -> (String, String) {
        let settings = &self.settings;
        let (name, value): (&str, &str) = match row {
            MenuRow::Choose(Choice::Continue) => ("continue", ""),
            MenuRow::Custom(index) => {
                let label =
                    self.custom[usize::from(index) - 1].as_ref().map(|item| text::decode(&item.label));
                return (label.unwrap_or_default(), String::new());
            }
            MenuRow::Open(MenuPage::Seed) => return ("enter seed".into(), self.run_value(None)),
            MenuRow::Open(page) => return (page.title(), "…".into()),
            MenuRow::Choose(Choice::Replay) => ("instant replay", ""),
            MenuRow::Choose(Choice::Run(run)) => {
                let name = if run == NewRun::Today { "run of the day" } else { "new run" };
                return (name.into(), self.run_value(Some(run)));
            }
            MenuRow::Record(at) => {
                let (name, number) = self.record(at);
                return (name.into(), number);
            }
            // Drawn as pictures.
            MenuRow::SeedDigits | MenuRow::Slot(_) => ("", ""),
            MenuRow::Choose(Choice::GoBack) => ("last run", self.previous_run.as_deref().unwrap_or_default()),
            MenuRow::Choose(Choice::Edit) => ("editors", ""),
            MenuRow::Choose(Choice::Guide) => ("tutorial", ""),
            MenuRow::Choose(Choice::EditKeys) => ("editor keys", "…"),
            MenuRow::Choose(Choice::Reset) => ("reset cart", ""),
            MenuRow::Choose(Choice::Breadcrumb) => (self.breadcrumb.as_deref().unwrap_or_default(), ""),
            MenuRow::Choose(Choice::Shelf) => ("back to the shelf", ""),
            MenuRow::Choose(Choice::Quit) => ("quit", ""),
            MenuRow::Back if matches!(self.page, MenuPage::Confirm(..)) => ("cancel", ""),
            MenuRow::Back => ("back", ""),
            MenuRow::Choose(Choice::Load(_)) => ("load", ""),
            MenuRow::Choose(Choice::Share) => ("copy a link", ""),
            MenuRow::Choose(Choice::PasteAddress) => ("paste an address", ""),
            MenuRow::Choose(_) => ("", ""),
            MenuRow::Ask(action, _) | MenuRow::Confirm(action, _) => {
                (if action == SlotAction::Save { "overwrite" } else { "delete" }, "")
            }
            MenuRow::Defaults => ("reset to defaults", ""),
            MenuRow::Volume => ("volume", if settings.mute { "muted" } else { "" }),
            MenuRow::Toggle(toggle) => {
                let (label, words) = toggle.words();
                (label, words[usize::from(toggle.is_on(settings))])
            }
            MenuRow::Speed { faster } => {
                return (if faster { "faster" } else { "slower" }.into(), speed(settings, faster));
            }
            MenuRow::Colors => ("colours", settings.colors.name()),
            MenuRow::Hold(which) => (which.map_or("all", |which| HELD_NAMES[which]), self.held(which)),
            MenuRow::ControlLayout(hands) => {
                (hands.name(), if ControlLayout::of(settings) == Some(hands) { "on" } else { "" })
            }
            MenuRow::Bound(of) => return (of.label(false), joined(of.names(settings))),
            MenuRow::Add(of) => match (self.capture == Some(of), of.is_key()) {
                (true, true) => ("press a key", ""),
                (true, false) => ("press a button", ""),
                (false, true) => ("add a key", ""),
                (false, false) => ("add a button", ""),
            },
            MenuRow::Remove(of, at) | MenuRow::Name(of, at) => {
                let name = of.names(settings).get(at).map(|name| short_name(name));
                let what = if matches!(row, MenuRow::Remove(..)) { "unbind" } else { "required" };
                return (fit(&name.unwrap_or_default(), LETTERS - what.len() - 1), what.into());
            }
            MenuRow::RemoveFolder(at) => {
                let path = settings.folders.get(at).map_or("", String::as_str);
                let last = || path.split(['/', '\\']).rfind(|part| !part.is_empty()).unwrap_or(path);
                let name = if format::is_address(path) { format::address_host(path) } else { last() };
                return (fit(&name.to_lowercase(), 15), "remove".into());
            }
            MenuRow::Text(key, what) => (key, what),
        };
        (name.into(), value.into())
    }

    fn held(&self, which: Option<usize>) -> &'static str {
        let toggle = &self.settings.toggle;
        let (some, all) = (toggle.contains(&true), !toggle.contains(&false));
        match which.map_or(all, |which| toggle[which]) {
            true => "toggle",
            false if which.is_none() && some => "mixed",
            false => "hold",
        }
    }
}

fn joined(names: &[String]) -> String {
    let all: Vec<String> = names.iter().map(|n| short_name(n)).collect();
    let text = all.join(" ");
    if text.is_empty() { "-".to_string() } else { text }
}

impl PauseMenu {
    pub fn point(&mut self, at: (i32, i32)) {
        let row = self.row_at(at).filter(|_| self.capture.is_none());
        self.cursor = row.unwrap_or(self.cursor);
    }

    pub fn click(&mut self, at: (i32, i32)) -> Option<Choice> {
        if self.capture.is_some() {
            return None;
        }
        if self.page == MenuPage::Seed {
            let pressed = self.digits_at(at)?;
            return self.press_digits(pressed);
        }
        self.cursor = self.row_at(at)?;
        self.choose(self.row())
    }

    pub fn wheel(&mut self, at: (i32, i32), up: bool) -> Option<Choice> {
        if self.capture.is_some() {
            return None;
        }
        if self.page == MenuPage::Seed {
            self.digits_at(at)?;
            return self.press_digits(if up { button::UP } else { button::DOWN });
        }
        self.cursor = self.row_at(at)?;
        match self.row() {
            row @ (MenuRow::Volume | MenuRow::Speed { .. } | MenuRow::Colors) => self.change(row, up),
            _ => None,
        }
    }

    fn row_at(&self, (x, y): (i32, i32)) -> Option<usize> {
        (0..self.rows().len()).find(|row| self.row_area(*row).is_some_and(|area| area.holds(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layer::Layer;
    use crate::menu::{NewRun, RunSummary, SLOTS};
    use crate::settings::Settings;
    use rasher::{PIXELS, SIDE};

    fn menu(pages: &[MenuPage]) -> PauseMenu {
        let mut menu = PauseMenu::new(Settings::default(), [const { None }; 5]);
        menu.can_edit = true;
        menu.set_runs(RunSummary { seed: 12_345_678, ..RunSummary::default() });
        pages.iter().for_each(|page| _ = menu.open(*page));
        menu
    }

    fn lit(menu: &PauseMenu) -> Vec<(i32, i32)> {
        let (column, color) = match menu.page {
            MenuPage::Saves if menu.cursor < SLOTS => (7 + 40 * (menu.cursor % 3), 10),
            MenuPage::Saves => (5, 1),
            _ => (13, 1),
        };
        let (mut layer, mut picture) = (Layer::new(), [0; PIXELS]);
        menu.draw(&mut layer);
        layer.cover(&mut picture);
        let rows = (0..SIDE).filter(|y| picture[y * SIDE + column] == color);
        rows.map(|y| (column as i32 + 1, y as i32)).collect()
    }

    #[test]
    fn a_click_chooses_the_row_that_is_drawn_there_and_the_wheel_changes_only_values() {
        let ways: [&[MenuPage]; 5] =
            [&[], &[MenuPage::Saves], &[MenuPage::Settings], &[MenuPage::Controls], &[MenuPage::Runs]];
        for (way, row) in
            ways.into_iter().flat_map(|way| (0..menu(way).rows().len()).map(move |row| (way, row)))
        {
            let mut keys = menu(way);
            keys.cursor = row;
            let (places, is_value) =
                (lit(&keys), matches!(keys.row(), MenuRow::Volume | MenuRow::Colors | MenuRow::Speed { .. }));
            assert!(places.len() >= 6, "{way:?} {row}: {places:?}");
            let chosen = keys.press(button::O);
            // The frame of a slot is around it.
            for at in &places[1..places.len() - 1] {
                let mut mouse = menu(way);
                mouse.point(*at);
                assert_eq!(mouse.cursor, row, "{way:?} {at:?}");
                let choice = mouse.click(*at);
                assert_eq!((choice, mouse.page, mouse.cursor), (chosen, keys.page, keys.cursor));
            }
            let mut wheel = menu(way);
            let (before, changed) = (wheel.settings.clone(), wheel.wheel(places[1], true));
            assert_eq!((changed.is_some(), wheel.settings != before), (is_value, is_value), "{way:?} {row}");
        }
        assert_eq!(menu(&[]).click((2, 2)), None, "outside the window");
        let mut menu = menu(&[MenuPage::Settings]);
        menu.settings.volume = 3;
        let at = lit(&menu)[3];
        for (up, volume) in [(true, 4), (false, 3)] {
            assert_eq!((menu.wheel(at, up), menu.settings.volume), (Some(Choice::Changed), volume));
        }
    }

    #[test]
    fn the_page_of_cart_sources_adds_and_removes() {
        let folders = vec!["/games/jam/".to_string(), "https://example.org:80/a/index.json".to_string()];
        let mut menu = menu(&[MenuPage::Settings, MenuPage::Folders]);
        menu.settings.folders = folders.clone();
        let rows: Vec<String> = menu.rows().iter().map(|row| menu.row_texts(*row).0).collect();
        assert_eq!(rows, ["jam", "example.org:80", "paste an address", "or drop a folder here", "back"]);
        menu.cursor = 2;
        assert_eq!(menu.press(button::O), Some(Choice::PasteAddress));
        menu.cursor = 1;
        assert_eq!(
            (menu.press(button::O), &menu.settings.folders[..]),
            (Some(Choice::Changed), &folders[..1])
        );
    }

    /// The window of the digits begins at 10, 36; the first digit is at 22, 62, the arrows above and below it.
    #[test]
    fn clicks_and_the_wheel_change_digits() {
        let mut menu = menu(&[MenuPage::Runs, MenuPage::Seed]);
        menu.click((24, 55));
        menu.click((24 + 11, 72));
        menu.wheel((24 + 77, 64), true);
        assert_eq!(menu.click((30, 84)), Some(Choice::Run(NewRun::Seed(21_345_679))));
        assert_eq!((menu.click((80, 84)), menu.page), (None, MenuPage::Runs));
    }
}
