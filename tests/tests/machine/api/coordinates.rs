//! Whole-number arguments of calls: a `Num` acts like its floor. Manual: coordinates are rounded down.

use rasher::{Machine, Num, num};

use super::machine;

/// The same calls with other types of coordinates, by name.
macro_rules! calls {
    ($p8:ident $v:tt $($name:literal $call:expr;)*) => {
        &[$(($name, |$p8: &mut Machine, $v: [Num; 6]| _ = $call, |$p8: &mut Machine, $v: [i32; 6]| _ = $call)),*]
    };
}

type Case = (&'static str, fn(&mut Machine, [Num; 6]), fn(&mut Machine, [i32; 6]));

#[rustfmt::skip]
const CASES: &[Case] = calls! { p8 [a, b, c, d, e, f]
    "pset" { _ = (c, d, e, f); p8.pset(a, b, 7) };
    "line" { _ = (e, f); p8.line(a, b, c, d, 7) };
    "line_to" { _ = (e, f); p8.line_to(a, b, 7); p8.line_to(c, d, 7) };
    "rect" { _ = (e, f); p8.rect(a, b, c, d, 7) };
    "rectfill" { _ = (e, f); p8.rectfill(a, b, c, d, 7) };
    "rrect" { _ = f; p8.rrect(a, b, c, d, e, 7) };
    "rrectfill" { _ = f; p8.rrectfill(a, b, c, d, e, 7) };
    "circ" { _ = (d, e, f); p8.circ(a, b, c, 7) };
    "circfill" { _ = (d, e, f); p8.circfill(a, b, c, 7) };
    "oval" { _ = (e, f); p8.oval(a, b, c, d, 7) };
    "ovalfill" { _ = (e, f); p8.ovalfill(a, b, c, d, 7) };
    "spr" { _ = (d, e, f); p8.spr(a, b, c) };
    "spr_ext" { _ = (d, e, f); p8.spr_ext(a, b, c, num!(1.5), 2, true, false) };
    "sspr" p8.sspr(a, b, c, d, e, f);
    "sspr_ext" p8.sspr_ext(a, b, c, d, e, f, c, f, false, true);
    "map_ext" { _ = (e, f); p8.map_ext(a, b, c, d, 16, None, 0) };
    "tline" { _ = (e, f); p8.tline(a, b, c, d, 0, 0) };
    "tline_ext" { _ = (e, f); p8.tline_ext(a, b, c, d, 0, 0, num!(0.125), 0, 0) };
    "print_at" { _ = (c, d, e, f); p8.print_at("floored", a, b, 7) };
    "cursor" { _ = (c, d, e, f); p8.cursor(a, b); p8.print("floored") };
    "cursor_ext" { _ = (c, d, e, f); p8.cursor_ext(a, b, 8); p8.print("floored") };
    "camera" { _ = (c, d, e, f); p8.camera(a, b) };
    "clip" { _ = (e, f); p8.clip(a, b, c, d) };
    "clip_ext" { _ = (e, f); p8.clip_ext(a, b, c, d, true) };
    "sset" { _ = (c, d, e, f); p8.sset(a, b, 7) };
    "mset" { _ = (c, d, e, f); p8.mset(a, b, 7) };
    "pget" { _ = (c, d, e, f); let found = p8.pget(a, b); p8.poke(0x8000, found.into()) };
    "sget" { _ = (c, d, e, f); let found = p8.sget(a, b); p8.poke(0x8000, found.into()) };
    "mget" { _ = (c, d, e, f); let found = p8.mget(a, b); p8.poke(0x8000, found.into()) };
};

#[test]
fn a_num_is_floored() {
    // Every byte of sheet, flags, map and screen is non-zero.
    let mut start = machine();
    for addr in (0..0x3100).chain(0x6000..0x8000u16) {
        start.poke(addr, i32::from(addr.wrapping_mul(31) >> 3));
    }
    for (name, by_num, by_int) in CASES {
        let mut told_apart = false;
        for wholes in [[3, 5, 20, 30, 4, 9], [-9, -4, 60, 70, -1, 2], [100, 126, 140, 12, 8, 8]] {
            for fraction in [Num::EPSILON, num!(0.5), num!("0x0.ffff")] {
                let run = |play: &dyn Fn(&mut Machine)| {
                    let mut m = start.clone();
                    play(&mut m);
                    m.memory().bytes().to_vec()
                };
                let expected = run(&|m| by_int(m, wholes));
                let found = run(&|m| by_num(m, wholes.map(|n| Num::int(n) + fraction)));
                assert!(found == expected, "{name} at {wholes:?} + {fraction}");
                told_apart |= run(&|m| by_int(m, wholes.map(|n| n + 1))) != expected;
            }
        }
        assert!(told_apart, "{name}: the next pixel gives the same, so that the test tells nothing");
    }
}
