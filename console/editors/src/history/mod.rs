//! A cart's history: all states of its edits, kept across crashes, restarts and changes by other programs.
//!
//! ```text
//! half a second after a change   Editors::keep_history ──> entries, which the host appends to the cart's log     (format::EditLog)
//! the next start                 Editors::take_history ──> unsaved work is there again, with its steps of undo   (draft.rs)
//! Ctrl+Shift+H                   a page with all entries ──> "before" and "after" of each part, to be restored   (page.rs, control.rs)
//!
//! notes of a state   steps of pictures, sounds and code: done, undone | digests of the files, breakpoints
//! ```
//!
//! A state is recorded before anything replaces it, such as the answer to a question, so no key and no click discards work.

mod control;
mod layout;
mod page;
mod picture;
mod restore;
mod rows;
#[cfg(test)]
mod tests;
mod view;

pub(super) use page::HistoryPage;

use super::Editors;
use super::draft::Draft;
use format::{EDIT_BYTES, EditKind, EditLog, EditState};
use rasher::Date;

#[derive(Clone, Debug, Default)]
pub(super) struct History {
    log: EditLog,
    /// The entries to continue from: of the work, and of what the files had; 0 without any.
    tip: u64,
    files_at: u64,
    /// The newest recorded contents of the files.
    disk: Option<EditState>,
    /// Entries that the host does not have yet.
    pending: Vec<u8>,
    is_read: bool,
    /// Unsaved work that waits until the code is read.
    waits: Option<Box<Draft>>,
    date: Date,
    /// Versions of data and code, and breakpoints, as they were recorded last.
    seen: ([u64; 2], Vec<(String, u32)>),
    pub(super) was_saved: bool,
}

impl History {
    /// Adds the state of the work, which continues from there.
    fn push(&mut self, kind: EditKind, is_unsaved: bool, state: EditState) {
        self.tip = self.add(kind, is_unsaved, self.tip, state);
        if kind != EditKind::Edited {
            self.files_at = self.tip;
        }
    }

    /// Adds what the files have while there is other work, which nothing has followed then: a crash now loses none of it.
    fn push_files(&mut self, kind: EditKind, state: EditState) -> u64 {
        self.add(kind, false, self.files_at, state)
    }

    fn add(&mut self, kind: EditKind, is_unsaved: bool, parent: u64, state: EditState) -> u64 {
        let of = (self.date.unix, kind, is_unsaved);
        let (id, bytes) = self.log.add(of, (parent, self.files_at), state);
        self.pending.extend(bytes);
        id
    }

    /// The next entries belong to another cart.
    fn leave(&mut self) -> Vec<u8> {
        let History { pending, date, .. } = std::mem::take(self);
        self.date = date;
        pending
    }
}

/// Breakpoints in a log's newest state, and when unsaved work in it was edited last.
pub fn kept_in(bytes: &[u8]) -> (Vec<(String, u32)>, Option<i64>) {
    let log = EditLog::from_bytes(bytes);
    let draft = newest(&log, bytes);
    let time = log.tip().map_or(0, |tip| tip.time);
    let unsaved = draft.as_ref().is_some_and(Draft::is_unsaved).then_some(time);
    (draft.map(|draft| draft.stops().to_vec()).unwrap_or_default(), unsaved)
}

/// The work at the end of a log, or that of an earlier version, which kept it in a file of its own.
fn newest(log: &EditLog, bytes: &[u8]) -> Option<Draft> {
    let Some(tip) = log.tip() else { return Draft::from_bytes(bytes) };
    let mine = log.state(tip.id)?;
    // Without the files' contents all of the work counts as changed.
    let disk = if tip.is_unsaved { log.state(tip.files_at).unwrap_or_default() } else { mine.clone() };
    Some(Draft::of(&mine, &disk))
}

fn bytes(at: impl Fn(usize) -> u8) -> Box<[u8; EDIT_BYTES]> {
    let mut all = Box::new([0; EDIT_BYTES]);
    all.iter_mut().enumerate().for_each(|(n, byte)| *byte = at(n));
    all
}

impl Editors {
    pub fn wants_history(&self) -> bool {
        !self.history.is_read
    }

    /// Takes the log of the cart's edits. Unsaved work in it is restored as soon as the code is read.
    pub fn take_history(&mut self, bytes: &[u8], date: Date) {
        let history = &mut self.history;
        (history.is_read, history.date) = (true, date);
        history.log = EditLog::from_bytes(bytes);
        if let Some(tip) = history.log.tip() {
            (history.tip, history.files_at) = (tip.id, tip.files_at);
            history.disk = history.log.state(tip.files_at);
        }
        let draft = newest(&history.log, bytes);
        // Work that is here already was saved as this file, and is newer.
        let is_new = self.steps_of_all() == 0 && !self.is_changed();
        if let Some(draft) = draft.filter(|_| is_new) {
            if self.code.stops().is_empty() {
                self.code.set_stops(draft.stops());
            }
            self.history.waits = Some(Box::new(draft));
        }
        self.restore_waiting();
        self.show_new_rows();
    }

