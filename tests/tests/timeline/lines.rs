//! Debugging by lines: steps in both directions, breakpoints, writers of a field, logs, profile. The expectations are
//! read off the cart below.

use rasher::{
    Boot, Breakpoint, Bundle, BundledCart, CartBytes, Code, Input, LineQuery, Logpoint, Place, Position, Rom,
};
use serde_json::{Value, json};
use timeline::{LinePlace, Run, StepKind};

/// Line by line; `f` is called in line 9.
const CART: &str = "\
local p={hp=9,name='bap'}
mobs={{x=1},{x=2}}
n=0
function f(m)
 local d=m.x*2
 m.x+=d
end
function _update()
 foreach(mobs,f)
 n+=1
 if n%4==0 then
  p.hp-=1
 end
end
function _draw()
 cls(n)
 pset(1,2,3)
end
";

fn started() -> Run {
    let program = script::lua_cart(CART.as_bytes(), "game.p8").expect("a program");
    Run::start(program, Boot::default()).expect("it starts")
}

fn played(frames: u64) -> Run {
    let mut run = started();
    // Whole numbers wrap eventually; that is not an error in the language.
    (0..frames).for_each(|_| _ = run.frame(&Input::default()).expect("it runs"));
    run
}

fn at(line: u32) -> Position {
    Position { file: 0, line }
}

fn here(line: u32) -> Place {
    Place::new("game.p8", line)
}

fn place(frame: u64, step: u32) -> LinePlace {
    LinePlace { frame, step }
}

/// The steps of a frame in which nothing is lost: line and depth.
const STEPS: [u32; 12] = [9, 5, 6, 7, 5, 6, 7, 10, 11, 14, 16, 17];

fn lines(run: &Run, frame: u64) -> Vec<u32> {
    run.branch().past.line_steps(frame).expect("it runs").iter().map(|step| step.position.line).collect()
}

#[test]
fn a_frame_has_its_lines() {
    let run = played(5);
    assert_eq!(lines(&run, 1)[..12], STEPS);
    let fourth = lines(&run, 4);
    assert!(fourth.contains(&12) && !lines(&run, 5).contains(&12), "{fourth:?}");
    assert_eq!(lines(&run, 0), [1, 2, 3, 4, 8, 15, 19], "the code outside of all functions, and its end");
    assert!(lines(&run, 6).is_empty(), "none after the last");
}

#[test]
fn a_moment_between_lines_has_its_values() {
    let run = played(5);
    let past = &run.branch().past;
    // Frame 1, before line 6 of the second creature: d is known, x has not changed yet.
    let query = LineQuery { until: Some(5), ..LineQuery::default() };
    let stopped = past.run_lines(1, query).expect("it runs").expect("a frame");
    let console = stopped.console;
    let calls = console.program().calls();
    let told: Vec<_> = calls.iter().map(|call| (call.function.as_str(), call.position.line)).collect();
    assert_eq!(told, [("f", 6), ("_update", 9)]);
    assert_eq!(calls[0].locals, [("m".to_string(), json!({"x": 2})), ("d".to_string(), json!(4))]);
    let values = |call, text: &str| console.evaluate(call, text);
    assert_eq!(values(0, "d,m.x+d,#mobs,p.name"), Ok(vec![json!(4), json!(6), json!(2), json!("bap")]));
    assert_eq!(values(1, "d"), Ok(vec![Value::Null]), "d is no variable of _update");
    assert!(values(0, "d.x.y").is_err() && values(0, "d+").is_err() && values(0, "flip()").is_err());
    // The same moment again, after other requests.
    let again = past.run_lines(1, LineQuery { until: Some(5), ..LineQuery::default() });
    assert_eq!(again.expect("it runs").expect("a frame").console.digest(), console.digest());
}

