//! Long work beside the game: a value that is done step by step, on a thread or in slices.
//!
//! ```text
//! DebugRequest of the debugger, Ctrl+9 ──> Job, with a copy of the past ── step(frames) ── step ── step ──> JobResult
//!                                    └── how far it is ──> JobLabel ──> a bar over the game, or in the debugger
//! ```
//!
//! The game goes on meanwhile: a past is inputs and shared key frames, and copying it costs a millisecond or two.

use crate::cartridge::Against;
use crate::film::{Film, Filming, SoundTaking};
use debugger::{Search, SearchOutcome, Searching};
use studio::JobProgress;
use timeline::{Branch, CompareJob, Comparison, Replay, same_picture};

/// Pictures of a film that a step makes: an animated PNG's take some two milliseconds.
const PICTURES: u64 = 2;

#[derive(Debug)]
pub struct Job(Work);

#[derive(Debug)]
enum Work {
    Film(Option<Box<Filming>>, bool),
    Sound(Option<Box<SoundTaking>>),
    Search(Box<Searching>),
    Compare(Box<Comparing>),
}

/// What a job came to.
#[derive(Debug)]
pub enum JobResult {
    /// The film's file, or why there is none; `true` is an animated PNG.
    Film(bool, Result<Vec<u8>, String>),
    /// The film was ended before it was whole.
    NoFilm,
    /// The samples, or why there are none.
    Sound(Result<Vec<i16>, String>),
    Found(Box<Search>, SearchOutcome),
    /// Where the run parts from the recording of that name, or why that cannot be said.
    Compared(String, Result<Box<Comparison>, String>),
}

#[derive(Debug)]
struct Comparing {
    ours: Option<Branch>,
    against: Against,
    walk: Option<CompareJob>,
}

impl Comparing {
    fn step(
        &mut self,
        frames: u64,
        keep_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Comparison>, String> {
        let words = |e: timeline::ReplayError| format!("{}: {e}", self.against.name);
        if let Some(ours) = self.ours.take() {
            let Against { recording, program, rom, .. } = &self.against;
            let theirs = Replay::new(recording, program.clone(), rom.clone()).map_err(words)?;
            self.walk = Some(CompareJob::new(ours, theirs));
        }
        let Some(walk) = &mut self.walk else { return Ok(None) };
        walk.step(frames, same_picture, keep_on).map_err(words)
    }
}

/// What is said of a job: what it is, and of how much.
#[derive(Clone, Debug)]
pub(crate) enum JobLabel {
    Film(bool, u64),
    Sound(u64),
    Search(Box<Search>, u64),
    Compare(String, u64),
}

impl JobLabel {
    pub fn working(&self, done: u64) -> JobProgress {
        match self {
            JobLabel::Film(animated, all) => {
                let what = if *animated { "animated png" } else { "gif" };
                JobProgress { what: what.to_string(), done, all: *all, at: None }
            }
            JobLabel::Sound(all) => JobProgress { what: "wav".to_string(), done, all: *all, at: None },
            JobLabel::Search(search, head) => search.working(done, *head),
            JobLabel::Compare(name, head) => {
                JobProgress { what: format!("against {name}"), done, all: *head, at: Some(done) }
            }
        }
    }
}

impl Job {
    /// Films the last seconds before moment `now` of a branch.
    pub(crate) fn film(film: Film, branch: &Branch, now: u64, fps: u8) -> (Job, JobLabel) {
        let filming = film.begin(branch.past.clone(), now, fps);
        let label = JobLabel::Film(film.animated, film.frames(now, fps));
        (Job(Work::Film(Some(Box::new(filming)), film.animated)), label)
    }

    /// Takes the sound of a branch from moment `from` to moment `to`.
    pub(crate) fn sound(branch: &Branch, from: u64, to: u64, fps: u8) -> (Job, JobLabel) {
        let taking = SoundTaking::begin(branch.past.clone(), from, to, fps);
        let label = JobLabel::Sound(SoundTaking::frames(from, to, fps));
        (Job(Work::Sound(Some(Box::new(taking)))), label)
    }

    /// Looks for something in the past of a branch.
    pub(crate) fn search(search: &Search, branch: &Branch) -> (Job, JobLabel) {
        let searching = Box::new(search.begin(branch.past.clone()));
        (Job(Work::Search(searching)), JobLabel::Search(Box::new(search.clone()), branch.head()))
    }

    /// Holds a branch against a recording.
    pub(crate) fn compare(branch: &Branch, against: Against) -> (Job, JobLabel) {
        let label = JobLabel::Compare(against.name.clone(), branch.head());
        let comparing = Comparing { ours: Some(branch.clone()), against, walk: None };
        (Job(Work::Compare(Box::new(comparing))), label)
    }

    /// Does a step of at most `frames` frames; the result when it was the last. `keep_on` is told now and then how far the job is,
    /// and ends it by saying false. A film takes a few frames alone: their pictures are dearer than they are.
    pub fn step(&mut self, frames: u64, keep_on: &mut dyn FnMut(u64) -> bool) -> Option<JobResult> {
        match &mut self.0 {
            Work::Film(slot, animated) => {
                let filming = slot.as_mut()?;
                let mut whole = true;
                let mut heard = |done: u64| {
                    whole = keep_on(done);
                    whole
                };
                match filming.step(frames.min(PICTURES), &mut heard) {
                    Err(crash) => Some(JobResult::Film(*animated, Err(crash.to_string()))),
                    Ok(true) => None,
                    Ok(false) => {
                        let filming = slot.take()?;
                        // One that was ended is no film.
                        let film = whole.then(|| JobResult::Film(*animated, Ok(filming.finish())));
                        Some(film.unwrap_or(JobResult::NoFilm))
                    }
                }
            }
            Work::Sound(slot) => match slot.as_mut()?.step(frames, keep_on) {
                Err(crash) => Some(JobResult::Sound(Err(crash.to_string()))),
                Ok(true) => None,
                Ok(false) => Some(JobResult::Sound(Ok(slot.take()?.finish()))),
            },
            Work::Search(searching) => {
                let found = searching.step(frames, keep_on)?;
                Some(JobResult::Found(Box::new(searching.search().clone()), found))
            }
            Work::Compare(comparing) => {
                let diverged = match comparing.step(frames, keep_on) {
                    Ok(None) => return None,
                    Ok(Some(comparison)) => Ok(Box::new(comparison)),
                    Err(e) => Err(e),
                };
                Some(JobResult::Compared(comparing.against.name.clone(), diverged))
            }
        }
    }
}
