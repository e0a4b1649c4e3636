//! "Why is it so": the whole history of a field or a byte, as a strip and a list, with a jump to each change.
//!
//! ```text
//! hearts                      0..3      what, and from which number to which
//! 2                   since 2018        its value here, and the frame that made it so
//! ███████████▄▄▄▄▄▄▄▄▄│▂▂▂▂▂▂▂▂▂▂▂▂     the strip: as wide as the run, numbers by height, anything else by colour
//!   1830  3                             the changes around this moment, of memory with the calls that wrote it; up and down go
//! > 2018  2                             to the one before and the one after
//!   2198  1
//! ```
//!
//! It is made once, beside the game, by running the whole branch (`search.rs`); where one stands in it is where the run stands.

use super::page::PanelContext;
use super::state::short;
use super::{DebugPage, DebugRequest, Debugger, Selected};
use rasher::{Machine, Num, Trace};
use serde_json::{Number, Value};
use studio::Area;
use studio::canvas::{HEAD, ROW};
use studio::letters;
use timeline::{Condition, HistoryJob, HistoryStep, Past, Path, Run};

/// Changes that are kept: an hour of a value that changes in every frame, and some more.
const MOST: usize = 1 << 18;
const LETTERS: usize = 60;
/// Changes before a moment whose calls are looked for at once. A look is a key frame's way and a traced frame, some 10 ms.
const CALLS: usize = 24;
const STRIP: i32 = 26;
/// Colours of values that are no numbers, by the order in which they come.
const COLORS: [i32; 10] = [12, 9, 11, 14, 10, 15, 8, 3, 13, 4];

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Subject {
    what: Condition,
    words: String,
}

impl Subject {
    fn field(path: Path) -> Subject {
        Subject { words: path.to_string(), what: Condition::field(path) }
    }

    fn byte(addr: u16, words: String) -> Subject {
        Subject { what: Condition::byte(addr), words }
    }

