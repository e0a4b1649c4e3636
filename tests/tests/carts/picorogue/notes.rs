//! The notes, statement by statement, from a player's view: buttons and letters go in, and the picture is read.
//!
//! ```text
//!   buttons ──> console ──> picture ── letters(): the letter of each cell, by its pixels
//!                                   ── shows(): words in the console's font
//! ```

use super::turns::hall;
use picorogue::floor::{BLOCKED, CLEAR, SIZE, Thing, XMAX, YMAX};
use picorogue::turn::Action;
use picorogue::{BEASTS, CLOCK, FLOORS, GHOST, Game, HUNGER, LAST, TRAPS, WEATHER};
use rasher::{Console, Input, SIDE, button};
use tests::bots::picorogue::{begins, climb, fool, game, inputs, play, pressed, presses};
use tests::golden::Shown;
use tests::screen_text::shows;
use tests::shelved::{self, letter, press};

/// The notes' four letters and the ladder, as visible on the screen.
const LETTERS: [(u8, [&str; 6]); 6] = [
    (b'#', [".#..#.", "######", ".#..#.", ".#..#.", "######", ".#..#."]),
    (b'.', ["......", "......", "..#...", "......", "......", "......"]),
    (b'@', [".###..", "#.#.#.", "#.###.", "#.....", ".###..", "......"]),
    (b'<', ["...#..", "..#...", ".#....", "..#...", "...#..", "......"]),
    (b'H', ["#...#.", "#####.", "#...#.", "#####.", "#...#.", "......"]),
    (b' ', ["......", "......", "......", "......", "......", "......"]),
];

/// The letter of each cell of the floor, by its pixels; `?` for any other.
fn letters(console: &Console) -> Vec<u8> {
    let screen = console.screen();
    let letter = |cell: i32| {
        let (x, y) = (2 + cell as usize % 21 * 6, 16 + cell as usize / 21 * 6);
        let ink = |(row, col): (usize, usize)| screen[(y + row) * SIDE + x + col] != 0;
        let is = |rows: &[&str; 6]| {
            (0..36).map(|i| (i / 6, i % 6)).all(|at| ink(at) == (rows[at.0].as_bytes()[at.1] == b'#'))
        };
        LETTERS.iter().find(|(_, rows)| is(rows)).map_or(b'?', |(letter, _)| *letter)
    };
    (0..SIZE).map(letter).collect()
}

/// The only cell with this letter.
fn only(console: &Console, letter: u8) -> i32 {
    let cells: Vec<i32> = (0..).zip(letters(console)).filter(|it| it.1 == letter).map(|it| it.0).collect();
    assert_eq!(cells.len(), 1, "cells with {}", char::from(letter));
    cells[0]
}

/// The cart with this game.
fn playing(game: &Game) -> Console {
    shelved::playing("picorogue", game.clone())
}

fn state(console: &Console) -> Game {
    shelved::state(console)
}

/// A tower started from the title with buttons, with these modes.
fn begun(seed: u32, modes: u8) -> Console {
    let mut it = shelved::console("picorogue", seed.into());
    presses(begins(modes)).for_each(|input| _ = it.frame(&input));
    assert_eq!((state(&it).modes, state(&it).floor), (modes, 1));
    it
}

#[test]
fn each_tile_is_on_the_screen_as_its_letter() {
    for seed in 0..20 {
        let it = begun(seed, 0);
        let (game, shown) = (state(&it), letters(&it));
        for (cell, letter) in (0..SIZE).zip(shown) {
            let due = match game.tile(cell) {
                _ if cell == game.pc => b'@',
                _ if cell == game.stairs => b'<',
                _ if game.things.iter().any(|it| it.at == cell) => b'H',
                BLOCKED => b'#',
                _ => b'.',
            };
            assert_eq!(char::from(letter), char::from(due), "seed {seed}, cell {cell}");
        }
        assert_ne!(only(&it, b'@'), only(&it, b'<'), "one player, one staircase");
    }
}

#[test]
fn arrows_and_letters_lead_north_south_west_and_east() {
    let mut hall = hall(0);
    (hall.pc, hall.stairs) = (10 + 8 * XMAX, 0);
    for (key, held, by) in [
        (b'k', button::UP, -XMAX),
        (b'j', button::DOWN, XMAX),
        (b'h', button::LEFT, -1),
        (b'l', button::RIGHT, 1),
    ] {
        let [mut typed, mut pushed] = [playing(&hall), playing(&hall)];
        letter(&mut typed, key);
        press(&mut pushed, held);
        for it in [typed, pushed] {
            assert_eq!(only(&it, b'@'), hall.pc + by, "{}", char::from(key));
            assert!(shows(&it, "turn 1"));
        }
    }
}

