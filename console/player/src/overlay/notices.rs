//! Messages with a lifetime: notices, errors of the cart's files, and the hint that names the keys.
//!
//! | message | shown | removed |
//! |---|---|---|
//! | notice | until its time is over, over all others | by time, by a click |
//! | file errors | in the window's border; without one for a row's time, and while play waits or data are viewed | when the files are fixed, by a click |
//! | hint | 4 seconds, from a given time on, while the game runs | by time; at the end of a run also by a button |

use std::time::Duration;
use studio::{Hint, Notice, Over};

const HINT: Duration = Duration::from_secs(4);

#[derive(Debug, Default)]
pub(crate) struct Notices {
    /// With the time since which it is shown.
    notices: Vec<(Notice, Duration)>,
    /// With the times when it appears and expires.
    pub hint: Option<(Hint, Duration, Duration)>,
    pub end: Option<Duration>,
    pub errors: FileErrors,
    /// When the row that was drawn last moves.
    step: Option<Duration>,
}

#[derive(Debug, Default)]
pub(crate) struct FileErrors {
    pub data: Vec<String>,
    code: Vec<String>,
    /// When the newest came, and when its row's time ends.
    since: Duration,
    ends: Option<Duration>,
    /// A click has removed them.
    closed: bool,
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

    fn notice(&self) -> Notice {
        Notice { text: self.lines().map(String::as_str).collect::<Vec<_>>().join("\n"), bad: true }
    }
}

impl Notices {
    pub fn show(&mut self, notice: Notice, now: Duration) {
        self.notices.push((notice, now));
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
        let is_news = !lines.is_empty();
        match of {
            FileKind::Data => self.errors.data = lines,
            FileKind::Code => self.errors.code = lines,
        }
        // Known errors are not shown again because the other kind was fixed.
        if is_news {
            let ends = Some(now + self.errors.notice().lasts());
            (self.errors.since, self.errors.ends, self.errors.closed) = (now, ends, false);
        }
    }

    /// The visible text and when it appeared: the newer of a notice and the errors. `stays`: errors cover nothing that is played.
    pub fn shown(&self, over: Over, stays: bool) -> Option<(Notice, Duration)> {
        let has_errors =
            !self.errors.is_empty() && !self.errors.closed && (stays || self.errors.ends.is_some());
        // Not over a menu or an error screen.
        let has_errors = has_errors && matches!(over, Over::Away | Over::Indicators);
        let notice = self.notices.last().filter(|(_, at)| !has_errors || *at >= self.errors.since);
        notice.cloned().or(has_errors.then(|| (self.errors.notice(), self.errors.since)))
    }

    /// Removes the visible notice and those queued behind it.
    pub fn close(&mut self) {
        self.errors.closed = true;
        self.notices.clear();
    }

    /// A row of this age was drawn.
    pub fn drawn(&mut self, row: Option<&(Notice, Duration)>, now: Duration) {
        let scrolls = row.filter(|(notice, _)| notice.scrolls());
        self.step = scrolls.map(|(notice, age)| now + (notice.next_step(*age) - *age));
    }

    pub fn expire(&mut self, now: Duration) -> bool {
        let before = self.notices.len();
        self.notices.retain(|(notice, at)| now < *at + notice.lasts());
        let ends = self.errors.ends.take_if(|at| *at <= now).is_some();
        let hint = self.hint.take_if(|(_, _, to)| *to <= now).is_some();
        let moves = self.step.take_if(|at| *at <= now).is_some();
        self.notices.len() < before || ends || hint || moves
    }

    pub fn next(&self) -> Option<Duration> {
        let hint = self.hint.iter().map(|(_, _, to)| *to);
        let notices = self.notices.iter().map(|(notice, at)| *at + notice.lasts());
        notices.chain(self.step).chain(self.errors.ends).chain(hint).min()
    }
}
