//! The whole run: each cart under Rasher and under each engine, and a row for each pair.
//!
//! ```text
//! calibrate each engine ── carts, several at once ── ours ── theirs ── compare ── again, if it starts at another tick
//!                                                                           └── the draw call of the first difference
//! ```

use crate::against;
use crate::buttons::buttons;
use crate::calibrate::{Calibration, Timing, calibrate};
use crate::carts;
use crate::child::Ending;
use crate::compare::{Comparison, Difference, compare};
use crate::engine::{Engine, Job, Outcome, run};
use crate::group::{DrawCall, failure, group, stopped};
use crate::options::Options;
use crate::ours::STOPPED;
use crate::run_file::Picture;
use rasher::{Digest, SIDE};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The group of a cart that Rasher does not load.
const REFUSED: &str = "Rasher does not load it";

/// A picture of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    pub caption: String,
    pub png: Vec<u8>,
}

impl Shot {
    pub fn of(caption: &str, picture: &Picture) -> Shot {
        Shot { caption: caption.into(), png: format::png(&picture[..], SIDE, SIDE, 1) }
    }
}

/// One cart under one engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub cart: String,
    pub engine: String,
    pub group: String,
    /// The first differing frame.
    pub frame: Option<usize>,
    pub notes: Vec<String>,
    pub shots: Vec<Shot>,
    /// A digest of the first differing frame and their colours there: equal rows of two engines agree against ours.
    pub theirs: Option<u64>,
}

impl Row {
    pub fn new(cart: &str, engine: &str) -> Row {
        Row { cart: cart.into(), engine: engine.into(), ..Row::default() }
    }

    /// The row as a line with tabs between its cells.
    pub fn line(&self) -> String {
        let frame = self.frame.map_or_else(|| "-".to_string(), |frame| frame.to_string());
        let cells = [&self.cart, &self.engine, &self.group, &frame, &self.notes.join("; ")];
        cells.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t")
    }
}

/// A cart in a folder of its own.
struct Task<'a> {
    options: &'a Options,
    ours: &'a Engine,
    masks: &'a [u8],
    /// The cart's path, and its name on the page.
    cart: &'a Path,
    shown: String,
    folder: PathBuf,
}

impl Task<'_> {
    fn run(&self, engine: &Engine, cart: &Path, masks: &[u8], place: &str) -> Outcome {
        let job = Job { cart, masks, limit: self.options.limit, variables: Vec::new() };
        run(engine, &job, &self.folder.join(place))
    }

    /// The rows of the cart under all foreign engines.
    fn foreign(&self, engines: &[(Engine, Result<Calibration, String>)]) -> Vec<Row> {
        let row = |engine: &Engine| Row::new(&self.shown, &engine.name);
        let copied = fs::create_dir_all(&self.folder)
            .map_err(|error| error.to_string())
            .and_then(|()| carts::copy(self.cart, &self.folder, &self.options.before));
        let copy = match copied {
            Ok(copy) => copy,
            Err(why) => {
                let none = Row { group: REFUSED.into(), notes: vec![why], ..Row::default() };
                return engines.iter().map(|(engine, _)| Row { ..merge(row(engine), &none) }).collect();
            }
        };
        let ours = self.run(self.ours, &copy, self.masks, "ours");
        let fps = fs::read_to_string(ours.folder.join("run.fps")).ok().and_then(|fps| fps.parse().ok());
        let fps = fps.unwrap_or(30);
        let pairs = engines.iter().enumerate();
        let mut rows: Vec<Row> = pairs
            .map(|(n, (engine, calibration))| {
                let mut row = row(engine);
                match calibration {
                    Ok(calibration) => self.pair(&mut row, engine, calibration, &copy, (&ours, fps), n),
                    Err(why) => {
                        row.group = format!("{} cannot be started", engine.name);
                        row.notes.push(why.clone());
                    }
                }
                row
            })
            .collect();
        mark_agreement(&mut rows);
        rows
    }

    fn pair(
        &self,
        row: &mut Row,
        engine: &Engine,
        calibration: &Calibration,
        copy: &Path,
        (ours, fps): (&Outcome, u8),
        n: usize,
    ) {
        let timing = calibration.at(fps);
        let mut theirs = self.run(engine, copy, &timing.masks(self.masks), &format!("engine-{n}"));
        let mut found = compare(&ours.run, &theirs.run, calibration, fps);
        if found.offset != 0 && found.picture.is_some() {
            // It starts the cart at another tick, so its frames had the buttons of others.
            let first = timing.first.saturating_add_signed(found.offset);
            let late = Calibration {
                at30: Timing { first, ..timing },
                at60: Timing { first, ..timing },
                hidden: calibration.hidden.clone(),
            };
            let masks = late.at(fps).masks(self.masks);
            let again = self.run(engine, copy, &masks, &format!("engine-{n}-late"));
            let offset = found.offset;
            let better = compare(&ours.run, &again.run, &late, fps);
            if better.equal >= found.equal {
                (theirs, found) = (again, Comparison { offset: better.offset + offset, ..better });
            }
        }
        let call = found.picture.as_ref().and_then(|first| self.call(first, copy));
        describe(row, &found, call.as_ref(), [ours, &theirs]);
        row.group = match (&ours.ending, &theirs.ending) {
            (Ending::Done, Ending::Done) => match (&theirs.error, &found.picture) {
                (Some(error), Some(_)) => stopped(&engine.name, error),
                _ => group(&engine.name, &found, call.as_ref()),
            },
            // What they agree on before is compared.
            (Ending::Failed(..), Ending::Failed(..)) => "both stop".into(),
            (Ending::Failed(STOPPED, _), _) if theirs.error.is_some() => "both stop".into(),
            (Ending::Done, ending) => failure(&engine.name, ending),
            (ending, _) => failure("Rasher", ending),
        };
    }

    /// The draw call of ours that the first difference belongs to.
    fn call(&self, first: &Difference, copy: &Path) -> Option<DrawCall> {
        let pixels = self.folder.join("pixels");
        fs::write(&pixels, &first.pixels[..]).ok()?;
        let variables =
            vec![("FARM_CALL", first.frame.to_string()), ("FARM_PIXELS", pixels.display().to_string())];
        let job = Job { cart: copy, masks: self.masks, limit: self.options.limit, variables };
        let folder = self.folder.join("call");
        run(self.ours, &job, &folder);
        let printed = fs::read_to_string(folder.join("stdout")).ok()?;
        DrawCall::parse(printed.lines().last()?)
    }
}

