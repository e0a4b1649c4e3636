//! The pages that a panel can show, and the lines that most of them are made of.

use super::moment::Moment;
use super::{Debugger, Panel, layout};
use rasher::{Console, Machine};
use serde_json::Value;
use studio::canvas::{HEAD, ROW};
use studio::{Area, letters};
use timeline::{Difference, Run};

macro_rules! pages {
    ($($page:ident $name:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum DebugPage { $($page),* }

        impl DebugPage {
            pub const ALL: [DebugPage; [$($name),*].len()] = [$(DebugPage::$page),*];

            pub fn name(self) -> &'static str {
                match self { $(DebugPage::$page => $name),* }
            }
        }
    };
}

pages! {
    State "state",
    Calls "calls",
    Changes "changes",
    Watch "watch",
    Memory "memory",
    Input "input",
    Sound "sound",
    Sheet "sheet",
    Draw "draw state",
    Cost "cost",
    Map "map",
    Debug "debug lines",
    Flags "flags",
    History "history",
    Code "code",
    Log "log",
    Profile "profile",
}

pub struct PanelContext<'a> {
    pub debugger: &'a Debugger,
    pub moment: &'a Moment,
    pub run: &'a Run,
    pub panel: Panel,
    pub area: Area,
}

impl PanelContext<'_> {
    pub fn console(&self) -> &Console {
        self.debugger.console(self.run)
    }

    pub fn changes(&self) -> &Difference {
        self.debugger.code.as_ref().map_or(&self.moment.changes, |code| &code.changes)
    }

    /// The tree of a Rust cart's state, at the line or moment shown.
    pub fn types(&self) -> &Value {
        self.debugger.code.as_ref().map_or(&self.moment.types, |code| &code.types)
    }

    pub fn lines(&self, p8: &mut Machine, count: usize, line: impl Fn(usize) -> PageLine) {
        let selected = self.panel.line.min(count as i64 - 1).max(0);
        self.lines_from(p8, (selected as usize, count), line);
    }

    /// Lines with the selected one among them: its number, and how many there are.
    pub fn lines_from(
        &self,
        p8: &mut Machine,
        (selected, count): (usize, usize),
        line: impl Fn(usize) -> PageLine,
    ) {
        let (rows, selected) = (layout::rows(self.area), selected as i64);
        let first = layout::first(selected, rows);
        for row in 0..rows.min(count as i64 - first) {
            let n = (first + row) as usize;
            let y = HEAD + ROW * row as i32;
            if n as i64 == selected {
                p8.rectfill(0, y, self.area.w - 3, y + 6, 1);
            }
            line(n).draw(p8, y + 1, self.area.w - 4);
        }
        scrollbar(p8, self.area, (first, rows, count as i64), rows);
        if count == 0 {
            note(p8, &["empty"]);
        }
    }
}

/// Marks at the right edge which rows are shown: the first, how many, of how many; over a height in rows.
pub fn scrollbar(p8: &mut Machine, area: Area, (first, shown, count): (i64, i64, i64), rows: i64) {
    if count > shown && shown > 0 {
        let height = rows * i64::from(ROW);
        let (top, length) = (first * height / count, (shown * height / count).max(3));
        let y = HEAD + top.min(height - length) as i32;
        p8.rectfill(area.w - 2, HEAD, area.w - 2, HEAD + height as i32 - 1, 0);
        p8.rectfill(area.w - 2, y, area.w - 2, y + length as i32 - 1, 13);
    }
}

pub fn note(p8: &mut Machine, lines: &[&str]) {
    for (n, line) in (0..).zip(lines) {
        letters::write(p8, line, 2, HEAD + 1 + n * ROW, 13);
    }
}

/// Writes coloured parts after one another, as far as they fit before a column.
pub fn parts<T: AsRef<str>>(p8: &mut Machine, parts: &[(i32, T)], y: i32, end: i32) {
    let mut x = 2;
    for (color, text) in parts.iter().map(|(color, text)| (*color, text.as_ref())) {
        if x < end {
            x = letters::write_until(p8, text, x, y, color, end);
        }
    }
}

pub struct PageLine {
    parts: Vec<(i32, String)>,
    right: Option<(i32, String)>,
    /// Where the second and later parts begin at least; a part ends before the next one's column.
    columns: Vec<i32>,
    /// The column of an arrow, and whether the row is open.
    fold: Option<(i32, bool)>,
}

impl PageLine {
    pub fn of(parts: &[(i32, &str)]) -> PageLine {
        let parts = parts.iter().map(|(color, text)| (*color, text.to_string())).collect();
        PageLine { parts, right: None, columns: Vec::new(), fold: None }
    }

    pub fn with_right(self, color: i32, text: String) -> PageLine {
        PageLine { right: Some((color, text)), ..self }
    }

    pub fn in_columns(self, columns: &[i32]) -> PageLine {
        PageLine { columns: columns.to_vec(), ..self }
    }

    pub fn folding(self, x: i32, is_open: bool) -> PageLine {
        PageLine { fold: Some((x, is_open)), ..self }
    }

    pub fn draw(&self, p8: &mut Machine, y: i32, mut end: i32) {
        if let Some((color, text)) = &self.right {
            let x = end - letters::width(text) + 2;
            letters::write(p8, text, x, y, *color);
            end = x - 4;
        }
        if let Some((x, is_open)) = self.fold {
            for n in 0..3 {
                match is_open {
                    true => p8.line(x + n, y + 1 + n, x + 4 - n, y + 1 + n, 13),
                    false => p8.line(x + n, y + n, x + n, y + 4 - n, 13),
                }
            }
        }
        let mut x = 2;
        for (n, (color, text)) in self.parts.iter().enumerate() {
            let column = n.checked_sub(1).and_then(|n| self.columns.get(n));
            x = column.map_or(x, |column| x.max(*column));
            let end = self.columns.get(n).map_or(end, |next| end.min(next - 3));
            if x < end {
                x = letters::write_until(p8, text, x, y, *color, end);
            }
        }
    }
}
