//! The one door between the page's JavaScript and the player: packets in, packets out.
//!
//! ```text
//! packet   u32 length, head as JSON {"k": which, ...}, u32 length, body: bytes      lengths little-endian
//! call     packet packet packet ...  ──> Host::call ──> packet packet packet ...
//!
//! in       file boot insert not-loaded replay          key pointer click wheel motion pad-* focus resized restart quit
//!          written emptied saved unsaved pasted sound say took dropped
//! out      picture samples silence frame past cart title settings run slot ... download next
//! ```
//!
//! A head is read by serde, so a wrong one is an error and no panic; a body is what is too large for a text. It knows no clock
//! and nothing of the browser.

use serde::{Deserialize, Serialize};

/// What JavaScript tells.
#[derive(Debug, Deserialize)]
#[serde(tag = "k", rename_all = "kebab-case")]
pub enum Told {
    /// The body is what the browser's store has under that name, for the `boot` or `insert` that follows: `settings`, `marks`, `run`,
    /// `bundle`, `told`, `inputs`, `save/ID`, `slot/1`, `stored/FILE`.
    File {
        /// Its name.
        name: String,
    },
    /// The player begins, with the files before.
    Boot(Boot),
    /// The cart that was asked for, with the files before.
    Insert {
        /// Its name on the shelf.
        cart: String,
        /// What it is told.
        #[serde(default)]
        param: String,
    },
    /// The cart that was asked for is not here.
    NotLoaded {
        /// Why.
        why: String,
    },
    /// The body is a recording, to be run from its start: its digests are held against what comes of it.
    Replay,
    /// The recording of the run up to where it stands is wanted, and the picture there.
    Recording,
    /// A key.
    Key {
        /// Its W3C code: `KeyA`.
        name: String,
        /// Did it go down?
        down: bool,
        /// Does the keyboard repeat it?
        #[serde(default)]
        repeat: bool,
        /// What it types.
        #[serde(default)]
        text: String,
        /// Held beside it.
        #[serde(default)]
        shift: bool,
        /// Held beside it.
        #[serde(default)]
        control: bool,
        /// Held beside it.
        #[serde(default)]
        alt: bool,
    },
    /// The pointer stands at a pixel of the picture.
    Pointer {
        /// Column.
        x: i16,
        /// Row.
        y: i16,
    },
    /// A mouse button: 1 left, 2 right, 4 middle.
    Click {
        /// Which.
        button: u8,
        /// Did it go down?
        down: bool,
    },
    /// The wheel, in parts of a step, right and up positive.
    Wheel {
        /// To the right.
        x: i32,
        /// Up.
        y: i32,
        /// Is it a touchpad?
        fine: bool,
    },
    /// The mouse moved by parts of a pixel.
    Motion {
        /// To the right.
        x: i32,
        /// Down.
        y: i32,
    },
    /// A pad came.
    PadCame {
        /// Its number.
        id: usize,
        /// Its name.
        name: String,
    },
    /// A pad went.
    PadWent {
        /// Its number.
        id: usize,
        /// Its name.
        name: String,
    },
    /// A pad's button.
    PadButton {
        /// The pad.
        id: usize,
        /// The button, as settings call it.
        button: String,
        /// Did it go down?
        down: bool,
    },
    /// A pad's stick, right and up positive.
    PadStick {
        /// The pad.
        id: usize,
        /// Is it the right one?
        right: bool,
        /// Is it the axis up and down?
        up: bool,
        /// How far, -32,767 to 32,767.
        at: i16,
    },
    /// The page has the keyboard, or not.
    Focus {
        /// Has it?
        on: bool,
    },
    /// The picture's room, in pixels of the screen.
    Resized {
        /// Width.
        w: u32,
        /// Height.
        h: u32,
    },
    /// Begin the cart again.
    Restart,
    /// End.
    Quit,
    /// A slot was written, or why not.
    Written {
        /// From 0.
        slot: usize,
        /// Why not.
        error: Option<String>,
    },
    /// A slot was emptied, or why not.
    Emptied {
        /// From 0.
        slot: usize,
        /// Why not.
        error: Option<String>,
    },
    /// A file was handed to the person under that name.
    Saved {
        /// The name.
        name: String,
    },
    /// What is to be kept cannot be, and why; or it can again.
    Unsaved {
        /// Why.
        why: Option<String>,
    },
    /// The clipboard's text, or why there is none.
    Pasted {
        /// The text.
        text: Option<String>,
        /// Why not.
        #[serde(default)]
        error: String,
    },
    /// Milliseconds from the machine to the ear, if it plays.
    Sound {
        /// Those.
        ms: Option<u32>,
    },
    /// Something is to be said.
    Say {
        /// What.
        text: String,
        /// Is it bad?
        #[serde(default)]
        bad: bool,
    },
    /// The call before took so many microseconds.
    Took {
        /// Those.
        micros: u32,
    },
    /// The body is a file that was dropped on the page.
    Dropped {
        /// Its name.
        name: String,
    },
}

