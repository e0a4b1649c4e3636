//! The meter: the cost of each call, and what happens to a cart that exceeds its frame's budget.
//!
//! ```text
//! cycles a frame   2^23 / 30 = 279,620      2^23 / 60 = 139,810
//!
//! updates a picture   1                2 (60: 30 pictures)      4 (60 alone: 15 pictures)
//! tick                |u d|u d|u d     |u . |u d|u . |u d       |u . |u . |u . |u d
//!                                                               still too much: ticks pass without the cart
//! ```
//!
//! Prices are published measurements of several versions of the real machine, so they are close but not exact. Calls
//! without one cost one instruction of its virtual machine. A Rust cart has no instructions to count: it pays for
//! calls, and by [`Machine::spend`] if it wants. Arithmetic (`sin`, `sqrt`) is free. So its figure is a lower bound.
//!
//! Without [`Machine::strict`] the meter only measures. With it, each picture decides how many updates the next one
//! has: the fewest that would have fitted what was spent. The rates 15, 30 and 60 are the manual's; when to go back up,
//! and that the cart pauses beyond the lowest rate for at most a second, are our decisions. A tick without the cart
//! keeps button presses for the next update and drops the wheel. A tick is one [`crate::Console::frame`] of fixed
//! length, so sound and clock continue.
//!
//! A Rust cart cannot be stopped inside a hook, so it pays afterwards, in ticks. An interpreter can be stopped, so
//! the console stays responsive during an endless loop:
//!
//! ```text
//! cycles_left in a tick    strict    those of the ticks since the newest picture, minus those spent since then;
//!                                    in `_draw` those of four ticks more, so that no half of a picture is seen
//!                          else      a second's
//! ```
//!
//! With none left the program ends the frame ([`Flow::Spent`]) and resumes in the next one. As on the original, an
//! unfinished picture in `_update` or `_init` is visible; the four ticks and the second are our decision.

use crate::Machine;
use crate::digest::Digest;
use crate::program::Flow;
use core::sync::atomic::{AtomicU64, Ordering};
use rasher_describe::describe;
use serde::{Deserialize, Serialize};

pub const CLOCK: u64 = 1 << 23;

pub(crate) mod price {
    /// One instruction of the virtual machine, and every call without its own price.
    pub const CALL: u32 = 2;
    /// `cls`: the same as the `rectfill` of a whole screen.
    pub const CLS: u32 = 2048;
    /// Pixels of a shape, outline or line per cycle.
    pub const FILLED: u32 = 8;
    /// A pixel of a sprite or textured line, transparent or not, inside the clip.
    pub const PIXEL: u32 = 2;
    /// Empty cells of `map` per cycle.
    pub const CELLS: u32 = 16;
    pub const TILE: u32 = 128;
    /// `print`, without its characters.
    pub const PRINT: u32 = 4;
    /// Free control codes per `print`; a scroll is sixteen. Each further one costs as much as a character. Ours.
    pub const CODES: u32 = 64;
    /// A character of `print`; outlined ones count twice (the manual).
    pub const CHARACTER: u32 = 16;
    /// Bytes of a `print` per cycle, after those that are free: the free codes with two letters each.
    pub const READ: u32 = 4;
    pub const FREE_BYTES: usize = 3 * CODES as usize;
    /// A byte moved by `memcpy`, `memset`, `peek_n` or `poke_n`.
    pub const BYTE: u32 = 2;
    /// A byte moved by `reload` or `cstore`.
    pub const ROM_BYTE: u32 = 16;
    pub const FILE: u32 = 512;
    /// `btn`, `btnp`, `rnd`.
    pub const ASK: u32 = 8;
    /// `sfx`, `music`, `stat`.
    pub const SERVICE: u32 = 32;
}

/// Cost of the newest picture, in cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub update: u64,
    pub draw: u64,
    /// The part of both spent on API calls: all of it for a Rust cart that never calls [`Machine::spend`].
    pub system: u64,
    /// Number of updates: 1, 2 or 4.
    pub updates: u8,
    /// A frame's budget at the cart's rate.
    pub budget: u64,
}

