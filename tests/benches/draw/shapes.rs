//! Rows for the shapes: random places, plain and patterned.
//!
//! Places are chosen so that nothing is clipped, so a row's number of pixels is known.

use num::{Num, num};
use rasher::{Boot, Machine};
use tests::bench::Table;
use tests::naive::shapes as naive;
use tests::scene::Cases;

/// Places to draw at; a power of two.
const PLACES: usize = 1024;

/// A machine with a two-colour pen and a pattern.
fn machine(pattern: Num) -> Machine {
    let mut m = Machine::new(Boot::default());
    m.color(0x8c);
    m.fillp(pattern);
    m
}

/// Random places where a shape of `w` by `h` is fully visible, each with a colour.
fn places(w: i32, h: i32) -> Vec<(i32, i32, Num)> {
    let mut cases = Cases::new(1);
    (0..PLACES)
        .map(|_| {
            (cases.below(129 - w), cases.below(129 - h), Num::from_bits((cases.word() as i32) & 0xff_0000))
        })
        .collect()
}

/// Pixels that a call changes on an empty screen.
fn pixels(call: impl Fn(&mut Machine)) -> f64 {
    let mut m = machine(num!(0));
    m.cls(0);
    call(&mut m);
    (0..128).flat_map(|y| (0..128).map(move |x| (x, y))).filter(|&(x, y)| m.pget(x, y) != 0).count() as f64
}

/// One row, or three with patterns: the fast and the slow way to draw a shape of this size at random places.
fn shape(
    table: &mut Table,
    name: &str,
    (w, h): (i32, i32),
    patterns: bool,
    fast: impl Fn(&mut Machine, i32, i32, Num),
    slow: impl Fn(&mut Machine, i32, i32, Num),
) {
    let places = places(w, h);
    let count = pixels(|m| fast(m, 0, 0, num!(7)));
    let kinds: &[_] = if patterns {
        &[("", num!(0)), (", pattern", num!("0x5a5a")), (", see-through", num!("0x5a5a.8"))]
    } else {
        &[("", num!(0))]
    };
    for (kind, pattern) in kinds {
        let (mut one, mut two) = (machine(*pattern), machine(*pattern));
        let at = |i: usize| places[i % PLACES];
        table.pair(
            &format!("{name}{kind}"),
            count,
            |i| {
                let (x, y, c) = at(i);
                fast(&mut one, x, y, c);
            },
            |i| {
                let (x, y, c) = at(i);
                slow(&mut two, x, y, c);
            },
        );
    }
}

pub fn run() {
    let t = &mut Table::new("pixels");
    shape(t, "cls", (128, 128), false, |m, _, _, c| m.cls(c), |m, _, _, c| naive::cls(m, c));
    shape(t, "pset", (1, 1), true, |m, x, y, c| m.pset(x, y, c), naive::pset);
    let mut m = machine(num!(0));
    let at = places(1, 1);
    t.one("pget", 1.0, |i| {
        let (x, y, _) = at[i % PLACES];
        std::hint::black_box(m.pget(x, y));
    });
    for size in [8, 21, 32, 100, 128] {
        let d = size - 1;
        shape(
            t,
            &format!("rectfill {size}x{size}"),
            (size, size),
            true,
            move |m, x, y, c| m.rectfill(x, y, x + d, y + d, c),
            move |m, x, y, c| naive::rectfill(m, x, y, x + d, y + d, c),
        );
    }
    for size in [8, 100] {
        let d = size - 1;
        shape(
            t,
            &format!("rect {size}x{size}"),
            (size, size),
            size == 100,
            move |m, x, y, c| m.rect(x, y, x + d, y + d, c),
            move |m, x, y, c| naive::rect(m, x, y, x + d, y + d, c),
        );
    }
    for (name, w, h) in [
        ("line flat 100", 100, 1),
        ("line 100 down 30", 100, 31),
        ("line 30 down 100", 31, 100),
        ("line 8 down 5", 8, 6),
    ] {
        shape(
            t,
            name,
            (w, h),
            false,
            move |m, x, y, c| m.line(x, y, x + w - 1, y + h - 1, c),
            move |m, x, y, c| naive::line(m, x, y, x + w - 1, y + h - 1, c),
        );
    }
    for r in [4, 20, 60] {
        let size = (2 * r + 1, 2 * r + 1);
        shape(
            t,
            &format!("circ r {r}"),
            size,
            false,
            move |m, x, y, c| m.circ(x + r, y + r, r, c),
            move |m, x, y, c| naive::circ(m, x + r, y + r, r, c),
        );
        shape(
            t,
            &format!("circfill r {r}"),
            size,
            r == 60,
            move |m, x, y, c| m.circfill(x + r, y + r, r, c),
            move |m, x, y, c| naive::circfill(m, x + r, y + r, r, c),
        );
    }
    for (w, h) in [(10, 7), (120, 80)] {
        shape(
            t,
            &format!("oval {w}x{h}"),
            (w, h),
            false,
            move |m, x, y, c| m.oval(x, y, x + w - 1, y + h - 1, c),
            move |m, x, y, c| naive::oval(m, x, y, x + w - 1, y + h - 1, c),
        );
        shape(
            t,
            &format!("ovalfill {w}x{h}"),
            (w, h),
            w == 120,
            move |m, x, y, c| m.ovalfill(x, y, x + w - 1, y + h - 1, c),
            move |m, x, y, c| naive::ovalfill(m, x, y, x + w - 1, y + h - 1, c),
        );
    }
    shape(
        t,
        "rrect 100x60 r 10",
        (100, 60),
        false,
        |m, x, y, c| m.rrect(x, y, 100, 60, 10, c),
        |m, x, y, c| naive::rrect(m, x, y, 100, 60, 10, c),
    );
    shape(
        t,
        "rrectfill 100x60 r 10",
        (100, 60),
        true,
        |m, x, y, c| m.rrectfill(x, y, 100, 60, 10, c),
        |m, x, y, c| naive::rrectfill(m, x, y, 100, 60, 10, c),
    );
    m.color(0);
    t.print();
}
