//! Rules for every floor that Smokehouse makes, written a second time, using only the finished floor.
//!
//! ```text
//! let case = Case::new(seed, number);          the floor, and what is on it
//! for (name, rule) in RULES { rule(&case)? }   an error says where and what
//! draw(&floor)                                 the floor as characters: #.+<> mobs as letters
//! ```
//!
//! The numbers come from the task list and the design (`cart/porklike/TASKS.md`); the key in `sprites/porklike.flags`
//! defines the tiles. Nothing here calls the generator's own helpers.

pub mod things;
pub mod tile;
mod ways;

use porklike::dir::{Cell, Dir};
use porklike::tower::{self, Floor};
use rayon::prelude::*;
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct Case {
    pub seed: u32,
    /// 1 to 8.
    pub number: u8,
    pub floor: Floor,
}

/// A room, given by its first and last cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Column of its left edge.
    pub x: i32,
    /// Row of its upper edge.
    pub y: i32,
    /// Cells from left to right.
    pub w: i32,
    /// Cells from top to bottom.
    pub h: i32,
}

impl Room {
    /// The room of these cells in reading order. None if they are not a rectangle.
    pub fn of(cells: &[Cell]) -> Option<Room> {
        let (&Cell { x, y }, last) = (cells.first()?, cells.last()?);
        let room = Room { x, y, w: last.x - x + 1, h: last.y - y + 1 };
        (room.cells() == cells).then_some(room)
    }

    /// Its cells, row by row.
    pub fn cells(self) -> Vec<Cell> {
        let rows = self.y..self.y + self.h;
        rows.flat_map(|y| (self.x..self.x + self.w).map(move |x| Cell::at(x, y))).collect()
    }

    /// Whether the cell is in the room.
    pub fn holds(self, cell: Cell) -> bool {
        (self.x..self.x + self.w).contains(&cell.x) && (self.y..self.y + self.h).contains(&cell.y)
    }

    /// Whether the cell is in the room, and not at its edge.
    pub fn has_inside(self, cell: Cell) -> bool {
        Room { x: self.x + 1, y: self.y + 1, w: self.w - 2, h: self.h - 2 }.holds(cell)
    }
}

/// A rule: passes, or reports what is wrong.
pub type Rule = fn(&Case) -> Result<(), String>;

pub const RULES: [(&str, Rule); 17] = [
    ("all cells hang together", ways::joined),
    ("stairs are apart", ways::apart),
    ("stairs are next to a room", ways::through_a_room),
    ("dead ends are alcoves", ways::no_dead_ends),
    ("a tablet is in the niche nearest to the start", ways::tablet),
    ("a rail is where no chest is", ways::rail),
    ("doors stand between walls", ways::doors),
    ("rooms have their sizes", ways::rooms),
    ("walls are the right ones of the 47", ways::walls),
    ("faces are below walls, and nowhere else", ways::faces),
    ("mobs are as many as the floor has", things::mobs),
    ("mobs are who the floor has", things::kinds),
    ("chests are in the middle of rooms", things::chests),
    ("vases are along the walls of rooms", things::vases),
    ("decorations are their room's", things::decorations),
    ("rooms have a purpose", things::purposes),
    ("tiles are known", things::tiles),
];

/// The floors of these seeds, made on all processors, with floor numbers in turn.
pub fn make(seeds: Range<u32>) -> Vec<Case> {
    seeds.into_par_iter().map(|seed| Case::new(seed, (seed % 8) as u8 + 1)).collect()
}

/// Checks floors on all processors, by the rules whose name contains a word.
///
/// # Panics
/// With the first floor that breaks a rule.
pub fn judge(cases: &[Case], word: &str) {
    let rules: Vec<_> = RULES.iter().filter(|(name, _)| name.contains(word)).collect();
    assert!(!rules.is_empty(), "no rule has {word:?} in its name");
    let worst = cases.par_iter().find_map_first(|case| {
        let (name, error) = rules.iter().find_map(|(name, rule)| Some((name, rule(case).err()?)))?;
        Some(format!("seed {}, floor {}: {name}: {error}\n{}", case.seed, case.number, draw(&case.floor)))
    });
    if let Some(worst) = worst {
        panic!("{worst}");
    }
}

