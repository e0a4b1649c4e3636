//! The file thread: work is queued, done in order, and answered.
//!
//! ```text
//! Request (requests.rs) ── queue, answer ──> closures ──> keeper, store ──> HostEvent::Reply
//! a dropped file or folder ────────────────────────────> store, shelf ──> HostEvent::StartCart, Against, Folder ...
//! the queue is empty, or QUEUE_MAX jobs are done ──────> kept data are written ──> HostEvent::Unsaved
//! ```
//!
//! Neither the window nor the game waits for the disk or the clipboard. A console that was abandoned because its cart hangs may still
//! send requests: only those of the newest one are done.

use crate::keeper::Keeper;
use crate::terminal;
use crate::wake::{Wake, Waker};
use crate::watch::LastReloader;
use crate::{drop as dropped, import_process};
use player::{Before, HostError, HostEvent, PlayerStart, Reply, RequestId, Response};
use rasher::Rom;
use shelf::Entry;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;
use store::{FirstFiles, Home, StoreError};
use studio::{Notice, Settings};
use timeline::Recording;
use tool::{PlayOptions, Recorded};

/// How long the end of the program waits for the disk.
const PATIENCE: Duration = Duration::from_secs(2);

const RETRY: Duration = Duration::from_secs(1);

/// Jobs that are done before kept data are written: of what a cart stores in each frame only the newest is.
const QUEUE_MAX: u32 = 1024;

/// Bytes that carts have printed to files and that are not written yet.
const PRINTS_MAX: usize = 4 << 20;

struct FileJob {
    /// The console that asks; none for the window, which is always served.
    console: Option<u32>,
    work: Box<dyn FnOnce(&mut FileWorker) + Send>,
}

#[derive(Clone)]
pub struct FileQueue {
    jobs: Sender<FileJob>,
    newest: Arc<AtomicU32>,
    console: Option<u32>,
    prints: Arc<Prints>,
}

#[derive(Default)]
struct Prints {
    bytes: AtomicUsize,
    /// Whether lines were dropped since the last report.
    dropped: AtomicBool,
}

