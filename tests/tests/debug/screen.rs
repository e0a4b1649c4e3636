//! The debugger on the screen, driven like a user: commands in, checks of the run and the canvas.
//!
//! Where a command leads is our decision; the expected frames and values come from the run itself.

use debugger::{DebugCommand, DebugPage, DebugRequest, Debugger, PromptKind, SearchOutcome};
use rasher::{Input, PIXELS};
use tests::carts;
use tests::random::{Dice, RandomPlayer};
use timeline::Run;

pub fn run(cart: &str, frames: usize) -> Run {
    let cart = carts::find(cart);
    let mut run = Run::start((cart.make)(), cart.boot(4)).expect("it starts");
    let mut player = RandomPlayer::new(4);
    (0..frames).for_each(|_| _ = run.frame(&player.input()).expect("the frame is run"));
    run
}

pub fn opened(run: &mut Run) -> Debugger {
    let mut debugger = Debugger::default();
    debugger.draw(run, 256, 256);
    debugger
}

/// Runs commands and their searches, as the window does.
pub fn asked(debugger: &mut Debugger, run: &mut Run, command: DebugCommand) {
    if let Some(DebugRequest::Search(search)) = debugger.command(run, command) {
        let found = search.run(&run.branch().past, |_| true);
        debugger.show_result(run, &search, found);
    }
}

pub fn typed(debugger: &mut Debugger, run: &mut Run, typing: PromptKind, text: &str) {
    debugger.command(run, DebugCommand::Prompt(typing));
    assert!(debugger.is_typing());
    text.chars().for_each(|c| _ = debugger.command(run, DebugCommand::Letter(c)));
    asked(debugger, run, DebugCommand::Enter);
    assert!(!debugger.is_typing());
}

/// The focused panel turns its pages until it shows this one.
pub fn turned(debugger: &mut Debugger, run: &mut Run, page: DebugPage) {
    let place = DebugPage::ALL.iter().position(|p| *p == page).unwrap();
    debugger.command(run, DebugCommand::Page(place as i64));
    debugger.draw(run, 256, 256);
}

#[test]
fn time_is_walked_in_both_directions() {
    let mut run = run("ball60", 300);
    let mut debugger = opened(&mut run);
    for (command, at) in [
        (DebugCommand::Step(-1), 299),
        (DebugCommand::Step(-60), 239),
        (DebugCommand::Step(10), 249),
        (DebugCommand::End(false), 0),
        (DebugCommand::Step(-1), 0),
        // The time bar: its middle and its end.
        (DebugCommand::Point(127, 234, true), 150),
        (DebugCommand::Point(127, 234, false), 150),
        (DebugCommand::Point(255, 234, true), 300),
        (DebugCommand::Point(255, 234, false), 300),
        (DebugCommand::End(true), 300),
        (DebugCommand::Step(1), 300),
    ] {
        debugger.command(&mut run, command.clone());
        assert_eq!(run.now(), at, "{command:?}");
    }
    typed(&mut debugger, &mut run, PromptKind::Frame, "123");
    assert_eq!(run.now(), 123);
    debugger.command(&mut run, DebugCommand::ToggleBookmark);
    debugger.command(&mut run, DebugCommand::Step(50));
    debugger.command(&mut run, DebugCommand::ToBookmark(-1));
    assert_eq!(run.now(), 123);
    debugger.command(&mut run, DebugCommand::ToggleBookmark);
    assert!(run.bookmarks().is_empty(), "the same key takes it away");
}

#[test]
fn what_is_typed_can_be_erased_and_left() {
    let mut run = run("ball60", 50);
    let mut debugger = opened(&mut run);
    debugger.command(&mut run, DebugCommand::Prompt(PromptKind::Frame));
    "7x".chars().for_each(|c| _ = debugger.command(&mut run, DebugCommand::Letter(c)));
    debugger.command(&mut run, DebugCommand::Erase);
    debugger.command(&mut run, DebugCommand::Enter);
    assert_eq!(run.now(), 7);
    debugger.command(&mut run, DebugCommand::Prompt(PromptKind::Frame));
    assert_eq!(debugger.command(&mut run, DebugCommand::Escape), None, "the line is left first");
    assert_eq!(debugger.command(&mut run, DebugCommand::Escape), None, "then it asks");
    assert_eq!(debugger.command(&mut run, DebugCommand::Escape), Some(DebugRequest::Resume));
    assert_eq!(debugger.command(&mut run, DebugCommand::Resume), Some(DebugRequest::Resume));
    assert_eq!(debugger.command(&mut run, DebugCommand::Report), Some(DebugRequest::Report));
    assert_eq!(debugger.command(&mut run, DebugCommand::Screenshot), Some(DebugRequest::Screenshot));
    assert_eq!(debugger.command(&mut run, DebugCommand::Movie(true)), Some(DebugRequest::Movie(true)));
    assert_eq!(
        debugger.command(&mut run, DebugCommand::CompareRecording),
        Some(DebugRequest::CompareRecording)
    );
}

