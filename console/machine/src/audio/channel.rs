//! A channel: players in, one mixed voice out.
//!
//! ```text
//! music ──┐ (covered while an effect plays, but still advancing)
//! effect ─┴─> tone of this tick ─> voice ─────────────────┬─> filters ─> mix
//!                                  previous voice, fading ┘
//! ```
//!
//! No change makes a step: volumes ramp over a third of a tick (as exports show), pitches change without resetting the
//! phase, and a voice whose waveform changes fades out under the new one. Values change at ticks only.

use super::filter::{self, Filter, FilterSettings};
use super::lead::Lead;
use super::osc::{Osc, SampleBlock};
use super::player::{SfxPlayer, Tone, Wave};
use super::{FADE_ONE, RAMP, TICK_SAMPLES};
use crate::digest::Digest;
use crate::memory::{Memory, reg};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Voice {
    osc: Osc,
    tone: Tone,
    /// Current volume in 2^-20, its change per sample, and samples left to change it.
    level: i32,
    slope: i32,
    ramp: u16,
}

impl Voice {
    fn aim(&mut self, volume: i32) {
        self.tone.volume = volume;
        let way = (volume << 8) - self.level;
        if way != 0 {
            self.slope = way / RAMP;
            self.ramp = RAMP as u16;
        }
    }

    fn is_silent(&self) -> bool {
        self.level == 0 && self.ramp == 0
    }

    fn add_to(&mut self, mem: &Memory, out: &mut [i32]) {
        let mut raw: SampleBlock = [0; TICK_SAMPLES];
        let raw = &mut raw[..out.len()];
        self.osc.fill(&self.tone, mem, raw);
        // At most full scale (2^18) times 2^12.
        let loud = |s: i32, level: i32| s.wrapping_mul(level >> 8) >> 12;
        let ramp = usize::from(self.ramp).min(out.len());
        let mut level = self.level;
        for (o, s) in out[..ramp].iter_mut().zip(&*raw) {
            level = level.wrapping_add(self.slope);
            *o = o.wrapping_add(loud(*s, level));
        }
        self.ramp -= ramp as u16;
        if self.ramp == 0 {
            // Includes the remainder of the division.
            level = self.tone.volume << 8;
        }
        self.level = level;
        for (o, s) in out[ramp..].iter_mut().zip(&raw[ramp..]) {
            *o = o.wrapping_add(loud(*s, level));
        }
    }

    fn is_in_range(&self) -> bool {
        let (level, slope) = (self.level.unsigned_abs(), self.slope.unsigned_abs());
        self.tone.is_in_range() && level <= 1 << 21 && slope <= 1 << 21 && i32::from(self.ramp) <= RAMP
    }

    fn digest(&self, d: &mut Digest) {
        self.osc.digest(d);
        let (kind, wave) = match self.tone.wave {
            Wave::Basic(n) => (0, n),
            Wave::Cycle(n) => (1, n),
        };
        let Tone { step, volume, key, filters: f, .. } = self.tone;
        d.word(u64::from(step) | u64::from(kind | wave << 1) << 32 | u64::from(key) << 40);
        let bytes = [u8::from(f.noiz), u8::from(f.buzz), f.detune, f.reverb, f.dampen, 0, 0, 0];
        d.word(u64::from_le_bytes(bytes));
        d.word(u64::from(volume as u32) | u64::from(self.level as u32) << 32);
        d.word(u64::from(self.slope as u32) | u64::from(self.ramp) << 32);
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    pub sfx: Option<Lead>,
    pub music: Option<Lead>,
    voice: Voice,
    ghost: Voice,
    filter: Filter,
    settings: FilterSettings,
    /// At half clock: whether a doubled tick is half over.
    odd: bool,
}

impl Channel {
    /// The audible player: the effect, or else the music.
    pub fn playing(&self) -> Option<&SfxPlayer> {
        self.sfx.as_ref().or(self.music.as_ref()).map(|lead| &lead.player)
    }

