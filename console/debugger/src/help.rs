//! The keys on the screen: the five that matter now, and the sheet of all of them by page that F1 opens.
//!
//! ```text
//! ⬅️➡️ step  / find  H history  E edit  F1 all keys        COMMANDS ──> state            on every page
//!                                                                       c C  next, ...   ⬅️➡️  frame; ...
//! ```

use super::{COMMANDS, CommandRow, DebugPage, Debugger, Typing};
use studio::Area;
use studio::canvas::Painter;
use studio::letters;
use timeline::Run;

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

    pub(super) fn draw_help(&self, painter: &mut Painter, room: Area) {
        let page = self.page().unwrap_or(DebugPage::State);
        let line = |row: &CommandRow| (row.shown(), row.action);
        let title = |text: &'static str| (String::new(), text);
        let rows = |on: &dyn Fn(&CommandRow) -> bool| {
            let rows = COMMANDS.iter().filter(|row| !row.action.is_empty() && on(row));
            rows.map(line).collect::<Vec<_>>()
        };
        let mut lines = vec![title(page.name())];
        lines.extend(rows(&|row| row.pages.contains(&page)));
        if lines.len() == 1 {
            lines.push(title("this page is only to look at"));
        }
        lines.push(title("on every page"));
        lines.extend(rows(&|row| row.pages.is_empty()));
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
