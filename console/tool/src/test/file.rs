//! A test, as its author writes it down: a button script with lines between that say what must hold there.
//!
//! ```text
//! # a whole line is skipped, and the rest of a line of buttons
//! seed 7                          the run's seed, else 0; or: recording FILE, whose buttons are pressed
//! cartdata moth_1 0=12            what was saved before; param "abc": what stat(6) says
//! cost 50%                        from here on no frame costs more of its budget
//! 30 right                        30 frames, as in the scripts of --input
//! 60 o until hero.hp < 3          at most 60, until that begins to hold
//! to 300                          up to frame 300; of a recording: end, up to its end
//! expect hero.at.x == 30 && mem[0x5f28] == 0
//! always hero.hp > 0              from here on after each frame
//! lua #mobs == 2 and hero.hp > 1  an expression of a cart in Lua
//! type "abc"                      typed letters, which come with the next frame; menu 1: an item of the pause menu
//! mouse 64 32 left                the mouse from here on; wheel -1 and wish less_flash come with the next frame (start.rs)
//! picture hill.png                the picture is the one in that file, beside the test
//! shows "sparks 1"                the frame printed that on the screen
//! prints "caught one"             the cart told the host that, after what was found before
//! sfx 8                           that sound is heard; music 0: a pattern of that tune or after it
//! digests                         the recording's digests are the run's
//! error "attempt to"              it stops in a frame above, saying that; the last line
//! ```
//!
//! What is wrong in a file is told with its line. How a test is run is in `play.rs`.

use super::start;
use crate::error::ToolError;
use crate::script;
use rasher::{Event, Input, Mouse};
use std::collections::BTreeMap;
use std::path::Path;
use timeline::Condition;

/// Frames that a test may run: an hour at 60 a second.
pub const TEST_FRAMES_MAX: u64 = 60 * 60 * 60;
/// Bytes of a test's file.
pub const TEST_BYTES_MAX: u64 = 1 << 20;

