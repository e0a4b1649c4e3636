//! The instant replay: the end of a run at half speed, from the run's past, on a console of its own. A recording that is watched
//! is shown likewise, but as a whole, at full speed, and a press continues it from the frame that is shown.
//!
//! ```text
//! begins          |x   x xx  x  x   (nothing held)   x  x x xx  over .|      x  a press
//!                         └── from here: ten presses; at least 10 seconds, at most 30 shown
//!                                   └─── skipped ───┘                 . one second more, if it was played
//! ```
//!
//! A press counts as a turn, since the console knows no other. Pauses of more than two seconds are shortened, so that ten turns of
//! a slow player do not take ten minutes. The last three seconds are shown in full: the player may die without a press.

use crate::pace::Pace;
use rasher::{Console, Input};
use std::ops::Range;
use std::time::Duration;
use timeline::{Crash, Past, Playback, Run};

const PRESSES: usize = 10;
/// Seconds shown: at least, at most.
const SECONDS: (u64, u64) = (10, 30);
/// Only presses within these seconds before the end count.
const WITHIN: u64 = 300;
/// Seconds shown of a pause.
const PAUSE: u64 = 2;
/// Seconds before the end that are never skipped, and seconds after it.
const LAST: u64 = 3;
const AFTER: u64 = 1;

#[derive(Clone, Debug)]
pub(crate) struct InstantReplay {
    branch: u32,
    playback: Playback,
    from: u64,
    to: u64,
    skips: Vec<Range<u64>>,
    pace: Pace,
    shown: bool,
    whole: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ReplayTick {
    Waiting,
    Frame(Vec<i16>),
    Over,
}

fn is_busy(input: &Input) -> bool {
    input.players != [0; 8] || input.mouse.buttons != 0 || input.keys != rasher::Keys::default()
}

fn cut(first: u64, inputs: &[Input], fps: u64) -> (u64, Vec<Range<u64>>) {
    let end = first + inputs.len() as u64;
    let busy: Vec<bool> = inputs.iter().map(is_busy).collect();
    let presses =
        (0..busy.len()).rev().filter(|at| busy[*at] && (*at == 0 || inputs[*at] != inputs[*at - 1]));
    let pressed = presses.take(PRESSES).last().map_or(end, |at| first + at as u64);
    // Half a second before the first press.
    let from = pressed.saturating_sub(fps / 2).min(end.saturating_sub(SECONDS.0 * fps)).max(first);
    let last = end.saturating_sub(LAST * fps);
    let mut skips = Vec::new();
    let mut idle = from;
    for at in from..end {
        if busy[(at - first) as usize] {
            // Half a second before the next press is shown.
            let skip = idle + PAUSE * fps..at.saturating_sub(fps / 2).min(last);
            skips.extend((skip.start < skip.end).then_some(skip));
            idle = at + 1;
        }
    }
    let skip = idle + PAUSE * fps..last;
    skips.extend((skip.start < skip.end).then_some(skip));
    // At most the last 30 seconds, for a player who presses all the time.
    let (mut from, mut seen) = (from, SECONDS.1 * fps);
    for at in (from..end).rev().filter(|at| !skips.iter().any(|skip| skip.contains(at))) {
        seen -= 1;
        if seen == 0 {
            from = at;
            break;
        }
    }
    (from, skips)
}

impl InstantReplay {
    pub fn new(run: &Run, now: Duration) -> Option<InstantReplay> {
        let (begin, end) = run.ended()?;
        let fps = u64::from(run.console().fps());
        let past = &run.branch().past;
        let first = begin.max(end.saturating_sub(WITHIN * fps));
        let inputs: Vec<Input> = past.inputs_after(first).take((end - first) as usize).collect();
        let (from, skips) = cut(first, &inputs, fps);
        let to = (end + AFTER * fps).min(run.now());
        let pace = Pace::new((fps / 2) as u8, now);
        let playback = past.walk(from);
        let branch = run.branch().id;
        Some(InstantReplay { branch, playback, from, to, skips, pace, shown: false, whole: false })
    }

    /// The run from its start to where it is.
    pub fn whole(run: &Run, now: Duration) -> InstantReplay {
        InstantReplay {
            branch: run.branch().id,
            playback: run.branch().past.walk(0),
            from: 0,
            to: run.now(),
            skips: Vec::new(),
            pace: Pace::new(run.console().fps(), now),
            shown: false,
            whole: true,
        }
    }

    /// The frame that is shown and the last one, of a whole run.
    pub fn watched(&self) -> Option<(u64, u64)> {
        self.whole.then(|| (self.playback.now(), self.to))
    }

    pub fn console(&self) -> Option<&Console> {
        self.shown.then(|| self.playback.console())
    }

    pub fn next(&self) -> Duration {
        self.pace.next()
    }

    pub fn tick(&mut self, run: &Run, now: Duration, slice: u64) -> Result<ReplayTick, Crash> {
        let past = match run.branch() {
            branch if branch.id == self.branch => &branch.past,
            _ => return Ok(ReplayTick::Over),
        };
        if self.pace.due(now) == 0 {
            return Ok(ReplayTick::Waiting);
        }
        let at = self.playback.now();
        if let Some(skip) = self.skips.iter().find(|skip| skip.contains(&at) && at >= self.from) {
            self.from = skip.end;
            self.playback = past.walk(skip.end);
        }
        // From the nearest key frame to the next frame to show, as far as the slice allows.
        let mut left = slice;
        while left > 0 && self.playback.now() < self.from {
            self.step(past)?;
            left -= 1;
        }
        if self.playback.now() >= self.to {
            return Ok(ReplayTick::Over);
        }
        if self.playback.now() < self.from {
            return Ok(ReplayTick::Waiting);
        }
        self.step(past)?;
        self.shown = true;
        let samples = self.playback.console().machine().samples().iter();
        Ok(ReplayTick::Frame(samples.flat_map(|sample| [*sample; 2]).collect()))
    }

    fn step(&mut self, past: &Past) -> Result<(), Crash> {
        self.playback.step(past, 1, |_, _| true).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::button;

    type Case<'a> = (u64, &'a [u64], u64, Option<(u64, u64)>);

    fn inputs(frames: u64, pressed: &[u64]) -> Vec<Input> {
        let of = |at| Input::buttons(if pressed.contains(&at) { button::O } else { 0 });
        (0..frames).map(of).collect()
    }

    #[test]
    fn ten_presses_are_shown_and_pauses_are_skipped() {
        // Our decision. 10 frames a second make the numbers short.
        let cases: [Case<'_>; 6] = [
            (300, &[], 200, Some((220, 270))),
            (50, &[20], 0, None),
            // Twelve presses: from half a second before the tenth-last.
            (400, &[100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 360, 390], 115, Some((211, 355))),
            // Ten within the last ten seconds: ten seconds.
            (300, &[201, 210, 220, 230, 240, 250, 260, 270, 280, 290, 299], 200, None),
            (400, &[150, 395], 145, Some((171, 370))),
            (400, &[395], 300, Some((320, 370))),
        ];
        for (n, (frames, pressed, from, skips)) in cases.into_iter().enumerate() {
            let found = cut(1_000, &inputs(frames, pressed), 10);
            let skips = skips.iter().map(|(start, end)| start + 1_000..end + 1_000);
            assert_eq!(found, (from + 1_000, skips.collect()), "case {n}");
        }
    }
}
