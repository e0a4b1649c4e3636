//! The session on the page `console/studio/README.md`: a deliberate bug, found by going back. The page's pictures are
//! made and compared here, and every frame and value it names is asserted.

use debugger::{DebugCommand, DebugRequest, Debugger, PromptKind};
use rasher::{Boot, Input, Rom, button};
use serde_json::Value;
use std::path::PathBuf;
use tests::apples::Apples;
use tests::shell::root;
use tests::table::Mode;
use timeline::{Report, Run};

/// A window of 1024x768.
const SIZE: (i32, i32) = (512, 384);

/// A run in which every apple is caught: the basket is always below the lowest one.
fn played() -> Run {
    let boot = Boot { rom: Rom::empty("apples").into(), seed: 5, ..Boot::default() };
    let mut run = Run::start(rasher::program(Apples::default()), boot).expect("it starts");
    while field(&run, "hearts") > 0 && run.now() < 6000 {
        let state = run.console().program().inspect();
        let lowest = state["apples"].as_array().unwrap().iter().max_by_key(|apple| apple["y"].as_i64());
        let x = lowest.map_or(64, |apple| apple["x"].as_i64().unwrap());
        let held = match x - state["basket"].as_i64().unwrap() {
            5.. => button::RIGHT,
            ..=-5 => button::LEFT,
            _ => 0,
        };
        run.frame(&Input::buttons(held)).expect("the frame is run");
    }
    (0..60).for_each(|_| _ = run.frame(&Input::default()).expect("the frame is run"));
    run
}

fn field(run: &Run, path: &str) -> i64 {
    timeline::Path::parse(path).unwrap().value(run.console()).and_then(|n| n.as_i64()).unwrap_or(-1)
}

fn folder() -> PathBuf {
    root().join("console/studio/session")
}

/// The example's bug report is of this very run.
fn report(run: &Run) {
    let path = root().join("console/tool/example/apples/lost.report");
    let want = Report::of(run, "");
    if Mode::from_env().expect("nothing is blessed on a server") == Mode::Bless {
        return store::write(&path, &want.to_bytes()).expect("it can be written");
    }
    let found = Report::from_bytes(&std::fs::read(&path).expect("the report is there"));
    let found = found.unwrap_or_else(|e| panic!("{}: {e}; BLESS=1 makes it", path.display()));
    assert!(found == want, "{}: another run than this one; BLESS=1 makes it", path.display());
}

/// The current canvas equals the page's picture with this name.
fn shown(debugger: &mut Debugger, run: &mut Run, name: &str) {
    let canvas = debugger.draw(run, SIZE.0, SIZE.1);
    let (w, h) = (canvas.width as usize, canvas.height as usize);
    let path = folder().join(format!("{name}.png"));
    if Mode::from_env().expect("nothing is blessed on a server") == Mode::Bless {
        return store::write(&path, &format::png(&canvas.pixels, w, h, 2)).expect("it can be written");
    }
    let old = std::fs::read(&path).map_err(|e| e.to_string());
    let old = old.and_then(|bytes| format::read_png(&bytes, name).map_err(|e| e.to_string()));
    let old = old.unwrap_or_else(|e| panic!("{}: {e}; BLESS=1 makes it", path.display()));
    // Enlarged twice in the file.
    let small: Vec<u8> = (0..h)
        .flat_map(|y| (0..w).map(move |x| (x, y)))
        .map(|(x, y)| old.indices[4 * y * w + 2 * x])
        .collect();
    if (old.width, old.height) != (2 * w, 2 * h) || small != canvas.pixels {
        let new = tests::table::out().join(format!("session-{name}.png"));
        store::write(&new, &format::png(&canvas.pixels, w, h, 2)).expect("it can be written");
        panic!("{} is another picture than {}; if that is right: BLESS=1", path.display(), new.display());
    }
}

fn asked(debugger: &mut Debugger, run: &mut Run, asks: impl IntoIterator<Item = DebugCommand>) {
    for command in asks {
        if let Some(DebugRequest::Search(search)) = debugger.command(run, command) {
            let found = search.run(&run.branch().past, |_| true);
            debugger.show_result(run, &search, found);
        }
        debugger.draw(run, SIZE.0, SIZE.1);
    }
}

fn typed(typing: PromptKind, text: &str) -> Vec<DebugCommand> {
    [DebugCommand::Prompt(typing)]
        .into_iter()
        .chain(text.chars().map(DebugCommand::Letter))
        .chain([DebugCommand::Enter])
        .collect()
}

