//! The synth: four channels, a pattern sequencer, and exactly one frame's samples for each frame.
//!
//! ```text
//! memory 0x3100, 0x3200 ── read at every tick ──> music.rs ── player.rs ── channel.rs ── osc.rs
//! sfx(), music(), "\a" ──────────────────────────────┘     with lead.rs           │ filter.rs, mix of four, clamped
//!                                                                              samples of this frame
//! ```
//!
//! Time is counted in ticks of 183 samples on one grid, so an effect starts at most 8 ms after its call. Integer sums
//! and tables make the samples the same on every platform and build. Sources: the manual, zepto8, published
//! measurements. Not here: device and sample rate (the window), files (crate `format`), and the real mixer's
//! unpublished soft limit: loud sums are clamped.

mod calls;
mod channel;
mod filter;
mod lead;
mod music;
mod note;
mod osc;
mod player;
mod string;
mod table;

use crate::Machine;
use crate::digest::Digest;
use crate::memory::{Memory, reg};
use alloc::{boxed::Box, collections::VecDeque};
use channel::Channel;
use music::Music;
use rasher_describe::describe;
use serde::{Deserialize, Serialize};
pub use table::RATE;
use table::TICK;

const TICK_SAMPLES: usize = TICK as usize;
/// Samples of a volume, waveform or filter change: a third of a tick, as exports show.
const RAMP: i32 = 61;
const FADE_ONE: i32 = 1 << 16;
/// Samples of a frame at 30 frames a second, the longest.
pub const FRAME_MAX: usize = 735;
/// Bytes queued for the PCM channel at most: about a third of a second.
const PCM_MAX: usize = 2048;
/// Machine samples per PCM byte: 22050 / 5512.5.
const PCM_STRETCH: u8 = 4;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Audio {
    channels: Box<[Channel; 4]>,
    music: Music,
    until_tick: u16,
    pcm: VecDeque<u8>,
    pcm_now: i32,
    pcm_used: u8,
    /// Audible channels: the listener's choice, not part of the state.
    #[serde(skip)]
    audible: u8,
    /// How much of the mix is audible, 0 to [`RAMP`], and the sample that a frozen mixer fades from.
    thaw: u8,
    held: i16,
    #[serde(with = "crate::state::samples")]
    out: Box<[i16; FRAME_MAX]>,
    len: usize,
}

impl Audio {
    pub(crate) fn new() -> Self {
        Audio {
            channels: Box::new(core::array::from_fn(|_| Channel::default())),
            music: Music::default(),
            until_tick: 0,
            pcm: VecDeque::new(),
            pcm_now: 0,
            pcm_used: 0,
            audible: 15,
            thaw: RAMP as u8,
            held: 0,
            out: Box::new([0; FRAME_MAX]),
            len: 0,
        }
    }

    fn render(&mut self, mem: &Memory, samples: usize) {
        let samples = samples.clamp(1, FRAME_MAX);
        self.len = samples;
        if mem.get(reg::MIXER) & 1 != 0 {
            return self.freeze();
        }
        let mut at = 0;
        while at < samples {
            if self.until_tick == 0 {
                self.music.tick(mem, &mut self.channels);
                let fade = self.music.fade();
                for (n, channel) in self.channels.iter_mut().enumerate() {
                    channel.tick(mem, n, fade);
                }
                self.until_tick = TICK;
            }
            let n = usize::from(self.until_tick).min(samples - at);
            let mut mix = [0; TICK_SAMPLES];
            let mix = &mut mix[..n];
            for (c, channel) in self.channels.iter_mut().enumerate() {
                channel.run(mem, mix, self.audible >> c & 1 != 0);
            }
            self.add_pcm(mem, mix);
            for (o, s) in self.out[at..at + n].iter_mut().zip(&*mix) {
                *o = (*s).clamp(-32_768, 32_767) as i16;
            }
            self.until_tick -= n as u16;
            at += n;
        }
        for s in self.out.iter_mut().take(usize::from(RAMP as u8 - self.thaw)) {
            self.thaw += 1;
            *s = (i32::from(*s) * i32::from(self.thaw) / RAMP) as i16;
        }
        self.held = self.out[samples - 1];
    }

