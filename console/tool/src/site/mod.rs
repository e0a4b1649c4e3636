//! `rasher site FOLDER`: a static site of a folder of carts, which is a catalogue too. `rasher site --check DIR`: whether a catalogue is right.
//!
//! ```text
//! FOLDER/*.p8, .p8.png ... ──> collect.rs ──> DIR/index.json      the catalogue: console/format/src/catalogue.rs
//!   comments: title, by AUTHOR,               carts/ID.p8.png     what the console downloads
//!   tags: a, b, players: 2                    labels/ID.png
//!                              pages.rs ──>   index.html ID.html feed.xml
//!                              export.rs ──>  player.html         plays the cart in the link of its page
//!                              offline.rs ──> player.sw.js ...    with these, a browser installs it and opens it without a network
//! ```
//!
//! Pages need no script but for the search, and nothing from another host. A file is written only if it changes. `.written.json` has the
//! digests of all files: what an earlier site wrote and this one does not have is removed, unless it was changed since.

mod check;
mod collect;
mod colors;
mod offline;
mod pages;

use crate::CommandOutput;
use crate::error::ToolError;
use crate::export::console_page;
use crate::options::SiteOptions;
use collect::{SiteCart, collect};
use format::{Catalogue, INDEX, sha256};
use shelf::Entry;
use std::collections::BTreeMap;
use std::path::Path;
use store::StoreError;

const PLAYER: &str = "player.html";
const WRITTEN: &str = ".written.json";

/// The digest of each file that a site has written, by its name.
type Written = BTreeMap<String, String>;

pub fn site(carts: &'static [Entry], options: &SiteOptions) -> Result<CommandOutput, ToolError> {
    if options.check {
        return check::check(&options.folder);
    }
    let out = options.out.as_deref().unwrap_or(Path::new("site"));
    is_ours(out)?;
    let mut report = CommandOutput::default();
    let found = collect(carts, &options.folder, &mut report)?;
    let name = || options.folder.canonicalize().ok()?.file_name().map(|name| name.to_string_lossy().into());
    let title = options.title.clone().or_else(name).unwrap_or_else(|| "Carts".to_string());
    let about = options.about.clone().unwrap_or_default();
    let listed = found.iter().map(|cart| cart.entry.clone()).collect();
    let index = Catalogue::new(&title, &about, listed);
    let json = index.to_json();
    // What would be refused by a reader is not published.
    Catalogue::from_json(json.as_bytes(), &out.join(INDEX).to_string_lossy())?;
    let player = options.player.clone().unwrap_or_else(|| PLAYER.to_string());
    let site = pages::Site { index: &index, carts: &found, url: options.url.as_deref(), player: &player };
    let mut files = vec![(INDEX.to_string(), json.into_bytes())];
    for SiteCart { entry, bytes, label, .. } in &found {
        files.extend([(entry.file.clone(), bytes.clone()), (entry.label.clone(), label.clone())]);
    }
    files.extend(pages::pages(&site).into_iter().map(|(name, text)| (name, text.into_bytes())));
    if options.player.is_none() {
        let page = console_page(offline::MANIFEST, offline::WORKER)?;
        files.extend(offline::files(&player, &page));
        files.push((player, page));
    }
    let mut written = 0;
    for (name, bytes) in &files {
        let path = out.join(name);
        if store::read_if_there(&path)?.as_ref() != Some(bytes) {
            store::write_with_folders(&path, bytes)?;
            written += 1;
        }
    }
    let removed = remove_old(out, &files)?;
    let page = out.join("index.html");
    let gone = if removed > 0 { format!(", {removed} of an earlier site removed") } else { String::new() };
    report.out = format!("{}: {} carts, {written} files written{gone}\n", page.display(), found.len());
    Ok(report)
}

/// Removes the files of an earlier site that this one does not have. Returns how many.
fn remove_old(out: &Path, files: &[(String, Vec<u8>)]) -> Result<usize, ToolError> {
    let path = out.join(WRITTEN);
    let before = store::read_if_there(&path)?;
    // A list that cannot be read names nothing.
    let old: Written =
        before.as_deref().and_then(|bytes| serde_json::from_slice(bytes).ok()).unwrap_or_default();
    let now: Written = files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect();
    let mut removed = 0;
    for (name, digest) in old.iter().filter(|(name, _)| !now.contains_key(*name) && rasher::is_inside(name)) {
        let path = out.join(name);
        // Another program may have put its own file there, or a link.
        let is_link = path.symlink_metadata().is_ok_and(|meta| meta.is_symlink());
        if !is_link && store::read(&path).is_ok_and(|bytes| sha256(&bytes) == *digest) {
            std::fs::remove_file(&path).map_err(StoreError::system(&path, "remove"))?;
            removed += 1;
        }
    }
    let list = serde_json::to_vec_pretty(&now).unwrap_or_default();
    if before.as_ref() != Some(&list) {
        store::write(&path, &list)?;
    }
    Ok(removed)
}

/// Checks that a folder is new, empty or an earlier site: nothing else is overwritten.
fn is_ours(out: &Path) -> Result<(), ToolError> {
    let is_free = match std::fs::read_dir(out) {
        Ok(mut names) => names.next().is_none(),
        Err(_) => !out.exists(),
    };
    if is_free || is_site(out) { Ok(()) } else { Err(ToolError::NotASite { path: out.into() }) }
}

fn is_site(folder: &Path) -> bool {
    let bytes = store::read_at_most(&folder.join(INDEX), format::INDEX_BYTES as u64);
    bytes.is_ok_and(|bytes| Catalogue::from_json(&bytes, INDEX).is_ok())
}
