//! Checks a step against the cart's code, and applies it as one edit.

use super::super::{EditEffect, EditorKind, Editors, PromptCommand};
use guide::LineEdit;

/// Ticks between two looks at the code.
const OFTEN: u64 = 6;

const NO_CODE: &str = "open or make a Lua cart first. N: make the tutorial's, with its pictures and sounds";

impl Editors {
    /// Finds which steps the code has, after it has changed.
    pub(crate) fn follow_code(&mut self) {
        let Some(lessons) = self.guide.lessons.clone() else { return };
        self.guide.seen = Some(self.code.text.version);
        let code = self.code.program().map(|code| code.text).unwrap_or_default();
        // While a line is typed, the code does not parse: the marks stay.
        if let Some(done) = lessons.done(&code) {
            self.guide.done = done;
        }
        if let Some((n, false, _)) = self.guide.said
            && self.guide.done.get(n) == Some(&true)
        {
            self.answer_step(n, Ok("your code has this step".to_string()));
        }
    }

    pub(crate) fn tick_guide(&mut self) {
        let is_due = self.cx.frame.is_multiple_of(OFTEN) && self.guide.seen != Some(self.code.text.version);
        if self.guide.is_open && is_due {
            self.follow_code();
        }
    }

    fn answer_step(&mut self, n: usize, answer: Result<String, String>) {
        let (good, text) = match answer {
            Ok(text) => (true, text),
            Err(text) => (false, text),
        };
        (self.guide.said, self.guide.offers) = (Some((n, good, text)), None);
        self.lay_guide();
        self.show_step();
    }

    /// The chosen step and the code, or why there is none.
    fn chosen(&self) -> Option<(usize, Result<rasher::Code, String>)> {
        let step = self.guide.step;
        self.guide.steps().iter().find(|(n, _)| *n == step)?;
        let code = match self.code.text.files.is_empty() {
            true => Err(NO_CODE.to_string()),
            false => self.code.program().map_err(|error| error.to_string()),
        };
        Some((step, code))
    }

    pub(super) fn check_step(&mut self) {
        let (Some((n, code)), Some(lessons)) = (self.chosen(), self.guide.lessons.clone()) else { return };
        let checked = code.and_then(|code| lessons.check(&code.text, n));
        self.follow_code();
        self.answer_step(n, checked.map(|()| "your code has this step".to_string()));
    }

    /// Enter: checks the step; if it is missing, the next Enter applies it; if it is there, the next one is chosen.
    pub(super) fn check_or_apply(&mut self) {
        let said = self.guide.said.as_ref().filter(|said| said.0 == self.guide.step).map(|said| said.1);
        match said {
            Some(false) => self.apply_step(false),
            Some(true) => {
                let steps = self.guide.steps();
                let next = steps.iter().find(|(n, _)| *n > self.guide.step);
                if let Some((n, _)) = next {
                    self.guide.step = *n;
                    self.check_step();
                }
            }
            None => self.check_step(),
        }
    }

    /// Puts the chosen step into the code; or the whole program, if a merge was refused.
    pub(super) fn apply_step(&mut self, whole: bool) {
        let (Some((n, code)), Some(lessons)) = (self.chosen(), self.guide.lessons.clone()) else { return };
        if whole && self.guide.offers != Some(n) {
            return;
        }
        let code = match code {
            Ok(code) => code,
            Err(why) => return self.answer_step(n, Err(why)),
        };
        let edits = match whole {
            true => {
                let lines = code.text.split(|byte| *byte == b'\n').count();
                Ok(vec![LineEdit { lines: 0..lines, text: lessons.steps[n].program.clone() }])
            }
            false => lessons.apply(&code.text, n),
        };
        let edits = match edits {
            Ok(edits) => edits,
            Err(why) => {
                let offer = "W: replace the whole program, which Ctrl+Z undoes";
                self.answer_step(n, Err(format!("{why}. {offer}")));
                self.guide.offers = Some(n);
                return;
            }
        };
        if edits.is_empty() {
            return self.answer_step(n, Ok("your code has this step".to_string()));
        }
        self.open(EditorKind::Code);
        let name = if whole { "replace by the tutorial's program" } else { "step of the tutorial" };
        let done = self.code.edit_lines(name, &edits, &code, &mut self.cx);
        self.follow_code();
        let what = if whole { "replaced the whole program" } else { "applied" };
        self.answer_step(n, done.map(|()| format!("{what}: Ctrl+Z undoes it, Ctrl+S saves it")));
    }

    pub(super) fn new_tutorial_cart(&mut self) {
        if self.code.text.files.is_empty() {
            self.cx.effects.push(EditEffect::Prompt(PromptCommand::New(TUTORIAL.to_string())));
        }
    }
}

/// The name of the tutorial's cart without code, as `new` knows it.
const TUTORIAL: &str = "honey";
