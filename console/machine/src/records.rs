//! A cart's results: a table of names and numbers, where higher is better.
//!
//! ```text
//! u32      day: 20261122 for the results of a run of the day, 0 for the best of all runs
//! u32      0
//! 15 rows  12 letters of ASCII, zeros behind them; i32      little-endian; a row without a letter is empty
//! ```
//!
//! That is 248 of the 256 bytes of cart data, so the host stores both tables of a cart in the same way. Tables of the
//! same day are merged row by row without loss; one of a later day replaces the other. Negative numbers are for results
//! where less is better: 412 turns are stored as -412 and shown as 412.

use alloc::string::{String, ToString};
use alloc::{boxed::Box, collections::BTreeMap, format, vec::Vec};
use serde::{Deserialize, Serialize};

pub const SCORES_MAX: usize = 15;
pub const SCORE_NAME_MAX: usize = 12;

const HEAD: usize = 8;
const ROW: usize = SCORE_NAME_MAX + 4;
/// Suffixes of the ids of a cart's two tables; a cart's own ids have no dot.
const ENDINGS: [&str; 2] = [".best", ".day"];

type CartSaves = BTreeMap<String, Box<[u8; 256]>>;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Records {
    day: u32,
    rows: Vec<(String, i32)>,
}

impl Records {
    /// An empty table of a day; 0 for the table of all runs.
    pub fn of_day(day: u32) -> Records {
        Records { day, rows: Vec::new() }
    }

    /// The id of the best results of a cart.
    pub fn best_id(cart: &str) -> String {
        format!("{cart}{}", ENDINGS[0])
    }

    /// The id of the results of a cart's newest run of the day.
    pub fn day_id(cart: &str) -> String {
        format!("{cart}{}", ENDINGS[1])
    }

    /// The id under which a host stores data that the cart `name` saves as `id`, if the host knows the cart by a unique
    /// key. Tables of results get the key, as two files may have the same name. Other ids do not, as carts share
    /// data by them.
    pub fn kept_id(id: &str, name: &str, key: &str) -> String {
        let ids =
            [(Records::best_id(name), Records::best_id(key)), (Records::day_id(name), Records::day_id(key))];
        ids.into_iter().find(|(own, _)| own == id).map_or_else(|| id.to_string(), |(_, kept)| kept)
    }

    /// The inverse of [`Records::kept_id`]: all stored data under the ids that the cart `name` uses.
    pub fn found(saves: &CartSaves, name: &str, key: &str) -> CartSaves {
        let mut found = saves.clone();
        for own in [Records::best_id(name), Records::day_id(name)] {
            match saves.get(&Records::kept_id(&own, name, key)) {
                Some(table) => found.insert(own, table.clone()),
                None => found.remove(&own),
            };
        }
        found
    }

    /// Moves tables stored under the name, as earlier versions did, to the key if it has none. Returns old and new ids.
    pub fn migrate(saves: &mut CartSaves, name: &str, key: &str) -> Vec<(String, String)> {
        let mut renamed = Vec::new();
        for from in [Records::best_id(name), Records::day_id(name)] {
            let to = Records::kept_id(&from, name, key);
            if !saves.contains_key(&to)
                && let Some(table) = saves.remove(&from)
            {
                saves.insert(to.clone(), table);
                renamed.push((from, to));
            }
        }
        renamed
    }

    pub fn is_id(id: &str) -> bool {
        ENDINGS.iter().any(|ending| id.ends_with(ending))
    }

    /// Reads a table from any bytes, skipping invalid rows.
    pub fn read(bytes: &[u8; 256]) -> Records {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let mut records = Records::of_day(word(0));
        for at in (0..SCORES_MAX).map(|row| HEAD + row * ROW) {
            let letters = bytes[at..at + SCORE_NAME_MAX].iter().take_while(|byte| **byte != 0);
            let letters: String = letters.map(|byte| char::from(*byte)).collect();
            records.raise(&letters, word(at + SCORE_NAME_MAX) as i32);
        }
        records
    }

