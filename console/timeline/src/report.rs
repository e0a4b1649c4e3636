//! A bug report: everything that another computer needs to show the same frame, in one small file.
//!
//! ```text
//! "rasher report 3\n"        kind and format
//! body                       deflated: console's version, cart's data, settings, frame, recording, version of its digests,
//!                            bookmarks, edits of the moment, the carts (`bundled.rs`)
//! u64 little-endian          digest of all bytes before it
//! ```
//!
//! Format 1 has digests of version one. Bookmarks and edits came with format 3, carts with format 4. Inputs are in columns, and the mouse is
//! stored as movement, so that ten minutes of play are below 100 KB. A program in Rust is not in it: the recording names its version.

use crate::bundled::{self, PACKED_MAX};
use crate::envelope::{Envelope, FileError, plausible};
use crate::file::DigestNumber;
use crate::recording::{FRAMES_MAX, Recording, Span};
use crate::run::Run;
use rasher::memory::ROM_SIZE;
use rasher::{BundledCart, DigestVersion, Edit, Event, Mouse, Rom, Rules};
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

const FILE: Envelope = Envelope { kind: "report", formats: 1..=4 };
const BODY_MAX: u64 = 256 << 20;
/// Bytes of the largest head: data take 17 KB, ten hours of typing 2 MB.
const HEAD_MAX: usize = 8 << 20;
const MARKED_MAX: u64 = 1 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub version: String,
    /// The cart's data at the start of the run.
    pub rom: Rom,
    pub settings: String,
    pub frame: u64,
    pub recording: Recording,
    pub marked: Marked,
}

/// Bookmarks and edits of a moment, which are in no recording.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marked {
    pub bookmarks: Vec<(u64, String)>,
    /// Edits of the moment, to be applied to its next frame.
    pub edits: Vec<Edit>,
}

impl Marked {
    fn of(run: &Run) -> Marked {
        let branch = run.branch().id;
        let bookmarks = run.bookmarks().iter().filter(|mark| mark.branch == branch);
        Marked {
            bookmarks: bookmarks.map(|mark| (mark.frame, mark.name.clone())).collect(),
            edits: run.edits().to_vec(),
        }
    }
}

#[derive(Serialize)]
struct ReportBody {
    head: ReportHead,
    columns: [Vec<i64>; COLUMNS],
}

#[derive(Serialize, Deserialize)]
struct ReportHead {
    version: String,
    cart: (String, u32),
    data: Vec<u8>,
    settings: String,
    frame: u64,
    recording: Recording,
}

/// Frames; eight players; the mouse's x and y as movement, buttons, wheel and relative movement; eight words of keys.
const COLUMNS: usize = 24;
/// Maximum size of a row: 5 bytes for a 32-bit number, 3 for a 16-bit one, 2 for an 8-bit one.
const ROW_MAX: u64 = 5 + 8 * 2 + 2 * 3 + 3 * 2 + 2 * 3 + 8 * 5;
/// Bytes around the rows: the columns' lengths, and the version of the digests.
const BESIDE_ROWS: u64 = COLUMNS as u64 * 5 + 5;

fn columns(spans: &[Span]) -> [Vec<i64>; COLUMNS] {
    let mut columns = std::array::from_fn(|_| Vec::with_capacity(spans.len()));
    let (mut x, mut y) = (0, 0);
    for Span { frames, players, mouse: m, keys } in spans {
        let mouse = [
            m.x.wrapping_sub(x),
            m.y.wrapping_sub(y),
            m.buttons.into(),
            m.wheel_x.into(),
            m.wheel_y.into(),
            m.dx,
            m.dy,
        ];
        (x, y) = (m.x, m.y);
        let row = [i64::from(*frames)]
            .into_iter()
            .chain(players.map(i64::from))
            .chain(mouse.map(i64::from))
            .chain(keys.0.map(i64::from));
        columns.iter_mut().zip(row).for_each(|(column, value): (&mut Vec<i64>, _)| column.push(value));
    }
    columns
}

