//! A test file: a button script with lines between that check something.
//!
//! ```text
//! # a comment
//! seed 7                          the run's seed, else 0; or: recording FILE, whose buttons are pressed
//! from a.slot 300                 begins in that frame of a slot, report or recording, or without a number at its moment
//! cartdata moth_1 0=12            saved numbers; param "abc": what stat(6) returns
//! cost 50%                        the limit for each frame from here on
//! 30 right                        30 frames, as in scripts for --input
//! 60 o until hero.hp < 3          at most 60, until the condition becomes true
//! to 300                          up to frame 300; end: up to a recording's end
//! expect hero.at.x == 30 && mem[0x5f28] == 0
//! always hero.hp > 0              after each frame from here on
//! lua #mobs == 2 and hero.hp > 1  an expression of a Lua cart
//! set hero.hp = 1                 sets a field; call spawn(3): runs a statement of a Lua cart
//! type "abc"                      types letters in the next frame; menu 1: chooses an item of the pause menu
//! mouse 64 32 left                the mouse from here on; wheel -1 and wish less_flash count for the next frame
//! picture hill.png                the screen equals that file next to the test
//! shows "sparks 1"                the frame printed that on the screen
//! prints "caught one"             printh printed that, after the last one found
//! sfx 8                           that sound plays; music 0: that pattern plays
//! digests                         the digests equal the recording's
//! error "attempt to"              the last line: the cart has stopped with that
//! ```

use super::action::{Action, action, found, malformed, quoted, word};
use crate::error::ToolError;
use rasher::{number_of, parse_number};
use std::collections::BTreeMap;
use std::path::Path;

