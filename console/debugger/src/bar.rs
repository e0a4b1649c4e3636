//! The foot: the run as a time bar with its bookmarks, a message or the prompt, the keys that matter now. F1 opens the help, with all keys of a page.
//!
//! ```text
//! ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬|▬▬▬▬▬▬▬▬▬▬      the run: white is now, yellow a bookmark, pink where the branch begins, red its crash
//! the cart panicked in frame 52...   why the branch ends, if it crashed
//! frame 51/51  0:00                  or a message, or the prompt: wrapped, never cut
//! ⬅️➡️ step  / find  ...  F1 all keys
//! ```

use super::layout::LEAST;
use super::{COMMANDS, DebugCommand, DebugCommandRow, DebugPage, Debugger, PromptKind};
use rasher::Machine;
use studio::canvas::CanvasPainter;
use studio::{Area, letters};
use timeline::Run;

pub const TIME: i32 = 9;
const LINE: i32 = 8;
/// Lines on why the branch ends that have reserved room; more of them cover the panels.
const REASON: usize = 2;
/// Most lines of one message: a cart's may be of any length, and the smallest canvas has room for three of this size.
const LINES_MAX: usize = 5;

pub struct Foot {
    lines: Vec<(i32, String)>,
    own: usize,
}

fn height(lines: usize) -> i32 {
    TIME + LINE * (lines as i32 + 1) + 1
}

impl Foot {
    pub fn new(run: &Run, debugger: &Debugger, width: i32) -> Foot {
        let wrap = |text: &str| {
            let mut lines = letters::wrap(text, width.max(LEAST.0) - 4);
            lines.truncate(LINES_MAX);
            lines
        };
        let mut lines = Vec::new();
        let warning = debugger.warning.iter().filter(|(branch, _)| *branch == run.branch().id);
        let crash = run.branch().crash().map(ToString::to_string);
        for reason in crash.into_iter().chain(warning.map(|(_, text)| text.clone())) {
            lines.extend(wrap(&reason).into_iter().map(|line| (8, line)));
        }
        let own = lines.len().min(REASON) + 1;
        let (color, text) = match (&debugger.prompt, &debugger.message, &debugger.job) {
            (Some(prompt), ..) => (10, prompt.shown()),
            (None, Some(notice), _) if !debugger.mouse.has_moved || debugger.hovered(run).is_none() => {
                (if notice.bad { 8 } else { 11 }, notice.text.clone())
            }
            (None, None, Some(job)) => (9, format!("{}% {}", job.part(100), job.what)),
            (None, ..) => (6, status(run, debugger)),
        };
        lines.extend(wrap(&text).into_iter().map(|line| (color, line)));
        Foot { lines, own }
    }

    pub fn lines(self) -> Vec<String> {
        self.lines.into_iter().map(|(_, line)| line).collect()
    }

    pub fn height(&self) -> i32 {
        height(self.own)
    }

    pub fn area(&self, left: Area) -> Area {
        let more = height(self.lines.len().max(self.own)) - left.h;
        Area { y: left.y - more.max(0), h: left.h + more.max(0), ..left }
    }

    pub fn draw(&self, p8: &mut Machine, area: Area, run: &Run, debugger: &Debugger) {
        p8.rectfill(0, 0, area.w - 1, area.h - 1, 0);
        time(p8, run, debugger);
        for (n, (color, line)) in (0..).zip(&self.lines) {
            letters::write(p8, line, 2, TIME + LINE * n, *color);
        }
        let y = area.h - LINE;
        p8.rectfill(0, y - 1, area.w - 1, area.h - 1, 1);
        for (x, hint) in debugger.placed_hints(run, area.w) {
            let x = letters::write(p8, &hint.keys, x, y, 10) + 2;
            letters::write(p8, hint.action, x, y, 6);
        }
    }
}

