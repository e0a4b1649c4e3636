//! Ways to walk a cave of Kasidin, and how many turns pass without anything new in sight.
//!
//! | way | where it goes |
//! |---|---|
//! | down | to the sluice, to the shaft, back to the start, and so on |
//! | anywhere | to random cells |
//! | nearest | to the nearest cell that has not been on the screen |
//! | farthest | to the farthest such cell |
//! | left, right | along the wall on that side |
//! | straight | straight ahead; turns where it must, and at random once in eight steps |
//! | random | a random step each turn |
//! | and back | 60 turns as `straight`, then back on its own steps to the start, and so on |
//! | loop | between the corners of a square of 12 cells |
//! | shy | the step that shows the fewest unseen cells |
//! | to and fro | left, right, left ... |
//!
//! News: a rock, crumb, find, sluice or shaft that was not on the screen before, or a soldier who comes onto it. The
//! walker keeps its hit points, so that only its way ends it.

use kasidin::cave::{LAVA, SHAFT, WALL};
use kasidin::dice::Pcg32;
use kasidin::turn::Action;
use kasidin::{Game, HP};
use kit::{Cell, Dir};
use std::collections::BTreeSet;

/// The next direction; none if there is no way on.
type Way = fn(&mut Walker) -> Option<Dir>;

pub const WAYS: [(&str, Way); 12] = [
    ("down", |it| {
        let goal = [it.game.sluice, it.game.shaft, it.start][it.goals % 3];
        it.follow(|_, at| at.dist(goal) < 2)
    }),
    ("anywhere", |it| {
        let goal = Cell::at(it.dice.below(100), it.dice.below(100));
        it.follow(|_, at| at.dist(goal) < 4)
    }),
    ("nearest", |it| it.follow(|game, at| at.around().into_iter().any(|next| !game.knows(next)))),
    ("farthest", |it| {
        if it.plan.is_empty() {
            let far = it.far();
            let goal = far.iter().rev().find(|at| !it.game.knows(**at)).or(far.last()).copied()?;
            return it.follow(|_, at| at == goal);
        }
        it.follow(|_, _| false)
    }),
    ("left", |it| it.along([1, 0, 3, 2])),
    ("right", |it| it.along([3, 0, 1, 2])),
    ("straight", |it| it.straight()),
    ("random", |it| Some(Dir::ALL[it.dice.below(4) as usize])),
    ("and back", |it| {
        if it.back && it.trail.pop().is_some() {
            let last = it.trail.last().copied();
            return Dir::ALL
                .into_iter()
                .find(|dir| Some(it.game.me().at.step(*dir)) == last)
                .or_else(|| it.straight());
        }
        it.back = it.trail.len() > 60;
        it.straight()
    }),
    ("loop", |it| {
        let (x, y) = [(0, 0), (12, 0), (12, 12), (0, 12)][it.goals % 4];
        let goal = Cell::at(it.start.x.min(87) + x, it.start.y.min(87) + y);
        it.follow(|_, at| at.dist(goal) < 6)
    }),
    ("shy", |it| {
        let at = it.game.me().at;
        let ahead: Vec<Dir> = Dir::ALL.into_iter().filter(|dir| it.open(at.step(*dir))).collect();
        let first = it.dice.below(4) as usize;
        ahead.into_iter().min_by_key(|dir| (unseen(&it.game, at.step(*dir)), (*dir as usize + first) % 4))
    }),
    ("to and fro", |it| Some(Dir::ALL[it.game.turn as usize % 2])),
];

/// Cells of the screen around a cell that have not been on it.
fn unseen(game: &Game, at: Cell) -> usize {
    screen(at).filter(|cell| game.tiles.index(*cell).is_some() && !game.knows(*cell)).count()
}

fn screen(at: Cell) -> impl Iterator<Item = Cell> {
    (0..15 * 13).map(move |i| Cell::at(at.x + i % 15 - 7, at.y + i / 15 - 6))
}

/// A walker in a cave.
pub struct Walker {
    game: Game,
    dice: Pcg32,
    start: Cell,
    /// The steps to its goal, the next one last.
    plan: Vec<Dir>,
    /// Goals that it has reached.
    goals: usize,
    /// The cells it came through.
    trail: Vec<Cell>,
    back: bool,
    dir: Dir,
}

/// A walk's figures.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walk {
    pub turns: i32,
    /// The most turns without anything new.
    pub longest: i32,
    /// New things, and those of them that were in the cave before the walk.
    pub news: i32,
    pub placed: i32,
}

impl Walker {
    fn open(&self, cell: Cell) -> bool {
        ![WALL, LAVA, SHAFT].contains(&self.game.tiles.get(cell))
    }

