//! A run in the window: started, restarted, its effects performed, its recording kept.
//!
//! ```text
//! Cartridge + Home ── start ──> Worker ── News ──> take(): effects done here, the rest handed on as Said
//!      ├─ restart: the same again, with the newest data and cart data, a new seed unless one was given
//!      └─ the run that was left: lived again up to its last frame, then played on
//! ```

use crate::cartridge::{Cartridge, Reported};
use crate::hands::Hands;
use crate::keeper::{Diary, Keeper};
use crate::sound::{Sound, Speaker};
use crate::worker::{News, Order, Start, Task, WORTH, Worker, with_data};
use crate::{clock, lock, slots};
use rasher::{Boot, Effect, Event, Rom};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use store::Home;
use studio::Slots;
use studio::debug::Wish;
use timeline::{Crash, Kept, Report, ResumeReport};
use tool::PlayOptions;

/// What the window itself must act upon.
#[derive(Debug)]
pub enum Said {
    /// Open the pause menu.
    Pause,
    /// Begin the cart again.
    Restart,
    /// Close the window.
    Quit,
    /// Keep a picture.
    Screenshot,
    /// Keep the last seconds.
    Film,
    /// The picture tube on, off, or over.
    Crt(Option<bool>),
    /// Put a text into the clipboard.
    Clipboard(String),
    /// The cart wants another cart.
    Load(String, String),
    /// Tell the player.
    Notice(String),
    /// The frame of a menu choice was lived.
    Stepped {
        /// The menu stays open.
        keep: bool,
    },
    /// The cart panicked.
    Crashed(Crash),
    /// `--frames` are over.
    Ended,
    /// The run that was left stands where it was.
    Back(ResumeReport),
    /// The debugger wants something of the window.
    Wish(Wish),
    /// The bug report that was asked for there; its settings are still to be put in.
    Report(Box<Report>),
    /// Work to be done beside the game.
    Task(Box<Task>),
    /// The cart forbids that ability, or several.
    Forbidden(u8),
    /// That slot holds this moment now; or why not.
    Saved(usize, Result<(), String>),
    /// The run stands where a slot was saved; or why not.
    Loaded(Result<(), String>),
}

/// The cart that is played, and all that a restart needs.
pub struct Session {
    /// The cart; its ROM is the newest good one.
    pub cart: Cartridge,
    /// What the player holds.
    pub hands: Arc<Mutex<Hands>>,
    home: Home,
    play: PlayOptions,
    saves: BTreeMap<String, Box<[u8; 256]>>,
    param: String,
    worker: Worker,
    wake: Arc<dyn Fn() + Send + Sync>,
    sound: Sound,
    keeper: Keeper,
    /// What the keeper has to say.
    late: Arc<Mutex<Vec<String>>>,
    /// The run that was left, until the player has said what shall become of it.
    offer: Option<Box<Kept>>,
    /// What is in the cart's save slots.
    slots: Slots,
    /// The frame of a bug report at which the debugger is to open, and what is to be said of its settings.
    opens: Option<(u64, String)>,
}

/// What a worker begins with, beside the cart.
struct Begins {
    boot: Boot,
    diary: Option<Diary>,
    again: Option<Box<Kept>>,
    speaker: Speaker,
}

/// How long a worker that is asked for something is waited for; one that hangs never answers.
const PATIENCE: Duration = Duration::from_millis(500);

/// The run of that cart that was left, if there is one.
fn left(home: &Home, cart: &Cartridge, complaints: &mut Vec<String>) -> Option<Box<Kept>> {
    if !cart.keeps {
        return None;
    }
    let read = store::read_run(home, &cart.name);
    read.unwrap_or_else(|e| {
        complaints.push(e.to_string());
        None
    })
    .map(Box::new)
}

