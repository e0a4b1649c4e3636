//! Attacks and their effects: chapters 11, 23, 24, 46, 47 of the tutorial; ambush, the block rolled in advance and
//! the unique weapons and armour are our own. A test named by a number tests that row. Numbers of creatures and
//! items: `data/monsters.txt`, `data/items.txt`.

use super::room::{D, L, R, U, on, room};
use super::rules_move::empty;
use num::{Num, Rng};
use porklike::data::{self, Stat, Thing};
use porklike::dir::Cell;
use porklike::rules::Action;
use tests::bots::porklike::{eat, equip};

#[test]
fn t11_03_creatures_begin_with_the_hit_points_and_attack_of_their_data() {
    let mut room = room("@pcndymtekx");
    let due = [
        ('@', 5, 1),
        ('p', 1, 1),
        ('c', 2, 1),
        ('n', 2, 1),
        ('d', 3, 0),
        ('y', 2, 1),
        ('m', 1, 2),
        ('t', 5, 3),
        ('e', 4, 1),
        ('k', 4, 2),
        ('x', 4, 3),
    ];
    for (letter, hp, atk) in due {
        let mob = room.mob(letter);
        assert_eq!((mob.hp, mob.max), (hp, hp), "{letter}");
        assert_eq!(data::beast(mob.kind, Stat::Atk), atk, "{letter}");
    }
}

#[test]
fn t11_04_a_step_into_a_creature_takes_hit_points_and_kills_at_none() {
    // Bare hands: 1. The crouton hunts, so nothing is doubled; it strikes back for 1.
    let mut room = room("@C.");
    assert_eq!(room.step(R), "@ bumps right; c hurt 1 has 1; |; c bumps left; @ hurt 1 has 4");
    assert_eq!(room.step(R), "@ bumps right; c hurt 1 has 0; c dies; |");
    room.looks("@..");
    assert_eq!(room.world.stats.kills, 1);
}

#[test]
fn who_does_not_hunt_is_ambushed() {
    for (hunts, blow) in [(false, "t hurt 2 has 3 ambush"), (true, "t hurt 1 has 4")] {
        let mut room = room("@t.");
        room.mob('t').hunts = hunts;
        let told = room.step(R);
        assert_eq!(told.split("; ").nth(1), Some(blow), "{hunts}: {told}");
    }
}

#[test]
fn a_struck_survivor_hunts() {
    // It finds him in its own turn: a creature with black eyes does not strike back in the same press.
    let mut room = room("@k.");
    assert_eq!(room.step(R), "@ bumps right; k hurt 2 has 2 ambush; |; k hunts");
    assert_eq!(room.wait(), "|; k bumps left; @ hurt 2 has 3");
    assert_eq!(room.world.mobs[1].target, room.world.mobs[0].at);
}

/// Our own rule: it rewards killing a creature that does not hunt, unless the hero does it from a doorway or hallway.
#[test]
fn an_ambush_that_kills_heals_one_in_the_open() {
    for (drawing, hunts, hp, told) in [
        ("@p", false, 3, "@ bumps right; p hurt 2 has 0 ambush; p dies; @ heals 1 of 5; |"),
        ("@p", false, 5, "@ bumps right; p hurt 2 has 0 ambush; p dies; |"),
        ("@p", true, 3, "@ bumps right; p hurt 1 has 0; p dies; |"),
        ("####\n.@p.\n####", false, 3, "@ bumps right; p hurt 2 has 0 ambush; p dies; |"),
    ] {
        let mut room = room(drawing);
        room.mob('@').hp = hp;
        room.mob('p').hunts = hunts;
        assert_eq!(room.step(R), told);
    }
}

/// The rule again, written out: attack, ambush, curse or blessing, block.
fn twin(atk: i32, ambush: i32, bless: i32, block: i32) -> i32 {
    let mut damage = atk;
    damage *= ambush;
    if bless == -1 {
        damage *= 2;
    }
    if bless == 1 {
        damage /= 2;
    }
    damage -= block;
    if damage < 0 { 0 } else { damage }
}

