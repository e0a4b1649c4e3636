//! What comes into the player: what a person did, and what came of what went out.
//!
//! ```text
//! a person   Key Pointer Click Wheel Motion Pad Focus Resized Restart Quit
//! files      Code Data DataWrong DataFile Insert NotLoaded Against Written Emptied Saved Unsaved Pasted DataSaved
//!            Draft Sources SourcesSaved Listed Exported
//!            Carts CartRead Folder
//! the host   Took Sound Say JobAt JobDone
//! ```

use crate::cartridge::{Against, Insert, NewCode};
use crate::job::JobResult;
use crate::library::{CartRead, Listed};
use crate::pad::PadCommand;
use rasher::Rom;
use rasher::memory::ROM_SIZE;
use std::path::PathBuf;
use studio::edit::SourceFile;
use studio::{KeyPress, Notice};

/// One thing that happened since the tick before.
#[derive(Debug)]
pub enum Command {
    /// A key went down or up.
    Key(KeyPress),
    /// The pointer stands at a pixel of the picture that is shown: the machine's, or the debugger's canvas.
    Pointer(i16, i16),
    /// A mouse button (1 left, 2 right, 4 middle) went down or up.
    Click(u8, bool),
    Wheel(Wheel),
    /// The mouse moved by so many [`crate::PARTS`] of a pixel of the host, right and down positive.
    Motion(i32, i32),
    Pad(PadCommand),
    /// The console has the keyboard, or lost it.
    Focus(bool),
    /// What the picture is shown in has that size in pixels; and the size that is to be remembered, if it is one.
    Resized((u32, u32), Option<[u32; 2]>),
    /// The cart is to begin again.
    Restart,
    /// The console is to end.
    Quit,

    /// The cart's code was saved, and perhaps its data with it: what they are now.
    Code(Box<NewCode>),
    /// The cart's data have changed: what they are now.
    Data(Box<Rom>),
    /// All that is wrong with the cart's data files now, a line for each; none: nothing any more. What was good last stays in use.
    DataWrong(Vec<String>),
    /// A data file is to take the place of the cart's own: its name and its bytes.
    DataFile(String, Vec<u8>),
    /// Another cart takes the place of the one that runs; a line to say about it.
    Insert(Box<Insert>, Option<String>),
    /// The cart that was asked for cannot be loaded, and why.
    NotLoaded(String),
    /// The recording that runs are held against. `true`: from now on, and at once if the debugger is open; else an answer to
    /// [`crate::Output::ReadAgainst`].
    Against(Result<Box<Against>, String>, bool),
    /// A slot was written, by its number from 0; or why not.
    Written(usize, Result<(), String>),
    /// A slot was emptied; or why not.
    Emptied(usize, Result<(), String>),
    /// A picture, film or report was written: where; or why not.
    Saved(Result<String, String>),
    /// A cart's data were written: which, and the files' names; or why not.
    DataSaved(Box<[u8; ROM_SIZE]>, Result<String, String>),
    /// The cart's data come from that folder now.
    DataFrom(PathBuf),
    /// What was kept as unsaved of the cart with that key: an answer to [`crate::Output::ReadDraft`].
    Draft(String, Vec<u8>),
    /// The files of the code of the cartridge at that path, or why they cannot be read: an answer to [`crate::Output::ReadSources`].
    Sources(PathBuf, Result<Vec<SourceFile>, String>),
    /// Files of code were written: which, and their names; or why not.
    SourcesSaved(Vec<SourceFile>, Result<String, String>),
    /// Code of the cart of that key has so many bytes, packed: its number, the bytes.
    Packed(String, u64, usize),
    /// The code as it is unsaved in the editors, to begin anew with.
    UnsavedCode(Box<NewCode>),
    /// The names in a folder, in order, folders with a `/` behind them; or why not.
    Listed(PathBuf, Result<Vec<String>, String>),
    /// Something was done for the prompt: what; or why not.
    Exported(Result<String, String>),
    /// A file was read over the data of the cart: the data, and what is to be said of it.
    Imported(Box<[u8; ROM_SIZE]>, String),
    /// Run, cart data or settings cannot be kept, and why, in a few words; or all of them are kept again.
    Unsaved(Option<String>),
    /// The carts in the folders of the shelf, in order; and whether there are folders.
    Carts(Vec<Listed>, bool),
    /// What was found in the file of a cart: an answer to [`crate::Output::ReadCart`].
    CartRead(Box<CartRead>),
    /// A folder of so many carts is to stand on the shelf from now on.
    Folder(String, usize),
    /// The text of the clipboard.
    Pasted(Result<String, String>),

    /// The tick before took so many microseconds. Nothing depends on it but how much is done at once, and what the debugger
    /// shows of costs.
    Took(u32),
    /// Milliseconds from the machine to the ear; none while no device plays.
    Sound(Option<u32>),
    /// Something is to be said.
    Say(Notice),
    /// A job has come so far.
    JobAt(u32, u64),
    /// A job has ended; none if it failed.
    JobDone(u32, Option<Box<JobResult>>),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wheel {
    /// So many [`crate::PARTS`] of a step to the right.
    pub x: i32,
    pub y: i32,
    /// Is it a touchpad, on which steps are small?
    pub fine: bool,
}
