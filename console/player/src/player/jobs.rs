//! Background jobs: a film or sound of the last seconds, the debugger's searches, auditions.
//!
//! One film, one sound and one search at a time. A new search replaces the previous one; pressing the film key again ends the film.
//! The host does jobs on threads if it has them; else each tick does a slice.
//!
//! While play is stopped, the first pattern or else the first sound that differs after a save is played, for at most eight seconds.

use super::phase::OnBegun;
use super::replies::Pending;
use super::{Asker, Player};
use crate::cartridge::Against;
use crate::film::{Film, MediaName};
use crate::job::{Job, JobLabel, JobResult};
use crate::pace::Pace;
use crate::protocol::{Request, RequestId};
use debugger::{DebugCommand, DebugEvent, RunSearch};
use rasher::Rom;
use rasher::memory::{MUSIC, ROM_SIZE, SFX};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use studio::{JobProgress, Jukebox, Piece};

const SECONDS: u32 = 8;
const SCALE: u8 = 4;

#[derive(Debug, Default)]
pub(super) struct BackgroundJobs {
    pub file_name: Option<String>,
    pub audition: Option<Audition>,
    pub against: Option<Against>,
    film: Option<Task>,
    sound: Option<Task>,
    pub film_from: Option<u64>,
    pub sound_from: Option<u64>,
    search: Option<Task>,
    shown: Option<JobProgress>,
    requested: bool,
}

#[derive(Debug)]
struct Task {
    id: RequestId,
    label: JobLabel,
    name: MediaName,
    done: u64,
    /// None if the host does it.
    job: Option<Box<Job>>,
}

impl Task {
    fn working(&self) -> JobProgress {
        self.label.working(self.done)
    }
}

impl BackgroundJobs {
    pub fn wants_slices(&self) -> bool {
        self.film.iter().chain(&self.sound).chain(&self.search).any(|task| task.job.is_some())
    }

    pub fn film(&self) -> Option<JobProgress> {
        self.film.as_ref().or(self.sound.as_ref()).map(Task::working)
    }

    fn working(&self) -> Option<JobProgress> {
        self.search.as_ref().map(Task::working).or_else(|| self.film())
    }
}

impl Player {
    fn begin_job(&mut self, (job, label): (Job, JobLabel), by: Asker) -> Task {
        let (id, job) = match self.options.hands_out {
            true => (self.ask(Request::Job(Box::new(job)), Pending::Job), None),
            false => (self.run_loop.new_id(), Some(Box::new(job))),
        };
        self.run_loop.stale = true;
        Task { id, label, name: self.media_name(by), done: 0, job }
    }

    /// Films the last seconds, or from the frame that the cart has set. Pressed again it ends the film; a cart cannot.
    pub(super) fn film(&mut self, animated: bool, by: Asker) {
        match (&self.jobs.film, by) {
            (Some(_), Asker::Person) => return self.stop_film(),
            (Some(_), Asker::Cart) => return,
            (None, _) => {}
        }
        let Some(run) = self.run_loop.run() else { return };
        let film = Film { seconds: SECONDS, since: self.jobs.film_from, scale: SCALE, animated };
        let job = Job::film(film, run.branch(), run.now(), run.console().fps());
        self.jobs.film = Some(self.begin_job(job, by));
        self.show_job_progress();
    }

    pub(super) fn sound(&mut self) {
        let Some(run) = self.run_loop.run() else { return };
        if self.jobs.sound.is_some() {
            return self.warn("audio_end: the previous sound is still being written");
        }
        let now = run.now();
        let Some(from) = self.jobs.sound_from.take().filter(|from| *from < now) else {
            return self.warn("audio_end: expected audio_rec before it");
        };
        let job = Job::sound(run.branch(), from, now, run.console().fps());
        self.jobs.sound = Some(self.begin_job(job, Asker::Cart));
    }

    pub(super) fn search(&mut self, search: &RunSearch) {
        self.forget_search();
        let Some(run) = self.run_loop.run() else { return };
        let job = Job::search(search, run.branch());
        self.jobs.search = Some(self.begin_job(job, Asker::Person));
        self.show_job_progress();
    }

    pub(super) fn compare(&mut self) {
        let Some(against) = self.jobs.against.clone() else {
            if self.options.against && !std::mem::replace(&mut self.jobs.requested, true) {
                self.ask(Request::ReadAgainst, Pending::Against);
                return;
            }
            return self.warn("to compare, drop a recording on the window or start with --against FILE");
        };
        self.forget_search();
        let Some(run) = self.run_loop.run() else { return };
        let job = Job::compare(run.branch(), against);
        self.jobs.search = Some(self.begin_job(job, Asker::Person));
        self.show_job_progress();
    }

    pub(super) fn set_reference(&mut self, against: Against, dropped: bool) {
        self.jobs.against = Some(against.clone());
        match self.phase.debugger() {
            Some(debug) => debug.press(DebugCommand::CompareRecording),
            None if dropped => {
                self.take_cart(against.start());
                self.start.on_begun = OnBegun::Watch;
            }
            None => {}
        }
    }

    pub(super) fn stop_job(&mut self) {
        match self.jobs.search {
            Some(Task { id, job: None, .. }) => self.request(Request::StopJob(id)),
            Some(_) => {
                self.jobs.search = None;
                self.warn("search cancelled");
                self.show_job_progress();
            }
            None => self.stop_film(),
        }
    }

    fn stop_film(&mut self) {
        match self.jobs.film {
            Some(Task { id, job: None, .. }) => self.request(Request::StopJob(id)),
            Some(Task { id, .. }) => self.job_done(id, Ok(JobResult::Ended)),
            None => {}
        }
    }

