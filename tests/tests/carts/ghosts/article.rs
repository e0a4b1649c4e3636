//! The article's statements, tested with keys and buttons and on the screen.

use super::light::drawn;
use super::{ghost, hall, put};
use ghosts::Game;
use ghosts::dungeon::{Place, WALL};
use ghosts::ghost::{HOWLER, MOPE, SEEPER, TICK};
use kit::{Cell, Dir};
use rasher::{Console, Input, button};
use std::collections::BTreeSet;
use tests::shelved::{self, field, press, shows, state};

fn playing(game: &Game) -> Console {
    shelved::playing("ghosts", game.clone())
}

/// Lets frames go by without a button.
fn wait(console: &mut Console, frames: i32) {
    (0..frames).for_each(|_| _ = console.frame(&Input::default()));
}

/// The dungeon before the light is applied, pixel by pixel: page 0x80.
fn unlit(game: &Game) -> Vec<u8> {
    let p8 = drawn(game);
    let bytes = &p8.memory().bytes()[0x8000..0xa000];
    bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]).collect()
}

/// The pixels in which two pictures differ.
fn changed(a: &[u8], b: &[u8]) -> BTreeSet<(i32, i32)> {
    let pairs = (0..).zip(a.iter().zip(b));
    pairs.filter(|(_, (a, b))| a != b).map(|(i, _)| (i % 128, i / 128)).collect()
}

/// Lines 12 and 30: W goes up, A left, S down, D right, by SDL's scancodes; so do the arrows of a pad.
#[test]
fn w_a_s_d_walk_up_left_down_right() {
    let cases = [
        (26, button::UP, 0, -1),
        (4, button::LEFT, -1, 0),
        (22, button::DOWN, 0, 1),
        (7, button::RIGHT, 1, 0),
    ];
    for (key, held, dx, dy) in cases {
        let mut keys = Input::default();
        keys.keys.set(key, true);
        for input in [keys, Input::buttons(held)] {
            let mut it = playing(&hall());
            let before: Game = state(&it);
            (0..10).for_each(|_| _ = it.frame(&input));
            let now: Game = state(&it);
            assert_eq!((now.x - before.x, now.y - before.y), (dx * 120, dy * 120), "key {key}");
        }
    }
}

/// Line 30: the mediator decides where she may go.
#[test]
fn by_buttons_a_wall_stops_her() {
    let mut game = hall();
    game.tiles.set(Cell::at(30, 22), WALL);
    let mut it = playing(&game);
    (0..90).for_each(|_| _ = it.frame(&Input::buttons(button::RIGHT)));
    assert_eq!(state::<Game>(&it).cell(), Cell::at(29, 22));
}

/// The level being played is the one whose rooms, corridors and walls are tested in `dungeon.rs`.
#[test]
fn the_dungeon_played_is_the_one_of_the_seed() {
    for seed in 0..20 {
        let mut it = shelved::console("ghosts", seed);
        press(&mut it, button::O);
        let (now, plan) = (state::<Game>(&it), tests::bots::ghosts::game(seed as u32));
        assert!(now.tiles == plan.tiles && now.rooms == plan.rooms, "seed {seed}");
        assert_eq!((now.cell(), now.stairs), (plan.rooms[0].center(), plan.stairs), "seed {seed}");
    }
}

