//! New runs of a cart, and the instant replay.
//!
//! ```text
//! pause menu, runs ──┐ new run         any seed below 100,000,000, so that it can be typed
//! shelf, X ──────────┤ run of the day  the date is the seed (20261122); only faster play is allowed
//!                    └ a seed          that seed
//! pause menu at the end, or extcmd("again") ──> instant replay ──> back
//! ```
//!
//! A recording has the seed in its start. The run of the day is marked by the first event of its first frame.

use super::Player;
use super::phase::Phase;
use crate::instant_replay::{InstantReplay, ReplayTick};
use rasher::{Date, Records, next_seed};
use studio::{NewRun, PauseMenu, RunSummary};

impl Player {
    pub(super) fn date(&self) -> Date {
        Date { unix: self.start.date.unix.saturating_add(self.now.as_secs() as i64), ..self.start.date }
    }

    /// The seed of the next run, and its day if it is the run of the day. A resumed run has its own.
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

    /// Differs from run to run, also after identical starts at different times.
    fn any_seed(&mut self) -> u64 {
        self.start.seed = self.start.seed.wrapping_add(1);
        next_seed(self.start.seed ^ (self.now.as_nanos() as u64).rotate_left(32))
    }

    /// None unless it is a game.
    pub(super) fn run_summary(&self) -> Option<RunSummary> {
        let machine = self.run_loop.console()?.machine();
        let [best, day] = machine.records().map(Clone::clone);
        let (seed, today, over) = (machine.seed(), self.date().day(), self.run_loop.is_over());
        let at_end = over && self.overlay.notices.end.is_some();
        self.cart.keeps.then_some(RunSummary { title: None, seed, today, best, day, over, at_end })
    }

    pub(super) fn choose_run(&mut self, name: String) {
        let Some(cart) = self.library.find(&name) else { return };
        if matches!(self.phase, Phase::Debugging(_)) {
            return;
        }
        let table = |id: String| self.saves.get(&id).map(|data| Records::read(data)).unwrap_or_default();
        let runs = RunSummary {
            title: Some(cart.title.clone()),
            seed: 0,
            today: self.date().day(),
            best: table(Records::best_id(cart.key())),
            day: table(Records::day_id(cart.key())),
            over: false,
            at_end: false,
        };
        self.hold();
        let mut menu = PauseMenu::new(self.settings.clone(), [const { None }; 5]).at_runs();
        menu.set_runs(runs);
        self.open_menu(menu, Some(name));
    }

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

    pub(super) fn start_replay(&mut self) {
        if !matches!(self.phase, Phase::Playing | Phase::Menu(_)) {
            return;
        }
        self.hold();
        self.phase.leave();
        // Held buttons count after they were released.
        self.overlay.wait_for_release();
        match self.run_loop.run().and_then(|run| InstantReplay::new(run, self.now)) {
            Some(replay) => self.phase = Phase::InstantReplay(Box::new(replay)),
            None => {
                self.warn("no finished run to replay");
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
