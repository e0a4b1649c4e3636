//! The player's long work, each job on a thread of its own, so that neither the window nor the game waits for it.
//!
//! ```text
//! Output::Job ──> thread: step, step, step ── how far ──> Command::JobAt        Output::StopJob ──> it ends at the next frame
//!                                          └── result ──> Command::JobDone
//! ```

use player::{Command, Job};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Frames of a step.
const STEP: u64 = 256;
/// Time between two words of how far a job is.
const TOLD: Duration = Duration::from_millis(30);

/// The jobs that go on.
#[derive(Default)]
pub struct Jobs(BTreeMap<u32, Arc<AtomicBool>>);

impl Jobs {
    /// Begins one. `tell` is called from its thread.
    pub fn start(&mut self, id: u32, mut job: Box<Job>, tell: impl Fn(Command) + Send + 'static) {
        let stop = Arc::new(AtomicBool::new(false));
        self.0.retain(|_, stop| Arc::strong_count(stop) > 1);
        self.0.insert(id, stop.clone());
        std::thread::spawn(move || {
            let mut told = Instant::now();
            let mut keep_on = |done| {
                if told.elapsed() > TOLD {
                    told = Instant::now();
                    tell(Command::JobAt(id, done));
                }
                !stop.load(Ordering::Relaxed)
            };
            // A job whose cart panics says so itself; this is for what nobody thought of.
            let work = AssertUnwindSafe(|| {
                loop {
                    if let Some(result) = job.step(STEP, &mut keep_on) {
                        return Box::new(result);
                    }
                }
            });
            tell(Command::JobDone(id, catch_unwind(work).ok()));
        });
    }

    /// Asks one to end; its result comes soon.
    pub fn stop(&mut self, id: u32) {
        if let Some(stop) = self.0.remove(&id) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.0.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
    }
}