#[test]
fn damage_is_the_formula() {
    for weapon in 0..7 {
        for bless in [-1, 0, 1] {
            for hunts in [false, true] {
                let mut room = room("@t.").bag(&[(0, weapon)]);
                room.mob('t').hunts = hunts;
                room.mob('t').bless = bless;
                room.mob('t').stun = true;
                room.mob('t').firm = 0;
                let atk = [1, 1, 1, 2, 1, 2, 2][usize::from(weapon)];
                let times = match (hunts, weapon) {
                    (true, _) => 1,
                    (_, 2 | 6) => 3,
                    _ => 2,
                };
                let due = twin(atk, times, bless, 0);
                assert_eq!(
                    room.world.blow(1, room.world.attack(1, room.world.bag[0])),
                    due,
                    "{weapon} {bless} {hunts}"
                );
                room.step(R);
                let left = if room.has('t') { room.mob('t').hp } else { 0 };
                assert_eq!(left, (5 - due).max(0), "weapon {weapon}, {bless}, {hunts}");
            }
        }
    }
    for (atk, letter) in [(1, 'C'), (2, 'M'), (3, 'T')] {
        for bless in [-1, 0, 1] {
            for armour in [0, 7, 8, 9, 10, 11, 12] {
                for deal in 0..12 {
                    let mut room = room(&format!("@{letter}.")).bag(&[(1, armour), (2, Thing::Heal as u8)]);
                    room.world.deal = deal;
                    room.mob('@').bless = bless;
                    room.mob('@').hp = 99;
                    room.world.mobs[0].max = 99;
                    let block = room.world.block();
                    let [_, _, _, _, low, high, ..] = data::ITEMS[usize::from(armour)];
                    assert!(low <= block && block <= high, "{armour} blocks {block}");
                    // A turn that changes nothing: with a lid, waiting would.
                    room.act(eat(2));
                    assert_eq!(
                        room.mob('@').hp,
                        99 - twin(atk, 1, bless, block),
                        "{letter} {bless} {armour} {deal}"
                    );
                }
            }
        }
    }
}

#[test]
fn t23_09_armour_blocks_a_random_part_of_its_range() {
    // Every roll of every armour: 1, 2, 3 or 4 numbers, equally often.
    for (armour, low, high) in
        [(0, 0, 0), (7, 0, 1), (8, 0, 1), (9, 0, 1), (10, 0, 2), (11, 0, 2), (12, 0, 3)]
    {
        let mut room = room("@").bag(&[(1, armour)]);
        let mut counts = [0; 4];
        for deal in 0..12 {
            room.world.deal = deal;
            counts[room.world.block() as usize] += 1;
        }
        for (block, count) in (0..).zip(counts) {
            let due = if (low..=high).contains(&block) { 12 / (high - low + 1) } else { 0 };
            assert_eq!(count, due, "armour {armour}, block {block}");
        }
    }
}

#[test]
fn a_new_block_is_dealt_when_a_blow_was_taken_and_only_then() {
    let mut room = room("@C.").bag(&[(1, 12), (2, 7)]);
    room.world.rng = Rng::seeded(Num::int(2));
    let mut deals = Vec::new();
    for _ in 0..20 {
        room.mob('@').hp = 5;
        let deal = room.world.deal;
        room.act(equip(2));
        assert_eq!(room.world.deal, deal, "changing clothes deals nothing");
        room.act(equip(2));
        room.act(Action::Shove(L));
        assert_eq!(room.world.deal, deal, "nor does what takes no turn");
        room.step(R);
        if !room.has('c') {
            room = self::room("@C.").bag(&[(1, 12), (2, 7)]);
            continue;
        }
        deals.push(room.world.deal);
    }
    deals.sort_unstable();
    deals.dedup();
    assert!(deals.len() > 1, "always the same card: {deals:?}");
}

#[test]
fn t23_07_attack_follows_the_weapon_and_defence_the_armour() {
    let mut room = room("@T").bag(&[(2, Thing::Blade as u8), (3, Thing::Colander as u8)]);
    room.world.deal = 1;
    assert_eq!((room.world.attack(1, room.world.bag[0]), room.world.block()), (1, 0));
    assert_eq!(room.act(equip(2)), "equip fillet blade");
    assert_eq!(room.act(equip(3)), "equip colander");
    assert_eq!((room.world.attack(1, room.world.bag[0]), room.world.block()), (2, 1));
    assert_eq!(room.world.bag, [Thing::Blade as u8, Thing::Colander as u8, 0, 0, 0, 0, 0, 0]);
    assert_eq!(room.world.stats.turns, 0, "equipping takes no turn");
}

