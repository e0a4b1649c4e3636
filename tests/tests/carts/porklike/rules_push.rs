//! Shoves (our own) and throws (chapters 25 and 26; smoke is our own). A test named by a number tests that row.

use super::room::{D, L, R, Room, U, room};
use super::rules_move::empty;
use porklike::data::Thing;
use porklike::dir::{Cell, Dir};
use porklike::rules::{Action, World};
use tests::bots::porklike::{throw, trash};

fn shove(room: &mut Room, dir: Dir) -> String {
    room.act(Action::Shove(dir))
}

#[test]
fn a_shove_slides_the_neighbour_and_takes_its_next_action() {
    let mut room = room("@C....");
    assert_eq!(shove(&mut room, R), "@ bumps right; c slides right; |");
    room.looks("@.C...");
    assert_eq!(room.rounds(2), ["c left", "c bumps left; @ hurt 1 has 4"], "one action missed, no more");
}

#[test]
fn a_shove_into_another_hurts_both() {
    let mut room = room("@CT.");
    assert_eq!(shove(&mut room, R), "@ bumps right; c hurt 1 has 1; t hurt 1 has 4; |");
    room.looks("@CT.");
}

#[test]
fn a_shove_into_a_vase_breaks_it_on_the_shoved() {
    for (tile, comes) in [('o', ""), ('O', "puff 9 for 5; ")] {
        let mut room = empty(room(&format!("@C{tile}\n...\n...")), Cell::at(2, 0));
        let told = shove(&mut room, R);
        assert!(told.starts_with(&format!("@ bumps right; tile 2,0 30; {comes}")), "{told}");
        assert!(told.ends_with("c hurt 1 has 1; |"), "{told}");
        assert!(room.draw().starts_with("@C,"), "it stays where it was");
    }
}

#[test]
fn a_shove_that_moves_nothing_takes_no_turn() {
    for (drawing, told) in [
        ("@C#", "@ bumps right"),
        ("@C+", "@ bumps right"),
        ("@C$", "@ bumps right"),
        ("@T.", "@ bumps right; say Firm"),
        ("@..", "@ bumps right"),
        ("@#.", "@ bumps right"),
        ("@?.", "@ bumps right"),
        ("@o#", "@ bumps right"),
        ("@o$", "@ bumps right"),
        ("@O+", "@ bumps right"),
        ("@O'", "@ bumps right"),
        ("@O<", "@ bumps right"),
        ("@oO", "@ bumps right"),
        ("@oC", "@ bumps right"),
    ] {
        let mut room = room(drawing);
        let before = room.world.clone();
        assert_eq!(shove(&mut room, R), told, "{drawing}");
        assert_eq!(room.world, before, "{drawing}");
    }
}

/// After a shove it cannot be shoved again until it has struck the hero, by hand or by pin; trying takes no turn.
#[test]
fn a_shoved_creature_is_firm_until_it_has_struck_the_hero() {
    let mut room = room("@C......");
    shove(&mut room, R);
    room.rounds(1);
    for _ in 0..3 {
        assert_eq!(shove(&mut room, R), "@ bumps right; say Firm");
    }
    assert_eq!(room.wait(), "|; c bumps left; @ hurt 1 has 4");
    assert_eq!(shove(&mut room, R), "@ bumps right; c slides right; |", "once more");
    // Any attack counts, blocked or not; a pin follows the same rule as the hand.
    let mut lid = self::room("@C......").bag(&[(0, Thing::Pin as u8), (1, Thing::Lid as u8)]);
    lid.mob('c').hp = 9;
    lid.world.deal = 3;
    assert_eq!(lid.step(R), "@ bumps right; c hurt 1 has 8; c slides right; |");
    assert_eq!(lid.rounds(1), ["c left"]);
    assert!(lid.step(R).starts_with(
        "@ bumps right; c hurt 1 has 7; say Firm; c hurt 2 has 5; |; c bumps left; @ hurt 0 has 5"
    ));
    assert!(lid.step(R).starts_with("@ bumps right; c hurt 1 has 4; c slides right; |"));
}

