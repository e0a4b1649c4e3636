//! The player's requests on the user's own carts; `own.rs` has the carts. The window's are in `rasher-desktop`.
//!
//! ```text
//! NewCart SaveAs MoveCart        other files, written at once or not at all
//! ReadSources WriteSources WriteData Compile Pack ReadCart WriteLabel ListFolder LoadCart
//! Export                         a file for the user: .p8, .p8.png, .p8.rom or a part of the data
//! ```

use crate::catalogues::{CATALOGUE, CatalogueEvent};
use crate::host::PageHost;
use crate::own::{CartFiles, OWN, OwnCarts, Then, file_name, split};
use format::{
    CART_ID_ADDED, cartridge_like, read_code, update_code, update_source, with_new_id, without_cart_id,
};
use loader::{Loader, included_files};
use player::{EditedData, Export, HostError, Request, RequestId, Response, SavedAs, SourceFile};
use rasher::{PIXELS, Rom};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const UNNAMED: &str = "untitled";

type Done = Result<(), String>;

/// Code of the editors, as the loader takes it.
pub(crate) fn texts(sources: Vec<SourceFile>) -> Vec<(String, Vec<u8>)> {
    sources.into_iter().map(|SourceFile { name, text }| (name, text)).collect()
}

fn is_own(path: &Path) -> bool {
    path.starts_with(OWN)
}

impl PageHost {
    /// Carries out a request on an own cart; returns any other one.
    pub(crate) fn own_request(&mut self, id: RequestId, request: Request) -> Option<Request> {
        let done = match request {
            Request::LoadCart { name, param, .. } => match self.own.find(&name) {
                Some(path) => self.load_own(id, &path, param, Some(String::new())),
                None => return Some(Request::LoadCart { name, param, from: None }),
            },
            Request::ReadCart(name) if is_own(Path::new(&name)) => {
                let read = self.read_own(name);
                self.answer(id, Ok(Response::CartRead(Box::new(read))));
                Ok(())
            }
            Request::NewCart { from, .. } => self.own_copy(id, &from),
            Request::MoveCart(from, name) => self.move_own(id, &from.to_string_lossy(), name.as_deref()),
            Request::SaveAs(saved) => self.save_own_as(id, *saved),
            Request::ReadSources(path) => self.read_own_sources(id, &path),
            Request::WriteSources(path, edited) => self.write_own_sources(id, &path, edited),
            Request::WriteData(edited) => self.write_own_data(id, &edited),
            Request::Compile(path, sources) => {
                let code = self.compiled(&path.to_string_lossy(), &texts(sources));
                self.answer(id, Ok(Response::Code(Box::new(code))));
                Ok(())
            }
            Request::Pack(code) => {
                self.answer(id, Ok(Response::PackedSize(format::packed_len(&code))));
                Ok(())
            }
            Request::WriteLabel(key, picture) if self.own.path_of_key(&key).is_some() => {
                let said = "label kept: it is on the shelf and in the .p8.png that you export";
                let change = (OwnCarts::label_name(&key), Some(picture.to_vec()));
                self.write_own(vec![change], Then::Reply(id, said.to_string()));
                Ok(())
            }
            Request::ListFolder(path) if is_own(&path) || path == Path::new(".") => {
                let names = self.own.paths().map(|path| file_name(Path::new(path))).collect();
                self.answer(id, Ok(Response::Names(names)));
                Ok(())
            }
            Request::Export(export) => self.export_own(id, *export),
            other => return Some(other),
        };
        if let Err(why) = done {
            self.answer(id, Err(HostError::failed(why)));
        }
        None
    }

