//! Code in the editors: read when they open, saved, told what stopped the cart and where the run is to stop.
//!
//! ```text
//! F2 ──> Request::ReadSources ──> Response::Sources ──> the code editor
//! Ctrl+S ──> Request::WriteSources ──> the files ──> HostEvent::Code: the run goes on with the new functions (`code.rs`)
//!                                     └──> ReadSources again: what somebody else saves comes to the editor the same way
//! Ctrl+R ──> Request::Compile ──> Response::Code: the cart begins anew with the code as it is on the screen, as PICO-8 has it
//! a fault ──> its place in the editor, which opens there        a breakpoint <──> the debugger's stops
//! ```

use super::Player;
use super::replies::Pending;
use crate::cartridge::NewCode;
use crate::protocol::Request;
use debugger::Debugger;
use editors::{EditInput, SourceFile};
use rasher::Fault;
use std::path::Path;
use std::sync::Arc;
use timeline::Source;

/// A place and what is wrong there.
pub(super) type Wrong = (String, u32, String);

impl Player {
    /// Asks for the files of the code, or says why there are none.
    pub(super) fn read_sources(&mut self) {
        let file = self.cart.origin.file();
        // One that has never been a program has no bundle.
        let is_lua = self.cart.code().is_some() || file.is_some() && self.editing.wrong.is_some();
        let Some(path) = file.filter(|_| is_lua).map(Path::to_path_buf) else {
            let why = match is_lua {
                false => "this cart is written in Rust: its code is edited in your own editor",
                true => "its code comes with the program: play it from a file of its own",
            };
            return self.edit(&EditInput::NoSources(why.to_string()));
        };
        self.ask(Request::ReadSources(path.clone()), Pending::Sources(path));
    }

    /// The files of the code at that path.
    pub(super) fn sources(&mut self, path: &Path, files: Result<Vec<SourceFile>, String>) {
        if self.cart.origin.path() != Some(path) {
            return;
        }
        let is_first = self.editors().is_some_and(|editors| editors.sources_now().is_empty());
        match files {
            Ok(files) => self.edit(&EditInput::Sources(files)),
            Err(why) => {
                self.edit(&EditInput::NoSources(why.clone()));
                self.tell_editors(&why, true);
            }
        }
        self.edit(&EditInput::Fault(self.editing.wrong.clone()));
        if is_first {
            self.tell_stops();
            self.show_wrong();
        }
    }

    /// Opens the editor of code at what stopped the cart, if something did.
    pub(super) fn show_wrong(&mut self) {
        if self.is_editing()
            && self.editing.wrong.is_some()
            && let Some(editors) = self.editing.of.get_mut(self.cart.key())
        {
            editors.show_fault();
            self.run_loop.stale = true;
        }
    }

    pub(super) fn sources_saved(&mut self, files: Vec<SourceFile>, saved: Result<String, String>) {
        if let Err(why) = &saved {
            self.log(format!("not saved: {why}"));
        }
        self.edit(&EditInput::SourcesSaved(files, saved));
    }

    /// The code is to be saved.
    pub(super) fn save_code(&mut self, files: Vec<(SourceFile, Vec<u8>)>) {
        let saved = files.iter().map(|(file, _)| file.clone()).collect();
        match self.cart.origin.file().map(Path::to_path_buf) {
            Some(path) => {
                self.ask(Request::WriteSources(path, files), Pending::SaveSources(saved));
            }
            None => {
                let why = Err("it comes from no file".to_string());
                self.edit(&EditInput::SourcesSaved(saved, why));
            }
        }
    }

    /// Asks for the code as it stands in the editors, if something of it is unsaved: the cart is to begin anew with it.
    pub(super) fn runs_unsaved(&mut self) -> bool {
        let unsaved = self.editors().map(editors::Editors::sources_unsaved).unwrap_or_default();
        let Some(path) = self.cart.origin.file().filter(|_| self.is_editing() && !unsaved.is_empty()) else {
            return false;
        };
        self.ask(Request::Compile(path.to_path_buf(), unsaved), Pending::Compile);
        true
    }

    /// The cart begins anew with code that is no file's; where that is no program, the editor shows why.
    pub(super) fn run_unsaved(&mut self, new: NewCode) {
        let NewCode { program, wrong, code, .. } = new;
        self.set_wrong(wrong.as_ref());
        if let Some(fault) = wrong {
            self.show_wrong();
            return self.tell_editors(&format!("not run: {}", fault.message), true);
        }
        self.close_editors();
        self.code.broken = None;
        self.cart.bundle = Arc::new(self.cart.bundle.with_code(&code));
        self.cart.program = Some(program);
        self.changes += 1;
        self.restart();
    }

    /// The person's own editor opens at what stopped the cart, or the code editor here.
    pub(super) fn open_fault(&mut self) {
        let is_lua = self.cart.bundle.first().is_some();
        let Some((file, line, _)) = self.editing.wrong.clone().filter(|_| !is_lua) else {
            return self.turn_editors();
        };
        let editor = self.settings.code_editor.clone();
        self.request(Request::OpenEditor { editor, file, line });
    }

    /// Something stopped the cart, or is wrong with its code; or nothing any more.
    pub(super) fn set_wrong(&mut self, fault: Option<&Fault>) {
        let place =
            |fault: &Fault| (fault.place.file().to_string(), fault.place.line(), fault.message.clone());
        self.editing.wrong = fault.map(place);
        self.edit(&EditInput::Fault(self.editing.wrong.clone()));
    }

    /// The lines at which the debugger stops, as places name them.
    pub(super) fn stops(&self) -> Vec<(String, u32)> {
        let stops = self.run_loop.last_debugger.as_ref().map_or(&[][..], Debugger::stops);
        stops.iter().map(|stop| (stop.place.file().to_string(), stop.place.line())).collect()
    }

    /// The editors are told where the debugger stops. Code that is no program has no such lines: what the editors know stays.
    pub(super) fn tell_stops(&mut self) {
        let stops = self.stops();
        if !stops.is_empty() {
            self.edit(&EditInput::Stops(stops));
        }
    }

    /// The debugger is to stop at these lines of the newest code; conditions of those that it has stay.
    pub(super) fn set_stops(&mut self, stops: &[(String, u32)]) {
        let Some(program) = &self.cart.program else { return };
        let source = Source::of(program.as_ref());
        let place = |(file, line): &(String, u32)| {
            Some(source.place(source.nearest(source.file_named(file)?, *line)?))
        };
        let places: Vec<_> = stops.iter().filter_map(place).collect();
        self.run_loop.last_debugger.get_or_insert_with(Debugger::new).set_stops(places);
    }
}
