//! What a panel can show.

use super::moment::Moment;
use super::{Debugger, Panel, canvas, cost, history, machine, memory, sound, state};
use crate::layer::Area;
use rasher::Machine;
use timeline::Run;

/// A page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The cart's state, field by field.
    State,
    /// The calls of the frame.
    Calls,
    /// What changed since the frame before.
    Changes,
    /// The fields that were pinned.
    Watch,
    /// The 64 KiB as bytes.
    Memory,
    /// The sprite sheet.
    Sheet,
    /// The map.
    Map,
    /// Palettes and the other registers of drawing.
    Draw,
    /// The four channels.
    Sound,
    /// What was pressed.
    Input,
    /// What frames cost.
    Cost,
    /// What the cart shows with `debug`.
    Debug,
    /// The flags of all sprites.
    Flags,
    /// The keys of the debugger.
    Keys,
    /// All values that a field or a byte had.
    History,
}

impl Page {
    /// All of them, in the order in which panels are filled.
    pub const ALL: [Page; 15] = [
        Page::State,
        Page::Calls,
        Page::Changes,
        Page::Memory,
        Page::Sound,
        Page::Watch,
        Page::Sheet,
        Page::Draw,
        Page::Input,
        Page::Cost,
        Page::Map,
        Page::Debug,
        Page::Flags,
        Page::Keys,
        Page::History,
    ];

    /// Its heading.
    pub fn name(self) -> &'static str {
        match self {
            Page::State => "state",
            Page::Calls => "calls",
            Page::Changes => "changes",
            Page::Watch => "watch",
            Page::Memory => "memory",
            Page::Sheet => "sheet",
            Page::Map => "map",
            Page::Draw => "draw state",
            Page::Sound => "sound",
            Page::Input => "input",
            Page::Cost => "cost",
            Page::Debug => "debug lines",
            Page::Flags => "flags",
            Page::Keys => "keys",
            Page::History => "history",
        }
    }
}

/// What a page is drawn from.
pub struct PanelContext<'a> {
    pub debugger: &'a Debugger,
    pub moment: &'a Moment,
    pub run: &'a Run,
    pub panel: Panel,
    pub area: Area,
}

impl PanelContext<'_> {
    /// Draws the page below the heading of its panel.
    pub fn draw(&self, p8: &mut Machine) {
        match self.panel.page {
            Page::State => state::draw(self, p8),
            Page::Watch => state::watch(self, p8),
            Page::Changes => state::changes(self, p8),
            Page::Calls => machine::calls(self, p8),
            Page::Memory => memory::draw(self, p8),
            Page::Sheet => machine::sheet(self, p8),
            Page::Map => machine::map(self, p8),
            Page::Draw => machine::registers(self, p8),
            Page::Sound => sound::draw(self, p8),
            Page::Input => machine::input(self, p8),
            Page::Cost => cost::draw(self, p8),
            Page::Debug => machine::debug(self, p8),
            Page::Flags => memory::flags(self, p8),
            Page::Keys => keys(self, p8),
            Page::History => history::draw(self, p8),
        }
    }

    /// Draws lines of text, the selected one marked and in view. Each is a colour and a text.
    pub fn lines(&self, p8: &mut Machine, count: usize, line: impl Fn(usize) -> (i32, String)) {
        let rows = canvas::rows(self.area);
        let at = self.panel.line.min(count as i64 - 1).max(0);
        let first = canvas::first(at, rows);
        for row in 0..rows.min(count as i64 - first) {
            let n = (first + row) as usize;
            let y = canvas::HEAD + canvas::ROW * row as i32;
            if n as i64 == at {
                p8.rectfill(0, y, 125, y + 6, 1);
            }
            let (color, text) = line(n);
            p8.print_at(text.as_str(), 2, y + 1, color);
        }
        if count == 0 {
            p8.print_at("nothing", 2, canvas::HEAD + 1, 5);
        }
    }
}

/// Key and deed; the window's table of shortcuts follows it.
pub const KEYS: &[(&str, &str)] = &[
    ("⬅️➡️", "1; shift 10, ctrl 60"),
    ("- +", "speed of held ⬅️➡️"),
    ("home end", "first, last moment"),
    ("⬆️⬇️ tab", "select; next panel"),
    ("pgup pgdn", "other page"),
    ("[ ]", "call before, after"),
    ("c h", "its next change; all"),
    ("g u", "go to frame; run to"),
    ("/ f", "find field; the next"),
    ("d", "where pictures part"),
    ("e enter", "edit; run so edited"),
    ("w k", "pin it; next branch"),
    ("b n", "bookmark; to the next"),
    ("r p m", "report; picture; gif"),
    ("space f12", "play on from here"),
    (", .", "byte to the left, right"),
];

fn keys(view: &PanelContext<'_>, p8: &mut Machine) {
    let rows = canvas::rows(view.area) as usize;
    for (row, (key, deed)) in KEYS.iter().take(rows).enumerate() {
        let y = canvas::HEAD + 1 + canvas::ROW * row as i32;
        p8.print_at(*key, 2, y, 10);
        p8.print_at(deed.chars().take(21).collect::<String>().as_str(), 42, y, 6);
    }
}
