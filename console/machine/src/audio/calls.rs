//! `sfx`, `music`, the samples of `serial`, and the sound part of `stat`.
//!
//! ```text
//! sfx on channel -1:  1. the first that is free or already plays it    2. the first that only the music uses
//! (mask: reserved     3. the one whose sfx is fastest, the last of equals
//!  for the music)     never a channel of the mask
//!
//! stat  16-19, 46-49 sfx   20-23, 50-53 note   24, 54 pattern   25, 55 patterns played   26, 56 ticks of the pattern
//!       57 does music play?   108, 109 queued PCM samples, and the most that can be queued
//! ```
//!
//! The order is zepto8's. An effect covers the music of its channel, which continues in step underneath. Unverified:
//! `stat(16)` to `stat(26)` are said to lag by 1/20 s on the original; its PCM queue size is unknown.

use super::lead::Lead;
use super::note::{NOTES, RecordHead};
use super::player::SfxPlayer;
use super::{PCM_MAX, table};
use crate::Machine;
use crate::limit::Limit;
use crate::meter::price;
use rasher_describe::describe;

#[describe]
impl Machine {
    /// Plays sfx `n` (0 to 63) on a free channel. -1 stops the sfx of all channels, -2 ends their loops; music
    /// continues. Returns the channel, or -1. Any other `n` does nothing.
    ///
    /// Takes the first channel that is free or already plays `n`, or the first that plays music, or the one whose sfx
    /// has the shortest notes, and never one reserved by `music_ext`. Without a channel nothing sounds.
    #[doc = example!(sfx)]
    #[track_caller]
    pub fn sfx(&mut self, n: i32) -> i32 /* all arguments: sfx_ext(n, channel, offset, length) */ {
        self.sfx_ext(n, -1, 0, 0)
    }

    /// [`Machine::sfx`] on `channel` 0 to 3, even a reserved one; -1 chooses, -2 stops sfx `n` wherever it plays.
    ///
    /// Starts at note `offset` (0 to 31, or nothing happens) and plays `length` notes (0 or less: all). Stops it on
    /// another channel.
    #[track_caller]
    pub fn sfx_ext(&mut self, n: i32, channel: i32, offset: i32, length: i32) -> i32 {
        self.charge(price::SERVICE);
        let channels = &mut self.audio.channels;
        match (n, channel) {
            // The music is `music`'s to stop (zepto8).
            (-1 | -2, _) => {
                for (c, one) in (0..).zip(channels.iter_mut()) {
                    if channel == c || channel < 0 {
                        match (n, &mut one.sfx) {
                            (-2, Some(lead)) => lead.player.loops = false,
                            (_, sfx) => *sfx = None,
                        }
                    }
                }
                -1
            }
            (0..64, -2) => {
                channels.iter_mut().filter(|c| plays(c.sfx.as_ref(), n)).for_each(|c| c.sfx = None);
                -1
            }
            (0..64, -1..4) if (0..i32::from(NOTES)).contains(&offset) => {
                let Some(chosen) = self.choose(n, channel) else { return -1 };
                let length = length.clamp(0, 0x7fff) as u16;
                let player = SfxPlayer::effect(&self.mem, n as u8, offset as u8, length);
                let channels = &mut self.audio.channels;
                for (c, one) in channels.iter_mut().enumerate() {
                    // The same sound twice at once would only be louder.
                    if c != chosen && plays(one.sfx.as_ref(), n) {
                        one.sfx = None;
                    }
                }
                channels[chosen].sfx = Some(Lead::new(player));
                chosen as i32
            }
            _ => {
                let (limit, found) = match (n, channel) {
                    (-2..64, -2..4) => (Limit::Note, offset),
                    (-2..64, _) => (Limit::Channel, channel),
                    _ => (Limit::Sound, n),
                };
                self.beyond(limit, found);
                -1
            }
        }
    }

    fn choose(&self, n: i32, channel: i32) -> Option<usize> {
        if let Ok(forced) = usize::try_from(channel) {
            return Some(forced);
        }
        let channels = &self.audio.channels;
        let mask = if self.audio.music.pattern.is_some() { self.audio.music.mask } else { 0 };
        let open = || (0..4).filter(|c| mask >> c & 1 == 0);
        let free = |c: &usize| channels[*c].playing().is_none_or(|p| i32::from(p.sfx) == n);
        open().find(free).or_else(|| open().find(|c| channels[*c].sfx.is_none())).or_else(|| {
            let speed = |c: &usize| {
                let player = channels[*c].playing();
                player.map_or(0, |p| RecordHead::read(&self.mem, p.sfx).speed)
            };
            // min_by_key gives the first of equals; from the end it is the last.
            open().rev().min_by_key(speed)
        })
    }

    /// Starts the music at pattern `n` (0 to 63), or stops it (-1). Any other `n` does nothing.
    ///
    /// A pattern lasts as long as its left-most sfx without a loop, or 32 notes of the slowest if all loop. Then its
    /// flags are read from memory and decide what follows.
    #[doc = example!(music)]
    #[track_caller]
    pub fn music(&mut self, n: i32) /* all arguments: music_ext(n, fade, mask) */
    {
        self.music_ext(n, 0, 0);
    }

    /// [`Machine::music`] with a fade in milliseconds, and a mask of channels that sounds may not choose.
    #[track_caller]
    pub fn music_ext(&mut self, n: i32, fade: i32, mask: i32) {
        self.charge(price::SERVICE);
        // 22,050 samples a second in ticks of 183.
        let ticks = i64::from(fade.max(0)) * i64::from(table::RATE) / (i64::from(table::TICK) * 1000);
        let fade = ticks.min(i64::from(i32::MAX)) as u32;
        match n {
            -1 => self.audio.music.stop(fade, &mut self.audio.channels),
            0..64 => {
                let audio = &mut self.audio;
                audio.music.start(&self.mem, n as u8, fade, mask as u8, &mut audio.channels);
            }
            _ => self.beyond(Limit::Song, n),
        }
    }

    /// Queues 8-bit unsigned PCM samples; returns how many fitted.
    pub(crate) fn queue_samples(&mut self, addr: u16, len: usize) -> usize {
        let taken = len.min(PCM_MAX - self.audio.pcm.len());
        for i in 0..taken {
            let sample = self.mem.read(addr.wrapping_add(i as u16));
            self.audio.pcm.push_back(sample);
        }
        taken
    }

    /// `stat(16)` to `stat(26)`, `stat(46)` to `stat(57)`, 108 and 109.
    pub(crate) fn sound_stat(&self, n: i32) -> i32 {
        let player = |c: i32| self.audio.channels[(c & 3) as usize].playing();
        let music = &self.audio.music;
        match n {
            16..20 | 46..50 => player(n + if n < 20 { 0 } else { 2 }).map_or(-1, |p| i32::from(p.sfx)),
            20..24 | 50..54 => player(n + if n < 24 { 0 } else { 2 }).map_or(-1, |p| i32::from(p.note)),
            24 | 54 => music.pattern.map_or(-1, i32::from),
            25 | 55 => music.played as i32,
            26 | 56 => music.ticks as i32,
            108 => self.audio.pcm.len() as i32,
            109 => PCM_MAX as i32,
            _ => i32::from(music.pattern.is_some()),
        }
    }
}

fn plays(lead: Option<&Lead>, n: i32) -> bool {
    lead.is_some_and(|lead| i32::from(lead.player.sfx) == n)
}
