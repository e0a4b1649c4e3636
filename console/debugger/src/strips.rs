//! What happened when in a branch: the cost of its frames, buttons, sounds, prints, warnings, watched values.
//!
//! ```text
//! frames 1, 2, ... ── a slice at a time ──> columns of 1, 2, 4, ... frames: when there are too many, two become one
//!
//! a longer run     the pass continues where it ended        a new branch     keeps the columns before it
//! other watches    a pass from the start; the columns of the pass before are shown until it is as far
//! ```
//!
//! An hour costs one replay and at most some 700 KB.

use super::history::fixed_point;
use super::state::short;
use rasher::{Console, Effect, Input};
use serde_json::Value;
use timeline::{Condition, Playback, Recording, Run};

/// Twice the pixels of the widest canvas of a common window.
const COLUMNS: usize = 2048;
const DEAREST: usize = 100;
const WATCHED: usize = 8;
const TEXT_MAX: usize = 60;
/// The bit of music in a mark of sounds, after those of the channels.
pub const MUSIC: u8 = 1 << 4;

/// The events of a kind in a column: frame and text of the first, their number, and their buttons or channels as bits,
/// [`MUSIC`] for music.
#[derive(Clone, Debug)]
pub struct Mark {
    pub frame: u64,
    pub count: u32,
    pub bits: u8,
    pub text: Box<str>,
}

/// The values of a watched expression.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The least and greatest, in 65536ths, if all are numbers.
    pub range: Option<(i64, i64)>,
    /// For other values, a number made of its text.
    pub kind: u8,
    pub changed: Option<u64>,
}

#[derive(Clone, Debug, Default)]
pub struct Column {
    /// The dearest frame: thousandths of its budget, and its number.
    pub cost: (u64, u64),
    pub held: u8,
    /// Presses, sounds, prints, warnings.
    pub marks: [Option<Mark>; 4],
    pub values: Vec<Sample>,
}

impl Column {
    fn join(&mut self, later: Column) {
        if later.cost.0 > self.cost.0 {
            self.cost = later.cost;
        }
        self.held |= later.held;
        for (mark, later) in self.marks.iter_mut().zip(later.marks) {
            match (mark.as_mut(), later) {
                (Some(mark), Some(later)) => {
                    (mark.count, mark.bits) =
                        (mark.count.saturating_add(later.count), mark.bits | later.bits);
                }
                (None, later) => *mark = later,
                (Some(_), None) => {}
            }
        }
        for (value, later) in self.values.iter_mut().zip(later.values) {
            let range = value.range.zip(later.range);
            value.range = range.map(|((low, high), (a, b))| (low.min(a), high.max(b)));
            (value.kind, value.changed) = (later.kind, value.changed.or(later.changed));
        }
    }
}

/// What the next frame's events are found by.
#[derive(Clone, Debug, Default)]
struct Before {
    held: u8,
    effects: [Option<(u8, u32)>; 4],
    music: Option<u8>,
    values: Vec<Value>,
}

#[derive(Clone, Debug, Default)]
pub struct Strips {
    branch: Option<u32>,
    /// The part of the branch that a whole pass has run, to be recognised when the debugger opens again.
    known: Option<Recording>,
    pub watched: Vec<(String, Option<Condition>)>,
    walk: Option<Playback>,
    reached: u64,
    /// Frames of a column.
    pub per: u64,
    pub columns: Vec<Column>,
    /// The least and greatest number of each watch.
    pub ranges: Vec<Option<(i64, i64)>>,
    /// Thousandths of the budget and frame, the dearest first.
    pub dearest: Vec<(u64, u64)>,
    before: Before,
    /// Those of the pass before, while this one is not as far.
    older: Option<Box<Strips>>,
}

impl Strips {
    /// Those to keep when the debugger is closed. The run may be another one when it opens again.
    pub fn kept(&self) -> Strips {
        Strips { branch: None, walk: None, older: None, ..self.clone() }
    }

    pub fn shown(&self) -> &Strips {
        self.older.as_deref().unwrap_or(self)
    }

    /// Runs at most `limit` frames. None if the whole branch is known, else whether it is now.
    pub fn step(&mut self, run: &Run, watched: &[String], limit: u64) -> Option<bool> {
        self.begin(run, watched);
        let (past, head) = (&run.branch().past, run.branch().head());
        if self.reached >= head {
            return None;
        }
        let mut walk = self.walk.take().unwrap_or_else(|| past.walk(self.reached));
        let mut inputs = past.inputs_after(self.reached);
        let limit = limit.min(head.saturating_sub(walk.now()));
        let walked = walk.step_with_effects(past, limit, |frame, console, effects| {
            if frame > self.reached {
                self.add(frame, console, effects, &inputs.next().unwrap_or_default());
                self.reached = frame;
            }
            true
        });
        // A frame that fails here did so when it was played: the branch ends before it.
        let ended = walked.is_err() || self.reached >= head;
        if ended {
            self.reached = head;
            self.known = Some(past.recording().before(head, past.recording()));
        } else {
            self.walk = Some(walk);
        }
        if self.older.as_ref().is_some_and(|older| ended || older.reached <= self.reached) {
            self.older = None;
        }
        Some(ended)
    }

