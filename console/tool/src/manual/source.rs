//! What the source says of a method: its signature and its text, for the help and the manual.
//!
//! ```text
//!     /// Draws sprite `n`, 8 x 8 pixels, ...        ──> paragraphs, marks as written
//!     #[doc = example!(spr)]                         ──> left out: examples have their own place
//!     pub fn spr(&mut self, n: i32, x: i32, y: i32) {──> spr(n: i32, x: i32, y: i32)
//! ```
//!
//! The text above a method is the only description of it, so readers of the source, of rustdoc and of the manual get
//! the same. The sources are part of the binary. rustfmt has put methods four columns from the margin and the ends
//! of blocks at it, so lines are enough to find them. Marks that are known: paragraphs, tables, code in backticks,
//! links to items.

/// What is embedded: every file that holds a method of the table. A test finds what is missing.
const SOURCES: &[&str] = &[
    include_str!("../../../machine/src/program.rs"),
    include_str!("../../../machine/src/machine.rs"),
    include_str!("../../../machine/src/meter.rs"),
    include_str!("../../../machine/src/buttons.rs"),
    include_str!("../../../machine/src/draw/circ.rs"),
    include_str!("../../../machine/src/draw/line.rs"),
    include_str!("../../../machine/src/draw/map.rs"),
    include_str!("../../../machine/src/draw/oval.rs"),
    include_str!("../../../machine/src/draw/pixel.rs"),
    include_str!("../../../machine/src/draw/rect.rs"),
    include_str!("../../../machine/src/draw/rrect.rs"),
    include_str!("../../../machine/src/draw/sheet.rs"),
    include_str!("../../../machine/src/draw/spr.rs"),
    include_str!("../../../machine/src/draw/sspr.rs"),
    include_str!("../../../machine/src/draw/state.rs"),
    include_str!("../../../machine/src/draw/tline.rs"),
    include_str!("../../../machine/src/text/print.rs"),
    include_str!("../../../machine/src/audio/calls.rs"),
    include_str!("../../../machine/src/audio/mod.rs"),
    include_str!("../../../machine/src/system/host.rs"),
    include_str!("../../../machine/src/system/ram.rs"),
    include_str!("../../../machine/src/system/stat.rs"),
];
const NUMBERS: &[&str] = &[
    include_str!("../../../num/src/num.rs"),
    include_str!("../../../num/src/bits.rs"),
    include_str!("../../../num/src/trig.rs"),
];

/// A method as its source declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Name, arguments and value, on one line: `spr(n: i32, x: i32, y: i32)`.
    pub signature: String,
    /// Its text: paragraphs, and tables of several lines.
    pub text: Vec<String>,
    /// Is it called by the type's name, since it takes no `self`?
    pub alone: bool,
}

/// The method of that name, as the table of calls spells it. None when no source has it.
pub fn method(name: &str) -> Option<Method> {
    match name {
        // These two are the standard library's, for everything that has an order.
        "num::max" => Some(Method::of_order("max", "greater")),
        "num::min" => Some(Method::of_order("min", "smaller")),
        _ => match name.strip_prefix("num::") {
            Some(name) => NUMBERS.iter().find_map(|source| find(source, "impl Num {", name)),
            None if name.starts_with('_') => {
                SOURCES.iter().find_map(|source| find(source, "pub trait Cart:", name))
            }
            None => SOURCES.iter().find_map(|source| find(source, "impl Machine {", name)),
        },
    }
}

impl Method {
    fn of_order(name: &str, which: &str) -> Method {
        let text = vec![format!("The {which} of two.")];
        Method { signature: format!("{name}(other: Num) -> Num"), text, alone: false }
    }
}

/// The method inside a block that begins so at the margin.
fn find(source: &str, block: &str, name: &str) -> Option<Method> {
    let (mut within, mut above) = (false, Vec::new());
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        within = if within { line != "}" } else { line.starts_with(block) };
        let inner = line.strip_prefix("    ").unwrap_or(line);
        if let Some(text) = inner.strip_prefix("///") {
            above.push(text.strip_prefix(' ').unwrap_or(text));
        } else if within && declares(inner, name) {
            let mut whole = inner.to_string();
            while !whole.ends_with(['{', ';', '}']) {
                whole.push('\n');
                whole.push_str(lines.next()?.trim());
            }
            let alone = !whole.contains("self,") && !whole.contains("self)");
            return Some(Method { signature: signature(&whole), text: paragraphs(&above), alone });
        } else if !inner.starts_with("#[") {
            above.clear();
        }
    }
    None
}

fn declares(line: &str, name: &str) -> bool {
    let rest = line.trim_start_matches("pub ").trim_start_matches("const ").strip_prefix("fn ");
    rest.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with(['(', '<']))
}

