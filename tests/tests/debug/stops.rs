//! Breakpoints set in the code editor and reached in play. Lines are counted in the cart below.

use editors::SourceFile;
use player::{
    Cart, CartStart, HostEvent, Key, KeyPress, Library, Options, Player, PlayerStart, Request, RequestId,
    Response, Tools,
};
use rasher::{Bundle, BundledCart, CartBytes, Code, Rom};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use studio::{Mode, Settings};

const CART: &str =
    "n=0\nfunction _update60()\n n+=1\n if n==40 then\n  n+=100\n end\nend\nfunction _draw()\n cls()\nend\n";

/// A player of the cart whose front end answers nothing.
struct Played {
    player: Player,
    now: Duration,
    /// The request for the files of the code.
    asked: Option<RequestId>,
}

impl Played {
    fn new() -> Played {
        let path = PathBuf::from("/a/moth.p8");
        let rom = Arc::new(Rom::empty("moth"));
        let code = Code { text: CART.as_bytes().into(), pieces: Vec::new() };
        let cart = BundledCart { name: "moth.p8".into(), code, data: CartBytes(rom.data.clone()) };
        let first = CartStart::new(Cart {
            name: "moth".to_string(),
            title: "moth".to_string(),
            program: Some(script::lua_cart(CART.as_bytes(), "moth.p8").expect("a program")),
            rom,
            key: None,
            bundle: Arc::new(Bundle::new(vec![cart])),
            origin: player::Origin::File(path.clone()),
            keeps: true,
            views: false,
        });
        let player = Player::new(PlayerStart {
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
        });
        let mut played = Played { player, now: Duration::ZERO, asked: None };
        played.ticks(vec![HostEvent::Focus(true), HostEvent::Resized((512, 384), None)], 10);
        played.key("F2");
        let file = SourceFile { name: "moth.p8".into(), text: CART.as_bytes().to_vec() };
        let reply = Ok(Response::Sources(vec![file]));
        played.ticks(vec![HostEvent::Reply(played.asked.expect("the editors ask"), reply)], 2);
        played
    }

    /// Sixtieths of a second, each with everything that is due.
    fn ticks(&mut self, mut events: Vec<HostEvent>, n: u32) {
        for _ in 0..n {
            self.tick(std::mem::take(&mut events));
            while self.player.next().is_some_and(|next| next <= self.now) {
                self.tick(Vec::new());
            }
            self.now += Duration::from_micros(16_667);
        }
    }

    fn tick(&mut self, events: Vec<HostEvent>) {
        for (id, request) in self.player.tick(self.now, events).requests {
            if matches!(request, Request::ReadSources(_)) {
                self.asked = Some(id);
            }
        }
    }

    fn press(&mut self, key: KeyPress) {
        self.ticks(vec![HostEvent::Key(key.clone())], 1);
        self.ticks(vec![HostEvent::Key(KeyPress { down: false, ..key })], 1);
    }

    fn key(&mut self, name: &str) {
        self.press(KeyPress::bare(Key::named(name).expect("a key"), true));
    }

    /// Whether the debugger is open, and the run's current frame.
    fn stands(&self) -> (bool, u64) {
        (self.player.mode() == Mode::Debugger, self.player.run().expect("a run").now())
    }

    fn n(&self) -> String {
        let mut console = self.player.run().expect("a run").console().clone();
        console.run_text("n").expect("a value")[0].to_string()
    }
}

/// Line 5 runs only in the 40th frame: play stops at it once, and continues as usual.
#[test]
fn play_stops_at_a_breakpoint_of_the_code_editor() {
    let mut played = Played::new();
    (0..4).for_each(|_| played.key("ArrowDown"));
    played.key("F5");
    played.key("Escape");
    played.ticks(Vec::new(), 60);
    assert_eq!(played.stands(), (true, 40), "it holds in the frame of that line");
    played.ticks(Vec::new(), 30);
    assert_eq!(played.stands(), (true, 40));
    played.key("F12");
    played.ticks(Vec::new(), 20);
    let (open, frame) = played.stands();
    assert!(!open && frame > 50, "it plays on: frame {frame}");
    let values = played.n();
    assert_eq!(values, (frame + 100).to_string(), "the line was run once, as each other of its frame");
}

/// Line 3 runs in every frame: each continuation is one frame long, until the breakpoint is removed.
#[test]
fn a_line_of_every_frame_stops_in_each() {
    let mut played = Played::new();
    (0..2).for_each(|_| played.key("ArrowDown"));
    played.key("F5");
    played.key("Escape");
    played.ticks(Vec::new(), 10);
    let (open, first) = played.stands();
    assert!(open);
    for n in 1..4 {
        played.key("F12");
        played.ticks(Vec::new(), 10);
        assert_eq!(played.stands(), (true, first + n));
    }
    played.key("F2");
    played.ticks(Vec::new(), 2);
    assert_eq!(played.player.mode(), Mode::Editor);
    played.key("F5");
    played.key("Escape");
    played.ticks(Vec::new(), 30);
    let (open, frame) = played.stands();
    assert!(!open && frame > first + 20, "frame {frame}");
}
