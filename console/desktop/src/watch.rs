//! A cart's files, followed as they are saved, on a thread that checks them when the system reports a change, and regularly.
//!
//! ```text
//! sprites/ and sfx/ ── notify ──> hint ──┬──> Follower (crate store): changed files at rest, errors ──> Data
//! when the next check is due ────────────┘        ^ the cartridge's own data
//!                                                 │
//! cartridge, includes, bundle ── FilesFollower ── Reloader: reads saved files ──> Code
//! sources of a cart in Rust   ── FilesFollower ── Builds (module_build.rs): builds its module ──> Code
//! ```
//!
//! A cart in Rust that is not watched has data files only. A system without notify costs a tenth of a second.

use crate::lock;
use crate::module_build::Builds;
use loader::{Loaded, Loader, compile};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use player::{HostEvent, NewCode};
use rasher::Bundle;
use rasher::memory::ROM_SIZE;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use store::{DiskSource, FilesFollower, Follower, News, cart_folder};
use studio::Notice;
use tool::PlayModule;

/// Time between two looks at a build that runs.
const BUILD_LOOK: Duration = Duration::from_millis(10);

enum WakeReason {
    Changed,
    Saved(Box<[u8; ROM_SIZE]>),
    End,
}

pub struct Watcher {
    sender: Sender<WakeReason>,
    /// Its thread, which has to end before the program does: it kills a build.
    builds: Option<JoinHandle<()>>,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        _ = self.sender.send(WakeReason::End);
        // One that panicked has no build either.
        _ = self.builds.take().map(JoinHandle::join);
    }
}

impl Watcher {
    pub fn data(follower: Follower, send: impl Fn(HostEvent) + Send + 'static) -> Watcher {
        Watcher::start(move || Some(Watched { data: Some(follower), code: None }), send).0
    }

    /// Follows the sources of a cart in Rust, and its data if they are in files.
    pub fn module(
        module: PlayModule,
        data: Option<Follower>,
        send: impl Fn(HostEvent) + Send + 'static,
    ) -> Watcher {
        let watched = move || {
            let files = FilesFollower::new(module.files(), &DiskSource::default());
            Some(Watched { data, code: Some(WatchedCode::Module(Builds::new(module), files)) })
        };
        let (mut watcher, thread) = Watcher::start(watched, send);
        watcher.builds = Some(thread);
        watcher
    }

    /// Follows the files of the cart in Lua at a path. `loaded` is its reloader, if known.
    pub fn cartridge(
        path: PathBuf,
        loaded: Option<Box<Reloader>>,
        send: impl Fn(HostEvent) + Send + 'static,
    ) -> Watcher {
        Watcher::start(move || loaded.or_else(|| Reloader::load(&path)).map(|it| it.watched()), send).0
    }

    fn start(
        watched: impl FnOnce() -> Option<Watched> + Send + 'static,
        send: impl Fn(HostEvent) + Send + 'static,
    ) -> (Watcher, JoinHandle<()>) {
        let (sender, reasons) = channel();
        let watcher = Watcher { sender: sender.clone(), builds: None };
        let run = move || {
            if let Some(watched) = watched() {
                follow(watched, &sender, &reasons, send);
            }
        };
        (watcher, std::thread::spawn(run))
    }

    pub fn saved(&self, data: Box<[u8; ROM_SIZE]>) {
        _ = self.sender.send(WakeReason::Saved(data));
    }
}

pub struct Reloader {
    path: PathBuf,
    loader: Loader<DiskSource>,
    last: Loaded,
    /// The bundle, with the newest code of each cart that compiles.
    bundle: Bundle,
}

impl Reloader {
    /// None for a cartridge that holds only the data of a cart in Rust.
    pub fn new(loader: Loader<DiskSource>, loaded: &Loaded) -> Option<Box<Reloader>> {
        let path = loaded.cart.origin.file().filter(|_| loaded.is_lua())?.to_path_buf();
        let bundle = Bundle::clone(&loaded.cart.bundle);
        Some(Box::new(Reloader { path, loader, last: loaded.clone(), bundle }))
    }

    fn load(path: &Path) -> Option<Box<Reloader>> {
        let mut loader = Loader::new(DiskSource::default());
        let loaded = loader.lua(path, true);
        Reloader::new(loader, &loaded)
    }

    pub fn is_of(&self, path: &Path) -> bool {
        std::path::absolute(&self.path).is_ok_and(|own| own == path)
    }

    fn watched(self: Box<Self>) -> Watched {
        let own = self.last.cartridge.as_ref().map(|cartridge| cartridge.rom.clone());
        // Data files count next to a text.
        let is_text = self.path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("p8"));
        let rom = rasher::Rom::clone(&self.last.cart.rom);
        let base = own.unwrap_or_else(|| rom.clone());
        let data = is_text.then(|| Follower::over(&cart_folder(&self.path), base, rom));
        let files = FilesFollower::new(self.last.files.clone(), self.loader.source());
        Watched { data, code: Some(WatchedCode::Lua(self, files)) }
    }

    fn reload(&mut self, saved: &[PathBuf]) -> NewCode {
        saved.iter().for_each(|file| self.loader.forget(file));
        let now = self.loader.lua(&self.path, true);
        let (mut others, mut others_wrong) = (Vec::new(), Vec::new());
        if now.error.is_none() {
            let folder = cart_folder(&self.path);
            for cart in now.cart.bundle.carts().iter().skip(1) {
                if self.bundle.carts().contains(cart) {
                    continue;
                }
                let path = folder.join(&cart.name);
                match compile(&path, &cart.code) {
                    Ok(_) => others.push(cart.clone()),
                    Err(error) => others_wrong.push(error.fault(&path)),
                }
            }
            // Errors are reported until they are fixed.
            self.bundle = others.iter().fold(self.bundle.clone(), |all, cart| all.with_cart(cart));
        }
        let wrong = now.error.as_ref().map(|error| error.fault(&self.path));
        let code = Arc::new(now.code.clone());
        self.last = now;
        let (program, _) = self.last.cart.clone().boot();
        NewCode { program, wrong, code, others, others_wrong }
    }
}