#[test]
fn t23_02_equipping_puts_what_was_worn_back_into_the_bag() {
    let mut room = room("@").bag(&[
        (0, Thing::Pin as u8),
        (5, Thing::Blade as u8),
        (1, Thing::Towel as u8),
        (6, Thing::Lid as u8),
    ]);
    room.act(equip(5));
    room.act(equip(6));
    assert_eq!(
        room.world.bag,
        [Thing::Blade as u8, Thing::Lid as u8, 0, 0, 0, Thing::Pin as u8, Thing::Towel as u8, 0]
    );
}

#[test]
fn t23_03_what_is_worn_or_no_gear_is_not_equipped() {
    let mut room = room("@").bag(&[
        (0, Thing::Pin as u8),
        (1, Thing::Lid as u8),
        (2, Thing::Heal as u8),
        (3, 13),
        (5, 2),
    ]);
    let before = room.world.clone();
    for slot in [0, 1, 2, 3, 4, 7] {
        assert_eq!(room.act(equip(slot)), "", "slot {slot}");
        assert_eq!(room.world, before, "slot {slot}");
    }
    room.act(equip(5));
    assert!(room.world.has(Thing::Skewer), "gear in the bag is");
}

#[test]
fn curse_and_blessing_are_spent_by_one_blow() {
    for (bless, first) in [(-1, "c hurt 2 has 4"), (1, "c hurt 0 has 6")] {
        let mut room = room("@C.");
        room.mob('c').bless = bless;
        room.mob('c').hp = 6;
        assert!(room.step(R).starts_with(&format!("@ bumps right; {first}; c bless 0; |")), "{bless}");
        assert!(room.step(R).contains("c hurt 1 has"), "the second is a plain blow");
    }
    for (bless, hurt) in [(-1, "@ hurt 2 has 3; @ bless 0"), (1, "@ hurt 0 has 5; @ bless 0")] {
        let mut room = room("@C.");
        room.mob('@').bless = bless;
        assert_eq!(
            room.rounds(2),
            [
                format!("c bumps left; {hurt}"),
                format!("c bumps left; @ hurt 1 has {}", if bless < 0 { 2 } else { 4 })
            ]
        );
    }
}

#[test]
fn the_pin_shoves_or_flattens() {
    let mut room = room("@T#\n@..").bag(&[(0, Thing::Pin as u8)]);
    room.world.mobs[0].at = Cell::at(0, 0);
    let told = room.step(R);
    assert!(
        told.contains("t hurt 1 has 4; say Firm; t hurt 2 has 2"),
        "what does not budge is flattened: {told}"
    );
    let mut room = self::room("@M..").bag(&[(0, Thing::Pin as u8)]);
    room.mob('m').hp = 3;
    assert_eq!(room.step(R), "@ bumps right; m hurt 1 has 2; m slides right; |");
    room.looks("@.M.");
    let mut room = empty(self::room("@MO."), Cell::at(2, 0)).bag(&[(0, Thing::Pin as u8)]);
    room.mob('m').hp = 2;
    let told = room.step(R);
    assert!(told.starts_with("@ bumps right; m hurt 1 has 1; tile 2,0 30; puff"), "{told}");
    assert!(told.ends_with("m hurt 1 has 0; m dies; |"), "{told}");
}

#[test]
fn the_skewer_reaches_two_tiles() {
    let mut room = room("@.T.").bag(&[(0, Thing::Skewer as u8)]);
    assert!(room.step(R).starts_with("@ bumps right; t hurt 1 has 4; |"), "over a free tile");
    let mut both = self::room("@CT.").bag(&[(0, Thing::Skewer as u8)]);
    both.mob('c').hp = 1;
    assert!(
        both.step(R).starts_with("@ bumps right; c hurt 1 has 0; c dies; t loses; t hurt 3 has 2 ambush; |"),
        "both in line, and the crouton's end makes the other look away"
    );
    let mut wall = self::room("@#T.").bag(&[(0, Thing::Skewer as u8)]);
    assert_eq!(wall.step(R), "@ bumps right", "not through a wall");
    let mut herbs = self::room("@.p.").lay('p', '"').bag(&[(0, Thing::Skewer as u8)]);
    assert!(herbs.step(R).starts_with("@ right; |"), "not at whom one does not see");
    assert!(
        self::room("@..T").bag(&[(0, Thing::Skewer as u8)]).step(R).starts_with("@ right; |"),
        "not three"
    );
}

