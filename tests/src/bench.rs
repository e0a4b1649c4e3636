//! Times within one run: a fast routine and its slow version, alternating.
//!
//! ```text
//! round 1   fast x n   slow x k         n and k so that each takes about two milliseconds
//! round 2   fast x n   slow x k         ...
//! each side's figure is its best round: other work on the computer only adds time
//! ```
//!
//! Figures from two runs or two computers do not compare; ratios within one run do.

use std::hint::black_box;
use std::time::{Duration, Instant};
use timeline::Run;

const ROUNDS: usize = 25;
/// How long one side runs in a round.
const ROUND: Duration = Duration::from_millis(2);

/// The measurements for one row.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    pub ns: f64,
    /// Nanoseconds per call of the slow version.
    pub twin_ns: Option<f64>,
    /// Items (pixels, sprites, tiles, letters) per call.
    pub items: f64,
}

#[derive(Debug)]
pub struct Table {
    item: &'static str,
    filter: Option<String>,
    rows: Vec<Row>,
}

impl Table {
    /// An empty table. `item` names what its rows count, such as `pixels`. A word on the command line limits it to
    /// the rows whose names contain that word.
    pub fn new(item: &'static str) -> Self {
        let filter = std::env::args().skip(1).find(|a| !a.starts_with('-'));
        Table { item, filter, rows: Vec::new() }
    }

    fn wanted(&self, name: &str) -> bool {
        self.filter.as_ref().is_none_or(|f| name.contains(f.as_str()))
    }

    /// Measures one routine, which gets the number of the call to choose its arguments.
    pub fn one(&mut self, name: &str, items: f64, mut fast: impl FnMut(usize)) {
        if self.wanted(name) {
            let n = calls(&mut fast);
            let ns = (0..ROUNDS).map(|_| batch(&mut fast, n)).fold(f64::INFINITY, f64::min);
            self.rows.push(Row { name: name.into(), ns, twin_ns: None, items });
        }
    }

    /// Measures a routine and its slow version, alternating.
    pub fn pair(&mut self, name: &str, items: f64, mut fast: impl FnMut(usize), mut slow: impl FnMut(usize)) {
        if !self.wanted(name) {
            return;
        }
        let (n, k) = (calls(&mut fast), calls(&mut slow));
        let (mut best, mut twin) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            best = best.min(batch(&mut fast, n));
            twin = twin.min(batch(&mut slow, k));
        }
        self.rows.push(Row { name: name.into(), ns: best, twin_ns: Some(twin), items });
    }

    /// The measurements, in order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn print(&self) {
        if self.rows.is_empty() {
            return;
        }
        println!(
            "{:<34} {:>12} {:>18} {:>12} {:>8}",
            "call",
            "ns",
            format!("million {}/s", self.item),
            "twin ns",
            "ratio"
        );
        for row in &self.rows {
            let rate = row.items / row.ns * 1000.0;
            print!("{:<34} {:>12.1} {:>18.0}", row.name, row.ns, rate);
            match row.twin_ns {
                Some(twin) => println!(" {:>12.0} {:>8.1}", twin, twin / row.ns),
                None => println!(),
            }
        }
        println!();
    }
}

/// How many calls fill a round.
fn calls(call: &mut impl FnMut(usize)) -> usize {
    let mut n = 1;
    loop {
        let start = Instant::now();
        (0..n).for_each(|i| call(black_box(i)));
        if start.elapsed() * 2 >= ROUND {
            return n;
        }
        n *= 2;
    }
}

/// Nanoseconds of a call, over `n` of them.
fn batch(call: &mut impl FnMut(usize), n: usize) -> f64 {
    let start = Instant::now();
    (0..n).for_each(|i| call(black_box(i)));
    start.elapsed().as_nanos() as f64 / n as f64
}

/// Memory of this process in bytes; none if the system does not report it.
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

/// The processor time of this thread, or `None` if the system does not report it. On a busy computer, elapsed time
/// would include the work of others.
pub fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

pub fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The median and the slowest hundredth of some times.
pub fn spread(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

/// Wall clock and processor times of steps.
#[derive(Debug, Default)]
pub struct Times([Vec<Duration>; 2]);

impl Times {
    pub fn time(&mut self, work: impl FnOnce()) {
        let (start, used) = (Instant::now(), processor_time());
        work();
        self.0[0].push(start.elapsed());
        let used = used.zip(processor_time()).map(|(before, after)| after.saturating_sub(before));
        self.0[1].extend(used);
    }

    pub fn print(mut self, what: &str) {
        for (of, times) in ["by the wall", "of the processor"].iter().zip(&mut self.0) {
            if !times.is_empty() {
                let (middle, slow) = spread(times);
                let slowest = times.last().map_or(0.0, |time| millis(*time));
                println!(
                    "  {what:<24} {:8.2} ms   {of}; the slowest hundredth {:.2}, the slowest {slowest:.2}",
                    millis(middle),
                    millis(slow)
                );
            }
        }
    }
}

/// Steps a run back by 4 frames at a time, with what the player prepares in the background: as many frames as take two
/// milliseconds, of `frame` microseconds each.
pub fn step_back(run: &mut Run, frames: usize, frame: f64) -> Times {
    let slice = (2000.0 / frame).max(1.0) as u64;
    let mut back = Times::default();
    for _ in 0..frames / 4 {
        back.time(|| {
            run.step(-4).expect("it was run");
            run.prepare(slice).expect("it was run");
        });
    }
    back
}
