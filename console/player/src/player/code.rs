//! A cart's code: reloaded after a save, edited, and run unsaved. Code is Lua, or the module of a cart in Rust.
//!
//! ```text
//! saved   error, cart has not begun   the error screen shows the new error
//!         error, cart plays           it continues with the previous code; a notice shows the error
//!         cart has not begun          it begins
//!         cart plays                  its next frame begins with the new code: functions are replaced, globals and tables stay
//!         cart crashed                the same, from before the frame that crashed
//!         cart is inside a loop       the same, but the loop runs on with its old code; a notice says so
//! F2 ──> Request::ReadSources ──> Response::Sources ──> the code editor, opened at the error if there is one
//! Ctrl+S ──> Request::WriteSources ──> the files ──> HostEvent::Code, and ReadSources again
//! Ctrl+R with unsaved code ──> Request::Compile ──> Response::Code: the cart restarts with it, as in PICO-8
//! a breakpoint in the editor <──> the debugger's
//! ```
//!
//! Other carts of the bundle are reloaded, too: at the next `load`, or in the next frame of the one that runs.
//!
//! Ctrl+R restarts with the code in the file; if it does not compile, the error screen shows why. A cart's own `run()` restarts
//! with the newest code that compiles. Ctrl+Shift+R replays the run from its first frame with the newest code, as `--resume` does;
//! so does saving for programs that cannot change their code. If the replay crashes, the next saved code replays all of it.

use super::Player;
use super::phase::{About, OnBegun};
use super::replies::Pending;
use crate::cartridge::NewCode;
use crate::overlay::FileKind;
use crate::protocol::Request;
use debugger::Debugger;
use editors::{EditInput, SourceFile};
use rasher::{Bundle, BundledCart, Fault};
use std::path::Path;
use std::sync::Arc;
use timeline::{KeptRun, Run, Source};

pub(super) type FaultPlace = (String, u32, String);

impl Player {
    pub(super) fn use_unread_code(&mut self) {
        if let Some(new) = self.code.unread.take() {
            self.code(*new);
        }
    }

    pub(super) fn code(&mut self, new: NewCode) {
        if self.cart.is_shelf() || self.cart.views {
            return;
        }
        if self.run_loop.is_underway() {
            // The newest code counts, and the newest version of each other cart.
            let mut others = self.code.unread.take().map_or_else(Vec::new, |before| before.others);
            others.retain(|cart| new.others.iter().all(|newer| newer.name != cart.name));
            others.extend(new.others);
            self.code.unread = Some(Box::new(NewCode { others, ..new }));
            return;
        }
        self.set_fault(new.wrong.as_ref());
        if self.editing.of.contains_key(self.cart.key()) {
            self.read_sources();
        }
        let NewCode { program, wrong, code, others, others_wrong } = new;
        let has_begun = self.run_loop.run().is_some();
        if has_begun || wrong.is_none() {
            self.set_file_errors(FileKind::Code, wrong.iter().chain(&others_wrong).map(error_line).collect());
        }
        self.others(others);
        self.code.broken = None;
        if has_begun && wrong.is_some() {
            self.code.broken = Some(program);
            return;
        }
        let is_good = wrong.is_none();
        let is_known = self.cart.code().is_some_and(|known| known == &*code);
        self.cart.bundle = Arc::new(self.cart.bundle_with(&code));
        self.cart.program = Some(program);
        if let Some(stops) = self.editors().map(editors::Editors::stops) {
            self.set_breakpoints(&stops);
        }
        self.changes += 1;
        if !has_begun {
            match self.cart.origin.path() {
                // A cart that never compiled has no run and no slots yet: load it like any other.
                Some(path) if is_good && !self.cart.keeps => {
                    let (name, param) = (path.display().to_string(), self.start.param.clone());
                    self.load_cart(name, param, None);
                }
                _ => {
                    self.phase.close();
                    self.begin(None);
                }
            }
            return;
        }
        let console = self.run_loop.run().map(timeline::Run::console);
        let runs = console.and_then(|console| console.program().runs(code.digest()));
        // A loop that never leaves its hook, by `flip` or by mistake, cannot get new code.
        let loops = console.is_some_and(|console| !console.program().calls().is_empty());
        let other_runs = console.is_some_and(|console| console.machine().cart_number() != 0);
        self.run_loop.use_code(code);
        match runs {
            // The last code crashed during the replay: try all of it with this one.
            _ if self.run_loop.stopped_short => self.replay_run(),
            None => self.replay_run(),
            // Only data, or another cart, were saved.
            Some(true) => {}
            Some(false) if other_runs && is_known => {}
            Some(false) => {
                let stopped = self.phase.recover();
                if stopped {
                    self.resume();
                }
                self.notify(match loops && !stopped {
                    true => "code reloaded, but a running loop keeps its old code: Ctrl+R restarts",
                    false => "code reloaded",
                });
            }
        }
    }

