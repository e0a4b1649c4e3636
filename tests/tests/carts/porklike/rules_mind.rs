//! What monsters do: chapters 12, 15, 19, 20, 44, 47 of the tutorial, and our own special abilities. A test named by
//! a number tests that row.

use super::room::{D, L, R, Room, U, room};
use num::{Num, Rng};
use porklike::data::{self, Stat, Thing};
use porklike::dir::{Cell, Dir};
use porklike::rules::Action;
use std::collections::BTreeSet;
use tests::bots::porklike::throw;

#[test]
fn noticing_costs_the_turn() {
    let mut room = room("@..e");
    room.world.mobs[0].hp = 4;
    assert_eq!(room.rounds(3), ["e hunts", "e left", "e left"]);
    assert!(room.rounds(1)[0].starts_with("e bumps left; @ hurt 1 has 3"));
}

#[test]
fn a_creature_without_the_hero_in_sight_waits() {
    let mut room = room("@.#p\n####");
    assert_eq!(room.rounds(3), ["", "", ""]);
}

/// Puts a room's first creature to sleep.
fn asleep(drawing: &str) -> Room {
    let mut room = room(drawing);
    room.world.mobs[1].alert = false;
    room
}

#[test]
fn who_sleeps_on_is_walked_up_to_and_ambushed() {
    // In sight from the first turn: it sleeps for as long as he is.
    let mut room = asleep("@...p");
    assert_eq!(room.rounds(9).concat(), "");
    for _ in 0..3 {
        assert_eq!(room.step(R), "@ right; |");
    }
    assert!(room.step(R).contains("ambush"), "and so it is struck");
    // An attack wakes a creature it does not kill, and that one stays awake.
    let mut struck = asleep("@k..");
    assert!(struck.step(R).contains("k hurt 2 has 2 ambush; |; k hunts"));
    assert!(struck.wait().contains("k bumps left"));
    // A shove wakes it too.
    let mut pushed = asleep("@c..");
    pushed.act(Action::Shove(R));
    assert_eq!(pushed.rounds(2), ["c hunts", "c left"]);
}

#[test]
fn sleepers_wake_when_the_hero_comes_into_sight_as_often_as_their_table_has_it() {
    // The hero comes around a corner: at a distance of four, all but three kinds see him then.
    for (kind, letter) in (1..).zip("pcndymtekx".chars()) {
        let sight = data::beast(kind, Stat::Sight);
        let drawing = format!("@{}\n.{}{letter}", "#".repeat(sight as usize), ".".repeat(sight as usize - 1));
        let mut woken = 0;
        for seed in 0..400 {
            let mut room = asleep(&drawing);
            room.world.rng = Rng::seeded(Num::from_bits(seed * 7919));
            // Behind the corner it is rolled whether it will wake.
            room.rounds(2);
            room.step(D);
            let seen = room.world.mobs[1].alert;
            room.rounds(3);
            assert_eq!(room.world.mobs[1].hunts, seen, "{letter}: in the first turn or not at all");
            woken += u32::from(seen);
        }
        let due = 100 * data::beast(kind, Stat::Wakes);
        // Five deviations of 400 halves are 50.
        assert!((due - 50..=due + 50).contains(&(woken as i32)), "{letter}: {woken} of 400, not {due}");
    }
}

#[test]
fn hunters_go_where_they_saw_the_hero_and_give_up_there() {
    // The hero is gone behind the wall: the onion goes to the tile where it saw him and waits there, one turn
    // later.
    let mut room = room("....N\n.####\n.@...");
    room.mob('n').target = Cell::at(1, 0);
    assert_eq!(room.rounds(5), ["n loses; n left", "n left", "n left", "", ""]);
    room.looks(".n...\n.####\n.@...");
}

#[test]
fn to_find_the_hero_again_costs_a_turn() {
    // A creature with black eyes attacks no one in this turn: adjacent, a step away, or a cayenne two steps
    // away.
    for drawing in ["@p...", "@.p..", "@..y.", "@.y..", "@...p"] {
        let mut room = room(drawing);
        let letter = if room.has('y') { 'y' } else { 'p' };
        room.mob(letter).target = Cell::at(0, 0);
        assert_eq!(room.rounds(1), [format!("{letter} hunts")], "{drawing}");
    }
    // It goes to where it saw him. He is still there, in smoke, and it does not notice.
    let mut smoke = room("@.y..");
    smoke.mob('y').target = Cell::at(0, 0);
    smoke.world.smoke.set(Cell::at(0, 0), 9);
    assert_eq!(smoke.rounds(2), ["y left", "y hunts"]);
}

