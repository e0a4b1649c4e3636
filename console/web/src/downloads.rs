//! Catalogues on the page's shelf. The page's script reads what this asks for; here its size and digest are checked.
//!
//! ```text
//! settings, shelf ──> fetch the indexes ──> fetched ── Catalogue ──> HostEvent::Carts      kept as catalogue/ADDRESS
//! ReadCart ─────────> fetch the label ────> fetched ──────────────> Response::CartRead
//! LoadCart ─────────> fetch the cart and those that it loads ──> fetched, all there ──> load: as a dropped cart
//!                     kept as catalogue/ADDRESS of the file, and used while the digest is right
//! ```

use crate::catalogues::{CATALOGUE, CatalogueEvent, PendingLoad, key};
use crate::host::{PageHost, PendingCart};
use format::{
    CATALOGUE_CART_BYTES, CATALOGUE_LABEL_BYTES, Catalogue, CatalogueCart, INDEX_BYTES, address_host,
    cart_count, file_address, is_address,
};
use loader::{Cart, DataPlaces, Loader, MemorySource, Origin};
use player::{CartRead, HostError, HostEvent, RequestId, Response};
use serde_json::json;
use std::path::PathBuf;
use studio::{Label, Notice};

/// Carts that the browser keeps at most, beyond which they are read again.
const KEPT_MAX: usize = 64;

impl PageHost {
    pub(crate) fn on_catalogue(&mut self, event: CatalogueEvent) {
        match event {
            CatalogueEvent::Sources(sources) => self.set_sources(&sources),
            CatalogueEvent::Label(id, name) => self.read_label(id, name),
            CatalogueEvent::Load { id, name, param } => {
                let done = self.load_listed(id, &name, param, false);
                self.refused(id, done);
            }
            CatalogueEvent::Copy { id, name } => {
                let done = self.load_listed(id, &name, String::new(), true);
                self.refused(id, done);
            }
            CatalogueEvent::Fetched { url, why, bytes } => {
                let read = why.map_or(Ok(bytes), |why| Err(format!("{url}: {why}")));
                self.fetched(&url, read);
            }
        }
    }

    fn refused(&mut self, id: RequestId, done: Result<(), String>) {
        if let Err(why) = done {
            self.answer(id, Err(HostError::failed(why)));
        }
    }

    fn fetch(&mut self, url: &str, most: usize) {
        self.out.add(&json!({"k": "fetch", "url": url, "most": most}), &[]);
    }

    fn say(&mut self, text: String, bad: bool) {
        self.waiting.push(HostEvent::Notify(Notice { text, bad }));
    }

    fn set_sources(&mut self, sources: &[String]) {
        let before = self.catalogues.indexes.len();
        self.catalogues.indexes.retain(|address, _| sources.contains(address));
        let mut changed = before != self.catalogues.indexes.len();
        for address in sources.iter().filter(|source| is_address(source)) {
            if self.catalogues.indexes.contains_key(address) {
                continue;
            }
            let copy = self.catalogues.files.get(address);
            let index = copy.and_then(|bytes| Catalogue::from_json(bytes, address).ok());
            changed |= index.is_some();
            if index.is_none() {
                self.say(format!("reading {}", address_host(address)), false);
            }
            self.catalogues.indexes.insert(address.clone(), index);
            self.fetch(address, INDEX_BYTES);
        }
        if changed {
            self.list_carts();
        }
    }

    fn read_label(&mut self, id: RequestId, name: String) {
        let Some((address, _, cart)) = self.catalogues.find(&name) else {
            let read = CartRead { name, ..CartRead::default() };
            return self.waiting.push(HostEvent::Reply(id, Ok(Response::CartRead(Box::new(read)))));
        };
        let url = file_address(address, &cart.label);
        let read =
            CartRead { name, title: cart.title.clone(), about: cart.about_line(), ..CartRead::default() };
        self.catalogues.labels.insert(url.clone(), (id, read));
        self.fetch(&url, CATALOGUE_LABEL_BYTES);
    }

    fn load_listed(&mut self, id: RequestId, name: &str, param: String, copies: bool) -> Result<(), String> {
        let found = match name.strip_prefix('#') {
            Some(cart) => self.catalogues.indexes.iter().find_map(|(address, index)| {
                let index = index.as_ref()?;
                index.find(cart).map(|cart| (address, index, cart))
            }),
            None => self.catalogues.find(name),
        };
        let (address, index, cart) =
            found.ok_or_else(|| format!("{name} is not on this page, nor in a catalogue"))?;
        let carts: Vec<CatalogueCart> = index.with_loaded(&cart.id).into_iter().cloned().collect();
        let (address, title) = (address.clone(), cart.title.clone());
        let files = carts.iter().map(|cart| (file_address(&address, &cart.file), cart));
        let is_here = |url: &str, cart: &CatalogueCart| {
            self.catalogues.files.get(url).is_some_and(|bytes| cart.check_bytes(bytes, url).is_ok())
        };
        let waits: Vec<String> =
            files.filter(|(url, cart)| !is_here(url, cart)).map(|(url, _)| url).collect();
        if !waits.is_empty() {
            self.say(format!("downloading {title}"), false);
        }
        waits.iter().for_each(|url| self.fetch(url, CATALOGUE_CART_BYTES));
        self.catalogues.load = Some(PendingLoad { id, param, copies, index: address, carts, waits });
        self.load_if_there()
    }

