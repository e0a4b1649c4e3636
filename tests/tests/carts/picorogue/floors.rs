//! What the notes say about every floor, over 100,000 of them: 10,000 towers, each with other modes.

use picorogue::floor::{BLOCKED, CLEAR, PATCH, SIZE, XMAX, YMAX, step};
use picorogue::{BEASTS, FLOORS, Game, HUNGER, TRAPS, WEATHER};
use rayon::prelude::*;
use tests::bots::picorogue::game;

/// Cells reached by a flood from the player with its own definition of neighbours.
fn flood(game: &Game) -> Vec<bool> {
    let mut wet = vec![false; SIZE as usize];
    let mut stack = vec![(game.pc % XMAX, game.pc / XMAX)];
    while let Some((x, y)) = stack.pop() {
        let on = x >= 0 && y >= 0 && x < XMAX && y < YMAX;
        if on && game.tiles[(x + y * XMAX) as usize] != BLOCKED && !wet[(x + y * XMAX) as usize] {
            wet[(x + y * XMAX) as usize] = true;
            stack.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
        }
    }
    wet
}

#[test]
fn all_constraints_hold_of_100_000_floors() {
    let tower = |seed: u32| {
        let mut clear = 0;
        let mut game = game(seed * 97, (seed % 64) as u8);
        for floor in 1..=FLOORS {
            game.floor = floor;
            game.enter();
            let place = format!("seed {}, floor {floor}", game.seed);
            let (pc, stairs) = (game.pc, game.stairs);
            assert_eq!(game.tiles.len() as i32, XMAX * YMAX, "{place}");
            assert!((0..SIZE).contains(&pc) && (0..SIZE).contains(&stairs), "{place}: on the map");
            assert!(
                game.tile(pc) == CLEAR && game.tile(stairs) == CLEAR,
                "{place}: start and stairs are clear"
            );
            assert!(
                pc % XMAX != stairs % XMAX && pc / XMAX != stairs / XMAX,
                "{place}: another row and column"
            );
            let wet = flood(&game);
            assert!(wet[stairs as usize], "{place}: the stairs can be reached");
            for cell in 0..SIZE {
                assert_eq!(
                    game.tile(cell) != BLOCKED,
                    wet[cell as usize],
                    "{place}: no spare pocket at {cell}"
                );
            }
            for it in &game.things {
                assert!(wet[it.at as usize] && it.at != pc && it.at != stairs, "{place}: {it:?}");
            }
            for kind in 2..5 {
                let count = game.tiles.iter().filter(|tile| **tile == kind).count();
                assert!(count <= PATCH * usize::from(game.on(WEATHER)), "{place}: {count} of {kind}");
            }
            clear += wet.iter().filter(|wet| **wet).count();
        }
        clear
    };
    let clear: usize = (0..10_000).into_par_iter().map(tower).sum();
    // Tunnels, not halls and not threads: our decision, visible in the goldens.
    assert!((40..160).contains(&(clear / 100_000)), "{} clear tiles a floor", clear / 100_000);
}

#[test]
fn the_same_seed_has_the_same_tunnels_and_starts() {
    let plan = |game: &Game| (game.tiles.clone(), game.pc, game.stairs);
    let mut others = 0;
    for seed in 0..300 {
        let (one, mut two) = (game(seed, 0), game(seed, HUNGER | BEASTS | TRAPS));
        assert_eq!(plan(&one), plan(&two), "seed {seed}: with modes and without");
        // Play does not change the floors to come.
        (0..20).for_each(|i| two.act(picorogue::turn::Action::Move(i % 4)));
        let mut one = one;
        for game in [&mut one, &mut two] {
            game.floor = 2;
            game.enter();
        }
        assert_eq!(plan(&one), plan(&two), "seed {seed}: floor 2");
        others += i32::from(plan(&game(seed, 0)) != plan(&game(seed + 1, 0)));
    }
    assert_eq!(others, 300, "another seed has other floors");
}

#[test]
fn starts_and_stairs_are_anywhere() {
    let mut seen = [vec![0; SIZE as usize], vec![0; SIZE as usize]];
    for seed in 0..20_000 {
        let game = game(seed, 0);
        seen[0][game.pc as usize] += 1;
        seen[1][game.stairs as usize] += 1;
    }
    // 56 each, plus or minus six standard deviations of 7.5.
    for (cell, n) in seen.iter().flatten().enumerate() {
        assert!((11..102).contains(n), "cell {} had {n} of 20,000", cell as i32 % SIZE);
    }
}

#[test]
fn steps_end_at_the_bounds() {
    for cell in 0..SIZE {
        let (x, y) = (cell % XMAX, cell / XMAX);
        assert_eq!(step(cell, 0), (x > 0).then_some(cell - 1));
        assert_eq!(step(cell, 1), (x + 1 < XMAX).then_some(cell + 1));
        assert_eq!(step(cell, 2), (y > 0).then_some(cell - XMAX));
        assert_eq!(step(cell, 3), (y + 1 < YMAX).then_some(cell + XMAX));
    }
}
