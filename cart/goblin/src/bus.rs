//! Something happened: published by whoever does it, heard by all who subscribed.
//!
//! ```text
//!   go, strike, .. ── publish(Event::Bump { who, at }) ──> queue ── deliver ──> doors   a closed door opens
//!                                                                          ──> strike  somebody stands there
//!                                                                          ──> venom, split, wake
//!                                                                          ──> tell    log, floaters, sound
//!                                                                          ──> fall    the dead leave the world
//! ```
//!
//! Who moves need not know of doors, and a door not of sounds. Subscribers are a table in the code: the game's state is data,
//! and data can hold no functions. They hear every event in the order of the table, and may publish more.

use crate::Game;
use crate::store::Entity;
use kit::Cell;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// Somebody wants to go where something stands.
    Bump {
        /// Who.
        who: Entity,
        /// Where.
        at: Cell,
    },
    /// A door was opened.
    Opened {
        /// By whom.
        who: Entity,
    },
    /// A blow missed.
    Missed {
        /// Whose.
        by: Entity,
        /// At whom.
        on: Entity,
    },
    /// A blow hit.
    Hit {
        /// Whose; 0 for poison and blasts.
        by: Entity,
        /// Whom.
        on: Entity,
        /// What it took.
        damage: i32,
        /// The victim did not see it come.
        unaware: bool,
    },
    /// Somebody is dead.
    Died {
        /// Who.
        who: Entity,
        /// Whose doing it was; 0 for poison and blasts.
        by: Entity,
    },
    /// A monster has noticed the hero.
    Noticed {
        /// Which.
        who: Entity,
    },
    /// The hero took something.
    Took {
        /// Row of the items.
        item: i32,
    },
}

/// Who hears them.
const SUBSCRIBERS: [fn(&mut Game, Event); 7] =
    [Game::doors, Game::strike, Game::venom, Game::split, Game::wake, Game::tell, Game::fall];

impl Game {
    /// Puts an event into the queue.
    pub(crate) fn publish(&mut self, event: Event) {
        self.bus.push(event);
    }

    /// Hands out all that waits, and what comes of it.
    pub(crate) fn deliver(&mut self) {
        while !self.bus.is_empty() {
            let event = self.bus.remove(0);
            SUBSCRIBERS.iter().for_each(|hears| hears(self, event));
        }
    }
}
