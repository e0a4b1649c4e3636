//! Kasidin's screens: title, story, a cave and its map, rising lava, the king, both ends.

use crate::Page;
use kasidin::cave::{FLOOR, SIZE, WALL};
use kasidin::mob::{KING, Mob};
use kasidin::{End, Game};
use kit::{Cell, Grid};
use rasher::{Console, Input};
use tests::golden::{Screen, Shown};
use tests::{bots, shelved};

pub const PAGES: &[Page] = &[
    ("kasidin-title", || played(7, "")),
    ("kasidin-story", || played(7, "x")),
    ("kasidin-cave", || played(7, "xxrrddllu")),
    ("kasidin-aim", || played(7, "xxrrddx")),
    ("kasidin-map", || played(7, "xxrrddxx")),
    ("kasidin-found", || map(moment(|game| game.cave == 2 && game.open > 20))),
    ("kasidin-lava", || moment(|game| game.open == 3).screen()),
    ("kasidin-throne", || map(king())),
    ("kasidin-king", || king().screen()),
    ("kasidin-won", || bot(End::Won)),
    ("kasidin-dead", || bot(End::Dead)),
    ("kasidin-cold", || cold(10)),
    ("kasidin-cold-told", || cold(60)),
];

/// The cart, after a second and these keys: `l r u d o x`, nine frames each.
fn played(seed: u64, keys: &str) -> Screen {
    let mut console: Console = shelf::find("kasidin").unwrap().boot(seed).unwrap();
    let held = keys.chars().flat_map(|key| {
        let held = "lrudox".find(key).map_or(0, |button| 1 << button);
        [held, 0, 0, 0, 0, 0, 0, 0, 0]
    });
    for held in [0; 60].into_iter().chain(held) {
        console.frame(&Input::buttons(held));
    }
    console.screen()
}

/// The bot's first game that ends this way.
fn bot(end: End) -> Screen {
    let seed = bots::kasidin::first(end);
    let mut console = shelved::console("kasidin", seed.into());
    bots::kasidin::inputs(seed).iter().for_each(|input| _ = console.frame(input));
    console.screen()
}

/// The first turn of the first won game that satisfies the condition, when all movement has ended: keys come every
/// eight frames.
fn moment(is: impl Fn(&Game) -> bool) -> Console {
    let seed = bots::kasidin::first(End::Won);
    let inputs = bots::kasidin::inputs(seed);
    shelved::moment(shelved::console("kasidin", seed.into()), &inputs, (67, 8), |game: &Game| {
        game.cave > 0 && is(game)
    })
}

fn map(mut console: Console) -> Screen {
    let held = [32, 0, 0, 0, 0, 0, 0, 0, 32, 0];
    held.into_iter().for_each(|held| _ = console.frame(&Input::buttons(held)));
    console.screen()
}

/// This many frames after a turn waited in the king's row, with the cold gathered and three hit points left.
fn cold(frames: usize) -> Screen {
    let mut game = bots::kasidin::game(5);
    (game.cave, game.tiles) = (5, Grid::new(SIZE, SIZE, FLOOR, WALL));
    game.mobs.truncate(1);
    (game.mobs[0].at, game.mobs[0].hp) = (Cell::at(50, 50), 3);
    game.mobs.push(Mob { awake: 4, ..Mob::new(KING, Cell::at(53, 50)) });
    let mut console = shelved::playing("kasidin", game);
    for held in [0, 32, 0, 16].into_iter().chain(std::iter::repeat_n(0, frames)) {
        console.frame(&Input::buttons(held));
    }
    console.screen()
}

/// The king, fully visible, with his staff up: below the rows of a logo and above the 72nd, left or right of Kasidin.
pub fn king() -> Console {
    moment(|game| {
        let me = game.me().at;
        game.mobs.iter().any(|mob| {
            let (x, y) = (mob.at.x - me.x, mob.at.y - me.y);
            mob.kind == KING
                && mob.awake > 0
                && mob.awake % 4 == 0
                && (2..6).contains(&x.abs())
                && (-3..1).contains(&y)
        })
    })
}
