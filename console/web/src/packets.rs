//! Packets between the page's JavaScript and the player: [`HostEvent`] in, [`player::Request`] out.
//!
//! ```text
//! packet   u32 length, head as JSON {"k": which, ...}, u32 length, body: bytes      lengths little-endian
//! call     packet packet packet ...  ──> Host::call ──> packet packet packet ...
//!
//! in       file start insert replay recording dropped   only from a page
//!          all else                                    a HostEvent
//! out      picture samples silence frame past ...      a TickOutput, then its requests with their ids; next
//! ```
//!
//! serde reads heads, so a wrong one is an error and no panic. A body is data too large for JSON.

use crate::own::OwnEvent;
use player::{HostError, HostEvent, Key, KeyPress, PadButton, PadCommand, Response, Wheel};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use studio::{ColorFilter, Notice};

#[derive(Debug)]
pub enum Packet {
    /// The body is a stored file for the `start` or `insert` that follows: `settings`, `marks`, `run`, `bundle`, `lost-run`,
    /// `inputs`, `save/ID`, `slot/1`, `stored/FILE`; `link/cart` or `link/run`, the text of the page's address.
    File(String),
    Start(Box<StartRequest>),
    /// Answers `load`, with the files before and the key that they have. Its id is 0 for a cart that was dropped.
    Insert {
        id: u32,
        cart: String,
        key: Option<String>,
        param: String,
    },
    /// The body is a recording, to be replayed and compared with its digests.
    Replay,
    /// Asks for the recording of the run so far, and the current picture.
    Recording,
    /// The body is a file that was dropped on the page.
    Dropped(String),
    /// What the page's script has read from an address, or why it could not. The body is the file.
    Fetched {
        url: String,
        why: Option<String>,
    },
    /// Asks for the code of a text, for a camera.
    Code(String),
    /// Of the user's own carts. The body of some is a file.
    Own(OwnEvent),
    Event(HostEvent),
}

impl Packet {
    // By hand: derived, it is 65 KB of a module of 4.5 MB, since each kind is read as a map and as a list.
    fn read(head: &[u8]) -> Result<Self, String> {
        let mut head: Map<String, Value> = serde_json::from_slice(head).map_err(|e| e.to_string())?;
        let kind: String = field(&mut head, "k")?;
        let head = &mut head;
        Ok(match kind.as_str() {
            "file" => Self::File(field(head, "name")?),
            "start" => Self::Start(
                serde_json::from_value(Value::Object(std::mem::take(head))).map_err(|e| e.to_string())?,
            ),
            "insert" => Self::Insert {
                id: or_default(head, "id")?,
                cart: field(head, "cart")?,
                key: or_default(head, "key")?,
                param: or_default(head, "param")?,
            },
            "replay" => Self::Replay,
            "recording" => Self::Recording,
            "dropped" => Self::Dropped(field(head, "name")?),
            "fetched" => Self::Fetched { url: field(head, "url")?, why: or_default(head, "why")? },
            "share-cart" => Self::Own(OwnEvent::Share),
            "code" => Self::Code(field(head, "text")?),
            "own-done" => Self::Own(OwnEvent::Done(field(head, "number")?, or_default(head, "why")?)),
            "claimed" => Self::Own(OwnEvent::Claimed(field(head, "key")?)),
            "open-own" => Self::Own(OwnEvent::Resume(field(head, "name")?)),
            "own-changed" => Self::Own(OwnEvent::Changed(field(head, "name")?, or_default(head, "gone")?)),
            "download-cart" => Self::Own(OwnEvent::Download(field(head, "ending")?)),
            "edits-found" => Self::Own(OwnEvent::Renamed {
                key: field(head, "key")?,
                file: field(head, "file")?,
                to: field(head, "to")?,
            }),
            _ => Self::Event(event(&kind, head)?),
        })
    }
}

