//! What the article says about ghosts, and what the three kinds do.

use super::{ghost, hall, put};
use ghosts::Game;
use ghosts::dungeon::{FLOOR, WALL};
use ghosts::ghost::{HOWLER, MOPE, SEEPER, TICK};
use ghosts::play::{BURST, OIL};
use kit::Cell;

/// A second, in frames.
const SECOND: i32 = 60;

/// No more ghosts appear, idling has no effect, the torches burn.
fn settle(game: &mut Game) {
    (game.rise, game.quiet, game.oil) = (99, 0, OIL);
}

/// Runs some frames while she does nothing, without further ghosts.
fn wait(game: &mut Game, frames: i32) {
    for _ in 0..frames {
        settle(game);
        game.hurt = 2;
        game.step(0, false);
    }
}

#[test]
fn it_changes_its_picture_twice_a_second_and_has_three() {
    let mut game = hall();
    game.ghosts.push(ghost(MOPE, Cell::at(5, 40)));
    let mut pictures = Vec::new();
    for _ in 0..10 * SECOND {
        wait(&mut game, 1);
        pictures.push(game.ghosts[0].picture());
    }
    let changes = pictures.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((19..=20).contains(&changes), "{changes} changes in ten seconds");
    assert!(pictures.iter().all(|picture| *picture < 2));
    game.ghosts[0].squished = true;
    assert_eq!(game.ghosts[0].picture(), 2);
}

#[test]
fn it_moves_a_tile_a_second_while_she_moves_every_frame() {
    let mut game = hall();
    game.ghosts.push(ghost(MOPE, Cell::at(5, 40)));
    let (mut at, mut moves, mut x) = (game.ghosts[0].at, Vec::new(), game.x);
    for frame in 1..=20 * SECOND {
        settle(&mut game);
        game.step(if frame / 60 % 2 == 0 { 1 } else { 2 }, false);
        assert_ne!(game.x, x, "frame {frame}: she goes as she likes");
        x = game.x;
        let now = game.ghosts[0].at;
        assert!(now.dist(at) < 2, "one tile at a time");
        if now != at {
            moves.push(frame);
        }
        at = now;
    }
    assert!(
        moves.len() >= 15,
        "{} moves in 20 seconds: it stays only where others stand or the rim is",
        moves.len()
    );
    assert!(moves.iter().all(|frame| frame % SECOND == moves[0] % SECOND), "{moves:?}");
}

#[test]
fn it_is_drawn_between_tiles_as_it_moves_and_never_jumps() {
    let mut game = tests::bots::ghosts::game(5);
    let mut before: Vec<(i32, i32)> = game.ghosts.iter().map(|it| game.spot(it)).collect();
    for _ in 0..10 * SECOND - 1 {
        game.hurt = 2;
        game.step(0, false);
        let now: Vec<(i32, i32)> = game.ghosts.iter().map(|it| game.spot(it)).collect();
        for (a, b) in before.iter().zip(&now) {
            assert!((a.0 - b.0).abs() + (a.1 - b.1).abs() <= 1, "{a:?} to {b:?}");
        }
        before = now;
    }
}

/// Mean steps to her, before and after some seconds, of ghosts that start this far away.
fn drawn(kind: u8, far: i32, seconds: i32) -> i32 {
    let mut sum = 0;
    for seed in 0..60 {
        let mut game = hall();
        game.rng = kit::chance::stream(seed, 0);
        game.ghosts.push(ghost(kind, Cell::at(28 - far, 22)));
        wait(&mut game, seconds * SECOND);
        sum += game.ghosts[0].at.dist(game.cell());
    }
    sum / 60
}

#[test]
fn near_ones_come_and_far_ones_stray() {
    for kind in [MOPE, SEEPER] {
        assert!(drawn(kind, 9, 18) <= 3, "kind {kind}: from 9 steps to {}", drawn(kind, 9, 18));
        assert!(drawn(kind, 24, 18) >= 20, "kind {kind}: from 24 steps to {}", drawn(kind, 24, 18));
    }
}

