//! A front end in memory: its clock counts sixtieths of a second, its files are values, and the player's requests
//! succeed at once.

use player::{
    Cart, CartStart, FramePicture, FramePixels, HostEvent, Key, KeyPress, Library, Options, Player,
    PlayerStart, Request, RequestId, StartMode, Tools,
};
use rasher::{Boot, Console, Input, Machine, Rom, ability, program};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use studio::Settings;
use timeline::{Build, Journal, KeptRun, Recording, Report, Run, Slot};

/// Walks right while that button is down. O ends the run, up starts another, left causes an event, down replays the
/// end. It forbids everything in the frames of its day, and panics at the edge.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Walker {
    pub x: i32,
    #[serde(skip)]
    pub day: (u64, u64),
}

/// Where the walker panics.
pub const EDGE: i32 = 5_000;

impl rasher::Cart for Walker {
    fn _init(&mut self, p8: &mut Machine) {
        p8.cartdata("walker");
        p8.menuitem(1, Some("jump"));
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.x += i32::from(p8.btn(1));
        // Down and X: a leap over the edge.
        if p8.btn(3) && p8.btn(5) {
            self.x = EDGE;
        }
        assert!(self.x < EDGE, "the walker fell");
        p8.dset(0, p8.dget(0).max(rasher::Num::from(self.x)));
        p8.allow(if (self.day.0..self.day.1).contains(&p8.frame()) { 0 } else { ability::ALL });
        p8.caption(&format!("step {}", self.x));
        if p8.btn(4) {
            p8.score("steps", self.x);
            p8.run_over();
        }
        if p8.btnp(2) {
            self.x = 0;
            p8.run_begins();
        }
        if p8.btnp(3) {
            p8.extcmd("again");
        }
        if p8.btnp(0) {
            p8.disturb();
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.pset(self.x, 64, 7);
    }

    fn _menu(&mut self, _: &mut Machine, index: u8, _: u8) -> bool {
        self.x += 10 * i32::from(index);
        false
    }
}

pub fn rom() -> Arc<Rom> {
    Arc::new(Rom::empty("walker"))
}

pub fn walker(day: (u64, u64)) -> Cart {
    Cart {
        name: "walker".to_string(),
        title: "Walker".to_string(),
        program: Some(program(Walker { x: 0, day })),
        rom: rom(),
        key: None,
        bundle: Arc::default(),
        origin: player::Origin::Embedded,
        keeps: true,
        views: false,
    }
}

/// A player that records everything it says.
pub struct Rig {
    pub player: Player,
    pub now: Duration,
    sixtieths: u64,
    pub events: Vec<HostEvent>,
    /// The player's messages, oldest first.
    pub log: Vec<String>,
    pub picture: Option<FramePicture>,
    /// All inputs of the cart so far, including the next frame's.
    pub heard: Recording,
    /// The file of the kept run, and what is behind it.
    pub kept: Option<Vec<u8>>,
    pub journal: Option<Journal>,
    /// The requested files.
    pub writes: Vec<Request>,
    /// Other requests, and the one that waits for an answer.
    pub requests: Vec<Request>,
    pub open: RequestId,
    /// The last request for a history of edits.
    pub history: RequestId,
    /// Files of carts that can be read, by name.
    pub reads: BTreeMap<String, RequestId>,
    pub samples: usize,
    pub loudest: i16,
    /// Ticks since the rig began.
    pub ticks: u64,
    /// Microseconds that each tick reports; none: no report.
    pub took: Option<u32>,
    pub full: bool,
    pub day: (u64, u64),
}

pub fn start(day: (u64, u64), seed: u64) -> PlayerStart {
    PlayerStart {
        settings: Settings::default(),
        library: Library::default(),
        saves: player::Saves::default(),
        first: CartStart::new(walker(day)),
        options: Options {
            seed: Some(seed),
            record: true,
            build: Some(Build::of(b"rig")),
            ..Options::default()
        },
        date: rasher::Date::default(),
        seed: 1,
        letters: Vec::new(),
        pads: Vec::new(),
        again: false,
        tools: Some(Tools::ALL),
    }
}

impl Rig {
    /// A walker after its first frame, with nothing pressed.
    pub fn new(day: (u64, u64), seed: u64) -> Rig {
        let mut rig = Rig::of(start(day, seed));
        rig.day = day;
        rig.ticks(1);
        rig
    }

    pub fn of(start: PlayerStart) -> Rig {
        Rig {
            player: Player::new(start),
            now: Duration::ZERO,
            sixtieths: 0,
            events: vec![HostEvent::Focus(true)],
            log: Vec::new(),
            picture: None,
            heard: Recording::default(),
            kept: None,
            journal: None,
            writes: Vec::new(),
            requests: Vec::new(),
            open: 0,
            history: 0,
            reads: BTreeMap::new(),
            samples: 0,
            loudest: 0,
            ticks: 0,
            took: Some(10),
            full: false,
            day: (0, 0),
        }
    }