/// From the upper left corner west and north, then against a wall, then climbing without stairs: four turns without
/// moving.
#[test]
fn what_fails_leaves_the_player_and_counts_a_turn() {
    let mut hall = hall(0);
    hall.tiles[1] = BLOCKED;
    let mut it = playing(&hall);
    for (turn, held, said) in [
        (1, button::LEFT, "the way is blocked"),
        (2, button::UP, "the way is blocked"),
        (3, button::RIGHT, "the way is blocked"),
        (4, button::O, "no stairs here"),
    ] {
        press(&mut it, held);
        assert_eq!(only(&it, b'@'), 0, "{said}");
        assert!(shows(&it, &format!("floor 1/10  turn {turn}")) && shows(&it, said), "turn {turn}: {said}");
    }
    press(&mut it, button::DOWN);
    assert!(
        only(&it, b'@') == XMAX && shows(&it, "turn 5") && !shows(&it, "the way is blocked"),
        "south is clear"
    );
    // The other two bounds.
    hall.pc = SIZE - 1;
    for held in [button::RIGHT, button::DOWN] {
        let mut it = playing(&hall);
        press(&mut it, held);
        assert!(only(&it, b'@') == SIZE - 1 && shows(&it, "turn 1") && shows(&it, "the way is blocked"));
    }
}

#[test]
fn climbing_leads_to_the_next_floor_s_start() {
    for seed in 1..6 {
        for typed in [false, true] {
            let mut game = game(seed, 0);
            game.pc = game.stairs;
            let mut it = playing(&game);
            if typed {
                letter(&mut it, b'<');
            } else {
                press(&mut it, button::O);
            }
            game.floor = 2;
            game.enter();
            assert_eq!((only(&it, b'@'), only(&it, b'<')), (game.pc, game.stairs), "seed {seed}");
            assert!(shows(&it, "floor 2/10  turn 1"), "seed {seed}");
        }
    }
}

/// A whole plain tower by buttons.
#[test]
fn ten_floors_up_is_won_and_the_turns_are_told() {
    let mut it = shelved::console("picorogue", 20);
    let mut floors = Vec::new();
    for input in inputs(20, 0) {
        it.frame(&input);
        let game = state(&it);
        if game.floor > 0 && floors.last() != Some(&game.floor) {
            assert!(shows(&it, &format!("floor {}/10  turn {}", game.floor, game.turn)));
            floors.push(game.floor);
        }
    }
    assert_eq!(floors, (1..=10).collect::<Vec<_>>());
    let turns = state(&it).turn;
    assert!(turns >= 100, "{turns} turns: no floor's way is shorter than ten");
    assert!(shows(&it, "you won!") && shows(&it, &format!("{turns} turns")) && shows(&it, "seed 20"));
}

/// The pars next to them make room.
#[test]
fn floor_and_turn_can_be_read_in_long_games() {
    for turn in [9, 99, 999, 1_000, 9_999, 99_999] {
        let mut game = hall(0);
        (game.floor, game.turn, game.since) = (FLOORS, turn, turn);
        let it = playing(&game);
        assert!(shows(&it, &format!("floor 10/10  turn {turn}")), "turn {turn}");
        assert_eq!(shows(&it, &format!("par {turn}/{}", game.par)), turn < 1000, "turn {turn}");
    }
}

#[test]
fn nothing_happens_between_turns() {
    let mut it = begun(5, 63);
    (0..20).for_each(|_| press(&mut it, button::X));
    let text = |it: &Console| serde_json::to_string(&state(it)).unwrap();
    let before = text(&it);
    (0..600).for_each(|_| _ = it.frame(&Input::default()));
    assert_eq!(text(&it), before, "ten seconds");
    press(&mut it, button::X);
    assert_ne!(text(&it), before);
}

/// The state, saved and restored in the middle of a game, continues as if nothing had happened.
#[test]
fn the_whole_game_is_one_value() {
    for seed in 0..20 {
        let mut one = game(seed, 63);
        play(&mut one, 12, climb);
        let mut two: Game = serde_json::from_str(&serde_json::to_string(&one).unwrap()).unwrap();
        for game in [&mut one, &mut two] {
            play(game, 200, climb);
        }
        assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&two).unwrap(), "seed {seed}");
        assert_eq!(two.tiles.len(), (XMAX * YMAX) as usize, "one floor at once");
    }
}

/// Each form of death, switched on in the title's menu and met with buttons.
#[test]
fn each_form_of_death_is_met_and_named() {
    let plate =
        |game: &Game, cell: i32| game.things.iter().any(|it| it.at == cell && b"^*".contains(&it.glyph));
    let beast =
        |game: &Game, cell: i32| game.things.iter().any(|it| it.glyph == b'b' && game.sees(cell, it.at, 7));
    let ground = |kind: u8| move |game: &Game| fool(game, |cell| game.tile(cell) == kind);
    type Bot<'a> = &'a dyn Fn(&Game) -> Action;
    let cases: [(u8, Bot, &str); 8] = [
        (GHOST, &|_| Action::Look, "the ghost got you"),
        (HUNGER, &|_| Action::Look, "you starved"),
        (CLOCK, &|_| Action::Look, "your time is up"),
        (BEASTS, &|game| fool(game, |cell| beast(game, cell)), "a beast ate you"),
        (TRAPS, &|game| fool(game, |cell| plate(game, cell)), "you blew up"),
        (WEATHER, &ground(2), "you burned"),
        (WEATHER, &ground(3), "you froze"),
        (WEATHER, &ground(4), "you drowned"),
    ];
    for (modes, bot, words) in cases {
        let seed = 3;
        let (mut it, mut game) = (begun(seed, modes), game(seed, modes));
        let mut held = Vec::new();
        play(&mut game, 2000, |game| {
            let action = bot(game);
            held.push(pressed(action));
            action
        });
        presses(held).for_each(|input| _ = it.frame(&input));
        assert!(!shows(&it, words), "the last turn is seen first");
        (0..LAST).for_each(|_| _ = it.frame(&Input::default()));
        assert!(shows(&it, words), "{words}: {:?}", state(&it).end);
        assert!(shows(&it, &format!("floor {}, turn {}", game.floor, game.turn)) && shows(&it, "seed 3"));
    }
}

