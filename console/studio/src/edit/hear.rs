//! What editors hear: each input, and who it is for.
//!
//! ```text
//! input ──> what all have: held keys, the pointer, news of files, game and code ──> the editor in front
//! key   ──> an open question ──> the list of commands ──> a command's key (run.rs) ──> the editor in front
//! ```
//!
//! What a command does is not known here.

use super::bar::{buttons, tabs};
use super::command::is_pressed;
use super::finder::{Finder, Found};
use super::run::COMMON;
use super::{BAR, EditEffect, EditInput, EditKey, Editors, LEAST};
use rasher::memory::ROM_SIZE;

impl Editors {
    /// Hears something; what is to be done about it comes out, in order.
    pub fn step(&mut self, input: &EditInput) -> Vec<EditEffect> {
        self.before_answer(input);
        self.hear(input);
        self.time_line(input);
        if let Some(kind) = self.desk.wanted.take() {
            self.open(kind);
        }
        self.answer(input);
        if self.told != self.desk.doc.version() && !self.desk.doc.is_open() {
            self.told = self.desk.doc.version();
            self.desk.effects.insert(0, self.desk.told());
        }
        std::mem::take(&mut self.desk.effects)
    }

    pub(super) fn hear(&mut self, input: &EditInput) {
        let desk = &mut self.desk;
        match input {
            EditInput::Tick => {
                desk.frame += 1;
                desk.play();
            }
            EditInput::Key(key) => {
                (desk.shift, desk.control) = (key.shift, key.control);
                match key.name {
                    "ShiftLeft" | "ShiftRight" => desk.shift = true,
                    "ControlLeft" | "ControlRight" => desk.control = true,
                    "Space" => desk.space = true,
                    _ => {}
                }
                return self.key(key);
            }
            EditInput::KeyUp(name) if self.pressed.is_some_and(|pressed| pressed.0 == *name) => {
                let button = self.pressed.take().map_or(0, |pressed| pressed.1);
                return self.hear(&EditInput::Button(button, false));
            }
            EditInput::KeyUp(name) => match *name {
                "ShiftLeft" | "ShiftRight" => desk.shift = false,
                "ControlLeft" | "ControlRight" => desk.control = false,
                "Space" => desk.space = false,
                _ => {}
            },
            EditInput::Pointer(x, y) => {
                (desk.pointer, desk.steered) = ((*x, *y), false);
                if self.finder.is_some() {
                    let (rows, size) = (self.rows(), self.desk.size);
                    if let Some(finder) = &mut self.finder {
                        finder.point((*x, *y), &rows, size);
                    }
                    return;
                }
            }
            EditInput::Button(button, down) => {
                if *down {
                    desk.buttons |= button
                } else {
                    desk.buttons &= !button
                }
                if *down && self.click(*button) {
                    return;
                }
            }
            EditInput::Wheel(steps) => {
                if self.finder.is_some() {
                    let (rows, size) = (self.rows(), self.desk.size);
                    if let Some(finder) = &mut self.finder {
                        finder.wheel(*steps, &rows, size);
                    }
                    return;
                }
            }
            EditInput::Steer(dx, dy) => {
                let (w, h) = desk.size;
                let to = ((desk.pointer.0 + dx).clamp(0, w - 1), (desk.pointer.1 + dy).clamp(0, h - 1));
                self.hear(&EditInput::Pointer(to.0, to.1));
                self.desk.steered = true;
                return;
            }
            EditInput::Keys(keys) => {
                desk.keys.clone_from(keys);
                return;
            }
            EditInput::Calm(calm) => {
                desk.calm = *calm;
                return;
            }
            EditInput::ShowKeys => {
                let (editor, desk) = self.front();
                editor.settle(desk);
                self.finder = Some(Finder::default());
                return;
            }
            EditInput::Blur => {
                (desk.shift, desk.control, desk.space, desk.buttons) = (false, false, false, 0);
                self.pressed = None;
                let (editor, desk) = self.front();
                editor.settle(desk);
                editor.input(input, desk);
                desk.cart_mut().forget_saving();
                return desk.speaker.hush();
            }
            EditInput::Size(w, h, scale) => {
                (desk.size, desk.scale) = (((*w).max(LEAST), (*h).max(LEAST)), (*scale).max(1));
            }
            EditInput::Pasted(_) => {}
            EditInput::Saved(data, Ok(names)) => {
                desk.cart_mut().saved(data.clone());
                return desk.say(format!("saved {names}"));
            }
            EditInput::Saved(data, Err(why)) => {
                desk.cart_mut().answered(data);
                return desk.refuse(format!("not saved: {why}"));
            }
            EditInput::Outside(theirs) => return self.outside(theirs),
            EditInput::Wrong(lines) => {
                desk.wrong = !lines.is_empty();
                return lines.first().into_iter().for_each(|line| desk.refuse(line));
            }
            EditInput::Game(game) => {
                desk.behold(game);
                self.told = desk.doc.version();
                return;
            }
            EditInput::Answer(lines, bad) => return self.prompt.answer(lines, *bad),
            EditInput::Names(names) => return self.prompt.know(names, desk),
            EditInput::Save => return self.save(),
            EditInput::Import(data) => {
                let places: Vec<usize> = (0..ROM_SIZE).filter(|at| desk.doc.get(*at) != data[*at]).collect();
                desk.doc.take("import", data, &places, desk.frame);
                return;
            }
            EditInput::Draft(draft) => {
                self.code.set_stops(draft.stops());
                self.offer = draft.is_unsaved().then(|| draft.clone());
                return;
            }
            EditInput::Sources(files) => return self.sources(files),
            EditInput::Packed(version, bytes) => return self.code.packed(*version, *bytes),
            EditInput::NoSources(why) => return self.code.miss(why),
            EditInput::SourcesSaved(files, Ok(names)) => {
                self.code.saved(files);
                return desk.say(format!("saved {names}"));
            }
            EditInput::SourcesSaved(_, Err(why)) => return desk.refuse(format!("not saved: {why}")),
            EditInput::Fault(fault) => {
                let fault = fault.as_ref().map(|(file, line, message)| (&file[..], *line, &message[..]));
                return self.code.set_fault(fault);
            }
            EditInput::Stops(stops) => return self.code.set_stops(stops),
        }
        let (editor, desk) = self.front();
        editor.input(input, desk);
    }

