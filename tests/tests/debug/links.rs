//! Links: from rows, calls and pixels to lines of code and back, and from a value to where it comes from.
//!
//! The lines that are expected are read off the cart below.

use crate::screen::{asked, turned, typed};
use debugger::{DebugCommand as C, DebugPage, Debugger, PromptKind};
use rasher::{Boot, Input};
use timeline::Run;

const CART: &str = "hp=40 mobs={}\nfunction power(mob)\n local p=mob.x*2\n return p+1\nend\nfunction hurt(mob,by)\n \
                    local n=by\n hp-=n\nend\nfunction _update()\n if #mobs<3 then\n  add(mobs,{x=#mobs,y=0})\n end\n \
                    local m=mobs[1]\n hurt(m,power(m))\nend\nfunction _draw()\n for i=1,2 do\n  pset(i,8,i)\n end\n \
                    if (hp<36) pset(5,5,9)\nend\n";

fn run(code: &str, frames: usize) -> (Run, Debugger) {
    let program = script::lua_cart(code.as_bytes(), "moth.p8").expect("a program");
    let mut run = Run::start(program, Boot::default()).expect("it starts");
    (0..frames).for_each(|_| _ = run.frame(&Input::default()));
    let mut debugger = Debugger::default();
    debugger.draw(&mut run, 640, 480);
    (run, debugger)
}

fn foot(run: &Run, debugger: &Debugger) -> String {
    debugger.foot_lines(run, 4000).join(" ")
}

fn at(run: &Run, debugger: &Debugger, line: u32, frame: u64, what: &str) {
    let said = foot(run, debugger);
    let place = format!("moth.p8:{line}");
    assert!(
        said.ends_with(&place) && run.now() == frame,
        "{what}: {place} in {frame}, but {said} in {}",
        run.now()
    );
}

/// Two presses at the same place.
fn double(debugger: &mut Debugger, run: &mut Run, x: i32, y: i32) {
    for down in [true, false, true, false] {
        asked(debugger, run, C::Point(x, y, down));
    }
}

#[test]
fn a_value_is_followed_to_its_origin_and_back() {
    let (mut run, mut debugger) = run(CART, 4);
    turned(&mut debugger, &mut run, DebugPage::State);
    typed(&mut debugger, &mut run, PromptKind::Find, "hp");
    asked(&mut debugger, &mut run, C::ToWriter);
    at(&run, &debugger, 8, 4, "hp-=n");
    // Of hp and n, n is chosen; then there is one name each: by, the argument power(), p and its mob.x.
    for (chosen, line) in [("n", 7), ("", 15), ("power()", 4), ("", 3), ("", 12)] {
        asked(&mut debugger, &mut run, C::ToSource);
        if debugger.is_typing() {
            chosen.chars().for_each(|c| _ = debugger.command(&mut run, C::Letter(c)));
            asked(&mut debugger, &mut run, C::Enter);
        }
        let frame = if line == 12 { 1 } else { 4 };
        at(&run, &debugger, line, frame, chosen);
    }
    for line in [3, 4, 15, 7, 8] {
        debugger.command(&mut run, C::Back);
        at(&run, &debugger, line, 4, "back");
    }
    debugger.command(&mut run, C::Back);
    assert!(!foot(&run, &debugger).contains("moth.p8"), "the frame's end, where it began");
    debugger.command(&mut run, C::Back);
    assert!(foot(&run, &debugger).contains("no place to go back to"), "{}", foot(&run, &debugger));
}

