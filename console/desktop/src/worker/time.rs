//! What the player does with time: back while a key is held, faster, slower.
//!
//! ```text
//! one tick of the clock ──┬─ plain     one frame                             its samples
//!                         ├─ back      the moment 1, 2, 4, 8 frames before   silence       faster the longer it is held
//!                         ├─ faster    n frames, as far as the tick allows   each n-th sample
//!                         └─ slower    every n-th tick one frame             each sample n times
//! ```
//!
//! Back is a walk in the run's own past, and nothing is lived there: the first frame after it begins a branch, whose recording
//! is the run up to that moment and what is played from then on. A moment in which the cart forbids it is not entered, and so
//! nobody comes back into a run of the day by going on past its end.
//!
//! What a cart has kept for good (`cartdata`: records, what was unlocked) is the player's and is not wound back: where it differs
//! the first frame begins with it, as an edit that is recorded like any other.

use super::News;
use super::life::Life;
use crate::lock;
use crate::tempo::Tempo;
use rasher::memory::CART_DATA;
use rasher::{Edit, Event, Rom, ability};
use std::sync::Arc;
use std::time::{Duration, Instant};
use studio::Mark;
use timeline::Run;

/// How often the way back doubles its speed, up to eight frames a tick: an hour is a minute and a half so, which is
/// the debugger's to shorten.
const DOUBLINGS: u32 = 3;

/// How time goes, from tick to tick.
#[derive(Default)]
pub(super) struct Time {
    back: Option<Back>,
    tempo: Tempo,
    fps: u8,
    ticks: u32,
    /// The tempo that was refused, so that it is said once for each press.
    refused: Option<u8>,
}

/// A walk back.
struct Back {
    /// Frames lived when it began.
    from: u64,
    /// Frames lived where it is.
    at: u64,
    /// Ticks that it has taken.
    ticks: u32,
    /// It came to a moment that the cart does not let anybody come back to.
    stopped: bool,
    /// The cart's data when it began.
    rom: Arc<Rom>,
    kept: Kept,
}

/// What the cart had kept for good at some moment, and under which name.
pub(super) type Kept = Option<(String, [u8; 256])>;

/// What the cart has kept for good where a run stands.
pub(super) fn kept(run: &Run) -> Kept {
    run.console().machine().cart_data().map(|(id, data)| (id.to_string(), *data))
}

impl Time {
    /// The next refusal is said, whatever was said before.
    pub fn speak(&mut self) {
        self.refused = None;
    }

    /// The walk back is over; where it led nobody goes on from.
    pub fn stop(&mut self) {
        self.back = None;
    }

    /// What the picture says about it.
    pub fn mark(&self) -> Option<Mark> {
        match (&self.back, self.tempo) {
            (Some(back), _) => Some(Mark::Back(back.from - back.at.min(back.from), self.fps)),
            (None, Tempo::Faster(times)) => Some(Mark::Faster(times)),
            (None, Tempo::Slower(times)) => Some(Mark::Slower(times)),
            (None, Tempo::Plain | Tempo::Back) => None,
        }
    }
}

/// What a cart must allow for that.
fn needs(tempo: Tempo) -> u8 {
    match tempo {
        Tempo::Plain => 0,
        Tempo::Back => ability::REWIND,
        Tempo::Faster(_) => ability::FAST,
        Tempo::Slower(_) => ability::SLOW,
    }
}

/// Frames that a walk back takes in the tick after so many: doubled each second.
fn stride(ticks: u32, fps: u8) -> u64 {
    1 << (ticks / u32::from(fps.max(1))).min(DOUBLINGS)
}

impl Life {
    /// One tick of the clock, as the player wants it. False when play does not go on by itself.
    pub(super) fn tick(&mut self, run: &mut Run) -> bool {
        let wanted = lock(&self.hands).time.tempo();
        let tempo = if self.permits(run, needs(wanted)) { wanted } else { Tempo::Plain };
        if tempo != Tempo::Back
            && let Some(back) = self.time.back.take()
        {
            // What was tapped on the way was not meant for this moment; what is held is.
            lock(&self.hands).forget_taps();
            self.settle(run, &back.rom);
            self.keep_on(run, back.kept);
        }
        (self.time.tempo, self.time.fps) = (tempo, run.console().fps());
        match tempo {
            Tempo::Plain => {
                let goes_on = self.frame(run);
                self.speaker.push(run.console().machine().samples());
                goes_on
            }
            Tempo::Back => self.back(run),
            Tempo::Faster(times) => self.faster(run, times),
            Tempo::Slower(times) => self.slower(run, times),
        }
    }