    pub(super) fn forget_search(&mut self) {
        if let Some(Task { id, job: None, .. }) = self.jobs.search.take() {
            self.request(Request::StopJob(id));
        }
    }

    pub(super) fn stop_jobs(&mut self) {
        let BackgroundJobs { film, sound, search, .. } = &mut self.jobs;
        for task in [search.take(), film.take(), sound.take()].into_iter().flatten() {
            if task.job.is_none() {
                self.request(Request::StopJob(task.id));
            }
        }
    }

    pub(super) fn step_jobs(&mut self) {
        let slice = self.run_loop.frame_cost.slice();
        let BackgroundJobs { film, sound, search, .. } = &mut self.jobs;
        // One per tick, the film first since it is the shortest.
        let sliced = film.iter_mut().chain(sound).chain(search).find_map(|task| {
            let Task { id, done, job, .. } = task;
            job.as_mut().map(|job| (*id, done, job))
        });
        if let Some((id, done, job)) = sliced {
            let result = job.step(slice, &mut |so_far| {
                *done = so_far;
                true
            });
            self.run_loop.frame_cost.ran(slice);
            self.run_loop.stale = true;
            if let Some(result) = result {
                self.job_done(id, result);
            }
        }
        self.show_job_progress();
    }

    pub(super) fn job_progress(&mut self, id: RequestId, done: u64) {
        let BackgroundJobs { film, sound, search, .. } = &mut self.jobs;
        if let Some(task) = film.iter_mut().chain(sound).chain(search).find(|task| task.id == id) {
            task.done = done;
            self.run_loop.stale = true;
        }
    }

    pub(super) fn job_done(&mut self, id: RequestId, result: Result<JobResult, String>) {
        let is = |task: &Option<Task>| task.as_ref().is_some_and(|task| task.id == id);
        let BackgroundJobs { film, sound, search, .. } = &mut self.jobs;
        // A forgotten job is ignored.
        let Some(task) = [film, sound, search].into_iter().find(|task| is(task)).and_then(Option::take)
        else {
            return;
        };
        match result {
            Err(error) => self.warn(error),
            Ok(JobResult::Ended) => self.notify("video cancelled"),
            Ok(JobResult::Media(media)) => self.request(Request::WriteMedia(task.name, media)),
            Ok(JobResult::Found(found)) => {
                if let (Some(debug), JobLabel::Search(search, _)) = (self.phase.debugger(), task.label) {
                    debug.push(DebugEvent::Result(*search, Box::new(found)));
                }
            }
            Ok(JobResult::Compared(name, comparison)) => {
                if let Some(debug) = self.phase.debugger() {
                    debug.push(DebugEvent::Comparison(name, comparison));
                }
            }
        }
        self.run_loop.stale = true;
        self.show_job_progress();
    }

    fn show_job_progress(&mut self) {
        let working = self.jobs.working();
        if let Some(debug) = self.phase.debugger()
            && working != self.jobs.shown
        {
            debug.debugger_mut().job = working.clone();
            self.jobs.shown = working;
        }
    }
}

const MOST: u32 = 8 * Jukebox::FPS;

#[derive(Clone, Debug)]
pub(super) struct Audition {
    jukebox: Jukebox,
    pace: Pace,
    left: u32,
    /// Samples that are due after those that were mixed.
    ahead: VecDeque<i16>,
}

impl Audition {
    /// Of changed music and sounds the first; over a game that plays its own music only a sound.
    pub fn of(before: &Rom, now: &Arc<Rom>, time: Duration, plays: bool) -> Option<Audition> {
        let piece = first(before, now, usize::from(MUSIC)..usize::from(SFX), 4)
            .filter(|_| !plays)
            .map(Piece::Music)
            .or_else(|| first(before, now, usize::from(SFX)..ROM_SIZE, 68).map(Piece::Sfx))?;
        let pace = Pace::new(Jukebox::FPS as u8, time);
        let jukebox = Jukebox::new(now.clone(), piece);
        Some(Audition { jukebox, pace, left: MOST, ahead: VecDeque::new() })
    }

    pub fn next(&self) -> Duration {
        self.pace.next()
    }

    pub fn tick(&mut self, now: Duration) -> Option<Vec<i16>> {
        let mut samples = Vec::new();
        for _ in 0..self.pace.due(now) {
            self.left = self.left.checked_sub(1)?;
            if !self.jukebox.is_playing() {
                return None;
            }
            samples.extend(self.jukebox.frame());
        }
        Some(samples)
    }

    /// Adds the sound to a game's samples. False once it has ended.
    pub fn mix(&mut self, samples: &mut [i16]) -> bool {
        while self.ahead.len() < samples.len() && self.left > 0 && self.jukebox.is_playing() {
            self.left -= 1;
            self.ahead.extend(self.jukebox.frame());
        }
        let due = samples.len().min(self.ahead.len());
        for (sample, more) in samples.iter_mut().zip(self.ahead.drain(..due)) {
            *sample = sample.saturating_add(more);
        }
        !self.ahead.is_empty() || self.left > 0 && self.jukebox.is_playing()
    }
}

fn first(before: &Rom, now: &Rom, part: Range<usize>, bytes: usize) -> Option<u8> {
    let records = |rom: &Rom| rom.data[part.clone()].chunks(bytes).map(<[u8]>::to_vec).collect::<Vec<_>>();
    let at = records(before).iter().zip(&records(now)).position(|(a, b)| a != b)?;
    u8::try_from(at).ok()
}