#[test]
fn what_is_held_goes_on_until_it_is_let_go() {
    let mut run = run("ball60", 300);
    let mut debugger = opened(&mut run);
    assert_eq!(debugger.pace(), None);
    debugger.command(&mut run, DebugCommand::Tick);
    assert_eq!(run.now(), 300, "nothing is held");
    debugger.command(&mut run, DebugCommand::Hold(-1));
    assert_eq!((run.now(), debugger.pace()), (299, Some(10)), "at once, then ten times a second");
    (0..5).for_each(|_| _ = debugger.command(&mut run, DebugCommand::Tick));
    assert_eq!(run.now(), 294);
    debugger.command(&mut run, DebugCommand::Speed(1));
    assert_eq!(debugger.pace(), Some(20));
    debugger.command(&mut run, DebugCommand::Release);
    debugger.command(&mut run, DebugCommand::Tick);
    assert_eq!((run.now(), debugger.pace()), (294, None));
    debugger.command(&mut run, DebugCommand::Speed(-9));
    debugger.command(&mut run, DebugCommand::Hold(10));
    assert_eq!(debugger.pace(), Some(1), "the slowest");
    debugger.command(&mut run, DebugCommand::Tick);
    assert_eq!(run.now(), 300, "no farther than the end");
    debugger.command(&mut run, DebugCommand::Speed(9));
    assert_eq!(debugger.pace(), Some(60), "the fastest");
    debugger.command(&mut run, DebugCommand::Prompt(PromptKind::Frame));
    assert_eq!(debugger.pace(), None, "who types holds nothing");
}

#[test]
fn a_search_is_seen_and_can_be_ended() {
    let mut run = run("ball60", 300);
    let mut debugger = opened(&mut run);
    debugger.command(&mut run, DebugCommand::End(false));
    let bar =
        |debugger: &mut Debugger, run: &mut Run| debugger.draw(run, 256, 256).pixels[240 * 256..].to_vec();
    let idle = bar(&mut debugger, &mut run);
    debugger.command(&mut run, DebugCommand::Prompt(PromptKind::Until));
    "steps > 999".chars().for_each(|c| _ = debugger.command(&mut run, DebugCommand::Letter(c)));
    let Some(DebugRequest::Search(search)) = debugger.command(&mut run, DebugCommand::Enter) else {
        panic!("it wants to search")
    };
    let mut reached = Vec::new();
    let found = search.run(&run.branch().past, |frame| {
        reached.push(search.progress(frame, 300));
        frame < 128
    });
    assert_eq!(found, SearchOutcome::Frame(timeline::SearchResult::Stopped));
    let done: Vec<_> = reached.iter().map(|w| (w.done, w.all, w.at)).collect();
    assert_eq!(done, [(0, 300, Some(0)), (64, 300, Some(64)), (128, 300, Some(128))]);
    debugger.job = reached.pop();
    assert_ne!(bar(&mut debugger, &mut run), idle, "how far it is stands on the bar");
    debugger.command(&mut run, DebugCommand::Step(3));
    assert_eq!(run.now(), 3, "one walks on meanwhile");
    assert_eq!(debugger.command(&mut run, DebugCommand::Escape), Some(DebugRequest::CancelJob));
    debugger.show_result(&mut run, &search, found);
    assert_eq!(run.now(), 3, "what was ended leads nowhere");
    debugger.command(&mut run, DebugCommand::Step(-3));
    assert_eq!(bar(&mut debugger, &mut run), idle);
    assert_eq!(debugger.command(&mut run, DebugCommand::Escape), None, "nothing is left to be ended");
    assert_eq!(debugger.command(&mut run, DebugCommand::Escape), Some(DebugRequest::Resume));
}

