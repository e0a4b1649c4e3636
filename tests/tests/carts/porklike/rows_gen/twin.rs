//! The tutorial's pseudo code of the generator, taken literally: slow, without tables or tricks, and with its own
//! dice.
//!
//! ```text
//!   chapter 29  signature, matches        32  place_flags, flood_fill, carve_doors      36  next_to_room
//!           30  can_carve                 33  carve_shortcuts, fill_ends                49  freestanding, start_score
//!           31  maze_worm, dig_worm       34  distances                                 28  dig_rooms
//! ```
//!
//! Where both use chance, [`alike`] compares the averages.

use porklike::dir::Cell;
use porklike::tower::Floor;
use tests::floors::tile::{ROCK, ROOM};
use tests::random::Dice;

/// Neighbours: left, right, up, down, up-right, down-right, down-left, up-left.
pub const DIR_X: [i32; 8] = [-1, 1, 0, 0, 1, 1, -1, -1];
pub const DIR_Y: [i32; 8] = [0, 0, -1, 1, -1, 1, 1, -1];

/// Match and mask of what can be carved: rock all around (chapter 30, step 1) and the four of step 3.
pub const CARVE: [(u8, u8); 5] = [
    (0b1111_1111, 0),
    (0b1101_0110, 0b0000_1001),
    (0b0111_1100, 0b0000_0011),
    (0b1011_0011, 0b0000_1100),
    (0b1110_1001, 0b0000_0110),
];

/// Match and mask of what is well connected, by the numbers in brackets (chapter 49).
pub const FREE: [(u8, u8); 12] = [
    (0, 8),
    (0, 4),
    (0, 2),
    (0, 1),
    (16, 6),
    (64, 12),
    (32, 9),
    (128, 3),
    (161, 10),
    (104, 5),
    (84, 10),
    (146, 5),
];

/// Walls on two opposite sides: `1100 xxxx` and `0011 xxxx`.
pub const STRAIGHT: [(u8, u8); 2] = [(0b1100_0000, 0b1111), (0b0011_0000, 0b1111)];

/// Chapter 30: `binaryOr(sig, mask) == binaryOr(match, mask)`.
pub fn matches(sign: u8, (pattern, mask): (u8, u8)) -> bool {
    sign | mask == pattern | mask
}

/// Whether any of the patterns matches.
pub fn any(sign: u8, patterns: &[(u8, u8)]) -> bool {
    patterns.iter().any(|&pattern| matches(sign, pattern))
}

/// Chapter 49: which of the twelve patterns it is, from 1; 0 for none.
pub fn freestanding(sign: u8) -> usize {
    FREE.iter().position(|&pattern| matches(sign, pattern)).map_or(0, |at| at + 1)
}

/// A map that is walkable here and there, and which parts of it are rooms.
pub struct Twin {
    side: i32,
    walkable: Vec<bool>,
    room: Vec<bool>,
    pub dice: Dice,
}

impl Twin {
    pub fn rock(side: i32, seed: u32) -> Twin {
        let size = (side * side) as usize;
        Twin { side, walkable: vec![false; size], room: vec![false; size], dice: Dice::new(seed.into()) }
    }

    /// Which cells of a floor, half-made or finished, are dug, and which are listed as rooms or have a room's tile.
    pub fn of(floor: &Floor, seed: u32) -> Twin {
        let mut twin = Twin::rock(floor.grid.width(), seed);
        for cell in floor.grid.cells().filter(|&cell| !matches!(floor.grid.get(cell), ROCK | 48..=94)) {
            let room = floor.is(cell, ROOM) || floor.rooms.iter().any(|room| room.contains(&cell));
            twin.dig(cell, room);
        }
        twin
    }

    /// All cells, the outer loop over columns.
    pub fn cells(&self) -> Vec<Cell> {
        let side = self.side;
        (0..side).flat_map(|x| (0..side).map(move |y| Cell::at(x, y))).collect()
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let inside = (0..self.side).contains(&cell.x) && (0..self.side).contains(&cell.y);
        inside.then_some((cell.y * self.side + cell.x) as usize)
    }

    pub fn dig(&mut self, cell: Cell, room: bool) {
        let at = self.index(cell).expect("a cell of the map");
        (self.walkable[at], self.room[at]) = (true, room);
    }

