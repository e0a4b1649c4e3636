//! What the page can show: chapters, then the console's calls by group.

use guide::{Block, CHAPTERS, Chapter, TextPart, lua_example, lua_lines, paragraphs, parts};
use rasher::api::{CALLS, Call};
use rasher::memory::AREAS;

#[derive(Clone, Copy, Debug)]
pub(super) enum Topic {
    Chapter(&'static Chapter),
    Call(&'static Call),
}

pub(super) fn topics() -> Vec<Topic> {
    // Row 0 is only in Rust.
    let calls = CALLS.iter().filter(|call| call.row != 0 && !call.forms.is_empty());
    CHAPTERS.iter().map(Topic::Chapter).chain(calls.map(Topic::Call)).collect()
}

impl Topic {
    pub fn title(self) -> &'static str {
        match self {
            Topic::Chapter(chapter) => chapter.title(),
            Topic::Call(call) => call.name,
        }
    }

    pub fn group(self) -> &'static str {
        match self {
            Topic::Chapter(chapter) if chapter.is_lesson() => "tutorial",
            Topic::Chapter(_) => "manual",
            Topic::Call(call) => call.section,
        }
    }

    /// More words to find it by.
    pub fn words(self) -> &'static str {
        match self {
            Topic::Chapter(chapter) => chapter.words,
            Topic::Call(call) => call.help,
        }
    }

    /// The chapter of the tutorial, from 1.
    pub fn lesson(self) -> Option<usize> {
        let Topic::Chapter(chapter) = self else { return None };
        chapter.file.parse().ok()
    }

    pub fn picture(self) -> Option<&'static [u8]> {
        let Topic::Chapter(chapter) = self else { return None };
        chapter.picture.first().copied()
    }

    pub fn blocks(self) -> Vec<Block<'static>> {
        match self {
            Topic::Chapter(chapter) => chapter.blocks(),
            Topic::Call(call) => call_blocks(call),
        }
    }
}

fn call_blocks(call: &'static Call) -> Vec<Block<'static>> {
    let code = |text: String| Block::Code { language: "lua", text };
    let forms: String = lua_lines(call).iter().map(|line| format!("{line}\n")).collect();
    let mut out = vec![Block::Title(call.name), code(forms), Block::Paragraph(call.help.to_string())];
    for paragraph in call.rust.iter().flat_map(|item| paragraphs(item.text)) {
        out.extend(guide::blocks(&plain(&paragraph)).into_iter().filter_map(owned));
    }
    out.extend(lua_example(call).map(|text| code(text.to_string())));
    out
}

/// Links to items become code.
fn plain(paragraph: &str) -> String {
    let part = |part| match part {
        TextPart::Words(words) => words.to_string(),
        TextPart::Code(code) | TextPart::Item(code) => format!("`{code}`"),
    };
    parts(paragraph).into_iter().map(part).collect()
}

/// Doc comments have paragraphs, and tables as lines of cells.
fn owned(block: Block<'_>) -> Option<Block<'static>> {
    match block {
        Block::Paragraph(text) => Some(Block::Paragraph(text)),
        Block::List(points) => Some(Block::List(points)),
        Block::Table(rows) => Some(Block::List(rows.iter().map(|row| row.join("  ")).collect())),
        _ => None,
    }
}

/// The table in place of a picture such as `#memory`. Those with large pictures are in the manual for a browser.
pub(super) fn table_of(target: &str) -> Option<Vec<Vec<String>>> {
    let rows: Vec<Vec<String>> = match target {
        "#memory" => {
            AREAS.iter().map(|area| vec![format!("`0x{:04x}`", area.start), area.about.to_string()]).collect()
        }
        "#calls" => {
            let calls = CALLS.iter().filter(|call| !call.rust.is_empty() && call.row != 0);
            calls.map(|call| vec![format!("`{}`", call.name), call.help.to_string()]).collect()
        }
        _ => return None,
    };
    Some(rows)
}