fn time(p8: &mut Machine, run: &Run, debugger: &Debugger) {
    let branch = run.branch();
    let (now, axis) = (run.now(), debugger.axis(run));
    let (left, right) = (axis.column(0), axis.column(branch.head()));
    let column = |frame: u64| axis.column(frame);
    p8.rectfill(left, 1, right, 5, 1);
    p8.rectfill(left, 1, column(now), 5, 13);
    debugger.draw_costs(p8, run, 5);
    if let Some((_, from)) = branch.parent {
        p8.rectfill(column(from), 1, column(from), 5, 14);
    }
    for mark in run.bookmarks().iter().filter(|mark| mark.branch == branch.id) {
        let x = column(mark.frame);
        p8.rectfill(x - 1, 0, x, 2, 10);
    }
    if branch.crash().is_some() {
        p8.rectfill(right - 1, 0, right, 6, 8);
    }
    if let Some(job) = &debugger.job {
        if let Some(at) = job.at {
            p8.rectfill(column(at), 0, column(at), 6, 9);
        }
        // A second bar, below that of time: the job's progress.
        p8.rectfill(left, 7, right, 7, 1);
        p8.rectfill(left, 7, left + job.part((right - left) as u64) as i32, 7, 9);
    }
    p8.rectfill(column(now), 0, column(now), 6, 7);
}

fn status(run: &Run, debugger: &Debugger) -> String {
    let now = run.now();
    let seconds = now / u64::from(run.console().fps().max(1));
    let call = debugger.call.map_or(String::new(), |call| format!("  call {call}"));
    let call = debugger.code.as_ref().map_or(call, |code| format!("  {}", code.position_text()));
    let branches = run.branches().len();
    let which =
        if branches > 1 { format!("  branch {} of {branches}", run.branch().id) } else { String::new() };
    // A Lua program may be halfway through a hook between two frames.
    let halfway = run.console().suspended_hook().map_or(String::new(), |hook| format!("  in {hook}"));
    let edits = match run.edits().len() {
        0 => String::new(),
        1 => "  1 edit".to_string(),
        n => format!("  {n} edits"),
    };
    let head = run.branch().head();
    let hovered = debugger
        .hovered(run)
        .or_else(|| debugger.pointed_text(run))
        .map_or(String::new(), |text| format!("  {text}"));
    format!("frame {now}/{head}  {}:{:02}{halfway}{which}{edits}{call}{hovered}", seconds / 60, seconds % 60)
}

/// Hints of the page before those of every page, in a narrow window.
const OWN_HINTS: usize = 3;
/// Those of every page, by their first key.
const FIRST_HINTS: [&str; 2] = ["?", "Space"];
const MORE_HINTS: [&str; 7] = ["T", "Bksp", "u", "t", "Tab", "PgDn", "/"];

/// Keys and what they do. A click on a key is that key, and a click on the word is the last key shown.
#[derive(Clone, Debug)]
struct Hint {
    keys: String,
    action: &'static str,
    commands: Vec<DebugCommand>,
}

impl Hint {
    fn of(row: &DebugCommandRow) -> Hint {
        let keys = row.hint_keys();
        let shown = if keys == row.keys[0].0 { 1 } else { row.keys.len() };
        let commands = row.keys[..shown].iter().map(|(_, command)| command.clone()).collect();
        Hint { keys, action: row.hint, commands }
    }

    fn new(keys: &str, action: &'static str, commands: &[DebugCommand]) -> Option<Hint> {
        Some(Hint { keys: keys.into(), action, commands: commands.to_vec() })
    }

    fn width(&self) -> i32 {
        letters::width(&self.keys) + letters::width(self.action) + 10
    }
}

fn hint(command: &DebugCommand) -> Option<Hint> {
    let row = COMMANDS.iter().find(|row| row.pages.is_empty() && row.keys[0].1 == *command)?;
    Some(Hint::of(row))
}

fn common_rows(page: DebugPage) -> impl Iterator<Item = &'static DebugCommandRow> {
    let own = move |key| COMMANDS.iter().any(|row| row.pages.contains(&page) && row.keys[0].0 == key);
    COMMANDS.iter().filter(move |row| row.pages.is_empty() && !own(row.keys[0].0))
}

impl Debugger {
    pub fn hints(&self, run: &Run) -> Vec<(String, &'static str)> {
        self.all_hints(run).into_iter().map(|hint| (hint.keys, hint.action)).collect()
    }

