//! Other runs of a cart, and the end of this one again.
//!
//! ```text
//! pause menu, runs ──┐ new run         any seed, below 100,000,000, as a person can type it
//! shelf, X ──────────┤ run of the day  the date as its seed (20261122), and the console's limits: nothing but faster
//!                    └ a seed          that seed
//! pause menu on an end, or the cart's extcmd("again") ──> the last turns at half speed (`instant_replay.rs`), and back
//! ```
//!
//! A seed is the start's, so a recording has it. That a run is the run of the day is the first event of its first frame.

use super::Player;
use super::phase::Phase;
use crate::instant_replay::{InstantReplay, ReplayTick};
use rasher::{Date, Records, next_seed};
use studio::{NewRun, PauseMenu, RunFacts};

impl Player {
    /// Date and time of day now.
    pub(super) fn date(&self) -> Date {
        Date { unix: self.start.date.unix.saturating_add(self.now.as_secs() as i64), ..self.start.date }
    }

    /// The seed of the run that begins, and the day that it is the run of. One that is gone on with has its own.
    pub(super) fn seed_of_next(&mut self, kept: bool) -> (u64, Option<u32>) {
        let next = self.start.next_run.take().filter(|_| !kept);
        if let (None, Some(day), false) = (next, self.options.day, kept) {
            return (day.into(), Some(day));
        }
        match next {
            Some(NewRun::Seed(seed)) => (seed, None),
            Some(NewRun::Today) => {
                let day = self.date().day();
                (day.into(), Some(day))
            }
            _ => (self.options.seed.unwrap_or_else(|| self.any_seed()), None),
        }
    }

    /// A seed that differs from run to run, also where like starts are followed by unlike times.
    fn any_seed(&mut self) -> u64 {
        self.start.seed = self.start.seed.wrapping_add(1);
        next_seed(self.start.seed ^ (self.now.as_nanos() as u64).rotate_left(32))
    }

    /// What the pause menu tells of the cart's runs; none of what is no game.
    pub(super) fn run_facts(&self) -> Option<RunFacts> {
        let machine = self.run_loop.console()?.machine();
        let [best, day] = machine.records().map(Clone::clone);
        let (seed, today, over) = (machine.seed(), self.date().day(), self.run_loop.is_over());
        let at_end = over && self.overlay.notices.is_at_end();
        self.cart.keeps.then_some(RunFacts { title: None, seed, today, best, day, over, at_end })
    }

    /// On the shelf: which run of that cart is to begin?
    pub(super) fn choose_run(&mut self, name: String) {
        let Some(cart) = self.library.find(&name) else { return };
        let table = |id: String| self.saves.get(&id).map(|data| Records::read(data)).unwrap_or_default();
        let runs = RunFacts {
            title: Some(cart.title.clone()),
            seed: 0,
            today: self.date().day(),
            best: table(Records::best_id(cart.key())),
            day: table(Records::day_id(cart.key())),
            over: false,
            at_end: false,
        };
        self.run_loop.hold(self.now);
        let mut menu = PauseMenu::new(self.settings.clone(), [const { None }; 5]).at_runs();
        menu.set_runs(runs);
        self.open_menu(menu, Some(name));
    }

    /// A run begins, of this cart or of the one that was chosen on the shelf.
    pub(super) fn start_run(&mut self, run: NewRun) {
        self.start.next_run = Some(run);
        let chosen = match &mut self.phase {
            Phase::Menu(menu) => menu.cart.take(),
            _ => None,
        };
        match chosen {
            Some(name) => {
                self.phase.close();
                self.load_cart(name, String::new(), None);
            }
            None => self.restart(),
        }
    }

    /// Shows the end of the run again.
    pub(super) fn start_replay(&mut self) {
        if !matches!(self.phase, Phase::Playing | Phase::Menu(_)) {
            return;
        }
        self.run_loop.hold(self.now);
        self.phase.leave();
        // What is held counts only after it was let go.
        self.overlay.wait_for_release();
        match self.run_loop.run().and_then(|run| InstantReplay::new(run, self.now)) {
            Some(replay) => self.phase = Phase::InstantReplay(Box::new(replay)),
            None => {
                self.notice("no run has come to its end here");
                self.resume();
            }
        }
        self.run_loop.stale = true;
    }

    pub(super) fn end_replay(&mut self) {
        self.phase.leave();
        self.run_loop.out.silence = true;
        self.resume();
    }

    /// The next frame of what is seen again, if it is due.
    pub(super) fn tick_replay(&mut self) {
        if self.mode() != studio::Mode::Replay || self.run_loop.has_work() {
            return;
        }
        let Phase::InstantReplay(replay) = &mut self.phase else { return };
        match self.run_loop.tick_replay(replay, self.now) {
            ReplayTick::Waiting => {}
            ReplayTick::Frame(samples) => {
                self.run_loop.out.play(samples);
                self.run_loop.stale = true;
            }
            ReplayTick::Over => self.end_replay(),
        }
    }
}
