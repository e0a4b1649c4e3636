//! One note, as a cell of the text and as a word of memory.
//!
//! ```text
//! D-2.saw.5.vib                        word: c eee vvv www pppppp
//! |   |   | effect, left out for none        |  |   |   |   pitch = octave * 12 + key: C-0 is 0, D#5 is 63
//! |   |   volume 0 to 7                      |  |   |   waveform
//! |   waveform, or i0 to i7                  |  |   volume
//! key and octave; C-2 is middle C            |  effect
//! ...   nothing: the word 0                  1: the waveform's number is a sound's
//! ```
//!
//! The word is that of PICO-8's manual, and so are the octaves: its C-2 is a piano's C4. A flat is read (`Bb1` for `A#1`) and written as
//! the sharp. The names of waveforms and effects are ours.

use crate::lines::LineError;

pub const WAVES: [&str; 8] = ["tri", "til", "saw", "squ", "pul", "org", "noi", "pha"];
/// Effects by number; no effect has no word.
pub const EFFECTS: [&str; 8] = ["", "slide", "vib", "drop", "in", "out", "arpf", "arps"];
const KEYS: [&str; 12] = ["C-", "C#", "D-", "D#", "E-", "F-", "F#", "G-", "G#", "A-", "A#", "B-"];
pub const REST: &str = "...";

const WHOLE: &str = "key, waveform and volume, such as D-2.saw.5 or D-2.saw.5.vib, or ...";
const KEY: &str = "a key and its octave from C-0 to D#5";
const WAVE: &str = "tri, til, saw, squ, pul, org, noi, pha, or i0 to i7";
const VOLUME: &str = "a volume from 0 to 7";
const EFFECT: &str = "slide, vib, drop, in, out, arpf or arps";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SfxNote {
    /// 0 to 63.
    pub pitch: u8,
    /// 0 to 7 a waveform, 8 to 15 the sounds 0 to 7 as instruments.
    pub instrument: u8,
    /// 0 to 7.
    pub volume: u8,
    /// 0 to 7.
    pub effect: u8,
}

impl SfxNote {
    pub fn from_word(word: u16) -> Self {
        let bits = |at: u32, mask: u16| (word >> at & mask) as u8;
        SfxNote {
            pitch: bits(0, 63),
            instrument: bits(6, 7) | bits(12, 8),
            volume: bits(9, 7),
            effect: bits(12, 7),
        }
    }

    /// The note of a cell such as `D-2.saw.5.vib` or `...`.
    pub fn from_cell(cell: &str) -> Option<Self> {
        read(cell).ok().map(SfxNote::from_word)
    }

    pub fn cell(self) -> String {
        write(self.word())
    }

    pub fn word(self) -> u16 {
        let [pitch, instrument, volume, effect] =
            [self.pitch, self.instrument, self.volume, self.effect].map(u16::from);
        pitch & 63 | (instrument & 7) << 6 | (volume & 7) << 9 | (effect & 7) << 12 | (instrument & 8) << 12
    }
}

pub(crate) fn write(word: u16) -> String {
    if word == 0 {
        return REST.into();
    }
    let note = SfxNote::from_word(word);
    let (key, octave) = (KEYS[usize::from(note.pitch % 12)], note.pitch / 12);
    let instrument = match note.instrument {
        wave @ 0..8 => WAVES[usize::from(wave)].into(),
        own => format!("i{}", own - 8),
    };
    let cell = format!("{key}{octave}.{instrument}.{}", note.volume);
    match note.effect {
        0 => cell,
        effect => cell + "." + EFFECTS[usize::from(effect & 7)],
    }
}

/// The word of a cell, which contains no white space.
pub(crate) fn read(cell: &str) -> Result<u16, LineError<'_>> {
    if cell == REST {
        return Ok(0);
    }
    let mut parts = cell.split('.');
    let whole = LineError::new(cell, WHOLE);
    let mut part = || parts.next().filter(|text| !text.is_empty()).ok_or(whole);
    let (key, wave, loud) = (part()?, part()?, part()?);
    let pitch = pitch(key).ok_or(LineError::new(key, KEY))?;
    let instrument = instrument(wave).ok_or(LineError::new(wave, WAVE))?;
    let volume = digit(loud).ok_or(LineError::new(loud, VOLUME))?;
    let mut effect = 0;
    if let Some(text) = parts.next() {
        let found = EFFECTS.iter().position(|name| !name.is_empty() && *name == text);
        let fault = if text.is_empty() { whole } else { LineError::new(text, EFFECT) };
        effect = found.ok_or(fault)? as u8;
    }
    match parts.next() {
        None => Ok(SfxNote { pitch, instrument, volume, effect }.word()),
        Some(_) => Err(whole),
    }
}

/// 0 to 63 for `C-0` to `D#5`, either case.
fn pitch(text: &str) -> Option<u8> {
    let [key, sign, octave] = *text.as_bytes() else { return None };
    let white = KEYS.iter().position(|k| k.as_bytes() == [key.to_ascii_uppercase(), b'-'])?;
    let shift = match sign {
        b'-' => 0,
        b'#' => 1,
        b'b' => -1,
        _ => return None,
    };
    let octave = char::from(octave).to_digit(10)?;
    let pitch = i32::try_from(octave).ok()? * 12 + i32::try_from(white).ok()? + shift;
    u8::try_from(pitch).ok().filter(|pitch| *pitch < 64)
}

fn instrument(text: &str) -> Option<u8> {
    match text.strip_prefix('i') {
        Some(own) => digit(own).map(|own| own + 8),
        None => WAVES.iter().position(|wave| *wave == text).map(|wave| wave as u8),
    }
}

/// 0 to 7.
fn digit(text: &str) -> Option<u8> {
    match *text.as_bytes() {
        [digit @ b'0'..=b'7'] => Some(digit - b'0'),
        _ => None,
    }
}
