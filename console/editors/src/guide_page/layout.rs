//! Lays a topic out for a width: words, code and pictures as rows with their places.
//!
//! ```text
//! blocks of a topic ── spans ── words ── lines that fit ──> Row { y, h, content }
//! ```
//!
//! It is done once for a topic and a width, so that drawing only takes the visible rows.

use super::content::{Topic, table_of};
use crate::code::{code_color, sign_width};
use crate::pen::width;
use guide::{Block, Span, spans};
use lua::PieceKind;
use rasher::SIDE;
use studio::{Area, letters};

pub(super) const LINE: i32 = 8;
const CODE_LINE: i32 = 7;
pub(super) const STEP: i32 = 11;
const GAP: i32 = 5;
/// A continued line of code is indented.
const INDENT: i32 = 8;

const WORDS: i32 = 6;
const STRONG: i32 = 10;
const CODE: i32 = 11;
const LINK: i32 = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub x: i32,
    pub text: String,
    pub color: i32,
    pub target: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Text(Vec<Piece>),
    /// Signs of P8SCII by place and colour.
    Code(Vec<(i32, Vec<u8>, i32)>),
    /// The head of a step, and its number among all steps.
    Step(usize),
    /// Runs of pixels from the row's corner.
    Picture(Vec<(Area, i32)>),
    Said(bool, String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub y: i32,
    pub h: i32,
    pub content: Content,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub rows: Vec<Row>,
    pub height: i32,
}

impl Layout {
    /// `steps`: the numbers of the topic's steps, with the place of their code among its blocks. `said`: the answer about a step.
    pub fn new(
        topic: Topic,
        wide: i32,
        steps: &[(usize, usize)],
        said: Option<&(usize, bool, String)>,
    ) -> Layout {
        let mut layout = Layout::default();
        for (at, block) in topic.blocks().iter().enumerate() {
            let step = steps.iter().find(|(_, block)| *block == at).map(|(n, _)| *n);
            layout.block(topic, block, wide, step);
            if let Some((_, good, text)) = said.filter(|said| Some(said.0) == step) {
                layout.height -= GAP - 1;
                for line in letters::wrap(text, wide - 6) {
                    layout.push(LINE, Content::Said(*good, line));
                }
                layout.height += GAP;
            }
        }
        layout
    }

    fn push(&mut self, h: i32, content: Content) {
        self.rows.push(Row { y: self.height, h, content });
        self.height += h;
    }

    fn text(&mut self, text: &str, x: i32, wide: i32) {
        for line in flow(text, WORDS, x, wide) {
            self.push(LINE, Content::Text(line));
        }
    }

    fn block(&mut self, topic: Topic, block: &Block<'_>, wide: i32, step: Option<usize>) {
        match block {
            // The page's head has it.
            Block::Title(_) => return,
            Block::Heading(title) => {
                self.height += GAP;
                for line in flow(title, STRONG, 0, wide) {
                    self.push(LINE, Content::Text(line));
                }
            }
            Block::Paragraph(text) => self.text(text, 0, wide),
            Block::List(points) => {
                for point in points {
                    let at = self.rows.len();
                    self.text(point, 6, wide);
                    if let Some(Row { content: Content::Text(line), .. }) = self.rows.get_mut(at) {
                        line.insert(0, Piece { x: 0, text: "-".into(), color: 13, target: None });
                    }
                }
            }
            Block::Table(rows) => {
                let rows: Vec<Vec<String>> =
                    rows.iter().map(|row| row.iter().map(|cell| (*cell).to_string()).collect()).collect();
                self.table(&rows, wide, true);
            }
            Block::Code { language, text } => {
                step.into_iter().for_each(|n| self.push(STEP, Content::Step(n)));
                self.code(text, language, wide);
            }
            Block::Picture { target, .. } => match table_of(target) {
                Some(rows) => self.table(&rows, wide, false),
                None => match topic.picture().filter(|_| !target.starts_with('#')) {
                    Some(png) => self.picture(png, wide),
                    None => return,
                },
            },
        }
        self.height += GAP;
    }

