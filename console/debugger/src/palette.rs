//! Lists to choose from, filtered by the typed words: all commands and pages, the functions of the code, the names in a value.
//!
//! ```text
//! ? ──> command: mem_        words that the action, its keys or the page's name have, in any order
//!       page memory          5
//!       go to address, ...   /
//! ```

use super::syntax::Syntax;
use super::{COMMANDS, DebugCommand, DebugPage, DebugRequest, Debugger, PromptKind};
use studio::canvas::{CanvasPainter, ROW};
use studio::{Area, letters};
use timeline::Run;

const WIDTH: i32 = 200;
const ROWS: i32 = 14;

#[derive(Clone, Debug)]
pub(super) struct Entry {
    action: String,
    /// The keys of a command, the line of a function, a value.
    right: String,
    command: DebugCommand,
}

/// The commands of a page, all pages, and the commands of every page.
fn commands(page: DebugPage) -> Vec<Entry> {
    let actions = |is_own: bool| {
        let rows = COMMANDS.iter().filter(move |row| match is_own {
            true => row.pages.contains(&page),
            false => row.pages.is_empty(),
        });
        rows.filter(|row| !row.action.is_empty()).flat_map(|row| {
            row.keys
                .iter()
                .map(|(key, command)| Entry::new(row.action.into(), key.to_string(), command.clone()))
        })
    };
    let is_listed = |entry: &Entry| {
        use DebugCommand::{Escape, OpenPage, Prompt, Scroll};
        !matches!(entry.command, Prompt(PromptKind::Command) | Escape | OpenPage(_) | Scroll(_))
    };
    actions(true).filter(is_listed).chain(pages()).chain(actions(false).filter(is_listed)).collect()
}

fn pages() -> impl Iterator<Item = Entry> {
    // As the number keys, the code first.
    let others = DebugPage::ALL.iter().filter(|page| **page != DebugPage::Code);
    [DebugPage::Code].iter().chain(others).map(|page| {
        let command = DebugCommand::OpenPage(*page);
        let mut keys = COMMANDS.iter().flat_map(|row| row.keys);
        let key = keys.find(|(_, means)| *means == command).map_or("", |(key, _)| key);
        Entry::new(format!("page {}", page.name()), key.to_string(), command)
    })
}

impl Entry {
    pub fn new(action: String, right: String, command: DebugCommand) -> Entry {
        Entry { action, right, command }
    }

    pub fn has(&self, typed: &str) -> bool {
        let (text, typed) = (format!("{} {}", self.action, self.right).to_lowercase(), typed.to_lowercase());
        typed.split_whitespace().all(|word| text.contains(word))
    }
}

impl Debugger {
    /// The entries of a prompt that chooses from a list.
    pub(super) fn entries(&self, run: &Run, kind: PromptKind) -> Vec<Entry> {
        match kind {
            PromptKind::Command => return commands(self.page().unwrap_or(DebugPage::State)),
            PromptKind::Page => return pages().collect(),
            _ => {}
        }
        let source = self.source(run);
        let functions = match self.console(run).program().rust_source() {
            Some(rust) => rust.functions().collect(),
            None => Syntax::of(&source).map_or(Vec::new(), |syntax| syntax.functions()),
        };
        let entry = |(name, line): (String, u32)| {
            let n = (line as usize).saturating_sub(1);
            let own = source.lines().get(n).map_or(String::new(), |line| line.position.line.to_string());
            Entry::new(name, own, DebugCommand::SelectLine(n))
        };
        functions.into_iter().map(entry).collect()
    }

    /// The entries that have the typed words, and the number of the chosen one.
    fn listed(&self) -> Option<(Vec<&Entry>, usize)> {
        let prompt = self.prompt.as_ref().filter(|prompt| prompt.kind.is_list())?;
        Some((prompt.entries.iter().filter(|entry| entry.has(&prompt.text)).collect(), prompt.back))
    }

    pub(super) fn choose_entry(&mut self, by: i64) {
        let last = self.listed().map_or(0, |(found, _)| found.len().saturating_sub(1));
        if let Some(prompt) = &mut self.prompt {
            prompt.back = prompt.back.saturating_add_signed(-by as isize).min(last);
        }
    }

    /// The command of an entry is carried out.
    pub(super) fn run_entry(
        &mut self,
        run: &mut Run,
        entry: Option<Entry>,
        typed: &str,
    ) -> Option<DebugRequest> {
        match entry.map(|entry| entry.command) {
            // A key that is held has no end here.
            Some(DebugCommand::Hold(by)) => return self.command(run, DebugCommand::Step(by)),
            Some(command) => return self.command(run, command),
            None if typed.parse::<u32>().is_ok() => {
                self.focus_page(DebugPage::Code);
                self.find_code(run, typed);
            }
            None => self.show_error(format!("nothing in the list has {typed:?} in its name")),
        }
        None
    }

    /// Where a list of so many entries is, and its rows.
    fn list_area(&self, count: usize) -> (Area, i32) {
        let (room, top) = (self.layout.w, self.layout.foot.y);
        let rows = ROWS.min((top - 8) / ROW).min(count as i32).max(1);
        let (w, h) = (WIDTH.min(room), rows * ROW + 6);
        (Area { x: (room - w) / 2, y: (top - h).max(0), w, h }, rows)
    }

    /// The entry at a point of the canvas; the inner one is none outside of the list.
    pub(super) fn entry_at(&self, x: i32, y: i32) -> Option<Option<usize>> {
        let (found, selected) = self.listed()?;
        let (area, rows) = self.list_area(found.len());
        let first = super::layout::first(selected as i64, rows.into());
        let row = i64::from((y - area.y - 2).div_euclid(ROW));
        let n = usize::try_from(first + row).ok().filter(|n| row < rows.into() && *n < found.len());
        Some(n.filter(|_| area.holds(x, y)))
    }

    pub(super) fn draw_list(&self, painter: &mut CanvasPainter) {
        let Some((found, selected)) = self.listed() else { return };
        let (area @ Area { w, h, .. }, rows) = self.list_area(found.len());
        painter.area(area, |p8| {
            p8.rectfill(0, 0, w - 1, h - 1, 0);
            p8.rect(0, 0, w - 1, h - 1, 13);
            let first = super::layout::first(selected as i64, rows.into()) as usize;
            for (row, (n, entry)) in (0..rows).zip(found.iter().enumerate().skip(first)) {
                let y = 3 + row * ROW;
                if n == selected {
                    p8.rectfill(1, y - 1, w - 2, y + ROW - 2, 1);
                }
                // A long value leaves half of the row for the name.
                let right = (w - 4 - letters::width(&entry.right)).clamp(w / 2, w - 46);
                letters::write_until(p8, &entry.action, 4, y, 7, right - 4);
                letters::write_until(p8, &entry.right, right, y, 10, w - 4);
            }
            let (count, room) = (found.len() as i32, h - 4);
            if count > rows {
                let length = (rows * room / count).max(3);
                let y = 2 + (room - length) * first as i32 / (count - rows);
                p8.rectfill(w - 3, y, w - 3, y + length - 1, 13);
            }
            if found.is_empty() {
                letters::write(p8, "nothing found", 4, 3, 13);
            }
        });
    }
}
