//! Files that are dropped on a page, carts, bug reports and recordings, and links to carts and runs.
//!
//! A cart's own page does not use this: there the cart gets the file.

use crate::cart::{self, StoredFiles};
use crate::catalogues::CATALOGUE;
use crate::host::{PageHost, PendingCart};
use crate::own::CartFiles;
use loader::code_key;
use player::{Cart, CartStart, HostEvent, Inspection, Origin, StartMode};
use rasher::{Bundle, BundledCart, Digest, Rom};
use serde_json::json;
use std::path::Path;
use timeline::{KeptRun, Recording, Report};

impl PageHost {
    /// Handles a file that was dropped on the page. A cartridge waits for its files in the store.
    pub(crate) fn open_dropped(&mut self, name: &str, bytes: &[u8]) -> Result<Option<HostEvent>, String> {
        let holds = || format::may_hold_cartridge(name) && format::holds_cartridge(bytes, name);
        let beside = self.take_files("beside/");
        if format::is_cartridge(name) || name.ends_with(cart::BUNDLE) || holds() {
            let loaded = cart::dropped(self.carts, name, bytes, &beside)?;
            let said = format!("playing {}", name.trim_end_matches(cart::BUNDLE));
            if loaded.entry.is_some() {
                return Ok(Some(HostEvent::StartCart(Box::new(CartStart::new(loaded.cart)), Some(said))));
            }
            if self.is_console {
                let mut files = own_files(name, bytes, &loaded.cart);
                let needs = |file: &String| loaded.files.iter().any(|path| path == Path::new(file));
                files.extend(beside.into_iter().filter(|(file, _)| file != name && needs(file)));
                let (key, was) = keys(&loaded.cart, bytes);
                self.open_as_own(files, &key, &was, said)?;
                return Ok(None);
            }
            self.load(loaded.cart, bytes, said);
            return Ok(None);
        }
        if Report::is_one(bytes) {
            let Report { recording, rom, frame, marked, .. } =
                Report::from_bytes(bytes).map_err(|e| format!("{name}: {e}"))?;
            let look = Inspection {
                frame,
                message: name.to_string(),
                bookmarks: marked.bookmarks,
                edits: marked.edits,
            };
            let cart = self.of_run(&recording).map_err(|e| format!("{name}: {e}"))?;
            return Ok(Some(inspected(cart, recording, Some(rom), look)));
        }
        if Recording::is_one(bytes) || KeptRun::is_one(bytes) {
            let wrong = |e: timeline::FileError| format!("{name}: {e}");
            let (recording, rom) = match KeptRun::is_one(bytes) {
                true => {
                    let KeptRun { recording, rom, .. } = KeptRun::from_bytes(bytes).map_err(wrong)?;
                    let data = Rom { data: rom, ..Rom::empty(&recording.start.cart) };
                    (recording, Some(data))
                }
                false => (Recording::from_bytes(bytes).map_err(wrong)?, None),
            };
            let cart = self.of_run(&recording).map_err(|e| format!("{name}: {e}"))?;
            let data = rom.map_or_else(|| cart.rom.data.clone(), |rom| rom.data);
            let rom = Rom { data, ..Rom::clone(&cart.rom) };
            let (found, expected) = (recording.start.version, rom.version);
            if found != expected {
                return Err(format!("{name}: a run of version {found}; this page has version {expected}"));
            }
            // The player's own run of that cart is not touched.
            let title = format!("{} (a recorded run)", cart.title);
            let cart = Cart { rom: rom.into(), keeps: false, key: None, title, ..cart };
            self.show(cart, recording).map_err(|e| format!("{name}: {e}"))?;
            return Ok(None);
        }
        Ok(Some(HostEvent::DroppedFile(name.to_string(), bytes.to_vec())))
    }

    /// Takes the files below a name, without it.
    fn take_files(&mut self, root: &str) -> StoredFiles {
        let all = std::mem::take(&mut self.files);
        let (found, rest) = all.into_iter().partition(|(name, _)| name.starts_with(root));
        self.files = rest;
        let found: StoredFiles = found;
        found.into_iter().map(|(name, bytes)| (name[root.len()..].to_string(), bytes)).collect()
    }

