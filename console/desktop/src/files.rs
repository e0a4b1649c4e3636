//! Files on a thread of their own: what the player wants to be written or read, in order; what came of it goes back to it.
//!
//! ```text
//! Output::Write, Autosave, Settings, Recording ──> keeper, store ──> Command::Written, Saved, Unsaved ...
//! Output::Load, ReadAgainst, a dropped file ─────> store, shelf ──> Command::Insert, Against, Data ...
//! ```
//!
//! Neither the window nor the game waits for the disk or the clipboard. A console that was left behind because its cart hangs may
//! still ask for something: only what the newest one asks for is done.

use crate::keeper::Keeper;
use crate::terminal;
use crate::wake::{Wake, Waker};
use crate::{apart, cartridge, clipboard, drop as dropped, editor};
use player::{Before, Command, MediaName, NewCode, Output, Start, Write};
use rasher::Rom;
use shelf::Entry;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;
use store::{FirstFiles, Home, StoreError, Taken};
use studio::edit::SourceFile;
use studio::{Notice, Settings};
use timeline::Recording;
use tool::{LuaCart, PlayOptions, Recorded, ToolError};

/// How long the end of the program waits for the disk.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long until what the disk has refused is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// Orders that are taken before what is to be kept is written: of what a cart stores in each frame the newest counts.
const AT_ONCE: u32 = 1024;

/// Bytes that carts have printed to files and that wait for the disk.
const PRINTS_MAX: usize = 4 << 20;

/// What the thread is asked for.
enum Order {
    /// From now on a console is served, and no other.
    Begin(u32, Sender<Command>),
    Perform(u32, Output),
    /// That console's cart has the name, or is the shelf; what is kept of another one's run is anybody's.
    Playing(u32, String, bool),
    /// Something was dropped on the window.
    Drop(PathBuf),
    /// The recording of a run that hangs is to be written.
    Record(Box<Recording>),
    /// A console is to begin before the frame that does not come back.
    Before(Box<Hung>),
    /// All that came before is done.
    Done(Sender<()>),
}

/// A console that does not come back.
struct Hung {
    /// What begins in its place.
    start: Start,
    /// What its cart was told.
    told: Recording,
    before: Before,
}

#[derive(Clone)]
pub struct Files {
    orders: Sender<Order>,
    newest: Arc<AtomicU32>,
    number: u32,
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
    pub fn start(keeper: Keeper, play: PlayOptions, carts: &'static [Entry], waker: Waker) -> Files {
        let (orders, inbox) = channel();
        let prints = Arc::<Prints>::default();
        let served = Served {
            keeper,
            play,
            carts,
            waker,
            commands: None,
            on_shelf: false,
            failing: None,
            firsts: FirstFiles::default(),
            prints: prints.clone(),
        };
        std::thread::spawn(move || served.run(&inbox));
        Files { orders, newest: Arc::default(), number: 0, prints }
    }

    /// The same thread, for a console that hears the answers; no other is served any more.
    pub fn begin(&self, commands: Sender<Command>) -> Files {
        let number = self.newest.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        let files = Files { number, ..self.clone() };
        files.ask(Order::Begin(number, commands));
        files
    }

    /// Has something done. What a cart prints faster than the disk takes it is dropped.
    pub fn perform(&self, output: Output) {
        if let Output::Write(Write::Print { text, .. }) = &output {
            let before = self.prints.waiting.fetch_add(text.len(), Ordering::Relaxed);
            if before + text.len() > PRINTS_MAX {
                self.prints.waiting.fetch_sub(text.len(), Ordering::Relaxed);
                return self.prints.dropped.store(true, Ordering::Relaxed);
            }
        }
        self.ask(Order::Perform(self.number, output));
    }

    /// The cart of that name runs now, or the shelf.
    pub fn playing(&self, cart: String, shelf: bool) {
        self.ask(Order::Playing(self.number, cart, shelf));
    }

    /// Something was dropped on the window.
    pub fn dropped(&self, path: PathBuf) {
        self.ask(Order::Drop(path));
    }

    /// Writes the recording of a run that hangs, if recordings are wanted.
    pub fn record(&self, recording: Recording) {
        self.ask(Order::Record(Box::new(recording)));
    }

