//! The debugging commands as typed: `debug`, `diff`, `bisect`, `trace`.
//!
//! Expectations come from runs made here with the library: what a command prints about a frame is what the console
//! contained in it. Texts and exit codes are our decisions: 0 equal or done, 1 for runs that differ and for failed
//! searches.

use rasher::{Boot, Edit, Input, Rom, button};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tests::shell::{command, folder, well};
use timeline::{Recording, Report, Run};

#[track_caller]
fn done(args: &[&str]) -> String {
    well(command(args))
}

#[track_caller]
fn json(args: &[&str]) -> Value {
    serde_json::from_str(&done(args)).expect("JSON")
}

/// A run of Smokehouse with some arrow presses.
fn run(seed: u64, presses: &[(u64, u8)], frames: u64) -> Run {
    let entry = shelf::find("porklike").unwrap();
    let rom = Arc::new(entry.rom().unwrap());
    let mut run = Run::start((entry.make)(), Boot { rom, seed, ..Boot::default() }).unwrap();
    for frame in 0..frames {
        let held = presses.iter().filter(|(at, _)| *at == frame).fold(0, |all, (_, b)| all | b);
        run.frame(&Input::buttons(held)).unwrap();
    }
    run
}

fn keep(folder: &Path, file: &str, run: &Run) -> String {
    let path = folder.join(file);
    fs::write(&path, run.recording().to_bytes()).unwrap();
    path.display().to_string()
}

/// Smokehouse's title, then steps in its yard.
const WALK: &[(u64, u8)] =
    &[(4, button::O), (20, button::RIGHT), (60, button::RIGHT), (100, button::UP), (140, button::LEFT)];

#[test]
fn a_moment_is_printed_as_it_was() {
    let mut run = run(1, WALK, 300);
    let file = keep(&folder("debug", "moment"), "walk", &run);
    for frame in [0, 1, 73, 299, 300] {
        run.goto(frame).unwrap();
        let told = done(&["debug", &file, "--goto", &frame.to_string()]);
        assert_eq!(told, format!("frame {frame} of 300 digest {:016x}\n", run.console().digest()));
    }
    assert_eq!(
        done(&["debug", &file]),
        done(&["debug", &file, "--goto", "300"]),
        "the end, if nothing is said"
    );
    run.goto(150).unwrap();
    let told =
        json(&["debug", &file, "--goto", "150", "--json", "--mem", "0x5f00,0x80", "--print", "nobody"]);
    let bytes = run.console().machine().memory().bytes()[0x5f00..0x5f80].to_vec();
    assert_eq!(told["memory"]["bytes"], Value::from(bytes));
    assert_eq!((&told["frame"], &told["fields"]["nobody"]), (&150.into(), &Value::Null));
    let text = done(&["debug", &file, "--goto", "150", "--mem", "0x5f00"]);
    assert!(text.lines().nth(1).unwrap().starts_with("0x5f00  "), "{text}");
}

/// A wrong digest stops a run that reaches it, so a run that is not stopped has not reached it.
#[test]
fn what_comes_after_a_moment_is_not_run() {
    let whole = run(1, WALK, 300);
    let mut wrong = Recording::new(whole.recording().start);
    whole.recording().inputs().for_each(|input| _ = wrong.push(&input));
    let folder = folder("debug", "part");
    let good = keep(&folder, "walk", &whole);
    wrong.check(77);
    let path = folder.join("wrong");
    fs::write(&path, wrong.to_bytes()).unwrap();
    let path = path.display().to_string();
    for moment in [
        &["--goto", "150", "--calls"][..],
        &["--until", "frame == 120"],
        &["--goto", "200", "--until", "frame > 5"],
    ] {
        let told = |file: &str| done(&[&["debug", file, "--changes"], moment].concat());
        assert_eq!(told(&path), told(&good), "{moment:?}");
    }
    let back = ["--goto", "150", "--until", "mem[0x5f4c] == 2", "--back"];
    assert!(done(&[&["debug", &path], &back[..]].concat()).starts_with("frame 61 of 300"));
    assert_eq!(done(&["diff", &path, &good, "--goto", "100"]), "frame 100 of 300 and 300\nequal\n");
    for too_far in [&["debug", &path][..], &["debug", &path, "--goto", "300"], &["diff", &path, &good]] {
        assert!(command(too_far.iter().copied()).err.contains("frame 300 is "), "{too_far:?}");
    }
}

