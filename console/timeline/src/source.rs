//! The source of a program, to talk about its lines: `game.p8:12`, `game.p8:12 if hp<3`, `game.p8:12: hp,x`.
//!
//! ```text
//! Source     of one program, by the numbers that its positions have
//! Sources    of all programs of a run: the current one first, then those that its cart may load
//! ```
//!
//! Files have numbers, in the order in which the program has them; a [`Position`] is a file's number and a line from 1. What is set on
//! lines is set by the file's name ([`Place`]), which means the same in each program of a run. A program in Rust
//! has the files that its host gave it.

use rasher::{Breakpoint, Console, Logpoint, Place, Position, Program, SourceLine};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Source {
    files: Arc<[String]>,
    lines: Vec<SourceLine>,
}

impl Source {
    pub fn of(program: &dyn Program) -> Source {
        Source { files: program.source_files(), lines: program.source() }
    }

    pub fn files(&self) -> &[String] {
        &self.files
    }

    pub fn file(&self, position: Position) -> &str {
        self.files.get(position.file as usize).map_or("?", String::as_str)
    }

    /// A position by its file's name: `game.p8:12`.
    pub fn place(&self, position: Position) -> Place {
        Place::new(self.file(position).to_string(), position.line)
    }

    /// The position of a place, if it has that file.
    pub fn position(&self, place: &Place) -> Option<Position> {
        let file = self.files.iter().position(|file| file == place.file())?;
        Some(Position { file: file as u32, line: place.line() })
    }

    pub fn text(&self, position: Position) -> &str {
        self.lines.iter().find(|line| line.position == position).map_or("", |line| line.text.as_str())
    }

    pub fn lines(&self) -> &[SourceLine] {
        &self.lines
    }

    pub fn lines_of(&self, file: u32) -> impl Iterator<Item = &SourceLine> {
        self.lines.iter().filter(move |line| line.position.file == file)
    }

    /// The number of a file by its name, with or without the folders before it.
    pub fn file_named(&self, name: &str) -> Option<u32> {
        let last = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or_default().to_string();
        let found = self.files.iter().position(|file| file == name);
        let found = found.or_else(|| self.files.iter().position(|file| last(file) == last(name)));
        found.map(|file| file as u32)
    }

    /// The line where a step can begin: the given one, or the next one in its file.
    pub fn nearest(&self, file: u32, line: u32) -> Option<Position> {
        let fits = |it: &&SourceLine| it.has_code && it.position.line >= line;
        self.lines_of(file).filter(fits).map(|it| it.position).min()
    }
}

#[derive(Clone, Debug)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Those of a run's current program, and of the carts that it may load. Broken code has none.
    pub fn of(console: &Console) -> Sources {
        let program = console.program();
        let others = console.machine().other_code().filter_map(|code| {
            let mut other = program.unbooted()?;
            other.change(code).ok()?;
            Some(Source::of(other.as_ref()))
        });
        Sources(std::iter::once(Source::of(program)).chain(others).collect())
    }

    /// That of the run's current program.
    pub fn here(&self) -> &Source {
        &self.0[0]
    }

    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.iter()
    }

    pub fn text(&self, place: &Place) -> &str {
        self.iter().find_map(|source| Some(source.text(source.position(place)?))).unwrap_or_default()
    }

    /// Parses `game.p8:12`, or `12` of the first file: that line, or the next one where a step can start.
    pub fn parse(&self, text: &str) -> Result<Place, String> {
        let (name, line) = text.trim().rsplit_once(':').unwrap_or(("", text.trim()));
        let line =
            line.parse().map_err(|_| format!("found {line:?}, expected a place such as game.p8:12"))?;
        if self.here().lines().is_empty() {
            return Err("the source of this Rust cart is not on this machine".into());
        }
        let found = match name {
            "" => Some((self.here(), 0)),
            name => self.iter().find_map(|source| Some((source, source.file_named(name)?))),
        };
        let (source, file) = found.ok_or_else(|| {
            let mut files: Vec<&str> = Vec::new();
            for file in self.iter().flat_map(Source::files) {
                if !files.contains(&file.as_str()) {
                    files.push(file);
                }
            }
            format!("found {name:?}, expected one of {}", files.join(", "))
        })?;
        let nearest = source.nearest(file, line).map(|position| source.place(position));
        nearest.ok_or_else(|| format!("found no code at line {line} of {name} or after it"))
    }

    /// Parses `game.p8:12` or `game.p8:12 if hp<3`.
    pub fn breakpoint(&self, text: &str) -> Result<Breakpoint, String> {
        let (place, condition) = text.split_once(" if ").unwrap_or((text, ""));
        Ok(Breakpoint { place: self.parse(place)?, condition: condition.trim().into() })
    }

    /// Parses `game.p8:12: hp,x`.
    pub fn logpoint(&self, text: &str) -> Result<Logpoint, String> {
        let expected =
            || format!("found {text:?}, expected a place and expressions, such as 'game.p8:12: hp,x'");
        let (place, expressions) = text.split_once(": ").ok_or_else(expected)?;
        Ok(Logpoint { place: self.parse(place)?, expressions: expressions.trim().into() })
    }
}
