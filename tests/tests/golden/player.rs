//! What the player shows in each mode, driven like a front end, by ticks and keys.

use crate::Page;
use player::{
    Cart, CartStart, FramePixels, HostEvent, Key, KeyPress, Library, Listed, Options, Player, PlayerStart,
    StartMode, Tools,
};
use std::time::Duration;
use studio::{Cover, Label, Settings};
use tests::carts;
use tests::golden::Screen;
use timeline::{KeptRun, Run};

pub const PAGES: &[Page] = &[
    ("player-shelf", || {
        let listed = |name: &str| Listed {
            name: name.to_string(),
            title: name.to_string(),
            about: "a cart of the tests".to_string(),
            face: Cover::Label(Label::plain(name)),
            ..Listed::default()
        };
        let insert = CartStart::new(Cart::shelf());
        let mut seen = Seen::of(PlayerStart {
            library: Library::of(vec![listed("ball"), listed("painter")]),
            ..start(insert)
        });
        seen.ticks(100);
        seen.screen()
    }),
    ("player-begins", || after(30, &[], 30)),
    ("player-menu", || after(90, &["Enter"], 10)),
    ("player-rewind", || after(120, &["Backspace"], 70)),
    ("player-faster", || after(60, &["Space"], 30)),
    ("player-away", || {
        let mut seen = Seen::of(start(insert("ball60")));
        seen.tell(HostEvent::Focus(true));
        seen.ticks(60);
        seen.tell(HostEvent::Focus(false));
        seen.ticks(10);
        seen.screen()
    }),
    ("player-question", || {
        let mut seen = Seen::of(start(CartStart { kept_run: Some(left(4_500)), ..insert("ball60") }));
        seen.ticks(10);
        seen.screen()
    }),
    ("player-resuming", || {
        // Four seconds, one tick at a time: the bar appears after half a second.
        let mut seen = Seen::of(start(CartStart {
            kept_run: Some(left(3600)),
            mode: StartMode::Resume,
            ..insert("ball60")
        }));
        (0..3).for_each(|_| seen.one_tick(Duration::from_millis(400)));
        seen.screen()
    }),
    ("player-error", || {
        // The letter that panics is X's key.
        let mut seen = Seen::of(start(insert("crasher")));
        seen.ticks(60);
        seen.press("KeyX");
        seen.ticks(10);
        seen.screen()
    }),
    ("player-unsaved", || {
        let mut seen = Seen::of(start(insert("ball60")));
        seen.ticks(30);
        seen.tell(HostEvent::Unsaved(Some("disk read-only".to_string())));
        seen.ticks(30);
        seen.screen()
    }),
    ("player-debug-lines", || {
        let mut seen = Seen::of(start(insert("ball60")));
        seen.ticks(30);
        let control = KeyPress { control: true, ..KeyPress::bare(Key::D, true) };
        seen.tell(HostEvent::Key(control));
        seen.tell(HostEvent::Latency(Some(46)));
        seen.ticks(5);
        seen.screen()
    }),
];

/// The ball, with its key down after some ticks, and some more ticks.
fn after(before: u32, keys: &[&str], more: u32) -> Screen {
    let mut seen = Seen::of(start(insert("ball60")));
    seen.ticks(before);
    keys.iter().for_each(|key| seen.press(key));
    seen.ticks(more);
    seen.screen()
}

/// A test cart, without a past.
fn insert(name: &str) -> CartStart {
    let cart = carts::find(name);
    CartStart::new(Cart {
        name: name.to_string(),
        title: name.to_string(),
        program: Some((cart.make)()),
        rom: cart.rom(),
        key: None,
        bundle: std::sync::Arc::default(),
        origin: player::Origin::Embedded,
        keeps: true,
        views: false,
    })
}

fn start(first: CartStart) -> PlayerStart {
    PlayerStart {
        settings: Settings::default(),
        library: Library::default(),
        saves: player::Saves::default(),
        first,
        options: Options { seed: Some(5), ..Options::default() },
        date: rasher::Date::default(),
        seed: 1,
        letters: Vec::new(),
        pads: Vec::new(),
        again: false,
        tools: Some(Tools::ALL),
    }
}

/// A stored run of the ball with this many frames.
fn left(frames: u64) -> Box<KeptRun> {
    let cart = carts::find("ball60");
    let mut run = Run::start((cart.make)(), cart.boot(5)).expect("it starts");
    (0..frames).for_each(|_| drop(run.frame(&rasher::Input::default()).expect("it runs")));
    Box::new(KeptRun {
        recording: run.recording(),
        rom: cart.rom().data.clone(),
        states: Vec::new(),
        torn: 0,
    })
}

/// A player, and what it shows.
struct Seen {
    player: Player,
    events: Vec<HostEvent>,
    now: Duration,
    screen: Option<Box<[u8; rasher::PIXELS]>>,
}

impl Seen {
    fn of(start: PlayerStart) -> Seen {
        let player = Player::new(start);
        Seen { player, events: vec![HostEvent::Focus(true)], now: Duration::ZERO, screen: None }
    }

    fn tell(&mut self, event: HostEvent) {
        self.events.push(event);
    }

    fn press(&mut self, key: &str) {
        self.tell(HostEvent::Key(KeyPress::bare(Key::named(key).expect("a key"), true)));
    }

    /// One tick, which advances the clock.
    fn one_tick(&mut self, time: Duration) {
        let picture = self.player.tick(self.now, self.events.drain(..)).picture;
        if let Some(FramePixels::Screen(screen)) = picture.map(|picture| picture.pixels) {
            self.screen = Some(screen);
        }
        self.now += time;
    }

    /// Sixtieths of a second, each with everything that is due.
    fn ticks(&mut self, n: u32) {
        for _ in 0..n {
            self.one_tick(Duration::ZERO);
            while self.player.next().is_some_and(|next| next <= self.now) {
                self.one_tick(Duration::ZERO);
            }
            self.now += Duration::from_micros(16_667);
        }
    }

    fn screen(self) -> Screen {
        self.screen.expect("a picture was shown")
    }
}