impl Usage {
    pub fn thousandths(&self, cycles: u64) -> u64 {
        cycles.saturating_mul(1000) / self.budget.max(1)
    }
}

/// A counter for calls with a shared reference. Atomic only to be `Sync`; a value has one owner at a time.
///
/// Between frames additions are dropped, so an editor or debugger that calls a resting machine changes neither its
/// digest nor the next frame's budget.
#[derive(Debug, Default)]
struct Counter {
    now: AtomicU64,
    /// The value at the end of the newest frame; none within a frame.
    at_rest: Option<u64>,
}

impl Counter {
    #[inline]
    fn get(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, n: u64) {
        self.now.store(n, Ordering::Relaxed);
    }

    /// The value without additions between frames.
    fn of_frames(&self) -> u64 {
        self.at_rest.unwrap_or(self.get())
    }
}

impl Clone for Counter {
    fn clone(&self) -> Self {
        Counter { now: AtomicU64::new(self.get()), at_rest: self.at_rest }
    }
}

impl Serialize for Counter {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.of_frames().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Counter {
    /// States are of consoles between frames.
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        u64::deserialize(from).map(|n| Counter { now: AtomicU64::new(n), at_rest: Some(n) })
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Meter {
    /// Cycles of calls, and of the cart's own work, since the newest picture.
    calls: Counter,
    own: u64,
    /// The part of both spent by the end of the newest update.
    updated: u64,
    strict: bool,
    updates: u8,
    /// Updates since the newest picture.
    turn: u8,
    /// Ticks with the cart since the newest picture or flip.
    elapsed: u16,
    /// Whether the cart runs in this tick, and whether it is in `_draw`.
    awake: bool,
    drawing: bool,
    /// Cycles spent at the start of this tick, and the most at its end.
    from: u64,
    limit: u64,
    /// Ticks to pass without the cart.
    rest: u16,
    /// Ticks per picture, including those without the cart.
    ticks: u16,
    last: Usage,
    /// Size of the cart's state, and whether the cart has asked for it.
    pub memory_size: u64,
    pub measures: bool,
}

impl Meter {
    pub(crate) fn new() -> Meter {
        let last = Usage { updates: 1, ..Usage::default() };
        Meter { updates: 1, awake: true, limit: CLOCK, ticks: 1, last, ..Meter::default() }
    }

    /// Ends a frame: later additions are dropped.
    pub(crate) fn rest(&mut self) {
        self.calls.at_rest = Some(self.calls.of_frames());
    }

    /// Starts a frame from where the last one ended.
    pub(crate) fn wake(&mut self) {
        if let Some(n) = self.calls.at_rest.take() {
            self.calls.set(n);
        }
    }

    fn spent(&self) -> u64 {
        self.calls.get().wrapping_add(self.own)
    }

    /// Starts `_init` with the budget of a tick.
    pub(crate) fn begin_init(&mut self, fps: u8) {
        self.elapsed = 1;
        self.set_limit(fps);
    }

    /// Starts a tick. True if it is the first one of a picture.
    pub(crate) fn begin(&mut self, fps: u8) -> bool {
        (self.awake, self.drawing) = (self.rest == 0, false);
        if !self.awake {
            self.rest -= 1;
            return false;
        }
        let first = self.elapsed == 0;
        if first {
            (self.own, self.updated) = (0, 0);
            self.calls.set(0);
        }
        // A debugger may run updates without ending frames.
        self.elapsed = self.elapsed.saturating_add(1);
        self.from = self.spent();
        self.set_limit(fps);
        first
    }

    pub(crate) fn set_limit(&mut self, fps: u8) {
        self.limit = if self.strict {
            let ticks = u64::from(self.elapsed) + if self.drawing { DRAW_TICKS } else { 0 };
            budget(fps) * ticks
        } else {
            self.from.wrapping_add(CLOCK)
        };
    }

