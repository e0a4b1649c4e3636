//! Data that others save while they are edited here.
//!
//! ```text
//! other bytes than mine ── taken over, one step of the history      the same bytes ── a question: M mine, T theirs; nothing is saved before
//! ```

use super::Editors;
use super::bar::answer_at;
use super::input::{Data, EditKey};
use rasher::memory::ROM_SIZE;

/// The same bytes were changed here and outside: which, and what the files have.
#[derive(Clone, Debug)]
pub(super) struct Conflict {
    pub theirs: Box<Data>,
    pub both: Vec<u16>,
}

impl Editors {
    /// The files have these data now.
    pub(super) fn outside(&mut self, theirs: &Data) {
        let (editor, desk) = self.front();
        // A gesture is not torn: it ends as it stands.
        editor.settle(desk);
        if desk.is_now && desk.turn_now() {
            self.told = self.desk.doc.version();
        }
        let desk = &mut self.desk;
        let before = desk.doc.version();
        let both = desk.doc.outside(theirs, desk.frame);
        if both.is_empty() {
            if desk.doc.version() != before {
                desk.say("changed outside: taken over, Ctrl+Z takes it back");
            }
            self.conflict = None;
        } else {
            self.desk.blink(both.clone());
            self.conflict = Some(Conflict { theirs: Box::new(*theirs), both });
        }
    }

    /// A key while it is asked which of two changes counts; true if it was an answer.
    pub(super) fn decide(&mut self, key: &EditKey) -> bool {
        let theirs_wins =
            match key.letter.filter(|_| !key.control && !key.alt).map(|c| c.to_ascii_lowercase()) {
                Some('m') => false,
                Some('t') => true,
                _ => return false,
            };
        let Some(Conflict { theirs, both }) = self.conflict.take() else { return false };
        let desk = &mut self.desk;
        let (disk, mine) = (*desk.doc.disk(), *desk.doc.data());
        let is_taken = |at: &usize| {
            let contested = both.binary_search(&(*at as u16)).is_ok();
            theirs[*at] != mine[*at] && if contested { theirs_wins } else { mine[*at] == disk[*at] }
        };
        let taken: Vec<usize> = (0..ROM_SIZE).filter(is_taken).collect();
        desk.doc.take("file changed outside", &theirs, &taken, desk.frame);
        desk.doc.saved(theirs);
        desk.say(if theirs_wins {
            "theirs: Ctrl+Z brings yours back"
        } else {
            "yours stays: Ctrl+S writes it"
        });
        true
    }

    /// A button went down while something is asked; true if that is where it was meant.
    pub(super) fn click_answer(&mut self, button: u8) -> bool {
        let answers = match self.offer.is_some() {
            true => ['r', 'd'],
            false if self.conflict.is_some() || self.code_conflict.is_some() => ['m', 't'],
            false => return false,
        };
        let hit = answer_at(self.desk.pointer, self.desk.size);
        if let Some(answer) = hit.flatten().filter(|_| button == 1) {
            self.key(&EditKey { letter: Some(answers[answer]), ..EditKey::default() });
        }
        // What is drawn before a draft is taken would keep its steps from coming back.
        hit.is_some() || self.offer.is_some()
    }
}