    /// The table as bytes, for [`Records::read`].
    pub fn bytes(&self) -> Box<[u8; 256]> {
        let mut bytes = Box::new([0; 256]);
        bytes[..4].copy_from_slice(&self.day.to_le_bytes());
        for (row, (name, value)) in self.rows.iter().enumerate() {
            let at = HEAD + row * ROW;
            bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
            bytes[at + SCORE_NAME_MAX..at + ROW].copy_from_slice(&value.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn is_in_range(&self) -> bool {
        self.rows.len() <= SCORES_MAX
            && self.rows.iter().all(|(name, _)| !name.is_empty() && cut(name) == *name)
    }

    /// The day of the results, such as 20261122; 0 for all runs.
    pub fn day(&self) -> u32 {
        self.day
    }

    /// Names and numbers, oldest first.
    pub fn rows(&self) -> &[(String, i32)] {
        &self.rows
    }

    pub fn get(&self, name: &str) -> Option<i32> {
        let name = cut(name);
        self.rows.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// Adds a number. True if it is new or higher; false also without a valid name or free row.
    pub fn raise(&mut self, name: &str, value: i32) -> bool {
        let (name, full) = (cut(name), self.rows.len() >= SCORES_MAX);
        match self.rows.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => value > core::mem::replace(old, value.max(*old)),
            None if name.is_empty() || full => false,
            None => {
                self.rows.push((name, value));
                true
            }
        }
    }

    /// Merges another table. True if something changed.
    pub fn merge(&mut self, other: &Records) -> bool {
        if other.day > self.day {
            self.clone_from(other);
            return true;
        }
        let same = other.day == self.day;
        other.rows.iter().filter(|_| same).fold(false, |new, (name, value)| self.raise(name, *value) | new)
    }

    pub fn line(&self) -> String {
        self.rows.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// The first result, a cart's main one; empty without any.
    pub fn first(&self) -> String {
        self.rows.first().map(text).unwrap_or_default()
    }
}

fn text((name, value): &(String, i32)) -> String {
    format!("{name} {}", value.unsigned_abs())
}

fn cut(name: &str) -> String {
    let letters = name.chars().filter(|letter| matches!(letter, ' '..='~')).take(SCORE_NAME_MAX);
    letters.collect::<String>().trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use num::Rng;

    /// Our decision: higher is better, also below 0: -301 beats -412.
    #[test]
    fn a_number_is_only_raised() {
        let mut records = Records::default();
        for (name, value, new, line) in [
            ("floor", 3, true, "floor 3"),
            ("floor", 2, false, "floor 3"),
            ("turns", -412, true, "floor 3, turns 412"),
            ("turns", -500, false, "floor 3, turns 412"),
            ("turns", -301, true, "floor 3, turns 301"),
            ("floor", 3, false, "floor 3, turns 301"),
            ("", 9, false, "floor 3, turns 301"),
            ("é", 9, false, "floor 3, turns 301"),
            ("much too long a name", 1, true, "floor 3, turns 301, much too lon 1"),
            ("much too long", 2, true, "floor 3, turns 301, much too lon 2"),
        ] {
            assert_eq!(records.raise(name, value), new, "{name} {value}");
            assert_eq!(records.line(), line);
        }
        assert_eq!(records.first(), "floor 3");
        assert_eq!((records.get("turns"), records.get("wins")), (Some(-301), None));
        (0..20).for_each(|n| _ = records.raise(&n.to_string(), n));
        assert_eq!(records.rows().len(), SCORES_MAX);
    }

    #[test]
    fn any_bytes_are_a_table_and_a_table_is_read_as_it_was_written() {
        let mut rng = Rng::from_words(1, 2);
        for _ in 0..500 {
            let bytes: [u8; 256] = core::array::from_fn(|_| rng.index(256) as u8);
            let records = Records::read(&bytes);
            assert_eq!(Records::read(&records.bytes()), records);
        }
        assert_eq!(Records::read(&[0; 256]), Records::default());
    }

    #[test]
    fn merging_loses_nothing_of_one_day_and_a_later_day_wins() {
        let table = |day: u32, rows: &[(&str, i32)]| {
            let mut table = Records::of_day(day);
            rows.iter().for_each(|(name, value)| _ = table.raise(name, *value));
            table
        };
        let [mine, theirs] =
            [[("floor", 5), ("wins", 1)], [("wins", 4), ("turns", -9)]].map(|it| table(0, &it));
        let (mut one, mut other) = (mine.clone(), theirs.clone());
        assert!(one.merge(&theirs) && other.merge(&mine));
        assert_eq!([one.line(), other.line()], ["floor 5, wins 4, turns 9", "wins 4, turns 9, floor 5"]);
        assert!(!one.merge(&mine) && !one.merge(&theirs));
        let (today, yesterday) = (table(20261122, &[("floor", 1)]), table(20261121, &[("floor", 9)]));
        let mut day = yesterday.clone();
        assert!(day.merge(&today) && !day.merge(&yesterday));
        assert_eq!(day, today);
    }
}
