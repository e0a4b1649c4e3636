//! The keys of the debugger: all of them by page, the five that matter now, and the sheet of them that F1 opens.

use super::{DebugPage, Debugger, Typing};
use studio::Area;
use studio::canvas::Painter;
use studio::letters;
use timeline::Run;

/// A row of the table: keys, what they do, and the pages of the panel in focus where they do it; none for everywhere.
#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    /// The keys, with blanks between them. A capital letter is one with shift.
    pub keys: &'static str,
    pub action: &'static str,
    /// Where; everywhere if empty.
    pub pages: &'static [DebugPage],
}

const fn row(keys: &'static str, action: &'static str, pages: &'static [DebugPage]) -> KeyRow {
    KeyRow { keys, action, pages }
}

const VALUES: &[DebugPage] =
    &[DebugPage::State, DebugPage::Changes, DebugPage::Watch, DebugPage::Memory, DebugPage::Map];
const FIELDS: &[DebugPage] = &[DebugPage::State, DebugPage::Changes, DebugPage::Watch];
const WRITTEN: &[DebugPage] = &[DebugPage::State, DebugPage::Changes, DebugPage::Watch, DebugPage::History];

/// All keys; those of the window (`debug_keys.rs` of the player) follow it.
pub const KEYS: &[KeyRow] = &[
    row("c C", "next, last change of it", VALUES),
    row("h", "all that it was", VALUES),
    row("e enter", "another value", FIELDS),
    row("enter", "unfold it, fold it", &[DebugPage::State]),
    row("e enter", "other bytes", &[DebugPage::Memory]),
    row("e enter", "another tile", &[DebugPage::Map]),
    row("e enter", "other buttons; run it so", &[DebugPage::Input]),
    row("w", "watch it, or not", FIELDS),
    row("o", "the Lua line that wrote it", WRITTEN),
    row(", .", "the byte before, after", &[DebugPage::Memory]),
    row("/", "to an address, a region", &[DebugPage::Memory]),
    row("⬆️⬇️", "change before, after", &[DebugPage::History]),
    row("[ ]", "call before, after", &[DebugPage::Calls]),
    row("[ ]", "line before, after", &[DebugPage::Code]),
    row("{ }", "over calls; ctrl [ ] out", &[DebugPage::Code]),
    row("s S", "stop here; if ...", &[DebugPage::Code]),
    row("l", "write, in all frames", &[DebugPage::Code]),
    row("l", "write it anew", &[DebugPage::Log]),
    row("enter", "to that line", &[DebugPage::Log, DebugPage::Profile]),
    row("⬅️➡️", "frame; shift 10, ctrl 60", &[]),
    row("- +", "speed of held ⬅️➡️", &[]),
    row("home end", "first, last moment", &[]),
    row("g", "to a frame", &[]),
    row("u U", "on, back to a condition", &[]),
    row("x X", "on, back to a Lua stop", &[]),
    row("t", "profile of Lua lines", &[]),
    row("/ f F", "find a field; the next", &[]),
    row("b n N", "bookmark; to the next", &[]),
    row("k", "the next branch", &[]),
    row("d", "against a recording", &[]),
    row("⬆️⬇️", "select", &[]),
    row("tab", "the next panel", &[]),
    row("pgup pgdn", "another page in it", &[]),
    row("r p", "bug report; picture", &[]),
    row("m M", "film: GIF; PNG", &[]),
    row("space f12", "play on from here", &[]),
    row("f1 esc", "closes this", &[]),
];

/// Height of a line of the sheet.
const LINE: i32 = 8;

