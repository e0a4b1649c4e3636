//! How a floor is drawn: its tiles, fog, cover, smoke, creatures and their eyes. And the two hand-made floors in
//! `sprites/porklike.map`.

use super::play::{DOWN, FLASH, O, Play, RIGHT};
use porklike::dir::{Cell, Dir};
use porklike::grid::Grid;
use porklike::rules::Kit;
use serde_json::json;
use std::collections::BTreeSet;

fn floors() -> [Grid<u8>; 2] {
    [0, porklike::rules::HOOK].map(|floor| {
        let mut world = porklike::rules::World::new(1, Kit::read(&crate::porklike::play::machine()));
        world.floor = floor;
        world.arrive();
        world.grid
    })
}

/// All cells that can be reached from a cell.
fn reach(grid: &Grid<u8>, from: Cell) -> BTreeSet<(i32, i32)> {
    let p8 = crate::porklike::play::machine();
    let mut seen = BTreeSet::from([(from.x, from.y)]);
    let mut todo = vec![from];
    while let Some(cell) = todo.pop() {
        for next in Dir::ALL.map(|dir| cell.step(dir)) {
            // Doors open.
            if (p8.fget(grid.get(next).into()) & 1 == 0 || grid.get(next) == 16)
                && seen.insert((next.x, next.y))
            {
                todo.push(next);
            }
        }
    }
    seen
}

/// The cells of a floor with one of these tiles.
fn find(grid: &Grid<u8>, tiles: &[u8]) -> Vec<Cell> {
    grid.cells().filter(|cell| tiles.contains(&grid.get(*cell))).collect()
}

#[test]
fn the_hand_made_floors_are_closed_and_nothing_in_them_is_out_of_reach() {
    for (name, grid) in ["yard", "hook"].into_iter().zip(floors()) {
        let walked = reach(&grid, Cell::at(7, if name == "yard" { 13 } else { 12 }));
        assert!(walked.len() > 40, "the {name} has room: {}", walked.len());
        for (x, y) in &walked {
            assert!((1..15).contains(x) && (1..15).contains(y), "{name}: one can walk to {x} {y}, the edge");
        }
        for cell in grid.cells() {
            let near = Dir::ALL.iter().any(|dir| {
                let at = cell.step(*dir);
                walked.contains(&(at.x, at.y))
            });
            let tile = grid.get(cell);
            // The middle of the ham's altar is reached from its lower edge.
            let reacts = matches!(tile, 9..=20 | 108..=124 | 126..=142);
            // In the yard the ham is a picture of the goal, at the top of the tower.
            let goal = name == "yard" && (108..=142).contains(&tile);
            assert!(!reacts || near != goal, "{name}: {cell:?}, a picture: {goal}, in reach: {near}");
        }
    }
}

#[test]
fn the_yard_has_a_tablet_one_crock_one_pot_and_the_stairs() {
    let [yard, hook] = floors();
    let count = |tiles: &[u8]| find(&yard, tiles).len();
    assert_eq!([count(&[20]), count(&[9]), count(&[10, 11]), count(&[18])], [1, 1, 1, 1]);
    // Next to the straight way from the start at 7 13 to the stairs at 7 6.
    assert_eq!((find(&yard, &[20]), find(&yard, &[18])), (vec![Cell::at(6, 11)], vec![Cell::at(7, 6)]));
    assert!(count(&[21, 22]) >= 1, "herbs to try out");
    let altar = find(&hook, &[108, 109, 110, 124, 125, 126, 140, 141, 142]);
    assert_eq!(altar.len(), 9, "the altar is 3x3");
    assert_eq!(find(&hook, &[32, 33, 34, 35]).len(), 4, "and four torches light it");
    assert!(find(&hook, &[7, 8]).len() > 10, "on a carpet");
}

#[test]
fn t02_08_the_map_is_drawn_on_the_screen() {
    let play = Play::new();
    let p8 = play.console.machine();
    let mut compared = 0;
    for cell in floors()[0].cells() {
        let tile = floors()[0].get(cell);
        // Torches and pots alternate, the hero and his outline cover tiles, and the hp window covers more.
        if p8.fget(tile.into()) & 0x10 == 0 && cell.dist(Cell::at(7, 13)) > 1 && cell.y > 2 {
            let seen = play.pixels(cell.x * 8, cell.y * 8, 8, 8);
            assert_eq!(seen, play.sprite(tile.into()), "tile {tile} at {cell:?}");
            compared += 1;
        }
    }
    assert!(compared > 185, "only {compared} tiles were compared");
}

