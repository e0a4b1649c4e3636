//! Unsaved work as it is restored: the differences to the files, the steps that can be undone, breakpoints.
//!
//! ```text
//! notes of a state in the history   pictures, sounds, code: done, undone   one text each, a step after the other
//!                                   digests of the files, whether steps were left off, breakpoints
//! a file of an earlier version      "rasher draft 4\n" | the same, and the differences
//! ```
//!
//! If the files have changed since, the steps are dropped: the work is restored as one step, and conflicts are a question, as with any
//! change by another program.

use super::code::CodeHistory;
use super::types::ALL;
use super::undo::{DataChange, RecentSteps, UndoStack, Weight};
use super::{Editors, SourceFile};
use format::EditState;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Draft {
    bytes: Vec<(u16, u8, u8)>,
    /// The name of a file of code, its contents, the unsaved text.
    files: Vec<(String, Vec<u8>, Vec<u8>)>,
    /// A digest of the data's files, and the newest steps of pictures and of sounds.
    data_past: (Option<u64>, [RecentSteps<DataChange>; 2]),
    code_past: CodeHistory,
    stops: Vec<(String, u32)>,
}

/// The last of a state's notes.
type About = (Option<u64>, Option<u64>, [bool; 3], Vec<(String, u32)>);

const HEAD: &[u8] = b"rasher draft 4\n";
/// Older forms: one has no breakpoints, the other no steps either.
const HEAD_3: &[u8] = b"rasher draft 3\n";
const HEAD_2: &[u8] = b"rasher draft 2\n";

fn written<S: Serialize>(steps: &[S]) -> Vec<u8> {
    // Every step has a postcard form.
    steps.iter().flat_map(|step| postcard::to_allocvec(step).unwrap_or_default()).collect()
}

/// Steps up to the end, or to the first that is damaged.
fn read<'a, S: Deserialize<'a>>(mut bytes: &'a [u8]) -> Vec<S> {
    let mut steps = Vec::new();
    while let Ok((step, rest)) = postcard::take_from_bytes(bytes) {
        if rest.len() == bytes.len() {
            break;
        }
        steps.push(step);
        bytes = rest;
    }
    steps
}

fn stacks<'a, S: Deserialize<'a> + Weight>(notes: &'a [Vec<u8>], is_cut: bool) -> RecentSteps<S> {
    let steps = |n: usize| notes.get(n).map(|bytes| read(bytes)).unwrap_or_default();
    let recent = RecentSteps { history: UndoStack { done: steps(0), undone: steps(1) }, is_cut };
    // More steps than are ever kept would take too long.
    if recent.is_bounded() { recent } else { RecentSteps::default() }
}

impl Draft {
    /// A file of an earlier version.
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
        if !draft.data_past.1.iter().all(RecentSteps::is_bounded) || !draft.code_past.1.is_bounded() {
            (draft.data_past, draft.code_past) = Default::default();
        }
        (draft.is_unsaved() || !draft.stops.is_empty()).then_some(draft)
    }

    /// The difference between work and the files' contents, and what the work's notes say.
    pub fn of(mine: &EditState, disk: &EditState) -> Draft {
        let at = (0..ALL).filter(|at| mine.data[*at] != disk.data[*at]);
        let file = |(name, text): &(String, Vec<u8>)| {
            let had = disk.file(name).unwrap_or_default();
            (had != text).then(|| (name.clone(), had.to_vec(), text.clone()))
        };
        let notes = &mine.notes[..];
        let about: Option<About> = notes.get(6).and_then(|bytes| postcard::from_bytes(bytes).ok());
        let (data, code, cut, mut stops) = about.unwrap_or_default();
        // The first file is the cart, which may have been renamed since.
        if let Some((own, _)) = mine.files.first() {
            let is_gone = |name: &str| mine.file(name).is_none() && format::is_cartridge(name);
            stops.iter_mut().filter(|(name, _)| is_gone(name)).for_each(|(name, _)| name.clone_from(own));
        }
        let from = |n: usize| notes.get(n..).unwrap_or_default();
        Draft {
            bytes: at.map(|at| (at as u16, disk.data[at], mine.data[at])).collect(),
            files: mine.files.iter().filter_map(file).collect(),
            data_past: (data, [stacks(from(0), cut[0]), stacks(from(2), cut[1])]),
            code_past: (code, stacks(from(4), cut[2])),
            stops,
        }
    }

    pub fn is_unsaved(&self) -> bool {
        !self.bytes.is_empty() || !self.files.is_empty()
    }

    pub fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.files.iter_mut().map(|(name, ..)| name).chain(self.stops.iter_mut().map(|(name, _)| name))
    }

    pub fn stops(&self) -> &[(String, u32)] {
        &self.stops
    }
}

impl Editors {
    /// What belongs to the work in the history.
    pub(super) fn notes(&self) -> Vec<Vec<u8>> {
        let cart = self.cx.cart();
        let ([pictures, sounds], (code_digest, code)) = (cart.newest(), self.code.past());
        let digests = (Some(cart.digest()), code_digest);
        let cut = [pictures.is_cut, sounds.is_cut, code.is_cut];
        let about: About = (digests.0, digests.1, cut, self.stops());
        let data = [pictures, sounds].map(|steps| steps.history);
        let steps = data.iter().flat_map(|steps| [written(&steps.done), written(&steps.undone)]);
        let code = [written(&code.history.done), written(&code.history.undone)];
        steps.chain(code).chain([postcard::to_allocvec(&about).unwrap_or_default()]).collect()
    }

    /// Steps of work that was saved before the console ended.
    pub(super) fn resume(&mut self, draft: &Draft) {
        let uncut = |steps: &RecentSteps<DataChange>| RecentSteps { is_cut: false, ..steps.clone() };
        let (digest, steps) = &draft.data_past;
        if *digest == Some(self.cx.doc.digest()) && !self.cx.is_live {
            let data: Vec<u8> = (0..ALL).map(|at| self.cx.doc.get(at)).collect();
            self.cx.doc.resume(&data, &[uncut(&steps[0]), uncut(&steps[1])]);
        }
        let (digest, steps) = &draft.code_past;
        if *digest == Some(self.code.text.digest()) {
            self.code.text.resume(&[], &RecentSteps { is_cut: false, ..steps.clone() });
        }
    }

    pub(super) fn restore(&mut self, draft: Draft) {
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
        // From now on the files count as changed by another program.
        self.cx.doc.set_disk(&had);
        self.outside(&now);
        if self.code_conflict.is_some() && self.conflict.is_none() {
            self.record_both();
        }
    }
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