fn event(kind: &str, head: &mut Map<String, Value>) -> Result<HostEvent, String> {
    Ok(match kind {
        "key" => HostEvent::Key(key(head)?),
        "pointer" => HostEvent::Pointer(field(head, "x")?, field(head, "y")?),
        "click" => HostEvent::Click(field(head, "button")?, field(head, "down")?),
        "wheel" => {
            HostEvent::Wheel(Wheel { x: field(head, "x")?, y: field(head, "y")?, fine: field(head, "fine")? })
        }
        "touch" => HostEvent::Touch,
        "motion" => HostEvent::Motion(field(head, "x")?, field(head, "y")?),
        "pad-connected" => HostEvent::Pad(PadCommand::Connected(field(head, "id")?, field(head, "name")?)),
        "pad-disconnected" => {
            HostEvent::Pad(PadCommand::Disconnected(field(head, "id")?, field(head, "name")?))
        }
        "pad-button" => {
            let name: String = field(head, "button")?;
            let button = PadButton::named(&name).ok_or_else(|| format!("unknown pad button: {name}"))?;
            HostEvent::Pad(PadCommand::Button(field(head, "id")?, button, field(head, "down")?))
        }
        "pad-stick" => {
            let axis = 2 * u8::from(field::<bool>(head, "right")?) + u8::from(field::<bool>(head, "up")?);
            HostEvent::Pad(PadCommand::Axis(field(head, "id")?, axis, field(head, "at")?))
        }
        "focus" => HostEvent::Focus(field(head, "on")?),
        "border" => HostEvent::Border(or_default(head, "room")?),
        "resized" => HostEvent::Resized((field(head, "w")?, field(head, "h")?), None),
        "restart" => HostEvent::Restart,
        "quit" => HostEvent::Quit,
        "unsaved" => HostEvent::Unsaved(or_default(head, "why")?),
        "latency" => HostEvent::Latency(or_default(head, "ms")?),
        "notice" => HostEvent::Notify(Notice { text: field(head, "text")?, bad: or_default(head, "bad")? }),
        "took" => HostEvent::Took(field(head, "micros")?),
        "reply" => {
            let reply = match or_default::<Option<String>>(head, "error")? {
                Some(why) => Err(HostError::failed(why)),
                None => Ok(Response::Text(or_default(head, "text")?)),
            };
            HostEvent::Reply(field(head, "id")?, reply)
        }
        _ => return Err(format!("unknown packet: {kind}")),
    })
}

/// A key by its W3C code: three of the console's names differ.
fn key(head: &mut Map<String, Value>) -> Result<KeyPress, String> {
    let name: String = field(head, "name")?;
    let key = match &name[..] {
        "MetaLeft" => Key::named("SuperLeft"),
        "MetaRight" => Key::named("SuperRight"),
        name => Key::named(name),
    };
    let (text, down): (String, bool) = (or_default(head, "text")?, field(head, "down")?);
    let control: bool = or_default(head, "control")?;
    let mut letters = text.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    // Browsers have no text for these, which a window has.
    let text = match &name[..] {
        "Backspace" => "\u{8}".to_string(),
        "Tab" => "\t".to_string(),
        "Enter" | "NumpadEnter" => "\r".to_string(),
        "Escape" => "\u{1b}".to_string(),
        "Delete" => "\u{7f}".to_string(),
        _ => text,
    };
    Ok(KeyPress {
        key,
        down,
        repeat: or_default(head, "repeat")?,
        text: if down && !control { text } else { String::new() },
        letter,
        shift: or_default(head, "shift")?,
        control,
        alt: or_default(head, "alt")?,
    })
}

fn field<T: DeserializeOwned>(head: &mut Map<String, Value>, name: &str) -> Result<T, String> {
    let value = head.remove(name).ok_or_else(|| format!("missing: {name}"))?;
    serde_json::from_value(value).map_err(|e| format!("{name}: {e}"))
}

fn or_default<T: DeserializeOwned + Default>(head: &mut Map<String, Value>, name: &str) -> Result<T, String> {
    if head.contains_key(name) { field(head, name) } else { Ok(T::default()) }
}

/// How a player starts, in addition to the files.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct StartRequest {
    /// The cart, by its name on the shelf; none: the file `bundle`, else the shelf.
    pub cart: Option<String>,
    /// The key of the cart's files, if it is not the cart.
    pub key: Option<String>,
    /// Name and title of the cart in `bundle`.
    pub name: String,
    pub title: String,
    /// The version of its rules, if it is a cart of a program, as a module: its runs are those of that program.
    pub version: Option<u32>,
    pub param: String,
    /// Whether the page has the tools of its module.
    pub tools: bool,
    /// A number that differs at each start.
    pub any: u64,
    pub seed: Option<u64>,
    pub day: Option<u32>,
    /// Seconds since 1970 at time 0 of the calls.
    pub unix: i64,
    /// Seconds to add for local time.
    pub offset: i32,
    pub build: String,
    /// Whether the system asks for less motion: settings that were never kept begin with less flash and shake.
    pub calm: bool,
    /// The frame of a link's run to open in the debugger.
    pub at: Option<u64>,
    /// Whether to resume a kept run without a question.
    pub resume: bool,
    /// Set if the player replaces one that was lost in a frame.
    pub recovery: Option<Recovery>,
}

/// What opens in place of a lost player: the error of a panic, or what the user chose for a cart that hung.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recovery {
    Menu,
    Debugger,
    Restart,
    Panic { message: String, file: String, line: u32 },
}

