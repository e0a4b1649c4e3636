//! Runs tests on several threads, and detects one that hangs.
//!
//! Each test counts its frames; one that counts none for a minute is given up, and its thread ends with the process. That can only happen to
//! a Rust cart: frames of a Lua cart have a budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

const POLL: Duration = Duration::from_millis(500);
/// Checks without a new frame after which a test hangs: a minute.
pub const PATIENCE: u32 = 120;
/// As for the main thread.
const STACK: usize = 8 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobFailure {
    /// The frame after this one does not end.
    Hangs(u64),
    Died,
}

struct Active {
    number: usize,
    thread: Option<JoinHandle<()>>,
    frames: Arc<AtomicU64>,
    seen: u64,
    looks: u32,
}

/// Calls `work` for each number below `count`, `jobs` at a time; it counts frames in the atomic. `patience` is [`PATIENCE`].
pub fn run_all<T: Send + 'static>(
    count: usize,
    jobs: usize,
    patience: u32,
    work: impl Fn(usize, &AtomicU64) -> T + Send + Sync + 'static,
) -> Vec<Result<T, JobFailure>> {
    let work = Arc::new(work);
    let mut results: Vec<Option<Result<T, JobFailure>>> = (0..count).map(|_| None).collect();
    let (sender, receiver) = channel();
    let (mut next, mut active) = (0, Vec::<Active>::new());
    loop {
        while active.len() < jobs.max(1) && next < count {
            let (work, sender, number) = (work.clone(), sender.clone(), next);
            let frames = Arc::new(AtomicU64::new(0));
            let counter = frames.clone();
            let thread = Builder::new().stack_size(STACK).spawn(move || {
                // Ignored if the test was given up.
                _ = sender.send((number, work(number, &counter)));
            });
            active.push(Active { number, thread: thread.ok(), frames, seen: 0, looks: 0 });
            next += 1;
        }
        if active.is_empty() {
            break;
        }
        let ended: Vec<usize> = active.iter().filter(|one| !one.is_alive()).map(|one| one.number).collect();
        match receiver.recv_timeout(if ended.is_empty() { POLL } else { Duration::ZERO }) {
            Ok((number, result)) => {
                // A test that was given up may still finish.
                if active.iter().any(|one| one.number == number) {
                    results[number] = Some(Ok(result));
                    active.retain(|one| one.number != number);
                }
            }
            // Those in `ended` would have sent a result by now.
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => active.retain_mut(|one| {
                let failure = match ended.contains(&one.number) {
                    true => Some(JobFailure::Died),
                    false => one.hangs(patience).then_some(JobFailure::Hangs(one.seen)),
                };
                if let Some(failure) = failure {
                    results[one.number] = Some(Err(failure));
                }
                failure.is_none()
            }),
        }
    }
    results.into_iter().map(|result| result.unwrap_or(Err(JobFailure::Died))).collect()
}

impl Active {
    fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    fn hangs(&mut self, patience: u32) -> bool {
        let now = self.frames.load(Ordering::Relaxed);
        self.looks = if now == self.seen { self.looks + 1 } else { 0 };
        self.seen = now;
        self.looks >= patience
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn results_keep_the_order_of_the_tests() {
        for jobs in [0, 1, 3, 100] {
            let results = run_all(20, jobs, PATIENCE, |number, _| number * 2);
            let expected: Vec<_> = (0..20).map(|number| Ok(number * 2)).collect();
            assert_eq!(results, expected, "{jobs} jobs");
        }
        assert_eq!(run_all(0, 4, PATIENCE, |number, _| number), []);
    }

    #[test]
    fn a_test_that_hangs_or_panics_does_not_stop_the_others() {
        let (_open, gate) = channel::<()>();
        let gate = Mutex::new(gate);
        let results = run_all(4, 2, 2, move |number, frames| {
            frames.store(7, Ordering::Relaxed);
            match number {
                1 => _ = gate.lock().expect("one waits").recv(),
                2 => std::panic::resume_unwind(Box::new(())),
                _ => {}
            }
            number
        });
        assert_eq!(results, [Ok(0), Err(JobFailure::Hangs(7)), Err(JobFailure::Died), Ok(3)]);
    }
}