    /// A cart, or a run at the frame of the page's address, whose text unpacked to this.
    pub(crate) fn open_linked(
        &mut self,
        recording: Recording,
        cart: Option<Cart>,
    ) -> Result<Option<HostEvent>, String> {
        if let Some(cart) = cart {
            let frame = self.boot.at.unwrap_or_default().min(recording.frames());
            let message = format!("a run of {} frames, from a link", recording.frames());
            let look = Inspection { frame, message, ..Inspection::default() };
            return Ok(Some(inspected(cart, recording, None, look)));
        }
        let bundle = Bundle::clone(&recording.start.bundle);
        let bytes = postcard::to_allocvec(&bundle).map_err(|e| e.to_string())?;
        let cart = self.carts.of_bundle(&recording.start.cart, "", None, bundle)?;
        let said = format!("{}: from a link", cart.name);
        let linked = self.is_console.then(|| format!("{CATALOGUE}link/{}.p8", cart.name));
        if let Some(path) = &linked {
            self.own.linked.insert(path.clone(), bundle_files(&cart));
        }
        let origin = linked.map_or(Origin::Embedded, |path| Origin::File(path.into()));
        self.load(Cart { origin, ..cart }, &bytes, said);
        Ok(None)
    }

    /// Asks for the stored files of a cart. Another cart with its id has other runs.
    fn load(&mut self, cart: Cart, bytes: &[u8], said: String) {
        let (stem, (key, was)) = (cart.name.clone(), keys(&cart, bytes));
        let head =
            json!({"k": "load", "id": 0, "name": stem, "key": key, "was": was, "place": stem, "param": ""});
        self.out.add(&head, &[]);
        let cart = Cart { key: Some(key), ..cart };
        // A cart that was dropped before a reload is resumed, like any other.
        self.dropped = Some(PendingCart { id: 0, cart, said: Some(said), resume: self.boot.resume });
    }
}

/// A cart's key, and the one of earlier versions, which had a digest of its bytes in it.
fn keys(cart: &Cart, bytes: &[u8]) -> (String, String) {
    let was = format!("{}-{:08x}", cart.name, Digest::of(bytes) as u32);
    (cart.code().map_or_else(|| was.clone(), |code| code_key(&code.text, code)), was)
}

/// The files of an own cart: a cartridge as it is, else those of its carts.
fn own_files(name: &str, bytes: &[u8], cart: &Cart) -> CartFiles {
    match format::is_cartridge(name) {
        true => vec![(name.to_string(), bytes.to_vec())],
        false => bundle_files(cart),
    }
}

fn bundle_files(cart: &Cart) -> CartFiles {
    let name = |n: usize, file: &str| match format::is_cartridge(file) {
        true => file.to_string(),
        false if n == 0 => format!("{}.p8", cart.name),
        false => format!("{file}.p8"),
    };
    let file = |(n, it): (usize, &BundledCart)| {
        let (name, rom) = (name(n, &it.name), Rom { data: it.data.0.clone(), ..Rom::empty(&cart.name) });
        Some((name.clone(), format::exported(&name, &rom, &it.code.text)?.ok()?))
    };
    cart.bundle.carts().iter().enumerate().filter_map(file).collect()
}

/// A run to inspect in the debugger. The player's own run of that cart is not touched.
fn inspected(cart: Cart, recording: Recording, rom: Option<Rom>, look: Inspection) -> HostEvent {
    let rom =
        rom.map_or_else(|| Rom::clone(&cart.rom), |rom| Rom { data: rom.data, ..Rom::clone(&cart.rom) });
    let kept = KeptRun { recording, rom: rom.data.clone(), states: Vec::new(), torn: 0 };
    let title = format!("{} (a recorded run)", cart.title);
    let cart = Cart { rom: rom.into(), keeps: false, key: None, title, ..cart };
    let insert =
        CartStart { kept_run: Some(Box::new(kept)), mode: StartMode::Inspect(look), ..CartStart::new(cart) };
    HostEvent::StartCart(Box::new(insert), None)
}
