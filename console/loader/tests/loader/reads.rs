//! Each file is read once and code is compiled once; after a save, only the saved files.

#![allow(
    clippy::disallowed_types,
    reason = "a source that counts its reads is read through a shared reference"
)]

use crate::{cartridge, source};
use rasher::memory::FLAGS;
use rasher_loader::{LoadError, Loaded, Loader, MemorySource, ReadError, Source};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// Files in memory, and which of them were read since the last check.
struct Counting {
    files: RefCell<MemorySource>,
    reads: RefCell<Vec<String>>,
}

impl Counting {
    fn new(files: &[(&str, &[u8])]) -> Counting {
        Counting { files: RefCell::new(source(files)), reads: RefCell::default() }
    }

    fn save(&self, file: &str, bytes: &[u8]) {
        self.files.borrow_mut().0.insert(file.into(), bytes.to_vec());
    }

    fn reads(&self) -> Vec<String> {
        self.reads.take()
    }
}

impl Source for &Counting {
    fn read(&self, path: &Path, most: u64) -> Result<Vec<u8>, ReadError> {
        let read = self.files.borrow().read(path, most);
        // Checking for a missing file opens nothing.
        if read.is_ok() {
            self.reads.borrow_mut().push(path.display().to_string());
        }
        read
    }

    fn is_file(&self, path: &Path) -> bool {
        self.files.borrow().is_file(path)
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.files.borrow().is_folder(path)
    }

    fn list(&self, folder: &Path) -> Vec<String> {
        self.files.borrow().list(folder)
    }
}

fn game() -> PathBuf {
    PathBuf::from("g/game.p8")
}

fn flags(value: u8) -> Vec<u8> {
    let flags = format::FlagsText { flags: Box::new([value; 256]), ..Default::default() };
    format::write_flags(&flags).into_bytes()
}

fn flag(loaded: &Loaded) -> u8 {
    loaded.cart.rom.data[usize::from(FLAGS)]
}

/// Both carts include one file, and the first one includes it twice.
fn files() -> Counting {
    Counting::new(&[
        ("g/game.p8", &cartridge("#include lib.lua\n#include lib.lua\nload(\"two\")\n")),
        ("g/two.p8", &cartridge("#include lib.lua\n")),
        ("g/lib.lua", b"x=1"),
        ("g/sprites/game.flags", &flags(1)),
        ("g/other.p8", &cartridge("y=1\n")),
    ])
}

#[test]
fn a_cart_is_read_and_compiled_once() {
    let files = files();
    let mut loader = Loader::new(&files);
    let loaded = loader.lua(&game(), false).runnable().expect("a cart");
    let mut reads = files.reads();
    reads.sort();
    assert_eq!(reads, ["g/game.p8", "g/lib.lua", "g/sprites/game.flags", "g/two.p8"]);
    assert_eq!((loader.compilations(), flag(&loaded)), (1, 1));
    let names: Vec<&str> = loaded.cart.bundle.carts().iter().map(|cart| &*cart.name).collect();
    assert_eq!(names, ["game.p8", "two.p8"]);
    assert_eq!(loaded.code.text[..], *b"x=1\nx=1\nload(\"two\")");
    // Again, with nothing saved.
    loader.lua(&game(), false);
    assert_eq!((files.reads().len(), loader.compilations()), (0, 1));
}

#[test]
fn data_that_are_saved_compile_nothing_and_code_reads_no_data() {
    let files = files();
    let mut loader = Loader::new(&files);
    loader.lua(&game(), true);
    files.reads();
    let mut save = |file: &str, bytes: &[u8]| {
        files.save(file, bytes);
        loader.forget(Path::new(file));
        let loaded = loader.lua(&game(), true);
        (files.reads().join(" "), loader.compilations(), loaded)
    };
    let (reads, compiled, loaded) = save("g/sprites/game.flags", &flags(2));
    assert_eq!((&*reads, compiled, flag(&loaded)), ("g/sprites/game.flags", 1, 2));
    let (reads, compiled, loaded) = save("g/lib.lua", b"x=2");
    assert_eq!((&*reads, compiled, flag(&loaded)), ("g/lib.lua", 2, 2));
    let (reads, compiled, loaded) = save("g/two.p8", &cartridge("z=1\n"));
    assert_eq!((&*reads, compiled), ("g/two.p8", 2), "the run compiles it when it is loaded");
    assert_eq!(loaded.cart.bundle.carts()[1].code.text[..], *b"z=1");
    let mut all = cartridge("#include lib.lua\n#include lib.lua\nload(\"two\")\n");
    all.extend(b"__gfx__\n7\n");
    let (reads, compiled, loaded) = save("g/game.p8", &all);
    assert_eq!((&*reads, compiled, loaded.cart.rom.data[0]), ("g/game.p8", 2, 7), "its data alone");
    // Code errors are separate: the data stay, and the next valid code compiles.
    let (_, compiled, loaded) = save("g/lib.lua", b"x=");
    assert!(matches!(loaded.error, Some(LoadError::Code { .. })) && compiled == 3 && flag(&loaded) == 2);
    let (_, compiled, loaded) = save("g/lib.lua", b"x=3");
    assert!(loaded.error.is_none() && compiled == 4);
}

/// Our decision: a missing file is an error with file and line, and the loader waits for it.
#[test]
fn an_include_that_is_missing_is_an_error_of_its_line_until_it_is_there() {
    let files = Counting::new(&[("g/game.p8", &cartridge("x=1\n#include lib.lua\n"))]);
    let mut loader = Loader::new(&files);
    let loaded = loader.lua(&game(), true);
    let error = loaded.error.as_ref().expect("it is missing");
    assert_eq!(error.to_string(), "g/game.p8:2: cannot include g/lib.lua: file not found");
    let fault = error.fault(&game());
    assert_eq!((&*fault.message, &*fault.place.to_string()), ("#include: lib.lua not found", "game.p8:2"));
    assert!(loaded.files.contains(&"g/lib.lua".into()), "{:?}", loaded.files);
    files.save("g/lib.lua", b"y=1");
    loader.forget(Path::new("g/lib.lua"));
    assert!(loader.lua(&game(), true).error.is_none());
}
