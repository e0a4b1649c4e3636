//! The diary, statement by statement, from a player's view: buttons, keys and mouse go in, and the picture is read.
//!
//! ```text
//!   buttons ──> console ──> picture ── block(): the 8 x 8 pixels of a tile of the floor
//!                                   ── shows(): words in the console's font
//! ```

use super::sight::arms;
use super::turns::hall;
use goblin::data::{BAT, GOBLIN, KINDS, MUSHROOM, OGRE, SNAKE};
use goblin::dungeon::{AJAR, DOOR, DOWN, H, UP, W, WALL};
use goblin::store::{Fighter, Item, Mind};
use goblin::turn::Action;
use goblin::{FLOORS, Game, NOTICE};
use kit::{Cell, Grid};
use rasher::{Console, Input, Keys, Mouse, SIDE, button};
use std::collections::BTreeSet;
use tests::bots::goblin::{delve, game, play};
use tests::golden::Shown;
use tests::screen_text::{find, shows};
use tests::shelved::{self, press};

/// The cart with this game.
fn playing(game: Game) -> Console {
    shelved::playing("goblin", game)
}

fn state(console: &Console) -> Game {
    shelved::state(console)
}

fn frames(console: &mut Console, n: usize) {
    (0..n).for_each(|_| _ = console.frame(&Input::default()));
}

/// A press, and frames until all movement has ended.
fn tap(console: &mut Console, held: u8) {
    press(console, held);
    frames(console, 40);
}

/// What the window shows of a cell of the floor; none if it is not fully visible.
fn block(console: &Console, cell: Cell) -> Option<[u8; 64]> {
    blocks(console, &state(console), [cell]).next().map(|(_, block)| block)
}

/// The cells of the floor that are fully visible, and what the window shows of them.
fn blocks(
    console: &Console,
    game: &Game,
    cells: impl IntoIterator<Item = Cell>,
) -> impl Iterator<Item = (Cell, [u8; 64])> {
    let ((left, top), screen) = (game.camera(), console.screen());
    cells.into_iter().filter_map(move |cell| {
        let (x, y) = (cell.x * 8 - left, cell.y * 8 - top);
        let inside = (0..=128 - 8).contains(&x) && (0..=96 - 8).contains(&y);
        let pixel = |i| screen[(y as usize + i / 8) * SIDE + x as usize + i % 8];
        inside.then(|| (cell, std::array::from_fn(pixel)))
    })
}

/// A sprite of the sheet.
fn sprite(console: &Console, n: i32) -> [u8; 64] {
    let p8 = console.machine().clone();
    std::array::from_fn(|i| p8.sget(n % 16 * 8 + i as i32 % 8, n / 16 * 8 + i as i32 / 8))
}

/// Whether one of the two pictures of this kind is there, in its colour, facing that way.
fn stands(console: &Console, cell: Cell, kind: i32, left: bool) -> bool {
    let row = &KINDS[kind as usize];
    let Some(block) = block(console, cell) else { return false };
    (row.sprite..row.sprite + 2).any(|n| {
        let sheet = sprite(console, n);
        (0..64).all(|i| {
            let at = if left { i / 8 * 8 + 7 - i % 8 } else { i };
            match sheet[at] {
                7 => block[i] == row.color,
                6 => ![6, 7, row.color].contains(&block[i]),
                _ => true,
            }
        })
    })
}

#[test]
fn the_goblin_walks_by_arrows_and_looks_where_it_goes() {
    let mut it = playing(hall());
    for (held, at, left) in [
        (button::RIGHT, (11, 10), false),
        (button::UP, (11, 9), false),
        (button::LEFT, (10, 9), true),
        (button::DOWN, (10, 10), true),
    ] {
        tap(&mut it, held);
        let at = Cell::at(at.0, at.1);
        assert!(stands(&it, at, GOBLIN, left) && !stands(&it, at, GOBLIN, !left), "{at:?}");
    }
}

#[test]
fn the_sheet_is_white_and_who_is_drawn_brings_a_colour() {
    let it = playing(hall());
    for n in (2..18).chain(32..40).chain(48..75) {
        let colors: BTreeSet<u8> = sprite(&it, n).into_iter().collect();
        assert!(colors.is_subset(&[0, 6, 7].into()), "sprite {n}: {colors:?}");
    }
    for kind in 1..KINDS.len() as i32 {
        let mut game = hall();
        game.monster(kind, Cell::at(12, 10), NOTICE);
        let it = playing(game);
        assert!(stands(&it, Cell::at(12, 10), kind, false), "{}", KINDS[kind as usize].name);
        assert!(stands(&it, Cell::at(10, 10), GOBLIN, false), "each its own");
        assert_eq!(
            find(&it.screen(), "40/40").map(|at| at.2),
            Some(7),
            "what comes after has its own colours"
        );
    }
}

