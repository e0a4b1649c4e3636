//! Rate limits for what a cart asks of its host. Requests beyond a limit are dropped, and a notice says so once.
//!
//! ```text
//! notices on screen and in the log   16 different ones per 5 seconds, each text once
//! pictures, films, sounds            32 per 8 seconds
//! texts for the clipboard            1 per second, the newest
//! new ids of cart data               256, since each one is part of every later start
//! ```
//!
//! The store limits how much of it may be on the disk.

use std::collections::VecDeque;
use std::time::Duration;

/// How many notices and how many pictures per time, and the time between two texts for the clipboard.
const LINES: (usize, Duration) = (16, Duration::from_secs(5));
const MEDIA: (usize, Duration) = (32, Duration::from_secs(8));
const COPIES: Duration = Duration::from_secs(1);
/// Ids of cart data that a cart may open for the first time, however often it restarts.
const IDS: u32 = 256;
/// Letters of a notice: a cart may ask for a file with a name of a million letters.
const LETTERS: usize = 160;

/// The recent requests of one cart.
#[derive(Debug, Default)]
pub(crate) struct CartRate {
    lines: VecDeque<(Duration, String)>,
    media: VecDeque<Duration>,
    /// When the next text may be copied, and that text.
    copies_from: Duration,
    copy: Option<String>,
    ids: u32,
    /// Whether a notice has said that notices, pictures, texts or ids are dropped.
    told: [bool; 4],
}

/// The answer to a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Asked<T> {
    /// The request is carried out.
    Granted(T),
    /// The request is dropped; the text, if any, is to be shown.
    Dropped(Option<&'static str>),
}

impl CartRate {
    fn drop<T>(&mut self, kind: usize, line: &'static str) -> Asked<T> {
        let told = std::mem::replace(&mut self.told[kind], true);
        Asked::Dropped((!told).then_some(line))
    }

    /// Requests a notice about the cart.
    pub fn line(&mut self, text: &str, now: Duration) -> Asked<String> {
        let (most, within) = LINES;
        let line: String = text.chars().take(LETTERS).collect();
        self.lines.retain(|(at, _)| *at + within > now);
        if self.lines.iter().any(|(_, said)| *said == line) {
            return Asked::Dropped(None);
        }
        if self.lines.len() >= most {
            return self.drop(0, "the cart causes more messages than are shown; the rest are dropped");
        }
        self.lines.push_back((now, line.clone()));
        Asked::Granted(line)
    }

    /// Requests a picture, a film or a sound.
    pub fn media(&mut self, now: Duration) -> Asked<()> {
        let (most, within) = MEDIA;
        self.media.retain(|at| *at + within > now);
        if self.media.len() >= most {
            return self
                .drop(1, "extcmd: at most 32 pictures, films and sounds in 8 seconds; the rest are dropped");
        }
        self.media.push_back(now);
        Asked::Granted(())
    }

    /// Requests a new id of cart data.
    pub fn id(&mut self) -> Asked<()> {
        if self.ids == IDS {
            return self.drop(3, "cartdata: a cart may open at most 256 new ids; the rest are not saved");
        }
        self.ids += 1;
        Asked::Granted(())
    }

    /// Requests a copy of a text to the clipboard; [`CartRate::due`] returns it when it may be copied.
    pub fn copy(&mut self, text: String, now: Duration) -> Asked<()> {
        match self.copy.replace(text) {
            Some(_) if now < self.copies_from => {
                self.drop(2, "printh to @clip: at most one text per second is copied, the newest")
            }
            _ => Asked::Granted(()),
        }
    }

    /// Returns the text to copy now, if any.
    pub fn due(&mut self, now: Duration) -> Option<String> {
        let text = if now >= self.copies_from { self.copy.take() } else { None };
        if text.is_some() {
            self.copies_from = now + COPIES;
        }
        text
    }

    /// Returns the waiting text early, because the console ends.
    pub fn last(&mut self) -> Option<String> {
        self.copy.take()
    }

    /// When the waiting text is due.
    pub fn next(&self) -> Option<Duration> {
        self.copy.as_ref().map(|_| self.copies_from)
    }

    /// Forgets the requests of the previous cart.
    pub fn another(&mut self) {
        *self = CartRate { copies_from: self.copies_from, copy: self.copy.take(), ..CartRate::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn of_texts_the_newest_is_copied_once_a_second() {
        let mut rate = CartRate::default();
        let (mut copied, mut told) = (Vec::new(), 0);
        for frame in 0..150 {
            let now = at(frame * 20);
            told += u32::from(matches!(rate.copy(frame.to_string(), now), Asked::Dropped(Some(_))));
            copied.extend(rate.due(now));
        }
        assert_eq!((copied, told), (vec!["0".into(), "50".into(), "100".into()], 1));
        assert_eq!(rate.next(), Some(at(3000)));
        assert_eq!(rate.due(at(3000)).as_deref(), Some("149"), "the last one is never lost");
        assert_eq!(rate.next(), None);
    }

    #[test]
    fn a_line_is_said_once_and_of_many_some() {
        let mut rate = CartRate::default();
        assert_eq!(rate.line("gone", at(0)), Asked::Granted("gone".into()));
        assert_eq!(rate.line("gone", at(4999)), Asked::Dropped(None));
        assert_eq!(rate.line("gone", at(5000)), Asked::Granted("gone".into()), "it may be meant anew");
        let asked = (0..100).map(|n| rate.line(&n.to_string(), at(5000)));
        let (granted, told) = asked.fold((0, 0), |(granted, told), asked| match asked {
            Asked::Granted(_) => (granted + 1, told),
            Asked::Dropped(line) => (granted, told + usize::from(line.is_some())),
        });
        assert_eq!((granted, told), (15, 1));
        let Asked::Granted(long) = rate.line(&"x".repeat(1 << 20), at(20_000)) else { panic!("it has room") };
        assert_eq!(long.len(), LETTERS);
    }

    #[test]
    fn pictures_are_kept_at_a_rate() {
        let mut rate = CartRate::default();
        let granted = (0..600).filter(|frame| rate.media(at(frame * 16)) == Asked::Granted(())).count();
        assert_eq!(granted, 64, "in some ten seconds");
    }
}
