//! The debugger's pages, lists and prompts, by keys and by mouse, from a fresh start.
//!
//! The lines and values that are expected are those of the cart below.

use crate::screen::{asked, turned, typed};
use debugger::{DebugCommand as C, DebugPage, DebugRequest, DebugSession, Debugger, FrameTimes, PromptKind};
use rasher::{Boot, Input};
use std::time::Duration;
use timeline::{Run, StepKind};

const CART: &str = "hp=3 speed=1.5\nmobs={{x=1},{x=2},{x=3}}\nfunction hurt(mob)\n local power=mob.x*2\n \
                    hp-=power\n if (hp<-20) hp=hp+nil\nend\nfunction _update()\n hurt(mobs[1])\nend\n";

fn run(frames: usize) -> Run {
    let program = script::lua_cart(CART.as_bytes(), "cart.p8").expect("a program");
    let mut run = Run::start(program, Boot::default()).expect("it starts");
    (0..frames).for_each(|_| _ = run.frame(&Input::default()));
    run
}

/// A session as F12 opens it, after the keys: what it drew last is thrown away.
fn session(run: &mut Run, size: (i32, i32)) -> DebugSession {
    let mut session = DebugSession::open(run, size, None, &FrameTimes::default());
    settle(&mut session, run);
    session
}

fn settle(session: &mut DebugSession, run: &mut Run) -> Vec<DebugRequest> {
    let mut requests = Vec::new();
    while session.next() == Some(Duration::ZERO) {
        requests.extend(session.step(run, Duration::ZERO, 100));
    }
    requests
}

fn foot(debugger: &Debugger, run: &Run) -> String {
    debugger.foot_lines(run, 2000).join(" ")
}

fn opened(run: &mut Run) -> Debugger {
    let mut debugger = Debugger::default();
    debugger.draw(run, 640, 480);
    debugger
}

#[test]
fn one_prompt_evaluates_and_assigns() {
    let mut run = run(3);
    let mut debugger = opened(&mut run);
    for (text, shown) in [
        ("hp", "hp = -3"),
        ("#mobs * 2 + speed", "#mobs * 2 + speed = 7.5"),
        ("hp == -3", "hp == -3 = true"),
        ("hp <= 3", "hp <= 3 = true"),
        ("nobody", "nobody = nil"),
        ("nobody.x", "attempt to index"),
        ("hp +", "found the end"),
        ("hp = 40 + 2", "hp = 42"),
        ("mobs[2].x = 0.5", "mobs[2].x = 0.5"),
        ("mobs[2].x", "mobs[2].x = 0.5"),
        ("hp", "hp = 42"),
        ("nothing.here = 3", "nothing"),
    ] {
        typed(&mut debugger, &mut run, PromptKind::Evaluate, text);
        let foot = foot(&debugger, &run);
        assert!(foot.contains(shown), "{text}: {foot}");
    }
    // The last texts come back.
    debugger.command(&mut run, C::Prompt(PromptKind::Evaluate));
    debugger.command(&mut run, C::Recall(1));
    debugger.command(&mut run, C::Recall(1));
    assert!(foot(&debugger, &run).ends_with("hp_"));
}

#[test]
fn commands_and_pages_are_found_by_name() {
    let mut run = run(3);
    let mut debugger = opened(&mut run);
    let page = |debugger: &mut Debugger, run: &mut Run| {
        debugger.command(run, C::ToggleHelp);
        debugger.command(run, C::Escape);
        debugger.clone()
    };
    for (text, frame) in [("first, last fr", 0), ("frame; shift 10 ➡️", 1), ("FRAME LAST END", 3)] {
        typed(&mut debugger, &mut run, PromptKind::Command, text);
        assert_eq!(run.now(), frame, "{text}");
    }
    typed(&mut debugger, &mut run, PromptKind::Command, "no such thing");
    assert!(foot(&debugger, &run).contains("nothing in the list has"));
    // The second entry, by the arrows.
    debugger.command(&mut run, C::Prompt(PromptKind::Command));
    "first, last fr".chars().for_each(|c| _ = debugger.command(&mut run, C::Letter(c)));
    debugger.draw(&mut run, 640, 480);
    debugger.command(&mut run, C::Recall(-1));
    debugger.command(&mut run, C::Enter);
    assert_eq!(run.now(), 3);
    // A page, and the key of its number: its own keys are those of the page.
    for command in [C::OpenPage(DebugPage::Memory), C::Prompt(PromptKind::Command)] {
        let mut debugger = page(&mut debugger, &mut run);
        debugger.command(&mut run, command);
        if debugger.is_typing() {
            "page memory".chars().for_each(|c| _ = debugger.command(&mut run, C::Letter(c)));
            debugger.command(&mut run, C::Enter);
        }
        assert!(debugger.hints(&run).iter().any(|(_, action)| *action == "address"));
    }
}