#[test]
fn who_was_shoved_is_not_ambushed_and_does_not_trade_places() {
    let mut room = room("@T.");
    room.mob('t').firm = 2;
    assert_eq!(room.step(R), "@ bumps right; t hurt 1 has 4; |", "its eyes stay red");
    assert_eq!(shove(&mut room, R), "@ bumps right; say Firm");
    let mut asleep = self::room("@c..");
    assert_eq!(shove(&mut asleep, R), "@ bumps right; c slides right; |", "and who sleeps sleeps on");
    asleep.looks("@.c.");
}

#[test]
fn who_is_stunned_trades_places() {
    for letter in ['c', 't'] {
        let mut room = room(&format!("#####\n#@{letter}.#\n#####"));
        room.mob(letter).stun = true;
        assert_eq!(shove(&mut room, R), format!("@ bumps right; @ slides right; {letter} slides left; |"));
        room.looks(&format!("#####\n#{letter}@.#\n#####"));
    }
}

#[test]
fn t25_01_the_throw_line_ends_at_the_closest_creature() {
    // Drawing, item, length of the line, what is at its end.
    for (drawing, item, cells) in [
        ("@...#", Thing::Heal as u8, 3),
        ("@.p.p", Thing::Heal as u8, 2),
        ("@.o..", Thing::Heal as u8, 2),
        ("@.O..", Thing::Heal as u8, 2),
        ("@.$..", Thing::Heal as u8, 1),
        ("@.+..", Thing::Heal as u8, 1),
        ("@.'..", Thing::Heal as u8, 4),
        ("@#...", Thing::Heal as u8, 0),
        ("@.p.p", Thing::Toothpick as u8, 4),
        ("@.poC", Thing::Toothpick as u8, 3),
    ] {
        let room = room(drawing);
        let path = room.world.aim(item, R);
        let due: Vec<Cell> = (1..=cells).map(|x| Cell::at(x, 0)).collect();
        assert_eq!(path, due, "{drawing} with {item}");
    }
}

#[test]
fn a_throw_hits_who_hides_on_its_line() {
    let mut room = room("@..p.#").lay('p', '"').bag(&[(2, Thing::Pin as u8)]);
    assert_eq!(room.world.aim(Thing::Pin as u8, R).len(), 3, "it ends at the closest, seen or not");
    assert!(throw_events(&mut room).contains("throw rolling pin over 3; p hurt 2 has 0"));
}

/// Throws the item in slot 2 to the right; returns the events up to the monsters' turn.
fn throw_events(room: &mut Room) -> String {
    let told = room.act(throw(2, R));
    told.split_inclusive('|').next().unwrap_or_default().into()
}

#[test]
fn aim_in_all_directions() {
    let room = room("..c..\n.....\np.@.m\n.....\n..k..");
    for dir in [L, R, U, D] {
        let mut at = Cell::at(2, 2);
        let due: Vec<Cell> = (0..2)
            .map(|_| {
                at = at.step(dir);
                at
            })
            .collect();
        assert_eq!(room.world.aim(Thing::Heal as u8, dir), due, "{dir:?}");
    }
}

#[test]
fn t26_03_a_thrown_thing_is_gone() {
    for item in [1, 7, 13, 14, 15, 16, 17] {
        for slot in [0, 1, 2, 7] {
            let mut room = room("@...").bag(&[(slot, item)]);
            room.act(throw(slot as u8, R));
            assert_eq!(room.world.bag, [0; 8], "item {item} from slot {slot}");
            assert_eq!(room.world.stats.turns, 1);
        }
    }
    let mut room = room("@...");
    for slot in [2, 7] {
        assert_eq!(room.act(throw(slot, R)), "", "nothing in slot {slot}");
    }
}