#[test]
fn rows_and_pixels_lead_to_their_lines() {
    let (mut run, mut debugger) = run(CART, 4);
    // A call in a loop, by its row.
    debugger.command(&mut run, C::OpenPage(DebugPage::Calls));
    debugger.draw(&mut run, 640, 480);
    for (row, i) in [(0, 1), (1, 2)] {
        debugger.command(&mut run, C::ScrollEnd(false));
        debugger.command(&mut run, C::Scroll(row));
        asked(&mut debugger, &mut run, C::Enter);
        at(&run, &debugger, 19, 4, "pset in the loop");
        typed(&mut debugger, &mut run, PromptKind::Evaluate, "i");
        assert!(foot(&run, &debugger).contains(&format!("i = {i}")), "{}", foot(&run, &debugger));
        debugger.command(&mut run, C::Back);
    }
    // The call that [ has gone back to is the selected one.
    debugger.command(&mut run, C::OpenPage(DebugPage::Calls));
    debugger.command(&mut run, C::Call(-1));
    asked(&mut debugger, &mut run, C::Enter);
    at(&run, &debugger, 19, 4, "the last call");
    typed(&mut debugger, &mut run, PromptKind::Evaluate, "i");
    assert!(foot(&run, &debugger).contains("i = 2"), "{}", foot(&run, &debugger));
    debugger.command(&mut run, C::Back);
    debugger.command(&mut run, C::Call(1));
    // The same by the pixel that it drew, and one that no call drew.
    double(&mut debugger, &mut run, 2, 8);
    at(&run, &debugger, 19, 4, "pixel 2 8");
    debugger.command(&mut run, C::Back);
    double(&mut debugger, &mut run, 60, 60);
    assert!(
        foot(&run, &debugger).contains("no call of this frame drew pixel 60 60"),
        "{}",
        foot(&run, &debugger)
    );
    // A change.
    debugger.command(&mut run, C::OpenPage(DebugPage::Changes));
    typed(&mut debugger, &mut run, PromptKind::Find, "hp");
    asked(&mut debugger, &mut run, C::Enter);
    at(&run, &debugger, 8, 4, "the change of hp");
    debugger.command(&mut run, C::Back);
    // A row of the history, in its frame.
    debugger.command(&mut run, C::OpenPage(DebugPage::State));
    typed(&mut debugger, &mut run, PromptKind::Find, "hp");
    asked(&mut debugger, &mut run, C::History);
    debugger.command(&mut run, C::OpenPage(DebugPage::History));
    debugger.command(&mut run, C::Scroll(-2));
    asked(&mut debugger, &mut run, C::Enter);
    at(&run, &debugger, 8, 2, "two changes before");
}

#[test]
fn the_changes_of_a_pixel_are_searched() {
    let (mut run, mut debugger) = run(CART, 9);
    asked(&mut debugger, &mut run, C::PixelChange(false));
    assert!(foot(&run, &debugger).contains("no pixel is selected"));
    for wrong in ["", "5", "5 128", "a b"] {
        typed(&mut debugger, &mut run, PromptKind::Pixel, wrong);
        assert!(foot(&run, &debugger).contains("expected a column and a row"), "{wrong}");
    }
    typed(&mut debugger, &mut run, PromptKind::Pixel, "5 5");
    asked(&mut debugger, &mut run, C::PixelChange(false));
    // hp is 40 and loses 1 a frame: it is below 36 in frame 5.
    assert_eq!(run.now(), 5, "{}", foot(&run, &debugger));
    assert!(foot(&run, &debugger).contains("pset(5, 5, 9) at moth.p8:21"), "{}", foot(&run, &debugger));
    asked(&mut debugger, &mut run, C::Enter);
    at(&run, &debugger, 21, 5, "the call that drew it");
    debugger.command(&mut run, C::Back);
    asked(&mut debugger, &mut run, C::PixelChange(false));
    assert!(foot(&run, &debugger).contains("no frame before this one"), "{}", foot(&run, &debugger));
    debugger.command(&mut run, C::Back);
    assert_eq!(run.now(), 9, "before the search");
}

#[test]
fn a_selected_line_is_shown_when_it_ran_last() {
    let (mut run, mut debugger) = run(CART, 4);
    turned(&mut debugger, &mut run, DebugPage::Code);
    for (line, frame) in [("12", 3), ("8", 3), ("15", 3), ("1", 0)] {
        typed(&mut debugger, &mut run, PromptKind::Find, line);
        asked(&mut debugger, &mut run, C::Enter);
        let line = line.parse().expect("a number");
        at(&run, &debugger, line, frame, "the last run");
    }
    typed(&mut debugger, &mut run, PromptKind::Function, "hur");
    asked(&mut debugger, &mut run, C::Enter);
    // The line with its name only makes the function: Enter looks for the first line in it.
    let said = foot(&run, &debugger);
    assert!(said.contains("no run of moth.p8:7 before this line"), "{said}");
    typed(&mut debugger, &mut run, PromptKind::Function, "19");
    assert_eq!(stopped_line(&mut run, &debugger), Some(19), "by its number");
}

/// The selected line, by a breakpoint set there.
fn stopped_line(run: &mut Run, debugger: &Debugger) -> Option<u32> {
    let mut asked = debugger.clone();
    asked.command(run, C::ToggleBreakpoint);
    asked.breakpoints().last().map(|point| point.place.line())
}

