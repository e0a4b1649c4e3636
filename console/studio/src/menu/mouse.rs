//! The pause menu by mouse.
//!
//! ```text
//! moves   the cursor follows                     left    chooses the row; on the page of digits changes them
//! wheel   changes volume, speed, colours or a digit            right   a page back, or out of the menu
//! ```
//!
//! Positions come from the functions that draw (`view.rs`, `slots.rs`, `runs.rs`).

use super::{Choice, MenuPage, MenuRow, PauseMenu};
use rasher::button;

impl PauseMenu {
    pub fn point(&mut self, at: (i32, i32)) {
        if self.capture.is_none()
            && let Some(row) = self.row_at(at)
        {
            self.cursor = row;
        }
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

    /// Where the picture shows the cursor: the bar behind a row, or the frame of a slot, whose colour is nowhere else in that column.
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
