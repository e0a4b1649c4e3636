//! `rasher run NAME --headless`: a cart without a window, as fast as it goes.
//!
//! Without `--home` cart data are neither read nor written, so that the same command gives the same bytes
//! anywhere; with it they are read at the start and kept as a window would keep them. The date of a run
//! without a window is a fixed one for the same reason.

use crate::cli::Headless;
use crate::data::{Source, open};
use crate::error::ToolError;
use crate::{Report, script};
use format::png;
use rasher::{Boot, Console, Date, Effect, Input, PIXELS, SIDE};
use shelf::Entry;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use store::{Home, StoreError};
use timeline::{Recording, Run};

/// The date and time of day of this moment, for a run in a window.
pub fn now() -> Date {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Date { unix: since.map_or(0, |d| d.as_secs() as i64), offset: 0 }
}

/// Frames that are lived when neither `--frames` nor `--input` says how many: a second.
const FRAMES: u64 = 60;

pub fn run(carts: &'static [Entry], options: &Headless) -> Result<Report, ToolError> {
    let play = &options.play;
    let opened =
        open(carts, play.cart.as_deref().unwrap_or_default(), &Source::new(play.source.data.clone()))?;
    let entry = opened.entry(carts)?;
    let home = play.home.home.as_deref().map(|dir| Home::find(Some(dir))).transpose()?;
    let hands = options.input.as_deref().map_or(Ok(Hands::Nobody), Hands::read)?;
    let frames = play.frames.or(hands.frames()).unwrap_or(FRAMES);
    let mut report = Report::default();
    opened.notice().iter().for_each(|notice| report.tell(notice));
    let saves = match &home {
        None => BTreeMap::new(),
        Some(home) => {
            let (saves, errors) = store::read_saves(home);
            errors.iter().for_each(|error| report.tell(error));
            saves
        }
    };
    let boot =
        Boot { rom: Arc::new(opened.found.rom), seed: play.seed.unwrap_or(0), saves, ..Boot::default() };

    let mut run = Run::start((entry.make)(), boot)?;
    let mut inputs = hands.inputs();
    for _ in 0..frames {
        match run.frame(&inputs.next().unwrap_or_default()) {
            Ok(effects) => perform(&effects, home.as_ref(), &mut report)?,
            Err(crash) => {
                report.fail(&crash);
                break;
            }
        }
    }
    // What was asked for is written even after a crash: that is when it is needed.
    if let Some(path) = &play.record {
        store::write(path, &run.recording().to_bytes())?;
    }
    if let Some(path) = &options.png {
        store::write(path, &picture(run.console(), options.scale))?;
    }
    if options.digest {
        let console = run.console();
        _ = writeln!(report.out, "frame {} digest {:016x}", console.machine().frame(), console.digest());
    }
    Ok(report)
}

/// Who presses the buttons.
enum Hands {
    Nobody,
    Script(Vec<(u64, Input)>),
    /// Kept as it is: a hundred hours of frames are a few bytes in a recording and would be gigabytes in a list.
    Recording(Box<Recording>),
}

impl Hands {
    fn read(path: &Path) -> Result<Self, ToolError> {
        let bytes = store::read(path)?;
        if Recording::is_one(&bytes) {
            let recording = Recording::from_bytes(&bytes)
                .map_err(|source| StoreError::Run { path: path.into(), source })?;
            return Ok(Hands::Recording(Box::new(recording)));
        }
        script::parse(&String::from_utf8_lossy(&bytes), &path.display().to_string()).map(Hands::Script)
    }

    /// How many frames they last, if they say so.
    fn frames(&self) -> Option<u64> {
        match self {
            Hands::Nobody => None,
            Hands::Script(rows) => Some(rows.iter().map(|(n, _)| n).sum()),
            Hands::Recording(recording) => Some(recording.frames()),
        }
    }

    fn inputs(&self) -> Box<dyn Iterator<Item = Input> + '_> {
        match self {
            Hands::Nobody => Box::new(std::iter::empty()),
            Hands::Script(rows) => {
                Box::new(rows.iter().flat_map(|(n, input)| std::iter::repeat_n(input.clone(), *n as usize)))
            }
            Hands::Recording(recording) => Box::new(recording.inputs()),
        }
    }
}

fn perform(effects: &[Effect], home: Option<&Home>, report: &mut Report) -> Result<(), ToolError> {
    for effect in effects {
        match (effect, home) {
            (Effect::Print(text), _) => _ = writeln!(report.out, "{text}"),
            (Effect::Limit(limit), _) => report.tell(limit),
            (Effect::Save { id, data }, Some(home)) => store::write_save(home, id, data)?,
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