#[test]
fn steps_go_both_ways() {
    let run = played(5);
    let past = &run.branch().past;
    let go = |from, kind, back| past.next_line(from, kind, back).expect("it runs");
    use StepKind::{Into, Out, Over};
    let cases = [
        (place(1, 0), Into, place(1, 1)),
        (place(1, 0), Over, place(1, 7)),
        (place(1, 2), Over, place(1, 3)),
        (place(1, 2), Out, place(1, 7)),
        // From _update's last line to _draw's first, and from that hook's end to the next frame.
        (place(1, 9), Over, place(1, 10)),
        (place(1, 12), Into, place(2, 0)),
    ];
    for (from, kind, to) in cases {
        assert_eq!(go(from, kind, false), Some(to), "{from:?} {kind:?}");
    }
    let back = [
        (place(1, 7), Into, place(1, 6)),
        (place(1, 7), Over, place(1, 0)),
        (place(1, 5), Out, place(1, 0)),
        (place(2, 0), Into, place(1, 12)),
        (place(2, 0), Over, place(1, 12)),
    ];
    for (from, kind, to) in back {
        assert_eq!(go(from, kind, true), Some(to), "{from:?} {kind:?}");
    }
    assert_eq!(go(place(1, 0), Into, true), Some(place(0, 6)), "back into the boot");
    assert_eq!(go(LinePlace::end(0), Into, false), Some(place(1, 0)));
    assert_eq!((go(place(0, 0), Into, true), go(place(5, 99), Into, false)), (None, None));
    // All lines there and back again.
    let (mut there, mut at) = (vec![place(0, 0)], place(0, 0));
    while let Some(next) = go(at, Into, false) {
        there.push(next);
        at = next;
    }
    let mut again = vec![at];
    while let Some(before) = go(at, Into, true) {
        again.push(before);
        at = before;
    }
    again.reverse();
    assert_eq!(there, again);
}

#[test]
fn breakpoints_stop_where_they_hold() {
    let run = played(300);
    let past = &run.branch().past;
    let find = |from, back, line, condition: &str| {
        let points = [Breakpoint { place: here(line), condition: condition.into() }];
        past.find_breakpoint(Some(from), back, &points).expect("it runs").place
    };
    assert_eq!(find(place(1, 0), false, 10, ""), Some(place(1, 7)));
    assert_eq!(find(LinePlace::end(0), false, 10, ""), Some(place(1, 7)), "in the first frame, too");
    assert_eq!(find(LinePlace::end(1), false, 10, ""), Some(place(2, 7)));
    assert_eq!(find(place(1, 7), false, 10, ""), Some(place(2, 7)));
    assert_eq!(find(place(2, 7), true, 10, ""), Some(place(1, 7)));
    let hit = find(place(1, 0), false, 12, "p.hp==4").expect("hp is 4 once");
    assert_eq!(hit.frame, 24, "the sixth time in frame 24, before it becomes 3");
    assert_eq!(find(place(300, 0), true, 12, "p.hp==4"), Some(hit));
    assert_eq!(find(place(1, 0), false, 5, "m==mobs[2]"), Some(place(1, 4)), "the second call");
    assert_eq!(find(place(300, 0), true, 12, "p.hp==1000"), None);
    assert_eq!(find(place(1, 0), false, 12, "p.nothing.at.all"), None, "what is no value does not hold");
    assert_eq!(find(place(1, 0), false, 99, ""), None);
}

#[test]
fn the_writer_of_a_field_is_found() {
    let run = played(9);
    let past = &run.branch().past;
    let line = |frame, path: &[&str]| {
        let path: Vec<String> = path.iter().map(|name| name.to_string()).collect();
        let found = past.writer(LinePlace::end(frame), &path).expect("it runs")?;
        Some(past.line_steps(found.frame).expect("it runs")[found.step as usize].position.line)
    };
    assert_eq!(line(4, &["p", "hp"]), Some(12));
    assert_eq!(line(5, &["p", "hp"]), None);
    assert_eq!(line(5, &["mobs", "2", "x"]), Some(6));
    assert_eq!(line(5, &["n"]), Some(10));
    assert_eq!(line(5, &["nothing"]), None);
}

#[test]
fn logpoints_write_over_the_whole_past() {
    let run = played(9);
    let points = [
        Logpoint { place: here(12), expressions: "n,p.hp,'of '..p.name".into() },
        Logpoint { place: here(16), expressions: "p.x.y".into() },
    ];
    let logs = run.branch().past.logs(3, 8, &points).expect("it runs");
    let of = |point| -> Vec<_> {
        let mine = logs.iter().filter(|(_, line)| line.logpoint == point);
        mine.map(|(frame, line)| (*frame, line.text.as_str())).collect()
    };
    assert_eq!(of(0), [(4, "4 9 of bap"), (8, "8 8 of bap")]);
    assert_eq!(of(1).len(), 6);
    assert!(of(1)[0].1.contains("attempt to index"), "{:?}", of(1));
}