/// Line 14: only drawing knows pixels. A tile is eight of them, one to one, and the board scrolls under her.
#[test]
fn the_board_scrolls_under_her_at_full_scale() {
    let with = |her: Cell, at: Cell| {
        let mut game = hall();
        game.clock = 300;
        put(&mut game, her);
        game.treasures = vec![Place::Lies(at, true)];
        let bare = Game { treasures: Vec::new(), ..game.clone() };
        changed(&unlit(&game), &unlit(&bare))
    };
    let treasure = with(Cell::at(28, 22), Cell::at(32, 22));
    assert!(
        !treasure.is_empty() && treasure.iter().all(|(x, y)| (92..100).contains(x) && (60..68).contains(y))
    );
    for (dx, dy) in [(1, 0), (-2, 0), (0, 3), (-4, -4)] {
        let moved = with(Cell::at(28 - dx, 22 - dy), Cell::at(32, 22));
        let expected: BTreeSet<_> = treasure.iter().map(|(x, y)| (x + dx * 8, y + dy * 8)).collect();
        assert_eq!(moved, expected, "{dx} {dy} tiles");
    }
    // She is always in the middle.
    let her = |cell: Cell| {
        let mut game = hall();
        (game.clock, game.face) = (300, 3);
        put(&mut game, cell);
        let gone = Game { hurt: 4, ..game.clone() };
        let seen = changed(&unlit(&game), &unlit(&gone));
        assert!(seen.len() > 40 && seen.iter().all(|(x, y)| (60..68).contains(x) && (52..68).contains(y)));
    };
    [(28, 22), (1, 1), (54, 42)].into_iter().for_each(|(x, y)| her(Cell::at(x, y)));
}

/// Line 9: a tile draws itself, depending on its neighbours.
#[test]
fn a_wall_is_drawn_by_the_floors_around_it() {
    let with = |walls: &[Cell]| {
        let mut game = hall();
        game.clock = 300;
        walls.iter().for_each(|at| game.tiles.set(*at, WALL));
        unlit(&game)
    };
    let cell = Cell::at(32, 22);
    let alone = with(&[cell]);
    let inside = |(x, y): &(i32, i32)| (92..100).contains(x) && (60..68).contains(y);
    let changes = |next: &Cell| changed(&alone, &with(&[cell, *next])).iter().any(inside);
    let count = cell.around().iter().filter(|next| changes(next)).count();
    assert!(count > 1, "{count} of its neighbors matter");
    assert!(changed(&alone, &with(&[])).iter().any(inside), "wall and floor");
}

/// The pixels that a ghost adds to the picture, three tiles to her right.
fn shape(kind: u8, age: i32, squished: bool) -> (BTreeSet<(i32, i32)>, Vec<u8>) {
    let mut game = hall();
    game.clock = 300;
    let empty = unlit(&game);
    game.ghosts.push(ghosts::ghost::Ghost { age, squished, ..ghost(kind, Cell::at(31, 22)) });
    let picture = unlit(&game);
    (changed(&picture, &empty), picture)
}

/// Lines 91, 117 and 300: a ghost appears where it was put, taller than a tile, and each kind has three shapes.
#[test]
fn a_ghost_is_drawn_at_its_position_in_three_shapes() {
    for kind in [MOPE, SEEPER, HOWLER] {
        let [standing, moving, squished] =
            [(0, false), (2, false), (0, true)].map(|it| shape(kind, it.0, it.1));
        for (pixels, _) in [&standing, &moving, &squished] {
            assert!(pixels.iter().all(|(x, y)| (84..92).contains(x) && (52..68).contains(y)), "kind {kind}");
        }
        let rows: BTreeSet<i32> = standing.0.iter().map(|(_, y)| *y).collect();
        assert!(rows.len() > 8, "kind {kind}: {} rows", rows.len());
        let apart = changed(&standing.1, &moving.1).len();
        println!(
            "kind {kind}: {apart} pixels change, {} of it squished",
            changed(&standing.1, &squished.1).len()
        );
        assert!(apart > 12 && moving.1 != squished.1 && standing.1 != squished.1, "kind {kind}: {apart}");
    }
}

/// Lines 157 to 174: tiles, then the princess, then the ghosts. Remains are drawn below her.
#[test]
fn ghosts_are_drawn_after_the_princess_and_tiles_first() {
    let mut game = hall();
    (game.clock, game.face) = (300, 3);
    let gone = Game { hurt: 4, ..game.clone() };
    let bare = unlit(&gone);
    let her = changed(&unlit(&game), &bare);
    for squished in [false, true] {
        let ghosts = vec![ghosts::ghost::Ghost { squished, ..ghost(MOPE, game.cell()) }];
        let both = unlit(&Game { ghosts: ghosts.clone(), ..game.clone() });
        let alone = unlit(&Game { ghosts, ..gone.clone() });
        let (above, below) = if squished { (unlit(&game), alone) } else { (alone, unlit(&game)) };
        let on_top = changed(&above, &bare);
        assert!(her.len() > 40 && on_top.len() > 8);
        for (x, y) in on_top {
            let at = (x + y * 128) as usize;
            assert_eq!(both[at], above[at], "squished {squished}: {x} {y} shows {}", below[at]);
        }
    }
}