#[test]
fn what_was_seen_once_is_darker_and_what_was_never_seen_is_the_same_dark_rock_everywhere() {
    // A floor of the tower: the hero walks on, and the fog keeps what he leaves behind.
    let mut play = Play::new();
    play.taps("uuuuuuu");
    play.wait(120);
    assert_eq!(play.floor(), 1);
    for _ in 0..40 {
        if play.get("/shown/sight/tiles").as_array().expect("tiles").contains(&json!(1)) {
            break;
        }
        play.taps("lurd");
    }
    let sight = play.get("/shown/sight/tiles");
    let grid = play.get("/shown/grid/tiles");
    let mut counted = [0; 3];
    // Only the mortar of the rock's bricks remains.
    let rock: Vec<_> = play.sprite(2).iter().map(|c| if *c == 1 { 1 } else { 0 }).collect();
    for i in 0..256_usize {
        let (x, y) = (i as i32 % 16 * 8, i as i32 / 16 * 8);
        let seen = play.pixels(x, y, 8, 8);
        let tile = play.sprite(grid[i].as_i64().expect("a tile") as i32);
        match sight[i].as_i64() {
            Some(0) => {
                // The message with the floor's name and the hp window cover the dark.
                counted[0] += usize::from(seen == rock);
            }
            Some(2) => counted[1] += usize::from(seen == tile),
            _ => {
                // Floor without anything on it is as dark as possible.
                let bare = tile.iter().all(|c| *c < 2);
                assert!(bare || seen != tile, "tile {i} is out of sight and as bright as ever");
                counted[2] += 1;
            }
        }
    }
    assert!(counted[0] > 150 && counted[1] > 4 && counted[2] > 0, "dark, seen, remembered: {counted:?}");
}

#[test]
fn t02_12_sprites_are_recolored_by_code() {
    // Kind, changed fields, eye colour on every body: black if unaware, red if hunting, white if stunned.
    let rows = [
        (1, json!({}), 0),
        (1, json!({ "hunts": true }), 8),
        (1, json!({ "target": { "x": 7, "y": 9 } }), 0),
        (2, json!({ "hunts": true }), 8),
        (5, json!({}), 0),
        (5, json!({ "hunts": true }), 8),
        (2, json!({ "stun": true }), 7),
    ];
    for (kind, differs, eyes) in rows {
        let play = Play::among(&[(kind, 9, 9, differs.clone())]);
        let picture = (0..4)
            .find(|n| play.shows_marked(192 + i32::from(kind) * 4 + n, 72, 72, false, &[(0, eyes)]))
            .unwrap_or_else(|| panic!("kind {kind} {differs} has no eyes of colour {eyes}"));
        assert!((0..4).contains(&picture));
    }
}

#[test]
fn a_creature_in_herbs_is_a_rustling_herb_from_afar() {
    let mut play = Play::among(&[(1, 4, 13, json!({}))]);
    play.set("/world/grid/tiles/212", json!(21));
    play.set("/world/mobs/0/at", json!({ "x": 7, "y": 13 }));
    play.wait(2);
    let rustles = |play: &Play| (0..2).any(|dy| play.shows(23, 32, 104 + dy, false, &[]));
    let pea = |play: &Play| (0..4).any(|n| play.shows(196 + n, 32, 104, false, &[(0, 0)]));
    assert!(rustles(&play) && !pea(&play), "from three steps: a herb that moves");
    play.set("/world/mobs/0/at", json!({ "x": 5, "y": 13 }));
    play.wait(2);
    assert!(pea(&play), "from one step it is seen");
}

#[test]
fn a_creature_in_smoke_is_smoke_from_afar() {
    let mut play = Play::among(&[(1, 9, 13, json!({}))]);
    play.set("/world/mobs/0/at", json!({ "x": 7, "y": 13 }));
    play.wait(2);
    let green = |play: &Play| play.count((72, 104, 8, 8), 11);
    assert!(green(&play) > 8, "a pea is green");
    play.set("/world/smoke/tiles/217", json!(4));
    play.wait(2);
    assert_eq!(green(&play), 0, "and not to be seen in smoke");
}

