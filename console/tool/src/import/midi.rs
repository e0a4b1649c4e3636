//! A MIDI file as notes, with a count of everything else that it has.
//!
//! ```text
//! tracks ── events at ticks ──> a part for each track, channel and program: its name  notes: part, key, ticks, loudness
//!                               tempo changes                                         lost: bends, pedals, controllers ...
//! ```
//!
//! Channel 9, the tenth, has drums. Files of format 2 have one tune after the other; those with a time code have 120 beats a minute.

use super::{guarded, wrong};
use crate::error::ToolError;
use midly::{Format, MetaMessage, MidiMessage, Smf, Timing, TrackEventKind};
use std::collections::BTreeMap;

/// Bytes of a file. The longest published ones have a quarter of it.
pub(super) const FILE_MAX: u64 = 4 << 20;
const DRUMS: u8 = 9;
const BEAT: u32 = 500_000;
const EXPECTED: &str = "a standard MIDI file with notes";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MidiNote {
    pub part: usize,
    pub key: u8,
    /// Ticks.
    pub start: u64,
    pub end: u64,
    /// 1 to 127: velocity and the channel's volume.
    pub loud: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    /// 0 to 127, by General MIDI.
    pub program: u8,
    pub is_drums: bool,
}

/// What notes in patterns cannot have: what it is, and how often.
pub type Lost = BTreeMap<&'static str, usize>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Song {
    /// By their starts.
    pub notes: Vec<MidiNote>,
    pub parts: Vec<Part>,
    /// Ticks of a beat, at least 1.
    pub beat: u64,
    /// Ticks, and microseconds of a beat from there on; the first at 0.
    pub tempi: Vec<(u64, u32)>,
    pub lost: Lost,
}

/// Reads a MIDI file.
pub fn read_midi(bytes: &[u8], file: &str) -> Result<Song, ToolError> {
    let broken = |e: midly::Error| wrong(file, format!("an error ({e})"), EXPECTED);
    guarded(file, EXPECTED, || {
        let smf = Smf::parse(bytes).map_err(broken)?;
        let mut song = Song { tempi: vec![(0, BEAT)], ..Song::default() };
        let has_tempo = match smf.header.timing {
            Timing::Metrical(beat) => {
                song.beat = u64::from(beat.as_int().max(1));
                true
            }
            Timing::Timecode(fps, frame) => {
                // Half a second.
                song.beat = (u64::from(fps.as_int()) * u64::from(frame.max(1)) / 2).max(1);
                false
            }
        };
        let mut begin = 0;
        for track in &smf.tracks {
            let end = read_track(track, begin, has_tempo, &mut song);
            if smf.header.format == Format::Sequential {
                begin = end;
            }
        }
        song.tempi.sort_by_key(|tempo| tempo.0);
        // Of two at one tick the last counts.
        song.tempi.reverse();
        song.tempi.dedup_by_key(|tempo| tempo.0);
        song.tempi.reverse();
        song.notes.sort_by_key(|note| (note.start, note.part, note.key));
        if song.notes.is_empty() {
            return Err(wrong(file, "no notes", EXPECTED));
        }
        Ok(song)
    })
}

#[derive(Clone, Copy)]
struct Channel {
    program: u8,
    volume: u8,
    expression: u8,
}

/// Adds a track's notes from that tick on, and returns the tick of its end.
fn read_track(track: &[midly::TrackEvent<'_>], begin: u64, has_tempo: bool, song: &mut Song) -> u64 {
    let mut now = begin;
    let mut name = String::new();
    // By channel and program: a change of the instrument begins another part.
    let mut parts = BTreeMap::<(u8, u8), usize>::new();
    let mut channels = [Channel { program: 0, volume: 127, expression: 127 }; 16];
    // Notes that sound: their places, by channel and key.
    let mut open = BTreeMap::<(u8, u8), Vec<usize>>::new();
    for event in track {
        now = now.saturating_add(event.delta.as_int().into());
        let mut lose = |what| *song.lost.entry(what).or_default() += 1;
        let (channel, message) = match event.kind {
            TrackEventKind::Midi { channel, message } => (channel.as_int(), message),
            TrackEventKind::Meta(MetaMessage::TrackName(text) | MetaMessage::InstrumentName(text)) => {
                if name.is_empty() {
                    name = text_of(text);
                }
                continue;
            }
            TrackEventKind::Meta(MetaMessage::Tempo(tempo)) => {
                if has_tempo {
                    song.tempi.push((now, tempo.as_int().max(1)));
                }
                continue;
            }
            TrackEventKind::Meta(MetaMessage::Lyric(_)) => {
                lose("syllables");
                continue;
            }
            TrackEventKind::Meta(_) => continue,
            TrackEventKind::SysEx(_) | TrackEventKind::Escape(_) => {
                lose("system messages");
                continue;
            }
        };
        let state = &mut channels[usize::from(channel)];
        let mut close = |key: u8, song: &mut Song| {
            if let Some(at) =
                open.get_mut(&(channel, key)).and_then(|all| (!all.is_empty()).then(|| all.remove(0)))
            {
                song.notes[at].end = now;
            }
        };
        match message {
            MidiMessage::NoteOn { key, vel } if vel.as_int() > 0 => {
                let loud = u64::from(vel.as_int()) * u64::from(state.volume) * u64::from(state.expression);
                let loud = loud.div_ceil(127 * 127).clamp(1, 127) as u8;
                let parts_now = &mut song.parts;
                let program = if channel == DRUMS { 0 } else { state.program };
                let part = *parts.entry((channel, program)).or_insert_with(|| {
                    parts_now.push(Part { program, is_drums: channel == DRUMS, ..Part::default() });
                    parts_now.len() - 1
                });
                let key = key.as_int();
                open.entry((channel, key)).or_default().push(song.notes.len());
                song.notes.push(MidiNote { part, key, start: now, end: u64::MAX, loud });
            }
            MidiMessage::NoteOn { key, .. } | MidiMessage::NoteOff { key, .. } => close(key.as_int(), song),
            MidiMessage::ProgramChange { program } => state.program = program.as_int(),
            MidiMessage::Controller { controller, value } => match controller.as_int() {
                7 => state.volume = value.as_int(),
                11 => state.expression = value.as_int(),
                64..=69 => lose("pedals: notes end with their keys"),
                // Banks, and the end of all notes.
                0 | 32 | 120..=127 => {}
                _ => lose("controllers"),
            },
            MidiMessage::PitchBend { .. } => lose("pitch bends"),
            MidiMessage::Aftertouch { .. } | MidiMessage::ChannelAftertouch { .. } => {
                lose("changes of pressure")
            }
        }
    }
    // A note without an end sounds until the track's.
    song.notes.iter_mut().filter(|note| note.end == u64::MAX).for_each(|note| note.end = now.max(note.start));
    for part in parts.into_values() {
        song.parts[part].name.clone_from(&name);
    }
    now
}

fn text_of(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().filter(|c| !c.is_control() && *c != '\u{fffd}').collect::<String>().trim().to_string()
}
