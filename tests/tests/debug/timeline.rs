//! The whole run in the foot of the debugger: rows, ranges, the dearest frames, profiles, by keys and by mouse.
//!
//! The frames that are expected are those at which the cart below and the run's input do something.

use crate::screen::{asked, typed};
use debugger::{
    DebugCommand as C, DebugEvent, DebugPage, DebugRequest, DebugSession, Debugger, FrameTimes, Press,
    PromptKind,
};
use rasher::{Boot, Cart, Input, Machine, button, program};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use timeline::{Profile, Run};

/// Frames 200 sounds, 300 prints, 400 is dear.
const CART: &str = "t=0 for i=0,31 do poke2(0x3200+i*2,0xa18) end poke(0x3241,16)\nfunction leaf(n)\n local s=0\n \
                    for i=1,n do s+=sin(i) end\n return s\nend\nfunction twice(n)\n \
                    if (n==0) local r=leaf(9) return r\n local r=twice(n-1) return r\nend\n\
                    function _update60()\n t+=1\n twice(2)\n if (t==200) sfx(0)\n \
                    if (t==300) printh(\"three hundred\")\n if (t==400) leaf(8000)\nend\nfunction _draw()\n cls(1)\nend\n";
const SIZE: (i32, i32) = (640, 360);
/// The last frame, and the canvas row at which each row of the timeline starts: it is above a foot of 26.
const HEAD: u64 = 600;
const COST: i32 = SIZE.1 - 26 - 56;

fn lua(frames: u64) -> Run {
    let program = script::lua_cart(CART.as_bytes(), "cart.p8").expect("a program");
    let mut run = Run::start(program, Boot::default()).expect("it starts");
    for frame in 1..=frames {
        let pressed = if (120..130).contains(&frame) { button::X } else { 0 };
        run.frame(&Input::buttons(pressed)).expect("a frame");
    }
    run
}

fn opened(run: &mut Run, before: Option<&Debugger>) -> DebugSession {
    let mut session = DebugSession::open(run, SIZE, before, &FrameTimes::default());
    settle(&mut session, run);
    session
}

/// Presses commands, and runs their searches as the window does.
fn press(session: &mut DebugSession, run: &mut Run, commands: &[C]) {
    for command in commands {
        session.push(DebugEvent::Press(Press {
            key: Some(command.clone()),
            line: vec![command.clone()],
            ..Press::default()
        }));
    }
    settle(session, run);
}

fn settle(session: &mut DebugSession, run: &mut Run) {
    while session.next() == Some(Duration::ZERO) {
        for request in session.step(run, Duration::ZERO, 100) {
            if let DebugRequest::Search(search) = request {
                let found = search.run(&run.branch().past, |_| true);
                session.debugger_mut().show_result(run, &search, found);
            }
        }
    }
}

fn foot(session: &mut DebugSession, run: &Run) -> String {
    session.debugger_mut().foot_lines(run, 2000).join(" ")
}

fn column(frame: u64) -> i32 {
    44 + (frame * 595 / HEAD) as i32
}

#[test]
fn a_row_shows_its_events_and_a_click_goes_to_them() {
    let mut run = lua(HEAD);
    run.bookmark_at(450, "here");
    // Another future from frame 500 on.
    run.goto(500).expect("a frame");
    (0..100).for_each(|_| _ = run.frame(&Input::default()).expect("a frame"));
    let mut session = opened(&mut run, None);
    assert_eq!(run.branch().head(), HEAD);
    press(&mut session, &mut run, &[C::ToggleTimeline]);
    run.bookmark_at(450, "here");
    let cases = [
        (COST + 3, 400, "cpu"),
        (COST + 14, 120, "❎"),
        (COST + 21, 200, "sfx 0"),
        (COST + 28, 300, "three hundred"),
        (COST + 42, 450, "here"),
        (COST + 49, 500, "branch 0"),
    ];
    for (y, frame, text) in cases {
        // A pixel is about a frame; the row finds an event two pixels away.
        let x = column(frame) + if y == COST + 3 { 0 } else { 1 };
        press(&mut session, &mut run, &[C::Point(x, y + 2, false)]);
        let shown = foot(&mut session, &run);
        assert!(shown.contains(&format!("at {frame} ")) && shown.contains(text), "{frame}: {shown}");
        assert_ne!(run.now(), frame, "only the mouse was moved");
        press(&mut session, &mut run, &[C::Point(x, y + 2, true), C::Point(x, y + 2, false)]);
        assert_eq!(run.now(), frame, "{text}");
    }
    // Nothing in the errors at frame 100: the frame itself.
    press(&mut session, &mut run, &[C::Point(column(100), COST + 37, true)]);
    assert_eq!(run.now(), 100);
}