    /// What the cart had kept at a later moment stays kept, where the run goes on from an earlier one.
    pub(super) fn keep_on(&self, run: &Run, later: Kept) {
        let (Some((id, data)), Some((known, earlier))) = (later, kept(run)) else { return };
        if id == known && data != earlier {
            let edit = Edit::Memory { addr: CART_DATA, bytes: data.into() };
            lock(&self.hands).event(Event::Edit(edit));
        }
    }

    /// Does the cart allow that? If not it is said, once until something else is wanted.
    pub(super) fn permits(&mut self, run: &Run, needs: u8) -> bool {
        let allowed = run.console().machine().allows(needs);
        let refused = (!allowed).then_some(needs);
        if std::mem::replace(&mut self.time.refused, refused) != refused && !allowed {
            self.tell(News::Forbidden(needs));
        }
        allowed
    }

    /// Lives one frame of what the player holds.
    fn frame(&mut self, run: &mut Run) -> bool {
        let input = lock(&self.hands).take();
        self.left = self.left.map(|n| n.saturating_sub(1));
        self.live(run, &input).is_some_and(|goes_on| goes_on)
    }

    fn faster(&mut self, run: &mut Run, times: u8) -> bool {
        let begun = Instant::now();
        let most = Duration::from_secs(1) / u32::from(run.console().fps());
        let (mut goes_on, mut heard) = (true, Vec::new());
        for n in 0..times {
            // A cart that takes long is as fast as it can be, and the window stays alive.
            if !goes_on || n > 0 && (begun.elapsed() > most || self.left == Some(0)) {
                break;
            }
            goes_on = self.frame(run);
            heard.extend(run.console().machine().samples().iter().step_by(times.into()));
        }
        self.speaker.push(&heard);
        goes_on
    }

    fn slower(&mut self, run: &mut Run, times: u8) -> bool {
        self.time.ticks = (self.time.ticks + 1) % u32::from(times.max(1));
        if self.time.ticks != 0 {
            return true;
        }
        let goes_on = self.frame(run);
        let samples = run.console().machine().samples().iter();
        let heard: Vec<i16> = samples.flat_map(|s| std::iter::repeat_n(*s, times.into())).collect();
        self.speaker.push(&heard);
        goes_on
    }

    /// One tick of the way back. False after a panic.
    fn back(&mut self, run: &mut Run) -> bool {
        self.speaker.rest();
        let now = run.now();
        let rom = run.console().machine().rom();
        let back = self.time.back.get_or_insert_with(|| Back {
            from: now,
            at: now,
            ticks: 0,
            stopped: false,
            rom: rom.clone(),
            kept: kept(run),
        });
        let by = stride(back.ticks, self.time.fps);
        back.ticks += 1;
        if back.stopped || now == 0 {
            return true;
        }
        if self.inside(|| run.goto(now.saturating_sub(by))).is_none() {
            return false;
        }
        let mut stopped = false;
        if !run.console().machine().allows(ability::REWIND) {
            stopped = true;
            self.tell(News::Forbidden(ability::REWIND));
            if self.inside(|| run.goto(now)).is_none() {
                return false;
            }
        }
        if let Some(back) = &mut self.time.back {
            (back.at, back.stopped) = (run.now(), stopped);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_is_faster_the_longer_the_key_is_held() {
        // Our decision: a second each at 1, 2, 4, then 8 frames a tick.
        let gone = |ticks: u32, fps: u8| (0..ticks).map(|t| stride(t, fps)).sum::<u64>();
        assert_eq!((gone(60, 60), gone(120, 60), gone(180, 60), gone(240, 60)), (60, 180, 420, 900));
        assert_eq!((gone(30, 30), gone(60, 30)), (30, 90));
        assert_eq!(stride(u32::MAX, 60), 8);
    }
}