/// Marks rows whose engines show the same picture where ours differs: it is two against one.
fn mark_agreement(rows: &mut [Row]) {
    let all: Vec<Option<u64>> = rows.iter().map(|row| row.theirs).collect();
    for (n, row) in rows.iter_mut().enumerate() {
        let others =
            all.iter().enumerate().filter(|(other, it)| *other != n && it.is_some() && **it == all[n]);
        if others.count() > 0 {
            row.group.insert_str(0, "several against Rasher: ");
        }
    }
}

fn merge(row: Row, from: &Row) -> Row {
    Row { group: from.group.clone(), notes: from.notes.clone(), ..row }
}

/// Adds what was found to a row.
fn describe(row: &mut Row, found: &Comparison, call: Option<&DrawCall>, sides: [&Outcome; 2]) {
    row.notes.push(format!("{} of {} frames equal", found.equal, found.frames));
    for (name, side) in ["Rasher", &row.engine].into_iter().zip(sides) {
        if side.ending != Ending::Done {
            row.notes.push(format!("{name} after {} ticks: {}", side.run.ticks.len(), side.ending));
        }
    }
    if let Some(error) = &sides[1].error {
        row.notes.push(format!("{} prints: {error}", row.engine));
    }
    if found.offset != 0 {
        row.notes.push(format!("starts {} ticks later", found.offset));
    }
    if !found.slips.is_empty() {
        let (frame, ticks) = found.slips[0];
        row.notes.push(format!("{} slips, the first in frame {frame} by {ticks} ticks", found.slips.len()));
    }
    if let Some(first) = &found.picture {
        row.frame = Some(first.frame);
        let ((x, y), [a, b]) = (first.at, first.colours);
        row.notes.push(format!("frame {}: {} pixels, {x},{y} is {a}, theirs {b}", first.frame, first.count));
        let pictures = [sides[0].run.picture(first.frame), sides[1].run.picture(first.tick)];
        for (name, picture) in ["Rasher", &row.engine].into_iter().zip(pictures) {
            row.shots.extend(picture.map(|picture| Shot::of(name, picture)));
        }
        row.theirs = pictures[1].map(|theirs| {
            let seen = first.pixels.iter().zip(theirs.iter()).map(|(differs, colour)| differs * (colour + 1));
            Digest::of(&seen.chain((first.frame as u32).to_le_bytes()).collect::<Vec<u8>>())
        });
        let mut marked = first.pixels.clone();
        marked.iter_mut().for_each(|pixel| *pixel *= 8);
        row.shots.push(Shot::of("difference", &marked));
    }
    if let Some(DrawCall { name, args, place }) = call {
        row.notes.push(format!("{name}({args}) at {place}"));
    }
    if let Some(line) = &found.line {
        let theirs = line.theirs.as_deref().unwrap_or("nothing");
        row.notes.push(format!("line in frame {}: {:?}, theirs {theirs:?}", line.frame, line.ours));
    }
    if let Some((frame, a, b)) = &found.playing {
        row.notes.push(format!("sounds in frame {frame}: {a}, theirs {b}"));
    }
    if let Some(frame) = found.generator {
        row.notes.push(format!("generators differ in frame {frame}"));
    }
    if let Some(sound) = &found.sound {
        let ([a, b], [c, d]) = (sound.onsets, sound.levels);
        let lone = sound.lone.map_or(String::new(), |(side, frame)| {
            format!(", the first without a partner in frame {frame} of {}", ["Rasher", "theirs"][side])
        });
        row.notes.push(format!("{a} onsets, theirs {b}{lone}; level {c}, theirs {d}"));
    }
}

