//! Shapes: the machine's fast routines against slow references, over random scenes.
//!
//! Sizes are small, near the screen's, or any 32 bits; scenes have odd palettes, patterns with all flags, clips,
//! cameras, planes and pages. `tests::scene` describes how a case is made and repeated.

use num::Num;
use rasher::Machine;
use tests::naive::shapes as naive;
use tests::scene::{Cases, compare};

/// Scenes for each call; eight calls in each.
const SCENES: u64 = 800;

fn size(c: &mut Cases) -> i32 {
    match c.below(12) {
        0 => c.at(),
        1 => c.below(40_000),
        2 => c.pick(&[-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 64, 128, i32::MAX, i32::MAX - 1, i32::MIN]),
        3..6 => c.below(200),
        _ => c.below(24),
    }
}

/// Two corners: often a small box, sometimes anything.
fn corners(c: &mut Cases) -> [i32; 4] {
    let (x, y) = (c.at(), c.at());
    if c.one_in(4) {
        return [x, y, c.at(), c.at()];
    }
    let (w, h) = (size(c), size(c));
    let (x1, y1) = (x.wrapping_add(w), y.wrapping_add(h));
    if c.bool() { [x, y, x1, y1] } else { [x1, y, x, y1] }
}

type Box4 = fn(&mut Machine, i32, i32, i32, i32, Num);

fn boxes(name: &str, fast: Box4, slow: Box4) {
    compare(
        name,
        SCENES,
        |c| (corners(c), c.color()),
        |m, &([x0, y0, x1, y1], c)| fast(m, x0, y0, x1, y1, c),
        |m, &([x0, y0, x1, y1], c)| slow(m, x0, y0, x1, y1, c),
    );
}

type Circle = fn(&mut Machine, i32, i32, i32, Num);

fn circles(name: &str, fast: Circle, slow: Circle) {
    compare(
        name,
        SCENES,
        |c| {
            let (x, y, r) = (c.at(), c.at(), size(c));
            // Half of the larger ones are moved so that their edge is near the screen.
            if r > 100 && c.bool() {
                return (x.wrapping_sub(r), y, r, c.color());
            }
            (x, y, r, c.color())
        },
        |m, &(x, y, r, c)| fast(m, x, y, r, c),
        |m, &(x, y, r, c)| slow(m, x, y, r, c),
    );
}

type Rounded = fn(&mut Machine, i32, i32, i32, i32, i32, Num);

fn rounded(name: &str, fast: Rounded, slow: Rounded) {
    compare(
        name,
        SCENES,
        |c| (c.at(), c.at(), size(c), size(c), size(c), c.color()),
        |m, &(x, y, w, h, r, c)| fast(m, x, y, w, h, r, c),
        |m, &(x, y, w, h, r, c)| slow(m, x, y, w, h, r, c),
    );
}

#[test]
fn cls_equals_its_twin() {
    compare("cls", 200, Cases::color, |m, &c| m.cls(c), |m, &c| naive::cls(m, c));
}

#[test]
fn pset_equals_its_twin() {
    compare(
        "pset",
        SCENES,
        |c| (c.at(), c.at(), c.color()),
        |m, &(x, y, c)| m.pset(x, y, c),
        |m, &(x, y, c)| naive::pset(m, x, y, c),
    );
}

#[test]
fn pget_equals_its_twin() {
    // The value read is drawn, so that the comparison of memories includes it.
    compare(
        "pget",
        SCENES,
        |c| (c.at(), c.at()),
        |m, &(x, y)| m.poke(0x4300, m.pget(x, y).into()),
        |m, &(x, y)| m.poke(0x4300, naive::pget(m, x, y).into()),
    );
}

#[test]
fn rect_equals_its_twin() {
    boxes("rect", |m, x0, y0, x1, y1, c| m.rect(x0, y0, x1, y1, c), naive::rect);
}

#[test]
fn rectfill_equals_its_twin() {
    boxes("rectfill", |m, x0, y0, x1, y1, c| m.rectfill(x0, y0, x1, y1, c), naive::rectfill);
}

#[test]
fn line_equals_its_twin() {
    boxes("line", |m, x0, y0, x1, y1, c| m.line(x0, y0, x1, y1, c), naive::line);
}

#[test]
fn line_to_equals_its_twin() {
    compare(
        "line_to",
        SCENES,
        |c| (c.one_in(6), c.at(), c.at(), c.color()),
        |m, &(forget, x, y, c)| {
            if forget {
                m.line_reset();
            }
            m.line_to(x, y, c);
        },
        |m, &(forget, x, y, c)| {
            if forget {
                m.poke(0x5f35, i32::from(m.peek(0x5f35) | 1));
            }
            naive::line_to(m, x, y, c);
        },
    );
}

#[test]
fn circ_equals_its_twin() {
    circles("circ", |m, x, y, r, c| m.circ(x, y, r, c), naive::circ);
}

#[test]
fn circfill_equals_its_twin() {
    circles("circfill", |m, x, y, r, c| m.circfill(x, y, r, c), naive::circfill);
}

#[test]
fn oval_equals_its_twin() {
    boxes("oval", |m, x0, y0, x1, y1, c| m.oval(x0, y0, x1, y1, c), naive::oval);
}

#[test]
fn ovalfill_equals_its_twin() {
    boxes("ovalfill", |m, x0, y0, x1, y1, c| m.ovalfill(x0, y0, x1, y1, c), naive::ovalfill);
}

#[test]
fn rrect_equals_its_twin() {
    rounded("rrect", |m, x, y, w, h, r, c| m.rrect(x, y, w, h, r, c), naive::rrect);
}

#[test]
fn rrectfill_equals_its_twin() {
    rounded("rrectfill", |m, x, y, w, h, r, c| m.rrectfill(x, y, w, h, r, c), naive::rrectfill);
}

#[test]
fn the_walk_is_an_inequality() {
    // The octant walk is the rule; circles too large to walk are based on this form of it.
    for r in (0..1200).chain([9_999, 32_767]) {
        for (dx, dy) in naive::octant(r) {
            assert!(r == 0 || naive::in_circle(r, dx, dy), "radius {r}: ({dx}, {dy}) is on the walk");
            assert!(!naive::in_circle(r, dx + 1, dy), "radius {r}: ({dx}, {dy}) is the last of its row");
        }
    }
}

/// A fully visible circle without a pattern takes another code path than one with a pattern, and must cost as much.
#[test]
fn a_circle_costs_the_same_with_a_pattern() {
    for r in 0..64 {
        let price = |pattern| {
            let mut m = Machine::new(rasher::Boot::default());
            m.fillp(Num::from_bits(pattern));
            // A share of a frame's cycles, 65536 in total: 16 circles make one extra cycle visible.
            (0..16).for_each(|_| m.circ(64, 64, r, 7));
            m.stat(1)
        };
        assert_eq!(price(0), price(0x1234_0000), "radius {r}");
    }
}