#[test]
fn fields_are_printed_by_name() {
    let mut run = run(1, WALK, 200);
    let file = keep(&folder("debug", "fields"), "walk", &run);
    run.goto(120).unwrap();
    let state = run.console().program().inspect();
    let name = state.as_object().unwrap().keys().next().unwrap().clone();
    let told = json(&["debug", &file, "--goto", "120", "--print", &name, "--json"]);
    assert_eq!(told["fields"][&name], state[&name]);
    let text = done(&["debug", &file, "--goto", "120", "--print", &name]);
    assert!(text.contains(&format!("{name} = ")), "{text}");
}

/// Smokehouse stores the upper edge of the hit points as a `Num`.
#[test]
fn numbers_with_a_point_are_printed_searched_and_changed_as_such() {
    let folder = folder("debug", "numbers");
    let mut run = run(1, WALK, 300);
    let file = keep(&folder, "walk", &run);
    let exact = |run: &Run| -> i64 {
        let state: Value = serde_json::from_slice(&run.console().program().save().unwrap()).unwrap();
        state["hp"].as_i64().unwrap()
    };
    // The first frame in which it has a fraction, by its bits.
    let frame = (0..300).find(|frame| {
        run.goto(*frame).unwrap();
        exact(&run) % 65536 != 0
    });
    let frame = frame.expect("it slides into the picture").to_string();
    let bits = exact(&run);
    let shown = rasher::Num::from_bits(bits as i32).to_literal();
    assert!(shown.contains('.'), "{shown}");
    assert_eq!(
        done(&["debug", &file, "--goto", &frame, "--print", "hp"]).lines().nth(1),
        Some(&*format!("hp = {shown}"))
    );
    let told = json(&["debug", &file, "--goto", &frame, "--print", "hp", "--changes", "--json"]);
    assert_eq!(told["fields"]["hp"].to_string(), shown);
    let changes = told["changes"]["fields"].as_array().unwrap();
    let change = changes.iter().find(|change| change["path"] == "hp").expect("it begins to slide");
    assert_eq!(change["after"].to_string(), shown);
    // A number can be given as shown on the screen, or in hex.
    let until = format!("hp == {shown}");
    assert!(done(&["debug", &file, "--until", &until]).starts_with(&format!("frame {frame} of 300")));
    let hex = format!(
        "hp == {}0x{:x}.{:04x}",
        if bits < 0 { "-" } else { "" },
        bits.abs() >> 16,
        bits.abs() & 0xffff
    );
    assert!(done(&["debug", &file, "--until", &hex]).starts_with(&format!("frame {frame} of 300")), "{hex}");
    let whole = (0..300).find(|frame| {
        run.goto(*frame).unwrap();
        exact(&run) == 5 << 16
    });
    let found = command(["debug", &file, "--until", "hp == 5"]);
    match whole {
        Some(frame) => assert!(found.out.starts_with(&format!("frame {frame} of 300")), "{}", found.out),
        None => assert_eq!(found.code, 1),
    }
    // Changed to 4.5, and from there on a different run.
    let out = folder.join("new.rec").display().to_string();
    for (typed, shown) in
        [("hp=4.5", "hp = 4.5"), ("hp=0x4.8", "hp = 4.5"), ("hp=5", "hp = 5"), ("hp=-0.25", "hp = -0.25")]
    {
        let there = ["debug", &file, "--goto", "200", "--set", typed, "--print", "hp"];
        assert_eq!(done(&there).lines().nth(1), Some(shown), "{typed}");
    }
    done(&["debug", &file, "--goto", "200", "--set", "hp=4.5", "--branch", &out]);
    run.goto(200).unwrap();
    run.edit(Edit::State { path: "/hp".into(), value: "294912".into() }).unwrap();
    run.frame(&Input::default()).unwrap();
    let twin = format!("digest {:016x}", run.console().digest());
    assert!(done(&["debug", &out, "--goto", "201"]).contains(&twin), "as with the bits of 4.5");
}

