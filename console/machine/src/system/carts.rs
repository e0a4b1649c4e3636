//! Changing carts: `load`, `run`, `reload` and `cstore` with a file, and the way back.
//!
//! ```text
//! load("b.p8", "back to a", "x")   the frame ends; the next one starts b: its code from the top, stat(6) is "x"
//!                                  the pause menu has "back to a", and so has stat(100)
//!
//! 0x0000-0x42ff   b's data                      0x5e00-0x5eff   zero until cartdata
//! 0x4300-0x5dff   unchanged                     0x5f00-0x5f7f   as at a start
//! 0x6000-0xffff   unchanged                     sound, menu items, cart data's id, clock: as at a start
//! ```
//!
//! Published multicarts rely on user data surviving a `load`; screen and upper half are not recorded and treated alike.
//! All of it is part of the run, so rewinding goes back across a `load`.

use crate::Machine;
use crate::audio::Audio;
use crate::boot::Rules;
use crate::bundle::Code;
use crate::bundle::{BUNDLE_MAX, Bundle, BundledCart, CartBytes, is_inside, plain, spellings};
use crate::buttons::Buttons;
use crate::digest::Digest;
use crate::effect::Effect;
use crate::input::Patch;
use crate::limit::Limit;
use crate::memory::{CART_DATA, DRAW_STATE, PINS, ROM_SIZE};
use crate::meter::{Meter, price};
use crate::rom::Rom;
use crate::system::Streams;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use serde::{Deserialize, Serialize};

const BACK_MAX: usize = 16;
const LABEL_MAX: usize = 16;
/// Most files that a run may store data to, its own carts included.
const STORED_MAX: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Next {
    cart: u16,
    param: String,
    back: Vec<(u16, String)>,
}

/// The current cart of the bundle, and changes to the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Carts {
    /// The bundle at the start of the run.
    #[serde(skip)]
    base: Arc<Bundle>,
    /// The same with carts saved since.
    #[serde(skip)]
    bundle: Arc<Bundle>,
    current: u16,
    next: Option<Next>,
    /// The carts that led here, with the labels of their menu items.
    back: Vec<(u16, String)>,
    /// Stored data that differ from the bundle's, by file name.
    stored: BTreeMap<String, CartBytes>,
    opened: BTreeSet<String>,
    /// The first cart's code, if saved since the start of the run.
    code: Option<Code>,
    saved: Vec<BundledCart>,
}

impl Carts {
    pub fn new(bundle: Arc<Bundle>) -> Carts {
        Carts { base: bundle.clone(), bundle, ..Carts::default() }
    }

    pub fn opened(&self) -> &BTreeSet<String> {
        &self.opened
    }

    pub fn base(&self) -> &Arc<Bundle> {
        &self.base
    }

    /// The same in a run that started with that bundle.
    pub fn with_base(self, base: &Arc<Bundle>) -> Carts {
        let bundle = match &self.saved[..] {
            [] => base.clone(),
            saved => Arc::new(saved.iter().fold(Bundle::clone(base), |all, cart| all.with_cart(cart))),
        };
        Carts { base: base.clone(), bundle, ..self }
    }

    /// Whether all values are valid in a run that started with that bundle.
    pub fn is_in_range(&self, base: &Bundle) -> bool {
        let new = self.saved.iter().filter(|cart| base.named(&cart.name).is_none()).count();
        let count = (base.carts().len() + new).max(1);
        let known = |cart: u16| usize::from(cart) < count;
        let way = |back: &[(u16, String)]| {
            back.len() <= BACK_MAX
                && back.iter().all(|(cart, label)| known(*cart) && label.chars().count() <= LABEL_MAX)
        };
        known(self.current)
            && way(&self.back)
            && self.stored.len() <= STORED_MAX
            && self.saved.len() <= BUNDLE_MAX
            && count <= BUNDLE_MAX
            && self.next.as_ref().is_none_or(|next| known(next.cart) && way(&next.back))
    }

