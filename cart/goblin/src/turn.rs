//! A turn: the hero acts, then everybody else, then the clocks.
//!
//! ```text
//! act ── go | rest, or stairs | use ──> events ── round: minds, poison, healing, hunters ──> look
//!
//!   floor 1 ─ 2 ─ 3 ─ 4 ─ 5 drum      Who beats no drum comes down quietly. Once it is taken all wake, and hunters come twice
//!     ^ out, with the drum            as often; floors, doors and the sleeping are as one left them on the way down.
//! ```

use crate::bus::Event;
use crate::data::{DRUM, EGG, ITEMS, KINDS, LANTERN, LID, MOLE, MUSHROOM, OGRE, SPORES, WHETSTONE};
use crate::dice::Dice;
use crate::dungeon::{DOOR, DOWN, FLOOR, H, Map, UP, W, WALL};
use crate::sight::sight;
use crate::store::{Away, Entity, Fighter, Item, Kind, Mind, Poison, Slide, Sprite};
use crate::{CROWD, End, FLOORS, Game, NOTICE, SIGHT};
use alloc::vec;
use alloc::vec::Vec;
use kit::{Cell, Dir, Grid};
use serde::{Deserialize, Serialize};

/// What the hero can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// A step, a blow, a door.
    Go(Dir),
    /// Takes the stairs, or waits a turn where there are none.
    Rest,
    /// Uses one of that row of the items.
    Use(i32),
}

impl Game {
    /// The floor that is played.
    pub fn map(&self) -> &Map {
        &self.maps[(self.floor - 1) as usize]
    }

    fn map_mut(&mut self) -> &mut Map {
        &mut self.maps[(self.floor - 1) as usize]
    }

    pub fn at(&self, it: Entity) -> Cell {
        self.world.get::<Cell>(it).copied().unwrap_or_default()
    }

    /// The hero's hit points and the like.
    pub fn body(&self) -> Fighter {
        self.world.get::<Fighter>(self.hero).copied().unwrap_or(KINDS[0].fighter)
    }

    /// Has the hero the drum?
    pub fn has_drum(&self) -> bool {
        self.bag[DRUM as usize] > 0
    }

    /// A new game with the seed that is set.
    pub fn begin(&mut self) {
        let Game { seed, mouse, held, .. } = *self;
        *self = Game { seed, mouse, held, floor: 1, deepest: 1, row: -1, ..Game::default() };
        self.dice = Dice::new(self.seed, 0);
        self.bag = vec![0; ITEMS.len()];
        self.bag[MUSHROOM as usize] = 1;
        self.hero = self.monster(0, Cell::default(), 0);
        self.world.take::<Mind>(self.hero);
        self.enter(false);
        self.alarm = true;
    }

    /// A creature of a kind.
    pub fn monster(&mut self, kind: i32, at: Cell, aware: i32) -> Entity {
        let row = &KINDS[kind as usize];
        let mind = Mind { habit: row.habit, aware };
        self.world.spawn((at, Kind(kind), Sprite(row.sprite, row.color, false), row.fighter, mind))
    }

    pub fn thing(&mut self, item: i32, at: Cell) {
        let (_, sprite, color, _) = ITEMS[item as usize];
        self.world.spawn((at, Item(item), Sprite(sprite, color, false)));
    }

    /// A free cell next to that one.
    pub(crate) fn free(&self, at: Cell) -> Option<Cell> {
        at.around().into_iter().find(|it| self.map().tiles.get(*it) >= FLOOR && self.who(*it).is_none())
    }

    /// Comes to the floor that is set, by its upper stairs or from below.
    fn enter(&mut self, below: bool) {
        if self.floor > self.maps.len() as i32 {
            let dice = &mut Dice::new(self.seed, self.floor);
            self.maps.push(Map::new(dice, self.floor == FLOORS));
            self.populate(dice);
        }
        for it in self.world.all::<&Away>() {
            if let Some(Away(floor, at)) = self.world.get::<Away>(it).copied()
                && floor == self.floor
            {
                self.world.take::<Away>(it);
                self.world.give(it, at);
            }
        }
        let at = if below { self.map().down } else { self.map().up };
        // A creature there makes room.
        if let (Some(it), Some(free)) = (self.who(at), self.free(at)) {
            self.world.give(it, free);
        }
        self.world.give(self.hero, at);
        self.look();
    }

