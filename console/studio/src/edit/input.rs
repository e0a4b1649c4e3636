//! What an editor hears, and what it wants of the world.
//!
//! ```text
//! a person   Key Pointer Button Wheel        the world   Tick Size Blur Pasted Saved Outside Wrong Game
//!                                                        Keys Calm ShowKeys Packed Sources NoSources SourcesSaved Fault Stops Answer Names Save Import
//! wanted     Keys Data Memory Save SaveCode Stops Prompt Pack Copy CopyPicture Paste Samples Silence Leave
//! ```
//!
//! Places are pixels of the canvas. An editor has no clock: sixty ticks are a second.

use super::code::SourceFile;
use super::draft::Draft;
use super::game::Game;
use super::keys::EditorKeys;
use super::prompt::PromptCommand;

/// Bytes of a cart's data.
pub type Data = [u8; rasher::memory::ROM_SIZE];

/// One thing that an editor hears.
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
    /// A gamepad moves the pointer by so many pixels.
    Steer(i32, i32),
    /// The keys that commands have instead of those of the tables.
    Keys(EditorKeys),
    /// A person wants nothing to flash: what blinks stays lit, and ants stand.
    Calm(bool),
    /// The list of commands is to open, to change their keys.
    ShowKeys,
    /// The keyboard is elsewhere: what is held is let go.
    Blur,
    /// The canvas has so many columns and rows, each pixel of it so many of the window.
    Size(i32, i32, i32),
    /// The text of the clipboard.
    Pasted(String),
    /// The data were saved: which, and the files' names; or why not.
    Saved(Box<Data>, Result<String, String>),
    /// The files have these data now: somebody else has saved them, or this is an echo of what was saved here.
    Outside(Box<Data>),
    /// What is wrong with the files of the data, a line for each; nothing any more.
    Wrong(Vec<String>),
    /// The game behind the editors stands still so.
    Game(Box<Game>),
    /// Code that was to be packed has so many bytes: an answer to [`EditEffect::Pack`].
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
    /// The names in the prompt's folder.
    Names(Vec<String>),
    /// What was unsaved when the console ended last.
    Draft(Box<Draft>),
    /// All that is unsaved is to be saved.
    Save,
    /// Data from elsewhere, one step of the history.
    Import(Box<Data>),
    /// The lines at which the run stops: files and lines from 1.
    Stops(Vec<(String, u32)>),
}

/// A key that goes down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditKey {
    /// Its place on the keyboard, by the W3C's name, such as `KeyZ`; nothing for an unknown one.
    pub name: &'static str,
    /// The letter that is printed on it, with shift as it is held.
    pub letter: Option<char>,
    pub text: String,
    /// Is shift held?
    pub shift: bool,
    /// Is control held?
    pub control: bool,
    /// Is alt held?
    pub alt: bool,
    /// Does it repeat by itself?
    pub repeat: bool,
}

/// What an editor wants of the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditEffect {
    /// The cart's data are these now.
    Data(Box<Data>),
    /// The memory of the game that stands still is to be this, as an edit of its moment.
    Memory(Box<Data>),
    /// These data are to be saved; the files are known to have the other ones. [`EditInput::Saved`] answers.
    Save {
        /// What the files are to hold.
        data: Box<Data>,
        /// What they hold, as far as is known.
        base: Box<Data>,
    },
    /// These files are to be saved, with what they are known to hold. [`EditInput::SourcesSaved`] answers.
    SaveCode(Vec<(SourceFile, Vec<u8>)>),
    /// What a line of the prompt asks for.
    Prompt(PromptCommand),
    /// The run is to stop at these lines: files and lines from 1.
    Stops(Vec<(String, u32)>),
    /// Commands have these keys now: they are to be kept.
    Keys(EditorKeys),
    /// How many bytes has this code, packed? It takes long, so it is done aside; by its number. [`EditInput::Packed`] answers.
    Pack(u64, Vec<u8>),
    /// A text for the clipboard.
    Copy(String),
    /// A picture for the clipboard: pixels in a row, and the colours, 0 to 31, row by row.
    CopyPicture(usize, Vec<u8>),
    /// The clipboard's text is wanted: [`EditInput::Pasted`] answers.
    Paste,
    /// Samples to be heard after those before: 22,050 a second, one channel.
    Samples(Vec<i16>),
    /// What was heard is over.
    Silence,
    Leave,
}