    pub fn digest(&self, d: &mut Digest) {
        let code = self.code.clone();
        let bare = Carts { base: self.base.clone(), bundle: self.bundle.clone(), code, ..Carts::default() };
        if *self == bare {
            return;
        }
        let way = |d: &mut Digest, back: &[(u16, String)]| {
            d.word(back.len() as u64);
            for (cart, label) in back {
                d.word(u64::from(*cart));
                d.bytes(label.as_bytes());
            }
        };
        d.word(u64::from(self.current));
        way(d, &self.back);
        if let Some(Next { cart, param, back }) = &self.next {
            d.word(u64::from(*cart) | 1 << 32);
            d.bytes(param.as_bytes());
            way(d, back);
        }
        for (name, data) in &self.stored {
            d.bytes(name.as_bytes());
            d.bulk(&data.0[..]);
        }
        self.opened.iter().for_each(|id| d.bytes(id.as_bytes()));
        for cart in &self.saved {
            d.bytes(cart.name.as_bytes());
            d.word(cart.code.digest());
            d.bulk(&cart.data.0[..]);
        }
    }

    fn cart(&self) -> Option<&BundledCart> {
        self.bundle.carts().get(usize::from(self.current))
    }

    fn data(&self, name: &str) -> Option<&CartBytes> {
        let stored = spellings(&plain(name)).find_map(|name| self.stored.get(&name));
        stored.or_else(|| Some(&self.bundle.carts().get(self.bundle.find(name)?)?.data))
    }

    /// The name of a file: the bundle's, or else as given.
    fn file(&self, name: &str) -> String {
        match self.bundle.find(name).and_then(|cart| self.bundle.carts().get(cart)) {
            Some(cart) => plain(&cart.name),
            None => spellings(&plain(name))
                .find(|name| self.stored.contains_key(name))
                .unwrap_or_else(|| plain(name)),
        }
    }
}

impl Machine {
    pub fn bundle(&self) -> &Arc<Bundle> {
        &self.carts.bundle
    }

    /// Index of the current cart; 0 is the one that the run started with.
    pub fn cart_number(&self) -> usize {
        usize::from(self.carts.current)
    }

    /// The file of the current cart, relative to the folder of the first; none for a Rust cart.
    pub fn cart_file(&self) -> Option<&str> {
        self.carts.cart().map(|cart| cart.name.as_str())
    }

    /// The label of the menu item that leads back to the previous cart.
    pub fn breadcrumb(&self) -> Option<&str> {
        self.carts.back.last().map(|(_, label)| label.as_str())
    }

    /// All cart data ids opened in the run.
    pub fn opened_data(&self) -> impl Iterator<Item = &str> {
        let now = self.save_id.as_deref().filter(|id| !self.carts.opened.contains(*id));
        self.carts.opened.iter().map(String::as_str).chain(now)
    }

    /// Keeps the numbers of the open cart data for when they are opened again.
    pub(crate) fn close_data(&mut self) {
        if let Some(id) = self.save_id.take() {
            if self.rules == Rules::One || *self.saved != [0; 256] || self.saves.contains_key(&id) {
                Arc::make_mut(&mut self.saves).insert(id.clone(), self.saved.clone());
            }
            Arc::make_mut(&mut self.carts).opened.insert(id);
        }
    }

    /// Plain name and current data of the file of an [`Effect::Store`]; without a file, of the current cart.
    pub fn stored(&self, file: Option<&str>) -> Option<(String, &[u8; ROM_SIZE])> {
        match file {
            None => Some((plain(self.cart_file()?), &self.rom.data)),
            Some(file) => {
                let name = self.carts.file(file);
                let data = &self.carts.stored.get(&name)?.0;
                Some((name, data))
            }
        }
    }

    pub(crate) fn cart_code(&self) -> Option<&Code> {
        let newest = self.carts.code.as_ref().filter(|_| self.carts.current == 0);
        newest.or(self.carts.cart().map(|cart| &cart.code))
    }

    pub fn other_code(&self) -> impl Iterator<Item = &Code> {
        let Carts { bundle, current, code, .. } = &*self.carts;
        let others = bundle.carts().iter().enumerate().filter(|(n, _)| *n != usize::from(*current));
        others.map(move |(n, cart)| code.as_ref().filter(|_| n == 0).unwrap_or(&cart.code))
    }

