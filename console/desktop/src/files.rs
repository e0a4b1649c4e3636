//! Files on a thread of their own: work is queued, done in order, and answered.
//!
//! ```text
//! Request (requests.rs) ── queue, answer ──> closures ──> keeper, store ──> HostEvent::Reply
//! a file or folder that was dropped ───────────────────> store, shelf ──> HostEvent::Insert, Against, Folder ...
//! nothing waits, or enough came ───────────────────────> what is to be kept is written ──> HostEvent::Unsaved
//! ```
//!
//! Neither the window nor the game waits for the disk or the clipboard. A console that was left behind because its cart hangs may
//! still ask for something: only what the newest one asks for is done.

use crate::keeper::Keeper;
use crate::terminal;
use crate::wake::{Wake, Waker};
use crate::watch::Reloaders;
use crate::{drop as dropped, import_process};
use player::{Before, HostError, HostEvent, Reply, RequestId, Response, Start};
use rasher::Rom;
use shelf::Entry;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;
use store::{FirstFiles, StoreError};
use studio::{Notice, Settings};
use timeline::Recording;
use tool::{PlayOptions, Recorded, ToolError};

/// How long the end of the program waits for the disk.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long until what the disk has refused is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// Orders that are taken before what is to be kept is written: of what a cart stores in each frame the newest counts.
const AT_ONCE: u32 = 1024;

/// Bytes that carts have printed to files and that wait for the disk.
const PRINTS_MAX: usize = 4 << 20;

/// Work for the thread.
struct Order {
    /// The console that asks; none for the window, which is always served.
    console: Option<u32>,
    work: Box<dyn FnOnce(&mut FileWorker) + Send>,
}

#[derive(Clone)]
pub struct Files {
    orders: Sender<Order>,
    newest: Arc<AtomicU32>,
    console: Option<u32>,
    prints: Arc<Prints>,
}

/// Lines on their way to files of carts.
#[derive(Default)]
struct Prints {
    waiting: AtomicUsize,
    /// Some were dropped since it was told.
    dropped: AtomicBool,
}

impl Files {
    pub fn start(
        keeper: Keeper,
        play: PlayOptions,
        carts: &'static [Entry],
        waker: Waker,
        reloaders: Reloaders,
    ) -> Files {
        let (orders, inbox) = channel();
        let prints = Arc::<Prints>::default();
        let worker = FileWorker {
            keeper,
            play,
            carts,
            waker,
            firsts: FirstFiles::default(),
            console: 0,
            events: None,
            on_shelf: false,
            failing: None,
            prints: prints.clone(),
            reloaders,
        };
        std::thread::spawn(move || worker.run(&inbox));
        Files { orders, newest: Arc::default(), console: None, prints }
    }

    /// The same thread, for a console that gets the answers; no other is served any more.
    pub fn begin(&self, events: Sender<HostEvent>) -> Files {
        let console = self.newest.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        self.queue(move |worker| {
            // It has been told nothing yet.
            (worker.console, worker.events, worker.failing) = (console, Some(events), None);
        });
        Files { console: Some(console), ..self.clone() }
    }

    pub fn queue(&self, work: impl FnOnce(&mut FileWorker) + Send + 'static) {
        // The thread lives as long as anybody can ask it.
        _ = self.orders.send(Order { console: self.console, work: Box::new(work) });
    }

    /// Queues work whose result is the answer to a request.
    pub fn answer(&self, id: RequestId, work: impl FnOnce(&mut FileWorker) -> Reply + Send + 'static) {
        self.queue(move |worker| {
            let reply = work(worker);
            worker.reply(id, reply);
        });
    }