/// A step moves eight pixels: the hero stays in the middle and everything else moves.
#[test]
fn the_window_follows_the_goblin() {
    let mut game = hall();
    game.thing(MUSHROOM, Cell::at(22, 11));
    let mut it = playing(game);
    (0..10).for_each(|_| tap(&mut it, button::RIGHT));
    for x in 20..26 {
        assert_eq!(
            (state(&it).at(state(&it).hero), state(&it).camera()),
            (Cell::at(x, 10), (x * 8 - 60, 36))
        );
        assert!(stands(&it, Cell::at(x, 10), GOBLIN, false));
        let mushroom = block(&it, Cell::at(22, 11)).unwrap();
        assert!(mushroom.contains(&8), "it stays where it is on the floor");
        tap(&mut it, button::RIGHT);
    }
}

#[test]
fn arrows_open_doors_and_then_lead_through() {
    let mut game = hall();
    (1..H - 1).for_each(|y| game.maps[0].tiles.set(Cell::at(9, y), WALL));
    game.maps[0].tiles.set(Cell::at(9, 10), DOOR);
    game.maps[0].seen = Grid::new(W, H, false, false);
    game.act(Action::Rest);
    let mut it = playing(game);
    let at = |it: &Console| state(it).at(state(it).hero);
    let dark = |it: &Console| block(it, Cell::at(5, 10)).unwrap().iter().all(|color| *color == 0);
    let closed = block(&it, Cell::at(9, 10));
    assert!(dark(&it), "nobody sees through a door");
    tap(&mut it, button::LEFT);
    assert_eq!(
        (at(&it), state(&it).map().tiles.get(Cell::at(9, 10)), state(&it).turn),
        (Cell::at(10, 10), AJAR, 2)
    );
    assert!(block(&it, Cell::at(9, 10)) != closed && !dark(&it));
    tap(&mut it, button::LEFT);
    assert_eq!((at(&it), state(&it).turn), (Cell::at(9, 10), 3));
}

/// Bumping into a monster is an attack, not a step; bumping into a wall is nothing. It is reported and does damage.
#[test]
fn arrows_strike_the_creature_in_the_way() {
    let mut game = hall();
    let snake = game.monster(SNAKE, Cell::at(11, 10), NOTICE);
    let strong = Fighter { hp: 99, max: 99, accuracy: 1000, ..KINDS[SNAKE as usize].fighter };
    game.world.give(snake, strong);
    game.world.get_mut::<Fighter>(game.hero).unwrap().accuracy = 1000;
    let mut it = playing(game);
    tap(&mut it, button::RIGHT);
    let now = state(&it);
    assert_eq!((now.at(now.hero), now.turn), (Cell::at(10, 10), 1));
    let lost = 99 - now.world.get::<Fighter>(snake).unwrap().hp;
    assert!((2..=4).contains(&lost) && shows(&it, "you hit the snake."), "{lost}");
    // And back: damage appears in the bar, in the numbers and in the log.
    let hurt = 40 - now.body().hp;
    assert!(hurt > 0 && shows(&it, &format!("{}/40", 40 - hurt)), "{hurt}");
    assert!(
        state(&it).log.iter().any(|line| line.text.starts_with("the snake hits: -"))
            && shows(&it, "the snake hits: -")
    );
    let mut walled = hall();
    walled.maps[0].tiles.set(Cell::at(11, 10), WALL);
    let mut it = playing(walled);
    tap(&mut it, button::RIGHT);
    assert_eq!((state(&it).at(state(&it).hero), state(&it).turn), (Cell::at(10, 10), 0));
}

/// The bar is as long as the hit points, and red when they are few.
#[test]
fn the_bar_is_as_long_as_the_hit_points() {
    for hp in [40, 39, 20, 13, 1] {
        let mut game = hall();
        game.world.get_mut::<Fighter>(game.hero).unwrap().hp = hp;
        let it = playing(game);
        let screen = it.screen();
        let color = if hp * 3 < 40 { 8 } else { 11 };
        let long = (9..41).take_while(|x| screen[100 * SIDE + x] == color).count() as i32;
        assert_eq!(long, 1 + 31 * hp / 40, "{hp}");
        assert!(shows(&it, &format!("{hp}/40")));
    }
}

