//! A bot that knows only what is on the screen: letters in their cells, the counters, the line below.
//!
//! ```text
//! Screen   the letter of each cell, as the cart draws it; the counters
//! memory   clear and blocked cells of the floor, things seen earlier and now out of sight, the entrance
//! goal     a fuse within two steps: away from it    an adjacent beast: strike    `<`: there, else useful items, else the nearest edge of the unknown
//! way      the cheapest: plates never, `~` and possible ghosts at a high price, beasts at a price
//! ```
//!
//! It never asks the game for tiles, things or stairs; [`Screen::of`] is its only input.

use picorogue::floor::{SIZE, step};
use picorogue::turn::Action;
use picorogue::{BEASTS, Game, HUNGER, TRAPS, WEATHER};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

#[derive(Clone, Debug)]
pub struct Screen {
    /// The letter of each cell and its colour, if it is known.
    pub letters: Vec<Option<(u8, u8)>>,
    pub floor: i32,
    pub since: i32,
    pub hp: Option<i32>,
    /// Turns until starvation, with hunger.
    pub food: Option<i32>,
    /// What heat, cold or water leave, the least of the three.
    pub weather: Option<i32>,
    pub said: String,
    /// The number of modes that are on beyond the first.
    pub slack: i32,
}

impl Screen {
    pub fn of(game: &Game) -> Screen {
        let counter = |mode: u8, n: i32| game.on(mode).then_some(n);
        let worst = game.ill.into_iter().max().unwrap_or_default();
        Screen {
            letters: (0..SIZE).map(|cell| game.shown(cell)).collect(),
            floor: game.floor,
            since: game.since,
            hp: counter(BEASTS | TRAPS, game.hp),
            food: counter(HUNGER, game.food),
            weather: counter(WEATHER, game.deadly() - worst),
            said: game.said.clone(),
            slack: game.slack(),
        }
    }
}

impl Screen {
    fn letter(&self, cell: i32) -> Option<u8> {
        self.letters[cell as usize].map(|(letter, _)| letter)
    }
}

/// A player who looks and remembers.
#[derive(Clone, Debug, Default)]
pub struct Seeing {
    floor: i32,
    start: i32,
    /// Letters of cells as last seen.
    known: BTreeMap<i32, u8>,
    /// Where and when the ghost was last seen.
    ghost: Option<(i32, i32)>,
    /// Whether it has appeared.
    risen: bool,
    goal: Option<i32>,
    /// Fuses, and the turns in which they were lit.
    fuses: Vec<(i32, i32)>,
}

const NEVER: i32 = 1_000_000;

impl Seeing {
    pub fn acts(&mut self, screen: &Screen) -> Action {
        let at = |letter: u8| (0..SIZE).find(|cell| screen.letter(*cell) == Some(letter));
        let Some(me) = at(b'@') else { return Action::Look };
        if screen.floor != self.floor {
            *self = Seeing { floor: screen.floor, start: me, ..Seeing::default() };
        }
        let under = self.known.get(&me).copied();
        for cell in 0..SIZE {
            match screen.letters[cell as usize] {
                Some((b'@', _)) | None => {}
                // Moving creatures are not part of the floor.
                Some((b'G' | b'b', _)) => _ = self.known.entry(cell).or_insert(b'.'),
                // Floor in the colour of out-of-sight cells: what was there may still be there.
                Some((b'.', 5)) => _ = self.known.entry(cell).or_insert(b'.'),
                // Fuses are remembered separately.
                Some((b'*', _)) => _ = self.known.insert(cell, b'.'),
                Some((letter, _)) => _ = self.known.insert(cell, letter),
            }
        }
        // Stepping on things takes them; stairs stay.
        if under.is_none_or(|it| it != b'<' && it != b'~') {
            self.known.insert(me, b'.');
        }
        if screen.said.contains("rises") {
            (self.risen, self.ghost) = (true, Some((self.start, screen.since)));
        }
        if let Some(cell) = at(b'G') {
            (self.risen, self.ghost) = (true, Some((cell, screen.since)));
        }
        if under == Some(b'<') {
            return Action::Climb;
        }
        // A fuse burns three turns after the one in which it was lit.
        if screen.said.contains("fuse") {
            self.fuses.push((me, screen.since));
        }
        for cell in 0..SIZE {
            if screen.letter(cell) == Some(b'*') && self.fuses.iter().all(|it| it.0 != cell) {
                self.fuses.push((cell, screen.since - 1));
            }
        }
        let burns = 3 + screen.slack;
        self.fuses.retain(|it| it.1 + burns > screen.since);
        if !self.fuses.is_empty() {
            let fuses: Vec<Vec<i32>> = self.fuses.iter().map(|it| self.steps(it.0)).collect();
            let left = self.fuses.iter().map(|it| it.1 + burns - screen.since).min().unwrap_or(0);
            let mine = self.steps(me);
            let safe = (0..SIZE).filter(|cell| {
                mine[*cell as usize] < NEVER && fuses.iter().all(|far| far[*cell as usize] > 2)
            });
            // Leaves in time, with a turn to spare for creatures in the way.
            if let Some(goal) = safe.min_by_key(|cell| mine[*cell as usize])
                && goal != me
                && left <= mine[goal as usize] + 2
            {
                let back = self.steps(goal);
                let ways = (0..4).filter_map(|dir| Some((dir, step(me, dir)?))).filter(|it| self.open(it.1));
                if let Some((dir, _)) = ways.min_by_key(|it| back[it.1 as usize]) {
                    return Action::Move(dir);
                }
            }
        }
        if let Some(dir) = (0..4).find(|dir| step(me, *dir).is_some_and(|to| screen.letter(to) == Some(b'b')))
        {
            return Action::Move(dir);
        }
        let (dir, goal) = self.goes(screen, me).unwrap_or_default();
        self.goal = Some(goal);
        // After escaping a fuse, waits until it has burnt down.
        let to = dir.and_then(|dir| step(me, dir)).unwrap_or(me);
        let blast = |it: &(i32, i32)| self.steps(it.0)[to as usize] < 3 && it.1 + burns - screen.since < 5;
        let waits = to != me
            && self.fuses.iter().any(blast)
            && self.fuses.iter().all(|it| self.steps(it.0)[me as usize] > 2);
        if waits { Action::Look } else { dir.map_or(Action::Look, Action::Move) }
    }

