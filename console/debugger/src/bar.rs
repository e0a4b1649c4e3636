//! The foot: the run as a time bar with its bookmarks, a message or the prompt, the keys that matter now.
//!
//! ```text
//! ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬|▬▬▬▬▬▬▬▬▬▬      the run: white is now, yellow a bookmark, pink where the branch begins, red its crash
//! the cart panicked in frame 52...   why the branch ends, if it crashed
//! frame 51/51  0:00                  or a message, or the prompt: wrapped, never cut
//! ⬅️➡️ step  / find  ...  F1 all keys
//! ```

use super::Debugger;
use super::layout::LEAST;
use rasher::Machine;
use studio::Area;
use studio::letters;
use timeline::Run;

const TIME: i32 = 9;
const LINE: i32 = 8;
/// Lines on why the branch ends that have reserved room; more of them cover the panels.
const REASON: usize = 2;
/// Most lines of one message: a cart's may be of any length, and the smallest canvas has room for three of this size.
const LINES_MAX: usize = 5;

pub struct Foot {
    lines: Vec<(i32, String)>,
    /// Lines that have reserved room.
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

    /// The area that it takes: higher than `left` if it has more lines.
    pub fn area(&self, left: Area) -> Area {
        let more = height(self.lines.len().max(self.own)) - left.h;
        Area { y: left.y - more.max(0), h: left.h + more.max(0), ..left }
    }

    pub fn draw(&self, p8: &mut Machine, area: Area, run: &Run, debugger: &Debugger) {
        p8.rectfill(0, 0, area.w - 1, area.h - 1, 0);
        time(p8, area.w, run, debugger);
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

fn time(p8: &mut Machine, width: i32, run: &Run, debugger: &Debugger) {
    let branch = run.branch();
    let (now, head) = (run.now(), branch.head());
    let column = |frame: u64| (frame * (width as u64 - 1) / head.max(1)) as i32;
    p8.rectfill(0, 1, width - 1, 5, 1);
    p8.rectfill(0, 1, column(now), 5, 13);
    if let Some((_, from)) = branch.parent {
        p8.rectfill(column(from), 1, column(from), 5, 14);
    }
    for mark in run.bookmarks().iter().filter(|mark| mark.branch == branch.id) {
        let x = column(mark.frame);
        p8.rectfill(x - 1, 0, x, 2, 10);
    }
    if branch.crash().is_some() {
        p8.rectfill(width - 2, 0, width - 1, 6, 8);
    }
    if let Some(job) = &debugger.job {
        if let Some(at) = job.at {
            p8.rectfill(column(at), 0, column(at), 6, 9);
        }
        // A second bar, below that of time: the job's progress.
        p8.rectfill(0, 7, width - 1, 7, 1);
        p8.rectfill(0, 7, job.part(width as u64 - 1) as i32, 7, 9);
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
    format!("frame {now}/{head}  {}:{:02}{halfway}{which}{edits}{call}", seconds / 60, seconds % 60)
}
