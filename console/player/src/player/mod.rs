//! The player: one value that is ticked. Everything that a person meets is decided here, and nothing is drawn on glass.
//!
//! ```text
//! tick(now, events) ── run_work ── events of the run ── events of the host ── menu ── plan ── slices ── picture ──> TickOutput
//!
//! mod.rs     the tick, and when the next one is wanted      keys.rs      keys, mouse, pads: who gets them
//! runs.rs    new runs, the run of the day, the end again
//! carts.rs   begin, restart, shelf and cart, go on?         menu.rs      choices, settings, slots; menu_mouse.rs
//! code.rs    code that was saved                            shelf.rs     what the shelf is told, and tells
//! events.rs  events of the host and of the run              effects.rs   what the cart asks of the world
//! replies.rs what came of requests                          jobs.rs    films, searches, comparisons
//! phase.rs   the state machine                          devices.rs   window, mouse, pads
//! picture.rs what is to be seen                             edit.rs      the editors: edit_code.rs, edit_prompt.rs
//! ```

mod carts;
mod code;
mod devices;
mod edit;
mod edit_code;
mod edit_prompt;
mod effects;
mod events;
mod jobs;
mod keys;
mod menu;
mod menu_mouse;
mod phase;
mod picture;
mod replies;
mod runs;
mod shelf;

pub use picture::draw_silence;

use crate::audition::Audition;
use crate::cartridge::{Before, CartStart, NewCode, StartMode};
use crate::instant_replay::InstantReplay;
use crate::library::{Library, Saves};
use crate::overlay::Overlay;
use crate::pad::PadCommand;
use crate::protocol::{HostEvent, RequestId, TickOutput};
use crate::rate::CartRate;
use crate::run_loop::RunLoop;
use devices::{Devices, Focus};
use edit::EditedCarts;
use jobs::Jobs;
use loader::Cart;
use phase::{OnBegun, Phase};
use rasher::{Date, Program};
use replies::Pending;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;
use studio::Key;
use studio::{Mode, NewRun, Notice, Settings, Slots};
use timeline::{Build, KeptRun, Recording};

/// What a player begins with.
#[derive(Clone, Debug)]
pub struct PlayerStart {
    pub settings: Settings,
    /// What stands on the shelf.
    pub library: Library,
    pub saves: Saves,
    /// The cart that runs first.
    pub first: CartStart,
    pub options: Options,
    /// The date, when the clock of the ticks stood at 0.
    pub date: Date,
    /// Any number, another for each start: the seed of runs that are given none.
    pub seed: u64,
    /// What is printed on the person's keys, as far as the window system tells it.
    pub letters: Vec<(Key, char)>,
    /// Pads that are connected, as the first frame is told.
    pub pads: Vec<PadCommand>,
    /// The cart begins in place of a run of its own, which is over.
    pub again: bool,
}

impl PlayerStart {
    /// What a player begins with that takes the place of one whose cart does not come back from a frame: the same run, before that
    /// frame. `self`: what [`Player::start_again`] gave. `told`: all that the cart was told, that frame included. `kept`: the run as
    /// it was kept, whose states shorten the way there. None where there is no frame before.
    pub fn before(self, told: &Recording, kept: Option<KeptRun>, before: Before) -> Option<PlayerStart> {
        let frame = told.frames().checked_sub(1)?;
        let mut left = kept.filter(|kept| kept.recording.start == told.start).unwrap_or_else(|| KeptRun {
            recording: Recording::new(told.start.clone()),
            rom: self.first.cart.rom.data.clone(),
            states: Vec::new(),
            torn: 0,
        });
        left.recording = told.before(frame, &left.recording);
        let first =
            CartStart { kept_run: Some(Box::new(left)), mode: StartMode::Before(before), ..self.first };
        Some(PlayerStart { first, again: false, ..self })
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The seed of each run; another for each if there is none.
    pub seed: Option<u64>,
    /// The day whose run each run is, as 20261122; with it a seed says nothing.
    pub day: Option<u32>,
    /// Frames until the console ends.
    pub frames: Option<u64>,
    /// The recording of a run is wanted when it ends.
    pub record: bool,
    /// Jobs go out, to be done on threads; else they are done in slices of the player's own ticks.
    pub hands_out: bool,
    /// Code can be opened in the person's own editor.
    pub opens_code: bool,
    /// There is a recording to be asked for that runs are held against.
    pub against: bool,
    /// The program that this is: states of runs are its own. Without it there are none, and runs are run again from their inputs.
    pub build: Option<Build>,
}

/// The console as a person meets it.
#[derive(Debug)]
pub struct Player {
    settings: Settings,
    library: Library,
    saves: Saves,
    options: Options,
    /// Its ROM is the newest good one.
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
    jobs: Jobs,
    waiting: VecDeque<HostEvent>,
    now: Duration,
    changes: u64,
}

/// What runs begin with.
#[derive(Debug)]
struct RunStart {
    /// The date when the clock of the ticks was at 0.
    date: Date,
    /// Another number for each run that is given none.
    seed: u64,
    param: String,
    on_begun: OnBegun,
    /// Which run begins next, if not any.
    next_run: Option<NewRun>,
    /// The run that a changed cart has left behind, and whether that was shown.
    left_behind: Option<(Box<KeptRun>, bool)>,
}

/// Code that was saved, and is not what runs.
#[derive(Debug, Default)]
struct SavedCode {
    /// Saved while a run was on its way.
    unread: Option<Box<NewCode>>,
    /// Does not compile, so the run goes on with the code before.
    broken: Option<Box<dyn Program>>,
    /// The run to replay after a code reload.
    replay_source: Option<KeptRun>,
}

/// What was asked of the host.
#[derive(Debug, Default)]
struct Requests {
    /// Requests whose reply is waited for.
    pending: BTreeMap<RequestId, Pending>,
    /// What the host refuses, as it was shown.
    refusals: BTreeSet<String>,
    /// How often the cart has asked lately.
    rate: CartRate,
    /// The console has asked to end.
    quits: bool,
}

impl Player {
    /// A player that begins with the first tick.
    pub fn new(start: PlayerStart) -> Player {
        let PlayerStart { settings, library, saves, first, options, date, seed, letters, pads, again } =
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
            jobs: Jobs::default(),
            waiting: VecDeque::new(),
            now: Duration::ZERO,
            changes: 0,
            options,
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
        player
    }

