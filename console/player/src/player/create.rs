//! Carts of the user's own: new ones, and a cart that is saved as another file.
//!
//! ```text
//! new, reboot, F2 on the shelf  ──> Request::NewCart ── Response::Cart ──> the editors of the new file
//! `rasher new.p8`, an example   ──┘
//! F2 on another cart            ──> Request::LoadCart ── Response::Cart ──> the editors of that cart
//! save NAME                     ──> Request::SaveAs ── Response::Cart ──> the same editors, which now edit NAME
//! shelf: make this mine         ──> Request::NewCart of an example or file ──> the editors of the copy
//!        duplicate              ──> the same ──> the shelf, with the copy selected
//!        rename, delete, undo   ──> Request::MoveCart ── Response::Text ──> the shelf;  the cart's editors stay
//! ```

use super::Player;
use super::phase::About;
use super::replies::Pending;
use crate::cartridge::CartStart;
use crate::library::Listed;
use crate::protocol::{Request, SavedAs};
use crate::run_loop::WORTH;
use editors::{EditInput, Editors, SourceFile};
use std::path::{Path, PathBuf};
use studio::{NEW, Question};

fn ending(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    lower.rfind(".p8").map_or(String::new(), |at| lower[at..].to_string())
}

fn file_name(path: Option<&Path>) -> String {
    path.and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned()
}

impl Player {
    pub(super) fn new_cart(&mut self, to: Option<PathBuf>, from: String) {
        self.ask(Request::NewCart { to, from }, Pending::EditCart);
    }

    /// Inserts a cart to be edited: there is no question about its last run, which the pause menu offers.
    pub(super) fn edit_cart(&mut self, start: CartStart) {
        self.insert_edited(start, None);
    }

    fn insert_edited(&mut self, mut start: CartStart, editors: Option<Editors>) {
        let kept = start.kept_run.take().filter(|kept| kept.recording.frames() >= WORTH);
        self.take_cart(start);
        self.start.left_behind = kept.map(|kept| (kept, true));
        if let Some(editors) = editors {
            self.editing.of.insert(self.cart.key().to_string(), editors);
        }
        self.toggle_editors();
    }

    /// Edits a cart of the shelf: of an example, a copy in Lua.
    pub(super) fn edit_listed(&mut self, name: String) {
        if name == NEW {
            return self.new_cart(None, String::new());
        }
        if self.library.examples.iter().any(|cart| cart.name == name) {
            return self.new_cart(None, name);
        }
        if self.library.is_download(&name) {
            return self.new_cart(None, name);
        }
        self.ask(Request::LoadCart { name, param: String::new(), from: None }, Pending::EditCart);
    }

    /// Copies a cart of the shelf: an own one stays on the shelf, another one is edited.
    pub(super) fn copy_listed(&mut self, name: String) {
        let is_own = self.library.is_own(&name);
        let pending = if is_own { Pending::Duplicate } else { Pending::EditCart };
        self.ask(Request::NewCart { to: None, from: name }, pending);
    }

    /// Renames an own cart, or takes it out of the bin; without a name it is put there.
    pub(super) fn move_own(&mut self, from: &str, name: Option<String>) {
        let mut known = self.library.files.iter().chain(&self.library.deleted);
        let Some(cart) = known.find(|cart| cart.name == from).cloned() else { return };
        let (key, date) = (cart.key().to_string(), self.date());
        // The rest of the history belongs into the log before that is renamed.
        let editors = self.editing.of.get_mut(&key);
        if let Some(entries) = editors.and_then(|editors| editors.keep_history(date)) {
            self.request(Request::WriteHistory(key, entries));
        }
        self.ask(Request::MoveCart(PathBuf::from(from), name), Pending::MoveCart(Box::new(cart)));
    }

