//! Events: published by the system that causes them, received by all subscribers.
//!
//! ```text
//!   go, strike, .. ── publish(Event::Bump { who, at }) ──> queue ── deliver ──> doors   a closed door opens
//!                                                                          ──> strike  a fighter is there
//!                                                                          ──> venom, split, wake
//!                                                                          ──> tell    log, floaters, sound
//!                                                                          ──> fall    the dead leave the world
//! ```
//!
//! Who moves need not know of doors, and a door not of sounds. Subscribers are a table in the code: the game's state is data,
//! and data cannot contain functions. They receive every event in the order of the table, and may publish more.

use crate::Game;
use crate::store::Entity;
use kit::Cell;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A mover wants to enter an occupied cell.
    Bump {
        who: Entity,
        at: Cell,
    },
    Opened {
        who: Entity,
    },
    Missed {
        by: Entity,
        on: Entity,
    },
    Hit {
        /// Whose; 0 for poison and blasts.
        by: Entity,
        on: Entity,
        damage: i32,
        /// The victim did not see it come.
        unaware: bool,
    },
    Died {
        who: Entity,
        /// Whose doing it was; 0 for poison and blasts.
        by: Entity,
    },
    /// A monster has noticed the hero.
    Noticed {
        who: Entity,
    },
    Took {
        item: i32,
    },
}

const SUBSCRIBERS: [fn(&mut Game, Event); 7] =
    [Game::doors, Game::strike, Game::venom, Game::split, Game::wake, Game::tell, Game::fall];

impl Game {
    /// Puts an event into the queue.
    pub(crate) fn publish(&mut self, event: Event) {
        self.bus.push(event);
    }

    /// Delivers all waiting events, and those that they cause.
    pub(crate) fn deliver(&mut self) {
        while !self.bus.is_empty() {
            let event = self.bus.remove(0);
            SUBSCRIBERS.iter().for_each(|hears| hears(self, event));
        }
    }
}
