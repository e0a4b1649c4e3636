//! Work beside the game: the last seconds as a moving picture, and the debugger's searches through time.
//!
//! ```text
//! Ctrl+9, or a wish of the debugger ──> worker: Task, a copy of the past ──> Job ── how far ──> bar over the game, or in
//!                                                                              │                 the debugger
//!                                                                              └── file, or what was found
//! ```
//!
//! The game goes on meanwhile: a past is inputs and shared key frames, and copying it costs a millisecond or two. One film and one
//! search at a time; a second search takes the first one's place, a second key ends the film.

use crate::app::App;
use crate::job::Job;
use crate::worker::{Order, Task};
use std::path::{Path, PathBuf};
use studio::debug::{Search, Wish};
use studio::{Notice, Working};
use timeline::{Comparison, Found, compare, same_picture};
use tool::{Film, Recorded};

/// Seconds of a film.
const SECONDS: u32 = 8;
/// How many times it is enlarged.
const SCALE: u8 = 4;

/// Work, and what is said of how far it is.
struct Beside<T> {
    job: Job<T>,
    working: Box<dyn Fn(u64) -> Working>,
}

impl<T> Beside<T> {
    fn working(&self) -> Working {
        (self.working)(self.job.done())
    }
}

/// What a search came to.
enum Answer {
    Found(Search, Found),
    Parted(String, Result<Comparison, String>),
}

/// What goes on.
#[derive(Default)]
pub(crate) struct Tasks {
    film: Option<Beside<Option<Result<PathBuf, String>>>>,
    search: Option<Beside<Answer>>,
    /// The recording that runs are held against.
    against: Option<PathBuf>,
    /// What the debugger was told last.
    told: Option<Working>,
}

impl Tasks {
    /// Nothing goes on; runs are held against that recording.
    pub fn new(against: Option<PathBuf>) -> Tasks {
        Tasks { against, ..Tasks::default() }
    }

    /// Does something go on?
    pub fn is_busy(&self) -> bool {
        self.film.is_some() || self.search.is_some()
    }

    /// Another run is played: what was looked for in the one before is of no use.
    pub fn forget_search(&mut self) {
        self.search = None;
    }

    /// How far the film is.
    pub fn film(&self) -> Option<Working> {
        self.film.as_ref().map(Beside::working)
    }

    /// How far that is which the debugger waits for, or else the film.
    fn working(&self) -> Option<Working> {
        self.search.as_ref().map(Beside::working).or_else(|| self.film())
    }
}

impl App {
    /// Keeps the last seconds as a GIF or an animated PNG; ends the film that is being made.
    pub(crate) fn film(&mut self, animated: bool) {
        match &self.tasks.film {
            Some(film) => film.job.stop(),
            None => _ = self.session.worker().order(Order::Film(animated)),
        }
    }

    /// Ends what goes on: the search first.
    pub(crate) fn stop_work(&mut self) {
        match (&self.tasks.search, &self.tasks.film) {
            (Some(search), _) => search.job.stop(),
            (None, Some(film)) => film.job.stop(),
            (None, None) => {}
        }
    }

    /// From now on runs are held against that recording, and at once if the debugger is open.
    pub(crate) fn hold_against(&mut self, path: &Path) {
        self.tasks.against = Some(path.to_path_buf());
        if self.walk.open {
            self.session.worker().order(Order::Press(crate::debug::Press::of(studio::debug::Ask::Against)));
        } else {
            self.say(format!("{}: f12, then d holds a run against it", path.display()));
        }
    }

    /// Begins work.
    pub(crate) fn begin_task(&mut self, task: Task) {
        let Task { wish, branch, now, fps } = task;
        let head = branch.head();
        match wish {
            Wish::Movie(animated) if self.tasks.film.is_none() => {
                let film = Film { seconds: SECONDS, scale: SCALE, animated };
                let all = film.frames(now, fps);
                let (home, name) = (self.home.clone(), self.session.cart.name.clone());
                let job = Job::start(move |ticket| {
                    let mut whole = true;
                    let made = film.take(&branch.past, now, fps, |done| {
                        whole = ticket.reach(done);
                        whole
                    });
                    // One that was ended is no film.
                    whole.then(|| {
                        let bytes = made.map_err(|crash| crash.to_string())?;
                        store::write_film(&home, &name, animated, &bytes).map_err(|e| e.to_string())
                    })
                });
                let what = if animated { "animated png" } else { "gif" };
                let working = Box::new(move |done| Working { what: what.to_string(), done, all, at: None });
                self.tasks.film = Some(Beside { job, working });
            }
            Wish::Search(search) => {
                let told = search.clone();
                let job = Job::start(move |ticket| {
                    let found = search.look(&branch.past, |frame| ticket.reach(frame));
                    Answer::Found(search, found)
                });
                self.tasks.search = Some(Beside { job, working: Box::new(move |at| told.working(at, head)) });
            }
            Wish::Against => {
                let Some(path) = self.tasks.against.clone() else {
                    return self.notice("drop a recording on the window, or start with --against FILE");
                };
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let (carts, data, told) =
                    (self.carts, self.data().map(Path::to_path_buf), format!("against {name}"));
                let job = Job::start(move |ticket| {
                    let parted = || -> Result<Comparison, tool::ToolError> {
                        let other = Recorded::read(carts, &path, data.as_deref())?;
                        compare(&branch, other.replay()?, same_picture, |frame| ticket.reach(frame))
                            .map_err(|e| other.wrong(e))
                    };
                    Answer::Parted(name, parted().map_err(|e| e.to_string()))
                });
                let working =
                    Box::new(move |at| Working { what: told.clone(), done: at, all: head, at: Some(at) });
                self.tasks.search = Some(Beside { job, working });
            }
            _ => {}
        }
    }

    /// Looks how far the work is, and takes what it came to.
    pub(crate) fn look_after_tasks(&mut self) {
        if !self.tasks.is_busy() {
            return;
        }
        if let Some(ended) = self.tasks.film.as_ref().and_then(|film| film.job.result()) {
            self.tasks.film = None;
            match ended {
                Ok(Some(Ok(path))) => self.say(format!("saved {}", path.display())),
                Ok(Some(Err(e))) => self.notice(e),
                Ok(None) => self.say("no film was saved"),
                Err(e) => self.notice(e),
            }
        }
        if let Some(ended) = self.tasks.search.as_ref().and_then(|search| search.job.result()) {
            self.tasks.search = None;
            let worker = self.session.worker();
            match ended {
                Ok(Answer::Found(search, found)) => _ = worker.order(Order::Found(Box::new((search, found)))),
                Ok(Answer::Parted(name, Ok(comparison))) => {
                    worker.order(Order::Parted(name, Box::new(comparison)));
                }
                Ok(Answer::Parted(_, Err(e))) => self.notice(e),
                Err(e) => self.notice(e),
            }
        }
        let working = self.tasks.working();
        if self.walk.open && working != self.tasks.told {
            self.session.worker().order(Order::Work(working.clone()));
            self.tasks.told = working;
        }
    }

    /// Says something in the debugger, where no notice is drawn.
    pub(crate) fn walk_told(&self, notice: &Notice) {
        if self.walk.open {
            self.session.worker().order(Order::DebugTell(notice.clone()));
        }
    }
}
