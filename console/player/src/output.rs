//! What goes out of the player: pictures, samples, files to write, wishes. Whoever holds it performs them, in their order; what came of
//! it is a command of a later tick.
//!
//! ```text
//! seen, heard   Picture Samples Silence Log Print
//! of the run    Frame Past Recording Autosave
//! files         Write Settings Load ReadAgainst ReadCart ReadSources ReadDraft List Import Export CopyFile MakeFolder OpenFolder
//! the host      Cart Title Folder Stdout Copy Paste Job StopJob Quit
//! ```

use crate::autosave::AutosaveChunk;
use crate::job::Job;
use rasher::memory::ROM_SIZE;
use rasher::{Input, PIXELS, Rom};
use std::path::PathBuf;
use std::sync::Arc;
use studio::canvas::Canvas;
use studio::edit::SourceFile;
use studio::{Mark, Piece, Settings, SoundFile};
use timeline::{Recording, Report, Slot};

/// One thing that the player wants of the world.
#[derive(Debug)]
pub enum Output {
    /// What is to be seen from now on.
    Picture(Picture),
    /// Samples to be heard, 22,050 a second, one channel.
    Samples(Vec<i16>),
    /// The console stands still: nothing is heard until the next samples.
    Silence,
    /// A line for the log.
    Log(String),
    /// A text that the cart prints.
    Print(String),

    /// The next tick runs a frame of the run with this input. A front end that keeps it knows what a cart was told that does not
    /// come back.
    Frame(Input),
    /// The frames that follow come after this recording: another run, or another past of it.
    Past(Box<Recording>),
    /// The run that was asked to be recorded ends, or is left, with its digests.
    Recording(Box<Recording>),
    /// The run of the cart of that key is to be kept.
    Autosave(String, AutosaveChunk),

    /// A file is to be written.
    Write(Write),
    /// Settings changed, or are to be kept at the end.
    Settings(Box<Settings>),
    /// The cart of that name is wanted: [`crate::Command::Insert`] or [`crate::Command::NotLoaded`] answers.
    Load {
        name: String,
        param: String,
        /// The cartridge that asks for it, if one does: a file of that name is looked for in its folder alone.
        from: Option<PathBuf>,
    },
    /// What is in the file of the cart of that name is wanted: [`crate::Command::CartRead`] answers.
    ReadCart(String),
    /// What was kept as unsaved of the cart with that key is wanted: [`crate::Command::Draft`] answers, if there is something.
    ReadDraft(String),
    /// The files of the code of the cartridge at that path are wanted: [`crate::Command::Sources`] answers.
    ReadSources(PathBuf),
    /// How many bytes has this code of the cart of that key, packed? [`crate::Command::Packed`] answers, with its number.
    Pack(String, u64, Vec<u8>),
    /// The names in a folder are wanted: [`crate::Command::Listed`] answers.
    List(PathBuf),
    /// A file of any kind is to be read over these data: [`crate::Command::Imported`] or [`crate::Command::Exported`] with an error answers.
    Import(PathBuf, Arc<Rom>),
    /// Data are to stand in a file, of the kind that its name says: [`crate::Command::Exported`] answers.
    Export(Box<Export>),
    /// A folder is to be made: [`crate::Command::Exported`] answers.
    MakeFolder(PathBuf),
    /// A folder is to be shown by the system: [`crate::Command::Exported`] answers.
    OpenFolder(PathBuf),
    /// The person's own editor is to open at a line: [`crate::Command::Say`] answers.
    OpenCode {
        /// What is set; empty for what the system names.
        editor: String,
        /// The file, as the compiler saw it.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// The code of the cartridge at that path with files as they are unsaved: [`crate::Command::UnsavedCode`] answers.
    ReadUnsaved(PathBuf, Vec<SourceFile>),
    /// A file is to stand under another name as well, if there is none: [`crate::Command::Exported`] answers.
    CopyFile(PathBuf, PathBuf),
    /// The recording that runs are held against is wanted: [`crate::Command::Against`] answers.
    ReadAgainst,

    Cart {
        /// What its files are called: runs, slots, what it writes.
        key: String,
        /// What it is called in its runs.
        name: String,
        title: String,
        /// The folder that its data come from, to be followed.
        folder: Option<PathBuf>,
        rom: Arc<Rom>,
    },
    /// The window's title until another cart runs.
    Title(String),
    /// Where the files of the cart of that key are is to be said: [`crate::Command::Say`] answers.
    Folder(String),
    /// Bytes for the standard output.
    Stdout(Vec<u8>),
    /// A text for the clipboard.
    Copy(String),
    /// A picture for the clipboard: pixels in a row, and the colours, 0 to 31, row by row.
    CopyPicture(usize, Vec<u8>),
    /// The clipboard's text is wanted: [`crate::Command::Pasted`] answers.
    Paste,
    /// Work to be done beside the game, by its number: [`crate::Command::JobAt`] and [`crate::Command::JobDone`] answer.
    Job(u32, Box<Job>),
    /// A job is to end soon: its next answer is its last.
    StopJob(u32),
    Quit,
}

/// What is written for the prompt.
#[derive(Clone, Debug)]
pub struct Export {
    pub to: PathBuf,
    /// Also where there is one already.
    pub over: bool,
    /// The cart's key: a label that was taken of it is in a cartridge picture.
    pub key: String,
    /// The cartridge whose label and unknown sections a cartridge keeps.
    pub like: Option<PathBuf>,
    pub rom: Arc<Rom>,
    /// Its code, as it runs.
    pub code: Vec<u8>,
    /// Files of that code that are edited and not saved.
    pub unsaved: Vec<SourceFile>,
    /// What a file of sound holds.
    pub piece: Piece,
    /// How long that is, and its rate.
    pub file: SoundFile,
}

/// What a picture, a film or a sound is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaName {
    /// Its file's name, without number and ending.
    pub name: String,
    /// The key of the cart that asked for it; none where a person did.
    pub by: Option<String>,
}

