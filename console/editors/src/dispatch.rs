//! Passes input to the part of the editors that handles it.
//!
//! ```text
//! input ──> shared state: held keys, the pointer, files, game, code ──> the editor in front
//! key   ──> an open question ──> the list of commands ──> a command's key (run.rs) ──> the editor in front
//! ```

use super::bar::{buttons, tabs};
use super::document;
use super::editor::is_pressed;
use super::finder::{Finder, FinderResult};
use super::keys::BoundRow;
use super::pen::{BAR, LEAST};
use super::run::{COMMON, Common};
use super::types::{Data, EditEffect, EditInput, EditKey};
use super::{EditorKind, Editors};
use rasher::memory::{MAP, MUSIC, SFX};
use studio::Piece;

impl Editors {
    pub fn step(&mut self, input: &EditInput) -> Vec<EditEffect> {
        self.before_answer(input);
        self.dispatch(input);
        self.time_line(input);
        if let Some(kind) = self.cx.wanted.take() {
            self.open(kind);
        }
        if let Some(word) = self.cx.reads.take() {
            self.open_guide(&word);
        }
        self.answer(input);
        if self.sent_version != self.cx.doc.version() && !self.cx.doc.is_open() {
            self.sent_version = self.cx.doc.version();
            self.cx.effects.insert(0, self.cx.data_effect());
            let names = self.cx.cart().names();
            if names != self.sent_names {
                self.cx.effects.insert(0, EditEffect::SoundNames(names.clone()));
                self.sent_names = names;
            }
        }
        std::mem::take(&mut self.cx.effects)
    }

    pub(super) fn dispatch(&mut self, input: &EditInput) {
        let is_covered = self.finder.is_some() || self.question().is_some();
        let is_on_page = self.finder.is_none() && self.is_on_guide();
        let cx = &mut self.cx;
        match input {
            EditInput::Midi(..) if is_covered => return,
            EditInput::Tick => {
                self.tick_pad();
                self.tick_guide();
                let cx = &mut self.cx;
                cx.frame += 1;
                cx.speaker.tick(cx.doc.data(), &mut cx.effects);
            }
            EditInput::Key(key) => {
                (cx.shift, cx.control) = (key.shift, key.control);
                cx.hold(key.name, true);
                return self.key(key);
            }
            EditInput::KeyUp(name) if self.pressed.is_some_and(|pressed| pressed.0 == *name) => {
                let button = self.pressed.take().map_or(0, |pressed| pressed.1);
                return self.dispatch(&EditInput::Button(button, false));
            }
            EditInput::KeyUp(name) => cx.hold(name, false),
            EditInput::Pointer(x, y) => {
                (cx.pointer, cx.steered) = ((*x, *y), false);
                if self.finder.is_some() {
                    let (rows, size) = (self.found_rows(), self.cx.size);
                    self.finder.iter_mut().for_each(|finder| finder.point((*x, *y), &rows, size));
                    return;
                }
                if self.is_on_guide() && self.cx.buttons == 0 {
                    return self.guide_point();
                }
                if self.page.is_some() {
                    return;
                }
            }
            EditInput::Button(button, down) => {
                cx.buttons = if *down { cx.buttons | button } else { cx.buttons & !button };
                if *down {
                    self.cx.finish_name();
                }
                if *down && self.click(*button) {
                    return;
                }
            }
            EditInput::Wheel(steps) if is_on_page => {
                return self.guide_wheel(*steps);
            }
            EditInput::Wheel(steps) if self.finder.is_none() && self.page.is_some() => {
                return self.history_wheel(*steps);
            }
            EditInput::Wheel(steps) if self.finder.is_some() => {
                let (rows, size) = (self.found_rows(), self.cx.size);
                return self.finder.iter_mut().for_each(|finder| finder.wheel(*steps, &rows, size));
            }
            EditInput::Midi(..) => {}
            EditInput::Pasted(text) if cx.paste_name(text) => return,
            EditInput::Wheel(_) | EditInput::Pasted(_) => {}
            EditInput::Steer(dx, dy) => {
                let (w, h) = self.canvas();
                let cx = &self.cx;
                let to = ((cx.pointer.0 + dx).clamp(0, w - 1), (cx.pointer.1 + dy).clamp(0, h - 1));
                self.dispatch(&EditInput::Pointer(to.0, to.1));
                self.cx.steered = true;
                return;
            }
            EditInput::Pad(held) => return self.pad_buttons(*held),
            EditInput::Blur => return self.blur(input),
            EditInput::Size(w, h, scale) => {
                cx.scale = (*scale).max(1);
                self.size = Some(((*w).max(LEAST), (*h).max(LEAST)));
                return self.fit();
            }
            _ => return self.news(input),
        }
        let (editor, cx) = self.front();
        editor.input(input, cx);
    }