    fn all_hints(&self, run: &Run) -> Vec<Hint> {
        let step = hint(&DebugCommand::Hold(-1));
        let panel = hint(&DebugCommand::Focus(1));
        let help = hint(&DebugCommand::ToggleHelp);
        use DebugCommand::{Enter, Escape, Recall, ToggleHelp};
        let hints = if let Some(prompt) = &self.prompt {
            let enter = match prompt.kind {
                PromptKind::Frame | PromptKind::Address | PromptKind::Function | PromptKind::Source => {
                    "go there"
                }
                PromptKind::Evaluate => "evaluate",
                PromptKind::Command => "run",
                PromptKind::Page => "open",
                PromptKind::Code => "find",
                PromptKind::Until | PromptKind::Back => "search",
                PromptKind::Value | PromptKind::Breakpoint => "set",
                PromptKind::Find | PromptKind::Pixel => "select",
                PromptKind::Filter => "filter",
                PromptKind::Watch => "watch",
                PromptKind::Logpoint => "log",
                PromptKind::Profile => "profile",
            };
            let arrows = match prompt.kind {
                kind if kind == PromptKind::Find || kind.is_list() => {
                    Hint::new("⬆️⬇️", "choose", &[Recall(1), Recall(-1)])
                }
                PromptKind::Until | PromptKind::Back | PromptKind::Evaluate => {
                    Hint::new("⬆️", "earlier ones", &[Recall(1)])
                }
                _ => None,
            };
            vec![Hint::new("Enter", enter, &[Enter]), arrows, Hint::new("Esc", "cancel", &[Escape])]
        } else if self.help_open {
            vec![Hint::new("F1", "close", &[ToggleHelp]), step, panel]
        } else if self.job.is_some() {
            vec![Hint::new("Esc", "cancel", &[Escape]), step, panel, help]
        } else if self.draft(run).is_some() {
            let edit = Hint::new("e", "buttons", &[DebugCommand::Prompt(PromptKind::Value)]);
            vec![Hint::new("Enter", "run frame", &[Enter]), edit, step, help]
        } else {
            let page = self.page().unwrap_or(DebugPage::State);
            let own = COMMANDS.iter().filter(|row| row.pages.contains(&page) && !row.hint.is_empty());
            let own: Vec<Hint> = own.map(Hint::of).collect();
            let (first, more) = own.split_at(own.len().min(OWN_HINTS));
            let common = |keys: &'static [&str]| {
                keys.iter().filter_map(move |key| {
                    let row = common_rows(page).find(|row| row.keys[0].0 == *key);
                    row.filter(|row| !row.hint.is_empty()).map(Hint::of)
                })
            };
            let shown = first.iter().cloned().chain(common(&FIRST_HINTS));
            let shown = shown.chain(more.iter().cloned()).chain(common(&MORE_HINTS)).map(Some);
            [step].into_iter().chain(shown).chain([help]).collect()
        };
        hints.into_iter().flatten().collect()
    }

    /// The hints that fit, each with its column. The last one opens the help, so it is always shown.
    fn placed_hints(&self, run: &Run, width: i32) -> Vec<(i32, Hint)> {
        let hints = self.all_hints(run);
        let (last, count) = (hints.last().map_or(0, Hint::width), hints.len());
        let mut x = 2;
        let place = |(n, hint): (usize, Hint)| {
            if n + 1 < count && x + hint.width() + last > width + 6 {
                return None;
            }
            x += hint.width();
            Some((x - hint.width(), hint))
        };
        hints.into_iter().enumerate().filter_map(place).collect()
    }

    /// Is it a press in the row of hints, and not a movement of a held button?
    pub(super) fn presses_hint(&self, x: i32, y: i32) -> bool {
        let foot = self.layout.foot;
        !self.mouse.is_held && foot.holds(x, y) && y > foot.y + foot.h - LINE - 2
    }

    /// What a click in the row of hints does.
    pub(super) fn hint_at(&self, run: &Run, x: i32) -> Option<DebugCommand> {
        let placed = self.placed_hints(run, self.layout.w);
        let (left, hint) = placed.into_iter().rfind(|(left, _)| left - 2 <= x)?;
        let (count, keys) = (hint.commands.len() as i32, letters::width(&hint.keys).max(1));
        if x > left + hint.width() - 4 {
            return None;
        }
        let n = ((x - left).max(0) * count / keys).min(count - 1);
        match hint.commands.get(n as usize)? {
            DebugCommand::Hold(by) => Some(DebugCommand::Step(*by)),
            command => Some(command.clone()),
        }
    }

    pub(super) fn draw_help(&self, painter: &mut CanvasPainter, room: Area) {
        let page = self.page().unwrap_or(DebugPage::State);
        let line = |row: &DebugCommandRow| (row.shown(), row.action);
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
