//! Updates sounds and music: words in columns, mostly written by hand.

use super::lines::{Lines, with_word, words};
use crate::lines::word;
use crate::music::{cells, flags, pattern_line, read_one};
use crate::sfx::{HEAD, RECORD, SoundEntry, head, note, sound_lines};
use rasher::Rom;
use rasher::memory::{MUSIC, ROM_SIZE, SFX};

const NOTES: usize = 32;
const PER_ROW: usize = 8;
const WAVE: u8 = 0x80;

fn record(data: &[u8; ROM_SIZE], number: usize) -> [u8; RECORD] {
    std::array::from_fn(|i| data[usize::from(SFX) + number * RECORD + i])
}

pub(super) struct Found {
    pub number: usize,
    pub head: usize,
    rows: Vec<usize>,
}

pub(super) fn sounds(lines: &Lines) -> Option<Vec<Found>> {
    let mut all: Vec<Found> = Vec::new();
    for n in lines.content() {
        let (first, rest) = word(lines.text(n));
        if first == "sfx" {
            let digits: String = rest.trim_ascii_start().chars().take_while(char::is_ascii_digit).collect();
            all.push(Found { number: digits.parse().ok()?, head: n, rows: Vec::new() });
        } else {
            all.last_mut()?.rows.push(n);
        }
    }
    Some(all)
}

pub(super) fn keep_sfx(lines: &mut Lines, data: &[u8; ROM_SIZE]) -> Option<()> {
    let empty = Rom::empty("");
    // From the last one up: an insertion moves nothing that is still to be updated.
    let mut found = sounds(lines)?;
    let known: Vec<usize> = found.iter().map(|sound| sound.number).collect();
    while let Some(sound) = found.pop() {
        keep_sound(lines, &sound, &record(data, sound.number), &record(&empty.data, sound.number))?;
    }
    for number in 0..64 {
        let new = record(data, number);
        if known.contains(&number) || new == record(&empty.data, number) {
            continue;
        }
        insert_sound(lines, &SoundEntry::new(number as u8, new))?;
    }
    Some(())
}

/// After the nearest lower number.
pub(super) fn insert_sound(lines: &mut Lines, sound: &SoundEntry) -> Option<()> {
    let (mut texts, number) = (sound_lines(sound), usize::from(sound.number));
    let found = sounds(lines)?;
    let before = found.iter().filter(|sound| sound.number < number).max_by_key(|sound| sound.number);
    let at = match (before, found.first()) {
        (Some(before), _) => {
            texts.insert(0, String::new());
            before.rows.last().unwrap_or(&before.head) + 1
        }
        (None, Some(first)) => {
            texts.push(String::new());
            first.head
        }
        (None, None) => lines.len(),
    };
    lines.insert_all(at, &texts);
    Some(())
}

fn keep_sound(lines: &mut Lines, at: &Found, new: &[u8; RECORD], empty: &[u8; RECORD]) -> Option<()> {
    let text = lines.text(at.head).to_string();
    let colon = text.find(':')? + 1;
    let (bytes, tail) = head::read(&text[colon..], empty[HEAD + 1]).ok()?;
    let mut old = *empty;
    old[HEAD..].copy_from_slice(&bytes);
    let wave = (bytes[2] & WAVE != 0, new[HEAD + 2] & WAVE != 0);
    if new == empty && is_nameless(&text[..colon], tail) && is_not_empty(lines, at, bytes != empty[HEAD..]) {
        return remove(lines, at);
    }
    if bytes[..] != new[HEAD..] {
        let old_words = &text[colon..text.len() - tail.len()];
        let words = head::rewritten(old_words, std::array::from_fn(|i| new[HEAD + i]), empty[HEAD + 1]);
        lines.set(at.head, &format!("{}{words}{tail}", &text[..colon]));
    }
    if wave.0 != wave.1 {
        // Notes and samples are written differently: all rows are new.
        at.rows.iter().rev().for_each(|n| lines.remove(*n));
        let rows = sound_lines(&SoundEntry::new(at.number as u8, *new));
        lines.insert_all(at.head + 1, &rows[1..]);
        return Some(());
    }
    if wave.1 {
        for (row, n) in at.rows.iter().enumerate() {
            let mut text = lines.text(*n).to_string();
            for i in 0..16 {
                let place = *words(&text, 0).get(i)?;
                let sample = i8::from_le_bytes([*new.get(16 * row + i)?]);
                if text[place.0..place.1].parse::<i8>().ok()? != sample {
                    text = with_sample(&text, place, sample);
                }
            }
            lines.set(*n, &text);
        }
        return Some(());
    }
    let new_word = |i: usize| u16::from_le_bytes([new[2 * i], new[2 * i + 1]]);
    let (mut shown, mut is_cleared) = (0, false);
    for (row, n) in at.rows.iter().enumerate() {
        let mut text = lines.text(*n).to_string();
        for i in 0..PER_ROW {
            let Some(place) = words(&text, 0).get(i).copied() else { break };
            if row * PER_ROW + i >= NOTES {
                return None;
            }
            let new = new_word(row * PER_ROW + i);
            let old = note::read(&text[place.0..place.1]).ok()?;
            is_cleared = old != 0 && new == 0;
            if old != new {
                text = with_word(&text, place, &note::write(new));
            }
            shown = row * PER_ROW + i + 1;
        }
        lines.set(*n, text.trim_ascii_end());
    }
    // Notes after the last that is shown.
    let needed = (0..NOTES).rfind(|i| new_word(*i) != 0).map_or(0, |last| last + 1);
    if is_cleared {
        cut_rests(lines, at, needed);
    }
    if needed > shown {
        let whole = SoundEntry { shown: needed as u8, ..SoundEntry::new(at.number as u8, *new) };
        let rows = sound_lines(&whole);
        let last = at.rows.last().copied().unwrap_or(at.head);
        let mut from = at.rows.len();
        if shown % PER_ROW != 0 {
            // The last row continues.
            from -= 1;
            let text = lines.text(last).to_string();
            let end = words(&text, 0).last()?.1;
            let mut added = String::new();
            for i in shown..needed.min((from + 1) * PER_ROW) {
                let gap = if i % PER_ROW == PER_ROW / 2 { "    " } else { "  " };
                added += &format!("{gap}{}", note::write(new_word(i)));
            }
            lines.set(last, &format!("{}{added}{}", &text[..end], &text[end..]));
            from += 1;
        }
        lines.insert_all(last + 1, rows.get(1 + from..).unwrap_or_default());
    }
    Some(())
}