#[test]
fn smoke_thins_out_in_four_pictures() {
    let mut play = Play::new();
    for (turns, picture) in [(9, 36), (4, 36), (3, 37), (2, 38), (1, 39)] {
        play.set("/world/smoke/tiles/119", json!(turns));
        play.wait(2);
        // Cell 7 7, plain floor: black in the picture is transparent.
        let (seen, due) = (play.pixels(56, 56, 8, 8), play.sprite(picture));
        let holds = seen.iter().zip(&due).all(|(seen, due)| *due == 0 || seen == due);
        assert!(holds, "{turns} turns left: picture {picture}");
    }
}

#[test]
fn smoke_spreads_from_its_source() {
    // The pot of the yard is at 12 11; a bump breaks it: nine tiles, one per frame, nearest first.
    let mut play = Play::among(&[]);
    play.set("/world/mobs/0/at", json!({ "x": 11, "y": 11 }));
    play.wait(1);
    play.frame(RIGHT);
    let mut counts = Vec::new();
    for _ in 0..20 {
        play.frame(0);
        let smoke = play.get("/shown/smoke/tiles");
        counts.push(smoke.as_array().expect("a list").iter().filter(|turns| **turns != 0).count());
    }
    let first = counts.iter().position(|n| *n > 0).expect("there is smoke");
    assert_eq!(counts[first..first + 9], [1, 2, 3, 4, 5, 6, 7, 8, 9], "{counts:?}");
}

#[test]
fn the_dying_stay_where_they_died() {
    // The crunch of a dying crouton: another says "?", and nearby words continue, but its picture does not.
    let mut play =
        Play::among(&[(2, 8, 9, json!({ "hp": 1, "hunts": true })), (2, 9, 9, json!({ "hunts": true }))]);
    play.frame(RIGHT);
    let is_at = |play: &Play, y: i32| {
        let eyes = [(0, 8)];
        (200..204).any(|n| {
            play.shows(n, 64, y, false, &eyes) || play.shows(n, 64, y, false, &[&FLASH[..], &eyes].concat())
        })
    };
    let mut seen = 0;
    for _ in 0..60 {
        play.frame(0);
        let specks = play.get("/specks");
        let says = specks.as_array().expect("a list").iter().any(|speck| speck["text"] == "?");
        assert!(!is_at(&play, 65), "it does not rise with the words");
        seen += u32::from(says && is_at(&play, 72));
    }
    assert!(seen > 5, "only {seen} frames show both");
}

#[test]
fn a_death_on_the_way_back_from_a_bump_delays_nothing() {
    // Crackling: a creature that hits the wearer takes 1, at the fourth of the eight frames of its bump.
    let mut play = Play::among(&[(1, 8, 9, json!({ "hunts": true }))]);
    play.set("/world/bag/1", json!(11));
    play.wait(1);
    play.tap(O);
    assert_eq!(play.get("/shown/mobs").as_array().map(Vec::len), Some(1), "the pea is gone");
    play.tap(DOWN);
    assert_eq!(play.hero(), (7, 10), "and he goes on");
}

#[test]
fn t13_07_the_player_is_drawn_last() {
    // For a moment two are in one cell: swapped, or dying. Neither they nor his neighbours' dots cover him.
    let mut play = Play::among(&[(7, 8, 9, json!({ "hunts": true })), (7, 7, 8, json!({ "hunts": true }))]);
    play.set("/shown/mobs/1/at", json!({ "x": 7, "y": 9 }));
    play.console.draw().expect("it draws");
    assert!(play.find_hero().is_some(), "over a creature");
    let mut play = Play::among(&[(1, 8, 9, json!({ "hunts": true }))]);
    play.frame(RIGHT);
    play.settle_but(|play| play.get("/shown/mobs").as_array().map(Vec::len) == Some(2));
    play.wait(8);
    let specks = play.get("/specks");
    let at = specks.as_array().expect("a list").iter().position(|speck| speck["mob"] != json!(null));
    let at = at.expect("a pea that dies");
    play.set(&format!("/specks/{at}/mob/at"), json!({ "x": 7, "y": 9 }));
    for left in [6, 7, 8] {
        play.set(&format!("/specks/{at}/left"), json!(left));
        play.console.draw().expect("it draws");
        assert!(play.find_hero().is_some(), "over one that dies, {left} frames left");
    }
}

