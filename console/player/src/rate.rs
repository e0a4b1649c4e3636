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

const LINES: (usize, Duration) = (16, Duration::from_secs(5));
const MEDIA: (usize, Duration) = (32, Duration::from_secs(8));
const COPIES: Duration = Duration::from_secs(1);
/// First uses of ids of cart data, over all restarts of a cart.
const IDS: u32 = 256;
/// A cart may ask for a file with a name of a million letters.
const LETTERS: usize = 160;

#[derive(Debug, Default)]
pub(crate) struct CartRate {
    lines: VecDeque<(Duration, String)>,
    media: VecDeque<Duration>,
    copies_from: Duration,
    copy: Option<String>,
    ids: u32,
    /// Were dropped notices, media, texts, ids reported?
    reported: [bool; 4],
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Permit<T> {
    Granted(T),
    /// With the text to show, if any.
    Dropped(Option<&'static str>),
}

impl CartRate {
    fn drop<T>(&mut self, kind: usize, line: &'static str) -> Permit<T> {
        let before = std::mem::replace(&mut self.reported[kind], true);
        Permit::Dropped((!before).then_some(line))
    }

    pub fn line(&mut self, text: &str, now: Duration) -> Permit<String> {
        let (most, within) = LINES;
        let line: String = text.chars().take(LETTERS).collect();
        self.lines.retain(|(at, _)| *at + within > now);
        if self.lines.iter().any(|(_, said)| *said == line) {
            return Permit::Dropped(None);
        }
        if self.lines.len() >= most {
            return self.drop(0, "too many messages from the cart: the rest are dropped");
        }
        self.lines.push_back((now, line.clone()));
        Permit::Granted(line)
    }

    pub fn media(&mut self, now: Duration) -> Permit<()> {
        let (most, within) = MEDIA;
        self.media.retain(|at| *at + within > now);
        if self.media.len() >= most {
            return self.drop(
                1,
                "extcmd: at most 32 pictures, videos and sounds in 8 seconds; the rest are dropped",
            );
        }
        self.media.push_back(now);
        Permit::Granted(())
    }

    pub fn id(&mut self) -> Permit<()> {
        if self.ids == IDS {
            return self.drop(3, "cartdata: a cart may open at most 256 new ids; the rest are not saved");
        }
        self.ids += 1;
        Permit::Granted(())
    }

    pub fn copy(&mut self, text: String, now: Duration) -> Permit<()> {
        match self.copy.replace(text) {
            Some(_) if now < self.copies_from => {
                self.drop(2, "printh to @clip: at most one text per second is copied, the newest")
            }
            _ => Permit::Granted(()),
        }
    }

    pub fn due(&mut self, now: Duration) -> Option<String> {
        let text = if now >= self.copies_from { self.copy.take() } else { None };
        if text.is_some() {
            self.copies_from = now + COPIES;
        }
        text
    }

    pub fn last(&mut self) -> Option<String> {
        self.copy.take()
    }

    pub fn next(&self) -> Option<Duration> {
        self.copy.as_ref().map(|_| self.copies_from)
    }

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
    fn the_newest_text_is_copied_once_a_second() {
        let mut rate = CartRate::default();
        let (mut copied, mut reported) = (Vec::new(), 0);
        for frame in 0..150 {
            let now = at(frame * 20);
            reported += u32::from(matches!(rate.copy(frame.to_string(), now), Permit::Dropped(Some(_))));
            copied.extend(rate.due(now));
        }
        assert_eq!((copied, reported), (vec!["0".into(), "50".into(), "100".into()], 1));
        assert_eq!(rate.next(), Some(at(3000)));
        assert_eq!(rate.due(at(3000)).as_deref(), Some("149"), "the last one is never lost");
        assert_eq!(rate.next(), None);
    }

    #[test]
    fn notices_and_media_are_limited() {
        let mut rate = CartRate::default();
        let gone = || Permit::Granted("gone".into());
        // After five seconds it may be about something else.
        for (time, want) in [(0, gone()), (4999, Permit::Dropped(None)), (5000, gone())] {
            assert_eq!(rate.line("gone", at(time)), want, "{time}");
        }
        let asked: Vec<_> = (0..100).map(|n| rate.line(&n.to_string(), at(5000))).collect();
        let count = |wanted: fn(&Permit<String>) -> bool| asked.iter().filter(|asked| wanted(asked)).count();
        assert_eq!(count(|asked| matches!(asked, Permit::Granted(_))), 15);
        assert_eq!(count(|asked| matches!(asked, Permit::Dropped(Some(_)))), 1);
        let long = rate.line(&"x".repeat(1 << 20), at(20_000));
        assert_eq!(long, Permit::Granted("x".repeat(LETTERS)));
        let media = (0..600).filter(|frame| rate.media(at(frame * 16)) == Permit::Granted(())).count();
        assert_eq!(media, 64, "in about ten seconds");
    }
}