/// Frames of a test: an hour at 60 a second.
pub const TEST_FRAMES_MAX: u64 = 60 * 60 * 60;
pub const TEST_BYTES_MAX: u64 = 1 << 20;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestFile {
    pub seed: u64,
    pub recording: Option<TestRecording>,
    pub saves: BTreeMap<String, Box<[u8; 256]>>,
    pub param: String,
    /// The lines from `seed` to `param`.
    pub head: Vec<String>,
    pub steps: Vec<TestStep>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRecording {
    pub line: usize,
    /// Its path from the test's folder.
    pub path: String,
    pub plays: Plays,
}

/// How long the buttons of a recording are pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plays {
    Throughout,
    /// Up to a frame, or the file's own moment; then those of the test.
    UpTo(Option<u64>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct TestStep {
    /// From 1.
    pub line: usize,
    pub text: String,
    pub action: Action,
}

impl TestFile {
    pub fn parse(text: &str, file: &str) -> Result<TestFile, ToolError> {
        let mut test = TestFile::default();
        // The frame is at least `least` and at most `most`: `until` may end early.
        let (mut has_seed, mut least, mut most) = (false, 0, 0u64);
        for (index, text) in text.lines().enumerate() {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let line = index + 1;
            let wrong = |why: String| ToolError::FileLine { file: file.into(), line, why };
            let word = word(text);
            let rest = text[word.len()..].trim();
            if let Some(TestStep { action: Action::Error(_), .. }) = test.steps.last() {
                return Err(wrong(format!("found {word:?}, expected no line after the error")));
            }
            if matches!(word, "cartdata" | "param") {
                if test.recording.is_some() || !test.steps.is_empty() {
                    let why = "expected it before all other lines, in a test without a recording";
                    return Err(wrong(format!("found {word:?}, {why}")));
                }
                test.initial_state(word, rest).map_err(wrong)?;
                test.head.push(text.into());
                continue;
            }
            if matches!(word, "seed" | "recording" | "from") {
                let is_late = has_seed || test.recording.is_some() || !test.steps.is_empty();
                let has_state = !test.saves.is_empty() || !test.param.is_empty();
                if is_late || word != "seed" && has_state {
                    let why = "expected one of seed, recording or from, before all other lines";
                    return Err(wrong(format!("found {word:?}, {why}")));
                }
                match word {
                    "seed" => test.seed = crate::options::seed(rest).map_err(|e| wrong(found(rest, &e)))?,
                    _ if rest.is_empty() => return Err(wrong(found(rest, "the path of a recording"))),
                    _ => test.recording = Some(recording(line, word, rest)),
                }
                has_seed = word == "seed";
                test.head.push(text.into());
                continue;
            }
            let recorded =
                test.recording.as_ref().is_some_and(|recording| recording.plays == Plays::Throughout);
            let action = action(text, rest, recorded).map_err(wrong)?;
            match &action {
                Action::To(Some(to)) if *to < least => {
                    return Err(wrong(format!("found frame {to}, expected at least {least}")));
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
            let why = "found nothing to run, expected lines such as `60 right`".to_string();
            return Err(ToolError::FileLine { file: file.into(), line: 1, why });
        }
        Ok(test)
    }

    fn initial_state(&mut self, word: &str, rest: &str) -> Result<(), String> {
        if word == "param" {
            self.param = quoted(rest).ok_or_else(|| malformed("param \"abc\"", rest))?;
            return Ok(());
        }
        let parsed = cartdata(rest);
        let (id, data) = parsed.ok_or_else(|| malformed("cartdata moth_1 0=12 5=-3.5", rest))?;
        match self.saves.insert(id, data) {
            None => Ok(()),
            Some(_) => Err(found(rest, "one line per id")),
        }
    }

    pub fn read(path: &Path) -> Result<TestFile, ToolError> {
        let bytes = store::read_at_most(path, TEST_BYTES_MAX)?;
        let file = path.display().to_string();
        match std::str::from_utf8(&bytes) {
            Ok(text) => TestFile::parse(text, &file),
            Err(e) => {
                let line = 1 + bytes[..e.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
                Err(ToolError::FileLine { file, line, why: "expected UTF-8".into() })
            }
        }
    }
}

fn recording(line: usize, word: &str, rest: &str) -> TestRecording {
    let numbered = || {
        let (path, frame) = rest.rsplit_once(char::is_whitespace)?;
        Some((path.trim_end(), frame.parse().ok()?))
    };
    let (path, plays) = match (word, numbered()) {
        ("from", Some((path, frame))) => (path, Plays::UpTo(Some(frame))),
        ("from", None) => (rest, Plays::UpTo(None)),
        _ => (rest, Plays::Throughout),
    };
    TestRecording { line, path: path.into(), plays }
}

const NUMBERS: usize = 64;

fn cartdata(text: &str) -> Option<(String, Box<[u8; 256]>)> {
    let mut words = text.split_whitespace();
    let id = words.next().filter(|id| !id.contains('='))?;
    let mut data = Box::new([0; 256]);
    for word in words {
        let (at, number) = word.split_once('=')?;
        let at: usize = at.parse().ok().filter(|at| *at < NUMBERS)?;
        let number = number_of(&parse_number(number)?)?;
        data[at * 4..at * 4 + 4].copy_from_slice(&number.bits().to_le_bytes());
    }
    Some((id.to_string(), data))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::{Event, Input, Mouse};
    use timeline::Condition;

    #[test]
    fn lines_become_actions() {
        let text = "# a game\nseed 0x10\n\n30 right # go\n  5 o until hp < 3 \npicture a b.png\ncost 12.5%\nprints \"a\\nb\"\nwish less_shake";
        let test = TestFile::parse(text, "t").unwrap();
        let condition = Condition::parse("hp < 3").unwrap();
        let wish = Event::Comfort { less_flash: false, less_shake: true };
        let expected = [
            (4, Action::Frames(30, Input::buttons(2), None)),
            (5, Action::Frames(5, Input::buttons(16), Some(condition))),
            (6, Action::Picture("a b.png".into())),
            (7, Action::Cost(125)),
            (8, Action::Prints("a\nb".into())),
            (9, Action::Wish(wish)),
        ];
        assert_eq!((test.seed, test.recording), (16, None));
        assert!(test.steps.into_iter().map(|step| (step.line, step.action)).eq(expected));
        let test = TestFile::parse(
            "cartdata moth_1 0=12 63=-0.5\nseed 3\ncartdata b\nmouse -3 200 left+middle",
            "t",
        )
        .unwrap();
        let numbers = &test.saves["moth_1"];
        assert_eq!((&numbers[..4], &numbers[252..]), (&[0, 0, 12, 0][..], &[0, 0x80, 0xff, 0xff][..]));
        assert_eq!((test.seed, test.saves["b"][0]), (3, 0));
        let mouse = Mouse { x: -3, y: 200, buttons: 5, ..Mouse::default() };
        assert_eq!(test.steps[0].action, Action::Mouse(mouse));
    }

    #[test]
    fn errors_name_the_line() {
        let cases = [
            ("", "t:1: found nothing to run"),
            ("# only\n", "t:1: found nothing to run"),
            ("\nexpct x", "t:2: found \"expct\", expected a number of frames or one of seed, "),
            ("12 rihgt", "t:1: found \"rihgt\", expected left, right,"),
            ("12 right until x ==", "t:1: at letter 5: found the end"),
            ("expect x ==", "t:1: at letter 5: found the end"),
            ("cost 50", "t:1: found \"50\", expected a line such as cost 50%"),
            ("cost 1.25%", "t:1: found \"1.25%\""),
            ("60\nto 59", "t:2: found frame 59, expected at least 60"),
            ("216000\n1", "t:2: found 216001 frames, expected at most 216000"),
            ("99999999999999999999", "t:1: found \"99999999999999999999\""),
            ("picture ../a.png", "t:1: found \"../a.png\", expected a line such as picture title.png"),
            ("picture a.gif", "t:1: found \"a.gif\""),
            ("shows sparks", "t:1: found \"sparks\", expected a line such as shows \"sparks 1\""),
            ("prints \"\"", "t:1: found \"\\\"\\\"\""),
            ("sfx 64", "t:1: found \"64\""),
            (
                "1\nseed 2",
                "t:2: found \"seed\", expected one of seed, recording or from, before all other lines",
            ),
            ("seed 2\nfrom a.slot", "t:2: found \"from\""),
            ("from", "t:1: found \"\", expected the path"),
            ("set hp", "t:1: found \"hp\", expected a line such as set hero.hp = 1"),
            ("set hp =", "t:1: found \"hp =\""),
            ("call", "t:1: found \"\", expected a line such as call spawn(3)"),
            ("from a.slot\nend", "t:2: found \"end\", expected it in a test with a recording"),
            ("seed 2\nrecording a.rec", "t:2: found \"recording\""),
            ("recording", "t:1: found \"\", expected the path"),
            ("recording a.rec\n5 left", "t:2: found \"5 left\", expected frames without buttons"),
            ("1\nend", "t:2: found \"end\", expected it in a test with a recording"),
            ("cartdata 0=1", "t:1: found \"0=1\", expected a line such as cartdata moth_1"),
            ("cartdata a 64=1", "t:1: found \"a 64=1\""),
            ("cartdata a 0=99999", "t:1: found \"a 0=99999\""),
            ("cartdata a\ncartdata a", "t:2: found \"a\", expected one line per id"),
            ("1\ncartdata a 0=1", "t:2: found \"cartdata\", expected it before all other lines"),
            ("cartdata a 0=1\nrecording a.rec", "t:2: found \"recording\""),
            ("recording a.rec\nmouse 1 2", "t:2: found \"mouse\""),
            ("mouse 1", "t:1: found \"1\", expected a line such as mouse 64 32 left"),
            ("mouse 1 2 lift", "t:1: found \"1 2 lift\""),
            ("wheel 200", "t:1: found \"200\""),
            ("wish quiet", "t:1: found \"quiet\", expected a line such as wish less_flash+less_shake"),
            ("error \"a\"\n1", "t:2: found \"1\", expected no line after the error"),
            ("lua", "t:1: found \"\", expected a line such as lua #mobs == 2"),
        ];
        for (text, start) in cases {
            let error = TestFile::parse(text, "t").unwrap_err().to_string();
            assert!(error.starts_with(start), "{text:?}: {error}");
        }
    }
}