/// The reloader of the last cart in Lua, until a watcher takes it: so each file is read once.
#[derive(Clone, Default)]
pub struct LastReloader(Arc<Mutex<Option<Box<Reloader>>>>);

impl LastReloader {
    pub fn set(&self, reloader: Option<Box<Reloader>>) {
        *lock(&self.0) = reloader;
    }

    pub fn take(&self, path: &Path) -> Option<Box<Reloader>> {
        lock(&self.0).take().filter(|reloader| reloader.is_of(path))
    }
}

struct Watched {
    data: Option<Follower>,
    code: Option<WatchedCode>,
}

enum WatchedCode {
    /// A cartridge: Lua, or a module in a picture.
    Lua(Box<Reloader>, FilesFollower),
    Module(Builds<PlayModule>, FilesFollower),
}

impl WatchedCode {
    /// Time until the next look.
    fn wait(&self) -> Duration {
        match self {
            WatchedCode::Lua(_, files) => files.wait(),
            WatchedCode::Module(builds, _) if builds.is_running() => BUILD_LOOK,
            WatchedCode::Module(_, files) => files.wait(),
        }
    }
}

impl Watched {
    fn look_at_code(&mut self, begun: Instant, send: &impl Fn(HostEvent)) {
        let (reloader, files) = match &mut self.code {
            None => return,
            Some(WatchedCode::Module(builds, files)) => {
                if !files.look(begun.elapsed()).is_empty() {
                    builds.saved();
                }
                if let Some(new) = builds.step(begun.elapsed()) {
                    files.set(builds.recipe.files(), &DiskSource::default());
                    send(HostEvent::Code(Box::new(new)));
                }
                return;
            }
            Some(WatchedCode::Lua(reloader, files)) => (reloader, files),
        };
        let saved = files.look(begun.elapsed());
        if saved.is_empty() {
            return;
        }
        let own = |reloader: &Reloader| reloader.last.cartridge.as_ref().map(|it| it.rom.clone());
        let before = own(reloader);
        let new = reloader.reload(&saved);
        if let Some(rom) = own(reloader).filter(|rom| before.is_none_or(|before| before.data != rom.data)) {
            let rom = match &mut self.data {
                Some(data) => data.set_base(rom),
                None => Some(rom),
            };
            rom.into_iter().for_each(|rom| send(HostEvent::Data(Box::new(rom))));
        }
        files.set(reloader.last.files.clone(), reloader.loader.source());
        send(HostEvent::Code(Box::new(new)));
    }
}

fn follow(
    mut watched: Watched,
    sender: &Sender<WakeReason>,
    reasons: &Receiver<WakeReason>,
    send: impl Fn(HostEvent),
) {
    let begun = Instant::now();
    let mut system = watched.data.as_ref().and_then(|data| watch(data, sender));
    loop {
        let code = watched.code.as_ref().map(WatchedCode::wait);
        let data = watched.data.as_ref().map(|data| data.next().saturating_sub(begun.elapsed()));
        let Some(wait) = code.into_iter().chain(data).min() else { return };
        match reasons.recv_timeout(wait) {
            Ok(WakeReason::Changed) => watched.data.iter_mut().for_each(Follower::hint),
            Ok(WakeReason::Saved(saved)) => {
                watched.data.iter_mut().for_each(|data| data.saved(saved.clone()));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Ok(WakeReason::End) | Err(RecvTimeoutError::Disconnected) => return,
        }
        watched.look_at_code(begun, &send);
        let Some(data) = &mut watched.data else { continue };
        if data.next() > begun.elapsed() {
            continue;
        }
        let Some(news) = data.look(begun.elapsed()) else { continue };
        if news.moved {
            drop(std::mem::replace(&mut system, watch(data, sender)));
        }
        commands(news).for_each(&send);
    }
}

/// Asks the system to report changes, as far as it can.
fn watch(follower: &Follower, sender: &Sender<WakeReason>) -> Option<RecommendedWatcher> {
    let (sender, name) = (sender.clone(), follower.name().to_string());
    let on_event = move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        // Reading a file is an event too, and would cause the next read.
        let touched = !matches!(event.kind, EventKind::Access(_));
        let ours = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem.to_string_lossy() == name);
        if touched && event.paths.iter().any(ours) {
            _ = sender.send(WakeReason::Changed);
        }
    };
    let mut watcher = notify::recommended_watcher(on_event).ok()?;
    for folder in follower.folders().iter().filter(|folder| folder.is_dir()) {
        // Without it the looks remain.
        _ = watcher.watch(folder, RecursiveMode::NonRecursive);
    }
    Some(watcher)
}

fn commands(news: News) -> impl Iterator<Item = HostEvent> {
    let said = news.said.into_iter().map(|text| HostEvent::Notify(Notice { text, bad: false }));
    let rom = news.rom.map(|rom| HostEvent::Data(Box::new(rom)));
    // The newest notice is shown, so an error must come after the news of reloaded data.
    rom.into_iter().chain(said).chain(news.wrong.map(HostEvent::DataWrong))
}

#[cfg(test)]
#[path = "../tests/unit/watch.rs"]
mod tests;
