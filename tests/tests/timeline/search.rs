//! The frame in which something changes is found, forwards and backwards.
//!
//! The reference is a list of the values in all frames.

use rasher::{Console, Input};
use tests::carts;
use tests::random::RandomPlayer;
use timeline::{Becomes, Changes, Condition, Path, Run, SearchResult, same_picture, same_state};

fn spots(console: &Console) -> usize {
    console.program().inspect()["spots"].as_array().map_or(0, Vec::len)
}

/// A run of the ball and the number of spots at each moment.
fn run() -> (Run, Vec<usize>) {
    let cart = carts::find("ball");
    let mut run = Run::start((cart.make)(), cart.boot(3)).unwrap();
    let mut player = RandomPlayer::new(3);
    let mut values = vec![spots(run.console())];
    for _ in 0..900 {
        run.frame(&player.input()).unwrap();
        values.push(spots(run.console()));
    }
    (run, values)
}

#[test]
fn changes_are_found_from_every_frame() {
    let (run, values) = run();
    let past = &run.branch().past;
    let changed: Vec<u64> =
        (1..values.len()).filter(|f| values[*f] != values[f - 1]).map(|f| f as u64).collect();
    assert!(changed.len() > 10, "the run is too dull: {changed:?}");
    let probe = Changes(spots);
    let found = |frame: Option<&u64>| frame.map_or(SearchResult::Nowhere, |f| SearchResult::At(*f));
    for from in (0..=900).step_by(13).chain([900]) {
        let after = found(changed.iter().find(|f| **f > from));
        assert_eq!(past.find(from, false, &probe, |_| true), after, "after {from}");
        let before = found(changed.iter().rev().find(|f| **f < from));
        assert_eq!(past.find(from, true, &probe, |_| true), before, "before {from}");
    }
}

#[test]
fn conditions_are_found_where_they_begin_to_hold() {
    let (run, values) = run();
    let past = &run.branch().past;
    let most = *values.iter().max().unwrap();
    let condition = Condition::parse(&format!("spots.len >= {most} && frame > 3")).unwrap();
    let first = values.iter().position(|v| *v == most).unwrap() as u64;
    let probe = Becomes(|console: &Console| condition.holds(console));
    assert_eq!(past.find(0, false, &probe, |_| true), SearchResult::At(first));
    let never = Becomes(|console: &Console| Condition::parse("spots.len > 9999").unwrap().holds(console));
    assert_eq!(past.find(0, false, &never, |_| true), SearchResult::Nowhere);
    assert_eq!(past.find(900, true, &never, |_| true), SearchResult::Nowhere);
}

#[test]
fn a_search_can_be_stopped() {
    let (run, _) = run();
    let never = Becomes(|_: &Console| false);
    let mut asked = 0;
    let stopped = run.branch().past.find(0, false, &never, |_| {
        asked += 1;
        asked < 3
    });
    assert_eq!((stopped, asked), (SearchResult::Stopped, 3));
    assert_eq!(run.branch().past.find(900, true, &never, |_| false), SearchResult::Stopped);
}

