//! The meter: what each call costs, and what becomes of a cart that spends more than a frame has.
//!
//! ```text
//! cycles a frame   2^23 / 30 = 279,620      2^23 / 60 = 139,810
//!
//! updates a picture   1                2 (60: 30 pictures)      4 (60 alone: 15 pictures)
//! tick                |u d|u d|u d     |u . |u d|u . |u d       |u . |u . |u . |u d
//!                                                               still too much: ticks pass without the cart
//! ```
//!
//! Prices are published measurements of the real machine, taken on several versions that were balanced anew in
//! between; so they are near, not exact. Calls that nobody measured cost one instruction of its virtual machine. A
//! Rust cart's own code has no instructions to count, so calls are all that it pays for, unless it says by
//! [`Machine::spend`] what its own work is worth; an interpreter pays there for every instruction. Arithmetic
//! (`sin`, `sqrt`) is done without the machine and is free. So a Rust cart's figure is a lower bound.
//!
//! Without [`Machine::strict`] the meter only measures. With it, after each picture the fewest updates a picture are
//! chosen that would have carried what was just spent. That the rates are 15, 30 and 60 is the manual's; when to go
//! back up, and that time stands still beyond the lowest rate, for a second at most, is our decision. A tick that
//! passes without the cart keeps its presses of buttons for the next update, and loses the wheel.
//!
//! A tick is one [`crate::Console::frame`]. It is always as long, so sound and clock run on whatever a cart spends.
//!
//! A Rust cart cannot be stopped inside a hook, so what it spent beyond is paid afterwards, by ticks without it. A program that can
//! be (an interpreter) is, which is how a loop that never ends leaves the console alive:
//!
//! ```text
//! cycles_left in a tick    strict    those of the ticks since the newest picture, minus those spent since then;
//!                                    in `_draw` those of four ticks more, so that no half of a picture is seen
//!                          else      a second's
//! ```
//!
//! When none are left the program ends the frame ([`Flow::Spent`]) and goes on in the next one. That a picture in the middle of
//! `_update` or `_init` is seen as it stands is what the original does; the four ticks and the second are our decision.

use crate::Machine;
use crate::digest::Digest;
use crate::program::Flow;
use core::sync::atomic::{AtomicU64, Ordering};
use rasher_describe::describe;
use serde::{Deserialize, Serialize};

/// The machine's cycles a second.
pub const CLOCK: u64 = 1 << 23;

/// What calls cost, in cycles.
pub(crate) mod price {
    /// One instruction of the virtual machine, and every call that has no price of its own.
    pub const CALL: u32 = 2;
    /// `cls`: as much as the `rectfill` of a whole screen.
    pub const CLS: u32 = 2048;
    /// Pixels that a filled shape, outline or line paints for one cycle.
    pub const FILLED: u32 = 8;
    /// A pixel of a sprite or textured line, transparent ones too, clipped ones not.
    pub const PIXEL: u32 = 2;
    /// Cells without a tile that `map` looks at for one cycle.
    pub const CELLS: u32 = 16;
    /// A tile that `map` draws.
    pub const TILE: u32 = 128;
    /// `print`, besides its characters.
    pub const PRINT: u32 = 4;
    /// Control codes of a `print` that cost nothing, where a scroll counts as sixteen; each one more costs as much as a character. Ours.
    pub const CODES: u32 = 64;
    /// A character of `print`; an outlined one counts twice, as the manual says.
    pub const CHARACTER: u32 = 16;
    /// Bytes of a text that `print` comes past for one cycle, and those that are free: the free codes with two letters each.
    pub const READ: u32 = 4;
    pub const FREE_BYTES: usize = 3 * CODES as usize;
    /// A byte that `memcpy`, `memset`, `peek_n` or `poke_n` moves.
    pub const BYTE: u32 = 2;
    /// A byte that `reload` or `cstore` moves.
    pub const ROM_BYTE: u32 = 16;
    /// A file's name that is looked for.
    pub const FILE: u32 = 512;
    /// `btn`, `btnp`, `rnd`.
    pub const ASK: u32 = 8;
    /// `sfx`, `music`, `stat`.
    pub const SERVICE: u32 = 32;
}

