//! All that a run can reach, and what of it was reached.
//!
//! | what | of each |
//! |---|---|
//! | got, thrown, burnt | item |
//! | worn | weapon and armour |
//! | eaten, fed, bait | food |
//! | met, killed, killed by | monster (0: own cooking) |
//! | told | message that no other row stands for, in the order of the rules' `Say` |
//! | status | 0 hero dazed, 1 cursed, 2 blessed, 3 rid of it; from 4 the same of a monster; 8 notices, 9 loses him, 10 gives up |
//! | event | 0 smoke, 1 tablet read, 2 healed, 3 pawing, 4 shoved, 5 climbed, 6 door, 7 crock, 8 pot, 9 chest, 10 bin, 11 fire |
//! | end | 0 lost, 1 won |

use porklike::data::{Class, item};
use porklike::rules::{Event, Mind, Mob, Say, World};
use porklike::tile;
use std::collections::BTreeMap;

/// A row of the table: what, and of which.
pub type Row = (&'static str, u8);

/// How often each row was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Rows that were reached.
    pub counts: BTreeMap<Row, u32>,
}

/// Every row that there is.
pub fn all() -> Vec<Row> {
    let mut rows = Vec::new();
    for n in 1..23 {
        let class = item(n).class;
        rows.extend([("got", n), ("thrown", n), ("burnt", n)]);
        if class < Class::Food as i32 {
            rows.push(("worn", n));
        } else if class == Class::Food as i32 {
            rows.extend([("eaten", n), ("fed", n), ("bait", n)]);
        }
    }
    rows.extend((1..11).flat_map(|kind| [("met", kind), ("killed", kind), ("killed by", kind)]));
    rows.push(("killed by", 0));
    rows.extend((0..6).map(|say| ("told", say)));
    rows.extend((0..11).map(|status| ("status", status)));
    rows.extend((0..12).map(|event| ("event", event)));
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

    /// Rows that nobody reached.
    pub fn missing(&self) -> Vec<Row> {
        all().into_iter().filter(|row| !self.counts.contains_key(row)).collect()
    }

    /// The table as text.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for (what, n) in all() {
            let count = self.counts.get(&(what, n)).copied().unwrap_or_default();
            text += &format!("{:<10} {:<14} {count}\n", what, name(what, n));
        }
        text
    }

    /// Notes what an action did. The world is the one after it; `before` are its creatures before it.
    pub fn note(&mut self, before: &[Mob], world: &World, events: &[Event]) {
        let mut kinds: Vec<(u16, u8)> = before.iter().map(|mob| (mob.id, mob.kind)).collect();
        for mob in &world.mobs[1..] {
            if world.shows(mob) {
                self.add("met", mob.kind);
            }
        }
        for event in events {
            match event {
                Event::Stun { id, .. } => self.add("status", if *id == 0 { 0 } else { 4 }),
                Event::Bless { id, bless } => {
                    let which = match bless {
                        -1 => 1,
                        1 => 2,
                        _ => 3,
                    };
                    self.add("status", which + if *id == 0 { 0 } else { 4 });
                }
                Event::Mind { mind, .. } => self.add(
                    "status",
                    match mind {
                        Mind::Hunt => 8,
                        Mind::Lost => 9,
                        Mind::Wait => 10,
                    },
                ),
                Event::Heal { .. } => self.add("event", 2),
                Event::Paw { .. } => self.add("event", 3),
                Event::Slide { .. } => self.add("event", 4),
                Event::Climb { .. } => self.add("event", 5),
                Event::Puff { .. } => self.add("event", 0),
                Event::Read { .. } => self.add("event", 1),
                Event::Tile { was, .. } => match *was {
                    tile::DOOR => self.add("event", 6),
                    tile::CROCK => self.add("event", 7),
                    10 | 11 => self.add("event", 8),
                    tile::CHEST => self.add("event", 9),
                    tile::BIN => self.add("event", 10),
                    21..=23 => self.add("event", 11),
                    _ => {}
                },
                Event::Throw { item, .. } => self.add("thrown", *item),
                Event::Burn { item } => self.add("burnt", *item),
                Event::Eat { id, item } => self.add(if *id == 0 { "eaten" } else { "fed" }, *item),
                Event::Bait { item, .. } => self.add("bait", *item),
                Event::Got { item } => self.add("got", *item),
                Event::Equip { item } => self.add("worn", *item),
                Event::Say(say) => self.add(
                    "told",
                    match say {
                        Say::Locked => 0,
                        Say::Stays => 1,
                        Say::Breaks => 2,
                        Say::Empty => 3,
                        Say::Snack => 4,
                        Say::Heavy => 5,
                    },
                ),
                Event::End { won } => {
                    self.add("end", u8::from(*won));
                    if !won {
                        self.add("killed by", world.stats.killer);
                    }
                }
                Event::Spawn { id, kind, .. } => kinds.push((*id, *kind)),
                Event::Die { id: id @ 1.. } => {
                    let kind = kinds.iter().rev().find(|known| known.0 == *id).map_or(0, |known| known.1);
                    self.add("killed", kind);
                }
                _ => {}
            }
        }
    }
}

/// What a row's number stands for.
fn name(what: &str, n: u8) -> String {
    let words = porklike::data::line;
    match what {
        "got" | "thrown" | "burnt" | "worn" | "eaten" | "fed" | "bait" if n < 17 => words("items", n).into(),
        "got" | "thrown" | "burnt" | "worn" | "eaten" | "fed" | "bait" => words("hints", n).into(),
        "met" | "killed" => words("by", n - 1).into(),
        "killed by" if n == 0 => words("by", 10).into(),
        "killed by" => words("by", n - 1).into(),
        "told" => words("say", n).into(),
        _ => n.to_string(),
    }
}