    /// A new cart: blank, an example, or a copy of an own cart, of a catalogue's or of a link's.
    fn own_copy(&mut self, id: RequestId, from: &str) -> Done {
        if from.starts_with(&format!("{OWN}/")) {
            return self.copy_as_own(id, self.own.files_of(from));
        }
        if let Some(files) = self.own.linked.get(from) {
            return self.copy_as_own(id, files.clone());
        }
        if from.starts_with(CATALOGUE) {
            self.on_catalogue(CatalogueEvent::Copy { id, name: from.to_string() });
            return Ok(());
        }
        let name = if from.is_empty() { UNNAMED } else { from };
        let bytes = shelf::new_cartridge(name, from).map_err(|e| e.to_string())?;
        // One that was never edited is used again.
        let is_unused = |path: &&str| self.own.bytes(path) == Some(&bytes) && !self.has_edits(path);
        let unused = self.own.paths().find(is_unused).map(str::to_string);
        if let Some(path) = unused {
            return self.load_own(id, &path, String::new(), Some(String::new()));
        }
        let file = self.own.free_name(name, ".p8");
        self.write_new(id, &file, vec![(file.clone(), bytes)]);
        Ok(())
    }

    fn has_edits(&self, path: &str) -> bool {
        path.split('/').nth(1).is_some_and(|key| self.own.edited.contains(key))
    }

    /// Copies the files of a cart, which is another one from then on.
    pub(crate) fn copy_as_own(&mut self, id: RequestId, mut files: CartFiles) -> Done {
        let random = self.random();
        let (file, bytes) = files.first_mut().ok_or("found no cart")?;
        if let Some((new, _)) = with_new_id(bytes, random, true, file).map_err(|e| e.to_string())? {
            *bytes = new;
        }
        let (name, ending) = split(file);
        let file = self.own.free_name(name, ending);
        self.write_new(id, &file, files);
        Ok(())
    }

    fn move_own(&mut self, id: RequestId, from: &str, name: Option<&str>) -> Done {
        let bytes = self.own.bytes(from).ok_or_else(|| format!("{from}: not found"))?.to_vec();
        let parts: Vec<&str> = from.split('/').collect();
        let [.., key, file] = parts[..] else { return Err(format!("{from}: not one of your carts")) };
        let Some(name) = name else {
            let (changes, to) = self.own.change_to_bin(from);
            self.write_own(changes, Then::Reply(id, to));
            return Ok(());
        };
        let (_, ending) = split(file);
        let is_bad = name.is_empty() || name.starts_with('.') || name.contains(['/', '\\', ':', '\0']);
        if is_bad {
            return Err(format!(
                "{name}: expected the name of a file, without / \\ : and a dot at its start"
            ));
        }
        let to_file = format!("{name}{ending}");
        let is_taken = |path: &str| path != from && path.rsplit('/').next() == Some(&to_file);
        if self.own.paths().any(is_taken) {
            return Err(format!("{to_file}: already exists; not overwritten"));
        }
        let is_deleted = !is_own(Path::new(from));
        let key = match is_deleted && self.own.path_of_key(key).is_some() {
            true => format::new_cart_id(self.random()),
            false => key.to_string(),
        };
        let to = format!("{OWN}/{key}/{to_file}");
        if to != from && file != to_file {
            let head = json!({"k": "edits-wanted", "key": key, "file": file, "to": to_file});
            self.out.add(&head, &[]);
        }
        let mut changes = vec![(from.to_string(), None), (to.clone(), Some(bytes))];
        changes.retain(|(path, bytes)| to != from || path != from || bytes.is_some());
        self.write_own(changes, Then::Reply(id, to));
        Ok(())
    }

    /// The bytes of an own cart, with its id once its author saves or exports it.
    fn with_id(&mut self, path: &str) -> Result<Vec<u8>, String> {
        let file = file_name(Path::new(path));
        let bytes = self.own.bytes(path).ok_or_else(|| no_file(path))?.to_vec();
        let key = path.split('/').nth(1).and_then(|key| u64::from_str_radix(key, 16).ok());
        let random = key.unwrap_or_else(|| self.random());
        match with_new_id(&bytes, random, false, &file).map_err(|e| e.to_string())? {
            None => Ok(bytes),
            Some((new, _)) => {
                self.say_of_own(format!("{file}: added {CART_ID_ADDED}"), false);
                Ok(new)
            }
        }
    }

