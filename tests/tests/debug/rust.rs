//! A Rust cart in the debugger: from its calls and pixels to its lines and back, and its panics.
//!
//! The lines that are expected are those of the carts' own source.

use crate::screen::{asked, turned, typed};
use debugger::{DebugCommand as C, DebugPage, Debugger, PromptKind};
use rasher::{Input, button};
use tests::carts::find;
use timeline::{Run, StepKind};

const BALL: &str = include_str!("../../src/carts/ball.rs");

fn opened(name: &str, with_source: bool) -> (Run, Debugger) {
    let cart = find(name);
    let program = if with_source { cart.with_source() } else { (cart.make)() };
    let mut run = Run::start(program, cart.boot(4)).expect("it starts");
    (0..30).for_each(|_| _ = run.frame(&Input::default()).expect("the frame is run"));
    let mut debugger = Debugger::default();
    debugger.draw(&mut run, 640, 480);
    (run, debugger)
}

fn foot(run: &Run, debugger: &Debugger) -> String {
    debugger.foot_lines(run, 4000).join(" ")
}

#[track_caller]
fn at(run: &Run, debugger: &Debugger, begin: &str) {
    let line = BALL.lines().position(|line| line.trim_start().starts_with(begin)).expect("a line") + 1;
    let foot = foot(run, debugger);
    assert!(foot.ends_with(&format!("tests/src/carts/ball.rs:{line}")), "{begin}, line {line}: {foot}");
}

#[test]
fn calls_and_pixels_lead_to_their_lines_and_back() {
    let (mut run, mut debugger) = opened("ball60", true);
    let end = foot(&run, &debugger);
    turned(&mut debugger, &mut run, DebugPage::Calls);
    asked(&mut debugger, &mut run, C::Scroll(1));
    asked(&mut debugger, &mut run, C::Enter);
    at(&run, &debugger, "p8.rectfill(self.x.flr()");
    asked(&mut debugger, &mut run, C::Line(StepKind::Over, false));
    at(&run, &debugger, "p8.spr(");
    asked(&mut debugger, &mut run, C::Back);
    assert_eq!(foot(&run, &debugger), end);
    // The time is printed at 1 1, over the background.
    typed(&mut debugger, &mut run, PromptKind::Pixel, "2 1");
    asked(&mut debugger, &mut run, C::Enter);
    at(&run, &debugger, "p8.print_at(t, 1, 1");
    // A breakpoint on the selected line, and back to the frame before.
    asked(&mut debugger, &mut run, C::OpenPage(DebugPage::Code));
    asked(&mut debugger, &mut run, C::ToggleBreakpoint);
    assert_eq!(debugger.breakpoints().len(), 1, "{}", foot(&run, &debugger));
    asked(&mut debugger, &mut run, C::ToBreakpoint(true));
    at(&run, &debugger, "p8.print_at(t, 1, 1");
    assert_eq!(run.now(), 29);
    // What a line of Rust sets is not known.
    asked(&mut debugger, &mut run, C::ToWriter);
    assert!(foot(&run, &debugger).contains("a line of Rust"), "{}", foot(&run, &debugger));
    asked(&mut debugger, &mut run, C::Prompt(PromptKind::Function));
    "show".chars().for_each(|c| _ = debugger.command(&mut run, C::Letter(c)));
    asked(&mut debugger, &mut run, C::Enter);
    // A line that only makes a function: the first call in it, when it ran last.
    asked(&mut debugger, &mut run, C::Enter);
    at(&run, &debugger, "p8.cls(1)");
    assert_eq!(run.now(), 29);
}

#[test]
fn without_its_source_a_cart_has_places() {
    let (mut run, mut debugger) = opened("ball60", false);
    turned(&mut debugger, &mut run, DebugPage::Calls);
    asked(&mut debugger, &mut run, C::Enter);
    at(&run, &debugger, "p8.cls(1)");
    turned(&mut debugger, &mut run, DebugPage::Code);
    for command in [C::ToSource, C::Prompt(PromptKind::Function), C::Follow("x".into())] {
        asked(&mut debugger, &mut run, command.clone());
        assert_eq!(run.now(), 30, "{command:?}");
        assert!(!debugger.is_typing());
    }
}

#[test]
fn a_panic_is_walked_up_to() {
    let (mut run, mut debugger) = opened("crasher", true);
    run.frame(&Input::buttons(button::X)).expect_err("it panics");
    turned(&mut debugger, &mut run, DebugPage::Code);
    (0..3).for_each(|_| asked(&mut debugger, &mut run, C::Call(1)));
    let line = include_str!("../../src/carts/crasher.rs").lines().position(|line| line.contains("panic!"));
    let place = format!("tests/src/carts/crasher.rs:{}", line.expect("a panic") + 1);
    assert!(foot(&run, &debugger).ends_with(&place), "{}", foot(&run, &debugger));
    // The call before it.
    asked(&mut debugger, &mut run, C::Call(-1));
    assert!(foot(&run, &debugger).contains("line 2/3"), "{}", foot(&run, &debugger));
}
