//! Stepping through the lines of a Lua cart on the screen. The expected lines are read off the cart below.

use crate::screen::{asked, turned, typed};
use debugger::{DebugCommand, DebugPage, Debugger, PromptKind};
use rasher::{Boot, Input, PIXELS};
use tests::random::Dice;
use timeline::{Run, StepKind};

const CART: &str = "n=0\nfunction add_to(by)\n n+=by\nend\nfunction _update()\n add_to(2)\nend\nfunction _draw()\n cls(n)\n pset(1,1,7)\nend\n";

fn run(code: &str, frames: usize) -> (Run, Debugger) {
    let program = script::lua_cart(code.as_bytes(), "moth.p8").expect("a program");
    let mut run = Run::start(program, Boot::default()).expect("it starts");
    (0..frames).for_each(|_| _ = run.frame(&Input::default()));
    let mut debugger = Debugger::default();
    debugger.draw(&mut run, 256, 256);
    turned(&mut debugger, &mut run, DebugPage::Code);
    (run, debugger)
}

/// The status line's position.
fn stands(run: &Run, debugger: &Debugger) -> String {
    debugger.foot_lines(run, 256).join(" ")
}

#[test]
fn lines_are_walked_by_keys_in_both_directions() {
    let (mut run, mut debugger) = run(CART, 5);
    let over = |back| DebugCommand::Line(StepKind::Over, back);
    let out = |back| DebugCommand::Line(StepKind::Out, back);
    // The lines of a frame: 6, 3, 4, 7, 9, 10, 11.
    for (command, line, frame) in [
        (DebugCommand::Call(-1), "moth.p8:11", 5),
        (DebugCommand::Call(-1), "moth.p8:10", 5),
        (DebugCommand::Call(-1), "moth.p8:9", 5),
        (over(true), "moth.p8:7", 5),
        (over(true), "moth.p8:6", 5),
        (DebugCommand::Call(1), "moth.p8:3", 5),
        (out(false), "moth.p8:7", 5),
        (DebugCommand::Call(-1), "moth.p8:4", 5),
        (out(true), "moth.p8:6", 5),
        (DebugCommand::Call(-1), "moth.p8:11", 4),
        (DebugCommand::Call(1), "moth.p8:6", 5),
    ] {
        debugger.command(&mut run, command.clone());
        let said = stands(&run, &debugger);
        assert!(said.contains(line) && run.now() == frame, "{command:?}: {said} in frame {}", run.now());
    }
    // A frame step leaves the line; the run itself has not changed.
    let digest = run.console().digest();
    debugger.command(&mut run, DebugCommand::Step(-1));
    assert!(!stands(&run, &debugger).contains("moth.p8"), "{}", stands(&run, &debugger));
    debugger.command(&mut run, DebugCommand::Step(1));
    assert_eq!(run.console().digest(), digest);
}

#[test]
fn the_picture_and_the_state_are_those_of_the_line() {
    let (mut run, mut debugger) = run(CART, 5);
    let pixel = |debugger: &mut Debugger, run: &mut Run| {
        let canvas = debugger.draw(run, 256, 256);
        canvas.pixels[1 + canvas.width as usize]
    };
    assert_eq!(pixel(&mut debugger, &mut run), 7, "at the end of the frame");
    debugger.command(&mut run, DebugCommand::Call(-1));
    assert_eq!(pixel(&mut debugger, &mut run), 7, "before the end of _draw");
    debugger.command(&mut run, DebugCommand::Call(-1));
    assert_eq!(pixel(&mut debugger, &mut run), 10, "before pset: n is 10");
    debugger.command(&mut run, DebugCommand::Call(-1));
    assert_eq!(pixel(&mut debugger, &mut run), 7, "before cls: the picture of the frame before");
    // The watch list shows that moment: n before and after its line.
    for (steps, expected) in [(0, "10"), (4, "8")] {
        (0..steps).for_each(|_| _ = debugger.command(&mut run, DebugCommand::Call(-1)));
        let shown = debugger.shown_state(&run).map(|state| state["n"].to_string());
        assert_eq!(shown.as_deref(), Some(expected), "{}", stands(&run, &debugger));
    }
}

