//! The light, the hit points, death, and the end of a run.

use crate::porklike::play::{LEFT, O, Play, X, brightness};
use serde_json::{Value, json};

/// Frames until the light is out, and whether it faded; then until it is on again.
fn dark(play: &mut Play) -> [Vec<u32>; 2] {
    let mut lights = vec![brightness(play)];
    while lights.last() != Some(&0) {
        play.frame(0);
        lights.push(brightness(play));
        assert!(lights.len() < 300, "it does not get dark");
    }
    let mut back = vec![0];
    while back.len() < 2 || back[back.len() - 1] != back[back.len() - 2] || back.last() == Some(&0) {
        play.frame(0);
        play.frame(0);
        back.push(brightness(play));
        assert!(back.len() < 60, "it does not get light");
    }
    [lights, back]
}

/// The number of steps of the fade.
fn steps(lights: &[u32]) -> usize {
    let mut steps = lights.to_vec();
    steps.dedup();
    steps.len() - 1
}

#[test]
fn t13_01_a_lost_run_has_its_own_state() {
    let mut play = Play::beaten();
    assert!(play.find("a pea", 6).is_some(), "it tells who did it");
    let (hero, turns) = (play.hero(), play.get("/world/stats/turns"));
    play.tap(LEFT);
    play.wait(20);
    assert_eq!((play.mode().as_str(), play.hero(), play.get("/world/stats/turns")), ("Over", hero, turns));
    assert!(play.find_hero().is_none(), "the map is not drawn");
}

#[test]
fn t13_03_a_key_restarts_the_game() {
    for key in [X, O] {
        for mut play in [Play::beaten(), Play::won()] {
            play.frame(key);
            play.wait(60);
            assert_eq!((play.mode().as_str(), play.floor()), ("Play", 1), "straight to the tower");
            assert_eq!((play.get("/world/end"), play.said()), (Value::Null, vec!["larder 1".into()]));
            let turns = play.get("/world/stats/turns").as_i64();
            play.tap(O);
            assert_eq!(play.get("/world/stats/turns").as_i64(), turns.map(|turns| turns + 1), "and he acts");
        }
    }
}

#[test]
fn t13_04_nothing_is_left_of_the_run_before() {
    // He looks left, aims left, carries, knows, is cursed, is in smoke, and dies.
    let mut play = Play::among(&[(1, 6, 9, json!({ "hunts": true }))]);
    play.set("/world/bag", json!([1, 7, 13, 17, 3, 0, 0, 0]));
    play.set("/world/known", json!(0xffff));
    play.set("/world/mobs/0/bless", json!(-1));
    play.set("/world/mobs/0/hp", json!(9));
    play.set("/world/mobs/0/max", json!(9));
    play.tap(LEFT);
    play.taps("xdx");
    play.tap(X);
    play.taps("ldo");
    play.tap(O);
    let (x, y) = play.hero();
    let hunter = json!([play.get("/world/mobs/0"), {
        "id": 5, "kind": 5, "at": { "x": x + 1, "y": y }, "hp": 1, "max": 1, "hunts": true,
        "target": { "x": x, "y": y }, "stun": false, "spent": true, "rest": 0, "bless": 0, "firm": 0, "alert": true, "pause": 0
    }]);
    play.set("/world/mobs", hunter);
    play.set("/world/bag/1", json!(0));
    play.set("/world/mobs/0/hp", json!(1));
    play.set("/world/cursed", json!(true));
    play.wait(2);
    play.tap(O);
    play.wait(250);
    assert_eq!(play.mode(), "Over");
    play.frame(X);
    play.settle_but(|play| play.mode() == "Over");
    play.settle_but(|play| play.get("/clock").as_i64() < Some(230));
    // The same run after one that was lost in the yard at once.
    assert_ne!(play.get("/world/seed"), 7, "another tower");
    let mut other = Play::beaten();
    other.frame(X);
    other.settle_but(|other| other.mode() == "Over");
    other.settle_but(|play| play.get("/clock").as_i64() < Some(230));
    let (mut left, mut due) = (play.state(), other.state());
    // A window's frames are counted from the dark.
    for state in [&mut left, &mut due] {
        for window in state["windows"].as_array_mut().expect("a list") {
            window["life"] = json!(0);
        }
    }
    for (field, value) in due.as_object().expect("fields") {
        assert!(left[field] == *value, "{field}: {} is left, {value} is due", left[field]);
    }
    assert!(play.hero_on_screen() == other.hero_on_screen(), "he looks to the same side");
}

#[test]
fn t14_03_the_light_goes_out_before_the_end_is_shown() {
    let mut play = Play::doomed();
    play.frame(O);
    let [out, back] = dark(&mut play);
    assert!(out.is_sorted_by(|a, b| a >= b), "{out:?}");
    assert!(steps(&out) >= 5, "it fades: {out:?}");
    assert_eq!(play.mode(), "Over");
    assert!(back.is_sorted() && steps(&back) >= 3, "and the end comes out of the dark: {back:?}");
}

