//! Background jobs: the last seconds as a film or as sound, and the debugger's searches through the run.
//!
//! One film, one sound and one search at a time; a second search takes the first one's place, a second key ends the film. Where the front end
//! has threads the jobs go out, else each tick does a slice of them.

use super::Player;
use super::carts::Asker;
use super::replies::Pending;
use crate::audition::Audition;
use crate::cartridge::Against;
use crate::film::{Film, MediaName};
use crate::job::{Job, JobLabel, JobResult};
use crate::protocol::{Request, RequestId};
use debugger::Press;
use debugger::{DebugCommand, Search};
use studio::JobProgress;

/// Seconds of a film.
const SECONDS: u32 = 8;
/// How many times it is enlarged.
const SCALE: u8 = 4;

#[derive(Debug, Default)]
pub(super) struct Jobs {
    /// What the cart wants its pictures, films and sounds to be called.
    pub file_name: Option<String>,
    /// A sound that was saved while play stands still.
    pub audition: Option<Audition>,
    /// The recording that runs are compared with.
    pub against: Option<Against>,
    film: Option<Task>,
    sound: Option<Task>,
    /// Where the cart wants films to begin, and where the sound began that it wants.
    film_from: Option<u64>,
    sound_from: Option<u64>,
    search: Option<Task>,
    /// What the debugger was told last.
    told: Option<JobProgress>,
    /// The comparison waits for its recording.
    asked: bool,
}

/// A job, and what is said of it.
#[derive(Debug)]
struct Task {
    id: RequestId,
    label: JobLabel,
    /// What its file is called.
    name: MediaName,
    done: u64,
    /// The job itself, where nobody else does it.
    job: Option<Box<Job>>,
}

impl Task {
    fn working(&self) -> JobProgress {
        self.label.working(self.done)
    }
}

impl Jobs {
    /// Is there a job that must be done in slices?
    pub fn wants_slices(&self) -> bool {
        self.tasks().any(|task| task.job.is_some())
    }

    fn tasks(&self) -> impl Iterator<Item = &Task> {
        self.film.iter().chain(&self.sound).chain(&self.search)
    }

    /// How far the film is, or the sound.
    pub fn film(&self) -> Option<JobProgress> {
        self.film.as_ref().or(self.sound.as_ref()).map(Task::working)
    }

    /// How far that is which the debugger waits for, or else the film.
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

