//! `stat`: a number, text or truth value for each index.
//!
//! ```text
//! 0 memory  1 cpu  2 system cpu  4 clipboard  5 version  6 parameter  7 8 9 rate   28-39 devkit input
//! 16-26, 46-57 sound   80-85 UTC   90-95 local time   120 121 dropped   the rest 0
//! ```
//!
//! The clock is the run's: its date plus frames run. 7 is the rate of pictures that the cart reaches, 8 its requested
//! rate, and so is 9, as the host's cannot be measured. CPU is counted by `meter.rs` since the newest picture; memory
//! by `memory_size.rs` at the start of the frame (in a run's first call: after `_init`). So all are the same on every
//! host.
//!
//! Also 0: 3, the current display; 12 to 15, the position of the pause menu, which is closed while a cart runs; 72 to
//! 79, reserved; 102, the site that shows the cart. 110, stepping by frames, which no frame can detect, is false.

use crate::Machine;
use crate::api::Stat;
use crate::boot::Rules;
use crate::input::civil;
use crate::meter::price;
use crate::system::{DROPPED_FILE, DROPPED_PICTURE};
use alloc::string::{String, ToString};
use num::Num;
use rasher_describe::describe;

/// Cart format of 0.2.7, for `stat(5)`.
const VERSION: i32 = 43;

#[describe]
impl Machine {
    /// System value `n`: a number, text or truth value; 0 if unknown. `stat(31)` consumes the character it returns.
    ///
    /// | n | value |
    /// |---|---|
    /// | 0 | memory of the cart in KiB, out of 2,048 |
    /// | 1, 2 | CPU use as a share of a frame's cycles: total, by calls |
    /// | 4 | the clipboard, after a paste |
    /// | 5, 6 | version of the cart format; parameter from `load` |
    /// | 7, 8, 9 | pictures per second reached; updates per second requested, twice |
    /// | 16 to 19, 46 to 49 | the sfx on channel 0 to 3, or -1 |
    /// | 20 to 23, 50 to 53 | its note |
    /// | 24, 25, 26; 54, 55, 56 | music pattern, patterns played, ticks of this one; without music -1 |
    /// | 57 | whether music plays |
    /// | 29 | number of gamepads |
    /// | 30, 31 | whether a typed character is available; the next one |
    /// | 32, 33, 34 | mouse x, mouse y, its buttons: 1 left, 2 right, 4 middle |
    /// | 35, 36, 38, 39 | wheel to the right and up; movement x, y since the last frame |
    /// | 80 to 85 | year, month, day, hour, minute, second, UTC |
    /// | 90 to 95 | the same, local |
    /// | 100 | label of the pause menu's item that leads back to the previous cart |
    /// | 108; 109, 111 | samples queued by `serial`; the most that can be queued |
    /// | 120, 121 | whether a dropped file, a dropped picture is available for `serial` |
    ///
    /// 30 to 39 need bit 0 of 0x5f2d.
    #[doc = example!(stat)]
    pub fn stat(&mut self, n: i32) -> Stat {
        self.charge(price::SERVICE);
        let devkit = self.wants_keyboard();
        match n {
            0 | 99 => Stat::Num(self.kib()),
            1 | 2 => Stat::Num(self.share(n == 2)),
            4 => Stat::Text(self.clipboard.clone()),
            5 => VERSION.into(),
            6 => Stat::Text(self.param.clone()),
            7 => i32::from(self.pictures()).into(),
            8 | 9 => i32::from(self.fps).into(),
            11 => 1.into(),
            57 => Stat::Bool(self.sound_stat(57) != 0),
            // All three without music, by the history of 0.1.12; the newer ones like them, as in a test of femto8.
            24..=26 | 54..=56 if self.rules >= Rules::Two && self.sound_stat(57) == 0 => (-1).into(),
            16..=26 | 46..=56 | 108 | 109 => self.sound_stat(n).into(),
            111 if self.rules >= Rules::Two => self.sound_stat(109).into(),
            29 => i32::from(self.controllers).into(),
            30 => Stat::Bool(devkit && !self.typed.is_empty()),
            // Empty without one: the published REPL cart compares its code unless the text is empty.
            31 if devkit => Stat::Text(crate::text::decode(self.typed.pop_front().as_slice())),
            31 => Stat::Text(String::new()),
            32 if devkit => i32::from(self.mouse.x).into(),
            33 if devkit => i32::from(self.mouse.y).into(),
            34 if devkit => i32::from(self.mouse.buttons & 7).into(),
            35 if devkit => i32::from(self.mouse.wheel_x).into(),
            36 if devkit => i32::from(self.mouse.wheel_y).into(),
            38 if devkit => i32::from(self.mouse.dx).into(),
            39 if devkit => i32::from(self.mouse.dy).into(),
            80..=85 => self.now(0, n - 80).into(),
            90..=95 => self.now(self.date.offset, n - 90).into(),
            // Label of the way back, and number of a published cart: nil without one (the manual).
            100 => self.breadcrumb().map_or(Stat::Nil, |label| Stat::Text(label.to_string())),
            101 => Stat::Nil,
            120 => Stat::Bool(self.has_stream(DROPPED_FILE)),
            121 => Stat::Bool(self.has_stream(DROPPED_PICTURE)),
            110 if self.rules >= Rules::Two => Stat::Bool(false),
            // The cart's path: a run is the same in any folder.
            124 => Stat::Text(String::new()),
            _ => 0.into(),
        }
    }

    /// `stat(28, scancode)`: whether the key with that SDL scancode is held. False outside 0..256 and without bit 0 of
    /// 0x5f2d.
    pub fn stat_key(&mut self, scancode: i32) -> bool {
        self.charge(price::SERVICE);
        self.wants_keyboard() && u32::try_from(scancode).is_ok_and(|s| self.keys.held(s))
    }

    /// Year, month, day, hour, minute or second (0 to 5) of the current moment of the run.
    fn now(&self, offset: i32, part: i32) -> i32 {
        let gone = (self.sixtieths() / 60) as i64;
        let seconds = self.date.unix.saturating_add(i64::from(offset)).saturating_add(gone);
        let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let (year, month, date) = civil(day);
        let parts = [year, month, date, second / 3600, second / 60 % 60, second % 60];
        parts[part as usize] as i32
    }
}

impl From<i32> for Stat {
    fn from(n: i32) -> Self {
        Stat::Num(Num::from(n))
    }
}

impl core::fmt::Display for Stat {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Stat::Nil => f.write_str("[nil]"),
            Stat::Num(n) => f.write_str(&n.to_string()),
            Stat::Bool(b) => write!(f, "{b}"),
            Stat::Text(s) => f.write_str(s),
        }
    }
}
