//! `rasher run NAME --headless`: a cart without a window, as fast as possible.
//!
//! Without `--home` cart data are neither read nor written, so that the same command gives the same bytes
//! anywhere; with it they are read at the start and kept as a window would keep them, and so is what a cart stores or prints to
//! files. The date of a run
//! without a window is a fixed one for the same reason.

use crate::data::{DataSource, open};
use crate::error::ToolError;
use crate::options::RunOptions;
use crate::{CommandOutput, coverage, script};
use format::png;
use rasher::{Boot, Console, Date, Effect, Input, Machine, PIXELS, Records, SIDE};
use shelf::Entry;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use store::{CartData, Home, RecordedFile};
use timeline::{Recording, Run};

/// The date and time of day of this moment, for a run in a window.
pub fn now() -> Date {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Date { unix: since.map_or(0, |d| d.as_secs() as i64), offset: 0 }
}

/// Frames that are run when neither `--frames` nor `--input` says how many: a second.
const FRAMES: u64 = 60;

pub fn run(carts: &'static [Entry], options: &RunOptions) -> Result<CommandOutput, ToolError> {
    let opened = open(carts, &options.cart, &DataSource::new(options.data.clone(), options.home.as_deref()))?;
    let mut program = opened.program(carts)?;
    if options.coverage {
        program.cover();
    }
    let home = options.home.as_deref().map(|dir| Home::find(Some(dir))).transpose()?;
    let source = options.input.as_deref().map_or(Ok(InputSource::Nobody), InputSource::read)?;
    let frames = options.frames.or(source.frames()).unwrap_or(FRAMES);
    let mut report = CommandOutput::default();
    opened.notice().iter().for_each(|notice| report.tell(notice));
    let mut data = CartData::default();
    if let Some(home) = &home {
        home.sweep();
        let (read, errors) = CartData::read(home);
        errors.iter().for_each(|error| report.tell(error));
        data = read;
    }
    let key = opened.key();
    let mut saves = data.all();
    if let Some(home) = home.as_ref().filter(|_| carts.iter().all(|cart| cart.name != opened.found.rom.name))
    {
        for (from, to) in Records::take_over(&mut saves, &opened.found.rom.name, &key) {
            data.rename(home, &from, &to)?;
        }
    }
    let bundled = opened.bundle(home.as_ref())?;
    bundled.complaints.iter().for_each(|told| report.tell(told));
    let (rom, bundle) = (Arc::new(bundled.rom), Arc::new(bundled.bundle));
    let seed = options.seed.unwrap_or(0);
    let saves = Records::found(&saves, &rom.name, &key);
    let boot = Boot { rom, seed, saves, bundle, ..Boot::default() };

    let mut run = Run::start(program, boot)?;
    let mut inputs = source.inputs();
    for _ in 0..frames {
        match run.frame(&inputs.next().unwrap_or_default()) {
            Ok(effects) => {
                let kept = home.as_ref().map(|home| (home, key.as_str()));
                perform(&effects, run.console().machine(), kept, &mut data, &mut report)?;
            }
            Err(crash) => {
                report.fail(&crash);
                break;
            }
        }
    }
    // These files are written even after a crash: that is when they are needed.
    if let Some(path) = &options.record {
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
            None => report.tell(&"there is no coverage of a cart that is not in Lua"),
        }
    }
    Ok(report)
}

/// Where the buttons come from.
enum InputSource {
    Nobody,
    Script(Vec<(u64, Input)>),
    /// Kept packed: a hundred hours of frames are a few bytes in a recording and would be gigabytes as a list.
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

    /// How many frames of input there are, if that is limited.
    fn frames(&self) -> Option<u64> {
        match self {
            InputSource::Nobody => None,
            InputSource::Script(rows) => Some(rows.iter().map(|(n, _)| n).sum()),
            InputSource::Recording(recording) => Some(recording.frames()),
        }
    }

    fn inputs(&self) -> Box<dyn Iterator<Item = Input> + '_> {
        match self {
            InputSource::Nobody => Box::new(std::iter::empty()),
            InputSource::Script(rows) => {
                Box::new(rows.iter().flat_map(|(n, input)| std::iter::repeat_n(input.clone(), *n as usize)))
            }
            InputSource::Recording(recording) => Box::new(recording.inputs()),
        }
    }
}

/// The recording in a file of whichever kind.
///
/// # Errors
/// When it cannot be read or is none.
pub fn read_recording(path: &Path) -> Result<Recording, ToolError> {
    Ok(match store::read_recorded(path)? {
        RecordedFile::Recording(recording) => *recording,
        RecordedFile::Report(report) => report.recording,
        RecordedFile::Kept(kept) => kept.recording,
    })
}

fn perform(
    effects: &[Effect],
    machine: &Machine,
    kept: Option<(&Home, &str)>,
    cart_data: &mut CartData,
    report: &mut CommandOutput,
) -> Result<(), ToolError> {
    for effect in effects {
        match (effect, kept) {
            (Effect::Print(text), _) => _ = writeln!(report.out, "{text}"),
            (Effect::Stdout(bytes), _) => report.out.push_str(&String::from_utf8_lossy(bytes)),
            (Effect::Limit(limit), _) => report.tell(limit),
            (Effect::Missing(file), _) => report.tell(&format!("reload: {file} is not there")),
            (Effect::Prompt(call), _) => report.tell_once(&format!("{call}: no program may do this here")),
            (Effect::Store { file, .. }, Some((home, key))) => {
                if let Some((file, data)) = machine.stored(file.as_deref()) {
                    store::write_stored(home, key, &file, data)?;
                }
            }
            (Effect::PrintTo { text, file, overwrite, .. }, Some((home, key))) => {
                // A name that leads out of the folder, or a full disk, is the host's matter: the cart runs on.
                if let Err(e) = store::print_to(home, key, file, text, *overwrite) {
                    report.tell_once(&e);
                }
            }
            (Effect::Save { id, data }, Some((home, key))) => {
                let id = Records::kept_id(id, &machine.rom().name, key);
                cart_data.write(home, &id, data)?.iter().for_each(|told| report.tell(told));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The console's picture as a PNG, enlarged `scale` times.
pub fn picture(console: &Console, scale: u8) -> Vec<u8> {
    let mut indices = [0; PIXELS];
    console.machine().picture(&mut indices);
    png(&indices, SIDE, SIDE, usize::from(scale))
}