/// A typo must not start a search through an hour that finds nothing.
#[test]
fn a_condition_on_a_field_that_does_not_exist_says_so() {
    let file = keep(&folder("debug", "missing"), "walk", &run(1, WALK, 60));
    for (until, says) in [
        ("hpp < 3", "\"hpp < 3\": no field hpp here; similar: hp"),
        ("frame > 5 && !shak", "no field shak here; similar: shake"),
        ("players == 3", "no field players here"),
        ("world.flor == 3", "becomes true in no frame; no field world.flor here; similar: world.floor"),
    ] {
        for back in [&[][..], &["--back"]] {
            let report = command([&["debug", &file, "--until", until], back].concat());
            assert_eq!(report.code, 1, "{until}");
            assert!(report.err.contains(says), "{until}: {}", report.err);
        }
    }
    let never = command(["debug", &file, "--until", "world.floor == 99"]);
    assert!(never.err.ends_with("\"world.floor == 99\" becomes true in no frame\n"), "{}", never.err);
}

/// History: all values up to a moment, and for memory the line that wrote it.
#[test]
fn the_history_of_a_field_and_of_memory_is_printed() {
    let folder = folder("debug", "history");
    let mut run = run(1, WALK, 300);
    let file = keep(&folder, "walk", &run);
    let mut values: Vec<(u64, String)> = Vec::new();
    let mut camera: Vec<(u64, u64)> = Vec::new();
    for frame in 0..=300 {
        run.goto(frame).unwrap();
        let hp = run.console().program().inspect()["hp"].to_string();
        if values.last().is_none_or(|(_, last)| *last != hp) {
            values.push((frame, hp));
        }
        let pads = run.console().machine().memory().get(0x5f4c).into();
        if camera.last().is_none_or(|(_, last)| *last != pads) {
            camera.push((frame, pads));
        }
    }
    assert!(values.len() > 5 && camera.len() > 5, "{values:?} {camera:?}");
    let lines: Vec<String> = values.iter().map(|(frame, hp)| format!("{frame:>8}  {hp}")).collect();
    let want = format!("history of hp: {} values\n{}\n", lines.len(), lines.join("\n"));
    let told = done(&["debug", &file, "--history", "hp"]);
    assert_eq!(told.split_once('\n').unwrap().1, want);
    // Up to the moment, however it was found.
    let until = format!("frame == {}", values[2].0);
    for moment in
        [&["--goto", &values[2].0.to_string()][..], &["--until", &until], &["--until", &until, "--back"]]
    {
        let told = done(&[&["debug", &file, "--history", "hp"][..], moment].concat());
        assert!(
            told.ends_with(&format!("history of hp: 3 values\n{}\n", lines[..3].join("\n"))),
            "{moment:?} {told}"
        );
    }
    // The gamepad's byte is the machine's own; a byte of the screen belongs to a call.
    let told = json(&["debug", &file, "--json", "--history", "mem[0x5f4c]", "--history", "mem[0x6000] != 0"]);
    let pads = &told["history"][0];
    let want: Vec<Value> =
        camera.iter().map(|(frame, value)| serde_json::json!({ "frame": frame, "value": value })).collect();
    assert_eq!((&pads["of"], &pads["values"]), (&"mem[0x5f4c]".into(), &Value::from(want)));
    assert_eq!(pads["written"], serde_json::json!({ "frame": camera.last().unwrap().0, "call": null }));
    assert_eq!(told["history"][1].get("written"), None, "a comparison is written by nobody");
    let told = json(&["debug", &file, "--json", "--history", "mem[0x7000]"]);
    let written = &told["history"][0]["written"];
    let calls = json(&["debug", &file, "--json", "--goto", &written["frame"].to_string(), "--calls"]);
    let call = &written["call"];
    assert!(call["file"].as_str().unwrap().contains("porklike"), "{written}");
    assert_eq!(calls["calls"][call["n"].as_u64().unwrap() as usize], *call, "a call of that very frame");
    let text = done(&["debug", &file, "--history", "mem[0x7000]"]);
    let place = format!("{}:{}\n", call["file"].as_str().unwrap(), call["line"]);
    assert!(
        text.contains(&format!("last written in frame {} by ", written["frame"])) && text.ends_with(&place),
        "{text}"
    );
    let text = done(&["debug", &file, "--history", "mem[0x5f4c]"]);
    assert!(text.ends_with(" by the console itself\n"), "{text}");
    for (args, says) in
        [("hpp", "\"hpp\": no field hpp here; similar: hp"), ("hp <", "--history \"hp <\": at letter 5")]
    {
        let report = command(["debug", &file, "--history", args]);
        assert!(report.code == 1 && report.err.contains(says), "{}", report.err);
    }
}