    pub(crate) fn is_awake(&self) -> bool {
        self.awake
    }

    pub(crate) fn draws(&self) -> bool {
        self.awake && self.turn >= self.updates
    }

    /// Starts the tick's own update, not a resumed one.
    pub(crate) fn begin_update(&mut self) {
        self.turn = self.turn.saturating_add(1);
    }

    pub(crate) fn end_update(&mut self) {
        self.updated = self.spent();
    }

    pub(crate) fn begin_draw(&mut self, fps: u8) {
        self.drawing = true;
        self.set_limit(fps);
    }

    /// Ends a tick: after a picture, decides by its cost what follows.
    pub(crate) fn end(&mut self, fps: u8, flow: Flow) {
        let is_picture = match flow {
            Flow::Spent => false,
            Flow::Flip => true,
            Flow::Done | Flow::KeepMenu => self.draws(),
        };
        if !is_picture {
            return;
        }
        let (budget, slowest) = (budget(fps), u64::from(fps / 15).max(1));
        let all = self.spent();
        // A flip before `_draw` shows what updates drew, so they pay for all.
        let update = if flow == Flow::Flip && !self.drawing { all } else { self.updated };
        let draw = all.saturating_sub(update);
        let updates = u64::from(self.turn.max(1));
        self.last = Usage { update, draw, system: self.calls.get(), updates: self.turn.max(1), budget };
        let elapsed = core::mem::take(&mut self.elapsed);
        let owed = |ticks: u64| all.div_ceil(budget).saturating_sub(ticks).min(u64::from(fps)) as u16;
        if flow == Flow::Flip {
            if self.strict {
                self.rest = owed(elapsed.into());
                self.ticks = elapsed.saturating_add(self.rest);
            }
            return;
        }
        // Ticks that a hook took beyond its own: none for Rust carts.
        let beyond = elapsed.saturating_sub(u16::from(core::mem::take(&mut self.turn)));
        if !self.strict {
            return;
        }
        // Would n updates and a draw fit into n frames? Scaled by the measured updates.
        let fits = |n: u64| {
            let cost = u128::from(update) * u128::from(n) + u128::from(draw) * u128::from(updates);
            cost <= u128::from(budget) * u128::from(n * updates)
        };
        self.updates = [1, 2, 4].into_iter().find(|n| *n >= slowest || fits(*n)).unwrap_or(1) as u8;
        self.rest = owed(slowest.max(elapsed.into()));
        self.ticks = (u16::from(self.updates) + self.rest).saturating_add(beyond);
    }

    /// Ends the frame of `_init`. Ticks for what it overspent pass before the first update.
    pub(crate) fn end_init(&mut self, fps: u8, flow: Flow) {
        if flow == Flow::Spent {
            return;
        }
        self.elapsed = 0;
        if self.strict {
            self.rest = (self.spent() / budget(fps)).min(u64::from(fps)) as u16;
        }
    }

    pub(crate) fn is_in_range(&self) -> bool {
        matches!(self.updates, 1 | 2 | 4) && self.rest <= 60 && self.ticks > 0
    }

    /// Adds the state that a suspended hook depends on.
    pub(crate) fn digest_suspended(&self, d: &mut Digest) {
        d.word(u64::from(self.turn) | u64::from(self.elapsed) << 8);
        d.word(self.calls.of_frames());
        d.word(self.own);
        d.word(self.updated);
    }