/// The words that lines begin with, each with what follows it.
const WORDS: [(&str, &str); 22] = [
    ("seed", "seed 7"),
    ("recording", "recording run.rec"),
    ("cartdata", "cartdata moth_1 0=12 5=-3.5"),
    ("param", "param \"abc\""),
    ("mouse", "mouse 64 32 left"),
    ("wheel", "wheel -1"),
    ("wish", "wish less_flash+less_shake"),
    ("cost", "cost 50%"),
    ("to", "to 300"),
    ("end", "end"),
    ("type", "type \"abc\""),
    ("menu", "menu 1"),
    ("expect", "expect hero.hp == 3"),
    ("always", "always hero.hp > 0"),
    ("lua", "lua #mobs == 2"),
    ("picture", "picture title.png"),
    ("shows", "shows \"sparks 1\""),
    ("prints", "prints \"caught one\""),
    ("sfx", "sfx 8"),
    ("music", "music 0"),
    ("digests", "digests"),
    ("error", "error \"attempt to\""),
];

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestFile {
    pub seed: u64,
    /// The recording whose start and inputs it takes: the line that says so, and its path from the test's folder.
    pub recording: Option<(usize, String)>,
    /// Cart data that were saved before, by id.
    pub saves: BTreeMap<String, Box<[u8; 256]>>,
    pub param: String,
    pub steps: Vec<TestStep>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TestStep {
    /// Its number, from 1.
    pub line: usize,
    pub text: String,
    pub action: Action,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Frames with an input, or with the recording's; at most up to where a condition begins to hold.
    Frames(u64, Input, Option<Condition>),
    /// Frames up to a number of them; the recording's end is none.
    To(Option<u64>),
    /// Letters that are typed with the next frame.
    Type(String),
    /// The item of the pause menu that is chosen with the next frame, 1 to 5.
    Menu(u8),
    /// The mouse from here on.
    Mouse(Mouse),
    /// Steps of the mouse's wheel with the next frame, up positive.
    Wheel(i8),
    /// What the settings tell with the next frame.
    Wish(Event),
    Expect(Condition),
    /// It holds after each frame from here on.
    Always(Condition),
    /// An expression of the cart's language is true.
    Lua(String),
    /// The picture is the one in that file.
    Picture(String),
    /// The newest frame printed it on the screen.
    Shows(String),
    Prints(String),
    Sfx(u8),
    Music(u8),
    /// Thousandths of a frame's budget that no frame from here on may pass.
    Cost(u64),
    /// The recording's digests up to here are the run's.
    Digests,
    /// The cart stopped with that.
    Error(String),
}

impl TestFile {
    /// Reads a test; `file` is what errors call it.
    pub fn parse(text: &str, file: &str) -> Result<TestFile, ToolError> {
        let mut test = TestFile::default();
        // `until` may end a stretch before its last frame.
        let (mut has_seed, mut least, mut most) = (false, 0, 0u64);
        for (index, text) in text.lines().enumerate() {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let line = index + 1;
            let wrong = |why: String| ToolError::FileLine { file: file.into(), line, why };
            let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let rest = rest.trim();
            if let Some(TestStep { action: Action::Error(_), .. }) = test.steps.last() {
                return Err(wrong(format!("found {word:?}, expected nothing after the line of the error")));
            }
            if matches!(word, "cartdata" | "param") {
                if test.recording.is_some() || !test.steps.is_empty() {
                    return Err(wrong(format!(
                        "found {word:?}, expected it first of all, and with no recording"
                    )));
                }
                test.begins_with(word, rest).map_err(wrong)?;
                continue;
            }
            if matches!(word, "seed" | "recording") {
                let is_new = test.saves.is_empty() && test.param.is_empty();
                if has_seed
                    || test.recording.is_some()
                    || !test.steps.is_empty()
                    || word == "recording" && !is_new
                {
                    return Err(wrong(format!(
                        "found {word:?}, expected one seed or recording, first of all"
                    )));
                }
                match word {
                    "seed" => test.seed = crate::options::seed(rest).map_err(|e| wrong(found(rest, &e)))?,
                    _ if rest.is_empty() => return Err(wrong(found(rest, "the path of a recording"))),
                    _ => test.recording = Some((line, rest.into())),
                }
                has_seed = word == "seed";
                continue;
            }
            let action = action(word, rest, text, test.recording.is_some()).map_err(wrong)?;
            match &action {
                Action::To(Some(to)) if *to < least => {
                    return Err(wrong(format!("found frame {to}, expected one from {least} on")));
                }
                Action::To(Some(to)) => (least, most) = (*to, most.max(*to)),
                Action::Frames(more, _, until) => {
                    most = most.saturating_add(*more);
                    least = if until.is_some() { least } else { most.min(least.saturating_add(*more)) };
                }
                _ => {}
            }
            if most > TEST_FRAMES_MAX {
                return Err(wrong(format!("found {most} frames, expected at most {TEST_FRAMES_MAX}")));
            }
            test.steps.push(TestStep { line, text: text.into(), action });
        }
        if test.steps.is_empty() && test.recording.is_none() {
            let why = "found nothing to run, expected lines such as 60 right".to_string();
            return Err(ToolError::FileLine { file: file.into(), line: 1, why });
        }
        Ok(test)
    }

    /// A line of what was there before the run.
    fn begins_with(&mut self, word: &str, rest: &str) -> Result<(), String> {
        if word == "param" {
            self.param = quoted(word, rest)?;
            return Ok(());
        }
        let (id, data) = start::cartdata(rest).ok_or_else(|| wrong_form(word, rest))?;
        match self.saves.insert(id, data) {
            None => Ok(()),
            Some(_) => Err(found(rest, "one line for each id")),
        }
    }

    pub fn read(path: &Path) -> Result<TestFile, ToolError> {
        let bytes = store::read_at_most(path, TEST_BYTES_MAX)?;
        let file = path.display().to_string();
        match std::str::from_utf8(&bytes) {
            Ok(text) => TestFile::parse(text, &file),
            Err(e) => {
                let line = 1 + bytes[..e.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
                Err(ToolError::FileLine { file, line, why: "found bytes that are no UTF-8".into() })
            }
        }
    }
}

fn found(text: &str, expected: &str) -> String {
    let found: String = text.chars().take(32).collect();
    format!("found {found:?}, expected {expected}")
}

/// How a line is written that begins with a word.
fn form(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, form)| *form)
}

fn wrong_form(word: &str, rest: &str) -> String {
    found(rest, &format!("a line such as {}", form(word).unwrap_or_default()))
}