#[test]
fn t19_01_a_hunter_takes_the_shortest_way_round() {
    // In a straight line it would wait at the wall forever.
    let mut room = room("######\n#@#.N#\n#.#.##\n#....#\n######");
    room.mob('n').target = Cell::at(1, 1);
    let told = room.rounds(6).join("; ");
    assert_eq!(told, "n loses; n left; n down; n down; n left; n hunts; n left");
}

#[test]
fn each_step_of_a_hunter_is_one_nearer() {
    // A second way to the distance: relax all cells until nothing changes.
    let mut rng = Rng::seeded(Num::int(19));
    let mut walked = 0;
    for n in 0..400 {
        let mut drawing: Vec<Vec<char>> = vec![vec!['.'; 9]; 9];
        for _ in 0..30 {
            drawing[rng.index(9) as usize][rng.index(9) as usize] = '#';
        }
        drawing[0][0] = '@';
        drawing[8][8] = 'N';
        let text = drawing.iter().map(|line| line.iter().collect::<String>() + "\n").collect::<String>();
        let mut room = room(&text);
        room.mob('n').target = Cell::at(0, 0);
        let mut steps = vec![vec![99; 9]; 9];
        steps[0][0] = 0;
        for _ in 0..81 {
            for y in 0..9_i32 {
                for x in 0..9_i32 {
                    let near = Dir::ALL.map(|dir| Cell::at(x, y).step(dir));
                    let inside =
                        near.into_iter().filter(|at| (0..9).contains(&at.x) && (0..9).contains(&at.y));
                    let best =
                        inside.map(|at| steps[at.y as usize][at.x as usize] + 1).min().expect("a neighbour");
                    if drawing[y as usize][x as usize] != '#' {
                        steps[y as usize][x as usize] = best.min(steps[y as usize][x as usize]);
                    }
                }
            }
        }
        let far = |at: Cell| steps[at.y as usize][at.x as usize];
        let before = room.mob('n').at;
        let told = room.wait();
        let after = room.mob('n').at;
        if far(before) < 99 {
            assert_eq!(far(after) + 1, far(before), "drawing {n}: {told}\n{text}");
            walked += 1;
        } else {
            assert_eq!(after, before, "drawing {n}: there is no way\n{text}");
        }
    }
    assert!(walked > 50, "only {walked} of 400 had a way");
}

#[test]
fn t20_01_of_steps_that_are_as_near_one_is_drawn() {
    let mut ways = BTreeSet::new();
    for seed in 0..40 {
        let mut room = room("@..\n...\n..N");
        room.world.rng = Rng::seeded(Num::int(seed));
        ways.insert(room.wait());
    }
    assert_eq!(ways.into_iter().collect::<Vec<_>>(), ["|; n left", "|; n up"]);
}

#[test]
fn t12_03_after_the_hero_each_creature_steps_nearer_or_attacks() {
    let mut room = room("@.CM");
    assert_eq!(room.rounds(2), ["c left; m left", "c bumps left; @ hurt 1 has 4"], "the mussel waits at two");
    let mut hall = self::room("######\n@.PC.#\n######");
    hall.mob('c').target = Cell::at(0, 1);
    hall.mob('p').pause = data::beast(1, Stat::Pause);
    assert_eq!(hall.rounds(1), ["p left; p bumps left; @ hurt 1 has 4; c left"]);
    assert_eq!(hall.rounds(1), ["p bumps left; @ hurt 1 has 3"], "no tile is open to the crouton");
    hall.looks("######\n@PC..#\n######");
}

#[test]
fn hunters_open_doors() {
    let mut room = room("@.+N");
    room.mob('n').target = Cell::at(0, 0);
    assert_eq!(room.rounds(3), ["n loses; tile 2,0 17", "n hunts", "n left"]);
}

#[test]
fn a_stunned_monster_misses_a_turn_and_loses_what_it_hunted() {
    let mut room = room("@.C.").bag(&[(2, Thing::Heal as u8 + 3)]);
    room.act(throw(2, R));
    assert!(!room.mob('c').hunts);
    // The turn of the throw is the one it misses.
    assert_eq!(room.rounds(2), ["c hunts", "c left"]);
}

