//! The list of all commands of an editor: help and menu in one. Letters seek in it.
//!
//! ```text
//! commands of the sprite editor
//! find: fl_                           Ctrl+K: key     and Ctrl+Back: the key as it came
//! TOOLS   fill                 G
//! TURN    flip left to right   F      up, down, Enter, or the mouse; its right button waits for another key
//! ```

use super::command::shown;
use super::keys::{BoundRow, chord, is_same};
use super::pen::{Pen, width};
use super::types::EditKey;
use studio::Area;
use studio::canvas::ROW;

/// The list while it is open.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    sought: String,
    cursor: usize,
    first: usize,
    /// The command whose new key is waited for, and a key that is another command's.
    waits: Option<(usize, Option<(String, usize)>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinderResult {
    /// Nothing yet.
    None,
    Closed,
    /// That row is to be done.
    Row(usize),
    /// That row is to have that key, or the table's.
    Key(usize, Option<String>),
    /// Something cannot be, and why.
    Refused(String),
}

/// The least column of names; headings that are wider move it.
const COLUMN: i32 = 34;

impl Finder {
    fn matching(&self, rows: &[BoundRow]) -> Vec<usize> {
        let holds = |row: &BoundRow| row.name.contains(&self.sought) || row.menu.contains(&self.sought);
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

    /// A key, while that row waits for one.
    fn take(&mut self, row: usize, key: &EditKey, rows: &[BoundRow], types: bool) -> FinderResult {
        if let Some((_, Some((given, _)))) = &self.waits {
            let given = given.clone();
            match key.name {
                "Enter" | "NumpadEnter" => self.waits = None,
                "Escape" => {
                    self.waits = None;
                    return FinderResult::None;
                }
                _ => return FinderResult::None,
            }
            return FinderResult::Key(row, Some(given));
        }
        let plain = !key.control && !key.alt && !key.shift;
        match key.name {
            "Escape" => {
                self.waits = None;
                return FinderResult::None;
            }
            "Delete" | "Backspace" if plain => {
                self.waits = None;
                return FinderResult::Key(row, Some(String::new()));
            }
            _ => {}
        }
        let Some(given) = chord(key, rows[row].table.contains('@')) else { return FinderResult::None };
        if types {
            return FinderResult::Refused(format!(
                "{} types or plays: hold Ctrl or Alt with it",
                shown(&given)
            ));
        }
        match (0..rows.len()).find(|n| *n != row && is_same(&given, &rows[*n].key)) {
            Some(other) => {
                self.waits = Some((row, Some((given, other))));
                FinderResult::None
            }
            None => {
                self.waits = None;
                FinderResult::Key(row, Some(given))
            }
        }
    }

    /// A key. `types`: would it type or play something where the command of a row is to be heard?
    pub fn key(
        &mut self,
        key: &EditKey,
        rows: &[BoundRow],
        size: (i32, i32),
        types: impl Fn(usize) -> bool,
    ) -> FinderResult {
        if let Some((row, _)) = self.waits {
            return self.take(row, key, rows, types(row));
        }
        let all = self.matching(rows);
        let here = all.get(self.cursor).copied();
        if key.control && !key.alt && key.name == "Backspace" {
            return here.map_or(FinderResult::None, |row| FinderResult::Key(row, None));
        }
        if key.control && key.letter.is_some_and(|letter| letter.eq_ignore_ascii_case(&'k')) {
            self.waits = here.map(|row| (row, None));
            return FinderResult::None;
        }
        let last = all.len().saturating_sub(1);
        match key.name {
            "Escape" | "F1" => return FinderResult::Closed,
            "ArrowUp" => self.cursor = self.cursor.saturating_sub(1),
            "ArrowDown" => self.cursor = (self.cursor + 1).min(last),
            "PageUp" => self.cursor = self.cursor.saturating_sub(Self::lines(size)),
            "PageDown" => self.cursor = (self.cursor + Self::lines(size)).min(last),
            "Enter" | "NumpadEnter" => {
                return all.get(self.cursor).map_or(FinderResult::None, |n| FinderResult::Row(*n));
            }
            "Backspace" => {
                self.sought.pop();
                self.cursor = 0;
            }
            _ if !key.control && !key.alt => {
                self.sought.extend(key.text.chars().filter(|c| !c.is_control()).flat_map(char::to_lowercase));
                self.cursor = 0;
            }
            _ => {}
        }
        self.follow(size);
        FinderResult::None
    }

    fn follow(&mut self, size: (i32, i32)) {
        let lines = Self::lines(size);
        self.first = self.first.clamp((self.cursor + 1).saturating_sub(lines), self.cursor);
    }

    pub fn wheel(&mut self, steps: i32, rows: &[BoundRow], size: (i32, i32)) {
        let lines = Self::lines(size);
        let most = self.matching(rows).len().saturating_sub(lines);
        // What is chosen stays under the pointer.
        let line = self.cursor.saturating_sub(self.first).min(lines - 1);
        self.first = self.first.saturating_add_signed(steps.saturating_mul(-3) as isize).min(most);
        self.cursor = self.first + line;
    }

    /// The first row that is shown, and the chosen one.
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

    /// A click of that button of the mouse: the right one waits for another key.
    pub fn click(&mut self, button: u8, at: (i32, i32), rows: &[BoundRow], size: (i32, i32)) -> FinderResult {
        let all = self.matching(rows);
        if self.waits.take().is_some() {
            return FinderResult::None;
        }
        match self.row_at(at, rows, size) {
            Some(at) if button == 2 => {
                self.waits = all.get(at).map(|row| (*row, None));
                FinderResult::None
            }
            Some(at) => all.get(at).map_or(FinderResult::None, |n| FinderResult::Row(*n)),
            None if Self::area(size).holds(at.0, at.1) => FinderResult::None,
            None => FinderResult::Closed,
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
        pen.text_before("Ctrl+K: change the key", right, area.y + 10, 13);
        let end = pen.text("find:", area.x + 4, area.y + 10, 6);
        let end = pen.text(&self.sought, end + 2, area.y + 10, 7);
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
            pen.text_until(row.name, area.x + 4 + column, y, 7, right - width(&key) - 3);
            let color = if waits {
                12
            } else if row.key == row.table {
                9
            } else {
                11
            };
            pen.text_before(&key, right, y, color);
        }
        let (lines, count) = (Self::lines(size), all.len());
        if count > lines {
            // Where in the list this is.
            let (top, room) = (area.y + 17, area.h - 18);
            let at = |n: usize| top + n as i32 * room / count as i32;
            let y = at(self.first);
            pen.fill(Area { x: area.x + area.w - 2, y, w: 1, h: at(self.first + lines) - y }, 6);
        }
        if let Some((_, contested)) = &self.waits {
            let told = match contested {
                None => "Esc: as it is    Del: no key".to_string(),
                Some((key, other)) => {
                    format!("{} is \"{}\": Enter takes it, Esc leaves it", shown(key), rows[*other].name)
                }
            };
            let foot = Area { x: area.x + 1, y: area.y + area.h - 10, w: area.w - 2, h: 9 };
            pen.fill(foot, if contested.is_some() { 8 } else { 13 });
            pen.text_until(&told, foot.x + 3, foot.y + 2, 7, right);
        }
        if all.is_empty() {
            pen.text_until("no command has these letters", area.x + 4, area.y + 18, 6, area.x + area.w - 4);
        }
    }
}
