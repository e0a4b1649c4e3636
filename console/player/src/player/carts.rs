//! Carts: one takes its place, begins, begins again, is left for the shelf; the run that was left is asked about.
//!
//! ```text
//! shelf ── load ──> Request::LoadCart ── Response::Cart ──> cart ── menu: back to the shelf ──> shelf, that cart selected
//!                                                         └── its run is kept; played again, it is asked about
//! ```

use super::Player;
use super::devices::Focus;
use super::phase::{About, OnBegun, Phase};
use super::replies::Pending;
use crate::autosave::AutosaveChunk;
use crate::cartridge::{Before, CartStart, StartMode};
use crate::film::{Media, MediaName};
use crate::loading::elsewhere;
use crate::protocol::{Request, RunningCart};
use crate::run_loop::WORTH;
use loader::Cart;
use rasher::{Boot, Console, Event, PIXELS, Records};
use std::path::{Path, PathBuf};
use std::time::Duration;
use studio::{Mark, Question, Settings, Slots};
use timeline::{KeptRun, ResumeReport};

/// Who asks for a picture, a film or a sound.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asker {
    Person,
    Cart,
}

impl Player {
    /// A cart came that was asked for, or was dropped.
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
            self.tell_prompt(why, true);
        }
        self.notice_of_cart(why);
        self.resume();
    }

    /// A cart takes the place of the one there is, whose run is up to date by now.
    pub(super) fn insert(&mut self, start: CartStart) {
        let CartStart { cart, param, kept_run, mode, slots, warnings } = start;
        (self.cart, self.start.param, self.slots) = (cart, param, slots);
        let key = self.cart.key().to_string();
        if self.cart.keeps && self.cart.code().is_some() {
            self.ask(Request::ReadDraft(key.clone()), Pending::Draft(key.clone()));
        }
        let Cart { name, title, origin, rom, .. } = self.cart.clone();
        let folder = origin.path().map(Path::to_path_buf);
        self.request(Request::SetCart(RunningCart { key, name, title, folder, rom }));
        warnings.into_iter().for_each(|text| self.notice(text));
        (self.start.left_behind, self.start.on_begun) = (None, OnBegun::Play);
        self.run_loop.last_debugger = None;
        // Those of another cart's files.
        self.overlay.notices.clear_errors();
        self.requests.rate.another();
        self.jobs.audition = None;
        let kept = match mode {
            StartMode::Ask => {
                let worth = kept_run.filter(|kept| kept.recording.frames() >= WORTH);
                self.start.on_begun = worth.map_or(OnBegun::Play, OnBegun::Ask);
                None
            }
            StartMode::Fresh => {
                let worth = kept_run.filter(|kept| kept.recording.frames() >= WORTH);
                self.start.left_behind = worth.map(|kept| (kept, false));
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
            self.mark_cart(self.cart.load_name(), Mark::Played(self.date().unix));
        }
        self.begin(kept);
        self.hint_at_keys();
    }

    /// Results that were kept under the cart's name alone are those of its file, unless a cart that ships has the name.
    fn take_over_records(&mut self) {
        let (name, key) = (&self.cart.rom.name, self.cart.key());
        let mut ship = self.library.carts.iter().chain(&self.library.examples);
        if ship.any(|cart| cart.name == *name) {
            return;
        }
        for (from, to) in Records::take_over(&mut self.saves, name, key) {
            self.request(Request::MoveCartData { from, to });
        }
    }

    /// Says which keys these are, to somebody who has just come to the cart.
    pub(super) fn hint_at_keys(&mut self) {
        if self.cart.keeps {
            self.overlay.notices.show_hint(self.hints().start(), Duration::ZERO, self.now);
        }
    }

    /// Begins the cart, or takes up a run of it.
    pub(super) fn begin(&mut self, kept: Option<Box<KeptRun>>) {
        self.phase.begin();
        self.set_wrong(None);
        self.forget_marks();
        let program = match &self.cart.program {
            Some(program) => program.clone(),
            None => self.library.screen(&self.saves, self.date(), self.hints()),
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
        };
        let autosave = self.cart.keeps.then(|| self.cart.key().to_string());
        self.run_loop.begin(program, boot, kept, autosave);
        self.overlay.notices.clear_hint();
        self.introduce();
        if let Some(day) = daily {
            self.run_loop.input.event(Event::Daily(day));
        }
        self.changes += 1;
    }

    /// Tells a console that begins what is known here.
    pub(super) fn introduce(&mut self) {
        let input = &mut self.run_loop.input;
        input.event(Event::Controllers(self.devices.seats.taken()));
        let Settings { less_flash, less_shake, .. } = self.settings;
        input.event(Event::Comfort { less_flash, less_shake });
    }

    /// Plays on, unless something lies over the game.
    pub(super) fn resume(&mut self) {
        if matches!(self.phase, Phase::Playing) && self.devices.focus != Focus::Awaited {
            self.run_loop.play(self.now);
        }
        self.run_loop.stale = true;
    }

    /// A run stands at its start or where it was left: it is played, once what is to be asked is answered; a bug report stands still
    /// in the debugger.
    pub(super) fn begun(&mut self, told: Option<&ResumeReport>) {
        if let Some(told) = told {
            self.catch_up_with_others();
            // What was pressed meanwhile was not meant for this moment.
            self.run_loop.input.wait_for_release();
            if let Some(crash) = &told.crash {
                let why = &crash.fault.message;
                self.notice(format!("going on from before its last frame, which panicked: {why}"));
            } else if let Some(frame) = told.diverged {
                self.say(elsewhere(frame, self.run_loop.console().map_or(60, Console::fps)));
            }
        }
        if let (Some((left, told @ false)), Some(console)) =
            (&mut self.start.left_behind, self.run_loop.console())
        {
            *told = true;
            let played = studio::clock(left.recording.frames(), console.fps());
            self.say(format!("the cart has changed and begins anew; esc: go on with the {played} before"));
        }
        match std::mem::take(&mut self.start.on_begun) {
            OnBegun::Play => {}
            OnBegun::Inspect(look) => {
                let message = look.message.clone();
                self.open_debugger(Some(look));
                self.say(message);
            }
            OnBegun::Before(before) => self.stand_before(before),
            OnBegun::Ask(kept) => {
                let fps = self.run_loop.console().map_or(60, Console::fps);
                let text = format!("{} played", studio::clock(kept.recording.frames(), fps));
                let question = Question::new("go on where you were?", &text, &["go on", "from the start"]);
                self.ask_person(question, About::Resume(kept));
            }
        }
        self.resume();
    }

    /// A run that is gone on with began with the other carts as they were then: those that are others now are taken up.
    fn catch_up_with_others(&mut self) {
        let Some(run) = self.run_loop.run() else { return };
        let others = self.cart.bundle.carts().iter().skip(1);
        let others = others.filter(|cart| !run.console().machine().has_cart(cart)).cloned().collect();
        self.run_loop.take_others(others);
    }

    /// The run stands before a frame that does not come back.
    fn stand_before(&mut self, before: Before) {
        let frame = self.run_loop.run().map_or(0, timeline::Run::now) + 1;
        let said = format!("frame {frame} did not come back: this is the moment before it");
        match before {
            Before::Menu => {
                self.pause();
                self.notice(said);
            }
            Before::Error(crash) => {
                self.run_loop.hold(self.now);
                self.fail(&crash);
            }
            Before::Debugger => {
                self.open_debugger(None);
                if let (Some(debug), Some(run)) = (&mut self.run_loop.debug, &self.run_loop.run) {
                    debug.warn(run, &said);
                }
            }
        }
    }

    /// Goes on with the run that a changed cart has left behind.
    pub(super) fn go_back(&mut self) {
        if let Some((left, _)) = self.start.left_behind.take() {
            self.leave_run();
            self.phase.close();
            self.forget_search();
            self.begin(Some(left));
        }
    }

    /// Begins the cart again, whatever state it is in: the run that was played is over.
    pub(super) fn restart(&mut self) {
        self.phase.close();
        self.forget_search();
        self.record();
        self.start.on_begun = OnBegun::Play;
        self.forget_run();
        self.begin(None);
    }

    /// Nothing is kept of the cart's run any more.
    pub(super) fn forget_run(&mut self) {
        if self.cart.keeps {
            self.request(Request::Autosave(self.cart.key().to_string(), AutosaveChunk::Over));
        }
    }

    /// The run is left: what is kept of it is up to date, and its recording goes out if it is wanted.
    pub(super) fn leave_run(&mut self) {
        self.run_loop.hold(self.now);
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

    /// Leaves the cart for the shelf, which shows it. Its run is kept.
    pub(super) fn leave_cart(&mut self) {
        self.leave_run();
        let left = self.cart.load_name();
        self.library.on_examples = self.library.examples.iter().any(|cart| cart.name == left);
        self.show_shelf(left);
    }

    /// The shelf takes the place of what there is, with that cart selected.
    pub(super) fn show_shelf(&mut self, selected: String) {
        self.insert(CartStart { param: selected, slots: Slots::default(), ..CartStart::new(Cart::shelf()) });
    }

    pub(super) fn quit_unless_unsaved(&mut self) {
        if !self.warns_of_unsaved() {
            self.quit();
        }
    }

    pub(super) fn quit(&mut self) {
        self.leave_run();
        self.stop_jobs();
        self.request(Request::WriteSettings(Box::new(self.settings.clone())));
        self.requests.rate.last().into_iter().for_each(|text| self.request(Request::Copy(text)));
        self.show();
        self.request(Request::Quit);
        self.requests.quits = true;
    }

    /// The picture of the game.
    fn game_picture(&self) -> Box<[u8; PIXELS]> {
        let mut picture = Box::new([0; PIXELS]);
        if let Some(console) = self.run_loop.shown() {
            console.machine().picture(&mut picture);
        }
        picture
    }

    /// Keeps a picture of the game.
    pub(super) fn screenshot(&mut self, by: Asker) {
        let (name, media) = (self.media_name(by), Media::Screenshot(self.game_picture()));
        self.request(Request::WriteMedia(name, media));
    }

    /// Keeps a picture of the game as the cart's label, in its own folder.
    pub(super) fn keep_label(&mut self) {
        let (cart, picture) = (self.cart.key().to_string(), self.game_picture());
        self.request(Request::WriteLabel(cart, picture));
    }

    /// What pictures, films and sounds are called that are asked for now.
    pub(super) fn media_name(&self, by: Asker) -> MediaName {
        let name = self.jobs.file_name.as_deref().unwrap_or(&self.cart.name).to_string();
        MediaName { name, by: (by == Asker::Cart).then(|| self.cart.key().to_string()) }
    }
}