#[test]
fn an_error_is_where_the_branch_ends() {
    let code = "t=0\nfunction _update60()\n t+=1\n if (t==50) t=t+nil\nend\n";
    let program = script::lua_cart(code.as_bytes(), "cart.p8").expect("a program");
    let mut run = Run::start(program, Boot::default()).expect("it starts");
    (0..60).for_each(|_| _ = run.frame(&Input::default()));
    let mut session = opened(&mut run, None);
    // The reason has a line of its own in the foot.
    press(&mut session, &mut run, &[C::ToggleTimeline, C::Step(-9), C::Point(639, COST - 8 + 37, false)]);
    let shown = foot(&mut session, &run);
    assert!(shown.contains("at 49 ") && shown.matches("arithmetic").count() == 2, "{shown}");
}

#[test]
fn a_range_is_selected_by_keys_and_by_dragging_and_is_profiled() {
    let mut run = lua(HEAD);
    let mut session = opened(&mut run, None);
    let range = |session: &mut DebugSession, run: &mut Run| {
        press(session, run, &[C::Prompt(PromptKind::Profile)]);
        let shown = foot(session, run);
        press(session, run, &[C::Escape]);
        shown.split('(').nth(1).and_then(|text| text.split(')').next()).unwrap_or_default().to_string()
    };
    assert_eq!(range(&mut session, &mut run), "1-600", "all");
    let x = column(300);
    let drag = |from: i32, to: i32, y: i32| {
        vec![C::Point(from, y, true), C::Point(to, y, true), C::Point(to, y, false)]
    };
    let cases = [
        (vec![C::Step(-400), C::Range(false)], "200-600"),
        (vec![C::Step(100), C::Range(true)], "200-300"),
        (vec![C::Step(-200), C::Range(true)], "100-100"),
        (vec![C::Escape], "1-600"),
        (vec![C::Step(50), C::Range(true)], "1-150"),
        (vec![C::ToggleTimeline], "1-150"),
        (drag(x, x + 60, COST + 30), "300-360"),
        (drag(x, column(120), COST + 3), "120-300"),
        // Too short, and it is a click; the bar goes through the run.
        (drag(x, x + 1, COST + 3), "120-300"),
        (drag(column(10), column(90), SIZE.1 - 24), "120-300"),
    ];
    for (commands, want) in cases {
        press(&mut session, &mut run, &commands);
        assert_eq!(range(&mut session, &mut run), want, "{commands:?}");
    }
    assert!((89..=91).contains(&run.now()), "{}", run.now());
    press(&mut session, &mut run, &[C::Prompt(PromptKind::Profile), C::Enter]);
    let canvas = session.canvas().expect("a picture").clone();
    press(&mut session, &mut run, &[C::Escape, C::Prompt(PromptKind::Profile), C::Enter]);
    assert_ne!(Some(&canvas), session.canvas(), "the whole run has the dear frame too");
}

