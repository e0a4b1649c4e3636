//! `rasher bisect OLD.p8 NEW.p8 RUN`: the same buttons under two versions of a cart, and what differs first.
//!
//! ```text
//! OLD ── the run's start and buttons ──> frame 1, 2, 3 ...   values by name ─┐
//! NEW ── the run's start and buttons ──> frame 1, 2, 3 ...   picture        ─┼──> the first frame of each that differs
//!                                                            draw calls     ─┘
//! ```
//!
//! Digests would differ from the start, since they include the code. Functions are not compared, and a name that only one version has is
//! listed, but does not count. A value is compared along its path, at which both versions may have different objects.

use crate::CommandOutput;
use crate::calls::{call_json, call_line};
use crate::error::ToolError;
use crate::open::open;
use crate::options::BisectOptions;
use crate::run::read_recording;
use rasher::{Boot, Event, Handle, NodeKind, PIXELS, Place, Program, SIDE, StateView, Trace};
use serde_json::{Value, json};
use shelf::Entry;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use timeline::{Crash, LinePlace, Recording, Run, same_picture};

/// The most values, and the most names that only one version has, in the text.
const LISTED: usize = 10;
/// Bytes for key frames of each run, of which only the last frame is asked for.
const ROOM: usize = 4 << 20;

/// A value that differs, with its text in both versions.
#[derive(Clone, Debug, PartialEq)]
struct Differing {
    path: timeline::Path,
    values: [String; 2],
}

/// What differs, each from its first frame.
#[derive(Default)]
struct Found {
    values: Option<(u64, Vec<Differing>, [Option<Place>; 2])>,
    /// The number of the call, and the calls as JSON; none if that version makes fewer.
    calls: Option<(u64, usize, [Option<Value>; 2])>,
    /// The number of pixels, and the first.
    picture: Option<(u64, usize, (usize, usize))>,
    stop: Option<(u64, [Option<String>; 2])>,
    only: [BTreeSet<String>; 2],
}

/// Replays the recording `file` under both carts.
pub fn versions(
    carts: &'static [Entry],
    options: &BisectOptions,
    [old, new]: [&Path; 2],
    file: &Path,
) -> Result<CommandOutput, ToolError> {
    let recording = read_recording(file)?;
    let side = |path: &Path| {
        let (program, boot) = open(carts, path, options.runs.data.as_deref())?.runnable()?.cart.boot();
        Ok::<_, ToolError>(start(program, &boot, &recording))
    };
    let mut found = Found::default();
    let frames = match [side(old)?, side(new)?] {
        [Ok(a), Ok(b)] => compare([a, b], &recording, options.picture, &mut found),
        [a, b] => {
            found.stop = Some((0, [a, b].map(|run| run.err().map(|crash| crash.to_string()))));
            0
        }
    };
    let equal =
        found.values.is_none() && found.calls.is_none() && found.picture.is_none() && found.stop.is_none();
    let out = match options.json {
        true => format!("{}\n", found.json(frames, equal)),
        false => found.text(frames, equal, [old, new]),
    };
    Ok(CommandOutput { code: u8::from(!equal), out, ..CommandOutput::default() })
}

fn start(program: Box<dyn Program>, boot: &Boot, recording: &Recording) -> Result<Run, Crash> {
    let boot = Boot { bundle: boot.bundle.clone(), ..recording.start.boot(boot.rom.clone()) };
    Run::start_within(program, boot, Some(ROOM))
}

/// Runs both until each kind has differed, or the recording ends. Returns the number of frames.
fn compare(mut runs: [Run; 2], recording: &Recording, only_pictures: bool, found: &mut Found) -> u64 {
    let mut inputs = recording.inputs();
    loop {
        let frame = runs[0].now();
        if found.picture.is_none() && !same_picture(runs[0].console(), runs[1].console()) {
            found.picture = Some(pixels(frame, &runs));
        }
        if !only_pictures && found.values.is_none() {
            found.note_values(frame, &runs);
        }
        if !only_pictures && found.calls.is_none() && frame > 0 {
            let traces = runs.each_ref().map(|run| run.trace().ok().flatten());
            if let [Some(a), Some(b)] = traces {
                found.calls = calls(frame, &a, &b);
            }
        }
        if found.picture.is_some() && (only_pictures || found.values.is_some() && found.calls.is_some()) {
            return frame;
        }
        let Some(mut input) = inputs.next() else { return frame };
        // The code is that of the two versions.
        input.events.retain(|event| !matches!(event, Event::Code(_) | Event::Cart(_)));
        let stops = runs.each_mut().map(|run| run.frame(&input).err());
        if stops.iter().any(Option::is_some) {
            let texts = stops.map(|crash| crash.map(|crash| crash.to_string()));
            // Two versions that stop alike do not differ in that.
            let alike = texts.iter().all(Option::is_some);
            found.stop = (!alike).then_some((frame + 1, texts));
            return frame + 1;
        }
    }
}