    fn code(&mut self, text: &str, language: &str, wide: i32) {
        let bytes: Vec<u8> = rasher::text::encode(text.trim_end()).collect();
        let mut colors = vec![WORDS; bytes.len()];
        if language == "lua" {
            let mut at = 0;
            for (kind, len) in lua::pieces(&bytes) {
                let before = &bytes[..at];
                let is_field = before.ends_with(b".") && !before.ends_with(b"..") || before.ends_with(b":");
                // What is left off in a form, such as [x], is no error.
                let kind = if kind == PieceKind::Wrong { PieceKind::Blank } else { kind };
                colors[at..at + len].fill(code_color(kind, &bytes[at..at + len], is_field));
                at += len;
            }
        }
        self.height += 2;
        let mut at = 0;
        for line in bytes.split(|byte| *byte == b'\n') {
            let (mut row, mut x) = (Vec::<(i32, Vec<u8>, i32)>::new(), 0);
            for (n, sign) in line.iter().enumerate() {
                let step = sign_width(*sign, x);
                if x + step > wide - 4 {
                    self.push(CODE_LINE, Content::Code(std::mem::take(&mut row)));
                    x = INDENT;
                }
                let color = if language == "sh" && line[..=n].contains(&b'#') { 13 } else { colors[at + n] };
                match row.last_mut().filter(|last| last.2 == color) {
                    Some(last) => last.1.push(*sign),
                    None => row.push((x, vec![*sign], color)),
                }
                x += step;
            }
            self.push(CODE_LINE, Content::Code(row));
            at += line.len() + 1;
        }
        self.height += 2;
    }

    fn table(&mut self, rows: &[Vec<String>], wide: i32, has_head: bool) {
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        if count == 0 {
            return;
        }
        let cell = |row: &Vec<String>, n: usize| row.get(n).map_or(0, |text| width(&bare(text)));
        let mut widths: Vec<i32> =
            (0..count).map(|n| rows.iter().map(|row| cell(row, n)).max().unwrap_or(0) + 6).collect();
        // The widest columns give way, down to their part of the page.
        let part = wide / count as i32;
        while let over @ 1.. = widths.iter().sum::<i32>() - wide {
            let Some(widest) = widths.iter_mut().max_by_key(|wide| **wide).filter(|wide| **wide > part)
            else {
                break;
            };
            *widest = (*widest - over.max(1)).max(part);
        }
        for (n, row) in rows.iter().enumerate().filter(|(_, row)| row.iter().any(|cell| !cell.is_empty())) {
            let color = if n == 0 && has_head { 13 } else { WORDS };
            let mut x = 0;
            let cells: Vec<Vec<Vec<Piece>>> = (0..count)
                .map(|n| {
                    let from = x;
                    x += widths[n];
                    row.get(n).map_or(Vec::new(), |text| flow(text, color, from, x - 4))
                })
                .collect();
            for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let pieces = cells.iter().filter_map(|cell| cell.get(line)).flatten().cloned().collect();
                self.push(LINE, Content::Text(pieces));
            }
            self.height += 1;
        }
    }

    fn picture(&mut self, png: &[u8], wide: i32) {
        let Ok(picture) = format::read_png(png, "a chapter's picture") else { return };
        let side = SIDE as i32;
        let x0 = (wide - side).max(0) / 2;
        let mut runs: Vec<(Area, i32)> = Vec::new();
        for (y, row) in (0..).zip(picture.indices.chunks(SIDE)) {
            for (x, color) in (x0..).zip(row) {
                let color = i32::from(*color);
                match runs
                    .last_mut()
                    .filter(|(area, last)| *last == color && area.y == y && area.x + area.w == x)
                {
                    Some((area, _)) => area.w += 1,
                    None => runs.push((Area { x, y, w: 1, h: 1 }, color)),
                }
            }
        }
        self.push(side + 2, Content::Picture(runs));
    }
}

/// A text without its marks.
fn bare(text: &str) -> String {
    let span = |span| match span {
        Span::Words(text) | Span::Strong(text) | Span::Code(text) => text.to_string(),
        Span::Link(text, _) => text.replace('`', ""),
    };
    spans(text).into_iter().map(span).collect()
}