#[test]
fn the_whisk_hits_all_around() {
    let mut room = room(".C.\nC@C\n.C.").bag(&[(0, Thing::Whisk as u8)]);
    room.world.mobs[1..].iter_mut().for_each(|mob| mob.hp = 5);
    let told = room.step(U);
    assert!(
        told.starts_with("@ bumps up; c hurt 2 has 3; c hurt 2 has 3; c hurt 2 has 3; c hurt 2 has 3; |"),
        "{told}"
    );
    let mut free = self::room("...\nC@.\n.C.").bag(&[(0, Thing::Whisk as u8)]);
    assert!(free.step(U).starts_with("@ up; |"), "a free tile ahead is a step");
}

#[test]
fn the_ladle_stuns_each_creature_once() {
    let mut room = room("@T.").bag(&[(0, Thing::Ladle as u8)]);
    assert_eq!(room.step(R), "@ bumps right; t hurt 1 has 4; t stunned; t loses; |");
    // The second attack hits a creature that does not hunt: an ambush, and no second stun.
    assert_eq!(room.step(R), "@ bumps right; t hurt 2 has 2 ambush; |; t hunts");
    let mut again = self::room("@T.").bag(&[(0, Thing::Ladle as u8)]);
    again.mob('t').hp = 30;
    again.mob('t').max = 30;
    assert!(again.step(R).contains("stunned"), "who is unhurt");
    assert!(!again.step(R).contains("stunned"));
}

#[test]
fn the_grater_leaves_a_curse() {
    let mut room = room("@T.").bag(&[(0, Thing::Grater as u8)]);
    room.mob('t').hp = 30;
    assert!(room.step(R).starts_with("@ bumps right; t hurt 2 has 28; t bless -1; |"));
    room.mob('@').hp = 99;
    for left in [24, 20] {
        let told = room.step(R);
        assert!(
            told.starts_with(&format!("@ bumps right; t hurt 4 has {left}; t bless 0; t bless -1; |")),
            "{told}"
        );
    }
}

#[test]
fn the_blade_ambushes_threefold() {
    let mut room = room("@t.").bag(&[(0, Thing::Blade as u8)]);
    assert!(room.step(R).starts_with("@ bumps right; t hurt 6 has 0 ambush; t dies"));
    let mut hunts = self::room("@T.").bag(&[(0, Thing::Blade as u8)]);
    assert!(hunts.step(R).starts_with("@ bumps right; t hurt 2 has 3; |"));
}

#[test]
fn the_colander_is_never_stunned() {
    let mut room = room("@N.").bag(&[(1, Thing::Colander as u8), (2, Thing::Heal as u8 + 3)]);
    for (block, told) in [(1, "n bumps left; @ hurt 0 has 5"), (0, "n bumps left; @ hurt 1 has 4")] {
        room.world.deal = block;
        assert_eq!(room.rounds(1), [told], "a blow like any other");
    }
    room.world.deal = 1;
    assert_eq!(room.act(eat(2)), "@ eats stun; |; n bumps left; @ hurt 0 has 4");
}

#[test]
fn cling_film_lets_curses_and_blessings_slide() {
    let mut room =
        room("@E.").bag(&[(1, Thing::Cling as u8), (2, Thing::Heal as u8 + 4), (3, Thing::Heal as u8 + 5)]);
    room.world.deal = 0;
    let told = room.wait();
    assert!(told.starts_with("|; e bumps left; @ hurt 1") && !told.contains("bless"), "{told}");
    for slot in [2, 3] {
        assert!(!room.act(eat(slot)).contains("@ bless"));
    }
}

#[test]
fn crackling_burns_who_hits_its_wearer() {
    let mut room = room("@C.").bag(&[(1, Thing::Crackling as u8)]);
    room.world.deal = 1;
    assert_eq!(room.rounds(1), ["c bumps left; @ hurt 0 has 5; c hurt 1 has 1"]);
    room.world.deal = 0;
    assert_eq!(room.rounds(1), ["c bumps left; @ hurt 1 has 4; c hurt 1 has 0; c dies"]);
}

#[test]
fn waiting_behind_the_lid_deals_three() {
    let mut room = room("@...").bag(&[(1, Thing::Lid as u8)]);
    room.world.deal = 0;
    room.step(R);
    assert_eq!(room.world.block(), 0);
    room.wait();
    assert_eq!(room.world.block(), 3);
    let mut other = self::room("@").bag(&[(1, 10)]);
    other.world.deal = 1;
    other.wait();
    assert_eq!(other.world.deal, 1, "only the lid");
}

