//! Data and code that another program saves while they are edited here.
//!
//! ```text
//! data  other bytes ── merged, one step of the history      the same bytes ── a question: mine or theirs; nothing is saved before
//! code  other lines ── merged                               the same lines ── the same question
//! ```

use super::types::Data;
use super::{EditorKind, Editors, SourceFile};
use rasher::memory::ROM_SIZE;
use std::ops::Range;

/// The data of the files, and the addresses that were changed here as well.
#[derive(Clone, Debug)]
pub(super) struct Conflict {
    pub theirs: Box<Data>,
    pub both: Vec<u16>,
}

impl Editors {
    pub(super) fn outside(&mut self, theirs: &Data) {
        let (editor, cx) = self.front();
        editor.finish(cx);
        if cx.is_live && cx.toggle_live() {
            self.sent_version = self.cx.doc.version();
        }
        let cx = &mut self.cx;
        let before = cx.doc.version();
        let both = cx.doc.outside(theirs, cx.frame);
        if both.is_empty() {
            if cx.doc.version() != before {
                cx.say("reloaded changes from disk: Ctrl+Z undoes them");
            }
            self.conflict = None;
        } else {
            self.cx.blink(both.clone());
            self.highlighted = None;
            self.conflict = Some(Conflict { theirs: Box::new(*theirs), both });
        }
    }

    pub(super) fn decide_data(&mut self, theirs_wins: bool) {
        let Some(Conflict { theirs, both }) = self.conflict.take() else { return };
        let cx = &mut self.cx;
        let (disk, mine) = (*cx.doc.disk(), *cx.doc.data());
        // A file that is gone has nothing to merge: keeping mine keeps all of its data.
        let empty = rasher::Rom::empty("").data;
        let is_gone = |area: &Range<usize>| {
            theirs[area.clone()] == empty[area.clone()] && disk[area.clone()] != empty[area.clone()]
        };
        let gone: Vec<Range<usize>> =
            format::DataKind::ALL.into_iter().map(format::DataKind::area).filter(is_gone).collect();
        let is_taken = |at: &usize| {
            let contested = both.binary_search(&(*at as u16)).is_ok();
            let stays = !theirs_wins && (contested || gone.iter().any(|area| area.contains(at)));
            theirs[*at] != mine[*at] && !stays && (contested || mine[*at] == disk[*at])
        };
        let taken: Vec<usize> = (0..ROM_SIZE).filter(is_taken).collect();
        cx.doc.take("reload from disk", &theirs, &taken, cx.frame);
        cx.doc.saved(theirs);
        cx.say(if theirs_wins {
            "took the version on disk: Ctrl+Z restores yours"
        } else {
            "kept your version: Ctrl+S saves it"
        });
    }
}

impl Editors {
    pub fn is_changed(&self) -> bool {
        self.cx.doc.is_changed() || self.code.text.is_changed()
    }

    pub fn sources_now(&self) -> Vec<SourceFile> {
        self.code.files()
    }

    pub fn sources_unsaved(&self) -> Vec<SourceFile> {
        self.code.text.unsaved().into_iter().map(|(file, _)| file).collect()
    }

    pub fn stops(&self) -> Vec<(String, u32)> {
        self.code.stops()
    }

    pub fn show_fault(&mut self) {
        self.open(EditorKind::Code);
        self.code.show_fault(&mut self.cx);
    }

    pub(super) fn sources(&mut self, files: &[SourceFile]) {
        let (before, was_empty) = (self.code.text.version(), self.code.text.files().is_empty());
        let both = self.code.sources(files, self.cx.frame, None);
        if both.is_empty() {
            if !was_empty && self.code.text.version() != before {
                self.cx.say("reloaded changes from disk: Ctrl+Z undoes them");
            }
            self.code_conflict = None;
        } else {
            self.highlighted = None;
            self.code_conflict = Some((files.to_vec(), both));
        }
    }

    pub(super) fn decide_code(&mut self, theirs_wins: bool) {
        let Some((files, _)) = self.code_conflict.take() else { return };
        self.code.sources(&files, self.cx.frame, Some(theirs_wins));
        self.cx.say(if theirs_wins {
            "took the version on disk: Ctrl+Z restores yours"
        } else {
            "kept your version: Ctrl+S saves it"
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::test_user::User;
    use crate::{EditPlace, Side};
    use rasher::memory::{FLAGS, MAP};

    /// Our decision: a file that is gone, as its area is empty, has nothing to merge. Keeping the changes made here keeps all of it, not
    /// only the bytes that were changed; what changed in other files is merged as ever.
    #[test]
    fn who_keeps_theirs_keeps_the_whole_of_a_file_that_is_gone() {
        let (cell, drawn, flags) = (usize::from(MAP), usize::from(MAP) + 300, usize::from(FLAGS));
        for (answer, want) in [("Up Enter", [7, 5, 1]), ("Down Enter", [0, 0, 1])] {
            let mut user = User::new();
            user.files_hold([(cell, 4), (drawn, 5)]);
            user.editors.cx.doc.begin("paint", Side::Picture, EditPlace::Everywhere);
            user.editors.cx.doc.set(cell, 7);
            user.editors.cx.doc.commit(0, None);
            user.files_hold([(flags, 1)]);
            assert!(user.editors.conflict.is_some());
            let data = user.does(answer).data();
            assert_eq!([cell, drawn, flags].map(|at| data[at]), want, "{answer}");
        }
    }
}
