//! The carts of a folder, as entries of a catalogue with their files.
//!
//! ```text
//! -- bee                     title, else the file's name
//! -- by ada                  author
//! -- tags: action, one button
//! -- players: 2              else 2 if the code reads a second player's buttons
//! -- collect pollen ...      the rest is the description
//! ```
//!
//! A cart that another one loads and that does not load it back is a part of that one: it is in the catalogue, without a page.

use crate::CommandOutput;
use crate::error::ToolError;
use crate::open::open_embedded;
use crate::pack::{FRAME, run_for_label};
use crate::players::code_has_two;
use crate::share::cart_link;
use format::{CATALOGUE_CART_BYTES, Cartridge, CatalogueCart, is_id, png, sha256, write_p8, write_p8png};
use loader::Loaded;
use rasher::{PIXELS, Rom, SIDE, text};
use shelf::Entry;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const WORDS: usize = 100;
const ABOUT: usize = 1000;

pub struct SiteCart {
    pub entry: CatalogueCart,
    /// Of the cart's file and of its label, a PNG.
    pub bytes: Vec<u8>,
    pub label: Vec<u8>,
    pub picture: Box<[u8; PIXELS]>,
    /// The text of a link to it; none if that would be too long.
    pub link: Option<String>,
    /// Only another cart loads it.
    pub is_part: bool,
}

/// Reads all carts of a folder in the order of their titles. What cannot be published is reported and left out.
pub fn collect(
    carts: &'static [Entry],
    folder: &Path,
    report: &mut CommandOutput,
) -> Result<Vec<SiteCart>, ToolError> {
    // Carts of a site that was made before are copies of others.
    let is_outside = |path: &PathBuf| {
        let mut above = path.ancestors().skip(1).take_while(|above| above.starts_with(folder));
        !above.any(super::is_site)
    };
    let found = store::carts_in(folder)?.carts.into_iter().map(|cart| cart.path).filter(is_outside);
    let mut ids: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut read = Vec::new();
    for path in found {
        match open(carts, &path) {
            Ok(loaded) => {
                let stem = format::cart_name(&path.to_string_lossy())
                    .unwrap_or(format::stem(&path.to_string_lossy()))
                    .to_string();
                let id = free_id(&stem, &ids);
                ids.insert(id.clone(), path.clone());
                read.push((id, path, loaded));
            }
            Err(error) => report.fail(&error),
        }
    }
    let mut all = Vec::new();
    for (id, path, loaded) in read {
        match cart(id, &path, loaded, &ids, report) {
            Ok(cart) => all.push(cart),
            Err(error) => report.fail(&error),
        }
    }
    let loads: Vec<(String, Vec<String>)> =
        all.iter().map(|cart| (cart.entry.id.clone(), cart.entry.loads.clone())).collect();
    for SiteCart { entry, is_part, .. } in &mut all {
        *is_part = loads.iter().any(|(id, loads)| loads.contains(&entry.id) && !entry.loads.contains(id));
    }
    all.sort_by_key(|cart| (cart.entry.title.to_lowercase(), cart.entry.id.clone()));
    Ok(all)
}

fn open(carts: &'static [Entry], path: &Path) -> Result<Loaded, ToolError> {
    Ok(open_embedded(carts, path)?.for_page(path)?.runnable()?)
}

/// An id of a file's name that no other cart has.
fn free_id(stem: &str, taken: &BTreeMap<String, PathBuf>) -> String {
    let sign = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c.to_ascii_lowercase() } else { '-' };
    let plain: String = stem.chars().map(sign).take(60).collect();
    let plain = Some(plain.trim_matches('-')).filter(|id| is_id(id)).unwrap_or("cart").to_string();
    let numbered = (2..).map(|n| format!("{plain}-{n}"));
    let mut names = std::iter::once(plain.clone()).chain(numbered);
    names.find(|id| !taken.contains_key(id)).unwrap_or(plain)
}

