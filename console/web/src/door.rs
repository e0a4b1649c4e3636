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

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Debug)]
pub enum Told {
    /// The body is what the browser's store has under that name, for the `boot` or `insert` that follows: `settings`, `marks`, `run`,
    /// `bundle`, `told`, `inputs`, `save/ID`, `slot/1`, `stored/FILE`.
    File {
        name: String,
    },
    /// The player begins, with the files before.
    Boot(Boot),
    /// The cart that was asked for, with the files before.
    Insert {
        /// Its name on the shelf.
        cart: String,
        param: String,
    },
    /// The cart that was asked for is not here.
    NotLoaded {
        why: String,
    },
    /// The body is a recording, to be run from its start: its digests are held against what comes of it.
    Replay,
    /// The recording of the run up to where it stands is wanted, and the picture there.
    Recording,
    Key {
        /// Its W3C code: `KeyA`.
        name: String,
        /// Did it go down?
        down: bool,
        /// Does the keyboard repeat it?
        repeat: bool,
        text: String,
        shift: bool,
        control: bool,
        alt: bool,
    },
    /// The pointer stands at a pixel of the picture.
    Pointer {
        x: i16,
        y: i16,
    },
    /// A mouse button: 1 left, 2 right, 4 middle.
    Click {
        button: u8,
        /// Did it go down?
        down: bool,
    },
    /// The wheel, in parts of a step, right and up positive.
    Wheel {
        x: i32,
        y: i32,
        /// Is it a touchpad?
        fine: bool,
    },
    /// The mouse moved by parts of a pixel.
    Motion {
        x: i32,
        y: i32,
    },
    PadCame {
        id: usize,
        name: String,
    },
    PadWent {
        id: usize,
        name: String,
    },
    PadButton {
        id: usize,
        /// The button, as settings call it.
        button: String,
        /// Did it go down?
        down: bool,
    },
    /// A pad's stick, right and up positive.
    PadStick {
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
        w: u32,
        h: u32,
    },
    Restart,
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
        name: String,
    },
    /// What is to be kept cannot be, and why; or it can again.
    Unsaved {
        why: Option<String>,
    },
    /// The clipboard's text, or why there is none.
    Pasted {
        text: Option<String>,
        /// Why not.
        error: String,
    },
    /// Milliseconds from the machine to the ear, if it plays.
    Sound {
        ms: Option<u32>,
    },
    /// Something is to be said.
    Say {
        text: String,
        /// Is it bad?
        bad: bool,
    },
    /// The call before took so many microseconds.
    Took {
        micros: u32,
    },
    /// The body is a file that was dropped on the page.
    Dropped {
        name: String,
    },
}

impl Told {
    // By hand: derived, it is 65 KB of a module of 4.5 MB, since each kind is read as a map and as a list.
    fn read(head: &[u8]) -> Result<Self, String> {
        let mut head: Map<String, Value> = serde_json::from_slice(head).map_err(|e| e.to_string())?;
        let kind: String = field(&mut head, "k")?;
        let head = &mut head;
        Ok(match kind.as_str() {
            "file" => Self::File { name: field(head, "name")? },
            "boot" => Self::Boot(
                serde_json::from_value(Value::Object(std::mem::take(head))).map_err(|e| e.to_string())?,
            ),
            "insert" => Self::Insert { cart: field(head, "cart")?, param: or_default(head, "param")? },
            "not-loaded" => Self::NotLoaded { why: field(head, "why")? },
            "replay" => Self::Replay,
            "recording" => Self::Recording,
            "key" => Self::Key {
                name: field(head, "name")?,
                down: field(head, "down")?,
                repeat: or_default(head, "repeat")?,
                text: or_default(head, "text")?,
                shift: or_default(head, "shift")?,
                control: or_default(head, "control")?,
                alt: or_default(head, "alt")?,
            },
            "pointer" => Self::Pointer { x: field(head, "x")?, y: field(head, "y")? },
            "click" => Self::Click { button: field(head, "button")?, down: field(head, "down")? },
            "wheel" => Self::Wheel { x: field(head, "x")?, y: field(head, "y")?, fine: field(head, "fine")? },
            "motion" => Self::Motion { x: field(head, "x")?, y: field(head, "y")? },
            "pad-came" => Self::PadCame { id: field(head, "id")?, name: field(head, "name")? },
            "pad-went" => Self::PadWent { id: field(head, "id")?, name: field(head, "name")? },
            "pad-button" => Self::PadButton {
                id: field(head, "id")?,
                button: field(head, "button")?,
                down: field(head, "down")?,
            },
            "pad-stick" => Self::PadStick {
                id: field(head, "id")?,
                right: field(head, "right")?,
                up: field(head, "up")?,
                at: field(head, "at")?,
            },
            "focus" => Self::Focus { on: field(head, "on")? },
            "resized" => Self::Resized { w: field(head, "w")?, h: field(head, "h")? },
            "restart" => Self::Restart,
            "quit" => Self::Quit,
            "written" => Self::Written { slot: field(head, "slot")?, error: or_default(head, "error")? },
            "emptied" => Self::Emptied { slot: field(head, "slot")?, error: or_default(head, "error")? },
            "saved" => Self::Saved { name: field(head, "name")? },
            "unsaved" => Self::Unsaved { why: or_default(head, "why")? },
            "pasted" => Self::Pasted { text: or_default(head, "text")?, error: or_default(head, "error")? },
            "sound" => Self::Sound { ms: or_default(head, "ms")? },
            "say" => Self::Say { text: field(head, "text")?, bad: or_default(head, "bad")? },
            "took" => Self::Took { micros: field(head, "micros")? },
            "dropped" => Self::Dropped { name: field(head, "name")? },
            _ => return Err(format!("unknown packet: {kind}")),
        })
    }
}