#[test]
fn the_calls_of_a_frame_are_listed_with_the_lines_that_made_them() {
    let file = keep(&folder("debug", "calls"), "walk", &run(1, WALK, 60));
    let told = json(&["debug", &file, "--goto", "50", "--calls", "--pixel", "64,64", "--json"]);
    let calls = told["calls"].as_array().unwrap();
    assert!(calls.len() > 5, "{told}");
    let cls = calls.iter().find(|call| call["name"] == "cls").expect("Smokehouse clears the screen");
    assert_eq!(cls["arguments"], serde_json::json!(["color"]));
    assert_eq!((&cls["hook"], &cls["pixels"]), (&"draw".into(), &(128 * 128).into()));
    assert!(cls["file"].as_str().unwrap().contains("porklike"), "{cls}");
    let painters = told["painters"].as_array().unwrap();
    assert!(painters.contains(cls) && painters.len() >= 2, "{painters:?}");
    let text = done(&["debug", &file, "--goto", "50", "--calls", "--pixel", "64,64"]);
    assert!(text.lines().count() > calls.len() && text.contains("pixel 64,64: "), "{text}");
    assert_eq!(
        json(&["debug", &file, "--goto", "0", "--calls", "--json"])["calls"],
        Value::Null,
        "no frame led to 0"
    );
}

#[test]
fn a_condition_is_searched_for_both_ways() {
    let mut run = run(1, WALK, 300);
    let file = keep(&folder("debug", "until"), "walk", &run);
    // The gamepad's byte: the first press is in the 21st frame.
    let until = ["debug", &file, "--until", "mem[0x5f4c] == 2"];
    assert!(done(&until).starts_with("frame 21 of 300"));
    let back = ["debug", &file, "--until", "mem[0x5f4c] == 2", "--back"];
    assert!(done(&back).starts_with("frame 61 of 300"));
    let from = ["debug", &file, "--goto", "30", "--until", "mem[0x5f4c] != 0"];
    assert!(done(&from).starts_with("frame 61 of 300"));
    assert!(done(&["debug", &file, "--until", "frame >= 0"]).starts_with("frame 0 of 300"));
    let never = command(["debug", &file, "--until", "frame > 300"]);
    assert_eq!(never.code, 1);
    assert!(never.err.contains("\"frame > 300\" becomes true in no frame"), "{}", never.err);
    run.goto(21).unwrap();
    let changes = done(&["debug", &file, "--goto", "21", "--changes"]);
    assert!(changes.contains("0x5f4c pads  1 of 8 bytes"), "{changes}");
}

#[test]
fn a_bug_report_opens_at_its_frame_with_its_data() {
    let run = run(1, WALK, 300);
    let folder = folder("debug", "report");
    let file = keep(&folder, "walk", &run);
    let path = folder.join("bug").display().to_string();
    let there = done(&["debug", &file, "--goto", "123", "--report", &path, "--yes"]);
    assert_eq!(done(&["debug", &path]), there, "the same frame, the same digest");
    let report = Report::from_bytes(&fs::read(&path).unwrap()).unwrap();
    assert_eq!((report.frame, &report.rom.data, report.recording.frames()), (123, &run.rom().data, 300));
    // Data that differ from the shelf's are included in the report.
    let entry = shelf::find("porklike").unwrap();
    let mut rom = Rom::empty("porklike");
    rom.version = entry.version;
    rom.data[77] = 5;
    let boot = Boot { rom: Arc::new(rom), ..Boot::default() };
    let mut odd = Run::start((entry.make)(), boot).unwrap();
    (0..10).for_each(|_| _ = odd.frame(&Input::default()).unwrap());
    fs::write(&path, Report::of(&odd, "").to_bytes()).unwrap();
    assert!(done(&["debug", &path]).contains(&format!("{:016x}", odd.console().digest())));
}

