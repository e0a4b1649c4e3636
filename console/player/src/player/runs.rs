//! New runs of a cart, the instant replay, and the shelf's requests.
//!
//! ```text
//! pause menu, runs ──┐ new run         any seed below 100,000,000, so that it can be typed
//! shelf, X ──────────┤ run of the day  the date is the seed (20261122); only faster play is allowed
//!                    └ a seed          that seed
//! pause menu at the end, or extcmd("again") ──> instant replay ──> back
//! ```
//!
//! A recording has the seed in its start. The run of the day is marked by the first event of its first frame. Messages to the shelf
//! are events of its next frame, so a recording has them as well.

use super::Player;
use super::phase::Phase;
use super::replies::Pending;
use crate::instant_replay::{InstantReplay, ReplayTick};
use crate::library::{CartRead, Listed};
use crate::protocol::Request;
use rasher::{BundledCart, CartBytes, Console, Date, Event, Program, Records, next_seed};
use std::sync::Arc;
use studio::{
    COPY, DELETE, EDIT, FAVOURITE, FOLDERS_MAX, LABEL, NewRun, PAGE, PauseMenu, RENAME, RESTORE, RUNS,
    RunSummary, Settings, ShelfMark, ShelfMessage, ShelfPage,
};

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

    pub(super) fn run_summary(&self) -> Option<RunSummary> {
        let machine = self.run_loop.console()?.machine();
        let [best, day] = machine.records().map(Clone::clone);
        let (seed, today, over) = (machine.seed(), self.date().day(), self.run_loop.is_over());
        let at_end = over && self.overlay.notices.end.is_some();
        self.cart.keeps.then_some(RunSummary { title: None, seed, today, best, day, over, at_end })
    }

    pub(super) fn shelf_screen(&self) -> Box<dyn Program> {
        self.library.screen(&self.saves, self.date(), self.hints())
    }

    pub(super) fn choose_run(&mut self, name: String) {
        let Some(cart) = self.library.find(&name) else { return };
        if matches!(self.phase, Phase::Debugging(_)) {
            return;
        }
        let table = |id: String| self.saves.get(&id).map(|data| Records::read(data)).unwrap_or_default();
        let runs = RunSummary {
            title: Some(cart.title.clone()),
            today: self.date().day(),
            best: table(Records::best_id(cart.key())),
            day: table(Records::day_id(cart.key())),
            ..RunSummary::default()
        };
        self.hold();
        let mut menu = PauseMenu::new(self.settings.clone(), [const { None }; 5]).at_runs();
        menu.set_runs(runs);
        self.open_menu(menu, Some(name));
    }

    pub(super) fn start_run(&mut self, run: NewRun) {
        self.start.next_run = Some(run);
        let chosen = if let Phase::Menu(menu) = &mut self.phase { menu.cart.take() } else { None };
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

    /// Shows the run from its start; a press continues it from the frame that is shown.
    pub(super) fn watch(&mut self) {
        let Some(run) = self.run_loop.run() else { return };
        let replay = InstantReplay::whole(run, self.now);
        self.hold();
        self.overlay.wait_for_release();
        self.phase = Phase::InstantReplay(Box::new(replay));
        self.notify("press a button to take over");
    }

    pub(super) fn end_replay(&mut self) {
        if let Some((frame, _)) = self.phase.watched() {
            self.run_loop.go_back(frame);
        }
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
            ReplayTick::Over => {
                if replay.watched().is_some() {
                    self.notify("the recording ends here: play on");
                }
                self.end_replay();
            }
        }
    }
}

impl Player {
    pub(super) fn answer_shelf(&mut self, name: String, what: &str, param: String) {
        match what {
            RUNS => self.choose_run(name),
            EDIT => self.edit_listed(name),
            PAGE => {
                self.library.page = ShelfPage::named(&name).unwrap_or_default();
                self.show_shelf(String::new());
            }
            COPY => self.copy_listed(name),
            RENAME => self.move_own(&name, Some(param)),
            DELETE => self.move_own(&name, None),
            RESTORE => {
                if let Some(cart) = self.library.deleted.last().cloned() {
                    self.move_own(&cart.name, Some(cart.title));
                }
            }
            LABEL => _ = self.ask(Request::ReadCart(name), Pending::ReadCart),
            FAVOURITE => {
                let mark = ShelfMark::Favourite(!self.library.marks.favourites.contains(&name));
                self.mark_cart(name, mark);
            }
            _ => {}
        }
    }

