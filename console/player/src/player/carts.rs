//! Inserting, beginning, restarting and leaving a cart.
//!
//! ```text
//! shelf ── load ──> Request::LoadCart ── Response::Cart ──> cart ── menu: back to the shelf ──> shelf, that cart selected
//!                                                         └── its run is kept; next time the user is asked whether to resume it
//! ```

use super::keys::{Control, Focus};
use super::phase::{About, OnBegun, Phase};
use super::replies::Pending;
use super::{Asker, Player};
use crate::cartridge::{Before, CartStart, StartMode};
use crate::film::{Media, MediaName};
use crate::loading::{AutosaveChunk, elsewhere};
use crate::protocol::{Request, RunningCart};
use crate::run_loop::WORTH;
use loader::Cart;
use rasher::{Boot, Console, Event, PIXELS, Records};
use std::path::{Path, PathBuf};
use std::time::Duration;
use studio::{Question, Settings, ShelfMark, Slots};
use timeline::{KeptRun, ResumeReport};

/// Seconds that a run was played, at least, for a question about it. The pause menu offers a shorter one.
const ASKS_FROM: u64 = 60;

impl Player {
    pub(super) fn take_cart(&mut self, start: CartStart) {
        self.close_editors();
        self.leave_run();
        self.insert(start);
    }

    pub(super) fn load_cart(&mut self, name: String, param: String, from: Option<PathBuf>) {
        self.ask(Request::LoadCart { name, param, from }, Pending::LoadCart);
    }

    pub(super) fn load_failed(&mut self, why: &str) {
        self.start.next_run = None;
        if self.is_editing() {
            self.print_to_prompt(why, true);
        }
        self.warn_of_cart(why);
        self.resume();
    }

    pub(super) fn insert(&mut self, start: CartStart) {
        let CartStart { cart, param, kept_run, mode, slots, warnings } = start;
        (self.cart, self.start.param, self.slots) = (cart, param, slots);
        let key = self.cart.key().to_string();
        self.editing.left = false;
        if self.cart.keeps && self.tools.is_some() {
            self.ask(Request::ReadHistory(key.clone()), Pending::History(key.clone()));
        }
        let Cart { name, title, origin, rom, keeps, .. } = self.cart.clone();
        let folder = origin.path().map(Path::to_path_buf);
        self.request(Request::SetCart(RunningCart { key, name, title, folder, rom, keeps }));
        warnings.into_iter().for_each(|text| self.warn(text));
        (self.start.left_behind, self.start.on_begun) = (None, OnBegun::Play);
        (self.start.is_edited, self.overlay.flash) = (false, None);
        self.run_loop.last_debugger = None;
        self.overlay.notices.errors = Default::default();
        self.requests.rate.another();
        self.jobs.audition = None;
        let long = |kept_run: Option<Box<KeptRun>>| kept_run.filter(|kept| kept.recording.frames() >= WORTH);
        let is_edited = self.editing.of.contains_key(self.cart.key());
        let kept = match mode {
            StartMode::Ask if is_edited => {
                self.start.left_behind = long(kept_run).map(|kept| (kept, true));
                None
            }
            StartMode::Ask => {
                self.start.on_begun = long(kept_run).map_or(OnBegun::Play, OnBegun::Ask);
                None
            }
            StartMode::Fresh => {
                self.start.left_behind = long(kept_run).map(|kept| (kept, false));
                None
            }
            StartMode::Resume => kept_run,
            StartMode::Inspect(inspection) => {
                self.start.on_begun = OnBegun::Inspect(inspection);
                kept_run
            }
            StartMode::Before(before) => {
                self.start.on_begun = OnBegun::Before(before);
                kept_run
            }
        };
        self.phase.close();
        self.forget_search();
        if self.cart.keeps {
            self.take_over_records();
            self.mark_cart(self.cart.load_name(), ShelfMark::Played(self.date().unix));
        }
        self.begin(kept);
        self.show_key_hint();
    }

