//! A frame that ended in the middle of a hook is part of the value.

use super::{choice, console};
use rasher::{Boot, Console, Digest, Edit, Fault, Flow, Hook, Input, Machine, Program, Rom, StateError};
use std::sync::Arc;
use tests::random::RandomPlayer;
use tests::toy::{BUSY, Toy};
use timeline::{Changes, Recording, Replay, Run, SearchResult};

/// Programs interrupted halfway in every way.
const SOURCES: &[&str] = &[
    BUSY,
    // Never ends, and never flips.
    "fn _init\n strict\nfn _update\nloop:\n n 1 add =n\n n 128 mod 5 7 pset\n goto loop",
    "fn _draw\nloop:\n n 1 add =n\n n 128 mod 5 7 pset 30000 spend\n goto loop",
    "fn _init\nloop:\n n 1 add =n flip n 16 mod cls 3 rnd =luck\n goto loop",
    // More than a frame in each of them.
    "fn _init\n strict 900000 spend\nfn _update60\n 200000 spend n 1 add =n\nfn _draw\n n cls 200000 spend n 3 3 pset 700000 spend",
];

/// Gamepads, and a menu choice now and then.
fn input(player: &mut RandomPlayer, frame: u64) -> Input {
    let mut input = player.input();
    if frame.is_multiple_of(9) {
        input.events.extend(choice(1).events);
    }
    input
}

/// Every hook is interrupted somewhere in these runs; otherwise the tests below would prove nothing.
#[test]
fn they_are_in_the_middle_of_every_hook() {
    let mut seen = Vec::new();
    for source in SOURCES {
        let (mut console, mut player) = (console(source), RandomPlayer::pad(1));
        for frame in 0..120 {
            let kind = console.suspended_hook().map(|hook| std::mem::discriminant(&hook));
            if !seen.contains(&kind) {
                seen.push(kind);
            }
            console.frame(&input(&mut player, frame));
        }
    }
    assert_eq!(seen.len(), 5, "_init, _update, _draw, a callback, and none");
}

/// At every frame a copy, a restored snapshot and a state from bytes continue like the console, for twenty frames.
#[test]
fn copies_snapshots_and_states_of_half_done_frames_go_on_alike() {
    for (n, source) in SOURCES.iter().enumerate() {
        let (mut console, mut player) = (console(source), RandomPlayer::pad(7));
        let (booted, rom) = (console.clone(), console.machine().rom().clone());
        let mut last = None;
        for frame in 0..60 {
            let snapshot = console.snapshot(last.as_ref());
            let (mut copy, mut restored) = (console.clone(), snapshot.restore());
            let bytes = console.save_state(&rom).expect("its effects were handed over");
            let mut loaded = booted.load_state(&bytes, &rom).unwrap_or_else(|e| panic!("source {n}: {e}"));
            assert_eq!([restored.suspended_hook(), loaded.suspended_hook()], [console.suspended_hook(); 2]);
            let mut ahead = console.clone();
            let mut same = player.clone();
            for on in frame..frame + 20 {
                let input = input(&mut same, on);
                let effects = ahead.frame(&input);
                for other in [&mut copy, &mut restored, &mut loaded] {
                    assert_eq!(other.frame(&input), effects, "source {n}, frame {frame} to {on}");
                    assert_eq!(other.digest(), ahead.digest(), "source {n}, frame {frame} to {on}");
                }
            }
            last = Some(snapshot);
            console.frame(&input(&mut player, frame));
        }
    }
}

/// A program without state, one of whose hooks ends this way, now and at each continuation.
#[derive(Clone)]
struct Ends(Hook, Flow, u32);

impl Ends {
    fn end(&self, p8: &mut Machine, hook: Hook) -> Result<Flow, Fault> {
        if hook != self.0 {
            return Ok(Flow::Done);
        }
        p8.spend(self.2);
        Ok(self.1)
    }
}