/// Lines 180 to 208: one timer calls all of them every quarter second.
#[test]
fn one_clock_of_quarter_seconds_calls_every_ghost() {
    let mut game = hall();
    for (i, kind) in (0..).zip([MOPE, SEEPER, HOWLER, MOPE]) {
        game.ghosts.push(ghosts::ghost::Ghost { age: i, ..ghost(kind, Cell::at(5 + 3 * i, 40)) });
    }
    (game.rise, game.hurt, game.clock) = (9_999, 600, 0);
    let mut before = game.clone();
    let mut calls = Vec::new();
    for frame in 1..=120 {
        game.step(0, false);
        let older: Vec<i32> = game.ghosts.iter().zip(&before.ghosts).map(|(a, b)| a.age - b.age).collect();
        assert!(older == [0; 4] || older == [1; 4], "frame {frame}: {older:?}");
        if older == [1; 4] {
            calls.push(frame);
        }
        before = game.clone();
    }
    assert_eq!(calls, [15, 30, 45, 60, 75, 90, 105, 120]);
    assert_eq!(TICK * 4, 60);
}

/// Lines 180 to 186: the tick comes before the draw, so each frame shows its own state.
#[test]
fn a_frame_shows_what_the_tick_did() {
    let mut game = hall();
    game.ghosts = (0..4).map(|i| ghost(MOPE, Cell::at(30 + i, 20))).collect();
    (game.clock, game.hurt) = (300, 200);
    let mut it = playing(&game);
    let mut pictures = BTreeSet::new();
    for frame in 0..40 {
        it.frame(&Input::default());
        let now: Game = state(&it);
        let seen = it.machine().memory().bytes()[0x8000..0xa000].to_vec();
        assert!(seen == drawn(&now).memory().bytes()[0x8000..0xa000], "frame {frame} is behind its state");
        pictures.insert(now.ghosts[0].picture());
    }
    assert_eq!(pictures.len(), 2, "it changed its picture in between");
}

/// Lines 92, 248 to 260 and 270 to 294: with no button pressed, a ghost moves one tile per second and changes its
/// picture twice a second.
#[test]
fn ghosts_move_in_real_time_while_nothing_is_pressed() {
    let mut game = hall();
    game.ghosts.push(ghost(MOPE, Cell::at(8, 36)));
    let mut it = playing(&game);
    let mut before = state::<Game>(&it).ghosts[0];
    let (mut moves, mut pictures) = (0, 0);
    for _ in 0..20 * 60 {
        it.frame(&Input::default());
        let now = state::<Game>(&it).ghosts[0];
        assert!(now.at.dist(before.at) < 2);
        moves += i32::from(now.at != before.at);
        pictures += i32::from(now.picture() != before.picture());
        before = now;
    }
    assert!(
        (15..=20).contains(&moves) && (39..=40).contains(&pictures),
        "{moves} moves, {pictures} pictures"
    );
}

/// Lines 285 to 293: left, right, up and down are equally likely, and a blocked ghost stays.
#[test]
fn a_far_ghost_tries_the_four_directions_alike() {
    let mut counts = [0; 4];
    for seed in 0..800 {
        let mut game = hall();
        game.rng = kit::chance::stream(seed, 0);
        put(&mut game, Cell::at(3, 3));
        game.ghosts.push(ghost(MOPE, Cell::at(45, 35)));
        (0..60).for_each(|_| game.step(0, false));
        let to = game.ghosts[0].at;
        let dir = (0..4).find(|i| Cell::at(45, 35).step(Dir::ALL[*i]) == to);
        counts[dir.unwrap_or_else(|| panic!("seed {seed}: {to:?}"))] += 1;
    }
    // 200 each, plus or minus six standard deviations of 12.
    assert!(counts.iter().all(|n| (127..274).contains(n)), "{counts:?}");
    let mut game = hall();
    let cell = Cell::at(45, 35);
    cell.around().into_iter().for_each(|at| game.tiles.set(at, WALL));
    game.ghosts.push(ghost(MOPE, cell));
    (0..600).for_each(|_| game.step(0, false));
    assert_eq!(game.ghosts[0].at, cell, "walled in");
}