/// Whether a sound has neither a name before the colon nor a comment after its words.
fn is_nameless(before: &str, tail: &str) -> bool {
    let number = before.trim_end_matches(':').trim_ascii_start().trim_start_matches("sfx");
    number.trim_ascii().bytes().all(|byte| byte.is_ascii_digit()) && tail.trim_ascii().is_empty()
}

/// Whether the lines differ from an empty sound's. An empty sound that was written by hand is kept.
fn is_not_empty(lines: &Lines, at: &Found, head: bool) -> bool {
    let is_rest =
        |text: &str| words(text, 0).iter().all(|(from, to)| matches!(note::read(&text[*from..*to]), Ok(0)));
    head || at.rows.iter().any(|n| !is_rest(lines.text(*n)))
}

/// Removes a sound's lines, and the empty line before it, or after it if there is none before.
fn remove(lines: &mut Lines, at: &Found) -> Option<()> {
    let is_empty = |lines: &Lines, n: usize| n < lines.len() && lines.text(n).is_empty();
    at.rows.iter().rev().for_each(|n| lines.remove(*n));
    lines.remove(at.head);
    match at.head.checked_sub(1) {
        Some(before) if is_empty(lines, before) => lines.remove(before),
        _ if is_empty(lines, at.head) => lines.remove(at.head),
        _ => {}
    }
    Some(())
}

/// Cuts the rests after the last note, which has just become a rest itself. Rests that were after it before are the author's, and stay.
fn cut_rests(lines: &mut Lines, at: &Found, notes: usize) {
    for (row, n) in at.rows.iter().enumerate().rev() {
        let text = lines.text(*n).to_string();
        if text.contains('#') {
            return;
        }
        match notes.saturating_sub(row * PER_ROW) {
            0 => lines.remove(*n),
            stay => {
                let end = words(&text, 0).get(stay - 1).map_or(text.len(), |place| place.1);
                return lines.set(*n, &text[..end]);
            }
        }
    }
}

/// Replaces a sample, so that samples end in the same column as before.
fn with_sample(text: &str, (begin, end): (usize, usize), sample: i8) -> String {
    let word = sample.to_string();
    let gap = text[..begin].len() - text[..begin].trim_end_matches(' ').len();
    let wide = end - begin + gap.saturating_sub(1);
    let head = &text[..end - wide.min(end)];
    format!("{head}{word:>wide$}{}", &text[end..])
}

pub(super) fn keep_music(lines: &mut Lines, data: &[u8; ROM_SIZE]) -> Option<()> {
    let empty = Rom::empty("");
    let bytes = |data: &[u8; ROM_SIZE], n: usize| -> [u8; 4] {
        std::array::from_fn(|i| data[usize::from(MUSIC) + 4 * n + i])
    };
    // A pattern that has become empty is removed, unless it has a comment.
    for n in lines.content().into_iter().rev() {
        let (number, old) = read_one(lines.text(n))?;
        let new = bytes(data, number);
        if old != new && new == bytes(&empty.data, number) && !lines.text(n).contains('#') {
            lines.remove(n);
        }
    }
    let mut known = Vec::new();
    for n in lines.content() {
        let mut text = lines.text(n).to_string();
        let (number, old) = read_one(&text)?;
        let new = bytes(data, number);
        let colon = text.find(':')? + 1;
        for (i, cell) in cells(new).iter().enumerate() {
            let place = *words(&text, colon).get(i)?;
            if old[i] & 0x7f != new[i] & 0x7f {
                text = with_cell(&text, place, cell);
            }
        }
        if old.map(|byte| byte & 0x80) != new.map(|byte| byte & 0x80) {
            let all = words(&text, colon);
            let (from, to) = (all.get(3)?.1, all.last()?.1);
            text.replace_range(from..to, &flags(new));
        }
        lines.set(n, &text);
        known.push((number, n));
    }
    for number in (0..64).rev() {
        let new = bytes(data, number);
        if known.iter().any(|(other, _)| *other == number) || new == bytes(&empty.data, number) {
            continue;
        }
        let before = known.iter().filter(|(other, _)| *other < number).max();
        let at =
            before.map_or_else(|| lines.content().first().copied().unwrap_or(lines.len()), |(_, n)| n + 1);
        lines.insert(at, &pattern_line(number, new));
        known.iter_mut().filter(|(_, n)| *n >= at).for_each(|(_, n)| *n += 1);
    }
    Some(())
}

/// Replaces a cell, so that it ends in the same column as before, as far as the gap before it allows.
fn with_cell(text: &str, (begin, end): (usize, usize), cell: &str) -> String {
    let gap = text[..begin].len() - text[..begin].trim_end_matches(' ').len();
    let wide = (end - begin + gap.saturating_sub(1)).max(cell.len());
    let head = &text[..end.saturating_sub(wide).max(begin - gap.saturating_sub(1).min(gap))];
    let wide = (end - head.len()).max(cell.len());
    format!("{head}{cell:>wide$}{}", &text[end..])
}
