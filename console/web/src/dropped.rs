//! Files that are dropped on a page, carts, bug reports and recordings, and links to carts and runs.
//!
//! A cart's own page does not use this: there the cart gets the file.

use crate::cart;
use crate::host::PageHost;
use loader::code_key;
use player::{Cart, CartStart, HostEvent, Inspection, StartMode};
use rasher::{Bundle, Digest, Rom};
use serde_json::json;
use timeline::{KeptRun, Recording, Report};

impl PageHost {
    /// Handles a file that was dropped on the page. A cartridge waits for its files in the store.
    pub(crate) fn open_dropped(&mut self, name: &str, bytes: &[u8]) -> Result<Option<HostEvent>, String> {
        let holds = || format::may_hold_cartridge(name) && format::holds_cartridge(bytes, name);
        if format::is_cartridge(name) || name.ends_with(cart::BUNDLE) || holds() {
            let loaded = cart::dropped(self.carts, name, bytes)?;
            let said = format!("playing {}", name.trim_end_matches(cart::BUNDLE));
            if loaded.entry.is_some() {
                return Ok(Some(HostEvent::StartCart(Box::new(CartStart::new(loaded.cart)), Some(said))));
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
            let cart = self.carts.of_run(&recording).map_err(|e| format!("{name}: {e}"))?;
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
            let message = format!("{name}: a run of {} frames", recording.frames());
            let look = Inspection { frame: recording.frames(), message, ..Inspection::default() };
            let cart = self.carts.of_run(&recording).map_err(|e| format!("{name}: {e}"))?;
            return Ok(Some(inspected(cart, recording, rom, look)));
        }
        Ok(Some(HostEvent::DroppedFile(name.to_string(), bytes.to_vec())))
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
        self.load(cart, &bytes, said);
        Ok(None)
    }

    /// Asks for the stored files of a cart. Earlier versions had a digest of its bytes in its key. Another cart with its id has other runs.
    fn load(&mut self, cart: Cart, bytes: &[u8], said: String) {
        let stem = cart.name.clone();
        let was = format!("{stem}-{:08x}", Digest::of(bytes) as u32);
        let key = cart.code().map_or_else(|| was.clone(), |code| code_key(&code.text, code));
        let head =
            json!({"k": "load", "id": 0, "name": stem, "key": key, "was": was, "place": stem, "param": ""});
        self.out.add(&head, &[]);
        self.dropped = Some((Cart { key: Some(key), ..cart }, said));
    }
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