impl Session {
    /// Starts a cart. It holds until [`Session::play`]. Cart data and a run that cannot be read are told.
    pub fn start(
        mut cart: Cartridge,
        home: Home,
        play: PlayOptions,
        hands: Arc<Mutex<Hands>>,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> (Session, Vec<String>) {
        let (saves, errors) = store::read_saves(&home);
        let mut complaints: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let late = Arc::new(Mutex::new(Vec::new()));
        let (told, waker) = (late.clone(), wake.clone());
        let mut keeper = Keeper::start(home.clone(), move |text| {
            lock(&told).push(text);
            waker();
        });
        // Who says where to begin is not asked.
        let asks = !play.fresh && play.seed.is_none() && play.frames.is_none();
        let mut offer = None;
        if play.resume || asks {
            offer = left(&home, &cart, &mut complaints);
        }
        let again = if play.resume { offer.take() } else { None };
        if play.resume && again.is_none() && cart.report.is_none() {
            complaints.push(format!("there is no run of {} to go on with; this is a new one", cart.name));
        }
        let (again, opens) = match cart.report.take() {
            Some(Reported { kept, frame, settings }) => (Some(kept), Some((frame, settings))),
            None => (again, None),
        };
        let boot = Self::boot(&cart, &play, saves.clone(), String::new(), &hands);
        let sound = Sound::open(play.sound_buffer, |line| eprintln!("rasher: {line}"));
        let rom = again.as_ref().map_or_else(|| boot.rom.clone(), |kept| with_data(&boot.rom, kept));
        let diary = cart.keeps.then(|| keeper.diary(rom));
        let begins = Begins { boot, diary, again, speaker: sound.speaker() };
        let worker = Self::spawn(&cart, begins, &play, &hands, &wake);
        let offer = offer.filter(|kept| kept.recording.frames() >= WORTH);
        let param = String::new();
        let slots = slots::read(&home, &cart, &mut complaints);
        let session = Session {
            cart,
            hands,
            home,
            play,
            saves,
            param,
            worker,
            wake,
            sound,
            keeper,
            late,
            offer,
            slots,
            opens,
        };
        (session, complaints)
    }

    fn boot(
        cart: &Cartridge,
        play: &PlayOptions,
        saves: BTreeMap<String, Box<[u8; 256]>>,
        param: String,
        hands: &Mutex<Hands>,
    ) -> Boot {
        Boot {
            rom: cart.rom.clone(),
            seed: play.seed.unwrap_or_else(clock::seed),
            date: clock::today(),
            saves,
            param,
            held: lock(hands).held(),
        }
    }

    fn spawn(
        cart: &Cartridge,
        begins: Begins,
        play: &PlayOptions,
        hands: &Arc<Mutex<Hands>>,
        wake: &Arc<dyn Fn() + Send + Sync>,
    ) -> Worker {
        let Begins { boot, diary, again, speaker } = begins;
        let program = cart.what.program(&boot);
        let start = Start { program, boot, frames: play.frames, speaker, diary, again };
        let wake = wake.clone();
        Worker::start(start, hands.clone(), move || wake())
    }

    /// A worker in place of the one there is. One that hangs is left behind.
    fn begin(&mut self, again: Option<Box<Kept>>) {
        let boot = Self::boot(&self.cart, &self.play, self.saves.clone(), self.param.clone(), &self.hands);
        // The diary of a run that is taken up again holds the data that it stands on.
        let rom = again.as_ref().map_or_else(|| boot.rom.clone(), |kept| with_data(&boot.rom, kept));
        let diary = self.cart.keeps.then(|| self.keeper.diary(rom));
        let begins = Begins { boot, diary, again, speaker: self.sound.speaker() };
        self.worker = Self::spawn(&self.cart, begins, &self.play, &self.hands, &self.wake);
    }

    /// Begins the cart again: the run that was played is over.
    pub fn restart(&mut self) {
        self.keep_recording();
        self.offer = None;
        if self.cart.keeps {
            self.keeper.over(&self.cart.name);
        }
        self.begin(None);
    }

    /// Changes over to another cart. The run of this one is kept.
    pub fn change(&mut self, cart: Cartridge, param: String) -> Vec<String> {
        self.note();
        self.keep_recording();
        let mut complaints = Vec::new();
        self.offer = left(&self.home, &cart, &mut complaints).filter(|kept| kept.recording.frames() >= WORTH);
        self.slots = slots::read(&self.home, &cart, &mut complaints);
        self.cart = cart;
        self.param = param;
        let (kept, opens) = match self.cart.report.take() {
            Some(Reported { kept, frame, settings }) => (Some(kept), Some((frame, settings))),
            None => (None, None),
        };
        self.opens = opens;
        self.begin(kept);
        complaints
    }

    /// The frame of a bug report that has just been opened, once: the debugger opens there. And what its settings were.
    pub fn opens(&mut self) -> Option<(u64, String)> {
        self.opens.take()
    }

    /// The run that was left and could be gone on with: its frames.
    pub fn offer(&self) -> Option<u64> {
        self.offer.as_ref().map(|kept| kept.recording.frames())
    }

    /// Goes on with the run that is offered, or turns it down: then it is kept until the new one is.
    pub fn answer(&mut self, goes_on: bool) {
        let offer = self.offer.take();
        if goes_on && offer.is_some() {
            self.begin(offer);
        }
    }

    /// Waits, not for long, until the run is noted down. What the last frames asked for is done.
    fn note(&mut self) {
        self.worker.order(Order::Hold);
        self.worker.order(Order::Note);
        let until = Instant::now() + PATIENCE;
        while let Some(news) = self.worker.news_until(until) {
            match news {
                News::Noted => break,
                News::Effects(effects) => effects.into_iter().for_each(|effect| drop(self.perform(effect))),
                _ => {}
            }
        }
    }

    /// Leaves: the run is on the disk, and the recording if one was asked for.
    pub fn leave(&mut self) {
        self.note();
        self.keep_recording();
        self.keeper.finish();
    }

    /// What is in the cart's save slots.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Goes to the moment of a slot; what came of it is said later.
    pub fn load_slot(&self, number: usize) {
        if let Some(slot) = &self.slots[number] {
            self.worker.order(Order::Load(slot.clone()));
        }
    }

    /// Empties a slot.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn empty_slot(&mut self, number: usize) -> Result<(), String> {
        store::empty_slot(&self.home, &self.cart.name, number + 1).map_err(|e| e.to_string())?;
        self.slots[number] = None;
        Ok(())
    }

