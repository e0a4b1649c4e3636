//! The prompt, a line of typed text: its kind, its label, and the conditions typed before.
//!
//! ```text
//! g  go to frame: 300 -> _       e  fuse: 120 -> _          u  run until: hp < 3_    up: the condition before
//! /  find field: sp_             /  go to address: 5f00_    on the memory page
//! S  break at g.p8:12 if: hp<3_  l  log at g.p8:12: hp_     t  profile the last frames: 300_
//! ```

use super::palette::Entry;
use super::{DebugPage, DebugRequest, Debugger, PromptKind, Selected, machine, state};
use studio::BUTTON_NAMES;
use timeline::{Condition, Run};

const KEPT_MAX: usize = 50;
const TEXT_MAX: usize = 200;

#[derive(Clone, Debug)]
pub struct Prompt {
    pub kind: PromptKind,
    pub text: String,
    label: String,
    /// How many conditions back the text is from; 0 for what was typed here, which `own` keeps. In a list, the number of the selected entry.
    pub back: usize,
    own: String,
    line_before: i64,
    /// What a list has to choose from.
    pub entries: Vec<Entry>,
}

impl Prompt {
    pub fn shown(&self) -> String {
        format!("{}{}_", self.label, self.text)
    }
}

/// Keeps a typed text as the latest one.
fn keep(texts: &mut Vec<String>, text: &str) {
    texts.retain(|old| old != text);
    texts.push(text.into());
    texts.drain(..texts.len().saturating_sub(KEPT_MAX));
}

impl Debugger {
    pub fn is_typing(&self) -> bool {
        self.prompt.is_some()
    }

