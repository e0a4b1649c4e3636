//! What the king's soldiers and the king do. Our decision, described at the head of `cart/kasidin/src/mob.rs`.

use super::turns::{picture, row};
use kasidin::cave::{FLOOR, LAVA, SIZE, WALL};
use kasidin::mob::{BOW, HERALD, KING, KNIGHT, Mob, PIKE};
use kasidin::turn::Action;
use kasidin::{End, Game, HP};
use kit::{Cell, Dir};

/// Another one of this kind, awake for this many turns, in a column of the row.
fn with(game: &mut Game, kind: u8, column: i32, awake: i32) {
    game.mobs.push(Mob { awake, ..Mob::new(kind, Cell::at(10 + column, 50)) });
}

/// Turns the cave into an open field around the row.
fn field(game: &mut Game) {
    for cell in game.tiles.cells().filter(|cell| cell.dist(Cell::at(15, 50)) < 15 && cell.y != 50) {
        game.tiles.set(cell, FLOOR);
    }
}

#[test]
fn they_sleep_until_one_is_near_or_a_horn_is_blown() {
    for (column, awake) in [(7, true), (8, false)] {
        let mut game = row("@.............");
        with(&mut game, PIKE, column, 0);
        game.act(Action::Wait);
        assert_eq!(game.mobs[1].awake > 0, awake, "{column} steps off");
    }
    let mut game = row("@.............");
    with(&mut game, PIKE, 12, 0);
    with(&mut game, HERALD, 6, 0);
    game.act(Action::Wait);
    assert_eq!((game.mobs[1].awake, game.mobs[2].awake), (0, 1), "the herald wakes");
    game.act(Action::Wait);
    assert!(game.mobs[1].awake > 0 && game.said.contains("horn"), "and wakes the others: {}", game.said);
    let at = game.mobs[2].at.x;
    game.act(Action::Wait);
    assert_eq!(game.mobs[2].at.x, at + 1, "and runs away");
}

#[test]
fn all_but_heralds_take_hit_points() {
    for (kind, harmless) in [(PIKE, false), (BOW, false), (KNIGHT, false), (HERALD, true), (KING, false)] {
        let mut game = row("@.");
        with(&mut game, kind, 1, 1);
        (0..40).for_each(|_| game.act(Action::Wait));
        assert_eq!((game.me().hp == HP, game.end.is_none()), (harmless, harmless), "kind {kind}");
    }
}

#[test]
fn pikemen_come_and_strike_and_walk_round_lava() {
    let mut game = row("@...");
    with(&mut game, PIKE, 3, 1);
    let seen: Vec<String> = (0..4)
        .map(|_| {
            game.act(Action::Wait);
            picture(&game, 4)
        })
        .collect();
    assert_eq!(seen, ["@.p.", "@p..", "@p..", "@p.."]);
    assert_eq!(game.me().hp, HP - 2);
    let mut game = row("@~..");
    with(&mut game, PIKE, 3, 1);
    (0..9).for_each(|_| game.act(Action::Wait));
    assert_eq!((picture(&game, 4).as_str(), game.me().hp), ("@~.p", HP), "there is no other way");
    field(&mut game);
    (0..9).for_each(|_| game.act(Action::Wait));
    assert!(game.me().hp < HP, "round it");
}

#[test]
fn archers_aim_a_turn_ahead() {
    let shot = |second: Action| {
        let mut game = row("@.....");
        field(&mut game);
        with(&mut game, BOW, 5, 1);
        game.act(Action::Wait);
        assert_eq!(game.mobs[1].aim, Some(Dir::Left), "it aims");
        game.act(second);
        assert_eq!(game.mobs[1].aim, None, "it has shot");
        game.me().hp
    };
    assert_eq!(shot(Action::Wait), HP - 1);
    assert_eq!(shot(Action::Go(Dir::Up)), HP, "who leaves the line is safe");
    // Anyone there at that moment is hit.
    let mut game = row("@......");
    field(&mut game);
    with(&mut game, BOW, 6, 1);
    game.act(Action::Wait);
    with(&mut game, KNIGHT, 3, 0);
    game.act(Action::Wait);
    assert_eq!((game.me().hp, game.mobs[2].hp), (HP, 4));
}

#[test]
fn knights_act_every_other_turn_and_shove() {
    let mut game = row("..@.....");
    with(&mut game, KNIGHT, 5, 1);
    let seen: Vec<String> = (0..4)
        .map(|_| {
            game.act(Action::Wait);
            picture(&game, 8)
        })
        .collect();
    assert_eq!(seen, ["..@.n...", "..@.n...", "..@n....", "..@n...."]);
    game.act(Action::Wait);
    assert_eq!((picture(&game, 8).as_str(), game.me().hp), (".@.n....", HP - 2), "the blow, and the shove");
    let mut game = row(".~@.");
    with(&mut game, KNIGHT, 3, 1);
    game.act(Action::Wait);
    assert_eq!((picture(&game, 4).as_str(), game.me().hp), (".@.n", HP - 4), "into lava");
}

#[test]
fn cold_comes_from_the_king_each_fourth_turn() {
    let mut game = row("@.......#");
    field(&mut game);
    game.tiles.set(Cell::at(10, 49), WALL);
    with(&mut game, KING, 7, 2);
    with(&mut game, PIKE, 7, 0);
    game.mobs[2].at = Cell::at(17, 53);
    game.tiles.set(Cell::at(17, 47), LAVA);
    game.act(Action::Wait);
    assert!(game.mobs[1].at == Cell::at(16, 50), "two turns he comes: {:?}", game.mobs[1].at);
    // For the rest, a wall of lava keeps him in place.
    game.mobs[1].at = Cell::at(17, 50);
    game.act(Action::Wait);
    assert!(game.said.contains("cold"), "it is seen a turn ahead: {}", game.said);
    game.act(Action::Wait);
    assert_eq!(game.tiles.get(Cell::at(17, 47)), FLOOR, "lava is put out");
    assert_eq!(game.mobs.len(), 2, "his own man is not spared");
    assert_eq!(game.me().hp, HP, "seven cells off it is warm");
    let mut game = row("@....#");
    with(&mut game, KING, 4, 4);
    game.act(Action::Wait);
    assert_eq!(game.me().hp, HP - 3, "four are too near");
}

#[test]
fn the_king_comes_and_strikes_at_once_and_calls_guards_once() {
    let mut game = row("..@...");
    with(&mut game, KING, 4, 1);
    game.act(Action::Wait);
    assert_eq!((picture(&game, 6).as_str(), game.me().hp), (".@.k..", HP - 1));
    let mut game = row("@.....");
    field(&mut game);
    with(&mut game, KING, 5, 1);
    game.mobs[1].hp = 6;
    game.act(Action::Wait);
    assert_eq!(game.mobs.len(), 5, "guards on the three sides that are free");
    game.mobs.truncate(2);
    game.act(Action::Wait);
    assert_eq!(game.mobs.len(), 2, "once");
}

#[test]
fn one_dies_of_the_last_blow() {
    let mut game = row("@p");
    game.mobs[0].hp = 1;
    game.mobs[1].awake = 1;
    game.act(Action::Wait);
    assert_eq!((game.end, game.killer), (Some(End::Dead), PIKE));
    assert!(game.me().hp <= 0 && game.tiles.width() == SIZE);
}
