//! Saved states: moments of a run as bytes, next to its inputs, to resume an hour of play without running it again.
//!
//! ```text
//! inputs   ███████████████████████████████████████████   the run: replays anywhere, survives every update
//! states   0    S    S     S      S       S     S S N    a shortcut: only for the build that wrote them
//!               └ at least 10 s and a 64th of the run apart ┘ └ when the run is left: a key frame before, and the last moment
//! ```
//!
//! A state is a console's `Console::save_state`, deflated. The host gives the build's number ([`Build`]). A state that does not load, or is
//! not the moment that the inputs lead to, is ignored.

use crate::guard::guard;
use crate::recording::Check;
use rasher::{Console, Digest, Rom, STATE_FORMAT};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

const STATE_MAX: usize = 16 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build(u64);

impl Build {
    /// The build of an executable or module: code changes many times between two versions.
    pub fn of(program: &[u8]) -> Build {
        let mut digest = Digest::new();
        digest.word(STATE_FORMAT.into());
        digest.bulk(program);
        Build(digest.finish())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedState {
    build: Build,
    frame: u64,
    /// The console's digest, which the recording has too, so that a state belongs to one run.
    digest: u64,
    over: bool,
    bytes: SavedBytes,
}

impl SavedState {
    pub fn build(&self) -> Build {
        self.build
    }

    pub fn frame(&self) -> u64 {
        self.frame
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        // Extending a Vec cannot fail, and a state has a postcard form.
        postcard::to_stdvec(self).expect("a state has a postcard form")
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<SavedState> {
        postcard::take_from_bytes(bytes).ok().filter(|(_, rest)| rest.is_empty()).map(|(state, _)| state)
    }

    pub(crate) fn check(&self) -> Check {
        Check { frame: self.frame, digest: self.digest }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    pub(crate) fn size(&self) -> usize {
        match &self.bytes {
            SavedBytes::Plain(bytes) | SavedBytes::Deflated(bytes) => bytes.len(),
        }
    }

    pub(crate) fn of(
        build: Build,
        frame: u64,
        over: bool,
        console: &Console,
        rom: &Rom,
    ) -> Option<SavedState> {
        let bytes = SavedBytes::Plain(console.save_state(rom).ok()?.into());
        Some(SavedState { build, frame, digest: console.digest(), over, bytes })
    }

    /// Restores the console, with another one of the same program. None if the bytes are not of this moment.
    pub(crate) fn load(&self, like: &Console, rom: &Arc<Rom>) -> Option<Console> {
        let bytes = self.bytes.plain()?;
        let mut loaded = None;
        // A cart's own code reads its part.
        let read = |loaded: &mut Option<Console>| *loaded = like.load_state(&bytes, rom).ok();
        guard(&mut loaded, self.frame, read).ok()?;
        loaded.filter(|console| console.machine().frame() == self.frame && console.digest() == self.digest)
    }
}

/// A state's bytes: plain since they were made, or deflated since they were read. Files have them deflated.
#[derive(Clone, Debug)]
enum SavedBytes {
    Plain(Arc<[u8]>),
    Deflated(Arc<[u8]>),
}

impl SavedBytes {
    fn plain(&self) -> Option<Arc<[u8]>> {
        match self {
            SavedBytes::Plain(bytes) => Some(bytes.clone()),
            SavedBytes::Deflated(bytes) => {
                miniz_oxide::inflate::decompress_to_vec_with_limit(bytes, STATE_MAX).ok().map(Arc::from)
            }
        }
    }
}

impl PartialEq for SavedBytes {
    fn eq(&self, other: &SavedBytes) -> bool {
        match (self, other) {
            (SavedBytes::Deflated(a), SavedBytes::Deflated(b)) => a == b,
            _ => self.plain() == other.plain(),
        }
    }
}

impl Eq for SavedBytes {}

impl Serialize for SavedBytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            SavedBytes::Plain(bytes) => to.serialize_bytes(&miniz_oxide::deflate::compress_to_vec(bytes, 3)),
            SavedBytes::Deflated(bytes) => to.serialize_bytes(bytes),
        }
    }
}

impl<'de> Deserialize<'de> for SavedBytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<SavedBytes, D::Error> {
        <&[u8]>::deserialize(from).map(|bytes| SavedBytes::Deflated(bytes.into()))
    }
}

/// Adds a check to a recording's, by frame; one that is there stays.
pub(crate) fn add(checks: &mut Vec<Check>, check: Check) {
    if let Err(at) = checks.binary_search_by_key(&check.frame, |c| c.frame) {
        checks.insert(at, check);
    }
}
