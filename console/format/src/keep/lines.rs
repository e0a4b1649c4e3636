//! A text as lines that keep their ends, and replacement of words in a line.

pub(super) struct Lines {
    lines: Vec<String>,
    end: &'static str,
}

impl Lines {
    pub fn new(text: &str) -> Lines {
        let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        Lines { lines: text.split_inclusive('\n').map(str::to_string).collect(), end }
    }

    pub fn join(self) -> String {
        self.lines.concat()
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// A line without its end and trailing white space.
    pub fn text(&self, n: usize) -> &str {
        let line = self.lines.get(n).map_or("", String::as_str);
        let line = if n == 0 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        line.trim_ascii_end()
    }

    pub fn is_content(&self, n: usize) -> bool {
        let text = self.text(n).trim_ascii_start();
        !text.is_empty() && !text.starts_with('#')
    }

    pub fn content(&self) -> Vec<usize> {
        (0..self.len()).filter(|n| self.is_content(*n)).collect()
    }

    /// A line with the same text keeps its trailing white space.
    pub fn set(&mut self, n: usize, text: &str) {
        if text == self.text(n) {
            return;
        }
        let Some(line) = self.lines.get_mut(n) else { return };
        let mark = if n == 0 && line.starts_with('\u{feff}') { "\u{feff}" } else { "" };
        let end = ["\r\n", "\n"].into_iter().find(|end| line.ends_with(end)).unwrap_or_default();
        *line = format!("{mark}{text}{end}");
    }

    pub fn insert(&mut self, n: usize, text: &str) {
        let n = n.min(self.lines.len());
        // The last line of a text may lack its end.
        if let Some(last) = n.checked_sub(1).and_then(|n| self.lines.get_mut(n))
            && !last.ends_with('\n')
        {
            last.push_str(self.end);
        }
        self.lines.insert(n, format!("{text}{}", self.end));
    }

    pub fn insert_all(&mut self, n: usize, texts: &[String]) {
        (n..).zip(texts).for_each(|(n, text)| self.insert(n, text));
    }

    pub fn remove(&mut self, n: usize) {
        self.lines.remove(n);
    }
}

/// The byte ranges of a line's words, from a column on, up to a comment.
pub(super) fn words(text: &str, from: usize) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut at = from;
    while let Some(gap) = text[at..].find(|c: char| !c.is_ascii_whitespace()) {
        let begin = at + gap;
        if text[begin..].starts_with('#') {
            break;
        }
        let end = text[begin..].find(|c: char| c.is_ascii_whitespace()).map_or(text.len(), |len| begin + len);
        all.push((begin, end));
        at = end;
    }
    all
}

/// Replaces a word of a line. The following columns stay where they are as far as the gap after the word allows.
pub(super) fn with_word(text: &str, (begin, end): (usize, usize), word: &str) -> String {
    let (head, tail) = (&text[..begin], &text[end..]);
    let gap = tail.len() - tail.trim_start_matches(' ').len();
    let old = end - begin;
    if word.len() <= old {
        let pad = if tail.is_empty() { 0 } else { old - word.len() };
        return format!("{head}{word}{}{tail}", " ".repeat(pad));
    }
    // At least one blank stays between two words.
    let taken = (word.len() - old).min(gap.saturating_sub(1));
    format!("{head}{word}{}", &tail[taken..])
}
