//! The user's own carts, which the browser keeps for the console's page, as the window keeps them in a folder.
//!
//! ```text
//! own/KEY/NAME.p8           a cart on the shelf; its key names its runs, slots and history, and stays when it is renamed
//! with/KEY/FILE             what it includes or loads, as if it were next to it
//! label/KEY                 the label that was taken in play, for pictures of the cart
//! bin/NUMBER/KEY/NAME.p8    deleted carts; the highest number is the last one
//!
//! a change ── own: files ──> the browser writes all of them or none ── own-done ──> the change is known here, and what follows it
//! ```
//!
//! So what a player reads here is what the browser has, even if it refuses to write.

use loader::MemorySource;
use player::{Listed, Request, RequestId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use studio::Cover;

pub(crate) const OWN: &str = "own";
const PARTS: &str = "with";
const LABELS: &str = "label";
const BIN: &str = "bin";
/// Carts that a browser keeps at most, and deleted ones.
pub(crate) const CARTS_MAX: usize = 512;
const DELETED_MAX: usize = 64;

/// What the page's script or the player wants of the user's own carts.
#[derive(Debug)]
pub(crate) enum OwnEvent {
    Request(RequestId, Box<Request>),
    /// The browser has written the change of that number, or says why it has not.
    Done(u32, Option<String>),
    /// The key of the cart that was opened last.
    Claimed(String),
    /// Plays the cart of that name on: it was played when the page was reloaded.
    Resume(String),
    /// Another window of this page has changed a file, or removed it (`true`).
    Changed(String, bool),
    /// The running cart as a file of that ending, for the user.
    Download(String),
    /// The running cart as the text of a link.
    Share,
    /// A cart that was opened is about to begin.
    Begins,
    /// The log of a cart's edits, in which a file gets its new name.
    Renamed {
        key: String,
        file: String,
        to: String,
    },
}

/// A cart's own file and those next to it, each with its name; the cart is the first.
pub(crate) type CartFiles = Vec<(String, Vec<u8>)>;
pub(crate) type Changes = Vec<(String, Option<Vec<u8>>)>;

/// What follows once the browser has written a change.
pub(crate) enum Then {
    Nothing,
    Reply(RequestId, String),
    /// Code was saved: the running cart gets it.
    Saved(RequestId, String, String),
    /// The cart at that path is loaded, for a request or, with number 0, to be played, with a line about it.
    Load(RequestId, String, String),
}

#[derive(Default)]
pub(crate) struct OwnCarts {
    files: BTreeMap<String, Vec<u8>>,
    pub(crate) writes: BTreeMap<u32, (Changes, Then)>,
    /// Carts that were opened, until their keys are known.
    pub(crate) opened: VecDeque<(CartFiles, String)>,
    /// Files of carts that are no own ones, by the path of the running cart: of a link.
    pub(crate) linked: BTreeMap<String, CartFiles>,
    /// The cart that took the place of another version of it: open editors may have that one.
    pub(crate) replaced: Option<String>,
    /// The keys of carts that were ever edited.
    pub(crate) edited: BTreeSet<String>,
    pub(crate) last: u32,
    pub(crate) drawn: u64,
}

/// The key and the file's name in the path of an own or deleted cart.
pub(crate) fn parts(path: &str) -> Option<(&str, &str)> {
    let (folder, file) = path.rsplit_once('/')?;
    let (root, key) = folder.rsplit_once('/')?;
    let is_one = root == OWN || root.strip_prefix(BIN).is_some_and(|number| number.starts_with('/'));
    is_one.then_some((key, file))
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The name of a cart's file without its ending, and the ending.
pub(crate) fn split(file: &str) -> (&str, &str) {
    let name = format::cart_name(file).unwrap_or_else(|| format::stem(file));
    (name, &file[name.len()..])
}

impl OwnCarts {
    pub(crate) fn is_file(name: &str) -> bool {
        [OWN, PARTS, LABELS, BIN].iter().any(|root| name.starts_with(&format!("{root}/")))
    }

    /// Takes a file as the browser has it; none: it is gone.
    pub(crate) fn take(&mut self, name: String, bytes: Option<Vec<u8>>) {
        match bytes {
            Some(bytes) => _ = self.files.insert(name, bytes),
            None => _ = self.files.remove(&name),
        }
    }

    pub(crate) fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    fn below(&self, root: &str) -> impl Iterator<Item = &str> + use<'_> {
        let root = format!("{root}/");
        self.files
            .range(root.clone()..)
            .map(|(name, _)| &**name)
            .take_while(move |name| name.starts_with(&root))
    }

    /// The paths of all own carts.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.below(OWN)
    }

    pub(crate) fn path_of_key(&self, key: &str) -> Option<&str> {
        self.below(&format!("{OWN}/{key}")).next()
    }

    /// The path of a cart that is named by its path or its file's name, with or without the ending.
    pub(crate) fn find(&self, name: &str) -> Option<String> {
        if self.files.contains_key(name) {
            return Some(name.to_string());
        }
        let file = name.rsplit('/').next().unwrap_or(name);
        let is_it = |path: &&str| parts(path).is_some_and(|(_, own)| own == file || split(own).0 == file);
        self.paths().find(is_it).map(str::to_string)
    }

    /// `NAME.p8`, or `NAME-2.p8` and so on if own carts have that name.
    pub(crate) fn free_name(&self, name: &str, ending: &str) -> String {
        let is_free = |file: &String| self.paths().all(|path| parts(path).is_none_or(|(_, own)| own != file));
        let names =
            (1..).map(|n| if n == 1 { format!("{name}{ending}") } else { format!("{name}-{n}{ending}") });
        names.into_iter().find(is_free).unwrap_or_default()
    }

    /// The key, or that key with a number if an own cart has it.
    pub(crate) fn free_key(&self, key: &str) -> String {
        let keys = (1..).map(|n| if n == 1 { key.to_string() } else { format!("{key}-{n}") });
        keys.into_iter().find(|key| self.path_of_key(key).is_none()).unwrap_or_default()
    }

    /// The files of a cart, under the names by which it knows them.
    pub(crate) fn files_of(&self, path: &str) -> CartFiles {
        let Some((key, file)) = parts(path) else { return Vec::new() };
        let own = self.files.get(path).map(|bytes| (file.to_string(), bytes.clone()));
        let folder = format!("{PARTS}/{key}");
        let others =
            self.below(&folder).map(|name| (name[folder.len() + 1..].to_string(), self.files[name].clone()));
        own.into_iter().chain(others).collect()
    }

    /// The same for a loader, in the folder of the cart.
    pub(crate) fn source(&self, path: &str) -> MemorySource {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        MemorySource(
            self.files_of(path).into_iter().map(|(name, bytes)| (folder.join(name), bytes)).collect(),
        )
    }

    /// Where the browser keeps a file of the cart at `path`.
    pub(crate) fn stored_name(path: &str, file: &str) -> String {
        match parts(path) {
            Some((key, own)) if own != file => format!("{PARTS}/{key}/{file}"),
            _ => path.to_string(),
        }
    }

    pub(crate) fn label(&self, key: &str) -> Option<Box<[u8; rasher::PIXELS]>> {
        self.files.get(&format!("{LABELS}/{key}"))?.clone().into_boxed_slice().try_into().ok()
    }

    pub(crate) fn label_name(key: &str) -> String {
        format!("{LABELS}/{key}")
    }

    fn listed(&self, path: &str) -> Option<Listed> {
        let (key, file) = parts(path)?;
        Some(Listed {
            key: Some(key.to_string()),
            name: path.to_string(),
            title: format::cart_name(file).unwrap_or(file).to_string(),
            place: "yours".to_string(),
            face: Cover::Unread,
            ..Listed::default()
        })
    }

    pub(crate) fn carts(&self) -> Vec<Listed> {
        self.paths().filter_map(|path| self.listed(path)).collect()
    }

    /// Deleted carts, the last one last.
    pub(crate) fn deleted(&self) -> Vec<Listed> {
        self.below(BIN).filter_map(|path| self.listed(path)).collect()
    }

    /// The changes that put a cart into the bin, and its path there. The oldest ones of a full bin go.
    pub(crate) fn change_to_bin(&self, path: &str) -> (Changes, String) {
        let rest = path.strip_prefix(OWN).unwrap_or(path);
        let numbers = self.below(BIN).filter_map(|name| name.split('/').nth(1)?.parse::<u32>().ok());
        let to = format!("{BIN}/{:06}{rest}", numbers.max().unwrap_or(0) + 1);
        let mut changes = vec![(path.to_string(), None), (to.clone(), self.files.get(path).cloned())];
        let deleted: Vec<&str> = self.below(BIN).collect();
        for old in &deleted[..deleted.len().saturating_sub(DELETED_MAX - 1)] {
            changes.push((old.to_string(), None));
            let Some((key, _)) = parts(old) else { continue };
            // Another cart with its key needs the files next to it.
            if self.path_of_key(key).is_none()
                && !deleted.iter().any(|it| it != old && parts(it).is_some_and(|it| it.0 == key))
            {
                let next_to = self.below(&format!("{PARTS}/{key}")).map(|name| (name.to_string(), None));
                changes.extend(next_to.chain([(Self::label_name(key), None)]));
            }
        }
        (changes, to)
    }
}

/// A new cart at a path, its own file first.
pub(crate) fn new_cart(path: &str, files: CartFiles) -> Changes {
    let stored =
        |n: usize, name: &str| if n == 0 { path.to_string() } else { OwnCarts::stored_name(path, name) };
    files.into_iter().enumerate().map(|(n, (name, bytes))| (stored(n, &name), Some(bytes))).collect()
}
