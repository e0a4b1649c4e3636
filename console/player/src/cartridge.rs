//! A cart to insert, with its kept run and slots; and new code for one.

use format::{DataFile, DataFiles, Picture, fit, replace_data};
use loader::Cart;
use rasher::memory::reg;
use rasher::{Bundle, BundledCart, Code, Edit, Fault, Machine, Program, Rom, palette};
use std::path::Path;
use std::sync::Arc;
use studio::Slots;
use timeline::{Crash, KeptRun, Recording};

/// The code of a [`loader::Loaded`] without its data, so that saved code never replaces data.
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
    pub fn compile(path: &Path, code: Result<Code, Fault>) -> NewCode {
        let compiled = code.and_then(|code| match loader::compile(path, &code) {
            Ok(program) => Ok((program, code)),
            Err(error) => Err(error.fault(path)),
        });
        let (program, wrong, code) = match compiled {
            Ok((program, code)) => (program, None, code),
            Err(fault) => (loader::stopped(fault.clone()), Some(fault), Code::default()),
        };
        NewCode { program, wrong, code: Arc::new(code), others: Vec::new(), others_wrong: Vec::new() }
    }
}

#[derive(Clone, Debug)]
pub struct CartStart {
    pub cart: Cart,
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
    Arc::new(Rom { data: kept.rom.clone(), ..rom.clone() })
}

/// The carts of a resumed run: those that it began with, the cart itself with its newest code. Runs of early versions
/// and of carts that are compiled in have none.
pub(crate) fn gone_on(then: &Arc<Bundle>, now: &Arc<Bundle>) -> Arc<Bundle> {
    match (then.first(), now.first()) {
        (None, _) | (_, None) => now.clone(),
        (Some(old), Some(new)) if old.code != new.code => Arc::new(then.with_code(&new.code)),
        _ => then.clone(),
    }
}

/// A recording, to compare a run with or to watch.
#[derive(Clone, Debug)]
pub struct Against {
    pub name: String,
    pub recording: Recording,
    pub program: Box<dyn Program>,
    pub rom: Arc<Rom>,
}

impl Against {
    /// Its run from its start to its end, in place of the cart's own.
    pub(crate) fn start(self) -> CartStart {
        let Against { name, recording, program, rom } = self;
        let cart = Cart {
            title: name,
            bundle: recording.start.bundle.clone(),
            keeps: false,
            ..Cart::new(&rom.name.clone(), Some(program), Rom::clone(&rom))
        };
        let kept = KeptRun { recording, rom: rom.data.clone(), states: Vec::new(), torn: 0 };
        CartStart { kept_run: Some(Box::new(kept)), mode: StartMode::Resume, ..CartStart::new(cart) }
    }
}

pub(crate) fn with_file(rom: &Rom, name: &str, bytes: &[u8]) -> Result<Rom, String> {
    let file = Some(DataFile { name, bytes });
    let none = DataFiles::default();
    let files = match name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).as_deref() {
        Some("png") => DataFiles { sheet: file, ..none },
        Some("map") => DataFiles { map: file, ..none },
        Some("flags") => DataFiles { flags: file, ..none },
        Some("sfx") => DataFiles { sfx: file, ..none },
        Some("music") => DataFiles { music: file, ..none },
        _ => {
            return Err(format!(
                "{name}: expected a sheet (.png), .map, .flags, .sfx, .music, a cartridge (.p8, .p8.png, .p8.rom, .lua, a page with a cart), a bug report (.report) or a folder of data"
            ));
        }
    };
    replace_data(rom, &files).map_err(|e| e.to_string())
}

/// A picture as a cart reads it: width and height (16 bits, little-endian), then for each pixel the nearest colour of
/// the screen palette. None if it is not a picture.
pub(crate) fn dropped_picture(machine: &Machine, name: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let colors = machine
        .memory()
        .array::<16>(reg::SCREEN_PAL)
        .map(|byte| palette::RGB[usize::from(palette::index(byte))]);
    let Picture { width, height, indices } = fit(bytes, name, &colors).ok()?;
    let side = |side: usize| (side as u16).to_le_bytes();
    Some([&side(width)[..], &side(height), &indices].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::memory::FLAGS;

    #[test]
    fn a_data_file_replaces_its_own_bytes_and_others_are_errors() {
        let rom = Rom::empty("game");
        let mut flags = format::FlagsText::default();
        flags.flags[9] = 5;
        let new = with_file(&rom, "other.flags", format::write_flags(&flags).as_bytes()).expect("flags");
        let patches = format::patches(&rom, &new);
        assert_eq!(patches.len(), 1, "{patches:?}");
        assert_eq!((patches[0].addr, &patches[0].bytes[..]), (FLAGS + 9, &[5u8][..]));
        let kinds = "expected a sheet";
        for (name, want) in [
            ("a.sfx", "a.sfx"),
            ("a.music", "a.music"),
            ("a.txt", kinds),
            ("a", kinds),
            ("a.png", "a.png"),
            ("a.map", "a.map"),
        ] {
            let error = with_file(&rom, name, b"nonsense").expect_err(name);
            assert!(error.contains(want), "{name}: {error}");
        }
    }
}
