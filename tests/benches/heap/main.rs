//! The debugger over a large heap: 10,000 globals and a table of 60,000 entries.
//!
//! ```text
//! open      the state page, drawn for the first time        draw     again
//! scroll    a row further in the middle of the table        search   a word that only the last value has, letter by letter
//! fold      the table closed and opened by Enter             a frame back, with its changes
//! changes   the difference from the frame before            until    a condition over 300 frames, next to the same frames alone
//! ```

use debugger::{DebugCommand as C, Debugger, PromptKind};
use rasher::{Boot, Input};
use std::hint::black_box;
use std::time::{Duration, Instant};
use timeline::{Becomes, Condition, Difference, Run};

const CART: &str = "for i=1,10000 do _ENV['g'..i]=i end\nbig={}\nfor i=1,30000 do big[i]=i big[-i]=i end\n\
                    deep={here={needle=\"in the hay\"}}\nt=0\nmobs={}\nfor i=1,40 do mobs[i]={hp=i} end\n\
                    function alive() return #mobs end\nfunction _update() t+=1 g77+=1 mobs[1].hp+=1 end\n";

fn main() {
    if std::env::args().any(|a| a == "--list") {
        return;
    }
    let program = script::lua_cart(CART.as_bytes(), "heap.p8").expect("a program");
    let mut run = Run::start(program, Boot::default()).expect("it starts");
    (0..300).for_each(|_| _ = run.frame(&Input::default()).expect("the frame is run"));
    let mut debugger = Debugger::default();
    let timed = |name: &str, work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        let time: Duration = start.elapsed();
        println!("{name:<28}{:8.2} ms", time.as_secs_f64() * 1000.0);
        time
    };
    timed("open, moment and draw", &mut || drop(black_box(debugger.draw(&mut run, 640, 480))));
    timed("draw", &mut || drop(black_box(debugger.draw(&mut run, 640, 480))));
    debugger.command(&mut run, C::Prompt(PromptKind::Find));
    for letter in "in the h".chars() {
        timed(&format!("search, {letter:?}"), &mut || {
            debugger.command(&mut run, C::Letter(letter));
            drop(black_box(debugger.draw(&mut run, 640, 480)));
        });
    }
    debugger.command(&mut run, C::Enter);
    debugger.command(&mut run, C::Prompt(PromptKind::Find));
    "big[15000]".chars().for_each(|letter| drop(debugger.command(&mut run, C::Letter(letter))));
    timed("reveal a row", &mut || drop(debugger.command(&mut run, C::Enter)));
    timed("draw in the table", &mut || drop(black_box(debugger.draw(&mut run, 640, 480))));
    for by in [1, 60, -60] {
        timed(&format!("scroll {by}, draw"), &mut || {
            debugger.command(&mut run, C::Scroll(by));
            drop(black_box(debugger.draw(&mut run, 640, 480)));
        });
    }
    for name in ["fold by Enter, draw", "unfold, draw"] {
        debugger.command(&mut run, C::Prompt(PromptKind::Find));
        "deep".chars().for_each(|letter| drop(debugger.command(&mut run, C::Letter(letter))));
        debugger.command(&mut run, C::Enter);
        debugger.command(&mut run, C::Scroll(if name.starts_with('f') { -60_001 } else { -1 }));
        timed(name, &mut || {
            debugger.command(&mut run, C::Enter);
            drop(black_box(debugger.draw(&mut run, 640, 480)));
        });
    }
    timed("next match, draw", &mut || {
        debugger.command(&mut run, C::Match(1));
        drop(black_box(debugger.draw(&mut run, 640, 480)));
    });
    timed("a frame back, draw", &mut || {
        debugger.command(&mut run, C::Step(-1));
        drop(black_box(debugger.draw(&mut run, 640, 480)));
    });
    debugger.command(&mut run, C::Step(1));
    let before = run.branch().past.before(300).expect("it runs").expect("a frame").0;
    timed("changes of a frame", &mut || drop(black_box(Difference::between(&before, run.console()))));
    timed("300 frames", &mut || {
        run.branch()
            .past
            .scan(0, 300, |_, console| {
                black_box(console);
                true
            })
            .expect("it runs");
    });
    for text in ["t == 999", "#mobs > 99", "t % 7 == 9", "alive() > 99", "mobs[40].hp > 99 and t > 9"] {
        let condition = Condition::parse(text).expect("a condition");
        timed(&format!("300 frames, {text}"), &mut || {
            let probe = Becomes(|console: &rasher::Console| condition.holds(console));
            black_box(run.branch().past.find(0, false, &probe, |_| true));
        });
    }
}
