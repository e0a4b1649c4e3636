//! Button scripts, the text files for `--input`.
//!
//! ```text
//! # comments and empty lines are skipped
//! 12 right          right is held for 12 frames
//! 1 o+up 2:x        O and up for one frame, while player 2 presses X
//! 30                nothing for 30 frames
//! ```
//!
//! The buttons are `left right up down o x pause`, or `none`. A file with a recording's header is read as a recording.

use crate::error::ToolError;
use rasher::Input;
use studio::BUTTON_NAMES;
use timeline::FRAMES_MAX;

pub const BUTTONS: &str = "left, right, up, down, o, x or pause";
/// The bits of buttons joined by `+`, or of `none`. Fails with the word that is not a button.
pub fn held(text: &str) -> Result<u8, &str> {
    let bit = |name| BUTTON_NAMES.iter().position(|n| n.eq_ignore_ascii_case(name)).ok_or(name);
    match text {
        "none" => Ok(0),
        _ => text.split('+').try_fold(0, |bits, name| Ok(bits | 1 << bit(name)?)),
    }
}

const FRAMES: &str = "at most 100 hours of frames";

/// Parses a line: a number of frames and their input; none for a comment. Fails with the wrong and the expected word.
pub fn line(text: &str) -> Result<Option<(u64, Input)>, (&str, &'static str)> {
    let text = text.split('#').next().unwrap_or_default();
    let mut words = text.split_whitespace();
    let Some(count) = words.next() else { return Ok(None) };
    let number: u64 = count.parse().map_err(|_| (count, "a number of frames"))?;
    if number > FRAMES_MAX {
        return Err((count, FRAMES));
    }
    let mut input = Input::default();
    for word in words {
        let (player, buttons) = match word.split_once(':') {
            Some((player, buttons)) => {
                let n = player.parse().ok().filter(|n| (1..=8).contains(n));
                (n.ok_or((player, "a player from 1 to 8"))?, buttons)
            }
            None => (1, word),
        };
        input.players[player - 1] |= held(buttons).map_err(|name| (name, BUTTONS))?;
    }
    Ok(Some((number, input)))
}

pub fn parse(text: &str, file: &str) -> Result<Vec<(u64, Input)>, ToolError> {
    let mut frames = Vec::new();
    let mut all = 0u64;
    for (i, text) in text.lines().enumerate() {
        let error = |found: &str, expected| {
            let found: String = found.chars().take(24).collect();
            let why = format!("found {found:?}, expected {expected}");
            ToolError::FileLine { file: file.into(), line: i + 1, why }
        };
        let Some((number, input)) = line(text).map_err(|(found, expected)| error(found, expected))? else {
            continue;
        };
        all = all.saturating_add(number);
        if all > FRAMES_MAX {
            return Err(error(text, FRAMES));
        }
        frames.push((number, input));
    }
    Ok(frames)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counts_and_buttons() {
        let frames = parse("# go\n12 right\n\n1 o+up 2:x # and\n30\n", "s").unwrap();
        let bits: Vec<(u64, u8, u8)> = frames.iter().map(|(n, i)| (*n, i.players[0], i.players[1])).collect();
        assert_eq!(bits, [(12, 2, 0), (1, 16 + 4, 32), (30, 0, 0)]);
        let error = parse("1 right\n2 rihgt", "s").unwrap_err().to_string();
        assert!(error.starts_with("s:2: found \"rihgt\""), "{error}");
    }
}