    /// Restarts on a user's request with the code in the file, even if it does not compile. The editor shows the error
    /// if it is open.
    pub(super) fn restart_on_request(&mut self) {
        let is_broken =
            self.code.broken.is_some() || self.run_loop.run().is_none() && self.editing.fault.is_some();
        if is_broken && self.is_editing() {
            self.show_fault_in_editor();
            let why = self.editing.fault.as_ref().map_or_else(String::new, |wrong| wrong.2.clone());
            return self.notify_editors(&format!("not run: {why}"), true);
        }
        self.close_editors();
        if let Some(program) = self.code.broken.take() {
            self.cart.program = Some(program);
        }
        self.restart();
    }

    fn others(&mut self, others: Vec<BundledCart>) {
        let Some(last) = others.last() else { return };
        let said = match &others[..] {
            [_] => format!("reloaded {}", last.name),
            all => format!("reloaded {} other carts", all.len()),
        };
        let bundle = others.iter().fold(Bundle::clone(&self.cart.bundle), |all, cart| all.with_cart(cart));
        self.cart.bundle = Arc::new(bundle);
        self.run_loop.use_carts(others);
        self.changes += 1;
        // The crash may have been in that cart's code.
        if self.phase.recover() {
            self.resume();
        }
        self.notify(said);
    }

    pub(super) fn replay_run(&mut self) {
        let Some(run) = self.run_loop.run().filter(|_| self.cart.keeps).map(so_far) else { return };
        let stopped = self.phase.has_failed();
        // Ask again afterwards.
        if let Some(About::Resume(kept)) = self.phase.take_question() {
            self.start.on_begun = OnBegun::Ask(kept);
        }
        let longer = |whole: &KeptRun| whole.recording.frames() > run.recording.frames();
        let kept = match self.code.replay_source.take() {
            Some(whole) if stopped && longer(&whole) => whole,
            _ => run,
        };
        self.code.replay_source = Some(kept.clone());
        self.phase.close();
        self.forget_search();
        self.begin(Some(Box::new(kept)));
        self.notify("replaying the run with the new code");
    }

    pub(super) fn read_sources(&mut self) {
        let file = self.cart.origin.file();
        // A cart that never compiled has no bundle.
        let is_lua = self.cart.is_lua()
            || self.cart.code().is_none() && file.is_some() && self.editing.fault.is_some();
        let Some(path) = file.filter(|_| is_lua).map(Path::to_path_buf) else {
            let why = match is_lua {
                false => "this cart is written in Rust: edit its code in your own editor",
                true => "this cart is built in: open it from a file to edit its code",
            };
            return self.edit(&EditInput::NoSources(why.to_string()));
        };
        self.ask(Request::ReadSources(path.clone()), Pending::Sources(path));
    }

    pub(super) fn sources(&mut self, path: &Path, files: Result<Vec<SourceFile>, String>) {
        if self.cart.origin.path() != Some(path) {
            return;
        }
        let is_first = self.editors().is_some_and(|editors| editors.sources_now().is_empty());
        match files {
            Ok(files) => self.edit(&EditInput::Sources(files)),
            Err(why) => {
                self.edit(&EditInput::NoSources(why.clone()));
                self.notify_editors(&why, true);
            }
        }
        self.edit(&EditInput::Fault(self.editing.fault.clone()));
        if is_first {
            self.send_breakpoints();
            self.show_fault_in_editor();
        }
    }

