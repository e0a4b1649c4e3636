//! What a line of a test does: its word, and its parser.
//!
//! | kind | words |
//! |---|---|
//! | before all others | `seed` `recording` `from` `cartdata` `param`: read by `file.rs` |
//! | runs frames | a number, `to`, `end` |
//! | for the next frame | `mouse` `wheel` `wish` `type` `menu` `set` `call` |
//! | checks this moment | `expect` `lua` `picture` `shows` `prints` `sfx` `music` `digests` `error` |
//! | checks each frame from here on | `always` `cost` |

use crate::script;
use rasher::{Event, Input, Mouse};
use std::ops::RangeInclusive;
use timeline::{Condition, Path};

/// Parses the rest of a line; none if it is malformed.
type Parse = fn(&str) -> Option<Action>;

/// Lines by an example, which starts with their word; those marked with a bool need a test with or without a recording.
const LINES: [(&str, Option<bool>, Parse); 25] = [
    ("seed 7", None, |_| None),
    ("recording run.rec", None, |_| None),
    ("from a.slot 300", None, |_| None),
    ("cartdata moth_1 0=12 5=-3.5", None, |_| None),
    ("param \"abc\"", None, |_| None),
    ("mouse 64 32 left", Some(false), |rest| mouse(rest).map(Action::Mouse)),
    ("wheel -1", Some(false), |rest| rest.parse().ok().map(Action::Wheel)),
    ("wish less_flash+less_shake", Some(false), |rest| wish(rest).map(Action::Wish)),
    ("cost 50%", None, |rest| share(rest).map(Action::Cost)),
    ("to 300", None, |rest| rest.parse().ok().map(|to| Action::To(Some(to)))),
    ("end", Some(true), |rest| rest.is_empty().then_some(Action::To(None))),
    ("type \"abc\"", None, |rest| quoted(rest).map(Action::Type)),
    ("menu 1", None, |rest| number(rest, 1..=5).map(Action::Menu)),
    ("expect hero.hp == 3", None, |rest| Condition::parse(rest).ok().map(Action::Expect)),
    ("always hero.hp > 0", None, |rest| Condition::parse(rest).ok().map(Action::Always)),
    ("set hero.hp = 1", None, set),
    ("call spawn(3)", None, |rest| (!rest.is_empty()).then(|| Action::Call(rest.into()))),
    ("lua #mobs == 2", None, |rest| (!rest.is_empty()).then(|| Action::Lua(rest.into()))),
    ("picture title.png", None, |rest| is_picture(rest).then(|| Action::Picture(rest.into()))),
    ("shows \"sparks 1\"", None, |rest| quoted(rest).map(Action::Shows)),
    ("prints \"caught one\"", None, |rest| quoted(rest).map(Action::Prints)),
    ("sfx 8", None, |rest| number(rest, 0..=63).map(Action::Sfx)),
    ("music 0", None, |rest| number(rest, 0..=63).map(Action::Music)),
    ("digests", Some(true), |rest| rest.is_empty().then_some(Action::Digests)),
    ("error \"attempt to\"", None, |rest| quoted(rest).map(Action::Error)),
];

impl Action {
    /// Whether it leads to a moment, or is checked after each frame.
    pub fn is_kept(&self) -> bool {
        match self {
            Action::Frames(..) | Action::To(_) | Action::Type(_) | Action::Menu(_) | Action::Mouse(_) => true,
            Action::Wheel(_) | Action::Wish(_) | Action::Set(..) | Action::Call(_) => true,
            Action::Always(_) | Action::Cost(_) => true,
            Action::Expect(_)
            | Action::Lua(_)
            | Action::Picture(_)
            | Action::Shows(_)
            | Action::Prints(_) => false,
            Action::Sfx(_) | Action::Music(_) | Action::Digests | Action::Error(_) => false,
        }
    }
}

pub fn word(line: &str) -> &str {
    line.split(char::is_whitespace).next().unwrap_or(line)
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Runs frames with this input or the recording's, at most until a condition becomes true.
    Frames(u64, Input, Option<Condition>),
    /// Up to a frame, or to the recording's end.
    To(Option<u64>),
    Type(String),
    /// An item of the pause menu, 1 to 5.
    Menu(u8),
    Mouse(Mouse),
    /// Steps of the mouse's wheel, up positive.
    Wheel(i8),
    Wish(Event),
    Expect(Condition),
    Always(Condition),
    Lua(String),
    /// A field, and its new value as one types it.
    Set(Path, String),
    Call(String),
    Picture(String),
    Shows(String),
    Prints(String),
    Sfx(u8),
    Music(u8),
    /// In thousandths of a frame's budget.
    Cost(u64),
    Digests,
    Error(String),
}

