//! The debugger on the screen, driven as a person would: asks in, the run and the canvas looked at.
//!
//! Where an ask leads is our own decision; the frames and values it is held against come from the run itself.

use rasher::{Input, PIXELS};
use studio::debug::{Ask, Debugger, Page, Typing, Wish};
use tests::carts;
use tests::random::{Dice, Hands};
use timeline::Run;

fn run(cart: &str, frames: usize) -> Run {
    let cart = carts::find(cart);
    let mut run = Run::start((cart.make)(), cart.boot(4)).expect("it starts");
    let mut hands = Hands::new(4);
    (0..frames).for_each(|_| _ = run.frame(&hands.input()).expect("it lives"));
    run
}

fn opened(run: &mut Run) -> Debugger {
    let mut debugger = Debugger::new();
    debugger.draw(run, 256, 256);
    debugger
}

fn typed(debugger: &mut Debugger, run: &mut Run, typing: Typing, text: &str) {
    debugger.ask(run, Ask::Type(typing));
    assert!(debugger.types());
    text.chars().for_each(|c| _ = debugger.ask(run, Ask::Letter(c)));
    debugger.ask(run, Ask::Enter);
    assert!(!debugger.types());
}

#[test]
fn time_is_walked_in_both_directions() {
    let mut run = run("ball60", 300);
    let mut debugger = opened(&mut run);
    for (ask, at) in [
        (Ask::Step(-1), 299),
        (Ask::Step(-60), 239),
        (Ask::Step(10), 249),
        (Ask::End(false), 0),
        (Ask::Step(-1), 0),
        (Ask::Scrub(500), 150),
        (Ask::Scrub(9999), 300),
        (Ask::End(true), 300),
        (Ask::Step(1), 300),
    ] {
        debugger.ask(&mut run, ask.clone());
        assert_eq!(run.now(), at, "{ask:?}");
    }
    typed(&mut debugger, &mut run, Typing::Goto, "123");
    assert_eq!(run.now(), 123);
    debugger.ask(&mut run, Ask::Bookmark);
    debugger.ask(&mut run, Ask::Step(50));
    debugger.ask(&mut run, Ask::Mark(-1));
    assert_eq!(run.now(), 123);
    debugger.ask(&mut run, Ask::Bookmark);
    assert!(run.bookmarks().is_empty(), "the same key takes it away");
}

#[test]
fn what_is_typed_can_be_erased_and_left() {
    let mut run = run("ball60", 50);
    let mut debugger = opened(&mut run);
    debugger.ask(&mut run, Ask::Type(Typing::Goto));
    "7x".chars().for_each(|c| _ = debugger.ask(&mut run, Ask::Letter(c)));
    debugger.ask(&mut run, Ask::Erase);
    debugger.ask(&mut run, Ask::Enter);
    assert_eq!(run.now(), 7);
    debugger.ask(&mut run, Ask::Type(Typing::Goto));
    assert_eq!(debugger.ask(&mut run, Ask::Escape), None, "the line is left first");
    assert_eq!(debugger.ask(&mut run, Ask::Escape), Some(Wish::Live));
    assert_eq!(debugger.ask(&mut run, Ask::Live), Some(Wish::Live));
    assert_eq!(debugger.ask(&mut run, Ask::Report), Some(Wish::Report));
    assert_eq!(debugger.ask(&mut run, Ask::Picture), Some(Wish::Picture));
}

#[test]
fn a_condition_and_a_change_are_run_to() {
    let mut run = run("ball60", 300);
    let mut debugger = opened(&mut run);
    debugger.ask(&mut run, Ask::End(false));
    typed(&mut debugger, &mut run, Typing::Until, "steps == 77");
    assert_eq!(run.now(), 77);
    typed(&mut debugger, &mut run, Typing::Until, "steps == 3");
    assert_eq!(run.now(), 77, "it does not begin to hold any more");
    typed(&mut debugger, &mut run, Typing::Until, "steps ==");
    assert_eq!(run.now(), 77, "no condition, no move");

    // The list of spots is a field at the top of the state; find it in the panel, then go to its changes.
    let spots = |run: &Run| run.console().program().inspect()["spots"].as_array().map(Vec::len);
    debugger.ask(&mut run, Ask::End(false));
    let line =
        run.console().program().inspect().as_object().unwrap().keys().position(|k| k == "spots").unwrap();
    debugger.ask(&mut run, Ask::Scroll(line as i64));
    debugger.ask(&mut run, Ask::Change(true));
    let (at, after) = (run.now(), spots(&run));
    assert!(at > 0, "the list changes");
    debugger.ask(&mut run, Ask::Step(-1));
    assert_ne!(spots(&run), after, "in this very frame");
    debugger.ask(&mut run, Ask::End(true));
    debugger.ask(&mut run, Ask::Change(false));
    let last = run.now();
    let value = spots(&run);
    for _ in last..300 {
        debugger.ask(&mut run, Ask::Step(1));
        assert_eq!(spots(&run), value, "no later frame changes it");
    }
}

