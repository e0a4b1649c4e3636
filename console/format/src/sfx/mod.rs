//! Sounds as text, as a tracker shows them: a head, and up to 32 notes in rows of eight.
//!
//! ```text
//! # the yard at night                                   a comment: any line that begins with #
//! sfx 8 bass of the yard: speed 18 tracker dampen 1     number, name, and the words of head.rs
//!   D-0.i0.5   D-0.i0.5   ...  A-0.i0.4    ...  D-1.i0.5   ...   A#0.i0.4   # bar 1
//!   D-2.saw.5.vib                                       rests at the end may be left out
//!
//! sfx 3 horn: speed 1 wave                              a waveform instrument: 64 samples in four rows
//!      0   12   25   37   49   60   71   81   90   98  106  112  117  122  125  126
//!   ...
//! ```
//!
//! `note.rs` describes a cell. Sounds may come in any order, each at most once; a missing one is as in an empty cart. The layout is ours:
//! a row is half a bar of sixteenths, so a bar is two lines of a diff, and each note is one word, so that `sed 's/D-2/E-2/'` finds it.

pub(crate) mod head;
pub(crate) mod note;
pub use note::{EFFECTS, SfxNote, WAVES};

use crate::error::FormatError;
use crate::limit::FormatLimit;
use crate::lines::{Comment, Content, LineError, TextLine, beyond, join, word};
use rasher::memory::{Memory, SFX};
use rasher::{Rom, SoundNames};

/// Bytes of a sound: 32 words and four bytes.
pub(crate) const RECORD: usize = 68;
/// The offset of a sound's last four bytes.
pub(crate) const HEAD: usize = 64;
const SOUNDS: usize = 64;
const ALL: usize = SOUNDS * RECORD;
const NOTES: usize = 32;
const PER_ROW: usize = 8;
const SAMPLES: usize = 16;

