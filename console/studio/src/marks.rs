//! Favourites, and when each cart was played last.
//!
//! ```text
//! shelf.json   {"favourites": [NAME ...], "played": {NAME: SECONDS ...}}      a name loads the cart: a path, or a built-in cart
//! ```
//!
//! A [`ShelfMark`] is one change. Each window reads the file again before it writes, so two windows lose none of each other's marks.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

const KEPT: usize = 1000;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShelfMarks {
    pub favourites: BTreeSet<String>,
    pub played: BTreeMap<String, i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShelfMark {
    Favourite(bool),
    /// 0: never.
    Played(i64),
}

impl ShelfMarks {
    pub fn set(&mut self, name: &str, mark: ShelfMark) {
        match mark {
            ShelfMark::Favourite(true) => _ = self.favourites.insert(name.to_string()),
            ShelfMark::Favourite(false) => _ = self.favourites.remove(name),
            ShelfMark::Played(0) => _ = self.played.remove(name),
            ShelfMark::Played(when) => {
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

    /// The changes after a cart was renamed. A cart that had the new name before is another one.
    pub fn renamed(&self, from: &str, to: &str) -> Vec<(String, ShelfMark)> {
        let mark = |favourite, name: &str, when| {
            [ShelfMark::Favourite(favourite), ShelfMark::Played(when)].map(|mark| (name.to_string(), mark))
        };
        let (favourite, played) = (self.favourites.contains(from), self.played.get(from).copied());
        let [old, new] = [mark(false, from, 0), mark(favourite, to, 0)];
        let played = (to.to_string(), ShelfMark::Played(played.unwrap_or(0)));
        old.into_iter().chain(new).chain([played]).filter(|_| from != to).collect()
    }

    pub fn to_json(&self) -> Vec<u8> {
        // Strings and numbers always have a JSON form.
        let mut json = serde_json::to_vec_pretty(self).unwrap_or_default();
        json.push(b'\n');
        json
    }

    /// The error is one line.
    pub fn from_json(json: &[u8]) -> Result<ShelfMarks, String> {
        serde_json::from_slice(json).map_err(|e| rasher::text::in_message(&e.to_string(), 100))
    }
}

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
        let mut marks = ShelfMarks::default();
        for (name, mark) in [
            ("a", ShelfMark::Favourite(true)),
            ("b", ShelfMark::Favourite(true)),
            ("a", ShelfMark::Favourite(false)),
            ("c", ShelfMark::Played(9)),
            // The clock of another window may be behind.
            ("c", ShelfMark::Played(5)),
        ] {
            marks.set(name, mark);
        }
        let favourites: Vec<&str> = marks.favourites.iter().map(String::as_str).collect();
        assert_eq!((favourites, marks.played["c"]), (vec!["b"], 9));
        assert_eq!(ShelfMarks::from_json(&marks.to_json()), Ok(marks));
        assert_eq!(ShelfMarks::from_json(b"{}"), Ok(ShelfMarks::default()), "missing fields are empty");
        assert!(ShelfMarks::from_json(b"[1]").is_err() && ShelfMarks::from_json(b"\xff").is_err());
        let mut marks = ShelfMarks::default();
        (0..1500).for_each(|n| marks.set(&format!("{n}"), ShelfMark::Played(n)));
        // The newest are kept.
        assert_eq!((marks.played.len(), marks.played.values().min()), (KEPT, Some(&500)));
    }

    #[test]
    fn times_are_words() {
        for (seconds, words) in [
            (-5, "just now"),
            (3599, "just now"),
            (3600, "1 hour ago"),
            (86_399, "23 hours ago"),
            (86_400 * 3, "3 days ago"),
            (2_592_000 * 25, "25 months ago"),
        ] {
            assert_eq!(ago(seconds, 0), format!("played {words}"));
        }
    }
}