    fn read_own_sources(&mut self, id: RequestId, path: &Path) -> Done {
        let files = self.own.files_of(&path.to_string_lossy());
        let (own, bytes) = files.first().ok_or_else(|| no_file(&path.to_string_lossy()))?;
        let code = |name: &str, bytes: &[u8]| read_code(bytes, name).map(|code| without_cart_id(&code));
        let text = code(own, bytes).map_err(|e| e.to_string())?;
        let included = included_files(&text);
        let mut sources = vec![SourceFile { name: own.clone(), text }];
        for (name, bytes) in files.iter().skip(1).filter(|(name, _)| included.contains(name)) {
            let text = code(name, bytes).map_err(|e| e.to_string())?;
            sources.push(SourceFile { name: name.clone(), text });
        }
        self.answer(id, Ok(Response::Sources(sources)));
        Ok(())
    }

    fn write_own_sources(&mut self, id: RequestId, path: &Path, edited: Vec<(SourceFile, Vec<u8>)>) -> Done {
        let path = path.to_string_lossy().into_owned();
        if self.own.bytes(&path).is_none() {
            return Err(no_file(&path));
        }
        let own = file_name(Path::new(&path));
        let names = edited.iter().map(|(file, _)| file.name.clone()).collect::<Vec<_>>().join(", ");
        let mut changes = Vec::new();
        for (SourceFile { name, text }, base) in edited {
            let stored = OwnCarts::stored_name(&path, &name);
            let new = match self.own.bytes(&stored).map(<[u8]>::to_vec) {
                None => update_code(b"", &text, &name).map_err(|e| e.to_string())?,
                Some(_) if name == own => updated_source(&self.with_id(&path)?, &text, &base, &name)?,
                Some(old) => updated_source(&old, &text, &base, &name)?,
            };
            changes.push((stored, Some(new)));
        }
        self.write_own(changes, Then::Saved(id, names, path));
        Ok(())
    }

    fn write_own_data(&mut self, id: RequestId, edited: &EditedData) -> Done {
        let EditedData { folder, name, data, base, sounds, .. } = edited;
        let path = folder
            .as_ref()
            .map(|path| path.to_string_lossy().into_owned())
            .filter(|path| is_own(Path::new(path)));
        let path = path.ok_or_else(|| {
            format!("{name} is built into this page: `export {name}.p8` at the prompt saves your data, and dropped here it plays with them")
        })?;
        let (file, old) = (file_name(Path::new(&path)), self.with_id(&path)?);
        let found = format::read_cartridge(&old, &file).map_err(|e| e.to_string())?;
        let differs = found.rom.data.iter().zip(base.iter()).filter(|(a, b)| a != b).count();
        if differs > 0 {
            return Err(format!("{file}: another window has changed {differs} bytes of its data; not saved"));
        }
        let new = format::update_cartridge(&old, data, sounds, &file).map_err(|e| e.to_string())?;
        self.write_own(vec![(path, Some(new))], Then::Reply(id, file));
        Ok(())
    }

    /// All of a cart under another name: a new cart. One of another kind has its includes inside.
    fn save_own_as(&mut self, id: RequestId, saved: SavedAs) -> Done {
        let SavedAs { from, to, key, rom, unsaved } = saved;
        let (from, file) = (from.to_string_lossy().into_owned(), file_name(&to));
        if self.own.find(&file).is_some() {
            return Err(format!("{file}: already exists; not overwritten"));
        }
        let files = self.own.files_of(&from);
        let (own, bytes) = files.first().cloned().ok_or_else(|| no_file(&from))?;
        let edited = texts(unsaved);
        let text = |name: &str, bytes: &[u8]| match edited.iter().find(|(known, _)| known == name) {
            Some((_, text)) => Ok(text.clone()),
            None => read_code(bytes, name).map(|code| without_cart_id(&code)).map_err(|e| e.to_string()),
        };
        let is_text = file.to_ascii_lowercase().ends_with(".p8");
        let code = match is_text {
            true => text(&own, &bytes)?,
            false => without_cart_id(&self.whole_code(&from, &edited)?),
        };
        let whole = self.file_of(&file, &rom, &code, Some((&bytes, &own)), self.own.label(&key))?;
        let mut new = vec![(file.clone(), whole)];
        let included = included_files(&code);
        for (name, old) in files.iter().skip(1) {
            let bytes = match is_text && included.contains(name) {
                true => update_code(old, &text(name, old)?, name).map_err(|e| e.to_string())?,
                false => old.clone(),
            };
            new.push((name.clone(), bytes));
        }
        self.write_new(id, &file, new);
        Ok(())
    }

