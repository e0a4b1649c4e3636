//! Lines of the program's source, as reported for the calls of a frame, limits, debug lines and faults.

use super::{choice, console};
use rasher::{Boot, Effect, Fault, Hook, Input, Limit, Place, Rom, button};
use std::ffi::OsString;
use std::fs;
use std::sync::Arc;
use tests::shell::folder;
use tests::toy::Toy;
use timeline::{Crash, Recording, Replay, Run};

const DRAWS: &str = "
file main.toy
fn _init
  1 menuitem
fn _update
  1 cls
  flip 3 3 8 pset
  call box
fn _draw
  0 9 9 9 print
  flip
  call box
fn _menu
  2 cls
file box.toy
fn box
  10 10 20 20 7 rectfill
";

/// Frame by frame: the calls as `place name(args) hook`. The second and third frame begin in the middle of a hook.
#[test]
fn calls_of_a_frame_have_the_program_s_places() {
    let mut console = console(DRAWS);
    let frames: [&[(&str, u32, &str, bool)]; 4] = [
        &[("main.toy", 4, "cls(1)", false)],
        &[
            ("main.toy", 5, "pset(3, 3, 8)", false),
            ("box.toy", 2, "rectfill(10, 10, 20, 20, 7)", false),
            ("main.toy", 8, "print(\"0\", 9, 9, 9)", true),
        ],
        &[("box.toy", 2, "rectfill(10, 10, 20, 20, 7)", true)],
        &[("main.toy", 12, "cls(2)", false), ("main.toy", 4, "cls(1)", false)],
    ];
    for (n, want) in (1..).zip(frames) {
        let input = if n == 4 { choice(1) } else { Input::default() };
        let before = console.digest();
        let trace = console.trace(&input);
        assert_eq!(console.digest(), before, "frame {n}: it is only looked at");
        let told: Vec<_> = trace
            .calls
            .iter()
            .map(|c| (c.place.file().to_string(), c.place.line(), c.to_string(), c.in_draw))
            .collect();
        let want: Vec<_> = want.iter().map(|(f, l, c, d)| (f.to_string(), *l, c.to_string(), *d)).collect();
        assert_eq!(told, want, "frame {n}");
        console.frame(&input);
        let (end, now) = (trace.machine_after(usize::MAX), console.machine());
        assert!(
            end.memory().bytes() == now.memory().bytes(),
            "frame {n}: the trace ends where the frame does"
        );
        if n == 3 {
            assert_eq!((trace.pixels(0), trace.painters(15, 15).collect::<Vec<_>>()), (121, vec![0]));
        }
    }
}

/// A frame with a fault is traced up to it.
#[test]
fn calls_before_a_fault_are_traced() {
    let console = console("file a.toy\nfn _update\n 1 cls 5 5 8 pset\n fault no more\n 3 cls");
    let trace = console.trace(&Input::default());
    let calls: Vec<_> = trace.calls.iter().map(ToString::to_string).collect();
    assert_eq!(calls, ["cls(1)", "pset(5, 5, 8)"]);
    assert_eq!(trace.machine_after(usize::MAX).memory().get(0x6000), 0x11);
    let fault = Fault { message: "no more".to_string(), place: Place::new("a.toy", 3), ..Fault::default() };
    assert_eq!(trace.fault, Some(fault));
}

/// A limit is reported once per line of the program, whichever line of the interpreter calls: three lines, three
/// notices.
#[test]
fn limits_are_reported_once_a_line() {
    let source = "file one.toy\nfn _update\n 300 1 1 spr\n 300 1 1 spr 301 2 2 spr\n call far\nfile two.toy\nfn far\n 302 3 3 spr";
    let mut console = console(source);
    let mut told = Vec::new();
    for _ in 0..5 {
        for effect in console.frame(&Input::default()) {
            let Effect::Limit(limit) = effect else { panic!("{effect:?}") };
            assert_eq!((limit.limit, limit.most), (Limit::Sprite, 255));
            told.push((limit.place.to_string(), limit.found));
        }
    }
    let want = [("one.toy:2", 300), ("one.toy:3", 300), ("two.toy:2", 302)].map(|(p, n)| (p.to_string(), n));
    assert_eq!(told, want);
    let kept: Vec<_> = console.clone().machine().exceeded().map(|e| (e.place.to_string(), e.found)).collect();
    assert_eq!(kept, want, "they stay, in copies too");
}

#[test]
fn debug_lines_have_the_program_s_places() {
    let mut console = console("file a.toy\nfn _update\n 7 debug\n flip\n 8 debug\nfn _draw\n 9 debug");
    let frames: [&[(&str, &str)]; 3] =
        [&[("7", "a.toy:2")], &[("8", "a.toy:4"), ("9", "a.toy:6")], &[("7", "a.toy:2")]];
    for (n, want) in (1..).zip(frames) {
        console.frame(&Input::default());
        let lines = console.machine().debug_lines();
        let told: Vec<_> = lines.iter().map(|l| (l.text.clone(), l.place.to_string())).collect();
        let want: Vec<_> = want.iter().map(|(t, p)| (t.to_string(), p.to_string())).collect();
        assert_eq!(told, want, "frame {n}: those since the newest picture");
    }
}

/// The console's own names, if a program has none.
#[test]
fn places_are_written_as_far_as_they_are_known() {
    for (place, text) in [
        (Place::new("src/a.lua", 3), "src/a.lua:3"),
        (Place::new("a.lua", 0), "a.lua"),
        (Place::default(), "unknown place"),
    ] {
        assert_eq!(place.to_string(), text);
    }
    assert_eq!(Place::new("src/deep\\a.lua", 3).short(), "a.lua:3");
    let console = console("fn _update");
    assert_eq!(console.machine().place(rasher::Position { file: 9, line: 2 }).to_string(), "?:2");
}

