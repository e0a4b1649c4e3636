//! A separate folder for each test, and runs and slots to write there.

use rasher::{Boot, Cart, Input, Rom, program};
use rasher_store::Home;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use timeline::{JournalCursor, JournalPart, Recording, Run, Slot, Start};

/// An empty folder, removed when the test succeeds.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("rasher-store-{name}-{}-{number}", std::process::id()));
        _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a test may write there");
        Folder(folder)
    }

    pub fn home(&self) -> Home {
        Home::find(Some(&self.0)).expect("a folder that is named needs no platform")
    }

    /// A path below it; creates its folder.
    pub fn path(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("the test's own folder");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// A run of a cart, and how much of it is written.
#[derive(Clone)]
pub struct Played(Recording, JournalCursor);

impl Played {
    pub fn new(cart: &str, seed: u64) -> Played {
        let start = Start { cart: cart.into(), seed, ..Start::default() };
        Played(Recording::new(start), JournalCursor::default())
    }

    pub fn start(&self) -> &Start {
        &self.0.start
    }

    /// Its next part, of this many frames.
    pub fn part(&mut self, frames: usize) -> JournalPart {
        (0..frames).for_each(|i| assert!(self.0.push(&Input::buttons(i as u8 & 15))));
        self.0.part(&mut self.1, 0)
    }
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Still;
impl Cart for Still {}

/// A slot of a cart that does nothing, after this many frames.
pub fn slot(cart: &str, frames: usize) -> Slot {
    let boot = Boot { rom: Arc::new(Rom::empty(cart)), ..Boot::default() };
    let mut run = Run::start(program(Still), boot).expect("it does nothing");
    for _ in 0..frames {
        run.frame(&Input::default()).expect("it does nothing");
    }
    Slot::of(&run, "0")
}
