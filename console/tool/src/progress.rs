//! How far long work is, on the terminal's own line: `37% of 216000 frames`.
//!
//! Only where standard error is a terminal: a script reads none of it. The line is gone when the work is over.

use std::io::{IsTerminal, Write};

/// Shows each whole percent once.
pub struct Progress<W: Write> {
    all: u64,
    told: Option<u64>,
    out: Option<W>,
}

impl Progress<std::io::Stderr> {
    pub fn new(all: u64) -> Self {
        let err = std::io::stderr();
        Progress::to(all, err.is_terminal().then_some(err))
    }
}

impl<W: Write> Progress<W> {
    fn to(all: u64, out: Option<W>) -> Self {
        Progress { all, told: None, out }
    }

    pub fn at(&mut self, done: u64) {
        let percent = done.min(self.all) * 100 / self.all.max(1);
        // What is soon over needs no line.
        if let Some(out) = &mut self.out
            && self.all >= 3600
            && self.told.replace(percent) != Some(percent)
        {
            // A terminal that is gone is nobody's loss.
            _ = write!(out, "\r{percent}% of {} frames", self.all);
            _ = out.flush();
        }
    }
}

impl<W: Write> Drop for Progress<W> {
    fn drop(&mut self) {
        if let Some(out) = self.out.as_mut().filter(|_| self.told.is_some()) {
            _ = write!(out, "\r{:40}\r", "");
            _ = out.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;

    #[test]
    fn each_percent_is_told_once_and_the_line_is_gone_at_the_end() {
        let mut out = Vec::new();
        let mut progress = Progress::to(100_000, Some(&mut out));
        (0..=2999).for_each(|frame| progress.at(frame));
        drop(progress);
        let told = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = told.split('\r').collect();
        let want = ["0% of 100000 frames", "1% of 100000 frames", "2% of 100000 frames"];
        assert_eq!((&lines[1..4], lines[4].trim(), lines.len()), (&want[..], "", 6), "{told:?}");
        let mut short = Vec::new();
        Progress::to(100, Some(&mut short)).at(50);
        assert!(short.is_empty(), "{short:?}");
        let mut none = Progress::to(100_000, None::<Vec<u8>>);
        none.at(5);
    }
}