/// What the newest picture cost, in cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// All updates that the picture took, menu callbacks included.
    pub update: u64,
    /// Its `_draw`.
    pub draw: u64,
    /// Of both, what calls of the API cost: for a Rust cart that never calls [`Machine::spend`] all of it.
    pub system: u64,
    /// Updates that it took: 1, 2 or 4.
    pub updates: u8,
    /// What one frame may spend at the cart's rate.
    pub budget: u64,
}

impl Usage {
    /// A number of cycles in thousandths of a frame's budget.
    pub fn thousandths(&self, cycles: u64) -> u64 {
        cycles.saturating_mul(1000) / self.budget.max(1)
    }
}

/// A number that calls which only read can add to as well. It is an atomic so that a console may lie in memory that
/// threads share, and is read and written as a plain one: a value has one owner at a time.
///
/// Between two frames it keeps what the frames have come to, and forgets what is added: a host that looks at a machine at rest by its calls
/// (an editor, a debugger) changes neither its digest nor what the next frame may spend.
#[derive(Debug, Default)]
struct Counter {
    now: AtomicU64,
    /// What it was when the newest frame ended; none within a frame.
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

    /// What the frames have come to.
    fn of_frames(&self) -> u64 {
        self.at_rest.unwrap_or(self.get())
    }

    fn rest(&mut self) {
        self.at_rest = Some(self.of_frames());
    }

    fn go_on(&mut self) {
        if let Some(n) = self.at_rest.take() {
            self.set(n);
        }
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
    /// States are those of consoles at rest.
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        u64::deserialize(from).map(|n| Counter { now: AtomicU64::new(n), at_rest: Some(n) })
    }
}

/// The state of the meter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Meter {
    /// Cycles of calls since the newest picture.
    calls: Counter,
    /// Cycles of the cart's own work since then.
    own: u64,
    /// Of both, what was spent until the newest update's end.
    updated: u64,
    strict: bool,
    /// Updates a picture.
    updates: u8,
    /// Updates that began since the newest picture.
    turn: u8,
    /// Ticks with the cart since the newest picture or flip.
    elapsed: u16,
    /// Does the cart run in this tick? Is it in its `_draw`?
    awake: bool,
    drawing: bool,
    /// What was spent when this tick began, and how much may have been when it ends.
    from: u64,
    limit: u64,
    /// Ticks that will pass without the cart.
    rest: u16,
    /// Ticks from picture to picture, those without the cart too.
    ticks: u16,
    last: Usage,
    /// What the cart's state measures in bytes, and whether it has asked.
    pub memory_size: u64,
    pub measures: bool,
}

impl Meter {
    pub(crate) fn new() -> Meter {
        Meter {
            calls: Counter::default(),
            own: 0,
            updated: 0,
            strict: false,
            updates: 1,
            turn: 0,
            elapsed: 0,
            awake: true,
            drawing: false,
            from: 0,
            limit: CLOCK,
            rest: 0,
            ticks: 1,
            last: Usage { updates: 1, ..Usage::default() },
            memory_size: 0,
            measures: false,
        }
    }

    /// A frame is over: what is counted now is nobody's.
    pub(crate) fn rest(&mut self) {
        self.calls.rest();
    }

    /// The next frame begins, where the one before has ended.
    pub(crate) fn go_on(&mut self) {
        self.calls.go_on();
    }

    /// Cycles of the tick that began last.
    fn spent_in_tick(&self) -> u64 {
        if self.awake { self.spent().saturating_sub(self.from) } else { 0 }
    }

    fn spent(&self) -> u64 {
        self.calls.get().wrapping_add(self.own)
    }