    /// Prints a line to a file of a cart. What it prints faster than the disk takes it is dropped.
    pub fn print(&self, id: RequestId, cart: String, file: String, text: String, anew: bool) {
        let Prints { waiting, dropped } = &*self.prints;
        if waiting.fetch_add(text.len(), Ordering::Relaxed) + text.len() > PRINTS_MAX {
            waiting.fetch_sub(text.len(), Ordering::Relaxed);
            return dropped.store(true, Ordering::Relaxed);
        }
        self.queue(move |worker| {
            let done = store::print_to(&worker.keeper.home, &cart, &file, &text, anew);
            worker.prints.waiting.fetch_sub(text.len(), Ordering::Relaxed);
            worker.complain_once(id, done);
            if worker.prints.dropped.swap(false, Ordering::Relaxed) {
                worker.complain_once(id, Err(StoreError::Slow { file }));
            }
        });
    }

    /// Something was dropped on the window.
    pub fn dropped(&self, path: PathBuf) {
        self.queue(move |worker| {
            worker.keep();
            worker.dropped(&path);
        });
    }

    /// Writes the recording of a run that hangs, if recordings are wanted.
    pub fn record(&self, recording: Recording) {
        self.queue(move |worker| worker.record(&recording));
    }

    /// A console is to begin before the frame that another does not come back from: what is kept of its run is read for it.
    pub fn before(&self, start: Start, told: Recording, before: Before) {
        self.queue(move |worker| {
            worker.keep();
            worker.before(start, &told, before);
        });
    }

    /// Keeps the settings of a console that does not answer.
    pub fn keep(&self, settings: Settings) {
        self.queue(move |worker| worker.keeper.set(settings));
    }

    /// Waits until all is on the disk, but not for ever.
    pub fn finish(&self) {
        let (done, wait) = channel();
        self.queue(move |worker| {
            worker.keep();
            _ = done.send(());
        });
        _ = wait.recv_timeout(PATIENCE);
    }
}

/// Why something failed, as the player shows it.
pub fn failed(error: impl Display) -> HostError {
    HostError::Failed(error.to_string())
}

/// What the thread works with.
pub struct FileWorker {
    pub keeper: Keeper,
    pub play: PlayOptions,
    pub carts: &'static [Entry],
    pub waker: Waker,
    /// What was saved over in the editors.
    pub firsts: FirstFiles,
    /// The console that is served.
    console: u32,
    events: Option<Sender<HostEvent>>,
    on_shelf: bool,
    /// What the player knows of what is not kept.
    failing: Option<String>,
    prints: Arc<Prints>,
    pub reloaders: Reloaders,
}

impl FileWorker {
    fn run(mut self, inbox: &Receiver<Order>) {
        let mut taken = 0;
        loop {
            // What has come while the disk was busy is kept at once: of all that a cart has saved the newest alone.
            let waiting = if taken < AT_ONCE { inbox.try_recv().ok() } else { None };
            let order = match waiting {
                Some(order) => order,
                None => {
                    self.keep();
                    taken = 0;
                    // What the disk refuses is tried again though nothing new comes.
                    let next = match self.keeper.failing() {
                        None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                        Some(_) => inbox.recv_timeout(AGAIN),
                    };
                    match next {
                        Ok(order) => order,
                        Err(RecvTimeoutError::Timeout) => continue,
                        Err(RecvTimeoutError::Disconnected) => return,
                    }
                }
            };
            taken += 1;
            if order.console.is_none_or(|console| console == self.console) {
                (order.work)(&mut self);
            }
        }
    }

    /// Writes what is to be kept, and says what came of it.
    pub fn keep(&mut self) {
        self.keeper.write();
        self.keeper.news().into_iter().for_each(|text| self.say_bad(text));
        let failing = self.keeper.failing();
        if failing != self.failing.as_deref() {
            self.failing = failing.map(str::to_string);
            self.send(HostEvent::Unsaved(self.failing.clone()));
        }
    }

    fn send(&self, event: HostEvent) {
        if let Some(events) = &self.events {
            // A console that has ended needs no answer.
            _ = events.send(event);
        }
    }

    fn say_bad(&self, text: String) {
        self.send(HostEvent::Say(Notice { text, bad: true }));
    }

