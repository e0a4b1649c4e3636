//! A cave from seed and number: the document's cellular caves, then their contents.
//!
//! ```text
//!  100 x 100, 45 % wall ── five steps ── flood copy ── one cave, wall all round; under half open: another try
//!
//!   a step: wall where 5 or more of 3 x 3 are wall, or at most 1 of 5 x 5; outside counts as wall
//!
//!  start ── pools of lava, dry beds ── sluice, 30 to 49 steps off ── shaft, as far again ── rocks, soldiers
//!        ── finds and crumbs all over the cave, one in each square of 7 x 7 cells that has nothing else
//!        ── along the way down: a crumb after some steps without anything new in view; 20 steps without: another try
//!
//!  in play: after some turns without anything new in sight, a find appears in the next cells in view, or a stone falls
//! ```
//!
//! Numbers of the caves are the document's. Its code counts the middle cell, and never counts cell 0 0; so do we. Beds and pools lie
//! only where no wall is within one cell, so you can always walk along the walls; islands that they cut off get nothing. The start
//! is the first floor rolled after the cave, as in the document. Everything else is put in after that, with the same dice; the dice
//! of play continue from there.

use crate::dice::{Pcg32, Roll};
use crate::mob::{KING, Mob};
use crate::{CAVES, Fx, Game, SFX_BUMP};
use alloc::vec;
use alloc::vec::Vec;
use kit::grid::FAR;
use kit::{Cell, Grid};

/// Columns and rows of a cave.
pub const SIZE: i32 = 100;
/// Rock that cannot be dug; also everything outside.
pub const WALL: u8 = 0;
pub const FLOOR: u8 = 1;
/// A dry bed: floor until the sluice is opened, lava after.
pub const BED: u8 = 2;
pub const LAVA: u8 = 3;
/// A rock on the floor.
pub const ROCK: u8 = 4;
/// The sluice that the king shut.
pub const SLUICE: u8 = 5;
pub const SHAFT: u8 = 6;
/// A crumb of hot rock, eaten on entering if Kasidin is hurt.
pub const EMBER: u8 = 7;
/// Something left behind: [`FINDS`], by the cell.
pub const FIND: u8 = 8;
/// What can be found: sprites and lines.
pub const FINDS: [(i32, &str); 11] = [
    (52, "bones of a soldier"),
    (53, "an empty soup bowl"),
    (54, "a broken pick"),
    (55, "a blue crystal. too sour to eat"),
    (57, "pale mushrooms. not for terulos"),
    (58, "a helmet with a big dent"),
    (59, "carved: no lava, no soup"),
    (60, "a miner's lamp, long cold"),
    (61, "a banner of adlori, torn"),
    (62, "a snail, turned to stone"),
    (63, "a newt. it plays dead"),
];
/// Columns and rows of the squares that have at least one thing each.
const SQUARE: i32 = 7;
/// Turns without anything new in sight after which a find appears in the next cells that come into view.
const BORED: i32 = 10;
/// The same after which a stone falls, where nothing comes into view.
const WEARY: i32 = 16;
/// Steps on the way down after which something new has been put in sight.
pub const DULL: i32 = 14;
/// Steps without anything new that are too many.
const LONGEST: i32 = 20;
/// So often a cave is furnished at most, so that it ends.
const TRIES: i32 = 40;

/// The foes of each cave, by kind; the first two guard the sluice.
const TROOPS: [&[u8]; 5] = [b"11121", b"12112112", b"3121121242", b"32131212412", b"112123"];

/// Walls as bits, one word per row: column x is bit x + 14, and the bits on both sides are outside.
pub type Rows = [u128; SIZE as usize];
/// The bits that are outside.
const OUTSIDE: u128 = !(((1 << SIZE) - 1) << 14);

/// Where a row has at least `n` walls within `range`, all columns at once: `least[k]` has those with more than k so far.
fn at_least(rows: &Rows, y: i32, range: i32, n: usize) -> u128 {
    let mut least = [0; 5];
    for y in y - range..=y + range {
        let row = rows.get(y as usize).copied().unwrap_or(!0);
        for x in 0..=2 * range {
            let walls = row.rotate_right((128 + x - range) as u32);
            (1..5).rev().for_each(|k| least[k] |= least[k - 1] & walls);
            least[0] |= walls;
        }
    }
    least[n - 1]
}