/// Reads the spans of so many frames, column by column, and returns the rest. Nothing else is allocated.
fn spans(bytes: &[u8], frames: u64) -> Result<(Vec<Span>, &[u8]), postcard::Error> {
    let mut columns = postcard::Deserializer::from_bytes(bytes);
    let mut spans = Vec::new();
    for number in 0..COLUMNS {
        Column { number, frames, spans: &mut spans }.deserialize(&mut columns)?;
    }
    Ok((spans, columns.finalize()?))
}

struct Column<'a> {
    number: usize,
    frames: u64,
    spans: &'a mut Vec<Span>,
}

impl Column<'_> {
    /// Puts a value into its row; none if it is no value of this column.
    fn put(&mut self, row: usize, value: i64) -> Option<()> {
        if self.number == 0 {
            // A span has a frame at least.
            if row as u64 >= self.frames {
                return None;
            }
            let frames = value.try_into().ok()?;
            self.spans.push(Span { frames, ..Span::default() });
            return Some(());
        }
        let before = row.checked_sub(1).map_or(Mouse::default(), |row| self.spans[row].mouse);
        let Span { players, mouse, keys, .. } = self.spans.get_mut(row)?;
        match self.number {
            n @ 0..=8 => players[n - 1] = value.try_into().ok()?,
            9 => mouse.x = before.x.wrapping_add(value.try_into().ok()?),
            10 => mouse.y = before.y.wrapping_add(value.try_into().ok()?),
            11 => mouse.buttons = value.try_into().ok()?,
            12 => mouse.wheel_x = value.try_into().ok()?,
            13 => mouse.wheel_y = value.try_into().ok()?,
            14 => mouse.dx = value.try_into().ok()?,
            15 => mouse.dy = value.try_into().ok()?,
            n => keys.0[n - 16] = value.try_into().ok()?,
        }
        Some(())
    }
}

impl<'de> DeserializeSeed<'de> for Column<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Column<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "column {} of the input", self.number)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut column: A) -> Result<(), A::Error> {
        let mut rows = 0;
        while let Some(value) = column.next_element()? {
            self.put(rows, value).ok_or_else(|| A::Error::custom("torn"))?;
            rows += 1;
        }
        if rows == self.spans.len() { Ok(()) } else { Err(A::Error::custom("torn")) }
    }
}

impl Report {
    /// The current moment of a run, with all of its branch, without settings.
    pub fn of(run: &Run, version: &str) -> Report {
        Report {
            version: version.to_string(),
            rom: Rom::clone(run.rom()),
            settings: String::new(),
            frame: run.now(),
            recording: run.recording(),
            marked: Marked::of(run),
        }
    }

    /// The contents of the report, for the user who sends it: one-word names, and sizes.
    pub fn contents(&self) -> Vec<(&'static str, String)> {
        let start = &self.recording.start;
        let (mut typed, mut pasted, mut dropped) = (0, 0, 0);
        for (_, event) in &self.recording.events {
            match event {
                Event::Char(_) => typed += 1,
                Event::Clipboard(text) => pasted += text.len(),
                Event::Stream { bytes, .. } => dropped += bytes.len(),
                _ => {}
            }
        }
        let carts = start.bundle.carts();
        let names = |carts: &[BundledCart]| {
            let names = carts.iter().map(|cart| &*cart.name).collect::<Vec<_>>().join(", ");
            if carts.is_empty() { names } else { format!("{}: {names}", carts.len()) }
        };
        let bytes = |count: usize| if count > 0 { format!("{count} bytes") } else { String::new() };
        let count = |count: usize, of: &str| if count > 0 { format!("{count} {of}") } else { String::new() };
        let both = |one: String, other: String| match one.is_empty() || other.is_empty() {
            true => one + &other,
            false => one + " " + &other,
        };
        let settings = ["less_flash", "less_shake"].into_iter().filter(|name| self.has_set(name));
        [
            ("cart", format!("{} {}", self.rom.name, self.rom.version)),
            ("data", bytes(self.rom.data.len())),
            ("code", bytes(carts.first().map_or(0, |cart| cart.code.text.len()))),
            ("carts", names(carts.get(1..).unwrap_or_default())),
            ("input", format!("{} frames", self.recording.frames())),
            ("seed", format!("{}, day {}", start.seed, start.date.day())),
            ("saves", start.saves.keys().cloned().collect::<Vec<_>>().join(", ")),
            ("text", both(count(typed, "typed"), count(pasted, "pasted"))),
            ("dropped", bytes(dropped)),
            (
                "marked",
                both(count(self.marked.bookmarks.len(), "marks"), count(self.marked.edits.len(), "edits")),
            ),
            ("set", settings.collect::<Vec<_>>().join(", ")),
        ]
        .into_iter()
        .filter(|(_, what)| !what.is_empty())
        .collect()
    }