    pub fn reply(&self, id: RequestId, reply: Reply) {
        self.send(HostEvent::Reply(id, reply));
    }

    /// Answers a request that has failed; one that was done needs no answer.
    pub fn complain<E: Display>(&self, id: RequestId, done: Result<(), E>) {
        if let Err(error) = done {
            self.reply(id, Err(failed(error)));
        }
    }

    /// As [`FileWorker::complain`], for a file of the cart's: each kind of error once.
    fn complain_once(&mut self, id: RequestId, done: Result<(), StoreError>) {
        let news = done.err().filter(|error| self.keeper.is_news(error));
        self.complain(id, news.map_or(Ok(()), Err));
    }

    /// Answers where a picture, a film or a sound is, or why it is not: what a cart asks for in each frame once.
    pub fn media_written(&mut self, id: RequestId, by_cart: bool, done: Result<PathBuf, StoreError>) {
        match done {
            Ok(path) => self.reply(id, Ok(Response::Text(format!("saved {}", path.display())))),
            Err(error) if by_cart => self.complain_once(id, Err(error)),
            Err(error) => self.complain(id, Err(error)),
        }
    }

    /// The cart of that name runs now, or the shelf; what is kept of another one's run is anybody's.
    pub fn playing(&mut self, cart: &str, shelf: bool) {
        self.on_shelf = shelf;
        self.keep();
        self.keeper.playing(cart);
    }

    /// Has a file read by a process of its own, on a thread: what is to be kept does not wait for it.
    pub fn import(&mut self, id: RequestId, path: PathBuf, rom: Arc<Rom>) {
        self.keep();
        let events = self.events.clone();
        std::thread::spawn(move || {
            let program = std::env::current_exe().unwrap_or_default();
            let read = import_process::imported(program.as_os_str(), &path, &rom);
            let reply = read.map(|(data, about)| Response::Imported(data, about)).map_err(failed);
            // A console that has ended needs no answer.
            events.map(|events| events.send(HostEvent::Reply(id, reply)));
        });
    }

    /// Begins before a frame that does not come back.
    fn before(&mut self, start: Start, told: &Recording, before: Before) {
        let (cart, Keeper { home, autosave, .. }) = (&start.insert.cart, &mut self.keeper);
        // What cannot be read is only a longer way: what the cart was told leads there too.
        let kept = if cart.keeps { autosave.open(home, cart.key()).ok() } else { None };
        let kept = kept.and_then(|(kept, _)| kept.ok().flatten());
        if let Some(start) = start.before(told, kept, before) {
            self.waker.wake(Wake::Begin(Box::new(start)));
        }
    }

    /// Writes a recording, if one is wanted.
    pub fn record(&self, recording: &Recording) {
        let Some(path) = &self.play.record else { return };
        if let Err(e) = store::write(path, &recording.to_bytes()) {
            terminal::log(&e.to_string());
        }
    }

    /// Reads what runs are to be held against.
    pub fn against(&self, path: &Path) -> Result<player::Against, ToolError> {
        let read = Recorded::read(self.carts, path, &self.play.run_source())?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(player::Against { name, recording: read.recording, program: read.cart.boot().0, rom: read.rom })
    }

    fn dropped(&mut self, path: &Path) {
        let Keeper { home, autosave, .. } = &mut self.keeper;
        match dropped::open(self.carts, home, autosave, path, self.on_shelf) {
            Ok(dropped::Dropped::Cart(insert, said, reloader)) => {
                self.reloaders.put(reloader);
                self.send(HostEvent::Insert(insert, said));
            }
            Ok(dropped::Dropped::Event(event)) => self.send(event),
            Ok(dropped::Dropped::Folder(folder)) => self.waker.wake(Wake::Folder(folder)),
            Ok(dropped::Dropped::Recording) => match self.against(path) {
                Ok(against) => self.send(HostEvent::Against(Box::new(against))),
                Err(error) => self.say_bad(error.to_string()),
            },
            Err(error) => self.say_bad(error),
        }
    }
}
