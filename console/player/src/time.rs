//! Rewind, faster and slower play.
//!
//! ```text
//! one tick of the clock ──┬─ plain     one frame                              its samples
//!                         ├─ back      1, 2, 4, 8 frames back                 silence; faster the longer the key is held
//!                         ├─ faster    n frames, as far as the tick allows    each n-th sample
//!                         └─ slower    every n-th tick one frame              each sample n times
//! ```
//!
//! A rewind goes back in the run's own past and runs nothing for the first time. The first frame after it begins a branch, whose
//! recording is the run up to that frame and the frames played from there. The rewind stops at frames where the cart forbids it: a run
//! of the day cannot be repeated from its end.
//!
//! What a cart has saved (`cartdata`, records, unlocks) is not rewound: if it differs, the first frame begins with it, as a
//! recorded event.

use crate::library::Saves;
use crate::tempo::Tempo;
use rasher::memory::CART_DATA;
use rasher::{Edit, Event, Records, Rom, ability};
use std::sync::Arc;
use studio::SpeedIndicator;
use timeline::{Crash, Run};

/// How often the rewind doubles its speed, up to eight frames per tick: an hour takes a minute and a half.
const DOUBLINGS: u32 = 3;

#[derive(Clone, Debug, Default)]
pub(crate) struct TimeControl {
    back: Option<Rewind>,
    tempo: Tempo,
    fps: u8,
    ticks: u32,
    /// The last refusal, which is shown once per press.
    refused: Option<u8>,
}

#[derive(Clone, Debug)]
pub(crate) struct Rewind {
    from: u64,
    at: u64,
    ticks: u32,
    /// The cart forbids the frame before.
    stopped: bool,
    pub rom: Arc<Rom>,
    pub kept: KeptData,
}

/// A cart's saved numbers, with their name, and its records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptData {
    numbers: Option<(String, [u8; 256])>,
    records: [Records; 2],
}

pub(crate) fn kept_data(run: &Run) -> KeptData {
    let machine = run.console().machine();
    KeptData {
        numbers: machine.cart_data().map(|(id, data)| (id.to_string(), *data)),
        records: machine.records().map(Clone::clone),
    }
}

/// As in the user's files.
pub(crate) fn saved_data(run: &Run, saves: &Saves) -> KeptData {
    let machine = run.console().machine();
    let name = &machine.rom().name;
    let numbers = machine.cart_data().and_then(|(id, _)| Some((id.to_string(), **saves.get(id)?)));
    let table = |id: String| saves.get(&id).map(|data| Records::read(data)).unwrap_or_default();
    KeptData { numbers, records: [Records::best_id(name), Records::day_id(name)].map(table) }
}

/// The events that keep what the cart saved at a later moment, when the run continues from an earlier one.
pub(crate) fn keep_saved(run: &Run, later: &KeptData) -> Vec<Event> {
    let now = kept_data(run);
    let mut events = Vec::new();
    if let (Some((id, data)), Some((known, earlier))) = (&later.numbers, &now.numbers)
        && id == known
        && data != earlier
    {
        events.push(Event::Edit(Edit::Memory { addr: CART_DATA, bytes: data.as_slice().into() }));
    }
    for (mut now, later) in now.records.into_iter().zip(&later.records) {
        if now.merge(later) {
            events.push(Event::Records(later.bytes().as_slice().into()));
        }
    }
    events
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepBack {
    /// Also if there is nothing to go back to.
    Done,
    /// The frame is too far for one slice.
    Later,
    Forbidden,
}

impl TimeControl {
    /// The next refusal is shown, even if it is the same.
    pub fn forget_refusal(&mut self) {
        self.refused = None;
    }

    pub fn stop(&mut self) -> Option<Rewind> {
        self.back.take()
    }

    pub fn mark(&self) -> Option<SpeedIndicator> {
        match (&self.back, self.tempo) {
            (Some(back), _) => Some(SpeedIndicator::Back(back.from - back.at.min(back.from), self.fps)),
            (None, Tempo::Faster(times)) => Some(SpeedIndicator::Faster(times)),
            (None, Tempo::Slower(times)) => Some(SpeedIndicator::Slower(times)),
            (None, Tempo::Plain | Tempo::Back) => None,
        }
    }

    /// Does the cart allow that, and is a refusal to be shown?
    pub fn permits(&mut self, run: &Run, needs: u8) -> (bool, bool) {
        let allowed = run.console().machine().allows(needs);
        let refused = (!allowed).then_some(needs);
        let new = std::mem::replace(&mut self.refused, refused) != refused;
        (allowed, new && !allowed)
    }

    pub fn tempo(&self) -> Tempo {
        self.tempo
    }

    pub fn begin(&mut self, tempo: Tempo, fps: u8) {
        (self.tempo, self.fps) = (tempo, fps);
    }

    pub fn is_frame_due(&mut self, times: u8) -> bool {
        self.ticks = (self.ticks + 1) % u32::from(times.max(1));
        self.ticks == 0
    }

    /// One tick of a rewind, in at most `slice` frames. Fails if a frame panics that did not before.
    pub fn step_back(&mut self, run: &mut Run, slice: u64) -> Result<StepBack, Crash> {
        let now = run.now();
        let rom = run.console().machine().rom();
        let back = self.back.get_or_insert_with(|| Rewind {
            from: now,
            at: now,
            ticks: 0,
            stopped: false,
            rom: rom.clone(),
            kept: kept_data(run),
        });
        if back.stopped || now == 0 {
            back.ticks += 1;
            return Ok(StepBack::Done);
        }
        let to = now.saturating_sub(stride(back.ticks, self.fps));
        if !run.approach(run.branch().id, to, slice)? {
            return Ok(StepBack::Later);
        }
        back.ticks += 1;
        run.goto(to)?;
        back.stopped = !run.console().machine().allows(ability::REWIND);
        if back.stopped {
            run.goto(now)?;
        }
        back.at = run.now();
        // Prepares the next ticks, so that none has to run all frames from a key frame on.
        run.prepare(slice)?;
        Ok(if back.stopped { StepBack::Forbidden } else { StepBack::Done })
    }
}

pub(crate) fn needs(tempo: Tempo) -> u8 {
    match tempo {
        Tempo::Plain => 0,
        Tempo::Back => ability::REWIND,
        Tempo::Faster(_) => ability::FAST,
        Tempo::Slower(_) => ability::SLOW,
    }
}

pub(crate) fn ability_name(abilities: u8) -> &'static str {
    match abilities {
        ability::REWIND => "rewind",
        ability::SLOTS => "save slots",
        ability::FAST => "fast forward",
        ability::SLOW => "slow motion",
        _ => "that",
    }
}

/// Frames that the rewind goes back in that tick: doubled each second.
fn stride(ticks: u32, fps: u8) -> u64 {
    1 << (ticks / u32::from(fps.max(1))).min(DOUBLINGS)
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
