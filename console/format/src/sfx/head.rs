//! The words of a sound's head, and the four bytes that they state.
//!
//! ```text
//! speed 18         byte 65: ticks a note, 0 to 255; a tick is 183 samples, 120.5 are a second
//! loop 0 32        bytes 66 and 67: from note 0 to before note 32
//! length 16        byte 66, with byte 67 at 0: number of notes
//! wave             bit 7 of byte 66: 64 samples of a waveform instead of notes
//! tracker          bit 0 of byte 64: how an editor shows it
//! noiz buzz        bits 1 and 2
//! detune 1         byte 64 / 8 % 3: 1 or 2
//! reverb 1         byte 64 / 24 % 3
//! dampen 1         byte 64 / 72: 1 or 2; 3 has no effect, but is kept
//! ```
//!
//! The layout follows the manual; the packing by threes follows other open tools. `loop` and `length` write the same two bytes, so a head
//! has only one of them.

use crate::lines::{LineError, word};

const WORDS: &str =
    "speed, loop, length, wave, tracker, noiz, buzz, detune, reverb, dampen or a comment, each once";
const BYTE: &str = "a number from 0 to 255";

#[derive(Default)]
struct HeadWords {
    speed: Option<u8>,
    span: Option<(u8, u8)>,
    wave: bool,
    flags: u8,
    detune: Option<u8>,
    reverb: Option<u8>,
    dampen: Option<u8>,
}

/// Reads the words after the colon. Returns the bytes and the text after the words: a comment with the white space before it, or nothing.
/// `speed` is the default.
pub(crate) fn read(text: &str, speed: u8) -> Result<([u8; 4], &str), LineError<'_>> {
    let mut said = HeadWords::default();
    let mut rest = text;
    loop {
        let (name, after) = word(rest);
        if name.is_empty() || name.starts_with('#') {
            break;
        }
        let again = LineError::new(name, WORDS);
        let mut after = after;
        let mut number = |max: u8, expected: &'static str| {
            let (digits, then) = word(after);
            after = then;
            let good = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            let value = digits.parse().ok().filter(|value| good && *value <= max);
            value.ok_or(LineError::new(digits, expected))
        };
        match name {
            "speed" if said.speed.is_none() => said.speed = Some(number(255, BYTE)?),
            "loop" if said.span.is_none() => {
                let start = number(127, "the loop's first note, from 0 to 127")?;
                said.span = Some((start, number(255, "the note after the loop's last, from 0 to 255")?));
            }
            "length" if said.span.is_none() => {
                said.span = Some((number(127, "a number of notes from 0 to 127")?, 0));
            }
            "wave" if !said.wave => said.wave = true,
            "tracker" if said.flags & 1 == 0 => said.flags |= 1,
            "noiz" if said.flags & 2 == 0 => said.flags |= 2,
            "buzz" if said.flags & 4 == 0 => said.flags |= 4,
            "detune" if said.detune.is_none() => said.detune = Some(number(2, "0, 1 or 2")?),
            "reverb" if said.reverb.is_none() => said.reverb = Some(number(2, "0, 1 or 2")?),
            "dampen" if said.dampen.is_none() => said.dampen = Some(number(3, "0, 1, 2 or 3")?),
            _ => return Err(again),
        }
        rest = after;
    }
    let [detune, reverb, dampen] = [said.detune, said.reverb, said.dampen].map(Option::unwrap_or_default);
    let (start, end) = said.span.unwrap_or_default();
    // At most 7 + 8 * (2 + 3 * (2 + 3 * 3)) = 287: dampen 3 leaves no room for all of the others.
    let filters = u16::from(detune) + 3 * (u16::from(reverb) + 3 * u16::from(dampen));
    let Ok(filters) = u8::try_from(filters * 8 + u16::from(said.flags)) else {
        return Err(LineError::new(
            text.trim_ascii_start(),
            "filters that fit into a byte: dampen 3 fits with at most reverb 1 and detune 1",
        ));
    };
    Ok(([filters, said.speed.unwrap_or(speed), start | u8::from(said.wave) << 7, end], rest))
}

/// Updates the words of a head to these bytes. Words whose value is the same stay as they are, words without a value are removed, and new
/// ones are inserted in the order of [`write`]. `speed` is the default.
pub(crate) fn rewritten(said: &str, bytes: [u8; 4], speed: u8) -> String {
    // `loop` and `length` are two names of the same bytes.
    let slot = |unit: &str| match word(unit).0 {
        "length" => "loop".to_string(),
        name => name.to_string(),
    };
    let old = units(said);
    let text = write(bytes);
    let new: Vec<String> = units(&text).into_iter().map(|unit| unit.trim_ascii().to_string()).collect();
    let find = |unit: &str| new.iter().position(|other| slot(other) == slot(unit));
    let zero = |unit: &str| unit.split_ascii_whitespace().skip(1).all(|number| number.parse() == Ok(0));
    let mut out: Vec<(String, Option<usize>)> = Vec::new();
    for unit in &old {
        let gap = &unit[..unit.len() - unit.trim_ascii_start().len()];
        match find(unit) {
            Some(n) if unit.split_ascii_whitespace().eq(new[n].split_ascii_whitespace()) => {
                out.push((unit.to_string(), Some(n)));
            }
            Some(n) => out.push((format!("{gap}{}", new[n]), Some(n))),
            // A filter of level 0.
            None if unit.split_ascii_whitespace().count() > 1 && zero(unit) => {
                out.push((unit.to_string(), None))
            }
            None => {}
        }
    }
    for (n, unit) in new.iter().enumerate() {
        let is_there = out.iter().any(|(_, at)| *at == Some(n));
        if is_there || *unit == format!("speed {speed}") && !old.iter().any(|unit| slot(unit) == "speed") {
            continue;
        }
        let before =
            (0..out.len()).filter(|at| out[*at].1.is_some_and(|other| other < n)).max_by_key(|at| out[*at].1);
        out.insert(before.map_or(0, |at| at + 1), (format!(" {unit}"), Some(n)));
    }
    out.into_iter().map(|(unit, _)| unit).collect()
}

/// Names with the numbers after them, each with the white space before it.
fn units(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let (mut begin, mut rest) = (0, text);
    loop {
        let (next, after) = word(rest);
        let at = text.len() - rest.len();
        if next.is_empty() || !next.starts_with(|c: char| c.is_ascii_digit()) && at > begin {
            all.push(&text[begin..at]);
            begin = at;
        }
        if next.is_empty() {
            break;
        }
        rest = after;
    }
    all.retain(|unit| !unit.trim_ascii().is_empty());
    all
}

/// The words of four bytes. The speed is always written; other zeros are left out.
pub(crate) fn write([filters, speed, start, end]: [u8; 4]) -> String {
    let mut out = format!("speed {speed}");
    match (start & 0x7f, end) {
        (0, 0) => {}
        (length, 0) => out += &format!(" length {length}"),
        (start, end) => out += &format!(" loop {start} {end}"),
    }
    let flags =
        [(start >> 7, "wave"), (filters & 1, "tracker"), (filters & 2, "noiz"), (filters & 4, "buzz")];
    for (_, name) in flags.iter().filter(|(bit, _)| *bit != 0) {
        out += &format!(" {name}");
    }
    let levels = [(filters / 8 % 3, "detune"), (filters / 24 % 3, "reverb"), (filters / 72, "dampen")];
    for (level, name) in levels.iter().filter(|(level, _)| *level != 0) {
        out += &format!(" {name} {level}");
    }
    out
}
