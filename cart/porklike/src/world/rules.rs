//! What a step in a direction does.
//!
//! | tile ahead | what happens | tile after | moves |
//! |---|---|---|---|
//! | outside the floor | bump | - | no |
//! | no BLOCKS flag | step | same | yes |
//! | stairs | step, then climb | same | yes |
//! | BLOCKS | bump | same | no |
//! | crock, pot | bump, breaks | shards | no |
//! | door | bump, opens | its twin, which does not block | no |
//! | bread bin, larder chest | bump, opens | its twin, which blocks | no |
//! | tablet, altar | bump, is read or touched | same | no |
//!
//! The last five only with the REACTS flag. That opening a door or breaking a pot costs a step of its own is the
//! rule of the genre, where a bump is an action.

use super::{Event, FLOORS, Floor, Hit, World};
use crate::dir::{Cell, Dir};
use crate::tile::{self, Kind};
use alloc::vec::Vec;
use rasher::Machine;

impl World {
    /// The floor that the hero is on. A saved state may name a floor that there is not: then it is the last.
    pub fn floor(&self) -> &'static Floor {
        &FLOORS[usize::from(self.floor).min(FLOORS.len() - 1)]
    }

    /// May the cell be entered? Outside the floor all is wall.
    pub fn blocks(&self, p8: &Machine, cell: Cell) -> bool {
        !self.floor().holds(cell) || flags(p8, cell) & tile::BLOCKS != 0
    }

    /// Is the step nothing but a step: onto floor where nothing happens?
    pub fn is_plain(&self, p8: &Machine, dir: Dir) -> bool {
        let ahead = self.hero.step(dir);
        !self.blocks(p8, ahead) && flags(p8, ahead) & tile::REACTS == 0
    }

    /// The hero tries to go one tile.
    pub fn step(&mut self, p8: &mut Machine, dir: Dir) -> Vec<Event> {
        let from = self.hero;
        let ahead = from.step(dir);
        let mut events = Vec::new();
        if self.blocks(p8, ahead) {
            let hit = Hit { at: ahead, tile: p8.mget(ahead.x, ahead.y) };
            events.push(Event::Bumped { hit, dir });
            if self.floor().holds(ahead) && flags(p8, ahead) & tile::REACTS != 0 {
                events.extend(self.bump(p8, hit));
            }
        } else {
            self.hero = ahead;
            events.push(Event::Moved { from, dir });
            events.extend(self.climb(tile::climb(p8.mget(ahead.x, ahead.y))));
        }
        events
    }

    /// What comes of running against a tile that reacts.
    fn bump(&mut self, p8: &mut Machine, hit: Hit) -> Option<Event> {
        let (after, event) = match tile::kind(hit.tile) {
            Kind::Vase => (tile::SHARDS, Event::VaseBroken(hit)),
            Kind::Door => (tile::twin(hit.tile), Event::DoorOpened(hit)),
            Kind::Chest => (tile::twin(hit.tile), Event::ChestOpened(hit)),
            Kind::Tablet => (hit.tile, Event::TabletRead(hit)),
            Kind::Altar => {
                self.golden = true;
                (hit.tile, Event::HamTouched(hit))
            }
            Kind::Inert => return None,
        };
        p8.mset(hit.at.x, hit.at.y, after);
        Some(event)
    }

    /// Takes the hero to the next floor (`way` 1) or the one before (-1). Stairs that lead nowhere do nothing.
    fn climb(&mut self, way: i8) -> Option<Event> {
        let to = self.floor.checked_add_signed(way).filter(|_| way != 0)?;
        let floor = FLOORS.get(usize::from(to))?;
        self.floor = to;
        self.hero = if way > 0 { floor.from_below } else { floor.from_above };
        Some(Event::Climbed { to })
    }
}

/// The flags of the tile in a cell.
fn flags(p8: &Machine, cell: Cell) -> u8 {
    p8.fget(p8.mget(cell.x, cell.y).into())
}