const HEAD_LINE: &str = "\"sfx\", a number from 0 to 63, a name or none, and a colon";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundEntry {
    /// 0 to 63.
    pub number: u8,
    /// May be empty; has no colon and no line end.
    pub name: String,
    pub record: [u8; RECORD],
    /// Notes that the text shows at least, 0 to 32; rests after the last note may be among them.
    pub shown: u8,
    /// Line 0 is the head, lines 1 on are the rows.
    pub comments: Vec<Comment>,
    /// White space and a comment after the last word of head and rows, or nothing.
    pub tails: [String; 5],
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SfxText {
    pub sounds: Vec<SoundEntry>,
    /// Comments and empty lines after the last sound.
    pub end: Vec<String>,
}

/// A note of a sound in memory as a cell of the text: `D-2.saw.5.vib`, or `...` for an empty one. Loops may name notes beyond 31, which
/// are silent too. Sound numbers wrap at 64.
pub fn note(memory: &Memory, sfx: u8, note: u8) -> String {
    if usize::from(note) >= NOTES {
        return note::REST.into();
    }
    let at = usize::from(sfx) % SOUNDS * RECORD + 2 * usize::from(note);
    note::write(memory.get16(SFX + at as u16))
}

/// A name in the form that a line of a file can store.
pub(crate) fn fitting(name: &str) -> String {
    let letters = name.chars().map(|c| if c == ':' || c.is_control() { ' ' } else { c });
    letters.collect::<String>().trim().to_string()
}

pub(crate) fn empty(number: u8) -> [u8; RECORD] {
    let all = &Rom::empty("").data[usize::from(SFX)..];
    std::array::from_fn(|i| all[usize::from(number) * RECORD + i])
}

impl SoundEntry {
    pub fn new(number: u8, record: [u8; RECORD]) -> Self {
        let (name, comments, tails) = Default::default();
        let mut sound = SoundEntry { number: number & 63, name, record, shown: 0, comments, tails };
        sound.shown = if sound.is_wave() { 0 } else { sound.last() };
        sound
    }

    /// Notes up to the last that is not a rest.
    fn last(&self) -> u8 {
        let words = self.record[..HEAD].as_chunks::<2>().0;
        words.iter().rposition(|word| *word != [0; 2]).map_or(0, |last| last as u8 + 1)
    }

    fn is_wave(&self) -> bool {
        self.record[HEAD + 2] & 0x80 != 0
    }
}

impl SfxText {
    /// The sounds that differ from an empty cart's, without names; for memory from 0x3200.
    pub fn from_records(records: &[u8; ALL]) -> Self {
        let sounds = (0..).zip(records.as_chunks::<RECORD>().0);
        let sounds = sounds.filter(|(n, record)| **record != empty(*n));
        let mut out = SfxText::default();
        for (n, record) in sounds {
            let mut sound = SoundEntry::new(n, *record);
            if !out.sounds.is_empty() {
                sound.comments.push(Comment { before: 0, text: String::new() });
            }
            out.sounds.push(sound);
        }
        out
    }

    /// The bytes from 0x3200.
    pub fn records(&self) -> Box<[u8; ALL]> {
        let empty = &Rom::empty("").data[usize::from(SFX)..];
        let mut out = Box::new(std::array::from_fn(|i| empty[i]));
        for sound in &self.sounds {
            out[usize::from(sound.number & 63) * RECORD..][..RECORD].copy_from_slice(&sound.record);
        }
        out
    }

    pub fn names(&self) -> SoundNames {
        let named = self.sounds.iter().filter(|sound| !sound.name.is_empty());
        named.map(|sound| (sound.number, sound.name.clone())).collect()
    }

    /// Adds the names. An empty sound that has one is written too.
    pub fn set_names(&mut self, names: &SoundNames) {
        for (number, name) in names.range(..SOUNDS as u8) {
            let at = self.sounds.partition_point(|sound| sound.number < *number);
            if self.sounds.get(at).is_none_or(|sound| sound.number != *number) {
                self.sounds.insert(at, SoundEntry::new(*number, empty(*number)));
            }
            self.sounds[at].name = fitting(name);
        }
    }

    pub fn get(&self, number: u8) -> Option<&SoundEntry> {
        self.sounds.iter().find(|sound| sound.number == number)
    }
}

pub fn read_sfx(bytes: &[u8], file: &str) -> Result<SfxText, FormatError> {
    let mut content = Content::new(bytes, file)?;
    let mut out = SfxText::default();
    // The content line on which each sound begins.
    let mut begins = Vec::new();
    let mut at = 0;
    while let Some(line) = content.peek() {
        let mut sound = read_head(line, &out).map_err(|fault| line.fault(file, fault))?;
        content.skip();
        begins.push(at);
        at += 1;
        let mut rows = 0;
        while let Some(line) = content.peek().filter(|line| !is_head(line.text)) {
            rows += 1;
            let read = if sound.is_wave() { read_samples } else { read_notes };
            let tail = read(&mut sound, rows, line.text);
            let tail = tail.map_err(|fault| line.fault(file, fault))?;
            sound.tails[rows] = tail.into();
            content.skip();
            at += 1;
        }
        if sound.is_wave() && rows < 4 {
            let expected = format!("row {} of the 4 rows of 16 samples of sfx {}", rows + 1, sound.number);
            return Err(content.missing(&expected));
        }
        out.sounds.push(sound);
    }
    for comment in content.comments {
        // A comment belongs to the sound of the line below it.
        let sound = begins.partition_point(|begin| *begin <= comment.before).checked_sub(1);
        match sound.filter(|_| comment.before < at) {
            Some(n) => {
                let before = comment.before - begins[n];
                out.sounds[n].comments.push(Comment { before, ..comment });
            }
            None => out.end.push(comment.text),
        }
    }
    Ok(out)
}

fn is_head(text: &str) -> bool {
    word(text).0 == "sfx"
}

fn read_head<'a>(line: TextLine<'a>, before: &SfxText) -> Result<SoundEntry, LineError<'a>> {
    let (sfx, rest) = word(line.text);
    let fault = |rest, expected| Err(LineError::new(rest, expected));
    if sfx != "sfx" {
        return fault(sfx, HEAD_LINE);
    }
    let rest = rest.trim_ascii_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let Some(number) = rest[..digits].parse().ok().filter(|number| *number < SOUNDS as u8) else {
        let past = beyond(&rest[..digits]).then_some(FormatLimit::Sounds);
        return Err(LineError::new(rest, "a number from 0 to 63").past(past));
    };
    if before.get(number).is_some() {
        return fault(rest, "each sound once");
    }
    let Some((name, words)) = rest[digits..].split_once(':') else {
        return fault(&rest[rest.len()..], "a colon after the number and name of the sound");
    };
    if !name.is_empty() && !name.starts_with([' ', '\t']) {
        return fault(&rest[digits..], "a blank between number and name");
    }
    let mut record = empty(number);
    let (bytes, tail) = head::read(words, record[HEAD + 1])?;
    record[HEAD..].copy_from_slice(&bytes);
    let mut sound = SoundEntry::new(number, record);
    sound.name = name.trim_ascii().into();
    // Only after the colon a comment needs no blank before it; words may be inserted between them later.
    let blank = if tail.starts_with('#') { " " } else { "" };
    sound.tails[0] = format!("{blank}{tail}");
    Ok(sound)
}

