//! Who and what there is: tables.
//!
//! Hit points, accuracy, defence and damage of the rat, the snake's counterpart, the jelly, the archer and the ogre are
//! on Brogue's scale (a hero of 40 points with a knife of 2 to 4). Their names and looks are ours.

use crate::store::{Fighter, Habit};

#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub name: &'static str,
    /// Its first picture; the second is the next one.
    pub sprite: i32,
    pub color: u8,
    pub fighter: Fighter,
    pub habit: Habit,
    /// The first and the last floor with this kind.
    pub floors: (i32, i32),
    /// The message when it is first seen.
    pub hint: &'static str,
}

#[allow(clippy::too_many_arguments)]
const fn row(
    name: &'static str,
    sprite: i32,
    color: u8,
    hp: i32,
    accuracy: i32,
    defence: i32,
    damage: (i32, i32),
    habit: Habit,
    floors: (i32, i32),
    hint: &'static str,
) -> Row {
    let fighter = Fighter { hp, max: hp, accuracy, defence, low: damage.0, high: damage.1 };
    Row { name, sprite, color, fighter, habit, floors, hint }
}

pub const GOBLIN: i32 = 0;
pub const BAT: i32 = 2;
pub const SNAKE: i32 = 3;
/// Its remains split after a hit.
pub const JELLY: i32 = 4;
/// It sleeps by the drum.
pub const OGRE: i32 = 7;

pub const KINDS: [Row; 8] = [
    row("goblin", 2, 11, 40, 100, 0, (2, 4), Habit::Hunt, (0, 0), ""),
    row("rat", 4, 4, 6, 70, 0, (1, 3), Habit::Hunt, (1, 3), "a rat. it bites."),
    row("bat", 6, 13, 10, 70, 20, (1, 4), Habit::Flit, (1, 5), "a bat: it flits, doors stop it."),
    row("snake", 8, 3, 10, 80, 10, (1, 3), Habit::Follow, (1, 5), "a snake: poison! it never forgets."),
    row("jelly", 10, 14, 30, 60, 0, (1, 3), Habit::Hunt, (2, 4), "a jelly: it splits when hit."),
    row("archer", 12, 9, 16, 80, 10, (2, 5), Habit::Shoot, (3, 5), "an archer: get close, or get out."),
    row("knight", 14, 12, 24, 90, 40, (3, 7), Habit::Hunt, (4, 5), "a knight: hard to hit."),
    row("ogre", 16, 8, 55, 100, 40, (8, 13), Habit::Hunt, (9, 9), "an ogre! let it sleep."),
];

/// Things: name, sprite, colour, what it does.
pub const ITEMS: [(&str, i32, u8, &str); 8] = [
    ("mushroom", 32, 8, "heals 20"),
    ("thunder egg", 33, 10, "blasts all around you"),
    ("spores", 34, 11, "all in sight forget you"),
    ("mole stone", 35, 12, "teleports you"),
    ("lantern", 36, 9, "shows the whole floor"),
    ("whetstone", 37, 6, "you hit harder"),
    ("pot lid", 38, 13, "you are harder to hit"),
    ("drum", 39, 9, "carry it back up!"),
];
/// Row of the mushroom, the first that goes into the bag.
pub const MUSHROOM: i32 = 0;
pub const EGG: i32 = 1;
pub const SPORES: i32 = 2;
/// Row of the stone that takes one elsewhere.
pub const MOLE: i32 = 3;
/// Row of the lantern, the last that goes into the bag.
pub const LANTERN: i32 = 4;
/// Row of the whetstone, used at once.
pub const WHETSTONE: i32 = 5;
/// Row of the lid, used at once.
pub const LID: i32 = 6;
pub const DRUM: i32 = 7;
