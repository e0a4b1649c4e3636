//! The editors: opened over the cart that plays, told what was pressed, left again.
//!
//! ```text
//! F2, the pause menu ──> play stands still ──> Editors of the cart's data ── EditEffect::Data ──> the run has them at its next frame
//!                                                   └── Save ──> Request::WriteData ──> Response::Text
//! Esc, F2 ──> play goes on
//! ```
//!
//! Editors stay with their cart until the console ends: what can be undone lives through play, restarts and saving. Data that change
//! outside come here first, so that nothing that is unsaved is lost.

use super::Player;
use super::edit_code::Wrong;
use super::phase::{Editing, Phase};
use super::replies::Pending;
use crate::input::PARTS;
use crate::pace::Pace;
use crate::pad::PadButton;
use crate::protocol::{EditedData, Request, Wheel};
use editors::{Data, Draft, EditEffect, EditInput, EditKey, EditorKind, Editors, GameMoment, canvas_size};
use loader::Origin;
use rasher::Rom;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use studio::KeyPress;
use studio::canvas::Canvas;
use studio::{Mode, Settings};

/// The editors of each cart that was edited, by its key.
#[derive(Debug, Default)]
pub(super) struct EditedCarts {
    pub(super) of: BTreeMap<String, Editors>,
    /// Ticks since what is unsaved was kept.
    rest: u32,
    /// What was told when the console was to end with something unsaved: the next time it ends.
    warned: bool,
    /// What stopped the cart, or is wrong with its code.
    pub(super) wrong: Option<Wrong>,
    /// The folder of the prompt.
    pub(super) folder: Option<PathBuf>,
}

impl Player {
    /// Are the editors open?
    pub(super) fn is_editing(&self) -> bool {
        matches!(self.phase, Phase::Editing(_))
    }

    /// The editors of the cart that plays, if it was edited.
    pub fn editors(&self) -> Option<&Editors> {
        self.editing.of.get(self.cart.key())
    }

    /// Opens the editors, or goes back to the cart.
    pub(super) fn turn_editors(&mut self) {
        if self.is_editing() {
            return self.close_editors();
        }
        // From a moment that the debugger shows, unless there is none to go on from.
        let goes_on = self.run_loop.run().is_some_and(|run| run.branch().crash().is_none());
        if self.mode() == Mode::Debugger && goes_on {
            self.run_loop.close_debugger();
            self.phase.leave();
            self.introduce();
        }
        if matches!(self.mode(), Mode::Debugger | Mode::Question | Mode::Resuming) {
            return;
        }
        if self.cart.is_shelf() {
            return self.notice("choose a cart first: the editors show its sprites");
        }
        self.run_loop.hold(self.now);
        self.phase.close();
        let key = self.cart.key().to_string();
        let is_new = !self.editing.of.contains_key(&key);
        let (data, is_lua) = (&self.cart.rom.data, self.cart.bundle.first().is_some());
        let editors = self.editing.of.entry(key).or_insert_with(|| Editors::new(data.clone()));
        if is_new && is_lua {
            // As PICO-8 has it: the code first, later what was open last.
            editors.open(EditorKind::Code);
        }
        let ticks = Pace::new(60, self.now);
        self.phase = Phase::Editing(Box::new(Editing { ticks, failure: None, pauses: false }));
        let (w, h, scale) = canvas_size(self.devices.size);
        self.edit(&EditInput::Size(w, h, scale));
        self.edit(&EditInput::Keys(self.settings.editor_keys.clone()));
        self.edit(&EditInput::Calm(self.settings.less_flash));
        self.edit(&EditInput::Wrong(self.overlay.notices.data_errors().to_vec()));
        self.show_game();
        if is_new {
            let key = self.cart.key().to_string();
            self.ask(Request::ReadDraft(key.clone()), Pending::Draft(key));
            self.read_sources();
        }
        self.show_wrong();
    }

    /// The editors see the game as it stands now.
    pub(super) fn show_game(&mut self) {
        if let Some(game) = self.run_loop.run().map(|run| GameMoment::of(run.console().machine())) {
            self.edit(&EditInput::Game(Box::new(game)));
        }
    }

    pub(super) fn close_editors(&mut self) {
        if !self.is_editing() {
            return;
        }
        self.edit(&EditInput::Blur);
        self.edit(&EditInput::Pad(0));
        self.keep_draft();
        let pauses = matches!(&self.phase, Phase::Editing(editing) if editing.pauses);
        self.phase.leave();
        match pauses {
            true => self.pause(),
            false => self.resume(),
        }
    }

    /// The editors hear something, and what they want is done.
    pub(super) fn edit(&mut self, input: &EditInput) {
        let Some(editors) = self.editing.of.get_mut(self.cart.key()) else { return };
        let effects = editors.step(input);
        self.run_loop.stale |= self.is_editing();
        effects.into_iter().for_each(|effect| self.edited(effect));
    }

