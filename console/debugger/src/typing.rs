//! A line that is typed: what for, what stands there, and the conditions that were typed before.
//!
//! ```text
//! g  to frame: 300 -> _          e  fuse: 120 -> _          u  on to: hp < 3_       up: the condition before
//! /  find field: sp_             /  to address: 5f00_        on the page of the memory
//! S  stop at g.p8:12 if: hp<3_   l  write at g.p8:12: hp_    t  profile of the last frames: 300_
//! ```

use super::{DebugPage, DebugRequest, Debugger, Selected, Typing, memory, state};
use studio::BUTTON_NAMES;
use timeline::{Path, Run};

const REMEMBERED: usize = 50;
const LETTERS: usize = 200;

#[derive(Clone, Debug)]
pub struct TypedLine {
    pub typing: Typing,
    pub text: String,
    /// What stands before it: a name and the old value.
    prompt: String,
    /// How many conditions before; 0 is what was typed here.
    back: usize,
    own: String,
}

impl TypedLine {
    pub fn shown(&self) -> String {
        format!("{}{}_", self.prompt, self.text)
    }
}

impl Debugger {
    /// The letters that fields are being looked for by: only lines that have them are shown then.
    pub(super) fn filter(&self) -> Option<&str> {
        match &self.typing {
            Some(TypedLine { typing: Typing::Find, text, .. }) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// A letter more or less: the first line that is left is selected.
    pub(super) fn sift(&mut self) {
        if matches!(self.typing, Some(TypedLine { typing: Typing::Find, .. })) {
            self.panels[self.focus].line = 0;
        }
    }

    pub(super) fn unseek(&mut self, _: &mut Run) {
        if let Some(TypedLine { typing: Typing::Find, .. }) = self.typing.take() {
            self.panels[self.focus].line = self.before;
        }
    }

    /// Is a line being typed? Then letters are letters and no keys.
    pub fn types(&self) -> bool {
        self.typing.is_some()
    }

    pub(super) fn begin_line(&mut self, run: &mut Run, typing: Typing) {
        self.held = None;
        let typing = match (typing, self.page()) {
            (Typing::Find, Some(DebugPage::Memory)) => Typing::Address,
            (typing, _) => typing,
        };
        let mut text = String::new();
        let prompt = match typing {
            Typing::Goto => format!("to frame: {} -> ", run.now()),
            Typing::Until => "on to: ".to_string(),
            Typing::Back => "back to: ".to_string(),
            Typing::Find => "find field: ".to_string(),
            Typing::Address => "to address: ".to_string(),
            Typing::Value => match self.old_value(run) {
                Some((name, old)) => format!("{name}: {old} -> "),
                None => return self.tell("select a field, a byte or a cell first", true),
            },
            Typing::Stop | Typing::Log | Typing::Span => match self.line_prompt(run, typing) {
                Some((prompt, old)) => {
                    text = old;
                    prompt
                }
                None => return,
            },
        };
        self.typing = Some(TypedLine { typing, text, prompt, back: 0, own: String::new() });
        if typing == Typing::Find {
            self.seek(run);
        }
    }

    fn old_value(&mut self, run: &mut Run) -> Option<(String, String)> {
        if self.page() == Some(DebugPage::Input) {
            let known = self.draft(run).cloned();
            let held = known.or_else(|| self.moment(run).input.clone())?.players[0];
            let names = BUTTON_NAMES.iter().enumerate().filter(|(bit, _)| held >> bit & 1 != 0);
            let names: Vec<&str> = names.map(|(_, name)| *name).collect();
            let held = if names.is_empty() { "-".to_string() } else { names.join(" ") };
            return Some(("buttons".to_string(), held));
        }
        let selected = self.selected(run)?;
        let memory = run.console().machine().memory();
        let old = match &selected {
            Selected::Field(path) => state::short(&Path::parse(path).ok()?.find(&self.moment(run).state)),
            Selected::Byte(addr) => memory.array::<8>(*addr).map(|byte| format!("{byte:02x}")).join(" "),
            Selected::Cell { addr, .. } => memory.get(*addr).to_string(),
        };
        Some((selected.to_string(), old))
    }

    pub(super) fn letter(&mut self, letter: char) {
        if let Some(TypedLine { text, .. }) = &mut self.typing
            && text.len() < LETTERS
        {
            text.push(letter);
        }
        self.sift();
    }

    pub(super) fn erase(&mut self) {
        if let Some(TypedLine { text, .. }) = &mut self.typing {
            text.pop();
        }
        self.sift();
    }

    /// An earlier condition, or a later one; where a field is looked for, the one above or below.
    pub(super) fn earlier(&mut self, by: i64) {
        let Some(line) = &mut self.typing else { return };
        match line.typing {
            Typing::Until | Typing::Back => {
                if line.back == 0 {
                    line.own.clone_from(&line.text);
                }
                line.back = line.back.saturating_add_signed(by as isize).min(self.conditions.len());
                line.text = match self.conditions.len().checked_sub(line.back) {
                    Some(at) if line.back > 0 => self.conditions[at].clone(),
                    _ => line.own.clone(),
                };
            }
            Typing::Find => {
                let panel = &mut self.panels[self.focus];
                panel.line = panel.line.saturating_sub(by).max(0);
            }
            Typing::Goto | Typing::Value | Typing::Address | Typing::Stop | Typing::Log | Typing::Span => {}
        }
    }

    pub(super) fn enter(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let filter = self.filter().map(str::to_string);
        let line = self.typing.take()?;
        if matches!(line.typing, Typing::Stop | Typing::Log | Typing::Span) {
            return self.typed_of_lines(run, &line);
        }
        let TypedLine { typing, text, .. } = line;
        match typing {
            Typing::Goto => match text.trim().parse() {
                Ok(frame) => self.gone(run.goto(frame)),
                Err(_) => self.tell(format!("found {text:?}, expected the number of a frame"), true),
            },
            Typing::Until | Typing::Back => {
                // One that cannot be understood is the one that is to be mended.
                self.conditions.retain(|old| *old != text);
                self.conditions.push(text.clone());
                self.conditions.drain(..self.conditions.len().saturating_sub(REMEMBERED));
                return self.until(run, &text, typing == Typing::Back);
            }
            Typing::Value => self.set(run, text.trim()),
            Typing::Find => self.settle(run, filter),
            Typing::Address => match memory::address(text.trim()) {
                Some(addr) => {
                    self.panels[self.focus].line = i64::from(addr / 8);
                    self.byte = i64::from(addr % 8);
                }
                None => {
                    let expected = "expected an address such as 5f00, or a region such as screen";
                    self.tell(format!("found {text:?}, {expected}"), true);
                }
            },
            Typing::Stop | Typing::Log | Typing::Span => {}
        }
        None
    }
}
