//! The pattern sequencer.
//!
//! ```text
//! pattern n at 0x3100 + 4 n, a byte a channel:  bits 0-5 sfx, bit 6 silent, bit 7 a flag
//!   byte 0 loop start     byte 1 loop back     byte 2 stop
//!
//! begin(n): a player on each channel that is not silent; length = of the left-most that does not loop
//! length over: stop flag -> stop; loop back -> the nearest loop start before, or 0; else n + 1
//! ```
//!
//! Patterns are read from memory as they begin and end. Four silent channels, or pattern 64, stop it. Length as
//! in zepto8.

use super::FADE_ONE;
use super::channel::Channel;
use super::lead::Lead;
use super::note::{NOTES, RecordHead};
use super::player::{SfxPlayer, SfxRole};
use crate::digest::Digest;
use crate::memory::{MUSIC, Memory};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Music {
    pub pattern: Option<u8>,
    pub ticks: u32,
    /// Patterns played since the call of `music`.
    pub played: u32,
    /// Channels that sounds may not choose.
    pub mask: u8,
    length: u32,
    /// Volume, 0 to [`FADE_ONE`], and its change per tick.
    level: i32,
    slope: i32,
}

fn byte(mem: &Memory, pattern: u8, channel: u16) -> u8 {
    mem.get(MUSIC + 4 * u16::from(pattern) + channel)
}

impl Music {
    pub fn fade(&self) -> i32 {
        self.level
    }

    pub fn start(&mut self, mem: &Memory, pattern: u8, fade: u32, mask: u8, channels: &mut [Channel; 4]) {
        self.mask = mask & 15;
        self.played = 0;
        (self.level, self.slope) = match fade {
            0 => (FADE_ONE, 0),
            ticks => (0, (FADE_ONE / ticks as i32).max(1)),
        };
        self.begin(mem, pattern, channels);
    }

    pub fn stop(&mut self, fade: u32, channels: &mut [Channel; 4]) {
        if fade > 0 && self.pattern.is_some() {
            // Continues from a fade-in under way.
            self.slope = -(self.level / fade as i32).max(1);
            return;
        }
        self.pattern = None;
        self.mask = 0;
        channels.iter_mut().for_each(|c| c.music = None);
    }

    fn begin(&mut self, mem: &Memory, pattern: u8, channels: &mut [Channel; 4]) {
        self.ticks = 0;
        let mut slowest = 0;
        let mut length = None;
        for (n, channel) in (0..).zip(channels.iter_mut()) {
            let byte = byte(mem, pattern, n);
            channel.music = (byte & 0x40 == 0).then(|| Lead::new(SfxPlayer::new(byte & 63, SfxRole::Music)));
            if byte & 0x40 != 0 {
                continue;
            }
            let head = RecordHead::read(mem, byte & 63);
            slowest = slowest.max(head.speed);
            if head.looped().is_none() && length.is_none() {
                length = Some(u32::from(head.len()) * u32::from(head.speed));
            }
        }
        self.length = length.unwrap_or(u32::from(NOTES) * u32::from(slowest));
        self.pattern = (slowest > 0).then_some(pattern);
    }

    pub fn tick(&mut self, mem: &Memory, channels: &mut [Channel; 4]) {
        let Some(pattern) = self.pattern else { return };
        if self.slope != 0 {
            self.level += self.slope;
            if self.level <= 0 {
                return self.stop(0, channels);
            }
            if self.level >= FADE_ONE {
                (self.level, self.slope) = (FADE_ONE, 0);
            }
        }
        if self.ticks >= self.length {
            self.played = self.played.wrapping_add(1);
            match next(mem, pattern) {
                Some(pattern) => self.begin(mem, pattern, channels),
                None => return self.stop(0, channels),
            }
        }
        self.ticks += 1;
    }

    /// A finished fade-out may leave a volume below 0.
    pub fn is_in_range(&self) -> bool {
        let range = -FADE_ONE..=FADE_ONE;
        self.pattern.is_none_or(|p| p < 64) && range.contains(&self.level) && range.contains(&self.slope)
    }

    pub fn digest(&self, d: &mut Digest) {
        d.word(
            self.pattern.map_or(0, |p| 1 + u64::from(p))
                | u64::from(self.mask) << 8
                | u64::from(self.ticks) << 32,
        );
        d.word(u64::from(self.played) | u64::from(self.length) << 32);
        d.word(u64::from(self.level as u32) | u64::from(self.slope as u32) << 32);
    }
}

/// The next pattern, by the flags in memory now.
fn next(mem: &Memory, pattern: u8) -> Option<u8> {
    let flag = |pattern, n| byte(mem, pattern, n) & 0x80 != 0;
    if flag(pattern, 2) {
        return None;
    }
    if flag(pattern, 1) {
        return Some((0..=pattern).rev().find(|p| flag(*p, 0)).unwrap_or(0));
    }
    Some(pattern + 1).filter(|p| *p < 64)
}
