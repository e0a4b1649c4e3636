//! The lines of a Rust cart: its calls of the machine, in both directions, and its panics.
//!
//! Which call is where is read off the carts' own source; that a hook's state is the one from before it is our decision.

use rasher::{Breakpoint, Input, LineQuery, Logpoint, Place, Position, RustSource, button};
use tests::carts::find;
use timeline::{LinePlace, Profile, Run, Source, StepKind};

const BALL: &str = include_str!("../../src/carts/ball.rs");
const CRASHER: &str = include_str!("../../src/carts/crasher.rs");

fn played(name: &str, frames: usize) -> Run {
    let cart = find(name);
    let mut run = Run::start(cart.with_source(), cart.boot(4)).expect("it starts");
    (0..frames).for_each(|_| _ = run.frame(&Input::default()).expect("the frame is run"));
    run
}

/// The number of the only line that begins with a text.
fn line(code: &str, begin: &str) -> u32 {
    let mut found = (1..).zip(code.lines()).filter(|(_, line)| line.trim_start().starts_with(begin));
    let (number, _) = found.next().expect(begin);
    assert!(found.next().is_none(), "{begin}");
    number
}

fn place(name: &str, code: &str, begin: &str) -> Place {
    Place::new(format!("tests/src/carts/{name}.rs"), line(code, begin))
}

/// `p8.cls` and the other calls of a ball without spots.
const SHOWN: [&str; 4] =
    ["p8.cls(1)", "p8.rectfill(self.x.flr()", "p8.spr(self.steps", "p8.print_at(t, 1, 1"];

#[test]
fn each_call_is_a_step_with_its_picture_and_place() {
    let run = played("ball60", 5);
    let past = &run.branch().past;
    let steps = past.line_steps(5).expect("it runs");
    assert_eq!(
        steps.iter().map(|step| step.position.line).collect::<Vec<_>>(),
        SHOWN.map(|text| line(BALL, text))
    );
    let trace = past.trace(5).expect("it runs").expect("a frame");
    assert_eq!(trace.calls.len(), steps.len());
    for (n, call) in trace.calls.iter().enumerate() {
        let at = LinePlace { frame: 5, step: n as u32 };
        let moment = past.line_moment(at).expect("it runs").expect("a frame");
        let memory = |machine: &rasher::Machine| machine.memory().bytes().to_vec();
        assert!(memory(moment.console.machine()) == memory(&trace.machine_after(n)), "call {n}");
        assert_eq!((moment.calls, moment.stack[0].function.as_str()), (n, "show"));
        let here = moment.console.machine().place(moment.stack[0].position);
        assert_eq!((here.file(), here.line()), (call.place.file(), call.place.line()));
        assert_eq!(past.call_line(5, n, &call.place).expect("it runs"), Some(at));
    }
    // `_draw` does not change the state.
    let moment = past.line_moment(LinePlace { frame: 5, step: 1 }).expect("it runs").expect("a frame");
    assert_eq!(moment.console.program().inspect(), run.console().program().inspect());
    // Steps lead from frame to frame, both ways.
    let go =
        |frame, step, back| past.next_line(LinePlace { frame, step }, StepKind::Over, back).expect("it runs");
    assert_eq!(go(4, 3, false), Some(LinePlace { frame: 5, step: 0 }));
    assert_eq!(go(5, 0, true), Some(LinePlace { frame: 4, step: 3 }));
    assert_eq!(go(5, 3, false), None);
    // Without its source a cart has the same steps.
    let cart = find("ball60");
    let mut bare = Run::start((cart.make)(), cart.boot(4)).expect("it starts");
    (0..5).for_each(|_| _ = bare.frame(&Input::default()));
    let lines = |run: &Run| {
        run.branch().past.line_steps(5).expect("it runs").iter().map(|step| step.position.line).sum::<u32>()
    };
    assert_eq!(lines(&bare), lines(&run));
}

