//! Unsaved work, kept against a crash and offered again; and breakpoints, which come back without a question.
//!
//! ```text
//! half a second after a change   Editors::draft ──> bytes, which the store keeps      removed once saved or undone
//! the next first F2              offer_draft ──>     restored, with the steps that can be undone; or discarded
//! ```
//!
//! A draft has the bytes and the files of code that differ, with the files' contents, and the newest steps of each history
//! ([`super::history`]) with a digest of those contents. If the files have changed since, the steps are dropped: the work is restored as
//! one step, and conflicts are a question, as with any change by another program.

use super::code::CodeHistory;
use super::history::{DataChange, RecentSteps};
use super::types::ALL;
use super::{Editors, SourceFile};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    bytes: Vec<(u16, u8, u8)>,
    /// The name of a file of code, its contents, the unsaved text.
    files: Vec<(String, Vec<u8>, Vec<u8>)>,
    /// A digest of the data's files, and the newest steps of pictures and of sounds.
    data_past: (Option<u64>, [RecentSteps<DataChange>; 2]),
    code_past: CodeHistory,
    stops: Vec<(String, u32)>,
}

const HEAD: &[u8] = b"rasher draft 4\n";
/// Older forms: one has no breakpoints, the other no steps either.
const HEAD_3: &[u8] = b"rasher draft 3\n";
const HEAD_2: &[u8] = b"rasher draft 2\n";

impl Draft {
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(self).unwrap_or_default();
        [HEAD, &body].concat()
    }

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
        // More steps than are ever kept would take too long.
        if !draft.data_past.1.iter().all(RecentSteps::is_bounded) || !draft.code_past.1.is_bounded() {
            (draft.data_past, draft.code_past) = Default::default();
        }
        (draft.is_unsaved() || !draft.stops.is_empty()).then_some(draft)
    }

    pub(super) fn is_unsaved(&self) -> bool {
        !self.bytes.is_empty() || !self.files.is_empty()
    }

    pub fn stops(&self) -> &[(String, u32)] {
        &self.stops
    }

    pub(super) fn describe(&self) -> String {
        let plural = |n: usize, thing: &str| format!("{n} {thing}{}", if n == 1 { "" } else { "s" });
        let data = (!self.bytes.is_empty()).then(|| plural(self.bytes.len(), "byte") + " of data");
        let code = (!self.files.is_empty()).then(|| plural(self.files.len(), "file") + " of code");
        data.into_iter().chain(code).collect::<Vec<_>>().join(", ")
    }
}

impl Editors {
    /// Unsaved work and breakpoints; none if there are neither, or while an older draft is offered.
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
        let differs = |at: &usize| cart.get(*at) != cart.disk_at(*at);
        let patch = |at: usize| (at as u16, cart.disk_at(at), cart.get(at));
        let bytes = (0..ALL).filter(differs).map(patch).collect();
        let files = self.code.text.unsaved().into_iter().chain(waiting.iter().cloned());
        Some(Draft {
            bytes,
            files: files.map(|(file, had)| (file.name, had, file.text)).collect(),
            data_past: (Some(cart.digest()), cart.newest()),
            code_past: self.code.past(),
            stops,
        })
    }

    pub fn offer_draft(&mut self, draft: Draft) {
        self.code.set_stops(draft.stops());
        self.kept = Some(draft.clone());
        self.offer = draft.is_unsaved().then(|| Box::new(draft));
    }

    /// The draft for the store, if it has changed since the last call; no bytes if there is none.
    pub fn changed_draft(&mut self) -> Option<Option<Vec<u8>>> {
        let draft = if self.offer.is_none() { self.draft() } else { return None };
        if draft == self.kept {
            return None;
        }
        self.kept = draft;
        Some(self.kept.as_ref().map(Draft::to_bytes))
    }

    pub(super) fn decide_draft(&mut self, restores: bool) {
        if restores {
            return self.restore();
        }
        self.offer = None;
        self.cx.say("discarded unsaved changes");
    }

    fn restore(&mut self) {
        let Some(draft) = self.offer.take() else { return };
        if self.cx.is_live {
            self.cx.toggle_live();
        }
        let now: Vec<u8> = (0..ALL).map(|at| self.cx.doc.disk_at(at)).collect();
        let (mut data, mut had): (Vec<u8>, _) =
            ((0..ALL).map(|at| self.cx.doc.get(at)).collect(), now.clone());
        let mut places: Vec<usize> = Vec::new();
        for (at, old, new) in &draft.bytes {
            let at = usize::from(*at);
            if let (Some(place), Some(base)) = (data.get_mut(at), had.get_mut(at)) {
                (*place, *base) = (*new, *old);
                places.push(at);
            }
        }
        let (of, steps) = &draft.data_past;
        if *of != Some(self.cx.doc.digest()) || !self.cx.doc.resume(&data, steps) {
            self.cx.doc.take("restore unsaved work", &data, &places, self.cx.frame);
        }
        let file = |(name, had, text): &(String, Vec<u8>, Vec<u8>)| {
            (SourceFile { name: name.clone(), text: text.clone() }, had.clone())
        };
        let files: Vec<_> = draft.files.iter().map(file).collect();
        let (theirs, both) = self.code.bring_back(&files, &draft.code_past, self.cx.frame);
        self.code_conflict = (!both.is_empty()).then_some((theirs, both));
        self.sent_version = u64::MAX;
        self.cx.say(format!("restored {}: Ctrl+S saves", draft.describe()));
        // From now on the files count as changed by another program.
        self.cx.doc.set_disk(&had);
        self.outside(&now);
    }
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
