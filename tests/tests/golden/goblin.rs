//! Goblin's screens: title, the dungeon, a fight, a monster outside the window, the pointer, the bag,
//! the question of F5, the way home, both ends.
//! Moments are found by what they show, in the bot's first won game.

use crate::Page;
use goblin::store::{Fighter, Mind};
use goblin::{End, Game};
use rasher::{Console, Input, Keys, Mouse};
use tests::golden::Shown;
use tests::{bots, shelved};

pub const PAGES: &[Page] = &[
    ("goblin-title", || started(7, "").screen()),
    ("goblin-start", || started(7, "x").screen()),
    ("goblin-pointer", || {
        let mut console = moment(|game| game.floor == 2 && sleepers(game) > 0);
        // Until the window has stopped moving.
        (0..20).for_each(|_| _ = console.frame(&Input::default()));
        let game: Game = shelved::state(&console);
        let (left, top) = game.camera();
        let at = game.at(game.watched[0]);
        let [x, y] = [at.x * 8 + 4 - left, at.y * 8 + 4 - top].map(|it| it as i16);
        let mouse = Mouse { x, y, ..Mouse::default() };
        (0..20).for_each(|_| _ = console.frame(&Input { mouse, ..Input::default() }));
        console.screen()
    }),
    ("goblin-fight", || moment(|game| game.floor == 2 && is_fight(game, 2)).screen()),
    ("goblin-bag", || {
        let mut console = moment(|game| game.floor == 2 && game.bag.iter().filter(|n| **n > 0).count() > 2);
        [32, 0, 8, 0, 8, 0].into_iter().for_each(|held| _ = console.frame(&Input::buttons(held)));
        console.screen()
    }),
    ("goblin-moss", || moment(|game| game.floor == 3 && is_fight(game, 1)).screen()),
    ("goblin-plum", || moment(|game| game.floor == 4 && is_fight(game, 1)).screen()),
    ("goblin-edge", || moment(|game| game.floor == 4 && is_beyond(game)).screen()),
    ("goblin-drum", || moment(|game| game.has_drum() && is_fight(game, 1)).screen()),
    ("goblin-dead", || ended(|end| end != End::Won).screen()),
    ("goblin-asks", || {
        let mut console = moment(|game| game.floor == 2 && sleepers(game) > 0);
        let mut keys = Keys::default();
        keys.set(62, true);
        console.frame(&Input { keys, ..Input::default() });
        (0..20).for_each(|_| _ = console.frame(&Input::default()));
        console.screen()
    }),
    ("goblin-home", || moment(|game| game.scene > 110).screen()),
    ("goblin-won", || ended(|end| end == End::Won).screen()),
];

fn sleepers(game: &Game) -> usize {
    game.watched.iter().filter(|it| game.unaware(**it)).count()
}

/// A monster is in sight, and more than half of it is above or below the window.
fn is_beyond(game: &Game) -> bool {
    let top = game.camera().1;
    game.watched.iter().any(|it| !(-4..=92).contains(&(game.at(*it).y * 8 - top)))
}

/// This many monsters in sight know about the hero; one is next to it and one is wounded.
fn is_fight(game: &Game, least: usize) -> bool {
    let here = game.at(game.hero);
    let foes = game
        .world
        .query::<(&Mind, &Fighter)>()
        .filter(|(it, (mind, _))| mind.aware > 0 && game.watched.contains(it));
    let foes: Vec<_> = foes.map(|(it, (_, fighter))| (game.at(it).dist(here), *fighter)).collect();
    foes.len() >= least
        && foes.iter().any(|it| it.0 == 1)
        && foes.iter().any(|it| it.1.hp < it.1.max)
        && game.body().hp < game.body().max
}

/// The first frame of the first won game that satisfies the condition. Keys come every four frames, after the
/// title's.
pub fn moment(is: impl Fn(&Game) -> bool) -> Console {
    let seed = bots::goblin::winner();
    shelved::moment(shelved::console("goblin", seed.into()), &bots::goblin::inputs(seed), (72, 4), is)
}

/// The first game that ends this way, and two seconds.
fn ended(so: impl Fn(End) -> bool) -> Console {
    let ends = |seed: &u32| {
        let mut game = bots::goblin::game(*seed);
        bots::goblin::play(&mut game, 9000, bots::goblin::delve);
        game.end.is_some_and(&so)
    };
    let seed = (0..1000).find(ends).expect("some are won, some are lost");
    let mut console = shelf::find("goblin").unwrap().boot(seed.into()).unwrap();
    bots::goblin::inputs(seed).iter().for_each(|input| _ = console.frame(input));
    console
}

/// The cart, after a second and these keys: `l r u d o x`, two frames each.
fn started(seed: u64, keys: &str) -> Console {
    let mut console = shelf::find("goblin").unwrap().boot(seed).unwrap();
    let held = keys.chars().flat_map(|key| ["lrudox".find(key).map_or(0, |button| 1 << button), 0]);
    for held in [0; 60].into_iter().chain(held).chain([0; 4]) {
        console.frame(&Input::buttons(held));
    }
    console
}
