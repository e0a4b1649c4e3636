//! A bug report: everything that another computer needs to stand in the same frame, in one small file.
//!
//! ```text
//! "rasher report 2\n"        what it is and which format
//! body                       deflated: console's version, cart's data, settings, frame, recording, version of its digests
//! u64 little-endian          digest of all bytes before it
//! ```
//!
//! Format 1 has no version of digests; they are of version one.
//!
//! Inputs stand in columns, and the mouse as movement: like stands by like then, and deflate finds it. Ten minutes of anybody's
//! play are below 100 KB so, a mouse that never rests included.
//!
//! The program itself is not in it: a Rust cart is in the binary, and its version is told by the recording. The data are, so that
//! a report about a sheet that was being drawn shows that sheet.

use crate::envelope::{Envelope, FileError};
use crate::file::DigestNumber;
use crate::recording::{Recording, Span};
use crate::run::Run;
use rasher::memory::ROM_SIZE;
use rasher::{DigestVersion, Keys, Mouse, Rom};
use serde::{Deserialize, Serialize};

const FILE: Envelope = Envelope { kind: "report", formats: 1..=2 };
/// Bytes of the largest body that is inflated: a recording of 100 busy hours stays below it.
const BODY_MAX: usize = 256 << 20;

/// A moment of a run, with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The console that wrote it.
    pub version: String,
    /// The cart's data as the run began with them.
    pub rom: Rom,
    /// The player's settings, as their file has them.
    pub settings: String,
    /// Frames run at the moment that the report is about.
    pub frame: u64,
    /// The run.
    pub recording: Recording,
}

#[derive(Serialize, Deserialize)]
struct Body {
    version: String,
    cart: (String, u32),
    data: Vec<u8>,
    settings: String,
    frame: u64,
    /// The recording without its spans.
    recording: Recording,
    /// The spans, in columns.
    columns: [Vec<i64>; COLUMNS],
}

/// Frames, eight players, mouse x and y as movement, its buttons, wheel and own movement, eight words of keys.
const COLUMNS: usize = 24;

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

/// The spans again; none when the columns are not such.
fn spans(columns: &[Vec<i64>; COLUMNS]) -> Option<Vec<Span>> {
    let rows = columns[0].len();
    if columns.iter().any(|column| column.len() != rows) {
        return None;
    }
    let (mut x, mut y) = (0i16, 0i16);
    let span = |row: usize| {
        let at = |column: usize| columns[column][row];
        let mut players = [0; 8];
        for (n, player) in players.iter_mut().enumerate() {
            *player = at(1 + n).try_into().ok()?;
        }
        let mut keys = Keys::default();
        for (n, word) in keys.0.iter_mut().enumerate() {
            *word = at(16 + n).try_into().ok()?;
        }
        x = x.wrapping_add(at(9).try_into().ok()?);
        y = y.wrapping_add(at(10).try_into().ok()?);
        let mouse = Mouse {
            x,
            y,
            buttons: at(11).try_into().ok()?,
            wheel_x: at(12).try_into().ok()?,
            wheel_y: at(13).try_into().ok()?,
            dx: at(14).try_into().ok()?,
            dy: at(15).try_into().ok()?,
        };
        Some(Span { frames: at(0).try_into().ok()?, players, mouse, keys })
    };
    (0..rows).map(span).collect()
}

impl Report {
    /// The moment where a run stands, with all of its branch. `version`: the console's. The settings are for whoever knows them.
    pub fn of(run: &Run, version: &str) -> Report {
        Report {
            version: version.to_string(),
            rom: Rom::clone(run.rom()),
            settings: String::new(),
            frame: run.now(),
            recording: run.recording(),
        }
    }

    /// The report as a file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let digests = DigestNumber::of(self.recording.digests);
        let body = Body {
            version: self.version.clone(),
            cart: (self.rom.name.clone(), self.rom.version),
            data: self.rom.data.to_vec(),
            settings: self.settings.clone(),
            frame: self.frame,
            recording: Recording { spans: Vec::new(), ..self.recording.clone() },
            columns: columns(&self.recording.spans),
        };
        FILE.pack(&(body, digests), 9)
    }

    /// Are these the bytes of a report, of whatever format?
    pub fn is_one(bytes: &[u8]) -> bool {
        FILE.is_one(bytes)
    }

    /// Reads what [`Report::to_bytes`] wrote.
    ///
    /// # Errors
    /// When the bytes are something else, of another format, damaged, or claim to be larger than any run.
    pub fn from_bytes(bytes: &[u8]) -> Result<Report, FileError> {
        let (format, body) = FILE.open(bytes)?;
        let inflated = FILE.inflate(body, BODY_MAX)?;
        let (read, rest): (Body, _) = postcard::take_from_bytes(&inflated).map_err(|e| FILE.body(e))?;
        let digests = match format {
            1 => DigestVersion::One,
            _ => {
                let number: DigestNumber = postcard::from_bytes(rest).map_err(|e| FILE.body(e))?;
                number.version().ok_or_else(|| FILE.body(number))?
            }
        };
        let found = read.data.len();
        let data: Box<[u8; ROM_SIZE]> = read
            .data
            .into_boxed_slice()
            .try_into()
            .map_err(|_| FILE.body(format!("{found} bytes of data, expected {ROM_SIZE}")))?;
        let (name, version) = read.cart;
        let spans = spans(&read.columns).ok_or_else(|| FILE.body("its columns of input are torn"))?;
        let recording = Recording { spans, digests, ..read.recording };
        recording.validate()?;
        let rom = Rom { data, name, version };
        if recording.start.cart != rom.name || recording.start.rom != rom.digest() {
            return Err(FILE.body("its recording belongs to other data"));
        }
        if read.frame > recording.frames() {
            return Err(FILE.body(format!("frame {} of a run of {}", read.frame, recording.frames())));
        }
        Ok(Report { version: read.version, rom, settings: read.settings, frame: read.frame, recording })
    }
}