    /// A console is to begin before the frame that another does not come back from: what is kept of its run is read for it.
    pub fn before(&self, start: Start, told: Recording, before: Before) {
        self.ask(Order::Before(Box::new(Hung { start, told, before })));
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

struct Served {
    keeper: Keeper,
    play: PlayOptions,
    carts: &'static [Entry],
    waker: Waker,
    commands: Option<Sender<Command>>,
    /// Is the shelf what runs?
    on_shelf: bool,
    /// What the player knows of what is not kept.
    failing: Option<String>,
    /// What was saved over in the editors.
    firsts: FirstFiles,
    prints: Arc<Prints>,
}

/// The names of files, without their folders.
fn named(paths: &[PathBuf]) -> String {
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Writes what the prompt exports; the files' names.
fn exported(home: &Home, export: &player::Export) -> Result<String, String> {
    let player::Export { to, over, key, like, rom, code, unsaved, piece, file } = export;
    // What is on the screen of the editors counts, saved or not.
    let code = match like.as_ref().filter(|_| !unsaved.is_empty()) {
        Some(cart) => {
            let edited: Vec<_> = unsaved.iter().map(|file| (file.name.clone(), file.text.clone())).collect();
            LuaCart::read_with(cart, &edited).code.text.to_vec()
        }
        None => code.clone(),
    };
    let files = tool::exported(to, rom, &code, *piece, file).map_err(|e| e.to_string())?;
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists() && !over) {
        return Err(format!("{}: is there already; export -y writes over it", path.display()));
    }
    for (path, bytes) in &files {
        words(store::write_like(path, bytes, like.as_deref(), || store::read_label(home, key)))?;
    }
    let names: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
    Ok(format!("written: {}", names.join("  ")))
}

/// What a picture is called, and whose room it takes.
fn taken(name: &MediaName) -> Taken<'_> {
    Taken { name: &name.name, by: name.by.as_deref() }
}

fn words<T>(done: Result<T, StoreError>) -> Result<T, String> {
    done.map_err(|e| e.to_string())
}

impl Served {
    fn run(mut self, inbox: &Receiver<Order>) {
        let (mut newest, mut taken) = (0, 0);
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
            match order {
                Order::Begin(number, commands) => {
                    // It has been told nothing yet.
                    (newest, self.commands, self.failing) = (number, Some(commands), None);
                }
                Order::Perform(number, _) | Order::Playing(number, ..) if number != newest => {}
                Order::Perform(_, output) => self.perform(output),
                Order::Playing(_, cart, shelf) => {
                    self.on_shelf = shelf;
                    self.keep();
                    self.keeper.playing(&cart);
                }
                Order::Drop(path) => {
                    self.keep();
                    self.dropped(&path);
                }
                Order::Record(recording) => self.record(&recording),
                Order::Before(hung) => {
                    self.keep();
                    self.before(*hung);
                }
                Order::Done(done) => {
                    self.keep();
                    _ = done.send(());
                }
            }
        }
    }