/// Runs everything; `each` is called with each row as it is found. Fails before the first cart, if something is missing.
pub fn farm(options: &Options, program: &Path, each: &(dyn Fn(&Row) + Sync)) -> Result<Vec<Row>, String> {
    let temporary = std::env::temp_dir().join(format!("farm-{}", std::process::id()));
    let home = options.keep.clone().unwrap_or(temporary);
    let absolute = std::path::absolute(&home).map_err(|error| format!("{}: {error}", home.display()))?;
    let drivers = absolute.join("drivers");
    fs::create_dir_all(&drivers).map_err(|error| format!("{}: {error}", drivers.display()))?;
    let ours = Engine::ours(program);
    let calibrated = |name: String, engine: Result<Engine, String>| match engine {
        Ok(engine) => {
            let found = calibrate(&engine, &absolute.join(&engine.name), options.limit);
            (engine, found)
        }
        Err(why) => (Engine { name, words: Vec::new() }, Err(why)),
    };
    let cores = options.cores.iter().map(|core| {
        calibrated(
            core.file_stem().unwrap_or_default().to_string_lossy().into(),
            Engine::core(core, &drivers),
        )
    });
    let commands = options.engines.iter().map(|text| {
        calibrated(text.split('=').next().unwrap_or_default().into(), Engine::command(text, &drivers))
    });
    let engines: Vec<(Engine, Result<Calibration, String>)> = cores.chain(commands).collect();
    let all = carts::find(&options.folder)?;
    let wanted = |path: &&PathBuf| {
        options.only.is_empty() || options.only.iter().any(|word| path.to_string_lossy().contains(word))
    };
    let all: Vec<&PathBuf> = all.iter().filter(wanted).collect();
    let all = if options.draw.is_some() { carts::shuffle(&options.folder, &all, options.seed) } else { all };
    let most = options.draw.unwrap_or(all.len());
    let masks = buttons(options.seed, options.frames);
    let (next, loaded, rows) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.min(all.len()) {
            scope.spawn(|| {
                while loaded.load(Ordering::Relaxed) < most {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(cart) = all.get(n) else { break };
                    let shown = cart.strip_prefix(&options.folder).unwrap_or(cart).display().to_string();
                    let folder = absolute.join(format!("cart-{n}"));
                    let shown = if shown.is_empty() { cart.display().to_string() } else { shown };
                    let task = Task { options, ours: &ours, masks: &masks, cart, shown, folder };
                    let found = task.rows(&engines);
                    found.iter().for_each(each);
                    if found.iter().any(|row| row.group != REFUSED) {
                        loaded.fetch_add(1, Ordering::Relaxed);
                    }
                    rows.lock().unwrap_or_else(|broken| broken.into_inner()).push((n, found));
                    if options.keep.is_none() {
                        _ = fs::remove_dir_all(&task.folder);
                    }
                }
            });
        }
    });
    if options.keep.is_none() {
        _ = fs::remove_dir_all(&absolute);
    }
    let mut rows = rows.into_inner().unwrap_or_else(|broken| broken.into_inner());
    rows.sort_by_key(|(n, _)| *n);
    Ok(rows.into_iter().flat_map(|(_, rows)| rows).collect())
}

impl Task<'_> {
    fn rows(&self, engines: &[(Engine, Result<Calibration, String>)]) -> Vec<Row> {
        let mut rows = if engines.is_empty() { Vec::new() } else { self.foreign(engines) };
        for (n, command) in self.options.against.iter().enumerate() {
            let folder = self.folder.join(format!("against-{n}"));
            let cart = std::path::absolute(self.cart).unwrap_or_else(|_| self.cart.into());
            let other = against::program(command);
            let limits = (self.masks, self.options.limit);
            rows.push(against::row(self.ours, command, &other, (&cart, &self.shown), &folder, limits));
        }
        rows
    }
}