    /// A walker that resumed a kept run.
    pub fn resumed(kept: &[u8], mode: StartMode) -> Rig {
        let left = KeptRun::from_bytes(kept).expect("the kept file is a run");
        let mut start = start((0, 0), 99);
        start.first = CartStart { kept_run: Some(Box::new(left)), mode, ..start.first };
        Rig::of(start)
    }

    pub fn tell(&mut self, event: HostEvent) {
        self.events.push(event);
    }

    pub fn key(&mut self, name: &str, down: bool) {
        self.press(KeyPress::bare(Key::named(name).expect("a key"), down));
    }

    pub fn press(&mut self, press: KeyPress) {
        self.tell(HostEvent::Key(press));
    }

    /// Presses and releases a key, with the text it types.
    pub fn tap(&mut self, name: &str, text: &str) {
        let key = Key::named(name);
        let letter = text.chars().next();
        let down = KeyPress { key, down: true, text: text.to_string(), letter, ..KeyPress::default() };
        self.press(KeyPress { down: false, text: String::new(), ..down.clone() });
        self.events.insert(self.events.len() - 1, HostEvent::Key(down));
    }

    pub fn control(&mut self, name: &str) {
        self.press(KeyPress { control: true, ..KeyPress::bare(Key::named(name).expect("a key"), true) });
    }

    /// Sixtieths of a second, each with everything that is due.
    pub fn ticks(&mut self, n: u32) {
        for _ in 0..n {
            self.turn();
            self.sixtieths += 1;
            self.now = Duration::from_nanos((self.sixtieths * 1_000_000_000).div_ceil(60));
        }
    }

    /// Does everything that is due now.
    pub fn turn(&mut self) {
        loop {
            self.one_tick();
            let due = self.player.next().is_some_and(|next| next <= self.now);
            if !due && self.events.is_empty() {
                return;
            }
        }
    }

    pub fn one_tick(&mut self) {
        let mut events = std::mem::take(&mut self.events);
        events.extend(self.took.map(HostEvent::Took));
        self.ticks += 1;
        let output = self.player.tick(self.now, events);
        self.present(output);
    }

    pub fn run(&self) -> &Run {
        self.player.run().expect("a run has begun")
    }

    /// Frames after the first one.
    pub fn frames(&self) -> u64 {
        self.run().now() - 1
    }

    pub fn x(&self) -> i64 {
        x(self.run().console())
    }

    /// The messages since the last call.
    pub fn said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }

    /// The last slot written, by number.
    pub fn slot(&mut self) -> Option<(usize, Arc<Slot>)> {
        let only = |write| match write {
            Request::WriteSlot { number, slot: Some(slot), .. } => Some((number, slot)),
            _ => None,
        };
        std::mem::take(&mut self.writes).into_iter().filter_map(only).next_back()
    }

    /// The last report written.
    pub fn report(&mut self) -> Option<Report> {
        let only = |write| match write {
            Request::WriteReport(report) => Some(*report),
            _ => None,
        };
        std::mem::take(&mut self.writes).into_iter().filter_map(only).next_back()
    }

    /// The colours of the console's screen as shown.
    pub fn screen(&self) -> &[u8; rasher::PIXELS] {
        match &self.picture.as_ref().expect("a picture").pixels {
            FramePixels::Screen(screen) => screen,
            FramePixels::Canvas(_) => panic!("the debugger is shown"),
        }
    }

    /// Replays a recording without a player.
    pub fn again(&self, recording: &Recording) -> Console {
        let mut console = Console::boot(program(Walker { x: 0, day: self.day }), recording.start.boot(rom()));
        recording.inputs().for_each(|input| drop(console.frame(&input)));
        console
    }

    /// The recording is the run being played, however it was reached, and so are the cart's inputs.
    #[track_caller]
    pub fn is_truthful(&self) {
        let run = self.run();
        let recording = run.recording();
        let console = self.again(&recording);
        assert_eq!(console.digest(), run.console().digest(), "the recording run again");
        assert_eq!(recording.checks().last().map(|check| check.digest), Some(console.digest()));
        let inputs = |recording: &Recording| recording.inputs().collect::<Vec<Input>>();
        assert_eq!(inputs(&self.heard), inputs(&recording), "the rest of a run that hangs");
    }
}

pub fn x(console: &Console) -> i64 {
    console.program().inspect()["x"].as_i64().expect("the cart's field")
}

/// The start of a walker's run with this seed, without a player.
pub fn boot(seed: u64) -> Boot {
    Boot { rom: rom(), seed, ..Boot::default() }
}
