//! Long work next to the game, done step by step: on a thread or in slices.
//!
//! ```text
//! DebugRequest, Ctrl+9 ──> Job, with a copy of the past ── step(frames) ── step ── step ──> JobResult
//!                      └── progress ──> JobLabel ──> a bar over the game or in the debugger
//! ```
//!
//! The game continues: a past is inputs and shared key frames, and copying it takes a millisecond or two.

use crate::cartridge::Against;
use crate::film::{Film, Media, MediaJob};
use debugger::{RunSearch, SearchOutcome, Searching};
use studio::JobProgress;
use timeline::{Branch, CompareJob, Comparison, Replay, ReplayError, same_picture};

pub struct Job(Box<dyn JobSteps + Send>);

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Job")
    }
}

trait JobSteps {
    fn step(&mut self, frames: u64, proceed: &mut dyn FnMut(u64) -> bool) -> Option<JobStep>;
}

type JobStep = Result<JobResult, String>;

#[derive(Debug)]
pub enum JobResult {
    Media(Media),
    Ended,
    Found(SearchOutcome),
    Compared(String, Box<Comparison>),
}

impl JobSteps for MediaJob {
    fn step(&mut self, frames: u64, proceed: &mut dyn FnMut(u64) -> bool) -> Option<JobStep> {
        let mut whole = true;
        let mut goes_on = |done| {
            whole = proceed(done);
            whole
        };
        let done =
            MediaJob::step(self, frames, &mut goes_on).map_err(|crash| crash.to_string()).transpose()?;
        Some(done.map(|media| if whole { JobResult::Media(media) } else { JobResult::Ended }))
    }
}

impl JobSteps for Searching {
    fn step(&mut self, frames: u64, proceed: &mut dyn FnMut(u64) -> bool) -> Option<JobStep> {
        Searching::step(self, frames, proceed).map(|found| Ok(JobResult::Found(found)))
    }
}

struct Comparing {
    ours: Option<Branch>,
    against: Against,
    walk: Option<CompareJob>,
}

impl Comparing {
    fn walk(
        &mut self,
        frames: u64,
        proceed: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Comparison>, ReplayError> {
        if let Some(ours) = self.ours.take() {
            let Against { recording, program, rom, .. } = &self.against;
            let theirs = Replay::new(recording, program.clone(), rom.clone())?;
            self.walk = Some(CompareJob::new(ours, theirs));
        }
        let Some(walk) = &mut self.walk else { return Ok(None) };
        walk.step(frames, same_picture, proceed)
    }
}

impl JobSteps for Comparing {
    fn step(&mut self, frames: u64, proceed: &mut dyn FnMut(u64) -> bool) -> Option<JobStep> {
        let done = self.walk(frames, proceed).transpose()?;
        let name = self.against.name.clone();
        Some(match done {
            Ok(comparison) => Ok(JobResult::Compared(name, Box::new(comparison))),
            Err(error) => Err(format!("{name}: {error}")),
        })
    }
}

#[derive(Clone, Debug)]
pub(crate) enum JobLabel {
    Film(bool, u64),
    Sound(u64),
    Search(Box<RunSearch>, u64),
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
            JobLabel::Search(search, head) => search.progress(done, *head),
            JobLabel::Compare(name, head) => {
                JobProgress { what: format!("comparing with {name}"), done, all: *head, at: Some(done) }
            }
        }
    }
}

impl Job {
    pub(crate) fn film(film: Film, branch: &Branch, now: u64, fps: u8) -> (Job, JobLabel) {
        let label = JobLabel::Film(film.animated, film.frames(now, fps));
        (Job(Box::new(film.begin(branch.past.clone(), now, fps))), label)
    }

    pub(crate) fn sound(branch: &Branch, from: u64, to: u64, fps: u8) -> (Job, JobLabel) {
        let label = JobLabel::Sound(MediaJob::sound_frames(from, to, fps));
        (Job(Box::new(MediaJob::sound(branch.past.clone(), from, to, fps))), label)
    }

    pub(crate) fn search(search: &RunSearch, branch: &Branch) -> (Job, JobLabel) {
        let label = JobLabel::Search(Box::new(search.clone()), branch.head());
        (Job(Box::new(search.begin(branch.past.clone()))), label)
    }

    pub(crate) fn compare(branch: &Branch, against: Against) -> (Job, JobLabel) {
        let label = JobLabel::Compare(against.name.clone(), branch.head());
        (Job(Box::new(Comparing { ours: Some(branch.clone()), against, walk: None })), label)
    }

    /// Runs at most `frames` frames and returns the result of the last step. `proceed` receives the progress and
    /// returns false to end the job.
    pub fn step(
        &mut self,
        frames: u64,
        proceed: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Result<JobResult, String>> {
        self.0.step(frames, proceed)
    }
}