    fn edited(&mut self, effect: EditEffect) {
        match effect {
            EditEffect::Data(data) => {
                self.editing.warned = false;
                let Rom { name, version, .. } = Rom::clone(&self.cart.rom);
                self.cart.rom = Arc::new(Rom { data, name, version });
                self.run_loop.take_up(&self.cart.rom);
                self.changes += 1;
            }
            EditEffect::Save { data, base } => {
                let cart = &self.cart;
                let (folder, name) = (cart.origin.path().map(Path::to_path_buf), cart.rom.name.clone());
                if folder.is_none() && !cart.keeps {
                    let why = "a run from a file is only looked at: its data are nowhere".to_string();
                    return self.edit(&EditInput::Saved(data, Err(why)));
                }
                let edited = EditedData { folder, name, data: data.clone(), base };
                self.ask(Request::WriteData(Box::new(edited)), Pending::SaveData(data));
            }
            EditEffect::Memory(data) => {
                if let Err(why) = self.run_loop.edit_memory(&data) {
                    self.tell_editors(&why, true);
                }
            }
            EditEffect::Keys(editor_keys) => {
                self.set(Settings { editor_keys, ..self.settings.clone() });
            }
            EditEffect::CopyPicture(width, colors) => self.request(Request::CopyPicture(width, colors)),
            EditEffect::SaveCode(files) => self.save_code(files),
            EditEffect::Prompt(command) => self.prompted(command),
            EditEffect::Stops(stops) => self.set_stops(&stops),
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

    /// The ticks of the editors that are due.
    pub(super) fn tick_editors(&mut self) {
        let Phase::Editing(editing) = &mut self.phase else { return };
        for _ in 0..editing.ticks.due(self.now).min(4) {
            self.edit(&EditInput::Tick);
            self.editing.rest += 1;
        }
        // Half a second: what a crash costs at the most.
        if self.editing.rest >= 30 {
            self.editing.rest = 0;
            self.keep_draft();
        }
    }

    /// What is unsaved goes out, if it is not what went out last.
    pub(super) fn keep_draft(&mut self) {
        let key = self.cart.key().to_string();
        if let Some(bytes) = self.editing.of.get_mut(&key).and_then(Editors::changed_draft) {
            self.request(Request::WriteDraft(key, bytes));
        }
    }

    /// Something was unsaved when the console ended last.
    pub(super) fn draft(&mut self, key: &str, bytes: &[u8]) {
        if self.cart.key() == key
            && let Some(draft) = Draft::from_bytes(bytes)
        {
            // Breakpoints hold whether or not anybody opens the editors; those that were set since then count.
            if self.stops().is_empty() {
                self.set_stops(draft.stops());
            }
            if let Some(editors) = self.editing.of.get_mut(key) {
                editors.offer_draft(draft);
                self.run_loop.stale |= self.is_editing();
                self.tell_stops();
            }
        }
    }

    /// When the next of them is wanted.
    pub(super) fn next_edit(&self) -> Option<Duration> {
        match &self.phase {
            Phase::Editing(editing) => Some(editing.ticks.next()),
            _ => None,
        }
    }

    /// A key, while the editors are open.
    pub(super) fn edit_key(&mut self, press: &KeyPress) {
        // Keyboards have two of these.
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

    /// A button of a pad went down that presses none of the cart's.
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

    /// Does Esc lead from there to the editors?
    pub(super) fn escapes_to_editors(&self, mode: Mode) -> bool {
        self.settings.escape_edits && matches!(mode, Mode::Game | Mode::Error) && !self.cart.is_shelf()
    }

    /// The wheel, while the editors are open.
    pub(super) fn edit_wheel(&mut self, wheel: Wheel) {
        let steps = self.whole_steps(wheel.y);
        if steps != 0 {
            self.edit(&EditInput::Wheel(steps));
        }
    }

    /// Whole steps of the wheel: parts of one add up.
    pub(super) fn whole_steps(&mut self, parts: i32) -> i32 {
        let sum = self.devices.wheel_parts.saturating_add(parts);
        self.devices.wheel_parts = sum % PARTS;
        sum / PARTS
    }

    /// The window has another size.
    pub(super) fn resize_editors(&mut self) {
        if self.is_editing() {
            let (w, h, scale) = canvas_size(self.devices.size);
            self.edit(&EditInput::Size(w, h, scale));
        }
    }

    /// The cart's files have these data now. Where the cart was edited that is for its editors to judge.
    pub(super) fn data_outside(&mut self, rom: Rom) {
        match self.editing.of.contains_key(self.cart.key()) {
            true => self.edit(&EditInput::Outside(rom.data)),
            false => self.data(rom),
        }
    }

    pub(super) fn data_saved(&mut self, data: Box<Data>, saved: Result<String, String>) {
        if let Err(why) = &saved {
            self.log(format!("not saved: {why}"));
        }
        self.edit(&EditInput::Saved(data, saved));
    }

    /// The data come from that folder now. A cartridge in Lua stays the file that it is.
    pub(super) fn data_from(&mut self, folder: PathBuf) {
        if self.cart.origin.file().is_none() {
            self.cart.origin = Origin::Folder(folder);
        }
    }

    /// Is something unsaved that is to be said before the console ends? It is said once.
    pub(super) fn warns_of_unsaved(&mut self) -> bool {
        let unsaved = |(_, editors): (&String, &Editors)| editors.is_changed();
        let warns = self.editing.of.iter().any(unsaved) && !std::mem::replace(&mut self.editing.warned, true);
        if warns {
            self.notice("unsaved changes: F2 and Ctrl+S save them; once more ends without them");
        }
        warns
    }

    /// The picture of the editors.
    pub(super) fn edit_canvas(&self) -> Option<Arc<Canvas>> {
        self.editors().filter(|_| self.is_editing()).map(|editors| Arc::new(editors.draw()))
    }

    /// Something is said while the editors are open.
    pub(super) fn tell_editors(&mut self, text: &str, bad: bool) {
        if self.is_editing()
            && let Some(editors) = self.editing.of.get_mut(self.cart.key())
        {
            editors.notify(text, bad);
        }
    }
}
