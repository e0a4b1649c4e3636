//! Calls about the run that is played: its seed, its end, its results, and what interrupts it.
//!
//! ```text
//!  boot ── run_begins ── score, disturb, caption ── run_over ─────────── run_begins ── ...
//!  seed()  the run's                                 buttons rest a second  the next one's seed
//! ```
//!
//! What the console offers for every cart hangs on these: a run from a typed seed and the run of the day, the end seen again, the
//! results on the shelf, the question whether to go on. A cart says what is the case; what is made of it is the console's.

use crate::Machine;
use crate::digest::Digest;
use crate::effect::Effect;
use crate::input::Keys;
use crate::int::Int;
use crate::limit::Limit;
use crate::meter::price;
use crate::records::{Records, SCORE_NAME_MAX, SCORES_MAX};
use rasher_describe::describe;
use serde::{Deserialize, Serialize};

/// Letters of a caption: what a line of the console's page of slots has room for.
const CAPTION_MAX: usize = 26;
/// Seeds that the console deals out lie below: as many digits as a person types.
pub const SEEDS: u64 = 100_000_000;

/// Bits for [`Machine::allow`]: what a player may do with time.
pub mod ability {
    /// Going back while a key is held.
    pub const REWIND: u8 = 1;
    /// Save slots.
    pub const SLOTS: u8 = 2;
    /// Faster than the clock.
    pub const FAST: u8 = 4;
    /// Slower than the clock.
    pub const SLOW: u8 = 8;
    /// All of them.
    pub const ALL: u8 = 15;
}

/// A number that looks unlike the one it is made of (splitmix64), below [`SEEDS`].
pub fn next_seed(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) % SEEDS
}

/// What the machine knows of the run that is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunState {
    /// The cart said so, and that no other one has begun.
    pub over: bool,
    /// The day that it is the run of, as 20261122; 0 for any other run.
    pub daily: u32,
    /// The best of all runs, and the results of the newest run of the day.
    pub best: Records,
    pub day: Records,
    /// Keys that were held when something happened and have not been let go since.
    pub quiet: Keys,
}

impl RunState {
    /// Are the tables some that a machine keeps?
    pub fn is_in_range(&self) -> bool {
        self.best.is_in_range() && self.day.is_in_range()
    }

    pub fn digest(&self, d: &mut Digest) {
        d.word(u64::from(self.over) | u64::from(self.daily) << 8);
        for table in [&self.best, &self.day] {
            d.bytes(&table.bytes()[..]);
        }
        self.quiet.0.iter().for_each(|word| d.word(u64::from(*word)));
    }
}

#[describe]
impl Machine {
    /// The seed of the run, all 64 bits. The player may type it, and on the run of the day it is the date: a cart that makes its
    /// levels of it has both. It is another one from the call of [`Machine::run_begins`] on that follows an end.
    #[doc = example!(seed)]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The run that is played is over: lost, won, given up. For a second no button counts, and none that is held does until it is
    /// let go, so that nobody misses how it ended. The console offers to watch the last turns again, and at the next start no
    /// more to go on with the run. Our own call.
    #[doc = example!(run_over)]
    pub fn run_over(&mut self) {
        self.run.over = true;
        self.buttons.rest(self.fps);
        self.hush();
        self.ask(Effect::RunOver);
    }

    /// A new run begins: `rnd` begins anew with its seed, which is another one if the run before was over. A cart's first run needs
    /// no call: it begins with the cart. Our own call.
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

    /// Something happened that the player should see: somebody comes into view, a blow falls, hit points drop. Buttons and keys that
    /// are held count no more until they are let go and pressed anew, so a held arrow leads nobody further. Our own call.
    #[doc = example!(disturb)]
    pub fn disturb(&mut self) {
        self.charge(price::CALL);
        self.hush();
        self.ask(Effect::Disturbed);
    }

    fn hush(&mut self) {
        self.buttons.cut(&mut self.mem);
        self.run.quiet.0.iter_mut().zip(self.keys.0).for_each(|(quiet, held)| *quiet |= held);
        self.keys = Keys::default();
    }

    /// The keys that a frame is told, without those that count no more.
    pub(crate) fn heard_keys(&mut self, keys: &Keys) -> Keys {
        let mut heard = *keys;
        for (heard, quiet) in heard.0.iter_mut().zip(&mut self.run.quiet.0) {
            *quiet &= *heard;
            *heard &= !*quiet;
        }
        heard
    }

    /// Notes a result under a name of at most 12 letters: `score("floor", 5)`. It is kept for the player, by cart and name, if it is
    /// higher than the one that stands there; of what should be low the negative number is given, `score("turns", -412)`, which is
    /// told as 412. At most 15 names; what is noted first is told first. True if it is a record. The shelf and the pause menu tell
    /// them, on the run of the day also what it came to. Our own call.
    #[doc = example!(score)]
    #[track_caller]
    pub fn score(&mut self, name: &str, value: impl Int) -> bool {
        self.score_int(name, value.int())
    }

    #[track_caller]
    fn score_int(&mut self, name: &str, value: i32) -> bool {
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

    /// The best number under that name until now; 0 if there is none. Our own call.
    pub fn best(&self, name: &str) -> i32 {
        self.charge(price::CALL);
        self.run.best.get(name).unwrap_or(0)
    }

    /// All that was reached until now; and on the run of the day.
    pub fn records(&self) -> [&Records; 2] {
        [&self.run.best, &self.run.day]
    }

    /// The tables as the host has kept them.
    pub(crate) fn take_records(&mut self, bytes: &[u8]) {
        let Ok(bytes) = <&[u8; 256]>::try_from(bytes) else { return };
        let told = Records::read(bytes);
        let table = if told.day() == 0 { &mut self.run.best } else { &mut self.run.day };
        table.merge(&told);
    }

    /// The run is the run of that day.
    pub(crate) fn be_daily(&mut self, day: u32) {
        self.run.daily = day;
        if self.run.day.day() != day {
            self.run.day = Records::of_day(day);
        }
    }

    /// The run state of a machine that boots: what was kept of its cart.
    pub(crate) fn kept_records(&mut self) {
        let table = |id: &str| self.saves.get(id).map_or_else(Records::default, |data| Records::read(data));
        let name = &self.rom.name;
        (self.run.best, self.run.day) = (table(&Records::best_id(name)), table(&Records::day_id(name)));
    }

    /// Is the run that is played the run of the day?
    pub fn is_daily(&self) -> bool {
        self.run.daily > 0
    }

    /// Says what the player may do with time from now on: bits of [`ability`], all of them until a cart says otherwise. What
    /// is left out is refused, with a line that says so. On the run of the day the console itself allows no more than to go faster.
    /// Our own call.
    #[doc = example!(allow)]
    pub fn allow(&mut self, abilities: u8) {
        self.allowed = abilities & ability::ALL;
    }

    /// May the player do all of that? Bits of [`ability`]. Our own call.
    pub fn allows(&self, abilities: u8) -> bool {
        let daily = if self.is_daily() { ability::FAST } else { ability::ALL };
        self.allowed & daily & abilities == abilities
    }

    /// Says where in the game the player is, in a line of at most 26 letters: a save slot shows it. Our own call.
    pub fn caption(&mut self, text: &str) {
        self.caption = text.chars().take(CAPTION_MAX).collect();
    }

    /// What the cart said with `caption` last.
    pub fn captioned(&self) -> &str {
        &self.caption
    }
}
