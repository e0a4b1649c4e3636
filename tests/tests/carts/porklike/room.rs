//! Small rooms drawn as characters, and events in them as words: all tests of the rules are written this way.
//!
//! ```text
//! #  wall      +  door, shut    o  crock       <  stairs up      @  hero
//! .  floor     '  door, open    O  smoke pot   >  stairs down    p c n d y m t e k x b  the monsters in the order
//! "  herbs     ?  tablet        =  bread bin   !  torch             of their table; a capital hunts the hero
//! &  rail      ,  shards        $  larder chest  -  opened chest or bin       *  smoke on bare floor
//! ```
//!
//! Creatures are on bare floor; [`Room::lay`] puts another tile under them. Events are one line, separated by `; `,
//! creatures by their letter, the hero `@`:
//!
//! ```text
//! @ right; | ; p right; p bumps right; @ hurt 1 has 4; @ dies
//! ```

use super::play;
use porklike::data::{Thing, line};
use porklike::dir::{Cell, Dir};
use porklike::grid::Grid;
use porklike::rules::{Action, Event, Kit, Mob, What, World};
use std::collections::BTreeMap;

const TILES: [(char, u8); 16] = [
    ('#', 94),
    ('.', 1),
    ('+', 16),
    ('\'', 17),
    ('o', 9),
    ('O', 10),
    ('=', 12),
    ('$', 14),
    ('-', 15),
    ('&', 40),
    ('<', 18),
    ('>', 19),
    ('?', 20),
    ('"', 21),
    (',', 30),
    ('!', 32),
];

/// The hero's letter and those of the monsters, by kind.
const MOBS: &str = "@pcndymtekxb";

pub const L: Dir = Dir::Left;
pub const R: Dir = Dir::Right;
pub const U: Dir = Dir::Up;
pub const D: Dir = Dir::Down;

/// The texts of the cart's files.
pub fn kit() -> Kit {
    thread_local!(static KIT: Kit = Kit::read(&play::machine()));
    KIT.with(Clone::clone)
}

/// A world in a small room.
#[derive(Clone)]
pub struct Room {
    pub world: World,
    names: BTreeMap<u16, char>,
    /// The last reported position of each creature.
    places: BTreeMap<u16, Cell>,
}

/// The room of a drawing, on floor 5, where all items except the first and last are found. All of it is visible, and
/// no creature sleeps.
#[track_caller]
pub fn room(drawing: &str) -> Room {
    on(5, drawing)
}

/// The room of a drawing on another floor.
#[track_caller]
pub fn on(floor: u8, drawing: &str) -> Room {
    let lines: Vec<&str> = drawing.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let side = lines.iter().map(|line| line.len()).chain([lines.len()]).max().expect("a drawing");
    let mut grid = Grid::new(side as i32, side as i32, 2, 2);
    let (mut hero, mut mobs, mut hunters, mut smoke) = (None, Vec::new(), Vec::new(), Vec::new());
    for cell in grid.cells() {
        let letter = lines.get(cell.y as usize).and_then(|line| line.chars().nth(cell.x as usize));
        let letter = letter.unwrap_or('#');
        let tile = TILES.iter().find(|(of, _)| *of == letter).map_or(1, |(_, tile)| *tile);
        grid.set(cell, tile);
        match MOBS.find(letter.to_ascii_lowercase()).filter(|_| letter != 'O' && letter != 'o') {
            Some(0) => hero = Some(cell),
            Some(kind) => {
                hunters.push(letter.is_ascii_uppercase());
                mobs.push((kind as u8, cell));
            }
            None if letter == '*' => smoke.push(cell),
            None => assert!(TILES.iter().any(|(of, _)| *of == letter), "{letter:?} is nothing"),
        }
    }
    let mut world = World::new(1, kit());
    world.floor = floor;
    let hero = hero.expect("a hero @ in the drawing");
    world.enter(grid, hero, &mobs);
    for (mob, hunts) in world.mobs[1..].iter_mut().zip(hunters) {
        mob.alert = true;
        if hunts {
            mob.hunts = true;
            mob.target = hero;
        }
    }
    for cell in smoke {
        world.smoke.set(cell, 9);
    }
    let names = world.mobs.iter().map(|mob| (mob.id, letter(mob.kind))).collect();
    Room { world, names, places: BTreeMap::new() }
}

/// The name of an item in the table; for food, by its effect.
pub fn item_name(item: u8) -> &'static str {
    let foods = ["heal", "feast", "rise", "stun", "curse", "bless"];
    let food = item.checked_sub(Thing::Heal as u8).and_then(|food| foods.get(usize::from(food)));
    food.copied().unwrap_or_else(|| line("items", item))
}

fn letter(kind: u8) -> char {
    MOBS.chars().nth(kind.into()).expect("a kind that there is")
}

fn way(dir: Dir) -> &'static str {
    ["left", "right", "up", "down"][dir as usize]
}

impl Room {
    /// Performs an action; returns the events in words.
    pub fn act(&mut self, action: Action) -> String {
        self.places = self.world.mobs.iter().map(|mob| (mob.id, mob.at)).collect();
        let events = self.world.act(action);
        let clouds = events.chunk_by(|a, b| a.what == What::Puff && b.what == What::Puff);
        clouds.map(|cloud| self.tell(&cloud[0], cloud.len())).collect::<Vec<_>>().join("; ")
    }

    pub fn step(&mut self, dir: Dir) -> String {
        self.act(Action::Step(dir))
    }

