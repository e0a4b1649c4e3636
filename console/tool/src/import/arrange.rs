//! A tune in patterns and sounds: four voices, rows of a fixed length, and a report of what did not fit.
//!
//! ```text
//! notes ── grid: 4 3 8 6 12 rows a beat, the first that fits ──> rows ── four voices ──> sounds of 32 notes, each once ──> patterns
//! ```
//!
//! A note goes to the voice that its part had last, else to a free one. Without a free voice it ends the oldest note; drums, and a fifth
//! note of one row, are left out. A held note is repeated in its rows, which sounds as one; the last row of a note that the same key follows fades out.

use super::midi::{MidiNote, Part, Song};
use rasher::Rom;
use rasher::memory::{MUSIC, SFX};
use std::collections::BTreeMap;
use std::fmt::Write;

const NOTES: usize = 32;
const RECORD: usize = 68;
const PATTERNS: usize = 64;
const SOUNDS: usize = 64;
/// Sounds 0 to 7 are for instruments.
const FIRST: usize = 8;
const VOICES: usize = 4;
const GRIDS: [u64; 5] = [4, 3, 8, 6, 12];
/// Ticks of the synth in a second: 22,050 samples by 183.
const TICKS: f64 = 22_050.0 / 183.0;
/// The key C-0, and the highest.
const LOWEST: i32 = 36;
const HIGHEST: i32 = LOWEST + 63;
const FADE: u16 = 5;
const SILENT: u8 = 0x40;
const STOP: usize = 2;
const FLAG: u8 = 0x80;

/// What became of a tune.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arranged {
    /// The first pattern, and their number.
    pub patterns: (usize, usize),
    pub sounds: usize,
    /// One line each: first the result, then the losses.
    pub report: String,
}

/// A note in rows.
#[derive(Clone, Copy, Debug)]
struct Placed {
    from: usize,
    to: usize,
    pitch: u16,
    instrument: u16,
    volume: u16,
    effect: u16,
    part: usize,
}

impl Song {
    /// Rows of a beat: the first grid that has almost all notes, or the one with the most.
    fn grid(&self) -> u64 {
        let near = |grid: u64| {
            let off = |note: &&MidiNote| {
                let at = note.start.saturating_mul(grid) % self.beat;
                // A sixth of a row: less than hands are off.
                at.min(self.beat - at).saturating_mul(6) <= self.beat
            };
            self.notes.iter().filter(off).count()
        };
        let enough = self.notes.len() - self.notes.len() / 20;
        let fits = GRIDS.into_iter().find(|grid| near(*grid) >= enough);
        fits.or_else(|| GRIDS.into_iter().rev().max_by_key(|grid| near(*grid))).unwrap_or(GRIDS[0])
    }

    fn tempo_at(&self, tick: u64) -> u32 {
        let at = self.tempi.partition_point(|tempo| tempo.0 <= tick);
        self.tempi.get(at.saturating_sub(1)).map_or(500_000, |tempo| tempo.1)
    }