    pub(super) fn mark_cart(&mut self, name: String, mark: ShelfMark) {
        self.library.marks.set(&name, mark);
        self.changes += 1;
        self.request(Request::WriteMark(name, mark));
    }

    pub(super) fn send_to_shelf(&mut self, news: &ShelfMessage) {
        if self.cart.is_shelf() {
            self.run_loop.input.event(Event::Host(news.to_bytes()));
        }
    }

    pub(super) fn shelf_searches(&self) -> bool {
        let program = self.run_loop.console().filter(|_| self.cart.is_shelf()).map(Console::program);
        let field = |name: &str| program.and_then(|program| program.field(&[name]));
        field("search").is_some_and(|search| search != "Off")
            || field("query").is_some_and(|query| query != "")
    }

    /// The selected cart of the open shelf.
    pub(super) fn spoken_cart(&self) -> Option<String> {
        let program = self.run_loop.console().filter(|_| self.cart.is_shelf()).map(Console::program)?;
        let cursor = program.field(&["cursor"])?.to_string();
        let text = |name| program.field(&["carts", &cursor, name])?.as_str().map(str::to_string);
        let texts = ["title", "about", "best", "wrong"].into_iter().filter_map(text);
        Some(texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", "))
    }

    pub(super) fn files(&mut self, files: Vec<Listed>, has_folders: bool) {
        self.library.set_files(files);
        self.library.has_folders = has_folders;
        self.changes += 1;
        let shown = self.library.shown(&self.saves, self.date());
        self.send_to_shelf(&ShelfMessage::Carts(shown));
    }

    pub(super) fn cart_read(&mut self, read: CartRead) {
        let CartRead { name, title, about, wrong, label } = self.library.note(read);
        self.send_to_shelf(&ShelfMessage::Read { name, title, about, wrong, label });
    }

    /// Copies a link to the run so far: its end, before which a page of the web puts its own address.
    pub(super) fn share_run(&mut self) {
        let Some(run) = self.run_loop.run() else { return };
        let Some(text) = timeline::link_text(&run.recording_so_far()) else {
            return self.warn("the run is too long for a link: rasher export --replay makes a page of it");
        };
        self.request(Request::Copy(format!("#run={text}")));
        self.notify("copied a link to this run; one that begins with # goes after a page's address");
    }

    /// Copies the end of a link to the cart.
    pub(super) fn share_cart(&mut self) {
        let Some(first) = self.cart.bundle.first().filter(|_| self.cart.is_lua()).cloned() else {
            return self.print_to_prompt("only a cart in Lua fits into a link", true);
        };
        if !self.unsaved_sources().is_empty() {
            return self.print_to_prompt("save first: the link has the code of the file", true);
        }
        let first = BundledCart { data: CartBytes(self.cart.rom.data.clone()), ..first };
        let bundle = Arc::new(self.cart.bundle.with_cart(&first));
        let recording = timeline::cart_recording(&self.cart.name, &self.cart.rom, bundle);
        let Some(text) = timeline::link_text(&recording) else {
            let why = "the cart is too long for a link: export makes a file of it";
            return self.print_to_prompt(why, true);
        };
        let end = format!("#cart={text}");
        let about = format!(
            "copied a link of {} characters; one that begins with # goes after a page's address",
            end.len()
        );
        self.request(Request::Copy(end));
        self.print_to_prompt(&about, false);
    }

    /// Adds the catalogue at an address. The host reads it, and says what it found.
    pub(super) fn add_address(&mut self, text: &str) {
        match format::index_address(text) {
            Ok(address) => _ = self.add_source(&address),
            Err(error) => self.warn(error.to_string()),
        }
    }

    fn add_source(&mut self, source: &str) -> bool {
        let mut folders = self.settings.folders.clone();
        if folders.iter().any(|known| known == source) {
            self.notify(format!("{source} is already on the shelf"));
            return false;
        }
        if folders.len() == FOLDERS_MAX {
            self.warn(format!("the shelf already has {FOLDERS_MAX} folders: remove one in esc, settings"));
            return false;
        }
        folders.push(source.to_string());
        self.set(Settings { folders, ..self.settings.clone() });
        true
    }

    pub(super) fn add_folder(&mut self, folder: String, carts: usize) {
        if !self.add_source(&folder) {
            return;
        }
        let carts = format::cart_count(carts);
        self.notify(format!("{folder} is on the shelf: {carts}"));
    }
}