    /// Replaces the first cart's code. True if that cart is running.
    pub(crate) fn take_code(&mut self, code: &Code) -> bool {
        if !self.carts.bundle.carts().is_empty() {
            Arc::make_mut(&mut self.carts).code = Some(code.clone());
        }
        self.carts.current == 0
    }

    /// Whether the run has another version of that cart, or none and room for it. The first cart is updated otherwise.
    pub fn lacks_cart(&self, cart: &BundledCart) -> bool {
        let known = self.carts.bundle.carts();
        match self.carts.bundle.named(&cart.name) {
            Some(0) => false,
            Some(at) => known[at] != *cart,
            None => (1..BUNDLE_MAX).contains(&known.len()) && is_inside(&cart.name),
        }
    }

    /// Replaces another cart. True if it is running, and its code has to be reloaded; its data are patched. Different
    /// data replace what the run had stored in the file.
    pub(crate) fn take_cart(&mut self, cart: &BundledCart) -> bool {
        if !self.lacks_cart(cart) {
            return false;
        }
        let at = self.carts.bundle.named(&cart.name);
        let runs = at == Some(usize::from(self.carts.current));
        let before = at.and_then(|at| self.carts.bundle.carts().get(at));
        let has_other_data = before.is_none_or(|before| before.data != cart.data);
        let carts = Arc::make_mut(&mut self.carts);
        if has_other_data {
            carts.stored.remove(&plain(&cart.name));
        }
        carts.bundle = Arc::new(carts.bundle.with_cart(cart));
        match carts.saved.iter_mut().find(|saved| plain(&saved.name) == plain(&cart.name)) {
            Some(saved) => saved.clone_from(cart),
            None => carts.saved.push(cart.clone()),
        }
        if runs && has_other_data {
            self.patch_rom(&[Patch { addr: 0, bytes: Box::new(*cart.data.0) }]);
        }
        runs
    }

    /// Whether the run has exactly that cart: its code, and its data with stored changes.
    pub fn has_cart(&self, cart: &BundledCart) -> bool {
        let at = self.carts.bundle.named(&cart.name);
        let Some(known) = at.and_then(|at| self.carts.bundle.carts().get(at)) else { return false };
        let data = match at == Some(self.cart_number()) {
            true => Some(&self.rom.data),
            false => self.carts.data(&cart.name).map(|data| &data.0),
        };
        known.code == cart.code && data == Some(&cart.data.0)
    }

    /// Starts another cart of the bundle in the next frame. False if there is none of that name.
    #[track_caller]
    pub fn load_bundled(&mut self, name: &str, breadcrumb: &str, param: &str) -> bool {
        self.charge(price::FILE);
        let (name, param) = (self.cut(Limit::FileName, name), self.cut(Limit::Param, param));
        let Some(cart) = self.carts.bundle.find(name) else { return false };
        self.charge(price::CALL);
        let (cart, current) = (cart as u16, self.carts.current);
        let carts = Arc::make_mut(&mut self.carts);
        let mut back = match cart == current {
            true => carts.back.clone(),
            false => Vec::new(),
        };
        if !breadcrumb.is_empty() {
            back.clone_from(&carts.back);
            back.push((current, breadcrumb.chars().take(LABEL_MAX).collect()));
            let over = back.len().saturating_sub(BACK_MAX);
            back.drain(..over);
        }
        carts.next = Some(Next { cart, param: param.to_string(), back });
        true
    }

    /// Restarts the current cart in the next frame. A cart without a bundle asks the host.
    #[track_caller]
    pub fn run_again(&mut self, param: &str) {
        self.charge(price::CALL);
        let param = self.cut(Limit::Param, param);
        let (cart, known) = (self.carts.current, self.carts.cart().is_some());
        if !known {
            return self.ask(Effect::Reset);
        }
        let carts = Arc::make_mut(&mut self.carts);
        carts.next = Some(Next { cart, param: param.to_string(), back: carts.back.clone() });
    }

