//! The cart in the console: keys and buttons on each page, the camera, the records, the stored recording.

use kasidin::cave::{FLOOR, LAVA, SIZE, WALL};
use kit::{Cell, Dir, Grid};
use rasher::{Console, Input, button};
use tests::bots::kasidin::game;
use tests::shelved::{self, field};

/// The cart, started with this seed.
pub fn console(seed: u64) -> Console {
    shelved::console("kasidin", seed)
}

/// Presses and releases a button, until the turn is over.
pub fn press(console: &mut Console, held: u8) {
    console.frame(&Input::buttons(held));
    (0..=kasidin::FRAMES).for_each(|_| _ = console.frame(&Input::default()));
}

pub fn at(console: &Console) -> Cell {
    serde_json::from_value(field(console, "mobs")[0]["at"].clone()).unwrap()
}

/// A console in the first cave of this seed.
pub fn begun(seed: u64) -> Console {
    let mut it = console(seed);
    press(&mut it, button::O);
    assert_eq!(field(&it, "page"), "Story");
    press(&mut it, button::O);
    assert_eq!((field(&it, "page"), field(&it, "cave")), ("Play".into(), 1.into()));
    it
}

#[test]
fn the_seed_is_the_run_s() {
    for seed in [0, 210_033, 20_261_122] {
        let it = begun(seed.into());
        assert_eq!((at(&it), field(&it, "seed")), (game(seed).me().at, seed.into()));
    }
}

#[test]
fn walls_cost_no_turn_and_held_arrows_walk_on() {
    for seed in 0..20 {
        let mut it = begun(seed);
        let plan: Grid<u8> = serde_json::from_value(field(&it, "tiles")).unwrap();
        for dir in Dir::ALL {
            let (from, turn) = (at(&it), field(&it, "turn").as_i64().unwrap());
            press(&mut it, 1 << dir as u8);
            let open = plan.get(from.step(dir)) != WALL;
            let gone = at(&it) != from;
            assert_eq!(
                (gone, field(&it, "turn").as_i64().unwrap() - turn),
                (open, i64::from(open)),
                "{dir:?}, seed {seed}"
            );
        }
    }
    // A long way: a held arrow walks it in one go, and stops before a wall.
    let mut it = begun(3);
    let plan: Grid<u8> = serde_json::from_value(field(&it, "tiles")).unwrap();
    let run = |dir| {
        (1..)
            .take_while(|n| {
                plan.get(Cell::at(at(&it).x + n * Dir::dx(dir), at(&it).y + n * dir.dy())) == FLOOR
            })
            .count() as i32
    };
    let dir = Dir::ALL.into_iter().max_by_key(|dir| run(*dir)).unwrap();
    let (from, length) = (at(&it), run(dir));
    (0..200).for_each(|_| _ = it.frame(&Input::buttons(1 << dir as u8)));
    assert!(length > 1 && at(&it).dist(from) >= length.min(2), "{length} cells, {:?} to {:?}", from, at(&it));
}

#[test]
fn x_aims_o_waits_and_x_again_shows_the_map() {
    let mut it = begun(9);
    press(&mut it, button::X);
    assert_eq!(field(&it, "aims"), true);
    press(&mut it, button::X);
    assert_eq!((field(&it, "page"), field(&it, "aims")), ("Map".into(), false.into()));
    press(&mut it, button::LEFT);
    assert_eq!((field(&it, "page"), field(&it, "turn")), ("Play".into(), 0.into()), "any button closes it");
    press(&mut it, button::X);
    press(&mut it, button::O);
    assert_eq!((field(&it, "turn"), field(&it, "aims")), (1.into(), false.into()), "a turn is waited");
    let plan: Grid<u8> = serde_json::from_value(field(&it, "tiles")).unwrap();
    let dir = Dir::ALL.into_iter().find(|dir| plan.get(at(&it).step(*dir)) == FLOOR).unwrap();
    press(&mut it, button::X);
    press(&mut it, 1 << dir as u8);
    assert_eq!((field(&it, "rocks"), field(&it, "turn")), (2.into(), 2.into()), "a rock is thrown");
}