pub fn found(text: &str, expected: &str) -> String {
    let found: String = text.chars().take(32).collect();
    format!("found {found:?}, expected {expected}")
}

pub fn malformed(example: &str, rest: &str) -> String {
    found(rest, &format!("a line such as {example}"))
}

fn set(text: &str) -> Option<Action> {
    let (path, value) = text.split_once('=')?;
    let value = value.trim();
    let path = Path::parse(path.trim()).ok()?;
    (!value.is_empty()).then(|| Action::Set(path, value.into()))
}

pub fn quoted(text: &str) -> Option<String> {
    serde_json::from_str::<String>(text).ok().filter(|text| !text.is_empty())
}

fn number(text: &str, range: RangeInclusive<u8>) -> Option<u8> {
    text.parse().ok().filter(|number| range.contains(number))
}

pub fn action(text: &str, rest: &str, recorded: bool) -> Result<Action, String> {
    let name = word(text);
    let line = LINES.iter().find(|(example, ..)| word(example) == name);
    let Some((example, recording, parse)) = line else { return frames(text, recorded) };
    match recording {
        Some(true) if !recorded => {
            return Err(format!("found {name:?}, expected it in a test with a recording"));
        }
        Some(false) if recorded => {
            return Err(format!("found {name:?}, expected it in a test without a recording"));
        }
        _ => {}
    }
    parse(rest).ok_or_else(|| match (name, Condition::parse(rest)) {
        ("expect" | "always", Err(error)) => error.to_string(),
        _ => malformed(example, rest),
    })
}

/// Whether it is a picture's name; `--bless` must not write elsewhere.
fn is_picture(name: &str) -> bool {
    let good = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
    name.ends_with(".png") && !name.starts_with('.') && name.len() <= 100 && name.chars().all(good)
}

/// `50%` or `12.5%` in thousandths.
fn share(text: &str) -> Option<u64> {
    let number = text.strip_suffix('%')?.trim_end();
    let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
    let tenth = Some(tenth).filter(|tenth| tenth.len() == 1)?;
    Some(whole.parse::<u32>().map(u64::from).ok()? * 10 + tenth.parse::<u64>().ok()?)
}

fn frames(text: &str, recorded: bool) -> Result<Action, String> {
    let (held, until) = match text.split_once(" until ") {
        Some((held, until)) => (held, Some(Condition::parse(until).map_err(|e| e.to_string())?)),
        None => (text, None),
    };
    let first = held.split_whitespace().next().unwrap_or_default();
    if !first.starts_with(|c: char| c.is_ascii_digit()) {
        let words = LINES.map(|(example, ..)| word(example)).join(", ");
        return Err(found(first, &format!("a number of frames or one of {words}")));
    }
    let line = script::line(held).map_err(|(word, expected)| found(word, expected))?;
    let (frames, input) = line.ok_or_else(|| found(first, "a number of frames"))?;
    if recorded && input != Input::default() {
        return Err(found(held, "frames without buttons, as the recording has them"));
    }
    Ok(Action::Frames(frames, input, until))
}

fn mouse(text: &str) -> Option<Mouse> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (x, y, held) = match words[..] {
        [x, y] => (x, y, "none"),
        [x, y, held] => (x, y, held),
        _ => return None,
    };
    let buttons = names(held, &["left", "right", "middle"])?;
    Some(Mouse { x: x.parse().ok()?, y: y.parse().ok()?, buttons, ..Mouse::default() })
}

fn wish(text: &str) -> Option<Event> {
    let wishes = names(text, &["less_flash", "less_shake"])?;
    Some(Event::Comfort { less_flash: wishes & 1 != 0, less_shake: wishes & 2 != 0 })
}

/// The bits of names joined by `+`, or of `none`.
fn names(text: &str, known: &[&str]) -> Option<u8> {
    let bit = |name| known.iter().position(|known| *known == name);
    match text {
        "none" => Some(0),
        _ => text.split('+').try_fold(0, |bits, name| Some(bits | 1 << bit(name)?)),
    }
}
