//! Data files, followed as they are saved: a thread that looks when the system tells of a change, and now and then by itself.
//!
//! ```text
//! sprites/ and sfx/ ── notify ──> hint ──┐
//!                                        ├──> Follower (crate store): what has changed and rests, what is wrong ──> player
//! when it wants to look next ────────────┘
//!
//! cartridge, what it includes, ── FilesFollower: something has changed and rests ──> read again: data and program, or what is wrong,
//! carts that it may come to                                                         the other carts that changed ──> player
//! ```
//!
//! What counts is what stands at the paths; notify only makes it faster. So a folder in place of another, a disk of the network and a
//! system that has no watches left cost a tenth of a second and nothing else.

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use player::{HostEvent, NewCode};
use rasher::Bundle;
use rasher::memory::ROM_SIZE;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;
use store::{FilesFollower, Follower, News};
use studio::Notice;
use tool::{Bundled, LuaCart};

/// What the thread is woken for.
enum Stir {
    /// One of the files has changed.
    Changed,
    /// The files hold these data, by an edit.
    Saved(Box<[u8; ROM_SIZE]>),
    /// Nobody wants to know any more.
    End,
}

/// Follows a cart's files until it is dropped.
pub struct Watcher(Sender<Stir>);

impl Drop for Watcher {
    fn drop(&mut self) {
        _ = self.0.send(Stir::End);
    }
}

impl Watcher {
    /// Starts a thread that tells the player what becomes of the files.
    pub fn start(follower: Follower, tell: impl Fn(HostEvent) + Send + 'static) -> Watcher {
        let (sender, stirs) = channel();
        let watcher = Watcher(sender.clone());
        std::thread::spawn(move || follow(follower, &sender, &stirs, tell));
        watcher
    }

    /// Starts a thread that reads a cartridge in Lua anew whenever it or what it includes is saved.
    pub fn cartridge(path: PathBuf, tell: impl Fn(HostEvent) + Send + 'static) -> Watcher {
        let (sender, stirs) = channel();
        std::thread::spawn(move || follow_cartridge(&path, &stirs, tell));
        Watcher(sender)
    }

    /// The data were saved from here.
    pub fn saved(&self, data: Box<[u8; ROM_SIZE]>) {
        _ = self.0.send(Stir::Saved(data));
    }
}

fn follow_cartridge(path: &Path, stirs: &Receiver<Stir>, tell: impl Fn(HostEvent)) {
    let begun = Instant::now();
    let first = LuaCart::read(path);
    let mut beside = beside(path, &first).unwrap_or_default();
    let (mut rom, mut data_wrong) = (first.rom, first.data_wrong);
    let mut follower = FilesFollower::new([first.files, beside.files.clone()].concat());
    if !data_wrong.is_empty() {
        tell(HostEvent::DataWrong(data_wrong.clone()));
    }
    loop {
        match stirs.recv_timeout(follower.wait()) {
            Ok(Stir::Changed | Stir::Saved(_)) | Err(RecvTimeoutError::Timeout) => {}
            Ok(Stir::End) | Err(RecvTimeoutError::Disconnected) => return,
        }
        if follower.look(begun.elapsed()) {
            let cart = LuaCart::read_after(path, rom.as_ref());
            if cart.data_wrong != data_wrong {
                data_wrong.clone_from(&cart.data_wrong);
                tell(HostEvent::DataWrong(data_wrong.clone()));
            }
            rom = cart.rom.clone().or(rom);
            let (mut others, mut others_wrong) = (Vec::new(), Vec::new());
            if let Some(now) = self::beside(path, &cart) {
                let folder = path.parent().unwrap_or(Path::new(""));
                let changed = now.bundle.carts().iter().skip(1);
                for cart in changed.filter(|cart| !beside.bundle.carts().contains(cart)) {
                    match tool::wrong_code(&folder.join(&cart.name), &cart.code) {
                        None => others.push(cart.clone()),
                        Some(fault) => others_wrong.push(fault),
                    }
                }
                // A wrong one is told until it is not.
                let good = others.iter().fold(Bundle::clone(&beside.bundle), |all, cart| all.with_cart(cart));
                beside = Bundled { bundle: good, ..now };
            }
            let LuaCart { rom, program, code, files, .. } = cart;
            follower.set([files, beside.files.clone()].concat());
            let (program, wrong) = match program {
                Ok(program) => (program, None),
                Err(fault) => (tool::broken(fault.clone()), Some(fault)),
            };
            let code = Arc::new(code);
            tell(HostEvent::Code(Box::new(NewCode { program, wrong, code, rom, others, others_wrong })));
        }
    }
}

/// The carts that a cart may come to; none as long as its own code is none.
fn beside(path: &Path, cart: &LuaCart) -> Option<Bundled> {
    let rom = cart.rom.as_ref().filter(|_| cart.program.is_ok())?;
    Some(tool::bundle(path, &cart.code, &rom.data))
}

fn follow(mut follower: Follower, sender: &Sender<Stir>, stirs: &Receiver<Stir>, tell: impl Fn(HostEvent)) {
    let begun = Instant::now();
    let mut watches = watch(&follower, sender);
    loop {
        let wait = follower.next().saturating_sub(begun.elapsed());
        match stirs.recv_timeout(wait) {
            Ok(Stir::Changed) => follower.hint(),
            Ok(Stir::Saved(data)) => follower.saved(data),
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Stir::End) | Err(RecvTimeoutError::Disconnected) => return,
        }
        let Some(news) = follower.look(begun.elapsed()) else { continue };
        if news.moved {
            drop(std::mem::replace(&mut watches, watch(&follower, sender)));
        }
        commands(news).for_each(&tell);
    }
}

/// Has the system tell of changes to the cart's files, as far as it can.
fn watch(follower: &Follower, sender: &Sender<Stir>) -> Option<RecommendedWatcher> {
    let (sender, name) = (sender.clone(), follower.name().to_string());
    let heard = move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        // Reading a file is an event too; heeding it would go round for ever.
        let touched = !matches!(event.kind, EventKind::Access(_));
        let ours = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem.to_string_lossy() == name);
        if touched && event.paths.iter().any(ours) {
            _ = sender.send(Stir::Changed);
        }
    };
    let mut watcher = notify::recommended_watcher(heard).ok()?;
    for folder in follower.folders().iter().filter(|folder| folder.is_dir()) {
        // Without it the looks remain.
        _ = watcher.watch(folder, RecursiveMode::NonRecursive);
    }
    Some(watcher)
}

/// What the player is told.
fn commands(news: News) -> impl Iterator<Item = HostEvent> {
    let said = news.said.into_iter().map(|text| HostEvent::Say(Notice { text, bad: false }));
    let rom = news.rom.map(|rom| HostEvent::Data(Box::new(rom)));
    said.chain(rom).chain(news.wrong.map(HostEvent::DataWrong))
}

#[cfg(test)]
#[path = "../tests/unit/watch.rs"]
mod tests;
