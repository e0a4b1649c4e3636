//! The Markdown of chapters as blocks.
//!
//! ```text
//! # title      ```lua   code      | a | b |   a table      - point   a list      ![words](2.png)   a picture
//! ## part      anything else up to an empty line is a paragraph
//! ```

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block<'a> {
    Title(&'a str),
    Heading(&'a str),
    Paragraph(String),
    /// `text` ends with LF.
    Code {
        language: &'a str,
        text: String,
    },
    /// The first row is the head.
    Table(Vec<Vec<&'a str>>),
    List(Vec<String>),
    Picture {
        words: &'a str,
        target: &'a str,
    },
}

pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut out = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let code = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n"));
            out.push(Block::Code { language, text: code.collect() });
        } else if let Some(title) = line.strip_prefix("## ") {
            out.push(Block::Heading(title));
        } else if let Some(title) = line.strip_prefix("# ") {
            out.push(Block::Title(title));
        } else if let Some(mark) = line.strip_prefix("![") {
            let (words, target) = mark.trim_end_matches(')').split_once("](").unwrap_or((mark, ""));
            out.push(Block::Picture { words, target });
        } else if !line.is_empty() {
            let mut all = vec![line];
            while let Some(line) = lines.next_if(|line| !line.is_empty() && !line.starts_with("```")) {
                all.push(line);
            }
            out.push(gathered(&all));
        }
    }
    out
}

fn gathered<'a>(lines: &[&'a str]) -> Block<'a> {
    if lines[0].starts_with('|') {
        let rows = lines.iter().filter(|line| !line.starts_with("|-"));
        return Block::Table(
            rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect(),
        );
    }
    let joined = lines.join("\n");
    match joined.strip_prefix("- ") {
        Some(points) => {
            Block::List(points.split("\n- ").map(|it| it.replace("\n  ", " ").replace('\n', " ")).collect())
        }
        None => Block::Paragraph(lines.join(" ")),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span<'a> {
    Words(&'a str),
    Strong(&'a str),
    Code(&'a str),
    /// Words, and where they lead: `2.md`, `#spr`.
    Link(&'a str, &'a str),
}

/// The parts of a paragraph, a point or a cell.
pub fn spans(text: &str) -> Vec<Span<'_>> {
    let (mut out, mut rest, mut plain) = (Vec::new(), text, 0);
    let between = |from: &str, open: &str, close: &str| {
        let inner = from.strip_prefix(open)?;
        inner.find(close).map(|len| (open.len(), len, open.len() + len + close.len()))
    };
    while plain < rest.len() {
        let here = &rest[plain..];
        let found = if let Some((from, len, all)) = between(here, "**", "**") {
            Some((Span::Strong(&here[from..from + len]), all))
        } else if let Some((from, len, all)) = between(here, "`", "`") {
            Some((Span::Code(&here[from..from + len]), all))
        } else {
            between(here, "[", "](").and_then(|(from, len, all)| {
                let end = here[all..].find(')')?;
                Some((Span::Link(&here[from..from + len], &here[all..all + end]), all + end + 1))
            })
        };
        match found {
            Some((span, len)) => {
                out.push(Span::Words(&rest[..plain]));
                out.push(span);
                (rest, plain) = (&here[len..], 0);
            }
            None => plain += here.chars().next().map_or(1, char::len_utf8),
        }
    }
    out.push(Span::Words(rest));
    out.retain(|span| *span != Span::Words(""));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_blocks() {
        let text = "# t\n\n![p](1.png)\n\ntwo\nlines\n```lua\nx=1\n```\n## h\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n  more\n- two\n```";
        let want = [
            Block::Title("t"),
            Block::Picture { words: "p", target: "1.png" },
            Block::Paragraph("two lines".into()),
            Block::Code { language: "lua", text: "x=1\n".into() },
            Block::Heading("h"),
            Block::Table(vec![vec!["a", "b"], vec!["1", "2"]]),
            Block::List(vec!["one more".into(), "two".into()]),
            Block::Code { language: "", text: String::new() },
        ];
        assert_eq!(blocks(text), want);
    }

    #[test]
    fn a_paragraph_becomes_spans() {
        use Span::*;
        let cases: [(&str, &[Span<'_>]); 5] = [
            ("a `b` **c**", &[Words("a "), Code("b"), Words(" "), Strong("c")]),
            ("[a `x`](2.md), [d]", &[Link("a `x`", "2.md"), Words(", [d]")]),
            ("2 * 3 ** é", &[Words("2 * 3 ** é")]),
            ("`\\^w`é", &[Code("\\^w"), Words("é")]),
            ("", &[]),
        ];
        for (text, want) in cases {
            assert_eq!(spans(text), want, "{text}");
        }
    }
}