#[test]
fn a_cell_of_the_map_is_edited_and_the_run_continues_with_it() {
    let mut run = run("painter", 100);
    let mut debugger = opened(&mut run);
    turned(&mut debugger, &mut run, DebugPage::Map);
    debugger.command(&mut run, DebugCommand::Step(-50));
    // The first panel is at 128, 0; each pixel below its eight-pixel heading is a cell.
    for (x, y) in [(5, 3), (40, 40)] {
        debugger.command(&mut run, DebugCommand::Point(128 + x, 8 + y, true));
        typed(&mut debugger, &mut run, PromptKind::Value, "0x2a");
        assert_eq!(run.console().machine().mget(x, y), 0x2a, "cell {x} {y}");
    }
    debugger.command(&mut run, DebugCommand::Scroll(-1));
    typed(&mut debugger, &mut run, PromptKind::Value, "7");
    assert_eq!(run.console().machine().mget(40, 39), 7, "a row above");
    typed(&mut debugger, &mut run, PromptKind::Value, "256");
    assert_eq!(run.console().machine().mget(40, 39), 7, "no tile");
    run.frame(&Input::default()).unwrap();
    assert_eq!((run.now(), run.branches().len()), (51, 2));
    run.goto(50).unwrap();
    run.goto(51).unwrap();
    assert_eq!(run.console().machine().mget(5, 3), 0x2a, "the branch replays with it");
}

#[test]
fn pointing_at_a_pixel_shows_the_call_that_painted_it_last() {
    let mut run = run("painter", 100);
    let mut debugger = opened(&mut run);
    turned(&mut debugger, &mut run, DebugPage::Calls);
    // Lines start at 8, seven rows each: the selected one on dark blue, those that drew the pixel in yellow.
    let lines = |debugger: &mut Debugger, run: &mut Run| -> Vec<(bool, bool)> {
        let canvas = debugger.draw(run, 256, 256);
        let at = |x: usize, y: usize| canvas.pixels[y * canvas.width as usize + 128 + x];
        let yellow = |top: usize| (top..top + 6).any(|y| (2..126).any(|x| at(x, y) == 10));
        (0..15).map(|n| 8 + 7 * n).map(|top| (at(1, top) == 1, yellow(top))).collect()
    };
    assert!(lines(&mut debugger, &mut run).iter().all(|line| !line.1), "nothing was pointed at");
    let mut selected = std::collections::BTreeSet::new();
    // Not every pixel is painted in a frame.
    for (x, y) in (0..256).map(|n| (n % 16 * 8, n / 16 * 8)) {
        debugger.command(&mut run, DebugCommand::Point(x, y, false));
        let lines = lines(&mut debugger, &mut run);
        let Some(last) = lines.iter().rposition(|line| line.1) else { continue };
        assert_eq!(lines.iter().position(|line| line.0), Some(last), "{x}, {y}: {lines:?}");
        selected.insert(last);
    }
    assert!(selected.len() > 1, "different calls: {selected:?}");
}

