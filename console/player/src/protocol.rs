//! What goes out of the player and what comes in: two enums, and the picture and sound of a tick.
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
//! Request                                                     answered by
//! Autosave WriteCartData MoveCartData WriteStored             nothing; HostEvent::Unsaved while the disk refuses
//! WriteMark WriteSettings WriteRecording PrintToFile Quit     nothing
//! WriteSlot WriteData WriteSources Paste                      Response::Text: the names of the files, the clipboard's text
//! WriteMedia WriteLabel WriteReport CartFolder OpenEditor     Response::Text: what was done, as the person is told
//! MakeFolder CopyFile Export OpenFolder
//! LoadCart ReadCart ReadDraft ReadSources Compile Pack        the Response of that name
//! ListFolder Import ReadAgainst Job
//! SetCart SetTitle Copy CopyPicture WriteDraft StopJob        nothing, or a HostError
//! ```
//!
//! A host answers what it cannot do with [`HostError::Unsupported`], which the player shows. An error without a request that waits for it
//! is shown as well.

use crate::autosave::AutosaveChunk;
use crate::cartridge::{Against, CartStart, NewCode};
use crate::film::{Media, MediaName};
use crate::job::{Job, JobResult};
use crate::library::{CartRead, Listed};
use crate::pad::PadCommand;
use editors::SourceFile;
use rasher::memory::ROM_SIZE;
use rasher::{Input, PIXELS, Rom};
use std::path::PathBuf;
use std::sync::Arc;
use studio::canvas::Canvas;
use studio::{KeyPress, Mark, Notice, Piece, Settings, SoundFile};
use timeline::{Recording, Report, Slot};

pub type RequestId = u32;
pub type Data = [u8; ROM_SIZE];
pub type Reply = Result<Response, HostError>;

/// What a tick gives. A host shows, plays and notes it, and then does the requests in their order.
#[derive(Debug, Default)]
pub struct TickOutput {
    /// None while the picture stays as it is.
    pub picture: Option<Picture>,
    /// Samples to play, 22,050 a second, one channel.
    pub samples: Vec<i16>,
    /// After these samples the console stands still: nothing is heard until the next ones.
    pub silence: bool,
    pub log: Vec<String>,
    /// What the cart prints, in order.
    pub printed: Vec<Printed>,
    /// The frames that follow come after this recording: another run, or another past of it.
    pub past: Option<Box<Recording>>,
    /// The next tick runs a frame of the run with this input. A host that keeps `past` and these knows what a cart was told that
    /// does not come back.
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
pub struct Printed {
    pub bytes: Vec<u8>,
    /// The bytes of `serial`, and not a line of `printh`.
    pub is_serial: bool,
}

/// What a window must know to show a picture.
#[derive(Clone, Debug)]
pub struct Picture {
    pub pixels: Pixels,
    /// Frames that the run has.
    pub frame: u64,
    /// The game runs, with nothing over it.
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

/// What a host is asked to do. Carts are named by their keys.
#[derive(Debug)]
pub enum Request {
    Autosave(String, AutosaveChunk),
    /// A save slot by its number from 0; none empties it.
    WriteSlot {
        cart: String,
        number: usize,
        slot: Option<Arc<Slot>>,
    },
    WriteCartData(String, Box<[u8; 256]>),
    /// What is kept under one id belongs to another one.
    MoveCartData {
        from: String,
        to: String,
    },
    /// Data that a cart has stored with `cstore`: all of the file, whose name is seen from the cart's own.
    WriteStored {
        cart: String,
        file: String,
        data: Box<Data>,
    },
    /// A line that a cart prints to a file of its own, which is begun anew or not.
    PrintToFile {
        cart: String,
        file: String,
        text: String,
        anew: bool,
    },
    /// A mark of the cart that has the name on the shelf.
    WriteMark(String, Mark),
    WriteSettings(Box<Settings>),
    WriteMedia(MediaName, Media),
    WriteLabel(String, Box<[u8; PIXELS]>),
    WriteReport(Box<Report>),
    /// A run ends, or is left, whose recording was asked for.
    WriteRecording(Box<Recording>),

    /// The file of a cart; `from`: the cartridge that asks, in whose folder alone a file of that name is looked for.
    LoadCart {
        name: String,
        param: String,
        from: Option<PathBuf>,
    },
    /// What the shelf shows of a file.
    ReadCart(String),
    /// What is unsaved, as [`editors::Draft`] has it; none any more.
    WriteDraft(String, Option<Vec<u8>>),
    ReadDraft(String),
    /// The files of the code of the cartridge at that path.
    ReadSources(PathBuf),
    /// Files of code, each with what it is known to hold.
    WriteSources(PathBuf, Vec<(SourceFile, Vec<u8>)>),
    /// A cart's data, into the files that they come from.
    WriteData(Box<EditedData>),
    /// The code of the cartridge at that path with files as they are unsaved.
    Compile(PathBuf, Vec<SourceFile>),
    /// How many bytes has this code, packed?
    Pack(Vec<u8>),
    /// The recording that runs are held against.
    ReadAgainst,