fn cart(
    id: String,
    path: &Path,
    loaded: Loaded,
    ids: &BTreeMap<String, PathBuf>,
    report: &mut CommandOutput,
) -> Result<SiteCart, ToolError> {
    loaded.bundle_remarks().for_each(|line| report.warn(&line));
    let original = loaded.cartridge.clone().unwrap_or_else(|| Cartridge::new(Rom::clone(&loaded.cart.rom)));
    let picture = match original.label.clone() {
        Some(label) => label,
        None => run_for_label(&loaded, FRAME, report)?,
    };
    let code = if loaded.is_module() { original.code.clone() } else { loaded.code.text.to_vec() };
    let cartridge =
        Cartridge { rom: Rom::clone(&loaded.cart.rom), code, label: Some(picture.clone()), ..original };
    // Code that does not fit into a picture may fit into a text.
    let (kind, bytes) = match write_p8png(&cartridge) {
        Ok(bytes) => (".p8.png", bytes),
        Err(_) => (".p8", write_p8(&cartridge)?),
    };
    if bytes.len() > CATALOGUE_CART_BYTES {
        return Err(ToolError::LargeCart {
            path: path.into(),
            found: bytes.len(),
            most: CATALOGUE_CART_BYTES,
        });
    }
    let bundled = loaded.cart.bundle.carts();
    let folder = path.parent().unwrap_or(Path::new("."));
    let id_of = |name: &str| {
        let real = folder.join(name).canonicalize().ok()?;
        ids.iter()
            .find(|(_, path)| path.canonicalize().is_ok_and(|path| path == real))
            .map(|(id, _)| id.clone())
    };
    let loads = bundled.iter().skip(1).filter_map(|cart| id_of(&cart.name)).collect();
    let two = bundled.iter().any(|cart| code_has_two(&cart.code.text));
    let link = cart_link(&loaded.cart);
    let mut entry = entry_of(&cartridge, &loaded.cart.name, two);
    entry.updated = store::modified_day(path).unwrap_or_default();
    entry.file = format!("carts/{id}{kind}");
    entry.label = format!("labels/{id}.png");
    entry.size = bytes.len() as u32;
    entry.sha256 = sha256(&bytes);
    let label = png(&picture[..], SIDE, SIDE, 1);
    Ok(SiteCart { entry: CatalogueCart { id, loads, ..entry }, bytes, label, picture, link, is_part: false })
}

/// What the comments at the start of the code say.
fn entry_of(cartridge: &Cartridge, name: &str, two: bool) -> CatalogueCart {
    let lines = cartridge.code.split(|byte| *byte == b'\n').map_while(|line| line.strip_prefix(b"--"));
    // Of a module, the lines after its title and what it is about are its digest and size.
    let most = if cartridge.module.is_some() { 2 } else { usize::MAX };
    let lines = lines.take(most);
    let lines = lines.filter(|line| !line.starts_with(b"[[")).map(|line| text::decode(line.trim_ascii()));
    let plain = |line: String| line.chars().filter(|c| !c.is_control()).collect::<String>();
    let cut = |text: &str, most: usize| text.chars().take(most).collect::<String>();
    let mut entry = CatalogueCart { players: if two { 2 } else { 1 }, ..CatalogueCart::default() };
    let mut about: Vec<String> = Vec::new();
    for (n, line) in lines.map(plain).enumerate() {
        let lower = line.to_lowercase();
        let after = |word: &str| lower.starts_with(word).then(|| line[word.len()..].trim().to_string());
        if n == 0 && !line.is_empty() {
            entry.title = cut(&line, WORDS);
        } else if let Some(tags) = after("tags:") {
            let tags = tags.split(',').map(|tag| cut(&tag.trim().to_lowercase(), WORDS));
            entry.tags = tags.filter(|tag| !tag.is_empty()).take(32).collect();
        } else if let Some(players) = after("players:") {
            entry.players = players.parse().ok().filter(|n| (1..=8).contains(n)).unwrap_or(entry.players);
        } else if let Some(author) = after("by ").filter(|_| entry.author.is_empty() && n < 4) {
            entry.author = cut(&author, WORDS);
        } else if !line.is_empty() {
            about.push(line);
        }
    }
    if entry.title.is_empty() {
        entry.title = cut(name, WORDS);
    }
    entry.about = cut(&about.join(" "), ABOUT);
    entry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_at_the_start_describe_a_cart() {
        let of = |code: &str| {
            entry_of(&Cartridge { code: code.into(), ..Cartridge::new(Rom::empty("bee")) }, "bee", false)
        };
        let all = of(
            "-- the bee\n-- by Ada\n-- Tags: Action, one button,,\n-- players: 3\n--\n-- collect\n-- pollen\nx=1\n-- no\n",
        );
        let expected = CatalogueCart {
            title: "the bee".into(),
            author: "Ada".into(),
            about: "collect pollen".into(),
            tags: vec!["action".into(), "one button".into()],
            players: 3,
            ..CatalogueCart::default()
        };
        assert_eq!(all, expected);
        assert_eq!((of("x=1").title, of("--[[\nx\n]]").title), ("bee".into(), "bee".into()));
        assert_eq!(of("-- a\n-- players: 99\n").players, 1, "no such number");
        assert_eq!(of(&format!("-- {}\n", "a".repeat(500))).title.len(), WORDS);
    }

    #[test]
    fn ids_are_plain_and_different() {
        let taken =
            BTreeMap::from([("bee".to_string(), PathBuf::new()), ("bee-2".to_string(), PathBuf::new())]);
        for (stem, id) in
            [("Bee", "bee-3"), ("my game!", "my-game"), ("élan", "lan"), ("...", "cart"), ("A_b-1", "a_b-1")]
        {
            assert_eq!(free_id(stem, &taken), id, "{stem}");
        }
    }
}
