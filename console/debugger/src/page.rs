//! What a panel can show.

use super::moment::Moment;
use super::{Debugger, Panel, layout};
use rasher::{Console, Machine};
use studio::canvas::{HEAD, ROW};
use studio::{Area, letters};
use timeline::{Difference, Run};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugPage {
    State,
    Calls,
    Changes,
    Watch,
    Memory,
    Sheet,
    Map,
    /// Palettes and the other registers of drawing.
    Draw,
    Sound,
    Input,
    Cost,
    /// What the cart shows with `debug`.
    Debug,
    Flags,
    /// All values that a field or a byte had.
    History,
    Code,
    Log,
    /// Where the time goes, by function and line.
    Profile,
}

impl DebugPage {
    /// All of them, in the order in which panels are filled.
    pub const ALL: [DebugPage; 17] = [
        DebugPage::State,
        DebugPage::Calls,
        DebugPage::Changes,
        DebugPage::Watch,
        DebugPage::Memory,
        DebugPage::Input,
        DebugPage::Sound,
        DebugPage::Sheet,
        DebugPage::Draw,
        DebugPage::Cost,
        DebugPage::Map,
        DebugPage::Debug,
        DebugPage::Flags,
        DebugPage::History,
        DebugPage::Code,
        DebugPage::Log,
        DebugPage::Profile,
    ];

    pub fn name(self) -> &'static str {
        match self {
            DebugPage::State => "state",
            DebugPage::Calls => "calls",
            DebugPage::Changes => "changes",
            DebugPage::Watch => "watch",
            DebugPage::Memory => "memory",
            DebugPage::Sheet => "sheet",
            DebugPage::Map => "map",
            DebugPage::Draw => "draw state",
            DebugPage::Sound => "sound",
            DebugPage::Input => "input",
            DebugPage::Cost => "cost",
            DebugPage::Debug => "debug lines",
            DebugPage::Flags => "flags",
            DebugPage::History => "history",
            DebugPage::Code => "code",
            DebugPage::Log => "log",
            DebugPage::Profile => "profile",
        }
    }
}

pub struct PanelContext<'a> {
    pub debugger: &'a Debugger,
    pub moment: &'a Moment,
    pub run: &'a Run,
    pub panel: Panel,
    pub area: Area,
}

impl PanelContext<'_> {
    /// The console that is shown.
    pub fn console(&self) -> &Console {
        self.debugger.console(self.run)
    }

    pub fn changes(&self) -> &Difference {
        self.debugger.code.as_ref().map_or(&self.moment.changes, |code| &code.changes)
    }

    /// Draws lines of text, the selected one marked and in view.
    pub fn lines(&self, p8: &mut Machine, count: usize, line: impl Fn(usize) -> Line) {
        let rows = layout::rows(self.area);
        let at = self.panel.line.min(count as i64 - 1).max(0);
        let first = layout::first(at, rows);
        for row in 0..rows.min(count as i64 - first) {
            let n = (first + row) as usize;
            let y = HEAD + ROW * row as i32;
            if n as i64 == at {
                p8.rectfill(0, y, self.area.w - 3, y + 6, 1);
            }
            line(n).draw(p8, y + 1, self.area.w - 4);
        }
        if count == 0 {
            letters::write(p8, "nothing", 2, HEAD + 1, 13);
        }
    }
}

/// A line of a panel: parts in colours of their own, and something at the right edge.
pub struct Line {
    parts: Vec<(i32, String)>,
    right: Option<(i32, String)>,
}

impl Line {
    pub fn of(parts: &[(i32, &str)]) -> Line {
        Line { parts: parts.iter().map(|(color, text)| (*color, text.to_string())).collect(), right: None }
    }

    pub fn with_right(self, color: i32, text: String) -> Line {
        Line { right: Some((color, text)), ..self }
    }

    fn draw(&self, p8: &mut Machine, y: i32, end: i32) {
        let mut end = end;
        if let Some((color, text)) = &self.right {
            let x = end - letters::width(text) + 2;
            letters::write(p8, text, x, y, *color);
            end = x - 4;
        }
        let mut x = 2;
        for (color, text) in &self.parts {
            if x < end {
                x = letters::write_until(p8, text, x, y, *color, end);
            }
        }
    }
}
