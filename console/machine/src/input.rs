//! The host's input for one frame.
//!
//! ```text
//! Input
//!   players  [u8; 8]     bits 0-5 left right up down O X, bit 6 of player 0 pause
//!   mouse    x y buttons wheel dx dy
//!   keys     256 bits, by SDL scancode
//!   events   typed text, clipboard, a menu choice, changed data ...     in the order of their arrival
//! ```
//!
//! A recording is a list of these. [`crate::buttons`] derives repeats and masks.

use crate::bundle::{BundledCart, Code};
use alloc::{boxed::Box, string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// The mouse, in screen pixels of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mouse {
    /// Column; may be outside 0..128.
    pub x: i16,
    /// Row; may be outside 0..128.
    pub y: i16,
    /// 1 left, 2 right, 4 middle.
    pub buttons: u8,
    /// Wheel steps in this frame: right positive.
    pub wheel_x: i8,
    /// Wheel steps in this frame: up positive.
    pub wheel_y: i8,
    /// Horizontal movement since the last frame, in pixels of the host.
    pub dx: i16,
    /// Vertical movement since the last frame, in pixels of the host.
    pub dy: i16,
}

/// The held keys, one bit for each SDL scancode 0 to 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys(pub [u32; 8]);

impl Keys {
    /// Whether a key is held. False for scancodes above 255.
    pub fn held(&self, scancode: u32) -> bool {
        self.0.get((scancode / 32) as usize).is_some_and(|w| w >> (scancode % 32) & 1 != 0)
    }

    pub fn set(&mut self, scancode: u8, held: bool) {
        let (word, bit) = (&mut self.0[usize::from(scancode) / 32], 1 << (scancode % 32));
        *word = if held { *word | bit } else { *word & !bit };
    }
}

/// Something that happened between two frames.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A typed character as P8SCII (13 Enter, 8 backspace, 9 tab).
    Char(u8),
    /// Text was pasted: `stat(4)`.
    Clipboard(String),
    /// An item of the pause menu was chosen, or left or right pressed on it.
    Menu {
        /// 1 to 5.
        index: u8,
        /// 1 left, 2 right, 0x70 confirm.
        buttons: u8,
    },
    /// Data files changed: new bytes for the ROM. Memory changes only where it still equals the old ROM.
    Data(Vec<Patch>),
    /// Gamepads were added or removed: the number of them, `stat(29)`.
    Controllers(u8),
    Comfort {
        less_flash: bool,
        less_shake: bool,
    },
    Edit(Edit),
    /// This is the run of that day, such as 20261122. Its seed is the boot's.
    Daily(u32),
    /// The cart's stored results, one table of [`crate::Records`]: 256 bytes, or it is ignored.
    Records(Box<[u8]>),
    /// The program's code was saved: it is replaced and the state stays ([`crate::Program::reload`]).
    Code(Code),
    /// The pause menu's item that leads back to the previous cart was chosen ([`crate::Machine::breadcrumb`]).
    Back,
    /// A message of the host to one of the console's own programs, such as the shelf ([`crate::Program::receive`]).
    Host(Box<[u8]>),
    /// A file or picture was dropped on the window, to be read with [`crate::Machine::serial`].
    Stream {
        /// [`crate::DROPPED_FILE`] or [`crate::DROPPED_PICTURE`]; others are ignored.
        channel: u16,
        /// At most [`crate::DROPPED_MAX`] bytes; the rest is cut off.
        bytes: Box<[u8]>,
    },
    /// The file of another cart was saved or added. See also [`Event::Code`] and [`Event::Data`].
    Cart(Box<BundledCart>),
}

/// A debugger's change. Setting a value twice has no further effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// Sets bytes of memory, without redirection. Those beyond 0xffff are dropped.
    Memory { addr: u16, bytes: Box<[u8]> },
    State {
        /// A JSON pointer, such as `/world/mobs/0/hp`.
        path: String,
        /// The new value, as JSON text.
        value: String,
    },
    /// Runs text in the program's own language: [`crate::Program::run_text`].
    Run { text: String },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    /// First address, below 0x4300.
    pub addr: u16,
    /// The new bytes; those beyond 0x4300 are dropped.
    pub bytes: Box<[u8]>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Held buttons of the eight players, as bits of [`crate::button`].
    pub players: [u8; 8],
    pub mouse: Mouse,
    pub keys: Keys,
    pub events: Vec<Event>,
}

impl Input {
    /// Held buttons of player 0, for bots and tests.
    pub fn buttons(held: u8) -> Self {
        let mut input = Input::default();
        input.players[0] = held;
        input
    }
}

/// Date and time of day, for `stat(80)` to `stat(95)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Date {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    pub unix: i64,
    /// Seconds to add for local time.
    pub offset: i32,
}

impl Date {
    /// The local day as a number such as 20261122.
    pub fn day(self) -> u32 {
        let (year, month, day) = civil(self.unix.saturating_add(self.offset.into()).div_euclid(86_400));
        u32::try_from(year * 10_000 + month * 100 + day).unwrap_or(0)
    }
}

impl Default for Date {
    /// 2000-01-01 00:00:00 UTC, for runs without a date.
    fn default() -> Self {
        Date { unix: 946_684_800, offset: 0 }
    }
}

/// Year, month (1 to 12) and day (1 to 31) of a day counted from 1970-01-01. Years are counted from March, so that the
/// leap day is the last one; (153 m + 2) / 5 days precede month m.
pub(crate) fn civil(day: i64) -> (i64, i64, i64) {
    // 719,468 days from 0000-03-01 to 1970-01-01; 146,097 days in 400 years.
    let day = day.saturating_add(719_468);
    let (era, d) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (d - d / 1460 + d / 36_524 - d / 146_096) / 365;
    let d = d - (365 * year + year / 4 - year / 100);
    let m = (5 * d + 2) / 153;
    let month = if m < 10 { m + 3 } else { m - 9 };
    (era * 400 + year + i64::from(month <= 2), month, d - (153 * m + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn days_are_dates() {
        // Leap years 1972 and 2000 (divisible by 400); 2100 is none.
        let days = [0, 789, 11_016, 11_017, 47_540, 47_541].map(|day| Date { unix: day * 86_400, offset: 0 });
        let dates = [19700101, 19720229, 20000229, 20000301, 21000228, 21000301];
        assert_eq!(days.map(Date::day), dates);
        assert_eq!(Date { unix: 0, offset: -1 }.day(), 19691231);
    }
}
