//! The player's long work, each job on a thread of its own, so that neither the window nor the game waits for it.
//!
//! ```text
//! Request::Job ──> thread: step, step, step ── how far ──> HostEvent::Progress      Request::StopJob ──> it ends at the next frame
//!                                          └── result ───> HostEvent::Reply
//! ```

use player::{HostError, HostEvent, Job, RequestId, Response};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const STEP: u64 = 256;
const REPORT_INTERVAL: Duration = Duration::from_millis(30);

#[derive(Default)]
pub struct Jobs(BTreeMap<RequestId, Arc<AtomicBool>>);

impl Jobs {
    pub fn start(&mut self, id: RequestId, mut job: Box<Job>, send: impl Fn(HostEvent) + Send + 'static) {
        let stop = Arc::new(AtomicBool::new(false));
        self.0.retain(|_, stop| Arc::strong_count(stop) > 1);
        self.0.insert(id, stop.clone());
        std::thread::spawn(move || {
            let mut last_report = Instant::now();
            let mut keep_on = |done| {
                if last_report.elapsed() > REPORT_INTERVAL {
                    last_report = Instant::now();
                    send(HostEvent::Progress(id, done));
                }
                !stop.load(Ordering::Relaxed)
            };
            // A job reports its cart's panics itself; this is for bugs.
            let work = AssertUnwindSafe(|| {
                loop {
                    if let Some(result) = job.step(STEP, &mut keep_on) {
                        return result.map_err(HostError::failed);
                    }
                }
            });
            let panicked = |_| Err(HostError::failed("a background job panicked"));
            let result = catch_unwind(work).unwrap_or_else(panicked);
            send(HostEvent::Reply(id, result.map(|result| Response::Job(Box::new(result)))));
        });
    }

    /// Asks one to end; its result comes soon.
    pub fn stop(&mut self, id: RequestId) {
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