#[test]
fn the_input_of_a_past_frame_is_changed_and_replayed() {
    use rasher::button::{O, RIGHT, X};
    let mut run = run("ball60", 100);
    let mut debugger = opened(&mut run);
    turned(&mut debugger, &mut run, DebugPage::Input);
    debugger.command(&mut run, DebugCommand::Step(-40));
    let was = run.branch().past.input(59).expect("it was run").players;
    // Buttons start at 44, twelve pixels each; the second is right, the fifth O. Rows are eight pixels high.
    let click = |debugger: &mut Debugger, run: &mut Run, column: i32, row: i32| {
        debugger.command(run, DebugCommand::Point(128 + 44 + 12 * column + 3, 8 + 1 + 8 * row + 3, true));
        debugger.command(run, DebugCommand::Point(128 + 44 + 12 * column + 3, 8 + 1 + 8 * row + 3, false));
    };
    click(&mut debugger, &mut run, 1, 0);
    click(&mut debugger, &mut run, 4, 1);
    click(&mut debugger, &mut run, 4, 0);
    click(&mut debugger, &mut run, 4, 0);
    assert_eq!((run.now(), run.branches().len()), (60, 1), "nothing is run yet");
    let Some(DebugRequest::RunFrame(input)) = debugger.command(&mut run, DebugCommand::Enter) else {
        panic!("a frame is wanted")
    };
    let mut want = was;
    want[0] ^= RIGHT;
    want[1] ^= O;
    assert_eq!((run.now(), input.players), (59, want));
    run.frame(&input).unwrap();
    assert_eq!((run.now(), run.branches().len(), run.branch().parent), (60, 2, Some((0, 59))));
    assert_eq!(debugger.command(&mut run, DebugCommand::Enter), None, "it was run");

    // By name, and kept for another frame.
    typed(&mut debugger, &mut run, PromptKind::Value, "x left");
    debugger.command(&mut run, DebugCommand::Step(-1));
    assert_eq!(debugger.command(&mut run, DebugCommand::Enter), None, "that was of another moment");
    typed(&mut debugger, &mut run, PromptKind::Value, "x jump");
    assert_eq!(debugger.command(&mut run, DebugCommand::Enter), None, "no such button");
    typed(&mut debugger, &mut run, PromptKind::Value, "x right");
    let Some(DebugRequest::RunFrame(input)) = debugger.command(&mut run, DebugCommand::Resume) else {
        panic!("a frame is wanted")
    };
    assert_eq!(input.players[0], X | RIGHT);
    debugger.command(&mut run, DebugCommand::End(false));
    click(&mut debugger, &mut run, 1, 0);
    assert_eq!(debugger.command(&mut run, DebugCommand::Enter), None, "no frame led to the first moment");
}

#[test]
fn another_recording_is_held_against_the_run() {
    let (mut run, other) = (run("ball60", 300), run("ball60", 300));
    let mut debugger = opened(&mut run);
    let cart = carts::find("ball60");
    let mut changed = other.recording();
    changed = {
        let mut new = timeline::Recording::new(changed.start.clone());
        for (n, mut input) in changed.inputs().enumerate() {
            input.players[0] ^= if n == 200 { rasher::button::O } else { 0 };
            new.push(&input);
        }
        new
    };
    let replay = timeline::Replay::new(&changed, (cart.make)(), cart.rom()).unwrap();
    let divergence = timeline::compare(run.branch(), replay, timeline::same_picture, |_| true).unwrap();
    debugger.show_comparison(&mut run, "other.rec", &divergence);
    let at = run.now();
    assert!((201..260).contains(&at), "the first picture with another spot: {at}");
    let mut pictures = [Box::new([0; PIXELS]), Box::new([0; PIXELS])];
    run.console().machine().picture(&mut pictures[0]);
    let theirs = timeline::Run::load(&changed, (cart.make)(), cart.rom()).unwrap();
    theirs
        .branch()
        .past
        .scan(at, at, |_, c| {
            c.machine().picture(&mut pictures[1]);
            true
        })
        .unwrap();
    assert!(pictures[0] != pictures[1]);
}

#[test]
fn a_condition_and_a_change_are_run_to() {
    let mut run = run("ball60", 300);
    let mut debugger = opened(&mut run);
    debugger.command(&mut run, DebugCommand::End(false));
    typed(&mut debugger, &mut run, PromptKind::Until, "steps == 77");
    assert_eq!(run.now(), 77);
    typed(&mut debugger, &mut run, PromptKind::Until, "steps == 3");
    assert_eq!(run.now(), 77, "it does not begin to hold any more");
    typed(&mut debugger, &mut run, PromptKind::Back, "steps == 3");
    assert_eq!(run.now(), 3, "but before it did");
    typed(&mut debugger, &mut run, PromptKind::Frame, "77");
    typed(&mut debugger, &mut run, PromptKind::Until, "steps ==");
    assert_eq!(run.now(), 77, "no condition, no move");
    debugger.command(&mut run, DebugCommand::Prompt(PromptKind::Until));
    "stps == 99".chars().for_each(|c| _ = debugger.command(&mut run, DebugCommand::Letter(c)));
    assert_eq!(
        debugger.command(&mut run, DebugCommand::Enter),
        None,
        "no such field: nothing is searched through"
    );

    // The list of spots is a field at the top of the state; find it in the panel, then go to its changes.
    let spots = |run: &Run| run.console().program().inspect()["spots"].as_array().map(Vec::len);
    debugger.command(&mut run, DebugCommand::End(false));
    let line =
        run.console().program().inspect().as_object().unwrap().keys().position(|k| k == "spots").unwrap();
    debugger.command(&mut run, DebugCommand::Scroll(line as i64));
    asked(&mut debugger, &mut run, DebugCommand::Change(true));
    let (at, after) = (run.now(), spots(&run));
    assert!(at > 0, "the list changes");
    debugger.command(&mut run, DebugCommand::Step(-1));
    assert_ne!(spots(&run), after, "in this very frame");
    debugger.command(&mut run, DebugCommand::End(true));
    asked(&mut debugger, &mut run, DebugCommand::Change(false));
    let last = run.now();
    let value = spots(&run);
    for _ in last..300 {
        debugger.command(&mut run, DebugCommand::Step(1));
        assert_eq!(spots(&run), value, "no later frame changes it");
    }
}

