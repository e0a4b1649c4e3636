//! Events of the host, and what came of the run.

use super::Player;
use super::carts::Asker;
use super::phase::About;
use crate::audition::Audition;
use crate::data::{dropped_picture, with_file};
use crate::overlay::{self, FileKind};
use crate::protocol::{HostEvent, Request};
use crate::run_loop::RunEvent;
use debugger::DebugRequest;
use editors::EditInput;
use rasher::{DROPPED_FILE, DROPPED_MAX, DROPPED_PICTURE, Effect, Event, Rom};
use std::collections::BTreeSet;
use std::sync::Arc;
use studio::{Choice, Notice, Question, Settings, Warning};
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
            HostEvent::Focus(focused) => self.focus(focused),
            HostEvent::Resized(size, remembered) => self.resized(size, remembered),
            HostEvent::Restart => self.begin_anew(),
            HostEvent::Quit => self.quit_unless_unsaved(),
            HostEvent::Code(code) => self.code(*code),
            HostEvent::Data(rom) => self.data_outside(*rom),
            HostEvent::DataWrong(lines) => {
                self.edit(&EditInput::Wrong(lines.clone()));
                self.files_wrong(FileKind::Data, lines);
            }
            HostEvent::DataFolder(folder) => self.data_from(folder),
            HostEvent::DroppedFile(name, bytes) => self.file_dropped(&name, &bytes),
            HostEvent::StartCart(insert, said) => {
                self.take_cart(*insert);
                said.into_iter().for_each(|said| self.say(said));
            }
            HostEvent::Against(against) => self.hold_against(*against, true),
            HostEvent::Folder(folder, carts) => self.add_folder(folder, carts),
            HostEvent::Carts(files, has_folders) => self.files(files, has_folders),
            HostEvent::Unsaved(why) => self.unsaved(why.as_deref()),
            HostEvent::Took(micros) => self.run_loop.took(micros),
            HostEvent::Latency(latency) => {
                self.run_loop.stale |= self.overlay.debug && self.devices.latency != latency;
                self.devices.latency = latency;
            }
            HostEvent::Say(notice) => self.note(notice),
            HostEvent::Progress(id, done) => self.job_at(id, done),
            HostEvent::Reply(id, reply) => self.on_reply(id, reply),
        }
    }

    /// A file was dropped: it goes to a cart that waits for one, into the editors, or takes the place of the cart's data.
    fn file_dropped(&mut self, name: &str, bytes: &[u8]) {
        if self.is_awaited(name, bytes) {
            return;
        }
        match with_file(&self.cart.rom, name, bytes) {
            Ok(rom) if self.is_editing() => {
                self.edit(&EditInput::Import(rom.data));
                self.tell_prompt(&format!("{name} is imported: Ctrl+Z takes it back"), false);
            }
            Ok(rom) => {
                self.data(rom);
                self.say(format!("{name} is in use until the cart is restarted"));
            }
            Err(e) => self.notice(e),
        }
    }

    /// The clipboard's text came.
    pub(super) fn pasted(&mut self, text: String) {
        match self.is_editing() {
            true => self.edit(&EditInput::Pasted(text)),
            false => self.run_loop.input.event(Event::Clipboard(text)),
        }
    }

    /// Something cannot be kept: that stays said as long as it lasts.
    fn unsaved(&mut self, why: Option<&str>) {
        if why.is_none() && self.overlay.warning.is_some() {
            self.say("everything is kept again");
        }
        self.overlay.warning = why.map(|why| Warning { text: format!("not saved: {why}") });
        self.run_loop.stale = true;
    }

    /// Takes up changed data: the next frame that is played begins with what differs, and what stands still is seen with them.
    pub(super) fn data(&mut self, rom: Rom) {
        let before = self.cart.rom.clone();
        self.cart.rom = Arc::new(Rom { version: before.version, ..rom });
        self.run_loop.take_up(&self.cart.rom);
        if !self.run_loop.is_playing() || self.cart.views {
            self.jobs.audition =
                Audition::of(&before, &self.cart.rom, self.now).or(self.jobs.audition.take());
        }
        self.changes += 1;
    }

    /// Plays a sound that was just saved, with nothing else, until it ends or play resumes.
    pub(super) fn play_audition(&mut self) {
        let Some(audition) = &mut self.jobs.audition else { return };
        if self.run_loop.is_playing() && !self.cart.views {
            self.jobs.audition = None;
            return;
        }
        // A view's own samples are silence.
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

    /// What is wrong with the files of a kind is shown until it is not any more; each line of it is logged once.
    pub(super) fn files_wrong(&mut self, of: FileKind, lines: Vec<String>) {
        let new: Vec<String> =
            lines.iter().filter(|line| !self.overlay.notices.has_error(line)).cloned().collect();
        for text in new {
            if let Some(debug) = &mut self.run_loop.debug {
                debug.tell(&Notice { text: text.clone(), bad: true });
            }
            self.log(text);
        }
        let had_errors = self.overlay.notices.has_errors();
        self.overlay.notices.set_errors(of, lines, self.now);
        if had_errors && !self.overlay.notices.has_errors() {
            self.log("the files are good again".to_string());
        }
        self.run_loop.stale = true;
    }

    pub(super) fn on_run_events(&mut self) {
        while let Some(event) = self.run_loop.next_event() {
            match event {
                RunEvent::Begun(told) => {
                    self.begun(told.as_ref());
                    self.code_after();
                }
                RunEvent::Effects(effects) => {
                    let mut stored = BTreeSet::new();
                    for effect in effects {
                        // What is stored to a file several times in a frame is stored as it is at its end.
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
                RunEvent::MenuFrame { keep: false } => self.choose(Choice::Continue),
                RunEvent::Crashed(crash) => {
                    self.fail(&crash);
                    self.code_after();
                }
                RunEvent::Stopped(place) => {
                    self.open_debugger(None);
                    if let Some(debug) = &mut self.run_loop.debug {
                        debug.stand_at(place);
                    }
                }
                RunEvent::Forbidden(abilities) => self.forbidden(abilities),
                RunEvent::Loaded(loaded) => self.loaded(loaded),
            }
        }
    }

    /// Does what the debugger wants.
    pub(super) fn on_debug_request(&mut self, request: DebugRequest) {
        match request {
            DebugRequest::Resume => {
                self.run_loop.leave_debugger();
                self.phase.leave();
                self.on_run_events();
                // What the moment knows of them may be long ago.
                self.introduce();
                self.resume();
            }
            DebugRequest::Report => {
                let run = self.run_loop.run.as_deref();
                if let Some(report) = run.map(|run| Report::of(run, env!("CARGO_PKG_VERSION"))) {
                    self.ask_to_report(report);
                }
            }
            DebugRequest::Frame(input) => self.run_loop.debugger_frame(*input),
            DebugRequest::Picture => self.screenshot(Asker::Person),
            DebugRequest::Stop => self.stop_work(),
            DebugRequest::Movie(animated) => self.film(animated, Asker::Person),
            DebugRequest::Search(search) => self.search(&search),
            DebugRequest::Against => self.compare(),
        }
    }

    /// Asks whether a bug report is to be written, and shows what is in it. Of the settings it has those that a cart knows of and no
    /// other: these name folders and programs of the person's.
    fn ask_to_report(&mut self, report: Report) {
        let Settings { less_flash, less_shake, .. } = self.settings;
        let settings = Settings { less_flash, less_shake, ..Settings::default() }.to_json();
        let report = Report { settings, ..report };
        let list = report.contents().into_iter().map(|(name, what)| format!("{name}: {what}")).collect();
        let question = Question::new("write a bug report?", "it will contain", &["write it", "cancel"]);
        self.ask_person(question.with_list(list), About::Report(Box::new(report)));
    }

    pub(super) fn ask_person(&mut self, question: Question, about: About) {
        self.phase.ask(question, about);
        self.overlay.wait_for_release();
        self.run_loop.stale = true;
    }

    /// Carries out the answer to a question: the number of its row, none for Esc.
    pub(super) fn answer(&mut self, answer: Option<usize>) {
        match (self.phase.take_question(), answer) {
            (None, _) => {}
            (Some(About::Report(report)), Some(0)) => {
                self.request(Request::WriteReport(report));
            }
            (Some(About::Report(_)), _) => self.notice("no report was written"),
            (Some(About::Resume(_)), None) => self.quit(),
            (Some(About::Resume(kept)), Some(0)) => {
                self.begin(Some(kept));
                self.hint_at_keys();
            }
            // It is kept until the new run is.
            (Some(About::Resume(_)), Some(_)) => {
                self.resume();
                self.hint_at_keys();
            }
        }
        self.run_loop.stale = true;
    }

    /// The run has crashed, or its cart does not begin.
    pub(super) fn fail(&mut self, crash: &Crash) {
        self.log(crash.to_string());
        self.phase.fail(overlay::crashed(crash, self.run_loop.can_debug(), self.options.opens_code));
        self.set_wrong(Some(&crash.fault));
        self.run_loop.stale = true;
    }

    /// Hands a file that was dropped to the cart, if it reads such ones: a picture to one that reads pictures, anything to one that reads
    /// files. True when the file needs nothing more.
    fn is_awaited(&mut self, name: &str, bytes: &[u8]) -> bool {
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
            self.notice(format!("{name}: {} KiB for the cart, at most {most} fit", bytes.len() >> 10));
        } else {
            self.run_loop.input.event(Event::Stream { channel, bytes: bytes.into() });
            self.say(format!("{name} was given to the cart"));
        }
        true
    }
}
