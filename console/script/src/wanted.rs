//! Which other carts a cart's code may ask for while it runs: by what stands in its calls.
//!
//! ```text
//! load("b.p8")   reload(0,0,n,"b.p8")   cstore(0,0,n,"b.p8")   load"b.p8"      b.p8
//! load("level"..n..".p8")   local l=load   ls()                                all of its folder
//! d="carts/"  load(d..n)                                                       all of that one inside it too
//! ls("sub")   ls"sub"                                                          all of that one inside it too
//! reload()   reload(0,0,0x1000)   t.load(1)   load=1                           none
//! ```
//!
//! It reads tokens and runs nothing; so it may name more than a run asks for, and what a cart builds in other ways (a name that is taken
//! from a table of functions) counts as all.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use lua::{Lexeme, LexemeKind};

/// What a cart may ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedCarts {
    /// Names as they stand in the code, each once.
    pub names: Vec<String>,
    /// Any cart of the folder.
    pub all: bool,
    /// Any cart of these folders inside it, each once; of texts with a slash it is not known whether they are folders.
    pub folders: Vec<String>,
}

/// Which argument of a call names a file, counted from 0.
const CALLS: [(&[u8], usize); 3] = [(b"load", 0), (b"reload", 3), (b"cstore", 3)];
/// Calls that tell what there is.
const LISTS: [&[u8]; 2] = [b"ls", b"dir"];

/// What the code of a cart asks for. Code that has no tokens asks for nothing.
pub fn wanted_carts(code: &[u8]) -> WantedCarts {
    let mut wanted = WantedCarts::default();
    let tokens = lua::lex(code).unwrap_or_default();
    for (at, token) in tokens.iter().enumerate() {
        // A field of that name is another function.
        let is_field = at > 0 && matches!(tokens[at - 1].text, b"." | b":");
        if token.kind != LexemeKind::Word || is_field {
            continue;
        }
        let rest = &tokens[at + 1..];
        if LISTS.contains(&token.text) {
            list(rest, &mut wanted);
        }
        if let Some((_, argument)) = CALLS.iter().find(|(name, _)| *name == token.text) {
            call(rest, *argument, &mut wanted);
        }
    }
    if wanted.all {
        tokens.iter().for_each(|token| prefix(token, &mut wanted));
    }
    wanted
}

/// A text with a slash may be the beginning of a name that is made, so what stands before it may be a folder.
fn prefix(token: &Lexeme<'_>, wanted: &mut WantedCarts) {
    let text = if token.kind == LexemeKind::Text { quoted(token) } else { None };
    if let Some((folder, _)) = text.as_deref().and_then(|text| text.rsplit_once('/')) {
        folder_of(folder, wanted);
    }
}

/// All of a folder, unless it is the cart's own.
fn folder_of(folder: &str, wanted: &mut WantedCarts) {
    let folder = folder.trim_start_matches("./").trim_matches('/');
    if !matches!(folder, "" | ".") && !wanted.folders.iter().any(|known| known == folder) {
        wanted.folders.push(folder.to_string());
    }
}

/// What follows the name of a call that lists. What is listed is loaded by names that are made.
fn list(rest: &[Lexeme<'_>], wanted: &mut WantedCarts) {
    let folder = match rest.first() {
        Some(next) if next.text == b"(" => nth(&rest[1..], 0),
        Some(next) if next.kind == LexemeKind::Text => &rest[..1],
        _ => return,
    };
    wanted.all = true;
    if let [only] = folder
        && let Some(folder) = quoted(only)
    {
        folder_of(&folder, wanted);
    }
}

/// What follows the name of a call.
fn call(rest: &[Lexeme<'_>], argument: usize, wanted: &mut WantedCarts) {
    match rest.first() {
        Some(next) if next.kind == LexemeKind::Text && argument == 0 => name(next, wanted),
        Some(next) if next.text == b"(" => {
            let given = nth(&rest[1..], argument);
            match given {
                [] => {}
                [only] if only.kind == LexemeKind::Text => name(only, wanted),
                [only] if only.text == b"nil" => {}
                _ => wanted.all = true,
            }
        }
        // It is given another meaning, or is a key of a table.
        Some(next) if next.text == b"=" => {}
        // The function itself goes elsewhere.
        _ => wanted.all = true,
    }
}

/// The tokens of an argument, behind the bracket that opens them.
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

/// The name in a text.
fn name(token: &Lexeme<'_>, wanted: &mut WantedCarts) {
    match quoted(token) {
        None => wanted.all = true,
        Some(name) if name.is_empty() || name.starts_with('#') || wanted.names.contains(&name) => {}
        Some(name) => wanted.names.push(name),
    }
}

/// What stands in a text with quotes and without escapes.
fn quoted(token: &Lexeme<'_>) -> Option<String> {
    let text = token.text;
    let is_plain = text.len() >= 2 && matches!(text[0], b'"' | b'\'') && !text.contains(&b'\\');
    is_plain.then(|| rasher::text::decode(&text[1..text.len() - 1]).trim().to_string())
}