    /// Whether the cell is walkable, as far as is known.
    fn open(&self, cell: i32) -> bool {
        self.known.get(&cell).is_some_and(|letter| *letter != b'#')
    }

    /// Steps over the known cells.
    fn steps(&self, from: i32) -> Vec<i32> {
        let mut far = vec![NEVER; SIZE as usize];
        let mut queue = std::collections::VecDeque::from([from]);
        far[from as usize] = 0;
        while let Some(cell) = queue.pop_front() {
            for to in (0..4).filter_map(|dir| step(cell, dir)) {
                if self.open(to) && far[to as usize] == NEVER {
                    far[to as usize] = far[cell as usize] + 1;
                    queue.push_back(to);
                }
            }
        }
        far
    }

    /// The first step of the cheapest way to the best goal.
    fn goes(&self, screen: &Screen, me: i32) -> Option<(Option<i32>, i32)> {
        let ghost = self.ghost.map(|(cell, _)| self.steps(cell));
        let seen = |cell: i32, letter: u8| screen.letter(cell) == Some(letter);
        let price = |cell: i32| -> i32 {
            let letter = self.known.get(&cell).copied().unwrap_or(b'.');
            let mut price = match letter {
                b'#' => return NEVER,
                b'^' => 60,
                b'~' => 4 + screen.weather.map_or(0, |left| if left < 8 { 30 } else { 0 }),
                _ => 1,
            };
            if seen(cell, b'b') {
                price += 2;
            }
            if let (Some(far), Some((at, when))) = (&ghost, self.ghost) {
                let seen_now = when == screen.since && seen(at, b'G');
                if seen_now && far[cell as usize] < 4 {
                    price += 40 * (4 - far[cell as usize]);
                }
            }
            price
        };
        let mut cost = vec![NEVER; SIZE as usize];
        let mut first = vec![None; SIZE as usize];
        let mut heap = BinaryHeap::from([(Reverse(0), me)]);
        cost[me as usize] = 0;
        while let Some((Reverse(now), cell)) = heap.pop() {
            if now > cost[cell as usize] {
                continue;
            }
            for dir in 0..4 {
                let Some(to) = step(cell, dir).filter(|to| self.open(*to)) else { continue };
                let then = now + price(to);
                if then < NEVER && then < cost[to as usize] {
                    cost[to as usize] = then;
                    first[to as usize] = Some(first[cell as usize].unwrap_or(dir));
                    heap.push((Reverse(then), to));
                }
            }
        }
        let hungry = screen.food.is_some_and(|food| food < 40);
        let worth = |cell: i32, letter: u8| -> Option<i32> {
            let far = cost[cell as usize];
            match letter {
                b'<' => Some(far - 15),
                b'%' if hungry => Some(far - 25),
                b'+' if screen.hp.is_some_and(|hp| hp < 9) => Some(far - 12),
                b'/' | b']' | b'&' | b'=' => Some(far - 8),
                _ => None,
            }
        };
        let unknown = |cell: i32| {
            (0..4).filter_map(|dir| step(cell, dir)).filter(|to| !self.known.contains_key(to)).count() as i32
        };
        let goals = self.known.iter().filter(|(cell, _)| **cell != me && cost[**cell as usize] < NEVER);
        let goals = goals.filter_map(|(cell, letter)| {
            let edge = (*letter != b'#' && unknown(*cell) > 0)
                .then(|| cost[*cell as usize] + 6 - 2 * unknown(*cell));
            let best = [worth(*cell, *letter), edge].into_iter().flatten().min()?;
            // Changing the goal at each step would lead nowhere.
            Some((best - 8 * i32::from(self.goal == Some(*cell)), *cell))
        });
        goals.min().map(|(_, cell)| (first[cell as usize], cell))
    }
}