/// One step of the automaton. The document's count skips the cell at 0 0.
pub fn step(rows: &Rows) -> Rows {
    let (mut next, mut rows) = (*rows, *rows);
    rows[0] &= !(1 << 14);
    for (y, row) in (0..).zip(&mut next) {
        *row = at_least(&rows, y, 1, 5) | !at_least(&rows, y, 2, 2) | OUTSIDE;
    }
    next
}

/// Every cell a wall in 45 of 100 cases.
pub fn fill(dice: &mut Pcg32) -> Rows {
    let hundred = Roll::new(1..=100);
    let mut rows = [OUTSIDE; SIZE as usize];
    for row in &mut rows {
        (14..SIZE + 14).for_each(|x| *row |= u128::from(hundred.with(dice) <= 45) << x);
    }
    rows
}

/// The cells that can be reached from some floor cell, and their number; none if a hundred rolls find no floor. The outermost cells
/// stay wall, so that no cave touches the edge.
pub fn flood_copy(rows: &Rows, dice: &mut Pcg32) -> (Grid<u8>, i32) {
    let mut rough = Grid::new(SIZE, SIZE, WALL, WALL);
    for cell in rough.cells().filter(|it| it.x.min(it.y) > 0 && it.x.max(it.y) < SIZE - 1) {
        rough.set(cell, FLOOR - (rows[cell.y as usize] >> (cell.x + 14) & 1) as u8);
    }
    let mut cave = Grid::new(SIZE, SIZE, WALL, WALL);
    let start = roll_floor(&rough, 100, dice);
    let cells = start.map_or(Vec::new(), |start| walk(&rough, start).0);
    cells.iter().for_each(|cell| cave.set(*cell, FLOOR));
    (cave, cells.len() as i32)
}

/// A cave of which at least half is open, and all of that connected.
pub fn caves(dice: &mut Pcg32) -> Grid<u8> {
    loop {
        let mut rows = fill(dice);
        (0..5).for_each(|_| rows = step(&rows));
        let (cave, copied) = flood_copy(&rows, dice);
        if copied >= SIZE * SIZE / 2 {
            return cave;
        }
    }
}

/// Rolls cells until one is floor: once, and again at most so many times.
fn roll_floor(tiles: &Grid<u8>, tries: i32, dice: &mut Pcg32) -> Option<Cell> {
    let mut rolled = (0..=tries).map(|_| Cell::at(dice.below(SIZE), dice.below(SIZE)));
    rolled.find(|cell| tiles.get(*cell) == FLOOR)
}

/// Any floor: by 5,000 rolls, or the first there is.
pub fn pick_floor(tiles: &Grid<u8>, dice: &mut Pcg32) -> Option<Cell> {
    let rolled = roll_floor(tiles, 5000, dice);
    rolled.or_else(|| tiles.cells().find(|cell| tiles.get(*cell) == FLOOR))
}

/// The cells that plain floor leads to, nearest first, and the steps to them.
fn walk(tiles: &Grid<u8>, from: Cell) -> (Vec<Cell>, Grid<u16>) {
    tiles.flood(from, 10_000, |cell| tiles.get(cell) == FLOOR)
}

/// One of the cells that are wanted; the last of all if none is.
fn choose(dice: &mut Pcg32, list: &[Cell], wanted: impl Fn(Cell) -> bool) -> Cell {
    let few: Vec<Cell> = list.iter().copied().filter(|cell| wanted(*cell)).collect();
    let one = few.get(dice.below(few.len() as i32) as usize).or(list.last());
    one.copied().unwrap_or_default()
}

/// Nothing has been on the screen.
fn unseen() -> Vec<u8> {
    vec![0; (SIZE * SIZE / 8) as usize]
}

/// Is there no wall within one cell?
fn is_wide(tiles: &Grid<u8>, cell: Cell) -> bool {
    (-1..2).all(|y| (-1..2).all(|x| tiles.get(Cell::at(cell.x + x, cell.y + y)) != WALL))
}

impl Game {
    /// Makes the cave that the game is in.
    pub fn enter(&mut self) {
        let mut dice = Pcg32 { state: u64::from(self.seed) + ((self.cave as u64 - 1) << 32) };
        let cave = caves(&mut dice);
        let start = pick_floor(&cave, &mut dice).unwrap_or_default();
        // Furnishes the cave again when the way down has too long a stretch without anything new.
        for _ in 0..TRIES {
            if self.furnish(cave.clone(), start, &mut dice) < LONGEST {
                break;
            }
        }
        (self.dice, self.open) = (dice, 0);
        (self.seen, self.met, self.dull) = (unseen(), 0, 0);
        self.look();
    }