impl FileQueue {
    pub fn start(
        keeper: Keeper,
        play: PlayOptions,
        carts: &'static [Entry],
        waker: Waker,
        last_reloader: LastReloader,
    ) -> FileQueue {
        let (jobs, inbox) = channel();
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
            last_reloader,
        };
        std::thread::spawn(move || worker.run(&inbox));
        FileQueue { jobs, newest: Arc::default(), console: None, prints }
    }

    /// The queue of a new console, which gets all answers from now on.
    pub fn for_console(&self, events: Sender<HostEvent>) -> FileQueue {
        let console = self.newest.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        self.queue(move |worker| {
            // It knows of no failure yet.
            (worker.console, worker.events, worker.failing) = (console, Some(events), None);
        });
        FileQueue { console: Some(console), ..self.clone() }
    }

    pub fn queue(&self, work: impl FnOnce(&mut FileWorker) + Send + 'static) {
        // The thread runs as long as there is a queue.
        _ = self.jobs.send(FileJob { console: self.console, work: Box::new(work) });
    }

    pub fn answer<E: Display>(
        &self,
        id: RequestId,
        work: impl FnOnce(&mut FileWorker) -> Result<Response, E> + Send + 'static,
    ) {
        self.queue(move |worker| {
            let reply = work(worker).map_err(failed);
            worker.reply(id, reply);
        });
    }

    pub fn answer_text<E: Display>(
        &self,
        id: RequestId,
        work: impl FnOnce(&mut FileWorker) -> Result<String, E> + Send + 'static,
    ) {
        self.answer(id, move |worker| work(worker).map(Response::Text));
    }

    /// Writes a picture, film or sound, and answers with its path. A cart gets each kind of error once.
    pub fn media(
        &self,
        id: RequestId,
        by_cart: bool,
        write: impl FnOnce(&Home) -> Result<PathBuf, StoreError> + Send + 'static,
    ) {
        self.queue(move |worker| match write(&worker.keeper.home) {
            Ok(path) => worker.reply(id, Ok(Response::Text(format!("saved {}", path.display())))),
            Err(error) if by_cart => worker.complain_once(id, Err(error)),
            Err(error) => worker.reply(id, Err(failed(error))),
        });
    }

    /// Prints a line to a file of a cart, or drops it where the disk is too slow.
    pub fn print(&self, id: RequestId, cart: String, file: String, text: String, anew: bool) {
        let Prints { bytes, dropped } = &*self.prints;
        if bytes.fetch_add(text.len(), Ordering::Relaxed) + text.len() > PRINTS_MAX {
            bytes.fetch_sub(text.len(), Ordering::Relaxed);
            return dropped.store(true, Ordering::Relaxed);
        }
        self.queue(move |worker| {
            let done = store::print_to(&worker.keeper.home, &cart, &file, &text, anew);
            worker.prints.bytes.fetch_sub(text.len(), Ordering::Relaxed);
            worker.complain_once(id, done);
            if worker.prints.dropped.swap(false, Ordering::Relaxed) {
                worker.complain_once(id, Err(StoreError::Slow { file }));
            }
        });
    }

    pub fn dropped(&self, path: PathBuf) {
        self.queue(move |worker| {
            worker.keep();
            worker.dropped(&path);
        });
    }

    pub fn record(&self, recording: Recording) {
        self.queue(move |worker| worker.record(&recording));
    }

    /// Starts a console before the frame in which another hangs, once its kept run is read.
    pub fn start_before(&self, start: PlayerStart, recording: Recording, before: Before) {
        self.queue(move |worker| {
            worker.keep();
            worker.start_before(start, &recording, before);
        });
    }

    pub fn keep(&self, settings: Settings) {
        self.queue(move |worker| worker.keeper.unsaved.settings = Some(settings));
    }

    /// Waits until everything is on the disk, for [`PATIENCE`] at most.
    pub fn finish(&self) {
        let (done, wait) = channel();
        self.queue(move |worker| {
            worker.keep();
            _ = done.send(());
        });
        _ = wait.recv_timeout(PATIENCE);
    }
}

pub fn failed(error: impl Display) -> HostError {
    HostError::failed(error.to_string())
}

pub struct FileWorker {
    pub keeper: Keeper,
    pub play: PlayOptions,
    pub carts: &'static [Entry],
    pub waker: Waker,
    pub firsts: FirstFiles,
    console: u32,
    pub events: Option<Sender<HostEvent>>,
    on_shelf: bool,
    failing: Option<String>,
    prints: Arc<Prints>,
    pub last_reloader: LastReloader,
}

