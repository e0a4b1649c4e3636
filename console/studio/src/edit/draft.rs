//! What is unsaved, kept beside the files against a crash and offered again.
//!
//! ```text
//! a second after a change   Editors::draft ──> bytes, which the store keeps      saved, or undone: they go
//! the next first F2         EditInput::Draft ──> R brings it back, as a step of each history that can be undone; D drops it
//! ```
//!
//! A draft has the bytes that differ and the code of each file that differs, no history. What the files hold now does not matter: the
//! bytes of a draft are put over it, and Ctrl+Z takes them away again.

use super::bar::draw_box;
use super::input::EditKey;
use super::pen::Pen;
use super::{Editors, SourceFile};
use serde::{Deserialize, Serialize};

/// What is unsaved of a cart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// Bytes of the data, by address.
    bytes: Vec<(u16, u8)>,
    /// Files of the code, by name.
    files: Vec<(String, Vec<u8>)>,
}

/// The format's name and number, before the rest.
const HEAD: &[u8] = b"rasher draft 1\n";

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
        let bytes = (0..cart.data().len()).filter(differs).map(|at| (at as u16, cart.get(at))).collect();
        let files = self.code.unsaved().into_iter().map(|(file, _)| (file.name, file.text)).collect();
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
        let mut data = Box::new(*self.desk.doc.data());
        let mut places: Vec<usize> = Vec::new();
        for (at, byte) in &draft.bytes {
            if let Some(place) = data.get_mut(usize::from(*at)) {
                *place = *byte;
                places.push(usize::from(*at));
            }
        }
        self.desk.doc.take("brought back", &data, &places, self.desk.frame);
        let files: Vec<SourceFile> = draft
            .files
            .iter()
            .map(|(name, text)| SourceFile { name: name.clone(), text: text.clone() })
            .collect();
        self.code.bring_back(&files, self.desk.frame);
        self.told = u64::MAX;
        self.desk.say(format!("brought back: {}; Ctrl+S saves", draft.count()));
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

    #[test]
    fn what_is_no_draft_is_none() {
        let whole = Draft { bytes: vec![(1, 2)], files: vec![("a.lua".to_string(), b"x=1".to_vec())] };
        let bytes = whole.to_bytes();
        assert_eq!(Draft::from_bytes(&bytes), Some(whole));
        for cut in 0..bytes.len() {
            assert_eq!(Draft::from_bytes(&bytes[..cut]), None, "{cut}");
        }
        assert_eq!(Draft::from_bytes(&Draft::default().to_bytes()), None);
    }
}