    /// Leaves the floor for another. Monsters next to the hero that know of it come along.
    fn leave(&mut self, by: i32) {
        let (here, floor) = (self.at(self.hero), self.floor);
        let mut along = vec![];
        for it in self.world.all::<&Cell>() {
            let at = self.at(it);
            self.world.take::<Cell>(it);
            if at.dist(here) == 1 && self.world.get::<Mind>(it).is_some_and(|mind| mind.aware > 0) {
                along.push(it);
            } else if it != self.hero {
                self.world.give(it, Away(floor, at));
            }
        }
        self.floor += by;
        self.deepest = self.deepest.max(self.floor);
        self.enter(by < 0);
        for it in along {
            if let Some(free) = self.free(self.at(self.hero)) {
                self.world.give(it, free);
            }
        }
        if self.has_drum() {
            self.hunter();
        }
        self.look();
    }

    /// Puts monsters and things on a new floor.
    fn populate(&mut self, dice: &mut Dice) {
        let (cells, far) = self.map().steps(self.map().up);
        let mut cells: Vec<Cell> =
            cells.into_iter().filter(|it| far.get(*it) > 9 && self.map().tiles.get(*it) == FLOOR).collect();
        let mut place = |dice: &mut Dice| {
            let at = dice.pick(&cells);
            cells.retain(|it| *it != at);
            at
        };
        for _ in 0..4 + self.floor {
            let kind = self.local(dice);
            let at = place(dice);
            self.monster(kind, at, 0);
        }
        let gear = dice.pick(&[WHETSTONE, LID]);
        for item in [MUSHROOM, gear, dice.range(EGG, LID), dice.range(0, LID), dice.range(0, LANTERN)] {
            let at = place(dice);
            self.thing(item, at);
        }
        if self.floor == FLOORS {
            let at = self.map().down;
            self.thing(DRUM, at);
            if let Some(free) = self.free(at) {
                self.monster(OGRE, free, 0);
            }
        }
    }

    /// A kind that occurs on this floor.
    fn local(&self, dice: &mut Dice) -> i32 {
        let lives = |kind: &i32| {
            let (first, last) = KINDS[*kind as usize].floors;
            (first..=last).contains(&self.floor)
        };
        dice.pick(&(1..OGRE).filter(lives).collect::<Vec<_>>())
    }

    /// A hunter arrives by the stairs that are farther away.
    fn hunter(&mut self) {
        let here = self.at(self.hero);
        let Map { up, down, .. } = *self.map();
        let at = if up.dist(here) > down.dist(here) { up } else { down };
        let mut dice = self.dice.clone();
        let kind = self.local(&mut dice);
        self.dice = dice;
        let crowd = self.world.all::<(&Mind, &Cell)>().len();
        if self.who(at).is_none() && !self.lit.get(at) && crowd < CROWD {
            self.monster(kind, at, 10 * NOTICE);
        }
    }

    /// A turn of the game, if the action takes one.
    pub fn act(&mut self, action: Action) {
        if self.end.is_some() {
            return;
        }
        self.lunges = 0;
        let acts = match action {
            Action::Go(dir) => self.go(self.hero, dir),
            Action::Rest => self.rest(),
            Action::Use(item) => self.apply(item),
        };
        self.deliver();
        if acts && self.end.is_none() {
            self.round();
        }
    }

    /// Everybody else's part of a turn.
    fn round(&mut self) {
        self.turn = self.turn.saturating_add(1);
        self.minds();
        if self.end.is_some() {
            return;
        }
        if let Some(Poison(left)) = self.world.get::<Poison>(self.hero).copied() {
            self.hurt(0, self.hero, 1);
            self.world.give(self.hero, Poison(left - 1));
            if left <= 1 {
                self.world.take::<Poison>(self.hero);
            }
        } else if self.turn % 9 == 0 {
            self.heal(1);
        }
        if self.turn % if self.has_drum() { 50 } else { 100 } == 0 {
            self.hunter();
        }
        self.deliver();
        self.look();
    }

    fn heal(&mut self, by: i32) {
        if let Some(body) = self.world.get_mut::<Fighter>(self.hero) {
            body.hp = (body.hp + by).min(body.max);
        }
    }

    /// A step, or a bump into an occupied cell. False for a wall.
    pub(crate) fn go(&mut self, it: Entity, dir: Dir) -> bool {
        let to = self.at(it).step(dir);
        let tile = self.map().tiles.get(to);
        if tile == WALL {
            return false;
        }
        if let Some(sprite) = self.world.get_mut::<Sprite>(it)
            && dir.dx() != 0
        {
            sprite.2 = dir.dx() < 0;
        }
        if tile == DOOR || self.who(to).is_some() {
            self.world.give(it, Slide(dir.dx() * 4, dir.dy() * 4, self.lunges * 4));
            self.lunges += 1;
            self.publish(Event::Bump { who: it, at: to });
        } else {
            self.world.give(it, Slide(dir.dx() * -8, dir.dy() * -8, -1));
            self.world.give(it, to);
            if it == self.hero {
                self.pick_up(to);
            }
        }
        true
    }

