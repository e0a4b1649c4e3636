//! Events of the host, and what came of the run.

use super::keys::Control;
use super::phase::{About, Asking, Phase};
use super::replies::Pending;
use super::{Asker, Player};
use crate::cartridge::{dropped_picture, with_file};
use crate::overlay::{self, FileKind};
use crate::protocol::{HostEvent, Request};
use crate::run_loop::RunEvent;
use debugger::{DebugEvent, DebugRequest};
use editors::EditInput;
use loader::Origin;
use rasher::{DROPPED_FILE, DROPPED_MAX, DROPPED_PICTURE, Effect, Event, Rom};
use std::collections::BTreeSet;
use std::sync::Arc;
use studio::{Choice, Question, Settings, Warning};
use timeline::{Crash, Report};

impl Player {
    pub(super) fn on_event(&mut self, event: HostEvent) {
        match event {
            HostEvent::Key(press) => self.key(&press),
            HostEvent::Pointer(x, y) => self.pointer(x, y),
            HostEvent::Click(button, down) => self.click(button, down),
            HostEvent::Wheel(wheel) => self.wheel(wheel),
            HostEvent::Motion(x, y) => self.run_loop.input.motion(x, y),
            HostEvent::Pad(pad) => self.pad(&pad),
            HostEvent::Touch => self.devices.control = Control::Touch,
            HostEvent::Midi(key, loud) if self.is_editing() => self.edit(&EditInput::Midi(key, loud)),
            HostEvent::Midi(..) => {}
            HostEvent::Focus(focused) => self.focus(focused),
            HostEvent::Resized(size, remembered) => self.resized(size, remembered),
            HostEvent::Border(room) => {
                self.run_loop.stale |= self.devices.border != room;
                self.devices.border = room;
            }
            HostEvent::Restart => self.restart_on_request(),
            HostEvent::Quit => self.quit_unless_unsaved(),
            HostEvent::Hold(held) => self.hold_for_debugger(held),
            HostEvent::Code(code) => {
                self.edited_outside();
                self.code(*code);
            }
            HostEvent::Data(rom) => {
                self.edited_outside();
                self.data_outside(*rom);
            }
            HostEvent::DataWrong(lines) => {
                self.edited_outside();
                self.edit(&EditInput::Wrong(lines.clone()));
                self.set_file_errors(FileKind::Data, lines);
            }
            // A Lua cartridge stays a file.
            HostEvent::DataFolder(folder) => {
                if self.cart.origin.file().is_none() {
                    self.cart.origin = Origin::Folder(folder);
                }
            }
            HostEvent::DroppedFile(path, bytes) => self.file_dropped(&path, &bytes),
            HostEvent::StartCart(insert, said) => {
                self.take_cart(*insert);
                said.into_iter().for_each(|said| self.notify(said));
            }
            HostEvent::Against(against) => self.set_reference(*against, true),
            HostEvent::Folder(folder, carts) => self.add_folder(folder, carts),
            HostEvent::Carts(files, has_folders) => self.files(files, has_folders),
            HostEvent::Unsaved(why) => self.unsaved(why.as_deref()),
            HostEvent::Took(micros) => self.took(micros),
            HostEvent::Latency(latency) => {
                self.run_loop.stale |= self.overlay.debug && self.devices.latency != latency;
                self.devices.latency = latency;
            }
            HostEvent::Notify(notice) => self.note(notice),
            HostEvent::Progress(id, done) => self.job_progress(id, done),
            HostEvent::Reply(id, reply) => self.on_reply(id, reply),
        }
    }

    fn file_dropped(&mut self, path: &str, bytes: &[u8]) {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        match self.give_to_cart(name, bytes) {
            true => {}
            false if format::is_sound_file(name) => self.sound_dropped(name, path),
            false => self.import_dropped(name, bytes),
        }
    }

    pub(super) fn use_dropped(&mut self, name: &str, bytes: &[u8]) {
        match with_file(&self.cart.rom, name, bytes) {
            Ok(rom) if self.is_editing() => {
                self.edit(&EditInput::Import(rom.data, rom.sounds));
                self.print_to_prompt(&format!("{name} is imported: Ctrl+Z undoes it"), false);
            }
            Ok(rom) => {
                self.data(rom);
                self.notify(format!("using {name} until the cart restarts"));
            }
            Err(e) => self.warn(e),
        }
    }