#[test]
fn t24_02_food_heals_up_to_the_maximum_and_is_gone() {
    for (food, hp, told) in [
        (0, 3, "@ eats heal; @ heals 1 of 5; |"),
        (0, 5, "@ eats heal; |"),
        (1, 1, "@ eats feast; @ heals 3 of 5; |"),
        (1, 4, "@ eats feast; @ heals 1 of 5; |"),
        (2, 5, "@ eats rise; @ heals 1 of 6; |"),
        (2, 2, "@ eats rise; @ heals 1 of 6; |"),
    ] {
        let mut room = room("@").bag(&[(4, Thing::Heal as u8 + food)]);
        room.mob('@').hp = hp;
        assert_eq!(room.act(eat(4)), told, "food {food} at {hp}");
        assert_eq!(room.world.bag[4], 0, "eaten up");
    }
}

#[test]
fn t24_03_eating_takes_a_turn_like_a_wait() {
    let mut room = room("@C.").bag(&[(2, Thing::Heal as u8), (3, 13)]);
    assert_eq!(room.act(eat(2)), "@ eats heal; |; c bumps left; @ hurt 1 has 4");
    assert_eq!((room.world.stats.meals, room.world.stats.turns), (1, 1));
    for slot in [0, 3, 4, 7] {
        assert_eq!(room.act(eat(slot)), "", "nothing to eat in slot {slot}");
    }
    assert_eq!((room.world.stats.meals, room.world.stats.turns), (1, 1));
}

#[test]
fn food_that_stuns_curses_or_blesses() {
    for (food, told) in [
        (3, "@ eats stun; @ stunned; |; |"),
        (4, "@ eats curse; @ bless -1; |"),
        (5, "@ eats bless; @ bless 1; |"),
    ] {
        let mut room = room("@").bag(&[(2, Thing::Heal as u8 + food)]);
        assert_eq!(room.act(eat(2)), told);
    }
}

#[test]
fn t50_09_a_stun_passes_also_when_no_creature_is_near() {
    // Chapter 50: the flag is reset after the round that follows automatically, whether a creature took a
    // turn in it or not.
    let mut room = room("@..").bag(&[(2, Thing::Heal as u8 + 3)]);
    assert_eq!(
        room.act(eat(2)),
        "@ eats stun; @ stunned; |; |",
        "the round of the meal, and the one that he misses"
    );
    assert!(!room.mob('@').stun, "nothing of it is left when the next creature comes");
    assert_eq!(room.step(R), "@ right; |");
    assert_eq!(room.world.stats.turns, 3);
}

#[test]
fn an_effect_is_learnt_by_eating_it() {
    let mut room = room("@").bag(&[(2, Thing::Heal as u8 + 2)]);
    for food in 0..6 {
        assert_eq!(room.world.hint(Thing::Heal as u8 + food), "???", "nothing is known at first");
    }
    room.act(eat(2));
    for food in 0..6 {
        assert_eq!(room.world.hint(Thing::Heal as u8 + food), if food == 2 { "max hp +1" } else { "???" });
    }
}

#[test]
fn hints_of_all_items() {
    // The texts' order is that of the items: the first and last of each class.
    let mut room = on(1, "@");
    room.world.known = !0;
    for (item, hint) in [
        (1, "atk 1, shoves, flattens"),
        (6, "atk 2, ambush x3"),
        (7, "def 0-1, opens for free"),
        (12, "def 0-3, 3 if you wait"),
        (13, "2 damage to all in line"),
        (16, "3 damage"),
        (17, "heals 1"),
        (22, "next hit taken halved"),
    ] {
        assert_eq!(room.world.hint(item), hint, "item {item}");
    }
}

#[test]
fn a_curse_goes_in_smoke() {
    let mut room = room("@**\n...");
    room.mob('@').bless = -1;
    assert_eq!(room.step(R), "@ right; |; @ bless 0");
    let mut blessed = self::room("@**\n...");
    blessed.mob('@').bless = 1;
    assert_eq!(blessed.step(R), "@ right; |", "a blessing stays");
    let mut egg = self::room("@..*e");
    egg.mob('e').bless = -1;
    egg.mob('e').stun = true;
    let at = egg.mob('e').at;
    egg.world.smoke.set(at, 9);
    assert_eq!(egg.wait(), "|; e bless 0", "an egg is cured, not blessed");
    assert_eq!([L, D].len(), 2);
}
