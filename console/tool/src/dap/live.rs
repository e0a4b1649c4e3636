//! A run that a window plays: the session has a copy, which runs the window's inputs as they come.
//!
//! ```text
//! continue   the copy searches its frames ── none left ──> the window plays ──> its new inputs ──> the copy runs them
//! stop       the window is held; it is then at most a few frames ahead of the place where the copy stops
//! ```

use crate::error::ToolError;
use crate::options::RunSource;
use crate::recorded::Recorded;
use rasher::Input;
use shelf::Entry;
use std::path::PathBuf;
use timeline::{Marked, Recording, Run};

/// The run of a window.
pub trait LiveRun: Send {
    /// Its start and its inputs so far; it is followed from then on. None before the first run.
    fn recording(&mut self) -> Option<Recording>;
    /// Its inputs after so many frames, at most `most`. None if the window plays another run, or this one from an earlier frame.
    fn inputs(&self, from: u64, most: u64) -> Option<Vec<Input>>;
    /// Stops the window's game, or releases it.
    fn hold(&mut self, held: bool);
}

/// A copy of a window's run, and the file of its cart.
pub fn copy(
    carts: &'static [Entry],
    source: &RunSource,
    live: &mut dyn LiveRun,
) -> Result<(Run, Option<PathBuf>), ToolError> {
    let path = PathBuf::from("the window's run");
    let Some(recording) = live.recording() else {
        return Err(ToolError::argument(path.display(), "nothing plays yet; choose a cart in the window"));
    };
    let recorded = Recorded::of(carts, path, source, recording, None, (None, Marked::default()))?;
    let file = recorded.cart.origin.file().map(PathBuf::from);
    Ok((recorded.run_until(|_, _| false)?, file))
}