#[test]
fn calls_are_walked_and_the_picture_follows() {
    let mut run = run("painter", 100);
    let mut debugger = opened(&mut run);
    let game = |canvas: &studio::canvas::Canvas| -> Vec<u8> {
        let row = |y: usize| canvas.pixels[y * canvas.width as usize..][..128].to_vec();
        (0..128).flat_map(row).collect()
    };
    let mut picture = Box::new([0; PIXELS]);
    run.console().machine().picture(&mut picture);
    assert_eq!(game(&debugger.draw(&mut run, 256, 256)), picture.to_vec(), "all calls");
    let trace = run.trace().unwrap().unwrap();
    let all = trace.calls.len();
    for back in [1, 2, 5] {
        (0..back).for_each(|_| _ = debugger.command(&mut run, DebugCommand::Call(-1)));
        (0..back - 1).for_each(|_| _ = debugger.command(&mut run, DebugCommand::Call(1)));
    }
    trace.machine_after(all - 3).picture(&mut picture);
    assert_eq!(game(&debugger.draw(&mut run, 256, 256)), picture.to_vec());
    debugger.command(&mut run, DebugCommand::Step(-1));
    run.console().machine().picture(&mut picture);
    assert_eq!(
        game(&debugger.draw(&mut run, 256, 256)),
        picture.to_vec(),
        "another frame shows all its calls"
    );
}

#[test]
fn the_mouse_scrubs_and_selects() {
    let mut run = run("ball60", 300);
    let mut debugger = opened(&mut run);
    debugger.command(&mut run, DebugCommand::Point(0, 234, true));
    assert_eq!(run.now(), 0);
    debugger.command(&mut run, DebugCommand::Point(255, 234, true));
    assert_eq!(run.now(), 300);
    debugger.command(&mut run, DebugCommand::Point(128, 234, false));
    assert_eq!(run.now(), 300, "only while the button is down");
    // The third line of the state panel, then its changes.
    debugger.command(&mut run, DebugCommand::Point(140, 8 + 2 * 7 + 3, true));
    debugger.command(&mut run, DebugCommand::ToggleWatch);
    let canvas = debugger.draw(&mut run, 512, 384);
    assert_eq!((canvas.width, canvas.height), (512, 384));
}