#[test]
fn fields_and_bytes_are_edited_and_lived_on_with() {
    let mut run = run("ball60", 200);
    let mut debugger = opened(&mut run);
    debugger.ask(&mut run, Ask::Step(-100));
    let state = run.console().program().inspect();
    // Each spot has a line of its own above.
    let line = state.as_object().unwrap().keys().position(|k| k == "steps").unwrap();
    let line = line + state["spots"].as_array().unwrap().len();
    debugger.ask(&mut run, Ask::Scroll(line as i64));
    typed(&mut debugger, &mut run, Typing::Value, "9000");
    assert_eq!(run.console().program().inspect()["steps"], 9000);
    typed(&mut debugger, &mut run, Typing::Value, "\"many\"");
    assert_eq!(run.console().program().inspect()["steps"], 9000, "not a state of this cart");
    // The panel turns its pages until it shows memory.
    let memory = Page::ALL.iter().position(|page| *page == Page::Memory).unwrap();
    debugger.ask(&mut run, Ask::Page(memory as i64));
    debugger.ask(&mut run, Ask::Scroll(0x4300 / 8));
    typed(&mut debugger, &mut run, Typing::Value, "0a ff 10");
    assert_eq!(run.console().machine().memory().array(0x4300), [0x0a, 0xff, 0x10]);
    typed(&mut debugger, &mut run, Typing::Value, "xyz");
    run.frame(&Input::default()).unwrap();
    assert_eq!((run.now(), run.branches().len()), (101, 2));
    assert_eq!(run.console().program().inspect()["steps"], 9001);
    debugger.ask(&mut run, Ask::Branch);
    assert_eq!(run.branch().id, 0, "the old future is one key away");
}

#[test]
fn calls_are_walked_and_the_picture_follows() {
    let mut run = run("painter", 100);
    let mut debugger = opened(&mut run);
    let game = |canvas: &studio::debug::Canvas| -> Vec<u8> {
        let row = |y: usize| canvas.pixels[y * canvas.width as usize..][..128].to_vec();
        (0..128).flat_map(row).collect()
    };
    let mut picture = Box::new([0; PIXELS]);
    run.console().machine().picture(&mut picture);
    assert_eq!(game(&debugger.draw(&mut run, 256, 256)), picture.to_vec(), "all calls");
    let trace = run.trace().unwrap().unwrap();
    let all = trace.calls.len();
    for back in [1, 2, 5] {
        (0..back).for_each(|_| _ = debugger.ask(&mut run, Ask::Call(-1)));
        (0..back - 1).for_each(|_| _ = debugger.ask(&mut run, Ask::Call(1)));
    }
    trace.machine_after(all - 3).picture(&mut picture);
    assert_eq!(game(&debugger.draw(&mut run, 256, 256)), picture.to_vec());
    debugger.ask(&mut run, Ask::Step(-1));
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
    debugger.ask(&mut run, Ask::Point(0, 250, true));
    assert_eq!(run.now(), 0);
    debugger.ask(&mut run, Ask::Point(255, 250, true));
    assert_eq!(run.now(), 300);
    debugger.ask(&mut run, Ask::Point(128, 250, false));
    assert_eq!(run.now(), 300, "only while the button is down");
    // The third line of the state panel, then its changes.
    debugger.ask(&mut run, Ask::Point(140, 8 + 2 * 7 + 3, true));
    debugger.ask(&mut run, Ask::Pin);
    let canvas = debugger.draw(&mut run, 512, 384);
    assert_eq!((canvas.width, canvas.height), (512, 384));
}

#[test]
fn any_asks_in_any_order_at_any_size_are_taken() {
    let mut dice = Dice::new(11);
    for cart in ["ball", "painter", "band", "typist", "menu", "saver"] {
        let mut run = run(cart, 150);
        let mut debugger = Debugger::new();
        for _ in 0..150 {
            let by = i64::from(dice.range(-70, 70));
            let ask = match dice.below(20) {
                0 => Ask::Step(by),
                1 => Ask::End(dice.one_in(2)),
                2 => Ask::Scrub(u64::from(dice.word()) % 1200),
                3 => Ask::Call(by),
                4 => Ask::Scroll(by * 50),
                5 | 6 => Ask::Focus(by.signum()),
                7 | 8 => Ask::Page(by.signum()),
                9 => Ask::Change(dice.one_in(2)),
                10 => Ask::Mark(by.signum()),
                11 => Ask::Bookmark,
                12 => Ask::Pin,
                13 => Ask::Branch,
                14 => Ask::Type(dice.pick(&[Typing::Goto, Typing::Until, Typing::Value])),
                15 => Ask::Letter(dice.pick(&['1', '0', ' ', 'é', '"', '<', 'a', '['])),
                16 => Ask::Erase,
                17 => Ask::Enter,
                18 => Ask::Escape,
                _ => Ask::Point(dice.range(-20, 600), dice.range(-20, 600), dice.one_in(2)),
            };
            debugger.ask(&mut run, ask);
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
