//! A list of all commands and pages, filtered by what is typed.
//!
//! ```text
//! ? ──> command: mem_        words that the action, its keys or the page's name have, in any order
//!       page memory          5
//!       go to address, ...   /
//! ```

use super::{COMMANDS, DebugCommand, DebugPage, DebugRequest, Debugger, PromptKind};
use studio::canvas::{CanvasPainter, ROW};
use studio::{Area, letters};
use timeline::Run;

const WIDTH: i32 = 200;
const ROWS: i32 = 14;

pub(super) struct Entry {
    action: String,
    keys: String,
    command: DebugCommand,
}

/// The commands of a page and all pages that have the words.
fn entries(page: DebugPage, typed: &str) -> Vec<Entry> {
    let rows = COMMANDS.iter().filter(|row| row.pages.is_empty() || row.pages.contains(&page));
    let actions = rows.filter(|row| !row.action.is_empty()).flat_map(|row| {
        row.keys.iter().map(|(key, command)| Entry {
            action: row.action.into(),
            keys: key.to_string(),
            command: command.clone(),
        })
    });
    let key = |command: &DebugCommand| {
        let mut keys = COMMANDS.iter().flat_map(|row| row.keys);
        keys.find(|(_, means)| means == command).map_or(String::new(), |(key, _)| key.to_string())
    };
    let pages = DebugPage::ALL.iter().map(|page| {
        let command = DebugCommand::OpenPage(*page);
        Entry { action: format!("page {}", page.name()), keys: key(&command), command }
    });
    let typed = typed.to_lowercase();
    let fits = |entry: &Entry| {
        let text = format!("{} {}", entry.action, entry.keys).to_lowercase();
        typed.split_whitespace().all(|word| text.contains(word))
    };
    let is_listed = |entry: &Entry| {
        !matches!(entry.command, DebugCommand::Prompt(PromptKind::Command) | DebugCommand::Escape)
    };
    let actions = actions.filter(|entry| !matches!(entry.command, DebugCommand::OpenPage(_)));
    pages.chain(actions).filter(|entry| is_listed(entry) && fits(entry)).collect()
}

impl Debugger {
    pub(super) fn commands_found(&self, typed: &str) -> Vec<Entry> {
        entries(self.page().unwrap_or(DebugPage::State), typed)
    }

    pub(super) fn run_command(
        &mut self,
        run: &mut Run,
        typed: &str,
        selected: usize,
    ) -> Option<DebugRequest> {
        match self.commands_found(typed).into_iter().nth(selected) {
            // A key that is held has no end here.
            Some(Entry { command: DebugCommand::Hold(by), .. }) => self.command(run, DebugCommand::Step(by)),
            Some(Entry { command, .. }) => self.command(run, command),
            None => {
                self.show_error(format!("no command or page has {typed:?} in its name"));
                None
            }
        }
    }

    pub(super) fn draw_commands(
        &self,
        painter: &mut CanvasPainter,
        room: Area,
        typed: &str,
        selected: usize,
    ) {
        let found = self.commands_found(typed);
        let rows = ROWS.min((room.h - 8) / ROW).max(1);
        let (w, h) = (WIDTH.min(room.w), rows * ROW + 6);
        let area = Area { x: room.x + (room.w - w) / 2, y: room.y + (room.h - h).max(0), w, h };
        painter.area(area, |p8| {
            p8.rectfill(0, 0, w - 1, h - 1, 0);
            p8.rect(0, 0, w - 1, h - 1, 13);
            let first = super::layout::first(selected as i64, rows.into()) as usize;
            for (row, (n, entry)) in (0..rows).zip(found.iter().enumerate().skip(first)) {
                let y = 3 + row * ROW;
                if n == selected {
                    p8.rectfill(1, y - 1, w - 2, y + ROW - 2, 1);
                }
                letters::write_until(p8, &entry.action, 4, y, 7, w - 50);
                letters::write_until(p8, &entry.keys, w - 46, y, 10, w - 4);
            }
            if found.is_empty() {
                letters::write(p8, "nothing found", 4, 3, 13);
            }
        });
    }
}
