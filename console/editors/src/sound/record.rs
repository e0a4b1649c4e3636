//! Recording in time: keys played to the looped sound become notes of the nearest rows.
//!
//! ```text
//! 16 rows of count-in, then the sound in a loop           row = (ticks - delay + speed / 2) / speed, of its rows
//! a key writes its note, and repeats it as long as it is held          a round is one step of undo
//! ```
//!
//! A second round replaces only rows that are played. Notes of this round sound by their keys, from the next round on from the sound. The
//! metronome is not recorded.

use super::SoundEditor;
use super::notes::{SoundHeader, put};
use crate::context::Context;
use crate::speaker::LoopRound;
use format::SfxNote;

/// Rows of count-in: a bar.
const LEAD: u64 = 16;
const BEAT: u64 = 4;
/// Ticks of the synth in 1,000 of the editors: 22,050 samples by 183, 60 ticks a second.
const SYNTH_TICKS: u64 = 2008;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoteRecording {
    begun: u64,
    first: usize,
    rows: u64,
    pub(super) round: Option<u64>,
    beats: u64,
    /// The held key, its note, and its first row since the recording began.
    held: Option<(&'static str, SfxNote, u64)>,
}

impl SoundEditor {
    pub(super) fn record(&mut self, cx: &mut Context) {
        if self.recording.is_some() {
            return self.stop_recording(cx);
        }
        if Self::is_wave(cx) {
            return cx.refuse("this sound is a waveform: Ctrl+W switches to notes");
        }
        cx.speaker.stop();
        let LoopRound { from, to, .. } = self.round(cx);
        self.recording = Some(NoteRecording {
            begun: cx.frame,
            first: from.into(),
            rows: u64::from(to.saturating_sub(from)).max(1),
            round: None,
            beats: 0,
            held: None,
        });
        cx.say("recording starts after 16 rows: Esc or Space stops");
    }

    pub(super) fn stop_recording(&mut self, cx: &mut Context) {
        if self.recording.take().is_some() {
            cx.commit();
            cx.speaker.stop();
            cx.say("recorded: Ctrl+Z undoes the last round");
        }
    }

    /// The recording, ticks of the synth since its begin, those of the count-in, and of a row.
    fn recorded(&self, cx: &Context) -> Option<(NoteRecording, u64, u64, u64)> {
        let recording = self.recording?;
        let speed = SoundHeader::of(&cx.doc, cx.sound).pace();
        Some((recording, (cx.frame - recording.begun) * SYNTH_TICKS / 1000, LEAD * speed, speed))
    }

    /// The row of a key pressed now, counted from the begin of the recording.
    fn row_now(&self, cx: &Context) -> Option<u64> {
        let (_, ticks, lead, speed) = self.recorded(cx)?;
        // A key may be half a row early.
        (ticks + speed / 2).checked_sub(lead + self.delay).map(|ticks| ticks / speed)
    }

    pub(super) fn record_tick(&mut self, cx: &mut Context) {
        let Some((mut now, ticks, lead, speed)) = self.recorded(cx) else { return };
        let beats = ticks / (speed * BEAT) + 1;
        if beats > now.beats {
            now.beats = beats;
            cx.speaker.click(cx.doc.data(), (beats - 1).is_multiple_of(4));
        }
        let sound = cx.sound as u8;
        if let Some(at) = ticks.checked_sub(lead) {
            let round = at / (speed * now.rows);
            if now.round != Some(round) {
                // A finished round is a step, and is played from now on. Early keys belong to the first round.
                if now.round.is_some() {
                    cx.commit();
                }
                cx.speaker.keep = None;
                if now.round.is_none() {
                    let (from, to) = (now.first as u8, now.first as u8 + now.rows as u8);
                    let all = LoopRound { sound, from, to };
                    cx.speaker.sound(cx.doc.data(), sound, from, Some(all));
                }
                now.round = Some(round);
            } else {
                cx.speaker.keep = Some(sound);
            }
        }
        self.recording = Some(now);
        if let (Some((_, note, first)), Some(row)) = (now.held, self.row_now(cx)) {
            // A row counts from its middle on.
            (first + 1..row).for_each(|row| self.write(row, note, cx));
        }
    }

    fn write(&mut self, row: u64, note: SfxNote, cx: &mut Context) {
        let Some(NoteRecording { first, rows, .. }) = self.recording else { return };
        if !cx.doc.is_open() {
            Self::begin("record", cx);
        }
        self.row = first + (row % rows) as usize;
        put(&mut cx.doc, cx.sound, self.row, note);
    }

    pub(super) fn record_note(&mut self, name: &'static str, note: SfxNote, cx: &mut Context) {
        let Some(row) = self.row_now(cx) else { return };
        self.write(row, note, cx);
        if let Some(recording) = &mut self.recording {
            recording.held = Some((name, note, row));
        }
    }

    pub(super) fn record_release(&mut self, name: &str) {
        if let Some(recording) = &mut self.recording
            && recording.held.is_some_and(|held| held.0 == name)
        {
            recording.held = None;
        }
    }

    pub(super) fn count_in(&self, cx: &Context) -> Option<u64> {
        let (_, ticks, lead, speed) = self.recorded(cx)?;
        (ticks < lead).then(|| (lead - ticks).div_ceil(speed))
    }
}