    /// Adds the state that later ticks depend on: none unless the cart is strict or asks for its memory.
    pub(crate) fn digest(&self, d: &mut Digest) {
        if self.strict {
            let counts = u64::from(self.updates) | u64::from(self.turn) << 8;
            d.word(counts | u64::from(self.rest) << 16 | u64::from(self.ticks) << 32);
            // Spending continues between two pictures.
            if self.turn > 0 {
                d.word(self.calls.of_frames());
                d.word(self.own);
            }
            // Only if a hook took several ticks.
            if self.elapsed != u16::from(self.turn) {
                d.word(u64::from(self.elapsed));
            }
        }
        if self.measures {
            d.word(self.memory_size);
        }
    }
}

/// Extra ticks' worth of cycles for `_draw`.
const DRAW_TICKS: u64 = 4;

fn budget(fps: u8) -> u64 {
    CLOCK / u64::from(fps.max(1))
}

#[describe]
impl Machine {
    #[inline]
    pub(crate) fn charge(&self, cycles: u32) {
        let calls = &self.meter.calls;
        calls.set(calls.get().wrapping_add(u64::from(cycles)));
    }

    /// Charges cycles for the cart's own work, out of 2^23 per second. They count in `stat(1)` and not in `stat(2)`.
    /// One instruction of the original's virtual machine costs 2. For interpreters, and for Rust carts that want Lua's
    /// speed. Our own call.
    #[doc = example!(spend)]
    #[inline]
    pub fn spend(&mut self, cycles: u32) {
        self.meter.own = self.meter.own.wrapping_add(u64::from(cycles));
    }

    /// Whether a cart that exceeds its frames' budget loses pictures, and below 15 a second loses time, as on the
    /// original. Returns the previous setting. Off by default for a Rust cart; call it in `_init`. Our own call.
    ///
    /// Updates keep their rate: a strict cart at 60 drops to 30 or 15 pictures a second, one at 30 to 15. The call is
    /// part of the run, so recordings replay the same.
    #[doc = example!(strict)]
    pub fn strict(&mut self, on: bool) -> bool {
        if !on {
            (self.meter.updates, self.meter.rest, self.meter.ticks) = (1, 0, 1);
        }
        let before = core::mem::replace(&mut self.meter.strict, on);
        self.meter.set_limit(self.fps);
        before
    }

    /// Cycles left in this frame; at 0 the program has to end it with [`Flow::Spent`]. Calls and [`Machine::spend`]
    /// count at once. So an interpreter counts its instructions in a register, spends them before each call, and asks
    /// again after it.
    #[inline]
    pub fn cycles_left(&self) -> u64 {
        self.meter.limit.saturating_sub(self.meter.spent())
    }

    /// Cycles spent in the newest frame; of a Rust cart, those of its calls. Estimates the time to run the frame again.
    pub fn frame_cycles(&self) -> u64 {
        let meter = &self.meter;
        if meter.awake { meter.spent().saturating_sub(meter.from) } else { 0 }
    }

    /// Cycles charged for calls so far, for a host that limits how long a hook runs; only differences count.
    #[doc(hidden)]
    pub fn charged(&self) -> u64 {
        self.meter.calls.get()
    }

    pub fn usage(&self) -> Usage {
        self.meter.last
    }

    /// Whether the cart is held to its budget: see [`Machine::strict`].
    pub fn is_strict(&self) -> bool {
        self.meter.strict
    }

    /// Pictures per second: the cart's rate, or less if it is strict and over its budget.
    pub fn pictures(&self) -> u8 {
        (u16::from(self.fps()) / self.meter.ticks).max(1) as u8
    }

    /// Cycles since the newest picture, of calls or of all, as a share of a frame's budget.
    pub(crate) fn share(&self, calls_alone: bool) -> num::Num {
        let cycles = if calls_alone { self.meter.calls.get() } else { self.meter.spent() };
        let share = (u128::from(cycles) << 16) / u128::from(budget(self.fps()));
        num::Num::from_bits(share.min(i32::MAX as u128) as i32)
    }

    /// Size of the cart's state in KiB, for `stat(0)`.
    pub(crate) fn kib(&mut self) -> num::Num {
        self.meter.measures = true;
        let bits = u128::from(self.meter.memory_size) << 6;
        num::Num::from_bits(bits.min(i32::MAX as u128) as i32)
    }
}