fn field<T: DeserializeOwned>(head: &mut Map<String, Value>, name: &str) -> Result<T, String> {
    let value = head.remove(name).ok_or_else(|| format!("missing: {name}"))?;
    serde_json::from_value(value).map_err(|e| format!("{name}: {e}"))
}

fn or_default<T: DeserializeOwned + Default>(head: &mut Map<String, Value>, name: &str) -> Result<T, String> {
    if head.contains_key(name) { field(head, name) } else { Ok(T::default()) }
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
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    /// Its cart did not come back, and the pause menu is wanted.
    Menu,
    /// Its cart did not come back, and the debugger is wanted.
    Debugger,
    /// Its cart did not come back, and begins again.
    Restart,
    Panic {
        message: String,
        file: String,
        line: u32,
    },
}

/// Packets that were read, in order. What is no packet ends them.
pub struct Packets<'a>(&'a [u8]);

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
        Some((Told::read(head), body))
    }
}

#[derive(Debug, Default)]
pub struct Answer(Vec<u8>);

impl Answer {
    pub fn add(&mut self, head: &impl Serialize, body: &[u8]) {
        // Heads are made of texts and numbers, which have a JSON form.
        let head = serde_json::to_vec(head).unwrap_or_default();
        for part in [&head[..], body] {
            self.0.extend((part.len() as u32).to_le_bytes());
            self.0.extend(part);
        }
    }

    pub fn bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_and_what_is_wrong_is_named() {
        let kinds = r#"file{"name":"run"} boot{"cart":null,"unix":-5,"resume":true} insert{"cart":"bee"} not-loaded{"why":"x"}
            replay{} recording{} key{"name":"KeyA","down":true,"text":"a"} pointer{"x":-3,"y":4} click{"button":4,"down":false}
            wheel{"x":0,"y":-120,"fine":false} motion{"x":70000,"y":0} pad-came{"id":0,"name":"x"} pad-went{"id":0,"name":"x"}
            pad-button{"id":1,"button":"a","down":true} pad-stick{"id":1,"right":false,"up":true,"at":-32767} focus{"on":true}
            resized{"w":1280,"h":720} restart{} quit{} written{"slot":2,"error":null} emptied{"slot":2} saved{"name":"x"}
            unsaved{"why":"full"} pasted{"text":null,"error":"none"} sound{"ms":null} say{"text":"x"} took{"micros":900} dropped{"name":"x"}"#;
        let mut count = 0;
        for kind in kinds.split_whitespace() {
            let (name, fields) = kind.split_at(kind.find('{').unwrap());
            let mut head: Map<String, Value> = serde_json::from_str(fields).unwrap();
            head.insert("k".into(), name.into());
            let told = Told::read(&serde_json::to_vec(&head).unwrap());
            let variant = format!("{:?}", told.as_ref().unwrap_or_else(|why| panic!("{name}: {why}")));
            let variant: String = variant.chars().take_while(|c| c.is_alphabetic()).collect();
            assert_eq!(variant.to_lowercase(), name.replace('-', ""), "{told:?}");
            count += 1;
        }
        assert_eq!(count, 28);
        let wrong = [
            (r#"{"k":"pointer","x":1}"#, "missing: y"),
            (r#"{"k":"pointer","x":40000,"y":0}"#, "x: invalid value: integer `40000`, expected i16"),
            (r#"{"k":"say","text":"x","bad":1}"#, "bad: invalid type: integer `1`, expected a boolean"),
            (r#"{"k":"nothing"}"#, "unknown packet: nothing"),
            (r#"{}"#, "missing: k"),
        ];
        for (head, why) in wrong {
            assert_eq!(Told::read(head.as_bytes()).unwrap_err(), why);
        }
        assert!(Told::read(b"[]").is_err() && Told::read(b"").is_err());
    }

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
