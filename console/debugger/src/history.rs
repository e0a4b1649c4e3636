//! Every value a field or a byte has had, as a strip and a list, with a jump to each change.
//!
//! ```text
//! hearts                      0..3      its name, lowest and highest number
//! 2                   since 2018        its value now, and the frame that set it
//! ███████████▄▄▄▄▄▄▄▄▄│▂▂▂▂▂▂▂▂▂▂▂▂     the strip: as wide as the run, numbers by height, anything else by colour
//!   1830  3                             the changes around this moment, those of memory with the call that made them; up and
//! > 2018  2                             down go to the previous and next one
//!   2198  1
//! ```
//!
//! A background search runs the whole branch once to make it (`search.rs`).

use super::machine::call_place;
use super::page::{PanelContext, note};
use super::state::short;
use super::{DebugPage, Debugger};
use rasher::{Machine, Num, Trace};
use serde_json::{Number, Value};
use studio::canvas::{HEAD, ROW};
use studio::{Area, letters};
use timeline::{Condition, HistoryJob, HistoryStep, Past, Path, Run};

/// The most changes listed: an hour of a value that changes in every frame, with some to spare.
const CHANGES_MAX: usize = 1 << 18;
const TEXT_MAX: usize = 60;
/// Changes before the current moment whose calls are found at once. Each takes the way from a key frame and a traced frame, some 10 ms.
const CALLS: usize = 24;
const STRIP: i32 = 26;
pub(super) const COLORS: [i32; 10] = [12, 9, 11, 14, 10, 15, 8, 3, 13, 4];

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Subject {
    pub value: Condition,
    pub label: String,
    /// A field's path, from the object that it is in.
    pub path: Option<Path>,
}

#[derive(Clone, Debug, PartialEq)]
struct ValueChange {
    frame: u64,
    text: Box<str>,
    /// In 65536ths, if it is a number.
    number: Option<i64>,
    /// For other values, a number by order of appearance.
    kind: u8,
    /// The call that made it, once it is known.
    call: Option<Box<str>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ValueHistory {
    pub(super) subject: Subject,
    branch: u32,
    changes: Vec<ValueChange>,
    frames: u64,
    is_cut: bool,
    /// The changes to the lowest and to the highest number, if all values are numbers.
    range: Option<(usize, usize)>,
}

#[derive(Clone, Debug)]
pub(super) struct HistoryWork {
    job: HistoryJob,
    history: ValueHistory,
    kinds: Vec<Box<str>>,
    from: u64,
    calls: Option<Vec<usize>>,
}

impl HistoryWork {
    pub fn new(subject: &Subject, branch: u32, from: u64, past: &Past) -> HistoryWork {
        let job = HistoryJob::new(past, subject.value.clone());
        let (subject, changes) = (subject.clone(), Vec::new());
        let history = ValueHistory { subject, branch, changes, frames: 0, is_cut: false, range: None };
        HistoryWork { job, history, kinds: Vec::new(), from, calls: None }
    }

