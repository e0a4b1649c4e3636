//! Opens, writes and loads the user's own carts. `own.rs` has what the browser keeps of them.
//!
//! ```text
//! opened file ── known? ── claim: its key ──> claimed ──┐
//! new, copy, save as, rename, delete ───────────────────┴── write_own ── own-done ── Then: reply, load, new code
//! ```

use crate::host::{PageHost, PendingCart};
use crate::own::{CARTS_MAX, CartFiles, Changes, OWN, OwnEvent, Then, file_name, new_cart, parts, split};
use loader::{DataPlaces, LoadError, Loader};
use player::{Cart, CartRead, HostError, HostEvent, NewCode, Request, RequestId, Response};
use serde_json::json;
use std::path::Path;
use studio::{Label, Notice};

impl PageHost {
    /// Returns a request that is not about own carts. `body`: the file of an event of the page.
    pub(crate) fn on_own(&mut self, event: OwnEvent, body: &[u8]) -> Option<(RequestId, Box<Request>)> {
        match event {
            OwnEvent::Request(id, request) => {
                return self.own_request(id, *request).map(|rest| (id, Box::new(rest)));
            }
            OwnEvent::Done(number, why) => self.written(number, why),
            OwnEvent::Claimed(key) => self.claimed(&key),
            OwnEvent::Resume(path) => {
                if let Err(why) = self.load_own(0, &path, String::new(), None) {
                    self.say_of_own(why, true);
                }
            }
            OwnEvent::Changed(name, is_gone) => {
                self.own.take(name, Some(body.to_vec()).filter(|_| !is_gone));
                self.list_carts();
            }
            OwnEvent::Download(ending) => self.download_cart(&ending),
            OwnEvent::Share => self.share_cart(),
            OwnEvent::Begins => {
                if let Some(path) = self.own.replaced.take() {
                    let code = Box::new(self.compiled(&path, &[]));
                    let read =
                        self.own.bytes(&path).and_then(|bytes| format::read_cartridge(bytes, &path).ok());
                    self.waiting.extend(read.map(|cartridge| HostEvent::Data(Box::new(cartridge.rom))));
                    self.waiting.push(HostEvent::Code(code));
                }
            }
            OwnEvent::Renamed { key, file, to } => {
                let log = format::with_file_renamed(body, &file, &to);
                self.out.add(&json!({"k": "edits", "key": key, "whole": true}), &log);
                self.edits.insert(key, log);
            }
        }
        None
    }

    pub(crate) fn say_of_own(&mut self, text: String, bad: bool) {
        self.waiting.push(HostEvent::Notify(Notice { text, bad }));
    }

    /// A number that is hard to guess twice, for a new id.
    pub(crate) fn random(&mut self) -> u64 {
        self.own.drawn += 1;
        let seed = [self.boot.any, self.boot.unix as u64, self.own.drawn].map(u64::to_le_bytes).concat();
        rasher::Digest::of(&seed)
    }

    /// All carts of the shelf that come and go: own ones, and those of catalogues.
    pub(crate) fn list_carts(&mut self) {
        let remote = self.catalogues.listed();
        let has_folders = !self.catalogues.indexes.is_empty();
        let carts = self.own.carts().into_iter().chain(remote).collect();
        self.waiting.push(HostEvent::Carts(carts, has_folders));
    }

    pub(crate) fn write_own(&mut self, changes: Changes, then: Then) {
        self.own.last += 1;
        let size = |bytes: &Option<Vec<u8>>| bytes.as_ref().map_or(-1, |bytes| bytes.len() as i64);
        let names: Vec<_> = changes.iter().map(|(name, bytes)| json!([name, size(bytes)])).collect();
        let body: Vec<u8> =
            changes.iter().filter_map(|(_, bytes)| bytes.as_deref()).flatten().copied().collect();
        self.out.add(&json!({"k": "own", "number": self.own.last, "files": names}), &body);
        self.own.writes.insert(self.own.last, (changes, then));
    }

    fn written(&mut self, number: u32, why: Option<String>) {
        let Some((changes, then)) = self.own.writes.remove(&number) else { return };
        if let Some(why) = why {
            match then {
                Then::Reply(id, _) | Then::Saved(id, ..) => self.answer(id, Err(HostError::failed(why))),
                Then::Load(id, ..) if id != 0 => self.answer(id, Err(HostError::failed(why))),
                Then::Load(..) | Then::Nothing => self.say_of_own(why, true),
            }
            return;
        }
        let is_listed = changes.iter().any(|(name, _)| name.starts_with(&format!("{OWN}/")));
        changes.into_iter().for_each(|(name, bytes)| self.own.take(name, bytes));
        if is_listed {
            self.list_carts();
        }
        match then {
            Then::Nothing => {}
            Then::Reply(id, text) => self.answer(id, Ok(Response::Text(text))),
            Then::Saved(id, names, path) => {
                self.answer(id, Ok(Response::Text(names)));
                let code = self.compiled(&path, &[]);
                self.waiting.push(HostEvent::Code(Box::new(code)));
            }
            Then::Load(id, path, said) => {
                if let Err(why) = self.load_own(id, &path, String::new(), Some(said)) {
                    match id {
                        0 => self.say_of_own(why, true),
                        id => self.answer(id, Err(HostError::failed(why))),
                    }
                }
            }
        }
    }