    /// The file has another name: it was renamed, or saved as another one.
    pub fn rename_source(&mut self, from: &str, to: &str) {
        let History { log, disk, waits, .. } = &mut self.history;
        log.rename_file(from, to);
        let opened = self.code.text.files.iter_mut().map(|file| &mut file.name);
        let of_disk = disk.iter_mut().flat_map(|disk| &mut disk.files).map(|(name, _)| name);
        let waiting = waits.iter_mut().flat_map(|draft| draft.names_mut());
        let all = opened.chain(of_disk).chain(waiting);
        all.filter(|name| *name == from).for_each(|name| *name = to.to_string());
    }

    fn steps_of_all(&self) -> usize {
        let doc = self.cx.cart();
        let (code, _) = self.code.text.steps();
        super::Side::ALL.iter().map(|side| doc.steps(*side).0).sum::<usize>() + code
    }

    pub(super) fn restore_waiting(&mut self) {
        if self.code.text.files.is_empty() && self.code.missing.is_empty() {
            return;
        }
        let Some(draft) = self.history.waits.take() else { return };
        if !draft.is_unsaved() {
            return self.resume(&draft);
        }
        let time = self.history.log.tip().map(|tip| self.time_of(tip.time));
        self.restore(*draft);
        self.record();
        if self.question().is_none() {
            let since = time.map(|time| format!(" from {time}")).unwrap_or_default();
            self.cx.say(format!("unsaved changes{since} are back; Ctrl+Shift+H: the file's version"));
        }
    }

    /// Work and files' contents, once both are known.
    fn states(&self) -> Option<(EditState, EditState)> {
        let history = &self.history;
        let is_read = !self.code.text.files.is_empty() || !self.code.missing.is_empty();
        if !history.is_read || history.waits.is_some() || !is_read {
            return None;
        }
        let doc = self.cx.cart();
        let (mut mine, mut disk): (Vec<_>, Vec<_>) = self.code.text.texts().unzip();
        if mine.is_empty() {
            // The code cannot be read now: its last known state stays.
            mine = history.log.state(history.tip).unwrap_or_default().files;
            disk = history.disk.clone().unwrap_or_default().files;
        }
        let mine = EditState { data: bytes(|at| doc.get(at)), files: mine, notes: self.notes() };
        Some((mine, EditState { data: bytes(|at| doc.disk_at(at)), files: disk, notes: Vec::new() }))
    }

    /// Adds what has changed since the last call to the history.
    pub(super) fn record(&mut self) {
        let Some((mine, disk)) = self.states() else { return };
        let stops = self.stops();
        let history = &mut self.history;
        let is_unsaved = !mine.is_like(&disk);
        let before = history.log.state(history.tip);
        if history.tip == 0 && !is_unsaved && stops.is_empty() {
            return;
        }
        if history.disk.as_ref().is_none_or(|known| !known.is_like(&disk)) {
            let kind = match (history.tip, history.was_saved) {
                (0, _) => EditKind::Opened,
                (_, true) => EditKind::Saved,
                (_, false) => EditKind::ChangedOutside,
            };
            match is_unsaved {
                true => history.files_at = history.push_files(kind, disk.clone()),
                false => history.push(kind, false, mine.clone()),
            }
            if history.tip == 0 {
                history.tip = history.files_at;
            }
            history.disk = Some(disk);
        } else if before.as_ref() == Some(&mine) {
            history.was_saved = false;
            return;
        }
        history.was_saved = false;
        if history.log.state(history.tip).as_ref() != Some(&mine) {
            history.push(EditKind::Edited, is_unsaved, mine);
        }
    }

    /// Both sides of a conflict are recorded before it is decided. The work still continues from the files as they were.
    pub(super) fn record_both(&mut self) {
        self.record();
        let Some((_, disk)) = self.states() else { return };
        let theirs = self.conflict.as_ref().map(|conflict| &conflict.theirs);
        let known = disk.data.clone();
        let data = bytes(|at| *theirs.and_then(|theirs| theirs.get(at)).unwrap_or(&known[at]));
        let mut theirs = EditState { data, ..disk };
        for file in self.code_conflict.iter().flat_map(|(files, _)| files) {
            if let Some((_, text)) = theirs.files.iter_mut().find(|(name, _)| *name == file.name) {
                text.clone_from(&file.text);
            }
        }
        self.history.push_files(EditKind::ChangedOutside, theirs);
    }

    /// The entries to append to the cart's log, if there are any. To be called half a second after the last time, at most.
    pub fn keep_history(&mut self, date: Date) -> Option<Vec<u8>> {
        self.history.date = date;
        // A version of 0 is that of new editors: what they opened may differ from what the history knows.
        let seen = ([self.cx.cart().version() + 1, self.code.text.version], self.stops());
        if self.history.seen != seen || self.history.was_saved {
            self.record();
            self.history.seen = seen;
            self.show_new_rows();
        }
        let pending = std::mem::take(&mut self.history.pending);
        (!pending.is_empty()).then_some(pending)
    }

    /// The work continues as another cart. Returns the last entries of this one, which ends as its files are.
    pub fn leave_history(&mut self) -> Vec<u8> {
        self.record();
        if let Some(disk) = self.history.disk.clone().filter(|_| self.is_changed()) {
            self.history.push(EditKind::Edited, false, disk);
        }
        self.history.leave()
    }
}
