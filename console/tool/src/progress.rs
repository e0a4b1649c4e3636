//! Progress of long work on the terminal: `37% of 216000 frames`. Nothing is printed if standard error is not a terminal.

use std::io::{IsTerminal, Write, stderr};

pub struct Progress {
    frames: u64,
    /// The last one printed.
    percent: Option<u64>,
    visible: bool,
}

/// Errors are ignored, as they cannot be reported.
fn print(text: &str) {
    _ = stderr().write_all(text.as_bytes()).and_then(|()| stderr().flush());
}

impl Progress {
    pub fn new(frames: u64) -> Progress {
        // Short work needs no line.
        Progress { frames, percent: None, visible: frames >= 3600 && stderr().is_terminal() }
    }

    pub fn at(&mut self, done: u64) {
        if self.visible
            && let Some(line) = self.line(done)
        {
            print(&line);
        }
    }

    /// The line to print, if the percentage has changed.
    fn line(&mut self, done: u64) -> Option<String> {
        let percent = done.min(self.frames) * 100 / self.frames.max(1);
        let is_new = self.percent.replace(percent) != Some(percent);
        is_new.then(|| format!("\r{percent}% of {} frames", self.frames))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.percent.is_some() {
            print(&format!("\r{:40}\r", ""));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;

    #[test]
    fn each_percent_is_printed_once() {
        let mut progress = Progress { frames: 100_000, percent: None, visible: false };
        let lines: Vec<String> = (0..=2999).filter_map(|frame| progress.line(frame)).collect();
        assert_eq!(lines, ["\r0% of 100000 frames", "\r1% of 100000 frames", "\r2% of 100000 frames"]);
    }
}
