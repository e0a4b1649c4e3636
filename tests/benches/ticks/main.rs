//! The player's longest tick by activity: apart from the cart's own frame, none may take more than 8 ms.
//!
//! ```text
//! rows     actions after an hour of Smokehouse: play, rewind, walk in the debugger, save, load, film
//! longest  tick without a frame of play        with a frame: the longest of the others        ticks  of both kinds
//! ```
//!
//! The player does everything in its own ticks: no job is handed out. The clock stops during an action, so that all
//! of it is due at once.

use player::{
    Cart, CartStart, HostEvent, Key, KeyPress, Options, Player, PlayerStart, Request, StartMode, Tools,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use studio::Settings;
use tests::random::{Dice, RandomPlayer};
use timeline::{Build, Journal, JournalCursor, KeptRun, Run};

const HOUR: u64 = 216_000;

struct Bench {
    player: Player,
    now: Duration,
    took: Option<HostEvent>,
    /// Longest tick without and with a frame of play, in microseconds, and their number.
    rows: BTreeMap<&'static str, (u128, u128, u32)>,
    slot: Option<Arc<timeline::Slot>>,
}

impl Bench {
    fn tick(&mut self, what: &'static str, events: Vec<HostEvent>) {
        let events: Vec<HostEvent> = self.took.take().into_iter().chain(events).collect();
        let plays = self.player.mode() == studio::Mode::Game;
        let before = self.player.run().map(|run| (run.branch().id, run.now()));
        let start = Instant::now();
        let output = self.player.tick(self.now, events);
        let took = start.elapsed().as_micros();
        self.took = Some(HostEvent::Took(took as u32));
        let after = self.player.run().map(|run| (run.branch().id, run.now()));
        let row = self.rows.entry(what).or_default();
        match plays && before.map(|(b, f)| (b, f + 1)) == after || before.map(|b| b.0) < after.map(|b| b.0) {
            true => row.1 = row.1.max(took),
            false => row.0 = row.0.max(took),
        }
        row.2 += 1;
        for (_, request) in output.requests {
            if let Request::WriteSlot { slot, .. } = request {
                self.slot = slot;
            }
        }
    }

    /// Everything that is due, with these events.
    fn turn(&mut self, what: &'static str, events: Vec<HostEvent>) {
        self.tick(what, events);
        while self.player.next().is_some_and(|next| next <= self.now) {
            self.tick(what, Vec::new());
        }
    }

    fn ticks(&mut self, what: &'static str, sixtieths: u32) {
        for _ in 0..sixtieths {
            self.turn(what, Vec::new());
            self.now += Duration::from_nanos(16_666_667);
        }
    }

    fn key(&mut self, what: &'static str, key: Key, text: &str) {
        let letter = text.chars().next();
        let down =
            KeyPress { key: Some(key), down: true, text: text.to_string(), letter, ..KeyPress::default() };
        let up = KeyPress { down: false, text: String::new(), ..down.clone() };
        self.turn(what, vec![HostEvent::Key(down), HostEvent::Key(up)]);
    }

    fn typed(&mut self, what: &'static str, text: &str) {
        for letter in text.chars() {
            self.key(what, Key::named("F24").expect("a key that does nothing"), &letter.to_string());
        }
    }
}

fn main() {
    if std::env::args().any(|a| a == "--list") {
        return;
    }
    let entry = shelf::find("porklike").expect("Smokehouse is on the shelf");
    let rom = Arc::new(entry.rom().expect("the shelf's data can be read"));
    let boot = rasher::Boot { rom: rom.clone(), seed: 1, ..rasher::Boot::default() };
    let build = Build::of(b"this bench");
    let mut run = Run::start((entry.make)(), boot).expect("it starts");
    let mut person = RandomPlayer::pad(1);
    (0..HOUR).for_each(|_| drop(run.frame(&person.input()).expect("the frame is run")));
    let (mut journal, mut kept) = Journal::begin(&run.branch().past.recording().start, &run.rom().data);
    kept.extend(journal.part(&run.part(&mut JournalCursor::default(), Some(build), true)));
    drop(run);
    let left = KeptRun::from_bytes(&kept).expect("as it was written");
    let cart = Cart {
        name: "porklike".to_string(),
        title: "Smokehouse".to_string(),
        program: Some((entry.make)()),
        rom,
        key: None,
        bundle: Arc::default(),
        origin: player::Origin::Embedded,
        keeps: true,
        views: false,
    };
    let first = CartStart { kept_run: Some(Box::new(left)), mode: StartMode::Resume, ..CartStart::new(cart) };
    let start = PlayerStart {
        settings: Settings::default(),
        library: player::Library::default(),
        saves: player::Saves::default(),
        first,
        options: Options { seed: Some(1), build: Some(build), ..Options::default() },
        date: rasher::Date::default(),
        seed: 1,
        letters: Vec::new(),
        pads: Vec::new(),
        again: false,
        tools: Some(Tools::ALL),
    };
    let mut bench = Bench {
        player: Player::new(start),
        now: Duration::ZERO,
        took: None,
        rows: BTreeMap::new(),
        slot: None,
    };
    bench.turn("01 going on", vec![HostEvent::Focus(true), HostEvent::Resized((1024, 768), None)]);
    bench.ticks("02 play", 600);
    let hold = |down| vec![HostEvent::Key(KeyPress::bare(Key::named("Backspace").expect("a key"), down))];
    bench.turn("03 rewind", hold(true));
    bench.ticks("03 rewind", 900);
    bench.turn("03 rewind", hold(false));
    bench.ticks("04 play on in a branch", 600);
    bench.key("05 debugger opens", Key::F12, "");
    for _ in 0..100 {
        bench.key("06 a frame back", Key::LEFT, "");
    }
    for _ in 0..50 {
        bench.key("07 a frame on", Key::RIGHT, "");
    }
    bench.key("08 to the first frame", Key::HOME, "");
    bench.key("09 to the last frame", Key::END, "");
    let mut dice = Dice::new(3);
    for _ in 0..20 {
        bench.typed("10 to any frame", "g");
        bench.typed("10 to any frame", &dice.below(HOUR as usize).to_string());
        bench.key("10 to any frame", Key::ENTER, "\r");
    }
    for _ in 0..20 {
        bench.typed("11 calls, pages, fields", "[");
        bench.key("11 calls, pages, fields", Key::TAB, "");
        bench.key("11 calls, pages, fields", Key::PAGE_DOWN, "");
    }
    bench.typed("11 calls, pages, fields", "/hp");
    bench.key("11 calls, pages, fields", Key::ENTER, "\r");
    bench.typed("12 bug report", "r");
    bench.key("13 play from the debugger", Key::SPACE, " ");
    bench.ticks("13 play from the debugger", 600);
    let control = |name| KeyPress { control: true, ..KeyPress::bare(Key::named(name).expect("a key"), true) };
    bench.turn("14 film, GIF", vec![HostEvent::Key(control("Digit9"))]);
    bench.ticks("14 film, GIF", 600);
    let shift = KeyPress { shift: true, ..control("Digit9") };
    bench.turn("15 film, animated PNG", vec![HostEvent::Key(shift)]);
    bench.ticks("15 film, animated PNG", 600);
    bench.key("16 pause", Key::ESCAPE, "");
    bench.ticks("16 pause", 30);
    bench.key("16 pause", Key::ESCAPE, "");
    bench.ticks("16 pause", 30);

    println!("longest tick, ms             no frame  with a frame   ticks");
    for (what, (without, with, ticks)) in &bench.rows {
        println!("{what:28} {:8.2} {:13.2} {ticks:7}", *without as f64 / 1e3, *with as f64 / 1e3);
    }
}