    /// Records saved under the cart's name become those of its file, unless a built-in cart has that name.
    fn take_over_records(&mut self) {
        let (name, key) = (&self.cart.rom.name, self.cart.key());
        let mut ship = self.library.carts.iter().chain(&self.library.examples);
        if ship.any(|cart| cart.name == *name) {
            return;
        }
        for (from, to) in Records::migrate(&mut self.saves, name, key) {
            self.request(Request::MoveCartData { from, to });
        }
    }

    pub(super) fn show_key_hint(&mut self) {
        // Buttons that are drawn need no names.
        if self.cart.keeps && !matches!(self.devices.control, Control::Touch) {
            self.overlay.notices.show_hint(self.hints().start(), Duration::ZERO, self.now);
        }
    }

    pub(super) fn begin(&mut self, kept: Option<Box<KeptRun>>) {
        self.phase.begin();
        self.set_fault(None);
        (self.jobs.film_from, self.jobs.sound_from, self.jobs.file_name) = (None, None, None);
        let Some(program) = self.cart.program.clone().or_else(|| self.shelf()) else {
            return self.warn("there is no shelf here");
        };
        let (seed, daily) = self.seed_of_next(kept.is_some());
        let boot = Boot {
            rom: self.cart.rom.clone(),
            seed,
            date: self.date(),
            saves: Records::found(&self.saves, &self.cart.rom.name, self.cart.key()),
            param: self.start.param.clone(),
            held: self.run_loop.input.held(),
            bundle: self.cart.bundle.clone(),
            ..Boot::default()
        };
        let autosave = self.cart.keeps.then(|| self.cart.key().to_string());
        let inspects = matches!(self.start.on_begun, OnBegun::Inspect(_));
        self.run_loop.begin(program, boot, kept, autosave, inspects);
        let notices = &mut self.overlay.notices;
        (notices.hint, notices.end) = (None, None);
        self.send_environment();
        if let Some(day) = daily {
            self.run_loop.input.event(Event::Daily(day));
        }
        self.changes += 1;
    }

    pub(super) fn send_environment(&mut self) {
        let input = &mut self.run_loop.input;
        input.event(Event::Controllers(self.devices.seats.taken()));
        let Settings { less_flash, less_shake, .. } = self.settings;
        input.event(Event::Comfort { less_flash, less_shake });
    }

    pub(super) fn resume(&mut self) {
        if matches!(self.phase, Phase::Playing)
            && self.devices.focus != Focus::Awaited
            && !self.devices.is_held
        {
            self.run_loop.play(self.now);
        }
        self.run_loop.stale = true;
    }

    /// A run is at its start, or where it was left: play, after the question if there is one.
    pub(super) fn begun(&mut self, report: Option<&ResumeReport>) {
        if let Some(report) = report {
            self.use_newest_carts();
            // Buttons pressed during the replay were not meant for this moment.
            self.run_loop.input.wait_for_release();
            let inspects = matches!(self.start.on_begun, OnBegun::Inspect(_));
            if let Some(crash) = report.crash.as_ref().filter(|_| !inspects) {
                let why = &crash.fault.message;
                self.warn(format!("resumed before its last frame, which crashed: {why}"));
            } else if let Some(frame) = report.diverged {
                self.notify(elsewhere(frame, self.run_loop.console().map_or(60, Console::fps)));
            }
        }
        if let (Some((left, announced @ false)), Some(console)) =
            (&mut self.start.left_behind, self.run_loop.console())
        {
            *announced = true;
            let played = studio::clock(left.recording.frames(), console.fps());
            self.notify(format!(
                "the cart has changed: this is a new run. Esc resumes the last one ({played})"
            ));
        }
        match std::mem::take(&mut self.start.on_begun) {
            OnBegun::Play => {}
            OnBegun::Inspect(inspection) => {
                let message = inspection.message.clone();
                self.open_debugger(Some(inspection));
                self.notify(message);
            }
            OnBegun::Watch => self.watch(),
            OnBegun::Before(before) => self.stop_before_hang(before),
            OnBegun::Create(path) => self.ask_to_create(path),
            OnBegun::Ask(kept) => {
                let fps = self.run_loop.console().map_or(60, Console::fps);
                if kept.recording.frames() < ASKS_FROM * u64::from(fps) {
                    self.start.left_behind = Some((kept, true));
                    return self.resume();
                }
                let text = format!("{} played", studio::clock(kept.recording.frames(), fps));
                let question = Question::new("resume your last run?", &text, &["resume", "start a new run"]);
                self.ask_person(question, About::Resume(kept));
            }
        }
        self.resume();
    }