#[test]
fn t14_04_the_game_freezes_for_two_seconds_on_death() {
    let mut play = Play::doomed();
    play.frame(O);
    play.settle_but(|play| play.get("/shown/mobs/0/hp") != 0);
    // Flash and shake end; then nothing moves, and the killer is still visible.
    play.wait(40);
    let screen = play.pixels(0, 0, 128, 128);
    let light = brightness(&play);
    let still = (0..200).take_while(|_| {
        play.frame(0);
        brightness(&play) == light && play.mode() == "Play"
    });
    let still = still.count();
    assert!((60..=130).contains(&still), "{still} frames after the first 40");
    let mut again = Play::doomed();
    again.frame(O);
    again.settle_but(|play| play.get("/shown/mobs/0/hp") != 0);
    again.wait(70);
    let pictures = [screen, again.pixels(0, 0, 128, 128)];
    let differs = (0..128 * 128).filter(|i| pictures[0][*i] != pictures[1][*i]).count();
    assert!(differs < 90, "but for a word that ends nothing moves: {differs} pixels");
    // It pauses in the middle of its bump, below the hero.
    assert!(again.count((62, 70, 10, 10), 11) > 6, "the pea that bit him is still to be seen");
}

#[test]
fn t14_05_a_key_fades_the_end_out_and_the_game_in() {
    for mut play in [Play::beaten(), Play::won()] {
        play.frame(X);
        let [out, back] = dark(&mut play);
        assert!(out.is_sorted_by(|a, b| a >= b) && steps(&out) >= 5, "{out:?}");
        assert!(back.is_sorted() && steps(&back) >= 3, "{back:?}");
        assert_eq!((play.mode().as_str(), play.floor()), ("Play", 1));
    }
}

#[test]
fn t14_06_a_box_shows_the_hit_points_where_the_hero_is_not() {
    let mut play = Play::new();
    for (hp, max, y, place) in [(5, 5, 13, 4..8), (2, 5, 13, 4..8), (12, 13, 12, 4..8), (4, 6, 7, 111..118)] {
        play.set("/world/mobs/0/hp", json!(hp));
        play.set("/world/mobs/0/max", json!(max));
        play.stand(7, y);
        play.wait(60);
        let (x, top) = play.find(&format!("{hp}/{max}"), 7).expect("current and maximum");
        let inside = |f: &(i32, i32, i32, i32)| x > f.0 && x < f.0 + f.2 && top > f.1 && top < f.1 + f.3;
        let frames = play.frames();
        let found = frames.iter().find(|frame| inside(frame)).expect("in a box");
        assert!(place.contains(&found.1), "hero in row {y}, box at {}", found.1);
    }
    // The frame is red while he is cursed and yellow while he is blessed.
    for (bless, color) in [(-1, 8), (1, 10), (0, 6)] {
        play.set("/world/mobs/0/bless", json!(bless));
        play.wait(2);
        assert_eq!(play.count((4, 111, 30, 1), color), 30, "blessing {bless}");
    }
}

#[test]
fn t14_08_the_hit_points_are_gone_when_the_player_is_dead() {
    let mut play = Play::doomed();
    assert!(play.find("♥", 8).is_some(), "while he lives");
    play.frame(O);
    play.wait(250);
    assert_eq!(play.mode(), "Over");
    for _ in 0..30 {
        play.wait(1);
        assert_eq!(play.find("♥", 8), None);
        assert_eq!(play.find("0/5", 7), None);
    }
}

/// Line of the screen at which the logo begins: its lower right quarter is searched for, because no window covers it.
fn logo(play: &Play) -> Option<i32> {
    let p8 = play.console.machine();
    (-12..60).find(|top| {
        (0..48 * 12).all(|i| {
            let (x, y) = (48 + i % 48, 12 + i / 48);
            let color = p8.sget(x, 48 + y);
            color == 1 || top + y < 0 || p8.pget(16 + x, top + y) == color
        })
    })
}

#[test]
fn t48_02_the_logo_is_shown_for_a_short_time_and_floats_off() {
    let mut play = Play::fresh();
    play.wait(60);
    let tops: Vec<_> = (0..120)
        .map_while(|_| {
            play.wait(1);
            logo(&play)
        })
        .collect();
    assert_eq!(tops.len(), 120, "it is there");
    assert!(tops.iter().all(|y| *y == 20), "and still: {tops:?}");
    // After four seconds it leaves, faster than a pixel a frame, until it is gone.
    let gone: Vec<_> = (0..150)
        .map(|_| {
            play.wait(1);
            logo(&play)
        })
        .collect();
    let seen: Vec<_> = gone.iter().flatten().collect();
    assert!(seen.iter().any(|y| **y < 0), "it floats over the edge: {seen:?}");
    assert_eq!(gone[149], None, "off the screen");
    // It does not come back on the way.
    let mut climb = Play::climbed(0);
    climb.wait(60);
    assert_eq!(logo(&climb), None);
}

#[test]
fn t48_04_the_end_shows_a_lettering_the_stats_and_a_flashing_hint() {
    for (mut play, lettering, numbers) in [
        (Play::beaten(), 144, ["123", "45", "9", "678", "00000007"]),
        (Play::won(), 152, ["0", "0", "0", "0", "00000007"]),
    ] {
        // Eight by two sprites, from 32 4.
        let large = (0..16)
            .all(|i| play.shows(lettering + i % 8 + i / 8 * 16, 32 + i % 8 * 8, 4 + i / 8 * 8, false, &[]));
        assert!(large, "the lettering {lettering}");
        for label in ["floor", "turns", "kills", "steps", "meals", "seed"] {
            assert!(play.find(label, 6).is_some(), "{label}");
        }
        for number in numbers {
            assert!(play.find(number, 7).is_some(), "{number} is on the screen");
        }
        let hint: Vec<_> = (0..96)
            .map(|_| {
                play.wait(1);
                play.find("try again", 7).is_some()
            })
            .collect();
        let changes = hint.windows(2).filter(|w| w[0] != w[1]).count();
        assert!((4..=8).contains(&changes), "it flashes: {hint:?}");
    }
}
