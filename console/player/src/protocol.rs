//! Input and output of a tick: events and requests, picture and sound.
//!
//! ```text
//!              HostEvent: keys, pads, mouse, time, changed files          TickOutput: picture, samples, log lines
//!              HostEvent::Reply(id, Ok(Response) | Err(HostError))        (id, Request), in order
//!                         │                                                  ▲
//!                         ▼                                                  │
//!  host ── tick(now, events) ───────────────── Player ───────────────────────┘
//! ```
//!
//! ```text
//! Request                                                     reply
//! Autosave WriteCartData MoveCartData WriteStored WriteHistory none; HostEvent::Unsaved while the disk refuses
//! WriteMark WriteSettings WriteRecording PrintToFile Quit     none
//! WriteSlot WriteData WriteSources Paste                      Response::Text: the names of the files, the clipboard's text
//! WriteMedia WriteLabel WriteReport CartFolder OpenEditor     Response::Text: the result, to be shown
//! MakeFolder Export OpenFolder MoveCart
//! LoadCart ReadCart ReadHistory ReadSources Compile Pack        the Response of that name
//! NewCart SaveAs                                              Response::Cart
//! ListFolder Import ReadAgainst Job
//! SetCart SetTitle Copy CopyPicture StopJob                   none, or a HostError
//! ```
//!
//! A host replies with an unsupported [`HostError`] to what it cannot do. The player shows errors, whether or not something waits for the
//! reply.

use crate::cartridge::{Against, CartStart, NewCode};
use crate::film::{Media, MediaName};
use crate::job::{Job, JobResult};
use crate::library::{CartRead, Listed};
use crate::loading::AutosaveChunk;
use crate::pad::PadCommand;
use rasher::{Input, PIXELS, Rom, SoundNames};
use std::path::PathBuf;
use std::sync::Arc;
use studio::canvas::Canvas;
use studio::{BorderNotice, KeyPress, Notice, Piece, Settings, ShelfMark, SoundFile};
use timeline::{Recording, Report, Slot};

pub type RequestId = u32;
pub use editors::{Data, SourceFile};
pub type Reply = Result<Response, HostError>;

/// The output of a tick. A host shows, plays and logs it, and then handles the requests in order.
#[derive(Debug, Default)]
pub struct TickOutput {
    /// None while the picture stays the same.
    pub picture: Option<FramePicture>,
    /// 22,050 per second, mono.
    pub samples: Vec<i16>,
    /// Play has stopped: silence until the next samples.
    pub silence: bool,
    pub log: Vec<String>,
    pub printed: Vec<PrintedText>,
    /// The frames that follow come after this recording: of another run, or another past of it.
    pub past: Option<Box<Recording>>,
    /// The next tick runs a frame with this input. A host that keeps `past` and these can recover a run whose frame
    /// hangs.
    pub frame: Option<Input>,
    pub requests: Vec<(RequestId, Request)>,
}