#[test]
fn variables_unfold_below_the_code() {
    let (mut run, mut debugger) = run(CART, 4);
    turned(&mut debugger, &mut run, DebugPage::Code);
    typed(&mut debugger, &mut run, PromptKind::Find, "8");
    asked(&mut debugger, &mut run, C::Enter);
    let plain = debugger.draw(&mut run, 640, 480);
    asked(&mut debugger, &mut run, C::Enter);
    let first = debugger.draw(&mut run, 640, 480);
    assert_ne!(plain, first, "the first variable is selected");
    asked(&mut debugger, &mut run, C::Enter);
    let open = debugger.draw(&mut run, 640, 480);
    asked(&mut debugger, &mut run, C::Enter);
    assert_eq!(debugger.draw(&mut run, 640, 480), first, "mob folds again");
    assert_ne!(open, first);
    // Down to `by`, which is an argument of the call in line 15.
    debugger.command(&mut run, C::Scroll(1));
    asked(&mut debugger, &mut run, C::ToWriter);
    at(&run, &debugger, 15, 4, "by");
    debugger.command(&mut run, C::Back);
    debugger.command(&mut run, C::Scroll(-5));
    debugger.command(&mut run, C::Scroll(-1));
    assert_eq!(stopped_line(&mut run, &debugger), Some(7), "above the first variable, the line moves");
}

#[test]
fn a_menu_lists_the_commands_of_what_is_pointed_at() {
    let (mut run, mut debugger) = run(CART, 4);
    turned(&mut debugger, &mut run, DebugPage::Calls);
    debugger.draw(&mut run, 640, 480);
    debugger.command(&mut run, C::Menu(140, 12));
    assert!(debugger.is_typing());
    let before = debugger.draw(&mut run, 640, 480);
    // The wheel and the pointer choose in it; a press outside closes it.
    debugger.command(&mut run, C::Wheel(1));
    assert_ne!(debugger.draw(&mut run, 640, 480), before);
    for down in [true, false] {
        debugger.command(&mut run, C::Point(2, 2, down));
    }
    assert!(!debugger.is_typing());
    debugger.command(&mut run, C::Menu(140, 12));
    "go to its line".chars().for_each(|c| _ = debugger.command(&mut run, C::Letter(c)));
    let canvas = debugger.draw(&mut run, 640, 480);
    // The list is 200 pixels wide; its first row is below its upper edge.
    let edge = |y: i32| (230..410).all(|x| canvas.pixels[(y * canvas.width + x) as usize] == 13);
    let y = (0..canvas.height).find(|y| edge(*y)).expect("the list's edge") + 4;
    for down in [true, false] {
        asked(&mut debugger, &mut run, C::Point(320, y, down));
    }
    at(&run, &debugger, 19, 4, "the first call");
}

/// A number key goes to the panel that shows its page, and replaces no other.
#[test]
fn a_visible_page_is_focused_where_it_is() {
    let (mut run, mut debugger) = run(CART, 4);
    debugger.command(&mut run, C::OpenPage(DebugPage::Code));
    let before = debugger.draw(&mut run, 640, 480);
    debugger.command(&mut run, C::OpenPage(DebugPage::State));
    assert_ne!(debugger.draw(&mut run, 640, 480), before, "the focus has moved");
    debugger.command(&mut run, C::OpenPage(DebugPage::Code));
    assert_eq!(debugger.draw(&mut run, 640, 480), before);
}

const DEAD: &str = "t=0\nfunction burn()\n while true do\n  yield()\n  local v=steps[9].v\n  t=v\n end\nend\n\
                    jobs={cocreate(burn)}\nsteps={}\nfunction _update()\n coresume(jobs[1])\nend\n";

#[test]
fn a_coroutine_that_died_says_why_and_leads_to_its_line() {
    let (mut run, mut debugger) = run(DEAD, 8);
    typed(&mut debugger, &mut run, PromptKind::Evaluate, "jobs[1]");
    let said = foot(&run, &debugger);
    assert!(said.contains("coroutine dead: attempt to index") && said.contains("moth.p8:5"), "{said}");
    turned(&mut debugger, &mut run, DebugPage::State);
    typed(&mut debugger, &mut run, PromptKind::Find, "coroutine");
    // Not in this frame, so in one before it: the search has the name that the user sees.
    let search = debugger.command(&mut run, C::Enter);
    let Some(debugger::DebugRequest::Search(search)) = search else { panic!("{search:?}") };
    assert_eq!(search.progress(8, 8).what, "last write to jobs[1]");
    let found = search.run(&run.branch().past, |_| true);
    debugger.show_result(&mut run, &search, found);
    at(&run, &debugger, 5, 2, "where it died");
}
