//! What is done with time while a run is played: back while a key is held, faster, slower.
//!
//! ```text
//! one tick of the clock ──┬─ plain     one frame                             its samples
//!                         ├─ back      the moment 1, 2, 4, 8 frames before   silence       faster the longer it is held
//!                         ├─ faster    n frames, as far as the tick allows   each n-th sample
//!                         └─ slower    every n-th tick one frame             each sample n times
//! ```
//!
//! Back is a walk in the run's own past, and nothing is run for the first time there: the first frame after it begins a branch, whose
//! recording is the run up to that moment and what is played from then on. A moment in which the cart forbids it is not entered,
//! and so nobody comes back into a run of the day by going on past its end.
//!
//! What a cart has kept for good (`cartdata`: records, what was unlocked) is the player's and is not rewound: where it differs
//! the first frame begins with it, as an event that is recorded like any other.

use crate::library::Saves;
use crate::tempo::Tempo;
use rasher::memory::CART_DATA;
use rasher::{Edit, Event, Records, Rom, ability};
use std::sync::Arc;
use studio::SpeedIndicator;
use timeline::{Crash, Run};

/// How often the way back doubles its speed, up to eight frames a tick: an hour is a minute and a half so, which is
/// the debugger's to shorten.
const DOUBLINGS: u32 = 3;

/// How time goes, from tick to tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct TimeControl {
    back: Option<Rewind>,
    tempo: Tempo,
    fps: u8,
    ticks: u32,
    /// What was refused, so that it is said once for each press.
    refused: Option<u8>,
}

#[derive(Clone, Debug)]
pub(crate) struct Rewind {
    /// Frames of the run when it began.
    from: u64,
    /// Frames of the run where it is.
    at: u64,
    /// Ticks that it has taken.
    ticks: u32,
    /// It came to a moment that the cart does not let anybody come back to.
    stopped: bool,
    /// The cart's data when it began.
    pub rom: Arc<Rom>,
    /// What the cart had kept for good then.
    pub kept: KeptData,
}

/// What a cart had kept for good at some moment: its numbers, and under which name, and its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptData {
    numbers: Option<(String, [u8; 256])>,
    records: [Records; 2],
}

/// What the cart has kept for good where a run stands.
pub(crate) fn kept_data(run: &Run) -> KeptData {
    let machine = run.console().machine();
    KeptData {
        numbers: machine.cart_data().map(|(id, data)| (id.to_string(), *data)),
        records: machine.records().map(Clone::clone),
    }
}

/// The same as a person's files have it.
pub(crate) fn saved_data(run: &Run, saves: &Saves) -> KeptData {
    let machine = run.console().machine();
    let name = &machine.rom().name;
    let numbers = machine.cart_data().and_then(|(id, _)| Some((id.to_string(), **saves.get(id)?)));
    let table = |id: String| saves.get(&id).map(|data| Records::read(data)).unwrap_or_default();
    KeptData { numbers, records: [Records::best_id(name), Records::day_id(name)].map(table) }
}

/// What the cart had kept at a later moment stays kept, where the run goes on from an earlier one: the events that see to it.
pub(crate) fn keep_on(run: &Run, later: &KeptData) -> Vec<Event> {
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

/// What a step back came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepBack {
    /// It is done, or there is no way back from there.
    Done,
    /// The moment is too far for one slice; it comes nearer.
    Later,
    /// The cart forbids the moment.
    Forbidden,
}

impl TimeControl {
    /// The next refusal is said, whatever was said before.
    pub fn speak(&mut self) {
        self.refused = None;
    }

    /// The walk back is over, where it led.
    pub fn stop(&mut self) -> Option<Rewind> {
        self.back.take()
    }

    /// What the picture says about it.
    pub fn mark(&self) -> Option<SpeedIndicator> {
        match (&self.back, self.tempo) {
            (Some(back), _) => Some(SpeedIndicator::Back(back.from - back.at.min(back.from), self.fps)),
            (None, Tempo::Faster(times)) => Some(SpeedIndicator::Faster(times)),
            (None, Tempo::Slower(times)) => Some(SpeedIndicator::Slower(times)),
            (None, Tempo::Plain | Tempo::Back) => None,
        }
    }

    /// Does the cart allow that? And is a refusal to be said, once until something else is wanted?
    pub fn permits(&mut self, run: &Run, needs: u8) -> (bool, bool) {
        let allowed = run.console().machine().allows(needs);
        let refused = (!allowed).then_some(needs);
        let new = std::mem::replace(&mut self.refused, refused) != refused;
        (allowed, new && !allowed)
    }

    /// How this tick of the clock goes.
    pub fn tempo(&self) -> Tempo {
        self.tempo
    }

    /// A tick of the clock goes so.
    pub fn begin(&mut self, tempo: Tempo, fps: u8) {
        (self.tempo, self.fps) = (tempo, fps);
    }

    /// Has a frame its turn in this tick of slow time?
    pub fn turn(&mut self, times: u8) -> bool {
        self.ticks = (self.ticks + 1) % u32::from(times.max(1));
        self.ticks == 0
    }

    /// One tick of the way back, by running at most `slice` frames.
    ///
    /// # Errors
    /// When a frame panics that did not when it was run first.
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
        // What comes next is made ready tick by tick, so that no tick has to run all frames from a key frame on.
        run.prepare(slice)?;
        Ok(if back.stopped { StepBack::Forbidden } else { StepBack::Done })
    }
}

/// What a cart must allow for that.
pub(crate) fn needs(tempo: Tempo) -> u8 {
    match tempo {
        Tempo::Plain => 0,
        Tempo::Back => ability::REWIND,
        Tempo::Faster(_) => ability::FAST,
        Tempo::Slower(_) => ability::SLOW,
    }
}

/// What a cart forbids, in words.
pub(crate) fn named(abilities: u8) -> &'static str {
    match abilities {
        ability::REWIND => "going back",
        ability::SLOTS => "save slots",
        ability::FAST => "going faster",
        ability::SLOW => "going slower",
        _ => "that",
    }
}

/// Frames that a walk back takes in the tick after so many: doubled each second.
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
