//! The editors over the running cart.
//!
//! ```text
//! F2, the pause menu ──> play stops ──> Editors of the cart's data ── EditEffect::Data ──> the run uses them from its next frame on
//!                                                   └── Save ──> Request::WriteData ──> Response::Text
//! Esc, F2 ──> play resumes
//! ```
//!
//! The editors of a cart exist until the console ends: undo survives play, restarts and saves. Data files that change go to the
//! editors first, so no unsaved work is lost.

use super::Player;
use super::code::FaultPlace;
use super::phase::{About, Editing, Phase};
use super::replies::Pending;
use crate::input::PARTS;
use crate::pace::Pace;
use crate::pad::PadButton;
use crate::protocol::{EditedData, Request};
use editors::{Data, EditEffect, EditInput, EditKey, EditorKind, Editors, GameMoment, canvas_size};
use rasher::Rom;
use rasher::text::in_message;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use studio::canvas::Canvas;
use studio::{Choice, KeyPress, Mode, Settings, ShelfMessage};

#[derive(Debug, Default)]
pub(super) struct EditedCarts {
    pub(super) of: BTreeMap<String, Editors>,
    /// Ticks since the history was kept.
    rest: u32,
    /// The cart has unsaved work of an earlier time, which its editors will restore once they are open.
    pub(super) left: bool,
    /// A warning about unsaved changes was shown: the next attempt to quit succeeds.
    warned: bool,
    pub(super) fault: Option<FaultPlace>,
    pub(super) folder: Option<PathBuf>,
    /// The page of tutorial and manual opens with the editors.
    pub(super) reads: bool,
    /// The page as it was drawn last, to be shown next to the game.
    pub(super) page: Option<Arc<Canvas>>,
}

const LEFT: &str = "unsaved changes from last time: F2 shows them";

impl Player {
    pub(super) fn is_editing(&self) -> bool {
        matches!(self.phase, Phase::Editing(_))
    }

    pub fn editors(&self) -> Option<&Editors> {
        self.editing.of.get(self.cart.key())
    }

    pub(super) fn switch_editors(&mut self) {
        if self.is_editing() {
            return self.leave_editors();
        }
        // Not if the debugger shows a crash: nothing could continue from there.
        let goes_on = self.run_loop.run().is_some_and(|run| run.branch().crash().is_none());
        if self.mode() == Mode::Debugger && goes_on {
            self.close_debugger();
            self.send_environment();
        }
        if matches!(&self.phase, Phase::Asking(asking) if matches!(asking.about, About::Resume(_)))
            && let Some(About::Resume(kept)) = self.phase.take_question()
        {
            self.start.left_behind = Some((kept, true));
        }
        if matches!(self.mode(), Mode::Debugger | Mode::Question | Mode::Resuming) {
            return;
        }
        if self.cart.is_shelf() {
            if matches!(self.phase, Phase::Menu(_)) {
                self.choose(Some(Choice::Continue));
            }
            return self.send_to_shelf(&ShelfMessage::Edit);
        }
        if self.edits_copy() {
            return;
        }
        self.hold();
        self.phase.close();
        let key = self.cart.key().to_string();
        let is_new = !self.editing.of.contains_key(&key);
        let (rom, is_lua) = (&self.cart.rom, self.cart.is_lua());
        let editors =
            self.editing.of.entry(key).or_insert_with(|| Editors::with_sounds(rom.data.clone(), &rom.sounds));
        if is_new && is_lua {
            // As in PICO-8: the code first, later what was open last.
            editors.open(EditorKind::Code);
        }
        let ticks = Pace::new(60, self.now);
        self.phase.open(|then| Phase::Editing(Box::new(Editing { ticks, pauses: false, then })));
        let (w, h, scale) = canvas_size(self.devices.size);
        self.edit(&EditInput::Size(w, h, scale));
        let file =
            self.cart.origin.file().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let file = file.unwrap_or_else(|| self.cart.name.clone());
        self.edit(&EditInput::File(in_message(&file, 60)));
        self.edit(&EditInput::Keys(self.settings.editor_keys.clone()));
        self.edit(&EditInput::Calm(self.settings.less_flash));
        self.edit(&EditInput::Wrong(self.overlay.notices.errors.data.clone()));
        self.show_game();
        if is_new {
            self.read_sources();
        }
        if self.editors().is_some_and(Editors::wants_history) {
            let key = self.cart.key().to_string();
            self.ask(Request::ReadHistory(key.clone()), Pending::History(key));
        }
        self.show_fault_in_editor();
        if std::mem::take(&mut self.editing.reads) {
            self.edit(&EditInput::ShowGuide);
        }
    }