    fn has_set(&self, name: &str) -> bool {
        serde_json::from_str::<serde_json::Value>(&self.settings).is_ok_and(|set| set[name] == true)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let digests = DigestNumber::of(&self.recording);
        let head = ReportHead {
            version: self.version.clone(),
            cart: (self.rom.name.clone(), self.rom.version),
            data: self.rom.data.to_vec(),
            settings: self.settings.clone(),
            frame: self.frame,
            recording: Recording { spans: Vec::new(), ..self.recording.clone() },
        };
        let body = ReportBody { head, columns: columns(&self.recording.spans) };
        match &*self.recording.start.bundle {
            none if none.carts().is_empty() => FILE.pack(3, &(body, digests, &self.marked), 9),
            carts => FILE.pack(4, &(body, digests, &self.marked, bundled::pack(carts)), 9),
        }
    }

    pub fn is_one(bytes: &[u8]) -> bool {
        FILE.is_one(bytes)
    }

    /// Reads a bug report of any known format. Checks the declared sizes before it allocates.
    pub fn from_bytes(bytes: &[u8]) -> Result<Report, FileError> {
        let (format, body) = FILE.open(bytes)?;
        let (first, is_whole) = FILE.inflate_start(body, HEAD_MAX)?;
        let (read, rest): (ReportHead, _) =
            postcard::take_from_bytes(&first).map_err(|e| match is_whole {
                true => FILE.body(e),
                false => FILE.body(format!("more than {HEAD_MAX} bytes before its input")),
            })?;
        let (before, frames) = (first.len() - rest.len(), read.recording.frames());
        if frames > FRAMES_MAX || !read.recording.spans.is_empty() {
            return Err(FILE.body(format!("{frames} frames, at most {FRAMES_MAX}, their input in columns")));
        }
        let beside =
            BESIDE_ROWS + if format > 2 { MARKED_MAX } else { 0 } + if format > 3 { PACKED_MAX } else { 0 };
        let most = (before as u64 + beside + frames * ROW_MAX).min(BODY_MAX).min(plausible(body.len()));
        let inflated = if is_whole { first } else { FILE.inflate(body, most as usize)? };
        let (spans, mut rest) = spans(&inflated[before..], frames).map_err(|_| {
            FILE.body(format!("its input columns are incomplete, or have more than its {frames} frames"))
        })?;
        let (mut digests, mut rules) = (DigestVersion::One, Rules::One);
        let (mut marked, mut bundle) = (Marked::default(), Arc::default());
        if format > 1 {
            (digests, rules) = FILE.take::<DigestNumber>(&mut rest)?.versions().map_err(|e| FILE.body(e))?;
        }
        if format > 2 {
            marked = FILE.take(&mut rest)?;
        }
        if format > 3 {
            bundle = bundled::unpack(&FILE, &FILE.take::<Vec<u8>>(&mut rest)?)?;
        }
        let wrong = |data: Vec<u8>| FILE.body(format!("{} bytes of data, expected {ROM_SIZE}", data.len()));
        let data: Box<[u8; ROM_SIZE]> = read.data.try_into().map_err(wrong)?;
        let (name, version) = read.cart;
        let mut recording = Recording { spans, digests, ..read.recording };
        (recording.start.bundle, recording.start.rules) = (bundle, rules);
        recording.validate()?;
        let rom = Rom { data, version, ..Rom::empty(&name) };
        if recording.start.cart != rom.name || recording.start.rom != rom.digest() {
            return Err(FILE.body("its recording is of different data"));
        }
        if read.frame > recording.frames() {
            return Err(FILE.body(format!("frame {} of a run of {}", read.frame, recording.frames())));
        }
        let ReportHead { version, settings, frame, .. } = read;
        Ok(Report { version, rom, settings, frame, recording, marked })
    }
}
