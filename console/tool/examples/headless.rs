//! The commands that need no window, and nothing else: for a machine that can build no window, and for `.ci/targets`.

use rasher_tool::{Outcome, main as command};
use std::process::ExitCode;

fn main() -> ExitCode {
    match command(shelf::CARTS, std::env::args_os()) {
        Outcome::Done(code) => code,
        Outcome::Window(_) => {
            eprintln!("rasher: this program has no window; rasher run, replay, test and others need none");
            ExitCode::FAILURE
        }
    }
}