    pub(super) fn show_game(&mut self) {
        if let Some(game) = self.run_loop.run().map(|run| GameMoment::of(run.console().machine())) {
            self.edit(&EditInput::Game(Box::new(game)));
        }
    }

    pub(super) fn close_editors(&mut self) {
        if self.is_editing() {
            self.toggle_editors();
        }
    }

    fn leave_editors(&mut self) {
        self.edit(&EditInput::Blur);
        self.edit(&EditInput::Pad(0));
        self.keep_history();
        let pauses = matches!(&self.phase, Phase::Editing(editing) if editing.pauses);
        self.phase.leave();
        match pauses {
            true => self.pause(),
            false => self.resume(),
        }
    }

    pub(super) fn step_editors(&mut self, input: &EditInput) {
        let Some(editors) = self.editing.of.get_mut(self.cart.key()) else { return };
        let effects = editors.step(input);
        self.editing.page = None;
        self.run_loop.stale |= self.is_editing();
        effects.into_iter().for_each(|effect| self.edited(effect));
    }

    pub(super) fn editors_canvas(&self) -> Option<Arc<Canvas>> {
        self.editors().map(|editors| Arc::new(editors.draw()))
    }

    fn edited(&mut self, effect: EditEffect) {
        match effect {
            EditEffect::Data(data) => {
                self.editing.warned = false;
                self.cart.rom = Arc::new(Rom { data, ..Rom::clone(&self.cart.rom) });
                self.use_data();
                self.changes += 1;
            }
            EditEffect::SoundNames(sounds) => {
                self.cart.rom = Arc::new(Rom { sounds, ..Rom::clone(&self.cart.rom) });
            }
            EditEffect::Save { data, base, sounds, agreed } => {
                let cart = &self.cart;
                let (folder, name) = (cart.origin.path().map(Path::to_path_buf), cart.rom.name.clone());
                if folder.is_none() && !cart.keeps {
                    let why = "this run was opened from a recording, which has no data files".to_string();
                    return self.edit(&EditInput::Saved(data, Err(why)));
                }
                let edited = EditedData { folder, name, data: data.clone(), base, sounds, agreed };
                self.ask(Request::WriteData(Box::new(edited)), Pending::SaveData(data));
            }
            EditEffect::Memory(data) => {
                if let Err(why) = self.run_loop.edit_memory(&data) {
                    self.notify_editors(&why, true);
                }
            }
            EditEffect::Keys(editor_keys) => self.set(Settings { editor_keys, ..self.settings.clone() }),
            EditEffect::CopyPicture(width, colors) => self.request(Request::CopyPicture(width, colors)),
            EditEffect::SaveCode(files) => self.save_code(files),
            EditEffect::Prompt(command) => self.prompted(command),
            EditEffect::Stops(stops) => self.set_breakpoints(&stops),
            EditEffect::Pack(version, code) => {
                let pending = Pending::Pack(self.cart.key().to_string(), version);
                self.ask(Request::Pack(code), pending);
            }
            EditEffect::Copy(text) => self.request(Request::Copy(text)),
            EditEffect::Paste => _ = self.ask(Request::Paste, Pending::Paste),
            EditEffect::Samples(samples) => self.run_loop.out.play(samples),
            EditEffect::Silence => self.run_loop.out.silence = true,
            EditEffect::Leave => self.close_editors(),
        }
    }

    pub(super) fn tick_editors(&mut self) {
        let Phase::Editing(editing) = &mut self.phase else { return };
        for _ in 0..editing.ticks.due(self.now).min(4) {
            self.edit(&EditInput::Tick);
            self.editing.rest += 1;
        }
        // Half a second is the most that a crash costs.
        if self.editing.rest >= 30 {
            self.editing.rest = 0;
            self.keep_history();
        }
    }

    pub(super) fn write_history(&mut self) {
        let (key, date) = (self.cart.key().to_string(), self.date());
        if let Some(entries) = self.editing.of.get_mut(&key).and_then(|editors| editors.keep_history(date)) {
            self.request(Request::WriteHistory(key, entries));
        }
    }