    /// Keeps the last seconds as a GIF or an animated PNG, or what was played since the cart said where films begin. A person ends the
    /// film that is being made; a cart does not.
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
        self.tell_debugger();
    }

    /// Films begin where the run stands.
    pub(super) fn film_from(&mut self) {
        self.jobs.film_from = self.run_loop.run().map(timeline::Run::now);
    }

    /// The sound is wanted from where the run stands.
    pub(super) fn sound_from(&mut self) {
        self.jobs.sound_from = self.run_loop.run().map(timeline::Run::now);
    }

    /// Keeps the sound since then.
    pub(super) fn sound(&mut self) {
        let Some(run) = self.run_loop.run() else { return };
        if self.jobs.sound.is_some() {
            return self.notice("audio_end: the sound before it is still being written");
        }
        let now = run.now();
        let Some(from) = self.jobs.sound_from.take().filter(|from| *from < now) else {
            return self.notice("audio_end: no audio_rec came before it");
        };
        let job = Job::sound(run.branch(), from, now, run.console().fps());
        self.jobs.sound = Some(self.begin_job(job, Asker::Cart));
    }

    /// Another run begins: what the cart said of films and sounds was of the one before.
    pub(super) fn forget_marks(&mut self) {
        (self.jobs.film_from, self.jobs.sound_from) = (None, None);
        self.jobs.file_name = None;
    }

    /// Looks through time for the debugger.
    pub(super) fn search(&mut self, search: &Search) {
        self.forget_search();
        let Some(run) = self.run_loop.run() else { return };
        let job = Job::search(search, run.branch());
        self.jobs.search = Some(self.begin_job(job, Asker::Person));
        self.tell_debugger();
    }

    /// Holds the run against the other recording.
    pub(super) fn compare(&mut self) {
        let Some(against) = self.jobs.against.clone() else {
            if self.options.against && !std::mem::replace(&mut self.jobs.asked, true) {
                self.ask(Request::ReadAgainst, Pending::Against);
                return;
            }
            return self.notice("drop a recording on the window, or start with --against FILE");
        };
        self.forget_search();
        let Some(run) = self.run_loop.run() else { return };
        let job = Job::compare(run.branch(), against);
        self.jobs.search = Some(self.begin_job(job, Asker::Person));
        self.tell_debugger();
    }

    /// From now on runs are held against that recording, and at once if the debugger is open or has asked for it.
    pub(super) fn hold_against(&mut self, against: Against, dropped: bool) {
        let name = against.name.clone();
        self.jobs.against = Some(against);
        match &mut self.run_loop.debug {
            Some(debug) => debug.press(Press::of(DebugCommand::Against)),
            None if dropped => self.say(format!("{name}: f12, then d holds a run against it")),
            None => {}
        }
    }

    /// Ends what goes on: the search first.
    pub(super) fn stop_work(&mut self) {
        match &self.jobs.search {
            Some(search) if search.job.is_none() => {
                let id = search.id;
                self.request(Request::StopJob(id));
            }
            Some(_) => {
                self.jobs.search = None;
                self.notice("the search was ended");
                self.tell_debugger();
            }
            None => self.stop_film(),
        }
    }

    fn stop_film(&mut self) {
        match &self.jobs.film {
            Some(film) if film.job.is_none() => {
                let id = film.id;
                self.request(Request::StopJob(id));
            }
            Some(film) => {
                let id = film.id;
                self.job_done(id, Ok(JobResult::Ended));
            }
            None => {}
        }
    }

    /// Another run is played: what was looked for in the one before is of no use.
    pub(super) fn forget_search(&mut self) {
        if let Some(Task { id, job: None, .. }) = self.jobs.search.take() {
            self.request(Request::StopJob(id));
        }
    }

    /// Nothing is waited for any more.
    pub(super) fn stop_jobs(&mut self) {
        self.forget_search();
        for task in [self.jobs.film.take(), self.jobs.sound.take()] {
            if let Some(Task { id, job: None, .. }) = task {
                self.request(Request::StopJob(id));
            }
        }
    }

    /// A slice of the work that nobody else does.
    pub(super) fn step_jobs(&mut self) {
        let slice = self.run_loop.effort.slice();
        let mut ended = Vec::new();
        let Jobs { film, sound, search, .. } = &mut self.jobs;
        // One in a tick: the film first, which is soon made.
        let sliced = film.iter_mut().chain(sound).chain(search).find_map(|task| {
            let Task { id, done, job, .. } = task;
            job.as_mut().map(|job| (*id, done, job))
        });
        if let Some((id, done, job)) = sliced {
            let result = job.step(slice, &mut |so_far| {
                *done = so_far;
                true
            });
            self.run_loop.effort.ran(slice);
            ended.extend(result.map(|result| (id, result)));
            self.run_loop.stale = true;
        }
        for (id, result) in ended {
            self.job_done(id, result);
        }
        self.tell_debugger();
    }

    /// A job has come so far.
    pub(super) fn job_at(&mut self, id: RequestId, done: u64) {
        let Jobs { film, sound, search, .. } = &mut self.jobs;
        if let Some(task) = film.iter_mut().chain(sound).chain(search).find(|task| task.id == id) {
            task.done = done;
            self.run_loop.stale = true;
        }
    }

    pub(super) fn job_done(&mut self, id: RequestId, result: Result<JobResult, String>) {
        let is = |task: &Option<Task>| task.as_ref().is_some_and(|task| task.id == id);
        let task = if is(&self.jobs.film) {
            self.jobs.film.take()
        } else if is(&self.jobs.sound) {
            self.jobs.sound.take()
        } else if is(&self.jobs.search) {
            self.jobs.search.take()
        } else {
            None
        };
        // Nobody waits for one that was forgotten.
        let Some(task) = task else { return };
        match result {
            Err(error) => self.notice(error),
            Ok(JobResult::Ended) => self.say("no film was saved"),
            Ok(JobResult::Media(media)) => self.request(Request::WriteMedia(task.name, media)),
            Ok(JobResult::Found(found)) => {
                if let (Some(debug), JobLabel::Search(search, _)) = (&mut self.run_loop.debug, task.label) {
                    debug.found(*search, found);
                }
            }
            Ok(JobResult::Compared(name, comparison)) => {
                if let Some(debug) = &mut self.run_loop.debug {
                    debug.diverged(name, comparison);
                }
            }
        }
        self.run_loop.stale = true;
        self.tell_debugger();
    }

    /// The debugger shows how far the work is.
    fn tell_debugger(&mut self) {
        let working = self.jobs.working();
        if let Some(debug) = &mut self.run_loop.debug
            && working != self.jobs.told
        {
            debug.work(working.clone());
            self.jobs.told = working;
        }
    }
}