    /// The sound of that row of named ones: opens it, or lets the channel play it.
    fn take_named(&mut self, row: usize) {
        let Some((sound, _)) = self.cx.cart().names().into_iter().nth(row) else { return };
        let (editor, cx) = self.front();
        editor.take_sound(sound.into(), cx);
    }

    fn blur(&mut self, input: &EditInput) {
        self.cx.finish_name();
        self.cx.buttons = 0;
        (self.cx.shift, self.cx.control, self.cx.space) = (false, false, false);
        self.pressed = None;
        let (editor, cx) = self.front();
        editor.finish(cx);
        editor.input(input, cx);
        cx.cart_mut().forget_saving();
        cx.speaker.silence();
    }

    fn news(&mut self, input: &EditInput) {
        let cx = &mut self.cx;
        match input {
            EditInput::Keys(keys) => cx.keys.clone_from(keys),
            EditInput::Calm(calm) => cx.calm = *calm,
            EditInput::File(name) => self.file.clone_from(name),
            EditInput::ShowKeys => self.list_commands(),
            EditInput::ShowGuide => self.open_guide(""),
            EditInput::ShowFault => self.show_fault(),
            EditInput::Saved(data, Ok(names)) => {
                cx.cart_mut().saved(data.clone());
                cx.say(format!("saved {names}"));
                self.history.was_saved = true;
            }
            EditInput::Saved(data, Err(why)) => {
                cx.cart_mut().answered(data);
                cx.refuse(format!("not saved: {why}"));
            }
            EditInput::SaveLoses(data, what) => {
                cx.cart_mut().answered(data);
                self.highlighted = None;
                self.loses = Some(what.clone());
            }
            EditInput::Outside(theirs) => self.outside(&theirs[..]),
            EditInput::SoundNames(names) => cx.cart_mut().outside_names(names),
            EditInput::Wrong(lines) => {
                cx.wrong = !lines.is_empty();
                lines.first().into_iter().for_each(|line| cx.refuse(line));
            }
            EditInput::Game(game) => {
                cx.set_game(game);
                self.sent_version = cx.doc.version();
            }
            EditInput::Answer(lines, bad) => self.prompt.answer(lines, *bad),
            EditInput::Names(names) => self.prompt.take_names(names, cx),
            EditInput::Save => self.save(),
            EditInput::Import(data, names) => {
                let all = document::bytes_of(data, names);
                let places: Vec<usize> = (0..all.len()).filter(|at| cx.doc.get(*at) != all[*at]).collect();
                cx.doc.take("import", &all, &places, cx.frame);
            }
            EditInput::Sources(files) => {
                self.sources(files);
                self.follow_code();
                self.restore_waiting();
            }
            EditInput::Packed(version, bytes) => self.code.packed(*version, *bytes),
            EditInput::NoSources(why) => {
                self.code.missing.clone_from(why);
                self.restore_waiting();
            }
            EditInput::SourcesSaved(files, Ok(names)) => {
                self.code.text.saved(files);
                cx.say(format!("saved {names}"));
                self.history.was_saved = true;
            }
            EditInput::SourcesSaved(_, Err(why)) => cx.refuse(format!("not saved: {why}")),
            EditInput::Fault(fault) => {
                let fault = fault.as_ref().map(|(file, line, message)| (&file[..], *line, &message[..]));
                self.code.set_fault(fault);
            }
            EditInput::Stops(stops) => self.code.set_stops(stops),
            _ => {}
        }
    }

    pub(super) fn key(&mut self, key: &EditKey) {
        if self.key_answer(key) || self.key_name(key) {
            return;
        }
        let own = self.editor().rows().len();
        let saves = |(row, common): (BoundRow, &(Common, &str, &str, &str))| {
            common.0 == Common::Save && is_pressed(&row.key, key)
        };
        let mut common = self.rows().into_iter().skip(own).zip(&COMMON);
        if self.finder.is_some() && !self.waits_for_key() && common.any(saves) {
            return self.save();
        }
        if self.finder.is_some() {
            let (rows, size) = (self.found_rows(), self.cx.size);
            let own = self.editor().rows().len();
            let mut finder = self.finder.take();
            let types = |row: usize| self.types(key, row >= own);
            let found = finder.as_mut().and_then(|finder| finder.key(key, &rows, size, types));
            self.finder = finder;
            return self.found(found);
        }
        if self.guide_key(key) || self.history_key(key) {
            return;
        }
        let own = if self.page.is_some() { self.editor().rows().len() } else { 0 };
        let mut rows = self.rows().into_iter().enumerate().skip(own);
        if let Some((row, _)) = rows.find(|(_, row)| is_pressed(&row.key, key)) {
            return match self.editor().pointing(row) {
                Some(pointing) => self.point(pointing, key.name),
                None => self.run(row),
            };
        }
        if self.page.is_some() {
            return;
        }
        let (editor, cx) = self.front();
        editor.input(&EditInput::Key(key.clone()), cx);
    }

