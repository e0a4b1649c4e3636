//! Where a program's files lie on the disk, and which of their lines is which.
//!
//! ```text
//! game.p8         line 1 of the code is the line after __lua__         game.p8 tab 2    the line after the second -->8
//! moth.lua        the file beside the cartridge, line by line
//! game.p8.png     no text: the editor is given the code itself
//! ```

use rasher::Position;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use timeline::Source;

/// The files of a program.
#[derive(Default)]
pub struct Files(Vec<File>);

struct File {
    name: String,
    /// Where it lies, if it is a text.
    path: Option<PathBuf>,
    /// Lines before its first one there, and lines that it has there.
    before: u32,
    lines: u32,
}

impl Files {
    /// Those of a program that comes from a cartridge.
    pub fn of(source: &Source, cartridge: Option<&Path>) -> Files {
        let folder = cartridge.and_then(Path::parent).unwrap_or(Path::new(""));
        let text = cartridge.and_then(|path| std::fs::read_to_string(path).ok());
        let title = cartridge.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let file = |name: &String| {
            let (plain, tab) = name.split_once(" tab ").unwrap_or((name, "0"));
            let in_cartridge = title.as_deref() == Some(plain);
            let tabs = text.as_deref().filter(|_| in_cartridge).map(tabs).unwrap_or_default();
            let found = tab.parse().ok().and_then(|tab: usize| tabs.get(tab).copied());
            let path = if in_cartridge { cartridge.map(Path::to_path_buf) } else { Some(folder.join(plain)) };
            let path = path.filter(|path| found.is_some() || !in_cartridge && path.is_file());
            let path = path.map(|path| path.canonicalize().unwrap_or(path));
            let (before, lines) = found.unwrap_or((0, u32::MAX));
            File { name: name.clone(), path, before, lines }
        };
        Files(source.files().iter().map(file).collect())
    }

    /// How the protocol names a file: by its path, or by a number with which the editor asks for its text.
    pub fn source(&self, file: u32) -> Value {
        match self.0.get(file as usize) {
            Some(File { name, path: Some(path), .. }) => json!({ "name": name, "path": path }),
            Some(File { name, .. }) => json!({ "name": name, "sourceReference": file + 1 }),
            None => json!({ "name": "?" }),
        }
    }

    /// The number of a position's line in its file on the disk.
    pub fn line(&self, position: Position) -> u32 {
        self.0.get(position.file as usize).map_or(0, |file| file.before) + position.line
    }

    /// The file of a program and the line in it, of a line of the file that the protocol names.
    pub fn position(&self, named: &Value, line: u32) -> Option<Position> {
        let reference = named["sourceReference"].as_u64().and_then(|number| number.checked_sub(1));
        let path = named["path"].as_str().map(|path| {
            let path = Path::new(path);
            path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
        });
        let name = named["name"].as_str();
        let is_it = |at: usize, file: &File| match (&path, reference) {
            (Some(path), _) => {
                file.path.as_ref() == Some(path) && line > file.before && line - file.before <= file.lines
            }
            (_, Some(number)) => number == at as u64,
            _ => name == Some(file.name.as_str()),
        };
        let (at, file) = self.0.iter().enumerate().find(|(at, file)| is_it(*at, file))?;
        Some(Position { file: at as u32, line: line - file.before })
    }
}

/// The tabs of a cartridge that is a text: lines before the first of each, and how many it has.
fn tabs(text: &str) -> Vec<(u32, u32)> {
    let mut tabs: Vec<(u32, u32)> = Vec::new();
    let mut in_code = false;
    for (number, line) in (1..).zip(text.lines()) {
        let is_head = line.len() > 4 && line.starts_with("__") && line.ends_with("__");
        match (is_head, in_code) {
            (true, _) => in_code = line == "__lua__",
            (false, true) if line == "-->8" => {}
            _ => {
                if let (true, Some(tab)) = (in_code, tabs.last_mut()) {
                    tab.1 += 1;
                }
                continue;
            }
        }
        if in_code {
            tabs.push((number, 0));
        }
    }
    tabs
}