/// A text in quotes, as JSON has it.
fn quoted(word: &str, rest: &str) -> Result<String, String> {
    match serde_json::from_str::<String>(rest) {
        Ok(text) if !text.is_empty() => Ok(text),
        _ => Err(wrong_form(word, rest)),
    }
}

fn action(word: &str, rest: &str, text: &str, recorded: bool) -> Result<Action, String> {
    if form(word).is_none() {
        return frames(text, recorded);
    }
    let wrong = || wrong_form(word, rest);
    let condition = || Condition::parse(rest).map_err(|e| e.to_string());
    let quoted = || quoted(word, rest);
    let number = |most: u8| rest.parse().ok().filter(|n| *n <= most).ok_or_else(wrong);
    let nothing = |action| if rest.is_empty() { Ok(action) } else { Err(wrong()) };
    match word {
        "cost" => Ok(Action::Cost(share(rest).ok_or_else(wrong)?)),
        "to" => Ok(Action::To(Some(rest.parse().map_err(|_| wrong())?))),
        "type" => Ok(Action::Type(quoted()?)),
        "menu" => Ok(Action::Menu(number(5).and_then(|n| if n == 0 { Err(wrong()) } else { Ok(n) })?)),
        "mouse" | "wheel" | "wish" if recorded => {
            Err(format!("found {word:?}, expected it in a test without a recording"))
        }
        "mouse" => Ok(Action::Mouse(start::mouse(rest).ok_or_else(wrong)?)),
        "wheel" => Ok(Action::Wheel(rest.parse().map_err(|_| wrong())?)),
        "wish" => Ok(Action::Wish(start::wish(rest).ok_or_else(wrong)?)),
        "end" | "digests" if !recorded => Err(format!("found {word:?}, expected it after a recording")),
        "end" => nothing(Action::To(None)),
        "expect" => Ok(Action::Expect(condition()?)),
        "always" => Ok(Action::Always(condition()?)),
        "lua" if rest.is_empty() => Err(wrong()),
        "lua" => Ok(Action::Lua(rest.into())),
        "picture" if is_picture(rest) => Ok(Action::Picture(rest.into())),
        "shows" => Ok(Action::Shows(quoted()?)),
        "prints" => Ok(Action::Prints(quoted()?)),
        "sfx" => Ok(Action::Sfx(number(63)?)),
        "music" => Ok(Action::Music(number(63)?)),
        "digests" => nothing(Action::Digests),
        "error" => Ok(Action::Error(quoted()?)),
        _ => Err(wrong()),
    }
}