    /// Runs at most `limit` frames, or finds one call. Returns the finished history, or an inner none if it was cancelled.
    pub fn step(
        &mut self,
        past: &Past,
        limit: u64,
        keep_on: impl FnMut(u64) -> bool,
    ) -> Option<Option<ValueHistory>> {
        let HistoryWork { job, history, kinds, from, calls } = self;
        if let Some(left) = calls {
            if let Some(n) = left.pop() {
                let frame = history.changes[n].frame;
                let trace = past.trace(frame).ok().flatten();
                history.changes[n].call = trace.and_then(|trace| last_writer(&history.subject, &trace));
                return None;
            }
            return Some(Some(history.clone()));
        }
        let step = job.step(past, limit, |frame, value| history.add(kinds, frame, value), keep_on);
        match step {
            HistoryStep::More => None,
            HistoryStep::Stopped => Some(None),
            HistoryStep::Whole => {
                history.frames = job.now();
                // Calls are known to write memory, not fields.
                let is_memory = history.subject.value.memory().is_some();
                let last = if is_memory { history.before(*from + 1) } else { 0 };
                *calls = Some((last.saturating_sub(CALLS)..last).collect());
                None
            }
        }
    }
}

pub(super) fn fixed_point(number: &Number) -> Option<i64> {
    match number.as_i64() {
        Some(whole) => Some(whole.saturating_mul(0x1_0000)),
        None => {
            let text = number.to_string();
            let plain = !text.contains('e') && number.as_u64().is_none();
            Num::tonum(text, 0).filter(|_| plain).map(|number| number.bits().into())
        }
    }
}

fn last_writer(subject: &Subject, trace: &Trace) -> Option<Box<str>> {
    let (addr, bytes) = subject.value.memory()?;
    let call = trace.writers(addr, bytes).last().map(|n| &trace.calls[n]);
    Some(call.map_or("the machine".into(), |call| format!("{} {}", call_place(call), call.name).into()))
}

impl ValueHistory {
    fn add(&mut self, kinds: &mut Vec<Box<str>>, frame: u64, value: &Value) {
        if self.changes.len() >= CHANGES_MAX {
            self.is_cut = true;
            return;
        }
        let text: Box<str> = match (value, self.subject.value.memory()) {
            (Value::Number(byte), Some(_)) => format!("0x{:02x}", byte.as_u64().unwrap_or_default()).into(),
            (Value::String(text), _) if text.is_empty() => "\"\"".into(),
            _ => short(value).chars().take(TEXT_MAX).collect(),
        };
        let number = match value {
            Value::Number(number) => fixed_point(number),
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
        self.changes.push(ValueChange { frame, text, number, kind: kind as u8, call: None });
    }

    fn before(&self, frame: u64) -> usize {
        self.changes.partition_point(|change| change.frame < frame)
    }

    fn at(&self, frame: u64) -> Option<usize> {
        self.before(frame + 1).checked_sub(1)
    }

    fn frame_after(&self, now: u64, by: i64) -> Option<u64> {
        let last = self.changes.len().checked_sub(1)?;
        let here = self.at(now).unwrap_or(0);
        // Between two changes, the previous one is one step back.
        let by = if by < 0 && self.changes[here].frame < now { by + 1 } else { by };
        let to = here.saturating_add_signed(by as isize).min(last);
        Some(self.changes[to].frame)
    }
}

impl Debugger {
    pub(super) fn history_frame(&self, run: &Run, by: i64) -> Option<u64> {
        let history = self.history.as_ref().filter(|history| history.branch == run.branch().id)?;
        if self.page() == Some(DebugPage::History) { history.frame_after(run.now(), by) } else { None }
    }

    pub(super) fn step_history(&mut self, run: &mut Run, by: i64) {
        match self.history_frame(run, by) {
            Some(frame) => self.show_crash(run.goto(frame)),
            None => self.show_error("no history of this branch: press h in state or memory"),
        }
    }

    pub(super) fn history_frame_in(&self, run: &Run, area: Area, x: i32, y: i32) -> Option<u64> {
        let history = self.history.as_ref().filter(|history| history.branch == run.branch().id)?;
        let place = HistoryLayout::new(area);
        if (place.strip..place.strip + STRIP).contains(&y) {
            let (first, next) = (place.frame(history, x), place.frame(history, x + 1));
            // The last change in the column, if any: a frame may be less than a pixel wide.
            let change = history.before(next).checked_sub(1).map(|n| history.changes[n].frame);
            return Some(change.filter(|frame| *frame >= first).unwrap_or(first));
        }
        let row = (y - place.list) / ROW;
        let (first, rows) = place.rows(history, run.now());
        let n = first + usize::try_from(row).ok().filter(|row| y >= place.list && *row < rows)?;
        Some(history.changes.get(n)?.frame)
    }