    fn found(&mut self, found: Option<FinderResult>) {
        match found {
            None => {}
            Some(FinderResult::Closed) => self.finder = None,
            Some(FinderResult::Row(row)) => {
                self.finder = None;
                match row.checked_sub(self.rows().len()) {
                    None => self.run(row),
                    Some(row) => self.take_named(row),
                }
            }
            Some(FinderResult::Refused(why)) => self.cx.refuse(why),
            Some(FinderResult::Key(row, key)) => self.give_key(row, key),
        }
    }

    fn click(&mut self, button: u8) -> bool {
        let (at, size) = (self.cx.pointer, self.cx.size);
        if self.click_answer(button) {
            return true;
        }
        if self.finder.is_some() {
            let rows = self.found_rows();
            let click = |finder: &mut Finder| finder.click(button, at, &rows, size);
            let found = self.finder.as_mut().and_then(click);
            self.found(found);
            return true;
        }
        if self.guide.is_open && self.guide_click(button) || self.history_click(button) {
            return true;
        }
        if at.1 >= BAR || button != 1 {
            return false;
        }
        if let Some((kind, _)) = tabs(self.front, size.0).into_iter().find(|(_, area)| self.cx.is_over(*area))
        {
            self.uncover();
            self.open(kind);
        } else if let Some((common, _)) = buttons(size.0).into_iter().find(|(_, area)| self.cx.is_over(*area))
        {
            let row = COMMON.iter().position(|row| row.0 == common);
            row.into_iter().for_each(|row| self.run(self.editor().rows().len() + row));
        }
        true
    }
}

fn contents(data: &Data) -> String {
    let empty = rasher::Rom::empty("");
    let (map, music, sfx) = (usize::from(MAP), usize::from(MUSIC), usize::from(SFX));
    let sprite = |n: usize| (0..8).any(|row| data[n / 16 * 512 + row * 64 + n % 16 * 4..][..4] != [0; 4]);
    let records = |at: usize, size: usize| {
        let is = |n: &usize| data[at + size * n..][..size] != empty.data[at + size * n..][..size];
        (0..64).filter(is).count()
    };
    format!(
        "sprites {}, cells of the map {}, sounds {}, patterns {}",
        (0..256).filter(|n| sprite(*n)).count(),
        data[map..map + 0x1000].iter().filter(|cell| **cell != 0).count(),
        records(sfx, 68),
        records(music, 4),
    )
}

fn is_saving(input: &EditInput) -> bool {
    matches!(input, EditInput::Save | EditInput::Saved(..) | EditInput::SourcesSaved(..))
}

impl Editors {
    pub fn piece(&self) -> Piece {
        let front = if self.front == EditorKind::Prompt { self.before } else { self.front };
        match front {
            EditorKind::Music => Piece::Music(self.music.pattern as u8),
            _ => Piece::Sfx(self.cx.sound as u8),
        }
    }

    /// Why the last command was refused, while that is shown.
    pub fn refusal(&self) -> Option<String> {
        self.cx.message().filter(|(_, is_bad)| *is_bad).map(|(text, _)| text.to_string())
    }

    pub fn notify(&mut self, text: &str, bad: bool) {
        if bad { self.cx.refuse(text) } else { self.cx.say(text) }
    }

    pub(super) fn before_answer(&mut self, input: &EditInput) {
        if self.front == EditorKind::Prompt && is_saving(input) {
            self.cx.clear_status();
        }
    }

    pub(super) fn answer(&mut self, input: &EditInput) {
        if self.front == EditorKind::Prompt
            && is_saving(input)
            && let Some((text, bad)) = self.cx.message()
            // Code and data of one file are saved one after the other.
            && !self.prompt.ends_with(text)
        {
            self.prompt.answer(&[text.to_string()], bad);
        }
        let is_packed = matches!(input, EditInput::Packed(..));
        if self.prompt.asks_costs() || self.prompt.awaits_costs && is_packed {
            self.prompt.awaits_costs = !self.print_costs();
        }
    }

    fn print_costs(&mut self) -> bool {
        let mut lines = Vec::new();
        if !self.code.text.files.is_empty() {
            let Some(costs) = self.code.costs(&mut self.cx) else { return false };
            let names: Vec<String> = self.code.files().into_iter().map(|file| file.name).collect();
            lines.push(names.join("  "));
            lines.extend(costs.map(|(limit, used)| {
                let percent = (used * 100).div_ceil(limit.most());
                format!("{}: {used} of {}, {percent} %", limit.name(), limit.most())
            }));
        }
        lines.push(contents(self.cx.doc.data()));
        self.prompt.answer(&lines, false);
        true
    }
}