#[test]
fn breakpoints_logs_and_the_profile_work_on_calls() {
    let run = played("ball60", 200);
    let past = &run.branch().past;
    let at = place("ball", BALL, "p8.spr(self.steps");
    let point = |condition: &str| [Breakpoint { place: at.clone(), condition: condition.into() }];
    // One step a frame, counted before the picture.
    let cases = [
        (None, false, "", Some((1, 2))),
        (Some((3, 2)), false, "", Some((4, 2))),
        (Some((3, 3)), true, "", Some((3, 2))),
        (None, false, "steps == 150", Some((150, 2))),
        (Some((200, 0)), true, "steps<20", Some((19, 2))),
        (None, false, "steps>1000", None),
    ];
    for (from, back, condition, want) in cases {
        let from = from.map(|(frame, step)| LinePlace { frame, step });
        let hit = past.find_breakpoint(from, back, &point(condition)).expect("it runs");
        assert_eq!(hit.place.map(|it| (it.frame, it.step)), want, "{condition} {back} {:?}", hit.errors);
    }
    let logpoint = |expressions: &str| [Logpoint { place: at.clone(), expressions: expressions.into() }];
    let logs = past.logs(198, 200, &logpoint("steps, x")).expect("it runs");
    let texts: Vec<&str> =
        logs.iter().map(|(_, line)| line.text.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(texts, ["198", "199", "200"]);
    assert_eq!(
        past.logs(9, 9, &logpoint("no")).expect("it runs")[0].1.text,
        "no: the state has no such field"
    );
    let profile = past.profile(101, 200).expect("it runs");
    let lines = Profile::dearest(&profile.lines);
    assert_eq!((profile.frames, lines.len()), (100, 4), "{lines:?}");
    assert_eq!((lines[0].0.line(), lines[0].1.steps), (line(BALL, "p8.cls(1)"), 100), "a whole screen");
    let functions: Vec<u32> = profile.functions.keys().map(Place::line).collect();
    assert_eq!(functions, [line(BALL, "fn show(")]);
    assert_eq!(past.writer(LinePlace::end(200), &["steps".into()]), Ok(None), "not between hooks");
}

/// A field changes in `_update`: it is seen at the next call, in `_draw`.
#[test]
fn a_changed_field_stops_at_the_next_call() {
    let run = played("ball60", 3);
    let query = LineQuery { fields: vec![vec!["steps".into()]], ..LineQuery::default() };
    let moment = run.branch().past.run_lines(3, query).expect("it runs").expect("a frame");
    assert_eq!((moment.watch.stopped, moment.console.program().field(&["steps"])), (Some(0), Some(3.into())));
}

#[test]
fn a_panic_is_the_last_step_with_what_was_done_before_it() {
    let mut run = played("crasher", 8);
    let crash = run.frame(&Input::buttons(button::X)).expect_err("it panics");
    let past = &run.branch().past;
    let steps = past.line_steps(crash.frame).expect("what was before");
    let wanted =
        ["p8.poke(0x8000, self.count)", "p8.poke(0x8000, 99)", "panic!("].map(|text| line(CRASHER, text));
    assert_eq!(steps.iter().map(|step| step.position.line).collect::<Vec<_>>(), wanted);
    let moment =
        |step| past.line_moment(LinePlace { frame: crash.frame, step }).expect("it runs").expect("a frame");
    assert_eq!(moment(1).console.machine().peek(0x8000), 9);
    let last = moment(2);
    assert_eq!((last.console.machine().peek(0x8000), last.stack[0].function.as_str()), (99, "_update"));
    assert_eq!(last.console.program().field(&["count"]), Some(8.into()), "the state from before the hook");
    let calls = past.trace(crash.frame).expect("what was before").expect("a frame");
    assert_eq!((calls.calls.len(), calls.fault.expect("a panic").message), (2, crash.fault.message));
    assert_eq!(past.line_steps(8).expect("the frame before it").len(), 3, "poke, cls, pset");
}

#[test]
fn source_has_its_functions_and_lines_of_calls() {
    let text = "fn a(p8: &mut Machine) {\n    // p8.cls(0)\n    p8.cls(0);\n    p8\n        .spr_ext(1);\n}\n\
                pub(crate) fn b() { list.line(); p8.rnd(1); p8.circfill(1) }\nlet fn_c = |x| x;\nconst fn d() {}\n";
    let source = RustSource::new("/r", &[("x.rs".into(), String::new()), ("y.rs".into(), text.into())]);
    let at = |line| source.function(Position { file: 1, line }).map(|(at, name)| (at.line, name.to_string()));
    assert_eq!([at(3), at(7), at(8)], [Some((1, "a".into())), Some((7, "b".into())), Some((7, "b".into()))]);
    assert_eq!(source.function(Position { file: 0, line: 5 }), None);
    assert_eq!(source.function_named("d"), Some(Position { file: 1, line: 9 }));
    let mut program = (find("ball").make)();
    program.set_source(source.into());
    let code: Vec<u32> = Source::of(&*program)
        .lines()
        .iter()
        .filter(|line| line.has_code)
        .map(|line| line.position.line)
        .collect();
    assert_eq!(code, [3, 5, 7], "list.line() looks like a call of the machine");
}
