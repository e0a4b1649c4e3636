//! What the host tells, and what came of the run.

use super::Player;
use super::carts::Asker;
use crate::audition::Audition;
use crate::command::Command;
use crate::data::{dropped_picture, with_file};
use crate::message::Message;
use crate::output::{Output, Write};
use crate::overlay::{self, FileKind};
use crate::rate::Asked;
use debugger::DebugRequest;
use rasher::{DROPPED_FILE, DROPPED_MAX, DROPPED_PICTURE, Effect, Event, Records, Rom};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use studio::edit::EditInput;
use studio::{Choice, Notice, Question, Settings, Warning};
use timeline::Report;

impl Player {
    pub(super) fn hear(&mut self, command: Command) {
        match command {
            Command::Key(press) => self.key(&press),
            Command::Pointer(x, y) => self.pointer(x, y),
            Command::Click(button, down) => self.click(button, down),
            Command::Wheel(wheel) => self.wheel(wheel),
            Command::Motion(x, y) => self.run_loop.input.motion(x, y),
            Command::Pad(pad) => self.pad(&pad),
            Command::Focus(focused) => self.focus(focused),
            Command::Resized(size, remembered) => self.resized(size, remembered),
            Command::Restart => self.begin_anew(),
            Command::Quit if self.warns_of_unsaved() => {}
            Command::Quit => self.quit(),
            Command::Code(code) => self.code(*code),
            Command::Data(rom) => self.data_outside(*rom),
            Command::DataSaved(data, saved) => self.data_saved(data, saved),
            Command::DataFrom(folder) => self.data_from(folder),
            Command::Draft(key, bytes) => self.draft(&key, &bytes),
            Command::Sources(path, files) => self.sources(&path, files),
            Command::SourcesSaved(files, saved) => self.sources_saved(files, saved),
            Command::Packed(key, version, bytes) if key == self.cart.key() => {
                self.edit(&EditInput::Packed(version, bytes));
            }
            Command::Packed(..) => {}
            Command::UnsavedCode(new) => self.run_unsaved(*new),
            Command::Listed(path, names) => self.listed(path, names),
            Command::Exported(done) => self.prompt_answered(done),
            Command::Imported(data, told) => self.imported(data, &told),
            Command::DataWrong(lines) => {
                self.edit(&EditInput::Wrong(lines.clone()));
                self.files_wrong(FileKind::Data, lines);
            }
            Command::DataFile(name, bytes) if self.is_awaited(&name, &bytes) => {}
            Command::DataFile(name, bytes) => match with_file(&self.cart.rom, &name, &bytes) {
                Ok(rom) if self.is_editing() => {
                    self.edit(&EditInput::Import(rom.data));
                    self.edit(&EditInput::Answer(
                        vec![format!("{name} is imported: Ctrl+Z takes it back")],
                        false,
                    ));
                }
                Ok(rom) => {
                    self.data(rom);
                    self.say(format!("{name} is in use until the cart is restarted"));
                }
                Err(e) => self.notice(e),
            },
            Command::Insert(insert, said) => {
                self.close_editors();
                self.leave_run();
                self.insert(*insert);
                if let Some(said) = said {
                    self.say(said);
                }
            }
            Command::NotLoaded(e) => {
                self.next_run = None;
                if self.is_editing() {
                    self.prompt_answered(Err(e.clone()));
                }
                self.notice_of_cart(&e);
                self.resume();
            }
            Command::Against(Ok(against), dropped) => self.hold_against(*against, dropped),
            Command::Written(number, written) => self.written(number, written),
            Command::Emptied(number, emptied) => self.emptied(number, emptied),
            Command::Saved(Ok(path)) => self.say(format!("saved {path}")),
            Command::Unsaved(why) => self.unsaved(why.as_deref()),
            Command::Carts(files, has_folders) => self.files(files, has_folders),
            Command::CartRead(read) => self.cart_read(*read),
            Command::Folder(folder, carts) => self.add_folder(folder, carts),
            Command::Pasted(Ok(text)) if self.is_editing() => self.edit(&EditInput::Pasted(text)),
            Command::Pasted(Ok(text)) => self.run_loop.input.event(Event::Clipboard(text)),
            Command::Against(Err(e), _) | Command::Saved(Err(e)) | Command::Pasted(Err(e)) => self.notice(e),
            Command::Took(micros) => self.run_loop.took(micros),
            Command::Sound(latency) => {
                self.run_loop.stale |= self.overlay.debug && self.sound != latency;
                self.sound = latency;
            }
            Command::Say(notice) => self.note(notice),
            Command::JobAt(id, done) => self.job_at(id, done),
            Command::JobDone(id, result) => self.job_done(id, result.map(|result| *result)),
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
            self.audition = Audition::of(&before, &self.cart.rom, self.now).or(self.audition.take());
        }
        self.changes += 1;
    }

