//! The file that a child writes while it runs a cart.
//!
//! ```text
//! "farm run 1\n"
//! 'P' 128 * 128 palette indices      a new picture                 'E'  the run is complete
//! 'F' printed: u32  level: u16       the end of a tick: bytes printed so far, the sound's root mean square
//! ```
//!
//! Numbers are little endian. `drivers/farm.h` writes the same. A file that ends early is read up to its last whole tick:
//! the child crashed or was stopped there.

use rasher::PIXELS;
use std::io::{self, Write};

const HEAD: &[u8] = b"farm run 1\n";

/// 128x128 indices into [`rasher::palette::RGB`].
pub type Picture = Box<[u8; PIXELS]>;

/// A sixtieth of a second; in an engine without such ticks, a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tick {
    /// Index of the shown picture.
    pub picture: usize,
    /// Bytes printed until its end.
    pub printed: u32,
    pub level: u16,
}

/// A line and the tick that printed it.
pub type Line = (usize, String);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    pub pictures: Vec<Picture>,
    pub ticks: Vec<Tick>,
    pub lines: Vec<Line>,
    pub complete: bool,
}

impl Run {
    /// Reads a file and the child's standard output. Fails if the file has another format.
    pub fn read(bytes: &[u8], printed: &[u8]) -> Result<Run, String> {
        let mut rest = bytes.strip_prefix(HEAD).ok_or("the child wrote no run")?;
        let mut run = Run::default();
        while let Some((tag, body)) = rest.split_first() {
            rest = match tag {
                b'P' => {
                    let Some((picture, rest)) = body.split_first_chunk::<PIXELS>() else { break };
                    run.pictures.push(Box::new(*picture));
                    rest
                }
                b'F' => {
                    let Some(([a, b, c, d, low, high], rest)) = body.split_first_chunk::<6>() else { break };
                    let Some(picture) = run.pictures.len().checked_sub(1) else {
                        return Err("a tick comes before the first picture".into());
                    };
                    let printed = u32::from_le_bytes([*a, *b, *c, *d]);
                    run.ticks.push(Tick { picture, printed, level: u16::from_le_bytes([*low, *high]) });
                    rest
                }
                b'E' => {
                    run.complete = true;
                    break;
                }
                other => return Err(format!("found the tag {other:#04x}, expected P, F or E")),
            };
        }
        run.lines = lines(&run.ticks, printed);
        Ok(run)
    }

    pub fn picture(&self, tick: usize) -> Option<&Picture> {
        self.pictures.get(self.ticks.get(tick)?.picture)
    }
}

/// The lines of a text, each with the tick in which its end was printed.
fn lines(ticks: &[Tick], printed: &[u8]) -> Vec<Line> {
    let mut at = 0;
    let mut found = Vec::new();
    for line in printed.split_inclusive(|byte| *byte == b'\n') {
        at += line.len();
        let tick = ticks.partition_point(|tick| (tick.printed as usize) < at);
        found.push((tick, String::from_utf8_lossy(line).trim_end_matches(['\n', '\r']).to_string()));
    }
    found
}

/// Writes the file.
#[derive(Debug)]
pub struct RunWriter<W: Write> {
    to: W,
    shown: Option<Picture>,
}

impl<W: Write> RunWriter<W> {
    pub fn new(mut to: W) -> io::Result<RunWriter<W>> {
        to.write_all(HEAD)?;
        Ok(RunWriter { to, shown: None })
    }

    pub fn tick(&mut self, picture: &Picture, printed: u32, samples: &[i16]) -> io::Result<()> {
        if self.shown.as_ref() != Some(picture) {
            self.to.write_all(b"P")?;
            self.to.write_all(&picture[..])?;
            self.shown = Some(picture.clone());
        }
        self.to.write_all(b"F")?;
        self.to.write_all(&printed.to_le_bytes())?;
        self.to.write_all(&crate::sound::level(samples).to_le_bytes())
    }

    pub fn end(mut self) -> io::Result<()> {
        self.to.write_all(b"E")?;
        self.to.flush()
    }
}