    /// `to`: the new path. The cart's key stays.
    pub(super) fn moved_own(&mut self, old: &Listed, to: String) {
        if let Some(editors) = self.editing.of.get_mut(old.key()) {
            let [from, to] = [&old.name, &to].map(|path| file_name(Some(Path::new(path))));
            editors.rename_source(&from, &to);
        }
        for (name, mark) in self.library.marks.renamed(&old.name, &to) {
            self.mark_cart(name, mark);
        }
        let (was_own, is_own) = (self.library.is_own(&old.name), self.library.is_own(&to));
        let title = format::cart_name(&to).unwrap_or(&old.title).to_string();
        match (was_own, is_own) {
            (true, false) => self.notify(format!("{title} is deleted: esc, undo delete brings it back")),
            (false, true) => self.notify(format!("{title} is back")),
            _ => {}
        }
        // The next scan knows the rest, and the one before the answer may know the new name.
        self.library.files.retain(|cart| cart.name != old.name);
        self.library.deleted.retain(|cart| cart.name != old.name);
        let list = if is_own { &mut self.library.files } else { &mut self.library.deleted };
        list.retain(|cart| cart.name != to);
        list.push(Listed { name: to.clone(), title, ..old.clone() });
        if self.cart.is_shelf() {
            self.show_shelf(to);
        }
    }

    pub(super) fn duplicated(&mut self, start: &CartStart) {
        if self.cart.is_shelf() {
            self.show_shelf(start.cart.load_name());
        }
    }

    /// An example that comes with the program is in Rust: its code could not be edited. A cart of a catalogue is replaced by the next one.
    pub(super) fn edits_copy(&mut self) -> bool {
        let (name, is_own) = (self.cart.name.clone(), self.cart.origin.path().is_some());
        let is_example = !is_own && self.library.examples.iter().any(|cart| cart.name == name);
        if is_example {
            self.new_cart(None, name);
        } else if self.library.is_download(&self.cart.load_name()) {
            self.new_cart(None, self.cart.load_name());
            return true;
        }
        is_example
    }

    pub(super) fn ask_to_create(&mut self, path: PathBuf) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let question =
            Question::new(&format!("create {name}?"), "there is no such file", &["create", "cancel"]);
        self.ask_person(question, About::Create(path));
    }

    /// The files of code that the editors have not saved.
    pub fn unsaved_sources(&self) -> Vec<SourceFile> {
        self.editors().map(Editors::sources_unsaved).unwrap_or_default()
    }

    pub(super) fn save_as(&mut self, name: &str) {
        let Some(from) = self.cart.origin.file().map(Path::to_path_buf) else {
            return self.print_to_prompt("this cart has no file: use export", true);
        };
        let own = ending(&from.to_string_lossy());
        let name = if Path::new(name).extension().is_none() { name.to_string() + &own } else { name.into() };
        if ending(&name).is_empty() {
            return self
                .print_to_prompt(&format!("{name}: expected a name that ends in .p8 or .p8.png"), true);
        }
        let (to, unsaved) = (self.path(&name), self.unsaved_sources());
        if to == self.path(&from.to_string_lossy()) {
            return self.edit(&EditInput::Save);
        }
        let (rom, key) = (self.cart.rom.clone(), self.cart.key().to_string());
        let saved = SavedAs { from, to, key, rom, unsaved: unsaved.clone() };
        self.ask(Request::SaveAs(Box::new(saved)), Pending::SaveAs(unsaved));
    }

    /// The file that was edited before stays as it was saved last.
    pub(super) fn saved_as(&mut self, start: CartStart, unsaved: Vec<SourceFile>) {
        let old = self.cart.key().to_string();
        let (from, to) = (file_name(self.cart.origin.file()), file_name(start.cart.origin.file()));
        let data = start.cart.rom.data.clone();
        self.close_editors();
        let mut editors = self.editing.of.remove(&old);
        if let Some(entries) = editors.as_mut().map(Editors::leave_history) {
            self.request(Request::WriteHistory(old, entries));
        }
        editors.iter_mut().for_each(|editors| editors.rename_source(&from, &to));
        self.insert_edited(start, editors);
        let files = unsaved.into_iter().map(|file| match file.name == from {
            true => SourceFile { name: to.clone(), ..file },
            false => file,
        });
        self.edit(&EditInput::SourcesSaved(files.collect(), Ok(to.clone())));
        self.edit(&EditInput::Saved(data, Ok(to)));
        self.read_sources();
    }
}
