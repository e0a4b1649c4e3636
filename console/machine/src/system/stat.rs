//! `stat`: one number, text or truth for each index, in one table of match arms.
//!
//! ```text
//! 0 memory  1 cpu  2 system cpu  4 clipboard  5 version  6 parameter  7 8 9 rate   28-39 devkit input
//! 16-26, 46-57 sound   80-85 UTC   90-95 local time   120 121 dropped   the rest 0
//! ```
//!
//! The clock is the run's: date at the start plus frames run. 7 is the rate of pictures that the cart reaches, 8 the
//! one that it asked for, and so is 9, since the machine has no clock to measure the host's by. CPU is what `meter.rs`
//! counts, since the newest picture; memory what `memory_size.rs` finds, in KiB, when the frame began (in a run's first call:
//! when `_init` was over). So all are equal on every host.
//!
//! 0 is also what these are here: 3, the display that is drawn on, as there is one; 12 to 15, the pause menu's place, since it lies over the
//! machine and is closed while a cart runs; 72 to 79, reserved; 102, the site that shows the cart; 110, stepping frame by frame, which no
//! frame knows of.

use crate::Machine;
use crate::api::Stat;
use crate::input::civil;
use crate::meter::price;
use crate::system::{DROPPED_FILE, DROPPED_PICTURE};
use alloc::string::{String, ToString};
use num::Num;
use rasher_describe::describe;

/// Cart format of 0.2.7, which `stat(5)` tells.
const VERSION: i32 = 43;

#[describe]
impl Machine {
    /// Number, text or truth `n`; 0 for an `n` that means nothing. `stat(31)` takes the character that it gives.
    ///
    /// | n | tells |
    /// |---|---|
    /// | 0 | memory of the cart in KiB, of 2,048 |
    /// | 1, 2 | share of a frame's cycles that is used; by calls alone |
    /// | 4 | the clipboard, after a paste |
    /// | 5, 6 | version of the format; what the cart before gave to `load` |
    /// | 7, 8, 9 | pictures a second that the cart reaches; updates a second that it asked for, twice |
    /// | 16 to 19, 46 to 49 | the sfx on channel 0 to 3, or -1 |
    /// | 20 to 23, 50 to 53 | its note |
    /// | 24, 25, 26; 54, 55, 56 | pattern of the music or -1, patterns played, ticks of this one |
    /// | 57 | does music play? |
    /// | 29 | gamepads |
    /// | 30, 31 | does a typed character wait? the next one |
    /// | 32, 33, 34 | mouse x, mouse y, its buttons: 1 left, 2 right, 4 middle |
    /// | 35, 36, 38, 39 | wheel to the right and up; movement x, y since the last frame |
    /// | 80 to 85 | year, month, day, hour, minute, second, UTC |
    /// | 90 to 95 | the same, local |
    /// | 100 | label of the pause menu's item that leads back to the cart before |
    /// | 108, 109 | samples of `serial` that wait, and that may |
    /// | 120, 121 | is there a file, a picture that was dropped, for `serial`? |
    ///
    /// 30 to 39 only with 0x5f2d bit 0.
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
            16..=26 | 46..=56 | 108 | 109 => self.sound_stat(n).into(),
            29 => i32::from(self.controllers).into(),
            30 => Stat::Bool(devkit && !self.typed.is_empty()),
            // The empty text without one: the published REPL cart compares its code unless the text is empty.
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
            // Label of the item that leads back, and number of a published cart: nil without one (the manual).
            100 => self.breadcrumb().map_or(Stat::Nil, |label| Stat::Text(label.to_string())),
            101 => Stat::Nil,
            120 => Stat::Bool(self.has_stream(DROPPED_FILE)),
            121 => Stat::Bool(self.has_stream(DROPPED_PICTURE)),
            // The path where the cart lies: a run is the same in any folder.
            124 => Stat::Text(String::new()),
            _ => 0.into(),
        }
    }

    /// `stat(28, scancode)`: is the key with that SDL scancode held? Only with 0x5f2d bit 0; false for scancodes
    /// outside 0..256.
    pub fn stat_key(&mut self, scancode: i32) -> bool {
        self.charge(price::SERVICE);
        self.wants_keyboard() && u32::try_from(scancode).is_ok_and(|s| self.keys.held(s))
    }

    /// Year, month, day, hour, minute or second (0 to 5) of the moment that the run has reached.
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