impl FileWorker {
    fn run(mut self, inbox: &Receiver<FileJob>) {
        let mut done = 0;
        loop {
            // Jobs that came while the disk was busy are done first: of what a cart saves only the newest is written.
            let waiting = if done < QUEUE_MAX { inbox.try_recv().ok() } else { None };
            let job = match waiting {
                Some(job) => job,
                None => {
                    self.keep();
                    done = 0;
                    let next = match self.keeper.failing() {
                        None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                        Some(_) => inbox.recv_timeout(RETRY),
                    };
                    match next {
                        Ok(job) => job,
                        Err(RecvTimeoutError::Timeout) => continue,
                        Err(RecvTimeoutError::Disconnected) => return,
                    }
                }
            };
            done += 1;
            if job.console.is_none_or(|console| console == self.console) {
                (job.work)(&mut self);
            }
        }
    }

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
        self.send(HostEvent::Notify(Notice { text, bad: true }));
    }

    /// Adds an id to a cart that its author saves or exports, with a notice. A file that cannot be written is reported by the save itself.
    pub fn add_cart_id(&mut self, path: &Path) {
        let added = store::add_cart_id(path, store::random(), false);
        if let Ok(Some(id)) = added {
            // The cart of that file keeps its key.
            let noted = store::remember_cart(&self.keeper.home, path, &id);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = format!("{name}: added {}", format::CART_ID_ADDED);
            self.send(HostEvent::Notify(Notice { text, bad: false }));
            noted.err().into_iter().for_each(|e| self.say_bad(e.to_string()));
        }
    }

    pub fn reply(&self, id: RequestId, reply: Reply) {
        self.send(HostEvent::Reply(id, reply));
    }

    pub fn complain<E: Display>(&self, id: RequestId, done: Result<(), E>) {
        if let Err(error) = done {
            self.reply(id, Err(failed(error)));
        }
    }

    /// [`FileWorker::complain`] for a file of the cart's: each kind of error once.
    fn complain_once(&mut self, id: RequestId, done: Result<(), StoreError>) {
        let news = done.err().filter(|error| self.keeper.is_news(error));
        self.complain(id, news.map_or(Ok(()), Err));
    }

    /// Another cart runs, or the shelf: the files of the last one are unlocked.
    pub fn playing(&mut self, cart: &str, shelf: bool) {
        self.on_shelf = shelf;
        self.keep();
        self.keeper.playing(cart);
    }

    /// Imports a file in a separate process, on a thread, so that nothing waits for it.
    pub fn import(&mut self, id: RequestId, path: PathBuf, rom: Arc<Rom>) {
        self.keep();
        let events = self.events.clone();
        std::thread::spawn(move || {
            let program = std::env::current_exe().unwrap_or_default();
            let read = import_process::imported(program.as_os_str(), &path, &rom);
            let reply = read.map(|(rom, about)| Response::Imported(Box::new(rom), about)).map_err(failed);
            // A console that has ended needs no answer.
            events.map(|events| events.send(HostEvent::Reply(id, reply)));
        });
    }

    fn start_before(&mut self, start: PlayerStart, recording: &Recording, before: Before) {
        let (cart, Keeper { home, autosave, .. }) = (&start.first.cart, &mut self.keeper);
        // Without the kept run's states the recording is replayed from its start.
        let kept = if cart.keeps { autosave.open(home, cart.key()).ok() } else { None };
        let kept = kept.and_then(|(kept, _)| kept.ok().flatten());
        if let Some(start) = start.before(recording, kept, before) {
            self.waker.wake(Wake::Begin(Box::new(start)));
        }
    }

    pub fn record(&self, recording: &Recording) {
        let Some(path) = &self.play.record else { return };
        if let Err(e) = store::write(path, &recording.to_bytes()) {
            terminal::log(&e.to_string());
        }
    }

    pub fn named_against(&mut self) -> Result<Response, String> {
        let path =
            self.play.against.as_ref().ok_or("no recording to compare with: start with --against FILE")?;
        Ok(Response::Against(Box::new(self.against(path)?)))
    }

    fn against(&self, path: &Path) -> Result<player::Against, String> {
        let read = Recorded::read(self.carts, path, &self.play.run_source()).map_err(|e| e.to_string())?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(player::Against { name, recording: read.recording, program: read.cart.boot().0, rom: read.rom })
    }

    fn dropped(&mut self, path: &Path) {
        let Keeper { home, autosave, .. } = &mut self.keeper;
        match dropped::open(self.carts, home, autosave, path, self.on_shelf) {
            Ok(dropped::Dropped::Cart(start, message, reloader)) => {
                self.last_reloader.set(reloader);
                self.send(HostEvent::StartCart(start, message));
            }
            Ok(dropped::Dropped::Event(event)) => self.send(event),
            Ok(dropped::Dropped::Folder(folder)) => self.waker.wake(Wake::Folder(folder)),
            Ok(dropped::Dropped::Recording) => match self.against(path) {
                Ok(against) => self.send(HostEvent::Against(Box::new(against))),
                Err(error) => self.say_bad(error),
            },
            Err(error) => self.say_bad(error),
        }
    }
}