#[test]
fn a_profile_counts_lines_and_cycles() {
    let run = played(8);
    let profile = run.branch().past.profile(1, 8).expect("it runs");
    let steps = |line| profile.lines.get(&here(line)).map_or(0, |cost| cost.steps);
    assert_eq!((profile.frames, steps(10), steps(6), steps(12), steps(3)), (8, 8, 16, 2, 0));
    let cycles = |line| profile.lines[&here(line)].cycles;
    // A whole screen costs more than a pixel, and more than a sum.
    assert!(cycles(16) > 20 * cycles(10), "{} {}", cycles(16), cycles(10));
    assert_eq!(profile.functions[&here(4)].steps, 48, "three lines, two creatures, eight frames");
    assert_eq!(profile.functions.len(), 3);
}

#[test]
fn variables_are_named_as_in_the_source() {
    let mut run = played(1);
    let field = |run: &Run, path: &[&str]| run.console().program().field(path);
    assert_eq!(field(&run, &["mobs", "1", "x"]), Some(3.into()), "a list counts from 1");
    assert_eq!(field(&run, &["mobs", "0"]), None);
    assert_eq!(field(&run, &["mobs", "len"]), Some(2.into()));
    assert_eq!(field(&run, &["p"]), Some(json!({"hp": 9, "name": "bap"})), "a local of the file");
    let tree = run.console().program().inspect();
    let paths = ["/p/hp", "/mobs/2/x", "/n", "/f"];
    let found: Vec<_> = paths.iter().map(|path| tree.pointer(path).cloned()).collect();
    assert_eq!(found, [Some(9.into()), Some(6.into()), Some(1.into()), None]);
    // A value is set at that moment; a value that does not fit is refused and changes nothing.
    let cases = [
        ("/p/hp", "2.5", json!(2.5)),
        ("/mobs/2/x", "0x10", json!(16)),
        ("/n", "\"text\"", json!("text")),
        ("/mobs/1", "{\"x\":7,\"y\":[1,2]}", json!({"x": 7, "y": {"1": 1, "2": 2}})),
        ("/p/name", "true", json!(true)),
    ];
    for (path, typed, expected) in cases {
        let edit = run.console().state_edit(path, typed).expect(path);
        run.edit(edit).expect(path);
        assert_eq!(run.console().program().inspect().pointer(path), Some(&expected), "{path}");
    }
    let before = run.console().digest();
    for (path, typed) in [("/p/mana", "1"), ("/p/hp", "70000"), ("/f", "1"), ("/mobs/0", "1")] {
        run.console().state_edit(path, typed).expect_err(path);
    }
    assert_eq!(run.console().digest(), before);
    // The branch that starts with these edits replays.
    run.edit(run.console().state_edit("/n", "7").expect("a field")).expect("a field");
    run.frame(&Input::default()).expect("it runs");
    assert_eq!(field(&run, &["n"]), Some(8.into()));
    let digest = run.console().digest();
    run.goto(0).expect("it was run");
    run.goto(2).expect("it was run");
    assert_eq!(run.console().digest(), digest);
}

/// A cart's boot: its main code, and `_init`, which ends with a call of a function.
const BOOT: &str = "\
n=0
hero={inv={{n=1},{n=2}}}
function fill()
 for i=1,3 do
  hero.inv[2].n+=i
 end
end
function _init()
 n=rnd()
 pset(3,4,5)
 fill()
 srand(time())
end
function _update()
end
";

fn booted(code: &str) -> Result<Run, timeline::Crash> {
    let program = script::lua_cart(code.as_bytes(), "game.p8").expect("a program");
    Run::start(program, Boot { seed: 77, ..Boot::default() })
}

