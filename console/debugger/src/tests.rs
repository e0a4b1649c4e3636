//! Panels with texts and numbers at their edges, as a cart's state may hold them. Our decision: nothing panics.

use crate::extreme_texts::texts;
use crate::{DebugCommand, Debugger};
use rasher::{Boot, Cart, Input, Machine, program};
use serde::{Deserialize, Serialize};
use timeline::Run;

/// Where the cart below stops, with its text as the message.
const STOPS: i64 = 1002;

/// A cart that keeps the text in its state, and a number.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Keeper {
    text: String,
    number: i64,
    named: std::collections::BTreeMap<String, Vec<i64>>,
}

impl Cart for Keeper {
    fn _update(&mut self, p8: &mut Machine) {
        self.number = self.number.wrapping_add(1);
        p8.debug(&self.text);
        assert!(self.number != STOPS, "{}", self.text);
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
    }
}

fn run(text: &str, number: i64) -> Run {
    let named = [(text.to_string(), vec![number]), ("b".to_string(), Vec::new())].into();
    let mut run =
        Run::start(program(Keeper { text: text.into(), number, named }), Boot::default()).expect("it starts");
    (0..3).for_each(|_| _ = run.frame(&Input::default()));
    run
}

#[test]
fn the_debugger_shows_anything() {
    for text in texts() {
        for number in [0, i64::MIN, 1000] {
            let mut run = run(&text, number);
            assert_eq!(run.branch().crash().is_some(), number == 1000);
            let mut debugger = Debugger::new();
            debugger.tell(text.clone(), true);
            debugger.draw(&mut run, 256, 160);
            debugger.command(&mut run, DebugCommand::Pin);
            for (page, size) in (0..20).zip([(256, 160), (1, 1), (640, 480), (257, 900)].into_iter().cycle())
            {
                debugger.command(&mut run, DebugCommand::Page(1));
                debugger.command(&mut run, DebugCommand::Scroll([1, -1, 5_000][page % 3]));
                debugger.command(&mut run, DebugCommand::Step([-1, 1, -9][page % 3]));
                debugger.draw(&mut run, size.0, size.1);
            }
        }
    }
}