/// The name of a picture that lies beside the test: what is blessed goes nowhere else.
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
        let words = WORDS.map(|(word, _)| word).join(", ");
        return Err(found(first, &format!("a number of frames or one of {words}")));
    }
    let line = script::line(held).map_err(|(word, expected)| found(word, expected))?;
    let (frames, input) = line.ok_or_else(|| found(first, "a number of frames"))?;
    if recorded && input != Input::default() {
        return Err(found(held, "frames without buttons, as the recording has them"));
    }
    Ok(Action::Frames(frames, input, until))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_what_their_words_say() {
        let text = "# a game\nseed 0x10\n\n30 right # go\n  5 o until hp < 3 \nto 90\nexpect s == \"#\"\nlua #mobs==2\n\
                    picture a b.png\ncost 12.5%\nprints \"a\\nb\"\nsfx 63\nerror \"no\"\n";
        let test = TestFile::parse(text, "t").unwrap();
        assert_eq!((test.seed, test.recording), (16, None));
        let lines: Vec<usize> = test.steps.iter().map(|step| step.line).collect();
        assert_eq!(lines, [4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
        let condition = |text| Condition::parse(text).unwrap();
        let actions: Vec<Action> = test.steps.into_iter().map(|step| step.action).collect();
        let expected = [
            Action::Frames(30, Input::buttons(2), None),
            Action::Frames(5, Input::buttons(16), Some(condition("hp < 3"))),
            Action::To(Some(90)),
            Action::Expect(condition("s == \"#\"")),
            Action::Lua("#mobs==2".into()),
            Action::Picture("a b.png".into()),
            Action::Cost(125),
            Action::Prints("a\nb".into()),
            Action::Sfx(63),
            Action::Error("no".into()),
        ];
        assert_eq!(actions, expected);
        let test = TestFile::parse(
            "cartdata moth_1 0=12 63=-0.5\nseed 3\ncartdata b\nparam \"x y\"\nmouse -3 200 left+middle\nmouse 1 2\nwheel -2\nwish less_shake",
            "t",
        )
        .unwrap();
        let numbers = &test.saves["moth_1"];
        assert_eq!((&numbers[..4], &numbers[252..]), (&[0, 0, 12, 0][..], &[0, 0x80, 0xff, 0xff][..]));
        assert_eq!((test.seed, test.param.as_str(), test.saves["b"][0]), (3, "x y", 0));
        let actions: Vec<Action> = test.steps.into_iter().map(|step| step.action).collect();
        let mouse = |x, y, buttons| Action::Mouse(Mouse { x, y, buttons, ..Mouse::default() });
        let wish = Event::Comfort { less_flash: false, less_shake: true };
        assert_eq!(actions, [mouse(-3, 200, 5), mouse(1, 2, 0), Action::Wheel(-2), Action::Wish(wish)]);
        let test = TestFile::parse("recording a/b.rec\n60\nend\ndigests", "t").unwrap();
        assert_eq!((test.recording, test.steps.len()), (Some((1, "a/b.rec".into())), 3));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let cases = [
            ("", "t:1: found nothing to run"),
            ("# only\n", "t:1: found nothing to run"),
            ("\nexpct x", "t:2: found \"expct\", expected a number of frames or one of seed, "),
            ("12 rihgt", "t:1: found \"rihgt\", expected left, right,"),
            ("12 right until x ==", "t:1: at letter 5: found the end"),
            ("expect x ==", "t:1: at letter 5: found the end"),
            ("cost 50", "t:1: found \"50\", expected a line such as cost 50%"),
            ("cost 1.25%", "t:1: found \"1.25%\""),
            ("60\nto 59", "t:2: found frame 59, expected one from 60 on"),
            ("216000\n1", "t:2: found 216001 frames, expected at most 216000"),
            ("99999999999999999999", "t:1: found \"99999999999999999999\""),
            ("picture ../a.png", "t:1: found \"../a.png\", expected a line such as picture title.png"),
            ("picture a.gif", "t:1: found \"a.gif\""),
            ("shows sparks", "t:1: found \"sparks\", expected a line such as shows \"sparks 1\""),
            ("prints \"\"", "t:1: found \"\\\"\\\"\""),
            ("sfx 64", "t:1: found \"64\""),
            ("1\nseed 2", "t:2: found \"seed\", expected one seed or recording, first of all"),
            ("seed 2\nrecording a.rec", "t:2: found \"recording\""),
            ("recording", "t:1: found \"\", expected the path"),
            ("recording a.rec\n5 left", "t:2: found \"5 left\", expected frames without buttons"),
            ("1\nend", "t:2: found \"end\", expected it after a recording"),
            ("cartdata 0=1", "t:1: found \"0=1\", expected a line such as cartdata moth_1"),
            ("cartdata a 64=1", "t:1: found \"a 64=1\""),
            ("cartdata a 0=99999", "t:1: found \"a 0=99999\""),
            ("cartdata a\ncartdata a", "t:2: found \"a\", expected one line for each id"),
            ("1\ncartdata a 0=1", "t:2: found \"cartdata\", expected it first of all"),
            ("cartdata a 0=1\nrecording a.rec", "t:2: found \"recording\""),
            ("recording a.rec\nmouse 1 2", "t:2: found \"mouse\""),
            ("mouse 1", "t:1: found \"1\", expected a line such as mouse 64 32 left"),
            ("mouse 1 2 lift", "t:1: found \"1 2 lift\""),
            ("wheel 200", "t:1: found \"200\""),
            ("wish quiet", "t:1: found \"quiet\", expected a line such as wish less_flash+less_shake"),
            ("error \"a\"\n1", "t:2: found \"1\", expected nothing after the line of the error"),
            ("lua", "t:1: found \"\", expected a line such as lua #mobs == 2"),
        ];
        for (text, start) in cases {
            let error = TestFile::parse(text, "t").unwrap_err().to_string();
            assert!(error.starts_with(start), "{text:?}: {error}");
        }
    }
}
