//! Where the lines of a program stand: its cartridge, of which tab, or a file that it includes.
//!
//! ```text
//! -->8   a line of its own: the next one is line 1 of the next tab
//! ```
//!
//! A tab is named where a cartridge has several, as PICO-8 tells places; without folders, as a person calls the file.

/// A program's code, and where its lines stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LuaCode {
    /// P8SCII, with all that it includes.
    pub code: Vec<u8>,
    /// Its lines in order, each piece up to the next one.
    pub pieces: Vec<CodePiece>,
}

/// Lines of a program that stand together in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePiece {
    /// The first one's number in the program, from 1.
    pub from: u32,
    /// The file, and its tab if it has several.
    pub file: String,
    /// The first one's number there, from 1.
    pub line: u32,
}

/// Notes pieces, line by line.
pub(crate) struct Pieces {
    name: String,
    has_tabs: bool,
    tab: usize,
    /// The next line in its tab, and in the program.
    line: u32,
    at: u32,
    pieces: Vec<CodePiece>,
    /// Does the next line of the file go on where the last piece ends?
    goes_on: bool,
}

/// Does a new tab begin behind this line?
fn is_break(line: &[u8]) -> bool {
    line.strip_suffix(b"\r").unwrap_or(line) == b"-->8"
}

impl Pieces {
    /// Nothing noted yet of a file with that code.
    pub fn new(path: &str, code: &[u8]) -> Pieces {
        let name = path.rsplit('/').next().unwrap_or(path).to_string();
        let has_tabs = code.split(|byte| *byte == b'\n').any(is_break);
        Pieces { name, has_tabs, tab: 0, line: 1, at: 1, pieces: Vec::new(), goes_on: false }
    }

    /// The file and its line that comes next.
    pub fn here(&self) -> (String, usize) {
        let tab = if self.has_tabs { format!(" tab {}", self.tab) } else { String::new() };
        (format!("{}{tab}", self.name), self.line as usize)
    }

    /// A line of the file itself.
    pub fn own_line(&mut self, line: &[u8]) {
        if !std::mem::replace(&mut self.goes_on, true) {
            let (file, _) = self.here();
            self.pieces.push(CodePiece { from: self.at, file, line: self.line });
        }
        (self.line, self.at) = (self.line.saturating_add(1), self.at.saturating_add(1));
        if is_break(line) {
            (self.tab, self.line, self.goes_on) = (self.tab + 1, 1, false);
        }
    }

    /// A line that a file was put in the place of.
    pub fn included(&mut self, file: &str, tab: Option<usize>, code: &[u8]) {
        let file = tab.map_or(file.to_string(), |tab| format!("{file} tab {tab}"));
        self.pieces.push(CodePiece { from: self.at, file, line: 1 });
        let lines = code.iter().filter(|byte| **byte == b'\n').count() + 1;
        self.at = self.at.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        (self.line, self.goes_on) = (self.line.saturating_add(1), false);
    }

    pub fn done(self) -> Vec<CodePiece> {
        self.pieces
    }
}