    /// Writes what is to be kept, and says what came of it.
    fn keep(&mut self) {
        self.keeper.write();
        self.tell_news();
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

    /// Tells what became of a file of the cart's, each kind of error once.
    fn complain_once(&mut self, done: Result<(), StoreError>) {
        let news = done.err().filter(|error| self.keeper.is_news(error));
        self.complain(news.map_or(Ok(()), |error| Err(error.to_string())));
    }

    /// Tells where a picture, a film or a sound is kept, or why it is not: what a cart asks for in each frame once.
    fn saved(&mut self, name: &MediaName, done: Result<PathBuf, StoreError>) {
        let is_news = |keeper: &mut Keeper, error| name.by.is_none() || keeper.is_news(error);
        if done.as_ref().map_or_else(|error| is_news(&mut self.keeper, error), |_| true) {
            self.tell(Command::Saved(words(done).map(|path| path.display().to_string())));
        }
    }

    /// Tells what the keeper has to say.
    fn tell_news(&mut self) {
        self.keeper.news().into_iter().for_each(|text| self.complain(Err(text)));
        let failing = self.keeper.failing();
        if failing != self.failing.as_deref() {
            self.failing = failing.map(str::to_string);
            self.tell(Command::Unsaved(self.failing.clone()));
        }
    }

    fn perform(&mut self, output: Output) {
        match output {
            Output::Autosave(cart, page) => self.keeper.run(&cart, page),
            Output::Write(Write::CartData(id, data)) => self.keeper.save(id, data),
            Output::Write(Write::Stored { cart, file, data }) => self.keeper.store(cart, file, data),
            Output::Write(Write::Renamed(from, to)) => self.keeper.rename(&from, &to),
            Output::Write(Write::Mark(name, mark)) => self.keeper.mark(name, mark),
            Output::Write(write) => self.write(write),
            Output::Settings(settings) => self.keeper.set(*settings),
            Output::Recording(recording) => self.record(&recording),
            Output::Load { name, param, from } => {
                self.keep();
                let found = cartridge::loaded(self.carts, &name, from.as_deref()).and_then(|name| {
                    let play = PlayOptions { cart: Some(name), ..self.play.clone() };
                    cartridge::find(self.carts, &play)
                });
                let answer = match found {
                    Ok(found) => {
                        let Keeper { home, autosave, .. } = &mut self.keeper;
                        Command::Insert(Box::new(cartridge::insert(found, home, autosave, param)), None)
                    }
                    Err(e) => Command::NotLoaded(e),
                };
                self.tell(answer);
            }
            Output::ReadDraft(key) => match words(store::read_draft(&self.keeper.home, &key)) {
                Ok(Some(bytes)) => self.tell(Command::Draft(key, bytes)),
                Ok(None) => {}
                Err(why) => self.complain(Err(why)),
            },
            Output::ReadSources(path) => {
                let read = words(store::read_sources(&path, budget::included_files));
                let files = |all: Vec<(String, Vec<u8>)>| {
                    all.into_iter().map(|(name, text)| SourceFile { name, text }).collect()
                };
                self.tell(Command::Sources(path, read.map(files)));
            }
            Output::List(path) => {
                let names = words(store::names_in(&path));
                self.tell(Command::Listed(path, names));
            }
            Output::Import(path, rom) => self.import(path, rom),
            Output::Export(export) => self.tell(Command::Exported(exported(&self.keeper.home, &export))),
            Output::MakeFolder(path) => {
                let made = words(store::make_folder(&path));
                self.tell(Command::Exported(made.map(|()| format!("made: {}", path.display()))));
            }
            Output::OpenFolder(path) => self.tell(Command::Exported(editor::show_folder(&path))),
            Output::CopyFile(from, to) => {
                let written = match to.exists() {
                    true => Err(format!("{}: is there already, nothing is written over it", to.display())),
                    false => words(store::copy(&from, &to)).map(|_| format!("written: {}", to.display())),
                };
                self.tell(Command::Exported(written));
            }
            Output::Pack(key, version, code) => {
                self.tell(Command::Packed(key, version, format::packed_len(&code)));
            }
            Output::OpenCode { editor, file, line } => {
                let packages = self.carts.iter().filter_map(|cart| cart.package.map(PathBuf::from));
                let opened = editor::open(&editor, &file, line, &packages.collect::<Vec<_>>());
                let bad = opened.is_err();
                let text = opened.map_or_else(|why| why, |told| format!("opened {told}"));
                self.tell(Command::Say(Notice { text, bad }));
            }
            Output::ReadUnsaved(path, files) => {
                let edited: Vec<(String, Vec<u8>)> =
                    files.into_iter().map(|SourceFile { name, text }| (name, text)).collect();
                let LuaCart { program, code, .. } = LuaCart::read_with(&path, &edited);
                let (program, wrong) = match program {
                    Ok(program) => (program, None),
                    Err(fault) => (tool::broken(fault.clone()), Some(fault)),
                };
                let (others, others_wrong) = (Vec::new(), Vec::new());
                let new = NewCode { program, wrong, code: Arc::new(code), rom: None, others, others_wrong };
                self.tell(Command::UnsavedCode(Box::new(new)));
            }
            Output::ReadAgainst => {
                let Some(path) = &self.play.against else { return };
                self.tell(Command::Against(self.against(path).map(Box::new), false));
            }
            Output::Folder(cart) => match words(self.keeper.home.cart(&cart)) {
                Ok(folder) => {
                    let text = format!("its files: {}", folder.display());
                    self.tell(Command::Say(Notice { text, bad: false }));
                }
                Err(e) => self.complain(Err(e)),
            },
            Output::Copy(text) => self.complain(clipboard::copy(&text)),
            Output::CopyPicture(width, colors) => self.complain(clipboard::copy_picture(width, &colors)),
            Output::Paste => self.tell(Command::Pasted(clipboard::paste())),
            // Nobody sends these here.
            _ => {}
        }
    }

    fn write(&mut self, write: Write) {
        let (home, firsts) = (&self.keeper.home, &mut self.firsts);
        let path = |done: Result<PathBuf, StoreError>| {
            Command::Saved(words(done).map(|path| path.display().to_string()))
        };
        match write {
            Write::Slot(cart, number, slot) => {
                let written = store::write_slot(home, &cart, number + 1, &slot);
                self.tell(Command::Written(number, words(written)));
            }
            Write::NoSlot(cart, number) => {
                self.tell(Command::Emptied(number, words(store::empty_slot(home, &cart, number + 1))));
            }
            // The keeper has it.
            Write::CartData(..) | Write::Stored { .. } | Write::Renamed(..) | Write::Mark(..) => {}
            Write::Screenshot(name, picture) => {
                let done = store::write_screenshot(home, taken(&name), &picture);
                self.saved(&name, done);
            }
            Write::Film(name, animated, bytes) => {
                let done = store::write_film(home, taken(&name), animated, &bytes);
                self.saved(&name, done);
            }
            Write::Sound(name, samples) => {
                let done = store::write_sound(home, taken(&name), &samples);
                self.saved(&name, done);
            }
            Write::Label { cart, picture } => {
                let done = store::write_label(home, &cart, &picture);
                self.saved(&MediaName { name: String::new(), by: Some(cart) }, done);
            }
            Write::Report(report) => self.tell(path(store::write_report(home, &report))),
            Write::Print { cart, file, text, anew } => {
                let done = store::print_to(home, &cart, &file, &text, anew);
                self.prints.waiting.fetch_sub(text.len(), Ordering::Relaxed);
                self.complain_once(done);
                if self.prints.dropped.swap(false, Ordering::Relaxed) {
                    self.complain_once(Err(StoreError::Slow { file }));
                }
            }
            Write::Draft(key, draft) => {
                self.complain(words(store::write_draft(home, &key, draft.as_deref())))
            }
            Write::Code(cart, files) => {
                let edited: Vec<store::EditedSource> = files
                    .iter()
                    .map(|(SourceFile { name, text }, base)| store::EditedSource {
                        name: name.clone(),
                        text: text.clone(),
                        base: base.clone(),
                    })
                    .collect();
                let names = words(store::write_sources(&cart, &edited)).map(|paths| named(&paths));
                self.tell(Command::SourcesSaved(files.into_iter().map(|(file, _)| file).collect(), names));
            }
            Write::Data { folder: Some(folder), name, data, base } => {
                let written = store::write_edited(&folder, &name, &data, &base, firsts);
                if written.is_ok() {
                    self.waker.wake(Wake::Saved(data.clone()));
                }
                self.tell(Command::DataSaved(data, words(written).map(|paths| named(&paths))));
            }
            Write::Data { folder: None, name, data, base } => {
                let own = tool::cart(self.carts, &name).map_err(|e| e.to_string());
                let written = own
                    .and_then(|cart| words(store::write_own(home, &name, &cart.files, &data, &base, firsts)));
                let (folder, written) = match written {
                    Ok((folder, paths)) => (Some(folder), Ok(named(&paths))),
                    Err(why) => (None, Err(why)),
                };
                self.tell(Command::DataSaved(data, written));
                folder.into_iter().for_each(|folder| self.waker.wake(Wake::Folder(folder)));
            }
        }
    }

    /// Has a file read by a process of its own, on a thread: what is to be kept does not wait for it.
    fn import(&mut self, path: PathBuf, rom: Arc<Rom>) {
        self.keep();
        let commands = self.commands.clone();
        std::thread::spawn(move || {
            let program = std::env::current_exe().unwrap_or_default();
            let answer = match apart::imported(program.as_os_str(), &path, &rom) {
                Ok((data, told)) => Command::Imported(data, told),
                Err(why) => Command::Exported(Err(why)),
            };
            // A console that has ended needs no answer.
            commands.map(|commands| commands.send(answer));
        });
    }

    /// Begins before a frame that does not come back.
    fn before(&mut self, hung: Hung) {
        let Hung { start, told, before } = hung;
        let (cart, Keeper { home, autosave, .. }) = (&start.insert.cart, &mut self.keeper);
        // What cannot be read is only a longer way: what the cart was told leads there too.
        let kept = if cart.keeps { autosave.open(home, cart.key()).ok() } else { None };
        let kept = kept.and_then(|(kept, _)| kept.ok().flatten());
        if let Some(start) = start.before(&told, kept, before) {
            self.waker.wake(Wake::Begin(Box::new(start)));
        }
    }

    /// Writes a recording, if one is wanted.
    fn record(&self, recording: &Recording) {
        let Some(path) = &self.play.record else { return };
        if let Err(e) = store::write(path, &recording.to_bytes()) {
            terminal::log(&e.to_string());
        }
    }

    /// Reads what runs are to be held against.
    fn against(&self, path: &std::path::Path) -> Result<player::Against, String> {
        let source = self.play.run_source();
        let read = Recorded::read(self.carts, path, &source).map_err(|e: ToolError| e.to_string())?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(player::Against { name, recording: read.recording, program: read.cart.program, rom: read.rom })
    }

    fn dropped(&mut self, path: &std::path::Path) {
        let Keeper { home, autosave, .. } = &mut self.keeper;
        match dropped::open(self.carts, home, autosave, path, self.on_shelf) {
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
