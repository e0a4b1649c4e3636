//! What goes into the debugger and what comes out of it: values, so that a test is a person at the keys.

use super::Typing;
use super::search::Search;
use rasher::Input;
use timeline::StepKind;

/// What a person at the debugger wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugCommand {
    /// So many frames forward or back.
    Step(i64),
    /// So many frames forward or back now, and again with every [`DebugCommand::Tick`] until [`DebugCommand::Release`].
    Hold(i64),
    /// What was held is let go.
    Release,
    /// The time of one step of what is held has passed; [`super::Debugger::pace`] tells how long it is.
    Tick,
    /// What is held goes faster, or slower.
    Speed(i64),
    /// To the first moment, or the last one.
    End(bool),
    /// To the part of the run that lies at a point of the time bar, in thousandths.
    Scrub(u64),
    /// The next call of the frame, or the one before.
    Call(i64),
    /// The next line of the frame, or with true the one before: into calls, over or out of them.
    Line(StepKind, bool),
    /// The selected line stops the run, or does not any more.
    Stop,
    /// On to the next stop, or with true back to the one before.
    ToStop(bool),
    /// To the line that wrote the selected field last.
    Writer,
    /// Up or down in the panel that has the focus.
    Scroll(i64),
    /// The next panel has the focus, or the one before.
    Focus(i64),
    /// The panel shows the next page, or the one before.
    Page(i64),
    /// To the next frame that changes what is selected in the panel, or with false the last one before.
    Change(bool),
    /// All values that what is selected had, frame by frame, in the panel beside.
    History,
    /// The next byte of the memory's line, or the one before.
    Byte(i64),
    /// To the first frame whose picture is not that of the other recording.
    Against,
    /// To the next field whose name has what was looked for, or the one before.
    Match(i64),
    /// To the next bookmark, or the one before.
    Mark(i64),
    /// Sets a bookmark here, or takes it away.
    Bookmark,
    /// Pins what is selected to the watch list, or takes it off.
    Pin,
    Branch,
    Type(Typing),
    Letter(char),
    /// The last letter goes.
    Erase,
    /// An earlier condition takes the place of what is typed, or a later one; a field that is looked for is chosen so.
    Recall(i64),
    /// Opens the sheet of keys, or closes it.
    Help,
    /// What was typed counts; without anything typed, the input that was changed.
    Enter,
    /// What was typed is forgotten, or work that goes on is ended; without either, the debugger ends.
    Escape,
    /// Plays on from here.
    Resume,
    /// The mouse is at a point of the canvas; is its button down?
    Point(i32, i32, bool),
    /// A bug report of this moment.
    Report,
    /// A picture of this moment.
    Picture,
    /// The seconds before this moment as a moving picture: a GIF, or with true an animated PNG.
    Movie(bool),
}

/// What the window does for the debugger.
#[derive(Clone, Debug, PartialEq)]
pub enum DebugRequest {
    /// The run goes on; the debugger ends.
    Resume,
    /// Keep a bug report of this moment.
    Report,
    /// Keep a picture of this moment.
    Picture,
    /// Keep the seconds before this moment: a GIF, or with true an animated PNG.
    Movie(bool),
    /// Look through time; [`super::Debugger::found`] is told what was found.
    Search(Search),
    /// Hold the run against the other recording; [`super::Debugger::diverged`] is told where they diverge.
    Against,
    /// Run one frame from here with that input: it is a new one, so what it asks of the world is done.
    Frame(Box<Input>),
    /// End the work that goes on.
    Stop,
}