#[test]
fn the_changes_are_those_of_the_frame_up_to_the_line() {
    let (mut run, mut debugger) = run(CART, 5);
    let at = |page| DebugPage::ALL.iter().position(|p| *p == page).expect("a page") as i64;
    debugger.command(&mut run, DebugCommand::Page(at(DebugPage::Changes) - at(DebugPage::Code)));
    // From the end of the frame back to line 3, which has not run yet; then over it. What has changed comes
    // first and can be watched.
    for (steps, back, line, watched) in
        [(6, true, "moth.p8:3", None), (1, false, "moth.p8:4", Some("n")), (1, true, "moth.p8:3", Some("n"))]
    {
        (0..steps).for_each(|_| _ = debugger.command(&mut run, DebugCommand::Line(StepKind::Into, back)));
        assert!(stands(&run, &debugger).contains(line), "{}", stands(&run, &debugger));
        debugger.draw(&mut run, 256, 256);
        debugger.command(&mut run, DebugCommand::ToggleWatch);
        assert_eq!(debugger.watched().first().map(String::as_str), watched, "{line}");
    }
}

#[test]
fn the_start_is_walked_and_stopped_in() {
    let code = "best=7\nfunction _init()\n n=1\n n=2\nend\nfunction _update()\n n+=1\nend\n";
    let (mut run, mut debugger) = run(code, 3);
    debugger.command(&mut run, DebugCommand::End(false));
    let back = DebugCommand::Line(StepKind::Into, true);
    for line in ["moth.p8:5", "moth.p8:4", "moth.p8:3", "moth.p8:9", "moth.p8:6", "moth.p8:2", "moth.p8:1"] {
        debugger.command(&mut run, back.clone());
        let said = stands(&run, &debugger);
        assert!(said.contains(line) && run.now() == 0, "{line}: {said}");
    }
    debugger.command(&mut run, back);
    assert!(stands(&run, &debugger).contains("the run begins here"), "{}", stands(&run, &debugger));
    // A breakpoint on line 4: forwards from the start of the run, and back from its end.
    debugger.command(&mut run, DebugCommand::Scroll(3));
    debugger.command(&mut run, DebugCommand::ToggleBreakpoint);
    debugger.command(&mut run, DebugCommand::End(false));
    for (from_end, back) in [(false, false), (true, true)] {
        debugger.command(&mut run, DebugCommand::End(from_end));
        let (said, frame) = goes(&mut run, &mut debugger, DebugCommand::ToBreakpoint(back));
        assert!(said.contains("moth.p8:4") && frame == 0, "{said}");
    }
    // Who wrote best: the code outside all functions.
    debugger.command(&mut run, DebugCommand::End(true));
    let pages = DebugPage::ALL;
    let code = pages.iter().position(|page| *page == DebugPage::Code).expect("it is one");
    debugger.command(&mut run, DebugCommand::Page((pages.len() - code) as i64));
    typed(&mut debugger, &mut run, PromptKind::Find, "best");
    let (said, frame) = goes(&mut run, &mut debugger, DebugCommand::ToWriter);
    assert!(said.contains("moth.p8:1") && frame == 0, "{said}");
}

#[test]
fn an_error_is_walked_up_to() {
    let (mut stopped, mut debugger) =
        run("n=0\nfunction _update()\n n+=1\n if n==3 then\n  n=x.y\n end\nend\n", 9);
    assert_eq!(stopped.now(), 2);
    debugger.command(&mut stopped, DebugCommand::Call(1));
    assert!(stands(&stopped, &debugger).contains("moth.p8:3"), "the first line of the frame that stops");
    debugger.command(&mut stopped, DebugCommand::Call(1));
    debugger.command(&mut stopped, DebugCommand::Call(1));
    assert!(stands(&stopped, &debugger).contains("moth.p8:5"), "{}", stands(&stopped, &debugger));
    debugger.command(&mut stopped, DebugCommand::Call(1));
    assert!(stands(&stopped, &debugger).contains("the run ends here"), "{}", stands(&stopped, &debugger));
}