    pub(super) fn filter(&self) -> Option<&str> {
        match &self.prompt {
            Some(Prompt { kind: PromptKind::Find, text, .. }) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    pub(super) fn change_filter(&self) -> &str {
        match &self.prompt {
            Some(Prompt { kind: PromptKind::Filter, text, .. }) => text,
            _ => &self.setup.change_filter,
        }
    }

    fn filter_changed(&mut self) {
        if let Some(prompt) = self.prompt.as_mut().filter(|prompt| prompt.kind.is_list()) {
            prompt.back = 0;
        }
        if matches!(self.prompt, Some(Prompt { kind: PromptKind::Find, .. })) {
            self.panel().line = 0;
        }
    }

    pub(super) fn cancel_prompt(&mut self) {
        if let Some(Prompt { kind: PromptKind::Find, line_before, .. }) = self.prompt.take() {
            self.panel().line = line_before;
        }
    }

    pub(super) fn open_prompt(&mut self, run: &mut Run, kind: PromptKind) {
        self.held = None;
        let kind = match (kind, self.page()) {
            (PromptKind::Find, Some(DebugPage::Memory)) => PromptKind::Address,
            (PromptKind::Find, Some(DebugPage::Changes)) => PromptKind::Filter,
            (PromptKind::Find, Some(DebugPage::Code)) => PromptKind::Code,
            (kind, _) => kind,
        };
        let mut text = String::new();
        let label = match kind {
            PromptKind::Frame => format!("go to frame: {} -> ", run.now()),
            PromptKind::Until => "run until: ".to_string(),
            PromptKind::Back => "back until: ".to_string(),
            PromptKind::Find => "find field: ".to_string(),
            PromptKind::Address => "go to address: ".to_string(),
            PromptKind::Filter => {
                text.clone_from(&self.setup.change_filter);
                "only changes with, or -without: ".to_string()
            }
            PromptKind::Watch => "watch: ".to_string(),
            PromptKind::Evaluate => "evaluate, or name=value: ".to_string(),
            PromptKind::Command => "command: ".to_string(),
            PromptKind::Page => "page: ".to_string(),
            PromptKind::Function if self.source(run).lines().is_empty() => {
                return self.show_error("the source of this Rust cart is not on this machine");
            }
            PromptKind::Function => "function, or line: ".to_string(),
            PromptKind::Source => "value from: ".to_string(),
            PromptKind::Pixel => "pixel, as column and row: ".to_string(),
            PromptKind::Code => "find in the code, or line: ".to_string(),
            PromptKind::Value => match self.old_value(run) {
                Some((name, old)) => format!("{name}: {old} -> "),
                None => return self.show_error("select a field, a byte or a cell first"),
            },
            PromptKind::Breakpoint | PromptKind::Logpoint | PromptKind::Profile => {
                let Some((label, old)) = self.line_prompt(run, kind) else { return };
                text = old;
                label
            }
        };
        if kind == PromptKind::Find {
            self.focus_state();
            _ = self.moment(run);
        }
        let line_before = self.panel().line;
        let entries = if kind.is_list() { self.entries(run, kind) } else { Vec::new() };
        self.prompt = Some(Prompt { kind, text, label, back: 0, own: String::new(), line_before, entries });
    }

    /// Opens a prompt that chooses from a list.
    pub(super) fn open_list(&mut self, run: &mut Run, kind: PromptKind, entries: Vec<Entry>) {
        self.open_prompt(run, kind);
        if let Some(prompt) = &mut self.prompt {
            prompt.entries = entries;
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
        let old = match &selected {
            Selected::Field(path) => {
                let path = self.field_path(run, path)?;
                state::short(&path.value(self.console(run)).unwrap_or_default())
            }
            Selected::Byte(addr) => {
                run.console().machine().memory().array::<8>(*addr).map(|byte| format!("{byte:02x}")).join(" ")
            }
            Selected::Cell { addr, .. } => run.console().machine().memory().get(*addr).to_string(),
        };
        Some((selected.to_string(), old))
    }

    pub(super) fn letter(&mut self, letter: char) {
        if let Some(Prompt { text, .. }) = &mut self.prompt
            && text.len() < TEXT_MAX
        {
            text.push(letter);
        }
        self.filter_changed();
    }

    pub(super) fn erase(&mut self) {
        if let Some(Prompt { text, .. }) = &mut self.prompt {
            text.pop();
        }
        self.filter_changed();
    }

    /// Recalls an earlier or later condition; in a field search, selects the match above or below.
    pub(super) fn recall(&mut self, by: i64) {
        let Some(prompt) = &mut self.prompt else { return };
        match prompt.kind {
            PromptKind::Until | PromptKind::Back | PromptKind::Evaluate => {
                if prompt.back == 0 {
                    prompt.own.clone_from(&prompt.text);
                }
                let conditions = match prompt.kind {
                    PromptKind::Evaluate => &self.setup.evaluated,
                    _ => &self.setup.conditions,
                };
                prompt.back = prompt.back.saturating_add_signed(by as isize).min(conditions.len());
                prompt.text = match conditions.len().checked_sub(prompt.back) {
                    Some(at) if prompt.back > 0 => conditions[at].clone(),
                    _ => prompt.own.clone(),
                };
            }
            PromptKind::Find => {
                let panel = self.panel();
                panel.line = panel.line.saturating_sub(by).max(0);
            }
            kind if kind.is_list() => self.choose_entry(by),
            _ => {}
        }
    }

    pub(super) fn accept_prompt(&mut self, run: &mut Run) -> Option<DebugRequest> {
        let filter = self.filter().map(str::to_string);
        let Prompt { kind, text, line_before, back, entries, .. } = self.prompt.take()?;
        match kind {
            PromptKind::Breakpoint | PromptKind::Logpoint | PromptKind::Profile => {
                return self.accept_line_prompt(run, kind, text.trim());
            }
            PromptKind::Frame => match text.trim().parse() {
                Ok(frame) => self.show_crash(run.goto(frame)),
                Err(_) => self.show_error(format!("found {text:?}, expected a frame number")),
            },
            PromptKind::Until | PromptKind::Back => {
                // One that does not parse is kept too, to be recalled and fixed.
                keep(&mut self.setup.conditions, &text);
                return self.search_condition(run, &text, kind == PromptKind::Back);
            }
            PromptKind::Evaluate => {
                keep(&mut self.setup.evaluated, &text);
                self.evaluate(run, text.trim());
            }
            PromptKind::Command | PromptKind::Page | PromptKind::Function | PromptKind::Source => {
                let chosen = entries.into_iter().filter(|entry| entry.has(&text)).nth(back);
                return self.run_entry(run, chosen, text.trim());
            }
            PromptKind::Pixel => self.choose_pixel(run, text.trim()),
            PromptKind::Code => self.find_code(run, text.trim()),
            PromptKind::Value => self.set_value(run, text.trim()),
            PromptKind::Filter => self.setup.change_filter = text.trim().to_string(),
            PromptKind::Watch => match Condition::parse(&text) {
                Ok(_) => self.setup.watched.push(text.trim().to_string()),
                Err(error) => self.show_error(error.to_string()),
            },
            PromptKind::Find => self.accept_match(run, filter, line_before),
            PromptKind::Address => match machine::address(text.trim()) {
                Some(addr) => (self.panel().line, self.byte) = (i64::from(addr / 8), i64::from(addr % 8)),
                None => {
                    let expected = "expected an address such as 5f00, or a region such as screen";
                    self.show_error(format!("found {text:?}, {expected}"));
                }
            },
        }
        None
    }
}
