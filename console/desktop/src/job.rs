//! Work on a thread of its own, so that neither the window nor the game waits for it.
//!
//! ```text
//! Job::start(work) ──> thread: work(&Ticket) ── reach(n) ──> false once it is to end
//!      ├── done()      how far it is            └── what it gives ──> result()
//!      └── stop(), and a job that is dropped ends too
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

#[derive(Default)]
struct Shared {
    done: AtomicU64,
    stop: AtomicBool,
}

/// The work's side: it says how far it is, and hears whether it shall go on.
pub struct Ticket(Arc<Shared>);

impl Ticket {
    /// The work has come so far. False when it shall end.
    pub fn reach(&self, done: u64) -> bool {
        self.0.done.store(done, Ordering::Relaxed);
        !self.0.stop.load(Ordering::Relaxed)
    }
}

/// Work that goes on.
pub struct Job<T> {
    shared: Arc<Shared>,
    result: Receiver<T>,
}

impl<T: Send + 'static> Job<T> {
    /// Begins.
    pub fn start(work: impl FnOnce(&Ticket) -> T + Send + 'static) -> Job<T> {
        let shared = Arc::new(Shared::default());
        let (sender, result) = channel();
        let ticket = Ticket(shared.clone());
        // Nobody may be left to hear of it.
        std::thread::spawn(move || drop(sender.send(work(&ticket))));
        Job { shared, result }
    }
}

impl<T> Job<T> {
    /// How far it is, as it says itself.
    pub fn done(&self) -> u64 {
        self.shared.done.load(Ordering::Relaxed)
    }

    /// Asks it to end; its result comes soon.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// What it gave, once; an error when it panicked.
    pub fn result(&self) -> Option<Result<T, &'static str>> {
        match self.result.try_recv() {
            Ok(result) => Some(Ok(result)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("work beside the game panicked")),
        }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn wait<T>(job: &Job<T>) -> Result<T, &'static str> {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            match job.result() {
                Some(result) => return result,
                None if Instant::now() > until => panic!("it takes more than a minute"),
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    #[test]
    fn work_is_done_ended_and_may_panic() {
        let job = Job::start(|ticket| (0..10).filter(|n| ticket.reach(*n)).count());
        assert_eq!((wait(&job), job.done()), (Ok(10), 9));
        let job = Job::start(|ticket| (0..u64::MAX).find(|n| !ticket.reach(*n)));
        job.stop();
        assert!(matches!(wait(&job), Ok(Some(_))), "it ends when it is asked to");
        let job = Job::start(|_| assert!(std::hint::black_box(false)));
        assert!(wait(&job).is_err());
    }
}
