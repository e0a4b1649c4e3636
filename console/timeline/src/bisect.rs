//! The first frame in which two runs differ.
//!
//! ```text
//! two recordings     a ●●●●●●●●●●○○○○      both are lived side by side, frame by frame: the first that differs, exactly
//!                    b ●●●●●●●●●●●●●●
//! two builds         traces, one line a frame: digest, then a digest of each region and field that changed last
//! ```
//!
//! Runs may part and meet again, so nothing is skipped: an hour of frames takes seconds.

use crate::difference::{Difference, regions};
use crate::replay::{Replay, ReplayError};
use crate::run::Branch;
use crate::search::ASK;
use rasher::{Console, Digest};
use serde_json::Value;

/// Where two runs part.
#[derive(Clone, Debug)]
pub struct Parting {
    /// The first frame that differs; 0 when they start differently.
    pub frame: u64,
    /// What differs after it.
    pub difference: Difference,
    /// Do the inputs of that frame differ too? Else the runs were told the same and did not do the same.
    pub by_input: bool,
}

/// How two runs compare.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// They part.
    Part(Box<Parting>),
    /// One of them goes on after so many equal frames, the other ends.
    Ends {
        /// Equal frames.
        after: u64,
    },
    /// `keep_on` said no after so many equal frames.
    Stopped {
        /// Equal frames.
        after: u64,
    },
    /// All frames are equal.
    Equal {
        /// How many.
        frames: u64,
    },
}

/// Lives two runs side by side up to the first frame that differs. `same` says what is compared: all of the console by its
/// digest, or the picture alone. `keep_on` is asked now and then, with the frame that was reached.
///
/// # Errors
/// When one of them panics, or the other one's digests differ, before they part.
pub fn compare(
    a: &Branch,
    mut b: Replay<'_>,
    same: impl Fn(&Console, &Console) -> bool,
    mut keep_on: impl FnMut(u64) -> bool,
) -> Result<Comparison, ReplayError> {
    let mut ended = Ok(None);
    let mut equal = 0;
    let scanned = a.past.scan(0, a.head(), |frame, ours| {
        if frame > 0 {
            match b.frame() {
                Ok(true) => {}
                Ok(false) => ended = Ok(Some(Comparison::Ends { after: equal })),
                Err(error) => ended = Err(error),
            }
        }
        if matches!(ended, Ok(None)) && !same(ours, b.console()) {
            let by_input = frame.checked_sub(1).is_some_and(|f| a.past.input(f).as_ref() != b.input());
            let difference = Difference::between(ours, b.console());
            ended = Ok(Some(Comparison::Part(Box::new(Parting { frame, difference, by_input }))));
        } else if matches!(ended, Ok(None)) {
            equal = frame;
            if frame.is_multiple_of(ASK) && !keep_on(frame) {
                ended = Ok(Some(Comparison::Stopped { after: frame }));
            }
        }
        matches!(ended, Ok(None))
    });
    scanned.map_err(ReplayError::Crash)?;
    Ok(match ended? {
        Some(comparison) => comparison,
        None if b.frame()? => Comparison::Ends { after: equal },
        None => Comparison::Equal { frames: equal },
    })
}

/// Are two consoles equal in all that a digest takes?
pub fn same_state(a: &Console, b: &Console) -> bool {
    a.machine().memory() == b.machine().memory() && a.digest() == b.digest()
}

/// Do two consoles show the same picture?
pub fn same_picture(a: &Console, b: &Console) -> bool {
    let picture = |console: &Console| {
        let mut pixels = Box::new([0; rasher::PIXELS]);
        console.machine().picture(&mut pixels);
        pixels
    };
    picture(a) == picture(b)
}

/// One line of a trace: what another build's run can be held against without its consoles.
///
/// The frame, the console's digest, then `name=digest` for each region of memory and each field at the top of the state.
pub fn trace_line(frame: u64, console: &Console) -> String {
    let mut line = format!("{frame} {:016x}", console.digest());
    let memory = console.machine().memory().bytes();
    for region in regions() {
        let bytes = &memory[usize::from(region.start)..][..region.len as usize];
        line.push_str(&format!(" {}={:08x}", region.name, Digest::of(bytes) as u32));
    }
    let mut fields = |name: &str, value: &Value| {
        line.push_str(&format!(" {name}={:08x}", Digest::of(value.to_string().as_bytes()) as u32));
    };
    match console.program().inspect() {
        Value::Object(all) => all.iter().for_each(|(name, value)| fields(name, value)),
        other => fields("state", &other),
    }
    line
}

/// Where a run parts from another's trace, and the names of the regions and fields that differ there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceParting {
    /// The first frame that differs.
    pub frame: u64,
    /// Regions and fields.
    pub names: Vec<String>,
}

/// Holds a line of this build against the same frame's line of another's trace.
pub fn hold_against(frame: u64, ours: &str, theirs: &str) -> Option<TraceParting> {
    let digest = |line: &str| line.split(' ').nth(1).map(str::to_string);
    if digest(ours) == digest(theirs) {
        return None;
    }
    let (ours, theirs): (Vec<_>, Vec<_>) =
        (ours.split(' ').skip(2).collect(), theirs.split(' ').skip(2).collect());
    let name = |part: &&str| part.split('=').next().unwrap_or_default().to_string();
    let lone =
        |a: &[&str], b: &[&str]| -> Vec<String> { a.iter().filter(|p| !b.contains(p)).map(name).collect() };
    let mut names = lone(&ours, &theirs);
    names.extend(lone(&theirs, &ours).into_iter().filter(|n| !names.contains(n)).collect::<Vec<_>>());
    Some(TraceParting { frame, names })
}
