//! A catalogue: carts at an address, listed in an `index.json`.
//!
//! ```text
//! {"catalogue": 1, "title": "Ada's carts", "about": "", "carts": [
//!   {"id": "bee", "title": "Bee", "author": "Ada", "about": "Collect pollen.", "tags": ["action"], "players": 1,
//!    "file": "carts/bee.p8.png", "size": 7152, "sha256": "64 hex digits", "label": "labels/bee.png", "loads": ["bee2"]}]}
//!
//! address   https://HOST/..., or http://localhost/...        an index, or the page next to it
//! file      next to the index or below it; never another address
//! ```
//!
//! Other fields are kept for the author and ignored here. `loads` has the ids of carts that this one loads, which are downloaded with it.

use crate::error::{FilePlace, FormatError, quote};
use rasher::is_inside;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

pub const INDEX: &str = "index.json";
/// Bytes of the largest index, cart and label.
pub const INDEX_BYTES: usize = 1_000_000;
pub const CATALOGUE_CART_BYTES: usize = 256 << 10;
pub const CATALOGUE_LABEL_BYTES: usize = 64 << 10;
/// The format's version, and its versions that this program reads.
const VERSION: u32 = 1;
/// Characters of a title, an author or a tag; of a description; of an id; of an address.
const WORDS: usize = 100;
const ABOUT: usize = 1000;
const ID: usize = 64;
const ADDRESS: usize = 300;
/// Tags of a cart, and carts that it loads.
const MANY: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catalogue {
    pub catalogue: u32,
    pub title: String,
    #[serde(default)]
    pub about: String,
    pub carts: Vec<CatalogueCart>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CatalogueCart {
    /// Lower case letters, digits, `-` and `_`: other carts load it as `#id`.
    pub id: String,
    pub title: String,
    pub author: String,
    pub about: String,
    pub tags: Vec<String>,
    /// 1 to 8.
    pub players: u8,
    /// As 2026-11-29; may be empty.
    pub updated: String,
    /// A `.p8` or `.p8.png`, relative to the index.
    pub file: String,
    /// Of the file, in bytes.
    pub size: u32,
    /// Of the file, in lower case hex digits.
    pub sha256: String,
    /// A PNG of 128x128 pixels in the console's colours, relative to the index; may be empty.
    pub label: String,
    /// The ids of other carts of the index.
    pub loads: Vec<String>,
}

impl Catalogue {
    pub fn new(title: &str, about: &str, carts: Vec<CatalogueCart>) -> Catalogue {
        Catalogue { catalogue: VERSION, title: title.into(), about: about.into(), carts }
    }

    /// Reads an index. A single wrong entry makes it an error, which names the entry and the field.
    pub fn from_json(bytes: &[u8], file: &str) -> Result<Catalogue, FormatError> {
        if bytes.len() > INDEX_BYTES {
            let expected = format!("at most {INDEX_BYTES} bytes");
            return Err(FormatError::whole(file, format!("{} bytes", bytes.len()), expected));
        }
        let json = |e: serde_json::Error| {
            let (line, column) = (e.line(), e.column());
            let said = e.to_string();
            let said = said.split(" at line ").next().unwrap_or_default();
            let place = FilePlace::Text { line, column };
            FormatError::new(file, place, format!("no catalogue ({said})"), "an index of carts in JSON")
        };
        #[derive(Deserialize)]
        struct Version {
            catalogue: u32,
        }
        let Version { catalogue } = serde_json::from_slice(bytes).map_err(json)?;
        if catalogue != VERSION {
            let found = format!("version {catalogue} of the format");
            return Err(FormatError::whole(file, found, format!("version {VERSION}; update this program")));
        }
        let index: Catalogue = serde_json::from_slice(bytes).map_err(json)?;
        index.check(file).map(|()| index)
    }

    pub fn to_json(&self) -> String {
        // Strings and numbers always have a JSON form.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    pub fn find(&self, id: &str) -> Option<&CatalogueCart> {
        self.carts.iter().find(|cart| cart.id == id)
    }

    /// A cart, and those that it loads, directly or by another one.
    pub fn with_loaded(&self, id: &str) -> Vec<&CatalogueCart> {
        let mut all: Vec<&CatalogueCart> = self.find(id).into_iter().collect();
        let mut at = 0;
        while let Some(cart) = all.get(at) {
            let loaded = cart.loads.iter().filter_map(|id| self.find(id));
            let new: Vec<_> = loaded.filter(|cart| all.iter().all(|known| known.id != cart.id)).collect();
            for cart in new {
                if all.len() < rasher::BUNDLE_MAX && all.iter().all(|known| known.id != cart.id) {
                    all.push(cart);
                }
            }
            at += 1;
        }
        all
    }

    fn check(&self, file: &str) -> Result<(), FormatError> {
        short(file, "title", &self.title, 1, WORDS)?;
        short(file, "about", &self.about, 0, ABOUT)?;
        let mut ids = BTreeSet::new();
        for (n, cart) in (1..).zip(&self.carts) {
            let file = format!("{file}: cart {n} ({})", rasher::text::in_message(&cart.id, ID));
            cart.check(&file)?;
            if !ids.insert(cart.id.to_ascii_lowercase()) {
                return Err(wrong(&file, "id", &cart.id, "an id that no other cart has"));
            }
        }
        Ok(())
    }
}

impl CatalogueCart {
    fn check(&self, file: &str) -> Result<(), FormatError> {
        let CatalogueCart { id, title, author, about, tags, players, updated, .. } = self;
        if !is_id(id) {
            return Err(wrong(file, "id", id, "1 to 64 of a to z, 0 to 9, - and _"));
        }
        short(file, "title", title, 1, WORDS)?;
        short(file, "author", author, 0, WORDS)?;
        short(file, "about", about, 0, ABOUT)?;
        if tags.len() > MANY || self.loads.len() > MANY {
            return Err(FormatError::whole(file, "too many tags or loads", format!("at most {MANY}")));
        }
        tags.iter().try_for_each(|tag| short(file, "tags", tag, 1, WORDS))?;
        if let Some(id) = self.loads.iter().find(|id| !is_id(id)) {
            return Err(wrong(file, "loads", id, "the id of another cart"));
        }
        if !(1..=8).contains(players) {
            return Err(wrong(file, "players", &players.to_string(), "1 to 8"));
        }
        let is_date = |text: &str| {
            text.len() == 10
                && text.bytes().zip(*b"0000-00-00").all(|(found, like)| match like {
                    b'-' => found == b'-',
                    _ => found.is_ascii_digit(),
                })
        };
        if !updated.is_empty() && !is_date(updated) {
            return Err(wrong(file, "updated", updated, "a date such as 2026-11-29"));
        }
        if self.kind().is_none() {
            let expected = "a name next to the index or below it that ends in .p8 or .p8.png";
            return Err(wrong(file, "file", &self.file, expected));
        }
        if !(self.label.is_empty() || is_file(&self.label) && self.label.ends_with(".png")) {
            return Err(wrong(file, "label", &self.label, "a name that ends in .png"));
        }
        if !(1..=CATALOGUE_CART_BYTES).contains(&(self.size as usize)) {
            let expected = format!("1 to {CATALOGUE_CART_BYTES} bytes");
            return Err(wrong(file, "size", &self.size.to_string(), &expected));
        }
        let is_digest = self.sha256.len() == 64
            && self.sha256.bytes().all(|digit| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit));
        if is_digest { Ok(()) } else { Err(wrong(file, "sha256", &self.sha256, "64 hex digits")) }
    }

    /// `.p8` or `.p8.png`.
    fn kind(&self) -> Option<&'static str> {
        let kind = [".p8.png", ".p8"].into_iter().find(|kind| self.file.ends_with(kind));
        kind.filter(|_| is_file(&self.file))
    }

    /// The name of the downloaded file, by which other carts load it.
    pub fn file_name(&self) -> String {
        format!("{}{}", self.id, self.kind().unwrap_or(".p8"))
    }

    /// Who made it, what it is, for how many players, and its tags, as one line.
    pub fn about_line(&self) -> String {
        let by = if self.author.is_empty() { String::new() } else { format!("by {}.", self.author) };
        let players = if self.players > 1 { format!("{} players.", self.players) } else { String::new() };
        let parts = [by, self.about.clone(), players, self.tags.join(", ")];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Whether these are the bytes of the cart's file. `file` is only for the error.
    pub fn check_bytes(&self, bytes: &[u8], file: &str) -> Result<(), FormatError> {
        let (found, digest) = (bytes.len(), sha256(bytes));
        if found != self.size as usize {
            return Err(FormatError::whole(
                file,
                format!("{found} bytes"),
                format!("{} bytes, as its catalogue says", self.size),
            ));
        }
        if digest != self.sha256 {
            let expected = format!("{}..., as its catalogue says", self.sha256.get(..16).unwrap_or_default());
            return Err(FormatError::whole(file, format!("the SHA-256 {}...", &digest[..16]), expected));
        }
        Ok(())
    }
}