    /// `_init` begins: it has a frame's budget, or a second's, as a tick has.
    pub(crate) fn begin_init(&mut self, fps: u8) {
        self.elapsed = 1;
        self.set_limit(fps);
    }

    /// A tick begins. Is it the first of a picture?
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
        // A debugger may run updates without ends of frames.
        self.elapsed = self.elapsed.saturating_add(1);
        self.from = self.spent();
        self.set_limit(fps);
        first
    }

    /// Works out what may be spent in this tick, after whatever decides it has changed.
    pub(crate) fn set_limit(&mut self, fps: u8) {
        self.limit = if self.strict {
            let ticks = u64::from(self.elapsed) + if self.drawing { DRAW_TICKS } else { 0 };
            budget(fps) * ticks
        } else {
            self.from.wrapping_add(CLOCK)
        };
    }

    /// Does the cart run in this tick?
    pub(crate) fn is_awake(&self) -> bool {
        self.awake
    }

    /// Is a picture due in this tick?
    pub(crate) fn draws(&self) -> bool {
        self.awake && self.turn >= self.updates
    }

    /// An update begins: the tick's own, not one that goes on.
    pub(crate) fn begin_update(&mut self) {
        self.turn = self.turn.saturating_add(1);
    }

    /// The tick's update is over.
    pub(crate) fn end_update(&mut self) {
        self.updated = self.spent();
    }

    /// `_draw` begins or goes on.
    pub(crate) fn begin_draw(&mut self, fps: u8) {
        self.drawing = true;
        self.set_limit(fps);
    }

    /// A tick ends: after a picture, what it cost and what follows from that.
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
        // A flip before `_draw` shows what updates drew: then all is theirs.
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
        // Ticks that a hook took beyond its own: there are none in a Rust cart.
        let beyond = elapsed.saturating_sub(u16::from(core::mem::take(&mut self.turn)));
        if !self.strict {
            return;
        }
        // Would n updates and a draw fit into n frames? Multiplied by the updates that were measured.
        let fits = |n: u64| {
            let cost = u128::from(update) * u128::from(n) + u128::from(draw) * u128::from(updates);
            cost <= u128::from(budget) * u128::from(n * updates)
        };
        self.updates = [1, 2, 4].into_iter().find(|n| *n >= slowest || fits(*n)).unwrap_or(1) as u8;
        self.rest = owed(slowest.max(elapsed.into()));
        self.ticks = (u16::from(self.updates) + self.rest).saturating_add(beyond);
    }

    /// The frame of `_init` is over. What it spent beyond that frame passes before the first update.
    pub(crate) fn end_init(&mut self, fps: u8, flow: Flow) {
        if flow == Flow::Spent {
            return;
        }
        self.elapsed = 0;
        if self.strict {
            self.rest = (self.spent() / budget(fps)).min(u64::from(fps)) as u16;
        }
    }

    /// Are the counts what ticks leave behind?
    pub(crate) fn is_in_range(&self) -> bool {
        matches!(self.updates, 1 | 2 | 4) && self.rest <= 60 && self.ticks > 0
    }

    /// Takes what a hook that goes on in the next frame depends on.
    pub(crate) fn digest_halfway(&self, d: &mut Digest) {
        d.word(u64::from(self.turn) | u64::from(self.elapsed) << 8);
        d.word(self.calls.of_frames());
        d.word(self.own);
        d.word(self.updated);
    }

    /// Takes what later ticks depend on. Nothing unless the cart is strict or asks for its memory: what else is
    /// here, the next tick begins anew.
    pub(crate) fn digest(&self, d: &mut Digest) {
        if self.strict {
            let counts = u64::from(self.updates) | u64::from(self.turn) << 8;
            d.word(counts | u64::from(self.rest) << 16 | u64::from(self.ticks) << 32);
            // Between two pictures the spending goes on.
            if self.turn > 0 {
                d.word(self.calls.of_frames());
                d.word(self.own);
            }
            // Only where a hook took several ticks.
            if self.elapsed != u16::from(self.turn) {
                d.word(u64::from(self.elapsed));
            }
        }
        if self.measures {
            d.word(self.memory_size);
        }
    }
}

