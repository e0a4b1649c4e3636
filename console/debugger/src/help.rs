//! The keys on the screen: the hints at the foot, five at most, and the help with all keys of a page, which F1 opens.
//!
//! ```text
//! COMMANDS ──┬──> ⬅️➡️ step  / find  h history  e edit  F1 all keys
//!            └──> state                       on every page
//!                 c C  next, previous change  ⬅️➡️  frame; ...
//! ```

use super::{COMMANDS, CommandRow, DebugCommand, DebugPage, Debugger, PromptKind};
use studio::Area;
use studio::canvas::Painter;
use studio::letters;
use timeline::Run;

const LINE: i32 = 8;
const HINTS_MAX: usize = 5;

type Hint = (String, &'static str);

/// The hint of the row that starts with this command and applies to every page.
fn hint(command: &DebugCommand) -> Option<Hint> {
    let row = COMMANDS.iter().find(|row| row.pages.is_empty() && row.keys[0].1 == *command)?;
    Some((row.hint_keys(), row.hint))
}

/// The rows for every page that have no other meaning on this one.
fn common_rows(page: DebugPage) -> impl Iterator<Item = &'static CommandRow> {
    let own = move |key| COMMANDS.iter().any(|row| row.pages.contains(&page) && row.keys[0].0 == key);
    COMMANDS.iter().filter(move |row| row.pages.is_empty() && !own(row.keys[0].0))
}

impl Debugger {
    /// The keys that matter now; the last one opens the help, except while a prompt is open.
    pub fn hints(&self, run: &Run) -> Vec<Hint> {
        let step = hint(&DebugCommand::Hold(-1));
        let panel = hint(&DebugCommand::Focus(1));
        let help = hint(&DebugCommand::ToggleHelp);
        let key = |key: &str, action| Some((key.to_string(), action));
        let hints = if let Some(prompt) = &self.prompt {
            let enter = match prompt.kind {
                PromptKind::Frame | PromptKind::Address => "go there",
                PromptKind::Until | PromptKind::Back => "search",
                PromptKind::Value | PromptKind::Breakpoint => "set",
                PromptKind::Find => "select",
                PromptKind::Logpoint => "log",
                PromptKind::Profile => "profile",
            };
            let arrows = match prompt.kind {
                PromptKind::Find => key("⬆️⬇️", "choose"),
                PromptKind::Until | PromptKind::Back => key("⬆️", "earlier ones"),
                _ => None,
            };
            vec![key("Enter", enter), arrows, key("Esc", "cancel")]
        } else if self.help_open {
            vec![key("F1", "close"), step, panel]
        } else if self.job.is_some() {
            vec![key("Esc", "cancel"), step, panel, help]
        } else if self.draft(run).is_some() {
            vec![key("Enter", "run frame"), key("e", "buttons"), step, help]
        } else {
            let page = self.page().unwrap_or(DebugPage::State);
            let own = COMMANDS.iter().filter(|row| row.pages.contains(&page));
            let common = common_rows(page).filter(|row| !matches!(row.keys[0].1, DebugCommand::Hold(_)));
            let rows = own.chain(common).filter(|row| !row.hint.is_empty());
            let hints = rows.map(|row| Some((row.hint_keys(), row.hint))).take(HINTS_MAX - 2);
            [step].into_iter().chain(hints).chain([help]).collect()
        };
        hints.into_iter().flatten().collect()
    }

    pub(super) fn draw_help(&self, painter: &mut Painter, room: Area) {
        let page = self.page().unwrap_or(DebugPage::State);
        let line = |row: &CommandRow| (row.shown(), row.action);
        let title = |text: &'static str| (String::new(), text);
        let mut lines = vec![title(page.name())];
        lines.extend(COMMANDS.iter().filter(|row| row.pages.contains(&page)).map(line));
        if lines.len() == 1 {
            lines.push(title("no keys of its own"));
        }
        lines.push(title("on every page (capital: shift)"));
        lines.extend(common_rows(page).filter(|row| !row.action.is_empty()).map(line));
        let rows = |columns: i32| lines.len().div_ceil(columns as usize) as i32;
        // As few columns as fit the height, each wide enough for the longest line.
        let most = room.w / 124;
        let columns = (1..=most).find(|n| rows(*n) * LINE + 12 <= room.h).unwrap_or(most).max(1);
        let tall = rows(columns);
        let column = ((room.w - 8) / columns).min(150);
        let (w, h) = (column * columns + 8, tall * LINE + 10);
        let area = Area { x: room.x + (room.w - w) / 2, y: room.y + ((room.h - h) / 2).max(0), w, h };
        painter.area(area, |p8| {
            p8.rectfill(0, 0, w - 1, h - 1, 0);
            p8.rect(1, 1, w - 2, h - 2, 13);
            for (n, (keys, action)) in (0..).zip(&lines) {
                let (x, y) = (6 + column * (n / tall), 6 + LINE * (n % tall));
                if keys.is_empty() {
                    letters::write(p8, action, x, y, 12);
                    continue;
                }
                letters::write(p8, keys, x, y, 10);
                letters::write_until(p8, action, x + 42, y, 7, x + column - 4);
            }
        });
    }
}
