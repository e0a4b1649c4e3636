//! Input of the editors.
//!
//! ```text
//! a person    Key Pointer Button Wheel Pad Steer
//! the player  Tick Size Blur Keys Calm ShowKeys Game Fault Stops Save Import
//! answers     Pasted Saved Outside Wrong Packed Sources NoSources SourcesSaved Answer Names
//! ```
//!
//! Places are pixels of the canvas. An editor has no clock: sixty ticks are a second.

use super::game::GameMoment;
use super::types::{Data, EditKey, SourceFile};
use studio::EditorKeys;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditInput {
    Tick,
    /// A key goes down, or repeats.
    Key(EditKey),
    KeyUp(&'static str),
    Pointer(i32, i32),
    /// A button of the mouse goes down or up: 1 left, 2 right, 4 middle.
    Button(u8, bool),
    Wheel(i32),
    Pad(u8),
    Steer(i32, i32),
    Keys(EditorKeys),
    /// Nothing may flash or move by itself.
    Calm(bool),
    ShowKeys,
    /// The window loses the keyboard.
    Blur,
    /// Columns and rows of the canvas, and pixels of the window for each.
    Size(i32, i32, i32),
    Pasted(String),
    /// These data were saved into files of these names; or why not.
    Saved(Box<Data>, Result<String, String>),
    /// The files have these data now: another program has saved them, or this is an echo of a save.
    Outside(Box<Data>),
    /// Errors in the files of the data; none any more.
    Wrong(Vec<String>),
    Game(Box<GameMoment>),
    /// The size of compressed code: answers `EditEffect::Pack`.
    Packed(u64, usize),
    /// The files of the cart's code, the cartridge first.
    Sources(Vec<SourceFile>),
    NoSources(String),
    /// This code was saved into files of these names; or why not.
    SourcesSaved(Vec<SourceFile>, Result<String, String>),
    /// The error that stopped the cart: file, line from 1, message; none any more.
    Fault(Option<(String, u32, String)>),
    /// The result of a line of the prompt, and whether it is an error.
    Answer(Vec<String>, bool),
    Names(Vec<String>),
    Save,
    /// Imported data, one step of the history.
    Import(Box<Data>),
    /// Breakpoints: files and lines from 1.
    Stops(Vec<(String, u32)>),
}
