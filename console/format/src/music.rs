//! Patterns as text: one line each, with the sounds of the four channels.
//!
//! ```text
//! # the yard: bass alone, until the first floor             a comment: any line that begins with #
//!  0:    8   --   --   --  start  back  # hub
//!  1:    8   20   --   30  start
//!  2:    9   21 (24)   30                                   channel 2 is silent, yet names sound 24
//! 20:   10   --   --   30  back
//! ```
//!
//! `start` and `back` are the ends of a loop, `stop` ends the music after the pattern; `spare` is the fourth flag, which has no effect.
//! `--` is a silent channel as in an empty cart: there the silent channels name the sounds 1, 2, 3 and 4, so any other sound of a
//! silent channel is written in parentheses. Patterns may come in any order, each at most once; a missing one is as in an empty cart.
//! In memory a pattern is four bytes: sound, 0x40 for silence, 0x80 for the flag (manual). The layout is ours.

use crate::error::FormatError;
use crate::limit::FormatLimit;
use crate::lines::{Comment, Content, LineError, TextLine, beyond, join, word};

const PATTERNS: usize = 64;
const ALL: usize = PATTERNS * 4;
/// Bit 7 of the four bytes.
pub(crate) const FLAGS: [&str; 4] = ["start", "back", "stop", "spare"];
/// A silent channel as in an empty cart.
const SILENT: &str = "--";
const EMPTY: [u8; 4] = [0x41, 0x42, 0x43, 0x44];

const CELL: &str = "a sound from 0 to 63, one in parentheses for a silent channel, or --";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// 0 to 63.
    pub number: u8,
    pub record: [u8; 4],
    /// White space and a comment after the last word, or nothing.
    pub tail: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MusicText {
    pub patterns: Vec<Pattern>,
    /// Content line n is the n-th pattern.
    pub comments: Vec<Comment>,
}

impl MusicText {
    /// The patterns that differ from an empty cart's; for memory from 0x3100.
    pub fn from_records(records: &[u8; ALL]) -> Self {
        let patterns = (0..).zip(records.as_chunks().0).filter(|(_, record)| **record != EMPTY);
        let pattern =
            |(number, record): (u8, &[u8; 4])| Pattern { number, record: *record, tail: String::new() };
        MusicText { patterns: patterns.map(pattern).collect(), comments: Vec::new() }
    }

    /// The bytes from 0x3100.
    pub fn records(&self) -> Box<[u8; ALL]> {
        let mut out = Box::new(std::array::from_fn(|i| EMPTY[i % 4]));
        for pattern in &self.patterns {
            out[usize::from(pattern.number & 63) * 4..][..4].copy_from_slice(&pattern.record);
        }
        out
    }
}

pub fn read_music(bytes: &[u8], file: &str) -> Result<MusicText, FormatError> {
    let mut content = Content::new(bytes, file)?;
    let mut out = MusicText::default();
    while let Some(line) = content.peek() {
        let pattern = read_line(line, &out.patterns);
        out.patterns.push(pattern.map_err(|fault| line.fault(file, fault))?);
        content.skip();
    }
    out.comments = content.comments;
    Ok(out)
}

fn read_line<'a>(line: TextLine<'a>, before: &[Pattern]) -> Result<Pattern, LineError<'a>> {
    let text = line.text.trim_ascii_start();
    let label = text.split_once(':').map(|(number, rest)| (number.trim_ascii_end(), rest));
    let known = label.and_then(|(number, rest)| Some((sound(number)?, rest)));
    let Some((number, mut rest)) = known else {
        let past = label.is_some_and(|(number, _)| beyond(number)).then_some(FormatLimit::Patterns);
        return Err(LineError::new(text, "a pattern's number from 0 to 63 and a colon").past(past));
    };
    if before.iter().any(|pattern| pattern.number == number) {
        return Err(LineError::new(text, "each pattern once"));
    }
    let mut record = EMPTY;
    for byte in &mut record {
        let (cell, after) = word(rest);
        if cell != SILENT {
            let silent = cell.strip_prefix('(').and_then(|cell| cell.strip_suffix(')'));
            let number = silent.unwrap_or(cell);
            let past = beyond(number).then_some(FormatLimit::Sounds);
            let named = sound(number).ok_or(LineError::new(cell, CELL).past(past))?;
            *byte = named | if silent.is_some() { 0x40 } else { 0 };
        }
        rest = after;
    }
    loop {
        let (name, after) = word(rest);
        if name.is_empty() || name.starts_with('#') {
            return Ok(Pattern { number, record, tail: rest.into() });
        }
        let flag = FLAGS.iter().position(|flag| *flag == name).filter(|at| record[*at] & 0x80 == 0);
        let Some(flag) = flag else {
            return Err(LineError::new(name, "start, back, stop, spare or a comment, each once"));
        };
        record[flag] |= 0x80;
        rest = after;
    }
}

/// The number and the bytes of a pattern's line; none if it is wrong.
pub(crate) fn read_one(text: &str) -> Option<(usize, [u8; 4])> {
    let pattern = read_line(TextLine { number: 1, text }, &[]).ok()?;
    Some((pattern.number.into(), pattern.record))
}

pub(crate) fn cells(record: [u8; 4]) -> [String; 4] {
    std::array::from_fn(|i| match record[i] & 0x7f {
        silent if silent == EMPTY[i] => SILENT.into(),
        silent @ 0x40.. => format!("({})", silent & 63),
        sound => sound.to_string(),
    })
}

/// 0 to 63 in decimal.
fn sound(text: &str) -> Option<u8> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|number| digits && *number < 64)
}

/// The cells and flags of a pattern in columns, after its number.
pub(crate) fn pattern_line(number: usize, record: [u8; 4]) -> String {
    let cells: String = cells(record).iter().map(|cell| format!(" {cell:>4}")).collect();
    format!("{number:2}:{cells}{}", flags(record))
}

pub(crate) fn flags(record: [u8; 4]) -> String {
    let set = FLAGS.iter().zip(record).filter(|(_, byte)| byte & 0x80 != 0);
    set.map(|(flag, _)| format!("  {flag}")).collect()
}

pub fn write_music(text: &MusicText) -> String {
    let line = |it: &Pattern| pattern_line(usize::from(it.number & 63), it.record) + &it.tail;
    join(text.patterns.iter().map(line), &text.comments)
}
