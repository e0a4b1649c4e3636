//! Inside a frame: the list of calls, the picture after each, and the call that drew a pixel.
//!
//! The reference makes the same calls by hand, one after the other, on its own machine. What a call paints is found
//! by making it on four plain screens and checking where they stay plain.

use rasher::{Boot, Cart, Console, Input, Machine, Num, PIXELS, Trace, program};
use serde::{Deserialize, Serialize};
use tests::carts::CARTS;
use tests::random::RandomPlayer;

type Call = (&'static str, &'static str, fn(&mut Machine));

/// Name, arguments, and the call. Includes every call that a trace knows, in each of its forms.
const CALLS: &[Call] = &[
    ("cls", "1", |p| p.cls(1)),
    ("camera", "3, -2", |p| _ = p.camera(3, -2)),
    ("rectfill", "10, 10, 40, 30, 8", |p| p.rectfill(10, 10, 40, 30, 8)),
    ("rect", "12, 12, 50, 50, 9", |p| p.rect(12, 12, 50, 50, 9)),
    ("clip", "20, 20, 90, 90, false", |p| _ = p.clip(20, 20, 90, 90)),
    ("circfill", "60, 60, 20, 12", |p| p.circfill(60, 60, 20, 12)),
    ("circ", "60, 60, 24, pen", |p| p.circ(60, 60, 24, rasher::Color::PEN)),
    ("clip", "", |p| _ = p.clip_reset()),
    ("fillp", "0x5a5a.8000", |p| _ = p.fillp(Num::from_bits(0x5a5a_8000))),
    ("ovalfill", "70, 10, 120, 40, 11", |p| p.ovalfill(70, 10, 120, 40, 11)),
    ("fillp", "0x0000", |p| _ = p.fillp(0)),
    ("oval", "70, 10, 120, 40, 3", |p| p.oval(70, 10, 120, 40, 3)),
    ("rrectfill", "80, 80, 30, 20, 4, 14", |p| p.rrectfill(80, 80, 30, 20, 4, 14)),
    ("rrect", "78, 78, 34, 24, 5, 2", |p| p.rrect(78, 78, 34, 24, 5, 2)),
    ("line", "0, 0, 127, 90, 7", |p| p.line(0, 0, 127, 90, 7)),
    ("line", "5, 120, 6", |p| p.line_to(5, 120, 6)),
    ("line", "", |p| p.line_reset()),
    ("color", "10", |p| _ = p.color(10)),
    ("pset", "64, 3, 15", |p| p.pset(64, 3, 15)),
    ("pal", "7, 8", |p| _ = p.pal(7, 8)),
    ("pal", "1, 129, 1", |p| _ = p.pal_ext(1, 129, 1)),
    ("palt", "3, true", |p| _ = p.palt(3, true)),
    ("spr", "5, 30, 90", |p| p.spr(5, 30, 90)),
    ("spr", "17, 90, 30, 2, 1.5, true, false", |p| {
        p.spr_ext(17, 90, 30, 2, Num::from_bits(0x1_8000), true, false)
    }),
    ("sspr", "8, 8, 16, 16, 5, 50, 16, 16, false, false", |p| p.sspr(8, 8, 16, 16, 5, 50)),
    ("sspr", "8, 8, 16, 16, 40, 70, 30, 12, false, true", |p| {
        p.sspr_ext(8, 8, 16, 16, 40, 70, 30, 12, false, true)
    }),
    ("map", "0, 0, 0, 100, 9, 3, 0", |p| p.map_ext(0, 0, 0, 100, 9, 3, 0)),
    ("map", "0, 0, 0, 0, all, all, 0", |p| p.map()),
    ("tline", "0, 64, 127, 70, 0, 3", |p| p.tline(0, 64, 127, 70, 0, 3)),
    ("tline", "0, 20, 127, 90, 0, 3, 0.125, 0, 0", |p| {
        p.tline_ext(0, 20, 127, 90, 0, 3, Num::from_bits(0x2000), 0, 0)
    }),
    ("tline", "13", |p| p.tline_precision(13)),
    ("pal", "0", |p| p.pal_reset_one(0)),
    ("pal", "", |p| p.pal_reset()),
    ("palt", "1", |p| _ = p.palt_bits(1)),
    ("palt", "", |p| _ = p.palt_reset()),
    ("cursor", "2, 20, 9", |p| _ = p.cursor_ext(2, 20, 9)),
    ("cursor", "2, 30, pen", |p| _ = p.cursor(2, 30)),
    ("print", "\"hello\"", |p| _ = p.print("hello")),
    // Control codes as `p8!` reads them, so that a list of calls can be printed.
    ("print", r#""\^wbig\^-w \f8\"\\red\n\014\000""#, |p| {
        _ = p.print(rasher::p8!(r#"\^wbig\^-w \f8\"\\red\n\014\000"#))
    }),
    ("print", "\"12\", 60, 100, 7", |p| _ = p.print_at(12, 60, 100, 7)),
    ("poke", "0x6100, 119", |p| p.poke(0x6100, 0x77)),
    ("poke2", "0x6110, 4660", |p| p.poke2(0x6110, 0x1234)),
    ("poke4", "0x6120, 1.5", |p| p.poke4(0x6120, Num::from_bits(0x1_8000))),
    ("poke", "0x6200, 3 bytes", |p| p.poke_n(0x6200, &[1, 2, 3])),
    ("memset", "0x7000, 17, 64", |p| p.memset(0x7000, 17, 64)),
    ("memcpy", "0x7100, 0x6000, 640", |p| p.memcpy(0x7100, 0x6000, 640)),
    ("reload", "0x4300, 0x0000, 16", |p| p.reload_ext(0x4300, 0, 16)),
    ("cls", "0", |p| p.cls(0)),
];

/// Makes the first `count` of the calls above, half of them in `_update`.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Caller;

const IN_UPDATE: usize = 7;

impl Cart for Caller {
    fn _update(&mut self, p8: &mut Machine) {
        CALLS[..IN_UPDATE].iter().for_each(|(_, _, call)| call(p8));
    }

    fn _draw(&self, p8: &mut Machine) {
        CALLS[IN_UPDATE..].iter().for_each(|(_, _, call)| call(p8));
    }
}

fn caller() -> Console {
    let boot = tests::carts::find("painter").boot(3);
    Console::boot(program(Caller), Boot { seed: 1, ..boot })
}

fn picture(machine: &Machine) -> Box<[u8; PIXELS]> {
    let mut pixels = Box::new([0; PIXELS]);
    machine.picture(&mut pixels);
    pixels
}

#[test]
fn every_call_is_traced_once_with_its_arguments_and_place() {
    let trace = caller().trace(&Input::default());
    let told: Vec<_> = trace.calls.iter().map(|call| (call.name, call.args.as_str())).collect();
    let made: Vec<_> = CALLS.iter().map(|(name, args, _)| (*name, *args)).collect();
    assert_eq!(told, made);
    for (i, call) in trace.calls.iter().enumerate() {
        let rows = rasher::api::CALLS.iter().flat_map(|row| row.rust.iter().zip(row.names));
        let mut methods = rows.filter(|(_, name)| **name == call.name);
        assert!(
            methods.any(|(method, _)| method.parameters == call.arguments),
            "{call}: {:?}",
            call.arguments
        );
        let given = if call.args.is_empty() { 0 } else { call.args.split(", ").count() };
        assert_eq!(call.arguments.len(), given, "{call}: {:?}", call.arguments);
        assert_eq!(call.in_draw, i >= IN_UPDATE, "{call}");
        assert!(call.place.file().ends_with("calls.rs"), "{call} comes from {}", call.place);
    }
    let lines: Vec<_> = trace.calls.iter().map(|call| call.place.line()).collect();
    assert!(lines.is_sorted() && lines[0] + 20 < lines[CALLS.len() - 1], "{lines:?}");
}

#[test]
fn memory_after_each_call_is_that_of_the_calls_made_by_hand() {
    let console = caller();
    let trace = console.trace(&Input::default());
    let mut twin = console.machine().clone();
    for (n, (name, args, call)) in CALLS.iter().enumerate() {
        let (a, b) = (trace.machine_after(n), &twin);
        // Gamepads and the like already belong to this frame; calls change other bytes.
        assert!(a.memory().bytes()[..0x5f4c] == b.memory().bytes()[..0x5f4c], "before {name}({args})");
        assert!(a.memory().bytes()[0x6000..] == b.memory().bytes()[0x6000..], "before {name}({args})");
        assert_eq!(picture(&a), picture(b), "before {name}({args})");
        call(&mut twin);
    }
    assert_eq!(picture(&trace.machine_after(CALLS.len())), picture(&twin));
    assert_eq!(picture(&trace.machine_after(usize::MAX)), picture(&twin), "beyond the last call is the end");
}

#[test]
fn painters_of_a_pixel_are_those_that_paint_it() {
    let console = caller();
    let trace = console.trace(&Input::default());
    let mut twin = console.machine().clone();
    for (n, (name, args, call)) in CALLS.iter().enumerate() {
        // A colour of the four screens counts as painted on the three others.
        let mut any = vec![false; PIXELS];
        for fill in [0x00, 0x55, 0xaa, 0xff] {
            let mut plain = twin.clone();
            plain.memset(0x6000, fill, 0x2000);
            let before = plain.memory().bytes()[0x6000..0x8000].to_vec();
            call(&mut plain);
            let after = &plain.memory().bytes()[0x6000..0x8000];
            for (at, any) in any.iter_mut().enumerate() {
                *any |= (before[at / 2] ^ after[at / 2]) >> (at % 2 * 4) & 15 != 0;
            }
        }
        if *name != "memcpy" {
            let wrong = (0..PIXELS)
                .filter(|at| any[*at] != trace.painters((at % 128) as u8, (at / 128) as u8).any(|c| c == n))
                .count();
            assert_eq!(wrong, 0, "{name}({args}): pixels that are told wrongly");
            assert_eq!(trace.pixels(n) as usize, any.iter().filter(|p| **p).count(), "{name}({args})");
        }
        call(&mut twin);
    }
    let last: Vec<_> = trace.painters(64, 64).collect();
    assert_eq!(last.last(), Some(&(CALLS.len() - 1)), "the last cls painted all");
    assert!(last.len() > 2 && last.is_sorted(), "{last:?}");
}

#[test]
fn listening_changes_nothing() {
    for cart in CARTS.iter().filter(|cart| cart.name != "crasher") {
        let mut console = Console::boot((cart.make)(), cart.boot(5));
        let mut player = RandomPlayer::new(5);
        for frame in 0..60 {
            let input = player.input();
            let before = console.digest();
            let trace: Trace = console.trace(&input);
            assert_eq!(console.digest(), before, "{}, frame {frame}", cart.name);
            console.frame(&input);
            let end = trace.machine_after(usize::MAX);
            assert!(
                end.memory().bytes()[0x6000..0x8000] == console.machine().memory().bytes()[0x6000..0x8000],
                "{}, frame {frame}",
                cart.name
            );
        }
    }
}

/// The reference equals the trace made in one go.
#[test]
fn a_trace_in_steps_is_the_trace_at_once() {
    let carts =
        CARTS.iter().filter(|cart| cart.name != "crasher").map(|c| Console::boot((c.make)(), c.boot(5)));
    let own = [program(Caller), program(Reader), program(Wild)].map(|p| Console::boot(p, Boot::default()));
    for mut console in carts.chain(own) {
        (0..20).for_each(|_| drop(console.frame(&Input::default())));
        let whole = console.trace(&Input::default());
        for calls in [1, 7, 100, 5000] {
            // Each single call costs a frame, so not with thousands of them.
            if calls * 100 < whole.calls.len() {
                continue;
            }
            let mut tracing = rasher::Tracing::new(console.clone(), Input::default());
            let mut steps = 1;
            while !tracing.step(calls) {
                steps += 1;
            }
            // Two passes, and a moment after the last call.
            assert!(steps <= 2 * (whole.calls.len() / calls) + 3, "{steps} steps of {calls} calls");
            let trace = tracing.end();
            let told = |trace: &Trace| trace.calls.iter().map(ToString::to_string).collect::<Vec<_>>();
            assert_eq!(told(&trace), told(&whole));
            assert_eq!((trace.more, &trace.fault), (whole.more, &whole.fault));
            for n in (0..=whole.calls.len()).step_by(1 + whole.calls.len() / 50) {
                let (a, b) = (trace.machine_after(n), whole.machine_after(n));
                assert!(a.memory().bytes() == b.memory().bytes(), "after {n} calls");
            }
            for at in (0..PIXELS).step_by(37) {
                let (x, y) = ((at % 128) as u8, (at / 128) as u8);
                assert!(trace.painters(x, y).eq(whole.painters(x, y)), "{x} {y}");
            }
        }
    }
}

/// A cart that draws depending on what it reads from the screen.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Reader;

impl Cart for Reader {
    fn _draw(&self, p8: &mut Machine) {
        p8.cls(5);
        p8.pset(3, 3, 5);
        let byte = i32::from(p8.peek(0x6000)) + i32::from(p8.peek2(0x6010)) % 7;
        let color = p8.pget(3, 3);
        p8.pset(byte, 9, color);
        p8.poke(0x5f54, 0x60);
        p8.sspr(0, 0, 8, 8, 100, 100);
    }
}

#[test]
fn what_reads_the_screen_finds_it_as_it_is() {
    let mut console = Console::boot(program(Reader), Boot::default());
    let trace = console.trace(&Input::default());
    console.frame(&Input::default());
    let told: Vec<_> = trace.calls.iter().map(ToString::to_string).collect();
    assert_eq!(told[2], format!("pset({}, 9, 5)", 0x55 + 0x5555 % 7));
    let painters: Vec<_> = trace.painters(3, 3).collect();
    assert_eq!(painters, [0, 1], "painted again in the colour that it had");
    assert_eq!(trace.painters(4, 4).collect::<Vec<_>>(), [0]);
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Wild;

impl Cart for Wild {
    fn _draw(&self, p8: &mut Machine) {
        for i in 0..10_000 {
            p8.pset(i % 128, i / 128, i % 15 + 1);
        }
    }
}

#[test]
fn more_calls_than_are_kept_are_counted() {
    let mut console = Console::boot(program(Wild), Boot::default());
    let trace = console.trace(&Input::default());
    assert_eq!((trace.calls.len(), trace.more), (rasher::CALLS_MAX, 10_000 - rasher::CALLS_MAX));
    assert_eq!(trace.machine_after(rasher::CALLS_MAX).pget(0, 40), 0, "not painted yet");
    assert_eq!(trace.painters(5, 0).collect::<Vec<_>>(), [5]);
    console.frame(&Input::default());
    assert_eq!(picture(&trace.machine_after(usize::MAX)), picture(console.machine()));
}