#[test]
fn any_asks_in_any_order_at_any_size_are_taken() {
    let mut dice = Dice::new(11);
    for cart in ["ball", "painter", "band", "typist", "menu", "saver"] {
        let mut run = run(cart, 150);
        let mut debugger = Debugger::default();
        for _ in 0..150 {
            let by = i64::from(dice.range(-70, 70));
            let command = match dice.below(26) {
                0 => DebugCommand::Step(by),
                1 => DebugCommand::End(dice.one_in(2)),
                2 => DebugCommand::Point(dice.range(-9, 400), 250, dice.one_in(2)),
                3 => DebugCommand::Call(by),
                4 => DebugCommand::Scroll(by * 50),
                5 | 6 => DebugCommand::Focus(by.signum()),
                7 | 8 => DebugCommand::Page(by.signum()),
                9 => DebugCommand::Change(dice.one_in(2)),
                10 => DebugCommand::ToBookmark(by.signum()),
                11 => DebugCommand::ToggleBookmark,
                12 => DebugCommand::ToggleWatch,
                13 => DebugCommand::NextBranch,
                14 => DebugCommand::Prompt(dice.pick(&[
                    PromptKind::Frame,
                    PromptKind::Until,
                    PromptKind::Back,
                    PromptKind::Value,
                    PromptKind::Find,
                ])),
                15 => DebugCommand::Letter(dice.pick(&['1', '0', ' ', 'é', '"', '<', 'a', '['])),
                16 => DebugCommand::Erase,
                17 => DebugCommand::Enter,
                18 => DebugCommand::Escape,
                19 => DebugCommand::Hold(by),
                20 => DebugCommand::Tick,
                21 => DebugCommand::Release,
                22 => DebugCommand::Speed(by.signum()),
                23 => DebugCommand::Match(by.signum()),
                24 => DebugCommand::Resume,
                _ => DebugCommand::Point(dice.range(-20, 600), dice.range(-20, 600), dice.one_in(2)),
            };
            match debugger.command(&mut run, command) {
                Some(DebugRequest::Search(search)) => {
                    let mut patience = 3;
                    let found = search.run(&run.branch().past, |_| {
                        patience -= 1;
                        patience > 0
                    });
                    debugger.show_result(&mut run, &search, found);
                }
                Some(DebugRequest::RunFrame(input)) => _ = run.frame(&input),
                _ => {}
            }
            if dice.one_in(6) {
                let (w, h) = (dice.range(1, 700), dice.range(1, 700));
                let canvas = debugger.draw(&mut run, w, h);
                assert_eq!(canvas.pixels.len(), (canvas.width * canvas.height) as usize);
                assert!(canvas.width <= w.max(256) && canvas.height <= h.max(256), "{w}x{h}");
                assert!(canvas.pixels.iter().all(|p| *p < 32));
            }
            if dice.one_in(9) {
                _ = run.frame(&Input::default());
            }
        }
    }
}

/// The status line, line by line, on a canvas wide enough for each.
fn said(debugger: &Debugger, run: &Run) -> Vec<String> {
    debugger.foot_lines(run, 4000)
}

#[test]
fn a_prompt_names_what_it_is_about_and_its_old_value() {
    let mut run = run("ball60", 200);
    let mut debugger = opened(&mut run);
    typed(&mut debugger, &mut run, PromptKind::Find, "steps");
    let steps = run.console().program().inspect()["steps"].clone();
    let prompt = |debugger: &mut Debugger, run: &mut Run, typing: PromptKind, text: &str| {
        debugger.command(run, DebugCommand::Prompt(typing));
        text.chars().for_each(|c| _ = debugger.command(run, DebugCommand::Letter(c)));
        let said = said(debugger, run).pop();
        debugger.command(run, DebugCommand::Escape);
        said.unwrap_or_default()
    };
    assert_eq!(prompt(&mut debugger, &mut run, PromptKind::Value, "12"), format!("steps: {steps} -> 12_"));
    assert_eq!(prompt(&mut debugger, &mut run, PromptKind::Frame, "7"), "go to frame: 200 -> 7_");
    assert_eq!(prompt(&mut debugger, &mut run, PromptKind::Until, "steps > 3"), "run until: steps > 3_");
    turned(&mut debugger, &mut run, DebugPage::Memory);
    debugger.command(&mut run, DebugCommand::Scroll(0x5f40 / 8));
    let bytes = run.console().machine().memory().array::<8>(0x5f40).map(|b| format!("{b:02x}")).join(" ");
    assert_eq!(prompt(&mut debugger, &mut run, PromptKind::Value, "ff"), format!("0x5f40: {bytes} -> ff_"));
    // If there is nothing to change, no line is opened.
    debugger.command(&mut run, DebugCommand::Page(2));
    debugger.command(&mut run, DebugCommand::Prompt(PromptKind::Value));
    assert!(!debugger.is_typing());
    assert!(said(&debugger, &run).last().is_some_and(|line| line.contains("select a field")));
}