/// The map has what was on the screen, and nothing else.
#[test]
fn the_map_has_what_was_seen() {
    let mut it = begun(9);
    press(&mut it, button::X);
    press(&mut it, button::X);
    let p8 = it.machine().clone();
    let here = at(&it);
    for (x, y) in (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y))) {
        let near = (x - here.x).abs() <= 7 && (y - here.y).abs() <= 6;
        let (far, shown) = ((x - here.x).abs().max((y - here.y).abs()) > 12, p8.pget(14 + x, 8 + y));
        assert!(near || !far || shown == 0, "{x} {y} was not seen");
        assert!(!near || shown != 0, "{x} {y} was seen");
    }
}

/// In each cave walls are darker than the floor, on the screen and on the map: on average at least a quarter less
/// bright, including rims and specks, by Rec. 601.
#[test]
fn walls_are_darker_than_floor() {
    let light = |index: &u8| {
        let [r, g, b] = rasher::palette::RGB[usize::from(*index)].map(u32::from);
        299 * r + 587 * g + 114 * b
    };
    for cave in 1..=kasidin::CAVES {
        let mut game = game(5);
        game.cave = cave;
        game.enter();
        game.mobs.truncate(1);
        let mut it = shelved::playing("kasidin", game.clone());
        let me = game.me().at;
        let (mut wall, mut floor) = (Vec::new(), Vec::new());
        let screen = tests::golden::Shown::screen(&it);
        // The cells between the two bars, except Kasidin's.
        for (x, y) in (-7..7).flat_map(|x| (-5..7).map(move |y| (x, y))).filter(|it| *it != (0, 0)) {
            let tile = game.tiles.get(Cell::at(me.x + x, me.y + y));
            let side = if tile == WALL { &mut wall } else { &mut floor };
            if tile <= FLOOR {
                let at = |i: i32| (60 + x * 8 + i % 8 + (60 + y * 8 + i / 8) * 128) as usize;
                side.extend((0..64).map(|i| light(&screen[at(i)])));
            }
        }
        let mean = |side: &[u32]| side.iter().sum::<u32>() / side.len() as u32;
        let (wall, floor) = (mean(&wall), mean(&floor));
        println!("cave {cave}: wall {wall}, floor {floor}");
        assert!(wall * 4 < floor * 3, "cave {cave}: wall {wall}, floor {floor}");
        press(&mut it, button::X);
        press(&mut it, button::X);
        let p8 = it.machine().clone();
        let shown = |tile: u8| {
            let cell = game.tiles.cells().find(|cell| {
                let (x, y) = ((cell.x - me.x).abs(), (cell.y - me.y).abs());
                game.tiles.get(*cell) == tile && x < 8 && y < 7 && x + y > 3
            });
            cell.map(|cell| p8.pget(14 + cell.x, 8 + cell.y)).unwrap()
        };
        assert_ne!(shown(WALL), shown(FLOOR), "cave {cave}: on the map");
    }
}

/// A held arrow stops when a soldier comes into view.
#[test]
fn a_held_arrow_stops_at_the_first_sight() {
    let mut game = game(5);
    game.tiles = Grid::new(SIZE, SIZE, FLOOR, WALL);
    game.mobs.truncate(1);
    game.mobs[0].at = Cell::at(20, 50);
    game.mobs.push(kasidin::mob::Mob::new(kasidin::mob::PIKE, Cell::at(40, 44)));
    (game.met, game.alarm) = (0, false);
    let mut it = shelved::playing("kasidin", game);
    (0..400).for_each(|_| _ = it.frame(&Input::buttons(button::RIGHT)));
    assert_eq!(at(&it), Cell::at(33, 50), "seven columns off, and no step more");
    press(&mut it, 0);
    press(&mut it, button::RIGHT);
    assert_eq!(at(&it), Cell::at(34, 50), "pressed anew it goes on");
}

