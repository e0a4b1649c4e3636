//! The code's files: unsaved ones, and conflicts with changes by other programs.

use super::{EditorKind, Editors, SourceFile};

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

    /// Breakpoints: files and lines from 1.
    pub fn stops(&self) -> Vec<(String, u32)> {
        self.code.stops()
    }

    /// Opens the code at the error that stopped the cart, if there is one.
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
