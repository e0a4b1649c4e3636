//! The child that runs Rasher: one frame is one tick of its run file.
//!
//! ```text
//! farm --child CART      FARM_TICKS, FARM_SCRIPT, FARM_OUT as for a driver
//!                        FARM_STRICT=FILE   with the cart's budget, and write the recording and FILE.trace
//!                        FARM_CALL=FRAME    print the first draw call among those that drew the pixels in FARM_PIXELS
//! ```
//!
//! Without FARM_STRICT the cart's `_update` and `_draw` have no budget of cycles, because the other engines have none. The rate of
//! the cart goes to `FARM_OUT.fps`. The exit code is 4 if the cart does not load, 5 if it stops with an error.

use crate::buttons;
use crate::run_file::{Picture, RunWriter};
use loader::{DataPlaces, Loaded, Loader};
use rasher::{Boot, Console, Date, Effect, Input, PIXELS, SIDE};
use std::collections::VecDeque;
use std::env::var;
use std::fs;
use std::io::Write;
use std::path::Path;
use store::DiskSource;
use timeline::{Run, Tracer, guard_frame};

pub const DOES_NOT_LOAD: i32 = 4;
pub const STOPPED: i32 = 5;

/// The clock of `drivers/farm.h` at its start.
const START: i64 = 1_704_110_400;

type Failure = (i32, String);

fn setting(name: &str) -> Result<String, Failure> {
    var(name).map_err(|_| (2, format!("missing {name}")))
}

fn failed(error: impl std::fmt::Display) -> Failure {
    (2, error.to_string())
}

fn input(masks: &[u8], frame: usize) -> Input {
    let mut input = Input::default();
    input.players[0] = masks.get(frame).copied().unwrap_or(0);
    input
}

/// Runs the child and returns its exit code.
pub fn child(cart: &str) -> i32 {
    match run(Path::new(cart)) {
        Ok(()) => 0,
        Err((code, message)) => {
            eprintln!("{message}");
            code
        }
    }
}

fn run(path: &Path) -> Result<(), Failure> {
    let frames: usize = setting("FARM_TICKS")?.parse().map_err(failed)?;
    let script = fs::read_to_string(setting("FARM_SCRIPT")?).map_err(failed)?;
    let masks = buttons::parse(&script).map_err(failed)?;
    let loaded = Loader::new(DiskSource::default()).open(&[], path, &DataPlaces::default());
    let loaded = loaded.and_then(Loaded::runnable).map_err(|error| (DOES_NOT_LOAD, error.to_string()))?;
    let (program, boot) = loaded.cart.boot();
    let boot = Boot { date: Date { unix: START, offset: 0 }, ..boot };
    let stopped = |error: &dyn std::fmt::Display| (STOPPED, error.to_string());
    if let Ok(to) = var("FARM_STRICT") {
        let run = Run::start(program, boot).map_err(|crash| stopped(&crash))?;
        return recorded(run, frames, &masks, Path::new(&to));
    }
    if let Ok(frame) = var("FARM_CALL") {
        return call(Console::unbooted(program, boot), frame.parse().map_err(failed)?, &masks);
    }
    let mut console = Console::try_boot(program, boot).map_err(|fault| stopped(&fault))?;
    let out = setting("FARM_OUT")?;
    let mut writer = writer(&out)?;
    let (mut printed, mut fps) = (Printer::default(), 0);
    for frame in 0..frames {
        loosen(&mut console);
        let ended = guard_frame(&mut console, frame as u64 + 1, &input(&masks, frame));
        if fps != console.fps() {
            fps = console.fps();
            fs::write(format!("{out}.fps"), fps.to_string()).map_err(failed)?;
        }
        printed.print(&ended.map_err(|crash| stopped(&crash))?)?;
        let machine = console.machine();
        writer.tick(&picture(&console), printed.bytes, machine.samples()).map_err(failed)?;
    }
    writer.end().map_err(failed)
}