    /// A frozen mixer: all players pause and the last sample fades.
    fn freeze(&mut self) {
        for s in &mut self.out[..self.len] {
            self.thaw = self.thaw.saturating_sub(1);
            *s = (i32::from(self.held) * i32::from(self.thaw) / RAMP) as i16;
        }
    }

    /// The PCM channel: 8-bit samples at a quarter of the rate, smoothed unless 0x5f36 bit 0x20 is set.
    fn add_pcm(&mut self, mem: &Memory, mix: &mut [i32]) {
        if self.pcm.is_empty() && self.pcm_now == 0 {
            return;
        }
        let raw = mem.get(reg::FEATURES) & 0x20 != 0;
        for s in mix {
            let target = self.pcm.front().map_or(0, |b| (i32::from(*b) - 128) << 8);
            if raw {
                self.pcm_now = target;
            } else {
                let step = (target - self.pcm_now) / 2;
                self.pcm_now = if step == 0 { target } else { self.pcm_now + step };
            }
            *s += self.pcm_now;
            self.pcm_used += 1;
            if self.pcm_used == PCM_STRETCH {
                self.pcm_used = 0;
                self.pcm.pop_front();
            }
        }
    }

    pub(crate) fn with_audible(self, other: &Audio) -> Audio {
        Audio { audible: other.audible, ..self }
    }

    pub(crate) fn is_in_range(&self) -> bool {
        self.channels.iter().all(Channel::is_in_range)
            && self.music.is_in_range()
            && self.until_tick <= TICK
            && self.pcm.len() <= PCM_MAX
            && self.pcm_now.unsigned_abs() <= 1 << 16
            && self.pcm_used < PCM_STRETCH
            && i32::from(self.thaw) <= RAMP
            && self.len <= FRAME_MAX
    }

    pub(crate) fn memory_size(&self) -> usize {
        size_of::<[Channel; 4]>() + size_of::<[i16; FRAME_MAX]>() + self.pcm.capacity()
    }

    /// Everything that sounds or will sound, without the audible channels and the samples already rendered.
    pub(crate) fn digest(&self, d: &mut Digest) {
        for channel in &self.channels[..] {
            channel.digest(d);
        }
        self.music.digest(d);
        d.word(
            u64::from(self.until_tick) | u64::from(self.pcm_used) << 16 | (self.pcm_now as u32 as u64) << 32,
        );
        d.word(u64::from(self.thaw));
        d.word(self.pcm.len() as u64);
        self.pcm.iter().for_each(|b| d.word(u64::from(*b)));
    }
}

#[describe]
impl Machine {
    /// Renders this frame's share: 735 samples at 30 frames a second, 367 and 368 in turn at 60.
    pub(crate) fn render_audio(&mut self) {
        let rate = u64::from(RATE);
        let fps = u64::from(self.fps());
        // Frame k gets floor((k + 1) r / f) - floor(k r / f) samples; k is within a second to keep products small.
        let k = self.frame() % fps;
        let share = (k + 1) * rate / fps - k * rate / fps;
        self.audio.render(&self.mem, share as usize);
    }

    /// The samples of the last frame: 22,050 a second, mono, 16 bits.
    #[doc = example!(samples)]
    pub fn samples(&self) -> &[i16] {
        &self.audio.out[..self.audio.len]
    }

    /// Makes only these channels audible (bits 0 to 3). The others keep playing silently; the state does not change.
    pub fn listen_to(&mut self, channels: u8) {
        self.audio.audible = channels;
    }
}

impl Machine {
    /// The pattern of the music that plays.
    pub fn music_playing(&self) -> Option<u8> {
        self.audio.music.pattern
    }

    /// The effect on each channel, without music: its sfx and for how many ticks it has played.
    pub fn effects_playing(&self) -> [Option<(u8, u32)>; 4] {
        self.audio.channels.each_ref().map(|channel| channel.sfx.as_ref().map(|lead| lead.player.age()))
    }
}