    /// A recording or a tune: the host's readers know it.
    fn sound_dropped(&mut self, name: &str, path: &str) {
        match self.is_editing() {
            true => _ = self.ask(Request::Import(path.into(), self.cart.rom.clone()), Pending::Import),
            false => self.warn(format!("{name}: press F2 and drop it again: the editors import it")),
        }
    }

    pub(super) fn pasted(&mut self, text: String) {
        match self.is_editing() {
            true => self.edit(&EditInput::Pasted(text)),
            false if self.cart.is_shelf() && format::is_address(&text) => self.add_address(&text),
            false => self.run_loop.input.event(Event::Clipboard(text)),
        }
    }

    fn unsaved(&mut self, why: Option<&str>) {
        if why.is_none() && self.overlay.warning.is_some() {
            self.notify("saving works again");
        }
        self.overlay.warning = why.map(|why| Warning { text: format!("not saved: {why}") });
        self.run_loop.stale = true;
    }

    pub(super) fn data(&mut self, rom: Rom) {
        let before = self.cart.rom.clone();
        self.cart.rom = Arc::new(Rom { version: before.version, ..rom });
        self.use_data();
        let now = self.cart.rom.clone();
        self.show_change(&before, &now);
        self.changes += 1;
    }

    pub(super) fn use_data(&mut self) {
        self.run_loop.use_data(&self.cart.rom);
        if let Some(debug) = self.phase.debugger() {
            self.run_loop.preview_in_debugger(debug);
        }
    }

    pub(super) fn play_audition(&mut self) {
        let Some(audition) = &mut self.jobs.audition else { return };
        if self.run_loop.clock.playing && !self.cart.views {
            if !audition.mix(&mut self.run_loop.out.samples) {
                self.jobs.audition = None;
            }
            return;
        }
        // A data view's own samples are silence.
        self.run_loop.out.samples.clear();
        match audition.tick(self.now) {
            Some(samples) if samples.is_empty() => {}
            Some(samples) => self.run_loop.out.play(samples),
            None => {
                self.jobs.audition = None;
                self.run_loop.out.silence = true;
            }
        }
    }

    pub(super) fn set_file_errors(&mut self, of: FileKind, lines: Vec<String>) {
        let new: Vec<String> =
            lines.iter().filter(|line| !self.overlay.notices.has_error(line)).cloned().collect();
        for text in new {
            if let Some(debug) = self.phase.debugger() {
                debug.debugger_mut().show_error(text.clone());
            }
            self.log(text);
        }
        let had_errors = !self.overlay.notices.errors.is_empty();
        self.overlay.notices.set_errors(of, lines, self.now);
        if had_errors && self.overlay.notices.errors.is_empty() {
            self.log("all file errors are fixed".to_string());
        }
        self.run_loop.stale = true;
    }

    pub(super) fn on_run_events(&mut self) {
        while let Some(event) = self.run_loop.events.pop_front() {
            match event {
                RunEvent::Begun(report) => {
                    self.begun(report.as_ref());
                    self.use_unread_code();
                }
                RunEvent::Effects(effects) => {
                    let mut stored = BTreeSet::new();
                    for effect in effects {
                        // A file that is stored several times in a frame is written once.
                        let again =
                            matches!(&effect, Effect::Store { file, .. } if !stored.insert(file.clone()));
                        if !again {
                            self.perform(effect);
                        }
                    }
                }
                RunEvent::MenuFrame { keep: true } => {
                    let items = self.run_loop.console().map(|c| c.machine().menu_items().clone());
                    if let (Some(menu), Some(items)) = (self.phase.menu(), items) {
                        menu.set_custom(items);
                    }
                }
                RunEvent::MenuFrame { keep: false } => self.choose(Some(Choice::Continue)),
                RunEvent::Crashed(crash) => {
                    // It was the debugger's own frame.
                    if self.close_debugger() {
                        self.run_loop.hold(self.now);
                    }
                    self.fail(&crash);
                    self.use_unread_code();
                }
                RunEvent::Stopped(place) => {
                    self.open_debugger(None);
                    if let Some(debug) = self.phase.debugger() {
                        debug.push(DebugEvent::Breakpoint(place));
                    }
                }
                RunEvent::Forbidden(abilities) => self.forbidden(abilities),
                RunEvent::Loaded(loaded) => self.loaded(loaded),
            }
        }
    }