#[test]
fn up_brings_back_earlier_conditions() {
    let mut run = run("ball60", 100);
    let mut debugger = opened(&mut run);
    for condition in ["steps == 50", "steps ==", "steps == 60", "steps == 50"] {
        typed(&mut debugger, &mut run, PromptKind::Until, condition);
    }
    // Also after it was closed in between; repeated input is remembered once.
    let mut debugger = debugger.reopened();
    debugger.command(&mut run, DebugCommand::Prompt(PromptKind::Back));
    debugger.command(&mut run, DebugCommand::Letter('x'));
    let mut seen = Vec::new();
    for by in [1, 1, 1, 1, -1, -1, -1, -1] {
        debugger.command(&mut run, DebugCommand::Recall(by));
        seen.push(said(&debugger, &run).pop().unwrap());
    }
    let line = |text: &str| format!("back until: {text}_");
    let [a, b, c] = ["steps == 50", "steps == 60", "steps =="].map(line);
    assert_eq!(seen, [&a, &b, &c, &c, &b, &a, &line("x"), &line("x")].map(Clone::clone));
}

#[test]
fn every_page_says_its_keys_and_f1_all_of_them() {
    let mut run = run("ball60", 100);
    let mut debugger = opened(&mut run);
    for page in DebugPage::ALL {
        debugger.draw(&mut run, 256, 256);
        let hints = debugger.hints(&run);
        assert!(hints.iter().any(|hint| hint.1 == "menu"), "{page:?}: {hints:?}");
        assert_eq!(hints.last().map(|hint| hint.0.as_str()), Some("F1"), "{page:?}");
        let plain = debugger.draw(&mut run, 256, 256);
        debugger.command(&mut run, DebugCommand::ToggleHelp);
        let help = debugger.draw(&mut run, 256, 256);
        let differ = plain.pixels.iter().zip(&help.pixels).filter(|(a, b)| a != b).count();
        assert!(differ > 8000, "{page:?}: it lies over most of the canvas: {differ}");
        // Any key continues from it; Esc closes it and nothing else.
        assert_eq!(debugger.command(&mut run, DebugCommand::Escape), None);
        assert_eq!(debugger.draw(&mut run, 256, 256), plain, "{page:?}");
        debugger.command(&mut run, DebugCommand::ToggleHelp);
        debugger.command(&mut run, DebugCommand::Page(1));
    }
    let now = debugger.draw(&mut run, 256, 256);
    assert_eq!(debugger.reopened().draw(&mut run, 256, 256), now, "opened again it is as it was");
}

#[test]
fn why_a_run_ends_stays_on_the_screen() {
    let cart = carts::find("crasher");
    let mut run = Run::start((cart.make)(), cart.boot(4)).expect("it starts");
    (0..20).for_each(|_| drop(run.frame(&Input::default()).expect("the frame is run")));
    let crash = run.frame(&Input::buttons(rasher::button::X)).expect_err("X panics");
    let mut debugger = Debugger::default();
    for command in [
        DebugCommand::Focus(1),
        DebugCommand::Step(-1),
        DebugCommand::ToggleBookmark,
        DebugCommand::End(true),
    ] {
        debugger.command(&mut run, command);
        debugger.draw(&mut run, 256, 256);
        let said = said(&debugger, &run);
        assert!(said.contains(&crash.to_string()), "{said:?}");
        // All of it is visible in a window of any size.
        let narrow: Vec<String> = debugger.foot_lines(&run, 256);
        let letters = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
        assert!(letters(&narrow.concat()).contains(&letters(&crash.to_string())), "{narrow:?}");
    }
}

#[test]
fn a_report_holds_the_bookmarks_and_edits_that_are_on_the_screen() {
    let mut run = run("ball60", 100);
    let mut debugger = opened(&mut run);
    debugger.command(&mut run, DebugCommand::ToggleBookmark);
    debugger.command(&mut run, DebugCommand::Step(-40));
    typed(&mut debugger, &mut run, PromptKind::Find, "steps");
    typed(&mut debugger, &mut run, PromptKind::Value, "9000");
    let report = timeline::Report::of(&run, "");
    let read = timeline::Report::from_bytes(&report.to_bytes()).expect("as it was written");
    assert_eq!(read, report);
    assert_eq!(read.marked.bookmarks, [(100, "frame 100".to_string())]);
    assert_eq!((read.frame, read.marked.edits.len()), (60, 1));
    assert_eq!(read.marked.edits, run.edits());
}