/// Runs a command with its search, then returns the position: line and frame.
fn goes(run: &mut Run, debugger: &mut Debugger, command: DebugCommand) -> (String, u64) {
    asked(debugger, run, command);
    debugger.draw(run, 256, 256);
    (stands(run, debugger), run.now())
}

/// Moves the focus to the panel with this page, which is on the screen.
fn focused(run: &mut Run, debugger: &mut Debugger, page: DebugPage) {
    let panels = (0..DebugPage::ALL.len()).find(|_| {
        let is_there = debugger.hints(run).iter().any(|(_, action)| *action == page_hint(page));
        if !is_there {
            debugger.command(run, DebugCommand::Focus(1));
        }
        is_there
    });
    assert!(panels.is_some(), "{page:?} is on no panel");
}

/// Actions of that page's keys only.
fn page_hint(page: DebugPage) -> &'static str {
    match page {
        DebugPage::Code => "breakpoint",
        DebugPage::Log | DebugPage::Profile => "go to line",
        other => panic!("{other:?} is not asked for"),
    }
}

#[test]
fn a_stop_on_a_line_is_run_to_in_both_directions() {
    let (mut run, mut debugger) = run(CART, 5);
    let (on, back) = (DebugCommand::ToBreakpoint(false), DebugCommand::ToBreakpoint(true));
    assert!(goes(&mut run, &mut debugger, on.clone()).0.contains("no breakpoints"));
    debugger.command(&mut run, DebugCommand::Scroll(2));
    debugger.command(&mut run, DebugCommand::ToggleBreakpoint);
    debugger.command(&mut run, DebugCommand::End(false));
    for (command, frame) in [(&on, 1), (&on, 2), (&on, 3), (&back, 2), (&back, 1)] {
        let (said, now) = goes(&mut run, &mut debugger, command.clone());
        assert!(said.contains("moth.p8:3") && now == frame, "{command:?}: {said}, {now}");
    }
    assert!(goes(&mut run, &mut debugger, back.clone()).0.contains("no breakpoint before this line"));
    // With a condition: n is 4 before the line only in the third frame.
    typed(&mut debugger, &mut run, PromptKind::Breakpoint, "n==4");
    let (said, now) = goes(&mut run, &mut debugger, on.clone());
    assert!(said.contains("moth.p8:3") && now == 3, "{said}, {now}");
    assert!(goes(&mut run, &mut debugger, on.clone()).0.contains("no breakpoint after this line"));
    // Reopened, it is still there; the same key removes it.
    let mut debugger = debugger.reopened();
    debugger.draw(&mut run, 256, 256);
    debugger.command(&mut run, DebugCommand::End(true));
    assert_eq!(goes(&mut run, &mut debugger, back).1, 3);
    debugger.command(&mut run, DebugCommand::ToggleBreakpoint);
    assert!(goes(&mut run, &mut debugger, on).0.contains("no breakpoints"));
}

#[test]
fn what_a_line_would_have_written_is_listed_and_gone_to() {
    let (mut run, mut debugger) = run(CART, 5);
    debugger.command(&mut run, DebugCommand::Scroll(2));
    typed(&mut debugger, &mut run, PromptKind::Logpoint, "n,by");
    debugger.draw(&mut run, 256, 256);
    focused(&mut run, &mut debugger, DebugPage::Log);
    // The selection ends at the last row.
    for (line, frame) in [(-99, 1), (1, 2), (2, 4), (99, 5), (-1, 4)] {
        debugger.command(&mut run, DebugCommand::Scroll(line));
        let (said, now) = goes(&mut run, &mut debugger, DebugCommand::Enter);
        assert!(said.contains("moth.p8:3") && now == frame, "{line}: {said}, {now}");
    }
}

