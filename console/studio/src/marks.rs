//! A person's favourites, and when each cart was played last.
//!
//! ```text
//! shelf.json   {"favourites": [NAME ...], "played": {NAME: SECONDS ...}}      a name loads the cart: a file's path, or a built-in cart
//! ```
//!
//! A [`Mark`] is one change. Each window reads the file again before it writes, so two windows lose none of each other's marks.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Carts whose last play is kept; the oldest go first.
const KEPT: usize = 1000;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Marks {
    pub favourites: BTreeSet<String>,
    /// Seconds since 1970.
    pub played: BTreeMap<String, i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Favourite(bool),
    Played(i64),
}

impl Marks {
    pub fn set(&mut self, name: &str, mark: Mark) {
        match mark {
            Mark::Favourite(true) => _ = self.favourites.insert(name.to_string()),
            Mark::Favourite(false) => _ = self.favourites.remove(name),
            Mark::Played(when) => {
                let played = self.played.entry(name.to_string()).or_insert(when);
                *played = when.max(*played);
                if self.played.len() > KEPT {
                    let oldest = self.played.iter().min_by_key(|(_, when)| **when);
                    if let Some(oldest) = oldest.map(|(name, _)| name.clone()) {
                        self.played.remove(&oldest);
                    }
                }
            }
        }
    }

    pub fn to_json(&self) -> Vec<u8> {
        // Strings and numbers always have a JSON form.
        let mut json = serde_json::to_vec_pretty(self).unwrap_or_default();
        json.push(b'\n');
        json
    }

    /// The error is one line.
    pub fn from_json(json: &[u8]) -> Result<Marks, String> {
        serde_json::from_slice(json).map_err(|e| rasher::text::in_message(&e.to_string(), 100))
    }
}

/// How long ago a cart was played, in words. `now` and `then` are in seconds.
pub fn ago(now: i64, then: i64) -> String {
    let seconds = now.saturating_sub(then).max(0);
    let count = |n: i64, one: &str| format!("played {n} {one}{} ago", if n == 1 { "" } else { "s" });
    match seconds {
        0..3600 => "played just now".to_string(),
        3600..86_400 => count(seconds / 3600, "hour"),
        86_400..5_184_000 => count(seconds / 86_400, "day"),
        _ => count(seconds / 2_592_000, "month"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_survive_their_file() {
        let mut marks = Marks::default();
        marks.set("a", Mark::Favourite(true));
        marks.set("b", Mark::Favourite(true));
        marks.set("a", Mark::Favourite(false));
        marks.set("c", Mark::Played(9));
        marks.set("c", Mark::Played(5));
        assert_eq!(marks.favourites.iter().collect::<Vec<_>>(), ["b"]);
        assert_eq!(marks.played["c"], 9, "the clock of another window may be behind");
        assert_eq!(Marks::from_json(&marks.to_json()), Ok(marks));
        assert_eq!(Marks::from_json(b"{}"), Ok(Marks::default()), "what is missing is empty");
        assert!(Marks::from_json(b"[1]").is_err() && Marks::from_json(b"\xff").is_err());
    }

    #[test]
    fn the_newest_plays_are_kept() {
        let mut marks = Marks::default();
        (0..1500).for_each(|n| marks.set(&format!("{n}"), Mark::Played(n)));
        assert_eq!((marks.played.len(), marks.played.values().min()), (KEPT, Some(&500)));
    }

    #[test]
    fn times_are_words() {
        // The wording is our decision.
        for (seconds, words) in [
            (-5, "played just now"),
            (3599, "played just now"),
            (3600, "played 1 hour ago"),
            (86_399, "played 23 hours ago"),
            (86_400 * 3, "played 3 days ago"),
            (2_592_000 * 25, "played 25 months ago"),
        ] {
            assert_eq!(ago(seconds, 0), words);
        }
    }
}
