//! The pause menu by the mouse.
//!
//! ```text
//! moves   the cursor is where it points          left    chooses the row; on the page of digits turns them
//! wheel   the value of volume, speed, colours; the digit under it            right   a page back, or out of the menu
//! ```
//!
//! Places are those of the picture (`view.rs`, `slots.rs`, `runs.rs`), each in one function that draws and is asked here.

use super::{Choice, MenuPage, MenuRow, PauseMenu};
use rasher::button;

impl PauseMenu {
    /// The mouse stands there: the row under it has the cursor.
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

    /// The wheel was turned there, away from the hand if `up`.
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

    /// The row of the page at a place.
    fn row_at(&self, (x, y): (i32, i32)) -> Option<usize> {
        (0..self.rows().len()).find(|row| self.row_area(*row).is_some_and(|area| area.holds(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layer::Layer;
    use crate::menu::{NewRun, RunFacts, SLOTS};
    use crate::settings::Settings;
    use rasher::{PIXELS, SIDE};

    fn menu(pages: &[MenuPage]) -> PauseMenu {
        let mut menu = PauseMenu::new(Settings::default(), [const { None }; 5]);
        menu.can_edit = true;
        menu.set_runs(RunFacts { seed: 12_345_678, ..RunFacts::default() });
        pages.iter().for_each(|page| _ = menu.open(*page));
        menu
    }

    fn picture(menu: &PauseMenu) -> [u8; PIXELS] {
        let (mut layer, mut picture) = (Layer::new(), [0; PIXELS]);
        menu.draw(&mut layer);
        layer.cover(&mut picture);
        picture
    }

    /// Where the picture shows the cursor: the bar behind a row, or the frame of a slot. Its colour is in no other column there.
    fn lit(menu: &PauseMenu) -> Vec<(i32, i32)> {
        let (column, color) = if menu.page == MenuPage::Saves && menu.cursor < SLOTS {
            (7 + 40 * (menu.cursor % 3), 10)
        } else if menu.page == MenuPage::Saves {
            (5, 1)
        } else {
            (13, 1)
        };
        let picture = picture(menu);
        let rows = (0..SIDE).filter(|y| picture[y * SIDE + column] == color);
        rows.map(|y| (column as i32 + 1, y as i32)).collect()
    }

    /// The picture says where a row is: there a click chooses what O chooses with the cursor on it, and nothing else.
    #[test]
    fn a_click_chooses_the_row_that_is_seen_there() {
        let ways: [&[MenuPage]; 5] =
            [&[], &[MenuPage::Saves], &[MenuPage::Settings], &[MenuPage::Controls], &[MenuPage::Runs]];
        for way in ways {
            for row in 0..menu(way).rows().len() {
                let mut keys = menu(way);
                keys.cursor = row;
                let places = lit(&keys);
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
            }
        }
        assert_eq!(menu(&[]).click((2, 2)), None, "beside the window");
    }

    #[test]
    fn the_wheel_changes_values_and_nothing_else() {
        let mut menu = menu(&[MenuPage::Settings]);
        let row = menu.rows().iter().position(|row| *row == MenuRow::Volume).expect("a row");
        menu.cursor = row;
        let at = lit(&menu)[3];
        menu.settings.volume = 3;
        assert_eq!((menu.wheel(at, true), menu.settings.volume), (Some(Choice::Changed), 4));
        assert_eq!((menu.wheel(at, false), menu.settings.volume), (Some(Choice::Changed), 3));
        let before = menu.settings.clone();
        for row in (0..menu.rows().len()).filter(|other| *other != row) {
            menu.cursor = row;
            let at = lit(&menu)[3];
            if !matches!(menu.row(), MenuRow::Colors | MenuRow::Speed { .. }) {
                assert_eq!((menu.wheel(at, true), &menu.settings), (None, &before), "{:?}", menu.row());
            }
        }
    }

    /// The window of the digits begins at 10, 36; the first digit stands at 22, 62, the arrows above and below it.
    #[test]
    fn digits_are_turned_by_clicks_and_the_wheel() {
        let mut menu = menu(&[MenuPage::Runs, MenuPage::Seed]);
        menu.click((24, 55));
        menu.click((24 + 11, 72));
        menu.wheel((24 + 77, 64), true);
        assert_eq!(menu.click((30, 84)), Some(Choice::Run(NewRun::Seed(21_345_679))));
        assert_eq!((menu.click((80, 84)), menu.page), (None, MenuPage::Runs));
    }
}