/// A pixel for each known tile: walls, floor, doors, stairs, visible monsters, the hero.
#[test]
fn the_small_map_has_a_pixel_for_each_tile() {
    let mut game = hall();
    for (at, tile) in [((8, 8), DOOR), ((12, 8), UP), ((12, 12), DOWN), ((8, 12), WALL)] {
        game.maps[0].tiles.set(Cell::at(at.0, at.1), tile);
    }
    let snake = game.monster(SNAKE, Cell::at(13, 10), NOTICE);
    game.watched.push(snake);
    let it = playing(game);
    let screen = it.screen();
    let pixel = |x: usize, y: usize| screen[(98 + y) * SIDE + 84 + x];
    for (x, y, color) in
        [(8, 8, 9), (12, 8, 12), (12, 12, 10), (8, 12, 1), (13, 10, 8), (11, 10, 6), (40, 28, 0)]
    {
        assert_eq!(pixel(x, y), color, "{x}, {y}");
    }
    assert!([7, 11].contains(&pixel(10, 10)), "the hero");
}

#[test]
fn the_pointer_names_who_and_what_it_is_on() {
    let mut game = hall();
    game.monster(SNAKE, Cell::at(12, 10), 0);
    game.thing(MUSHROOM, Cell::at(8, 12));
    game.maps[0].tiles.set(Cell::at(8, 9), DOOR);
    let (left, top) = game.camera();
    for (cell, words) in [
        ((10, 10), "goblin 40/40"),
        ((12, 10), "snake 10/10 unaware"),
        ((8, 12), "mushroom: heals 20"),
        ((8, 9), "closed door"),
    ] {
        let mut it = playing(game.clone());
        assert!(!shows(&it, words), "{words}: not before");
        let [x, y] = [cell.0 * 8 + 4 - left, cell.1 * 8 + 4 - top].map(|at| at as i16);
        it.frame(&Input { mouse: Mouse { x, y, ..Mouse::default() }, ..Input::default() });
        assert!(shows(&it, words), "{words}");
        assert_eq!(state(&it).turn, 0, "to look takes no turn");
    }
}

/// A partly explored dungeon without monsters: after some presses of E there are tiles of all three kinds.
fn explored(seed: u32) -> Console {
    let mut game = game(seed);
    for it in game.world.all::<&Mind>().into_iter().chain(game.world.all::<&Item>()) {
        game.world.despawn(it);
    }
    game.watched.clear();
    let mut it = playing(game);
    let mut keys = Keys::default();
    keys.set(8, true);
    for _ in 0..3 {
        it.frame(&Input { keys, ..Input::default() });
        frames(&mut it, 100);
    }
    tap(&mut it, button::X);
    tap(&mut it, button::X);
    it
}

/// Unseen tiles are black, seen ones dark blue, and those in sight have their colours.
#[test]
fn the_fog_has_three_shades() {
    let mut tiles = [0; 3];
    for seed in 0..10 {
        let it = explored(seed);
        let game = state(&it);
        for (cell, block) in blocks(&it, &game, game.lit.cells()) {
            let colors: BTreeSet<u8> = block.into_iter().collect();
            let (seen, lit) = (game.map().seen.get(cell), game.lit.get(cell));
            let right = match (seen, lit) {
                (false, _) => colors == [0].into(),
                (true, false) => colors.is_subset(&[0, 1].into()),
                (true, true) => game.map().tiles.get(cell) == WALL || colors.iter().any(|color| *color > 1),
            };
            assert!(right, "seed {seed}, {cell:?}, seen {seen}, lit {lit}: {colors:?}");
            tiles[usize::from(seen) + usize::from(lit)] += 1;
        }
    }
    assert!(tiles.iter().all(|n| *n > 100), "{tiles:?}");
}

/// Each wall in the window has the sprite for its arms, by the rule in other words.
#[test]
fn walls_have_the_shape_of_their_neighbours_on_the_screen() {
    let mut shapes = BTreeSet::new();
    for seed in 0..20 {
        let it = explored(seed);
        let game = state(&it);
        let sheets: [_; 16] = std::array::from_fn(|shape| sprite(&it, 48 + shape as i32));
        let wall = |x: i32, y: i32| game.map().tiles.get(Cell::at(x, y)) == WALL;
        for (cell, block) in blocks(&it, &game, game.lit.cells()) {
            if !game.map().seen.get(cell) || !wall(cell.x, cell.y) {
                continue;
            }
            let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))).filter(|at| *at != (0, 0));
            let shape = arms(&around.filter(|(x, y)| wall(cell.x + x, cell.y + y)).collect());
            let sheet = &sheets[usize::from(shape)];
            let same = (0..64).all(|i| sheet[i] != 7 || block[i] != 0)
                && (0..64).all(|i| sheet[i] != 0 || block[i] == 0);
            assert!(same, "seed {seed}, {cell:?}: shape {shape}");
            shapes.insert(shape);
        }
    }
    assert!(shapes.len() > 10, "{shapes:?}");
    // The sprite itself reaches the edge where it has an arm, and nowhere else.
    let it = playing(hall());
    for shape in 1..16_usize {
        let sheet = sprite(&it, 48 + shape as i32);
        let ends = [3, 7 * 8 + 3, 3 * 8, 3 * 8 + 7].map(|at| sheet[at] != 0);
        assert_eq!(ends, [1, 2, 4, 8].map(|arm| shape & arm != 0), "shape {shape}");
    }
}

