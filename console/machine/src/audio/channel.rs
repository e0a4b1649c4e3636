//! A channel: players in, one mixed voice out.
//!
//! ```text
//! music player ─┐ (covered while an effect plays, but it goes on)
//! sfx player ───┴─> tone ─> voice ──┐                    ┌ echo 0x5f41 ┐ low-pass 0x5f43 ─ crush 0x5f42 ─> mix
//! instrument ───────┘   the voice before, fading ────────┴─────────────┘
//! ```
//!
//! Volumes move to their new value over a third of a tick, and a voice whose waveform changes fades out under the new
//! one: there is no step at a change of note. Phases go on from note to note. The echo is a feedback comb
//! before the low-pass; what it keeps is the low-passed output (measured on exports).

use super::note::{Filters, Head};
use super::osc::Osc;
use super::player::{Player, Tone, Wave, join};
use super::table::{MIDDLE, STEPS};
use super::{FADE_ONE, TICK_SAMPLES};
use crate::digest::Digest;
use crate::memory::{Memory, reg};

/// Samples that a change of volume takes: a third of a tick, as exports show.
const RAMP: i32 = 61;
/// The longest echo: 4 ticks.
const ECHO: usize = 732;
/// Samples after which an echo has halved below one step: 15 times its length.
const TAIL: u32 = 15 * ECHO as u32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Voice {
    osc: Osc,
    tone: Tone,
    /// Volume now, in 2^-20; what a sample adds; samples left to add it.
    level: i32,
    slope: i32,
    ramp: i32,
}

impl Voice {
    fn aim(&mut self, volume: i32) {
        self.slope = ((volume << 8) - self.level) / RAMP;
        self.ramp = RAMP;
    }

    fn is_silent(&self) -> bool {
        self.level == 0 && self.ramp == 0
    }

    /// Adds the voice's samples, in 2^-15 of full scale.
    fn add_to(&mut self, mem: &Memory, volume: i32, out: &mut [i32]) {
        let mut raw = [0; TICK_SAMPLES];
        let raw = &mut raw[..out.len()];
        self.osc.fill(&self.tone, mem, raw);
        let ramp = (self.ramp as usize).min(out.len());
        let (rising, flat) = out.split_at_mut(ramp);
        for (o, s) in rising.iter_mut().zip(&*raw) {
            self.level += self.slope;
            *o += ((*s >> 3) * (self.level >> 8)) >> 12;
        }
        self.ramp -= ramp as i32;
        if self.ramp == 0 && ramp > 0 {
            // What the division cut off.
            self.level = volume << 8;
        }
        let level = self.level >> 8;
        for (o, s) in flat.iter_mut().zip(&raw[ramp..]) {
            *o += ((*s >> 3) * level) >> 12;
        }
    }
}

/// A channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The effect that was asked for.
    pub sfx: Option<Player>,
    /// The music's voice.
    pub music: Option<Player>,
    instrument: Option<Player>,
    voice: Voice,
    ghost: Voice,
    /// The volume that the voice goes to.
    volume: i32,
    filters: Filters,
    echo: [i16; ECHO],
    at: usize,
    low: i32,
    tail: u32,
    odd: bool,
}

impl Default for Channel {
    fn default() -> Self {
        Channel {
            sfx: None,
            music: None,
            instrument: None,
            voice: Voice::default(),
            ghost: Voice::default(),
            volume: 0,
            filters: Filters::default(),
            echo: [0; ECHO],
            at: 0,
            low: 0,
            tail: 0,
            odd: false,
        }
    }
}

impl Channel {
    /// What is heard: the effect, else the music.
    pub fn playing(&self) -> Option<&Player> {
        self.sfx.as_ref().or(self.music.as_ref())
    }