#[test]
fn a_boot_is_stepped_as_any_frame() {
    let mut run = booted(BOOT).expect("it starts");
    (0..3).for_each(|_| _ = run.frame(&Input::default()).expect("it runs"));
    let past = &run.branch().past;
    let boot = [1, 2, 3, 8, 14, 16, 9, 10, 11, 4, 5, 4, 5, 4, 5, 4, 7, 12, 13];
    assert_eq!(lines(&run, 0), boot);
    // Its end is the run's first moment, to the last byte, whatever has run since.
    let end = past.line_moment(LinePlace::end(0)).expect("it runs").expect("a boot").console;
    let mut first = run.clone();
    first.goto(0).expect("it was run");
    assert_eq!(end.digest(), first.console().digest());
    // Steps over the call, out of it, and back from the first frame.
    let go = |from, kind, back| past.next_line(from, kind, back).expect("it runs");
    assert_eq!(go(place(0, 8), StepKind::Over, false), Some(place(0, 17)));
    assert_eq!(go(place(0, 10), StepKind::Out, false), Some(place(0, 17)));
    assert_eq!(go(place(0, 10), StepKind::Out, true), Some(place(0, 8)));
    // Breakpoints, from the start and back.
    let find = |from, back, line, condition: &str| {
        let points = [Breakpoint { place: here(line), condition: condition.into() }];
        past.find_breakpoint(from, back, &points).expect("it runs").place
    };
    assert_eq!(find(None, false, 1, ""), Some(place(0, 0)), "the first line of all");
    assert_eq!(find(None, false, 5, "i==2"), Some(place(0, 12)));
    assert_eq!(find(Some(LinePlace::end(3)), true, 5, ""), Some(place(0, 14)));
    assert_eq!(find(Some(place(0, 14)), true, 5, ""), Some(place(0, 12)));
    // Values, writers, logs, profile, drawing.
    let moment = past.line_moment(place(0, 14)).expect("it runs").expect("a boot");
    assert_eq!(moment.console.evaluate(0, "i,hero.inv[2].n"), Ok(vec![json!(3), json!(5)]));
    assert_eq!(moment.calls, 1, "pset, and not yet srand");
    let path: Vec<String> = ["hero", "inv", "2", "n"].map(str::to_string).to_vec();
    assert_eq!(past.writer(LinePlace::end(0), &path), Ok(Some(place(0, 14))));
    let points = [Logpoint { place: here(5), expressions: "i".into() }];
    let logs = past.logs(0, 3, &points).expect("it runs");
    let told: Vec<(u64, &str)> = logs.iter().map(|(frame, line)| (*frame, line.text.as_str())).collect();
    assert_eq!(told, [(0, "1"), (0, "2"), (0, "3")]);
    let profile = past.profile(0, 3).expect("it runs");
    assert_eq!((profile.frames, profile.lines[&here(5)].steps), (4, 3));
    assert_eq!(profile.functions[&here(0)].steps, 6, "the code outside of all functions");
    let named = |step| {
        let moment = past.line_moment(place(0, step)).expect("it runs").expect("a boot");
        moment.console.program().calls().iter().map(|call| call.function.clone()).collect::<Vec<_>>()
    };
    assert_eq!((named(0), named(9)), (vec!["main chunk".to_string()], vec!["fill".into(), "_init".into()]));
    let trace = past.trace(0).expect("it runs").expect("a boot");
    let calls: Vec<_> = trace.calls.iter().map(|call| (call.name, call.place.line())).collect();
    assert_eq!(calls, [("pset", 10)]);
}

#[test]
fn a_main_loop_of_its_own_is_stepped_from_its_first_line_on() {
    let code = "x=0\nwhile true do\n x+=1\n cls(x)\n flip()\nend\n";
    let mut run = booted(code).expect("it starts");
    (0..3).for_each(|_| _ = run.frame(&Input::default()).expect("it runs"));
    assert_eq!([lines(&run, 0), lines(&run, 1)], [vec![1, 3, 4, 5], vec![3, 4, 5]]);
}

#[test]
fn the_lines_of_a_boot_up_to_an_error_can_be_walked() {
    let code = "n=1\nfunction _init()\n n=2\n n=nothing.here\nend\n";
    let crash = booted(code).expect_err("it stops");
    let program = script::lua_cart(code.as_bytes(), "game.p8").expect("a program");
    let run = Run::stopped(program, Boot::default(), crash);
    assert_eq!(lines(&run, 0), [1, 2, 6, 3, 4]);
    let past = &run.branch().past;
    assert_eq!(past.next_line(place(0, 4), StepKind::Into, false), Ok(None));
    let moment = past.line_moment(place(0, 4)).expect("it runs").expect("a boot");
    assert_eq!(moment.console.evaluate(0, "n"), Ok(vec![json!(2)]));
    assert!(run.clone().frame(&Input::default()).is_err());
}

