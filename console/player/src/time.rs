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
//! Rewind takes precedence over faster, faster over slower. Rewind and faster last while their key is held, or are toggles if the
//! settings say so; slower always is one. A speed that is switched off in the settings has no key.
//!
//! What a cart has saved (`cartdata`, records, unlocks) is not rewound: if it differs, the first frame begins with it, as a
//! recorded event.

use crate::library::Saves;
use crate::pad::PadButton;
use rasher::memory::CART_DATA;
use rasher::{Edit, Event, Records, Rom, ability};
use std::sync::Arc;
use studio::{BUTTONS, Key, Settings, SpeedIndicator};
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
    pub refused: Option<u8>,
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

pub(crate) fn saved_data(run: &Run, saves: &Saves) -> KeptData {
    let machine = run.console().machine();
    let name = &machine.rom().name;
    let numbers = machine.cart_data().and_then(|(id, _)| Some((id.to_string(), **saves.get(id)?)));
    let table = |id: String| saves.get(&id).map(|data| Records::read(data)).unwrap_or_default();
    KeptData { numbers, records: [Records::best_id(name), Records::day_id(name)].map(table) }
}

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
    Done,
    Later,
    Forbidden,
}

impl TimeControl {
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

fn stride(ticks: u32, fps: u8) -> u64 {
    1 << (ticks / u32::from(fps.max(1))).min(DOUBLINGS)
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tempo {
    #[default]
    Plain,
    Back,
    Faster(u8),
    Slower(u8),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeKeys {
    keys: [Vec<Key>; 3],
    pad: [Vec<PadButton>; 3],
    faster: u8,
    slower: u8,
    held: [bool; 3],
    padded: [bool; 3],
    slowed: bool,
    toggles: [bool; 2],
    on: [bool; 2],
}

const BACK: usize = 0;
const FASTER: usize = 1;
const SLOWER: usize = 2;

impl TimeKeys {
    pub fn set(&mut self, settings: &Settings) {
        let on = [settings.rewind, settings.faster > 0, settings.slower > 0];
        for (which, on) in on.into_iter().enumerate() {
            self.keys[which] = if on { Key::all_named(&settings.time_keys[which]) } else { Vec::new() };
            self.pad[which] = if on { PadButton::all_named(&settings.time_pad[which]) } else { Vec::new() };
            self.held[which] &= on;
            self.padded[which] &= on;
        }
        self.toggles.copy_from_slice(&settings.toggle[BUTTONS - 1..]);
        for (which, toggle) in self.toggles.iter().enumerate() {
            self.on[which] &= on[which] && *toggle;
        }
        (self.faster, self.slower) = (settings.faster, settings.slower);
        self.slowed &= on[SLOWER];
    }

    pub fn key(&mut self, key: Key, down: bool) -> bool {
        let Some(which) = self.keys.iter().position(|keys| keys.contains(&key)) else { return false };
        self.press(which, down && !self.held[which]);
        self.held[which] = down;
        true
    }

    pub fn pad(&mut self, button: PadButton, down: bool) {
        if let Some(which) = self.pad.iter().position(|buttons| buttons.contains(&button)) {
            self.press(which, down && !self.padded[which]);
            self.padded[which] = down;
        }
    }

    fn press(&mut self, which: usize, fresh: bool) {
        self.slowed ^= which == SLOWER && fresh;
        if let (Some(on), Some(true)) = (self.on.get_mut(which), self.toggles.get(which)) {
            *on ^= fresh;
        }
    }

    /// Play stopped: a run must not rewind by itself when it resumes.
    pub fn release_toggles(&mut self) {
        self.on = [false; 2];
    }

    pub fn release_all(&mut self) {
        self.held = [false; 3];
        self.on = [false; 2];
    }

    pub fn tempo(&self) -> Tempo {
        let held = |which: usize| match self.toggles[which] {
            true => self.on[which],
            false => self.held[which] || self.padded[which],
        };
        if held(BACK) {
            Tempo::Back
        } else if held(FASTER) {
            Tempo::Faster(self.faster)
        } else if self.slowed {
            Tempo::Slower(self.slower)
        } else {
            Tempo::Plain
        }
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

    const KEYS: [Key; 3] = [Key::BACKSPACE, Key::SPACE, Key::BACKSLASH];

    type Step = (fn(&mut TimeKeys), Tempo);

    fn steps(settings: &Settings, steps: &[Step]) {
        let mut time = TimeKeys::default();
        time.set(settings);
        for (n, (step, tempo)) in steps.iter().enumerate() {
            step(&mut time);
            assert_eq!(time.tempo(), *tempo, "step {n}");
        }
    }

    fn key(time: &mut TimeKeys, which: usize, down: bool) {
        assert!(time.key(KEYS[which], down));
    }

    fn pad(time: &mut TimeKeys, down: bool) {
        time.pad(PadButton::LEFT_TRIGGER_2, down);
    }

    #[test]
    fn held_keys_rewind_and_speed_up_and_slower_is_a_toggle() {
        let all: [Step; 14] = [
            (|time| key(time, 0, true), Tempo::Back),
            (|time| key(time, 1, true), Tempo::Back),
            (|time| key(time, 0, false), Tempo::Faster(4)),
            (|time| key(time, 2, true), Tempo::Faster(4)),
            (|time| key(time, 1, false), Tempo::Slower(2)),
            // A repeat.
            (|time| key(time, 2, true), Tempo::Slower(2)),
            (|time| key(time, 2, false), Tempo::Slower(2)),
            (|time| key(time, 2, true), Tempo::Plain),
            (|time| key(time, 2, false), Tempo::Plain),
            (|time| assert!(!time.key(Key::LEFT, true)), Tempo::Plain),
            (|time| key(time, 0, true), Tempo::Back),
            // The pad is still held.
            (|time| pad(time, true), Tempo::Back),
            (TimeKeys::release_all, Tempo::Back),
            (|time| pad(time, false), Tempo::Plain),
        ];
        steps(&Settings::default(), &all);
    }

    #[test]
    fn a_toggle_rewinds_until_the_next_press() {
        let mut settings = Settings::default();
        settings.toggle[6] = true;
        let all: [Step; 12] = [
            (|time| key(time, 0, true), Tempo::Back),
            (|time| key(time, 0, true), Tempo::Back),
            (|time| key(time, 0, false), Tempo::Back),
            (|time| key(time, 0, true), Tempo::Plain),
            (|time| key(time, 0, false), Tempo::Plain),
            (|time| key(time, 1, true), Tempo::Faster(4)),
            (|time| key(time, 1, false), Tempo::Plain),
            (|time| pad(time, true), Tempo::Back),
            (|time| pad(time, false), Tempo::Back),
            (TimeKeys::release_toggles, Tempo::Plain),
            (|time| pad(time, true), Tempo::Back),
            // No toggle any more: it is held.
            (|time| time.set(&Settings::default()), Tempo::Back),
        ];
        steps(&settings, &all);
    }

    #[test]
    fn what_is_switched_off_has_no_key() {
        fn off() -> Settings {
            Settings { rewind: false, faster: 0, slower: 0, ..Settings::default() }
        }
        let none: [Step; 1] = [(|time| assert!(KEYS.iter().all(|key| !time.key(*key, true))), Tempo::Plain)];
        steps(&off(), &none);
        let all: [Step; 5] = [
            (|time| key(time, 2, true), Tempo::Slower(2)),
            (|time| key(time, 0, true), Tempo::Back),
            (|time| time.set(&off()), Tempo::Plain),
            (|time| time.set(&Settings { faster: 8, ..Settings::default() }), Tempo::Plain),
            (|time| key(time, 1, true), Tempo::Faster(8)),
        ];
        steps(&Settings::default(), &all);
    }
}
