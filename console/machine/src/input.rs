//! What the host tells the machine in one frame: the one door.
//!
//! ```text
//! Input
//!   players  [u8; 8]     bits 0-5 left right up down O X, bit 6 of player 0 pause
//!   mouse    x y buttons wheel dx dy
//!   keys     256 bits, by SDL scancode
//!   events   typed text, clipboard, a menu choice, changed data ...     in the order they came
//! ```
//!
//! Everything here is recorded, and a recording is nothing but a row of these. What the machine makes of it
//! (repeat, masking of held buttons) is in [`crate::buttons`].

use crate::bundle::{BundledCart, Code};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Bit of a button in [`Input::players`], in PICO-8's order.
pub mod button {
    /// Left.
    pub const LEFT: u8 = 1;
    /// Right.
    pub const RIGHT: u8 = 2;
    /// Up.
    pub const UP: u8 = 4;
    /// Down.
    pub const DOWN: u8 = 8;
    /// O: confirm or first action.
    pub const O: u8 = 16;
    /// X: back or second action.
    pub const X: u8 = 32;
    /// Pause; of player 0 only.
    pub const PAUSE: u8 = 64;
}

/// The mouse as the host sees it, in screen pixels of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mouse {
    /// Column; may lie outside 0..128.
    pub x: i16,
    /// Row; may lie outside 0..128.
    pub y: i16,
    /// 1 left, 2 right, 4 middle.
    pub buttons: u8,
    /// Wheel steps of this frame: right positive.
    pub wheel_x: i8,
    /// Wheel steps of this frame: up positive.
    pub wheel_y: i8,
    /// Movement since the last frame in the host's pixels.
    pub dx: i16,
    /// Movement since the last frame in the host's pixels.
    pub dy: i16,
}

/// The keys that are held, one bit for each SDL scancode 0 to 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys(pub [u32; 8]);

impl Keys {
    /// Is the key held? Scancodes above 255 never are.
    pub fn held(&self, scancode: u32) -> bool {
        self.0.get((scancode / 32) as usize).is_some_and(|w| w >> (scancode % 32) & 1 != 0)
    }

    /// Notes that a key is held or not.
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
    /// The clipboard was pasted: `stat(4)`.
    Clipboard(String),
    /// An item of the pause menu was chosen, or left/right pressed on it: index 1 to 5 and buttons
    /// (1 left, 2 right, 0x70 confirm).
    Menu {
        /// 1 to 5.
        index: u8,
        /// 1 left, 2 right, 0x70 confirm.
        buttons: u8,
    },
    /// Data files changed: bytes that replace the ROM's from an address on. Memory follows only where it still
    /// equals the old ROM.
    Data(Vec<Patch>),
    /// A gamepad came or went: the number there are now, `stat(29)`.
    Controllers(u8),
    /// The player's wish for fewer flashes and less shaking; a cart asks by `less_flash` and `less_shake`.
    Comfort {
        /// Fewer flashes.
        less_flash: bool,
        /// Less shaking.
        less_shake: bool,
    },
    /// A debugger changed something between two frames.
    Edit(Edit),
    /// The run is the run of that day, as 20261122. Its seed is the boot's.
    Daily(u32),
    /// What was kept of the cart's results, one table of [`crate::Records`]: 256 bytes, or it is none.
    Records(Box<[u8]>),
    /// The program's code was saved: other code takes its place, and its state stays ([`crate::Program::reload`]).
    Code(Code),
    /// The item of the pause menu was chosen that leads back to the cart which loaded this one ([`crate::Machine::breadcrumb`]).
    Back,
    /// What the host tells a program of the console's own, such as the shelf, in bytes whose form the two share
    /// ([`crate::Program::hear`]).
    Host(Box<[u8]>),
    /// A file or a picture was dropped on the window for the cart, which reads it by [`crate::Machine::serial`].
    Stream {
        /// [`crate::DROPPED_FILE`] or [`crate::DROPPED_PICTURE`]; any other is heard by nobody.
        channel: u16,
        /// At most [`crate::DROPPED_MAX`] bytes; more are cut off.
        bytes: Box<[u8]>,
    },
    /// The file of another cart of the run was saved, or is there for the first time: what the run finds there from now on. Of the cart
    /// that the run began with, [`Event::Code`] and [`Event::Data`] tell.
    Cart(Box<BundledCart>),
}

/// Something that a debugger changes. Those that set a value are the same twice as once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// Bytes of memory, without redirection. What would pass 0xffff is dropped.
    Memory {
        /// First address.
        addr: u16,
        /// The new bytes.
        bytes: Box<[u8]>,
    },
    /// A field of the cart's state.
    State {
        /// Where: names and indices with slashes between, as JSON pointers have it (`/world/mobs/0/hp`).
        path: String,
        /// The new value, as JSON text.
        value: String,
    },
    /// Something is done in the program's own language, as [`crate::Program::run_text`] does it.
    Run {
        /// What.
        text: String,
    },
}

/// A run of ROM bytes that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    /// First address, below 0x4300.
    pub addr: u16,
    /// The new bytes; what would pass 0x4300 is dropped.
    pub bytes: Box<[u8]>,
}

/// One frame's input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Held buttons of the eight players, see [`button`].
    pub players: [u8; 8],
    /// The mouse.
    pub mouse: Mouse,
    /// The keyboard.
    pub keys: Keys,
    /// What happened since the last frame, in order.
    pub events: Vec<Event>,
}

impl Input {
    /// Only buttons of player 0: what bots and most tests need.
    pub fn buttons(held: u8) -> Self {
        let mut input = Input::default();
        input.players[0] = held;
        input
    }
}

/// A date and time of day, as `stat(80)` to `stat(95)` tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Date {
    /// Seconds since 1970-01-01 00:00:00 UTC.
    pub unix: i64,
    /// Seconds to add for local time.
    pub offset: i32,
}

impl Date {
    /// The day, in local time, as a number that reads as one: 20261122.
    pub fn day(self) -> u32 {
        let (year, month, day) = civil(self.unix.saturating_add(self.offset.into()).div_euclid(86_400));
        u32::try_from(year * 10_000 + month * 100 + day).unwrap_or(0)
    }
}

impl Default for Date {
    /// 2000-01-01 00:00:00 UTC: the date of a run that was given none.
    fn default() -> Self {
        Date { unix: 946_684_800, offset: 0 }
    }
}

/// Year, month (1 to 12) and day (1 to 31) of a day counted from 1970-01-01, in the Gregorian calendar.
/// Years are counted from March, so that the leap day is the last: then days before a month are (153 m + 2) / 5.
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
    use super::civil;

    #[test]
    fn days_are_dates() {
        // From the calendar: leap years 1972, 2000 (divisible by 400) and 2100, which is none.
        let cases = [
            (0, (1970, 1, 1)),
            (-1, (1969, 12, 31)),
            (789, (1972, 2, 29)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ];
        for (day, date) in cases {
            assert_eq!(civil(day), date, "day {day}");
        }
    }
}
