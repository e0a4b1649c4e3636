//! Files on a thread of their own: what the player wants to be written or read, in order; what came of it goes back to it.
//!
//! ```text
//! Output::Write, Autosave, Settings, Recording ──> store ──> Command::Written, Saved ...
//! Output::Load, ReadAgainst, a dropped file ─────> store, shelf ──> Command::Insert, Against, Data ...
//! ```
//!
//! Neither the window nor the game waits for the disk or the clipboard. A console that was left behind because its cart hangs may
//! still ask for something: only what the newest one asks for is done.

use crate::autosave::Autosave;
use crate::wake::{Wake, Waker};
use crate::{cartridge, clipboard, drop as dropped, settings};
use player::{Command, Output, Write};
use shelf::Entry;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use store::{Home, StoreError};
use studio::{Notice, Settings};
use timeline::Recording;
use tool::{PlayOptions, Recorded, ToolError};

/// How long the end of the program waits for the disk.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the thread is asked for.
enum Order {
    /// From now on a console is served, and no other.
    Begin(u32, Sender<Command>),
    /// What that console wants.
    Perform(u32, Output),
    /// Something was dropped on the window.
    Drop(PathBuf),
    /// The recording of a run that hangs is to be written.
    Record(Box<Recording>),
    /// All that came before is done.
    Done(Sender<()>),
}

/// Asks the thread.
#[derive(Clone)]
pub struct Files {
    orders: Sender<Order>,
    newest: Arc<AtomicU32>,
    number: u32,
}

impl Files {
    /// Starts the thread.
    pub fn start(home: Home, play: PlayOptions, carts: &'static [Entry], waker: Waker) -> Files {
        let (orders, inbox) = channel();
        let served = Served { home, play, carts, waker, commands: None, autosave: Autosave::default() };
        std::thread::spawn(move || served.run(&inbox));
        Files { orders, newest: Arc::default(), number: 0 }
    }

    /// The same thread, for a console that hears the answers; no other is served any more.
    pub fn begin(&self, commands: Sender<Command>) -> Files {
        let number = self.newest.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        let files = Files { number, ..self.clone() };
        files.ask(Order::Begin(number, commands));
        files
    }

    /// Has something done.
    pub fn perform(&self, output: Output) {
        self.ask(Order::Perform(self.number, output));
    }

    /// Something was dropped on the window.
    pub fn dropped(&self, path: PathBuf) {
        self.ask(Order::Drop(path));
    }

    /// Writes the recording of a run that hangs, if recordings are wanted.
    pub fn record(&self, recording: Recording) {
        self.ask(Order::Record(Box::new(recording)));
    }

    /// Keeps the settings of a console that does not answer.
    pub fn keep(&self, settings: Settings) {
        let number = self.newest.load(Ordering::Relaxed);
        self.ask(Order::Perform(number, Output::Settings(Box::new(settings))));
    }

    /// Waits until all is on the disk, but not for ever.
    pub fn finish(&self) {
        let (done, wait) = channel();
        self.ask(Order::Done(done));
        _ = wait.recv_timeout(PATIENCE);
    }

    fn ask(&self, order: Order) {
        // The thread lives as long as anybody can ask it.
        _ = self.orders.send(order);
    }
}

/// The thread's side.
struct Served {
    home: Home,
    play: PlayOptions,
    carts: &'static [Entry],
    waker: Waker,
    commands: Option<Sender<Command>>,
    autosave: Autosave,
}

fn words<T>(done: Result<T, StoreError>) -> Result<T, String> {
    done.map_err(|e| e.to_string())
}

impl Served {
    fn run(mut self, inbox: &Receiver<Order>) {
        let mut newest = 0;
        for order in inbox {
            match order {
                Order::Begin(number, commands) => (newest, self.commands) = (number, Some(commands)),
                Order::Perform(number, _) if number != newest => {}
                Order::Perform(_, output) => self.perform(output),
                Order::Drop(path) => self.dropped(&path),
                Order::Record(recording) => self.record(&recording),
                Order::Done(done) => drop(done.send(())),
            }
        }
    }

