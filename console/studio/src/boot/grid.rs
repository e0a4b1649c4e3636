//! Many carts: a wall of labels, four in a row, three rows at once, and how one walks on it.

use super::search::Search;
use super::{BootScreen, Doing, Done, PART};

/// Columns of the wall, and the pixels that a box takes with its gap.
pub(super) const COLUMNS: u32 = 4;
pub(super) const PITCH: i32 = 31;
const SEEN: u32 = 3;
/// First line and lines of the wall.
pub(super) const TOP: i32 = 9;
pub(super) const VIEW: i32 = PITCH * SEEN as i32;
/// First column of the first box, and of the scroll bar.
pub(super) const LEFT: i32 = 1;
pub(super) const BAR: i32 = 125;
/// Lines of what is said about the selected cart; the star is at the right end of the first.
const WORDS: i32 = TOP + VIEW + 1;
const KEYS: i32 = 121;
const STAR: i32 = 117;

impl BootScreen {
    pub(super) fn rows(&self) -> u32 {
        (self.found.len() as u32).div_ceil(COLUMNS)
    }

    /// The last row that may be the first one seen.
    pub(super) fn last_first(&self) -> u32 {
        self.rows().saturating_sub(SEEN)
    }

    /// Where the wall stands when it rests.
    pub(super) fn resting(&self) -> i32 {
        self.first as i32 * PITCH * PART
    }

    /// The selected cart's row is seen.
    pub(super) fn show_cursor(&mut self) {
        let row = self.cursor / COLUMNS;
        self.first = self.first.clamp((row + 1).saturating_sub(SEEN), row).min(self.last_first());
    }

    /// What is seen, then what is near: two rows below, two above.
    pub(super) fn near(&self) -> impl Iterator<Item = u32> + use<> {
        let rows = [0, 1, 2, 3, 4, -1, -2].map(|by| i64::from(self.first) + by);
        let seen = self.cursor;
        let places = rows.into_iter().filter(|row| *row >= 0).flat_map(|row| {
            let first = row as u32 * COLUMNS;
            first..first + COLUMNS
        });
        std::iter::once(seen).chain(places)
    }

    /// Selects a cart. True if it is another one.
    fn select(&mut self, at: i64) -> bool {
        let at = at.clamp(0, (i64::from(self.count()) - 1).max(0)) as u32;
        let other = at != self.cursor;
        if other {
            (self.cursor, self.grown) = (at, 0);
        }
        self.show_cursor();
        other
    }

    /// Another row comes first; the cursor stays in what is seen, in its column.
    fn scroll_to(&mut self, first: i64) -> bool {
        self.first = first.clamp(0, self.last_first().into()) as u32;
        let (row, column) = (self.cursor / COLUMNS, self.cursor % COLUMNS);
        let seen = row.clamp(self.first, self.first + SEEN - 1);
        let first = self.first;
        let other = self.select(i64::from(seen * COLUMNS + column));
        // The last row may be a short one, which does not move the wall.
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

    pub(super) fn on_the_wall(&mut self, doing: &Doing) -> Done {
        let mut done = Done::default();
        if let Search::Letters(at) = self.search {
            self.choose_letters(at, doing);
            self.type_letters(doing);
            done.plays = doing.enter && self.count() > 0;
            return done;
        }
        done.marks = self.type_letters(doing);
        self.point(doing, &mut done);
        let [left, right, up, down] = doing.arrows.map(i64::from);
        let cursor = i64::from(self.cursor);
        let columns = i64::from(COLUMNS);
        if up > 0 && self.cursor < COLUMNS {
            self.search = Search::Letters(0);
            return done;
        }
        let last = i64::from(self.count()) - 1;
        // From the last full row one comes into a short one below.
        let below = if down > 0 && (cursor / columns) < last / columns { columns } else { 0 };
        let mut by = right - left + below - up * columns;
        let [page_up, page_down, home, end] = doing.ways.map(i64::from);
        by += (page_down - page_up) * columns * i64::from(SEEN) + (end - home) * (last + 1);
        if by != 0 {
            done.other |= self.select(cursor + by);
        }
        done.plays |= doing.enter || doing.o;
        done.runs = doing.x && !done.plays;
        done
    }

    fn point(&mut self, doing: &Doing, done: &mut Done) {
        let (x, y) = doing.at;
        if doing.wheel != 0 {
            done.other |= self.scroll_to(i64::from(self.first) - i64::from(doing.wheel));
        }
        self.drags &= doing.held;
        self.drags |= doing.click && (BAR - 1..128).contains(&x) && (TOP..TOP + VIEW).contains(&y);
        if self.drags {
            let rows = i64::from(self.rows());
            let first = i64::from(y - TOP) * rows / i64::from(VIEW) - i64::from(SEEN) / 2;
            done.other |= self.scroll_to(first);
            return;
        }
        let under = self.under(doing.at);
        if let Some(at) = under.filter(|_| doing.moved || doing.click || doing.right) {
            let first = self.first;
            done.other |= self.select(at.into());
            // A row that is half seen while it moves stays where it goes.
            if !doing.click && !doing.right {
                self.first = first;
            }
        }
        let inside = (0..128).contains(&x);
        let on_words = inside && (WORDS..KEYS).contains(&y);
        let on_star = on_words && x >= STAR && y < WORDS + 8;
        done.marks |= under.is_some() && doing.right || on_star && doing.click;
        done.plays |= doing.click && !on_star && (under.is_some() || on_words);
        if doing.click && inside && (0..TOP).contains(&y) {
            match self.search {
                Search::Off if self.query.is_empty() => self.search = Search::Typing,
                _ => self.leave_search(),
            }
        }
    }
}
