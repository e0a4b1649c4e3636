//! What Kasidin can do in a turn: a row of cells, one action, the row afterwards. The rules are our decision, except
//! for walls.

use kasidin::cave::{BED, EMBER, FIND, FINDS, FLOOR, LAVA, ROCK, SHAFT, SIZE, SLUICE, WALL};
use kasidin::mob::{BURNT, HERO, KING, KNIGHT, Mob, NAMES, PIKE};
use kasidin::turn::Action;
use kasidin::{BAG, CAVES, End, Game, HP};
use kit::{Cell, Dir, Grid};

/// A game in a cave that is all wall except for one row of cells, from column 10 on: `#` wall, `.` floor, `~` lava,
/// `_` bed, `o` rock, `,` crumb, `*` find, `%` sluice, `>` shaft, `@` Kasidin, `p` a sleeping pikeman, `n` a
/// knight, `k` the king.
pub fn row(cells: &str) -> Game {
    let mut game = Game { cave: 1, rocks: 3, tiles: Grid::new(SIZE, SIZE, WALL, WALL), ..Game::default() };
    game.mobs.push(Mob::new(HERO, Cell::default()));
    for (i, letter) in cells.bytes().enumerate() {
        let cell = Cell::at(10 + i as i32, 50);
        let tile = match letter {
            b'#' => WALL,
            b'~' => LAVA,
            b'_' => BED,
            b'o' => ROCK,
            b',' => EMBER,
            b'*' => FIND,
            b'%' => SLUICE,
            b'>' => SHAFT,
            _ => FLOOR,
        };
        game.tiles.set(cell, tile);
        match letter {
            b'@' => game.mobs[0].at = cell,
            b'p' => game.mobs.push(Mob::new(PIKE, cell)),
            b'n' => game.mobs.push(Mob::new(KNIGHT, cell)),
            b'k' => game.mobs.push(Mob::new(KING, cell)),
            b'%' => game.sluice = cell,
            b'>' => game.shaft = cell,
            _ => (),
        }
    }
    game
}

/// The current row.
pub fn picture(game: &Game, length: usize) -> String {
    (0..length)
        .map(|i| {
            let cell = Cell::at(10 + i as i32, 50);
            match game.mob_at(cell).map(|i| game.mobs[i].kind) {
                Some(kind) => char::from(b"@pbnhk"[usize::from(kind)]),
                None => char::from(b"#._~o%>,*"[usize::from(game.tiles.get(cell))]),
            }
        })
        .collect()
}

const GO: Action = Action::Go(Dir::Right);
const THROW: Action = Action::Throw(Dir::Right);

#[test]
fn actions_do_what_the_table_says() {
    // Before, action, after, turns, rocks.
    let cases = [
        ("a step", ".@..", GO, "..@.", 1, 3),
        ("a crumb stays while one is full", "@,.", GO, ".@.", 1, 3),
        ("a rock on a find", "@*#.", THROW, "@o#.", 1, 2),
        ("a rock on a crumb", "@,#.", THROW, "@o#.", 1, 2),
        ("a wall costs no turn", ".@#.", GO, ".@#.", 0, 3),
        ("nor does it at the end of the row", "..@", GO, "..@", 0, 3),
        ("a rock is taken", ".@o.", GO, "..@.", 1, 4),
        ("one wades through lava", "@~..", GO, ".@..", 1, 3),
        ("a bed is floor while it is dry", "@_..", GO, ".@..", 1, 3),
        ("a rock flies until a wall", "@...#", THROW, "@..o#", 1, 2),
        ("or seven cells", "@.........", THROW, "@......o..", 1, 2),
        ("there is no room before a wall", "@#..", THROW, "@#..", 0, 3),
        ("a rock in lava makes floor", "@..~#", THROW, "@...#", 1, 2),
        ("and in a bed", "@.._#", THROW, "@...#", 1, 2),
        ("full: nothing is eaten", ".@..", Action::Eat, ".@..", 0, 3),
        ("waiting is a turn", ".@..", Action::Wait, ".@..", 1, 3),
    ];
    for (name, before, action, after, turns, rocks) in cases {
        let mut game = row(before);
        game.act(action);
        assert_eq!(picture(&game, after.len()), after, "{name}");
        assert_eq!((game.turn, game.rocks), (turns, rocks), "{name}");
    }
}