fn pixels(frame: u64, runs: &[Run; 2]) -> (u64, usize, (usize, usize)) {
    let pictures = runs.each_ref().map(|run| {
        let mut pixels = Box::new([0; PIXELS]);
        run.console().machine().picture(&mut pixels);
        pixels
    });
    let different = |at: &usize| pictures[0][*at] != pictures[1][*at];
    let first = (0..PIXELS).find(different).unwrap_or_default();
    (frame, (0..PIXELS).filter(different).count(), (first % SIDE, first / SIDE))
}

fn calls(frame: u64, a: &Trace, b: &Trace) -> Option<(u64, usize, [Option<Value>; 2])> {
    let same = a.calls.iter().zip(&b.calls).take_while(|(a, b)| (a.name, &a.args) == (b.name, &b.args));
    let first = same.count();
    let both = [a, b].map(|trace| (first < trace.calls.len()).then(|| call_json(trace, first)));
    both.iter().any(Option::is_some).then_some((frame, first, both))
}

impl Found {
    fn note_values(&mut self, frame: u64, runs: &[Run; 2]) {
        let mut walk = Walk { only: std::mem::take(&mut self.only), ..Walk::default() };
        let [a, b] = runs.each_ref().map(Run::console);
        a.program()
            .read(|a| b.program().read(|b| walk.members(&mut Vec::new(), [a, b], [a.root(), b.root()])));
        self.only = walk.only;
        let Some(first) = walk.differing.first() else { return };
        let writers = runs.each_ref().map(|run| writer(run, frame, first.path.names()));
        self.values = Some((frame, walk.differing, writers));
    }

    fn text(&self, frames: u64, equal: bool, carts: [&Path; 2]) -> String {
        let mut out = String::new();
        let names = carts.map(|path| path.display().to_string());
        if let Some((frame, stops)) = &self.stop {
            for (name, stop) in names.iter().zip(stops) {
                let stop = stop.as_deref().unwrap_or("continues");
                _ = writeln!(out, "frame {frame}: {name}: {stop}");
            }
        }
        if let Some((frame, values, writers)) = &self.values {
            _ = writeln!(out, "frame {frame}: the first values that differ");
            for Differing { path, values: [old, new] } in values.iter().take(LISTED) {
                _ = writeln!(out, "  {path}  {old} -> {new}");
            }
            if values.len() > LISTED {
                _ = writeln!(out, "  and {} more", values.len() - LISTED);
            }
            for (name, writer) in names.iter().zip(writers) {
                let writer = writer
                    .as_ref()
                    .map(|place| format!("  {} was written at {place} of {name}\n", values[0].path));
                out.extend(writer);
            }
        }
        if let Some((frame, _, both)) = &self.calls {
            _ = writeln!(out, "frame {frame}: the first call that differs");
            for call in both {
                _ = writeln!(out, "  {}", call.as_ref().map_or("no more calls".into(), call_line));
            }
        }
        if let Some((frame, count, (x, y))) = self.picture {
            _ = writeln!(
                out,
                "frame {frame}: the first picture that differs: {count} pixels, the first at {x},{y}"
            );
        }
        for (name, only) in names.iter().zip(&self.only) {
            let listed: Vec<&str> = only.iter().take(LISTED).map(String::as_str).collect();
            let more = if only.len() > LISTED {
                format!(" and {} more", only.len() - LISTED)
            } else {
                String::new()
            };
            if !listed.is_empty() {
                _ = writeln!(out, "only in {name}: {}{more}", listed.join(", "));
            }
        }
        if equal {
            _ = writeln!(out, "{frames} frames are equal");
        }
        out
    }

