//! Patterns in the document, and as text with their sounds.
//!
//! ```text
//! pattern n at 0x3100 + 4 n, a byte a channel:  bits 0-5 sound, bit 6 silent, bit 7 a flag
//!   byte 0 loop start     byte 1 loop back     byte 2 stop     byte 3 nothing
//!
//! [music]                     copied patterns: lines as in the files of music, then those of their sounds
//!  4:   18   --   --   30
//! sfx 18: speed 16
//! ```

use crate::document::Document;
use crate::sound::notes::{self, CopiedSound, SILENT, sound, users};
use format::{MusicText, Pattern, read_music, write_music};
use rasher::memory::MUSIC;
use std::collections::BTreeMap;

pub const PATTERNS: usize = 64;
const FIRST: usize = notes::INSTRUMENTS;
pub const FLAG: u8 = 0x80;
pub const EMPTY: [u8; 4] = [0x41, 0x42, 0x43, 0x44];

pub fn address(pattern: usize) -> usize {
    usize::from(MUSIC) + 4 * (pattern % PATTERNS)
}

pub fn pattern(doc: &Document, pattern: usize) -> [u8; 4] {
    std::array::from_fn(|channel| doc.get(address(pattern) + channel))
}

pub fn put(doc: &mut Document, pattern: usize, bytes: [u8; 4]) {
    bytes.into_iter().enumerate().for_each(|(n, byte)| doc.set(address(pattern) + n, byte));
}

pub fn free(doc: &Document) -> Vec<usize> {
    (FIRST..notes::SOUNDS).filter(|n| notes::is_empty(doc, *n) && users(doc, *n).is_empty()).collect()
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopiedPatterns {
    pub patterns: Vec<[u8; 4]>,
    pub sounds: BTreeMap<usize, CopiedSound>,
}

const HEAD: &str = "[music]";

impl CopiedPatterns {
    pub fn of(doc: &Document, from: usize, to: usize) -> CopiedPatterns {
        let mut clip = CopiedPatterns::default();
        for number in from..=to.min(PATTERNS - 1) {
            clip.patterns.push(pattern(doc, number));
            for n in (0..4).filter_map(|channel| sound(doc, number, channel)) {
                let record = std::array::from_fn(|i| doc.get(notes::address(n) + i));
                clip.sounds.insert(n, CopiedSound { record, name: doc.name(n).to_string() });
            }
        }
        clip
    }

    pub fn to_text(&self, doc: &Document) -> String {
        let line = |(n, record): (u8, &[u8; 4])| Pattern { number: n, record: *record, tail: String::new() };
        let patterns = (0..).zip(&self.patterns).map(line).collect();
        let music = write_music(&MusicText { patterns, comments: Vec::new() });
        let numbers: Vec<usize> = self.sounds.keys().copied().collect();
        format!("{HEAD}\n{music}{}", notes::text(doc, &numbers))
    }

    pub fn from_text(text: &str) -> Option<CopiedPatterns> {
        if let Some((sounds, patterns)) = notes::read_pico8(text).filter(|found| !found.1.is_empty()) {
            return Some(CopiedPatterns { patterns, sounds: sounds.into_iter().collect() });
        }
        let rest = text.trim_start().strip_prefix(HEAD)?.trim_start_matches(['\r', '\n']);
        let (music, sounds) = match rest.find("sfx ") {
            Some(at) => rest.split_at(at),
            None => (rest, ""),
        };
        let read = read_music(music.as_bytes(), "clipboard").ok()?;
        let patterns: Vec<[u8; 4]> = read.patterns.iter().map(|pattern| pattern.record).collect();
        let sounds = if sounds.is_empty() { Vec::new() } else { notes::read(sounds)? };
        (!patterns.is_empty()).then(|| CopiedPatterns { patterns, sounds: sounds.into_iter().collect() })
    }

    /// The numbers of the sounds in a document: their own if it has the same sound, else free ones; with `anew` always free ones. The error is
    /// how many are needed, and free.
    pub fn places(&self, doc: &Document, anew: bool) -> Result<BTreeMap<usize, usize>, (usize, usize)> {
        let same = |n: &usize, copied: &CopiedSound| {
            (0..68).all(|i| doc.get(notes::address(*n) + i) == copied.record[i])
        };
        let stays = |(n, copied): &(&usize, &CopiedSound)| !anew && same(n, copied);
        let (kept, new): (Vec<_>, Vec<_>) = self.sounds.iter().partition(stays);
        // A sound that is free under its own number keeps it.
        let mut free = free(doc);
        if new.len() > free.len() {
            return Err((new.len(), free.len()));
        }
        let mut places: BTreeMap<usize, usize> = kept.iter().map(|(n, _)| (**n, **n)).collect();
        for (n, _) in new {
            let at = free.iter().position(|free| free == n && !anew).unwrap_or(0);
            places.insert(*n, free.remove(at));
        }
        Ok(places)
    }

    pub fn put(&self, doc: &mut Document, at: usize, places: &BTreeMap<usize, usize>) {
        for (n, copied) in &self.sounds {
            // One that is there already keeps its name.
            if let Some(to) = places.get(n).filter(|to| *to != n || notes::is_empty(doc, *n)) {
                notes::put_sound(doc, *to, copied);
            }
        }
        for (number, bytes) in (at..PATTERNS).zip(&self.patterns) {
            let moved = bytes.map(|byte| match places.get(&usize::from(byte & 63)) {
                Some(to) if byte & SILENT == 0 => byte & !63 | *to as u8,
                _ => byte,
            });
            put(doc, number, moved);
        }
    }
}
