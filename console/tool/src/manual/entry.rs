//! An entry of the page: a call's name, forms, methods, examples, and what the example shows, requests and plays. The examples in Lua
//! draw, play and request the same as those in Rust (`tests/tests/tool/calls.rs`). Calls in row 0 of the table are only in Rust, as
//! published carts use those names for functions of their own.

use super::html::{block, escape, picture, sound, switched};
use super::synonyms::synonyms_of;
use format::png;
use guide::{before, is_in_rust_alone, lua_example, lua_lines, paragraphs};
use rasher::api::{Call, Example, Item};
use rasher::{Console, Effect, Input, PIXELS, Records, SIDE, run_example};
use std::fmt::Write;
use studio::code::CodeLanguage;

/// Frames recorded: 3.5 s at 30 a second; the fixture's music lasts 3.2 s.
const LONGEST: usize = 105;
/// Silent frames that end it: half a second, longer than any rest in that music.
const QUIET: usize = 15;

/// The anchor of a call, which is its first method's name.
pub fn id(call: &Call) -> &'static str {
    call.rust.first().map_or(call.name, |item| item.name)
}

pub fn words(call: &Call) -> String {
    let methods: Vec<&str> = call.rust.iter().map(|item| item.name).collect();
    let (methods, synonyms) = (methods.join(" "), synonyms_of(call.name).join(" "));
    escape(&format!("{} {methods} {} {synonyms}", call.name, call.help).to_lowercase())
}

pub fn entry(call: &Call) -> String {
    let mut out = format!("<article class=\"call\" id=\"{0}\" data-words=\"{1}\">\n", id(call), words(call));
    let (id, [name, args, help]) = (id(call), [call.name, &call.args(), call.help].map(escape));
    _ = writeln!(out, "<h3><a href=\"#{id}\">{name}</a> <span class=\"args\">{args}</span></h3>");
    _ = writeln!(out, "<p class=\"help\">{help}</p>");
    let shown = call.example().map(example_output).unwrap_or_default();
    out += &in_lua(call);
    out += "<div class=\"body\"><div>\n";
    call.rust.iter().enumerate().for_each(|(i, item)| out += &item_of(item, i == 0));
    if let Some(text) = lua_example(call) {
        out += &switched(text, CodeLanguage::Lua);
    }
    if let Some(example) = call.example() {
        out += &switched(&example.body(), CodeLanguage::Rust);
    }
    out += &host_output(&shown, call.name);
    out += "</div>\n";
    if let Some(png) = &shown.picture {
        let alt = format!("The screen after the example of {}", call.name);
        _ = writeln!(out, "<figure>{}</figure>", picture(png, SIDE, SIDE, 2, &alt));
    }
    out += "</div>\n</article>\n";
    out
}

fn in_lua(call: &Call) -> String {
    let lines = lua_lines(call);
    if is_in_rust_alone(call) {
        return "<p class=\"lua none\">Only in Rust carts.</p>\n".to_string();
    }
    if lines.is_empty() {
        return String::new();
    }
    let lines: String = lines.iter().map(|line| format!("<code>{}</code>", escape(line))).collect();
    format!("<div class=\"lua\">{lines}</div>\n")
}

/// A method's signature and text. The first one of a call has the call's anchor.
fn item_of(item: &Item, first: bool) -> String {
    let id = if first { String::new() } else { format!(" id=\"{}\"", item.name) };
    // Types start with their kind: `struct Num`.
    let (kind, rest) = item.signature.split_once(item.name).unwrap_or(("", item.signature));
    let (before, [name, rest]) = (before(item), [item.name, rest].map(escape));
    let text: String = paragraphs(item.text).iter().map(|paragraph| block(paragraph)).collect();
    let code = format!("<code class=\"rust\"><i>{before}{kind}</i><b>{name}</b>{rest}</code>");
    format!("<div class=\"method\"{id}>{code}\n{text}</div>\n")
}

fn host_output(shown: &ExampleOutput, name: &str) -> String {
    let mut out = String::new();
    if !shown.requests.is_empty() {
        out += "<ul class=\"says\">";
        shown.requests.iter().for_each(|line| _ = write!(out, "<li>{}</li>", escape(line)));
        out += "</ul>\n";
    }
    if let Some(wav) = &shown.sound {
        out += &sound(wav, &format!("The sound of the example of {name}"));
    }
    out
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExampleOutput {
    /// The screen as a PNG, unless it is black.
    pub picture: Option<Vec<u8>>,
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
    requests.extend(effects.iter().map(describe));
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

fn describe(effect: &Effect) -> String {
    match effect {
        Effect::Print(text) => format!("terminal: {text}"),
        Effect::PrintTo { text, file, .. } => format!("file {file}: {text}"),
        Effect::Clipboard(text) => format!("clipboard: {text}"),
        Effect::Save { id, .. } if Records::is_id(id) => format!("saved: the results in {id}"),
        Effect::Save { id, .. } => format!("saved: the 64 numbers of {id}"),
        Effect::Store { addr, bytes, .. } => format!("saved: {} bytes of data from {addr:#06x}", bytes.len()),
        Effect::Missing(file) => format!("missing file: {file}"),
        Effect::Lost(fields) => format!("not kept: {fields}"),
        Effect::Pause => "the pause menu opens".into(),
        Effect::Reset => "the cart restarts".into(),
        Effect::Load { name, .. } => format!("the cart {name} starts"),
        Effect::Quit => "the console closes".into(),
        Effect::Screenshot => "saves a screenshot".into(),
        Effect::Stdout(bytes) => format!("standard output: {} bytes", bytes.len()),
        Effect::Label => "saves the picture as the cart's label".into(),
        Effect::FilmFrom => "videos start here".into(),
        Effect::Film => "saves a video".into(),
        Effect::SoundFrom => "sound recording starts here".into(),
        Effect::Sound => "saves the sound recording".into(),
        Effect::Folder => "shows the folder of the cart's files".into(),
        Effect::Title(text) => format!("window title: {text}"),
        Effect::FileName(text) => format!("file names of pictures, videos and sounds: {text}"),
        Effect::Crt(Some(true)) => "turns on the CRT filter".into(),
        Effect::Crt(Some(false)) => "turns off the CRT filter".into(),
        Effect::Crt(None) => "toggles the CRT filter".into(),
        Effect::RunBegins => "the console saves the run from here".into(),
        Effect::RunOver => "the run is over: it can be watched, but not resumed".into(),
        Effect::Disturbed => "held buttons are released".into(),
        Effect::Again => "replays the last turns".into(),
        Effect::Limit(limit) => format!("beyond a limit: {limit}"),
        Effect::Prompt(call) => format!("{call} only works at the prompt"),
        Effect::Command { name, p1, p2 } => format!("host command: {name} {p1} {p2}"),
    }
}