#[test]
fn lines_are_those_of_the_cart_that_runs_then() {
    let code =
        |file: &str, text: &str| Code { text: text.as_bytes().into(), pieces: [(1, file.into(), 1)].into() };
    let carts = [
        ("a.p8", "function _update()\n n=1\n load('b')\nend\n"),
        ("b.p8", "m=5\nfunction _init()\n m+=1\nend\nfunction _update()\n m+=1\nend\n"),
    ];
    let bundled = carts.map(|(name, text)| BundledCart {
        name: name.into(),
        code: code(name, text),
        data: CartBytes(Rom::empty(name).data),
    });
    let bundle = Bundle::new(bundled.to_vec()).into();
    let program = script::lua_cart(carts[0].1.as_bytes(), "a.p8").expect("a program");
    let mut run = Run::start(program, Boot { bundle, ..Boot::default() }).expect("it starts");
    (0..4).for_each(|_| _ = run.frame(&Input::default()).expect("it runs"));
    assert_eq!(
        (0..5).map(|frame| lines(&run, frame)).collect::<Vec<_>>(),
        [vec![1, 5], vec![2, 3], vec![1, 2, 5, 8, 3, 4], vec![6, 7], vec![6, 7]]
    );
    // A breakpoint belongs to its file, wherever the run is when it is set.
    let mut past = run.clone();
    for frame in [0, 4] {
        past.goto(frame).expect("it was run");
        let sources = timeline::Sources::of(past.console());
        let find = |text: &str| {
            let point = sources.breakpoint(text).expect(text);
            run.branch().past.find_breakpoint(None, false, &[point]).expect("it runs").place
        };
        assert_eq!(find("a.p8:3"), Some(place(1, 1)));
        assert_eq!(find("b.p8:3"), Some(place(2, 4)));
        assert_eq!(find("b.p8:6"), Some(place(3, 0)));
        sources.parse("c.p8:1").expect_err("no such file");
    }
    let profile = run.branch().past.profile(0, 4).expect("it runs");
    let steps = |file: &str, line| profile.lines[&Place::new(file.to_string(), line)].steps;
    assert_eq!([steps("a.p8", 3), steps("b.p8", 3), steps("b.p8", 6)], [1, 1, 2]);
}

#[test]
fn a_condition_with_an_error_is_reported_once() {
    let run = played(8);
    let points = ["p.nothing.at.all", "n==5", "n+"]
        .map(|condition| Breakpoint { place: here(10), condition: condition.into() });
    let hit = run.branch().past.find_breakpoint(Some(LinePlace::end(0)), false, &points).expect("it runs");
    assert_eq!(hit.place.map(|place| place.frame), Some(6), "n is 5 before line 10 of frame 6");
    let told: Vec<_> = hit.errors.iter().map(|(frame, error)| (*frame, error.breakpoint)).collect();
    assert_eq!(told, [(1, 0), (1, 2)]);
    assert!(hit.errors[0].1.why.contains("attempt to index"), "{:?}", hit.errors);
}

#[test]
fn the_lines_up_to_an_error_can_be_walked() {
    let code = "n=0\nfunction _update()\n n+=1\n if n==3 then\n  n=nothing.here\n end\nend\n";
    let program = script::lua_cart(code.as_bytes(), "game.p8").expect("a program");
    let mut run = Run::start(program, Boot::default()).expect("it starts");
    while run.frame(&Input::default()).is_ok() {}
    assert_eq!(run.now(), 2);
    let lines = lines(&run, 3);
    assert_eq!(lines, [3, 4, 5]);
    let past = &run.branch().past;
    let query = LineQuery { keeps_steps: true, ..LineQuery::default() };
    let fault = past.run_lines(3, query).expect("it runs").expect("a frame").fault.expect("an error");
    assert_eq!(fault.place.to_string(), "game.p8:5");
}

#[test]
fn the_source_has_its_lines() {
    let run = started();
    let source = run.console().program().source();
    assert_eq!(source.len(), CART.lines().count() + 1, "the last line ends with a line's end");
    let line = |number: usize| &source[number - 1];
    assert_eq!((line(6).text.as_str(), line(6).position, line(6).has_code), (" m.x+=d", at(6), true));
    // The `end` of an `if` has no instruction. A function's `end` has the return, where a step can also start.
    let coded: Vec<usize> = (1..=18).filter(|number| line(*number).has_code).collect();
    assert_eq!(coded, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18]);
}