#[test]
fn a_profile_names_the_dearest_line() {
    let (mut run, mut debugger) = run(CART, 5);
    typed(&mut debugger, &mut run, PromptKind::Profile, "1-5");
    debugger.draw(&mut run, 256, 256);
    focused(&mut run, &mut debugger, DebugPage::Profile);
    // Functions come first: _draw, which clears the screen, is the slowest. The first line in it ran last in frame 5.
    goes(&mut run, &mut debugger, DebugCommand::Enter);
    focused(&mut run, &mut debugger, DebugPage::Code);
    debugger.command(&mut run, DebugCommand::ToggleBreakpoint);
    assert!(stands(&run, &debugger).contains("breakpoint at moth.p8:9"), "{}", stands(&run, &debugger));
    for wrong in ["x", "5-2", "1-"] {
        typed(&mut debugger, &mut run, PromptKind::Profile, wrong);
        assert!(stands(&run, &debugger).contains("expected a number of frames"), "{wrong}");
    }
}

#[test]
fn the_line_that_wrote_a_field_is_gone_to_again_and_again() {
    let (mut run, mut debugger) = run(CART, 5);
    // From the code page around to the state page.
    let pages = DebugPage::ALL;
    let code = pages.iter().position(|page| *page == DebugPage::Code).expect("it is one");
    debugger.command(&mut run, DebugCommand::Page((pages.len() - code) as i64));
    typed(&mut debugger, &mut run, PromptKind::Find, "n");
    for frame in [5, 4, 3] {
        let (said, now) = goes(&mut run, &mut debugger, DebugCommand::ToWriter);
        assert!(said.contains("moth.p8:3") && now == frame, "{said}, {now}");
    }
    // If a frame has not written it, the command goes to the last one before that did.
    let code = "n=0\nt=0\nfunction _update()\n t+=1\n if t==2 then\n  n=7\n end\nend\n";
    let (mut run, mut debugger) = self::run(code, 9);
    let state = pages.iter().position(|page| *page == DebugPage::Code).expect("it is one");
    debugger.command(&mut run, DebugCommand::Page((pages.len() - state) as i64));
    typed(&mut debugger, &mut run, PromptKind::Find, "n");
    let (said, now) = goes(&mut run, &mut debugger, DebugCommand::ToWriter);
    assert!(said.contains("moth.p8:6") && now == 2, "{said}, {now}");
}

#[test]
fn any_commands_leave_the_run_as_it_was() {
    let (mut run, mut debugger) = run(CART, 40);
    let digests: Vec<u64> = (0..=40)
        .map(|frame| {
            run.goto(frame).expect("it was run");
            run.console().digest()
        })
        .collect();
    let mut dice = Dice::new(7);
    for _ in 0..400 {
        let back = dice.byte().is_multiple_of(2);
        let command = match dice.byte() % 11 {
            8 => DebugCommand::ToggleBreakpoint,
            9 => DebugCommand::ToBreakpoint(back),
            10 => DebugCommand::ToWriter,
            0 => DebugCommand::Step(if back { -1 } else { 1 }),
            1 => DebugCommand::Line(StepKind::Out, back),
            2 | 3 => DebugCommand::Line(StepKind::Over, back),
            4 => DebugCommand::Page(if back { -1 } else { 1 }),
            5 => DebugCommand::Scroll(if back { -1 } else { 1 }),
            _ => DebugCommand::Call(if back { -1 } else { 1 }),
        };
        asked(&mut debugger, &mut run, command.clone());
        assert_eq!(run.console().digest(), digests[run.now() as usize], "{command:?}");
        if dice.byte() < 40 {
            let canvas = debugger.draw(&mut run, 256, 256);
            assert!(canvas.pixels.len() >= PIXELS);
        }
    }
}