    /// A sound that was saved is heard alone, until it is over or play goes on.
    pub(super) fn hear_audition(&mut self) {
        let Some(audition) = &mut self.audition else { return };
        if self.run_loop.is_playing() && !self.cart.views {
            self.audition = None;
            return;
        }
        // A view's own samples are silence.
        self.run_loop.out.retain(|output| !matches!(output, Output::Samples(_)));
        match audition.tick(self.now) {
            Some(samples) if samples.is_empty() => {}
            Some(samples) => self.tell(Output::Samples(samples)),
            None => {
                self.audition = None;
                self.tell(Output::Silence);
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
            self.tell(Output::Log(text));
        }
        let had_errors = self.overlay.notices.has_errors();
        self.overlay.notices.set_errors(of, lines, self.now);
        if had_errors && !self.overlay.notices.has_errors() {
            self.tell(Output::Log("the files are good again".to_string()));
        }
        self.run_loop.stale = true;
    }

    /// Does what came of the run.
    pub(super) fn hear_messages(&mut self) {
        while let Some(message) = self.run_loop.message() {
            match message {
                Message::Begun(told) => {
                    self.begun(told.as_ref());
                    self.code_after();
                }
                Message::Effects(effects) => {
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
                Message::MenuFrame { keep: true } => {
                    let items = self.run_loop.console().map(|c| c.machine().menu_items().clone());
                    if let (Some(menu), Some(items)) = (&mut self.overlay.menu, items) {
                        menu.set_custom(items);
                    }
                }
                Message::MenuFrame { keep: false } => self.choose(Choice::Continue),
                Message::Crashed(crash) => {
                    self.tell(Output::Log(crash.to_string()));
                    self.overlay.menu = None;
                    self.overlay.error =
                        Some(overlay::crashed(&crash, self.run_loop.can_debug(), self.options.opens_code));
                    self.set_wrong(Some(&crash.fault));
                    self.run_loop.stale = true;
                    self.code_after();
                }
                Message::Stopped(place) => {
                    self.open_debugger(None);
                    if let Some(debug) = &mut self.run_loop.debug {
                        debug.stand_at(place);
                    }
                }
                Message::Ended => self.quit(),
                Message::DebugRequest(request) => self.requested(request),
                Message::Report(report) => self.ask_to_report(*report),
                Message::Forbidden(abilities) => self.forbidden(abilities),
                Message::Slot(number, slot) => {
                    let slot = Arc::from(slot);
                    self.writing.push((number, Arc::clone(&slot)));
                    self.tell(Output::Write(Write::Slot(self.cart.key().to_string(), number, slot)));
                }
                Message::Loaded(loaded) => self.loaded(loaded),
            }
        }
    }

    /// Does what only others than the debugger can do.
    fn requested(&mut self, request: DebugRequest) {
        match request {
            DebugRequest::Resume => {
                // What the moment knows of them may be long ago.
                self.introduce();
                self.resume();
            }
            DebugRequest::Picture => self.screenshot(Asker::Person),
            DebugRequest::Stop => self.stop_work(),
            DebugRequest::Movie(animated) => self.film(animated, Asker::Person),
            DebugRequest::Search(search) => self.search(&search),
            DebugRequest::Against => self.compare(),
            // These are the run loop's own.
            DebugRequest::Report | DebugRequest::Frame(_) => {}
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
        self.overlay.ask(question.with_list(list));
        self.asked_report = Some(Box::new(report));
        self.run_loop.stale = true;
    }

    /// Writes the bug report that was asked about, or not. False if there is none.
    pub(super) fn answer_report(&mut self, is_wanted: bool) -> bool {
        let Some(report) = self.asked_report.take() else { return false };
        self.overlay.question = None;
        self.run_loop.stale = true;
        if is_wanted {
            self.tell(Output::Write(Write::Report(report)));
        } else {
            self.notice("no report was written");
        }
        true
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

    /// Keeps what the cart has stored: it is what the cart finds when it begins again.
    fn store(&mut self, file: Option<&str>) {
        let Some(console) = self.run_loop.console() else { return };
        let machine = console.machine();
        let Some((file, data)) = machine.stored(file).map(|(file, data)| (file, Box::new(*data))) else {
            let why = match file {
                Some(file) if machine.cart_file().is_some() => {
                    format!("{file} lies outside the cart's folder")
                }
                _ => "a cart's files are changed by their author alone".to_string(),
            };
            return self.notice_of_cart(&format!("cstore: {why}"));
        };
        self.cart.bundle = Arc::new(self.cart.bundle.with_file(&file, &data));
        if self.cart.bundle.find(&file) == Some(0) {
            let Rom { name, version, .. } = Rom::clone(&self.cart.rom);
            self.cart.rom = Arc::new(Rom { data: data.clone(), name, version });
        }
        let cart = self.cart.key().to_string();
        self.tell(Output::Write(Write::Stored { cart, file, data }));
    }

    /// What was granted of what the cart asked for; that something is dropped is said.
    fn is_granted<T>(&mut self, asked: Asked<T>) -> Option<T> {
        match asked {
            Asked::Granted(granted) => Some(granted),
            Asked::Dropped(line) => {
                line.into_iter().for_each(|line| self.notice(line));
                None
            }
        }
    }

    /// Bad news that the cart gives rise to: in each frame perhaps, so not each of it is said.
    fn notice_of_cart(&mut self, text: &str) {
        let asked = self.rate.line(text, self.now);
        if let Some(line) = self.is_granted(asked) {
            self.notice(line);
        }
    }

    /// May the cart have a picture, a film or a sound kept now?
    fn may_keep(&mut self) -> bool {
        let asked = self.rate.media(self.now);
        self.is_granted(asked).is_some()
    }

    /// Copies what the cart has for the clipboard, when its time has come.
    pub(super) fn copy_for_cart(&mut self) {
        if let Some(text) = self.rate.due(self.now) {
            self.tell(Output::Copy(text));
        }
    }

    /// Does what the cart asks of the world.
    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Print(text) => self.tell(Output::Print(text)),
            Effect::Stdout(bytes) => self.tell(Output::Stdout(bytes)),
            Effect::PrintTo { text, file, overwrite, .. } => {
                let cart = self.cart.key().to_string();
                self.tell(Output::Write(Write::Print { cart, file, text, anew: overwrite }));
            }
            Effect::Clipboard(text) => {
                let asked = self.rate.copy(text, self.now);
                self.is_granted(asked);
            }
            Effect::Save { id, data } => {
                let id = Records::kept_id(&id, &self.cart.rom.name, self.cart.key());
                if !self.saves.contains_key(&id) {
                    let asked = self.rate.id();
                    if self.is_granted(asked).is_none() {
                        return;
                    }
                }
                self.tell(Output::Write(Write::CartData(id.clone(), data.clone())));
                self.saves.insert(id, data);
                self.changes += 1;
            }
            Effect::Store { file, .. } => self.store(file.as_deref()),
            Effect::Missing(file) => self.notice_of_cart(&format!("reload: {file} is not there")),
            Effect::Pause => self.pause(),
            Effect::Reset => self.restart(),
            Effect::Load { name, breadcrumb, .. } if self.cart.is_shelf() && !breadcrumb.is_empty() => {
                self.hear_shelf(name, &breadcrumb);
            }
            Effect::Load { name, .. } if name.starts_with('#') => {
                self.notice_of_cart(&format!("load(\"{name}\"): there is no such service here"));
                self.resume();
            }
            Effect::Load { name, param, .. } => {
                // What is kept of this run goes out first: it may be the same cart that is asked for.
                self.run_loop.hold(self.now);
                let from =
                    self.cart.folder.clone().filter(|path| format::is_cartridge(&path.to_string_lossy()));
                self.tell(Output::Load { name, param, from });
            }
            Effect::Quit => self.quit(),
            Effect::Screenshot if self.may_keep() => self.screenshot(Asker::Cart),
            Effect::Label if self.may_keep() => self.keep_label(),
            Effect::FilmFrom => self.film_from(),
            Effect::Film if self.may_keep() => self.film(false, Asker::Cart),
            Effect::SoundFrom => self.sound_from(),
            Effect::Sound if self.may_keep() => self.sound(),
            Effect::Screenshot | Effect::Label | Effect::Film | Effect::Sound => {}
            Effect::Folder if matches!(self.rate.line("folder", self.now), Asked::Dropped(_)) => {}
            Effect::Folder => {
                let cart = self.cart.key().to_string();
                self.tell(Output::Folder(cart));
            }
            Effect::Title(text) => {
                let title = if text.is_empty() { self.cart.title.clone() } else { text };
                self.tell(Output::Title(title));
            }
            Effect::FileName(name) => self.file_name = Some(name).filter(|name| !name.is_empty()),
            Effect::Crt(on) => {
                let crt = on.unwrap_or(!self.settings.crt);
                self.set(Settings { crt, ..self.settings.clone() });
            }
            Effect::RunOver => {
                if self.cart.keeps {
                    self.overlay.notices.show_hint(self.hints().end(), Duration::from_secs(1), self.now);
                }
            }
            Effect::RunBegins => self.overlay.notices.begin_run(),
            Effect::Disturbed => {}
            Effect::Again => self.start_replay(),
            Effect::Limit(limit) => {
                let asked = self.rate.line(&limit.to_string(), self.now);
                if let Some(line) = self.is_granted(asked) {
                    self.tell(Output::Log(line));
                }
            }
            Effect::Prompt(call) => self.notice_of_cart(&format!("{call}: no program may do this here")),
            Effect::Command { name, .. } => {
                self.notice_of_cart(&format!("extcmd(\"{name}\"): this console knows no such command"));
            }
        }
    }
}