impl TickOutput {
    pub(crate) fn play(&mut self, samples: impl IntoIterator<Item = i16>) {
        self.samples.extend(samples);
        self.silence = false;
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedText {
    pub bytes: Vec<u8>,
    /// From `serial` instead of a line of `printh`.
    pub is_serial: bool,
}

#[derive(Clone, Debug)]
pub struct FramePicture {
    pub pixels: FramePixels,
    pub frame: u64,
    /// The game runs, with nothing over it.
    pub playing: bool,
    pub locks_pointer: bool,
    /// The pointer is shown in fullscreen, too.
    pub shows_pointer: bool,
    /// The text of menu, question, error or selected cart, and of the notice, for a screen reader; empty without any.
    pub spoken: String,
    /// For the window's border, if [`HostEvent::Border`] said that there is one.
    pub notice: Option<Arc<BorderNotice>>,
}

/// Indices into the console's 32 colours.
#[derive(Clone, Debug)]
pub enum FramePixels {
    Screen(Box<[u8; PIXELS]>),
    Canvas(Arc<Canvas>),
}

/// Carts are named by their keys.
#[derive(Debug)]
pub enum Request {
    Autosave(String, AutosaveChunk),
    /// None empties it.
    WriteSlot {
        cart: String,
        number: usize,
        slot: Option<Arc<Slot>>,
    },
    WriteCartData(String, Box<[u8; 256]>),
    MoveCartData {
        from: String,
        to: String,
    },
    /// What `cstore` has stored: the whole file, its name relative to the cart's.
    WriteStored {
        cart: String,
        file: String,
        data: Box<Data>,
    },
    /// A line of `printh` to a file. `anew` overwrites the file.
    PrintToFile {
        cart: String,
        file: String,
        text: String,
        anew: bool,
    },
    /// The cart by its name on the shelf.
    WriteMark(String, ShelfMark),
    WriteSettings(Box<Settings>),
    WriteMedia(MediaName, Media),
    WriteLabel(String, Box<[u8; PIXELS]>),
    WriteReport(Box<Report>),
    WriteRecording(Box<Recording>),

    /// `from`: the cartridge that asks, in whose folder a file of that name is searched.
    LoadCart {
        name: String,
        param: String,
        from: Option<PathBuf>,
    },
    /// Writes a new cartridge, and loads it: blank, or the example or file `from`. Without a name it is in the user's own folder.
    NewCart {
        to: Option<PathBuf>,
        from: String,
    },
    /// Renames one of the user's own carts, or takes it out of the bin; without a name it is put there. Answered by its new path.
    MoveCart(PathBuf, Option<String>),
    /// Writes all of a cart to another file, and loads it.
    SaveAs(Box<SavedAs>),
    ReadCart(String),
    /// Entries to append to the log of a cart's edits ([`format::EditLog`]).
    WriteHistory(String, Vec<u8>),
    ReadHistory(String),
    ReadSources(PathBuf),
    /// Each with its known content.
    WriteSources(PathBuf, Vec<(SourceFile, Vec<u8>)>),
    WriteData(Box<EditedData>),
    Compile(PathBuf, Vec<SourceFile>),
    Pack(Vec<u8>),
    ReadAgainst,

    ListFolder(PathBuf),
    MakeFolder(PathBuf),
    OpenFolder(PathBuf),
    CartFolder(String),
    /// Reads a file of any kind over these data.
    Import(PathBuf, Arc<Rom>),
    /// Writes data to a file of the kind that its name says.
    Export(Box<Export>),
    /// `file` as the compiler names it, `line` from 1. An empty `editor` is the system's.
    OpenEditor {
        editor: String,
        file: String,
        line: u32,
    },
    Copy(String),
    /// Width and colours, 0 to 31, row by row.
    CopyPicture(usize, Vec<u8>),
    Paste,

    SetCart(RunningCart),
    /// Until another cart runs.
    SetTitle(String),
    /// [`HostEvent::Progress`] reports how far it is.
    Job(Box<Job>),
    /// Its next reply is its last.
    StopJob(RequestId),
    Quit,
}

#[derive(Clone, Debug)]
pub struct RunningCart {
    /// Names its files: runs, slots, what it writes.
    pub key: String,
    /// Its name in recordings.
    pub name: String,
    pub title: String,
    /// The folder of its data files, to be watched.
    pub folder: Option<PathBuf>,
    pub rom: Arc<Rom>,
    /// Whether it is played, and not only inspected or viewed.
    pub keeps: bool,
}

#[derive(Clone, Debug)]
pub struct EditedData {
    /// The folder or cartridge of [`loader::Origin`]. None for built-in data: the user gets a copy.
    pub folder: Option<PathBuf>,
    pub name: String,
    pub data: Box<Data>,
    /// What the files contain as far as known. If they differ, nothing is written.
    pub base: Box<Data>,
    /// The names of sounds that were changed; an empty one was removed.
    pub sounds: SoundNames,
    /// The user has agreed to what an unconfirmed [`HostError`] says.
    pub agreed: bool,
}

#[derive(Clone, Debug)]
pub struct SavedAs {
    pub from: PathBuf,
    /// Nothing is written if it exists.
    pub to: PathBuf,
    pub key: String,
    pub rom: Arc<Rom>,
    pub unsaved: Vec<SourceFile>,
}

#[derive(Clone, Debug)]
pub struct Export {
    pub to: PathBuf,
    pub over: bool,
    /// The name that loads the cart, for a page.
    pub name: String,
    /// The cart's key, for its label in a cartridge picture.
    pub key: String,
    pub like: Option<PathBuf>,
    pub rom: Arc<Rom>,
    pub code: Vec<u8>,
    pub unsaved: Vec<SourceFile>,
    pub piece: Piece,
    pub file: SoundFile,
}

#[derive(Debug)]
pub enum HostEvent {
    Key(KeyPress),
    /// In pixels of the picture shown: the screen's, or the canvas's.
    Pointer(i16, i16),
    /// 1 left, 2 right, 4 middle, 8 back; 16 any on the notice in the border.
    Click(u8, bool),
    Wheel(Wheel),
    /// In [`crate::PARTS`] of a pixel of the host; right and down are positive.
    Motion(i32, i32),
    Pad(PadCommand),
    /// The user plays with the buttons that the host draws. Their presses arrive as keys.
    Touch,
    /// A key of a MIDI keyboard, 0 to 127, and its loudness, 1 to 127; 0: it was released.
    Midi(u8, u8),
    Focus(bool),
    /// The size of the picture area in pixels, and the window size to remember, if it is one.
    Resized((u32, u32), Option<[u32; 2]>),
    /// The free pixels next to a game's picture, columns and rows; without it notices are in the picture.
    Border(Option<(u32, u32)>),
    Restart,
    Quit,
    /// A debugger outside stops the game, or continues it.
    Hold(bool),

    Code(Box<NewCode>),
    Data(Box<Rom>),
    /// All errors in the cart's data files, one line each. The last good data stay in use.
    DataWrong(Vec<String>),
    DataFolder(PathBuf),
    /// Its path, as far as the host knows it, and its bytes.
    DroppedFile(String, Vec<u8>),
    /// With a line to show about it.
    StartCart(Box<CartStart>, Option<String>),
    Against(Box<Against>),
    /// A folder with so many carts was dropped, to be shown on the shelf.
    Folder(String, usize),
    /// The carts in the shelf's folders, in order, and whether there are folders.
    Carts(Vec<Listed>, bool),
    /// Why runs, cart data or settings cannot be saved; none once they can again.
    Unsaved(Option<String>),

    /// The duration of the previous tick in microseconds. Only the size of slices and the debugger's costs depend on
    /// it.
    Took(u32),
    /// Milliseconds from the machine to the ear. None while no device plays.
    Latency(Option<u32>),
    Notify(Notice),
    Progress(RequestId, u64),
    Reply(RequestId, Reply),
}

#[derive(Debug)]
pub enum Response {
    Text(String),
    Names(Vec<String>),
    /// The log, or a file of unsaved edits of an earlier version; may be empty.
    History(Vec<u8>),
    Sources(Vec<SourceFile>),
    Code(Box<NewCode>),
    PackedSize(usize),
    Cart(Box<CartStart>),
    CartRead(Box<CartRead>),
    Against(Box<Against>),
    /// With what to show about the file.
    Imported(Box<Rom>, String),
    Job(Box<JobResult>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostError {
    pub why: String,
    /// This host never does it. Otherwise it was tried: the disk or the system refused, or the file is invalid.
    pub unsupported: bool,
    /// It was not done, since it would lose this; it is if the user agrees.
    pub unconfirmed: bool,
}

impl HostError {
    pub fn failed(why: impl Into<String>) -> HostError {
        HostError { why: why.into(), ..HostError::default() }
    }
}

impl std::fmt::Display for HostError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for HostError {}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wheel {
    pub x: i32,
    pub y: i32,
    /// A touchpad, whose steps are small.
    pub fine: bool,
}