#[test]
fn rocks_are_eaten_or_thrown_and_nine_are_the_most() {
    for (cells, healed) in [(".@..", 3), (".@~.", 6)] {
        let mut game = row(cells);
        game.mobs[0].hp = 2;
        game.act(Action::Eat);
        assert_eq!((game.me().hp, game.rocks), (2 + healed, 2), "{cells}");
        game.mobs[0].hp = HP - 1;
        game.act(Action::Eat);
        assert_eq!(game.me().hp, HP, "{cells}: not more than full");
        game.mobs[0].hp = 2;
        game.rocks = 0;
        game.act(Action::Eat);
        game.act(THROW);
        assert_eq!((game.me().hp, game.turn), (2, 2), "{cells}: without rocks nothing is done");
    }
    let mut game = row("@o");
    game.rocks = BAG;
    game.act(GO);
    assert_eq!((game.rocks, game.tiles.get(game.me().at)), (BAG, ROCK), "it stays where it is");
}

#[test]
fn lava_burns_two_a_turn_and_kills() {
    let mut game = row("@~~.");
    (0..3).for_each(|_| game.act(GO));
    assert_eq!(game.me().hp, HP - 4, "two steps in it, and out");
    let mut game = row("@~~.");
    game.mobs[0].hp = 2;
    game.act(GO);
    assert_eq!((game.end, NAMES[usize::from(game.killer)]), (Some(End::Dead), "lava"));
    game.act(GO);
    assert_eq!(game.turn, 1, "it is over");
}

#[test]
fn crumbs_feed_the_hungry_and_finds_are_named() {
    for (hp, after, tile) in [(HP, HP, EMBER), (HP - 1, HP, FLOOR), (1, 2, FLOOR)] {
        let mut game = row("@,.");
        game.mobs[0].hp = hp;
        game.act(GO);
        assert_eq!((game.me().hp, game.tiles.get(game.me().at)), (after, tile), "{hp} hit points");
    }
    // A find stays where it is, is named, and counts once.
    let mut game = row("@*.");
    game.act(GO);
    let find = Game::find(game.me().at);
    assert_eq!((game.tiles.get(game.me().at), game.found), (FIND, 1 << find));
    let said = game.said.clone();
    assert_eq!(said, FINDS[find].1);
    game.act(Action::Go(Dir::Up));
    assert_eq!(game.said, said, "a wall has nothing to say");
    (0..2).for_each(|i| game.act(Action::Go([Dir::Right, Dir::Left][i])));
    assert_eq!(game.found.count_ones(), 1);
}

/// Each find has its own picture and fits the line at the bottom.
#[test]
fn finds_are_told_apart() {
    let all: std::collections::BTreeSet<_> = FINDS.iter().map(|(sprite, _)| sprite).collect();
    assert_eq!(all.len(), FINDS.len());
    assert!(FINDS.iter().all(|(_, words)| words.len() < 32), "32 letters are as wide as the screen");
    let cells = (0..SIZE * SIZE).map(|i| Game::find(Cell::at(i % SIZE, i / SIZE)));
    let mut count = [0; FINDS.len()];
    cells.for_each(|find| count[find] += 1);
    assert!(count.iter().all(|n| *n > 500), "{count:?}");
}