/// Lines of pieces between two columns.
fn flow(text: &str, color: i32, from: i32, end: i32) -> Vec<Vec<Piece>> {
    let mut words: Vec<Vec<Piece>> = vec![Vec::new()];
    for span in spans(text) {
        let (text, color, target) = match span {
            Span::Words(text) => (text.to_string(), color, None),
            Span::Strong(text) => (text.to_string(), STRONG, None),
            Span::Code(text) => (text.to_string(), CODE, None),
            Span::Link(text, target) => (bare(text), LINK, Some(target.to_string())),
        };
        for (n, part) in text.split(' ').enumerate() {
            if n > 0 {
                words.push(Vec::new());
            }
            if let Some(word) = words.last_mut().filter(|_| !part.is_empty()) {
                word.push(Piece { x: 0, text: part.to_string(), color, target: target.clone() });
            }
        }
    }
    let (mut lines, mut x) = (vec![Vec::<Piece>::new()], from);
    for word in words.into_iter().filter(|word| !word.is_empty()) {
        let wide: i32 = word.iter().map(|piece| width(&piece.text)).sum();
        if x > from && x + width(" ") + wide > end {
            lines.push(Vec::new());
            x = from;
        }
        if x > from {
            x += width(" ");
        }
        for piece in word {
            let mut rest = piece.text.as_str();
            while !rest.is_empty() {
                let fits = letters::head(rest, end - x).len();
                if fits < rest.len() && x > from {
                    lines.push(Vec::new());
                    x = from;
                    continue;
                }
                // At least one letter.
                let one = rest.chars().next().map_or(0, char::len_utf8);
                let (part, after) = rest.split_at(fits.max(one));
                let placed = Piece { x, text: part.to_string(), ..piece.clone() };
                x += width(part);
                lines.last_mut().into_iter().for_each(|line| line.push(placed.clone()));
                rest = after;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::content::topics;
    use super::*;

    /// The right end of a row.
    fn end(row: &Row) -> i32 {
        match &row.content {
            Content::Text(pieces) => pieces.iter().map(|it| it.x + width(&it.text)).max().unwrap_or(0),
            Content::Code(parts) => parts
                .iter()
                .map(|(x, signs, _)| signs.iter().fold(*x, |x, sign| x + sign_width(*sign, x)))
                .max()
                .unwrap_or(0),
            Content::Picture(runs) => runs.iter().map(|(area, _)| area.x + area.w).max().unwrap_or(0),
            Content::Said(_, text) => width(text),
            Content::Step(_) => 0,
        }
    }

    #[test]
    fn every_topic_fits_every_width() {
        for topic in topics() {
            for wide in [114, 150, 244, 380] {
                let layout = Layout::new(topic, wide, &[], None);
                let mut y = 0;
                for row in &layout.rows {
                    let is_picture = matches!(row.content, Content::Picture(_));
                    assert!(
                        end(row) <= wide.max(128 * i32::from(is_picture)),
                        "{}, {wide}: {row:?}",
                        topic.title()
                    );
                    assert!(row.y >= y, "{}: {row:?}", topic.title());
                    y = row.y + row.h;
                }
                assert!(layout.rows.len() > 1 && layout.height >= y, "{}", topic.title());
            }
        }
    }

    #[test]
    fn words_break_between_lines_and_marks_become_colours() {
        let line = |text: &str, end: i32| -> Vec<String> {
            let lines = flow(text, WORDS, 0, end);
            lines
                .iter()
                .map(|line| line.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join("|"))
                .collect()
        };
        assert_eq!(line("one `two`, **three**", 200), ["one|two|,|three"]);
        assert_eq!(line("one `two`, **three**", width("one two,") + 1), ["one|two|,", "three"]);
        assert_eq!(line("abcdef", width("abc")), ["abc", "def"]);
        let colors: Vec<i32> = flow("a `b` [c](1.md)", WORDS, 0, 99)[0].iter().map(|it| it.color).collect();
        assert_eq!(colors, [WORDS, CODE, LINK]);
    }
}