    fn fetched(&mut self, url: &str, read: Result<Vec<u8>, String>) {
        if let Some((id, mut label)) = self.catalogues.labels.remove(url) {
            label.label = read.ok().and_then(|bytes| Label::from_png(&bytes, url));
            return self.waiting.push(HostEvent::Reply(id, Ok(Response::CartRead(Box::new(label)))));
        }
        if self.catalogues.indexes.contains_key(url) {
            return self.index_fetched(url, read);
        }
        if let Err(why) = self.cart_fetched(url, read)
            && let Some(load) = self.catalogues.load.take()
        {
            self.waiting.push(HostEvent::Reply(load.id, Err(HostError::failed(why))));
        }
    }

    fn index_fetched(&mut self, url: &str, read: Result<Vec<u8>, String>) {
        let index =
            read.and_then(|bytes| Ok((Catalogue::from_json(&bytes, url).map_err(|e| e.to_string())?, bytes)));
        let known = self.catalogues.indexes.get(url).is_some_and(Option::is_some);
        match index {
            Ok((index, bytes)) => {
                self.out.add(&json!({"k": "keep", "name": format!("{CATALOGUE}{url}")}), &bytes);
                if !known {
                    let carts = cart_count(index.carts.len());
                    self.say(format!("{} is on the shelf: {carts}", index.title), false);
                }
                self.catalogues.indexes.insert(url.to_string(), Some(index));
                self.list_carts();
            }
            Err(why) => {
                self.say(format!("{why}{}", if known { "; showing the last copy" } else { "" }), true)
            }
        }
    }

    fn cart_fetched(&mut self, url: &str, read: Result<Vec<u8>, String>) -> Result<(), String> {
        let Some(load) = &mut self.catalogues.load else { return Ok(()) };
        let Some(at) = load.waits.iter().position(|wait| wait == url) else { return Ok(()) };
        load.waits.remove(at);
        let cart = load.carts.iter().find(|cart| file_address(&load.index, &cart.file) == url);
        match (read, cart) {
            (Ok(bytes), Some(cart)) => {
                cart.check_bytes(&bytes, url).map_err(|e| e.to_string())?;
                let is_new = !self.catalogues.files.contains_key(url);
                if !is_new || self.catalogues.files.len() < KEPT_MAX {
                    self.out.add(&json!({"k": "keep", "name": format!("{CATALOGUE}{url}")}), &bytes);
                }
                self.catalogues.files.insert(url.to_string(), bytes);
            }
            (Err(why), _) if self.catalogues.files.contains_key(url) => {
                self.say(format!("{why}; playing the last copy"), true);
            }
            (Err(why), _) => return Err(why),
            (Ok(_), None) => {}
        }
        self.load_if_there()
    }

    fn load_if_there(&mut self) -> Result<(), String> {
        let Some(PendingLoad { id, param, copies, index, carts, .. }) =
            self.catalogues.load.take_if(|load| load.waits.is_empty())
        else {
            return Ok(());
        };
        if copies {
            let bytes =
                |cart: &CatalogueCart| self.catalogues.files.get(&file_address(&index, &cart.file)).cloned();
            let files = carts.iter().filter_map(|cart| Some((cart.file_name(), bytes(cart)?))).collect();
            return self.copy_as_own(id, files);
        }
        let file = |cart: &CatalogueCart| {
            let bytes = self.catalogues.files.get(&file_address(&index, &cart.file))?;
            Some((PathBuf::from(cart.file_name()), bytes.clone()))
        };
        let source = MemorySource(carts.iter().filter_map(file).collect());
        let first = carts.first().ok_or("found no cart")?;
        let name = first.file_name();
        let loaded = Loader::new(source).open(self.carts.entries(), &name, &DataPlaces::default());
        let loaded = loaded.map_err(|e| e.to_string())?.runnable().map_err(|e| e.to_string())?;
        let key = key(&index, first);
        self.out.add(&json!({"k": "load", "id": id, "name": first.id, "key": key, "param": param}), &[]);
        let named = format!("{CATALOGUE}{}", file_address(&index, &first.file));
        let cart = Cart { key: Some(key), origin: Origin::File(PathBuf::from(named)), ..loaded.cart };
        let said = Some(format!("playing {}", first.title));
        self.dropped = Some(PendingCart { id, cart, said, resume: false });
        Ok(())
    }
}

#[cfg(test)]
#[path = "../tests/unit/downloads.rs"]
mod tests;