    /// Puts the tune into free patterns and sounds of a cart.
    pub fn arrange(&self, rom: &mut Rom, file: &str) -> Arranged {
        let grid = self.grid();
        let row = |tick: u64| (tick.saturating_mul(2 * grid) / self.beat).div_ceil(2).min(1 << 32) as usize;
        // Whole patterns of silence before the first note are skipped.
        let skipped = self.notes.iter().map(|note| row(note.start)).min().unwrap_or(0) / NOTES;
        let mut not_kept: Vec<String> = Vec::new();
        let (voices, placing) = self.voices(row, skipped * NOTES);
        placing.report(self.notes.len(), &mut not_kept);
        let off = |note: &MidiNote| {
            let exact = note.start as f64 * grid as f64 / self.beat as f64;
            (exact - row(note.start) as f64).abs() / grid as f64 * f64::from(self.tempo_at(note.start))
                / 1000.0
        };
        let off: Vec<f64> = self.notes.iter().map(off).filter(|off| *off >= 1.0).collect();
        if !off.is_empty() {
            let most = off.iter().copied().fold(0.0, f64::max);
            not_kept.push(format!(
                "the exact time of {} of {} notes: at most {most:.0} ms off",
                off.len(),
                self.notes.len()
            ));
        }
        let end = voices.iter().flatten().map(|note| note.to).max().unwrap_or(0);
        let (wanted, places) = (end.div_ceil(NOTES).max(1), free_patterns(rom));
        let (first, room) = places
            .iter()
            .copied()
            .find(|run| run.1 >= wanted)
            .or(places.into_iter().max_by_key(|run| (run.1, PATTERNS - run.0)))
            .unwrap_or((0, 0));
        let mut free = free_sounds(rom);
        let sounds_free = free.len();
        let mut known = BTreeMap::<[u8; RECORD], usize>::new();
        let mut counts = BTreeMap::<usize, usize>::new();
        let (mut made, mut tempi) = (0, Vec::new());
        for n in 0..wanted.min(room) {
            let tempo = self.tempo_at(((skipped + n) * NOTES) as u64 * self.beat / grid);
            let speed = (f64::from(tempo) / 1e6 / grid as f64 * TICKS).round().clamp(1.0, 255.0) as u8;
            let all = voices.each_ref().map(|voice| record(voice, n * NOTES, speed));
            let rest = [Some((resting(speed), None)), None, None, None];
            let all = if all.iter().all(Option::is_none) { rest } else { all };
            let new: Vec<_> =
                all.iter().flatten().filter(|(record, _)| !known.contains_key(record)).collect();
            let new: std::collections::BTreeSet<_> = new.into_iter().map(|(record, _)| record).collect();
            if new.len() > free.len() {
                break;
            }
            let mut bytes: [u8; 4] = [1, 2, 3, 4].map(|byte| SILENT | byte);
            for (byte, sound) in bytes.iter_mut().zip(&all) {
                let Some((record, part)) = sound else { continue };
                let number = *known.entry(*record).or_insert_with(|| {
                    let number = free.remove(0);
                    rom.data[usize::from(SFX) + number * RECORD..][..RECORD].copy_from_slice(record);
                    rom.sounds.remove(&(number as u8));
                    if let Some(part) = part {
                        let count = counts.entry(*part).or_default();
                        *count += 1;
                        rom.sounds.insert(number as u8, name(&self.parts[*part], *count));
                    }
                    number
                });
                *byte = number as u8;
            }
            rom.data[usize::from(MUSIC) + 4 * (first + n)..][..4].copy_from_slice(&bytes);
            tempi.push((tempo, speed));
            made += 1;
        }
        if made > 0 {
            rom.data[usize::from(MUSIC) + 4 * (first + made - 1) + STOP] |= FLAG;
        }
        if made < wanted {
            let why = if made == room {
                format!("{room} patterns in a row are free")
            } else {
                format!("{sounds_free} sounds are free")
            };
            not_kept.push(format!("the last {} of {wanted} patterns: {why}", wanted - made));
        }
        let changes = self.tempi.iter().filter(|tempo| tempo.0 > 0).count();
        let kept = tempi.windows(2).filter(|two| two[0].0 != two[1].0).count();
        if changes > kept {
            not_kept
                .push(format!("{} of {changes} changes of tempo: a pattern has one speed", changes - kept));
        }
        not_kept.extend(self.lost.iter().map(|(what, count)| format!("{what}: {count}")));
        let sounds = known.len();
        let (patterns, from) = (counted(made, "pattern"), known.values().min().copied().unwrap_or(FIRST));
        let mut report =
            format!("{file}: {patterns} from {first}, {} from {from} on", counted(sounds, "sound"));
        if let Some((tempo, speed)) = tempi.first() {
            let (wanted, got) = (6e7 / f64::from(*tempo), 60.0 * TICKS / f64::from(*speed) / grid as f64);
            _ = write!(report, "; {grid} rows a beat, {wanted:.0} beats a minute as speed {speed}: {got:.1}");
        }
        report.push('\n');
        match not_kept.is_empty() {
            true => report += "Everything is kept.\n",
            false => {
                report += "Not kept:\n";
                not_kept.iter().for_each(|line| _ = writeln!(report, "  {line}"));
            }
        }
        Arranged { patterns: (first, made), sounds, report }
    }

