//! What is played: a program in its first state with its data, the run of it that was left, its save slots.

use loader::{Cart, LoadError};
use rasher::{Bundle, BundledCart, Code, Edit, Fault, Program, Rom};
use std::path::Path;
use std::sync::Arc;
use studio::Slots;
use timeline::{Crash, KeptRun, Recording};

/// A cart's code as its files have it now.
#[derive(Clone, Debug)]
pub struct NewCode {
    /// The program in its first state; of code that is none a program that stops with what is wrong.
    pub program: Box<dyn Program>,
    /// What is wrong with the code.
    pub wrong: Option<Fault>,
    /// The code, for the program that runs.
    pub code: Arc<Code>,
    /// Other carts that it may come to, those that were saved since the last time: good ones.
    pub others: Vec<BundledCart>,
    /// What is wrong with the code of others.
    pub others_wrong: Vec<Fault>,
}

impl NewCode {
    /// The code of the cartridge at a path, alone.
    pub fn compile(path: &Path, code: Result<Code, LoadError>) -> NewCode {
        let compiled = code.and_then(|code| Ok((loader::compile(path, &code)?, code)));
        let (program, wrong, code) = match compiled {
            Ok((program, code)) => (program, None, code),
            Err(error) => {
                let fault = error.fault(path);
                (loader::stopped(fault.clone()), Some(fault), Code::default())
            }
        };
        NewCode { program, wrong, code: Arc::new(code), others: Vec::new(), others_wrong: Vec::new() }
    }
}

/// A cart, and how it starts.
#[derive(Clone, Debug)]
pub struct CartStart {
    pub cart: Cart,
    /// The parameter that another cart passed to `load`.
    pub param: String,
    /// The run that was being played when the cart was left.
    pub kept_run: Option<Box<KeptRun>>,
    pub mode: StartMode,
    pub slots: Slots,
    /// What could not be read of the cart and its files.
    pub warnings: Vec<String>,
}

impl CartStart {
    /// A new run, without save slots.
    pub fn new(cart: Cart) -> CartStart {
        CartStart {
            cart,
            param: String::new(),
            kept_run: None,
            mode: StartMode::Ask,
            slots: Slots::default(),
            warnings: Vec::new(),
        }
    }
}

/// What to do with the kept run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartMode {
    /// Ask whether to resume it, if it is long enough.
    Ask,
    Resume,
    /// Start a new run, since the player has just changed the cart; the pause menu offers to resume.
    Fresh,
    /// Open the debugger at a moment of it: the run of a bug report or a recording.
    Inspect(Inspection),
    /// Stop before the frame that did not return.
    Before(Before),
}

/// A moment of a run to inspect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    pub frame: u64,
    pub message: String,
    /// Frames and their names.
    pub bookmarks: Vec<(u64, String)>,
    /// Edits of that moment, to be applied to its next frame.
    pub edits: Vec<Edit>,
}

/// What opens over a run before a frame that did not return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Before {
    Debugger,
    Menu,
    /// The error screen: the frame ended the host's instance of the console, with this.
    Error(Box<Crash>),
}

/// The cart's ROM with the data that a kept run started with.
pub(crate) fn with_data(rom: &Rom, kept: &KeptRun) -> Arc<Rom> {
    Arc::new(Rom { name: rom.name.clone(), version: rom.version, data: kept.rom.clone() })
}

/// The carts of a run that is gone on with: those that it began with, and of the cart itself the code as it is now. Runs of earlier versions
/// have none.
pub(crate) fn gone_on(then: &Arc<Bundle>, now: &Arc<Bundle>) -> Arc<Bundle> {
    match (then.first(), now.first()) {
        (None, _) => now.clone(),
        (Some(old), Some(new)) if old.code != new.code => Arc::new(then.with_code(&new.code)),
        _ => then.clone(),
    }
}

/// A recording that runs are held against, with its cart and the data that it began with.
#[derive(Clone, Debug)]
pub struct Against {
    /// What its file is called.
    pub name: String,
    pub recording: Recording,
    /// The program in its first state.
    pub program: Box<dyn Program>,
    pub rom: Arc<Rom>,
}
