//! The end of a run seen again, at half speed, from the run's own past; the run itself stands where it is.
//!
//! ```text
//! begins          |x   x xx  x  x   (stillness)   x  x x xx  over .|      x  a press
//!                         └── from here: ten presses; at least ten seconds, at most thirty that are seen
//!                                   └─ passed over ─┘                 . a second more, as far as it was played
//! ```
//!
//! A turn is a press: the console knows no other. Where nobody did anything for two seconds and longer, the rest of that time is
//! passed over, so ten turns of somebody who thinks are no ten minutes; the last three seconds are whole, since what comes to who
//! stands still is what kills. It runs frames of the past on a console of its own and knows nothing of who looks on.

use crate::pace::Pace;
use rasher::{Console, Input};
use std::ops::Range;
use std::time::Duration;
use timeline::{Crash, Past, Playback, Run};

/// Presses that are seen again.
const PRESSES: usize = 10;
/// Seconds that are seen again: at least, at most. Seconds in which presses are looked for.
const SECONDS: (u64, u64) = (10, 30);
const WITHIN: u64 = 300;
/// Seconds of stillness that are seen; those before the end that are never passed over; those after it.
const STILL: u64 = 2;
const LAST: u64 = 3;
const AFTER: u64 = 1;

/// An end that is being watched.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    branch: u32,
    playback: Playback,
    /// The next frame that is to be seen, or an earlier one.
    from: u64,
    to: u64,
    /// Frames that are passed over.
    skips: Vec<Range<u64>>,
    pace: Pace,
    /// Is there a picture of it?
    shown: bool,
}

/// What a tick of it came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Watched {
    /// Nothing is due.
    Nothing,
    /// Another moment is to be seen, with these samples.
    Frame(Vec<i16>),
    Over,
}

/// Is something held in that input?
fn is_busy(input: &Input) -> bool {
    input.players != [0; 8] || input.mouse.buttons != 0 || input.keys != rasher::Keys::default()
}

/// From which frame on an end is seen, and what of it is passed over. `inputs`: those of the frames from `first` to the end.
fn cut(first: u64, inputs: &[Input], fps: u64) -> (u64, Vec<Range<u64>>) {
    let end = first + inputs.len() as u64;
    let busy: Vec<bool> = inputs.iter().map(is_busy).collect();
    let presses =
        (0..busy.len()).rev().filter(|at| busy[*at] && (*at == 0 || inputs[*at] != inputs[*at - 1]));
    let pressed = presses.take(PRESSES).last().map_or(end, |at| first + at as u64);
    // A look at where it begins.
    let from = pressed.saturating_sub(fps / 2).min(end.saturating_sub(SECONDS.0 * fps)).max(first);
    let last = end.saturating_sub(LAST * fps);
    let mut skips = Vec::new();
    let mut quiet = from;
    for at in from..end {
        if busy[(at - first) as usize] {
            // Half a second before what follows is seen as well.
            let skip = quiet + STILL * fps..at.saturating_sub(fps / 2).min(last);
            skips.extend((skip.start < skip.end).then_some(skip));
            quiet = at + 1;
        }
    }
    let skip = quiet + STILL * fps..last;
    skips.extend((skip.start < skip.end).then_some(skip));
    // Who is busy all the time sees the last of it.
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

impl Watch {
    /// The end of the run that is over where it stands; none where it is not.
    pub fn of(run: &Run, now: Duration) -> Option<Watch> {
        let (begin, end) = run.ended()?;
        let fps = u64::from(run.console().fps());
        let past = &run.branch().past;
        let first = begin.max(end.saturating_sub(WITHIN * fps));
        let inputs: Vec<Input> = past.inputs_after(first).take((end - first) as usize).collect();
        let (from, skips) = cut(first, &inputs, fps);
        let to = (end + AFTER * fps).min(run.now());
        let pace = Pace::new((fps / 2) as u8, now);
        Some(Watch {
            branch: run.branch().id,
            playback: past.walk(from),
            from,
            to,
            skips,
            pace,
            shown: false,
        })
    }

    /// The moment that is seen, once there is one.
    pub fn console(&self) -> Option<&Console> {
        self.shown.then(|| self.playback.console())
    }

    /// When the next frame is due.
    pub fn next(&self) -> Duration {
        self.pace.next()
    }

    /// Runs what is due, at most `slice` frames in all.
    ///
    /// # Errors
    /// When a frame panics that did not when it was run first.
    pub fn tick(&mut self, run: &Run, now: Duration, slice: u64) -> Result<Watched, Crash> {
        let past = match run.branch() {
            branch if branch.id == self.branch => &branch.past,
            _ => return Ok(Watched::Over),
        };
        if self.pace.due(now) == 0 {
            return Ok(Watched::Nothing);
        }
        let at = self.playback.now();
        if let Some(skip) = self.skips.iter().find(|skip| skip.contains(&at) && at >= self.from) {
            self.from = skip.end;
            self.playback = past.walk(skip.end);
        }
        // From the moment that is kept to the one that is wanted, as far as the tick allows.
        let mut left = slice;
        while left > 0 && self.playback.now() < self.from {
            self.step(past)?;
            left -= 1;
        }
        if self.playback.now() >= self.to {
            return Ok(Watched::Over);
        }
        if self.playback.now() < self.from {
            return Ok(Watched::Nothing);
        }
        self.step(past)?;
        self.shown = true;
        let samples = self.playback.console().machine().samples().iter();
        Ok(Watched::Frame(samples.flat_map(|sample| [*sample; 2]).collect()))
    }

    fn step(&mut self, past: &Past) -> Result<(), Crash> {
        self.playback.step(past, 1, |_, _| true).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::button;

    /// Frames, those in which a button is pressed, from where the end is seen, what is passed over.
    type Case<'a> = (u64, &'a [u64], u64, Option<(u64, u64)>);

    /// Inputs of so many frames, with one button in some of them.
    fn inputs(frames: u64, pressed: &[u64]) -> Vec<Input> {
        let of = |at| Input::buttons(if pressed.contains(&at) { button::O } else { 0 });
        (0..frames).map(of).collect()
    }

    #[test]
    fn an_end_is_ten_presses_and_stillness_is_passed_over() {
        // Our decision; 10 frames a second make the numbers short. (frames, presses) -> from, what is passed over.
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
