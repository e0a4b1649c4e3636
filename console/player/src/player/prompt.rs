//! The editors' prompt: commands that the player carries out.
//!
//! ```text
//! Lua ──> a copy of the console: output, values or an error ── something changed? ──> Edit::Run, recorded like any edit
//! run, resume, load, save ──> as by key or menu       ls, import, export ──> a Request, whose Response is shown
//! ```

use super::Player;
use super::replies::{Listing, Pending};
use crate::protocol::{Export, Request};
use editors::{EditInput, PromptCommand, lines_of};
use loader::Origin;
use rasher::{Edit, Rom, ability};
use std::path::{Component, Path, PathBuf};
use studio::Piece;

fn settled(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    if out.as_os_str().is_empty() { PathBuf::from(".") } else { out }
}

fn given_to_print(text: &str) -> Option<&str> {
    let text = text.trim();
    text.strip_prefix('?').or_else(|| text.strip_prefix("print(")?.strip_suffix(')'))
}

impl Player {
    pub(super) fn print_to_prompt(&mut self, text: &str, bad: bool) {
        self.print_lines(text.lines().map(str::to_string).collect(), bad);
    }

    fn print_lines(&mut self, lines: Vec<String>, bad: bool) {
        self.edit(&EditInput::Answer(lines, bad));
    }

    fn folder(&self) -> PathBuf {
        let own = self.cart.origin.path().map(|path| match self.cart.origin {
            Origin::File(_) => settled(path.parent().unwrap_or(Path::new(""))),
            _ => settled(path),
        });
        self.editing.folder.clone().or(own).unwrap_or_else(|| PathBuf::from("."))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        settled(&self.folder().join(name))
    }

    fn list(&mut self, path: PathBuf, listing: Listing) {
        self.ask(Request::ListFolder(path.clone()), Pending::List(path, listing));
    }

    pub(super) fn prompted(&mut self, command: PromptCommand) {
        match command {
            PromptCommand::Lua(text) => {
                let mut printed = Vec::new();
                let done = self.lua(&text, &mut printed);
                let readable =
                    |text: String| text.replace(|letter: char| letter.is_control() && letter != '\n', "");
                self.print_lines(printed.into_iter().map(readable).collect(), false);
                match done {
                    Ok(lines) => self.print_lines(lines, false),
                    Err(why) => self.print_lines(vec![why], true),
                }
            }
            PromptCommand::Resume => self.close_editors(),
            PromptCommand::Run(param) => {
                self.start.param = param;
                if !self.compile_unsaved() {
                    self.restart_on_request();
                }
            }
            PromptCommand::Load(_)
            | PromptCommand::New(_)
            | PromptCommand::Shelf
            | PromptCommand::Shutdown
                if self.warn_of_unsaved() =>
            {
                self.print_to_prompt(
                    "unsaved changes: Ctrl+S saves them, or repeat the command and find them here next time",
                    true,
                );
            }
            PromptCommand::New(from) => self.new_cart(None, from),
            PromptCommand::Load(name) => {
                let is_file = format::may_hold_cartridge(&name);
                let name = if is_file { self.path(&name).display().to_string() } else { name };
                // As for a cart's own `load`: `load game` is also game.p8 in this folder.
                let from = (!is_file).then(|| self.path("load"));
                self.load_cart(name, String::new(), from);
            }
            PromptCommand::Save(name) if name.is_empty() => self.edit(&EditInput::Save),
            PromptCommand::Save(name) => self.save_as(&name),
            PromptCommand::Ls => self.list(self.folder(), Listing::List),
            PromptCommand::Names(folder) => self.list(self.path(&folder), Listing::Names),
            PromptCommand::Cd(name) => self.list(self.path(&name), Listing::Enter),
            PromptCommand::Mkdir(name) => self.prompt_asks(Request::MakeFolder(self.path(&name))),
            PromptCommand::Folder => self.prompt_asks(Request::OpenFolder(self.folder())),
            PromptCommand::Import(name) => {
                // An import may crash: keep all edits first.
                self.keep_history();
                self.ask(Request::Import(self.path(&name), self.cart.rom.clone()), Pending::Import);
            }
            PromptCommand::Export { name, over, piece, file } => {
                let editors = self.editors();
                let piece = piece.or(editors.map(editors::Editors::piece));
                if format::is_page(&name) {
                    if editors.is_some_and(editors::Editors::is_changed) {
                        return self.print_to_prompt("save first: the page is made from the file", true);
                    }
                    self.print_to_prompt("making the page: the first one may take minutes", false);
                }
                self.prompt_asks(Request::Export(Box::new(Export {
                    to: self.path(&name),
                    over,
                    name: self.cart.load_name(),
                    key: self.cart.key().to_string(),
                    like: self.cart.origin.file().map(Path::to_path_buf),
                    rom: self.cart.rom.clone(),
                    code: self.cart.code().map(|code| code.text.to_vec()).unwrap_or_default(),
                    unsaved: self.unsaved_sources(),
                    piece: piece.unwrap_or(Piece::Sfx(0)),
                    file,
                })));
            }
            PromptCommand::Share => self.share_cart(),
            PromptCommand::Shelf => {
                self.close_editors();
                self.leave_cart();
            }
            PromptCommand::Shutdown => self.quit(),
        }
    }