    /// Puts everything into a cave. Returns the longest stretch of steps on the way down without anything new
    /// on the screen.
    fn furnish(&mut self, mut tiles: Grid<u8>, start: Cell, dice: &mut Pcg32) -> i32 {
        for i in 0..40 {
            let from = pick_floor(&tiles, dice).unwrap_or_default();
            let size = 6 + dice.below(14) as usize;
            for cell in tiles.flood(from, size, |cell| is_wide(&tiles, cell)).0 {
                if is_wide(&tiles, cell) && cell.dist(start) > 4 {
                    tiles.set(cell, if i % 3 == 0 { LAVA } else { BED });
                }
            }
        }
        let (mut near, mut from_start) = walk(&tiles, start);
        let steps = |map: &Grid<u16>, cell: Cell| i32::from(map.get(cell));
        self.mobs.truncate(1);
        self.mobs[0].at = start;
        let last = self.cave == CAVES;
        if last {
            let throne = choose(dice, &near, |it| {
                it.x.min(it.y) > 12
                    && it.x.max(it.y) < 88
                    && it.dist(start) > 24
                    && (35..60).contains(&steps(&from_start, it))
            });
            build_hall(&mut tiles, throne);
            (near, from_start) = walk(&tiles, start);
            self.mobs.push(Mob::new(KING, throne));
            self.sluice = Cell::at(throne.x, throne.y - 5);
        } else {
            self.sluice = choose(dice, &near, |it| (30..50).contains(&steps(&from_start, it)));
        }
        let from_sluice = walk(&tiles, self.sluice).1;
        self.shaft = choose(dice, &near, |it| {
            steps(&from_start, it) > 15 && (30..50).contains(&steps(&from_sluice, it))
        });
        let from_shaft = walk(&tiles, self.shaft).1;
        tiles.set(self.sluice, SLUICE);
        tiles.set(self.shaft, if last { FLOOR } else { SHAFT });
        // A player who takes the shortest paths and strays at most ten steps from them sees everything.
        let (there, down) = (steps(&from_start, self.sluice), steps(&from_sluice, self.shaft));
        near.retain(|it| {
            let [a, b, c] = [&from_start, &from_sluice, &from_shaft].map(|map| steps(map, *it));
            a > 9 && (a + b <= there + 20 || !last && b + c <= down + 20)
        });
        for (i, kind) in TROOPS[self.cave as usize - 1].iter().enumerate() {
            let guard = i < 2 && !last;
            let at = choose(dice, &near, |it| {
                self.mob_at(it).is_none() && (!guard || (2..7).contains(&steps(&from_sluice, it)))
            });
            self.mobs.push(Mob::new(kind - b'0', at));
        }
        for _ in 0..10 {
            let at = choose(dice, &near, |it| tiles.get(it) == FLOOR);
            tiles.set(at, ROCK);
        }
        self.scatter(&mut tiles, &from_start, dice);
        self.tiles = tiles;
        self.seen = unseen();
        // The player should not walk far without something new.
        self.news(start);
        let (mut dull, mut longest) = (0, 0);
        for at in self.way_down() {
            let fresh = self.news(at);
            dull += 1;
            let open = |it: &&Cell| self.tiles.get(**it) == FLOOR && from_start.get(**it) < FAR;
            if fresh.iter().any(|it| self.is_something(*it)) {
                dull = 0;
            } else if dull >= DULL
                && let Some(cell) = fresh.iter().find(open)
            {
                self.tiles.set(*cell, EMBER);
                dull = 0;
            }
            longest = longest.max(dull);
        }
        longest
    }

    /// Finds and crumbs in every square of the cave that can be walked to and has nothing yet; none in the king's hall.
    fn scatter(&self, tiles: &mut Grid<u8>, from_start: &Grid<u16>, dice: &mut Pcg32) {
        let hall = self.mobs.iter().find(|mob| mob.kind == KING).map(|king| king.at);
        for i in 0..15 * 15 {
            let (left, top) = (i % 15 * SQUARE, i / 15 * SQUARE);
            let cells: Vec<Cell> = (0..SQUARE * SQUARE)
                .map(|at| Cell::at(left + at % SQUARE, top + at / SQUARE))
                .filter(|at| from_start.get(*at) < FAR && hall.is_none_or(|king| king.dist(*at) > 16))
                .collect();
            let is_bare = |at: &Cell| tiles.get(*at) == FLOOR && self.mob_at(*at).is_none();
            if !cells.is_empty() && cells.iter().all(|at| is_bare(at) || tiles.get(*at) <= LAVA) {
                let at = choose(dice, &cells, |at| is_bare(&at));
                if is_bare(&at) {
                    tiles.set(at, if dice.below(8) == 0 { EMBER } else { FIND });
                }
            }
        }
    }