    pub fn words(&self) -> &str {
        &self.words
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Change {
    frame: u64,
    text: Box<str>,
    /// In 65536ths, if it is a number.
    number: Option<i64>,
    /// Which of the values that are no numbers, by the order in which they come.
    kind: u8,
    /// The call that wrote it, once that was looked for.
    call: Option<Box<str>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct History {
    subject: Subject,
    branch: u32,
    changes: Vec<Change>,
    /// Frames that were looked at, and whether there were more changes than are kept.
    frames: u64,
    is_cut: bool,
    /// The changes to the lowest and to the highest number, as long as all values are numbers.
    range: Option<(usize, usize)>,
}

#[derive(Clone, Debug)]
pub(super) struct HistoryWork {
    job: HistoryJob,
    history: History,
    kinds: Vec<Box<str>>,
    from: u64,
    /// Changes whose calls are to be found: indices, the last one first.
    calls: Option<Vec<usize>>,
}

impl HistoryWork {
    pub fn new(subject: &Subject, branch: u32, from: u64, past: &Past) -> HistoryWork {
        let job = HistoryJob::new(past, subject.what.clone());
        let history = History {
            subject: subject.clone(),
            branch,
            changes: Vec::new(),
            frames: 0,
            is_cut: false,
            range: None,
        };
        HistoryWork { job, history, kinds: Vec::new(), from, calls: None }
    }

    /// Runs at most `most` frames, or looks for one call. The history once it is whole; one that was ended is none.
    pub fn step(
        &mut self,
        past: &Past,
        most: u64,
        keep_on: impl FnMut(u64) -> bool,
    ) -> Option<Option<History>> {
        let HistoryWork { job, history, kinds, from, calls } = self;
        if let Some(left) = calls {
            if let Some(n) = left.pop() {
                let frame = history.changes[n].frame;
                let trace = past.trace(frame).ok().flatten();
                history.changes[n].call = trace.and_then(|trace| written(&history.subject, &trace));
                return None;
            }
            return Some(Some(history.clone()));
        }
        let step = job.step(past, most, |frame, value| history.add(kinds, frame, value), keep_on);
        match step {
            HistoryStep::More => None,
            HistoryStep::Stopped => Some(None),
            HistoryStep::Whole => {
                history.frames = job.now();
                // Of memory it is known which call wrote it; of a field no call tells.
                let is_memory = history.subject.what.memory().is_some();
                let last = if is_memory { history.before(*from + 1) } else { 0 };
                *calls = Some((last.saturating_sub(CALLS)..last).collect());
                None
            }
        }
    }
}

/// A number in 65536ths; none where it is none that the console could have.
fn height(number: &Number) -> Option<i64> {
    match number.as_i64() {
        Some(whole) => Some(whole.saturating_mul(0x1_0000)),
        None => {
            let text = number.to_string();
            let plain = !text.contains('e') && number.as_u64().is_none();
            Num::tonum(text, 0).filter(|_| plain).map(|number| number.bits().into())
        }
    }
}

/// The last call of a frame that changed what the history is of: the call, and its line.
fn written(subject: &Subject, trace: &Trace) -> Option<Box<str>> {
    let (addr, bytes) = subject.what.memory()?;
    let call = trace.writers(addr, bytes).last().map(|n| &trace.calls[n]);
    let told =
        |call: &rasher::Traced| format!("{}:{} {}", file(call.place.file()), call.place.line(), call.name);
    Some(call.map_or("the machine".into(), |call| told(call).into()))
}

fn file(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default().trim_end_matches(".rs")
}

impl History {
    fn add(&mut self, kinds: &mut Vec<Box<str>>, frame: u64, value: &Value) {
        if self.changes.len() >= MOST {
            self.is_cut = true;
            return;
        }
        let text: Box<str> = match (value, self.subject.what.memory()) {
            (Value::Number(byte), Some(_)) => format!("0x{:02x}", byte.as_u64().unwrap_or_default()).into(),
            (Value::String(text), _) if text.is_empty() => "\"\"".into(),
            _ => short(value).chars().take(LETTERS).collect(),
        };
        let number = match value {
            Value::Number(number) => height(number),
            Value::Bool(truth) => Some(i64::from(*truth)),
            _ => None,
        };
        let kind = match (number, kinds.iter().position(|kind| *kind == text)) {
            (Some(_), _) => 0,
            (None, Some(kind)) => kind,
            (None, None) if kinds.len() < 255 => {
                kinds.push(text.clone());
                kinds.len() - 1
            }
            _ => 255,
        };
        let n = self.changes.len();
        self.range = match (number, self.range) {
            (Some(_), None) if n == 0 => Some((0, 0)),
            (Some(number), Some((low, high))) => Some((
                if Some(number) < self.changes[low].number { n } else { low },
                if Some(number) > self.changes[high].number { n } else { high },
            )),
            _ => None,
        };
        self.changes.push(Change { frame, text, number, kind: kind as u8, call: None });
    }

    fn before(&self, frame: u64) -> usize {
        self.changes.partition_point(|change| change.frame < frame)
    }

    /// The change that made the value what it is at a frame.
    fn at(&self, frame: u64) -> Option<usize> {
        self.before(frame + 1).checked_sub(1)
    }

    /// The frame so many changes on, or back.
    pub(super) fn beyond(&self, now: u64, by: i64) -> Option<u64> {
        let last = self.changes.len().checked_sub(1)?;
        let here = self.at(now).unwrap_or(0);
        // Between two changes the one before is a step back.
        let by = if by < 0 && self.changes[here].frame < now { by + 1 } else { by };
        let to = here.saturating_add_signed(by as isize).min(last);
        Some(self.changes[to].frame)
    }

    /// The changes to the lowest and to the highest value, where all are numbers.
    fn range(&self) -> Option<(&Change, &Change)> {
        self.range.map(|(low, high)| (&self.changes[low], &self.changes[high]))
    }
}

impl Debugger {
    /// The history of what is selected, shown in the panel beside.
    pub(super) fn look_back(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let subject = match (self.page(), &self.history) {
            (Some(DebugPage::History), Some(history)) => history.subject.clone(),
            _ => match self.selected(run) {
                Some(Selected::Field(path)) => Subject::field(Path::parse(&path).ok()?),
                Some(Selected::Byte(addr)) => Subject::byte(addr, format!("mem[0x{addr:04x}]")),
                Some(Selected::Cell { x, y, addr }) => Subject::byte(addr, format!("cell {x} {y}")),
                None => {
                    self.tell("select a field or a byte first", true);
                    return None;
                }
            },
        };
        self.show_beside(DebugPage::History);
        Some(self.history_of(run, subject))
    }

    pub(super) fn history_path(&self) -> Option<String> {
        let subject = self.history.as_ref().map(|history| &history.subject)?;
        subject.what.memory().is_none().then(|| subject.words.clone())
    }

    pub(super) fn remember(&mut self, history: History) {
        self.history = Some(history);
    }

    /// The frame that a step in the history goes to; none where the focus is elsewhere.
    pub(super) fn remembered(&self, run: &Run, by: i64) -> Option<u64> {
        let history = self.history.as_ref().filter(|history| history.branch == run.branch().id)?;
        if self.page() == Some(DebugPage::History) { history.beyond(run.now(), by) } else { None }
    }

    pub(super) fn recall(&mut self, run: &mut Run, by: i64) {
        match self.remembered(run, by) {
            Some(frame) => self.gone(run.goto(frame)),
            None => self.tell("no history of this branch: h in state or memory", true),
        }
    }

    pub(super) fn remembered_at(&self, run: &Run, area: Area, x: i32, y: i32) -> Option<u64> {
        let history = self.history.as_ref().filter(|history| history.branch == run.branch().id)?;
        let place = Place::new(area);
        if (place.strip..place.strip + STRIP).contains(&y) {
            let (first, next) = (place.frame(history, x), place.frame(history, x + 1));
            // The last change of the column, if there is one: a frame is less than a pixel wide.
            let change = history.before(next).checked_sub(1).map(|n| history.changes[n].frame);
            return Some(change.filter(|frame| *frame >= first).unwrap_or(first));
        }
        let row = (y - place.list) / ROW;
        let (first, rows) = place.rows(history, run.now());
        let n = first + usize::try_from(row).ok().filter(|row| y >= place.list && *row < rows)?;
        Some(history.changes.get(n)?.frame)
    }

    /// Notes which call wrote the value that the history has here, once its frame is known.
    pub(super) fn note_call(&mut self, now: u64) {
        // Until the calls of this moment are known, they are those of another one.
        let known = self.moment.as_ref().filter(|moment| moment.has_calls);
        let Some(trace) = known.and_then(|moment| moment.trace.as_ref()) else { return };
        let Some(history) = &mut self.history else { return };
        if let Some(n) = history.at(now)
            && history.changes[n].frame == now
            && history.changes[n].call.is_none()
        {
            history.changes[n].call = written(&history.subject, trace);
        }
    }
}

struct Place {
    w: i32,
    strip: i32,
    list: i32,
    bottom: i32,
}

impl Place {
    fn new(area: Area) -> Place {
        let strip = HEAD + 2 * ROW + 2;
        Place { w: area.w - 1, strip, list: strip + STRIP + 3, bottom: area.h - 1 }
    }

    fn frame(&self, history: &History, x: i32) -> u64 {
        let (x, columns) = (x.clamp(0, self.w) as u64, self.w.max(1) as u64);
        ((history.frames + 1) * x).div_ceil(columns)
    }

    fn column(&self, history: &History, frame: u64) -> i32 {
        (frame.min(history.frames) * self.w.max(1) as u64 / (history.frames + 1)) as i32
    }

    /// The first change that is listed, and how many are.
    fn rows(&self, history: &History, now: u64) -> (usize, usize) {
        let rows = ((self.bottom - self.list) / ROW).max(1) as usize;
        let here = history.at(now).unwrap_or(0);
        let first = here.saturating_sub(rows / 2).min(history.changes.len().saturating_sub(rows));
        (first, rows)
    }
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let (run, place) = (view.run, Place::new(view.area));
    let Some(history) = view.debugger.history.as_ref() else {
        letters::write(p8, "H in state, watch or memory:", 2, HEAD + 1, 13);
        letters::write(p8, "all that it was, frame by frame", 2, HEAD + 1 + ROW, 13);
        return;
    };
    let now = run.now();
    let range = history.range();
    let ends = range.map_or(String::new(), |(low, high)| format!("{}..{}", low.text, high.text));
    let range = range.and_then(|(low, high)| Some((low.number?, high.number?)));
    let x = place.w - letters::width(&ends);
    letters::write(p8, letters::tail(&history.subject.words, x - 6), 2, HEAD + 1, 12);
    letters::write(p8, &ends, x, HEAD + 1, 13);
    if history.branch != run.branch().id {
        letters::write(p8, "of another branch: H looks anew", 2, HEAD + 1 + ROW, 13);
        return;
    }
    let Some(here) = history.at(now) else { return };
    let change = &history.changes[here];
    let fresh = change.frame == now && here > 0;
    let x = letters::write(p8, &change.text, 2, HEAD + 1 + ROW, if fresh { 10 } else { 7 });
    let since = format!("{} {}", if fresh { "now" } else { "since" }, change.frame);
    let left = (place.w - letters::width(&since)).max(x + 6);
    letters::write_until(p8, &since, left, HEAD + 1 + ROW, 13, place.w);
    strip(history, &place, now, range, p8);
    list(history, &place, now, p8);
}

/// The strip: a column for some frames, by the lowest and the highest value in them.
fn strip(history: &History, place: &Place, now: u64, range: Option<(i64, i64)>, p8: &mut Machine) {
    let (top, foot) = (place.strip, place.strip + STRIP - 1);
    p8.rectfill(0, top, place.w - 1, foot, 0);
    let y = |number: i64| match range {
        Some((low, high)) if high > low => {
            let part = i128::from(STRIP - 6) * (i128::from(number) - i128::from(low));
            foot - 4 - (part / (i128::from(high) - i128::from(low))) as i32
        }
        _ => foot - 4,
    };
    let here = place.column(history, now);
    for x in 0..place.w {
        let (first, next) = (place.frame(history, x), place.frame(history, x + 1));
        // What held before counts too: a line goes on from there.
        let (from, to) = (history.at(first).unwrap_or(0), history.before(next.max(first + 1)));
        let values = &history.changes[from..to.max(from + 1)];
        let lived = x <= here;
        match range {
            Some(_) => {
                let heights = values.iter().filter_map(|change| change.number).map(y);
                let (high, low) = heights.fold((foot, top), |(high, low), y| (high.min(y), low.max(y)));
                let last = values.last().and_then(|change| change.number).map_or(foot, y);
                p8.rectfill(x, last.min(low), x, foot - 3, if lived { 1 } else { 0 });
                p8.rectfill(x, high, x, low, if lived { 12 } else { 13 });
            }
            None => {
                let kind = values.last().map_or(0, |change| change.kind);
                let color = COLORS[usize::from(kind) % COLORS.len()];
                p8.rectfill(x, top + 2, x, foot - 3, color);
                if !lived && x % 2 == 0 {
                    p8.rectfill(x, top + 2, x, foot - 3, 0);
                }
            }
        }
        // A tick where something changed, lighter where much did.
        let changed = values.iter().filter(|change| change.frame >= first && change.frame > 0).count();
        if changed > 0 {
            p8.rectfill(x, foot - 1, x, foot, if changed > 1 { 6 } else { 5 });
        }
    }
    p8.line(0, foot - 2, place.w - 1, foot - 2, 1);
    p8.line(here, top, here, foot, 7);
}

fn list(history: &History, place: &Place, now: u64, p8: &mut Machine) {
    let (first, rows) = place.rows(history, now);
    let here = history.at(now);
    for (row, (n, change)) in history.changes.iter().enumerate().skip(first).take(rows).enumerate() {
        let y = place.list + ROW * row as i32;
        let is_here = Some(n) == here;
        if is_here {
            p8.rectfill(0, y, place.w - 1, y + 6, 1);
        }
        let color = match (is_here, change.frame == now, change.frame > now) {
            (true, true, _) => 10,
            (true, ..) => 7,
            (_, _, true) => 13,
            _ => 6,
        };
        let frame = change.frame.to_string();
        letters::write(p8, &frame, 30 - letters::width(&frame), y + 1, if is_here { 7 } else { 13 });
        let left = if change.number.is_none() {
            p8.rectfill(34, y + 1, 36, y + 5, COLORS[usize::from(change.kind) % COLORS.len()]);
            40
        } else {
            34
        };
        let call = change.call.as_deref().unwrap_or_default();
        let end = place.w - letters::width(call);
        letters::write_until(p8, &change.text, left, y + 1, color, end - 4);
        letters::write(p8, call, end, y + 1, if is_here { 6 } else { 13 });
    }
    if history.is_cut {
        letters::write(p8, "and more than are kept", 2, place.bottom - ROW, 8);
    }
}