#[test]
fn a_panic_is_found() {
    let cart = carts::find("crasher");
    let mut run = Run::start((cart.make)(), cart.boot(0)).unwrap();
    (0..30).for_each(|_| _ = run.frame(&Input::default()).unwrap());
    let crash = run.frame(&Input::buttons(rasher::button::O)).unwrap_err();
    match run.branch().past.find(0, false, &Becomes(|_: &Console| false), |_| true) {
        SearchResult::Crash(found) => {
            assert_eq!((found.frame, found.fault.message), (31, crash.fault.message))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn conditions_say_what_they_mean() {
    let cart = carts::find("ball");
    let mut console = Console::boot((cart.make)(), cart.boot(3));
    console.machine_mut().poke(0x4300, 0x12);
    console.machine_mut().poke(0x4301, 0x34);
    console.machine_mut().poke(0x4303, 0x80);
    console.frame(&Input::default());
    // Expectations from the grammar at the head of the module.
    for (text, holds) in [
        ("steps == 1", true),
        ("steps != 1", false),
        ("steps<2&&steps>0", true),
        ("steps < 1 || steps > 5", false),
        ("!(steps < 1 || steps > 5)", true),
        ("steps >= 1", true),
        ("steps <= 0", false),
        ("steps", true),
        ("!steps", false),
        ("spots.len == 0", true),
        ("spots", false),
        ("spots[0] == null", true),
        ("nobody.at.all == null", true),
        ("nobody", false),
        ("steps == \"1\"", false),
        ("\"a\" < \"b\"", true),
        ("mem[0x4300] == 0x12", true),
        ("mem[17152] == 18", true),
        ("mem16[0x4300] == 0x3412", true),
        ("mem32[0x4300] == 0x80003412", true),
        ("frame == 1", true),
        ("steps == 1.0", true),
        ("steps > 0.5 && steps > -2", true),
        ("true && !false", true),
        ("true == null", false),
    ] {
        let condition = Condition::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(condition.holds(&console), holds, "{text}");
    }
}

#[test]
fn invalid_conditions_are_reported_with_their_place() {
    for (text, told) in [
        ("", "at letter 1: found the end, expected a number, a text, or the name of a field"),
        ("a <", "at letter 4: found the end, expected a number, a text, or the name of a field"),
        ("a b", "at letter 3: found 'b', expected the end, or an operator such as and, == or +"),
        ("(a", "at letter 3: found the end, expected ')' to close '('"),
        ("a[1", "at letter 4: found the end, expected ']'"),
        ("mem[70000]", "an address from 0 to 0xffff"),
        ("a = 3", "at letter 3: found '='"),
        ("\"abc", "at letter 1: found '\"', expected a text with its closing quote"),
        ("1x2 > 3", "at letter 2: found 'x2', expected the end"),
        ("é < ü €", "at letter 7: found '€'"),
        (&"(".repeat(999), "at most 200 levels"),
        (&"(".repeat(9999), "at most 1000 letters"),
    ] {
        let error = Condition::parse(text).expect_err(text).to_string();
        assert!(error.contains(told), "{text:.20}: {error}");
    }
}

#[test]
fn any_letters_are_a_condition_or_an_error() {
    let mut dice = tests::random::Dice::new(9);
    let console = Console::boot((carts::find("ball").make)(), carts::find("ball").boot(0));
    let parts = [
        "steps", "spots", ".", "[", "]", "(", ")", "!", "&&", "||", "<", "==", "0x", "12", "-", "\"", "mem",
        "é", " ", "len", "null",
    ];
    let mut read = 0;
    for _ in 0..20_000 {
        let text: String = (0..dice.below(9)).map(|_| dice.pick(&parts)).collect();
        if let Ok(condition) = Condition::parse(&text) {
            read += 1;
            condition.holds(&console);
        }
    }
    assert!(read > 500, "only {read} of 20,000 texts were conditions");
}

#[test]
fn paths_print_as_they_are_read() {
    for (text, pointer) in
        [("a", "/a"), ("a.b[3].c", "/a/b/3/c"), ("mobs[0]", "/mobs/0"), ("a.00[7]", "/a/00/7")]
    {
        let path = Path::parse(text).unwrap();
        assert_eq!((path.to_string().as_str(), path.pointer().as_str()), (text, pointer));
    }
}

mod two_runs {
    use super::*;
    use std::collections::BTreeMap;
    use timeline::{Comparison, Difference, Recording, Replay, Tracer, compare, compare_trace_lines};

    fn with_o_at(frames: &[u64]) -> Run {
        let cart = carts::find("ball");
        let mut run = Run::start((cart.make)(), cart.boot(3)).unwrap();
        for frame in 0..500 {
            let held = if frames.contains(&frame) { rasher::button::O } else { 0 };
            run.frame(&Input::buttons(held)).unwrap();
        }
        run
    }

    #[test]
    fn the_first_frame_that_differs_is_found_and_what_differs() {
        let (a, b) = (with_o_at(&[100]), with_o_at(&[100, 333]));
        let (one, two) = (a.recording(), b.recording());
        let against = |run: &Run, recording: &Recording, same: fn(&Console, &Console) -> bool| {
            let ball = carts::find("ball");
            let replay = Replay::new(recording, (ball.make)(), ball.rom()).expect("it starts");
            compare(run.branch(), replay, same, |_| true).expect("neither panics")
        };
        let Comparison::Diverge(divergence) = against(&a, &two, same_state) else { panic!("they diverge") };
        assert_eq!((divergence.frame, divergence.by_input), (334, true));
        let fields: Vec<_> = divergence.difference.fields.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(fields, ["spots[1]"]);
        let regions: Vec<_> = divergence.difference.regions.iter().map(|r| r.region.name).collect();
        // The press and the random colour of the spot; the spot itself is still under the ball.
        assert_eq!(regions, ["RANDOM", "PADS"]);
        let Comparison::Diverge(divergence) = against(&a, &two, same_picture) else { panic!("they diverge") };
        assert!(
            (335..345).contains(&divergence.frame),
            "the ball uncovers the spot in frame {}",
            divergence.frame
        );
        assert!(matches!(against(&a, &one, same_state), Comparison::Equal { frames: 500 }));
        let mut shorter = Recording::new(one.start.clone());
        one.inputs().take(200).for_each(|input| _ = shorter.push(&input));
        assert!(matches!(against(&a, &shorter, same_state), Comparison::Ends { after: 200 }));
        let run = Run::load(&shorter, (carts::find("ball").make)(), carts::find("ball").rom()).unwrap();
        assert!(matches!(against(&run, &one, same_state), Comparison::Ends { after: 200 }), "the other way");
        let replay = Replay::new(&one, (carts::find("ball").make)(), carts::find("ball").rom()).unwrap();
        let stopped = compare(a.branch(), replay, same_state, |frame| frame < 128);
        assert!(matches!(stopped, Ok(Comparison::Stopped { after: 128 })), "{stopped:?}");
    }

    /// The lines of a run's first frames.
    fn trace(run: &Run, frames: u64, mut each: impl FnMut(&Console, &str)) -> Vec<String> {
        let (mut tracer, mut lines) = (Tracer::default(), Vec::new());
        let scanned = run.branch().past.scan(0, frames, |frame, console| {
            let mut line = String::new();
            tracer.line(frame, console, &mut line);
            each(console, &line);
            lines.push(line);
            true
        });
        scanned.expect("nothing panics");
        lines
    }

    #[test]
    fn traces_tell_the_frame_and_the_names() {
        let (a, b) = (trace(&with_o_at(&[7]), 20, |_, _| {}), trace(&with_o_at(&[]), 20, |_, _| {}));
        assert_eq!(a.len(), 21);
        let divergence =
            (0..21).find_map(|f| compare_trace_lines(f, &a[f as usize], &b[f as usize])).unwrap();
        assert_eq!(divergence.frame, 8);
        assert!(divergence.names.contains(&"spots".to_string()), "{divergence:?}");
        assert!(!divergence.names.contains(&"steps".to_string()), "{divergence:?}");
    }

    /// The reference compares everything in each frame with the frame before: a line lists the differences.
    #[test]
    fn a_line_of_a_trace_lists_what_changed() {
        for cart in carts::CARTS.iter().filter(|cart| cart.name != "crasher") {
            let mut before = BTreeMap::new();
            trace(&crate::run(cart, 8, 120), 120, |console, line| {
                let memory = console.machine().memory().bytes();
                let region = |r: timeline::Region| {
                    let bytes = &memory[usize::from(r.start)..][..r.len as usize];
                    (r.name.to_string(), format!("{bytes:?}"))
                };
                let mut now: BTreeMap<String, String> = timeline::regions().map(region).collect();
                let state = console.program().inspect();
                let fields = state.as_object().expect("a struct").iter();
                now.extend(fields.map(|(name, value)| (name.clone(), value.to_string())));
                let changed: Vec<&String> = now.keys().filter(|n| now.get(*n) != before.get(*n)).collect();
                let mut parts = line.strip_suffix('\n').expect("an end of line").split(' ');
                assert_eq!(parts.next(), Some(console.machine().frame().to_string().as_str()));
                assert_eq!(parts.next(), Some(format!("{:016x}", console.digest()).as_str()));
                let mut names: Vec<&str> =
                    parts.map(|part| part.split_once('=').expect("name=digest").0).collect();
                names.sort_unstable();
                assert_eq!(names, changed, "{}, {line}", cart.name);
                before = now;
            });
        }
    }

    #[test]
    fn regions_cover_the_memory_once() {
        let mut at = 0;
        for region in timeline::regions() {
            assert_eq!(u32::from(region.start), at, "{}", region.name);
            at += region.len;
        }
        assert_eq!(at, 0x10000);
    }

    #[test]
    fn every_byte_and_field_that_changed_is_listed() {
        let cart = carts::find("ball");
        let console = Console::boot((cart.make)(), cart.boot(3));
        let mut other = console.clone();
        assert!(Difference::between(&console, &other).is_empty());
        for addr in [0u16, 0x5f28, 0x5f29, 0x5f80, 0xffff] {
            let byte = other.machine().memory().get(addr);
            other.edit(&rasher::Edit::Memory { addr, bytes: Box::new([!byte]) }).unwrap();
        }
        other.edit(&rasher::Edit::State { path: "/spots".into(), value: "[[1,2,3]]".into() }).unwrap();
        let text = Difference::between(&console, &other).to_string();
        for line in [
            "spots[0]  nothing -> [1,2,3]",
            "0x5f28 camera  2 of 4 bytes, the first at 0x5f28",
            "0x8000 upper  1 of 32768 bytes, the first at 0xffff",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }
}