    /// A tick begins: settles what the channel sounds like until the next. `number` is the channel's own, `fade` the
    /// music's loudness.
    pub fn tick(&mut self, mem: &Memory, number: usize, fade: i32) {
        let covered = self.sfx.is_some();
        let tone = self.tone(mem, if covered { FADE_ONE } else { fade });
        let halves = mem.get(reg::CHANNEL_SPEED);
        match tone {
            None => self.volume = 0,
            Some(mut tone) => {
                if halves >> (4 + number) & 1 != 0 {
                    tone.step /= 2;
                }
                self.sound(tone);
            }
        }
        self.voice.aim(self.volume);
        // A channel at half clock stays on each tick for two.
        self.odd = !self.odd && halves >> number & 1 != 0;
        if !self.odd {
            self.advance(mem);
        }
    }

    fn tone(&mut self, mem: &Memory, fade: i32) -> Option<Tone> {
        let player = *self.playing()?;
        let head = Head::read(mem, player.sfx);
        let note = player.now(mem);
        let (step, volume, key) = player.sound(mem, &head);
        let volume = ((i64::from(volume) * i64::from(fade)) >> 16) as i32;
        let mut tone = Tone { step, volume, wave: Wave::Basic(note.wave), key, filters: head.filters };
        if !note.custom {
            self.instrument = None;
            return Some(tone);
        }
        let own = Head::read(mem, note.wave);
        tone.filters = join(head.filters, own.filters);
        if own.is_wave() {
            self.instrument = None;
            tone.wave = Wave::Cycle(note.wave);
            if own.speed_byte & 1 == 0 {
                tone.step /= 2;
            }
            return Some(tone);
        }
        if player.retriggers(note) || self.instrument.is_some_and(|i| i.sfx != note.wave) {
            self.instrument = Some(Player::new(note.wave, 0, 0, true));
        }
        let Some(instrument) = self.instrument else {
            // It has played to its end.
            tone.volume = 0;
            return Some(tone);
        };
        let (own_step, own_volume, own_key) = instrument.sound(mem, &own);
        let middle = u64::from(STEPS[MIDDLE]);
        tone.step = (u64::from(step) * u64::from(own_step) / middle).min(u64::from(u32::MAX)) as u32;
        tone.volume = volume * own_volume / 4031;
        // An instrument inside an instrument is not followed: its number counts as a waveform.
        tone.wave = Wave::Basic(instrument.now(mem).wave);
        tone.key = (key + own_key).saturating_sub(MIDDLE as u8).min(63);
        Some(tone)
    }

    fn sound(&mut self, tone: Tone) {
        let before = self.voice.tone;
        let other = before.wave != tone.wave
            || (before.filters.buzz, before.filters.noiz, before.filters.detune)
                != (tone.filters.buzz, tone.filters.noiz, tone.filters.detune);
        if other && !self.voice.is_silent() {
            self.ghost = self.voice;
            self.ghost.aim(0);
            self.voice.level = 0;
        }
        self.voice.tone = tone;
        self.volume = tone.volume;
        self.filters = tone.filters;
    }

    fn advance(&mut self, mem: &Memory) {
        let go = |player: &mut Option<Player>| {
            if let Some(p) = player {
                let head = Head::read(mem, p.sfx);
                if !p.advance(mem, &head) {
                    *player = None;
                }
            }
        };
        // The instrument first: its note is over when the player's is.
        go(&mut self.instrument);
        go(&mut self.sfx);
        go(&mut self.music);
    }

    /// Adds the channel's samples to the mix, in 2^-15 of full scale.
    pub fn add_to(&mut self, mem: &Memory, number: usize, mix: &mut [i32]) {
        if self.voice.is_silent() && self.volume == 0 && self.ghost.is_silent() && self.tail == 0 {
            return;
        }
        let mut own = [0; TICK_SAMPLES];
        let own = &mut own[..mix.len()];
        if !(self.voice.is_silent() && self.volume == 0) {
            self.voice.add_to(mem, self.volume, own);
        }
        if !self.ghost.is_silent() {
            self.ghost.add_to(mem, 0, own);
        }
        self.filter(mem, number, own);
        // 0.99 of full scale, each for itself.
        mix.iter_mut().zip(own).for_each(|(m, s)| *m += (*s).clamp(-32_440, 32_440));
    }