    fn whole_code(&self, path: &str, edited: &[(String, Vec<u8>)]) -> Result<Vec<u8>, String> {
        let code = Loader::new(self.own.source(path)).lua_code(Path::new(path), edited);
        code.map(|code| code.text.to_vec()).map_err(|e| e.to_string())
    }

    fn file_of(
        &self,
        file: &str,
        rom: &Arc<Rom>,
        code: &[u8],
        like: Option<(&[u8], &str)>,
        label: Option<Box<[u8; PIXELS]>>,
    ) -> Result<Vec<u8>, String> {
        let bytes = format::exported(file, rom, code).ok_or_else(|| match format::is_page(file) {
            true => format!("{file}: a page is made by `rasher export` from a .p8, which this page can export"),
            false => format!("{file}: expected a name that ends in .p8, .p8.png, .p8.rom, .png, .map, .flags, .sfx or .music"),
        })?;
        cartridge_like(&bytes.map_err(|e| e.to_string())?, file, like, label).map_err(|e| e.to_string())
    }

    fn export_own(&mut self, id: RequestId, export: Export) -> Done {
        let Export { to, key, like, rom, code, unsaved, .. } = export;
        let file = file_name(&to);
        let path =
            like.map(|path| path.to_string_lossy().into_owned()).filter(|path| is_own(Path::new(path)));
        let (old, code) = match &path {
            None => (None, code),
            Some(path) => {
                let old = self.with_id(path)?;
                let own = file_name(Path::new(path));
                let found = read_code(&old, &own).map_err(|e| e.to_string())?;
                let code = if unsaved.is_empty() { code } else { self.whole_code(path, &texts(unsaved))? };
                let id = format::cart_id(&found);
                let code = id.map_or_else(|| code.clone(), |id| format::with_cart_id(&code, id));
                if self.own.bytes(path) != Some(&old) {
                    self.write_own(vec![(path.clone(), Some(old.clone()))], Then::Nothing);
                }
                (Some((old, own)), code)
            }
        };
        let like = old.as_ref().map(|(old, own)| (&old[..], &**own));
        let bytes = self.file_of(&file, &rom, &code, like, self.own.label(&key))?;
        let kind = if file.ends_with(".png") { "image/png" } else { "application/octet-stream" };
        self.download(id, file, kind, &bytes);
        Ok(())
    }

    /// The running cart as a file for the user, with unsaved changes.
    pub(crate) fn download_cart(&mut self, ending: &str) {
        let Some(player) = self.player() else { return };
        let cart = player.cart();
        let own = cart.origin.file().map(file_name).unwrap_or_else(|| cart.name.clone());
        let export = Export {
            to: PathBuf::from(format!("{}{ending}", split(&own).0)),
            over: true,
            name: cart.load_name(),
            key: cart.key().to_string(),
            like: cart.origin.file().map(Path::to_path_buf),
            rom: cart.rom.clone(),
            code: cart.code().map(|code| code.text.to_vec()).unwrap_or_default(),
            unsaved: player.unsaved_sources(),
            piece: studio::Piece::Sfx(0),
            file: studio::SoundFile::default(),
        };
        if let Err(why) = self.export_own(0, export) {
            self.say_of_own(why, true);
        }
    }
}

fn updated_source(old: &[u8], text: &[u8], base: &[u8], file: &str) -> Result<Vec<u8>, String> {
    let new = update_source(old, text, base, file).map_err(|e| e.to_string())?;
    new.ok_or_else(|| format!("{file}: another window has changed its code; not saved"))
}

fn no_file(path: &str) -> String {
    let file = file_name(Path::new(path));
    format!("{file} is not one of your carts on this page: F2 makes a copy that is")
}
