//! Drops the oldest entries of a log.
//!
//! ```text
//! kept    unsaved work that nothing has followed, with what the files had; the newest ends of other windows; the newest entries
//! key     a kept entry whose parent is dropped is written as a whole state
//! ```

use super::{EditEntry, EditLog, Kept};
use crate::edit_log::delta::Delta;
use std::collections::BTreeSet;

/// Ends of windows that are kept though all of their work was saved: the window may still be open.
const ENDS: usize = 16;

/// A log of at most so many bytes with the newest entries of this one, as far as unsaved work leaves room.
pub fn thinned(bytes: &[u8], most: usize) -> Vec<u8> {
    let log = EditLog::from_bytes(bytes);
    let mut room = most;
    loop {
        let thin = log.newest(room);
        if thin.len() <= most || room == 0 {
            return thin;
        }
        room /= 2;
    }
}

impl EditLog {
    fn newest(&self, room: usize) -> Vec<u8> {
        let unsaved =
            self.tips().filter(|entry| entry.is_unsaved).flat_map(|entry| [entry.files_at, entry.id]);
        let mut kept: BTreeSet<u64> = unsaved.chain(self.tips().take(ENDS).map(|entry| entry.id)).collect();
        let mut used = 0;
        let fits = |it: &&Kept| {
            used += it.size;
            used <= room
        };
        kept.extend(self.entries.iter().rev().take_while(fits).map(|it| it.entry.id));
        let mut bytes = Vec::new();
        for entry in self.entries().filter(|entry| kept.contains(&entry.id)) {
            let stays = entry.is_key || kept.contains(&entry.parent);
            let key = |state| EditEntry {
                is_key: true,
                delta: Delta::of(&Default::default(), &state),
                ..entry.clone()
            };
            let whole = (!stays).then(|| self.state(entry.id)).flatten().map(key);
            bytes.extend(whole.as_ref().unwrap_or(entry).block());
        }
        bytes
    }
}