    /// Starts the previous cart in the next frame, if there is one.
    pub fn go_back(&mut self) {
        let carts = Arc::make_mut(&mut self.carts);
        let mut back = carts.back.clone();
        if let Some((cart, _)) = back.pop() {
            carts.next = Some(Next { cart, param: String::new(), back });
        }
    }

    pub(crate) fn has_next(&self) -> bool {
        self.carts.next.is_some()
    }

    /// Becomes the machine of the next cart, as in the table above. `held`: buttons to ignore until released.
    pub(crate) fn begin_next(&mut self, held: [u8; 8]) {
        let Some(Next { cart, param, back }) = Arc::make_mut(&mut self.carts).next.take() else { return };
        // Data that a cart stored in itself are there when it returns.
        let left = self.carts.cart().filter(|left| left.data.0 != self.rom.data);
        let left = left.map(|left| (plain(&left.name), CartBytes(self.rom.data.clone())));
        let carts = Arc::make_mut(&mut self.carts);
        carts.stored.extend(left);
        (carts.current, carts.back) = (cart, back);
        self.close_data();
        self.save_ids.clear();
        let name = self.carts.cart().map(|cart| cart.name.clone()).unwrap_or_default();
        if let Some(CartBytes(data)) = self.carts.data(&name) {
            let data = data.clone();
            self.rom = Arc::new(Rom { data, version: self.rom.version, ..Rom::empty(&self.rom.name) });
        }
        // The date continues while the clock restarts.
        self.date.unix = self.date.unix.saturating_add((self.sixtieths() / 60) as i64);
        self.ahead = 0;
        self.fps = 30;
        self.ahead = 0_i64.wrapping_sub(self.sixtieths() as i64);
        self.mem.bytes_mut()[..ROM_SIZE].copy_from_slice(&self.rom.data[..]);
        self.mem.bytes_mut()[usize::from(CART_DATA)..][..256].fill(0);
        *self.saved = [0; 256];
        self.menu = [const { None }; 5];
        self.menu_current = 0;
        self.param = param;
        self.buttons = Buttons::new(held);
        self.typed.clear();
        self.streams = Streams::default();
        self.audio = Audio::new().with_audible(&self.audio);
        self.caption.clear();
        self.shown = None;
        self.debug.clear();
        let registers = usize::from(DRAW_STATE)..usize::from(PINS);
        self.mem.bytes_mut()[registers].fill(0);
        self.meter = Meter::new();
        self.reset();
    }

    /// [`Machine::reload_ext`] from another cart's data. False, without copying, if there is no such cart.
    #[track_caller]
    pub fn reload_from(&mut self, dest: u16, source: u16, len: i32, file: &str) -> bool {
        self.charge(price::FILE);
        let file = self.cut(Limit::FileName, file);
        let own = self.cart_file().is_some_and(|own| self.carts.file(file) == plain(own));
        if own {
            self.reload_ext(dest, source, len);
            return true;
        }
        let Some(CartBytes(data)) = self.carts.data(file) else {
            self.charge(price::CALL);
            self.ask(Effect::Missing(file.to_string()));
            return false;
        };
        let data = data.clone();
        self.reload_data(dest, source, len, &data);
        true
    }

    pub(crate) fn store_to(&mut self, file: &str, start: usize, bytes: &[u8]) {
        if self.carts.bundle.carts().is_empty() {
            return;
        }
        let name = self.carts.file(file);
        if self.cart_file().is_some_and(|own| plain(own) == name) {
            let to = &mut Arc::make_mut(&mut self.rom).data[start..start + bytes.len()];
            return to.copy_from_slice(bytes);
        }
        if !is_inside(&name) {
            return;
        }
        let data = self.carts.data(file).cloned();
        let carts = Arc::make_mut(&mut self.carts);
        if carts.stored.len() >= STORED_MAX && !carts.stored.contains_key(&name) {
            return;
        }
        let empty = || CartBytes(Rom::empty("").data);
        let to = carts.stored.entry(name).or_insert_with(|| data.unwrap_or_else(empty));
        to.0[start..start + bytes.len()].copy_from_slice(bytes);
    }
}