    pub(super) fn use_history(&mut self, key: &str, bytes: &[u8]) {
        if self.cart.key() != key {
            return;
        }
        let date = self.date();
        let (stops, unsaved) = editors::kept_in(bytes);
        // Breakpoints apply before the editors are opened. Those set since then take precedence.
        if self.breakpoints().is_empty() {
            self.set_breakpoints(&stops);
        }
        match self.editing.of.get_mut(key) {
            Some(editors) if editors.wants_history() => {
                editors.take_history(bytes, date);
                self.edit(&EditInput::Calm(self.settings.less_flash));
                self.send_breakpoints();
                self.keep_history();
            }
            Some(_) => {}
            None => {
                self.editing.left = unsaved.is_some();
                if self.editing.left {
                    self.notify(LEFT);
                }
            }
        }
    }

    /// Ctrl+S outside of the editors.
    pub(super) fn save_unsaved(&mut self) {
        match self.editors() {
            Some(editors) if editors.is_changed() => self.edit(&EditInput::Save),
            None if self.editing.left => self.notify(LEFT),
            _ => self.notify("nothing to save"),
        }
        let Some(editors) = self.editors().filter(|_| !self.is_editing()) else { return };
        if let Some(why) = editors.refusal() {
            self.warn(why);
        }
    }

    pub(super) fn saved(&mut self, saved: &Result<String, String>) {
        if let Err(why) = saved {
            self.log(format!("not saved: {why}"));
        }
        if !self.is_editing() {
            match saved {
                Ok(names) => self.notify(format!("saved {names}")),
                Err(why) => self.warn(format!("not saved: {why}")),
            }
        }
    }

    pub(super) fn edit_key(&mut self, press: &KeyPress) {
        // A keyboard has two Enter keys.
        let name = match press.key.map_or("", studio::Key::name) {
            "NumpadEnter" => "Enter",
            name => name,
        };
        if !press.down {
            return self.edit(&EditInput::KeyUp(name));
        }
        let KeyPress { text, letter, shift, control, alt, repeat, .. } = press.clone();
        self.edit(&EditInput::Key(EditKey { name, letter, text, shift, control, alt, repeat }));
    }

    pub(super) fn edit_pad_button(&mut self, button: PadButton) {
        let is_list = self.editors().is_some_and(Editors::lists_commands);
        let (name, alt) = match button {
            PadButton::SELECT if is_list => ("Escape", false),
            PadButton::SELECT => ("F1", false),
            PadButton::LEFT_TRIGGER => ("ArrowLeft", true),
            PadButton::RIGHT_TRIGGER => ("ArrowRight", true),
            _ => return,
        };
        self.edit(&EditInput::Key(EditKey { name, alt, ..EditKey::default() }));
    }

    pub(super) fn whole_steps(&mut self, parts: i32) -> i32 {
        let sum = self.devices.wheel_parts.saturating_add(parts);
        self.devices.wheel_parts = sum % PARTS;
        sum / PARTS
    }

    pub(super) fn data_outside(&mut self, rom: Rom) {
        if !self.editing.of.contains_key(self.cart.key()) {
            return self.data(rom);
        }
        let before = self.cart.rom.clone();
        self.edit(&EditInput::SoundNames(rom.sounds));
        self.edit(&EditInput::Outside(rom.data));
        // Open editors show what has changed themselves; closed ones play nothing later.
        if !self.is_editing() && before.data != self.cart.rom.data {
            self.edit(&EditInput::Blur);
            let now = self.cart.rom.clone();
            self.show_change(&before, &now);
        }
    }

    pub(super) fn data_saved(&mut self, data: Box<Data>, saved: Result<String, String>) {
        self.saved(&saved);
        self.edit(&EditInput::Saved(data, saved));
        self.keep_history();
    }

    pub(super) fn warn_of_unsaved(&mut self) -> bool {
        let unsaved = |(_, editors): (&String, &Editors)| editors.is_changed();
        let warns = self.editing.of.iter().any(unsaved) && !std::mem::replace(&mut self.editing.warned, true);
        if warns {
            self.warn("unsaved changes: Ctrl+S saves them, or quit again and find them here next time");
        }
        warns
    }

    pub(super) fn notify_editors(&mut self, text: &str, bad: bool) {
        if self.is_editing()
            && let Some(editors) = self.editing.of.get_mut(self.cart.key())
        {
            editors.notify(text, bad);
        }
    }
}
