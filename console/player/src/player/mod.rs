//! The player: one value that is ticked, with everything a user can do.
//!
//! ```text
//! tick(now, events) ── run_work ── events of the run ── events of the host ── menu ── plan ── slices ── picture ──> TickOutput
//!
//! mod.rs     the tick, and when the next is due              phase.rs     the state machine
//! keys.rs    who gets keys, mouse and pads; their state      menu.rs      pause menu, question, settings, slots
//! carts.rs   insert, begin, restart, quit                    runs.rs      new runs, instant replay, the shelf
//! code.rs    code that was saved or is edited                edit.rs      the editors          prompt.rs  their prompt
//! page.rs    tutorial and manual next to the game
//! events.rs  events of the host and of the run               effects.rs   what the cart requests, the picture
//! replies.rs replies to requests                             jobs.rs      films, searches, comparisons
//! create.rs  new carts, save as              notice.rs  notices, changes by other programs
//! ```

mod carts;
mod code;
mod create;
mod edit;
mod effects;
mod events;
mod jobs;
mod keys;
mod menu;
mod notice;
mod page;
mod phase;
mod prompt;
mod replies;
mod runs;
mod tools;

pub use effects::draw_not_responding;
pub use tools::Tools;

use crate::cartridge::{Before, CartStart, NewCode, StartMode};
use crate::library::{Library, Saves};
use crate::overlay::{Flash, Overlay};
use crate::pad::PadCommand;
use crate::protocol::{HostEvent, Request, RequestId, TickOutput};
use crate::rate::CartRate;
use crate::run_loop::RunLoop;
use edit::EditedCarts;
use jobs::{Audition, BackgroundJobs};
use keys::{Devices, Focus};
use loader::Cart;
use phase::{OnBegun, Phase};
use rasher::{Date, Program};
use replies::Pending;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::time::Duration;
use studio::{Key, Mode, NewRun, Settings, Slots};
use timeline::{Build, KeptRun, Recording};

#[derive(Clone, Debug)]
pub struct PlayerStart {
    pub settings: Settings,
    pub library: Library,
    pub saves: Saves,
    pub first: CartStart,
    pub options: Options,
    /// The date at time 0 of the ticks.
    pub date: Date,
    /// Any number, another for each start: the seed of runs without one.
    pub seed: u64,
    pub letters: Vec<(Key, char)>,
    pub pads: Vec<PadCommand>,
    /// The cart restarts: drop its kept run.
    pub again: bool,
    /// Editors, debugger and shelf; none on a cart's own page.
    pub tools: Option<&'static Tools>,
}