impl Program for Ends {
    fn boot(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        p8.menuitem(1, Some("one"));
        p8.menuitem(2, Some("two"));
        self.end(p8, Hook::Init)
    }
    fn update(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        self.end(p8, Hook::Update)
    }
    fn draw(&mut self, p8: &mut Machine) -> Result<Flow, Fault> {
        self.end(p8, Hook::Draw)
    }
    fn menu(&mut self, p8: &mut Machine, index: u8, _: u8) -> Result<Flow, Fault> {
        self.end(p8, Hook::Menu(index))
    }
    fn resume(&mut self, p8: &mut Machine, hook: Hook) -> Result<Flow, Fault> {
        self.end(p8, hook)
    }
    fn save(&self) -> Result<Vec<u8>, StateError> {
        Ok(Vec::new())
    }
    fn load(&mut self, _: &[u8]) -> Result<(), StateError> {
        Ok(())
    }
    fn save_bytes(&self, _: &mut Vec<u8>) -> Result<(), StateError> {
        Ok(())
    }
    fn load_bytes(&mut self, _: &[u8]) -> Result<(), StateError> {
        Ok(())
    }
    fn digest(&self, _: &mut Digest) {}
    fn memory_size(&self) -> u64 {
        0
    }
    fn inspect(&self) -> serde_json::Value {
        serde_json::Value::Null
    }
    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }
}

/// The digest includes which hook is interrupted, why, and what it has spent, even if program and memory are equal.
#[test]
fn digests_tell_half_done_frames_apart() {
    let both = Input { events: [1, 2].iter().flat_map(|n| choice(*n).events).collect(), ..Input::default() };
    let digest = |ends: Ends| {
        let mut console = Console::boot(Box::new(ends), Boot::default());
        console.frame(&both);
        console.digest()
    };
    let hooks = [Hook::Init, Hook::Update, Hook::Draw, Hook::Menu(1), Hook::Menu(2)];
    let whole = digest(Ends(Hook::Init, Flow::Done, 10));
    let mut digests = vec![whole];
    for hook in hooks {
        assert_eq!(
            digest(Ends(hook, Flow::Done, 10)),
            whole,
            "{hook}: what a whole frame spent is no part of it"
        );
        digests.extend([Flow::Flip, Flow::Spent].map(|flow| digest(Ends(hook, flow, 10))));
        digests.push(digest(Ends(hook, Flow::Spent, 20)));
    }
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 1 + 3 * hooks.len());
}

fn start(source: &str, seed: u64) -> Run {
    let rom = Arc::new(Rom::empty("toy"));
    Run::start(Toy::boxed(source), Boot { rom, seed, ..Boot::default() }).unwrap()
}

/// Recorded, written, read, replayed; every frame reached, forwards and back; and found by a search.
#[test]
fn runs_are_recorded_replayed_and_wound_back() {
    for (n, source) in SOURCES.iter().enumerate() {
        let mut run = start(source, 5);
        let mut player = RandomPlayer::pad(3);
        let mut digests = vec![run.console().digest()];
        for frame in 0..300 {
            run.frame(&input(&mut player, frame)).unwrap();
            digests.push(run.console().digest());
        }
        let recording = Recording::from_bytes(&run.recording().to_bytes()).unwrap();
        let end =
            Replay::new(&recording, Toy::boxed(source), run.rom().clone()).and_then(Replay::finish).unwrap();
        assert_eq!(end.digest(), digests[300], "source {n}");
        for frame in [299, 298, 297, 3, 2, 1, 0, 121, 120, 119, 242] {
            run.goto(frame).unwrap();
            assert_eq!(run.console().digest(), digests[frame as usize], "source {n}, frame {frame}");
        }
        run.goto(150).unwrap();
        for frame in [149, 148, 147, 148, 149] {
            run.step(i64::from(frame) - run.now() as i64).unwrap();
            assert_eq!(run.console().digest(), digests[frame as usize], "source {n}, frame {frame}");
        }
        let changes = Changes(|c: &Console| c.program().inspect()["globals"]["n"].clone());
        let want = (1..=300).find(|f| {
            let value = |run: &mut Run, f: u64| {
                run.goto(f).unwrap();
                run.console().program().inspect()["globals"]["n"].clone()
            };
            value(&mut run, *f) != value(&mut run, f - 1)
        });
        let found = run.branch().past.find(0, false, &changes, |_| true);
        assert_eq!(found, want.map_or(SearchResult::Nowhere, SearchResult::At), "source {n}");
    }
}