    /// The find of a cell: a row of [`FINDS`].
    pub fn find(cell: Cell) -> usize {
        (cell.x * 7 + cell.y * 31 + cell.x * cell.y) as usize % FINDS.len()
    }

    /// The shortest way from where Kasidin is to the sluice, and on to the shaft, if there is one.
    pub fn way_down(&self) -> Vec<Cell> {
        let mut way = Vec::new();
        let mut at = self.me().at;
        for goal in [self.sluice, self.shaft].into_iter().take(1 + usize::from(self.cave < CAVES)) {
            let open = |cell: Cell| !matches!(self.tiles.get(cell), WALL | LAVA);
            let far = self.tiles.flood(goal, 10_000, open).1;
            while far.get(at) > 0 && far.get(at) < FAR {
                let nearer = at.around().into_iter().find(|it| far.get(*it) < far.get(at));
                at = nearer.unwrap_or(goal);
                way.push(at);
            }
        }
        way
    }

    /// What comes onto the screen there, and was not on it before, is known from then on.
    fn news(&mut self, from: Cell) -> Vec<Cell> {
        let screen = (0..15 * 13).map(|i| Cell::at(from.x + i % 15 - 7, from.y + i / 15 - 6));
        let fresh: Vec<Cell> = screen.filter(|cell| !self.knows(*cell)).collect();
        for at in fresh.iter().filter_map(|cell| self.tiles.index(*cell)) {
            if let Some(bits) = self.seen.get_mut(at / 8) {
                *bits |= 1 << (at % 8);
            }
        }
        fresh
    }

    /// Has the cell been on the screen?
    pub fn knows(&self, cell: Cell) -> bool {
        let at = self.tiles.index(cell).unwrap_or(usize::MAX);
        self.seen.get(at / 8).is_some_and(|bits| bits >> (at % 8) & 1 > 0)
    }

    /// A thing, or a soldier?
    fn is_something(&self, cell: Cell) -> bool {
        self.tiles.get(cell) > LAVA || self.mob_at(cell).is_some_and(|it| it > 0)
    }

    /// Marks the cells Kasidin sees as known; a foe that comes into view cancels held keys.
    pub(crate) fn look(&mut self) {
        let at = self.me().at;
        let fresh = self.news(at);
        let near = |mob: &&Mob| (mob.at.x - at.x).abs() < 8 && (mob.at.y - at.y).abs() < 7;
        let met = self.mobs.iter().skip(1).filter(near).count();
        self.alarm |= met > self.met;
        self.dull += 1;
        // A soldier who comes as another one leaves is easily missed, so only one more counts.
        if met > self.met || fresh.iter().any(|it| self.tiles.get(*it) > LAVA) {
            self.dull = 0;
        }
        self.met = met;
        if self.dull >= BORED {
            self.surprise(fresh);
        }
    }

    /// Something new after dull turns, on any way: a find in what has just come into view. If nothing does for
    /// too long, a stone falls nearby.
    fn surprise(&mut self, fresh: Vec<Cell>) {
        let me = self.me().at;
        let falls = self.dull >= WEARY;
        let around = (0..13 * 11).map(|i| Cell::at(me.x + i % 13 - 6, me.y + i / 13 - 5));
        let mut cells = if falls { around.collect() } else { fresh };
        cells.retain(|at| self.tiles.get(*at) == FLOOR && self.mob_at(*at).is_none() && at.dist(me) > 1);
        if !cells.is_empty() {
            let at = choose(&mut self.dice, &cells, |_| true);
            self.tiles.set(at, FIND);
            self.dull = 0;
            if falls {
                self.fx.push(Fx { sprite: 45, from: at, to: at, t: 20 });
                if self.said.is_empty() {
                    self.say(SFX_BUMP, "dust falls, and a bit of rubble");
                }
            }
        }
    }
}

/// The king's hall: an oval of floor with four pools.
fn build_hall(tiles: &mut Grid<u8>, throne: Cell) {
    for cell in tiles.cells().filter(|it| it.x.min(it.y) > 0 && it.x.max(it.y) < SIZE - 1) {
        let (x, y) = ((cell.x - throne.x).abs(), (cell.y - throne.y).abs());
        if x * x + 2 * y * y < 110 {
            let pool = (x - 5).pow(2) + (y - 3).pow(2) < 5;
            tiles.set(cell, if pool { LAVA } else { FLOOR });
        }
    }
}