    fn json(&self, frames: u64, equal: bool) -> Value {
        let mut out = json!({ "equal": equal, "frames": frames, "only": self.only });
        if let Some((frame, values, writers)) = &self.values {
            let list = values.iter().map(|it| json!({ "path": it.path.to_string(), "values": it.values }));
            let writers = writers.each_ref().map(|place| place.as_ref().map(Place::to_string));
            out["values"] = json!({ "frame": frame, "differ": list.collect::<Vec<_>>(), "writers": writers });
        }
        if let Some((frame, number, both)) = &self.calls {
            out["calls"] = json!({ "frame": frame, "number": number, "calls": both });
        }
        if let Some((frame, pixels, (x, y))) = self.picture {
            out["picture"] = json!({ "frame": frame, "pixels": pixels, "first": [x, y] });
        }
        if let Some((frame, stops)) = &self.stop {
            out["stops"] = json!({ "frame": frame, "errors": stops });
        }
        out
    }
}

/// The line of the frame that wrote a field.
fn writer(run: &Run, frame: u64, names: &[String]) -> Option<Place> {
    let past = &run.branch().past;
    let at = past.writer(LinePlace::end(frame), names).ok().flatten()?;
    let step = *past.line_steps(at.frame).ok()?.get(at.step as usize)?;
    Some(run.console().machine().place(step.position))
}

/// Compares two states along their paths.
#[derive(Default)]
struct Walk {
    visited: BTreeSet<(u64, u64)>,
    differing: Vec<Differing>,
    only: [BTreeSet<String>; 2],
}

impl Walk {
    fn members<'a>(&mut self, names: &mut Vec<String>, views: [&'a dyn StateView; 2], at: [Handle<'a>; 2]) {
        let [old, new] = [0, 1].map(|side: usize| views[side].children(at[side], 0, usize::MAX));
        for child in &old {
            let kind = views[0].node(child.at).kind;
            if matches!(kind, NodeKind::Function | NodeKind::Group) {
                continue;
            }
            let other = views[1].child(at[1], &child.name);
            names.push(child.name.clone());
            match other {
                Some(other) => self.value(names, views, [child.at, other]),
                None => self.one_sided(names, 0, views, child.at),
            }
            names.pop();
        }
        for child in new.iter().filter(|child| views[0].child(at[0], &child.name).is_none()) {
            if !matches!(views[1].node(child.at).kind, NodeKind::Function | NodeKind::Group) {
                names.push(child.name.clone());
                self.one_sided(names, 1, views, child.at);
                names.pop();
            }
        }
    }

    /// A global that only one version has is listed; a member that is missing is a difference.
    fn one_sided(&mut self, names: &[String], side: usize, views: [&dyn StateView; 2], at: Handle<'_>) {
        if let [name] = names {
            self.only[side].insert(name.clone());
            return;
        }
        let mut values = ["nothing".to_string(), "nothing".to_string()];
        values[side] = shown(views[side], at);
        self.differing.push(Differing { path: timeline::Path::of(names), values });
    }

    fn value<'a>(&mut self, names: &mut Vec<String>, views: [&'a dyn StateView; 2], at: [Handle<'a>; 2]) {
        let nodes = [0, 1].map(|side: usize| views[side].node(at[side]));
        let texts = [0, 1].map(|side: usize| shown(views[side], at[side]));
        match (nodes[0].kind, nodes[1].kind) {
            (NodeKind::Table, NodeKind::Table) => {
                let ids = [0, 1].map(|side: usize| nodes[side].id.unwrap_or_default());
                // A Rust cart's values have no identity, and no cycles.
                if nodes[0].id.is_none() || self.visited.insert((ids[0], ids[1])) {
                    self.members(names, views, at);
                }
            }
            (NodeKind::Function | NodeKind::Group, _) | (_, NodeKind::Function | NodeKind::Group) => {}
            (NodeKind::Coroutine, NodeKind::Coroutine) => {}
            (a, b) if a == b && texts[0] == texts[1] => {}
            _ => self.differing.push(Differing { path: timeline::Path::of(names), values: texts }),
        }
    }
}

/// A value in one line.
fn shown(view: &dyn StateView, at: Handle<'_>) -> String {
    let node = view.node(at);
    match node.kind {
        NodeKind::Text => format!("{:?}", node.text),
        NodeKind::Table => node.counts(),
        NodeKind::Nil => "nil".into(),
        _ => node.text,
    }
}
