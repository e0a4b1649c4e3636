//! `rasher run NAME --headless`: a cart without a window, as fast as possible.
//!
//! The date is fixed, and without `--home` cart data are neither read nor written, so that a command gives the same bytes everywhere.
//!
//! Output is written frame by frame and the run is kept only for `--record`, so a long run needs no more memory than a short one.
//! If the reader of the output goes away, the run ends, unless files are to be written at its end.

use crate::error::ToolError;
use crate::open::open_in;
use crate::options::RunOptions;
use crate::terminal::{WriteOutcome, check_raw, escape_bytes, escape_controls, write_all};
use crate::{CommandOutput, coverage, script};
use format::png;
use rasher::{Boot, Console, Effect, Input, Machine, PIXELS, Program, Records, SIDE};
use shelf::Entry;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use store::{CartData, Home, RecordedFile, ReportedErrors, StoreError};
use timeline::{Crash, Recording, Run, guard_frame};

/// Frames to run by default: a second.
const FRAMES: u64 = 60;

enum HeadlessRun {
    Recorded(Box<Run>),
    Plain(Box<Console>),
}

impl HeadlessRun {
    fn start(program: Box<dyn Program>, boot: Boot, records: bool) -> Result<HeadlessRun, Crash> {
        let run = Run::start_within(program, boot, Some(0))?;
        Ok(match records {
            true => HeadlessRun::Recorded(Box::new(run)),
            false => HeadlessRun::Plain(Box::new(run.console().clone())),
        })
    }

    fn frame(&mut self, input: &Input) -> Result<Vec<Effect>, Crash> {
        match self {
            HeadlessRun::Recorded(run) => run.frame(input),
            HeadlessRun::Plain(console) => {
                let frame = console.machine().frame() + 1;
                guard_frame(console, frame, input)
            }
        }
    }

    fn console(&self) -> &Console {
        match self {
            HeadlessRun::Recorded(run) => run.console(),
            HeadlessRun::Plain(console) => console,
        }
    }
}

/// What a cart printed before it stopped.
fn printed_lines(crash: &Crash) -> Vec<u8> {
    crash.fault.printed.iter().flat_map(|line| [escape_controls(line).as_bytes(), b"\n"].concat()).collect()
}

pub fn run(
    carts: &'static [Entry],
    options: &RunOptions,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<CommandOutput, ToolError> {
    let play = &options.play;
    if play.serial {
        check_raw().map_err(ToolError::RawTerminal)?;
    }
    let name = play.cart.as_deref().unwrap_or(Path::new(""));
    let loaded = open_in(carts, name, play.data.as_deref(), play.home.as_deref())?.runnable()?;
    let mut cart = loaded.cart;
    if let Some(program) = cart.program.as_mut().filter(|_| options.coverage) {
        program.cover();
    }
    let home = play.home.as_deref().map(|dir| Home::find(Some(dir))).transpose()?;
    let source = options.input.as_deref().map_or(Ok(InputSource::None), InputSource::read)?;
    let frames = play.frames.or(source.frames()).unwrap_or(FRAMES);
    let mut report = CommandOutput::default();
    loaded.remark.iter().for_each(|remark| report.warn(remark));
    let mut data = CartData::default();
    if let Some(home) = &home {
        home.remove_leftovers();
        let (read, errors) = CartData::read(home);
        errors.iter().for_each(|error| report.warn(error));
        data = read;
    }
    if let Some(home) = &home {
        store::remember(&mut cart, home)?;
    }
    let key = cart.key().to_string();
    data.playing(&key);
    let mut saves = data.all();
    if let Some(home) = home.as_ref().filter(|_| carts.iter().all(|entry| entry.name != cart.rom.name)) {
        for (from, to) in Records::migrate(&mut saves, &cart.rom.name, &key) {
            data.rename(home, &from, &to)?;
        }
    }
    loaded.complaints.iter().for_each(|reported| report.warn(reported));
    if let Some(home) = &home {
        store::add_stored(&mut cart, home).iter().for_each(|reported| report.warn(reported));
    }
    let seed = play.seed.unwrap_or(0);
    let saves = Records::found(&saves, &cart.rom.name, &key);
    let (program, boot) = cart.boot();
    let mut run = HeadlessRun::start(program, Boot { seed, saves, ..boot }, play.record.is_some())
        .inspect_err(|crash| _ = write_all(out, &printed_lines(crash)))?;
    let mut inputs = source.inputs();
    let kept = home.as_ref().map(|home| (home, key.as_str()));
    let mut host =
        HeadlessHost { kept, data, reported: ReportedErrors::default(), report, serial: play.serial };
    let mut printed = WriteOutcome::All;
    for _ in 0..frames {
        let text = match run.frame(&inputs.next().unwrap_or_default()) {
            Ok(effects) => host.perform(&effects, run.console().machine())?,
            Err(crash) => {
                _ = write_all(out, &printed_lines(&crash));
                host.report.fail(&crash);
                break;
            }
        };
        host.report.print_new_errors(err);
        if !text.is_empty() && matches!(printed, WriteOutcome::All) {
            printed = write_all(out, &text);
            let writes = play.record.is_some() || options.png.is_some();
            if !matches!(printed, WriteOutcome::All) && !writes {
                break;
            }
        }
    }
    let mut report = host.report;
    if let WriteOutcome::Failed(source) = printed {
        report.fail(&ToolError::Stdout { source });
    }
    // Written after a crash, too, when they are needed most.
    if let (Some(path), HeadlessRun::Recorded(run)) = (&play.record, &run) {
        store::write(path, &run.recording().to_bytes())?;
    }
    if let Some(path) = &options.png {
        store::write(path, &picture(run.console(), options.scale))?;
    }
    if options.digest {
        let console = run.console();
        _ = writeln!(report.out, "frame {} digest {:016x}", console.machine().frame(), console.digest());
    }
    if options.coverage {
        match run.console().program().coverage() {
            Some(coverage) => report.out += &coverage::text(&coverage),
            None => report.warn(&"--coverage only works for Lua carts"),
        }
    }
    Ok(report)
}

enum InputSource {
    None,
    Script(Vec<(u64, Input)>),
    /// Packed: a hundred hours of frames as a list would need gigabytes.
    Recording(Box<Recording>),
}

impl InputSource {
    fn read(path: &Path) -> Result<Self, ToolError> {
        let bytes = store::read(path)?;
        if store::is_recorded(&bytes) {
            return Ok(InputSource::Recording(Box::new(read_recording(path)?)));
        }
        script::parse(&String::from_utf8_lossy(&bytes), &path.display().to_string()).map(InputSource::Script)
    }

    fn frames(&self) -> Option<u64> {
        match self {
            InputSource::None => None,
            InputSource::Script(rows) => Some(rows.iter().map(|(n, _)| n).sum()),
            InputSource::Recording(recording) => Some(recording.frames()),
        }
    }

    fn inputs(&self) -> Box<dyn Iterator<Item = Input> + '_> {
        match self {
            InputSource::None => Box::new(std::iter::empty()),
            InputSource::Script(rows) => {
                Box::new(rows.iter().flat_map(|(n, input)| std::iter::repeat_n(input.clone(), *n as usize)))
            }
            InputSource::Recording(recording) => Box::new(recording.inputs()),
        }
    }
}