/// Ten minutes of a player who presses often, and a mouse that moves now and then.
#[test]
fn a_report_of_ten_minutes_is_below_100_kb() {
    let entry = shelf::find("porklike").unwrap();
    let rom = Arc::new(entry.rom().unwrap());
    let mut run = Run::start((entry.make)(), Boot { rom, ..Boot::default() }).unwrap();
    let mut player = tests::random::RandomPlayer::new(8);
    for _ in 0..36_000 {
        run.frame(&player.input()).unwrap();
    }
    let bytes = Report { settings: "{}".repeat(500), ..Report::of(&run, "") }.to_bytes();
    assert!(bytes.len() < 100_000, "{} bytes", bytes.len());
    assert_eq!(Report::from_bytes(&bytes).unwrap().recording.frames(), 36_000);
}

#[test]
fn two_runs_are_compared() {
    let same = WALK;
    let late: Vec<_> = WALK.iter().copied().chain([(200, button::X)]).collect();
    let (a, b) = (run(1, same, 300), run(1, &late, 300));
    let folder = folder("debug", "two");
    let (a, b, short) =
        (keep(&folder, "a", &a), keep(&folder, "b", &b), keep(&folder, "short", &run(1, same, 250)));
    assert_eq!(done(&["bisect", &a, &a]), "300 frames are equal\n");
    let parts = command(["bisect", &a, &b]);
    assert_eq!(parts.code, 1);
    assert!(parts.out.starts_with("frame 201 differs, whose input differs too:\n"), "{}", parts.out);
    assert!(parts.out.contains("0x5f4c pads"), "{}", parts.out);
    let parts: Value = serde_json::from_str(&command(["bisect", &a, &b, "--json"]).out).unwrap();
    assert_eq!((&parts["frame"], &parts["by_input"]), (&201.into(), &true.into()));
    // The picture follows the state within the frames of a step.
    let seen = command(["bisect", &a, &b, "--picture"]).out;
    let frame = seen.strip_prefix("frame ").and_then(|rest| rest.split(' ').next()?.parse().ok());
    assert!(frame.is_some_and(|frame: u64| (201..230).contains(&frame)), "{seen}");
    assert_eq!(command(["bisect", &a, &short]).out, "250 frames are equal, then one run ends\n");

    assert_eq!(done(&["diff", &a, &b, "--goto", "200"]), "frame 200 of 300 and 300\nequal\n");
    let differ = command(["diff", &a, &b, "--goto", "201"]);
    assert_eq!(differ.code, 1);
    assert!(differ.out.contains("0x5f4c pads  1 of 8 bytes"), "{}", differ.out);
    let seeds = command(["diff", &a, &keep(&folder, "other", &run(2, same, 300)), "--goto", "0"]);
    assert!(seeds.out.contains("start seed  1 -> 2\n"), "{}", seeds.out);
}

#[test]
fn the_past_is_changed_and_the_rest_replayed_with_it() {
    let folder = folder("debug", "branch");
    let file = keep(&folder, "walk", &run(1, WALK, 300));
    let out = folder.join("new.rec").display().to_string();
    // Bytes that Smokehouse does not touch.
    let there = ["debug", &file, "--goto", "100", "--poke", "0x4300=0a ff"];
    let told = done(&[&there[..], &["--mem", "0x4300,2"]].concat());
    assert!(told.starts_with("frame 100 of 300") && told.ends_with("0x4300  0a ff\n"), "{told}");
    let told = done(&[&there[..], &["--press", "down+x", "--branch", &out]].concat());
    assert!(told.starts_with("frame 101 of 300"), "{told}");
    assert!(done(&["debug", &out, "--mem", "0x4300,2"]).ends_with("0x4300  0a ff\n"), "to the end");
    assert!(
        done(&["debug", &out, "--goto", "101", "--mem", "0x5f4c,1"]).ends_with("0x5f4c  28\n"),
        "down and x"
    );
    let parts = command(["bisect", &file, &out]).out;
    assert!(parts.starts_with("frame 101 differs, whose input differs too:\n"), "{parts}");
    // Setting a field to its current value changes nothing else.
    let mut played = run(1, WALK, 300);
    played.goto(100).unwrap();
    let state = played.console().program().inspect();
    let (name, value) = state.as_object().unwrap().iter().next().unwrap();
    let set = format!("{name}={value}");
    done(&["debug", &file, "--goto", "100", "--set", &set, "--branch", &out]);
    assert_eq!(done(&["bisect", &file, &out]), "300 frames are equal\n");
}

