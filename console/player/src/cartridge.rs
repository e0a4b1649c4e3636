//! What is played: a program in its first state with its data, the run of it that was left, its save slots.

use loader::{LoadError, LoadedCart};
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

/// A cart that takes its place in the console.
#[derive(Clone, Debug)]
pub struct Insert {
    pub cart: LoadedCart,
    /// What it is told by whoever asked for it.
    pub param: String,
    /// The run of it that was left.
    pub left: Option<Box<KeptRun>>,
    pub go_on: GoOn,
    /// What is in its save slots.
    pub slots: Slots,
    /// What could not be read of it.
    pub complaints: Vec<String>,
}

impl Insert {
    /// A cart without a past.
    pub fn new(cart: LoadedCart) -> Insert {
        Insert {
            cart,
            param: String::new(),
            left: None,
            go_on: GoOn::Ask,
            slots: Slots::default(),
            complaints: Vec::new(),
        }
    }
}

/// What becomes of the run that was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// Whoever plays is asked, if it is worth a question.
    Ask,
    /// It is gone on with.
    Now,
    /// The cart has been changed by whoever plays: it begins anew, and the pause menu goes on with that run.
    Aside,
    /// It is a bug report's: the debugger opens at its moment.
    Look(Look),
    /// It is what was played until a frame that does not come back: it stands before that frame.
    Before(Before),
}

/// A moment that is to be looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The frame.
    pub frame: u64,
    /// What is to be said.
    pub said: String,
    /// Moments of it that were marked: frames and names.
    pub bookmarks: Vec<(u64, String)>,
    /// What was changed in it and waits for its next frame.
    pub edits: Vec<Edit>,
}

/// What opens over a run that stands before a frame that does not come back.
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
