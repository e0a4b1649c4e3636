//! An sfx and the instrument that plays its notes.
//!
//! ```text
//! note of the sfx ──┬── waveform 0-7 ───────────────────────────────> tone
//!                   ├── sfx 0-7, a cycle of a wave ──────────────────> tone: the cycle at the note's pitch
//!                   └── sfx 0-7, notes: its own player ──────────────> tone: its wave, pitch times pitch / key 24,
//!                                                                      volume times volume, filters of both
//! ```
//!
//! The instrument restarts when the key changes, the previous note was silent or had another instrument, the sfx loops,
//! or the note's effect is 3 (the manual). A finished one is silent until then. Effects of both apply. Instruments do
//! not nest: the inner number is a waveform. That bit 0 of a cycle's speed byte, when clear, is an octave down rests on
//! one export.

use super::note::RecordHead;
use super::player::{SfxPlayer, SfxRole, Tone, Wave, join};
use super::table::{LOUD, MIDDLE, STEPS};
use crate::digest::Digest;
use crate::memory::Memory;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    pub player: SfxPlayer,
    instrument: Option<SfxPlayer>,
    over: bool,
}

impl Lead {
    pub fn new(player: SfxPlayer) -> Self {
        Lead { player, instrument: None, over: false }
    }

    /// Restarts the instrument if the note requires it; called once per tick, audible or not.
    pub fn begin(&mut self, mem: &Memory) {
        let note = self.player.now(mem);
        if !note.custom {
            self.instrument = None;
        } else if self.player.retriggers(note) || self.instrument.is_none_or(|i| i.sfx != note.wave) {
            self.instrument = Some(SfxPlayer::new(note.wave, SfxRole::Instrument));
            self.over = false;
        }
    }

    pub fn tone(&self, mem: &Memory) -> Tone {
        let head = RecordHead::read(mem, self.player.sfx);
        let note = self.player.now(mem);
        let (step, volume, key) = self.player.sound(mem, &head);
        let mut tone = Tone { step, volume, wave: Wave::Basic(note.wave), key, filters: head.filters };
        let Some(instrument) = &self.instrument else { return tone };
        let own = RecordHead::read(mem, instrument.sfx);
        tone.filters = join(head.filters, own.filters);
        if own.is_wave() {
            tone.wave = Wave::Cycle(instrument.sfx);
            if own.speed_byte & 1 == 0 {
                tone.step /= 2;
            }
            return tone;
        }
        if self.over {
            tone.volume = 0;
            return tone;
        }
        let (own_step, own_volume, own_key) = instrument.sound(mem, &own);
        // Two 32-bit steps, a ratio of at most 38, clamped to what a phase can add.
        let product = u64::from(step) * u64::from(own_step) / u64::from(STEPS[MIDDLE]);
        tone.step = product.min(u64::from(u32::MAX)) as u32;
        tone.volume = volume * own_volume / LOUD;
        tone.wave = Wave::Basic(instrument.now(mem).wave);
        tone.key = (key + own_key).saturating_sub(MIDDLE as u8).min(63);
        tone
    }

    /// Advances by a tick; false once the sfx has ended.
    pub fn advance(&mut self, mem: &Memory) -> bool {
        if let Some(instrument) = self.instrument.as_mut().filter(|_| !self.over) {
            let head = RecordHead::read(mem, instrument.sfx);
            // A cycle has no notes to play.
            self.over = !head.is_wave() && !instrument.advance(mem, &head);
        }
        let head = RecordHead::read(mem, self.player.sfx);
        self.player.advance(mem, &head)
    }

    pub fn is_in_range(&self) -> bool {
        self.player.is_in_range() && self.instrument.as_ref().is_none_or(SfxPlayer::is_in_range)
    }

    pub fn digest(this: Option<&Lead>, d: &mut Digest) {
        SfxPlayer::digest(this.map(|lead| &lead.player), d);
        SfxPlayer::digest(this.and_then(|lead| lead.instrument.as_ref()), d);
        d.word(u64::from(this.is_some_and(|lead| lead.over)));
    }
}