/// Reads row `row`, 1 to 4, of notes, and returns its tail.
fn read_notes<'a>(sound: &mut SoundEntry, row: usize, text: &'a str) -> Result<&'a str, LineError<'a>> {
    let first = (row - 1) * PER_ROW;
    let start = LineError::new(text.trim_ascii_start(), "\"sfx\", since a sound has 32 notes");
    if first >= NOTES {
        return Err(start.past(FormatLimit::Notes));
    }
    if usize::from(sound.shown) < first {
        let expected = "\"sfx\", or 8 notes in the row above: only the last row may be shorter";
        return Err(LineError { expected, ..start });
    }
    let mut rest = text;
    for i in first.. {
        let (cell, after) = word(rest);
        if cell.is_empty() || cell.starts_with('#') {
            break;
        }
        if i == first + PER_ROW {
            return Err(LineError::new(cell, "a comment or the end of the row after 8 notes"));
        }
        sound.record[i * 2..][..2].copy_from_slice(&note::read(cell)?.to_le_bytes());
        sound.shown += 1;
        rest = after;
    }
    Ok(rest)
}

/// Reads row `row`, 1 to 4, of the samples of a wave, and returns its tail.
fn read_samples<'a>(sound: &mut SoundEntry, row: usize, text: &'a str) -> Result<&'a str, LineError<'a>> {
    if row > HEAD / SAMPLES {
        return Err(LineError::new(text.trim_ascii_start(), "\"sfx\", since a wave has 64 samples")
            .past(FormatLimit::Samples));
    }
    let mut rest = text;
    for byte in &mut sound.record[(row - 1) * SAMPLES..][..SAMPLES] {
        let (sample, after) = word(rest);
        let value: Option<i8> = sample.parse().ok();
        let expected = "16 samples in a row, each from -128 to 127";
        *byte = value.ok_or(LineError::new(sample, expected))?.to_le_bytes()[0];
        rest = after;
    }
    let (tail, _) = word(rest);
    if !tail.is_empty() && !tail.starts_with('#') {
        return Err(LineError::new(tail, "a comment or the end of the row after 16 samples"));
    }
    Ok(rest)
}

/// Cells of a sound are in columns, with a gap in the middle of each row.
pub fn write_sfx(text: &SfxText) -> String {
    let mut out: Vec<String> = Vec::new();
    for sound in &text.sounds {
        let lines = sound_lines(sound).into_iter().enumerate();
        let lines = lines.map(|(n, line)| line + sound.tails.get(n).map_or("", |tail| tail));
        out.push(join(lines, &sound.comments));
    }
    out.extend(text.end.iter().map(|line| format!("{line}\n")));
    out.concat()
}

/// Head and rows of a sound, without comments and tails.
pub(crate) fn sound_lines(sound: &SoundEntry) -> Vec<String> {
    let name = if sound.name.is_empty() { String::new() } else { format!(" {}", sound.name) };
    let words = head::write(std::array::from_fn(|i| sound.record[HEAD + i]));
    let head = format!("sfx {}{name}: {words}", sound.number);
    let rows = if sound.is_wave() { sample_rows(sound) } else { note_rows(sound) };
    std::iter::once(head).chain(rows).collect()
}

fn note_rows(sound: &SoundEntry) -> Vec<String> {
    let words = sound.record[..HEAD].as_chunks::<2>().0.iter();
    let shown = sound.last().max(sound.shown);
    let cells: Vec<String> =
        words.take(shown.into()).map(|word| note::write(u16::from_le_bytes(*word))).collect();
    let wide = cells.iter().map(String::len).max().unwrap_or(0);
    let row = |cells: &[String]| {
        let mut row = String::new();
        for (i, cell) in cells.iter().enumerate() {
            // Two blanks, and two more in the middle of the row.
            let gap = if i == PER_ROW / 2 { "    " } else { "  " };
            row += &format!("{gap}{cell:wide$}");
        }
        row.truncate(row.trim_ascii_end().len());
        row
    };
    cells.chunks(PER_ROW).map(row).collect()
}

fn sample_rows(sound: &SoundEntry) -> Vec<String> {
    let row = |bytes: &[u8]| bytes.iter().map(|b| format!(" {:4}", i8::from_le_bytes([*b]))).collect();
    sound.record[..HEAD].chunks(SAMPLES).map(row).collect()
}
