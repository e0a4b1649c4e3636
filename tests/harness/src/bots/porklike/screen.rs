//! What the screen shows a player of Smokehouse, and nothing more.
//!
//! ```text
//! World ──Screen::of──> tiles seen once, smoke and creatures seen now, the hp window, the bag
//!                       left out: fog, hidden creatures, their thoughts, random numbers, effects of unknown food
//! ```
//!
//! A bot gets this instead of the world, so it cannot know more than an attentive player. It must remember earlier
//! messages itself.

use crate::floors::tile;
use porklike::data::{self, Class, Part, Stat, Thing};
use porklike::dir::{Cell, Dir};
use porklike::rules::{Seen, World};
use porklike::tile::Flag;

/// Colour of a creature's eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// Has not noticed the hero, or has lost him.
    Black,
    Red,
    White,
}

/// A visible creature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beast {
    /// Row of the monsters' table, from its picture.
    pub kind: u8,
    pub at: Cell,
    /// Hit points: the dots if it is a neighbour or hurt, otherwise those of the table.
    pub hp: i32,
    pub eyes: Eyes,
    /// Whether it is drawn low or rising: then it cannot be shoved.
    pub firm: bool,
    /// What the hero's weapon would do to it, by the table and its eyes; its curse or blessing is not visible.
    pub damage: i32,
    /// Whether a step that way would attack it.
    pub reach: Option<Dir>,
}

/// An item in the bag as shown there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// An empty slot.
    Nothing,
    /// An item with a hint.
    Known(u8),
    /// Food that has not been eaten yet: two words of a name.
    Unknown(u8, u8),
}

/// What bumping into a tile does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    Vase,
    /// Opens, and can then be walked through.
    Door,
    Chest,
    Tablet,
    Altar,
    /// Nothing happens.
    Inert,
}

/// What the picture of a tile means for it.
fn kind(tile: u8) -> Tile {
    match tile {
        tile::CROCK..=tile::POT => Tile::Vase,
        tile::BIN | tile::CHEST | tile::RAIL => Tile::Chest,
        tile::DOOR => Tile::Door,
        tile::TABLET => Tile::Tablet,
        tile::ALTAR..=tile::ALTAR_END => Tile::Altar,
        _ => Tile::Inert,
    }
}

/// A visible tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// Its picture, none in fog.
    pub tile: Option<u8>,
    /// Its flags, 0 in fog.
    pub flags: u8,
    /// Whether it is in sight now.
    pub visible: bool,
    /// Picture of the smoke on it: turns left, at most 4; 0 for none or unseen.
    pub smoke: u8,
    /// Whether a herb rustles here.
    pub rustles: bool,
}

impl Spot {
    fn has(self, flag: Flag) -> bool {
        self.flags >> flag as u8 & 1 > 0
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Its number, shown on arrival.
    pub floor: u8,
    pub side: i32,
    /// The tiles, row by row.
    pub spots: Vec<Spot>,
    /// The visible creatures, by place, row by row.
    pub beasts: Vec<Beast>,
    pub hero: Cell,
    /// His hit points, and their maximum.
    pub hp: (i32, i32),
    /// How much of the next attack is blocked.
    pub block: i32,
    /// Frame of the hp window: 1 blessed, -1 cursed.
    pub bless: i32,
    /// Equipped items and the bag.
    pub bag: [Held; 8],
}

impl Screen {
    /// The visible part of a world.
    pub fn of(world: &World) -> Screen {
        let hero = &world.mobs[0];
        let mut spots = vec![Spot::default(); world.grid.tiles().len()];
        for (i, at) in world.grid.cells().enumerate() {
            let visible = world.sight.get(at) == Seen::Now as u8;
            if visible || world.sight.get(at) == Seen::Once as u8 {
                spots[i].tile = Some(world.grid.get(at));
                spots[i].flags = world.kit.flags[usize::from(world.grid.get(at))];
            }
            spots[i].visible = visible;
            spots[i].smoke = if visible { world.smoke.get(at).min(4) } else { 0 };
        }
        let mut beasts = Vec::new();
        for (who, mob) in world.mobs.iter().enumerate().skip(1) {
            let Some(i) = world.grid.index(mob.at) else { continue };
            if world.shows(mob) {
                beasts.push(Beast {
                    kind: mob.kind,
                    at: mob.at,
                    hp: if mob.at.dist(hero.at) < 2 || mob.hp < mob.max {
                        mob.hp
                    } else {
                        data::beast(mob.kind, Stat::Hp)
                    },
                    eyes: match () {
                        () if mob.stun => Eyes::White,
                        () if mob.hunts => Eyes::Red,
                        () => Eyes::Black,
                    },
                    firm: mob.firm > 0,
                    damage: world.attack(who, world.bag[0]),
                    reach: Dir::ALL.into_iter().find(|dir| world.strikes(*dir).contains(&who)),
                });
            } else if world.sight.get(mob.at) == Seen::Now as u8 && world.is(mob.at, Flag::Cover) {
                spots[i].rustles = true;
            }
        }
        beasts.sort_by_key(|beast| (beast.at.y, beast.at.x));
        let held = |item: u8| match item.checked_sub(Thing::Heal as u8) {
            _ if item == 0 => Held::Nothing,
            Some(food) if world.known >> item & 1 == 0 => {
                let [adjective, noun] = [0, 6].map(|of: usize| world.names[of + usize::from(food)]);
                Held::Unknown(adjective, noun)
            }
            _ => Held::Known(item),
        };
        Screen {
            floor: world.floor,
            side: world.grid.width(),
            spots,
            beasts,
            hero: hero.at,
            hp: (hero.hp, hero.max),
            block: world.block(),
            bless: hero.bless,
            bag: world.bag.map(held),
        }
    }