/// The marks of a creature in a cell: white ones of its hit points down the right side of its own tile, and those of its
/// attack in a colour down the left.
fn marks(play: &Play, x: i32, y: i32, color: u8) -> (usize, usize) {
    let column = |x, color| play.count((x, y * 8, 2, 8), color);
    (column(x * 8 + 6, 7), column(x * 8, color))
}

#[test]
fn neighbours_and_who_can_strike_show_hit_points_and_attack() {
    // A crouton (2 hp, attack 1) two steps away shows nothing; next to the hero it shows both. Red means that it can
    // strike: a hunting one next to the hero; a cayenne even two steps away; not a shoved one.
    let hunts = json!({ "hunts": true });
    for (kind, x, differs, (hp, red, grey)) in [
        (2, 9, json!({}), (0, 0, 0)),
        (2, 8, json!({}), (2, 0, 1)),
        (2, 8, json!({ "hp": 1 }), (1, 0, 1)),
        (2, 8, hunts.clone(), (2, 1, 0)),
        (2, 8, json!({ "hunts": true, "firm": 1 }), (2, 1, 0)),
        (2, 8, json!({ "hunts": true, "firm": 2 }), (2, 0, 1)),
        (2, 9, hunts.clone(), (0, 0, 0)),
        // More than four take a second column.
        (6, 8, json!({ "hunts": true, "hp": 6 }), (6, 2, 0)),
    ] {
        let play = Play::among(&[(kind, x, 9, differs.clone())]);
        let seen = (marks(&play, x, 9, 8), marks(&play, x, 9, 5).1);
        assert_eq!(seen, ((hp, red), grey), "kind {kind} in column {x}, {differs}");
    }
}

#[test]
fn marks_stay_in_the_tile_of_their_creature() {
    // Nothing outside of the tiles of two creatures, one above the other, differs from a picture without them.
    for (x, y) in [(8, 9), (6, 9), (7, 8), (7, 10)] {
        let at = |mobs: &[(u8, i32, i32, serde_json::Value)]| {
            let play = Play::among(mobs);
            (0..128 * 128).map(|i| play.console.machine().pget(i % 128, i / 128)).collect::<Vec<_>>()
        };
        let (with, without) = (at(&[(10, x, y, json!({ "hunts": true, "hp": 4 }))]), at(&[]));
        let differs = (0..128 * 128).filter(|i| with[*i as usize] != without[*i as usize]);
        let (mut inside, mut outside) = (0, 0);
        for (px, py) in differs.map(|i| (i % 128, i / 128)) {
            let own = px / 8 == x && py / 8 == y;
            // The black outline is a pixel wide.
            let line = (x * 8 - 1..=x * 8 + 8).contains(&px)
                && (y * 8 - 1..=y * 8 + 8).contains(&py)
                && with[(py * 128 + px) as usize] == 0;
            inside += usize::from(own);
            outside += usize::from(!own && !line);
        }
        assert!(inside > 20 && outside == 0, "{x} {y}: {inside} pixels inside, {outside} outside");
    }
}

#[test]
fn the_dots_of_an_onion_are_blue_while_its_blow_would_stun() {
    // An onion as it is; after it has attacked; with a colander (item 9) in the bag. The dots of other monsters are
    // red.
    for (kind, field, value, blue) in [
        (3, "mobs/1/spent", json!(false), true),
        (3, "mobs/1/spent", json!(true), false),
        (3, "bag/1", json!(9), false),
        (8, "mobs/1/spent", json!(false), false),
    ] {
        let mut play = Play::among(&[(kind, 8, 9, json!({ "hunts": true }))]);
        for world in ["world", "shown"] {
            play.set(&format!("/{world}/{field}"), value.clone());
        }
        play.wait(2);
        assert_eq!(marks(&play, 8, 9, 12).1 > 0, blue, "kind {kind}, {field} {value}");
        assert_eq!(marks(&play, 8, 9, 8).1 > 0, !blue, "kind {kind}, {field} {value}");
    }
}