/// Lifts the budget for the next frame. A hook that waits for it keeps its budget: it is a loop with `flip`, or one without an
/// end, which would use up a whole second.
fn loosen(console: &mut Console) {
    let waits = console.suspended_hook().is_some();
    console.machine_mut().strict(waits);
}

fn writer(out: &str) -> Result<RunWriter<std::io::BufWriter<fs::File>>, Failure> {
    let file = fs::File::create(out).map_err(failed)?;
    RunWriter::new(std::io::BufWriter::new(file)).map_err(failed)
}

pub fn picture(console: &Console) -> Picture {
    let mut picture = Box::new([0; PIXELS]);
    console.machine().picture(&mut picture);
    picture
}

#[derive(Default)]
struct Printer {
    bytes: u32,
}

impl Printer {
    fn print(&mut self, effects: &[Effect]) -> Result<(), Failure> {
        let mut text = String::new();
        for effect in effects {
            if let Effect::Print(line) = effect {
                text += line;
                text.push('\n');
            }
        }
        self.bytes += text.len() as u32;
        std::io::stdout().write_all(text.as_bytes()).map_err(failed)
    }
}

/// A run within the budget, with its recording and its trace.
fn recorded(mut run: Run, frames: usize, masks: &[u8], to: &Path) -> Result<(), Failure> {
    let mut writer = writer(&setting("FARM_OUT")?)?;
    let mut printed = Printer::default();
    let (mut tracer, mut trace) = (Tracer::default(), format!("{}\n", timeline::TRACE_HEAD));
    tracer.line(0, run.console(), &mut trace);
    let mut result = Ok(());
    for frame in 0..frames {
        match run.frame(&input(masks, frame)) {
            Ok(effects) => printed.print(&effects)?,
            Err(crash) => {
                result = Err((STOPPED, crash.to_string()));
                break;
            }
        }
        let console = run.console();
        tracer.line(frame as u64 + 1, console, &mut trace);
        writer.tick(&picture(console), printed.bytes, console.machine().samples()).map_err(failed)?;
    }
    fs::write(to, run.recording().to_bytes()).map_err(failed)?;
    fs::write(to.with_extension("trace"), trace).map_err(failed)?;
    result?;
    writer.end().map_err(failed)
}

/// Frames before the differing one that are searched for the call that drew a pixel.
const BACK: usize = 8;

/// Prints the earliest call that drew one of the differing pixels last, as "NAME TAB ARGUMENTS TAB PLACE". A call that fills
/// the screen, such as `cls`, only counts if there is no other: then theirs drew more. Pixels that the frame did not draw
/// are searched in those before it, and in `_init`.
fn call(mut console: Console, frame: usize, masks: &[u8]) -> Result<(), Failure> {
    let pixels = fs::read(setting("FARM_PIXELS")?).map_err(failed)?;
    let differing: Vec<usize> =
        (0..PIXELS).filter(|at| pixels.get(*at).is_some_and(|byte| *byte != 0)).collect();
    // The first frame of a console that has not booted is `_init`, with the screen's first picture.
    let mut before = VecDeque::from([(console.clone(), Input::default())]);
    guard_frame(&mut console, 0, &Input::default()).map_err(failed)?;
    for at in 0..=frame {
        loosen(&mut console);
        let input = input(masks, at);
        before.push_front((console.clone(), input.clone()));
        before.truncate(BACK);
        if at < frame {
            guard_frame(&mut console, at as u64 + 1, &input).map_err(failed)?;
        }
    }
    for (console, input) in before {
        let trace = console.trace(&input);
        let pixel = |at: &usize| trace.painters((at % SIDE) as u8, (at / SIDE) as u8).last();
        let mut calls: Vec<usize> = differing.iter().filter_map(pixel).collect();
        calls.sort_unstable();
        let part = calls.iter().find(|index| (trace.pixels(**index) as usize) < PIXELS / 2);
        if let Some(call) = part.or(calls.first()).and_then(|index| trace.calls.get(*index)) {
            println!("{}\t{}\t{}", call.name, call.args, call.place);
            break;
        }
    }
    Ok(())
}
