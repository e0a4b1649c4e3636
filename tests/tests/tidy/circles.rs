//! Circular imports between the modules of a crate.
//!
//! ```text
//! crate::a::{b, c::D}    use or path ──> the file of a::b, of a::c        a re-exported name: where it is declared
//!
//! src ─┬─ heap ── table         a parent and its children may import each other; siblings may not, even indirectly:
//!      ├─ vm ──── call          vm/call ──> library, library/text ──> vm      is the circle  library -> vm -> library
//!      └─ library ─ text
//! ```
//!
//! Inline modules and files called `tests` are left out.

use crate::tree::{self, Source};
use proc_macro2::{Delimiter, TokenStream, TokenTree, token_stream::IntoIter};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;

type Path = Vec<String>;

/// The imports of a file: each path, by its name in the file.
#[derive(Default)]
struct File {
    imports: BTreeMap<String, Path>,
    paths: Vec<Path>,
}

impl File {
    fn read(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        let mut joined = false;
        while let Some(token) = tokens.next() {
            match &token {
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Ident(word) if word == "mod" => {
                    tokens.next();
                    tokens.next_if(|it| matches!(it, TokenTree::Group(_)));
                }
                TokenTree::Ident(word) if word == "use" => self.take(&mut tokens, vec![], true),
                TokenTree::Ident(word) if !joined && (word == "crate" || word == "super") => {
                    self.take(&mut tokens, vec![word.to_string()], false);
                }
                _ => {}
            }
            joined = matches!(&token, TokenTree::Punct(it) if it.as_char() == ':');
        }
    }

    /// The rest of a path, or of the tree of a `use`.
    fn take(&mut self, tokens: &mut Peekable<IntoIter>, mut path: Path, named: bool) {
        let mut name = None;
        let of_path = |it: &TokenTree| match it {
            TokenTree::Punct(it) => matches!(it.as_char(), ':' | '*'),
            TokenTree::Ident(_) => true,
            TokenTree::Group(it) => it.delimiter() == Delimiter::Brace,
            TokenTree::Literal(_) => false,
        };
        let mut colons = named;
        while let Some(token) = tokens.next_if(|it| of_path(it) && (named || colons || is_colon(it))) {
            colons = is_colon(&token);
            match token {
                TokenTree::Ident(word) if word == "as" => {
                    name = tokens.next().map(|it| it.to_string());
                }
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    let mut inner = group.stream().into_iter().peekable();
                    while inner.peek().is_some() {
                        self.take(&mut inner, path.clone(), named);
                        inner.next();
                    }
                    return;
                }
                _ => {}
            }
        }
        path.pop_if(|last| last == "self");
        if let Some(name) = name.or(path.last().cloned()).filter(|_| named) {
            self.imports.insert(name, path.clone());
        }
        self.paths.push(path);
    }
}

fn is_colon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(it) if it.as_char() == ':')
}

/// The module that a path leads to from a module, through re-exports; none outside the crate.
fn resolve(files: &BTreeMap<Path, File>, from: &Path, path: &[String], hops: u8) -> Option<Path> {
    let mut at = from.clone();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => (at, rest) = (vec![], &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while let Some(("super", after)) = rest.split_first().map(|(word, after)| (word.as_str(), after))
            {
                at.pop();
                rest = after;
            }
        }
        name if !files.contains_key(&[from.as_slice(), &[name.to_string()]].concat()) => return None,
        _ => {}
    }
    while let Some((name, after)) = rest.split_first() {
        let child = [at.as_slice(), std::slice::from_ref(name)].concat();
        if !files.contains_key(&child) {
            let import = files[&at].imports.get(name).filter(|_| hops > 0);
            return import.and_then(|path| resolve(files, &at, path, hops - 1)).or(Some(at));
        }
        (at, rest) = (child, after);
    }
    Some(at)
}

/// The circles of the crate in that folder.
fn circles(folder: &str, sources: &[Source]) -> Vec<String> {
    let mut files = BTreeMap::new();
    for Source { path, text } in sources {
        let Some(name) = path.strip_prefix(folder).and_then(|it| it.strip_suffix(".rs")) else { continue };
        let mut module: Path = name.split('/').map(String::from).collect();
        module.pop_if(|last| ["lib", "main", "mod"].contains(&last.as_str()));
        if let (false, Ok(tokens)) = (name.ends_with("tests"), text.parse::<TokenStream>()) {
            let mut file = File::default();
            file.read(tokens);
            files.insert(module, file);
        }
    }
    // Among the children of each module: which imports which, and through which files.
    let mut edges: BTreeMap<(Path, String), BTreeSet<String>> = BTreeMap::new();
    for (from, file) in &files {
        for to in file.paths.iter().filter_map(|path| resolve(&files, from, path, 9)) {
            let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if common < from.len() && common < to.len() {
                let siblings = (from[..common].to_vec(), from[common].clone());
                edges.entry(siblings).or_default().insert(to[common].clone());
            }
        }
    }
    let reached = |parent: &Path, from: &String| {
        let (mut found, mut next) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(name) = next.pop() {
            let to = edges.get(&(parent.clone(), name)).into_iter().flatten();
            next.extend(to.filter(|name| found.insert(String::clone(name))).cloned());
        }
        found
    };
    let mut complaints = BTreeSet::new();
    for (parent, name) in edges.keys() {
        let all = reached(parent, name);
        if all.contains(name) {
            let circle: Vec<&str> =
                all.iter().filter(|it| reached(parent, it).contains(name)).map(|it| &**it).collect();
            complaints.insert(format!(
                "{folder}{}: {} import each other",
                parent.join("/"),
                circle.join(", ")
            ));
        }
    }
    complaints.into_iter().collect()
}

#[test]
fn modules_form_no_circles() {
    let sources = tree::sources();
    let folder = |path: &str| {
        Some(path[..path.find("/src/")? + 5].to_string()).filter(|it| it.starts_with("console/"))
    };
    let folders: BTreeSet<String> = sources.iter().filter_map(|source| folder(&source.path)).collect();
    assert!(folders.len() > 10, "{folders:?}");
    crate::none(folders.iter().flat_map(|folder| circles(folder, &sources)).collect());
}

#[test]
fn a_circle_is_found() {
    let circle = |files: &[(&str, &str)]| {
        let source =
            |(path, text): &(&str, &str)| Source { path: format!("x/src/{path}"), text: (*text).into() };
        circles("x/src/", &files.iter().map(source).collect::<Vec<_>>())
    };
    let lib = ("lib.rs", "mod a; mod b; pub use b::B; pub use a::A;");
    crate::none(circle(&[
        lib,
        ("a.rs", "use crate::b::B; struct A;"),
        ("b.rs", "struct B; mod tests { use crate::A; }"),
    ]));
    crate::one(
        circle(&[lib, ("a.rs", "use crate::{B, c};"), ("b.rs", "struct B(super::A);")]),
        "src/: a, b import",
    );
    let child = ("b/c.rs", "use super::B; fn f() { crate::a::f(); }");
    crate::none(circle(&[lib, ("a.rs", ""), ("b/mod.rs", "mod c; use c::f;"), child]));
    crate::one(circle(&[lib, ("a.rs", "use crate::b;"), ("b/mod.rs", "mod c;"), child]), "src/: a, b import");
}