/// A file to be written.
#[derive(Debug)]
pub enum Write {
    /// A save slot of a cart, by its key and its number from 0: [`crate::Command::Written`] answers.
    Slot(String, usize, Arc<Slot>),
    /// A slot is to be emptied: [`crate::Command::Emptied`] answers.
    NoSlot(String, usize),
    /// Files of the code of the cartridge at that path: each with what it is known to hold. [`crate::Command::SourcesSaved`] answers.
    Code(PathBuf, Vec<(SourceFile, Vec<u8>)>),
    /// What is unsaved of the cart with that key, as [`studio::edit::Draft`] has it; none any more.
    Draft(String, Option<Vec<u8>>),
    /// A cart's data, into the files that they come from: [`crate::Command::DataSaved`] answers.
    Data {
        /// The folder or cartridge of [`crate::Cartridge::folder`]; none for data that come with the program: then they go into a copy that
        /// is the person's own.
        folder: Option<PathBuf>,
        /// What the files are called.
        name: String,
        /// What they are to hold.
        data: Box<[u8; ROM_SIZE]>,
        /// What they hold as far as is known: where that is no longer so, nothing is written.
        base: Box<[u8; ROM_SIZE]>,
    },
    CartData(String, Box<[u8; 256]>),
    /// What is kept under one id belongs to another one.
    Renamed(String, String),
    /// A mark of the cart that has the name on the shelf.
    Mark(String, Mark),
    /// A picture of a cart's screen: [`crate::Command::Saved`] answers.
    Screenshot(MediaName, Box<[u8; PIXELS]>),
    /// A moving picture, a GIF or with true an animated PNG: [`crate::Command::Saved`] answers.
    Film(MediaName, bool, Vec<u8>),
    /// Sound, 22,050 samples a second: [`crate::Command::Saved`] answers.
    Sound(MediaName, Vec<i16>),
    /// A picture that a cart has made its label: [`crate::Command::Saved`] answers.
    Label {
        /// The cart, by its key.
        cart: String,
        picture: Box<[u8; PIXELS]>,
    },
    /// A bug report: [`crate::Command::Saved`] answers.
    Report(Box<Report>),
    /// Data that a cart has stored with `cstore`.
    Stored {
        /// The cart, by its key.
        cart: String,
        /// The file that it stored to, seen from its own.
        file: String,
        /// The file's data, all of them.
        data: Box<[u8; ROM_SIZE]>,
    },
    /// A line that a cart prints to a file of its own, which is begun anew or not.
    Print {
        /// The cart, by its key.
        cart: String,
        file: String,
        text: String,
        anew: bool,
    },
}

/// What is to be seen, and what a window must know to show it.
#[derive(Clone, Debug)]
pub struct Picture {
    pub pixels: Pixels,
    /// Frames that the run has.
    pub frame: u64,
    /// Does the game run, with nothing over it?
    pub playing: bool,
    /// The cart has the pointer for itself: it is locked to the window and hidden.
    pub locks_pointer: bool,
    /// There is something to point at: the pointer is shown over a whole screen too.
    pub shows_pointer: bool,
}

/// The colours of a picture, as indices into the console's 32.
#[derive(Clone, Debug)]
pub enum Pixels {
    Screen(Box<[u8; PIXELS]>),
    /// The canvas of the debugger or of the editors, of any size.
    Canvas(Arc<Canvas>),
}
