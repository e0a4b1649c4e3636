//! What an editor hears, and what it wants of the world.
//!
//! ```text
//! a person   Key Pointer Button Wheel        the world   Tick Size Blur Pasted Saved Outside Wrong GameMoment
//!                                                        Keys Calm ShowKeys Packed Sources NoSources SourcesSaved Fault Stops Answer Names Save Import
//! wanted     Keys Data Memory Save SaveCode Stops Prompt Pack Copy CopyPicture Paste Samples Silence Leave
//! ```
//!
//! Places are pixels of the canvas. An editor has no clock: sixty ticks are a second.

use super::game::GameMoment;
use super::types::{Data, EditKey, SourceFile};
use studio::EditorKeys;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditInput {
    /// A sixtieth of a second went by.
    Tick,
    /// A key went down, or repeats.
    Key(EditKey),
    /// A key went up, by its name.
    KeyUp(&'static str),
    Pointer(i32, i32),
    /// A button of the mouse went down or up: 1 left, 2 right, 4 middle.
    Button(u8, bool),
    /// The wheel turned by so many steps, up positive.
    Wheel(i32),
    Pad(u8),
    /// A gamepad moves the pointer by so many pixels.
    Steer(i32, i32),
    Keys(EditorKeys),
    /// A person wants nothing to flash: what blinks stays lit, and ants stand.
    Calm(bool),
    /// The list of commands is to open, to change their keys.
    ShowKeys,
    /// The keyboard is elsewhere: what is held is let go.
    Blur,
    /// The canvas has so many columns and rows, each pixel of it so many of the window.
    Size(i32, i32, i32),
    Pasted(String),
    /// The data were saved: which, and the files' names; or why not.
    Saved(Box<Data>, Result<String, String>),
    /// The files have these data now: somebody else has saved them, or this is an echo of what was saved here.
    Outside(Box<Data>),
    /// What is wrong with the files of the data, a line for each; nothing any more.
    Wrong(Vec<String>),
    /// The game behind the editors stands still so.
    Game(Box<GameMoment>),
    /// Code that was to be packed has so many bytes: an answer to `EditEffect::Pack`.
    Packed(u64, usize),
    /// The files of the cart's code, the cartridge first: as they are now.
    Sources(Vec<SourceFile>),
    /// There is no code that could be edited, and why.
    NoSources(String),
    /// Code was saved: which, and the files' names; or why not.
    SourcesSaved(Vec<SourceFile>, Result<String, String>),
    /// What stopped the cart or is no program: file, line from 1, message; nothing any more.
    Fault(Option<(String, u32, String)>),
    /// What came of a line of the prompt; is it bad news?
    Answer(Vec<String>, bool),
    Names(Vec<String>),
    Save,
    /// Data from elsewhere, one step of the history.
    Import(Box<Data>),
    /// The lines at which the run stops: files and lines from 1.
    Stops(Vec<(String, u32)>),
}
