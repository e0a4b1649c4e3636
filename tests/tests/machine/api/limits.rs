//! Exceeding a limit causes a notice with its name, number and place; pixels and bytes are as without the excess.

use super::machine;
use rasher::{Cart, Console, Effect, Exceeded, Input, LIMITS, Limit, Machine, program};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The bytes of a frame that go to the host.
const MIB: i64 = 1 << 20;

/// The notices after some calls.
fn noted(calls: fn(&mut Machine)) -> Vec<(Limit, i64, i64)> {
    let mut p8 = machine();
    calls(&mut p8);
    p8.exceeded().map(|e| (e.limit, e.found, e.most)).collect()
}

/// The numbers are the manual's; those on the host's side (labels, ids, debug lines) are partly ours.
#[test]
fn limits_are_reported_with_name_and_number() {
    use Limit::*;
    type Case = (&'static str, fn(&mut Machine), Limit, i64, i64);
    let cases: &[Case] = &[
        ("spr", |p8| p8.spr(256, 0, 0), Sprite, 256, 255),
        ("spr below", |p8| p8.spr(-1, 0, 0), Sprite, -1, 255),
        ("spr_ext", |p8| p8.spr_ext(i32::MAX, 0, 0, 1, 1, false, false), Sprite, i32::MAX.into(), 255),
        ("fget", |p8| _ = p8.fget(256), Sprite, 256, 255),
        ("fget_bit", |p8| _ = p8.fget_bit(0, 8), Flag, 8, 7),
        ("fget_bit of no sprite", |p8| _ = p8.fget_bit(-5, 0), Sprite, -5, 255),
        ("fset", |p8| p8.fset(256, 1), Sprite, 256, 255),
        ("fset_bit", |p8| p8.fset_bit(0, -1, true), Flag, -1, 7),
        ("fset_bit of no sprite", |p8| p8.fset_bit(256, 1, true), Sprite, 256, 255),
        ("mget right of the map", |p8| _ = p8.mget(128, 64), MapColumn, 128, 127),
        ("mget below the map", |p8| _ = p8.mget(0, 64), MapRow, 64, 63),
        ("mset", |p8| p8.mset(-1, 0, 1), MapColumn, -1, 127),
        // 8,192 bytes in rows of 256 are 32 rows.
        ("mset on a wider map", |p8| _ = (p8.poke(0x5f57, 0), p8.mset(255, 32, 1)), MapRow, 32, 31),
        ("pal_ext", |p8| _ = p8.pal_ext(1, 2, 3), Palette, 3, 2),
        ("pal_table", |p8| p8.pal_table(&[(1, 2), (3, 4)], -1), Palette, -1, 2),
        ("pal_reset_one", |p8| p8.pal_reset_one(9), Palette, 9, 2),
        ("tline_precision", |p8| p8.tline_precision(29), Precision, 29, 28),
        ("sfx", |p8| _ = p8.sfx(64), Sound, 64, 63),
        ("sfx below", |p8| _ = p8.sfx(-3), Sound, -3, 63),
        ("sfx_ext", |p8| _ = p8.sfx_ext(0, 4, 0, 0), Channel, 4, 3),
        ("sfx_ext from a note", |p8| _ = p8.sfx_ext(0, 0, 32, 0), Note, 32, 31),
        ("music", |p8| p8.music(64), Song, 64, 63),
        ("btn", |p8| _ = p8.btn(7), Button, 7, 6),
        ("btnp_of", |p8| _ = p8.btnp_of(0, 8), Player, 8, 7),
        ("dget", |p8| _ = p8.dget(64), Saved, 64, 63),
        ("dset", |p8| p8.dset(-1, 1), Saved, -1, 63),
        ("cartdata", |p8| _ = p8.cartdata(&"x".repeat(65)), SaveId, 65, 64),
        ("cartdata of nothing", |p8| _ = p8.cartdata(""), SaveId, 0, 64),
        ("menuitem", |p8| p8.menuitem(6, Some("six")), MenuItem, 6, 5),
        ("menuitem, label", |p8| p8.menuitem(1, Some("seventeen letters")), MenuLabel, 17, 16),
        ("peek_n", |p8| p8.peek_n(0, &mut [0; 8193]), Bytes, 8193, 8192),
        ("poke_n", |p8| p8.poke_n(0x8000, &[0; 9000]), Bytes, 9000, 8192),
        ("poke_n past the end", |p8| p8.poke_n(0xfffe, &[0; 3]), Address, 0x1_0000, 0xffff),
        ("memcpy", |p8| p8.memcpy(0xfff0, 0x8000, 17), Address, 0x1_0000, 0xffff),
        ("memset", |p8| p8.memset(0x8000, 1, i32::MAX), Address, 0x8000 + i64::from(i32::MAX) - 1, 0xffff),
        ("reload_ext", |p8| p8.reload_ext(0x4300, 0x42f0, 17), Rom, 0x4300, 0x42ff),
        ("cstore_ext", |p8| p8.cstore_ext(0x4300, 0, 1, None), Rom, 0x4300, 0x42ff),
        ("score", |p8| _ = p8.score("thirteen long", 1), ScoreName, 13, 12),
        ("score of nothing", |p8| _ = p8.score("", 1), ScoreName, 0, 12),
        ("scores", |p8| (0..16).for_each(|n| _ = p8.score(&n.to_string(), n)), Score, 16, 15),
        ("debug", |p8| (0..300).for_each(|n| p8.debug(n)), DebugLines, 257, 256),
        ("print", |p8| _ = p8.print("a".repeat(40_000)), Letters, 32_769, 32_768),
        // Each line counts 32 bytes in addition to its own.
        ("printh", |p8| (0..99).for_each(|_| p8.printh(&"a".repeat(16_352))), Prints, MIB + 16_384, MIB),
        ("printh of one line", |p8| p8.printh(&"a".repeat(2 << 20)), Prints, MIB + 32, MIB),
        (
            "printh to files",
            |p8| (0..99).for_each(|_| p8.printh_ext(&"a".repeat(16_351), "f", false, false)),
            FilePrints,
            MIB + 16_384,
            MIB,
        ),
        (
            "printh to a file with a long name",
            |p8| p8.printh_ext("a", &"f".repeat(2000), false, false),
            FileName,
            2000,
            1024,
        ),
        (
            "clipboard",
            |p8| p8.printh_ext(&"a".repeat(2 << 20), "@clip", false, false),
            Clipboard,
            2 * MIB,
            MIB,
        ),
        (
            "serial",
            |p8| (0..99).for_each(|_| _ = p8.serial(0x805, 0, 32_736)),
            SerialBytes,
            MIB + 32_768,
            MIB,
        ),
        (
            "cstore",
            |p8| (0..99).for_each(|n| p8.cstore_ext(n, 0, 16_352, Some("other"))),
            StoredBytes,
            MIB + 16_384,
            MIB,
        ),
        ("reload", |p8| (0..99).for_each(|n| _ = p8.reload_from(0, 0, 1, &n.to_string())), Missing, 17, 16),
        ("extcmd", |p8| (0..999).for_each(|n| p8.extcmd(&n.to_string())), Requests, 257, 256),
        ("load", |p8| p8.load("a", "", &"x".repeat(70_000)), Param, 70_000, 65_536),
    ];
    for (what, calls, limit, found, most) in cases {
        assert_eq!(noted(*calls), [(*limit, *found, *most)], "{what}");
    }
    // Each id is opened by one cart: `console/script/tests/script/carts.rs`.
    let tested = cases.iter().map(|(_, _, limit, ..)| *limit).chain([SaveIds]);
    let tested: BTreeSet<usize> = tested.map(|limit| limit as usize).collect();
    let missing: Vec<&str> =
        LIMITS.iter().filter(|row| !tested.contains(&(row.limit as usize))).map(|row| row.name).collect();
    assert!(missing.is_empty(), "no case goes past {missing:?}");
}

/// No notice appears at a limit, or where a cart may go beyond it.
#[test]
fn limits_keep_quiet_up_to_the_last() {
    type Case = (&'static str, fn(&mut Machine));
    let cases: &[Case] = &[
        ("sprites", |p8| _ = (p8.spr(255, 200, -9), p8.fget(0), p8.fset_bit(255, 7, true))),
        ("the map", |p8| _ = (p8.mget(127, 63), p8.mset(0, 0, 300), p8.map_ext(-5, 90, 0, 0, 999, 999, 0))),
        // 0x5f36 bit 4: reads out of bounds give the cart's own value.
        ("a map with a border of its own", |p8| _ = (p8.poke(0x5f36, 0x10), p8.mget(-1, 99))),
        ("pixels", |p8| {
            _ = (p8.pget(-1, 500), p8.sget(-1, 500), p8.pset(-1, 500, 99), p8.line(-1, -1, 999, 999, 7))
        }),
        ("sounds", |p8| _ = (p8.sfx(63), p8.sfx_ext(-2, -2, 99, -9), p8.sfx_ext(0, 3, 31, 99), p8.music(-1))),
        ("buttons", |p8| _ = (p8.btn(6), p8.btnp_of(0, 7))),
        ("kept numbers", |p8| {
            _ = (p8.cartdata(&"x".repeat(64)), p8.dset(63, 1), p8.dget(0), p8.cartdata("y"))
        }),
        ("scores", |p8| {
            (0..15).for_each(|n| _ = (p8.score("twelve long.", 1), p8.score(&(n % 14).to_string(), n)))
        }),
        ("the menu", |p8| _ = (p8.menuitem(5 | 0x300, Some("sixteen letters!")), p8.menuitem(0, None))),
        ("memory", |p8| _ = (p8.memcpy(0xfff0, 0, 16), p8.memset(0, 0, -9), p8.poke_n(0xe000, &[0; 8192]))),
        ("one value at the end", |p8| _ = (p8.peek4(0xffff), p8.poke2(0xffff, 1))),
        ("the rom", |p8| _ = (p8.reload(), p8.cstore(), p8.reload_ext(0, 0xffff, 0))),
        ("256 debug lines", |p8| (0..256).for_each(|n| p8.debug(n))),
    ];
    for (what, calls) in cases {
        assert_eq!(noted(*calls), [], "{what}");
    }
}

/// Two lines that exceed a limit each frame, one of them three times.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Careless {
    frames: i32,
}

impl Careless {
    fn line() -> u32 {
        line!() + 5
    }
}
impl Cart for Careless {
    fn _draw(&self, p8: &mut Machine) {
        (0..3).for_each(|n| p8.spr(300 + n + self.frames, 0, 0));
        p8.sfx(99);
    }
    fn _update(&mut self, _: &mut Machine) {
        self.frames += 1;
    }
}

#[test]
fn limits_are_reported_once_a_place_and_run() {
    let mut console = Console::boot(program(Careless::default()), rasher::Boot::default());
    let told = |effects: &[Effect]| {
        let limits =
            effects.iter().filter_map(|e| if let Effect::Limit(e) = e { Some(e.clone()) } else { None });
        limits.collect::<Vec<Exceeded>>()
    };
    let first = told(&console.frame(&Input::default()));
    let texts: Vec<String> = first.iter().map(ToString::to_string).collect();
    let (file, line) = (file!(), Careless::line());
    let want = [
        format!("{file}:{line}:32: sprite 301, expected 0 to 255: nothing is drawn or set; flags read as 0"),
        format!("{file}:{}:12: sfx 99, expected -2 to 63: no sound plays or stops", line + 1),
    ];
    assert_eq!(texts, want);
    let mut copy = console.clone();
    for _ in 0..9 {
        assert_eq!(told(&console.frame(&Input::default())), []);
        assert_eq!(told(&copy.frame(&Input::default())), [], "a copy has been told too");
    }
    assert!(console.machine().exceeded().eq(first), "they stay for the meters");
    assert_eq!(console.digest(), copy.digest());
}

/// However many places there are, 16 are reported.
#[test]
fn limits_are_reported_for_16_places() {
    let p8 = &mut machine();
    let first = [p8.fget(300), p8.fget(301), p8.fget(302), p8.fget(303), p8.fget(304), p8.fget(305)];
    let next = [p8.fget(306), p8.fget(307), p8.fget(308), p8.fget(309), p8.fget(310), p8.fget(311)];
    let last = [p8.fget(312), p8.fget(313), p8.fget(314), p8.fget(315), p8.fget(316), p8.fget(317)];
    p8.spr(318, 0, 0);
    assert_eq!([first, next, last], [[0; 6]; 3]);
    assert_eq!(p8.exceeded().map(|e| e.found).collect::<Vec<_>>(), (300..316).collect::<Vec<i64>>());
}

/// Drops are reported even after 16 places have been, and by kind: once, wherever they happen.
#[test]
fn dropped_requests_are_reported_once_a_kind() {
    let p8 = &mut machine();
    let n = 300;
    _ = [p8.fget(n), p8.fget(n), p8.fget(n), p8.fget(n), p8.fget(n), p8.fget(n), p8.fget(n), p8.fget(n)];
    _ = [p8.fget(n), p8.fget(n), p8.fget(n), p8.fget(n), p8.fget(n), p8.fget(n), p8.fget(n), p8.fget(n)];
    for _ in 0..2 {
        (0..999).for_each(|n| p8.extcmd(&n.to_string()));
        (0..999).for_each(|n| p8.extcmd_text("set_filename", &n.to_string()));
    }
    let told: Vec<Limit> = p8.exceeded().map(|told| told.limit).collect();
    assert_eq!(told[16..], [Limit::Requests]);
}

/// The table itself: names are unique, and a row is found by its limit.
#[test]
fn limits_have_rows() {
    for row in LIMITS {
        assert_eq!(row.limit.row(), row);
        assert!(row.least < row.most, "{}", row.name);
    }
    let names: BTreeSet<&str> = LIMITS.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), LIMITS.len());
}
