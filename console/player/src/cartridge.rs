//! A cart to insert, with its kept run and slots; and new code for one.

use loader::{Cart, LoadError};
use rasher::{Bundle, BundledCart, Code, Edit, Fault, Program, Rom};
use std::path::Path;
use std::sync::Arc;
use studio::Slots;
use timeline::{Crash, KeptRun, Recording};

#[derive(Clone, Debug)]
pub struct NewCode {
    /// In its first state. Code that does not compile is a program that stops with the error.
    pub program: Box<dyn Program>,
    pub wrong: Option<Fault>,
    pub code: Arc<Code>,
    pub others: Vec<BundledCart>,
    pub others_wrong: Vec<Fault>,
}

impl NewCode {
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

#[derive(Clone, Debug)]
pub struct CartStart {
    pub cart: Cart,
    /// The parameter from the cart that loaded it.
    pub param: String,
    pub kept_run: Option<Box<KeptRun>>,
    pub mode: StartMode,
    pub slots: Slots,
    pub warnings: Vec<String>,
}

impl CartStart {
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartMode {
    /// Ask, if it is long enough.
    Ask,
    Resume,
    /// The user has changed the cart: begin from the start. The pause menu offers that run.
    Fresh,
    /// It is a bug report's: open the debugger.
    Inspect(Inspection),
    /// It ends before a frame that hung.
    Before(Before),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    pub frame: u64,
    pub message: String,
    pub bookmarks: Vec<(u64, String)>,
    pub edits: Vec<Edit>,
}

/// What opens over a run that ends before a frame that hung.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Before {
    Debugger,
    Menu,
    /// The error screen: the frame crashed the host's instance of the console.
    Error(Box<Crash>),
}

pub(crate) fn with_data(rom: &Rom, kept: &KeptRun) -> Arc<Rom> {
    Arc::new(Rom { name: rom.name.clone(), version: rom.version, data: kept.rom.clone() })
}

/// The carts of a resumed run: those that it began with, the cart itself with its newest code. Runs of early versions
/// have none.
pub(crate) fn gone_on(then: &Arc<Bundle>, now: &Arc<Bundle>) -> Arc<Bundle> {
    match (then.first(), now.first()) {
        (None, _) => now.clone(),
        (Some(old), Some(new)) if old.code != new.code => Arc::new(then.with_code(&new.code)),
        _ => then.clone(),
    }
}

#[derive(Clone, Debug)]
pub struct Against {
    pub name: String,
    pub recording: Recording,
    pub program: Box<dyn Program>,
    pub rom: Arc<Rom>,
}