/// Ticks' worth of cycles that `_draw` has beyond its own.
const DRAW_TICKS: u64 = 4;

/// Cycles of a frame.
fn budget(fps: u8) -> u64 {
    CLOCK / u64::from(fps.max(1))
}

#[describe]
impl Machine {
    /// Pays for a call.
    #[inline]
    pub(crate) fn charge(&self, cycles: u32) {
        let calls = &self.meter.calls;
        calls.set(calls.get().wrapping_add(u64::from(cycles)));
    }

    /// Pays for the cart's own work, in cycles of which a second has 2^23: it counts in `stat(1)` and not in `stat(2)`.
    /// An instruction of the original's virtual machine costs 2. For an interpreter, and for a Rust cart that wishes to be as
    /// slow as it would be in Lua. Our own call.
    #[doc = example!(spend)]
    #[inline]
    pub fn spend(&mut self, cycles: u32) {
        self.meter.own = self.meter.own.wrapping_add(u64::from(cycles));
    }

    /// Shall a cart that spends more than its frames have lose pictures, and beyond 15 a second lose time, as on the
    /// original? Gives what held before. Off when a Rust cart begins; call it in `_init`. Our own call.
    ///
    /// Updates are still made at the cart's rate: with `strict` a cart at 60 goes down to 30 or 15 pictures a second, one at 30
    /// to 15. It is a wish of the cart and so part of every run of it; recordings replay the same.
    #[doc = example!(strict)]
    pub fn strict(&mut self, on: bool) -> bool {
        if !on {
            (self.meter.updates, self.meter.rest, self.meter.ticks) = (1, 0, 1);
        }
        let before = core::mem::replace(&mut self.meter.strict, on);
        self.meter.set_limit(self.fps);
        before
    }

    /// Cycles that the program may still spend in this frame; 0 when it has to end it with [`Flow::Spent`]. Calls that it makes
    /// and what it says by [`Machine::spend`] are taken off at once. So an interpreter counts its own instructions in a register,
    /// and before each call of the machine spends what it has counted, and after it asks again.
    #[inline]
    pub fn cycles_left(&self) -> u64 {
        self.meter.limit.saturating_sub(self.meter.spent())
    }

    /// Cycles that the newest frame has spent, of a Rust cart those of its calls: how long it takes to run it again, whatever computer
    /// does so.
    pub fn frame_cycles(&self) -> u64 {
        self.meter.spent_in_tick()
    }

    /// What the newest picture cost.
    pub fn usage(&self) -> Usage {
        self.meter.last
    }

    /// Does the cart ask to be held to its budget? See [`Machine::strict`].
    pub fn is_strict(&self) -> bool {
        self.meter.strict
    }

    /// Pictures a second that the cart reaches: its rate, or less when it is strict and spends too much.
    pub fn pictures(&self) -> u8 {
        (u16::from(self.fps()) / self.meter.ticks).max(1) as u8
    }

    /// Cycles since the newest picture, of calls alone or of all, as a share of a frame's.
    pub(crate) fn share(&self, calls_alone: bool) -> num::Num {
        let cycles = if calls_alone { self.meter.calls.get() } else { self.meter.spent() };
        let share = (u128::from(cycles) << 16) / u128::from(budget(self.fps()));
        num::Num::from_bits(share.min(i32::MAX as u128) as i32)
    }

    /// KiB that the cart's state measures, for `stat(0)`.
    pub(crate) fn kib(&mut self) -> num::Num {
        self.meter.measures = true;
        let bits = u128::from(self.meter.memory_size) << 6;
        num::Num::from_bits(bits.min(i32::MAX as u128) as i32)
    }
}