#[test]
fn a_pod_gives_its_hit_points_but_one_for_peas() {
    let mut room = room("#####\n@...D\n#####");
    for turn in 0..12 {
        let told = room.rounds(1).concat();
        let due = match turn {
            0 => "p appears 3,1; d hurt 1 has 2",
            3 => "p appears 3,1; d hurt 1 has 1",
            _ => "",
        };
        assert_eq!(told, due, "turn {turn}");
        for pea in room.world.mobs.iter_mut().filter(|mob| mob.kind == 1) {
            (pea.stun, pea.at) = (true, Cell::at(4, 9));
        }
    }
}

#[test]
fn peas_leave_no_room_for_peas() {
    let mut room = room("###\n#D#\n#@#");
    assert!(!room.rounds(12).concat().contains("appears"));
}

#[test]
fn a_pod_never_strikes_not_even_a_cursed_hero() {
    let mut room = room("###\n#D#\n#@#");
    room.mob('@').bless = -1;
    assert_eq!(room.rounds(6).concat(), "");
    assert_eq!((room.mob('@').hp, room.mob('@').bless), (5, -1));
}

#[test]
fn a_pod_that_does_not_see_the_hero_does_nothing() {
    let mut room = room("@#D\n##.");
    assert_eq!(room.rounds(6), ["d loses", "", "", "", "", ""]);
    assert_eq!(room.mob('d').hp, 3);
}

#[test]
fn a_cayenne_has_two_actions_and_one_blow() {
    for (drawing, told) in [
        ("@..Y", "y left; y left"),
        ("@.Y.", "y left; y bumps left; @ hurt 1 has 4"),
        ("@Y..", "y bumps left; @ hurt 1 has 4"),
    ] {
        assert_eq!(room(drawing).rounds(1), [told], "{drawing}");
    }
}

#[test]
fn a_mussel_waits_at_two_steps_for_three_turns() {
    let mut room = room("@...M...");
    assert_eq!(
        room.rounds(5),
        ["m left; m left", "", "", "", "m left; m bumps left; @ hurt 2 has 3"],
        "then it leaps, and who has waited is struck first"
    );
    let mut comes = self::room("@.M");
    assert_eq!(comes.rounds(1), [""]);
    assert_eq!(comes.step(R), "@ right; |; m bumps left; @ hurt 2 has 3", "as is who comes to it");
    // Its target shows a turn ahead: stepping aside then means striking first.
    let mut aside = self::room("@.M\n...");
    aside.rounds(3);
    assert_eq!((aside.mob('m').pause, aside.mob('m').target), (data::beast(6, Stat::Pause), Cell::at(0, 0)));
    assert_eq!(aside.step(D), "@ down; |; m left; m left");
    assert_eq!(aside.step(U), "@ bumps up; m hurt 1 has 0; m dies; |");
    // Out of sight it forgets how long it has waited.
    let mut smoke = self::room("@.M");
    smoke.rounds(2);
    assert_eq!(smoke.mob('m').pause, 2);
    smoke.world.smoke.set(Cell::at(1, 0), 1);
    smoke.wait();
    assert_eq!(smoke.mob('m').pause, 0);
}

/// Our own rule, against waiting in a doorway for everything that comes: two steps from a hero between two walls, a hunter
/// pauses for a turn, with a ring on his tile, and then charges.
#[test]
fn hunters_charge_a_hero_between_two_walls() {
    let mut hall = room("######\n.@..C.\n######");
    assert_eq!(hall.rounds(3), ["c left", "", "c left; c bumps left; @ hurt 1 has 4"]);
    // A step back makes the charge miss; a step ahead strikes first.
    let mut back = room("######\n.@.C..\n######");
    assert_eq!(back.rounds(1), [""]);
    assert!(back.world.threat(&back.world.mobs[1], 1), "the dots show the charge");
    assert_eq!(back.step(L), "@ left; |; c left; c left");
    let mut ahead = room("######\n.@..P.\n######");
    ahead.rounds(2);
    ahead.looks("######\n.@P...\n######");
    // In the open it comes at once, and so it does from a single step away.
    let mut open = room("......\n.@..C.\n......");
    assert_eq!(open.rounds(3), ["c left", "c left", "c bumps left; @ hurt 1 has 4"]);
    assert_eq!(room("######\n.@C...\n######").rounds(1), ["c bumps left; @ hurt 1 has 4"]);
    // A corner is not between two walls.
    assert_eq!(room("..\n@.C\n##").rounds(2), ["c left", "c bumps left; @ hurt 1 has 4"]);
}

