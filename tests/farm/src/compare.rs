//! Two runs of one cart: where their pictures, printed lines and sounds first differ.
//!
//! ```text
//! ours     0 1 2 3 4 5 6 7 8 9          offset   ticks to add so that most of the first frames are equal
//! theirs     0 1 2 3 . 4 5 6 7 X        slip     a lasting delay: both go on with equal pictures afterwards
//!                    └ slip 1   └ first difference: it lasts, or it is one picture only
//! ```
//!
//! Engines start at different ticks and take different times to load, so a cart that is slow at its start or draws twice
//! is not reported as a difference. What a slip hides is listed with the row.

use crate::calibrate::{Calibration, Timing};
use crate::carts::TIMELINE;
use crate::run_file::{Picture, Run};
use crate::sound::SoundDifference;
use rasher::{Digest, PIXELS, SIDE};

/// Ticks before and after the calibrated start that are tried.
const EARLIER: isize = 12;
const LATER: isize = 150;
/// Frames from which the offset is found.
const START: usize = 240;
/// Frames that another offset must have more than the calibrated one: two still pictures at the start are no evidence.
const CLEARLY: usize = 4;
/// Most ticks of a slip, and the frames that must be equal after it.
const SLIP: isize = 24;
const AFTER_SLIP: usize = 8;
/// Frames that may differ and be followed by equal ones: a flicker.
const FLICKER: usize = 3;
/// Frames at the end whose printed lines may be missing.
const END: usize = 12;

/// A picture that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Our frame, and their tick.
    pub frame: usize,
    pub tick: usize,
    /// Not 0 where they differ.
    pub pixels: Picture,
    pub count: usize,
    /// The first differing pixel, ours and theirs.
    pub at: (usize, usize),
    pub colours: [u8; 2],
    /// Whether later frames are equal again.
    pub flickers: bool,
}

/// The first line that theirs lack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineDifference {
    pub frame: usize,
    pub ours: String,
    /// Their next line.
    pub theirs: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    pub frames: usize,
    /// Frames with equal pictures.
    pub equal: usize,
    pub offset: isize,
    /// Our frame and the ticks.
    pub slips: Vec<(usize, isize)>,
    pub picture: Option<Difference>,
    pub line: Option<LineDifference>,
    pub sound: Option<SoundDifference>,
    /// The first frame in which other sounds play, with both lists.
    pub playing: Option<(usize, String, String)>,
    /// The first frame in which the random generators differ.
    pub generator: Option<usize>,
    /// Whether their picture never changed while ours did.
    pub is_still: bool,
}

/// Digests of a run's pictures, without the hidden pixels.
struct Shown<'a> {
    run: &'a Run,
    digests: Vec<u64>,
}

impl<'a> Shown<'a> {
    fn new(run: &'a Run, hidden: &Picture) -> Shown<'a> {
        let digest = |picture: &Picture| {
            let mut seen = picture.clone();
            seen.iter_mut().zip(hidden.iter()).filter(|(_, hides)| **hides != 0).for_each(|(it, _)| *it = 0);
            Digest::of(&seen[..])
        };
        Shown { run, digests: run.pictures.iter().map(digest).collect() }
    }

    fn at(&self, tick: isize) -> Option<u64> {
        let tick = self.run.ticks.get(usize::try_from(tick).ok()?)?;
        self.digests.get(tick.picture).copied()
    }
}

struct Pair<'a> {
    ours: Shown<'a>,
    theirs: Shown<'a>,
    timing: Timing,
}

impl Pair<'_> {
    fn tick(&self, frame: usize, shift: isize) -> isize {
        self.timing.tick(frame) as isize + shift
    }

    /// Whether a frame's pictures are equal; none beyond the end of either run.
    fn equal(&self, frame: usize, shift: isize) -> Option<bool> {
        Some(self.ours.at(frame as isize)? == self.theirs.at(self.tick(frame, shift))?)
    }

    fn all_equal(&self, from: usize, frames: usize, shift: isize) -> bool {
        (from..from + frames).all(|frame| self.equal(frame, shift).unwrap_or(frame > from))
    }

    fn offset(&self) -> isize {
        let equal = |shift: isize| (0..START).filter(|frame| self.equal(*frame, shift) == Some(true)).count();
        // The last of the largest is taken, so the nearest to 0 comes last.
        let mut shifts: Vec<isize> = (-EARLIER..=LATER).collect();
        shifts.sort_by_key(|shift| -shift.abs());
        let best = shifts.into_iter().max_by_key(|shift| equal(*shift)).unwrap_or(0);
        if equal(best) > equal(0) + CLEARLY { best } else { 0 }
    }
}

