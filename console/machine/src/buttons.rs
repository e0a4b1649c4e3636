//! `btn` and `btnp`: from held buttons to what a cart sees.
//!
//! ```text
//! input bits ─ mask of buttons held at the start ─> 0x5f4c..53 (pokable) ─> btn
//!                                    └─> one counter a button ─> btnp: frame 1, then delay, then rate
//!
//! at 30 a second  true on frames 1, 16, 20, 24 ...      delay 15, rate 4  (0x5f5c, 0x5f5d in 30ths)
//! at 60 a second  true on frames 1, 31, 39, 47 ...
//! ```
//!
//! Frames and defaults are the manual's; counting from 1 is zepto8's.

use crate::Machine;
use crate::button;
use crate::input::Input;
use crate::limit::Limit;
use crate::memory::{Memory, reg};
use crate::meter::price;
use rasher_describe::describe;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Buttons {
    /// Updates for which each button has been held.
    held: [[u16; 7]; 8],
    /// Buttons ignored until they are released.
    stale: [u8; 8],
    /// Buttons held in ticks without an update.
    kept: [u8; 8],
    /// Updates left in which only pause counts.
    rests: u8,
    /// Pause was pressed in this frame, or has been held for half a second.
    pub(crate) pause_edge: bool,
    pub(crate) pause_long: bool,
}

impl Buttons {
    pub(crate) fn new(held_at_boot: [u8; 8]) -> Self {
        Buttons { stale: held_at_boot, ..Buttons::default() }
    }

    /// Keeps the presses of a tick without an update for the next one. Pause is reported only once.
    pub(crate) fn keep(&mut self, input: &Input) {
        (self.pause_edge, self.pause_long) = (false, false);
        self.kept.iter_mut().zip(input.players).for_each(|(kept, held)| *kept |= held);
    }

    /// [`Buttons::keep`] in a tick that resumes an update: pause is reported at once, since that update may never end.
    pub(crate) fn keep_but_pause(&mut self, input: &Input, fps: u8) {
        self.keep(input);
        self.kept[0] &= !button::PAUSE;
        self.stale[0] &= input.players[0] | !button::PAUSE;
        let held = input.players[0] & !self.stale[0] & button::PAUSE != 0;
        self.held[0][6] = if held { self.held[0][6].saturating_add(1) } else { 0 };
        self.tell_pause(fps);
    }

    fn tell_pause(&mut self, fps: u8) {
        let pause = self.held[0][6];
        self.pause_edge = pause == 1;
        self.pause_long = pause == u16::from(fps) / 2;
    }

    /// Ignores all buttons for some updates, and then any that are still held until they are released.
    pub(crate) fn rest(&mut self, updates: u8) {
        self.rests = updates;
    }

    /// Ignores held buttons but pause until they are released.
    pub(crate) fn cut(&mut self, mem: &mut Memory) {
        for player in 0..8 {
            let held = mem.get(reg::PADS + player as u16);
            self.stale[player] |= held & !button::PAUSE;
            self.held[player][..6].fill(0);
            mem.set(reg::PADS + player as u16, held & button::PAUSE);
        }
    }

    pub(crate) fn latch(&mut self, mem: &mut Memory, input: &Input, fps: u8) {
        let mouse = if mem.get(reg::DEVKIT) & 3 == 3 { (input.mouse.buttons & 7) << 4 } else { 0 };
        for player in 0..8 {
            let kept = core::mem::take(&mut self.kept[player]);
            let mut bits = (input.players[player] | kept) & 0x7f;
            if player == 0 {
                bits |= mouse;
            } else {
                bits &= !button::PAUSE;
            }
            let rests = if self.rests > 0 { bits & !button::PAUSE } else { 0 };
            self.stale[player] = self.stale[player] & bits | rests;
            bits &= !self.stale[player];
            for (b, n) in self.held[player].iter_mut().enumerate() {
                *n = if bits >> b & 1 != 0 { n.saturating_add(1) } else { 0 };
            }
            mem.set(reg::PADS + player as u16, bits);
        }
        self.rests = self.rests.saturating_sub(1);
        self.tell_pause(fps);
    }

    fn repeats(&self, mem: &Memory, fps: u8, player: usize, b: usize) -> bool {
        let scale = if fps == 60 { 2 } else { 1 };
        let or = |value: u8, default: u16| if value == 0 { default } else { u16::from(value) };
        let delay = mem.get(reg::REPEAT_DELAY);
        let rate = or(mem.get(reg::REPEAT_RATE), 4) * scale;
        let first = or(delay, 15) * scale;
        match self.held[player][b] {
            0 => false,
            1 => true,
            n => delay != 255 && n > first && (n - first - 1).is_multiple_of(rate),
        }
    }

    pub(crate) fn digest(&self, d: &mut crate::digest::Digest) {
        for row in &self.held {
            for n in row {
                d.word(u64::from(*n));
            }
        }
        d.bytes(&self.stale);
        // Only for strict carts.
        if self.kept != [0; 8] {
            d.bytes(&self.kept);
        }
        // Only after the end of a run.
        if self.rests > 0 {
            d.word(self.rests.into());
        }
    }
}

#[describe]
impl Machine {
    /// Whether button `b` (0 left, 1 right, 2 up, 3 down, 4 O, 5 X, 6 pause) of player 0 is held. False for any other
    /// `b`.
    #[doc = example!(btn)]
    #[track_caller]
    pub fn btn(&mut self, b: i32) -> bool /* of a player: btn_of(b, player); all: btn_bits() */ {
        self.btn_of(b, 0)
    }

    /// [`Machine::btn`] of player 0 to 7; false for any other player.
    #[track_caller]
    pub fn btn_of(&mut self, b: i32, player: i32) -> bool {
        self.charge(price::ASK);
        self.is_button(b, player) && self.mem.get(reg::PADS + player as u16) >> b & 1 != 0
    }

    #[inline]
    #[track_caller]
    fn is_button(&self, b: i32, player: i32) -> bool {
        match (b, player) {
            (0..7, 0..8) => return true,
            (0..7, _) => self.beyond(Limit::Player, player),
            _ => self.beyond(Limit::Button, b),
        }
        false
    }

    /// All buttons: player 0 in bits 0 to 5, player 1 in bits 8 to 13.
    pub fn btn_bits(&mut self) -> u16 {
        self.charge(price::ASK);
        self.mem.get16(reg::PADS) & 0x3f3f
    }

    /// Whether button `b` of player 0 was pressed in this frame or repeats now. Buttons as for [`Machine::btn`].
    #[doc = example!(btnp)]
    #[track_caller]
    pub fn btnp(&mut self, b: i32) -> bool /* of a player: btnp_of(b, player); all: btnp_bits() */ {
        self.btnp_of(b, 0)
    }

    /// [`Machine::btnp`] of player 0 to 7; false for any other player.
    #[track_caller]
    pub fn btnp_of(&mut self, b: i32, player: i32) -> bool {
        self.charge(price::ASK);
        self.is_button(b, player) && self.buttons.repeats(&self.mem, self.fps(), player as usize, b as usize)
    }

    /// [`Machine::btnp`] for all buttons, as bits like [`Machine::btn_bits`].
    pub fn btnp_bits(&mut self) -> u16 {
        self.charge(price::ASK);
        let bit = |player: usize, b: usize| {
            u16::from(self.buttons.repeats(&self.mem, self.fps(), player, b)) << (b + 8 * player)
        };
        (0..6).map(|b| bit(0, b) | bit(1, b)).fold(0, |all, one| all | one)
    }
}