#[test]
fn the_page_reports_what_happens() {
    let page = std::fs::read_to_string(root().join("console/studio/README.md")).expect("the page is there");
    let says = |what: &str| assert!(page.contains(what), "the page does not say {what:?}");
    let mut run = played();
    assert_eq!(field(&run, "hearts"), 0);
    let mut debugger = Debugger::default();
    debugger.draw(&mut run, SIZE.0, SIZE.1);
    asked(&mut debugger, &mut run, typed(PromptKind::Find, "hearts"));
    asked(&mut debugger, &mut run, [DebugCommand::ToggleWatch]);
    asked(&mut debugger, &mut run, typed(PromptKind::Find, "score"));
    asked(&mut debugger, &mut run, [DebugCommand::ToggleWatch]);
    says(&format!("{} frames", run.now()));
    report(&run);
    shown(&mut debugger, &mut run, "end");

    asked(&mut debugger, &mut run, [DebugCommand::End(false)]);
    asked(&mut debugger, &mut run, typed(PromptKind::Until, "hearts < 3"));
    let hit = run.now();
    says(&format!("frame {hit}"));
    let changes = |run: &mut Run| {
        let after = run.console().program().inspect();
        run.step(-1).unwrap();
        let before = run.console().program().inspect();
        run.step(1).unwrap();
        timeline::changed_fields(&before, &after)
    };
    let changed = changes(&mut run);
    let named =
        |name: &str| changed.iter().find(|f| f.path == name).unwrap_or_else(|| panic!("{name} changed"));
    assert_eq!(
        (&named("hearts").before, &named("hearts").after),
        (&Some(Value::from(3)), &Some(Value::from(2)))
    );
    let score = field(&run, "score");
    assert_eq!(named("score").before, Some(Value::from(score - 1)), "caught, and yet it cost a heart");
    says(&format!("from {} to {score}", score - 1));
    shown(&mut debugger, &mut run, "found");

    // The calls of this frame: both words are at the same place, and the slider stops before the second.
    let trace = run.trace().unwrap().unwrap();
    let words: Vec<usize> = (0..trace.calls.len())
        .filter(|n| trace.calls[*n].args.starts_with("\"+1\"") || trace.calls[*n].args.starts_with("\"-♥\""))
        .collect();
    assert_eq!(words.len(), 2, "{:?}", trace.calls.iter().map(|c| &c.args).collect::<Vec<_>>());
    let back = (trace.calls.len() - words[1]) as i64;
    asked(&mut debugger, &mut run, [DebugCommand::Focus(1), DebugCommand::Call(-back)]);
    shown(&mut debugger, &mut run, "calls");

    asked(&mut debugger, &mut run, [DebugCommand::Step(-1), DebugCommand::Focus(-1)]);
    let (y, speed) = (field(&run, "apples[0].y"), field(&run, "apples[0].speed"));
    assert!(y < 108 && y + speed >= 116, "{y} and {speed}: over the rim and into the ground in one step");
    says(&format!("at {y}"));
    says(&format!("{speed} pixels"));
    asked(&mut debugger, &mut run, typed(PromptKind::Find, "apples[0]"));
    asked(&mut debugger, &mut run, [DebugCommand::ToggleWatch]);
    shown(&mut debugger, &mut run, "before");

    // A nested field is found by its name, and then gets its own line.
    asked(&mut debugger, &mut run, typed(PromptKind::Find, "speed"));
    asked(&mut debugger, &mut run, typed(PromptKind::Value, "4"));
    says("number, 4,");
    run.frame(&Input::default()).expect("the frame is run");
    assert_eq!((field(&run, "hearts"), field(&run, "score")), (3, score), "the heart stays");
    assert_eq!(run.branches().len(), 2);
    asked(&mut debugger, &mut run, [DebugCommand::NextBranch]);
    assert_eq!((field(&run, "hearts"), field(&run, "score")), (2, score), "the run as it was");
}

/// Enter unfolds and folds lines of the state; a search unfolds its result; a line without members opens an input
/// line.
#[test]
fn what_is_folded_is_found_and_unfolds() {
    let mut run = played();
    run.goto(2017).unwrap();
    let mut debugger = Debugger::default();
    debugger.draw(&mut run, SIZE.0, SIZE.1);
    let (y, speed) = (field(&run, "apples[0].y"), field(&run, "apples[0].speed"));
    let edited = |debugger: &mut Debugger, run: &mut Run| {
        asked(debugger, run, [DebugCommand::Prompt(PromptKind::Value)]);
        let line = debugger.foot_lines(run, SIZE.0).join(" ");
        asked(debugger, run, [DebugCommand::Escape]);
        line
    };
    // The last column: what E would change.
    for (ask, what) in [
        (typed(PromptKind::Find, "speed"), format!("apples[0].speed: {speed} -> _")),
        ([DebugCommand::Scroll(-1)].into(), "apples[0]: ".into()),
        // After folding, the next line is not a member.
        (vec![DebugCommand::Enter, DebugCommand::Scroll(1)], "basket: ".into()),
        (typed(PromptKind::Find, "S[0].Y"), format!("apples[0].y: {y} -> _")),
        (vec![DebugCommand::Scroll(-3), DebugCommand::Enter, DebugCommand::Scroll(-1)], "apples: ".into()),
        // All apples are folded, then found again.
        (vec![DebugCommand::Enter, DebugCommand::Scroll(1)], "basket: ".into()),
        (vec![DebugCommand::Match(1)], format!("apples[0].y: {y} -> _")),
        (vec![DebugCommand::Match(1)], format!("apples[0].y: {y} -> _")),
        (typed(PromptKind::Find, "hearts"), "hearts: 3 -> _".into()),
    ] {
        asked(&mut debugger, &mut run, ask);
        let line = edited(&mut debugger, &mut run);
        assert!(line.contains(&what), "{line:?} has no {what:?}");
    }
    asked(&mut debugger, &mut run, [DebugCommand::Enter]);
    assert!(debugger.is_typing(), "a number has no members, so it gets another value");
}