    /// One tick: `now` is the time since any one moment, and never less than in the tick before. Runs at most one frame of the cart.
    pub fn tick(&mut self, now: Duration, events: impl IntoIterator<Item = HostEvent>) -> TickOutput {
        self.now = self.now.max(now);
        for event in events {
            match event {
                // It is about the tick before, and so comes first.
                HostEvent::Took(micros) => self.run_loop.took(micros),
                other => self.waiting.push_back(other),
            }
        }
        if !self.requests.quits {
            self.run_loop.run_work(self.now);
            self.on_run_events();
            // A cart that is always late is seen too.
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
            let requests = self.run_loop.step_long(self.now);
            self.on_run_events();
            requests.into_iter().for_each(|request| self.on_debug_request(request));
            self.step_jobs();
            self.copy_for_cart();
            self.play_audition();
            self.run_loop.stale |= self.overlay.notices.expire(self.now);
            self.show();
        }
        std::mem::take(&mut self.run_loop.out)
    }

    /// When the next tick is wanted, if nothing happens before: at once if the time is over. None: not by itself.
    pub fn next(&self) -> Option<Duration> {
        if self.requests.quits {
            return None;
        }
        if !self.waiting.is_empty() || self.jobs.wants_slices() {
            return Some(self.now);
        }
        let menu = self.phase.has_rows().then(|| self.overlay.menu_ticks.next());
        let replay = self.phase.replay().filter(|_| self.mode() == Mode::Replay).map(InstantReplay::next);
        let audition = self.jobs.audition.as_ref().map(Audition::next);
        let (notice, copy) = (self.overlay.notices.next(), self.requests.rate.next());
        let all = [self.run_loop.next(), menu, replay, notice, audition, self.next_edit(), copy];
        all.into_iter().flatten().min().map(|next| next.max(self.now))
    }

    /// What is on the screen.
    pub fn mode(&self) -> Mode {
        self.phase.mode(self.run_loop.is_underway(), self.devices.focus == Focus::Awaited)
    }

    pub fn cart(&self) -> &Cart {
        &self.cart
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The run, if one has begun.
    pub fn run(&self) -> Option<&timeline::Run> {
        self.run_loop.run()
    }

    /// What the picture says about how time goes, if it does not go as the clock does.
    pub fn mark(&self) -> Option<studio::SpeedIndicator> {
        match self.phase.replay() {
            Some(_) => Some(studio::SpeedIndicator::Replay),
            None => self.run_loop.time().mark(),
        }
    }

    /// Was the run over at the moment where it stands? Then nothing of it is kept.
    pub fn is_over(&self) -> bool {
        self.run_loop.is_over()
    }

    /// Rises whenever [`Player::start_again`] would give something else.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// What a player begins with that takes the place of this one, where its cart does not come back: that cart from its start.
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
        }
    }

    fn log(&mut self, text: impl Into<String>) {
        self.run_loop.out.log.push(text.into());
    }

    /// Shows good news for some seconds, and in the log.
    fn say(&mut self, text: impl Into<String>) {
        self.note(Notice { text: text.into(), bad: false });
    }

    /// Shows bad news for some seconds, and in the log.
    fn notice(&mut self, text: impl Into<String>) {
        self.note(Notice { text: text.into(), bad: true });
    }

    fn note(&mut self, notice: Notice) {
        self.log(notice.text.clone());
        // Over its canvas no notice is drawn.
        if let Some(debug) = &mut self.run_loop.debug {
            debug.tell(&notice);
        }
        self.tell_editors(&notice.text, notice.bad);
        self.overlay.notices.show(notice, self.now);
        self.run_loop.stale = true;
    }
}