/// The digest of a file, in lower case hex digits.
pub fn sha256(bytes: &[u8]) -> String {
    hmac_sha256::Hash::hash(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn is_id(text: &str) -> bool {
    let is_sign = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-' || c == b'_';
    (1..=ID).contains(&text.len()) && text.bytes().all(is_sign)
}

fn is_file(name: &str) -> bool {
    let is_sign = |c: u8| c.is_ascii_alphanumeric() || b"-_./".contains(&c);
    name.len() <= ADDRESS && is_inside(name) && name.bytes().all(is_sign) && !name.contains("//")
}

fn wrong(file: &str, field: &str, found: &str, expected: &str) -> FormatError {
    FormatError::whole(&format!("{file}, {field}"), quote(found), expected)
}

fn short(file: &str, field: &str, text: &str, least: usize, most: usize) -> Result<(), FormatError> {
    let is_right = (least..=most).contains(&text.chars().count()) && !text.contains(char::is_control);
    let expected = format!("{least} to {most} characters in one line");
    if is_right { Ok(()) } else { Err(wrong(file, field, text, &expected)) }
}

/// Whether a text is meant as an address rather than as a folder.
pub fn is_address(text: &str) -> bool {
    let text = text.trim_start().to_ascii_lowercase();
    ["https:", "http:"].iter().any(|scheme| text.starts_with(scheme))
}

/// The host of an address, as a message shows it; all of an address without one.
pub fn address_host(address: &str) -> &str {
    host(address).unwrap_or(address)
}

/// How many carts there are, in words.
pub fn cart_count(carts: usize) -> String {
    if carts == 1 { "1 cart".to_string() } else { format!("{carts} carts") }
}

/// The host of an address that may be read: `https`, or `http` on this machine. None for any other.
fn host(address: &str) -> Option<&str> {
    let is_plain = |c: u8| c.is_ascii_graphic() && !b"\"'<>\\^`{|}@".contains(&c);
    if address.len() > ADDRESS || !address.bytes().all(is_plain) {
        return None;
    }
    let (scheme, rest) = address.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next().filter(|host| !host.is_empty())?;
    let name = match host.strip_prefix('[') {
        Some(six) => six.split(']').next()?,
        None => host.split(':').next()?,
    };
    let is_here = ["localhost", "127.0.0.1", "::1"].contains(&name);
    (scheme == "https" && !name.is_empty() || scheme == "http" && is_here).then_some(host)
}

/// Whether a catalogue's file may be read from there, or after a redirect from `https`, if `from` is one.
pub fn may_read(address: &str, from: &str) -> bool {
    let scheme = |address: &str| address.split(':').next().unwrap_or_default().to_string();
    host(address).is_some() && scheme(address) == scheme(from)
}

/// The address of the index that a person means: an index, or a page or a folder that has one.
pub fn index_address(text: &str) -> Result<String, FormatError> {
    let text = text.trim();
    let lower = text.find("://").map_or(0, |at| at);
    let text = text[..lower].to_ascii_lowercase() + &text[lower..];
    let text = text.split(['#', '?']).next().unwrap_or_default();
    let expected = "an address such as https://example.org/carts, or http://localhost";
    let Some(host) = host(text) else {
        return Err(FormatError::whole("the address of a catalogue", quote(text), expected));
    };
    let path_at = text.find(host).unwrap_or_default() + host.len();
    let (before, path) = text.split_at(path_at);
    let (folder, last) = path.rsplit_once('/').unwrap_or(("", ""));
    let is_name = last.ends_with(".json") || last.ends_with(".html") || last.ends_with(".xml");
    Ok(match last {
        last if last.ends_with(".json") => text.to_string(),
        last if last.is_empty() || is_name => format!("{before}{folder}/{INDEX}"),
        last => format!("{before}{folder}/{last}/{INDEX}"),
    })
}

/// The address of a file of a catalogue, by the address of its index.
pub fn file_address(index: &str, file: &str) -> String {
    let folder = index.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{folder}/{file}")
}
