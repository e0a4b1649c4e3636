//! What is unsaved, kept beside the files against a crash and offered again.
//!
//! ```text
//! half a second after a change   Editors::draft ──> bytes, which the store keeps      saved, or undone: they go
//! the next first F2              EditInput::Draft ──> R brings it back, as a step of each history that can be undone; D drops it
//! ```
//!
//! A draft has the bytes that differ and the code of each file that differs, with what the files had; no history. Where the files hold
//! something else by now it is asked whose counts, as with any change from outside; Ctrl+Z takes away what was brought back.

use super::bar::draw_box;
use super::input::EditKey;
use super::pen::Pen;
use super::{Editors, SourceFile};
use serde::{Deserialize, Serialize};

/// What is unsaved of a cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// Bytes of the data: the address, what the files had, what is unsaved.
    bytes: Vec<(u16, u8, u8)>,
    /// Files of the code: the name, what the file had, what is unsaved.
    files: Vec<(String, Vec<u8>, Vec<u8>)>,
}

/// The format's name and number, before the rest.
const HEAD: &[u8] = b"rasher draft 2\n";

impl Draft {
    /// As bytes for a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(self).unwrap_or_default();
        [HEAD, &body].concat()
    }

    /// From a file's bytes; none where they are no draft, or an empty one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Draft> {
        let draft: Draft = postcard::from_bytes(bytes.strip_prefix(HEAD)?).ok()?;
        (draft != Draft::default()).then_some(draft)
    }

    fn count(&self) -> String {
        let plural = |n: usize, thing: &str| format!("{n} {thing}{}", if n == 1 { "" } else { "s" });
        let data = (!self.bytes.is_empty()).then(|| plural(self.bytes.len(), "byte") + " of data");
        let code = (!self.files.is_empty()).then(|| plural(self.files.len(), "file") + " of code");
        data.into_iter().chain(code).collect::<Vec<_>>().join(", ")
    }
}

impl Editors {
    /// What the files do not have; none if they have it all, or while one of before is still offered.
    pub fn draft(&self) -> Option<Draft> {
        if self.offer.is_some() || !self.is_changed() {
            return None;
        }
        let cart = self.desk.cart();
        let differs = |at: &usize| cart.data()[*at] != cart.disk()[*at];
        let patch = |at: usize| (at as u16, cart.disk()[at], cart.get(at));
        let bytes = (0..cart.data().len()).filter(differs).map(patch).collect();
        let files = self.code.unsaved().into_iter().map(|(file, had)| (file.name, had, file.text)).collect();
        Some(Draft { bytes, files })
    }

    /// Is one of before offered?
    pub fn offers_draft(&self) -> bool {
        self.offer.is_some()
    }

    /// A key while it is asked whether a draft is wanted; true if it was an answer, or would have typed.
    pub(super) fn decide_draft(&mut self, key: &EditKey) -> bool {
        let letter = key.letter.filter(|_| !key.control && !key.alt).map(|c| c.to_ascii_lowercase());
        match letter {
            Some('r') => self.restore(),
            Some('d') => {
                self.offer = None;
                self.desk.say("dropped");
            }
            _ => return !key.text.is_empty(),
        }
        true
    }

    fn restore(&mut self) {
        let Some(draft) = self.offer.take() else { return };
        if self.desk.is_now {
            self.desk.turn_now();
        }
        let now = Box::new(*self.desk.doc.disk());
        let (mut data, mut had) = (Box::new(*self.desk.doc.data()), now.clone());
        let mut places: Vec<usize> = Vec::new();
        for (at, old, new) in &draft.bytes {
            let at = usize::from(*at);
            if let (Some(place), Some(base)) = (data.get_mut(at), had.get_mut(at)) {
                (*place, *base) = (*new, *old);
                places.push(at);
            }
        }
        self.desk.doc.take("brought back", &data, &places, self.desk.frame);
        let file = |(name, had, text): &(String, Vec<u8>, Vec<u8>)| {
            (SourceFile { name: name.clone(), text: text.clone() }, had.clone())
        };
        let files: Vec<_> = draft.files.iter().map(file).collect();
        let (theirs, both) = self.code.bring_back(&files, self.desk.frame);
        self.code_conflict = (!both.is_empty()).then_some((theirs, both));
        self.told = u64::MAX;
        self.desk.say(format!("brought back: {}; Ctrl+S saves", draft.count()));
        // What the files hold now counts as saved since then by somebody else.
        self.desk.doc.saved(had);
        self.outside(&now);
    }
}