    pub fn walkable(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|at| self.walkable[at])
    }

    pub fn in_room(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|at| self.room[at])
    }

    /// Neighbour `i` of the eight.
    pub fn near(cell: Cell, i: usize) -> Cell {
        Cell::at(cell.x + DIR_X[i], cell.y + DIR_Y[i])
    }

    pub fn signature(&self, cell: Cell) -> u8 {
        let mut sign = 0;
        for i in 0..8 {
            let digit = u8::from(!self.walkable(Twin::near(cell, i)));
            sign |= digit << (8 - i - 1);
        }
        sign
    }

    /// Chapter 31 has `walkable` false, chapter 33 true, chapter 36 asks for both.
    pub fn can_carve(&self, cell: Cell, walkable: bool) -> bool {
        self.index(cell).is_some() && self.walkable(cell) == walkable && any(self.signature(cell), &CARVE)
    }

    /// Whether one of the first `dirs` neighbours is in a room.
    pub fn next_to_room(&self, cell: Cell, dirs: usize) -> bool {
        (0..dirs).any(|i| self.in_room(Twin::near(cell, i)))
    }

    /// Chapter 28 and 49: up to four rooms, the first up to 10 x 10, the others up to 5 x 5; five failures end it,
    /// each making the following rooms smaller. Returns their corners and sizes.
    pub fn dig_rooms(&mut self) -> Vec<(Cell, i32, i32)> {
        let (mut rooms, mut failures, mut most) = (vec![], 0, 10);
        while rooms.len() < 4 && failures < 5 {
            let w = self.dice.range(3, most + 1);
            let h = self.dice.range(3, most.min(35 / w) + 1);
            let fits = |at: &Cell| {
                let inside = at.x + w <= self.side && at.y + h <= self.side;
                let around = (at.x - 1..=at.x + w).flat_map(|x| (at.y - 1..=at.y + h).map(move |y| (x, y)));
                inside && around.into_iter().all(|(x, y)| !self.walkable(Cell::at(x, y)))
            };
            let places: Vec<Cell> = self.cells().into_iter().filter(fits).collect();
            if places.is_empty() {
                failures += 1;
                most = 3.max(most - 1);
                continue;
            }
            let at = places[self.dice.below(places.len())];
            (0..w * h).for_each(|i| self.dig(Cell::at(at.x + i % w, at.y + i / w), true));
            rooms.push((at, w, h));
            most = most.min(5);
        }
        rooms
    }

    /// Chapters 31 and 38: worms begin where carving is possible with no room adjacent, until there is no such place.
    /// Returns their number.
    pub fn maze_worm(&mut self) -> usize {
        for worms in 0.. {
            let begins = |cell: &Cell| self.can_carve(*cell, false) && !self.next_to_room(*cell, 4);
            let candidates: Vec<Cell> = self.cells().into_iter().filter(begins).collect();
            if candidates.is_empty() {
                return worms;
            }
            let at = self.dice.below(candidates.len());
            self.dig_worm(candidates[at]);
        }
        unreachable!("each worm digs")
    }

    /// Chapter 31, word by word. The cells in the order in which they were dug.
    pub fn dig_worm(&mut self, mut cell: Cell) -> Vec<Cell> {
        let mut direction = self.dice.below(4);
        let mut step = 0;
        let mut dug = vec![];
        loop {
            self.dig(cell, false);
            dug.push(cell);
            let blocked = !self.can_carve(Twin::near(cell, direction), false);
            if blocked || self.dice.one_in(2) && step > 2 {
                step = 0;
                let candidates: Vec<usize> =
                    (0..4).filter(|&i| self.can_carve(Twin::near(cell, i), false)).collect();
                if candidates.is_empty() {
                    return dug;
                }
                direction = candidates[self.dice.below(candidates.len())];
            }
            cell = Twin::near(cell, direction);
            step += 1;
        }
    }

    /// Chapter 32: a flag for each area, from 1; 0 is wall. Also returns their number.
    pub fn place_flags(&self) -> (Vec<u32>, u32) {
        let mut flags = vec![0; self.walkable.len()];
        let mut current = 1;
        for cell in self.cells() {
            if self.walkable(cell) && flags[self.index(cell).expect("inside")] == 0 {
                self.flood_fill(&mut flags, cell, current);
                current += 1;
            }
        }
        (flags, current - 1)
    }

    pub fn flood_fill(&self, flags: &mut [u32], from: Cell, flag: u32) {
        let mut candidates = vec![from];
        while !candidates.is_empty() {
            let mut new = vec![];
            for cell in candidates {
                flags[self.index(cell).expect("inside")] = flag;
                for near in (0..4).map(|i| Twin::near(cell, i)) {
                    if self.walkable(near) && flags[self.index(near).expect("inside")] != flag {
                        new.push(near);
                        flags[self.index(near).expect("inside")] = flag;
                    }
                }
            }
            candidates = new;
        }
    }

    pub fn flag(&self, flags: &[u32], cell: Cell) -> u32 {
        self.index(cell).map_or(0, |at| flags[at])
    }

    /// Walls that separate two areas: chapter 32's possible doors.
    pub fn possible_doors(&self) -> Vec<Cell> {
        let (flags, _) = self.place_flags();
        let parts = |&cell: &Cell| {
            self.sides(cell).is_some_and(|(a, b)| self.flag(&flags, a) != self.flag(&flags, b))
        };
        self.cells().into_iter().filter(parts).collect()
    }

    /// Walls between cells more than 20 steps apart: chapter 33's possible shortcuts.
    pub fn possible_shortcuts(&self) -> Vec<Cell> {
        let long = |&cell: &Cell| {
            self.sides(cell).is_some_and(|(a, b)| self.distance(a, b).is_none_or(|steps| steps > 20))
        };
        self.cells().into_iter().filter(long).collect()
    }

    /// The two walkable cells separated by a wall with the signature `1100 xxxx` or `0011 xxxx`.
    fn sides(&self, cell: Cell) -> Option<(Cell, Cell)> {
        if self.walkable(cell) {
            return None;
        }
        let sign = self.signature(cell);
        if matches(sign, STRAIGHT[0]) {
            Some((Twin::near(cell, 2), Twin::near(cell, 3)))
        } else if matches(sign, STRAIGHT[1]) {
            Some((Twin::near(cell, 0), Twin::near(cell, 1)))
        } else {
            None
        }
    }

    /// Digs random possible doors, each from a new list, until there are none.
    pub fn carve_doors(&mut self) -> usize {
        for dug in 0.. {
            let doors = self.possible_doors();
            if doors.is_empty() {
                return dug;
            }
            let at = self.dice.below(doors.len());
            self.dig(doors[at], false);
        }
        unreachable!("each door digs")
    }

    /// Digs up to three random shortcuts.
    pub fn carve_shortcuts(&mut self) -> usize {
        for dug in 0..3 {
            let shortcuts = self.possible_shortcuts();
            if shortcuts.is_empty() {
                return dug;
            }
            let at = self.dice.below(shortcuts.len());
            self.dig(shortcuts[at], false);
        }
        3
    }

    /// Chapter 33: fills every cell with one exit, all at once, until there is none; except these.
    pub fn fill_ends(&mut self, but: &[Cell]) {
        loop {
            let ends = |cell: &Cell| self.can_carve(*cell, true) && !but.contains(cell);
            let ends: Vec<Cell> = self.cells().into_iter().filter(ends).collect();
            if ends.is_empty() {
                return;
            }
            for cell in ends {
                let at = self.index(cell).expect("inside");
                self.walkable[at] = false;
            }
        }
    }

    /// Steps from a cell to each one, including walls next to walkable cells; in the order of [`Twin::cells`].
    pub fn distances(&self, from: Cell) -> Vec<(Cell, i32)> {
        let mut steps: Vec<Option<i32>> = vec![None; self.walkable.len()];
        let mut candidates = vec![from];
        steps[self.index(from).expect("inside")] = Some(0);
        for step in 1.. {
            let mut new = vec![];
            for near in candidates.into_iter().flat_map(|cell| (0..4).map(move |i| Twin::near(cell, i))) {
                if let Some(at) = self.index(near).filter(|&at| steps[at].is_none()) {
                    steps[at] = Some(step);
                    if self.walkable[at] {
                        new.push(near);
                    }
                }
            }
            if new.is_empty() {
                break;
            }
            candidates = new;
        }
        let reached = |cell| Some((cell, steps[self.index(cell)?]?));
        self.cells().into_iter().filter_map(reached).collect()
    }

    /// Steps between two walkable cells; none if there is no way.
    pub fn distance(&self, from: Cell, to: Cell) -> Option<i32> {
        self.distances(from).into_iter().find(|&(cell, _)| cell == to).map(|(_, steps)| steps)
    }

    /// Chapter 49, with the corrections of chapter 50: a place below 0 is not a start.
    pub fn start_score(&self, cell: Cell) -> i32 {
        let free = freestanding(self.signature(cell));
        if self.in_room(cell) {
            return if (1..=8).contains(&free) { 3 } else { 0 };
        }
        if self.next_to_room(cell, 8) {
            -1
        } else if free > 0 {
            5
        } else if self.can_carve(cell, false) || self.can_carve(cell, true) {
            0
        } else {
            -1
        }
    }
}

/// Fails unless two samples have the same average, within five standard errors.
#[track_caller]
pub fn alike(what: &str, ours: &[f64], twins: &[f64]) {
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let error =
        |of: &[f64]| of.iter().map(|v| (v - mean(of)).powi(2)).sum::<f64>() / (of.len() as f64).powi(2);
    let (a, b) = (mean(ours), mean(twins));
    let slack = 5.0 * (error(ours) + error(twins)).sqrt();
    assert!(
        (a - b).abs() <= slack + 1e-9,
        "{what}: {a} on average, the document's {b}, give or take {slack}"
    );
}