impl PlayerStart {
    /// The same player before a frame that hung. `self` is from [`Player::start_again`], `inputs` has all inputs up to
    /// that frame, and the states in `kept` shorten the way there. None if there is no frame before.
    pub fn before(self, inputs: &Recording, kept: Option<KeptRun>, before: Before) -> Option<PlayerStart> {
        let frame = inputs.frames().checked_sub(1)?;
        let mut left = kept.filter(|kept| kept.recording.start == inputs.start).unwrap_or_else(|| KeptRun {
            recording: Recording::new(inputs.start.clone()),
            rom: self.first.cart.rom.data.clone(),
            states: Vec::new(),
            torn: 0,
        });
        left.recording = inputs.before(frame, &left.recording);
        let first =
            CartStart { kept_run: Some(Box::new(left)), mode: StartMode::Before(before), ..self.first };
        Some(PlayerStart { first, again: false, ..self })
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub seed: Option<u64>,
    /// If set, each run is the run of this day, such as 20261122, with any seed.
    pub day: Option<u32>,
    pub frames: Option<u64>,
    pub record: bool,
    /// The host does jobs on threads. Else the player does them in slices of its ticks.
    pub hands_out: bool,
    pub opens_code: bool,
    pub against: bool,
    /// The first cart is the shelf, over which the user is asked whether to create this file.
    pub creates: Option<PathBuf>,
    /// The build of this program. Saved states belong to one build; without one there are none, and runs are
    /// replayed from their inputs.
    pub build: Option<Build>,
}

#[derive(Debug)]
pub struct Player {
    settings: Settings,
    library: Library,
    saves: Saves,
    options: Options,
    tools: Option<&'static Tools>,
    /// Its ROM is the newest without errors.
    cart: Cart,
    start: RunStart,
    slots: Slots,
    requests: Requests,
    code: SavedCode,
    phase: Phase,
    editing: EditedCarts,
    run_loop: RunLoop,
    overlay: Overlay,
    devices: Devices,
    jobs: BackgroundJobs,
    waiting: VecDeque<HostEvent>,
    now: Duration,
    changes: u64,
}

#[derive(Debug)]
struct RunStart {
    date: Date,
    seed: u64,
    param: String,
    on_begun: OnBegun,
    next_run: Option<NewRun>,
    /// Other programs have changed the cart's files: play continues while they have the keyboard.
    is_edited: bool,
    /// The run that was left when the cart changed, and whether that was announced.
    left_behind: Option<(Box<KeptRun>, bool)>,
}

#[derive(Debug, Default)]
struct SavedCode {
    /// Saved while the run was on its way to another frame.
    unread: Option<Box<NewCode>>,
    /// Does not compile: the run continues with the previous code.
    broken: Option<Box<dyn Program>>,
    replay_source: Option<KeptRun>,
}

#[derive(Debug, Default)]
struct Requests {
    pending: BTreeMap<RequestId, Pending>,
    refusals: BTreeSet<String>,
    rate: CartRate,
    quits: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Asker {
    Person,
    Cart,
}

impl Player {
    pub fn new(start: PlayerStart) -> Player {
        let PlayerStart { settings, library, saves, first, options, date, seed, letters, pads, again, tools } =
            start;
        let mut player = Player {
            settings,
            library,
            saves,
            cart: first.cart.clone(),
            start: RunStart {
                date,
                seed,
                param: String::new(),
                on_begun: OnBegun::Play,
                next_run: None,
                is_edited: false,
                left_behind: None,
            },
            slots: Slots::default(),
            requests: Requests::default(),
            code: SavedCode::default(),
            phase: Phase::Playing,
            editing: EditedCarts::default(),
            run_loop: RunLoop::new(options.build),
            overlay: Overlay::new(),
            devices: Devices::new(letters),
            jobs: BackgroundJobs::default(),
            waiting: VecDeque::new(),
            now: Duration::ZERO,
            changes: 0,
            options,
            tools,
        };
        player.run_loop.clock.left = player.options.frames;
        player.run_loop.input.set(&player.settings);
        for pad in &pads {
            player.devices.seats.handle(&player.run_loop.input.pad_map, pad);
        }
        if again {
            player.forget_run();
        }
        player.insert(first);
        if let Some(path) = player.options.creates.take() {
            player.start.on_begun = OnBegun::Create(path);
        }
        player
    }

    pub fn tick(&mut self, now: Duration, events: impl IntoIterator<Item = HostEvent>) -> TickOutput {
        self.now = self.now.max(now);
        for event in events {
            match event {
                // It is about the previous tick, so it comes first.
                HostEvent::Took(micros) => self.took(micros),
                other => self.waiting.push_back(other),
            }
        }
        if !self.requests.quits {
            self.run_loop.run_work(self.now);
            self.check_breakpoints();
            self.on_run_events();
            // A cart that is always late must be seen, too.
            self.show();
            while !self.run_loop.has_work()
                && !self.requests.quits
                && let Some(event) = self.waiting.pop_front()
            {
                self.on_event(event);
                self.on_run_events();
            }
            self.tick_menu();
            self.tick_replay();
            self.tick_editors();
        }
        if !self.requests.quits {
            let is_over = self.run_loop.plan(self.now);
            self.on_run_events();
            if is_over {
                self.quit();
            }
            self.step_long();
            self.step_jobs();
            if let Some(text) = self.requests.rate.due(self.now) {
                self.request(Request::Copy(text));
            }
            self.play_audition();
            self.run_loop.stale |= self.overlay.notices.expire(self.now);
            if let Some(lasts) = self.overlay.flash.as_mut().and_then(|flash| flash.tick(self.now)) {
                self.overlay.flash.take_if(|_| !lasts);
                self.run_loop.stale = true;
            }
            self.show();
        }
        std::mem::take(&mut self.run_loop.out)
    }