    /// Starts a tick: decides how channel `number` sounds until the next one. `fade` is the music's volume.
    pub fn tick(&mut self, mem: &Memory, number: usize, fade: i32) {
        let halves = mem.get(reg::CHANNEL_SPEED) >> number;
        for lead in [&mut self.sfx, &mut self.music].into_iter().flatten() {
            lead.begin(mem);
        }
        let lead = self.sfx.as_ref().map(|lead| (lead, FADE_ONE));
        match lead.or(self.music.as_ref().map(|lead| (lead, fade))) {
            None => self.voice.aim(0),
            Some((lead, fade)) => {
                let mut tone = lead.tone(mem);
                tone.volume = ((i64::from(tone.volume) * i64::from(fade)) >> 16) as i32;
                // Half a clock halves the pitch as well (zepto8).
                tone.step >>= (halves & 1) + (halves >> 4 & 1);
                self.sound(tone);
            }
        }
        self.set_filters(mem, number);
        self.odd = !self.odd && halves & 1 != 0;
        if !self.odd {
            for lead in [&mut self.sfx, &mut self.music] {
                if lead.as_mut().is_some_and(|lead| !lead.advance(mem)) {
                    *lead = None;
                }
            }
        }
    }

    fn sound(&mut self, tone: Tone) {
        let before = self.voice.tone;
        let kind = |f: super::note::Filters| (f.noiz, f.buzz, f.detune);
        let other = before.wave != tone.wave
            || kind(before.filters) != kind(tone.filters)
            // How loud noise is depends on its key.
            || tone.wave == Wave::Basic(6) && before.key != tone.key;
        if other && !self.voice.is_silent() {
            self.ghost = self.voice;
            self.ghost.aim(0);
            (self.voice.level, self.voice.ramp) = (0, 0);
        }
        self.voice.tone = tone;
        self.voice.aim(tone.volume);
    }

    fn set_filters(&mut self, mem: &Memory, number: usize) {
        // The low nibble's bit wins over the high one's.
        let bits = |register: u16, low: u8, high: u8| match mem.get(register) >> number {
            byte if byte & 1 != 0 => low,
            byte if byte & 16 != 0 => high,
            _ => 0,
        };
        let own = self.voice.tone.filters;
        self.settings = FilterSettings {
            reverb: own.reverb.max(bits(reg::CHANNEL_REVERB, 2, 1)),
            dampen: own.dampen.max(bits(reg::CHANNEL_DAMPEN, 2, 1)),
            crush: bits(reg::CHANNEL_CRUSH, 1, 2),
        };
    }

    /// Renders up to a tick of samples and adds them to the mix, in 2^-15 of full scale, if audible.
    pub fn run(&mut self, mem: &Memory, mix: &mut [i32], audible: bool) {
        let loud = !(self.voice.is_silent() && self.ghost.is_silent());
        if !loud && self.filter.is_silent() {
            return;
        }
        let mut own: SampleBlock = [0; TICK_SAMPLES];
        let own = &mut own[..mix.len()];
        for voice in [&mut self.voice, &mut self.ghost] {
            if !voice.is_silent() {
                voice.add_to(mem, own);
            }
        }
        self.filter.run(own, self.settings, loud);
        if audible {
            filter::mix(own, self.settings.crush, mix);
        }
    }

    pub fn is_in_range(&self) -> bool {
        [&self.sfx, &self.music].into_iter().flatten().all(Lead::is_in_range)
            && self.voice.is_in_range()
            && self.ghost.is_in_range()
            && self.filter.is_in_range()
            && self.settings.is_in_range()
    }

    pub fn digest(&self, d: &mut Digest) {
        Lead::digest(self.sfx.as_ref(), d);
        Lead::digest(self.music.as_ref(), d);
        self.voice.digest(d);
        self.ghost.digest(d);
        self.filter.digest(d);
        let FilterSettings { reverb, dampen, crush } = self.settings;
        d.word(u64::from_le_bytes([reverb, dampen, crush, u8::from(self.odd), 0, 0, 0, 0]));
    }
}