#[test]
fn who_hides_and_can_strike_shows_its_dots_and_ring() {
    // In herbs two steps away: a hunting cayenne, an oxtail that has pawed and one that has not; of the rest
    // only the herb rustles.
    for (kind, pause, due) in [(5, 0, (4, 1)), (10, 1, (4, 3)), (10, 0, (0, 0))] {
        let mut play = Play::among(&[(
            kind,
            9,
            9,
            json!({ "hp": 4, "hunts": true, "pause": pause, "target": { "x": 7, "y": 12 } }),
        )]);
        let before = play.count((56, 96, 8, 8), 8);
        for world in ["world", "shown"] {
            play.set(&format!("/{world}/grid/tiles/{}", 9 * 16 + 9), json!(21));
        }
        play.wait(2);
        assert_eq!(marks(&play, 9, 9, 8), due, "kind {kind}, pause {pause}");
        assert_eq!(play.count((56, 96, 8, 8), 8), before, "the ring is where it was");
        assert_eq!(before > 19, pause == 1, "kind {kind}, pause {pause}");
    }
}

#[test]
fn a_ring_shows_where_one_that_has_paused_goes() {
    // A mussel pauses for three turns, an oxtail for one, a pea never.
    for (kind, pause, ring) in
        [(6, 0, false), (6, 2, false), (6, 3, true), (10, 0, false), (10, 1, true), (1, 0, false)]
    {
        let play = Play::among(&[(
            kind,
            10,
            9,
            json!({ "hunts": true, "pause": pause, "target": { "x": 7, "y": 11 } }),
        )]);
        let red = play.count((56, 88, 8, 8), 8);
        assert_eq!(red >= 20, ring, "kind {kind}, pause {pause}: {red} red pixels");
    }
}

#[test]
fn a_creature_has_a_black_outline() {
    // A pea on herbs: black to the left and right of it, above and below.
    let mut play = Play::among(&[(1, 8, 9, json!({}))]);
    play.set("/world/grid/tiles/152", json!(21));
    play.set("/shown/grid/tiles/152", json!(21));
    play.wait(2);
    // It sleeps.
    let body: Vec<bool> = play.sprite(198).iter().map(|color| *color != 1).collect();
    let seen = play.pixels(64, 72, 8, 8);
    let mut outline = 0;
    for (x, y) in (0..64_i32).map(|i| (i % 8, i / 8)) {
        let is = |x: i32, y: i32| (0..8).contains(&x) && (0..8).contains(&y) && body[(y * 8 + x) as usize];
        if !is(x, y)
            && [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|(dx, dy)| is(x + dx, y + dy))
            && (3..6).contains(&y)
        {
            assert_eq!(seen[(y * 8 + x) as usize], 0, "{x} {y}");
            outline += 1;
        }
    }
    assert!(outline >= 4, "{outline}");
}

#[test]
fn each_monster_has_four_pictures_and_they_move() {
    let play = Play::fresh();
    for kind in 0..12 {
        let pictures: Vec<_> = (0..4).map(|n| play.sprite(192 + kind * 4 + n)).collect();
        let mut different = pictures.clone();
        different.sort();
        different.dedup();
        assert!(different.len() >= 3, "kind {kind} has {} pictures", different.len());
        for picture in &pictures {
            let drawn = picture.iter().filter(|c| **c != 1).count();
            assert!((16..=64).contains(&drawn), "kind {kind}: {drawn} pixels");
        }
    }
}

#[test]
fn t09_03_all_monsters_are_drawn_and_animated() {
    // Both have lost him.
    let lost = json!({ "target": { "x": 7, "y": 9 } });
    let mut play = Play::among(&[(2, 9, 9, lost.clone()), (6, 5, 9, lost)]);
    let mut pictures = [BTreeSet::new(), BTreeSet::new()];
    for _ in 0..70 {
        play.wait(1);
        for (i, (kind, x)) in [(2, 72), (6, 40)].into_iter().enumerate() {
            pictures[i].extend((0..4).find(|n| play.shows(192 + kind * 4 + n, x, 72, false, &[(0, 0)])));
        }
    }
    assert!(pictures.iter().all(|seen| seen.len() >= 3), "{pictures:?}");
}

#[test]
fn sleepers_keep_still_with_their_eyes_shut() {
    for kind in 1..12 {
        let mut play = Play::among(&[(kind, 9, 9, json!({}))]);
        let picture = 194 + i32::from(kind) * 4;
        for _ in 0..70 {
            play.wait(1);
            assert!(play.shows(picture, 72, 72, false, &[(0, 0)]), "kind {kind}");
        }
        // Their eyes are lines: in no column are two pixels of black, one above the other, as in open ones.
        let picture = play.sprite(picture);
        let open = (0..48).filter(|at| picture[*at] == 0 && picture[at + 8] == 0).count();
        assert_eq!(open, 0, "kind {kind}");
    }
}
