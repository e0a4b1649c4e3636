//! Which other carts a cart's code names in calls that load, reload from or store to a cart.
//!
//! ```text
//! load("b.p8")   reload(0,0,n,"b.p8")   cstore(0,0,n,"b.p8")   load"b.p8"      b.p8
//! load("level"..n..".p8")                                                      level?.p8: all carts with such a name
//! d="carts/"  load(d..n)                                                       carts/?: a variable that is assigned only once is known
//! t={"a","b"} load(t[i])   local l=load                                        a, b: each text of the code, if it is a cart
//! ls()   for f in all(ls()) do load(f) end   reload(0,0,0x1000)   t.load(1)    none
//! ```
//!
//! It reads tokens and runs nothing. The named carts are shared with recordings, reports and exported pages, so a cart that the code
//! does not name is not among them, whatever else is in the folder.

use alloc::string::{String, ToString};
use alloc::{collections::BTreeMap, vec::Vec};
use lua::{Lexeme, LexemeKind};

/// Stands for any text without a slash in a name.
pub const ANY: char = '\0';

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedCarts {
    /// As they are in the code, each once; with [`ANY`] for a part that only a run knows.
    pub names: Vec<String>,
    /// All distinct strings of the code, if a name cannot be determined. Most of them name no file.
    pub texts: Vec<String>,
    pub unknown: bool,
}

/// The argument of each call that names a file, counted from 0.
const CALLS: [(&[u8], usize); 3] = [(b"load", 0), (b"reload", 3), (b"cstore", 3)];
/// Endings that are too little of a name to make it known.
const ENDINGS: [&str; 3] = [".p8.png", ".p8.rom", ".p8"];

/// Names and texts at most: a bundle has room for 32 carts.
const NAMES_MAX: usize = 1024;

/// The carts that code names. Code without valid tokens names none.
pub fn wanted_carts(code: &[u8]) -> WantedCarts {
    let mut wanted = WantedCarts::default();
    let tokens = lua::lex(code).unwrap_or_default();
    let constants = constants(&tokens);
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != LexemeKind::Word || is_field(&tokens, at) {
            continue;
        }
        if let Some((_, argument)) = CALLS.iter().find(|(name, _)| *name == token.text) {
            call(&tokens[at + 1..], *argument, &constants, &mut wanted);
        }
    }
    if wanted.unknown {
        let texts = tokens.iter().filter(|token| token.kind == LexemeKind::Text).filter_map(quoted);
        texts.for_each(|text| add(&mut wanted.texts, &text));
    }
    wanted
}

/// Whether the name is a field, so not the global function.
fn is_field(tokens: &[Lexeme<'_>], at: usize) -> bool {
    at > 0 && matches!(tokens[at - 1].text, b"." | b":")
}

fn add(names: &mut Vec<String>, name: &str) {
    let name = name.trim();
    if names.len() < NAMES_MAX && !name.is_empty() {
        let known = names.iter().any(|known| known == name);
        names.extend((!known).then(|| name.to_string()));
    }
}

fn call(rest: &[Lexeme<'_>], argument: usize, constants: &Constants<'_>, wanted: &mut WantedCarts) {
    let given = match rest.first() {
        Some(next) if next.kind == LexemeKind::Text && argument == 0 => &rest[..1],
        Some(next) if next.text == b"(" => nth(&rest[1..], argument),
        // An assignment, or a key of a table.
        Some(next) if next.text == b"=" => &[],
        // The function is used as a value.
        _ => {
            wanted.unknown = true;
            &[]
        }
    };
    if matches!(given, [] | [Lexeme { text: b"nil", .. }]) {
        return;
    }
    let part = |part: &[Lexeme<'_>]| match part {
        [only] if only.kind == LexemeKind::Text => quoted(only),
        [only] => constants.get(only.text).cloned().flatten(),
        _ => None,
    };
    let parts =
        given.split(|token| token.text == b"..").map(|tokens| part(tokens).unwrap_or(ANY.to_string()));
    let name: String = if has_inner(given) { ANY.to_string() } else { parts.collect() };
    let stem = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    match name.contains(ANY) && !stem.contains(char::is_alphanumeric) {
        true => wanted.unknown = true,
        false => add(&mut wanted.names, &name),
    }
}

/// Is there a `..` inside brackets?
fn has_inner(tokens: &[Lexeme<'_>]) -> bool {
    let mut depth = 0_u32;
    tokens.iter().any(|token| {
        match token.kind {
            LexemeKind::Open => depth += 1,
            LexemeKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > 0 && token.text == b".."
    })
}

/// The texts of variables that are assigned exactly once, and a text; none for variables with other assignments.
type Constants<'a> = BTreeMap<&'a [u8], Option<String>>;

fn constants<'a>(tokens: &[Lexeme<'a>]) -> Constants<'a> {
    let mut constants = Constants::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        let [name, sign] = pair else { continue };
        let is_assigned =
            sign.text.ends_with(b"=") && !matches!(sign.text, b"==" | b"~=" | b"!=" | b"<=" | b">=");
        if name.kind != LexemeKind::Word || is_field(tokens, at) || !is_assigned {
            continue;
        }
        let is_alone = sign.text == b"=" && (at == 0 || tokens[at - 1].text != b",");
        let goes_on = |after: &Lexeme<'_>| matches!(after.text, b"." | b".." | b"," | b"and" | b"or");
        let ends = !tokens.get(at + 3).is_some_and(goes_on);
        let value = tokens.get(at + 2).filter(|value| value.kind == LexemeKind::Text && is_alone && ends);
        let again = constants.contains_key(name.text);
        constants.insert(name.text, value.and_then(quoted).filter(|_| !again));
    }
    constants
}

fn nth<'a, 'b>(tokens: &'a [Lexeme<'b>], argument: usize) -> &'a [Lexeme<'b>] {
    let (mut depth, mut number, mut from) = (0_u32, 0, 0);
    for (at, token) in tokens.iter().enumerate() {
        let ends = depth == 0 && (token.kind == LexemeKind::Close || token.text == b",");
        if ends && number == argument {
            return &tokens[from..at];
        }
        match token.kind {
            LexemeKind::Open => depth += 1,
            LexemeKind::Close if depth == 0 => return &[],
            LexemeKind::Close => depth -= 1,
            _ if ends => (number, from) = (number + 1, at + 1),
            _ => {}
        }
    }
    &[]
}

fn quoted(token: &Lexeme<'_>) -> Option<String> {
    let text = token.text;
    let is_plain = text.len() >= 2 && matches!(text[0], b'"' | b'\'') && !text.contains(&b'\\');
    is_plain.then(|| rasher::text::decode(&text[1..text.len() - 1]).replace(ANY, ""))
}