    pub(super) fn on_debug_request(&mut self, request: DebugRequest) {
        match request {
            DebugRequest::Resume => {
                if let Some(debug) = self.phase.take_debugger() {
                    self.run_loop.leave_debugger(*debug);
                }
                self.on_run_events();
                // The run may have gone back to a moment with other pads or settings.
                self.send_environment();
                self.resume();
            }
            DebugRequest::Report => {
                let run = self.run_loop.run.as_deref();
                if let Some(report) = run.map(|run| Report::of(run, env!("CARGO_PKG_VERSION"))) {
                    self.ask_to_report(report);
                }
            }
            DebugRequest::RunFrame(input) => self.run_loop.debugger_frame(*input),
            DebugRequest::Screenshot => self.screenshot(Asker::Person),
            DebugRequest::CancelJob => self.stop_job(),
            DebugRequest::Movie(animated) => self.film(animated, Asker::Person),
            DebugRequest::Search(search) => self.search(&search),
            DebugRequest::CompareRecording => self.compare(),
        }
    }

    /// Asks whether to write a bug report, and lists its contents. It has only the settings that a cart can see: others
    /// name folders and programs.
    fn ask_to_report(&mut self, report: Report) {
        let Settings { less_flash, less_shake, .. } = self.settings;
        let settings = Settings { less_flash, less_shake, ..Settings::default() }.to_json();
        let report = Report { settings, ..report };
        let list = report.contents().into_iter().map(|(name, what)| format!("{name}: {what}")).collect();
        let question = Question::new("write a bug report?", "it will contain:", &["write report", "cancel"]);
        self.ask_person(question.with_list(list), About::Report(Box::new(report)));
    }

    pub(super) fn ask_person(&mut self, question: Question, about: About) {
        self.phase.open(|then| Phase::Asking(Box::new(Asking { question, about, then })));
        self.overlay.wait_for_release();
        self.run_loop.stale = true;
    }

    pub(super) fn answer(&mut self, answer: Option<usize>) {
        match (self.phase.take_question(), answer) {
            (None, _) => {}
            (Some(About::Report(report)), Some(0)) => self.request(Request::WriteReport(report)),
            (Some(About::Report(_)), _) => self.warn("bug report cancelled"),
            (Some(About::Create(path)), Some(0)) => self.new_cart(Some(path), String::new()),
            (Some(About::Create(_)), _) => self.resume(),
            (Some(About::Resume(_)), None) => self.quit(),
            (Some(About::Resume(kept)), Some(0)) => {
                self.begin(Some(kept));
                self.show_key_hint();
            }
            (Some(About::Resume(_)), Some(_)) => {
                self.resume();
                self.show_key_hint();
            }
        }
        self.run_loop.stale = true;
    }

    pub(super) fn fail(&mut self, crash: &Crash) {
        self.log(crash.to_string());
        let back = self.run_loop.run.is_some() && self.tools.is_some();
        self.phase.fail(overlay::crashed(crash, back, self.options.opens_code));
        self.set_fault(Some(&crash.fault));
        self.run_loop.stale = true;
    }

    fn give_to_cart(&mut self, name: &str, bytes: &[u8]) -> bool {
        let Some(machine) = self.run_loop.console().map(rasher::Console::machine) else { return false };
        let [reads_files, reads_pictures] = machine.awaits();
        let picture = reads_pictures.then(|| dropped_picture(machine, name, bytes)).flatten();
        let (channel, bytes) = match picture {
            Some(picture) => (DROPPED_PICTURE, picture),
            None if reads_files => (DROPPED_FILE, bytes.to_vec()),
            None => return false,
        };
        if bytes.len() > DROPPED_MAX {
            let most = DROPPED_MAX >> 10;
            self.warn(format!(
                "{name}: {} KiB is too large for the cart: at most {most} KiB",
                bytes.len() >> 10
            ));
        } else {
            self.run_loop.input.event(Event::Stream { channel, bytes: bytes.into() });
            self.notify(format!("passed {name} to the cart"));
        }
        true
    }
}