#[test]
fn t26_02_a_thrown_weapon_strikes_like_an_attack() {
    // Chapter 26: damage like attacking, so a creature that is not hunting takes double, with the weapon's
    // effects.
    for (item, damage, more) in
        [(2, 1, ""), (3, 2, ""), (6, 2, ""), (4, 1, "; t stunned; t loses"), (5, 2, "; t bless -1")]
    {
        let mut room = room("@..T").bag(&[(2, item)]);
        let told = room.act(throw(2, R));
        let due = format!("over 3; t hurt {damage} has {}{more}; |", 5 - damage);
        assert!(told.contains(&due), "{told}: {due}");
        let mut waits = self::room("@..t").bag(&[(2, item)]);
        let blow = damage * if [2, 6].contains(&item) { 3 } else { 2 };
        let told = waits.act(throw(2, R));
        assert!(told.contains(&format!("over 3; t hurt {blow} has {} ambush", (5 - blow).max(0))), "{told}");
    }
}

#[test]
fn thrown_armour_stuns() {
    let mut room = room("@.C").bag(&[(2, 7)]);
    assert_eq!(room.act(throw(2, R)), "@ bumps right; throw oven mitt over 2; c stunned; c loses; |");
}

#[test]
fn thrown_food_is_eaten_with_its_effect_and_learnt() {
    for (food, told) in [
        (0, "c eats heal; c heals 1 of 2"),
        (1, "c eats feast; c heals 1 of 2"),
        (2, "c eats rise; c heals 1 of 3"),
        (3, "c eats stun; c stunned"),
        (4, "c eats curse; c bless -1"),
        (5, "c eats bless; c bless 1"),
    ] {
        let mut room = room("@C#").bag(&[(2, Thing::Heal as u8 + food)]);
        room.mob('c').hp = 1;
        let all = room.act(throw(2, R));
        assert!(all.contains(&format!("over 1; c loses; {told}; |")), "food {food}: {all}");
        assert_eq!(room.world.known >> 17, 1 << food);
        assert_eq!(room.world.stats.meals, 0, "not the hero's meal");
    }
}

#[test]
fn food_thrown_at_a_free_tile_is_bait() {
    let mut room = room("@..E\n....\n....").bag(&[(2, Thing::Heal as u8)]);
    assert_eq!(room.act(throw(2, D)), "@ bumps down; throw heal over 2; e loses; |; e hunts");
    // A creature that has paused, and is about to run, runs there.
    let mut room = self::room("@...X\n.....\n.....").bag(&[(2, Thing::Heal as u8)]);
    room.mob('x').pause = 1;
    let told = room.act(throw(2, D));
    assert!(told.ends_with("x stunned; x loses") && !told.contains("hurt"), "{told}");
    assert_eq!(room.mob('x').at, Cell::at(0, 2), "{told}");
}

#[test]
fn a_toothpick_goes_through_all() {
    let mut room = room("@.PC.").bag(&[(2, Thing::Toothpick as u8)]);
    assert_eq!(
        room.act(throw(2, R)),
        "@ bumps right; throw toothpick over 4; p hurt 2 has 0; p dies; c hurt 2 has 0; c dies; |"
    );
}

#[test]
fn pepper_stuns_a_small_crowd() {
    let mut room = room(".C...\n@T.C.\n.C...").bag(&[(2, Thing::Pepper as u8)]);
    let told = room.act(throw(2, R));
    assert_eq!(told.matches("stunned").count(), 4, "target, two neighbours, and the hero himself: {told}");
    let mut proof = self::room("@T.").bag(&[(1, Thing::Colander as u8), (2, Thing::Pepper as u8)]);
    assert_eq!(proof.act(throw(2, R)).matches("stunned").count(), 1, "not under a colander");
}