    fn use_newest_carts(&mut self) {
        let Some(run) = self.run_loop.run() else { return };
        let others = self.cart.bundle.carts().iter().skip(1);
        let others = others.filter(|cart| !run.console().machine().has_cart(cart)).cloned().collect();
        self.run_loop.use_carts(others);
    }

    fn stop_before_hang(&mut self, before: Before) {
        let frame = self.run_loop.run().map_or(0, timeline::Run::now) + 1;
        let said = format!("frame {frame} hung: this is the frame before it");
        match before {
            Before::Debugger if self.tools.is_some() => {
                self.open_debugger(None);
                if let (Some(debug), Some(run)) = (self.phase.debugger(), &self.run_loop.run) {
                    debug.debugger_mut().warn(run, &said);
                }
            }
            Before::Menu | Before::Debugger => {
                self.pause();
                self.warn(said);
            }
            Before::Error(crash) => {
                self.hold();
                self.fail(&crash);
            }
        }
    }

    pub(super) fn go_back(&mut self) {
        if let Some((left, _)) = self.start.left_behind.take() {
            self.leave_run();
            self.phase.close();
            self.forget_search();
            self.begin(Some(left));
        }
    }

    pub(super) fn restart(&mut self) {
        self.phase.close();
        self.forget_search();
        self.record();
        self.start.on_begun = OnBegun::Play;
        self.forget_run();
        self.begin(None);
    }

    pub(super) fn forget_run(&mut self) {
        if self.cart.keeps {
            self.request(Request::Autosave(self.cart.key().to_string(), AutosaveChunk::Over));
        }
    }

    pub(super) fn leave_run(&mut self) {
        self.hold();
        self.record();
    }

    fn record(&mut self) {
        if self.options.record
            && let Some(run) = self.run_loop.run()
        {
            let recording = Box::new(run.recording());
            self.request(Request::WriteRecording(recording));
        }
    }

    pub(super) fn leave_cart(&mut self) {
        self.leave_run();
        let left = self.cart.load_name();
        self.library.page = self.library.page_of(&left);
        self.show_shelf(left);
    }

    pub(super) fn show_shelf(&mut self, selected: String) {
        self.insert(CartStart { param: selected, slots: Slots::default(), ..CartStart::new(Cart::shelf()) });
    }

    pub(super) fn quit_unless_unsaved(&mut self) {
        if !self.warn_of_unsaved() {
            self.quit();
        }
    }

    pub(super) fn quit(&mut self) {
        self.keep_history();
        self.leave_run();
        self.stop_jobs();
        self.request(Request::WriteSettings(Box::new(self.settings.clone())));
        self.requests.rate.last().into_iter().for_each(|text| self.request(Request::Copy(text)));
        self.show();
        self.request(Request::Quit);
        self.requests.quits = true;
    }

    fn game_picture(&self) -> Box<[u8; PIXELS]> {
        let mut picture = Box::new([0; PIXELS]);
        if let Some(console) = self.run_loop.shown() {
            console.machine().picture(&mut picture);
        }
        picture
    }

    pub(super) fn screenshot(&mut self, by: Asker) {
        let (name, media) = (self.media_name(by), Media::Screenshot(self.game_picture()));
        self.request(Request::WriteMedia(name, media));
    }

    pub(super) fn keep_label(&mut self) {
        let (cart, picture) = (self.cart.key().to_string(), self.game_picture());
        self.request(Request::WriteLabel(cart, picture));
    }

    pub(super) fn media_name(&self, by: Asker) -> MediaName {
        let name = self.jobs.file_name.as_deref().unwrap_or(&self.cart.name).to_string();
        MediaName { name, by: (by == Asker::Cart).then(|| self.cart.key().to_string()) }
    }
}