#[test]
fn blows_and_rocks_hurt_and_shove() {
    // Room, action, the creature hit, the hit points it loses, and the cells it is shoved.
    let cases = [
        ("a blow", "@p..", GO, PIKE, 1, 1),
        ("with rock behind", "@p#", GO, PIKE, 2, 0),
        ("a knight is not shoved by fists", "@n..", GO, KNIGHT, 1, 0),
        ("a rock", "@..p..", THROW, PIKE, 2, 1),
        ("a rock shoves a knight", "@..n..", THROW, KNIGHT, 2, 1),
        ("against rock it is one more", "@..n#", THROW, KNIGHT, 3, 0),
        ("over lava it is hot", "@~.n..", THROW, KNIGHT, 4, 1),
        ("fists only push the king", "@k..", GO, KING, 0, 1),
        ("but not through rock", "@k#", GO, KING, 1, 0),
        ("a rock hurts him", "@.k..", THROW, KING, 2, 1),
        ("a hot one more", "@~k..", THROW, KING, 4, 1),
        ("lava costs him three, and he puts it out", "@k~.", GO, KING, 3, 1),
    ];
    for (name, cells, action, kind, lost, shoved) in cases {
        let mut game = row(cells);
        let before = game.mobs[1];
        // Far from him, so that he does nothing himself.
        let others = game.mobs.split_off(2);
        assert!(others.is_empty(), "{name}");
        game.mobs[1].hp = 20;
        let after = {
            let mut game = game.clone();
            game.act(action);
            game.mobs.iter().find(|mob| mob.kind == kind).copied()
        };
        let after = after.unwrap_or_else(|| panic!("{name}: gone"));
        assert_eq!(20 - after.hp, lost, "{name}");
        // A shoved soldier comes back in his own turn, so the events show where he went.
        assert!(shoved == 0 || before.at.step(Dir::Right).dist(after.at) <= 2, "{name}");
    }
    let mut game = row("@k~.");
    game.act(GO);
    assert_eq!(game.tiles.get(Cell::at(12, 50)), FLOOR, "the king's cold makes floor of lava");
}

#[test]
fn a_soldier_in_lava_is_no_more() {
    for (cells, action) in [("@p~.", GO), ("@n~.", THROW), ("@.n~.", THROW)] {
        let mut game = row(cells);
        game.act(action);
        assert_eq!(game.mobs.len(), 1, "{cells}");
        assert!(game.said.ends_with("burns up"), "{cells}: {}", game.said);
    }
    let mut game = row("@pp.");
    game.act(GO);
    assert_eq!(
        game.mobs.iter().map(|mob| mob.hp).collect::<Vec<_>>(),
        [HP, 1],
        "one is shoved into the other, who is hit too"
    );
}

#[test]
fn the_sluice_opens_the_shaft_and_fills_the_beds() {
    let mut game = row("_.___..__...__..@>%____#");
    game.act(GO);
    assert_eq!((game.cave, game.open), (1, 0), "barred");
    assert!(game.said.starts_with("barred"), "{}", game.said);
    game.act(GO);
    assert_eq!(game.open, 2, "opened, and one turn has gone by");
    // Two cells farther each turn.
    for turn in 2..12 {
        for cell in game.tiles.cells().filter(|cell| game.tiles.get(*cell) == BED) {
            assert!(cell.dist(game.sluice) >= turn * 2, "turn {turn}: {cell:?} is still dry");
        }
        let lava = game.tiles.cells().filter(|cell| game.tiles.get(*cell) == LAVA);
        lava.for_each(|cell| {
            assert!(cell.dist(game.sluice) < turn * 2, "turn {turn}: {cell:?} is too early")
        });
        game.act(Action::Wait);
    }
    assert_eq!(game.me().hp, HP, "the sluice itself stays dry");
    game.act(Action::Go(Dir::Left));
    assert_eq!((game.cave, game.open), (2, 0), "down, and the next sluice is shut");
}

#[test]
fn lava_that_comes_takes_soldiers() {
    let mut game = row("@%_____");
    game.mobs.push(Mob { hp: 5, ..Mob::new(KNIGHT, Cell::at(16, 50)) });
    game.act(GO);
    (0..4).for_each(|_| game.act(Action::Wait));
    assert_eq!(game.mobs.len(), 1, "{}", picture(&game, 7));
    assert_eq!(game.killer, 0);
    assert!(usize::from(BURNT) < NAMES.len());
}

#[test]
fn soup_is_had_when_the_king_is_dead_and_the_last_sluice_open() {
    let mut game = row("@%..........k");
    game.cave = CAVES;
    game.act(GO);
    assert_eq!((game.end, game.open), (None, 0), "not while he lives");
    game.mobs.truncate(1);
    game.act(Action::Go(Dir::Left));
    game.act(GO);
    assert_eq!(game.end, Some(End::Won));
}