pub fn read_recording(path: &Path) -> Result<Recording, ToolError> {
    Ok(match store::read_recorded(path)? {
        RecordedFile::Recording(recording) => *recording,
        RecordedFile::Report(report) => report.recording,
        RecordedFile::Kept(kept) => kept.recording,
    })
}

struct HeadlessHost<'a> {
    kept: Option<(&'a Home, &'a str)>,
    data: CartData,
    reported: ReportedErrors,
    report: CommandOutput,
    /// Write bytes of `serial` unescaped.
    serial: bool,
}

impl HeadlessHost<'_> {
    fn perform(&mut self, effects: &[Effect], machine: &Machine) -> Result<Vec<u8>, ToolError> {
        let mut text = Vec::new();
        let mut stored = BTreeSet::new();
        for effect in effects {
            match (effect, self.kept) {
                (Effect::Print(line), _) => text.extend([escape_controls(line).as_bytes(), b"\n"].concat()),
                (Effect::Stdout(bytes), _) if self.serial => text.extend(bytes),
                (Effect::Stdout(bytes), _) => text.extend(escape_bytes(bytes).into_bytes()),
                (Effect::Limit(limit), _) => self.report.warn_once(limit),
                (Effect::Missing(file), _) => {
                    self.report.warn_once(&format!("reload: {file} not found"));
                }
                (Effect::Lost(fields), _) => {
                    self.report.warn_once(&format!("new type, so it starts again: {fields}"));
                }
                (Effect::Load { name, .. }, _) => self.report.warn_once(&format!("load: {name} not found")),
                (Effect::Prompt(call), _) => {
                    self.report.warn_once(&format!("{call}: only works at the prompt"));
                }
                (Effect::Store { file, .. }, Some((home, key))) => {
                    // Several stores of a frame to one file are written once.
                    let new = stored.insert(file.as_deref());
                    if let Some((file, data)) = machine.stored(file.as_deref()).filter(|_| new) {
                        let done = store::write_stored(home, key, &file, data);
                        self.check_write(done, false)?;
                    }
                }
                (Effect::PrintTo { text, file, overwrite, .. }, Some((home, key))) => {
                    let done = store::print_to(home, key, file, text, *overwrite);
                    // A full disk does not stop the cart.
                    self.check_write(done, true)?;
                }
                (Effect::Save { id, data }, Some((home, key))) => {
                    let id = Records::kept_id(id, &machine.rom().name, key);
                    let done = self.data.write(home, &id, data).map(|reported| {
                        reported.iter().for_each(|reported| self.report.warn(reported));
                    });
                    self.check_write(done, false)?;
                }
                _ => {}
            }
        }
        Ok(text)
    }

    /// Reports a failed write: once as a warning if it is the cart's fault or `forgives` is set, else as an error.
    fn check_write(&mut self, done: Result<(), StoreError>, forgives: bool) -> Result<(), ToolError> {
        match done {
            Err(e) if forgives || matches!(e, StoreError::Name { .. } | StoreError::Quota { .. }) => {
                if self.reported.is_new(&e) {
                    self.report.warn(&e);
                }
                Ok(())
            }
            done => Ok(done?),
        }
    }
}

pub fn picture(console: &Console, scale: u8) -> Vec<u8> {
    let mut indices = [0; PIXELS];
    console.machine().picture(&mut indices);
    png(&indices, SIDE, SIDE, usize::from(scale))
}
