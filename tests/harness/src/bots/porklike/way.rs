//! Ways over the known part of a floor.
//!
//! ```text
//! cost of a tile:  free 1, door 2, crock or pot 3, a creature 6, walls and fog none; plus the bot's fears
//! goals: stairs, altar (adjacent), chest (adjacent), crock (adjacent), the edge of the fog
//! ```
//!
//! Dijkstra's search, cheapest goal first, ties by direction: the same screen gives the same way.

use super::screen::{Screen, Tile};
use crate::floors::tile;
use porklike::dir::{Cell, Dir};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs and first steps from the hero's tile to all others.
#[derive(Clone, Debug)]
pub struct Ways {
    side: i32,
    from: Cell,
    found: Vec<Option<(i32, Dir)>>,
}

impl Ways {
    /// Searches. `fear` is added to a tile's cost.
    pub fn from(screen: &Screen, from: Cell, fear: impl Fn(Cell) -> i32) -> Ways {
        let mut ways = Ways { side: screen.side, from, found: vec![None; screen.spots.len()] };
        let mut queue = BinaryHeap::from([Reverse((0, 0, from.x, from.y, 0))]);
        while let Some(Reverse((cost, steps, x, y, first))) = queue.pop() {
            let at = Cell::at(x, y);
            let index = (y * screen.side + x) as usize;
            if ways.found[index].is_some() {
                continue;
            }
            ways.found[index] = Some((cost, Dir::ALL[first]));
            // Ways lead up to blocked tiles, not through them; stairs end the floor.
            let through = screen.free(at) || matches!(screen.kind(at), Tile::Door | Tile::Vase);
            if !through || screen.spot(at).tile == Some(tile::STAIRS_UP) {
                continue;
            }
            for dir in Dir::ALL {
                let next = at.step(dir);
                let price = match screen.kind(next) {
                    _ if screen.spot(next).tile.is_none() => continue,
                    _ if screen.beast(next).is_some() => 6,
                    Tile::Door => 2,
                    Tile::Vase => 3,
                    Tile::Inert if !screen.free(next) => continue,
                    _ => 1,
                };
                let first = if at == from { dir as usize } else { first };
                queue.push(Reverse((cost + price + fear(next), steps + 1, next.x, next.y, first)));
            }
        }
        ways
    }

    /// The cost of reaching a tile, and the first step.
    pub fn to(&self, at: Cell) -> Option<(i32, Dir)> {
        let inside = |n| (0..self.side).contains(&n);
        if !inside(at.x) || !inside(at.y) || at == self.from {
            return None;
        }
        self.found[(at.y * self.side + at.x) as usize]
    }

    /// The cheapest wanted tile: its cost and the first step.
    pub fn nearest(&self, wanted: impl Fn(Cell) -> bool) -> Option<(i32, Dir)> {
        (0..self.side * self.side)
            .map(|i| Cell::at(i % self.side, i / self.side))
            .filter(|at| wanted(*at))
            .filter_map(|at| self.to(at))
            .min_by_key(|way| way.0)
    }
}

/// Whether this tile is at the edge of the fog.
fn is_edge(screen: &Screen, at: Cell) -> bool {
    let inside = |at: Cell| (0..screen.side).contains(&at.x) && (0..screen.side).contains(&at.y);
    at.around().into_iter().any(|next| inside(next) && screen.spot(next).tile.is_none())
}

/// The step that leads up: to known stairs or altar, otherwise towards the fog, otherwise to the area behind
/// crocks and pots.
pub fn upwards(screen: &Screen, ways: &Ways) -> Option<Dir> {
    let up = |at| screen.spot(at).tile == Some(tile::STAIRS_UP) || screen.kind(at) == Tile::Altar;
    let open = |at| is_edge(screen, at) && (screen.free(at) || screen.kind(at) == Tile::Door);
    // The stairs may be behind a pot in the last hallway: seed 152 has that on floor 1.
    let blocked = |at| is_edge(screen, at) && screen.kind(at) == Tile::Vase;
    ways.nearest(up).or_else(|| ways.nearest(open)).or_else(|| ways.nearest(blocked)).map(|way| way.1)
}