/// What a player begins with, beside the files.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Boot {
    /// The cart, by its name on the shelf; none: the file `bundle`, else the shelf.
    pub cart: Option<String>,
    /// What the cart's files are called, if not as the cart.
    pub key: Option<String>,
    /// What a cart in Lua is called.
    pub name: String,
    /// What a cart in Lua bears as its title.
    pub title: String,
    /// What the cart is told.
    pub param: String,
    /// Any number, another for each start.
    pub any: u64,
    /// The seed of each run, as a number.
    pub seed: Option<u64>,
    /// The day whose run each run is, as 20261122.
    pub day: Option<u32>,
    /// Seconds since 1970 when the clock of the calls stood at 0.
    pub unix: i64,
    /// Seconds to add for local time.
    pub offset: i32,
    /// The build: any text that another build does not have.
    pub build: String,
    /// Is a run that was left gone on with unasked?
    pub resume: bool,
    /// The player takes the place of one that was lost in a frame.
    pub lost: Option<Lost>,
}

/// What became of the player before.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Lost {
    /// Its cart did not come back, and the pause menu is wanted.
    Menu,
    /// Its cart did not come back, and the debugger is wanted.
    Debugger,
    /// Its cart did not come back, and begins again.
    Restart,
    /// Its cart panicked.
    Panic {
        /// What it said.
        message: String,
        /// In which file.
        file: String,
        /// In which line.
        line: u32,
    },
}

/// Packets that were read, in order. What is no packet ends them.
pub struct Packets<'a>(&'a [u8]);

/// Reads packets.
pub fn packets(bytes: &[u8]) -> Packets<'_> {
    Packets(bytes)
}

fn part<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *bytes = rest;
    Some(part)
}

impl<'a> Iterator for Packets<'a> {
    type Item = (Result<Told, String>, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let head = part(&mut self.0)?;
        let body = part(&mut self.0)?;
        Some((serde_json::from_slice(head).map_err(|e| e.to_string()), body))
    }
}

/// Packets that go out.
#[derive(Debug, Default)]
pub struct Answer(Vec<u8>);

impl Answer {
    /// Adds one.
    pub fn add(&mut self, head: &impl Serialize, body: &[u8]) {
        // Heads are made of texts and numbers, which have a JSON form.
        let head = serde_json::to_vec(head).unwrap_or_default();
        for part in [&head[..], body] {
            self.0.extend((part.len() as u32).to_le_bytes());
            self.0.extend(part);
        }
    }

    /// All of them.
    pub fn bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_read_as_they_are_written() {
        let mut answer = Answer::default();
        answer.add(&serde_json::json!({"k": "file", "name": "run"}), &[1, 2, 3]);
        answer.add(&serde_json::json!({"k": "quit"}), &[]);
        answer.add(&serde_json::json!({"k": "nothing"}), &[]);
        let bytes = answer.bytes();
        let all: Vec<_> = packets(&bytes).collect();
        assert!(matches!(&all[0], (Ok(Told::File { name }), [1, 2, 3]) if name == "run"), "{all:?}");
        assert!(matches!(all[1], (Ok(Told::Quit), [])), "{all:?}");
        assert!(all[2].0.is_err(), "an unknown packet is an error");
        // Any cut of them is fewer packets, and no panic.
        for end in 0..bytes.len() {
            assert!(packets(&bytes[..end]).count() < 3, "{end}");
        }
    }
}
