//! Sounds written in text: the characters after `\a` in a `print`, up to the next space.
//!
//! ```text
//! \a               a beep                    \a12     plays sfx 12 as it is
//! \ace-g           notes into a slot, played \a12c    notes into sfx 12, played
//!
//! a sound: head (s l z), then notes (a to g, .) and settings for the next ones (i v x > <): table in text/codes.rs
//! ```
//!
//! The slot is the highest of sfx 60 to 63 that is not playing, or 60; at most 32 notes, the rest is skipped. Defaults:
//! speed 4, octave 3, waveform 5, volume 5, no effect. A beep is one note of key 46 on a triangle, volume 5, speed 16.
//! Codes are the manual's; the defaults and the beep are zepto8's. Unknown characters are skipped (ours).

use super::note::{NOTES, record};
use crate::Machine;

/// Default speed, and that of a beep.
const SPEED: u8 = 4;
const BEEP_SPEED: u8 = 16;
/// A beep: key 46, volume 5.
const BEEP: u16 = 46 | 5 << 9;
/// Offset of a record's head.
const FILTERS: u16 = 64;

/// Letters a to g as semitones above c.
const SEMITONES: [i32; 7] = [9, 11, 0, 2, 4, 5, 7];

impl Machine {
    pub(crate) fn play_string(&mut self, text: impl Iterator<Item = u8>) {
        let mut text = text.take_while(|c| *c != b' ').peekable();
        // One or two digits.
        let mut digit = || text.next_if(u8::is_ascii_digit).map(|d| i32::from(d - b'0'));
        let number = digit().map(|first| digit().map_or(first, |second| 10 * first + second));
        if let Some(n) = number
            && (text.peek().is_none() || n > 63)
        {
            self.play_slot(n);
            return;
        }
        let slot = number.unwrap_or_else(|| self.free_slot());
        let at = record(slot as u8);
        for i in 0..68 {
            self.mem.set(at + i, 0);
        }
        let head = at + FILTERS;
        let mut speed = None;
        while let Some(code) = text.next_if(|c| matches!(c, b's' | b'l' | b'z')) {
            let value = parameter(text.next());
            match code {
                b's' => speed = Some(value),
                b'z' => self.mem.set(head, value),
                _ => {
                    self.mem.set(head + 2, value);
                    self.mem.set(head + 3, parameter(text.next()));
                }
            }
        }
        let (mut octave, mut wave, mut volume, mut effect) = (3, 5, 5, 0);
        let mut note = 0;
        while let Some(code) = text.next() {
            match code {
                b'i' => wave = u16::from(parameter(text.next()) % 8),
                b'v' => volume = u16::from(parameter(text.next()) % 8),
                b'x' => effect = u16::from(parameter(text.next()) % 8),
                b'>' => volume = (volume + 1).min(7),
                b'<' => volume = volume.saturating_sub(1),
                b'.' => note += 1,
                b'a'..=b'g' => {
                    let sign = match text.next_if(|c| matches!(c, b'#' | b'-')) {
                        Some(b'#') => 1,
                        Some(_) => -1,
                        None => 0,
                    };
                    if let Some(digit) = text.next_if(|c| matches!(c, b'0'..=b'5')) {
                        octave = i32::from(digit - b'0');
                    }
                    let key = octave * 12 + SEMITONES[usize::from(code - b'a')] + sign;
                    let word = key.clamp(0, 63) as u16 | wave << 6 | volume << 9 | effect << 12;
                    self.mem.set16(at + 2 * note, word);
                    note += 1;
                }
                _ => {}
            }
            if note >= u16::from(NOTES) {
                break;
            }
        }
        if note == 0 {
            self.mem.set16(at, BEEP);
        }
        let usual = if note == 0 { BEEP_SPEED } else { SPEED };
        self.mem.set(head + 1, speed.unwrap_or(usual));
        self.play_slot(slot);
    }

    fn play_slot(&mut self, slot: i32) {
        let free = (0..4).find(|c| self.audio.channels[*c as usize].playing().is_none());
        self.sfx_ext(slot, free.unwrap_or(-1), 0, 0);
    }

    fn free_slot(&self) -> i32 {
        let plays = |slot: &i32| {
            self.audio.channels.iter().any(|c| c.playing().is_some_and(|p| i32::from(p.sfx) == *slot))
        };
        (60..64).rev().find(|slot| !plays(slot)).unwrap_or(60)
    }
}

/// A parameter as in all control codes: `0` to `9`, then 10 for `a` and on by character code; others are 0.
fn parameter(c: Option<u8>) -> u8 {
    match c {
        Some(digit @ b'0'..=b'9') => digit - b'0',
        Some(letter @ b'a'..) => letter - b'a' + 10,
        _ => 0,
    }
}