/// Reads packets in order, up to the first incomplete one.
pub fn packets(mut bytes: &[u8]) -> impl Iterator<Item = (Result<Packet, String>, &[u8])> {
    std::iter::from_fn(move || {
        let (head, body) = (part(&mut bytes)?, part(&mut bytes)?);
        Some((Packet::read(head), body))
    })
}

fn part<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *bytes = rest;
    Some(part)
}

#[derive(Debug, Default)]
pub struct PacketWriter(Vec<u8>);

impl PacketWriter {
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

/// Red, green, blue and 255 of each pixel.
pub(crate) fn rgba(indices: &[u8], colors: ColorFilter) -> Vec<u8> {
    let palette = colors.palette().map(|[r, g, b]| [r, g, b, 255]);
    indices.iter().flat_map(|index| palette[usize::from(index & 31)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_and_what_is_wrong_is_named() {
        let kinds = r#"file{"name":"run"} start{"cart":null,"unix":-5,"resume":true} insert{"cart":"bee"} replay{} recording{}
            dropped{"name":"x"} key{"name":"KeyA","down":true,"text":"a"} pointer{"x":-3,"y":4} click{"button":4,"down":false}
            wheel{"x":0,"y":-120,"fine":false} motion{"x":70000,"y":0} touch{} pad-connected{"id":0,"name":"x"} pad-disconnected{"id":0,"name":"x"}
            pad-button{"id":1,"button":"South","down":true} pad-stick{"id":1,"right":false,"up":true,"at":-32767}
            focus{"on":true} border{"room":[300,90]} resized{"w":1280,"h":720} restart{} quit{} unsaved{"why":"full"} latency{"ms":null}
            notice{"text":"x"} took{"micros":900} reply{"id":7,"error":"none"}"#;
        for kind in kinds.split_whitespace() {
            let (name, fields) = kind.split_at(kind.find('{').unwrap());
            let mut head: Map<String, Value> = serde_json::from_str(fields).unwrap();
            head.insert("k".into(), name.into());
            let read = Packet::read(&serde_json::to_vec(&head).unwrap());
            let text = format!("{:?}", read.unwrap_or_else(|why| panic!("{name}: {why}")));
            let kind = name.split('-').next().unwrap_or_default();
            assert!(text.to_lowercase().contains(kind), "{name}: {text}");
        }
        let wrong = [
            (r#"{"k":"pointer","x":1}"#, "missing: y"),
            (r#"{"k":"pointer","x":40000,"y":0}"#, "x: invalid value: integer `40000`, expected i16"),
            (r#"{"k":"notice","text":"x","bad":1}"#, "bad: invalid type: integer `1`, expected a boolean"),
            (r#"{"k":"nothing"}"#, "unknown packet: nothing"),
            (r#"{}"#, "missing: k"),
        ];
        for (head, why) in wrong {
            assert_eq!(Packet::read(head.as_bytes()).unwrap_err(), why);
        }
        assert!(Packet::read(b"[]").is_err() && Packet::read(b"").is_err());
        for (head, text) in [
            (r#"{"k":"key","name":"Tab","down":true}"#, "\t"),
            (r#"{"k":"key","name":"Backspace","down":true,"text":""}"#, "\u{8}"),
            (r#"{"k":"key","name":"Enter","down":false}"#, ""),
            (r#"{"k":"key","name":"KeyA","down":true,"text":"a"}"#, "a"),
            (r#"{"k":"key","name":"KeyA","down":true,"text":"a","control":true}"#, ""),
        ] {
            let Ok(Packet::Event(HostEvent::Key(press))) = Packet::read(head.as_bytes()) else {
                panic!("{head}")
            };
            assert_eq!(press.text, text, "{head}");
        }
    }

    #[test]
    fn packets_are_read_as_they_are_written() {
        let mut answer = PacketWriter::default();
        answer.add(&serde_json::json!({"k": "file", "name": "run"}), &[1, 2, 3]);
        answer.add(&serde_json::json!({"k": "quit"}), &[]);
        answer.add(&serde_json::json!({"k": "nothing"}), &[]);
        let bytes = answer.bytes();
        let all: Vec<_> = packets(&bytes).collect();
        assert!(matches!(&all[0], (Ok(Packet::File(name)), [1, 2, 3]) if name == "run"), "{all:?}");
        assert!(matches!(all[1], (Ok(Packet::Event(HostEvent::Quit)), [])), "{all:?}");
        assert!(all[2].0.is_err(), "an unknown packet is an error");
        // Any cut of them is fewer packets, and no panic.
        for end in 0..bytes.len() {
            assert!(packets(&bytes[..end]).count() < 3, "{end}");
        }
    }
}