/// Five turns of one step each, until it is next to the goblin.
#[test]
fn a_snake_comes_and_a_bat_flits() {
    let mut game = hall();
    let snake = game.monster(SNAKE, Cell::at(15, 10), NOTICE);
    let mut it = playing(game);
    for x in [14, 13, 12, 11] {
        tap(&mut it, button::O);
        assert_eq!(state(&it).at(snake), Cell::at(x, 10));
        assert!(stands(&it, Cell::at(x, 10), SNAKE, true), "and looks at the goblin");
    }
    let mut game = hall();
    let bat = game.monster(BAT, Cell::at(13, 10), NOTICE);
    game.world.get_mut::<Fighter>(game.hero).unwrap().hp = 9999;
    let (mut it, mut nearer, mut farther) = (playing(game), 0, 0);
    let far = |it: &Console| state(it).at(bat).dist(Cell::at(10, 10));
    for _ in 0..100 {
        let before = far(&it);
        press(&mut it, button::O);
        nearer += i32::from(far(&it) < before);
        farther += i32::from(far(&it) > before);
    }
    assert!(nearer > 10 && farther > 10, "{nearer} steps nearer, {farther} away");
}

/// Death is announced and leads to the title, and another game starts.
#[test]
fn death_is_reported_and_the_next_game_begins() {
    let mut game = hall();
    let ogre = game.monster(OGRE, Cell::at(11, 10), NOTICE);
    game.world.get_mut::<Fighter>(ogre).unwrap().accuracy = 1000;
    let mut it = playing(game);
    for _ in 0..10 {
        press(&mut it, button::O);
    }
    frames(&mut it, 120);
    assert!(
        shows(&it, "killed by the ogre") && shows(&it, "seed 1") && shows(&it, "you die."),
        "{:?}",
        state(&it).end
    );
    tap(&mut it, button::O);
    assert_eq!(state(&it).floor, 0, "the title");
    tap(&mut it, button::O);
    let game = state(&it);
    assert_eq!((game.floor, game.end, game.body().hp), (1, None, 40));
    assert!(shows(&it, "40/40"));
}

/// No two creatures are ever in one cell, in 40 games of the bot.
#[test]
fn no_two_creatures_share_a_cell() {
    for seed in 0..40 {
        let mut game = game(seed);
        let mut most = 0;
        play(&mut game, 600, |game| {
            let all: Vec<Cell> = game.world.query::<(&Fighter, &Cell)>().map(|(_, (_, at))| *at).collect();
            let cells: BTreeSet<Cell> = all.iter().copied().collect();
            assert_eq!(cells.len(), all.len(), "seed {seed}, turn {}", game.turn);
            let who = all.iter().filter(|at| game.who(**at).is_some()).count();
            assert_eq!(who, all.len(), "each is found where it is");
            most = most.max(all.len());
            delve(game)
        });
        assert!(most > 4, "seed {seed}: {most}");
    }
}

/// 100 dungeons, floor by floor: no goblins and no trolls.
#[test]
fn bats_and_snakes_live_on_every_floor() {
    let mut met = [[0; 2]; FLOORS as usize];
    for seed in 0..100 {
        let mut game = game(seed);
        for floor in 1..=FLOORS {
            let kinds = game.world.query::<(&Mind, &Cell)>().map(|(it, _)| game.kind(it));
            for kind in kinds.collect::<Vec<_>>() {
                assert!(kind != GOBLIN && KINDS[kind as usize].name != "troll");
                met[floor as usize - 1][0] += i32::from(kind == BAT);
                met[floor as usize - 1][1] += i32::from(kind == SNAKE);
            }
            // Down the stairs, alone.
            game.world.all::<&Mind>().into_iter().for_each(|it| game.world.despawn(it));
            game.world.give(game.hero, game.map().down);
            game.act(Action::Rest);
        }
    }
    assert!(met.iter().flatten().all(|n| *n > 20), "bats and snakes by floor: {met:?}");
}