    pub fn wait(&mut self) -> String {
        self.act(Action::Wait)
    }

    /// Waits; returns only the events after the beat.
    pub fn rounds(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.wait().trim_start_matches("|").trim_start_matches("; ").into()).collect()
    }

    /// The first living creature with this letter.
    #[track_caller]
    pub fn mob(&mut self, of: char) -> &mut Mob {
        let found = self.world.mobs.iter_mut().find(|mob| letter(mob.kind) == of);
        found.unwrap_or_else(|| panic!("there is no {of}"))
    }

    /// Whether there is a creature with this letter.
    pub fn has(&self, of: char) -> bool {
        self.world.mobs.iter().any(|mob| letter(mob.kind) == of)
    }

    /// Puts the tile with this letter under a creature.
    pub fn lay(mut self, under: char, tile: char) -> Room {
        let at = self.mob(under).at;
        let tile = TILES.iter().find(|(of, _)| *of == tile).expect("a tile").1;
        self.world.grid.set(at, tile);
        self
    }

    /// Puts items into the bag: slots as in [`World::bag`].
    pub fn bag(mut self, things: &[(usize, u8)]) -> Room {
        for (slot, item) in things {
            self.world.bag[*slot] = *item;
        }
        self
    }

    /// The room as characters, as in the drawing: hunting creatures are capitals, smoke is drawn over bare floor.
    pub fn draw(&self) -> String {
        let mut text = String::new();
        for cell in self.world.grid.cells() {
            let tile = self.world.grid.get(cell);
            let mob = self.world.mob_at(cell).map(|who| &self.world.mobs[who]);
            text.push(match mob {
                Some(mob) if mob.hunts => letter(mob.kind).to_ascii_uppercase(),
                Some(mob) => letter(mob.kind),
                None if self.world.smoke.get(cell) > 0 && tile == 1 => '*',
                None if tile == 2 => '#',
                None => TILES.iter().find(|(_, of)| *of == tile).map_or('?', |(letter, _)| *letter),
            });
            if cell.x + 1 == self.world.grid.width() {
                text.push('\n');
            }
        }
        text
    }

    /// Fails unless the room looks like the drawing, in which trailing lines and columns of wall may be missing.
    #[track_caller]
    pub fn looks(&self, drawing: &str) {
        let drawn = self.draw();
        let lines: Vec<&str> = drawing.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let same = drawn.lines().zip(lines.iter().copied().chain(std::iter::repeat(""))).all(|(is, due)| {
            is.chars().zip(due.chars().chain(std::iter::repeat('#'))).all(|(is, due)| is == due)
        });
        assert!(same, "the room is\n{drawn}and should be\n{}\n", lines.join("\n"));
    }

    /// Describes an event in words. `count` is the number of cells in a cloud of smoke.
    fn tell(&mut self, event: &Event, count: usize) -> String {
        let Event { what, mob, at, n, .. } = event;
        let (id, m) = (&mob.id, mob.hp);
        if matches!(what, What::Spawn | What::Hatch) {
            self.names.insert(*id, letter(mob.kind));
        }
        if *what == What::Climb {
            self.names = self.world.mobs.iter().map(|mob| (mob.id, letter(mob.kind))).collect();
        }
        let who = *self.names.get(id).unwrap_or_else(|| panic!("event of nobody: {event:?}"));
        // The direction of a step or bump, from the creature's last reported position.
        let from = self.places.get(id).copied().unwrap_or_default();
        let way = || {
            let dir = Dir::ALL.into_iter().find(|dir| from.step(*dir) == *at);
            way(dir.unwrap_or_else(|| panic!("{event:?} is no neighbour of {from:?}")))
        };
        let place = format!("{},{}", at.x, at.y);
        let text = match what {
            What::Beat => "|".into(),
            What::Step => format!("{who} {}", way()),
            What::Bump => format!("{who} bumps {}", way()),
            What::Slide => format!("{who} slides {}", way()),
            What::Hurt | What::Block => format!("{who} hurt {n} has {m}"),
            What::Ambush => format!("{who} hurt {n} has {m} ambush"),
            What::Die => format!("{who} dies"),
            What::Hunt => format!("{who} hunts"),
            What::Lose => format!("{who} loses"),
            What::Stun => format!("{who} stunned"),
            What::Curse => format!("{who} bless -1"),
            What::Fade => format!("{who} bless 0"),
            What::Bless => format!("{who} bless 1"),
            What::Heal => format!("{who} heals {n} of {}", mob.max),
            What::Spawn | What::Hatch => format!("{who} appears {place}"),
            What::Open | What::Break | What::Unlock => format!("tile {place} {n}"),
            What::Puff => format!("puff {count} for {n}"),
            What::Throw => format!("throw {} over {}", item_name(*n as u8), mob.at.dist(*at)),
            What::Trash => format!("trash {}", item_name(*n as u8)),
            What::Eat => format!("{who} eats {}", item_name(*n as u8)),
            What::Got => format!("got {}", item_name(*n as u8)),
            What::Equip => format!("equip {}", item_name(*n as u8)),
            What::Full | What::Firm => format!("say {what:?}"),
            What::Read => format!("read {place}"),
            What::Climb => format!("climb {n}"),
        };
        if matches!(what, What::Step | What::Slide | What::Spawn | What::Hatch) {
            self.places.insert(*id, *at);
        }
        text
    }
}
