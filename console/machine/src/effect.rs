//! What a frame asks of the world: values in a list, performed by the host or by nobody.
//!
//! The machine never calls the host. Whoever drives it may perform these (a window), print them (a command) or
//! drop them (a replay, a bot, a seek). Nothing that the machine does later depends on whether they were
//! performed.

use crate::limit::Exceeded;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// One wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// `printh(text)`: a line for the host's terminal.
    Print(String),
    /// `serial(0x805, …)`: bytes for the host's standard output.
    Stdout(Vec<u8>),
    /// `printh(text, file, …)`: a line for a file of the host's.
    PrintTo {
        /// The line.
        text: String,
        /// Name as the cart gave it; the host decides on the folder and refuses paths.
        file: String,
        /// Begin the file anew instead of appending.
        overwrite: bool,
        /// The cart asked for the desktop.
        desktop: bool,
    },
    /// `printh(text, "@clip")`.
    Clipboard(String),
    /// Cart data changed in this frame, or a table of results; the whole of it.
    Save {
        /// The id given to `cartdata`, or that of [`crate::Records`].
        id: String,
        /// 64 numbers, little-endian; or the table.
        data: Box<[u8; 256]>,
    },
    /// `cstore`: these ROM bytes changed; the host may write them to the cart's files, or to another cart's.
    Store {
        /// Another cart's name, or none for this one.
        file: Option<String>,
        /// First address.
        addr: u16,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// `reload` asked for a file that is not there: the cart goes on without it.
    Missing(String),
    /// The pause button was pressed (and not swallowed), or `extcmd("pause")`.
    Pause,
    /// `extcmd("reset")`: begin the cart again.
    Reset,
    /// `load(name, breadcrumb, param)`.
    Load {
        /// The cart.
        name: String,
        /// Label of the menu item that leads back; empty for none.
        breadcrumb: String,
        /// What the next cart's `stat(6)` says.
        param: String,
    },
    /// `run_begins()`: the run that begins in this frame is kept from now on.
    RunBegins,
    /// `run_over()`: nothing is left to go on with, and what was kept of the run can go.
    RunOver,
    /// `disturb()`: what is held counts no more.
    Disturbed,
    /// `extcmd("again")`: the end of the run is to be seen again.
    Again,
    /// `extcmd("shutdown")`.
    Quit,
    /// `extcmd("screen")`: keep a picture of the screen.
    Screenshot,
    /// `extcmd("label")`: keep a picture of the screen as the cart's label.
    Label,
    /// `extcmd("rec")`: films begin in this frame from now on.
    FilmFrom,
    /// `extcmd("video")`: keep a film of what was played last.
    Film,
    /// `extcmd("audio_rec")`: the sound is to be kept from this frame on.
    SoundFrom,
    /// `extcmd("audio_end")`: keep the sound since then.
    Sound,
    /// `extcmd("folder")`: tell where the cart's files are.
    Folder,
    /// `extcmd("set_title", text)`: the window's title.
    Title(String),
    /// `extcmd("set_filename", text)`: what pictures, films and sounds are called from now on; empty for the cart's name.
    FileName(String),
    /// `crt(on)`: the display's CRT filter, none to toggle.
    Crt(Option<bool>),
    /// The cart went past a limit: told once for each place in its source.
    Limit(Exceeded),
    /// A program calls what is for a prompt, as `export("x.png")`: the call as it would be typed.
    Prompt(String),
    /// Any other `extcmd`, with its two parameters.
    Command {
        /// Name as given.
        name: String,
        /// First parameter.
        p1: i32,
        /// Second parameter.
        p2: i32,
    },
}