    /// Keeps what belongs to this branch and these watches.
    fn begin(&mut self, run: &Run, watched: &[String]) {
        let (branch, recording) = (run.branch(), run.branch().past.recording());
        if self.branch != Some(branch.id) {
            let from = match (self.branch, branch.parent, &self.known) {
                (Some(id), Some((parent, from)), _) if id == parent => from,
                (None, _, Some(known)) => {
                    let same = recording.checks().starts_with(known.checks());
                    if same && recording.begins_with(known) { known.frames() } else { 0 }
                }
                _ => 0,
            };
            self.cut(from);
            (self.branch, self.known, self.older) = (Some(branch.id), None, None);
        }
        let watched = &watched[..watched.len().min(WATCHED)];
        if self.watched.iter().map(|(text, _)| text).ne(watched) {
            let mut older = std::mem::replace(self, Strips { branch: self.branch, ..Strips::default() });
            self.watched = watched.iter().map(|text| (text.clone(), Condition::parse(text).ok())).collect();
            self.older = older.older.take().or(Some(Box::new(older)));
        }
        self.per = self.per.max(1);
    }

    /// Forgets what comes after a frame, by whole columns.
    fn cut(&mut self, frame: u64) {
        let count = frame.min(self.reached).checked_div(self.per).unwrap_or(0);
        self.columns.truncate(count as usize);
        self.reached = count * self.per;
        let reached = self.reached;
        self.dearest.retain(|(_, frame)| *frame <= reached);
        (self.walk, self.before) = (None, Before::default());
    }

    fn add(&mut self, frame: u64, console: &Console, effects: &[Effect], input: &Input) {
        let usage = console.machine().usage();
        let cost = usage.thousandths(usage.update + usage.draw);
        let mark = |count: usize, bits: u8, text: String| {
            let text = text.chars().take(TEXT_MAX).collect::<String>().into();
            (count > 0).then_some(Mark { frame, count: count as u32, bits, text })
        };
        let held = input.players.iter().fold(0, |all, held| all | held);
        let pressed = held & !self.before.held;
        let sounds = console.machine().effects_playing();
        let (mut channels, mut started) = (0, Vec::new());
        for (n, (old, new)) in self.before.effects.iter().zip(&sounds).enumerate() {
            if let Some((sfx, ticks)) = new
                && old.is_none_or(|(old, before)| old != *sfx || *ticks < before)
            {
                channels |= 1 << n;
                started.push(format!("sfx {sfx}"));
            }
        }
        let music = console.machine().music_playing();
        if let Some(pattern) = music.filter(|_| music != self.before.music) {
            channels |= MUSIC;
            started.push(format!("music {pattern}"));
        }
        let of = |text: fn(&Effect) -> Option<String>| {
            let all: Vec<String> = effects.iter().filter_map(text).collect();
            mark(all.len(), 0, all.into_iter().next().unwrap_or_default())
        };
        let printed = of(|effect| match effect {
            Effect::Print(text) | Effect::PrintTo { text, .. } => Some(text.clone()),
            _ => None,
        });
        let warned = of(|effect| match effect {
            Effect::Limit(exceeded) => Some(exceeded.to_string()),
            Effect::Missing(file) => Some(format!("no file {file}")),
            _ => None,
        });
        let values: Vec<Value> = self
            .watched
            .iter()
            .map(|(_, value)| value.as_ref().map_or(Value::Null, |value| value.value(console)))
            .collect();
        let sample = |(n, value): (usize, &Value)| {
            let number = match value {
                Value::Number(number) => fixed_point(number),
                _ => None,
            };
            Sample {
                range: number.map(|number| (number, number)),
                kind: short(value).bytes().fold(0, u8::wrapping_add),
                changed: self.before.values.get(n).is_some_and(|old| old != value).then_some(frame),
            }
        };
        let column = Column {
            cost: (cost, frame),
            held,
            marks: [
                mark(pressed.count_ones() as usize, pressed, String::new()),
                mark(started.len(), channels, started.join(" ")),
                printed,
                warned,
            ],
            values: values.iter().enumerate().map(sample).collect(),
        };
        self.ranges.resize(column.values.len(), None);
        for (range, value) in self.ranges.iter_mut().zip(&column.values) {
            let both = range.zip(value.range).map(|((low, high), (a, b))| (low.min(a), high.max(b)));
            *range = both.or(*range).or(value.range);
        }
        self.before = Before { held, effects: sounds, music, values };
        self.rank(cost, frame);
        if (frame - 1) / self.per >= COLUMNS as u64 {
            self.per *= 2;
            let mut all = std::mem::take(&mut self.columns).into_iter();
            while let Some(mut first) = all.next() {
                if let Some(second) = all.next() {
                    first.join(second);
                }
                self.columns.push(first);
            }
        }
        match self.columns.get_mut(((frame - 1) / self.per) as usize) {
            Some(known) => known.join(column),
            None => self.columns.push(column),
        }
    }

    fn rank(&mut self, cost: u64, frame: u64) {
        let at = self.dearest.partition_point(|(other, _)| *other >= cost);
        if at < DEAREST {
            self.dearest.insert(at, (cost, frame));
            self.dearest.truncate(DEAREST);
        }
    }
}