#[test]
fn the_upper_edge_makes_room_for_rows() {
    let mut run = lua(HEAD);
    let mut session = opened(&mut run, None);
    let edge = SIZE.1 - 26;
    let clicked = |session: &mut DebugSession, run: &mut Run| {
        press(session, run, &[C::Point(column(400), COST + 3, true), C::Point(column(400), COST + 3, false)]);
        let now = run.now();
        press(session, run, &[C::End(false)]);
        now
    };
    assert_eq!(clicked(&mut session, &mut run), HEAD, "a panel is there");
    press(
        &mut session,
        &mut run,
        &[C::Point(9, edge, true), C::Point(9, COST, true), C::Point(9, COST, false)],
    );
    assert_eq!(clicked(&mut session, &mut run), 400);
    press(
        &mut session,
        &mut run,
        &[C::Point(9, COST, true), C::Point(9, edge, true), C::Point(9, edge, false)],
    );
    assert_eq!(clicked(&mut session, &mut run), 0);
    // Without room it says so.
    session.resize((256, 160));
    settle(&mut session, &mut run);
    press(&mut session, &mut run, &[C::ToggleTimeline]);
    assert!(foot(&mut session, &run).contains("no room"), "{}", foot(&mut session, &run));
}

#[test]
fn the_dearest_frames_are_listed_and_searched_by_their_share() {
    let mut run = lua(HEAD);
    let mut debugger = Debugger::default();
    debugger.draw(&mut run, 640, 360);
    debugger.command(&mut run, C::Dearest);
    assert!(debugger.foot_lines(&run, 2000).join(" ").contains("no frame of this run"));
    let mut session = opened(&mut run, None);
    press(&mut session, &mut run, &[C::Dearest, C::Enter]);
    assert_eq!(run.now(), 400);
    for (text, found) in
        [("stat(1) > 0.5", 400), ("stat(1)*100 > 50 and frame<500", 400), ("0.5 < stat(1)", 400)]
    {
        run.goto(0).expect("a frame");
        typed(&mut debugger, &mut run, PromptKind::Until, text);
        assert_eq!(run.now(), found, "{text}");
    }
    // What the cart itself would read.
    let usage = run.console().machine().usage();
    let value =
        timeline::Condition::parse("stat(1)").expect("it parses").result(run.console()).expect("a value");
    let shown = value.as_f64().expect("a number");
    assert!((shown - (usage.update + usage.draw) as f64 / usage.budget as f64).abs() < 0.001, "{shown}");
}