/// It paws for a turn, which shows where it will run; then it runs there, whatever the hero does.
#[test]
fn an_oxtail_runs_to_where_the_hero_stood() {
    // If he stays, it bites once, from wherever it comes.
    for drawing in ["@X....", "@..X..", "@...X."] {
        let mut room = room(drawing);
        assert_eq!(room.rounds(1), [""], "{drawing}: it paws");
        assert_eq!(room.mob('x').target, Cell::at(0, 0));
        let told = room.rounds(1).concat();
        assert!(told.ends_with("x bumps left; @ hurt 3 has 2"), "{drawing}: {told}");
        assert!(!told.contains("stunned"), "{told}");
    }
    // If he steps aside, it stops where he was, and is stunned for a turn.
    let mut room = room("@..X.\n.....");
    room.rounds(1);
    assert_eq!(room.step(D), "@ down; |; x left; x left; x left; x stunned; x loses");
    room.looks("x....\n@....");
    assert_eq!(room.rounds(3), ["", "x hunts", "x bumps down; @ hurt 3 has 2"]);
    // If another creature is there instead, it stops before it.
    let mut shoved = self::room("@.tX.");
    shoved.mob('t').at = Cell::at(1, 0);
    (shoved.mob('t').alert, shoved.mob('t').target) = (false, Cell::at(1, 0));
    shoved.rounds(1);
    assert_eq!(shoved.rounds(1), ["x left; x stunned; x loses"]);
}

#[test]
fn a_bad_egg_curses_when_the_round_is_over() {
    let mut room = room("@E");
    assert_eq!(
        room.rounds(2),
        ["e bumps left; @ hurt 1 has 4; @ bless -1", "e bumps left; @ hurt 2 has 2; @ bless 0"]
    );
    // A creature that attacks later in the same round hits a hero who is not cursed yet, in either order.
    for drawing in ["E@C", "C@E"] {
        let told = self::room(drawing).wait();
        assert_eq!(told.matches("@ hurt 1").count(), 2, "{told}");
        assert!(told.ends_with("@ bless -1"), "{told}");
    }
}

#[test]
fn a_bad_egg_bursts_into_smoke() {
    let mut room = room("...\n@e.\n...");
    room.mob('e').hp = 2;
    assert_eq!(room.step(R), "@ bumps right; e hurt 2 has 0 ambush; e dies; puff 5 for 3; |");
}

#[test]
fn a_kipper_leaves_smoke_behind() {
    let mut room = room("#####\n@..K.\n#####");
    assert_eq!(room.rounds(1), ["puff 1 for 3; k left"]);
    assert_eq!(room.world.smoke.get(Cell::at(3, 1)), 2);
    assert!(room.world.shows(&room.world.mobs[1]), "in the open");
    assert_eq!(room.rounds(1), ["puff 1 for 3; k left"]);
    assert_eq!(room.rounds(1), ["k bumps left; @ hurt 2 has 3"]);
}

#[test]
fn what_the_others_do_is_plain() {
    // A walk, and a blow of its attack.
    let mut room: Room = room("@.C");
    assert_eq!(room.rounds(2), ["c left", "c bumps left; @ hurt 1 has 4"]);
}

#[test]
fn a_pea_hangs_back_for_two_turns_and_leaps() {
    assert_eq!(room("@.P").rounds(3), ["", "", "p left; p bumps left; @ hurt 1 has 4"]);
    let mut aside = room("@.P\n...");
    aside.rounds(2);
    assert_eq!(aside.step(D), "@ down; |; p left; p left", "it leaps to where he stood");
    assert_eq!(room("P.@.P").rounds(2), ["", ""], "in company, too");
}

#[test]
fn a_dying_crouton_makes_a_noise_and_a_shut_door_holds_it() {
    // Eight cells: those of the crouton and the hero, and six more.
    let mut heard = room("##########\n@c...m..e.\n##########");
    assert_eq!(
        heard.step(R),
        "@ bumps right; c hurt 2 has 0 ambush; c dies; m loses; |; m left; m left",
        "who hears it goes there"
    );
    assert_eq!(heard.world.mobs[2].target, heard.world.mobs[2].at, "too far off");
    let mut shut = room("##########\n@c.+.m....\n##########");
    assert_eq!(shut.step(R), "@ bumps right; c hurt 2 has 0 ambush; c dies; |");
}
