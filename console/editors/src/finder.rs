//! The list of all commands of an editor, which is its menu and its help. Letters filter it.
//!
//! ```text
//! commands of the sprite editor
//! find: fl_                           Ctrl+K: key     and Ctrl+Back: the default key
//! TOOLS   fill                 G
//! TURN    flip left to right   F      Up, Down, Enter, or the mouse; its right button changes the key
//! SOUNDS  08 bass of the yard         where sounds are edited, those with a name
//! ```

use super::editor::shown;
use super::keys::{BoundRow, chord, is_same};
use super::pen::{Pen, width};
use super::types::EditKey;
use studio::Area;
use studio::canvas::ROW;

#[derive(Clone, Debug, Default)]
pub struct Finder {
    filter: String,
    cursor: usize,
    first: usize,
    /// The row that gets the next key, and a key of another row that is to be confirmed.
    waits: Option<(usize, Option<(String, usize)>)>,
    /// The rows are topics and not commands: they have no keys, and are found by more words, which are their `table`.
    is_of_topics: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinderResult {
    Closed,
    Row(usize),
    Key(usize, Option<String>),
    Refused(String),
}

const COLUMN: i32 = 34;

impl Finder {
    pub fn of_topics(filter: &str) -> Finder {
        Finder { filter: filter.to_lowercase(), is_of_topics: true, ..Finder::default() }
    }

    fn matching(&self, rows: &[BoundRow]) -> Vec<usize> {
        let holds = |row: &BoundRow| {
            row.name.to_lowercase().contains(&self.filter)
                || row.menu.to_lowercase().contains(&self.filter)
                || self.is_of_topics && row.table.contains(&self.filter)
        };
        (0..rows.len()).filter(|n| holds(&rows[*n])).collect()
    }

    fn area((w, h): (i32, i32)) -> Area {
        let wide = 220.min(w - 8);
        Area { x: (w - wide) / 2, y: 10, w: wide, h: h - 20 }
    }

    fn lines(size: (i32, i32)) -> usize {
        ((Self::area(size).h - 20) / ROW).max(1) as usize
    }

    pub fn waits(&self) -> bool {
        self.waits.is_some()
    }

    fn take(&mut self, row: usize, key: &EditKey, rows: &[BoundRow], types: bool) -> Option<FinderResult> {
        let contested = self.waits.as_ref().and_then(|(_, contested)| contested.clone());
        let plain = !key.control && !key.alt && !key.shift;
        let given = match (key.name, contested) {
            ("Escape", _) => {
                self.waits = None;
                return None;
            }
            ("Enter" | "NumpadEnter", Some((given, _))) => given,
            (_, Some(_)) => return None,
            ("Delete" | "Backspace", None) if plain => String::new(),
            _ => {
                let given = chord(key, rows[row].table.contains('@'))?;
                if types {
                    let key = shown(&given);
                    return Some(FinderResult::Refused(format!("{key} types or plays: add Ctrl or Alt")));
                }
                let other = (0..rows.len()).find(|n| *n != row && is_same(&given, &rows[*n].key));
                if let Some(other) = other {
                    self.waits = Some((row, Some((given, other))));
                    return None;
                }
                given
            }
        };
        self.waits = None;
        Some(FinderResult::Key(row, Some(given)))
    }

    /// `types`: whether the key types or plays something where the command of a row would be.
    pub fn key(
        &mut self,
        key: &EditKey,
        rows: &[BoundRow],
        size: (i32, i32),
        types: impl Fn(usize) -> bool,
    ) -> Option<FinderResult> {
        if let Some((row, _)) = self.waits {
            return self.take(row, key, rows, types(row));
        }
        let all = self.matching(rows);
        let here = all.get(self.cursor).copied();
        if key.control && self.is_of_topics {
            return None;
        }
        if key.control && !key.alt && key.name == "Backspace" {
            return here.map(|row| FinderResult::Key(row, None));
        }
        if key.control && key.letter.is_some_and(|letter| letter.eq_ignore_ascii_case(&'k')) {
            self.waits = here.map(|row| (row, None));
            return None;
        }
        let last = all.len().saturating_sub(1);
        match key.name {
            "Escape" | "F1" => return Some(FinderResult::Closed),
            "ArrowUp" => self.cursor = self.cursor.saturating_sub(1),
            "ArrowDown" => self.cursor = (self.cursor + 1).min(last),
            "PageUp" => self.cursor = self.cursor.saturating_sub(Self::lines(size)),
            "PageDown" => self.cursor = (self.cursor + Self::lines(size)).min(last),
            "Enter" | "NumpadEnter" => return here.map(FinderResult::Row),
            "Backspace" => {
                self.filter.pop();
                self.cursor = 0;
            }
            _ if !key.control && !key.alt => {
                self.filter.extend(key.text.chars().filter(|c| !c.is_control()).flat_map(char::to_lowercase));
                self.cursor = 0;
            }
            _ => {}
        }
        self.follow(size);
        None
    }

    fn follow(&mut self, size: (i32, i32)) {
        let lines = Self::lines(size);
        self.first = self.first.clamp((self.cursor + 1).saturating_sub(lines), self.cursor);
    }

