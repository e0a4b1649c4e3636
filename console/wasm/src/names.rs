//! Names of fields and variants, which serde wants for ever.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Bytes of all names of a module. Smokehouse has 1.3 KB.
const NAMES_MAX: usize = 64 << 10;
/// Of all modules of a process.
const ALL_MAX: usize = 4 << 20;

static ALL: Mutex<(BTreeSet<&'static str>, usize)> = Mutex::new((BTreeSet::new(), 0));

/// The names that a module has used.
#[derive(Default)]
pub(crate) struct Names(Mutex<(BTreeSet<&'static str>, usize)>);

impl Names {
    /// The same name; `?` once there are too many.
    pub(crate) fn get(&self, name: &str) -> &'static str {
        let mut own = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = own.0.get(name) {
            return known;
        }
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if own.1 + name.len() > NAMES_MAX || all.1 + name.len() > ALL_MAX {
            return "?";
        }
        let kept = match all.0.get(name) {
            Some(kept) => kept,
            None => {
                let kept: &'static str = Box::leak(name.into());
                all.0.insert(kept);
                all.1 += kept.len();
                kept
            }
        };
        own.0.insert(kept);
        own.1 += kept.len();
        kept
    }
}
