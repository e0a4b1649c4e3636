//! Messages with a lifetime: notices, errors of the cart's files, and the hint that names the keys.
//!
//! | message | shown | removed |
//! |---|---|---|
//! | notice | 5 seconds, over all others | by time |
//! | file errors | in full for 10 seconds, then in one line while the game runs | when the files are fixed |
//! | hint | 4 seconds, from a given time on, while the game runs | by time; at the end of a run also by a button |

use std::time::Duration;
use studio::{Hint, Notice, Over};

const NOTICE: Duration = Duration::from_secs(5);
const HINT: Duration = Duration::from_secs(4);
/// How long file errors are shown in full over a running game.
const IN_FULL: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
pub(crate) struct Notices {
    /// With the time when it expires.
    notices: Vec<(Notice, Duration)>,
    /// With the times when it appears and expires.
    pub hint: Option<(Hint, Duration, Duration)>,
    pub end: Option<Duration>,
    pub errors: FileErrors,
}

#[derive(Debug, Default)]
pub(crate) struct FileErrors {
    pub data: Vec<String>,
    code: Vec<String>,
    /// When the newest came; zero once they are shown in one line.
    since: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileKind {
    Data,
    Code,
}

impl FileErrors {
    fn lines(&self) -> impl Iterator<Item = &String> {
        self.code.iter().chain(&self.data)
    }

    pub fn is_empty(&self) -> bool {
        self.code.is_empty() && self.data.is_empty()
    }

    fn in_full(&self) -> String {
        self.lines().map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    fn in_one_line(&self) -> String {
        let files = match self.data.len() {
            0 => None,
            1 => Some("1 data file".to_string()),
            all => Some(format!("{all} data files")),
        };
        let code = (!self.code.is_empty()).then(|| "new code".to_string());
        let both: Vec<String> = files.into_iter().chain(code).collect();
        format!("{} not loaded", both.join(", "))
    }

    fn shrinks(&self) -> Option<Duration> {
        (!self.is_empty() && self.since > Duration::ZERO).then(|| self.since + IN_FULL)
    }
}

impl Notices {
    pub fn show(&mut self, notice: Notice, now: Duration) {
        self.notices.push((notice, now + NOTICE));
    }

    pub fn newest(&self) -> Option<&Notice> {
        self.notices.last().map(|(notice, _)| notice)
    }

    pub fn show_hint(&mut self, hint: Hint, after: Duration, now: Duration) {
        self.end = hint.over.then_some(now + after);
        self.hint = Some((hint, now + after, now + after + HINT));
    }

    pub fn is_hint_shown(&self, now: Duration) -> bool {
        self.hint.as_ref().is_some_and(|(_, from, to)| (*from..*to).contains(&now))
    }

    pub fn begin_run(&mut self) {
        self.end = None;
        self.hint.take_if(|(hint, ..)| hint.over);
    }

    /// The player has seen the end of the run, and the cart may show something else now.
    pub fn press(&mut self, now: Duration) {
        if self.end.is_some_and(|from| from <= now) {
            self.begin_run();
        }
    }

    pub fn has_error(&self, line: &String) -> bool {
        self.errors.lines().any(|error| error == line)
    }

    pub fn set_errors(&mut self, of: FileKind, lines: Vec<String>, now: Duration) {
        // Known errors are not shown in full again because the other kind was fixed.
        if !lines.is_empty() {
            self.errors.since = now;
        }
        match of {
            FileKind::Data => self.errors.data = lines,
            FileKind::Code => self.errors.code = lines,
        }
    }

    /// In full while they are new, while play waits for the keyboard and in a data view; in one line during play; not
    /// over a menu or an error screen. A newer notice comes first.
    pub fn error_notice(&self, over: Over, views: bool, now: Duration) -> Option<Notice> {
        let since = self.errors.since;
        let newer = self.notices.iter().any(|(_, until)| *until > since + NOTICE);
        if self.errors.is_empty() || newer || !matches!(over, Over::Away | Over::Indicators) {
            return None;
        }
        let in_full = views || over == Over::Away || now < since + IN_FULL;
        let text = if in_full { self.errors.in_full() } else { self.errors.in_one_line() };
        Some(Notice { text, bad: true })
    }

    pub fn expire(&mut self, now: Duration) -> bool {
        let before = self.notices.len();
        self.notices.retain(|(_, until)| *until > now);
        let shrinks = self.errors.shrinks().is_some_and(|at| at <= now);
        if shrinks {
            self.errors.since = Duration::ZERO;
        }
        let hint = self.hint.take_if(|(_, _, to)| *to <= now).is_some();
        self.notices.len() < before || shrinks || hint
    }

    pub fn next(&self) -> Option<Duration> {
        let hint = self.hint.iter().map(|(_, _, to)| *to);
        self.notices.iter().map(|(_, until)| *until).chain(self.errors.shrinks()).chain(hint).min()
    }
}
