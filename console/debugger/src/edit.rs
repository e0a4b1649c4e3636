//! Edits of the past: a field, a byte, a cell of the map, the buttons of a frame.
//!
//! ```text
//! field, byte, cell ── e, a value ──> Edit of this moment, an input of the next frame            the branch begins there
//! buttons           ── click, or e ──> the draft of the frame before this moment ── Enter ──> that frame is run again
//! ```
//!
//! The old future stays a branch of its own.

use super::{DebugPage, DebugRequest, Debugger};
use rasher::{Edit, Input};
use serde_json::Value;
use studio::BUTTON_NAMES;
use timeline::{Condition, Path, Run, assignment};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputEdit {
    branch: u32,
    frame: u64,
    pub input: Input,
}

pub enum Selected {
    Field(String),
    Byte(u16),
    Cell { x: i32, y: i32, addr: u16 },
}

impl std::fmt::Display for Selected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Selected::Field(path) => f.write_str(path),
            Selected::Byte(addr) => write!(f, "0x{addr:04x}"),
            Selected::Cell { x, y, .. } => write!(f, "cell {x} {y}"),
        }
    }
}

impl Debugger {
    /// Shows the value of an expression at this moment, or assigns one: `hp`, `#mobs`, `hp = 3`.
    pub(super) fn evaluate(&mut self, run: &mut Run, text: &str) {
        if let Some((name, value)) = assignment(text)
            && let Ok(path) = Path::parse(name)
        {
            // A number or a boolean is computed first; other values are texts as typed.
            let computed = Condition::parse(value).ok().and_then(|value| value.result(run.console()).ok());
            let typed = match computed {
                Some(Value::Number(number)) => number.to_string(),
                Some(Value::Bool(is)) => is.to_string(),
                _ => value.to_string(),
            };
            let edit = run.console().state_edit(&path.pointer(), &typed).map_err(|error| error.to_string());
            return match edit.and_then(|edit| run.edit(edit).map_err(|error| error.to_string())) {
                Ok(()) => self.show_message(format!("{name} = {typed}")),
                Err(error) => self.show_error(error),
            };
        }
        match self.value_here(run, text) {
            Ok(value) => self.show_message(format!("{text} = {value}")),
            Err(error) => self.show_error(format!("{text}: {error}")),
        }
    }

    pub(super) fn set_value(&mut self, run: &mut Run, text: &str) {
        if self.page() == Some(DebugPage::Input) {
            return self.set_buttons(run, text);
        }
        let edit = match self.selected(run) {
            Some(Selected::Field(path)) => {
                self.field_path(run, &path).ok_or_else(|| format!("{path} has no place to set")).and_then(
                    |path| run.console().state_edit(&path.pointer(), text).map_err(|error| error.to_string()),
                )
            }
            Some(Selected::Byte(addr)) => {
                let byte = |word: &str| u8::from_str_radix(word.trim_start_matches("0x"), 16);
                match text.split_whitespace().map(byte).collect::<Result<Vec<u8>, _>>() {
                    Ok(bytes) if !bytes.is_empty() => Ok(Edit::Memory { addr, bytes: bytes.into() }),
                    _ => Err(format!("found {text:?}, expected bytes such as 0a ff")),
                }
            }
            Some(Selected::Cell { addr, .. }) => match number(text) {
                Some(tile) => Ok(Edit::Memory { addr, bytes: [tile].into() }),
                None => Err(format!("found {text:?}, expected a tile from 0 to 255")),
            },
            None => Err("select a field, a byte or a cell first".to_string()),
        };
        let edited = edit.and_then(|edit| run.edit(edit).map_err(|error| error.to_string()));
        if let Err(error) = edited {
            self.show_error(error);
        }
        (self.moment, self.moment_work) = (None, None);
    }

    pub(super) fn draft(&self, run: &Run) -> Option<&Input> {
        let here = |draft: &&InputEdit| (draft.branch, draft.frame) == (run.branch().id, run.now());
        self.draft.as_ref().filter(here).map(|draft| &draft.input)
    }

    fn edit_draft(&mut self, run: &mut Run, change: impl FnOnce(&mut Input)) {
        let known = self.draft(run).cloned();
        match known.or_else(|| self.moment(run).input.clone()) {
            Some(mut input) => {
                change(&mut input);
                self.draft = Some(InputEdit { branch: run.branch().id, frame: run.now(), input });
                self.show_message("Enter runs the frame with this input");
            }
            None => self.show_error("no frame before this moment"),
        }
    }

    pub(super) fn toggle_button(&mut self, run: &mut Run, row: i32, column: i32) {
        let input = self.draft(run).cloned().or_else(|| self.moment(run).input.clone());
        let Some(player) = input.and_then(|input| players(&input).nth(row.max(0) as usize)) else { return };
        if (0..6).contains(&column) {
            self.edit_draft(run, |input| input.players[player] ^= 1 << column);
        }
    }

    fn set_buttons(&mut self, run: &mut Run, text: &str) {
        let mut held = 0;
        for word in text.split_whitespace().filter(|word| *word != "-") {
            match BUTTON_NAMES.iter().position(|name| *name == word) {
                Some(bit) => held |= 1 << bit,
                None => {
                    return self.show_error(format!("found {word:?}, expected left right up down o x or -"));
                }
            }
        }
        self.edit_draft(run, |input: &mut Input| input.players[0] = held);
    }

    pub(super) fn run_draft(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let input = self.draft(run)?.clone();
        self.draft = None;
        self.show_crash(run.step(-1));
        Some(DebugRequest::RunFrame(Box::new(input)))
    }
}

pub fn players(input: &Input) -> impl Iterator<Item = usize> {
    let held = input.players;
    (0..8).filter(move |n| *n < 2 || held[*n] != 0)
}

fn number(text: &str) -> Option<u8> {
    match text.strip_prefix("0x") {
        Some(hex) => u8::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}