#[test]
fn ghosts_avoid_burning_torches_and_do_not_notice_her_there() {
    for kind in [MOPE, SEEPER, HOWLER] {
        let mut game = hall();
        game.stairs = Cell::at(28, 22);
        for i in 0..6 {
            game.ghosts.push(ghost(kind, Cell::at(24 + i, 26)));
        }
        for _ in 0..60 * SECOND {
            wait(&mut game, 1);
            for it in &game.ghosts {
                assert!(it.at.dist(game.stairs) > 2, "{it:?}");
            }
        }
    }
}

/// Two halls with a wall between; she is in the other one.
fn two_halls(kind: u8) -> Game {
    let mut game = hall();
    (0..44).for_each(|y| game.tiles.set(Cell::at(26, y), WALL));
    game.ghosts.push(ghost(kind, Cell::at(22, 22)));
    game
}

#[test]
fn only_seepers_go_through_walls() {
    for (kind, through) in [(MOPE, false), (SEEPER, true), (HOWLER, false)] {
        let mut game = two_halls(kind);
        let mut crossed = false;
        for _ in 0..40 * SECOND {
            wait(&mut game, 1);
            let it = game.ghosts[0];
            crossed |= it.at.x > 26;
            assert!(kind == SEEPER || game.tiles.get(it.at) == FLOOR, "{it:?}");
        }
        assert_eq!(crossed, through, "kind {kind}");
    }
}

#[test]
fn a_howler_in_line_howls_half_a_second_and_rushes_four_tiles_a_second() {
    let mut game = hall();
    put(&mut game, Cell::at(35, 22));
    game.ghosts.push(ghost(HOWLER, Cell::at(28, 22)));
    // It looks about four times a second.
    for _ in 0..SECOND {
        if game.ghosts[0].rush == 0 {
            wait(&mut game, 1);
        }
    }
    assert!(game.ghosts[0].rush > 0, "it has seen her");
    let (start, mut ways) = (game.ghosts[0].at, Vec::new());
    assert_eq!(start.y, 22, "it still is in line");
    for _ in 0..8 {
        wait(&mut game, TICK);
        ways.push(game.ghosts[0].at.x - start.x);
    }
    assert_eq!(ways, [0, 0, 1, 2, 3, 4, 5, 6], "two ticks of howling, then a tile in each");
    // Out of line, or behind a wall, it does not.
    let mut game = hall();
    game.ghosts.push(ghost(HOWLER, Cell::at(24, 20)));
    wait(&mut game, TICK * 2);
    assert_eq!(game.ghosts[0].rush, 0);
    let mut game = two_halls(HOWLER);
    wait(&mut game, TICK * 3);
    assert_eq!(game.ghosts[0].rush, 0);
}

#[test]
fn gold_makes_them_faster() {
    use ghosts::dungeon::Place::{Carried, Home};
    for (treasures, pace) in
        [(vec![Home], 4), (vec![Carried], 3), (vec![Carried, Carried], 2), (vec![Carried; 5], 2)]
    {
        let mut game = hall();
        game.treasures = treasures;
        assert_eq!(game.pace(), pace);
    }
    // Half a minute has no effect; after that, a minute counts as a treasure.
    for (seconds, pace) in [(0, 4), (89, 4), (90, 3), (149, 3), (150, 2), (900, 2)] {
        let mut game = hall();
        game.quiet = seconds * SECOND;
        assert_eq!(game.pace(), pace, "{seconds} seconds without a treasure");
    }
}

#[test]
fn a_flash_squishes_what_is_near_and_what_is_left_stays() {
    let mut game = hall();
    let her = Cell::at(28, 22);
    for far in 1..8 {
        game.ghosts.push(ghost(MOPE, Cell::at(her.x + far, her.y)));
    }
    game.hurt = 60;
    game.step(0, true);
    let reached = BURST / 8;
    for (far, it) in (1..).zip(&game.ghosts) {
        assert_eq!(it.squished, far <= reached, "{far} tiles away");
    }
    // Two tiles: 20 for the first, 40 for the second.
    assert_eq!((reached, game.score), (2, 60));
    let rests: Vec<_> = game.ghosts.iter().filter(|it| it.squished).copied().collect();
    put(&mut game, her.step(kit::Dir::Right));
    (game.hurt, game.lives) = (0, 3);
    game.ghosts.retain(|it| it.squished);
    for _ in 0..5 * SECOND {
        game.step(0, false);
        assert_eq!((game.lives, &game.ghosts), (3, &rests), "it neither moves nor hurts");
    }
}
