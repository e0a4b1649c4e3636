//! Extreme texts and numbers in a cart's state. Our decision: nothing panics.

use crate::extreme_texts::texts;
use crate::{DebugCommand, Debugger};
use rasher::{Boot, Cart, Input, Machine, program};
use serde::{Deserialize, Serialize};
use timeline::Run;

const PANICS: i64 = 1002;

#[derive(Clone, Default, Serialize, Deserialize)]
struct TextCart {
    text: String,
    number: i64,
    named: std::collections::BTreeMap<String, Vec<i64>>,
}

impl Cart for TextCart {
    fn _update(&mut self, p8: &mut Machine) {
        self.number = self.number.wrapping_add(1);
        p8.debug(&self.text);
        assert!(self.number != PANICS, "{}", self.text);
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
    }
}

fn run(text: &str, number: i64) -> Run {
    let named = [(text.to_string(), vec![number]), ("b".to_string(), Vec::new())].into();
    let mut run = Run::start(program(TextCart { text: text.into(), number, named }), Boot::default())
        .expect("it starts");
    (0..3).for_each(|_| _ = run.frame(&Input::default()));
    run
}

#[test]
fn the_debugger_shows_anything() {
    for text in texts() {
        for number in [0, i64::MIN, 1000] {
            let mut run = run(&text, number);
            assert_eq!(run.branch().crash().is_some(), number == 1000);
            let mut debugger = Debugger::default();
            debugger.show_error(text.clone());
            debugger.draw(&mut run, 256, 160);
            debugger.command(&mut run, DebugCommand::ToggleWatch);
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