    pub(super) fn key(&mut self, key: &EditKey) {
        if self.key_answer(key) {
            return;
        }
        if self.finder.is_some() {
            let (rows, size) = (self.rows(), self.desk.size);
            let own = self.editor().rows().len();
            let mut finder = self.finder.take();
            let types = |row: usize| self.types(key, row >= own);
            let found = finder.as_mut().map_or(Found::None, |finder| finder.key(key, &rows, size, types));
            self.finder = finder;
            return self.found(found);
        }
        if let Some(row) = self.rows().iter().position(|row| is_pressed(&row.key, key)) {
            return match self.editor().pointing(row) {
                Some(pointing) => self.point(pointing, key.name),
                None => self.run(row),
            };
        }
        let (editor, desk) = self.front();
        editor.input(&EditInput::Key(key.clone()), desk);
    }

    fn found(&mut self, found: Found) {
        match found {
            Found::None => {}
            Found::Closed => self.finder = None,
            Found::Row(row) => {
                self.finder = None;
                self.run(row);
            }
            Found::Refused(why) => self.desk.refuse(why),
            Found::Key(row, key) => self.give_key(row, key),
        }
    }

    /// A button of the mouse went down on what is the same in all editors; true if it was that.
    fn click(&mut self, button: u8) -> bool {
        let (at, size) = (self.desk.pointer, self.desk.size);
        if self.click_answer(button) {
            return true;
        }
        if self.finder.is_some() {
            let rows = self.rows();
            let found =
                self.finder.as_mut().map_or(Found::None, |finder| finder.click(button, at, &rows, size));
            self.found(found);
            return true;
        }
        if at.1 >= BAR || button != 1 {
            return false;
        }
        if let Some((kind, _)) = tabs(self.front, size.0).into_iter().find(|(_, area)| area.holds(at.0, at.1))
        {
            self.open(kind);
        } else if let Some((common, _)) = buttons(size.0).into_iter().find(|(_, area)| area.holds(at.0, at.1))
        {
            let own = self.editor().rows().len();
            if let Some(n) = COMMON.iter().position(|row| row.0 == common) {
                self.run(own + n);
            }
        }
        true
    }
}