    pub(crate) fn answer(&mut self, id: RequestId, reply: Result<Response, HostError>) {
        self.waiting.push(HostEvent::Reply(id, reply));
    }

    pub(crate) fn compiled(&self, path: &str, edited: &[(String, Vec<u8>)]) -> NewCode {
        let file = Path::new(path);
        let code = Loader::new(self.own.source(path)).lua_code(file, edited);
        NewCode::compile(file, code.map_err(|error| error.fault(file)))
    }

    /// Asks for the stored files of an own cart, with which it begins. Without a line about it, its run is resumed.
    pub(crate) fn load_own(
        &mut self,
        id: RequestId,
        path: &str,
        param: String,
        said: Option<String>,
    ) -> Result<(), String> {
        let (key, file) = parts(path).ok_or_else(|| format!("{path}: not one of your carts"))?;
        if self.own.bytes(path).is_none() {
            return Err(format!("{file}: not found; another window may have renamed or deleted it"));
        }
        let key = key.to_string();
        let loaded =
            Loader::new(self.own.source(path)).open(self.carts.entries(), path, &DataPlaces::default());
        let mut loaded = loaded.map_err(|e| e.to_string())?;
        // Code that does not compile is shown where it would run.
        if let Some(error) = loaded.error.take_if(|error| !matches!(error, LoadError::Code { .. })) {
            return Err(error.to_string());
        }
        let cart = Cart { key: Some(key.clone()), ..loaded.cart };
        self.out.add(&json!({"k": "load", "id": id, "name": cart.name, "key": key, "param": param}), &[]);
        self.dropped = Some(PendingCart { id, cart, resume: said.is_none(), said });
        Ok(())
    }

    /// Opens a cart as one of the user's own: the same one is not kept twice.
    pub(crate) fn open_as_own(
        &mut self,
        files: CartFiles,
        key: &str,
        was: &str,
        said: String,
    ) -> Result<(), String> {
        let (file, bytes) = files.first().ok_or("found no cart")?;
        let known = self.own.paths().find(|path| self.own.bytes(path) == Some(bytes)).map(str::to_string);
        if let Some(path) = known {
            return self.load_own(0, &path, String::new(), Some(said));
        }
        if self.own.paths().count() >= CARTS_MAX {
            return Err(format!(
                "{file}: there are {CARTS_MAX} carts of yours, the most that a page keeps: delete some"
            ));
        }
        let place = split(file).0;
        self.out.add(&json!({"k": "claim", "key": key, "was": was, "place": place}), &[]);
        self.own.opened.push_back((files, said));
        Ok(())
    }

    fn claimed(&mut self, key: &str) {
        let Some((files, mut said)) = self.own.opened.pop_front() else { return };
        let Some((file, _)) = files.first() else { return };
        let (name, ending) = split(file);
        let mut changes = Vec::new();
        let (key, file) = match self.own.path_of_key(key).map(str::to_string) {
            // Another version of that cart, as its id and its name are the same.
            Some(path) if path.ends_with(&format!("/{file}")) => {
                changes = self.own.change_to_bin(&path).0;
                // The same path is written below.
                changes.remove(0);
                said = format!("{file} replaces the last one: esc, undo delete brings that back");
                self.own.replaced = Some(path);
                (key.to_string(), file.clone())
            }
            _ => (self.own.free_key(key), self.own.free_name(name, ending)),
        };
        let path = format!("{OWN}/{key}/{file}");
        changes.extend(new_cart(&path, files));
        self.write_own(changes, Then::Load(0, path, said));
    }

    /// Writes a cart of these files under a new key, and loads it for a request.
    pub(crate) fn write_new(&mut self, id: RequestId, file: &str, files: CartFiles) {
        let key = format::new_cart_id(self.random());
        let path = format!("{OWN}/{key}/{file}");
        self.write_own(new_cart(&path, files), Then::Load(id, path, String::new()));
    }

    pub(crate) fn read_own(&self, name: String) -> CartRead {
        let Some(bytes) = self.own.bytes(&name) else {
            return CartRead { wrong: "not found".to_string(), name, ..CartRead::default() };
        };
        let file = file_name(Path::new(&name));
        match format::read_cartridge(bytes, &file) {
            Ok(cartridge) => {
                let mut head = cartridge.head().into_iter();
                let (title, about) = (head.next().unwrap_or_default(), head.next().unwrap_or_default());
                let taken = parts(&name).and_then(|(key, _)| self.own.label(key));
                let label = cartridge.label.or(taken).map(Label::new);
                CartRead { name, title, about, wrong: String::new(), label }
            }
            Err(e) => CartRead { name, wrong: e.to_string(), ..CartRead::default() },
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/own.rs"]
mod tests;