#[test]
fn flour_makes_a_cloud_where_it_lands() {
    let mut room = room(".......\n@...c..\n.......").bag(&[(2, Thing::Flour as u8)]);
    assert_eq!(room.act(throw(2, R)), "@ bumps right; throw flour bag over 4; puff 9 for 5; |");
    assert_eq!(
        room.world.smoke.tiles().iter().filter(|turns| **turns == 4).count(),
        9,
        "a turn of five is over"
    );
}

#[test]
fn hot_coal_hurts_most() {
    let mut room = room("@..T").bag(&[(2, Thing::Coal as u8)]);
    assert!(room.act(throw(2, R)).contains("over 3; t hurt 3 has 2; |"));
}

#[test]
fn food_that_misses_is_gone() {
    let mut room = room("@...#").bag(&[(2, Thing::Feast as u8)]);
    assert_eq!(room.act(throw(2, R)), "@ bumps right; throw feast over 3; |");
    assert_eq!(room.world.known >> 17, 0, "and nobody has learnt anything");
}

#[test]
fn a_throw_breaks_what_it_hits() {
    let mut room = room("@..O..\n......\n......").bag(&[(2, 13)]);
    let told = room.act(throw(2, R));
    assert_eq!(told, "@ bumps right; throw toothpick over 3; tile 3,0 30; puff 16 for 5; |");
}

#[test]
fn t23_01_trashing_destroys_a_thing_and_takes_no_turn() {
    let mut room = room("@C").bag(&[(0, 1), (1, 7), (2, 13), (7, 17)]);
    for (slot, name) in [(2, "toothpick"), (0, "rolling pin"), (1, "oven mitt"), (7, "heal")] {
        assert_eq!(room.act(trash(slot)), format!("trash {name}"), "nothing else happens");
    }
    assert_eq!(room.world.bag, [0; 8], "equipment, too");
    assert_eq!((room.world.stats.turns, room.world.stats.meals), (0, 0));
    room.looks("@C");
    assert_eq!(room.act(trash(3)), "", "an empty slot");
}

#[test]
fn smoke_grows_old() {
    let mut room = room("@O...");
    room.step(R);
    let at = |world: &World| world.smoke.get(Cell::at(0, 0));
    let ages: Vec<u8> = (0..6)
        .map(|_| {
            let now = at(&room.world);
            room.wait();
            now
        })
        .collect();
    assert_eq!(ages, [4, 3, 2, 1, 0, 0]);
}

#[test]
fn of_two_puffs_the_longer_stays() {
    for (there, after) in [(9, 8), (2, 4)] {
        let mut room = room("@O...");
        room.world.smoke.set(Cell::at(1, 0), there);
        room.act(Action::Step(R));
        assert_eq!(
            room.world.smoke.get(Cell::at(1, 0)),
            after,
            "5 turns of new smoke, {there} of what was there"
        );
    }
}

#[test]
fn shut_doors_hold_smoke_and_open_ones_do_not() {
    for (door, beyond) in [('+', 0), ('\'', 4)] {
        let mut room = room(&format!("@O{door}.\n####"));
        room.step(R);
        assert_eq!(room.world.smoke.get(Cell::at(3, 0)), beyond, "behind {door}");
    }
}

#[test]
fn t22_01_what_can_be_done_with_each_type() {
    // Chapter 22: weapon, armour: equip, throw, trash; food: eat, throw, trash; throwable: throw, trash.
    // Equipped items cannot be equipped again (chapter 23).
    use porklike::rules::Verb::{Eat, Equip, Throw, Trash};
    for (slot, item, verbs) in [
        (2, 1, &[Equip, Throw, Trash][..]),
        (3, 12, &[Equip, Throw, Trash][..]),
        (4, 17, &[Eat, Throw, Trash]),
        (7, 16, &[Throw, Trash]),
        (0, 6, &[Throw, Trash]),
        (1, 7, &[Throw, Trash]),
        (5, 0, &[]),
    ] {
        let room = room("@").bag(&[(slot, item)]);
        assert_eq!(room.world.verbs(slot as u8), verbs, "item {item} in slot {slot}");
    }
}