    pub(super) fn note_call(&mut self, now: u64) {
        let known = self.moment.as_ref().filter(|moment| moment.has_calls);
        let Some(trace) = known.and_then(|moment| moment.trace.as_ref()) else { return };
        let Some(history) = &mut self.history else { return };
        if let Some(n) = history.at(now)
            && history.changes[n].frame == now
            && history.changes[n].call.is_none()
        {
            history.changes[n].call = last_writer(&history.subject, trace);
        }
    }
}

struct HistoryLayout {
    w: i32,
    strip: i32,
    list: i32,
    bottom: i32,
}

impl HistoryLayout {
    fn new(area: Area) -> HistoryLayout {
        let strip = HEAD + 2 * ROW + 2;
        HistoryLayout { w: area.w - 1, strip, list: strip + STRIP + 3, bottom: area.h - 1 }
    }

    fn frame(&self, history: &ValueHistory, x: i32) -> u64 {
        let (x, columns) = (x.clamp(0, self.w) as u64, self.w.max(1) as u64);
        ((history.frames + 1) * x).div_ceil(columns)
    }

    fn column(&self, history: &ValueHistory, frame: u64) -> i32 {
        (frame.min(history.frames) * self.w.max(1) as u64 / (history.frames + 1)) as i32
    }

    fn rows(&self, history: &ValueHistory, now: u64) -> (usize, usize) {
        let rows = ((self.bottom - self.list) / ROW).max(1) as usize;
        let here = history.at(now).unwrap_or(0);
        let first = here.saturating_sub(rows / 2).min(history.changes.len().saturating_sub(rows));
        (first, rows)
    }
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let (run, place) = (view.run, HistoryLayout::new(view.area));
    let Some(history) = view.debugger.history.as_ref() else {
        return note(p8, &["press h in state or memory", "to list all values in the run"]);
    };
    let now = run.now();
    let range = history.range.map(|(low, high)| (&history.changes[low], &history.changes[high]));
    let ends = range.map_or(String::new(), |(low, high)| format!("{}..{}", low.text, high.text));
    let range = range.and_then(|(low, high)| Some((low.number?, high.number?)));
    let x = place.w - letters::width(&ends);
    letters::write(p8, letters::tail(&history.subject.label, x - 6), 2, HEAD + 1, 12);
    letters::write(p8, &ends, x, HEAD + 1, 13);
    if history.branch != run.branch().id {
        letters::write(p8, "of another branch: h updates it", 2, HEAD + 1 + ROW, 13);
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

fn strip(
    history: &ValueHistory,
    place: &HistoryLayout,
    now: u64,
    range: Option<(i64, i64)>,
    p8: &mut Machine,
) {
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
        // The value before the column counts too, so that the line has no gap.
        let (from, to) = (history.at(first).unwrap_or(0), history.before(next.max(first + 1)));
        let values = &history.changes[from..to.max(from + 1)];
        let is_past = x <= here;
        match range {
            Some(_) => {
                let heights = values.iter().filter_map(|change| change.number).map(y);
                let (high, low) = heights.fold((foot, top), |(high, low), y| (high.min(y), low.max(y)));
                let last = values.last().and_then(|change| change.number).map_or(foot, y);
                p8.rectfill(x, last.min(low), x, foot - 3, if is_past { 1 } else { 0 });
                p8.rectfill(x, high, x, low, if is_past { 12 } else { 13 });
            }
            None => {
                let kind = values.last().map_or(0, |change| change.kind);
                let color = COLORS[usize::from(kind) % COLORS.len()];
                p8.rectfill(x, top + 2, x, foot - 3, color);
                if !is_past && x % 2 == 0 {
                    p8.rectfill(x, top + 2, x, foot - 3, 0);
                }
            }
        }
        // A tick for a change, lighter for several.
        let changed = values.iter().filter(|change| change.frame >= first && change.frame > 0).count();
        if changed > 0 {
            p8.rectfill(x, foot - 1, x, foot, if changed > 1 { 6 } else { 5 });
        }
    }
    p8.line(0, foot - 2, place.w - 1, foot - 2, 1);
    p8.line(here, top, here, foot, 7);
}

fn list(history: &ValueHistory, place: &HistoryLayout, now: u64, p8: &mut Machine) {
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
        letters::write(p8, "later changes left out", 2, place.bottom - ROW, 8);
    }
}