    ListFolder(PathBuf),
    MakeFolder(PathBuf),
    /// The system shows a folder.
    OpenFolder(PathBuf),
    /// Where the files of the cart are.
    CartFolder(String),
    /// A file is to stand under another name as well, if there is none.
    CopyFile {
        from: PathBuf,
        to: PathBuf,
    },
    /// A file of any kind is read over these data.
    Import(PathBuf, Arc<Rom>),
    /// Data are to stand in a file, of the kind that its name says.
    Export(Box<Export>),
    /// The person's own editor opens a file, named as the compiler saw it, at a line from 1. An empty `editor` is the system's.
    OpenEditor {
        editor: String,
        file: String,
        line: u32,
    },
    Copy(String),
    /// Pixels in a row, and the colours, 0 to 31, row by row.
    CopyPicture(usize, Vec<u8>),
    Paste,

    SetCart(RunningCart),
    /// The window's title until another cart runs.
    SetTitle(String),
    /// Work beside the game; [`HostEvent::Progress`] tells how far it is.
    Job(Box<Job>),
    /// A job is to end soon: its next answer is its last.
    StopJob(RequestId),
    /// The last request.
    Quit,
}

/// The cart that runs from now on.
#[derive(Clone, Debug)]
pub struct RunningCart {
    /// What its files are called: runs, slots, what it writes.
    pub key: String,
    /// What it is called in its runs.
    pub name: String,
    pub title: String,
    /// The folder that its data come from, to be followed.
    pub folder: Option<PathBuf>,
    pub rom: Arc<Rom>,
}

#[derive(Clone, Debug)]
pub struct EditedData {
    /// The folder or cartridge of [`loader::Origin`]; none for data that come with the program: then they go into a copy that is
    /// the person's own.
    pub folder: Option<PathBuf>,
    /// What the files are called.
    pub name: String,
    pub data: Box<Data>,
    /// What the files hold as far as is known: where that is no longer so, nothing is written.
    pub base: Box<Data>,
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

/// One thing that happened since the tick before.
#[derive(Debug)]
pub enum HostEvent {
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
    Restart,
    Quit,

    /// The cart's code was saved, and perhaps its data with it.
    Code(Box<NewCode>),
    /// The cart's data have changed.
    Data(Box<Rom>),
    /// All that is wrong with the cart's data files now, a line for each. What was good last stays in use.
    DataWrong(Vec<String>),
    /// The cart's data come from that folder now.
    DataFolder(PathBuf),
    /// A file was dropped: its name and its bytes.
    DroppedFile(String, Vec<u8>),
    /// Another cart was dropped, and takes the place of the one that runs; a line to say about it.
    StartCart(Box<CartStart>, Option<String>),
    /// A recording was dropped, that runs are held against.
    Against(Box<Against>),
    /// A folder of so many carts is to stand on the shelf from now on.
    Folder(String, usize),
    /// The carts in the folders of the shelf, in order; and whether there are folders.
    Carts(Vec<Listed>, bool),
    /// Run, cart data or settings cannot be kept, and why, in a few words; or all of them are kept again.
    Unsaved(Option<String>),

    /// The tick before took so many microseconds. Nothing depends on it but how much is done at once, and what the debugger shows
    /// of costs.
    Took(u32),
    /// Milliseconds from the machine to the ear; none while no device plays.
    Latency(Option<u32>),
    Say(Notice),
    /// How far a job has come.
    Progress(RequestId, u64),
    Reply(RequestId, Reply),
}

/// What came of a request.
#[derive(Debug)]
pub enum Response {
    Text(String),
    Names(Vec<String>),
    Draft(Vec<u8>),
    Sources(Vec<SourceFile>),
    Code(Box<NewCode>),
    PackedSize(usize),
    Cart(Box<CartStart>),
    CartRead(Box<CartRead>),
    Against(Box<Against>),
    /// The data, and what is to be said of the file.
    Imported(Box<Data>, String),
    Job(Box<JobResult>),
}

/// Why a request was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostError {
    /// It was tried: the disk or the system refused, or the file is wrong.
    Failed(String),
    /// This host cannot do it.
    Unsupported(String),
}

impl std::fmt::Display for HostError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (HostError::Failed(why) | HostError::Unsupported(why)) = self;
        f.write_str(why)
    }
}

impl std::error::Error for HostError {}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wheel {
    /// So many [`crate::PARTS`] of a step to the right.
    pub x: i32,
    pub y: i32,
    /// A touchpad, on which steps are small.
    pub fine: bool,
}
