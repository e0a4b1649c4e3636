//! Typed texts: the kinds of prompts that take them, and how one is found in another text.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptKind {
    Frame,
    Until,
    Back,
    Value,
    Find,
    /// Words that a change's path has, or with a minus has not.
    Filter,
    /// An expression to watch.
    Watch,
    /// An expression to evaluate now, or a value to assign.
    Evaluate,
    /// A command or page, by a part of its name.
    Command,
    /// A page for the focused panel.
    Page,
    /// A function of the code, by a part of its name, or the number of a line.
    Function,
    /// One of the names that a written value is made of.
    Source,
    /// The column and row of a pixel.
    Pixel,
    /// A text in the code, or the number of a line.
    Code,
    Address,
    Breakpoint,
    /// The expressions of a logpoint at the selected line; on the log page all logpoints run again.
    Logpoint,
    Profile,
}

impl PromptKind {
    /// Does it choose from a list?
    pub(crate) fn is_list(self) -> bool {
        matches!(self, PromptKind::Command | PromptKind::Page | PromptKind::Function | PromptKind::Source)
    }
}

/// Are these letters, in lower case, in a text? A search compares each value of a state, so no text is copied.
pub fn has_letters(text: &str, letters: &str) -> bool {
    let is_in = |text: &str| match text.is_ascii() && letters.is_ascii() {
        true => {
            let mut parts = text.as_bytes().windows(letters.len());
            parts.any(|part| part.eq_ignore_ascii_case(letters.as_bytes()))
        }
        false => text.to_lowercase().contains(letters),
    };
    !letters.is_empty() && is_in(text)
}