    /// The worker.
    pub fn worker(&self) -> &Worker {
        &self.worker
    }

    /// The host's sound.
    pub fn sound(&self) -> &Sound {
        &self.sound
    }

    /// Lives on.
    pub fn play(&self) {
        lock(&self.hands).wait_for_release();
        self.worker.order(Order::Play);
    }

    /// Stands still.
    pub fn hold(&self) {
        self.worker.order(Order::Hold);
    }

    /// Takes up changed data files: the machine is told what differs.
    pub fn data(&mut self, rom: Rom) {
        let rom = Rom { version: self.cart.rom.version, ..rom };
        let patches = format::patches(&self.cart.rom, &rom);
        if !patches.is_empty() {
            lock(&self.hands).event(Event::Data(patches));
        }
        self.cart.rom = Arc::new(rom);
    }

    /// Performs what the console asked for since the last call, and hands on what only the window can do.
    pub fn take(&mut self) -> Vec<Said> {
        let mut said: Vec<Said> = lock(&self.late).drain(..).map(Said::Notice).collect();
        while let Some(news) = self.worker.news() {
            match news {
                News::Effects(effects) => {
                    effects.into_iter().for_each(|effect| said.extend(self.perform(effect)));
                }
                News::Stepped { keep } => said.push(Said::Stepped { keep }),
                News::Crashed(crash) => said.push(Said::Crashed(crash)),
                News::Ended => said.push(Said::Ended),
                News::Back(told) => said.push(Said::Back(told)),
                News::Wish(wish) => said.push(Said::Wish(wish)),
                News::Report(report) => said.push(Said::Report(report)),
                News::Task(task) => said.push(Said::Task(task)),
                News::Forbidden(abilities) => said.push(Said::Forbidden(abilities)),
                News::Loaded(outcome) => said.push(Said::Loaded(outcome)),
                News::Kept(number, slot) => {
                    let saved = store::write_slot(&self.home, number + 1, &slot).map_err(|e| e.to_string());
                    if saved.is_ok() {
                        self.slots[number] = Some(Arc::from(slot));
                    }
                    said.push(Said::Saved(number, saved));
                }
                News::Recording(_) | News::Noted => {}
            }
        }
        said
    }

    fn perform(&mut self, effect: Effect) -> Option<Said> {
        let told = |outcome: Result<(), String>| outcome.err().map(Said::Notice);
        match effect {
            Effect::Print(text) => {
                tool::print(&(text + "\n"));
                None
            }
            Effect::PrintTo { text, file, overwrite, .. } => {
                told(store::print_to(&self.home, &file, &text, overwrite).map_err(|e| e.to_string()))
            }
            Effect::Clipboard(text) => Some(Said::Clipboard(text)),
            Effect::Save { id, data } => {
                let kept = store::write_save(&self.home, &id, &data).map_err(|e| e.to_string());
                self.saves.insert(id, data);
                told(kept)
            }
            Effect::Store { .. } => {
                Some(Said::Notice("cstore: a cart's files are changed by their author alone".to_string()))
            }
            Effect::Pause => Some(Said::Pause),
            Effect::Reset => Some(Said::Restart),
            Effect::Load { name, param, .. } => Some(Said::Load(name, param)),
            Effect::Quit => Some(Said::Quit),
            Effect::Screenshot => Some(Said::Screenshot),
            Effect::Command { name, .. } if name == "video" => Some(Said::Film),
            Effect::Crt(on) => Some(Said::Crt(on)),
            // The worker's diary has heard it in its frame.
            Effect::RunBegins | Effect::RunOver => None,
            Effect::Limit(limit) => {
                eprintln!("rasher: {limit}");
                None
            }
            Effect::Command { name, .. } => {
                Some(Said::Notice(format!("extcmd(\"{name}\"): this window knows no such command")))
            }
        }
    }

    /// Keeps a picture.
    ///
    /// # Errors
    /// When it cannot be written: where, and why.
    pub fn screenshot(&self) -> Result<PathBuf, String> {
        store::write_screenshot(&self.home, &self.cart.name, &self.worker.glass().picture)
            .map_err(|e| e.to_string())
    }

    /// Writes the recording, if one was asked for. The worker holds afterwards.
    fn keep_recording(&self) {
        let Some(path) = &self.play.record else { return };
        self.worker.order(Order::Hold);
        let recording = self.worker.recording(PATIENCE);
        if let Err(e) = store::write(path, &recording.to_bytes()) {
            eprintln!("rasher: {e}");
        }
    }
}
