//! Another build of Rasher: the same recording, compared by the digests of its trace.
//!
//! ```text
//! ours     records the run, within the cart's budget, and writes its trace
//! other    rasher trace CART RECORDING        the first line that differs: frame, regions of memory and fields
//!          rasher debug ... --goto N --png    its picture there
//! ```
//!
//! The cart is not changed: the recording has the seed. So this needs no foreign engine, and any binary that reads
//! today's recordings can be the other build.

use crate::engine::{Engine, Job, run};
use crate::farm::{Row, Shot};
use crate::group::failure;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Runs `rasher` of the other build with these words. Fails with its message.
pub type Rasher<'a> = &'a (dyn Fn(&[String]) -> Result<(), String> + Sync);

/// The other build as a program: words of its command, with spaces between them.
pub fn program(command: &str) -> impl Fn(&[String]) -> Result<(), String> + Sync + use<'_> {
    move |words: &[String]| {
        let mut parts = command.split_whitespace();
        let name = parts.next().unwrap_or_default();
        let output = Command::new(name).args(parts).args(words).output();
        let output = output.map_err(|error| format!("{name}: {error}"))?;
        match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr).trim().to_string()),
        }
    }
}

/// Where two traces of a run differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceDifference {
    pub frame: u64,
    pub names: Vec<String>,
    /// The first frame with another screen.
    pub picture: Option<u64>,
}

/// Compares two traces line by line; none if they are equal.
pub fn traces(ours: &str, theirs: &str) -> Option<TraceDifference> {
    let lines = || ours.lines().zip(theirs.lines()).enumerate();
    let parts =
        lines().find_map(|(n, (a, b))| timeline::compare_trace_lines((n as u64).saturating_sub(1), a, b));
    let screen =
        |line: &str| line.split_whitespace().find_map(|it| it.strip_prefix("SCREEN=").map(String::from));
    let (mut a, mut b) = (None, None);
    let picture = lines().find(|(_, (ours, theirs))| {
        a = screen(ours).or(a.take());
        b = screen(theirs).or(b.take());
        a != b
    });
    let picture = picture.map(|(n, _)| (n as u64).saturating_sub(1));
    if let Some(parts) = parts {
        return Some(TraceDifference { frame: parts.frame, names: parts.names, picture });
    }
    let (a, b) = (ours.lines().count(), theirs.lines().count());
    let names = vec!["the number of frames".to_string()];
    (a != b).then(|| TraceDifference { frame: a.min(b).saturating_sub(2) as u64, names, picture: None })
}

/// The row of a cart, from a run in a folder.
pub fn row(
    ours: &Engine,
    name: &str,
    other: Rasher,
    (cart, shown): (&Path, &str),
    folder: &Path,
    (masks, limit): (&[u8], Duration),
) -> Row {
    let recording = folder.join("ours.replay");
    let variables = vec![("FARM_STRICT", recording.display().to_string())];
    let outcome = run(ours, &Job { cart, masks, limit, variables }, &folder.join("ours"));
    let mut row = Row::new(shown, name);
    let Ok(trace) = fs::read_to_string(recording.with_extension("trace")) else {
        row.group = failure("Rasher", &outcome.ending);
        return row;
    };
    if outcome.ending != crate::child::Ending::Done {
        row.notes.push(outcome.ending.to_string());
    }
    let text = |path: &Path| path.display().to_string();
    let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<String>>();
    let (cart, recording, theirs) = (text(cart), text(&recording), folder.join("their.trace"));
    if let Err(why) = other(&words(&["trace", &cart, &recording, "-o", &text(&theirs)])) {
        row.group = format!("{name} fails");
        row.notes.push(why);
        return row;
    }
    let Some(found) = traces(&trace, &fs::read_to_string(&theirs).unwrap_or_default()) else {
        row.group = "equal".into();
        row.notes.push(format!("{} frames", outcome.run.ticks.len()));
        return row;
    };
    let frame = found.picture.unwrap_or(found.frame);
    row.frame = Some(frame as usize);
    row.group = match found.picture {
        Some(_) => format!("picture: {}", found.names.join(" ")),
        None => format!("state: {}", found.names.join(" ")),
    };
    row.notes.push(format!("first difference in frame {}: {}", found.frame, found.names.join(", ")));
    if let Some(picture) = (frame as usize).checked_sub(1).and_then(|tick| outcome.run.picture(tick)) {
        row.shots.push(Shot::of("Rasher", picture));
    }
    let png = folder.join("their.png");
    let goto = frame.to_string();
    let shot = words(&["debug", &cart, &recording, "--goto", &goto, "--png", &text(&png), "--scale", "1"]);
    if other(&shot).is_ok()
        && let Ok(png) = fs::read(&png)
    {
        row.shots.push(Shot { caption: name.into(), png });
    }
    row
}