pub(super) fn draw(pen: &mut Pen<'_>, draft: &Draft, size: (i32, i32)) {
    let asked = ["the console ended with unsaved", &draft.count()];
    draw_box(pen, asked, ["R  bring it back", "D  drop it"], (1, 12), size);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::hand::Hand;
    use crate::edit::{EditInput, EditorKind, Side};

    /// Scenario 24: what was unsaved when the console ended is offered, brought back as a step, or dropped.
    #[test]
    fn scenario_24_what_was_unsaved_is_offered_again() {
        let mut hand = Hand::new();
        assert_eq!(hand.editors.draft(), None);
        hand.editors.open(EditorKind::Sprite);
        hand.click((8, 21));
        let kept = hand.editors.draft().expect("something is unsaved").to_bytes();
        let after = hand.data();
        for (key, want) in [("r", true), ("d", false)] {
            let mut next = Hand::new();
            next.editors.open(EditorKind::Sprite);
            let draft = Draft::from_bytes(&kept).expect("a draft");
            next.tell(EditInput::Draft(Box::new(draft)));
            next.key("g");
            assert!(next.editors.offers_draft() && next.editors.draft().is_none(), "nothing is overwritten");
            next.editors.draw();
            next.key(key);
            assert!(!next.editors.offers_draft());
            assert_eq!((next.data() == after, next.editors.is_changed()), (want, want), "{key}");
            if want {
                assert_eq!(next.editors.document().steps(Side::Picture), (1, 0));
                next.key("Ctrl+z");
                assert!(!next.editors.is_changed());
            }
        }
    }

    /// Files that others have saved meanwhile are never written over unasked: other bytes are both kept, the same byte is a question.
    #[test]
    fn files_that_changed_meanwhile_are_asked_about() {
        let mut hand = Hand::new();
        hand.editors.open(EditorKind::Sprite);
        hand.click((8, 21));
        let (draft, mine) = (hand.editors.draft().expect("something is unsaved"), hand.data());
        let at = (0..mine.len()).find(|at| mine[*at] != 0).expect("a pixel");
        for (changed, answer, want) in [(at + 1, "", mine[at]), (at, "m", mine[at]), (at, "t", 0x55)] {
            let mut theirs = Box::new([0; rasher::memory::ROM_SIZE]);
            theirs[changed] = 0x55;
            let mut next = Hand { editors: Editors::new(theirs.clone()), effects: Vec::new() };
            next.tell(EditInput::Draft(Box::new(draft.clone())));
            next.key("r");
            next.key("Ctrl+s");
            let saves = |hand: &Hand| {
                hand.effects.iter().any(|it| matches!(it, crate::edit::EditEffect::Save { .. }))
            };
            assert_eq!(saves(&next), answer.is_empty(), "nothing is written before the answer");
            if !answer.is_empty() {
                next.key(answer);
            }
            assert_eq!((next.data()[at], next.editors.is_changed()), (want, want == mine[at]), "{answer}");
            assert_eq!(next.editors.document().disk()[changed], 0x55);
        }
    }

    #[test]
    fn what_is_no_draft_is_none() {
        let whole = Draft {
            bytes: vec![(1, 2, 3)],
            files: vec![("a.lua".to_string(), b"x".to_vec(), b"x=1".to_vec())],
        };
        let bytes = whole.to_bytes();
        assert_eq!(Draft::from_bytes(&bytes), Some(whole));
        for cut in 0..bytes.len() {
            assert_eq!(Draft::from_bytes(&bytes[..cut]), None, "{cut}");
        }
        assert_eq!(Draft::from_bytes(&Draft::default().to_bytes()), None);
    }
}