    pub fn wheel(&mut self, steps: i32, rows: &[BoundRow], size: (i32, i32)) {
        let lines = Self::lines(size);
        let most = self.matching(rows).len().saturating_sub(lines);
        // The chosen row stays under the pointer.
        let line = self.cursor.saturating_sub(self.first).min(lines - 1);
        self.first = self.first.saturating_add_signed(steps.saturating_mul(-3) as isize).min(most);
        self.cursor = self.first + line;
    }

    #[cfg(test)]
    pub fn place(&self) -> (usize, usize) {
        (self.first, self.cursor)
    }

    fn row_at(&self, (x, y): (i32, i32), rows: &[BoundRow], size: (i32, i32)) -> Option<usize> {
        let area = Self::area(size);
        let line = (y - area.y - 18).div_euclid(ROW);
        let inside = area.holds(x, y) && (0..Self::lines(size) as i32).contains(&line);
        let at = self.first + line.max(0) as usize;
        (inside && at < self.matching(rows).len()).then_some(at)
    }

    pub fn point(&mut self, at: (i32, i32), rows: &[BoundRow], size: (i32, i32)) {
        if self.waits() {
            return;
        }
        self.cursor = self.row_at(at, rows, size).unwrap_or(self.cursor);
    }

    pub fn click(
        &mut self,
        button: u8,
        at: (i32, i32),
        rows: &[BoundRow],
        size: (i32, i32),
    ) -> Option<FinderResult> {
        let all = self.matching(rows);
        if self.waits.take().is_some() {
            return None;
        }
        match self.row_at(at, rows, size) {
            Some(at) if button == 2 && !self.is_of_topics => {
                self.waits = all.get(at).map(|row| (*row, None));
                None
            }
            Some(at) => all.get(at).copied().map(FinderResult::Row),
            None => (!Self::area(size).holds(at.0, at.1)).then_some(FinderResult::Closed),
        }
    }

    pub fn draw(&self, pen: &mut Pen<'_>, title: &str, rows: &[BoundRow], size: (i32, i32), lit: bool) {
        let area = Self::area(size);
        pen.fill(Area { x: area.x - 1, y: area.y - 1, w: area.w + 2, h: area.h + 2 }, 0);
        pen.fill(area, 1);
        pen.frame(area, 13);
        pen.fill(Area { h: 8, ..area }, 13);
        pen.text_until(title, area.x + 3, area.y + 1, 7, area.x + area.w - 3);
        let all = self.matching(rows);
        let right = area.x + area.w - 4;
        let hint = if self.is_of_topics { "Enter: open" } else { "Ctrl+K: change key" };
        pen.text_before(hint, right, area.y + 10, 13);
        let end = pen.text("find:", area.x + 4, area.y + 10, 6);
        let end = pen.text(&self.filter, end + 2, area.y + 10, 7);
        if lit {
            pen.fill(Area { x: end, y: area.y + 10, w: 2, h: 5 }, 10);
        }
        let column = rows.iter().map(|row| width(row.menu) + 3).max().unwrap_or(0).max(COLUMN);
        let mut heading = "";
        for (line, at) in (0..).zip(self.first..all.len().min(self.first + Self::lines(size))) {
            let row = &rows[all[at]];
            let y = area.y + 18 + line * ROW;
            if at == self.cursor {
                pen.fill(Area { x: area.x + 2, y: y - 1, w: area.w - 4, h: ROW }, 2);
            }
            if heading != row.menu {
                heading = row.menu;
                pen.text(heading, area.x + 4, y, 13);
            }
            let waits = self.waits.as_ref().is_some_and(|(row, _)| *row == all[at]);
            let key = if waits { "press a key".to_string() } else { shown(&row.key) };
            pen.text_until(&row.name, area.x + 4 + column, y, 7, right - width(&key) - 3);
            let plain = if row.key == row.table || self.is_of_topics { 9 } else { 11 };
            let color = if waits { 12 } else { plain };
            pen.text_before(&key, right, y, color);
        }
        let (lines, count) = (Self::lines(size), all.len());
        if count > lines {
            let (top, room) = (area.y + 17, area.h - 18);
            let at = |n: usize| top + n as i32 * room / count as i32;
            let y = at(self.first);
            pen.fill(Area { x: area.x + area.w - 2, y, w: 1, h: at(self.first + lines) - y }, 6);
        }
        if let Some((_, contested)) = &self.waits {
            let text = match contested {
                None => "Esc: cancel    Del: unbind".to_string(),
                Some((key, other)) => {
                    format!("{} is \"{}\": Enter reassigns it, Esc cancels", shown(key), rows[*other].name)
                }
            };
            let foot = Area { x: area.x + 1, y: area.y + area.h - 10, w: area.w - 2, h: 9 };
            pen.fill(foot, if contested.is_some() { 8 } else { 13 });
            pen.text_until(&text, foot.x + 3, foot.y + 2, 7, right);
        }
        if all.is_empty() {
            let none = if self.is_of_topics { "nothing matches" } else { "no command matches" };
            pen.text_until(none, area.x + 4, area.y + 18, 6, area.x + area.w - 4);
        }
    }
}