    /// A tile; fog outside of the floor.
    pub fn spot(&self, at: Cell) -> Spot {
        let inside = |n| (0..self.side).contains(&n);
        if inside(at.x) && inside(at.y) {
            self.spots[(at.y * self.side + at.x) as usize]
        } else {
            Spot::default()
        }
    }

    /// Whether this known tile can be entered.
    pub fn free(&self, at: Cell) -> bool {
        let spot = self.spot(at);
        spot.tile.is_some() && !spot.has(Flag::Blocks)
    }

    /// Whether this is a doorway or a hallway: free, or a shut door, with walls on two opposite sides and no others open.
    pub fn narrow(&self, at: Cell) -> bool {
        let wall = |at| {
            self.spot(at).has(Flag::Blocks) && self.spot(at).has(Flag::Opaque) && self.kind(at) != Tile::Door
        };
        let [left, right, up, down] = at.around().map(wall);
        (self.free(at) || self.kind(at) == Tile::Door)
            && (left && right && !up && !down || up && down && !left && !right)
    }

    /// Whether there is cover.
    pub fn cover(&self, at: Cell) -> bool {
        let spot = self.spot(at);
        spot.has(Flag::Cover) || spot.smoke > 1
    }

    /// The visible creature on a tile.
    pub fn beast(&self, at: Cell) -> Option<&Beast> {
        self.beasts.iter().find(|beast| beast.at == at)
    }

    /// What reacts on a known tile.
    pub fn kind(&self, at: Cell) -> Tile {
        self.spot(at).tile.map_or(Tile::Inert, kind)
    }

    /// The first slot with this item.
    pub fn slot(&self, thing: Thing) -> Option<u8> {
        (2..8).find(|slot| self.bag[usize::from(*slot)] == Held::Known(thing as u8))
    }

    /// The first slot with unknown food.
    pub fn mystery(&self) -> Option<u8> {
        (2..8).find(|slot| matches!(self.bag[usize::from(*slot)], Held::Unknown(..)))
    }

    /// Whether the bag is full.
    pub fn full(&self) -> bool {
        self.bag[2..].iter().all(|held| *held != Held::Nothing)
    }

    /// Slots of the bag with a weapon or armour, and its row of the items' table.
    pub fn spares(&self) -> Vec<(u8, u8)> {
        (2..8)
            .filter_map(|slot| match self.bag[usize::from(slot)] {
                Held::Known(item) if data::item(item, Part::Class) < Class::Food as i32 => Some((slot, item)),
                _ => None,
            })
            .collect()
    }

    /// Directions from a tile along which only free tiles lead to another within this many steps.
    pub fn line(&self, from: Cell, to: Cell, most: i32) -> Option<Dir> {
        Dir::ALL.into_iter().find(|dir| {
            let mut at = from;
            for _ in 0..most {
                at = at.step(*dir);
                if at == to {
                    return true;
                }
                if !self.free(at) || self.beast(at).is_some() {
                    return false;
                }
            }
            false
        })
    }
}
