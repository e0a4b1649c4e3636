//! Code among the editors: what its files have, what is changed, whose change counts.

use super::{EditorKind, Editors, SourceFile};

impl Editors {
    /// Is there something that the files do not have?
    pub fn is_changed(&self) -> bool {
        self.cx.doc.is_changed() || self.code.is_changed()
    }

    /// The files of the code as they are edited; none where there is no code.
    pub fn sources_now(&self) -> Vec<SourceFile> {
        self.code.files()
    }

    /// The files of code that are not saved, as they are now.
    pub fn sources_unsaved(&self) -> Vec<SourceFile> {
        self.code.unsaved().into_iter().map(|(file, _)| file).collect()
    }

    /// The lines of the code with breakpoints, as places name them.
    pub fn stops(&self) -> Vec<(String, u32)> {
        self.code.stops()
    }

    /// Goes to what stopped the cart, if that is known and its code is here.
    pub fn show_fault(&mut self) {
        self.open(EditorKind::Code);
        self.code.show_fault(&mut self.cx);
    }

    pub(super) fn sources(&mut self, files: &[SourceFile]) {
        let (before, was_empty) = (self.code.version(), self.code.is_empty());
        let both = self.code.sources(files, self.cx.frame, None);
        if both.is_empty() {
            if !was_empty && self.code.version() != before {
                self.cx.say("changed outside: taken over, Ctrl+Z takes it back");
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
            "theirs: Ctrl+Z brings yours back"
        } else {
            "yours stays: Ctrl+S writes it"
        });
    }
}
