//! Runs over time: recorded, kept and replayed.
//!
//! ```text
//! guard.rs      a frame that panics leaves the value from before it, and a message with its place
//! recording.rs  all that a machine saw: how it started, then the input of each frame
//! file.rs       recordings as bytes                 envelope.rs  the first line and the digest of a file
//! run.rs        a console that runs, guarded and recorded; branches, bookmarks, edits
//! past.rs       the way back to any frame          keys.rs   the moments that are kept whole
//! report.rs     a bug report: run, frame, data, settings
//! search.rs     where a value changes                   condition.rs  `player.hp < 3`: expression.rs parses it, compute.rs and
//! missing.rs    no field hpp; similar: hp                             operators.rs compute it; path.rs is the place of a field
//! lines.rs      between two lines of a frame: steps, what wrote a field      line_job.rs  breakpoints, logs, a profile
//! source.rs     lines of a program's source, by name
//! difference.rs what differs between two moments          bisect.rs     where two runs diverge
//! replay.rs     a recording run again, its digests compared
//! slot.rs       a moment to come back to, with its picture      saved.rs  moments as bytes, a shortcut of this build; saved_run.rs  those of a run
//! link.rs       a recording as the end of an address
//! journal.rs    a run on disk while it is played          resume.rs   a resumed run
//! ```
//!
//! A recording replays anywhere to the same bytes, since a console has no other input. Nothing here draws, reads
//! a disk or knows a clock; a recording is bytes in and bytes out.
#![deny(clippy::float_arithmetic)]

mod bisect;
mod bundled;
mod compute;
mod condition;
mod difference;
mod envelope;
mod expression;
mod file;
mod guard;
mod journal;
mod keys;
mod line_job;
mod lines;
mod link;
mod missing;
mod native;
mod operators;
mod past;
mod path;
mod recording;
mod replay;
mod report;
mod resume;
mod run;
mod saved;
mod saved_run;
mod search;
mod slot;
mod source;
mod trace;

pub use bisect::{CompareJob, Comparison, Divergence, compare, same_picture, same_state};
pub use condition::Condition;
pub use difference::{
    Difference, FieldChange, Region, RegionChange, changed_fields, changed_regions, regions, view_changes,
};
pub use envelope::FileError;
pub use expression::ConditionError;
pub use file::FORMAT;
pub use guard::{Crash, guard, guard_frame, last_panic};
pub use journal::{Journal, JournalCursor, JournalPart, KeptRun};
pub use keys::{GAP, ROOM};
pub use line_job::{BreakpointHit, LineFound, LineJob, LineSearch};
pub use lines::{CallCost, LineCost, LinePlace, Profile, StepKind};
pub use link::{LINK_MAX, LinkError, cart_recording, link_text, read_link};
pub use missing::MissingField;
pub use past::{Past, Playback};
pub use path::{Path, assignment};
pub use recording::{CHECK_EVERY, Check, FRAMES_MAX, Inputs, Recording, Start};
pub use replay::{Replay, ReplayError};
pub use report::{Marked, Report};
pub use resume::{Resume, ResumeReport};
pub use run::{BRANCHES, Bookmark, Branch, Run};
pub use saved::{Build, SavedState};
pub use search::{Becomes, ChangeNotes, Changes, HistoryJob, HistoryStep, Probe, SearchJob, SearchResult};
pub use slot::Slot;
pub use source::{Source, Sources};
pub use trace::{TRACE_HEAD, TraceParting, Tracer, compare_trace_lines};
