//! Pars, medals, and the plain tower's choice between stairs and ladder.

use super::turns::hall;
use picorogue::floor::{DETOUR, RUNGS, SIZE, XMAX};
use picorogue::turn::Action;
use picorogue::{End, FLOORS, GHOST, Game};
use rayon::prelude::*;
use tests::bots::games;
use tests::bots::picorogue::chooser::chooses;
use tests::bots::picorogue::{game, play};

/// Steps by the notes' four moves, counted with a separate search.
fn steps(game: &Game) -> i32 {
    let mut wet = vec![game.pc];
    for far in 0.. {
        if wet.contains(&game.stairs) {
            return far;
        }
        for cell in wet.clone() {
            let (x, y) = (cell % XMAX, cell / XMAX);
            for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                let on = (0..XMAX).contains(&x) && (0..SIZE / XMAX).contains(&y);
                if on && game.tile(x + y * XMAX) != 0 && !wet.contains(&(x + y * XMAX)) {
                    wet.push(x + y * XMAX);
                }
            }
        }
    }
    unreachable!()
}

#[test]
fn par_is_the_shortest_way_and_the_climb_and_adds_up() {
    for seed in 0..20 {
        let (mut game, mut all) = (game(seed, 0), 0);
        for _ in 1..=FLOORS {
            all += steps(&game) + 1;
            assert_eq!(
                (game.par, game.par_all),
                (steps(&game) + 1, all),
                "seed {seed}, floor {}",
                game.floor
            );
            game.pc = game.stairs;
            game.act(Action::Climb);
        }
        assert_eq!(game.end, Some(End::Won));
    }
}

#[test]
fn medals_are_by_par_and_modes() {
    for (modes, turns, medal) in [
        (0, 90, 3),
        (0, 91, 2),
        (0, 100, 2),
        (0, 101, 1),
        (GHOST, 115, 3),
        (GHOST, 125, 2),
        (GHOST, 126, 1),
        (63, 240, 3),
        (63, 250, 2),
        (63, 251, 1),
    ] {
        let mut game = hall(modes);
        (game.turn, game.par_all) = (turns, 100);
        assert_eq!(game.medal(), medal, "modes {modes}, {turns} turns");
    }
}

#[test]
fn a_ladder_costs_more_and_leads_up_two_floors() {
    let mut with = 0;
    for seed in 0..300 {
        for floor in 1..=FLOORS {
            let mut game = game(seed, 0);
            game.floor = floor;
            game.enter();
            let ladders: Vec<i32> =
                game.things.iter().filter(|it| it.glyph == b'H').map(|it| it.at).collect();
            if let [at] = ladders[..] {
                let far = game.steps_from(game.pc);
                assert!(far[at as usize] + RUNGS >= game.par + DETOUR && at != game.stairs);
                assert!(floor < FLOORS - 1, "none to nowhere");
                with += 1;
                let (par, before) = (game.par_all, game.turn);
                game.pc = at;
                game.act(Action::Climb);
                assert_eq!((game.floor, game.turn), (floor + 2, before + RUNGS));
                assert_eq!(
                    game.par_all - par,
                    between(seed, floor).iter().sum::<i32>(),
                    "the floor left out counts for par"
                );
            } else {
                assert!(ladders.is_empty() && floor >= FLOORS - 1, "seed {seed}, floor {floor}");
            }
        }
        assert!(game(seed, GHOST).things.iter().all(|it| it.glyph != b'H'), "only without modes");
    }
    assert_eq!(with, 300 * 8, "each floor from which two lead up");
}

/// Pars of the two floors above.
fn between(seed: u32, floor: i32) -> [i32; 2] {
    [1, 2].map(|up| {
        let mut game = game(seed, 0);
        game.floor = floor + up;
        game.enter();
        game.par
    })
}

/// Never taking a ladder wins silver. Taking those that are near wins gold more often than taking all, so ladders are
/// worth weighing. The number is how many turns more than the stairs a ladder may cost.
#[test]
fn ladders_are_to_be_weighed() {
    let games = games(400);
    let golds = |most: i32| -> (usize, i32) {
        let one = |seed: u32| {
            let mut game = game(seed, 0);
            play(&mut game, 3000, |game| chooses(game, most));
            assert_eq!(game.end, Some(End::Won));
            (usize::from(game.medal() == 3), game.turn - game.par_all)
        };
        (0..games).into_par_iter().map(one).reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
    };
    let all: Vec<_> = [0, 6, 8, 10, 12, 14, 16, 18, 22, 99].map(|most| (most, golds(most))).to_vec();
    for (most, (golds, turns)) in &all {
        println!("at most {most} more: {golds} of {games} gold, {turns} turns against par");
    }
    assert_eq!(all[0].1, (0, 0), "silver in each");
    let best = all.iter().map(|it| it.1.0).max().unwrap();
    assert!(best > all[9].1.0, "to take all is no choice");
}