/// A branch out of an endless loop: the state is changed in the middle of it, and it ends.
#[test]
fn a_loop_that_never_ends_is_left_by_an_edit() {
    let source =
        "fn _init\n strict\nfn _update\nloop:\n out unless loop\n ended 1 add =ended\nfn other\n 0 =out";
    let mut run = start(source, 1);
    (0..30).for_each(|_| drop(run.frame(&Input::default()).unwrap()));
    let ended = |run: &Run| run.console().program().inspect()["globals"]["ended"].as_i64();
    assert_eq!((run.console().suspended_hook(), ended(&run)), (Some(Hook::Update), Some(0)));
    run.goto(10).unwrap();
    run.edit(Edit::State { path: "/globals/out".to_string(), value: "1".to_string() }).unwrap();
    assert_eq!(run.console().suspended_hook(), Some(Hook::Update));
    (0..5).for_each(|_| drop(run.frame(&Input::default()).unwrap()));
    // The fifth frame is ended by the update that began in the first one and four of its own.
    assert!(ended(&run) > Some(1), "{:?}", ended(&run));
    let recording = run.recording();
    let replayed =
        Replay::new(&recording, Toy::boxed(source), run.rom().clone()).and_then(Replay::finish).unwrap();
    assert_eq!(replayed.digest(), run.console().digest());
    run.switch(0).unwrap();
    assert_eq!(ended(&run), Some(0), "the old future stands");
}

