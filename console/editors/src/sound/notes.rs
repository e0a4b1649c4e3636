//! Sounds in the document: notes, the four bytes behind them, samples of waveform instruments; and as text.
//!
//! ```text
//! [sfx volume] C-2.tri.5 D-2.tri.5.vib ...         copied notes: their columns, then a cell for each row
//! sfx 8: speed 16                                  a whole sound, as in the files
//!   C-2.tri.5 ...
//! ```

use crate::document::Document;
use format::{SfxNote, SfxText, SoundEntry, read_sfx, write_sfx};
use rasher::memory::{MUSIC, SFX};

pub const NOTES: usize = 32;
pub const SOUNDS: usize = 64;
pub const INSTRUMENTS: usize = 8;
pub const SAMPLES: usize = 64;
const RECORD: usize = 68;
pub const TOP: i32 = 63;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteField {
    Pitch,
    Instrument,
    Volume,
    Effect,
}

impl NoteField {
    pub const ALL: [(NoteField, &'static str); 4] = [
        (NoteField::Pitch, "pitch"),
        (NoteField::Instrument, "instrument"),
        (NoteField::Volume, "volume"),
        (NoteField::Effect, "effect"),
    ];

    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    fn of(self, note: &mut SfxNote) -> &mut u8 {
        match self {
            NoteField::Pitch => &mut note.pitch,
            NoteField::Instrument => &mut note.instrument,
            NoteField::Volume => &mut note.volume,
            NoteField::Effect => &mut note.effect,
        }
    }

    pub fn get(self, mut note: SfxNote) -> u8 {
        *self.of(&mut note)
    }

    pub fn set(self, note: &mut SfxNote, value: u8) {
        *self.of(note) = value;
    }
}

pub const ALL_FIELDS: u8 = 15;

pub fn address(sound: usize) -> usize {
    usize::from(SFX) + RECORD * (sound % SOUNDS)
}

pub fn note(doc: &Document, sound: usize, row: usize) -> SfxNote {
    let at = address(sound) + 2 * row;
    SfxNote::from_word(u16::from_le_bytes([doc.get(at), doc.get(at + 1)]))
}

pub fn put(doc: &mut Document, sound: usize, row: usize, note: SfxNote) {
    if row < NOTES {
        let at = address(sound) + 2 * row;
        for (n, byte) in note.word().to_le_bytes().into_iter().enumerate() {
            doc.set(at + n, byte);
        }
    }
}

pub fn notes(doc: &Document, sound: usize) -> [SfxNote; NOTES] {
    std::array::from_fn(|row| note(doc, sound, row))
}

pub fn sample(doc: &Document, sound: usize, n: usize) -> i8 {
    doc.get(address(sound) + n % SAMPLES) as i8
}

pub fn put_sample(doc: &mut Document, sound: usize, n: usize, sample: i32) {
    if n < SAMPLES {
        doc.set(address(sound) + n, sample.clamp(-128, 127) as i8 as u8);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoundHeader {
    tracker: bool,
    pub filters: [u8; 5],
    pub speed: u8,
    pub start: u8,
    pub end: u8,
    pub wave: bool,
}

/// Filters: name, short name, highest level, and what they do.
pub const FILTERS: [(&str, &str, u8, &str); 5] = [
    ("noiz", "noi", 1, "plain noise"),
    ("buzz", "buz", 1, "a rougher tone"),
    ("detune", "det", 2, "a second voice"),
    ("reverb", "rev", 2, "an echo"),
    ("dampen", "dam", 2, "softer high tones"),
];
/// The weight of each filter's level in their byte; bit 0 is the tracker's.
const WEIGHTS: [u16; 5] = [2, 4, 8, 24, 72];

impl SoundHeader {
    pub fn of(doc: &Document, sound: usize) -> SoundHeader {
        let [filters, speed, start, end] = SoundHeader::bytes(doc, sound);
        SoundHeader {
            tracker: filters & 1 != 0,
            filters: [filters / 2 % 2, filters / 4 % 2, filters / 8 % 3, filters / 24 % 3, filters / 72],
            speed,
            start: start & 0x7f,
            end,
            wave: start & 0x80 != 0,
        }
    }

    pub fn bytes(doc: &Document, sound: usize) -> [u8; 4] {
        let at = address(sound) + 64;
        std::array::from_fn(|n| doc.get(at + n))
    }

    pub fn put(self, doc: &mut Document, sound: usize) {
        let filters: u16 =
            self.filters.iter().zip(WEIGHTS).map(|(level, weight)| u16::from(*level) * weight).sum();
        let start = self.start & 0x7f | u8::from(self.wave) << 7;
        // A fourth level of dampen, which files may have, leaves no room for all others.
        let filters = u8::try_from(filters + u16::from(self.tracker)).unwrap_or(doc.get(address(sound) + 64));
        for (n, byte) in [filters, self.speed, start, self.end].into_iter().enumerate() {
            doc.set(address(sound) + 64 + n, byte);
        }
    }

    pub fn looped(self) -> Option<(u8, u8)> {
        (self.end > self.start).then_some((self.start, self.end))
    }

    pub fn length(self) -> Option<u8> {
        (self.end == 0 && self.start > 0).then_some(self.start)
    }

    pub fn pace(self) -> u64 {
        u64::from(self.speed.max(1))
    }
}

pub const SILENT: u8 = 0x40;

pub fn sound(doc: &Document, pattern: usize, channel: usize) -> Option<usize> {
    let byte = doc.get(usize::from(MUSIC) + 4 * (pattern % 64) + channel);
    (byte & SILENT == 0).then_some(usize::from(byte & 63))
}

pub fn users(doc: &Document, number: usize) -> Vec<usize> {
    (0..64).filter(|p| (0..4).any(|c| sound(doc, *p, c) == Some(number))).collect()
}

pub fn is_empty(doc: &Document, sound: usize) -> bool {
    let empty = rasher::Rom::empty("");
    let all = address(sound)..address(sound) + RECORD;
    all.clone().all(|at| doc.get(at) == empty.data[at])
}

pub fn text(doc: &Document, sounds: &[usize]) -> String {
    let entry = |n: &usize| {
        let record = std::array::from_fn(|i| doc.get(address(*n) + i));
        SoundEntry { name: doc.name(*n).to_string(), ..SoundEntry::new(*n as u8, record) }
    };
    let sounds = sounds.iter().map(entry).collect();
    write_sfx(&SfxText { sounds, end: Vec::new() })
}

/// A sound as text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedSound {
    pub record: [u8; RECORD],
    pub name: String,
}

pub fn read(text: &str) -> Option<Vec<(usize, CopiedSound)>> {
    if let Some((sounds, _)) = read_pico8(text).filter(|(sounds, _)| !sounds.is_empty()) {
        return Some(sounds);
    }
    let read = read_sfx(text.as_bytes(), "clipboard").ok()?;
    let copied = |sound: SoundEntry| CopiedSound { record: sound.record, name: sound.name };
    let sounds: Vec<_> = read.sounds.into_iter().map(|sound| (sound.number.into(), copied(sound))).collect();
    (!sounds.is_empty()).then_some(sounds)
}

/// Sounds with their numbers, and patterns as in memory.
type Sounds = (Vec<(usize, CopiedSound)>, Vec<[u8; 4]>);

/// What PICO-8 copies: `[sfx]`, in hex how many sounds and patterns, of each sound its number and 68 bytes, of each pattern four bytes and
/// a digit of flags, `[/sfx]`.
pub fn read_pico8(text: &str) -> Option<Sounds> {
    fn byte(digits: &mut impl Iterator<Item = u8>) -> Option<u8> {
        Some(digits.next()? << 4 | digits.next()?)
    }
    let hex = text.trim().strip_prefix("[sfx]")?.strip_suffix("[/sfx]")?;
    let digits = hex.chars().filter(|letter| !letter.is_whitespace());
    let digits: Vec<u8> =
        digits.map(|letter| letter.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let mut digits = digits.into_iter();
    let (sounds, patterns) = (byte(&mut digits)?, byte(&mut digits)?);
    let mut sound = |_| {
        let (number, mut record) = (byte(&mut digits)?, [0; RECORD]);
        for place in &mut record {
            *place = byte(&mut digits)?;
        }
        Some((usize::from(number & 63), CopiedSound { record, name: String::new() }))
    };
    let sounds = (0..sounds).map(&mut sound).collect::<Option<_>>()?;
    let mut pattern = |_| {
        let mut bytes = [0; 4];
        for place in &mut bytes {
            *place = byte(&mut digits)? & 0x7f;
        }
        let flags = digits.next()?;
        (0..3).for_each(|n| bytes[n] |= (flags >> n & 1) << 7);
        Some(bytes)
    };
    let patterns = (0..patterns).map(&mut pattern).collect::<Option<_>>()?;
    Some((sounds, patterns))
}

pub fn put_record(doc: &mut Document, sound: usize, record: &[u8; RECORD]) {
    record.iter().enumerate().for_each(|(n, byte)| doc.set(address(sound) + n, *byte));
}

pub fn put_sound(doc: &mut Document, sound: usize, copied: &CopiedSound) {
    put_record(doc, sound, &copied.record);
    doc.set_name(sound, &copied.name);
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRows {
    pub fields: u8,
    pub notes: Vec<SfxNote>,
}

impl NoteRows {
    pub fn to_text(&self) -> String {
        let names = NoteField::ALL.iter().filter(|(field, _)| self.fields & field.bit() != 0);
        let mut out = "[sfx".to_string();
        names.for_each(|(_, name)| out += &format!(" {name}"));
        out += "]";
        self.notes.iter().for_each(|note| out += &format!(" {}", note.cell()));
        out
    }

    pub fn from_text(text: &str) -> Option<NoteRows> {
        let (names, cells) = text.trim().strip_prefix("[sfx")?.split_once(']')?;
        let field =
            |name: &str| NoteField::ALL.iter().find(|(_, other)| *other == name).map(|(f, _)| f.bit());
        let fields = names.split_whitespace().try_fold(0, |all, name| Some(all | field(name)?))?;
        let notes: Vec<SfxNote> =
            cells.split_whitespace().take(NOTES).map(SfxNote::from_cell).collect::<Option<_>>()?;
        (fields != 0 && !notes.is_empty()).then_some(NoteRows { fields, notes })
    }
}

pub fn over(old: SfxNote, new: SfxNote, fields: u8) -> SfxNote {
    let mut out = old;
    for (field, _) in NoteField::ALL.iter().filter(|(field, _)| fields & field.bit() != 0) {
        field.set(&mut out, field.get(new));
    }
    out
}
