//! `cargo run -p farm -- FOLDER [--core PATH.so] [--engine NAME=COMMAND] [--against COMMAND] --out PAGE`.
//!
//! The exit code is 0 if the run reached its end, even with differences, and 2 if it could not begin.

use farm::options::{Options, USAGE};
use farm::{ours, page, probe};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let result = match &words[..] {
        [first, cart] if first == "--child" => return ExitCode::from(ours::child(cart) as u8),
        [first, file] if first == "--log" => log(file),
        [first] if first == "--help" || first == "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            Options::parse(&words).map_err(|why| format!("{why}\n{USAGE}")).and_then(|options| run(&options))
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("farm: {why}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let rows = farm::farm::farm(options, &program, &|row| {
        // A reader that goes away does not stop the run: the page is what counts.
        _ = writeln!(std::io::stdout(), "{}", row.line());
    })?;
    let title = format!("Rasher and others: {} rows, {} frames each", rows.len(), options.frames);
    store::write(&options.out, page::page(&rows, &title).as_bytes()).map_err(|error| error.to_string())?;
    eprint!("{}", page::summary(&rows));
    Ok(())
}

fn log(file: &str) -> Result<(), String> {
    let text = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let report = probe::read(&String::from_utf8_lossy(&text))?;
    print!("{report}");
    if report.wrong() == 0 { Ok(()) } else { Err(format!("{} known values differ", report.wrong())) }
}
