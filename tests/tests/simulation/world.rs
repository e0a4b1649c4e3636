//! A player with a store behind it, tick by tick, and the checks after each frame and step.
//!
//! ```text
//! tick ──> Player::tick ──> Output ──> perform: run and slots go to the store; what it refuses is retried with the next data
//!   └─ did the announced frame run? ──> Twins::run
//! step ──> recording ──> Straight::of, and a replay of its bytes ──> histories: everything ever played
//! ```

use crate::disk::Flaky;
use crate::twins::{Straight, Twins};
use player::{
    AutosaveChunk, Cart, CartStart, HostError, HostEvent, Key, KeyPress, Library, NewCode, Options, Player,
    PlayerStart, Request, RequestId, Response, Saves, StartMode, Tools,
};
use rasher::{Bundle, BundledCart, CartBytes, Code, Console, Input, Program, Rom};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::{Home, RunFile};
use studio::Mode;
use timeline::{Build, Recording, Replay};

/// Ticks within which a stored run must be restored.
const BACK: u32 = 4000;

/// The name of the simulated cart and of its file.
const NAME: &str = "walk";
const FILE: &str = "walk.p8";

pub struct World {
    pub player: Player,
    pub disk: Arc<Flaky>,
    /// The current step.
    pub doing: &'static str,
    folder: PathBuf,
    home: Home,
    file: RunFile,
    /// Parts of the run that the disk has not accepted yet.
    unkept: VecDeque<AutosaveChunk>,
    code: Arc<Code>,
    rom: Arc<Rom>,
    now: Duration,
    sixtieths: u64,
    events: Vec<HostEvent>,
    announced: Option<Input>,
    twins: Option<Twins>,
    straight: Option<Straight>,
    /// Everything that was played, each run to its last frame.
    histories: Vec<(timeline::Start, Vec<Input>)>,
}

/// The code of the cart's file.
fn code(source: &str) -> Arc<Code> {
    Arc::new(Code { text: rasher::text::encode(source).collect(), pieces: Vec::new() })
}

fn program(code: &Code) -> Result<Box<dyn Program>, String> {
    script::lua_cart(&code.text, script::SourceMap::from(code)).map_err(|e| format!("no program: {e}"))
}

fn cartridge(code: &Code, rom: &Arc<Rom>) -> Result<Cart, String> {
    let cart = BundledCart { name: FILE.into(), code: code.clone(), data: CartBytes(rom.data.clone()) };
    Ok(Cart {
        name: NAME.into(),
        key: None,
        title: NAME.into(),
        program: Some(program(code)?),
        rom: rom.clone(),
        bundle: Arc::new(Bundle::new(vec![cart])),
        origin: player::Origin::Embedded,
        keeps: true,
        views: false,
    })
}

fn start(first: CartStart) -> PlayerStart {
    PlayerStart {
        settings: studio::Settings::default(),
        library: Library::default(),
        saves: Saves::default(),
        first,
        options: Options { seed: Some(1), build: Some(Build::of(b"simulation")), ..Options::default() },
        date: rasher::Date::default(),
        seed: 1,
        letters: Vec::new(),
        pads: Vec::new(),
        again: false,
        tools: Some(Tools::ALL),
    }
}

fn open(home: &Home) -> Result<RunFile, String> {
    RunFile::open(home, NAME).map_err(|e| format!("the run cannot be opened: {e}"))
}