/// A room of lava with this many hit points left, in which a button has just been pressed.
fn in_lava(hp: i32) -> Console {
    let mut game = game(5);
    game.tiles = Grid::new(SIZE, SIZE, LAVA, WALL);
    game.mobs.truncate(1);
    (game.mobs[0].at, game.mobs[0].hp) = (Cell::at(50, 50), hp);
    let mut it = shelved::playing("kasidin", game);
    it.frame(&Input::default());
    it.frame(&Input::buttons(button::RIGHT));
    it
}

#[test]
fn a_held_arrow_stops_when_hit_points_drop() {
    let mut it = in_lava(12);
    (0..200).for_each(|_| _ = it.frame(&Input::buttons(button::RIGHT)));
    assert_eq!((at(&it), &field(&it, "mobs")[0]["hp"]), (Cell::at(51, 50), &10.into()), "one step, one burn");
    press(&mut it, 0);
    press(&mut it, button::RIGHT);
    assert_eq!(at(&it), Cell::at(52, 50), "pressed anew it goes on");
}

/// For three quarters of a second the last attack is shown; then the end screen ignores buttons for a second.
#[test]
fn the_end_is_seen_before_its_text_and_ignores_keys_for_a_second() {
    let mut it = in_lava(2);
    assert_eq!(field(&it, "end"), "Dead");
    let window =
        |it: &Console| it.machine().clone().pget(14, 84) == 8 && it.machine().clone().pget(113, 126) == 8;
    for frame in 1..45 + 60 {
        assert_eq!(window(&it), frame > 45, "frame {frame}");
        it.frame(&Input::buttons(if frame % 2 == 0 { button::X } else { 0 }));
        assert_eq!(field(&it, "page"), "Play", "frame {frame}");
    }
    it.frame(&Input::default());
    press(&mut it, button::X);
    assert_eq!(field(&it, "page"), "Title");
}

/// Kasidin is always in the middle of the screen; beyond the edge of the cave nothing is drawn, and nothing fails.
#[test]
fn the_camera_keeps_the_player_in_the_middle_and_looks_past_the_edge() {
    let corners = [(1, 1), (SIZE - 2, 1), (1, SIZE - 2), (SIZE - 2, SIZE - 2), (50, 50)];
    let mut eyes = Vec::new();
    for (x, y) in corners {
        let mut it = game(5);
        it.mobs.truncate(1);
        it.mobs[0].at = Cell::at(x, y);
        it.tiles = Grid::new(SIZE, SIZE, FLOOR, WALL);
        it.said.clear();
        let console = shelved::playing("kasidin", it);
        let p8 = console.machine().clone();
        eyes.push(
            (60..68)
                .flat_map(|y| (60..68).map(move |x| (x, y)))
                .map(|(x, y)| p8.pget(x, y))
                .collect::<Vec<_>>(),
        );
        for (dx, dy, past) in [(-16, 0, x < 3), (16, 0, x > SIZE - 4), (0, -16, y < 3), (0, 16, y > SIZE - 4)]
        {
            assert_eq!(p8.pget(64 + dx, 64 + dy) == 0, past, "{x} {y}, {dx} {dy}");
        }
    }
    assert!(eyes.windows(2).all(|it| it[0] == it[1]), "the same eight by eight pixels");
}

/// A whole game with six buttons, as stored in `tests/replays`: five caves, the king, soup; the record is saved.
#[test]
fn the_recording_is_of_a_won_game() {
    let mut it = shelved::recorded("kasidin");
    assert_eq!((field(&it, "end"), field(&it, "cave")), ("Won".into(), 5.into()));
    let turns = field(&it, "turn").as_i64().unwrap() as i32;
    let p8 = it.machine().clone();
    assert!(turns > 200, "{turns} turns");
    assert_eq!(["cave", "wins", "turns"].map(|name| p8.best(name)), [5, 1, -turns]);
    press(&mut it, button::O);
    assert_eq!(field(&it, "page"), "Title");
}

#[test]
fn any_input_does_no_harm() {
    shelved::any_input("kasidin", 30, 2000);
}