impl Debugger {
    /// The keys that matter now, five at most; the last one leads to all.
    pub fn hints(&self, run: &Run) -> Vec<(&'static str, &'static str)> {
        const ALL: (&str, &str) = ("F1", "all keys");
        const STEP: (&str, &str) = ("⬅️➡️", "step");
        if let Some(typed) = &self.typing {
            let enter = match typed.typing {
                Typing::Goto | Typing::Address => "go there",
                Typing::Until | Typing::Back => "run there",
                Typing::Value => "set it",
                Typing::Find => "take it",
                Typing::Stop => "stop there",
                Typing::Log => "write it",
                Typing::Span => "measure it",
            };
            let arrows = match typed.typing {
                Typing::Find => Some(("⬆️⬇️", "choose")),
                Typing::Until | Typing::Back => Some(("⬆️", "earlier ones")),
                _ => None,
            };
            let keys = [Some(("Enter", enter)), arrows, Some(("Esc", "leave it"))];
            return keys.into_iter().flatten().collect();
        }
        if self.helps {
            return vec![("F1", "close"), STEP, ("Tab", "panel")];
        }
        if self.working.is_some() {
            return vec![("Esc", "end it"), STEP, ("Tab", "panel"), ALL];
        }
        if self.draft(run).is_some() {
            return vec![("Enter", "run it so"), ("E", "buttons"), STEP, ALL];
        }
        let own = match self.page() {
            Some(DebugPage::State) => [("/", "find"), ("H", "history"), ("E", "edit")],
            Some(DebugPage::Changes | DebugPage::Watch) => [("C", "change"), ("H", "history"), ("E", "edit")],
            Some(DebugPage::Memory) => [("/", "address"), ("H", "history"), ("E", "edit")],
            Some(DebugPage::Map) => [("⬆️⬇️", "select"), ("H", "history"), ("E", "edit")],
            Some(DebugPage::History) => [("⬆️⬇️", "change"), ("Tab", "panel"), ("Space", "play")],
            Some(DebugPage::Calls) => [("[ ]", "call"), ("Tab", "panel"), ("Space", "play")],
            Some(DebugPage::Code) => [("[ ]", "line"), ("S", "stop"), ("X", "to a stop")],
            Some(DebugPage::Log | DebugPage::Profile) => {
                [("⬆️⬇️", "select"), ("Enter", "to it"), ("Tab", "panel")]
            }
            Some(DebugPage::Input) => [("E", "buttons"), ("Tab", "panel"), ("Space", "play")],
            _ => [("PgDn", "page"), ("Tab", "panel"), ("Space", "play")],
        };
        [STEP].into_iter().chain(own).chain([ALL]).collect()
    }

    /// The sheet of all keys that do something on the page in focus.
    pub(super) fn draw_help(&self, painter: &mut Painter, room: Area) {
        let page = self.page().unwrap_or(DebugPage::State);
        let on = |row: &&KeyRow| row.pages.contains(&page);
        let mut lines: Vec<(&str, &str)> = vec![("", page.name())];
        lines.extend(KEYS.iter().filter(on).map(|row| (row.keys, row.action)));
        if lines.len() == 1 {
            lines.push(("", "this page is only to look at"));
        }
        lines.push(("", "on every page"));
        lines.extend(KEYS.iter().filter(|row| row.pages.is_empty()).map(|row| (row.keys, row.action)));
        let width = |n: i32| lines.len().div_ceil(n as usize);
        // As many columns as are needed, each wide enough for the longest line.
        let columns =
            (1..room.w / 124 + 1).find(|n| width(*n) as i32 * LINE + 12 <= room.h).unwrap_or(room.w / 124);
        let tall = width(columns.max(1));
        let column = ((room.w - 8) / columns.max(1)).min(150);
        let (w, h) = (column * columns + 8, tall as i32 * LINE + 10);
        let area = Area { x: room.x + (room.w - w) / 2, y: room.y + ((room.h - h) / 2).max(0), w, h };
        painter.area(area, |p8| {
            p8.rectfill(0, 0, w - 1, h - 1, 0);
            p8.rect(1, 1, w - 2, h - 2, 13);
            for (n, (keys, action)) in (0..).zip(&lines) {
                let (x, y) = (6 + column * (n / tall as i32), 6 + LINE * (n % tall as i32));
                if keys.is_empty() {
                    letters::write(p8, action, x, y, 12);
                    continue;
                }
                letters::write(p8, keys, x, y, 10);
                letters::write(p8, action, x + 40, y, 7);
            }
        });
    }
}
