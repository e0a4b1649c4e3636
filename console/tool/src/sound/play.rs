//! `rasher play NAME`: plays a sound or tune, shows its notes, and reloads its files when they are saved.
//!
//! ```text
//! each frame:   reload changed files ── jukebox.frame() ── AudioSink::play, until the next frame is due ── show changed notes
//! ```

use crate::error::ToolError;
use crate::options::PlaySoundOptions;
use loader::Origin;
use rasher::Rom;
use shelf::Entry;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};
use store::{Follower, News};
use studio::{Jukebox, Piece};

/// Where samples go; it sets the pace.
pub trait AudioSink {
    /// Plays the samples of a frame, 22,050 a second, and returns when the next frame is due.
    fn play(&mut self, samples: &[i16]);
}

#[derive(Debug)]
pub struct Paced {
    due: Instant,
}

impl Default for Paced {
    fn default() -> Self {
        Paced { due: Instant::now() }
    }
}

impl AudioSink for Paced {
    fn play(&mut self, samples: &[i16]) {
        self.due += Duration::from_secs(1) * samples.len() as u32 / 22_050;
        std::thread::sleep(self.due.saturating_duration_since(Instant::now()));
    }
}

/// Frames for an echo to fade before the command ends.
const FADE: u64 = 60;

/// Plays into the sink that `open` returns, or silently; for ever if the files may change. Notes go to `out`, notices to `err`.
pub fn play_sound(
    carts: &'static [Entry],
    options: &PlaySoundOptions,
    open: impl FnOnce() -> Result<Box<dyn AudioSink>, String>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), ToolError> {
    let piece = options.piece.piece();
    let loaded = options.cart.open(carts)?;
    let rom = loaded.data()?;
    let mut files = match &loaded.cart.origin {
        Origin::Folder(folder) => Some(Follower::new(folder, &rom.name, Rom::clone(rom))),
        _ => None,
    };
    let mut jukebox = Jukebox::new(rom.clone(), piece);
    let silent = || Box::new(Paced::default()) as Box<dyn AudioSink>;
    let mut sink = if options.silent {
        silent()
    } else {
        open().unwrap_or_else(|reason| {
            _ = writeln!(err, "rasher: cannot open the sound device: {reason}; showing notes without sound");
            silent()
        })
    };
    let mut show =
        NoteDisplay { plain: options.plain || !std::io::stdout().is_terminal(), before: Vec::new() };
    let last = options.seconds.map(|seconds| u64::from(seconds) * u64::from(Jukebox::FPS));
    let mut over = 0;
    for frame in 0.. {
        if last.is_some_and(|last| frame >= last) {
            break;
        }
        let now = Duration::from_secs(frame) / Jukebox::FPS;
        if let Some(files) = files.as_mut().filter(|files| files.next() <= now)
            && let Some(News { rom, wrong, said, .. }) = files.look(now)
        {
            rom.iter().for_each(|rom| jukebox.take_up(rom));
            said.iter().chain(wrong.iter().flatten()).for_each(|line| show.notice(out, line));
        }
        sink.play(jukebox.frame());
        show.notes(out, &mut jukebox, piece);
        over = if jukebox.is_playing() { 0 } else { over + 1 };
        // Files may be saved again.
        if over > FADE && (files.is_none() || options.once) {
            break;
        }
    }
    Ok(())
}

struct NoteDisplay {
    /// Prints a line for each change instead of rewriting lines of a terminal.
    plain: bool,
    before: Vec<String>,
}

impl NoteDisplay {
    fn notes(&mut self, out: &mut dyn Write, jukebox: &mut Jukebox, piece: Piece) {
        let mut lines = Vec::new();
        if matches!(piece, Piece::Music(_)) {
            lines.push(jukebox.pattern().map_or("pattern  -".into(), |(n, _)| format!("pattern {n:2}")));
        }
        for (channel, note) in jukebox.notes().into_iter().enumerate() {
            lines.push(match note {
                Some((sound, note, cell)) => format!("{channel}  sfx {sound:2}  note {note:2}  {cell}"),
                None => format!("{channel}  -"),
            });
        }
        if self.plain {
            let old = std::mem::take(&mut self.before);
            let changed = |(at, line): &(usize, &String)| old.get(*at) != Some(*line);
            for (_, line) in lines.iter().enumerate().filter(changed) {
                // The initial silence is no change.
                if !old.is_empty() || !line.ends_with('-') {
                    _ = writeln!(out, "{line}");
                }
            }
        } else if lines != self.before {
            self.cursor_up(out);
            for line in &lines {
                // Clears the rest of a longer line.
                _ = writeln!(out, "{line}\x1b[K");
            }
        }
        _ = out.flush();
        self.before = lines;
    }

    fn cursor_up(&self, out: &mut dyn Write) {
        if !self.before.is_empty() {
            _ = write!(out, "\x1b[{}A", self.before.len());
        }
    }

    fn notice(&mut self, out: &mut dyn Write, text: &str) {
        if !self.plain {
            self.cursor_up(out);
            self.before.clear();
        }
        let end = if self.plain { "" } else { "\x1b[K" };
        _ = writeln!(out, "{text}{end}");
    }
}