/// One line, without what every method has: `pub fn`, `&mut self`.
fn signature(declaration: &str) -> String {
    let line = declaration.trim_end_matches([' ', '{', ';', '}']);
    let line = line.trim_start_matches("pub ").trim_start_matches("const ").trim_start_matches("fn ");
    let line = line.replace("(\n", "(").replace(",\n)", ")").replace('\n', " ");
    ["&mut self", "&self", "self"].iter().fold(line, |line, own| {
        line.replacen(&format!("({own}, "), "(", 1).replacen(&format!("({own})"), "()", 1)
    })
}

/// Lines of a text parted where a line is empty; what stands between fences is left out.
fn paragraphs(lines: &[&str]) -> Vec<String> {
    let (mut out, mut fenced) = (vec![String::new()], false);
    for line in lines {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if line.is_empty() {
            out.push(String::new());
        } else if let Some(last) = out.last_mut().filter(|_| !fenced) {
            if !last.is_empty() {
                last.push(if line.starts_with('|') { '\n' } else { ' ' });
            }
            last.push_str(line);
        }
    }
    out.retain(|paragraph| !paragraph.is_empty());
    out
}

/// A part of a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Words.
    Words(&'a str),
    /// Code.
    Code(&'a str),
    /// The name of an item of the API, as code: `spr`, `Color::PEN`.
    Item(&'a str),
}

/// The parts of a paragraph: `` [`Machine::spr`] `` is an item called `spr`.
pub fn parts(paragraph: &str) -> Vec<Part<'_>> {
    let mut out = Vec::new();
    let mut rest = paragraph;
    while let Some(at) = rest.find('`') {
        let Some(len) = rest[at + 1..].find('`') else { break };
        let (before, code, after) = (&rest[..at], &rest[at + 1..at + 1 + len], &rest[at + len + 2..]);
        match (before.strip_suffix('['), after.strip_prefix(']')) {
            (Some(before), Some(after)) => {
                out.extend([Part::Words(before), Part::Item(code.strip_prefix("Machine::").unwrap_or(code))]);
                // A link that names its target goes on `](target)` or `(target)`.
                let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
                rest = target.map_or(after, |(_, after)| after);
            }
            _ => {
                out.extend([Part::Words(before), Part::Code(code)]);
                rest = after;
            }
        }
    }
    out.push(Part::Words(rest));
    out.retain(|part| *part != Part::Words(""));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
impl Other {
    /// Not this one.
    pub fn spr(&self) {}
}
impl Machine {
    /// Nothing.
    pub fn flip(&mut self) {}

    /// Draws `n`, see
    /// [`Machine::map`].
    ///
    /// | a | b |
    /// | 1 | 2 |
    ///
    /// ```
    /// let left = out;
    /// ```
    #[doc = example!(spr)]
    #[track_caller]
    pub fn spr(
        &mut self,
        n: i32,
        x: impl Into<Num>,
    ) -> i32 {
        n
    }
}
";

    #[test]
    fn a_method_is_found_with_its_text() {
        let method = find(SOURCE, "impl Machine {", "spr").expect("it is there");
        assert_eq!(method.signature, "spr(n: i32, x: impl Into<Num>) -> i32");
        assert_eq!(method.text, ["Draws `n`, see [`Machine::map`].", "| a | b |\n| 1 | 2 |"]);
        let flip = find(SOURCE, "impl Machine {", "flip").expect("it is there");
        assert_eq!((flip.signature.as_str(), flip.text), ("flip()", vec!["Nothing.".to_string()]));
        assert_eq!(find(SOURCE, "impl Machine {", "sp"), None);
        assert_eq!(find(SOURCE, "impl Machine {", "map"), None);
    }

    #[test]
    fn marks_become_parts() {
        use Part::{Code, Item, Words};
        let cases: &[(&str, &[Part])] = &[
            ("plain", &[Words("plain")]),
            ("[`Machine::map`], `x`", &[Item("map"), Words(", "), Code("x")]),
            ("by [`p8!`](crate::p8!).", &[Words("by "), Item("p8!"), Words(".")]),
            ("0 [`x", &[Words("0 [`x")]),
            ("a[`b`c]", &[Words("a["), Code("b"), Words("c]")]),
        ];
        for (text, due) in cases {
            assert_eq!(parts(text), *due, "{text}");
        }
    }

    #[test]
    fn every_method_of_the_table_is_found() {
        for call in rasher::api::CALLS {
            for name in call.rust {
                let method = method(name).unwrap_or_else(|| panic!("{name} is in no source of SOURCES"));
                assert!(!method.text.is_empty(), "{name} has no text");
            }
        }
    }
}