    /// The cells it can get to, nearest first.
    fn far(&self) -> Vec<Cell> {
        self.game.tiles.flood(self.game.me().at, usize::MAX, |cell| self.open(cell)).0
    }

    /// A step towards the goal; at the goal, a way to the nearest other goal.
    fn follow(&mut self, wanted: impl Fn(&Game, Cell) -> bool) -> Option<Dir> {
        if self.plan.is_empty() {
            let (cells, steps) = self.game.tiles.flood(self.game.me().at, usize::MAX, |cell| self.open(cell));
            self.goals += 1;
            let goal = cells.iter().skip(1).find(|at| wanted(&self.game, **at));
            // Without a goal, it goes anywhere.
            let mut at = *goal.unwrap_or(&cells[self.dice.below(cells.len() as i32) as usize]);
            while steps.get(at) > 0 {
                let dir = Dir::ALL.into_iter().find(|dir| steps.get(at.step(*dir)) < steps.get(at))?;
                self.plan.push(Dir::ALL[dir as usize ^ 1]);
                at = at.step(dir);
            }
        }
        let dir = self.plan.pop()?;
        if !self.open(self.game.me().at.step(dir)) {
            self.plan.clear();
        }
        Some(dir)
    }

    /// Along a wall: the first open direction, in quarter turns to the left of its own.
    fn along(&mut self, turns: [usize; 4]) -> Option<Dir> {
        const LEFT: [Dir; 4] = [Dir::Left, Dir::Down, Dir::Right, Dir::Up];
        let now = LEFT.iter().position(|dir| *dir == self.dir)?;
        let at = self.game.me().at;
        let dir = turns.into_iter().map(|n| LEFT[(now + n) % 4]).find(|dir| self.open(at.step(*dir)))?;
        self.dir = dir;
        Some(dir)
    }

    fn straight(&mut self) -> Option<Dir> {
        let at = self.game.me().at;
        if self.dice.below(8) == 0 || !self.open(at.step(self.dir)) {
            let ways: Vec<Dir> = Dir::ALL.into_iter().filter(|dir| self.open(at.step(*dir))).collect();
            self.dir = *ways.get(self.dice.below(ways.len() as i32) as usize)?;
        }
        Some(self.dir)
    }
}

/// Walks the cave for this many turns, with its soldiers or without.
pub fn walk(seed: u32, cave: i32, way: Way, turns: i32, soldiers: bool) -> Walk {
    let mut game = super::game(seed);
    game.cave = cave;
    game.enter();
    if !soldiers {
        game.mobs.truncate(1);
    }
    let first = game.tiles.clone();
    let (start, dice) = (game.me().at, Pcg32 { state: u64::from(seed) << 8 | cave as u64 });
    let mut it = Walker {
        game,
        dice,
        start,
        plan: Vec::new(),
        goals: 0,
        trail: vec![start],
        back: false,
        dir: Dir::Up,
    };
    let things = |game: &Game| -> Vec<(Cell, u8)> {
        let all = screen(game.me().at).map(|cell| (cell, game.tiles.get(cell)));
        all.filter(|(_, tile)| *tile > LAVA).collect()
    };
    let mut known: BTreeSet<(Cell, u8)> = things(&it.game).into_iter().collect();
    let (mut met, mut dull, mut found) = (it.game.met, 0, Walk::default());
    let mut tries = 0;
    while found.turns < turns && tries < turns * 2 && it.game.end.is_none() {
        it.game.mobs[0].hp = HP;
        tries += 1;
        let Some(dir) = way(&mut it) else { break };
        let (turn, from) = (it.game.turn, it.game.me().at);
        it.game.act(Action::Go(dir));
        if it.game.turn == turn {
            continue;
        }
        let at = it.game.me().at;
        if at != from.step(dir) {
            it.plan.clear();
        }
        if !it.back && at != from {
            it.trail.push(at);
        }
        let near = |mob: Cell| (mob.x - at.x).abs() < 8 && (mob.y - at.y).abs() < 7;
        let met_before =
            std::mem::replace(&mut met, it.game.mobs[1..].iter().filter(|mob| near(mob.at)).count());
        let mut new = i32::from(met > met_before);
        for (cell, tile) in things(&it.game) {
            if known.insert((cell, tile)) {
                new += 1;
                found.placed += i32::from(first.get(cell) == tile);
            }
        }
        found.turns += 1;
        found.news += new;
        dull = if new > 0 { 0 } else { dull + 1 };
        found.longest = found.longest.max(dull);
    }
    found
}
