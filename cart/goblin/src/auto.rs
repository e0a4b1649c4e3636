//! Automatic turns after one press, one every few frames: resting, exploring, travelling.
//!
//! ```text
//!   rest     no one in sight, not on stairs: until healed
//!   explore  the nearest item, closed door or unknown area; then the stairs. With the drum: the stairs up
//!   travel   over known floor, to the clicked tile
//!
//!   any button, a monster that comes into view or wakes up, an attack, a lost hit point ──> it ends
//! ```
//!
//! While a monster that knows of the hero is in sight, a press is one turn. Paths avoid monsters in sight, and
//! the drum. The rules know none of this: each turn is an action of `turn.rs`.

use crate::Game;
use crate::data::DRUM;
use crate::dungeon::{DOOR, DOWN, UP, WALL};
use crate::store::Item;
use crate::turn::Action;
use alloc::vec::Vec;
use kit::grid::FAR;
use kit::{Cell, Dir};

/// Until well.
pub const REST: i32 = 1;
/// Sees what there is to see.
pub const EXPLORE: i32 = 2;
pub const TRAVEL: i32 = 3;

impl Game {
    /// The next automatic turn, if it is due.
    pub(crate) fn go_on(&mut self) {
        if self.auto > 0 && self.wait == 0 {
            let turn = self.turn;
            if let Some(action) = self.plan() {
                self.step(action);
            } else if self.auto == EXPLORE {
                // Would there be a way if no monster were in sight?
                let blocked = Game { watched: Vec::new(), ..self.clone() }.plan().is_some();
                self.remark(if blocked { "enemies in the way." } else { "all explored." }, 6);
            }
            self.wait = if self.auto == REST { 1 } else { 4 };
            self.alarm |= self.turn == turn;
        }
        if self.alarm || self.watched.iter().any(|it| !self.unaware(*it)) {
            self.auto = 0;
        }
    }

    /// The next action; none when all is done.
    pub fn plan(&self) -> Option<Action> {
        let (here, map, body) = (self.at(self.hero), self.map(), self.body());
        let tile = |cell: Cell| map.tiles.get(cell);
        if self.auto == REST {
            let rests = body.hp < body.max && self.watched.is_empty() && tile(here) < UP;
            return rests.then_some(Action::Rest);
        }
        let travels = self.auto == TRAVEL;
        let things: Vec<(i32, Cell)> =
            self.world.query::<(&Item, &Cell)>().map(|(_, (item, at))| (item.0, *at)).collect();
        let shunned =
            |cell: Cell| self.watched.iter().any(|it| self.at(*it) == cell) || things.contains(&(DRUM, cell));
        let open = |cell: Cell| {
            map.seen.get(cell) && tile(cell) > WALL && (!shunned(cell) || travels && cell == self.goal)
        };
        let goal = if travels {
            self.goal
        } else {
            let new = |cell: &&Cell| {
                tile(**cell) == DOOR
                    || things.iter().any(|it| it.1 == **cell)
                    || cell.around().into_iter().any(|it| !map.seen.get(it))
            };
            let (cells, _) = map.tiles.flood(here, usize::MAX, open);
            let stairs = if self.has_drum() { UP } else { DOWN };
            let found = cells.iter().skip(1).find(|it| if stairs == UP { tile(**it) == UP } else { new(it) });
            *found.or(cells.iter().find(|it| tile(**it) == stairs))?
        };
        let far = map.tiles.flood(goal, usize::MAX, open).1;
        let dir = Dir::ALL.into_iter().min_by_key(|dir| far.get(here.step(*dir)));
        dir.filter(|dir| here != goal && far.get(here.step(*dir)) < FAR).map(Action::Go)
    }
}
