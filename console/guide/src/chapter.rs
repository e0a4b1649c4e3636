//! The chapters of the manual, those of the tutorial first.

use crate::markdown::{Block, blocks};

#[derive(Debug)]
pub struct Chapter {
    /// File name without extension.
    pub file: &'static str,
    /// More words to find it by.
    pub words: &'static str,
    /// Markdown.
    pub text: &'static str,
    /// At most one PNG, 128 x 128.
    pub picture: &'static [&'static [u8]],
}

macro_rules! chapters {
    ($($folder:literal $file:literal $words:literal $(, $picture:literal)?)*) => {
        &[$(Chapter {
            file: $file,
            words: $words,
            text: include_str!(concat!("../", $folder, "/", $file, ".md")),
            picture: &[$(include_bytes!(concat!("../", $folder, "/", $picture)))?],
        }),*]
    };
}

pub static CHAPTERS: &[Chapter] = chapters! {
    "tutorial" "1" "tutorial begin start first cart new hot reload", "1.png"
    "tutorial" "2" "tutorial move speed velocity gravity animation", "2.png"
    "tutorial" "3" "tutorial list table collision distance near", "3.png"
    "tutorial" "4" "tutorial score points", "4.png"
    "tutorial" "5" "tutorial enemy enemies chase lives", "5.png"
    "tutorial" "6" "tutorial title game over states mode menu", "6.png"
    "tutorial" "7" "tutorial sound music particles high score save", "7.png"
    "tutorial" "8" "tutorial test tests export page share build windows", "8.png"
    "chapters" "examples" "examples models template begin"
    "chapters" "machine" "data files sfx file sheet map memory hooks"
    "chapters" "lua" "lua language table list array add del all for split text string coroutine metatable object include"
    "chapters" "rust" "rust struct state serde borrow crate package"
    "chapters" "numbers" "fixed point num decimal float division angle random"
    "chapters" "time" "recording replay rewind save slot high score hot reload film slow motion"
    "chapters" "debugger" "debug breakpoint history bug test"
    "chapters" "editor" "vs code editor vim emacs language server completion snippet task debug adapter dap watch"
    ".." "KEYS" "keys undo redo restore editors debugger mouse gamepad pad rewind shortcuts"
    ".." "COMMANDS" "commands command line build windows linux export pack run import image picture share wav mp3 ogg"
    "chapters" "catalogue" "catalogue site index json publish host feed tags address online download shelf"
    "chapters" "retroarch" "libretro retroarch core cheats achievements memory handheld raspberry"
    "chapters" "pico8" "pico-8 lua rust calls differences"
    "chapters" "compatibility" "compatible pico-8 versions history changes missing unknown"
};

/// The chapters of the tutorial, in order.
pub fn lessons() -> impl Iterator<Item = &'static Chapter> {
    CHAPTERS.iter().filter(|chapter| chapter.is_lesson())
}

/// The program at the end of lesson 1 to 8. `programs.txt` has all of them: each line starts with the first and last lesson that has it.
pub fn lesson_program(lesson: usize) -> String {
    let lines = include_str!("../tutorial/programs.txt").lines().filter_map(|row| {
        let (span, line) = row.split_once(' ').unwrap_or((row, ""));
        let (first, last) = span.split_once('-')?;
        (first.parse().ok()?..=last.parse().ok()?).contains(&lesson).then(|| format!("{line}\n"))
    });
    lines.collect()
}

impl Chapter {
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    pub fn is_lesson(&self) -> bool {
        self.file.starts_with(|c: char| c.is_ascii_digit())
    }

    pub fn blocks(&self) -> Vec<Block<'static>> {
        blocks(self.text)
    }
}
