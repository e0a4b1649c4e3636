//! The list of all commands of an editor: help and menu in one. Letters seek in it.
//!
//! ```text
//! commands of the sprite editor
//! > fl_
//! TOOLS   fill                 G
//! TURN    flip left to right   F      up, down, Enter, or the mouse
//! ```

use super::command::{CommandRow, shown};
use super::input::EditKey;
use super::pen::{Pen, width};
use crate::debug::canvas::ROW;
use crate::layer::Area;

/// The list while it is open.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    sought: String,
    cursor: usize,
    first: usize,
}

/// What came of a key or click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing yet.
    None,
    /// The list is closed.
    Closed,
    /// That row is to be done.
    Row(usize),
}

const COLUMN: i32 = 34;

impl Finder {
    fn matching(&self, rows: &[CommandRow]) -> Vec<usize> {
        let holds = |row: &CommandRow| row.name.contains(&self.sought) || row.menu.contains(&self.sought);
        (0..rows.len()).filter(|n| holds(&rows[*n])).collect()
    }

    fn area((w, h): (i32, i32)) -> Area {
        let wide = 220.min(w - 8);
        Area { x: (w - wide) / 2, y: 10, w: wide, h: h - 20 }
    }

    fn lines(size: (i32, i32)) -> usize {
        ((Self::area(size).h - 20) / ROW).max(1) as usize
    }

    /// A key.
    pub fn key(&mut self, key: &EditKey, rows: &[CommandRow], size: (i32, i32)) -> Found {
        let all = self.matching(rows);
        let last = all.len().saturating_sub(1);
        match key.name {
            "Escape" | "F1" => return Found::Closed,
            "ArrowUp" => self.cursor = self.cursor.saturating_sub(1),
            "ArrowDown" => self.cursor = (self.cursor + 1).min(last),
            "PageUp" => self.cursor = self.cursor.saturating_sub(Self::lines(size)),
            "PageDown" => self.cursor = (self.cursor + Self::lines(size)).min(last),
            "Enter" | "NumpadEnter" => return all.get(self.cursor).map_or(Found::None, |n| Found::Row(*n)),
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
        Found::None
    }

    fn follow(&mut self, size: (i32, i32)) {
        let lines = Self::lines(size);
        self.first = self.first.clamp((self.cursor + 1).saturating_sub(lines), self.cursor);
    }

    /// The wheel.
    pub fn wheel(&mut self, steps: i32, rows: &[CommandRow], size: (i32, i32)) {
        let last = self.matching(rows).len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(-steps as isize).min(last);
        self.follow(size);
    }

    fn row_at(&self, (x, y): (i32, i32), rows: &[CommandRow], size: (i32, i32)) -> Option<usize> {
        let area = Self::area(size);
        let line = (y - area.y - 18).div_euclid(ROW);
        let inside = area.holds(x, y) && (0..Self::lines(size) as i32).contains(&line);
        let at = self.first + line.max(0) as usize;
        (inside && at < self.matching(rows).len()).then_some(at)
    }

    /// The pointer moved.
    pub fn point(&mut self, at: (i32, i32), rows: &[CommandRow], size: (i32, i32)) {
        self.cursor = self.row_at(at, rows, size).unwrap_or(self.cursor);
    }

    /// A click.
    pub fn click(&mut self, at: (i32, i32), rows: &[CommandRow], size: (i32, i32)) -> Found {
        let all = self.matching(rows);
        match self.row_at(at, rows, size) {
            Some(at) => all.get(at).map_or(Found::None, |n| Found::Row(*n)),
            None if Self::area(size).holds(at.0, at.1) => Found::None,
            None => Found::Closed,
        }
    }

    /// Draws it.
    pub fn draw(&self, pen: &mut Pen<'_>, title: &str, rows: &[CommandRow], size: (i32, i32), lit: bool) {
        let area = Self::area(size);
        pen.fill(Area { x: area.x - 1, y: area.y - 1, w: area.w + 2, h: area.h + 2 }, 0);
        pen.fill(area, 1);
        pen.frame(area, 13);
        pen.fill(Area { h: 8, ..area }, 13);
        pen.text_until(title, area.x + 3, area.y + 1, 7, area.x + area.w - 3);
        let all = self.matching(rows);
        let end = pen.text("find:", area.x + 4, area.y + 10, 6);
        let end = pen.text(&self.sought, end + 2, area.y + 10, 7);
        if lit {
            pen.fill(Area { x: end, y: area.y + 10, w: 2, h: 5 }, 10);
        }
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
            let key = shown(row.key);
            let right = area.x + area.w - 4;
            pen.text_until(row.name, area.x + 4 + COLUMN, y, 7, right - width(&key) - 3);
            pen.text_before(&key, right, y, 9);
        }
        if all.is_empty() {
            pen.text_until("no command has these letters", area.x + 4, area.y + 18, 6, area.x + area.w - 4);
        }
    }
}