/// `what` faults when X is pressed, wherever the source is at that moment.
const FAULTS: &str = "
file main.toy
fn _init
  strict
  call wait
fn _update
  n 1 add =n
  call wait
  flip
  5 btn unless fine
  call deep
fine:
file deep.toy
fn deep
  n 77 add =n 9 cls 1234 printh
  call deeper
fn deeper
  fault the floor is gone
fn wait
  flip
";

fn start(source: &str) -> Result<Run, Crash> {
    let rom = Arc::new(Rom::empty("toy"));
    Run::start(Toy::boxed(source), Boot { rom, ..Boot::default() })
}

/// The previous value, the program's positions, and the same crash in each replay.
#[test]
fn a_fault_in_a_resumed_hook_leaves_the_value_from_before() {
    let mut run = start(FAULTS).unwrap();
    (0..8).for_each(|_| drop(run.frame(&Input::default()).unwrap()));
    let before = run.console().digest();
    assert_eq!(run.console().suspended_hook(), Some(Hook::Update), "the frame goes on with an update");
    let crash = run.frame(&Input::buttons(button::X)).unwrap_err();
    let fault = Fault {
        message: "the floor is gone".to_string(),
        place: Place::new("deep.toy", 5),
        stack: vec![Place::new("deep.toy", 3), Place::new("main.toy", 9)],
        printed: vec!["1234".to_string()].into(),
    };
    assert_eq!(crash, Crash { fault, is_panic: false, frame: 9 });
    assert_eq!(
        crash.to_string(),
        "the cart stopped in frame 9 at deep.toy:5: the floor is gone, called from deep.toy:3, main.toy:9"
    );
    assert_eq!((run.console().digest(), run.console().suspended_hook()), (before, Some(Hook::Update)));
    assert_eq!(run.frame(&Input::default()), Err(crash.clone()), "a run that faulted stays there");
    let recording = Recording::from_bytes(&run.recording().to_bytes()).unwrap();
    let again =
        Replay::new(&recording, Toy::boxed(FAULTS), run.rom().clone()).and_then(Replay::finish).unwrap();
    assert_eq!(again.digest(), before);
    // Rewound, a branch continues without the press.
    run.goto(7).unwrap();
    (0..20).for_each(|_| drop(run.frame(&Input::default()).unwrap()));
    assert_eq!(run.now(), 27);
}

/// By hook: source, message, place.
#[test]
fn faults_of_every_hook_are_crashes() {
    let cases = [
        ("fn _init\n fault a", 0, "a", 2),
        ("fn _init\n flip\n fault b", 1, "b", 3),
        ("fn _update\n drop", 1, "the stack is empty", 2),
        ("fn _draw\n 1 0 mod =n", 1, "modulo zero", 2),
        ("fn _draw\n flip\n fault c", 2, "c", 3),
        ("fn _update\n call again\nfn again\n call again", 1, "calls too deep", 4),
        ("fn _init\n 1 menuitem\nfn _menu\n fault d", 3, "d", 4),
    ];
    for (source, frame, message, line) in cases {
        let mut run = match start(source) {
            Ok(run) => run,
            Err(crash) => {
                assert_eq!((crash.frame, &crash.fault.message[..]), (frame, message), "{source}");
                continue;
            }
        };
        let crash = (1..=3).find_map(|n| run.frame(&if n == 3 { choice(1) } else { Input::default() }).err());
        let Crash { fault, is_panic, frame: found } = crash.expect("it faults within three frames");
        assert_eq!((found, &fault.message[..], is_panic), (frame, message, false), "{source}");
        assert_eq!((fault.place.file(), fault.place.line()), ("toy", line), "{source}");
        // All calls except the hook are reported: 63 for the deepest.
        assert_eq!(fault.stack.len(), if message.contains("deep") { 63 } else { 0 }, "{source}");
    }
}

const SHELF: &[shelf::Entry] = &[shelf::Entry::bare("toy", || Toy::boxed(FAULTS))];

/// `rasher debug` on a run of another language: its crash with the stack, in text and JSON, and its calls.
#[test]
fn the_debugger_s_command_prints_places_and_stack() {
    let mut run = start(FAULTS).unwrap();
    (0..8).for_each(|_| drop(run.frame(&Input::default()).unwrap()));
    run.frame(&Input::buttons(button::X)).unwrap_err();
    let path = folder("program", "debug").join("toy.rec");
    fs::write(&path, run.recording().to_bytes()).unwrap();
    let told = |more: &[&str]| {
        let words = [&["rasher", "debug", path.to_str().unwrap()], more].concat();
        let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        let Ok(report) = tool::command(SHELF, words) else { panic!("it needs no window") };
        assert_eq!(report.err, "");
        report.out
    };
    let text = told(&[]);
    assert!(
        text.contains("at deep.toy:5: the floor is gone, called from deep.toy:3, main.toy:9\n"),
        "{text}"
    );
    let json: serde_json::Value = serde_json::from_str(&told(&["--json"])).unwrap();
    let want = serde_json::json!({
        "frame": 9, "place": "deep.toy:5", "message": "the floor is gone",
        "stack": [{ "file": "deep.toy", "line": 3 }, { "file": "main.toy", "line": 9 }],
    });
    assert_eq!(json["crash"], want);
    assert_eq!(json["halfway"], "_update");
    assert!(
        text.starts_with("frame 8 of 8 digest ") && text.contains("\nin the middle of _update\n"),
        "{text}"
    );
}