impl World {
    /// Starts playing this code, in its own folder.
    pub fn new(seed: u64, source: &str) -> Result<World, String> {
        let folder = std::env::temp_dir().join(format!("rasher-simulation-{}-{seed}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let disk = Flaky::new(seed);
        let home = Home::on(disk.clone(), &folder);
        let (code, rom) = (code(source), Arc::new(Rom::empty(NAME)));
        let player = Player::new(start(CartStart::new(cartridge(&code, &rom)?)));
        let mut world = World {
            player,
            disk,
            doing: "begin",
            folder,
            file: open(&home)?,
            home,
            unkept: VecDeque::new(),
            code,
            rom,
            now: Duration::ZERO,
            sixtieths: 0,
            events: vec![HostEvent::Focus(true)],
            announced: None,
            twins: None,
            straight: None,
            histories: Vec::new(),
        };
        world.ticks(2)?;
        Ok(world)
    }

    /// Presses or releases a key.
    pub fn key(&mut self, name: &str, down: bool) {
        let key = Key::named(name).expect("a key of the table");
        self.events.push(HostEvent::Key(KeyPress::bare(key, down)));
    }

    /// Presses a key, with the text it types, and releases it.
    pub fn tap(&mut self, name: &str, text: &str) {
        let press = KeyPress { key: Key::named(name), down: true, text: text.into(), ..KeyPress::default() };
        let press = KeyPress { letter: text.chars().next(), ..press };
        self.events.push(HostEvent::Key(press.clone()));
        self.events.push(HostEvent::Key(KeyPress { down: false, text: String::new(), ..press }));
    }

    /// Presses a key with Ctrl.
    pub fn control(&mut self, name: &str) {
        let key = Key::named(name).expect("a key of the table");
        self.events.push(HostEvent::Key(KeyPress { control: true, ..KeyPress::bare(key, true) }));
        self.events.push(HostEvent::Key(KeyPress::bare(key, false)));
    }

    /// Saves this code to the cart's file.
    pub fn save_code(&mut self, source: &str) -> Result<(), String> {
        self.code = code(source);
        let program = program(&self.code)?;
        let (code, none) = (self.code.clone(), Vec::new());
        let new = NewCode { program, wrong: None, code, others: Vec::new(), others_wrong: none };
        self.events.push(HostEvent::Code(Box::new(new)));
        Ok(())
    }

    /// Saves the cart's data with other sprites.
    pub fn save_data(&mut self, byte: u8) {
        let mut rom = Rom::clone(&self.rom);
        rom.data[usize::from(byte)] ^= byte | 1;
        self.rom = Arc::new(rom);
        self.events.push(HostEvent::Data(Box::new(Rom::clone(&self.rom))));
    }

    /// This many sixtieths of a second.
    pub fn ticks(&mut self, n: u32) -> Result<(), String> {
        for _ in 0..n {
            self.tick()?;
            self.sixtieths += 1;
            self.now = Duration::from_nanos((self.sixtieths * 1_000_000_000).div_ceil(60));
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<(), String> {
        loop {
            let ran = self.announced.take();
            let mut events = std::mem::take(&mut self.events);
            events.push(HostEvent::Took(10));
            let output = self.player.tick(self.now, events);
            self.announced = output.frame;
            output.requests.into_iter().for_each(|(id, request)| self.perform(id, request));
            self.follow(ran)?;
            let due = self.player.next().is_some_and(|next| next <= self.now);
            if !due && self.events.is_empty() {
                return Ok(());
            }
        }
    }

    /// The twins run the frame that the player ran. If the player is elsewhere now, they restart there.
    fn follow(&mut self, ran: Option<Input>) -> Result<(), String> {
        // An edit is shown at once and takes effect in the next frame; a replayed past is a different run.
        let stands = |run: &&timeline::Run| run.edits().is_empty() && self.player.mode() != Mode::Resuming;
        let Some(run) = self.player.run().filter(stands) else {
            self.twins = None;
            return Ok(());
        };
        let frame = run.console().machine().frame();
        match (&mut self.twins, ran) {
            (Some(twins), Some(input)) if twins.frame() + 1 == frame => {
                return twins.run(&input, run.console());
            }
            // Looking must not change it: the twins stay where they are.
            (Some(twins), None) if twins.frame() == frame => {}
            _ => self.twins = Some(Twins::of(run.console(), run.rom().clone())),
        }
        Ok(())
    }

    fn perform(&mut self, id: RequestId, request: Request) {
        match request {
            Request::Autosave(_, chunk) => {
                if !matches!(chunk, AutosaveChunk::More(_)) {
                    self.unkept.clear();
                }
                self.unkept.push_back(chunk);
                self.keep();
            }
            Request::WriteSlot { cart, number, slot } => {
                let written = match slot {
                    Some(slot) => store::write_slot(&self.home, &cart, number, &slot),
                    None => store::empty_slot(&self.home, &cart, number),
                };
                let reply = written.map(|()| Response::Text(String::new()));
                let reply = reply.map_err(|error| HostError::failed(error.to_string()));
                self.events.push(HostEvent::Reply(id, reply));
            }
            // A world has only a run and slots: other requests are not performed, and the player waits for
            // none of their answers.
            Request::WriteCartData(..)
            | Request::MoveCartData { .. }
            | Request::WriteStored { .. }
            | Request::PrintToFile { .. }
            | Request::WriteMark(..)
            | Request::WriteSettings(_)
            | Request::WriteMedia(..)
            | Request::WriteLabel(..)
            | Request::WriteReport(_)
            | Request::WriteRecording(_)
            | Request::WriteHistory(..)
            | Request::ReadHistory(_)
            | Request::Pack(_)
            | Request::SetCart(_)
            | Request::SetTitle(_)
            | Request::Job(_)
            | Request::StopJob(_)
            | Request::Quit => {}
            Request::LoadCart { .. }
            | Request::ReadCart(_)
            | Request::ReadSources(_)
            | Request::WriteSources(..)
            | Request::WriteData(_)
            | Request::Compile(..)
            | Request::ReadAgainst
            | Request::ListFolder(_)
            | Request::MakeFolder(_)
            | Request::OpenFolder(_)
            | Request::CartFolder(_)
            | Request::NewCart { .. }
            | Request::SaveAs(_)
            | Request::MoveCart(..)
            | Request::Import(..)
            | Request::Export(_)
            | Request::OpenEditor { .. }
            | Request::Copy(_)
            | Request::CopyPicture(..)
            | Request::Paste => panic!("a world does none of these"),
        }
    }

    /// Retries what the disk has not accepted, in order.
    fn keep(&mut self) {
        while let Some(chunk) = self.unkept.front() {
            let done = match chunk {
                AutosaveChunk::Begin { start, rom, part } => self.file.begin(start, &rom.data, part),
                AutosaveChunk::More(part) => self.file.append(part).map(drop),
                AutosaveChunk::Over => self.file.end(),
            };
            if done.is_err() {
                return;
            }
            self.unkept.pop_front();
        }
    }

    /// Kills the program, whatever it is doing. Another one starts from what it left.
    pub fn kill(&mut self) -> Result<(), String> {
        self.remember();
        self.disk.refuse_one_in(0);
        self.unkept.clear();
        // The lock ends with the program.
        self.file = RunFile::open(&self.home, "nobody").map_err(|e| e.to_string())?;
        self.file = open(&self.home)?;
        let kept = self.file.read().map_err(|e| format!("what was kept is not read: {e}"))?;
        if let Some(kept) = &kept {
            let inputs: Vec<Input> = kept.recording.inputs().collect();
            let was_played = |(start, played): &(timeline::Start, Vec<Input>)| {
                (start.seed, start.rom) == (kept.recording.start.seed, kept.recording.start.rom)
                    && played.starts_with(&inputs)
            };
            if !self.histories.iter().any(was_played) {
                return Err(format!("the kept run of {} frames was never played", inputs.len()));
            }
        }
        let mut insert = CartStart::new(cartridge(&self.code, &self.rom)?);
        for (number, slot) in insert.slots.iter_mut().enumerate() {
            let read = store::read_slot(&self.home, NAME, number);
            *slot = read.map_err(|e| format!("slot {number} is not read: {e}"))?.map(Arc::new);
        }
        let left = kept.map(Box::new);
        self.player = Player::new(start(CartStart { kept_run: left, mode: StartMode::Resume, ..insert }));
        self.events = vec![HostEvent::Focus(true)];
        (self.announced, self.twins, self.straight) = (None, None, None);
        self.settle()
    }

    /// Until the requested past has been replayed.
    pub fn settle(&mut self) -> Result<(), String> {
        for _ in 0..BACK {
            self.ticks(1)?;
            if self.player.mode() != Mode::Resuming && self.player.run().is_some() {
                return Ok(());
            }
        }
        Err(format!("after {BACK} ticks the run is not back"))
    }

    fn remember(&mut self) {
        let Some(run) = self.player.run() else { return };
        let recording = run.recording();
        let inputs: Vec<Input> = recording.inputs().collect();
        self.histories.retain(|(start, known)| *start != recording.start || !inputs.starts_with(known));
        self.histories.push((recording.start, inputs));
    }

    /// Checks that must pass whenever the user stops to look.
    pub fn check(&mut self) -> Result<(), String> {
        self.keep();
        self.remember();
        let Some(run) = self.player.run().filter(|run| run.is_settled()) else { return Ok(()) };
        let recording = run.recording_so_far();
        let rom = run.rom().clone();
        let boot = |start: &timeline::Start| {
            Console::try_boot(first_program(&recording)?, start.boot(rom.clone())).map_err(|e| e.to_string())
        };
        if run.now() == 0 || run.branch().crash().is_some() {
            return Ok(());
        }
        let straight = Straight::of(self.straight.take(), &recording, boot)?;
        if straight.digest() != run.console().digest() {
            return Err(format!(
                "frame {}: the straight run has another digest after {} inputs",
                run.now(),
                straight.inputs().len()
            ));
        }
        self.straight = Some(straight);
        Ok(())
    }

    /// The recording, written and read, replays with the digests it contains.
    pub fn replay(&self) -> Result<(), String> {
        let Some(run) = self.player.run().filter(|run| run.is_settled()) else { return Ok(()) };
        let recording = run.recording_so_far();
        let read =
            Recording::from_bytes(&recording.to_bytes()).map_err(|e| format!("not read again: {e}"))?;
        if run.branch().crash().is_some() {
            return Ok(());
        }
        let replay = Replay::new(&read, first_program(&read)?, run.rom().clone());
        let console = replay.and_then(Replay::finish).map_err(|e| format!("the replay: {e}"))?;
        if console.digest() == run.console().digest() {
            Ok(())
        } else {
            Err("the replay ends elsewhere".into())
        }
    }
}

/// The program that a recording starts with, in its initial state.
fn first_program(recording: &Recording) -> Result<Box<dyn Program>, String> {
    program(&recording.start.bundle.first().ok_or("a recording without its cart")?.code)
}

impl Drop for World {
    fn drop(&mut self) {
        // The files of a failed case are of no use: its seed repeats it.
        _ = std::fs::remove_dir_all(&self.folder);
    }
}
