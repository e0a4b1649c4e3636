//! Calls about the current run: its seed, end, results, and interruptions.
//!
//! ```text
//!  boot ── run_begins ── score, disturb, caption ── run_over ─────────── run_begins ── ...
//!  seed()  the run's                                 buttons rest a second  the next one's seed
//! ```
//!
//! Features of the console for every cart rely on these: typed seeds and the run of the day, the replay of an end,
//! results on the shelf, the question whether to continue.

use crate::Machine;
use crate::ability;
use crate::digest::Digest;
use crate::effect::Effect;
use crate::input::Keys;
use crate::int::Int;
use crate::limit::Limit;
use crate::meter::price;
use crate::records::{Records, SCORE_NAME_MAX, SCORES_MAX};
use rasher_describe::describe;
use serde::{Deserialize, Serialize};

/// Letters of a caption, as many as the page of save slots shows in a line.
const CAPTION_MAX: usize = 26;
/// The console's own seeds are below this, short enough to be typed.
pub const SEEDS: u64 = 100_000_000;

/// The next seed below [`SEEDS`], unlike the last one (splitmix64).
pub fn next_seed(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) % SEEDS
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunState {
    /// The cart has ended the run and not started another.
    pub over: bool,
    /// The day of a daily run, such as 20261122; 0 for any other run.
    pub daily: u32,
    /// The best of all runs, and the results of the newest daily run.
    pub best: Records,
    pub day: Records,
    pub ignored_keys: Keys,
}

impl RunState {
    pub fn is_in_range(&self) -> bool {
        self.best.is_in_range() && self.day.is_in_range()
    }

    pub fn digest(&self, d: &mut Digest) {
        d.word(u64::from(self.over) | u64::from(self.daily) << 8);
        for table in [&self.best, &self.day] {
            d.bytes(&table.bytes()[..]);
        }
        self.ignored_keys.0.iter().for_each(|word| d.word(u64::from(*word)));
    }
}

#[describe]
impl Machine {
    /// The 64-bit seed of the run, which the player may type and which a daily run derives from its date. A cart that
    /// builds its levels from it supports both. After the end of a run, [`Machine::run_begins`] changes it.
    #[doc = example!(seed)]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Ends the current run: lost, won or given up. All buttons are ignored for a second, and held ones until released,
    /// so that the player sees the end. The console then offers a replay of the last turns, not the run. Our own call.
    #[doc = example!(run_over)]
    pub fn run_over(&mut self) {
        self.run.over = true;
        self.buttons.rest(self.fps);
        self.ignore_held();
        self.ask(Effect::RunOver);
    }

    /// Starts a new run: reseeds `rnd` with its seed, a new one if the previous run was over. The first run
    /// needs no call. Our own call.
    pub fn run_begins(&mut self) {
        if core::mem::take(&mut self.run.over) {
            self.seed = next_seed(self.seed);
            self.run.daily = 0;
        }
        self.buttons.rest(0);
        self.reseeds = 0;
        self.reseed();
        self.ask(Effect::RunBegins);
    }

    /// Reports something that the player should notice, such as a monster coming into view or a loss of hit points.
    /// Held buttons and keys are ignored until pressed again, to prevent accidental moves. Our own call.
    #[doc = example!(disturb)]
    pub fn disturb(&mut self) {
        self.charge(price::CALL);
        self.ignore_held();
        self.ask(Effect::Disturbed);
    }

    fn ignore_held(&mut self) {
        self.buttons.cut(&mut self.mem);
        self.run.ignored_keys.0.iter_mut().zip(self.keys.0).for_each(|(ignored, held)| *ignored |= held);
        self.keys = Keys::default();
    }

    pub(crate) fn unmasked_keys(&mut self, keys: &Keys) -> Keys {
        let mut unmasked = *keys;
        for (keys, ignored) in unmasked.0.iter_mut().zip(&mut self.run.ignored_keys.0) {
            *ignored &= *keys;
            *keys &= !*ignored;
        }
        unmasked
    }

    /// Records a result under a name of at most 12 letters, such as `score("floor", 5)`. The highest one is kept for
    /// each cart and name. Where less is better, use negative numbers: `score("turns", -412)` is shown as 412. At most
    /// 15 names, shown in the order of their first use. True for a new record. The shelf and the pause menu show the
    /// results; those of a daily run are also kept separately. Our own call.
    #[doc = example!(score)]
    #[track_caller]
    pub fn score(&mut self, name: &str, value: impl Int) -> bool {
        let value = value.int();
        self.charge(price::CALL);
        let letters = name.chars().count();
        if !(1..=SCORE_NAME_MAX).contains(&letters) {
            self.beyond(Limit::ScoreName, letters);
        }
        let (known, many) = (self.run.best.get(name).is_some(), self.run.best.rows().len());
        if !known && many >= SCORES_MAX {
            self.beyond(Limit::Score, many + 1);
        }
        let new = self.run.best.raise(name, value);
        if new {
            let (id, data) = (Records::best_id(&self.rom.name), self.run.best.bytes());
            self.ask(Effect::Save { id, data });
        }
        if self.run.daily > 0 && self.run.day.day() == self.run.daily && self.run.day.raise(name, value) {
            let (id, data) = (Records::day_id(&self.rom.name), self.run.day.bytes());
            self.ask(Effect::Save { id, data });
        }
        new
    }

    /// The best result under a name; 0 if there is none. Our own call.
    pub fn best(&self, name: &str) -> i32 {
        self.charge(price::CALL);
        self.run.best.get(name).unwrap_or(0)
    }

    /// The best results of all runs, and those of the daily run.
    pub fn records(&self) -> [&Records; 2] {
        [&self.run.best, &self.run.day]
    }

    pub(crate) fn take_records(&mut self, bytes: &[u8]) {
        let Ok(bytes) = <&[u8; 256]>::try_from(bytes) else { return };
        let stored = Records::read(bytes);
        let table = if stored.day() == 0 { &mut self.run.best } else { &mut self.run.day };
        table.merge(&stored);
    }

    pub(crate) fn start_daily_run(&mut self, day: u32) {
        self.run.daily = day;
        if self.run.day.day() != day {
            self.run.day = Records::of_day(day);
        }
    }

    pub(crate) fn load_records(&mut self) {
        let table = |id: &str| self.saves.get(id).map_or_else(Records::default, |data| Records::read(data));
        let name = &self.rom.name;
        (self.run.best, self.run.day) = (table(&Records::best_id(name)), table(&Records::day_id(name)));
    }

    pub fn is_daily(&self) -> bool {
        self.run.daily > 0
    }

    /// Sets what the player may do with time: bits of [`ability`], all by default. The console refuses the rest with a
    /// message. In a daily run it only ever allows [`ability::FAST`]. Our own call.
    #[doc = example!(allow)]
    pub fn allow(&mut self, abilities: u8) {
        self.allowed = abilities & ability::ALL;
    }

    /// Whether the player may do all of these: bits of [`ability`]. Our own call.
    pub fn allows(&self, abilities: u8) -> bool {
        let daily = if self.is_daily() { ability::FAST } else { ability::ALL };
        self.allowed & daily & abilities == abilities
    }

    /// Describes the current place in the game in at most 26 letters, for save slots. Our own call.
    pub fn caption(&mut self, text: &str) {
        self.caption = text.chars().take(CAPTION_MAX).collect();
    }

    pub fn captioned(&self) -> &str {
        &self.caption
    }
}