    fn voices(&self, row: impl Fn(u64) -> usize, skipped: usize) -> ([Vec<Placed>; VOICES], Placing) {
        let mut voices: [Vec<Placed>; VOICES] = Default::default();
        let mut placing = Placing::default();
        let mut notes: Vec<&MidiNote> = self.notes.iter().collect();
        // Within a row, melodies and high keys come first, because they are the most audible.
        notes.sort_by_key(|note| {
            (row(note.start), self.parts[note.part].is_drums, std::cmp::Reverse(note.key))
        });
        for note in notes {
            let part = &self.parts[note.part];
            let from = row(note.start) - skipped;
            let to = row(note.end).saturating_sub(skipped).max(from + 1).min(from + 4096);
            let octaves = |key: i32| (LOWEST..=HIGHEST).contains(&key);
            let key = i32::from(note.key);
            let fitting = if key < LOWEST {
                key + (LOWEST - key + 11) / 12 * 12
            } else {
                key - (key - HIGHEST + 11).max(0) / 12 * 12
            };
            placing.moved += usize::from(!part.is_drums && !octaves(key));
            let (instrument, pitch, effect, to) = match part.is_drums {
                true => drum(note.key, from),
                false => (instrument(part.program), (fitting - LOWEST) as u16, 0, to),
            };
            let volume = (u16::from(note.loud) * 7).div_ceil(127).clamp(1, 7);
            let placed = Placed { from, to, pitch, instrument, volume, effect, part: note.part };
            let end = |voice: &[Placed]| voice.last().map_or(0, |last| last.to);
            let free = (0..VOICES).filter(|n| end(&voices[*n]) <= from);
            let rank = |n: &usize| match voices[*n].last() {
                Some(last) if last.part == note.part => (0, 0),
                None => (1, 0),
                Some(last) => (2, last.to),
            };
            let oldest = || {
                let held = (0..VOICES).filter(|n| voices[*n].last().is_some_and(|last| last.from < from));
                held.min_by_key(|n| voices[*n].last().map(|last| (last.part != note.part, last.from)))
            };
            let found = free.min_by_key(rank).or_else(|| if part.is_drums { None } else { oldest() });
            let Some(n) = found else {
                placing.dropped += 1;
                continue;
            };
            if let Some(last) = voices[n].last_mut().filter(|last| last.to > from) {
                last.to = from;
                placing.cut += 1;
            }
            voices[n].push(placed);
        }
        (voices, placing)
    }
}

#[derive(Default)]
struct Placing {
    dropped: usize,
    cut: usize,
    moved: usize,
}

impl Placing {
    fn report(&self, all: usize, lines: &mut Vec<String>) {
        let Placing { dropped, cut, moved } = *self;
        let all = [
            (dropped, format!("{dropped} of {all} notes: more than four at a time")),
            (cut, format!("the end of {}, where a fifth began", counted(cut, "note"))),
            (moved, format!("the octave of {}: the keys are C-0 to D#5", counted(moved, "note"))),
        ];
        lines.extend(all.into_iter().filter(|(count, _)| *count > 0).map(|(_, line)| line));
    }
}