    /// A bump into a closed door opens it; bats have no hands.
    pub(crate) fn doors(&mut self, event: Event) {
        if let Event::Bump { who, at } = event
            && self.map().tiles.get(at) == DOOR
            && self.kind(who) != crate::data::BAT
        {
            self.map_mut().tiles.set(at, crate::dungeon::AJAR);
            self.publish(Event::Opened { who });
        }
    }

    fn pick_up(&mut self, at: Cell) {
        let found = self.world.query::<(&Item, &Cell)>().find(|(_, (_, cell))| **cell == at);
        let Some((it, (Item(item), _))) = found else { return };
        let item = *item;
        self.world.despawn(it);
        self.bag[item as usize] += 1;
        self.publish(Event::Took { item });
        if let Some(body) = self.world.get_mut::<Fighter>(self.hero) {
            if item == WHETSTONE {
                (body.low, body.high) = (body.low + 1, body.high + 1);
            }
            if item == LID {
                body.defence += 10;
            }
        }
        if item == DRUM {
            self.alert(5 * NOTICE, |_, _| true);
        }
    }

    /// Some monsters know of the hero for so many turns.
    fn alert(&mut self, aware: i32, which: impl Fn(&Game, Entity) -> bool) {
        for it in self.world.all::<&Mind>() {
            if which(self, it)
                && let Some(mind) = self.world.get_mut::<Mind>(it)
            {
                mind.aware = aware;
            }
        }
    }

    fn rest(&mut self) -> bool {
        match self.map().tiles.get(self.at(self.hero)) {
            DOWN => self.leave(1),
            UP if self.floor > 1 => self.leave(-1),
            UP if self.has_drum() => self.end = Some(End::Won),
            UP => {
                self.remark("bring the drum first", 9);
                return false;
            }
            _ => {}
        }
        true
    }

    /// Uses a thing. False if there is none of it.
    fn apply(&mut self, item: i32) -> bool {
        let Some(count) = self.bag.get_mut(item as usize).filter(|count| **count > 0 && item <= LANTERN)
        else {
            return false;
        };
        *count -= 1;
        let here = self.at(self.hero);
        match item {
            MUSHROOM => {
                self.heal(20);
                self.world.take::<Poison>(self.hero);
            }
            EGG => {
                for it in self.world.all::<(&Mind, &Cell)>() {
                    let at = self.at(it);
                    if (at.x - here.x).abs().max((at.y - here.y).abs()) < 3 && self.lit.get(at) {
                        let damage = self.dice.clump(8, 20, 3);
                        self.hurt(0, it, damage);
                    }
                }
            }
            SPORES => self.alert(0, |game, it| game.lit.get(game.at(it))),
            MOLE => {
                let (cells, _) = self.map().steps(here);
                let to = self.dice.pick(&cells);
                if self.map().tiles.get(to) >= FLOOR && self.who(to).is_none() {
                    self.world.give(self.hero, to);
                    self.pick_up(to);
                }
            }
            _ => {
                let map = self.map_mut();
                let (cells, _) = map.steps(here);
                for cell in cells {
                    for (x, y) in (0..9).map(|i| (i % 3 - 1, i / 3 - 1)) {
                        map.seen.set(Cell::at(cell.x + x, cell.y + y), true);
                    }
                }
            }
        }
        true
    }

    /// Computes the field of view and announces new things.
    pub(crate) fn look(&mut self) {
        let mut lit = Grid::new(W, H, false, false);
        let here = self.at(self.hero);
        let map = self.map();
        let wall = |cell: Cell| map.tiles.get(cell) <= DOOR;
        sight(here, SIGHT, wall, |cell| {
            let (x, y) = (cell.x - here.x, cell.y - here.y);
            lit.set(cell, x * x + y * y <= SIGHT * SIGHT + SIGHT);
        });
        let map = self.map_mut();
        for cell in lit.cells().filter(|cell| lit.get(*cell)) {
            map.seen.set(cell, true);
        }
        self.lit = lit;
        let mut watched = self.world.all::<(&Mind, &Cell)>();
        watched.retain(|it| self.lit.get(self.at(*it)));
        for it in &watched {
            self.alarm |= !self.watched.contains(it);
            let bit = 1 << self.kind(*it);
            if self.met & bit == 0 {
                self.met |= bit;
                self.say(KINDS[self.kind(*it) as usize].hint, 6);
            }
        }
        self.watched = watched;
    }
}
