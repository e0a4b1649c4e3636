//! Runs an example on the fixture, then records it until it is silent.

use format::png;
use rasher::api::Example;
use rasher::run_example;
use rasher::{Console, Effect, Input, PIXELS, Records, SIDE};

/// Frames recorded: 3.5 s at 30 a second; the fixture's music lasts 3.2 s.
const LONGEST: usize = 105;
/// Silent frames that end it: half a second, longer than any rest in that music.
const QUIET: usize = 15;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExampleOutput {
    /// The screen as a PNG, unless it is black.
    pub picture: Option<Vec<u8>>,
    /// A WAV file, unless it is silent.
    pub sound: Option<Vec<u8>>,
    /// Requests to the host and lines of the debug display, in words.
    pub requests: Vec<String>,
}

pub fn example_output(example: &Example) -> ExampleOutput {
    let console = run_example(example.run);
    let mut screen = [0; PIXELS];
    console.machine().picture(&mut screen);
    let picture = screen.iter().any(|c| *c != 0).then(|| png(&screen, SIDE, SIDE, 1));
    let debug = console.machine().debug_lines().iter().map(|line| format!("debug: {}", line.text));
    let mut requests: Vec<String> = debug.collect();
    let (sound, effects) = record(console);
    requests.extend(effects.iter().map(words));
    ExampleOutput { picture, sound, requests }
}

/// Runs until it is silent; returns the sound as a WAV file, if there was any, and the effects.
pub fn record(mut console: Console) -> (Option<Vec<u8>>, Vec<Effect>) {
    let (mut samples, mut effects, mut quiet) = (Vec::new(), Vec::new(), 0);
    for _ in 0..LONGEST {
        effects.extend(console.frame(&Input::default()));
        let frame = console.machine().samples();
        quiet = if frame.iter().all(|s| *s == 0) { quiet + 1 } else { 0 };
        samples.extend_from_slice(frame);
        if quiet == QUIET {
            break;
        }
    }
    let heard = samples.iter().rposition(|s| *s != 0).map_or(0, |last| last + 1);
    ((heard > 0).then(|| format::wav(&samples[..heard])), effects)
}

fn words(effect: &Effect) -> String {
    match effect {
        Effect::Print(text) => format!("terminal: {text}"),
        Effect::PrintTo { text, file, .. } => format!("file {file}: {text}"),
        Effect::Clipboard(text) => format!("clipboard: {text}"),
        Effect::Save { id, .. } if Records::is_id(id) => format!("kept: the results in {id}"),
        Effect::Save { id, .. } => format!("kept: the 64 numbers of {id}"),
        Effect::Store { addr, bytes, .. } => format!("kept: {} bytes of data from {addr:#06x}", bytes.len()),
        Effect::Missing(file) => format!("no file {file}"),
        Effect::Pause => "the pause menu opens".into(),
        Effect::Reset => "the cart begins again".into(),
        Effect::Load { name, .. } => format!("the cart {name} begins"),
        Effect::Quit => "the console closes".into(),
        Effect::Screenshot => "a screenshot is kept".into(),
        Effect::Stdout(bytes) => format!("standard output: {} bytes", bytes.len()),
        Effect::Label => "the picture is kept as the cart's label".into(),
        Effect::FilmFrom => "films begin here".into(),
        Effect::Film => "a film is kept".into(),
        Effect::SoundFrom => "the sound is kept from here on".into(),
        Effect::Sound => "the sound until here is kept".into(),
        Effect::Folder => "the folder of the cart's files is told".into(),
        Effect::Title(text) => format!("the window is called {text}"),
        Effect::FileName(text) => format!("pictures, films and sounds are called {text}"),
        Effect::Crt(Some(true)) => "the CRT filter goes on".into(),
        Effect::Crt(Some(false)) => "the CRT filter goes off".into(),
        Effect::Crt(None) => "the CRT filter changes over".into(),
        Effect::RunBegins => "the console keeps the run that begins here".into(),
        Effect::RunOver => {
            "the run is over: the console has its end to watch, and nothing to go on with".into()
        }
        Effect::Disturbed => "what is held counts no more".into(),
        Effect::Again => "the last turns of the run are seen again".into(),
        Effect::Limit(limit) => format!("past a limit: {limit}"),
        Effect::Prompt(call) => format!("{call} is for a prompt: no program may do it"),
        Effect::Command { name, p1, p2 } => format!("the host gets: {name} {p1} {p2}"),
    }
}