/// A voice's sound from a row on, and the part with most of its notes; none if it rests.
fn record(voice: &[Placed], first: usize, speed: u8) -> Option<([u8; RECORD], Option<usize>)> {
    let mut record = resting(speed);
    record[..2].fill(0);
    let mut parts = BTreeMap::<usize, usize>::new();
    let begin = voice.partition_point(|note| note.to <= first);
    for (n, note) in voice.iter().enumerate().skip(begin).take_while(|(_, note)| note.from < first + NOTES) {
        let again = voice.get(n + 1).is_some_and(|next| {
            (next.from, next.pitch, next.instrument) == (note.to, note.pitch, note.instrument)
        });
        for row in note.from.max(first)..note.to.min(first + NOTES) {
            let effect = if again && note.effect == 0 && row + 1 == note.to { FADE } else { note.effect };
            let word = note.pitch | note.instrument << 6 | note.volume << 9 | effect << 12;
            record[2 * (row - first)..][..2].copy_from_slice(&word.to_le_bytes());
            *parts.entry(note.part).or_default() += 1;
        }
    }
    let part = parts.iter().max_by_key(|(part, rows)| (**rows, std::cmp::Reverse(**part)))?;
    Some((record, Some(*part.0)))
}

/// A sound of rests, which is not an empty one: it makes a pattern last.
fn resting(speed: u8) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    (record[0], record[65]) = (24, speed);
    record
}

/// Free patterns that follow one another: the first, and how many.
fn free_patterns(rom: &Rom) -> Vec<(usize, usize)> {
    let is_free =
        |n: usize| (0..4).all(|channel| rom.data[usize::from(MUSIC) + 4 * n + channel] & SILENT != 0);
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for n in (0..PATTERNS).filter(|n| is_free(*n)) {
        match runs.last_mut().filter(|run| run.0 + run.1 == n) {
            Some(run) => run.1 += 1,
            None => runs.push((n, 1)),
        }
    }
    runs
}

fn free_sounds(rom: &Rom) -> Vec<usize> {
    let empty = Rom::empty("");
    let at = |n: usize| usize::from(SFX) + RECORD * n;
    let music = &rom.data[usize::from(MUSIC)..usize::from(SFX)];
    let is_used = |n: usize| music.iter().any(|byte| byte & SILENT == 0 && usize::from(byte & 63) == n);
    let is_empty = |n: usize| rom.data[at(n)..][..RECORD] == empty.data[at(n)..][..RECORD];
    (FIRST..SOUNDS).filter(|n| is_empty(*n) && !is_used(*n)).collect()
}

const FAMILIES: [(&str, u16); 16] = [
    ("piano", 0),
    ("bells", 5),
    ("organ", 5),
    ("guitar", 4),
    ("bass", 0),
    ("strings", 2),
    ("ensemble", 2),
    ("brass", 3),
    ("reed", 4),
    ("pipe", 0),
    ("lead", 3),
    ("pad", 7),
    ("effect", 7),
    ("ethnic", 1),
    ("percussion", 6),
    ("noise", 6),
];

/// The waveform that is nearest to a family of General MIDI.
fn instrument(program: u8) -> u16 {
    FAMILIES[usize::from(program & 127) / 8].1
}

fn name(part: &Part, count: usize) -> String {
    let family = if part.is_drums { "drums" } else { FAMILIES[usize::from(part.program & 127) / 8].0 };
    let name = if part.name.is_empty() { family } else { &part.name };
    let short: String = name.chars().take(20).collect();
    format!("{} {count}", short.replace(':', " ").trim())
}

/// A drum of General MIDI: waveform, key, effect, and its last row.
fn drum(key: u8, from: usize) -> (u16, u16, u16, usize) {
    const DROP: u16 = 3;
    let (instrument, pitch, effect) = match key {
        ..=36 => (0, 14, DROP),
        37..=40 => (6, 34, FADE),
        41 | 43 | 45 => (0, 20, DROP),
        47 | 48 | 50 => (0, 28, DROP),
        42 | 44 | 46 | 54 | 69 | 70 => (6, 58, FADE),
        49 | 51..=53 | 55 | 57 | 59 => (6, 50, FADE),
        _ => (6, 44, FADE),
    };
    (instrument, pitch, effect, from + 1)
}

fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