#[test]
fn a_profile_has_the_time_of_all_that_a_function_called() {
    let run = lua(HEAD);
    let profile: Profile = run.branch().past.profile(390, 410).expect("it runs");
    let named =
        |line: u32| profile.functions.keys().find(|place| place.line() == line).expect("a function").clone();
    let (leaf, twice, update) = (named(2), named(7), named(11));
    let own = |place| profile.functions[place].cycles;
    let all: u64 = profile.functions.values().map(|cost| cost.cycles).sum();
    assert_eq!(profile.total(&leaf), own(&leaf), "it calls nothing");
    // Of a function that calls itself each cycle counts once: all that happens below it but one call of the leaf.
    assert!(profile.total(&twice) > own(&twice) && profile.total(&twice) < own(&twice) + own(&leaf));
    assert_eq!(profile.total(&update), own(&update) + own(&twice) + own(&leaf));
    let hooks: u64 = profile
        .calls
        .iter()
        .zip(profile.totals())
        .filter(|(call, _)| call.caller.is_none())
        .map(|it| it.1)
        .sum();
    assert_eq!(hooks, all, "no cycle is lost");
    assert!(profile.calls.iter().enumerate().all(|(n, call)| call.caller.is_none_or(|caller| caller < n)));
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Counted {
    n: u64,
    step: u64,
    #[serde(skip)]
    ran: Arc<AtomicU64>,
}

impl Cart for Counted {
    fn _update60(&mut self, _: &mut Machine) {
        self.n += self.step;
        self.ran.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_run_is_measured_once_and_continued() {
    let ran = Arc::new(AtomicU64::new(0));
    let started = |step: u64, frames: u64| {
        let cart = Counted { step, ran: ran.clone(), ..Counted::default() };
        let mut run = Run::start(program(cart), Boot::default()).expect("it starts");
        (0..frames).for_each(|_| _ = run.frame(&Input::default()).expect("a frame"));
        run
    };
    let mut run = started(1, 5000);
    let measured = |run: &mut Run, before: Option<&Debugger>| {
        ran.store(0, Ordering::Relaxed);
        let debugger = opened(run, before).close(run, false).debugger;
        (ran.load(Ordering::Relaxed), debugger)
    };
    let (first, debugger) = measured(&mut run, None);
    assert!(first >= 5000, "{first}");
    (0..300).for_each(|_| _ = run.frame(&Input::default()).expect("a frame"));
    // Those of the panels, and at most a column again.
    let (again, debugger) = measured(&mut run, Some(&debugger));
    assert!(again < 1500, "{again}");
    // Another run of another version of the cart, which begins like it.
    let (other, _) = measured(&mut started(2, 5400), Some(&debugger));
    assert!(other >= 5400, "{other}");
    // A branch keeps the columns before it.
    let mut session = opened(&mut run, Some(&debugger));
    ran.store(0, Ordering::Relaxed);
    run.goto(5000).expect("a frame");
    run.frame(&Input::buttons(button::O)).expect("a frame");
    press(&mut session, &mut run, &[C::Step(-1)]);
    assert!(ran.load(Ordering::Relaxed) < 2000, "{}", ran.load(Ordering::Relaxed));
}

#[test]
fn watches_have_rows() {
    let mut run = lua(HEAD);
    let mut session = opened(&mut run, None);
    press(&mut session, &mut run, &[C::ToggleTimeline, C::OpenPage(DebugPage::Watch)]);
    let letters = "t>=250".chars().map(C::Letter);
    let debugger = session.debugger_mut();
    for command in [C::Prompt(PromptKind::Watch)].into_iter().chain(letters) {
        asked(debugger, &mut run, command);
    }
    asked(debugger, &mut run, C::Enter);
    settle(&mut session, &mut run);
    // The rows moved up by the new one, of ten pixels; it is the last.
    let y = SIZE.1 - 26 - 5;
    press(&mut session, &mut run, &[C::Point(column(250) + 1, y, true)]);
    assert_eq!(run.now(), 250, "where it changes");
}

#[test]
fn music_and_logged_lines_are_events() {
    let code = "t=0 for i=0,31 do poke2(0x3200+i*2,0xa18) end poke(0x3241,16) poke4(0x3100,0x4141.4100)\n\
                function _update60()\n t+=1\n if (t==50) music(0)\n if (t%80==0) t=t\nend\n";
    let program = script::lua_cart(code.as_bytes(), "cart.p8").expect("a program");
    let mut run = Run::start(program, Boot::default()).expect("it starts");
    (0..HEAD).for_each(|_| _ = run.frame(&Input::default()).expect("a frame"));
    let mut session = opened(&mut run, None);
    let log =
        [C::OpenPage(DebugPage::Code), C::SelectLine(4), C::Prompt(PromptKind::Logpoint), C::Letter('t')];
    press(&mut session, &mut run, &log);
    press(&mut session, &mut run, &[C::Enter, C::ToggleTimeline]);
    for (y, frame, text) in [(COST + 21, 50, "music 0"), (COST + 28, 80, "80")] {
        press(&mut session, &mut run, &[C::Point(column(frame), y + 2, false)]);
        let shown = foot(&mut session, &run);
        assert!(shown.contains(text), "{frame}: {shown}");
    }
}

#[test]
fn a_second_click_on_a_dear_frame_profiles_it() {
    let mut run = lua(HEAD);
    let mut session = opened(&mut run, None);
    press(&mut session, &mut run, &[C::ToggleTimeline]);
    // Two pixels away: a spike is narrow.
    let x = column(400) + 2;
    for down in [true, false, true, false] {
        press(&mut session, &mut run, &[C::Point(x, COST + 5, down)]);
    }
    assert_eq!(run.now(), 400);
    let debugger = session.debugger_mut();
    assert!(debugger.hints(&run).iter().any(|(_, action)| *action == "go to line"), "the profile");
    // By keys: the worst frame, its profile, and the line that took the time.
    press(&mut session, &mut run, &[C::End(false), C::Dearest, C::Enter]);
    assert_eq!(run.now(), 400);
    press(&mut session, &mut run, &[C::Enter, C::Enter]);
    assert!(foot(&mut session, &run).contains("cart.p8:"), "{}", foot(&mut session, &run));
}