#[test]
fn another_build_is_held_against_a_trace() {
    let folder = folder("debug", "trace");
    let file = keep(&folder, "walk", &run(1, WALK, 120));
    let trace = folder.join("walk.trace").display().to_string();
    assert!(done(&["trace", &file, "-o", &trace]).starts_with("121 frames in "));
    assert_eq!(done(&["bisect", &file, "--trace", &trace]), "120 frames are equal\n");
    // Another build writes a byte to its pins in frame 77, so frame 78 differs too.
    let text = fs::read_to_string(&trace).unwrap();
    let lines = text.lines().map(|line| match line.split_once(' ') {
        Some(("77", rest)) => format!("77 0123456789abcdef{} PINS=00000000", &rest[16..]),
        Some(("78", rest)) => format!("78 0123456789abcdef{}", &rest[16..]),
        _ => line.to_string(),
    });
    fs::write(&trace, lines.collect::<Vec<_>>().join("\n")).unwrap();
    let parts = command(["bisect", &file, "--trace", &trace]);
    assert_eq!((parts.code, parts.out.as_str()), (1, "frame 77 differs in: PINS\n"));
    // A trace in the old format has no header, and a name for everything in each line.
    fs::write(&trace, text.lines().skip(1).collect::<Vec<_>>().join("\n")).unwrap();
    let old = command(["bisect", &file, "--trace", &trace]);
    assert!(
        old.err.contains("walk.trace:1: found \"0 ") && old.err.contains("expected rasher trace 2"),
        "{}",
        old.err
    );
}

#[test]
fn refusals_are_reported() {
    let folder = folder("debug", "errors");
    let file = keep(&folder, "walk", &run(1, WALK, 50));
    let noise = folder.join("noise").display().to_string();
    fs::write(&noise, b"rasher report 1\nnoise").unwrap();
    for (args, code, says) in [
        (&["debug", &file, "--goto", "51"][..], 1, "found no frame 51, expected one from 0 to 50"),
        (&["debug", &file, "--until", "hp <"], 1, "--until \"hp <\": at letter 5: found the end"),
        (&["debug", &file, "--print", "a b"], 1, "--print \"a b\": at letter 3"),
        (&["debug", &file, "--back"], 2, "--until"),
        (&["debug", &file, "--mem", "0x10000"], 2, "expected an address from 0 to 0xffff"),
        (&["debug", &file, "--pixel", "128,0"], 2, "expected two numbers from 0 to 127"),
        (&["debug", &file, "--set", "a"], 1, "\"a\": expected PATH=VALUE"),
        (&["debug", &file, "--set", "nobody=3"], 1, "\"nobody=3\": "),
        (&["debug", &file, "--poke", "0x5f28"], 2, "expected an address, = and bytes"),
        (&["debug", &file, "--poke", "0x5f28=0g"], 2, "found \"0g\", expected a byte"),
        (&["debug", &file, "--press", "jump", "--branch", "x"], 1, "\"jump\": expected left, right"),
        (&["debug", &file, "--press", "o"], 2, "--branch"),
        (&["debug", &noise], 1, "a damaged report"),
        (&["debug", "nowhere"], 1, "cannot read"),
        (&["bisect", &file], 2, "expected two runs"),
        (&["diff", &file, &file, "--goto", "99"], 1, "found no frame 99"),
    ] {
        let report = command(args);
        assert_eq!(report.code, code, "{args:?}: {}", report.err);
        assert!(report.err.contains(says), "{args:?}: {}", report.err);
    }
}

#[test]
fn damaged_reports_are_errors_and_nothing_worse() {
    let bytes = Report { settings: "settings".to_string(), ..Report::of(&run(3, WALK, 60), "") }.to_bytes();
    assert_eq!(Report::from_bytes(&bytes).unwrap().settings, "settings");
    for n in 0..bytes.len() {
        assert!(Report::from_bytes(&bytes[..n]).is_err(), "cut after {n} bytes");
    }
    let mut dice = tests::random::Dice::new(4);
    for _ in 0..3000 {
        let mut changed = bytes.clone();
        let at = dice.below(changed.len());
        changed[at] ^= 1 << dice.below(8);
        assert!(Report::from_bytes(&changed).is_err(), "a changed byte at {at}");
        // The digest matches the noise, so the body itself must withstand it.
        let all = changed.len() - 8;
        let digest = rasher::Digest::of(&changed[..all]).to_le_bytes();
        changed[all..].copy_from_slice(&digest);
        _ = Report::from_bytes(&changed);
    }
}
