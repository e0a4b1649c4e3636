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
            (None, Some(notice), _) => (if notice.bad { 8 } else { 11 }, notice.text.clone()),
            (None, None, Some(job)) => (9, format!("{}% {}", job.part(100), job.what)),
            (None, None, None) => (6, status(run, debugger)),
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
        let hints = debugger.hints(run);
        let y = area.h - LINE;
        p8.rectfill(0, y - 1, area.w - 1, area.h - 1, 1);
        // The last one opens the help, so it is always shown.
        let wide = |(key, action): &(String, &str)| letters::width(key) + letters::width(action) + 10;
        let last = hints.last().map_or(0, wide);
        let mut x = 2;
        for (n, hint) in hints.iter().enumerate() {
            if n + 1 < hints.len() && x + wide(hint) + last > area.w + 6 {
                continue;
            }
            x = letters::write(p8, &hint.0, x, y, 10) + 2;
            x = letters::write(p8, hint.1, x, y, 6) + 8;
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

const HINTS_MAX: usize = 5;

type KeyHint = (String, &'static str);

fn hint(command: &DebugCommand) -> Option<KeyHint> {
    let row = COMMANDS.iter().find(|row| row.pages.is_empty() && row.keys[0].1 == *command)?;
    Some((row.hint_keys(), row.hint))
}

fn common_rows(page: DebugPage) -> impl Iterator<Item = &'static DebugCommandRow> {
    let own = move |key| COMMANDS.iter().any(|row| row.pages.contains(&page) && row.keys[0].0 == key);
    COMMANDS.iter().filter(move |row| row.pages.is_empty() && !own(row.keys[0].0))
}

impl Debugger {
    pub fn hints(&self, run: &Run) -> Vec<KeyHint> {
        let step = hint(&DebugCommand::Hold(-1));
        let panel = hint(&DebugCommand::Focus(1));
        let help = hint(&DebugCommand::ToggleHelp);
        let key = |key: &str, action| Some((key.to_string(), action));
        let hints = if let Some(prompt) = &self.prompt {
            let enter = match prompt.kind {
                PromptKind::Frame | PromptKind::Address | PromptKind::Function | PromptKind::Source => {
                    "go there"
                }
                PromptKind::Evaluate => "evaluate",
                PromptKind::Command => "run",
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
                kind if kind == PromptKind::Find || kind.is_list() => key("⬆️⬇️", "choose"),
                PromptKind::Until | PromptKind::Back | PromptKind::Evaluate => key("⬆️", "earlier ones"),
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