/// A character for each tile, by the key of `sprites/porklike.flags`; `?` for a tile that no floor should have.
pub fn letter(tile: u8) -> char {
    match tile {
        1 => '.',
        4 | 5 | 6 | 95 => ',',
        7 => '_',
        9 => 'u',
        10 => 'o',
        12 => 'b',
        14 => 'B',
        40 => 'h',
        16 => '+',
        18 => '>',
        19 => '<',
        20 => 't',
        21 | 22 => '%',
        24..=26 => ';',
        27..=29 => ':',
        32 | 34 => 'i',
        48..=94 => '#',
        _ => '?',
    }
}

/// The letters of creatures, kinds 1 to 10: pea, crouton, onion, pod, cayenne, mussel, terrine, bad egg, kipper,
/// oxtail.
pub const MOBS: [char; 10] = ['P', 'C', 'N', 'D', 'Y', 'M', 'T', 'E', 'K', 'X'];

/// The floor as characters, a line a row.
pub fn draw(floor: &Floor) -> String {
    let side = floor.grid.width();
    let at = |cell: Cell| {
        let mob = floor.mobs.iter().find(|mob| mob.1 == cell);
        mob.map_or(letter(floor.grid.get(cell)), |mob| MOBS[usize::from(mob.0) - 1])
    };
    (0..side).map(|y| (0..side).map(|x| at(Cell::at(x, y))).collect::<String>() + "\n").collect()
}

impl Case {
    /// The floor of a seed, in the game's size.
    pub fn new(seed: u32, number: u8) -> Case {
        Case { seed, number, floor: tower::floor(seed, number) }
    }

    fn tile(&self, cell: Cell) -> u8 {
        self.floor.grid.get(cell)
    }

    /// Outside the floor, everything is wall.
    fn is_wall(&self, cell: Cell) -> bool {
        self.floor.grid.index(cell).is_none() || (48..=94).contains(&self.tile(cell))
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.floor.grid.cells()
    }

    fn find(&self, tiles: &[u8]) -> Vec<Cell> {
        self.cells().filter(|&cell| tiles.contains(&self.tile(cell))).collect()
    }

    /// The rooms, or an error with the cells of a room that is not a rectangle.
    fn rooms(&self) -> Result<Vec<Room>, String> {
        let one = |cells: &Vec<Cell>| Room::of(cells).ok_or_else(|| format!("no rectangle: {cells:?}"));
        self.floor.rooms.iter().map(one).collect()
    }

    fn room(&self, cell: Cell) -> Option<Room> {
        self.floor.rooms.iter().find(|cells| cells.contains(&cell)).and_then(|cells| Room::of(cells))
    }

    /// Steps from the start to each cell, in reading order, through everything that `passes`.
    fn steps(&self, passes: impl Fn(u8) -> bool) -> Vec<Option<u32>> {
        let mut steps = vec![None; self.cells().count()];
        let mut ring = vec![self.floor.start];
        let mut count = 0;
        while !ring.is_empty() {
            let mut next = vec![];
            for cell in ring {
                let Some(at) = self.floor.grid.index(cell) else { continue };
                if steps[at].is_none() && !self.is_wall(cell) && passes(self.tile(cell)) {
                    steps[at] = Some(count);
                    next.extend(Dir::ALL.map(|dir| cell.step(dir)));
                }
            }
            ring = next;
            count += 1;
        }
        steps
    }

    /// Fails with the first cell that does not satisfy a condition.
    fn each(
        &self,
        cells: impl IntoIterator<Item = Cell>,
        what: &str,
        holds: impl Fn(Cell) -> bool,
    ) -> Result<(), String> {
        match cells.into_iter().find(|&cell| !holds(cell)) {
            Some(Cell { x, y }) => Err(format!("({x}, {y}): {what}")),
            None => Ok(()),
        }
    }
}

/// An error with this text unless the condition is true.
fn must(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

fn beside(cell: Cell) -> [Cell; 4] {
    [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(dx, dy)| Cell::at(cell.x + dx, cell.y + dy))
}
