//! The commands that need no window, for machines that cannot build one and for `.ci/targets`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rasher_tool::main(shelf::CARTS, std::env::args_os()).unwrap_or_else(|_| {
        eprintln!("rasher: this program has no window; rasher run, replay, test and others need none");
        ExitCode::FAILURE
    })
}
