//! What is unsaved, kept beside the files against a crash and offered again; and breakpoints, which are there again unasked.
//!
//! ```text
//! half a second after a change   Editors::draft ──> bytes, which the store keeps      saved, or undone: they go
//! the next first F2              offer_draft ──>     brought back, with the steps that can be undone; or dropped
//! ```
//!
//! A draft has the bytes that differ and the code of each file that differs, with what the files had, and the newest steps of each
//! history ([`super::history`]) with a digest of what the files had as a whole. Where the files hold something else by now the steps
//! are left alone: what was unsaved comes back as one step, and it is asked whose change counts, as with any from outside.

use super::change::DataChange;
use super::code::CodeHistory;
use super::history::RecentSteps;
use super::{Editors, SourceFile};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// Bytes of the data: the address, what the files had, what is unsaved.
    bytes: Vec<(u16, u8, u8)>,
    /// Files of the code: the name, what the file had, what is unsaved.
    files: Vec<(String, Vec<u8>, Vec<u8>)>,
    /// What the data's files had, and the newest steps of pictures and of sounds; nothing in a draft of the form before.
    data_past: (Option<u64>, [RecentSteps<DataChange>; 2]),
    code_past: CodeHistory,
    /// Breakpoints, as places name them. They are unsaved for good: no file has them.
    stops: Vec<(String, u32)>,
}

/// The format's name and number, before the rest.
const HEAD: &[u8] = b"rasher draft 4\n";
/// The forms before: one has no breakpoints, and one no steps either.
const HEAD_3: &[u8] = b"rasher draft 3\n";
const HEAD_2: &[u8] = b"rasher draft 2\n";

impl Draft {
    /// As bytes for a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(self).unwrap_or_default();
        [HEAD, &body].concat()
    }

    /// From a file's bytes; none where they are no draft, or an empty one.
    pub fn from_bytes(bytes: &[u8]) -> Option<Draft> {
        let mut draft = if let Some(body) = bytes.strip_prefix(HEAD) {
            postcard::from_bytes(body).ok()?
        } else if let Some(body) = bytes.strip_prefix(HEAD_3) {
            let (bytes, files, data_past, code_past) = postcard::from_bytes(body).ok()?;
            Draft { bytes, files, data_past, code_past, ..Draft::default() }
        } else {
            let (bytes, files) = postcard::from_bytes(bytes.strip_prefix(HEAD_2)?).ok()?;
            Draft { bytes, files, ..Draft::default() }
        };
        // More steps than are ever kept would take their time.
        if !draft.data_past.1.iter().all(RecentSteps::is_bounded) || !draft.code_past.1.is_bounded() {
            (draft.data_past, draft.code_past) = Default::default();
        }
        (draft.is_unsaved() || !draft.stops.is_empty()).then_some(draft)
    }

    pub(super) fn is_unsaved(&self) -> bool {
        !self.bytes.is_empty() || !self.files.is_empty()
    }

    /// The lines with breakpoints, as places name them.
    pub fn stops(&self) -> &[(String, u32)] {
        &self.stops
    }

    /// What is in it, in words.
    pub(super) fn count(&self) -> String {
        let plural = |n: usize, thing: &str| format!("{n} {thing}{}", if n == 1 { "" } else { "s" });
        let data = (!self.bytes.is_empty()).then(|| plural(self.bytes.len(), "byte") + " of data");
        let code = (!self.files.is_empty()).then(|| plural(self.files.len(), "file") + " of code");
        data.into_iter().chain(code).collect::<Vec<_>>().join(", ")
    }
}

impl Editors {
    /// What the files do not have, and breakpoints; none if there is neither, or while one of before is still offered.
    pub fn draft(&self) -> Option<Draft> {
        let (waiting, stops) = (self.code.waiting(), self.stops());
        let is_saved = !self.is_changed() && waiting.is_empty();
        if self.offer.is_some() || is_saved && stops.is_empty() {
            return None;
        }
        if is_saved {
            return Some(Draft { stops, ..Draft::default() });
        }
        let cart = self.cx.cart();
        let differs = |at: &usize| cart.data()[*at] != cart.disk()[*at];
        let patch = |at: usize| (at as u16, cart.disk()[at], cart.get(at));
        let bytes = (0..cart.data().len()).filter(differs).map(patch).collect();
        let files = self.code.unsaved().into_iter().chain(waiting.iter().cloned());
        Some(Draft {
            bytes,
            files: files.map(|(file, had)| (file.name, had, file.text)).collect(),
            data_past: (Some(cart.digest()), cart.newest()),
            code_past: self.code.past(),
            stops,
        })
    }

    /// Offers what was unsaved when the console ended last; its breakpoints hold unasked.
    pub fn offer_draft(&mut self, draft: Draft) {
        self.code.set_stops(draft.stops());
        self.kept = Some(draft.clone());
        self.offer = draft.is_unsaved().then(|| Box::new(draft));
    }

    /// What is unsaved, as bytes, if it is not what this gave last; no bytes where nothing is.
    pub fn changed_draft(&mut self) -> Option<Option<Vec<u8>>> {
        let draft = if self.offer.is_none() { self.draft() } else { return None };
        if draft == self.kept {
            return None;
        }
        self.kept = draft;
        Some(self.kept.as_ref().map(Draft::to_bytes))
    }

    /// Whether what was unsaved is wanted.
    pub(super) fn decide_draft(&mut self, is_wanted: bool) {
        if is_wanted {
            return self.restore();
        }
        self.offer = None;
        self.cx.say("dropped");
    }

    fn restore(&mut self) {
        let Some(draft) = self.offer.take() else { return };
        if self.cx.is_live {
            self.cx.toggle_live();
        }
        let now = Box::new(*self.cx.doc.disk());
        let (mut data, mut had) = (Box::new(*self.cx.doc.data()), now.clone());
        let mut places: Vec<usize> = Vec::new();
        for (at, old, new) in &draft.bytes {
            let at = usize::from(*at);
            if let (Some(place), Some(base)) = (data.get_mut(at), had.get_mut(at)) {
                (*place, *base) = (*new, *old);
                places.push(at);
            }
        }
        let (of, steps) = &draft.data_past;
        if *of != Some(self.cx.doc.digest()) || !self.cx.doc.resume(data.clone(), steps) {
            self.cx.doc.take("brought back", &data, &places, self.cx.frame);
        }
        let file = |(name, had, text): &(String, Vec<u8>, Vec<u8>)| {
            (SourceFile { name: name.clone(), text: text.clone() }, had.clone())
        };
        let files: Vec<_> = draft.files.iter().map(file).collect();
        let (theirs, both) = self.code.bring_back(&files, &draft.code_past, self.cx.frame);
        self.code_conflict = (!both.is_empty()).then_some((theirs, both));
        self.sent_version = u64::MAX;
        self.cx.say(format!("brought back: {}; Ctrl+S saves", draft.count()));
        // What the files hold now counts as saved since then by somebody else.
        self.cx.doc.saved(had);
        self.outside(&now);
    }
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