/// Compares a run of ours with one of another engine's.
pub fn compare(ours: &Run, theirs: &Run, calibration: &Calibration, fps: u8) -> Comparison {
    let hidden = &calibration.hidden;
    let timing = calibration.at(fps);
    let pair = Pair { ours: Shown::new(ours, hidden), theirs: Shown::new(theirs, hidden), timing };
    let mut found = Comparison { offset: pair.offset(), ..Comparison::default() };
    let mut shift = found.offset;
    // An engine that is earlier than its calibration has no tick for the first frames.
    let mut frame = (0..ours.ticks.len()).find(|frame| pair.tick(*frame, shift) >= 0).unwrap_or(0);
    while let Some(equal) = pair.equal(frame, shift) {
        found.frames = frame + 1;
        if equal {
            found.equal += 1;
        } else if found.picture.as_ref().is_none_or(|first| first.flickers) {
            let slips = (1..=SLIP).flat_map(|ticks| [ticks, -ticks]);
            let slip = slips.into_iter().find(|ticks| pair.all_equal(frame, AFTER_SLIP, shift + ticks));
            let again = (1..=FLICKER).find(|after| pair.all_equal(frame + after, AFTER_SLIP, shift));
            if let (Some(ticks), true) = (slip, again.is_none() || changes(&pair, frame)) {
                found.slips.push((frame, ticks));
                shift += ticks;
                found.equal += 1;
            } else if found.picture.is_none() || again.is_none() {
                found.picture = difference(&pair, hidden, frame, shift, again.is_some());
            }
        }
        frame += 1;
    }
    let still = |run: &Run| run.pictures.len() <= 2;
    found.is_still = still(theirs) && !still(ours) && ours.pictures.len() > 4;
    found.line = line_difference(ours, theirs);
    let levels = |run: &Run, tick: &dyn Fn(usize) -> isize, step: usize| -> Vec<u16> {
        let at = |frame: usize| (0..step).filter_map(move |n| usize::try_from(tick(frame) + n as isize).ok());
        (0..found.frames)
            .map(|frame| at(frame).filter_map(|tick| Some(run.ticks.get(tick)?.level)).max().unwrap_or(0))
            .collect()
    };
    let our_levels = levels(ours, &|frame| frame as isize, 1);
    let their_levels = levels(theirs, &|frame| pair.tick(frame, found.offset), timing.step);
    found.sound = SoundDifference::between(&our_levels, &their_levels);
    let (playing, generator) = timelines(ours, theirs, found.frames);
    found.playing = playing;
    found.generator = generator;
    found
}

/// Whether our picture changes within the frames after this one: else a slip is no evidence.
fn changes(pair: &Pair, frame: usize) -> bool {
    let now = pair.ours.at(frame as isize);
    (frame..frame + AFTER_SLIP).any(|at| pair.ours.at(at as isize) != now)
}

fn difference(
    pair: &Pair,
    hidden: &Picture,
    frame: usize,
    shift: isize,
    flickers: bool,
) -> Option<Difference> {
    let tick = usize::try_from(pair.tick(frame, shift)).ok()?;
    let (ours, theirs) = (pair.ours.run.picture(frame)?, pair.theirs.run.picture(tick)?);
    let mut pixels: Picture = Box::new([0; PIXELS]);
    for at in (0..PIXELS).filter(|at| ours[*at] != theirs[*at] && hidden[*at] == 0) {
        pixels[at] = 1;
    }
    let first = pixels.iter().position(|it| *it != 0)?;
    let count = pixels.iter().filter(|it| **it != 0).count();
    let colours = [ours[first], theirs[first]];
    Some(Difference { frame, tick, pixels, count, at: (first % SIDE, first / SIDE), colours, flickers })
}

fn is_timeline(line: &str) -> bool {
    line.starts_with(TIMELINE)
}

/// The first of our lines that theirs lack, in order. Engines print lines of their own, which are passed over.
fn line_difference(ours: &Run, theirs: &Run) -> Option<LineDifference> {
    let mut rest = theirs.lines.iter().filter(|(_, line)| !is_timeline(line)).peekable();
    for (frame, line) in ours.lines.iter().filter(|(_, line)| !is_timeline(line)) {
        let mut ahead = rest.clone();
        if ahead.any(|(_, other)| other.trim_end() == line.trim_end()) {
            rest = ahead;
        } else if frame + END < ours.ticks.len() {
            let theirs = rest.peek().map(|(_, line)| line.clone());
            return Some(LineDifference { frame: *frame, ours: line.clone(), theirs });
        }
    }
    None
}

/// The sounds that play and the generator's state by frame of the cart, from the lines of the timeline.
fn timeline(run: &Run, frames: usize) -> Vec<(usize, String, String)> {
    let mut all: Vec<(usize, String, String)> = Vec::new();
    let mut now = (0, String::new(), String::new());
    for (_, line) in run.lines.iter().filter(|(_, line)| is_timeline(line)) {
        let mut words = line[TIMELINE.len()..].splitn(2, ' ');
        let Some(frame) = words.next().and_then(|it| it.parse::<usize>().ok()) else { continue };
        let Some((sounds, generator)) = words.next().and_then(|rest| rest.rsplit_once(' ')) else { continue };
        while all.len() < frame.min(frames) {
            all.push(now.clone());
        }
        now = (frame, sounds.into(), generator.into());
    }
    all
}

type Playing = Option<(usize, String, String)>;

/// The first frames in which other sounds play, for longer than two frames, and in which the generators differ.
fn timelines(ours: &Run, theirs: &Run, frames: usize) -> (Playing, Option<usize>) {
    let (a, b) = (timeline(ours, frames), timeline(theirs, frames));
    let both: Vec<usize> = (0..a.len().min(b.len())).collect();
    let lasting = both.windows(3).find(|at| at.iter().all(|at| a[*at].1 != b[*at].1)).map(|at| at[0]);
    let playing = lasting.map(|at| (at, a[at].1.clone(), b[at].1.clone()));
    let keeps = b.iter().any(|it| !it.2.is_empty() && it.2 != "0x0000.0000");
    (playing, both.into_iter().find(|at| keeps && a[*at].2 != b[*at].2))
}
