//! Navigation on the wall: four labels in a row, three rows on the screen.

use super::search::SearchMode;
use super::{BootScreen, PART, ShelfAction, ShelfInput};

/// Columns of the wall, and the pixels of a box with its gap.
pub(super) const COLUMNS: u32 = 4;
pub(super) const PITCH: i32 = 31;
const SEEN: u32 = 3;
/// First line and lines of the wall.
pub(super) const TOP: i32 = 9;
pub(super) const VIEW: i32 = PITCH * SEEN as i32;
/// First column of the first box, and of the scroll bar.
pub(super) const LEFT: i32 = 1;
pub(super) const BAR: i32 = 125;
/// Lines of the text. The star is at the right end of the first.
const WORDS: i32 = TOP + VIEW + 1;
const KEYS: i32 = 121;
const STAR: i32 = 117;

impl BootScreen {
    pub(super) fn rows(&self) -> u32 {
        (self.found.len() as u32).div_ceil(COLUMNS)
    }

    pub(super) fn last_first(&self) -> u32 {
        self.rows().saturating_sub(SEEN)
    }

    pub(super) fn resting(&self) -> i32 {
        self.first as i32 * PITCH * PART
    }

    pub(super) fn show_cursor(&mut self) {
        let row = self.cursor / COLUMNS;
        self.first = self.first.clamp((row + 1).saturating_sub(SEEN), row).min(self.last_first());
    }

    /// The rows on the screen, then two rows below and two above.
    pub(super) fn near(&self) -> impl Iterator<Item = u32> + use<> {
        let rows = [0, 1, 2, 3, 4, -1, -2].map(|by| i64::from(self.first) + by);
        let seen = self.cursor;
        let places = rows.into_iter().filter(|row| *row >= 0).flat_map(|row| {
            let first = row as u32 * COLUMNS;
            first..first + COLUMNS
        });
        std::iter::once(seen).chain(places)
    }

    /// Returns whether it is another cart.
    fn select(&mut self, at: i64) -> bool {
        let at = at.clamp(0, (i64::from(self.count()) - 1).max(0)) as u32;
        let other = at != self.cursor;
        if other {
            (self.cursor, self.grown) = (at, 0);
        }
        self.show_cursor();
        other
    }

    /// Scrolls to a row. The cursor stays on the screen, in its column.
    fn scroll_to(&mut self, first: i64) -> bool {
        self.first = first.clamp(0, self.last_first().into()) as u32;
        let (row, column) = (self.cursor / COLUMNS, self.cursor % COLUMNS);
        let seen = row.clamp(self.first, self.first + SEEN - 1);
        let first = self.first;
        let other = self.select(i64::from(seen * COLUMNS + column));
        // A short last row does not scroll the wall.
        self.first = first;
        other
    }

    fn under(&self, (x, y): (i32, i32)) -> Option<u32> {
        if !(LEFT..BAR - 1).contains(&x) || !(TOP..TOP + VIEW).contains(&y) {
            return None;
        }
        let row = (y - TOP + self.scroll / PART).div_euclid(PITCH);
        let at = row * COLUMNS as i32 + (x - LEFT) / PITCH;
        u32::try_from(at).ok().filter(|at| (*at as usize) < self.found.len())
    }

    pub(super) fn on_the_wall(&mut self, input: &ShelfInput) -> ShelfAction {
        let mut action = ShelfAction::default();
        if let SearchMode::Letters(at) = self.search {
            self.choose_letters(at, input);
            self.type_letters(input);
            action.plays = input.enter && self.count() > 0;
            return action;
        }
        action.marks = self.type_letters(input);
        self.point(input, &mut action);
        let [left, right, up, down] = input.arrows.map(i64::from);
        let cursor = i64::from(self.cursor);
        let columns = i64::from(COLUMNS);
        if up > 0 && self.cursor < COLUMNS {
            self.search = SearchMode::Letters(0);
            return action;
        }
        let last = i64::from(self.count()) - 1;
        // Down from the last full row leads into a short one.
        let below = if down > 0 && (cursor / columns) < last / columns { columns } else { 0 };
        let mut by = right - left + below - up * columns;
        let [page_up, page_down, home, end] = input.ways.map(i64::from);
        by += (page_down - page_up) * columns * i64::from(SEEN) + (end - home) * (last + 1);
        if by != 0 {
            action.other |= self.select(cursor + by);
        }
        action.plays |= input.enter || input.o;
        action.runs = input.x && !action.plays;
        action
    }

    fn point(&mut self, input: &ShelfInput, action: &mut ShelfAction) {
        let (x, y) = input.at;
        if input.wheel != 0 {
            action.other |= self.scroll_to(i64::from(self.first) - i64::from(input.wheel));
        }
        self.drags &= input.held;
        self.drags |= input.click && (BAR - 1..128).contains(&x) && (TOP..TOP + VIEW).contains(&y);
        if self.drags {
            let rows = i64::from(self.rows());
            let first = i64::from(y - TOP) * rows / i64::from(VIEW) - i64::from(SEEN) / 2;
            action.other |= self.scroll_to(first);
            return;
        }
        let under = self.under(input.at);
        if let Some(at) = under.filter(|_| input.moved || input.click || input.right) {
            let first = self.first;
            action.other |= self.select(at.into());
            // A half visible row does not scroll the wall while it moves.
            if !input.click && !input.right {
                self.first = first;
            }
        }
        let inside = (0..128).contains(&x);
        let on_words = inside && (WORDS..KEYS).contains(&y);
        let on_star = on_words && x >= STAR && y < WORDS + 8;
        action.marks |= under.is_some() && input.right || on_star && input.click;
        action.plays |= input.click && !on_star && (under.is_some() || on_words);
        if input.click && inside && (0..TOP).contains(&y) {
            match self.search {
                SearchMode::Off if self.query.is_empty() => self.search = SearchMode::Typing,
                _ => self.leave_search(),
            }
        }
    }
}