    fn filter(&mut self, mem: &Memory, number: usize, own: &mut [i32]) {
        let forced = |register: u16, low: u8, high: u8| {
            let byte = mem.get(register);
            let bit = |shift: usize| byte >> (shift + number) & 1 != 0;
            if bit(0) {
                low
            } else if bit(4) {
                high
            } else {
                0
            }
        };
        let reverb = self.filters.reverb.max(forced(reg::CHANNEL_REVERB, 2, 1));
        let dampen = self.filters.dampen.max(forced(reg::CHANNEL_DAMPEN, 2, 1));
        if reverb == 0 {
            if self.tail > 0 {
                self.echo = [0; ECHO];
                self.tail = 0;
            }
            if dampen > 0 {
                let mut low = self.low;
                for s in own.iter_mut() {
                    low += (*s - low) >> dampen;
                    *s = low;
                }
                self.low = low;
            }
        } else {
            let loud = !self.voice.is_silent() || self.volume > 0 || !self.ghost.is_silent();
            self.tail = if loud { TAIL } else { self.tail.saturating_sub(own.len() as u32) };
            let delay = if reverb == 1 { ECHO / 2 } else { ECHO };
            for s in own.iter_mut() {
                let then = if self.at >= delay { self.at - delay } else { self.at + ECHO - delay };
                let wet = *s + i32::from(self.echo[then]) / 2;
                if dampen > 0 {
                    self.low += (wet - self.low) >> dampen;
                    *s = self.low;
                } else {
                    *s = wet;
                }
                self.echo[self.at] = (*s).clamp(-32_768, 32_767) as i16;
                self.at = if self.at + 1 == ECHO { 0 } else { self.at + 1 };
            }
        }
        let crush = mem.get(reg::CHANNEL_CRUSH);
        if (crush >> number | crush >> (4 + number)) & 1 != 0 {
            // Steps of 0x1000, stretched again by 0x1249 / 0x1000; the high nibble rounds, the low one cuts.
            let round = if crush >> (4 + number) & 1 != 0 { 0x800 } else { 0 };
            own.iter_mut().for_each(|s| *s = ((*s + round) >> 12) * 0x1249);
        }
    }

    pub fn digest(&self, d: &mut Digest) {
        Player::digest(self.sfx.as_ref(), d);
        Player::digest(self.music.as_ref(), d);
        Player::digest(self.instrument.as_ref(), d);
        for v in [&self.voice, &self.ghost] {
            v.osc.digest(d);
            let (kind, wave) = match v.tone.wave {
                Wave::Basic(n) => (0, n),
                Wave::Cycle(n) => (1, n),
            };
            d.word(u64::from(v.tone.step) | u64::from(kind | wave << 1) << 32 | u64::from(v.tone.key) << 40);
            d.word(v.tone.volume as u64);
            d.word(filter_word(v.tone.filters));
            d.word(v.level as u64);
            d.word(v.slope as u64);
            d.word(v.ramp as u64);
        }
        d.word(self.volume as u64);
        d.word(filter_word(self.filters));
        d.word(self.low as u64);
        d.word(u64::from(self.tail) | u64::from(self.odd) << 32 | (self.at as u64) << 33);
        for four in self.echo.as_chunks::<4>().0 {
            d.word(four.iter().fold(0, |w, s| w << 16 | u64::from(*s as u16)));
        }
    }
}

fn filter_word(f: Filters) -> u64 {
    let bytes = [u8::from(f.noiz), u8::from(f.buzz), f.detune, f.reverb, f.dampen, 0, 0, 0];
    u64::from_le_bytes(bytes)
}