    /// When to tick next if nothing happens. None: not before an event.
    pub fn next(&self) -> Option<Duration> {
        if self.requests.quits {
            return None;
        }
        if !self.waiting.is_empty() || self.jobs.wants_slices() {
            return Some(self.now);
        }
        let menu = self.phase.has_rows().then(|| self.overlay.menu_ticks.next());
        // During play it is mixed into the game's samples.
        let alone = !self.run_loop.clock.playing || self.cart.views;
        let audition = self.jobs.audition.as_ref().filter(|_| alone).map(Audition::next);
        let phase = match &self.phase {
            Phase::Debugging(debug) => debug.next(),
            Phase::Editing(editing) => Some(editing.ticks.next()),
            Phase::InstantReplay(replay) if self.mode() == Mode::Replay => Some(replay.next()),
            _ => None,
        };
        let (notice, copy) = (self.overlay.notices.next(), self.requests.rate.next());
        let flash = self.overlay.flash.as_ref().map(Flash::next);
        let all = [self.run_loop.next(), phase, menu, notice, audition, copy, flash];
        all.into_iter().flatten().min().map(|next| next.max(self.now))
    }

    fn step_long(&mut self) {
        if self.run_loop.has_work() {
            return;
        }
        if self.run_loop.is_underway() {
            self.run_loop.step_past(self.now);
            return self.on_run_events();
        }
        self.step_debugger();
    }

    fn stop_at_breakpoint(&mut self) {
        self.run_loop.check_breakpoints(self.now);
    }

    fn step_debug_session(&mut self) {
        let Some(debug) = self.phase.debugger() else { return };
        let requests = self.run_loop.step_debugger(debug, self.now);
        self.on_run_events();
        requests.into_iter().for_each(|request| self.on_debug_request(request));
    }

    fn took(&mut self, micros: u32) {
        if let (Some(times), Some(debug)) = (self.run_loop.took(micros), self.phase.debugger()) {
            debug.debugger_mut().frame_times = times.clone();
        }
    }

    /// Stops play and saves the run, except while the debugger is open, which may be at another frame.
    fn hold(&mut self) {
        match self.phase.debugger() {
            Some(_) => self.run_loop.stop(),
            None => self.run_loop.hold(self.now),
        }
    }

    pub fn mode(&self) -> Mode {
        self.phase.mode(self.run_loop.is_underway(), self.devices.focus == Focus::Awaited)
    }

    pub fn cart(&self) -> &Cart {
        &self.cart
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn run(&self) -> Option<&timeline::Run> {
        self.run_loop.run()
    }

    pub fn mark(&self) -> Option<studio::SpeedIndicator> {
        let fps = self.run_loop.console().map_or(60, rasher::Console::fps);
        match self.phase.replay() {
            Some(replay) => Some(match replay.watched() {
                Some((frame, of)) => studio::SpeedIndicator::Watched(frame, of, fps),
                None => studio::SpeedIndicator::Replay,
            }),
            None => self.run_loop.time.mark(),
        }
    }

    pub fn is_over(&self) -> bool {
        self.run_loop.is_over()
    }

    /// Increases when [`Player::start_again`] would return something else.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// A start to replace this player if its cart hangs: the same cart, from its start.
    pub fn start_again(&self) -> PlayerStart {
        let first = CartStart {
            param: self.start.param.clone(),
            slots: self.slots.clone(),
            ..CartStart::new(self.cart.clone())
        };
        let pads = self.devices.seats.connected().map(|id| PadCommand::Connected(id, String::new()));
        PlayerStart {
            settings: self.settings.clone(),
            library: self.library.clone(),
            saves: self.saves.clone(),
            first,
            options: self.options.clone(),
            date: self.start.date,
            seed: self.start.seed,
            letters: self.devices.letters.iter().map(|(key, letter)| (*key, *letter)).collect(),
            pads: pads.collect(),
            again: true,
            tools: self.tools,
        }
    }

    fn log(&mut self, text: impl Into<String>) {
        self.run_loop.out.log.push(text.into());
    }
}