    fn tell(&self, command: Command) {
        if let Some(commands) = &self.commands {
            // A console that has ended needs no answer.
            _ = commands.send(command);
        }
    }

    /// Tells bad news, if there are any.
    fn complain(&self, done: Result<(), String>) {
        if let Err(text) = done {
            self.tell(Command::Say(Notice { text, bad: true }));
        }
    }

    fn perform(&mut self, output: Output) {
        match output {
            Output::Autosave(cart, page) => {
                let said = self.autosave.write(&self.home, &cart, page);
                self.complain(said.map_or(Ok(()), Err));
            }
            Output::Write(write) => self.write(write),
            Output::Settings(settings) => self.complain(settings::keep(&self.home, &settings)),
            Output::Recording(recording) => self.record(&recording),
            Output::Load { name, param } => {
                let play = PlayOptions { cart: Some(name), ..self.play.clone() };
                self.tell(match cartridge::find(self.carts, &play) {
                    Ok(found) => Command::Insert(Box::new(cartridge::insert(found, &self.home, param)), None),
                    Err(e) => Command::NotLoaded(e),
                });
            }
            Output::ReadAgainst => {
                let Some(path) = &self.play.against else { return };
                self.tell(Command::Against(self.against(path).map(Box::new), false));
            }
            Output::Copy(text) => self.complain(clipboard::copy(&text)),
            Output::Paste => self.tell(Command::Pasted(clipboard::paste())),
            // Nobody sends these here.
            _ => {}
        }
    }

    fn write(&self, write: Write) {
        let home = &self.home;
        let path = |done: Result<PathBuf, StoreError>| {
            Command::Saved(words(done).map(|path| path.display().to_string()))
        };
        match write {
            Write::Slot(_, number, slot) => {
                self.tell(Command::Written(number, words(store::write_slot(home, number + 1, &slot))));
            }
            Write::NoSlot(cart, number) => {
                self.tell(Command::Emptied(number, words(store::empty_slot(home, &cart, number + 1))));
            }
            Write::CartData(id, data) => self.complain(words(store::write_save(home, &id, &data))),
            Write::Screenshot(cart, picture) => {
                self.tell(path(store::write_screenshot(home, &cart, &picture)));
            }
            Write::Film(cart, animated, bytes) => {
                self.tell(path(store::write_film(home, &cart, animated, &bytes)));
            }
            Write::Report(report) => self.tell(path(store::write_report(home, &report))),
            Write::Print { file, text, anew } => {
                self.complain(words(store::print_to(home, &file, &text, anew)));
            }
        }
    }

    /// Writes a recording, if one is wanted.
    fn record(&self, recording: &Recording) {
        let Some(path) = &self.play.record else { return };
        if let Err(e) = store::write(path, &recording.to_bytes()) {
            eprintln!("rasher: {e}");
        }
    }

    /// Reads what runs are to be held against.
    fn against(&self, path: &std::path::Path) -> Result<player::Against, String> {
        let read = Recorded::read(self.carts, path, self.play.data.as_deref())
            .map_err(|e: ToolError| e.to_string())?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(player::Against { name, recording: read.recording, program: (read.cart.make)(), rom: read.rom })
    }

    fn dropped(&self, path: &std::path::Path) {
        match dropped::open(self.carts, &self.home, path) {
            Ok(dropped::Dropped::Commands(commands)) => {
                commands.into_iter().for_each(|command| self.tell(command));
            }
            Ok(dropped::Dropped::Folder(folder)) => self.waker.wake(Wake::Folder(folder)),
            Ok(dropped::Dropped::Recording) => {
                self.tell(Command::Against(self.against(path).map(Box::new), true));
            }
            Err(e) => self.complain(Err(e)),
        }
    }
}
