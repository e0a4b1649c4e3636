//! Every run is kept while it is played, so that it can be gone on with after a power cut, or tomorrow.
//!
//! ```text
//! worker: Diary ── a Page each half second ──> Keeper's thread ── store::RunFile ──> runs/NAME.run
//!         (a copy of the new inputs, some us)                     (a write and a sync, ms or seconds)
//! ```
//!
//! The worker never waits for the disk. A page is a few dozen bytes, however long the run is; a run that is begun, taken
//! up again or branched is one page with all of it. What the disk refuses waits for the next page, and is said once.

use rasher::{Console, Rom};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use store::{Home, RunFile, StoreError};
use timeline::{Mark, Part, Run};

/// Time between two pages: with the time of a write, a power cut loses less than a second.
const EVERY: Duration = Duration::from_millis(500);
/// How long the end of the program waits for the disk.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the keeper is told.
enum Page {
    /// A run from its start; it replaces the one that was kept of its cart.
    Begin { start: Box<timeline::Start>, rom: Arc<Rom>, part: Part },
    /// What came after.
    More(Part),
    /// The run of that cart is over.
    Over(String),
    /// All that came before is on the disk.
    Done(Sender<()>),
}

/// The worker's side: knows what has been written.
pub struct Diary {
    pages: Sender<(u32, Page)>,
    number: u32,
    rom: Arc<Rom>,
    branch: Option<u32>,
    mark: Mark,
    over: bool,
    last: Instant,
}

impl Diary {
    /// Notes what is new when it is time for it, or `now`. The run must stand at the head of its branch.
    pub fn write(&mut self, run: &Run, now: bool) {
        if self.over || !now && self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        let branch = run.branch();
        if self.branch.replace(branch.id) != Some(branch.id) {
            self.mark = Mark::default();
        }
        let recording = branch.past.recording();
        if recording.frames() <= self.mark.frame() {
            return;
        }
        let part = recording.part(&mut self.mark, Console::digest(run.console()));
        self.tell(match part.first() {
            0 => Page::Begin { start: Box::new(recording.start.clone()), rom: self.rom.clone(), part },
            _ => Page::More(part),
        });
    }

    /// The run is over: what is kept goes, and nothing is kept until [`Diary::begins`].
    pub fn over(&mut self) {
        self.over = true;
        self.tell(Page::Over(self.rom.name.clone()));
    }

    /// Play goes on from another moment of the past, at which the run was over or was not.
    pub fn is_over(&mut self, over: bool) {
        match (self.over, over) {
            (true, false) => self.begins(),
            (false, true) => self.over(),
            _ => {}
        }
    }

    /// There is something to keep again; since a replay begins at the start, all of it.
    pub fn begins(&mut self) {
        self.over = false;
        self.branch = None;
    }

    /// From now on another run is written, which started with these data.
    pub fn rebase(&mut self, rom: Arc<Rom>) {
        (self.rom, self.branch, self.over) = (rom, None, false);
    }

    fn tell(&self, page: Page) {
        // The keeper lives as long as the window; after it nobody writes.
        let _ = self.pages.send((self.number, page));
    }
}

/// The thread that writes.
pub struct Keeper {
    pages: Sender<(u32, Page)>,
    number: u32,
}

impl Keeper {
    /// Starts it. What the disk refuses is told to `say`.
    pub fn start(home: Home, say: impl Fn(String) + Send + 'static) -> Keeper {
        let (pages, inbox) = channel();
        std::thread::spawn(move || {
            Desk { home, say, file: None, begins: None, late: Vec::new(), said: false }.work(&inbox)
        });
        Keeper { pages, number: 0 }
    }

    /// A diary for a run that starts with these data. From now on no other one's pages are taken.
    pub fn diary(&mut self, rom: Arc<Rom>) -> Diary {
        self.number = self.number.wrapping_add(1);
        Diary {
            pages: self.pages.clone(),
            number: self.number,
            rom,
            branch: None,
            mark: Mark::default(),
            over: false,
            last: Instant::now(),
        }
    }

    /// Forgets the run of that cart.
    pub fn over(&mut self, cart: &str) {
        self.number = self.number.wrapping_add(1);
        let _ = self.pages.send((self.number, Page::Over(cart.to_string())));
    }

    /// Waits until all pages are on the disk, but not for ever.
    pub fn finish(&self) {
        let (done, wait) = channel();
        let _ = self.pages.send((self.number, Page::Done(done)));
        let _ = wait.recv_timeout(PATIENCE);
    }
}

/// The keeper's side.
struct Desk<S> {
    home: Home,
    say: S,
    file: Option<RunFile>,
    /// The run whose file is still to be made.
    begins: Option<(Box<timeline::Start>, Arc<Rom>)>,
    /// Parts that the disk has refused.
    late: Vec<Part>,
    said: bool,
}

impl<S: Fn(String)> Desk<S> {
    fn work(&mut self, inbox: &Receiver<(u32, Page)>) {
        let mut newest = 0;
        for (number, page) in inbox {
            // A worker that was left behind may still write.
            if number < newest {
                continue;
            }
            newest = number;
            match page {
                Page::Done(done) => drop(done.send(())),
                Page::Over(cart) => {
                    (self.file, self.begins, self.late) = (None, None, Vec::new());
                    let gone = store::end_run(&self.home, &cart);
                    self.tell(gone.err());
                }
                Page::Begin { start, rom, part } => {
                    self.file = None;
                    self.late = vec![part];
                    self.begins = Some((start, rom));
                    self.write();
                }
                Page::More(part) => {
                    self.late.push(part);
                    self.write();
                }
            }
        }
    }

    /// Writes the parts that wait, in order, up to one that the disk refuses.
    fn write(&mut self) {
        let done = self.catch_up();
        if let Err(StoreError::InUse { .. }) = done {
            // Another window has the file. When that is closed, its run must not be written over by this one's.
            (self.begins, self.late) = (None, Vec::new());
        }
        self.said &= done.is_err();
        self.tell(done.err());
    }

    fn catch_up(&mut self) -> Result<(), StoreError> {
        while let Some(part) = self.late.first() {
            match (&mut self.file, &self.begins) {
                (Some(file), _) => file.append(part)?,
                (None, Some((start, rom))) => {
                    self.file = Some(RunFile::begin(&self.home, start, &rom.data, part)?);
                    self.begins = None;
                }
                // Parts of a run that is over.
                (None, None) => {}
            }
            self.late.remove(0);
        }
        Ok(())
    }

    fn tell(&mut self, error: Option<StoreError>) {
        if let Some(error) = error.filter(|_| !self.said) {
            self.said = true;
            (self.say)(format!("the run is not kept: {error}"));
        }
    }
}