#[test]
fn fog_is_black_until_it_was_in_sight() {
    let mut it = begun(11, CLOCK);
    let mut held = Vec::new();
    play(&mut game(11, CLOCK), 8, |game| {
        held.push(pressed(climb(game)));
        climb(game)
    });
    let mut known = 0;
    for held in held {
        press(&mut it, held);
        let shown = letters(&it);
        let game = state(&it);
        for cell in 0..SIZE {
            assert_eq!(shown[cell as usize] != b' ', game.seen[cell as usize], "cell {cell}");
        }
        let now = shown.iter().filter(|letter| **letter != b' ').count();
        assert!((known..SIZE as usize).contains(&now), "what was seen stays: {known}, then {now}");
        known = now;
    }
    assert!(known > 20, "{known} cells");
    assert!(letters(&begun(11, 0)).iter().all(|letter| *letter != b' '), "no fog without that mode");
}

/// Stepping on food, sword and mail takes them, names them, and they count; an arrow towards a beast strikes it.
#[test]
fn things_are_taken_by_steps_and_beasts_are_struck() {
    let mut hall = hall(HUNGER | BEASTS);
    for (at, glyph, n) in [(1, b'%', 0), (2, b'/', 0), (3, b']', 0), (5, b'b', 2)] {
        hall.things.push(Thing { glyph, at, n });
    }
    // The beast waits until it is struck.
    hall.tiles[4] = BLOCKED;
    hall.tiles[(4 + XMAX) as usize] = BLOCKED;
    hall.tiles[(5 + XMAX) as usize] = BLOCKED;
    hall.tiles[6] = BLOCKED;
    hall.food = 30;
    let mut it = playing(&hall);
    for (said, food) in [("food", 57), ("a sword", 56), ("chain mail", 55)] {
        press(&mut it, button::RIGHT);
        assert!(shows(&it, said) && shows(&it, &food.to_string()), "{said}, {food}");
    }
    let mut game = state(&it);
    assert_eq!((&game.kit[..], game.things.len()), (&b"/]"[..], 1));
    game.tiles[4] = CLEAR;
    let mut it = playing(&game);
    press(&mut it, button::X);
    assert!(shows(&it, "a beast"), "in sight, and beside by now: {:?}", state(&it).things);
    press(&mut it, button::RIGHT);
    assert!(shows(&it, "the beast is dead") && only(&it, b'@') == 3, "a blow is no step");
}

/// A plate is invisible until the player looks; stepping on one gives three turns.
#[test]
fn a_look_shows_plates_and_a_step_lights_the_fuse() {
    let mut hall = hall(TRAPS);
    hall.things.push(Thing { glyph: b'^', at: 2, n: 0 });
    let mut it = playing(&hall);
    assert_eq!(letters(&it)[2], b'.', "hidden");
    press(&mut it, button::X);
    assert!(letters(&it)[2] == b'?' && shows(&it, "a fire trap") && shows(&it, "turn 1"));
    press(&mut it, button::RIGHT);
    press(&mut it, button::RIGHT);
    assert!(shows(&it, "a click, a fuse: run!"));
    for turn in 4..7 {
        assert!(!shows(&it, "boom!"));
        press(&mut it, button::RIGHT);
        assert!(shows(&it, &format!("turn {turn}")));
    }
    assert!(shows(&it, "boom!") && state(&it).end.is_none(), "three steps away");
}

/// Heat, cold and water look different and have different names; the cloak halves the damage of the first two.
#[test]
fn special_ground_is_named_and_gear_halves_it() {
    for (kind, name, gear) in [(2, "hot coals", b'&'), (3, "ice", b'&'), (4, "deep water", b'=')] {
        let mut hall = hall(WEATHER);
        hall.tiles[1] = kind;
        let mut lost = Vec::new();
        for wears in [false, true] {
            hall.kit = if wears { vec![gear] } else { vec![] };
            let mut it = playing(&hall);
            assert!(shows(&it, "14"), "what is left");
            press(&mut it, button::RIGHT);
            press(&mut it, button::X);
            assert!(shows(&it, name), "{name}");
            lost.push((0..15).rev().find(|left| shows(&it, &left.to_string())));
        }
        assert_eq!(lost, [Some(10), Some(12)], "{name}: two turns");
    }
}
