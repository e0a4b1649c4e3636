//! Text for a terminal, with control characters escaped: `\x1b]0;owned\x07` becomes those letters.
//!
//! Escape sequences can rename the window, type into the shell or hide output. So text from carts and files is always escaped when it is
//! printed, even into pipes, which often end at a terminal. Only `--serial` writes raw bytes.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, ErrorKind, IsTerminal, Write};

/// Whether it is a control character, or one that changes the direction of text.
fn is_control(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control() && c != '\n' && c != '\t'
}

pub fn escape_controls(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        // Writing to a String cannot fail.
        _ = match c {
            c if !is_control(c) => out.write_char(c),
            c if c.is_ascii() => write!(out, "\\x{:02x}", u32::from(c)),
            c => write!(out, "\\u{{{:x}}}", u32::from(c)),
        };
    }
    Cow::Owned(out)
}

/// Bytes as text, with control characters and invalid UTF-8 escaped.
pub fn escape_bytes(bytes: &[u8]) -> String {
    bytes.utf8_chunks().fold(String::new(), |mut text, chunk| {
        text += &escape_controls(chunk.valid());
        chunk.invalid().iter().for_each(|byte| _ = write!(text, "\\x{byte:02x}"));
        text
    })
}

/// Errors are ignored, as they cannot be reported.
fn write_error(text: &str) {
    _ = io::stderr().write_all(text.as_bytes()).and_then(|()| io::stderr().flush());
}

pub fn print_error(line: &str) {
    write_error(&format!("{}\n", escape_controls(line)));
}

pub fn check_raw() -> Result<(), &'static str> {
    match io::stdout().is_terminal() {
        true => Err(
            "--serial: raw bytes could control the terminal; redirect standard output to a file or a program",
        ),
        false => Ok(()),
    }
}

#[derive(Debug)]
pub enum WriteOutcome {
    All,
    /// The reader has closed the pipe, which is not an error.
    Unread,
    Failed(io::Error),
}

impl From<io::Result<()>> for WriteOutcome {
    fn from(written: io::Result<()>) -> WriteOutcome {
        match written {
            Ok(()) => WriteOutcome::All,
            Err(e) if e.kind() == ErrorKind::BrokenPipe => WriteOutcome::Unread,
            Err(e) => WriteOutcome::Failed(e),
        }
    }
}

pub fn write_all(out: &mut dyn Write, bytes: &[u8]) -> WriteOutcome {
    out.write_all(bytes).and_then(|()| out.flush()).into()
}

/// The progress of long work: `37% of 216000 frames`, if standard error is a terminal.
pub struct Progress {
    frames: u64,
    percent: Option<u64>,
    visible: bool,
}

impl Progress {
    pub fn new(frames: u64) -> Progress {
        Progress { frames, percent: None, visible: io::stderr().is_terminal() }
    }

    pub fn at(&mut self, done: u64) {
        if self.visible
            && let Some(line) = self.line(done)
        {
            write_error(&line);
        }
    }

    /// The line to print, if the percentage has changed; none for short work.
    fn line(&mut self, done: u64) -> Option<String> {
        if self.frames < 3600 {
            return None;
        }
        let percent = done.min(self.frames) * 100 / self.frames;
        let is_new = self.percent.replace(percent) != Some(percent);
        is_new.then(|| format!("\r{percent}% of {} frames", self.frames))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.visible && self.percent.is_some() {
            write_error(&format!("\r{:40}\r", ""));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let cases = [
            ("plain \u{2588} caf\u{e9}\n\tline", "plain \u{2588} caf\u{e9}\n\tline"),
            ("\x1b]0;pwn\x07", "\\x1b]0;pwn\\x07"),
            ("a\rb\x08\x7f\0", "a\\x0db\\x08\\x7f\\x00"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("cart\u{202e}8p.exe", "cart\\u{202e}8p.exe"),
        ];
        for (text, shown) in cases {
            assert_eq!(escape_controls(text), shown);
            assert_eq!(escape_bytes(text.as_bytes()), shown);
        }
        assert_eq!(
            escape_bytes(b"\x9b31m\xff\xc3"),
            "\\x9b31m\\xff\\xc3",
            "8-bit controls, half a character"
        );
    }

    #[test]
    fn each_percent_is_printed_once() {
        let mut progress = Progress { frames: 100_000, percent: None, visible: false };
        let lines: Vec<String> = (0..=2999).filter_map(|frame| progress.line(frame)).collect();
        assert_eq!(lines, ["\r0% of 100000 frames", "\r1% of 100000 frames", "\r2% of 100000 frames"]);
        assert_eq!(Progress { frames: 100, ..progress }.line(50), None);
    }
}