#[test]
fn escape_closes_what_is_open_and_asks_before_it_leaves() {
    let mut run = run(3);
    let mut debugger = opened(&mut run);
    for open in [C::ToggleHelp, C::Prompt(PromptKind::Command), C::Prompt(PromptKind::Find)] {
        debugger.command(&mut run, open);
        assert_eq!(debugger.command(&mut run, C::Escape), None);
        assert!(!debugger.is_typing());
    }
    assert_eq!(debugger.command(&mut run, C::Escape), None);
    assert!(foot(&debugger, &run).contains("press Esc again"));
    // Any other key in between, and it asks again.
    debugger.command(&mut run, C::Scroll(1));
    assert_eq!(debugger.command(&mut run, C::Escape), None);
    assert_eq!(debugger.command(&mut run, C::Escape), Some(DebugRequest::Resume));
}

#[test]
fn lists_have_ends_and_the_wheel_scrolls_what_is_pointed_at() {
    let mut run = run(3);
    let mut debugger = opened(&mut run);
    turned(&mut debugger, &mut run, DebugPage::State);
    debugger.draw(&mut run, 640, 480);
    let selected = |debugger: &mut Debugger, run: &mut Run| {
        let mut asked = debugger.clone();
        asked.command(run, C::ToggleWatch);
        asked.watched().last().cloned().unwrap_or_default()
    };
    debugger.command(&mut run, C::ScrollEnd(true));
    assert_eq!(selected(&mut debugger, &mut run), "(library)");
    debugger.command(&mut run, C::ScrollEnd(false));
    assert_eq!(selected(&mut debugger, &mut run), "hp");
    // The game is at the left, the first panel right of it.
    debugger.command(&mut run, C::Focus(1));
    debugger.command(&mut run, C::Point(140, 60, false));
    debugger.command(&mut run, C::Wheel(1));
    debugger.command(&mut run, C::Focus(-1));
    assert_eq!(selected(&mut debugger, &mut run), "mobs");
}

#[test]
fn the_code_is_searched_by_text_and_line() {
    let mut run = run(3);
    let mut debugger = opened(&mut run);
    turned(&mut debugger, &mut run, DebugPage::Code);
    let line = |debugger: &mut Debugger, run: &mut Run| {
        let mut asked = debugger.clone();
        asked.command(run, C::ToggleBreakpoint);
        asked.breakpoints().last().map(|point| point.place.line())
    };
    for (text, found) in [("5", 5), ("POWER", 4), ("hurt", 9), ("hurt", 3)] {
        typed(&mut debugger, &mut run, PromptKind::Find, text);
        assert_eq!(line(&mut debugger, &mut run), Some(found), "{text}");
    }
    debugger.command(&mut run, C::Match(1));
    assert_eq!(line(&mut debugger, &mut run), Some(9), "the next one");
    typed(&mut debugger, &mut run, PromptKind::Find, "99");
    assert!(foot(&debugger, &run).contains("no line 99"));
}

#[test]
fn the_variables_of_a_call_are_rows_of_the_state() {
    let mut run = run(3);
    let mut debugger = opened(&mut run);
    turned(&mut debugger, &mut run, DebugPage::Code);
    // Back from the frame's end into the function.
    for _ in 0..9 {
        if !foot(&debugger, &run).contains("cart.p8:6") {
            asked(&mut debugger, &mut run, C::Line(StepKind::Into, true));
        }
    }
    assert!(foot(&debugger, &run).contains("cart.p8:6"), "{}", foot(&debugger, &run));
    typed(&mut debugger, &mut run, PromptKind::Evaluate, "power + mob.x");
    assert!(foot(&debugger, &run).contains("= 3"), "{}", foot(&debugger, &run));
    debugger.command(&mut run, C::OpenPage(DebugPage::State));
    for (text, path) in [("power", "(stack)[0].power"), ("mob", "(stack)[0].mob")] {
        typed(&mut debugger, &mut run, PromptKind::Find, text);
        let mut asked = debugger.clone();
        asked.command(&mut run, C::ToggleWatch);
        let watched = asked.watched().last().cloned().unwrap_or_default();
        assert!(watched.contains(&path[7..]) && watched.contains("stack"), "{text}: {watched}");
    }
}

#[test]
fn a_lua_cart_opens_with_its_code_and_after_an_error_at_its_line() {
    let mut run = run(40);
    let crash = run.branch().crash().expect("an error").clone();
    let mut session = session(&mut run, (640, 480));
    assert!(
        session.debugger_mut().hints(&run).iter().any(|(_, action)| *action == "breakpoint"),
        "the code page"
    );
    session.push(debugger::DebugEvent::Fault);
    settle(&mut session, &mut run);
    let debugger = session.debugger_mut();
    assert!(foot(debugger, &run).contains("cart.p8:6"), "{crash}");
    typed(debugger, &mut run, PromptKind::Evaluate, "power");
    assert!(foot(debugger, &run).contains("power = 2"), "{}", foot(debugger, &run));
}

