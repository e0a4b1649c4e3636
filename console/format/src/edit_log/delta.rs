//! The difference of two states of a cart.
//!
//! ```text
//! data    (address, new bytes) ...            ranges; one or two equal bytes between differences belong to a range
//! text    skip | at, cut, new                 `skip` bytes are dropped from the front; `cut` bytes at `at` are replaced
//!
//! abcdefgh ── skip 2, at 4, cut 1, "XY" ──> cdefXYh
//! ```
//!
//! The front is dropped from notes that have a limit, such as the oldest steps of undo.

use super::{EDIT_BYTES, EditState};
use serde::{Deserialize, Serialize};

const GAP: usize = 3;
/// Bytes by which a text that was shifted is recognised, and places that are tried.
const SAMPLE: usize = 24;
const TRIES: usize = 8;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct TextDelta {
    skip: u32,
    at: u32,
    cut: u32,
    new: Vec<u8>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Delta {
    pub data: Vec<(u16, Vec<u8>)>,
    /// All files in their order; none if no file differs.
    files: Option<Vec<(String, TextDelta)>>,
    notes: Option<Vec<TextDelta>>,
}

impl Delta {
    pub fn of(old: &EditState, new: &EditState) -> Delta {
        let files = (old.files != new.files).then(|| {
            let delta = |(name, text): &(String, Vec<u8>)| {
                (name.clone(), TextDelta::of(old.file(name).unwrap_or_default(), text))
            };
            new.files.iter().map(delta).collect()
        });
        let before = old.notes.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
        let notes = (old.notes != new.notes)
            .then(|| before.zip(&new.notes).map(|(old, new)| TextDelta::of(old, new)).collect());
        Delta { data: ranges(&old.data, &new.data), files, notes }
    }

    pub fn changed_files(&self) -> Vec<&str> {
        let files = self.files.iter().flatten();
        files.filter(|(_, delta)| !delta.is_same()).map(|(name, _)| &name[..]).collect()
    }

    pub fn rename_file(&mut self, from: &str, to: &str) {
        let files = self.files.iter_mut().flatten();
        files.filter(|(name, _)| name == from).for_each(|(name, _)| *name = to.to_string());
    }

    /// False if it does not fit the state, which is of no use then.
    pub fn apply(&self, state: &mut EditState) -> bool {
        for (at, new) in &self.data {
            let at = usize::from(*at);
            let Some(place) = state.data.get_mut(at..at + new.len()) else { return false };
            place.copy_from_slice(new);
        }
        if let Some(files) = &self.files {
            let new = |(name, delta): &(String, TextDelta)| {
                Some((name.clone(), delta.apply(state.file(name).unwrap_or_default())?))
            };
            let Some(files) = files.iter().map(new).collect() else { return false };
            state.files = files;
        }
        if let Some(notes) = &self.notes {
            let before = state.notes.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
            let Some(notes) = before.zip(notes).map(|(old, delta)| delta.apply(old)).collect() else {
                return false;
            };
            state.notes = notes;
        }
        true
    }
}

fn ranges(old: &[u8; EDIT_BYTES], new: &[u8; EDIT_BYTES]) -> Vec<(u16, Vec<u8>)> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for at in (0..EDIT_BYTES).filter(|at| old[*at] != new[*at]) {
        match found.last_mut().filter(|range| at < range.end + GAP) {
            Some(range) => range.end = at + 1,
            None => found.push(at..at + 1),
        }
    }
    found.into_iter().map(|range| (range.start as u16, new[range].to_vec())).collect()
}

impl TextDelta {
    fn of(old: &[u8], new: &[u8]) -> TextDelta {
        let plain = TextDelta::after(0, old, new);
        // A front was dropped if the text continues with a later part of the old one.
        if plain.new.len() <= SAMPLE || new.len() < SAMPLE {
            return plain;
        }
        let sample = &new[..SAMPLE];
        let places = old.windows(SAMPLE).enumerate().skip(1).filter(|(_, part)| *part == sample);
        let shifted = places.take(TRIES).map(|(skip, _)| TextDelta::after(skip, &old[skip..], new));
        shifted.fold(plain, |best, it| if it.new.len() < best.new.len() { it } else { best })
    }

    fn after(skip: usize, old: &[u8], new: &[u8]) -> TextDelta {
        let at = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let room = old.len().min(new.len()) - at;
        let tail = old.iter().rev().zip(new.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
        let (cut, new) = (old.len() - tail - at, new[at..new.len() - tail].to_vec());
        TextDelta { skip: skip as u32, at: at as u32, cut: cut as u32, new }
    }

    fn is_same(&self) -> bool {
        (self.skip, self.cut, self.new.len()) == (0, 0, 0)
    }

    fn apply(&self, old: &[u8]) -> Option<Vec<u8>> {
        let (head, rest) = old.get(self.skip as usize..)?.split_at_checked(self.at as usize)?;
        Some([head, &self.new, rest.get(self.cut as usize..)?].concat())
    }
}
