//! A run in the window: started, restarted, its effects performed, its recording kept.
//!
//! ```text
//! Cartridge + Home ── start ──> Worker ── News ──> take(): effects done here, the rest handed on as Said
//!      └─ restart: the same again, with the newest data and cart data, a new seed unless one was given
//! ```

use crate::cartridge::Cartridge;
use crate::hands::Hands;
use crate::sound::{Sound, Speaker};
use crate::worker::{News, Order, Start, Worker};
use crate::{clock, lock, printed};
use rasher::{Boot, Effect, Event, Rom};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use timeline::Crash;
use tool::{Home, Play};

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
}

/// The cart that is played, and all that a restart needs.
pub struct Session {
    /// The cart; its ROM is the newest good one.
    pub cart: Cartridge,
    /// What the player holds.
    pub hands: Arc<Mutex<Hands>>,
    home: Home,
    play: Play,
    saves: BTreeMap<String, Box<[u8; 256]>>,
    param: String,
    worker: Worker,
    wake: Arc<dyn Fn() + Send + Sync>,
    sound: Sound,
}

impl Session {
    /// Starts a cart. It holds until [`Session::play`]. Cart data that cannot be read are told.
    pub fn start(
        cart: Cartridge,
        home: Home,
        play: Play,
        hands: Arc<Mutex<Hands>>,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> (Session, Vec<String>) {
        let (saves, errors) = tool::read_saves(&home);
        let boot = Self::boot(&cart, &play, saves.clone(), String::new(), &hands);
        let sound = Sound::open(|line| eprintln!("rasher: {line}"));
        let worker = Self::spawn(&cart, boot, &play, &hands, &wake, sound.speaker());
        let session = Session { cart, hands, home, play, saves, param: String::new(), worker, wake, sound };
        (session, errors.iter().map(ToString::to_string).collect())
    }

    fn boot(
        cart: &Cartridge,
        play: &Play,
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
        boot: Boot,
        play: &Play,
        hands: &Arc<Mutex<Hands>>,
        wake: &Arc<dyn Fn() + Send + Sync>,
        speaker: Speaker,
    ) -> Worker {
        let start = Start { program: cart.program.clone(), boot, frames: play.frames, speaker };
        let wake = wake.clone();
        Worker::start(start, hands.clone(), move || wake())
    }

    /// Begins the cart again. A worker that hangs is left behind.
    pub fn restart(&mut self) {
        self.keep_recording();
        let boot = Self::boot(&self.cart, &self.play, self.saves.clone(), self.param.clone(), &self.hands);
        let speaker = self.sound.speaker();
        self.worker = Self::spawn(&self.cart, boot, &self.play, &self.hands, &self.wake, speaker);
    }

    /// Changes over to another cart.
    pub fn change(&mut self, cart: Cartridge, param: String) {
        self.cart = cart;
        self.param = param;
        self.restart();
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
        let mut said = Vec::new();
        while let Some(news) = self.worker.news() {
            match news {
                News::Effects(effects) => {
                    effects.into_iter().for_each(|effect| said.extend(self.perform(effect)));
                }
                News::Stepped { keep } => said.push(Said::Stepped { keep }),
                News::Crashed(crash) => said.push(Said::Crashed(crash)),
                News::Ended => said.push(Said::Ended),
                News::Recording(_) => {}
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
                told(printed::print(&self.home, &file, &text, overwrite))
            }
            Effect::Clipboard(text) => Some(Said::Clipboard(text)),
            Effect::Save { id, data } => {
                let kept = tool::write_save(&self.home, &id, &data).map_err(|e| e.to_string());
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
            Effect::Crt(on) => Some(Said::Crt(on)),
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
        printed::screenshot(&self.home, &self.cart.name, &self.worker.glass().picture)
    }

    /// Writes the recording, if one was asked for. The worker holds afterwards.
    pub fn keep_recording(&self) {
        let Some(path) = &self.play.record else { return };
        self.worker.order(Order::Hold);
        let recording = self.worker.recording(Duration::from_millis(500));
        if let Err(e) = tool::write(path, &recording.to_bytes()) {
            eprintln!("rasher: {e}");
        }
    }
}