/// Lua typed at a paused cart is an ordinary edit: a replay repeats it. Values are the language's.
#[test]
fn lua_that_is_typed_is_an_edit_of_the_moment() {
    let code = rasher::Code {
        text: (*b"x=1 t={hp=3} local y=2\nfunction _update() x+=y end").into(),
        pieces: Vec::new(),
    };
    let cart = script::lua_cart(&code.text, &code).unwrap();
    let rom = Arc::new(Rom::empty("typed"));
    let mut run = Run::start(cart.clone_box(), Boot { rom: rom.clone(), ..Boot::default() }).unwrap();
    (0..4).for_each(|_| drop(run.frame(&Input::default()).unwrap()));
    let value = |run: &Run, text: &str| {
        run.console()
            .clone()
            .run_text(text)
            .map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    for (text, want) in [
        ("t.hp,y", Ok("3 2")),
        ("t.hp=7 y=5 z={1,2} return #z", Ok("2")),
        ("add(t,9)", Ok("9")),
        ("nothing.x=1", Err("attempt to index")),
        ("1+", Err("expected")),
        ("while true do end", Err("longer than a second")),
    ] {
        match (value(&run, text), want) {
            (Ok(found), Ok(want)) => assert_eq!(found, want, "{text}"),
            (Err(found), Err(want)) => assert!(found.contains(want), "{text}: {found}"),
            (found, _) => panic!("{text}: {found:?}"),
        }
    }
    run.edit(Edit::Run { text: "t.hp=7 y=5 z={1,2} pset(3,4,9)".to_string() }).unwrap();
    assert_eq!(value(&run, "t.hp,y,#z,pget(3,4)"), Ok("7 5 2 9".to_string()));
    let before = value(&run, "x").unwrap().parse::<i32>().unwrap();
    (0..4).for_each(|_| drop(run.frame(&Input::default()).unwrap()));
    let grown = value(&run, "x").unwrap().parse::<i32>().unwrap() - before;
    assert!(grown > 0 && grown % 5 == 0, "a local of the file is the functions' own: {grown}");
    let recording = run.recording();
    let replayed = Replay::new(&recording, cart, rom).and_then(Replay::finish).unwrap();
    assert_eq!(replayed.digest(), run.console().digest());
}

/// Our decision: typed code may define functions, as at PICO-8's prompt. They persist in the run and in its replay.
#[test]
fn functions_that_are_typed_live_on() {
    let code = |text: &[u8]| rasher::Code { text: text.into(), pieces: Vec::new() };
    let first = code(b"x=1 local y=2\nfunction bump() x+=y end\nfunction _update() bump() end");
    let cart = script::lua_cart(&first.text, &first).unwrap();
    let rom = Arc::new(Rom::empty("typed"));
    let mut run = Run::start(cart.clone_box(), Boot { rom: rom.clone(), ..Boot::default() }).unwrap();
    let value = |run: &Run, text: &str| run.console().clone().run_text(text).unwrap()[0].to_string();
    let frames = |run: &mut Run, n| (0..n).for_each(|_| drop(run.frame(&Input::default()).unwrap()));
    let typed = |run: &mut Run, text: &str| run.edit(Edit::Run { text: text.to_string() }).unwrap();
    frames(&mut run, 2);
    assert_eq!(value(&run, "(function(n) return n+1 end)(4)"), "5", "and nothing of it is left");
    typed(&mut run, "function twice(n) return n*2 end");
    typed(&mut run, "t={} for i=1,3 do t[i]=function() return i*10 end end n=0");
    typed(&mut run, "foreach(t,function(f) n+=f() end)");
    assert_eq!(value(&run, "twice(4)+t[3]()+n"), "98");
    // A function of the cart's own is replaced.
    typed(&mut run, "function bump() x=twice(x) end");
    let x = value(&run, "x").parse::<i32>().unwrap();
    frames(&mut run, 2);
    let doubled = value(&run, "x").parse::<i32>().unwrap();
    assert!(doubled > x && doubled % x == 0, "{x} {doubled}");
    let there = run.now();
    let replay = |run: &Run| {
        Replay::new(&run.recording(), cart.clone_box(), rom.clone()).and_then(Replay::finish).unwrap()
    };
    assert_eq!(replay(&run).digest(), run.console().digest());
    // Back and forwards: before it the function does not exist, and then it does.
    run.goto(1).unwrap();
    assert_eq!(value(&run, "twice"), "null");
    run.goto(there).unwrap();
    assert_eq!(value(&run, "twice(4)"), "8");
    // Breakpoints and the debugger see the file's code.
    let lines: Vec<bool> = run.console().program().source().iter().map(|line| line.has_code).collect();
    assert_eq!(lines, [true; 3]);
}

/// Printed output is reported to any reader, and the run is the same.
#[test]
fn printed_lines_are_reported_separately() {
    let code = rasher::Code { text: (*b"function say(x) print(x) end").into(), pieces: Vec::new() };
    let console = Console::boot(script::lua_cart(&code.text, &code).unwrap(), Boot::default());
    for (text, want) in [
        ("print(\"a\",20,30,8)", &["a"][..]),
        ("for i=1,3 do say(i*2) end", &["2", "4", "6"]),
        ("?\"a\\nb\",7", &["a\nb"]),
        ("print() x=3", &[]),
        ("print(nil)", &["[nil]"]),
        ("say(1) nothing.x=2", &["1"]),
    ] {
        let (mut quiet, mut told, mut printed) = (console.clone(), console.clone(), Vec::new());
        assert_eq!(quiet.run_text(text), told.run_text_printing(text, &mut printed), "{text}");
        assert_eq!(quiet.digest(), told.digest(), "{text}");
        assert_eq!(printed, want, "{text}");
    }
    let mut printed = Vec::new();
    console.clone().run_text_printing("for i=1,2000 do print(i) end", &mut printed).unwrap();
    assert_eq!(printed.len(), 500, "more is nothing to read");
}

/// A state without calls, loaded in the middle of a hook: the hook is over, and the frame continues from there.
#[test]
fn an_unknown_state_ends_the_hook() {
    let mut console = console("fn _update\n 10 printh flip 11 printh\nfn _draw\n 20 printh");
    console.frame(&Input::default());
    assert_eq!(console.suspended_hook(), Some(Hook::Update));
    console.edit(&Edit::State { path: "/calls".to_string(), value: "[]".to_string() }).unwrap();
    assert_eq!(
        crate::program::printed(&console.frame(&Input::default())),
        [20],
        "what was to follow follows"
    );
    assert_eq!(console.suspended_hook(), None);
    for (path, value) in
        [("/pc", "99"), ("/calls", "[{\"back\":77,\"hook\":true}]"), ("/globals", "{}"), ("/stack", "3")]
    {
        let edit = Edit::State { path: path.to_string(), value: value.to_string() };
        assert!(console.edit(&edit).is_err(), "{path} = {value} is no state of this program");
    }
}

/// A hook that continues sees the memory that a debugger changed.
#[test]
fn memory_is_edited_in_the_middle_of_a_hook() {
    let mut run = start("fn _init\nloop:\n flip 0 btn printh\n goto loop", 1);
    run.frame(&Input::default()).unwrap();
    run.edit(Edit::Memory { addr: 0x6000, bytes: vec![0x21].into() }).unwrap();
    run.frame(&Input::default()).unwrap();
    assert_eq!(run.console().machine().memory().get(0x6000), 0x21);
}

/// A moment is redrawn on a clone, even if drawing changes the program.
#[test]
fn a_moment_is_drawn_again_on_a_clone() {
    let mut console = console("fn _draw\n drawn 1 add =drawn drawn cls");
    for frame in 1..10 {
        console.update(&Input::default()).unwrap();
        let before = console.digest();
        let mut copy = console.clone();
        (0..3).for_each(|_| _ = copy.draw().unwrap());
        assert_eq!(copy.program().inspect()["globals"]["drawn"], frame + 2, "the copy has drawn three times");
        assert_eq!(console.digest(), before);
        console.frame(&Input::default());
        assert_eq!(console.program().inspect()["globals"]["drawn"], frame);
    }
}
