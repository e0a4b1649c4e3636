//! Programs that run: rule by rule, against a slow reference, and as values.
//!
//! | file | what it checks |
//! |---|---|
//! | `main.rs` | a host with `print`, `pause` and `tick` |
//! | `language.rs` | rules of the language, one per line |
//! | `library.rs` | rules of the library's functions |
//! | `random.rs`, `twin.rs` | random programs, and a tree walker that also runs them |
//! | `state.rs` | clones, states as bytes, budgets cut anywhere, steps |
//! | `coverage.rs` | which lines were reached |
//! | `reload.rs` | replacing the code of a running program |
//! | `errors.rs` | messages, lines, traces; programs that must be stopped |

mod coverage;
mod errors;
mod language;
mod library;
mod random;
mod reload;
mod state;
mod syntax;
mod tables;
mod twin;

use num::Num;
use rasher_lua::{Answer, Host, NativeCall, Raise, Stop, Value, Vm, compile};

pub const NATIVES: &[&str] = &["print", "pause", "tick"];

/// A frame of PICO-8 at 30 a second.
pub const FRAME: i64 = 279_620;

/// Calls of `tick` before it fails, so that random programs end.
pub const TICKS: u32 = 60;

/// What a program prints, one call per line, and its ticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output(pub Vec<String>, u32);

/// A value in the notation of the tests.
pub fn show(vm: &mut rasher_lua::Heap, value: Value) -> String {
    match (value.as_number(), vm.bytes(value)) {
        (Some(number), _) => number.tostr(0),
        (_, Some(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
        _ if value == Value::TRUE => "true".into(),
        _ if value == Value::FALSE => "false".into(),
        _ => value.kind().name().into(),
    }
}

impl Host for Output {
    fn call(&mut self, native: u16, call: &mut NativeCall<'_>) -> Result<Answer, Raise> {
        match native {
            0 => {
                let all: Vec<Value> = (0..call.count()).map(|i| call.get(i)).collect();
                let line: Vec<String> = all.into_iter().map(|value| show(call.heap(), value)).collect();
                self.0.push(line.join(" "));
                Ok(Answer::Return)
            }
            2 => {
                self.1 = if call.count() > 0 { 0 } else { self.1 + 1 };
                if self.1 > TICKS { Err(Raise::new("too many calls")) } else { Ok(Answer::Return) }
            }
            _ => {
                (0..call.count()).for_each(|i| call.ret(call.get(i)));
                Ok(Answer::Pause)
            }
        }
    }

    fn peek(&mut self, address: Num, bytes: u8) -> Num {
        address + Num::int(i32::from(bytes))
    }
}

/// A program that is ready to start.
pub fn start(source: &str) -> Vm {
    Vm::new(compile(source.as_bytes(), NATIVES).unwrap_or_else(|error| panic!("{source}\n{error}")))
}

/// Runs to the end; returns the output and the error that ended it.
pub fn run(source: &str) -> Vec<String> {
    let (mut vm, mut out) = (start(source), Output::default());
    let mut fuel = 100 * FRAME;
    loop {
        match vm.run(&mut out, &mut fuel) {
            Stop::Pause => {}
            Stop::Done => break,
            Stop::Error(error) => {
                out.0.push(format!("error: {}", String::from_utf8_lossy(&error.message)));
                break;
            }
            stop => panic!("{source}\n{stop:?}"),
        }
    }
    out.0
}

/// Each source prints the text next to it, lines joined by `|`.
pub fn cases(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(run(source).join("|"), *expected, "{source}");
    }
}
