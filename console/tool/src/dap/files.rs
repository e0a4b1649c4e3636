//! The source files of a run's programs on the disk, and the mapping of their lines.
//!
//! ```text
//! game.p8         line 1 of the code is the line after __lua__         game.p8 tab 2    the line after the second -->8
//! moth.lua        next to the cartridge, the same lines                level2.p8        a cart that game.p8 loads
//! src/lib.rs      of a cart in Rust, below the folder that its build began in
//! game.p8.png     not text: the editor gets the code itself
//! ```

use rasher::{Place, RustSource};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use timeline::{Source, Sources};

#[derive(Default)]
pub struct SourceFiles(Vec<File>);

struct File {
    name: String,
    /// None if it is not a text file.
    path: Option<PathBuf>,
    /// Lines of the file before the code, and lines of code.
    before: u32,
    lines: u32,
}

impl File {
    fn find(name: &str, cartridge: Option<&Path>, rust: Option<&RustSource>) -> File {
        let not_found = File { name: name.into(), path: None, before: 0, lines: u32::MAX };
        if let Some(rust) = rust {
            return File { path: Path::new(&rust.root).join(name).canonicalize().ok(), ..not_found };
        }
        let (plain, tab) = name.split_once(" tab ").unwrap_or((name, "0"));
        let Some(cartridge) = cartridge else { return not_found };
        let is_cartridge = cartridge.file_name().is_some_and(|title| title.to_string_lossy() == plain);
        let folder = store::cart_folder(cartridge);
        let path = if is_cartridge { cartridge.to_path_buf() } else { folder.join(plain) };
        let most = loader::cartridge_max(&path);
        // A recording from elsewhere may name any file.
        let read = match is_cartridge {
            true => store::read_at_most(&path, most),
            false => store::read_inside(&folder, &path, most),
        };
        let Some(text) = read.ok().and_then(|bytes| String::from_utf8(bytes).ok()) else { return not_found };
        let tabs = tabs(&text);
        let found = if is_cartridge || !tabs.is_empty() {
            tab.parse().ok().and_then(|tab: usize| tabs.get(tab).copied())
        } else {
            Some((0, u32::MAX))
        };
        let Some((before, lines)) = found else { return not_found };
        let path = path.canonicalize().unwrap_or(path);
        File { path: Some(path), before, lines, ..not_found }
    }
}

impl SourceFiles {
    pub fn of(sources: &Sources, cartridge: Option<&Path>, rust: Option<&RustSource>) -> SourceFiles {
        let mut files = SourceFiles::default();
        for name in sources.iter().flat_map(Source::files) {
            if files.number(name).is_none() {
                files.0.push(File::find(name, cartridge, rust));
            }
        }
        files
    }

    pub fn all(&self) -> Vec<Value> {
        (0..self.0.len()).map(|number| self.source_of(number)).collect()
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|file| file.name == name)
    }

    /// A file in the protocol: its path, or a number by which the editor requests its text.
    pub fn source(&self, name: &str) -> Value {
        self.number(name).map_or_else(|| json!({ "name": name }), |number| self.source_of(number))
    }

    fn source_of(&self, number: usize) -> Value {
        match &self.0[number] {
            File { name, path: Some(path), .. } => json!({ "name": name, "path": path }),
            File { name, .. } => json!({ "name": name, "sourceReference": number + 1 }),
        }
    }

    pub fn name(&self, reference: u64) -> Option<&str> {
        let number = usize::try_from(reference.checked_sub(1)?).ok()?;
        self.0.get(number).map(|file| file.name.as_str())
    }

    pub fn line(&self, place: &Place) -> u32 {
        self.number(place.file()).map_or(0, |number| self.0[number].before) + place.line()
    }

    /// Where the code for a line may be in a file of the protocol: in the tab around that line or the first lines of later tabs.
    pub fn places(&self, named: &Value, line: u32) -> Vec<Place> {
        let path = named["path"].as_str().map(|path| {
            let path = Path::new(path);
            path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
        });
        let by_number = named["sourceReference"].as_u64().and_then(|number| self.name(number));
        let by_name = by_number.or(named["name"].as_str());
        let is_it = |file: &&File| match &path {
            Some(path) if by_number.is_none() => {
                file.path.as_ref() == Some(path) && line <= file.before.saturating_add(file.lines)
            }
            _ => by_name == Some(file.name.as_str()),
        };
        let mut found: Vec<&File> = self.0.iter().filter(is_it).collect();
        found.sort_by_key(|file| file.before);
        let place = |file: &File| Place::new(file.name.clone(), line.saturating_sub(file.before).max(1));
        found.into_iter().map(place).collect()
    }
}

/// The tabs of a cartridge in text form: lines before each, and its length.
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
