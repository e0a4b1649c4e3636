//! Everything a run can reach, and what was reached.
//!
//! | row | for each |
//! |---|---|
//! | got, thrown, trashed | item |
//! | worn | weapon and armour |
//! | eaten, fed | food |
//! | met, killed, killed by | monster |
//! | told | message that has no other row: 0 full bag, 1 cannot be shoved |
//! | status | 0 hero stunned, 1 cursed, 2 blessed, 3 cured; from 4 the same for a monster; 8 notices, 9 loses him |
//! | event | 0 smoke, 1 tablet read, 2 healed, 3 shoved, 4 climbed, 5 door opens, 7 crock or pot, 8 chest, 9 bin, 10 ambush, 11 block |
//! | end | 0 lost, 1 won |

use crate::floors::tile;
use porklike::data::{Beast, Class, Part, item};
use porklike::rules::{Event, Mob, What, World};
use std::collections::BTreeMap;

/// A row of the table: which category, and which item in it.
pub type Row = (&'static str, u8);

/// How often each row was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    pub counts: BTreeMap<Row, u32>,
}

/// Every possible row.
pub fn all() -> Vec<Row> {
    let mut rows = Vec::new();
    for n in 1..23 {
        let class = item(n, Part::Class);
        rows.extend([("got", n), ("thrown", n), ("trashed", n)]);
        if class < Class::Food as i32 {
            rows.push(("worn", n));
        } else if class == Class::Food as i32 {
            rows.extend([("eaten", n), ("fed", n)]);
        }
    }
    rows.extend((1..12).flat_map(|kind| [("met", kind), ("killed", kind)]));
    // A pod does not attack, so it has no row.
    rows.extend((1..12).filter(|kind| *kind != Beast::Pod as u8).map(|kind| ("killed by", kind)));
    rows.extend((0..2).map(|say| ("told", say)));
    rows.extend((0..10).map(|status| ("status", status)));
    rows.extend((0..12).filter(|event| *event != 6).map(|event| ("event", event)));
    rows.extend([("end", 0), ("end", 1)]);
    rows
}

impl Reached {
    fn add(&mut self, what: &'static str, n: u8) {
        *self.counts.entry((what, n)).or_default() += 1;
    }

    /// Adds what another run reached.
    pub fn join(&mut self, other: &Reached) {
        for (row, count) in &other.counts {
            *self.counts.entry(*row).or_default() += count;
        }
    }

    pub fn missing(&self) -> Vec<Row> {
        all().into_iter().filter(|row| !self.counts.contains_key(row)).collect()
    }

    pub fn table(&self) -> String {
        let mut text = String::new();
        for (what, n) in all() {
            let count = self.counts.get(&(what, n)).copied().unwrap_or_default();
            text += &format!("{:<10} {:<14} {count}\n", what, name(what, n));
        }
        text
    }

    /// Records the effects of an action. The world is the one after it; `before` are its creatures before it.
    pub fn note(&mut self, before: &[Mob], world: &World, events: &[Event]) {
        let mut kinds: Vec<(u16, u8)> = before.iter().map(|mob| (mob.id, mob.kind)).collect();
        for mob in &world.mobs[1..] {
            if world.shows(mob) {
                self.add("met", mob.kind);
            }
        }
        for event in events {
            let who = if event.mob.id == 0 { 0 } else { 4 };
            let item = event.n as u8;
            match event.what {
                What::Stun => self.add("status", who),
                What::Curse => self.add("status", 1 + who),
                What::Bless => self.add("status", 2 + who),
                What::Fade => self.add("status", 3 + who),
                What::Hunt => self.add("status", 8),
                What::Lose => self.add("status", 9),
                What::Puff => self.add("event", 0),
                What::Read => self.add("event", 1),
                What::Heal => self.add("event", 2),
                What::Slide => self.add("event", 3),
                What::Climb => self.add("event", 4),
                What::Open => self.add("event", 5),
                What::Break => self.add("event", 7),
                What::Unlock => self.add("event", if item == tile::CHEST + 1 { 8 } else { 9 }),
                What::Ambush => self.add("event", 10),
                What::Block => self.add("event", 11),
                What::Throw => self.add("thrown", item),
                What::Trash => self.add("trashed", item),
                What::Eat => self.add(if event.mob.id == 0 { "eaten" } else { "fed" }, item),
                What::Got => self.add("got", item),
                What::Equip => self.add("worn", item),
                What::Full => self.add("told", 0),
                What::Firm => self.add("told", 1),
                What::Spawn | What::Hatch => kinds.push((event.mob.id, event.mob.kind)),
                What::Die if event.mob.id > 0 => {
                    let kind =
                        kinds.iter().rev().find(|known| known.0 == event.mob.id).map_or(0, |known| known.1);
                    self.add("killed", kind);
                }
                _ => {}
            }
        }
        if let Some(won) = world.end {
            self.add("end", u8::from(won));
            if !won {
                self.add("killed by", world.stats.killer);
            }
        }
    }
}

/// The name of a row's number.
fn name(what: &str, n: u8) -> String {
    let words = porklike::data::line;
    match what {
        "got" | "thrown" | "trashed" | "worn" | "eaten" | "fed" if n < 17 => words("items", n).into(),
        "got" | "thrown" | "trashed" | "worn" | "eaten" | "fed" => words("hints", n).into(),
        "met" | "killed" => words(&format!("fate{n}"), 1).trim_start_matches("ᶜ6").into(),
        "killed by" => words(&format!("fate{n}"), 1).trim_start_matches("ᶜ6").into(),
        "told" => words(["Full", "Firm"][usize::from(n) % 2], 0).into(),
        _ => n.to_string(),
    }
}