/// A press and its release.
fn clicked(debugger: &mut Debugger, run: &mut Run, x: i32, y: i32) {
    for down in [true, false] {
        _ = debugger.command(run, C::Point(x, y, down));
    }
    debugger.draw(run, 640, 480);
}

/// What clicks along the lowest row of a canvas do, as its foot says afterwards.
fn clicks(debugger: &Debugger, run: &mut Run) -> Vec<String> {
    let mut seen = Vec::new();
    for x in (0..640).step_by(2) {
        run.goto(2).expect("a frame");
        let mut debugger = debugger.clone();
        clicked(&mut debugger, run, x, 476);
        seen.push(foot(&debugger, run));
    }
    seen
}

#[test]
fn hints_and_headings_are_buttons() {
    let mut run = run(3);
    let mut debugger = opened(&mut run);
    run.goto(2).expect("a frame");
    debugger.draw(&mut run, 640, 480);
    let seen = clicks(&debugger, &mut run);
    for text in ["frame 1/3", "frame 3/3", "command: _", "run until: _", "find field: _", "profile the last"]
    {
        assert!(seen.iter().any(|foot| foot.contains(text)), "{text}: {seen:?}");
    }
    assert!(!seen.iter().any(|foot| foot.contains("frame 0/3")), "the time bar is above");
    // Those of a prompt accept and cancel it.
    debugger.command(&mut run, C::Prompt(PromptKind::Evaluate));
    "hp".chars().for_each(|c| _ = debugger.command(&mut run, C::Letter(c)));
    let seen = clicks(&debugger, &mut run);
    for text in ["hp = -1", "frame 2/3", "name=value: hp_"] {
        assert!(seen.iter().any(|foot| foot.contains(text)), "{text}: {seen:?}");
    }
    debugger.command(&mut run, C::Escape);
    // A panel's heading lists the pages; the wheel and a click choose one.
    debugger.draw(&mut run, 640, 480);
    clicked(&mut debugger, &mut run, 140, 3);
    assert!(foot(&debugger, &run).contains("page: _"), "{}", foot(&debugger, &run));
    "memory".chars().for_each(|c| _ = debugger.command(&mut run, C::Letter(c)));
    debugger.command(&mut run, C::Enter);
    assert!(debugger.hints(&run).iter().any(|(_, action)| *action == "address"));
}

#[test]
fn a_double_click_is_two_presses_within_half_a_second() {
    let mut run = run(3);
    let mut session = session(&mut run, (640, 480));
    let mut now = Duration::ZERO;
    for (wait, opens) in [(900, false), (400, true)] {
        for wait in [0, wait] {
            now += Duration::from_millis(wait);
            // The first row of the state, right of the code.
            for down in [true, false] {
                session.press_at(now, C::Point(320, 12, down));
            }
            settle(&mut session, &mut run);
        }
        assert_eq!(session.debugger_mut().is_typing(), opens, "{wait}");
        now += Duration::from_secs(9);
    }
}

#[test]
fn rows_that_are_cut_are_shown_under_the_pointer() {
    let mut run = run(3);
    let mut debugger = opened(&mut run);
    let page = |debugger: &mut Debugger, run: &mut Run, page: DebugPage, y: i32| {
        turned(debugger, run, page);
        debugger.draw(run, 640, 480);
        debugger.command(run, C::Point(150, y, false));
        let shown = foot(debugger, run);
        debugger.command(run, C::OpenPage(DebugPage::State));
        shown
    };
    let shown = page(&mut debugger, &mut run, DebugPage::State, 19);
    assert!(shown.contains("mobs = [3] "), "{shown}");
    let mut debugger = opened(&mut run);
    let shown = page(&mut debugger, &mut run, DebugPage::Changes, 12);
    assert!(shown.contains("hp: -1 -> -3"), "{shown}");
}

#[test]
fn the_wheel_scrolls_the_code_sideways_to_the_end_of_its_longest_line() {
    let code = format!("-- {}\nfunction _update()\nend\n", "long ".repeat(20));
    let program = script::lua_cart(code.as_bytes(), "cart.p8").expect("a program");
    let mut run = Run::start(program, Boot::default()).expect("it starts");
    let mut session = session(&mut run, (640, 480));
    let mut turns = Vec::new();
    for by in [0, 3, 300, 300, -600] {
        session.press(C::Point(150, 40, false));
        session.press(C::Tilt(by));
        settle(&mut session, &mut run);
        turns.push(session.canvas().expect("a picture").pixels.clone());
    }
    assert!(turns[0] != turns[1] && turns[1] != turns[2], "it moves");
    assert!(turns[2] == turns[3] && turns[4] == turns[0], "and has two ends");
}