    /// Runs Lua on a copy of the console. Returns the values; `printed` gets the output. A change becomes an edit of
    /// this moment.
    fn lua(&mut self, text: &str, printed: &mut Vec<String>) -> Result<Vec<String>, String> {
        let Some(run) = &mut self.run_loop.run else { return Err("no cart is running".to_string()) };
        let is_value =
            |text: &str| run.console().clone().run_text(text).is_ok_and(|values| values.len() == 1);
        let given = given_to_print(text);
        let text = given.filter(|value| is_value(value)).unwrap_or(text);
        let mut copy = run.console().clone();
        let mut values = copy.run_text_printing(text, printed)?;
        if copy.digest() != run.console().digest() {
            if !run.console().machine().allows(ability::REWIND) {
                return Err("the cart forbids edits in this run".to_string());
            }
            run.edit(Edit::Run { text: text.to_string() }).map_err(|error| error.to_string())?;
            self.run_loop.stale = true;
            self.show_game();
        }
        if given.is_some() && !printed.is_empty() {
            // `print` returns a column, which is of no interest.
            values.clear();
        }
        // Short values go in one line.
        let values: Vec<Vec<String>> = values.iter().map(lines_of).collect();
        let is_short = !values.is_empty() && values.iter().all(|lines| lines.len() == 1);
        let lines = values.concat();
        Ok(if is_short { vec![lines.join("  ")] } else { lines })
    }

    pub(super) fn prompt_asks(&mut self, request: Request) {
        self.ask(request, Pending::Prompt);
    }

    pub(super) fn listed(&mut self, path: PathBuf, names: Vec<String>, listing: Listing) {
        self.edit(&EditInput::Names(names.clone()));
        let shown = path.display().to_string();
        match listing {
            Listing::Names => {}
            Listing::List => {
                let all = if names.is_empty() { "empty folder".to_string() } else { names.join("  ") };
                self.print_lines(vec![shown, all], false);
            }
            Listing::Enter => {
                self.print_lines(vec![shown], false);
                self.editing.folder = Some(path);
            }
        }
    }

    pub(super) fn imported(&mut self, rom: Rom, about: &str) {
        self.edit(&EditInput::Import(rom.data, rom.sounds));
        let lines = about.lines().chain(["imported: Ctrl+Z undoes it"]).map(str::to_string).collect();
        self.print_lines(lines, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_worked_out_as_text() {
        let cases = [
            ("a/./b", "a/b"),
            ("a/../b", "b"),
            ("..", ".."),
            ("../..", "../.."),
            ("a/..", "."),
            ("/a/..", "/"),
        ];
        for (path, want) in cases {
            assert_eq!(settled(Path::new(path)), Path::new(want), "{path}");
        }
    }
}