/// Line 91: a flash dispatches it, and its residue stays there in its third shape.
#[test]
fn o_squishes_a_ghost_and_its_residue_stays() {
    let mut game = hall();
    game.ghosts.push(ghost(MOPE, game.cell().step(Dir::Right)));
    game.hurt = 60;
    let mut it = playing(&game);
    press(&mut it, button::O);
    let rest = state::<Game>(&it).ghosts[0];
    assert!(rest.squished && rest.picture() == 2);
    wait(&mut it, 240);
    let now: Game = state(&it);
    assert_eq!((now.ghosts[0].at, now.ghosts[0].picture(), now.lives), (rest.at, 2, 3));
    let cleared = Game { ghosts: now.ghosts[1..].to_vec(), ..now.clone() };
    assert!(!changed(&unlit(&now), &unlit(&cleared)).is_empty(), "it is seen");
}

/// Lines 57 and 63: the toggle shows the whole board without the light, and then the lit one again.
#[test]
fn x_toggles_the_whole_map() {
    let mut it = shelved::console("ghosts", 7);
    press(&mut it, button::X);
    wait(&mut it, 60);
    assert!(!shows(&it, "stairs"), "by her light");
    press(&mut it, button::X);
    let now: Game = state(&it);
    let p8 = it.machine().clone();
    let floors = now.tiles.cells().filter(|at| now.floor(*at) && at.dist(now.cell()) > 7);
    let far: Vec<Cell> = floors.collect();
    let dark = far.iter().filter(|at| p8.pget(8 + at.x * 2, 20 + at.y * 2) == 0).count();
    assert!(far.len() > 100 && dark == 0, "{dark} of {} floors beyond her light are dark", far.len());
    assert!(shows(&it, "stairs") && shows(&it, "treasure"));
    press(&mut it, button::X);
    assert!(!shows(&it, "stairs"));
}

/// The map and both ends show the seed of the run.
#[test]
fn the_seed_is_shown() {
    let mut it = shelved::console("ghosts", 20_261_127);
    press(&mut it, button::O);
    press(&mut it, button::X);
    assert!(shows(&it, "seed 20261127"), "the map");
    for won in [false, true] {
        let mut game = hall();
        (game.seed, game.level, game.lives) = if won { (4711, 4, 3) } else { (4711, 1, 0) };
        assert_eq!(game.over(), Some(won));
        assert!(shows(&playing(&game), "seed 4711"), "won {won}");
    }
}

/// Lives, three levels, treasures and a kind of ghost per level, in a whole game played with six buttons.
#[test]
fn a_whole_game_has_all_that_makes_it_a_game() {
    let seed = tests::bots::ghosts::seed(20, true);
    let mut it = shelved::console("ghosts", seed.into());
    let (mut kinds, mut marks) = ([-1; 5], BTreeSet::new());
    for (frame, input) in tests::bots::ghosts::inputs(seed).iter().enumerate() {
        it.frame(input);
        if frame % 4 > 0 {
            continue;
        }
        let now: Game = state(&it);
        let newest = now.ghosts.iter().map(|it| i32::from(it.kind)).max();
        kinds[now.level as usize] = kinds[now.level as usize].max(newest.unwrap_or(-1));
        marks.extend((now.carried() > 0).then_some("carried"));
        marks.extend(now.treasures.contains(&Place::Home).then_some("home"));
        marks.extend(now.ghosts.iter().any(|it| it.squished).then_some("squished"));
    }
    assert_eq!(kinds[1..4], [0, 1, 2], "a kind more on each level");
    assert_eq!((marks.len(), field(&it, "level")), (3, 4.into()), "{marks:?}");
}