    pub(super) fn show_fault_in_editor(&mut self) {
        if self.is_editing() && self.editing.fault.is_some() {
            self.edit(&EditInput::ShowFault);
        }
    }

    pub(super) fn sources_saved(&mut self, files: Vec<SourceFile>, saved: Result<String, String>) {
        self.saved(&saved);
        self.edit(&EditInput::SourcesSaved(files, saved));
        self.keep_history();
    }

    pub(super) fn save_code(&mut self, files: Vec<(SourceFile, Vec<u8>)>) {
        let saved = files.iter().map(|(file, _)| file.clone()).collect();
        match self.cart.origin.file().map(Path::to_path_buf) {
            Some(path) => {
                self.ask(Request::WriteSources(path, files), Pending::SaveSources(saved));
            }
            None => {
                let why = Err("the cart has no file".to_string());
                self.edit(&EditInput::SourcesSaved(saved, why));
            }
        }
    }

    pub(super) fn compile_unsaved(&mut self) -> bool {
        let unsaved = self.editors().map(editors::Editors::sources_unsaved).unwrap_or_default();
        let Some(path) = self.cart.origin.file().filter(|_| self.is_editing() && !unsaved.is_empty()) else {
            return false;
        };
        self.ask(Request::Compile(path.to_path_buf(), unsaved), Pending::Compile);
        true
    }

    pub(super) fn run_unsaved(&mut self, new: NewCode) {
        let NewCode { program, wrong, code, .. } = new;
        self.set_fault(wrong.as_ref());
        if let Some(fault) = wrong {
            self.show_fault_in_editor();
            return self.notify_editors(&format!("not run: {}", fault.message), true);
        }
        self.close_editors();
        self.code.broken = None;
        self.cart.bundle = Arc::new(self.cart.bundle.with_code(&code));
        self.cart.program = Some(program);
        self.changes += 1;
        self.restart();
    }

    pub(super) fn open_fault(&mut self) {
        let is_lua = self.cart.is_lua();
        let Some((file, line, _)) = self.editing.fault.clone().filter(|_| !is_lua) else {
            return self.toggle_editors();
        };
        let editor = self.settings.code_editor.clone();
        self.request(Request::OpenEditor { editor, file, line });
    }

    pub(super) fn set_fault(&mut self, fault: Option<&Fault>) {
        let place =
            |fault: &Fault| (fault.place.file().to_string(), fault.place.line(), fault.message.clone());
        self.editing.fault = fault.map(place);
        self.edit(&EditInput::Fault(self.editing.fault.clone()));
    }

    pub(super) fn breakpoints(&self) -> Vec<(String, u32)> {
        let stops = self.run_loop.last_debugger.as_ref().map_or(&[][..], Debugger::breakpoints);
        stops.iter().map(|stop| (stop.place.file().to_string(), stop.place.line())).collect()
    }

    /// Passes the debugger's breakpoints to the editors. Code that does not compile has none, so the editors keep
    /// theirs.
    pub(super) fn send_breakpoints(&mut self) {
        let stops = self.breakpoints();
        if !stops.is_empty() {
            self.edit(&EditInput::Stops(stops));
        }
    }

    /// Sets the debugger's breakpoints in the newest code. Those that it had keep their conditions.
    pub(super) fn set_breakpoints(&mut self, stops: &[(String, u32)]) {
        let Some(program) = &self.cart.program else { return };
        let source = Source::of(program.as_ref());
        let place = |(file, line): &(String, u32)| {
            Some(source.place(source.nearest(source.file_named(file)?, *line)?))
        };
        let places: Vec<_> = stops.iter().filter_map(place).collect();
        self.run_loop.last_debugger.get_or_insert_with(Debugger::default).set_breakpoints(places);
    }
}

fn error_line(fault: &Fault) -> String {
    let place = Some(&fault.place).filter(|place| place.line() > 0);
    let place = place.map_or(String::new(), |place| format!("{}: ", place.short()));
    format!("{place}{} (still running the previous code)", fault.message)
}

fn so_far(run: &Run) -> KeptRun {
    KeptRun { recording: run.recording_so_far(), rom: run.rom().data.clone(), states: Vec::new(), torn: 0 }
}
