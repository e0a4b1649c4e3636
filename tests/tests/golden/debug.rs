//! Every panel of the debugger, filled by a run of a test cart, and the time bar.

use crate::Page as Golden;
use debugger::{DebugCommand, DebugPage, DebugRequest, Debugger, FrameTimes, PromptKind};
use rasher::{PIXELS, SIDE};
use studio::JobProgress;
use studio::canvas::Canvas;
use tests::carts;
use tests::golden::{Goldens, Screen};
use tests::random::RandomPlayer;
use timeline::Run;

pub const PAGES: &[Golden] = &[
    ("debug-picture", || {
        let asks = [DebugCommand::Point(40, 90, false), DebugCommand::Call(-3)];
        crop(&canvas("painter", &asks), 0, 0, 128)
    }),
    ("debug-state", || page("ball60", DebugPage::State, &[DebugCommand::Scroll(2)])),
    ("debug-calls", || {
        page("painter", DebugPage::Calls, &[DebugCommand::Point(40, 90, false), DebugCommand::Call(-3)])
    }),
    ("debug-changes", || page("ball60", DebugPage::Changes, &[])),
    ("debug-memory", || page("painter", DebugPage::Memory, &[DebugCommand::Scroll(0xbe5)])),
    ("debug-sound", || page("band", DebugPage::Sound, &[])),
    ("debug-watch", || {
        use DebugCommand::{Page as Turn, Scroll, ToggleWatch};
        page("ball60", DebugPage::State, &[Scroll(4), ToggleWatch, Scroll(1), ToggleWatch, Turn(3)])
    }),
    ("debug-sheet", || page("painter", DebugPage::Sheet, &[])),
    ("debug-draw-state", || page("painter", DebugPage::Draw, &[])),
    ("debug-input", || page("typist", DebugPage::Input, &[])),
    ("debug-cost", || page("painter", DebugPage::Cost, &[])),
    ("debug-find", || {
        let letters = "spots[1".chars().map(DebugCommand::Letter);
        let asks = [DebugCommand::Prompt(PromptKind::Find)].into_iter().chain(letters);
        page("ball60", DebugPage::State, &asks.collect::<Vec<_>>())
    }),
    // The panel starts at 128, 0; a click on right and on O of the first player.
    ("debug-input-draft", || {
        let click = |x, down| DebugCommand::Point(128 + x, 12, down);
        page("typist", DebugPage::Input, &[click(59, true), click(59, false), click(95, true)])
    }),
    ("debug-bar-working", || {
        let mut debugger = opened("ball60");
        debugger.1.job = Some(JobProgress { what: "steps > 999".into(), done: 190, all: 300, at: Some(190) });
        foot(&debugger.1.draw(&mut debugger.0, 256, 256))
    }),
    ("debug-map", || page("painter", DebugPage::Map, &[])),
    ("debug-lines", || page("painter", DebugPage::Debug, &[])),
    ("debug-flags", || page("painter", DebugPage::Flags, &[])),
    // The field at the top of the tree; then the panel below has the focus, and a step in it goes to a
    // change.
    ("debug-history", || {
        let (there, back) = (DebugCommand::Step(-120), DebugCommand::Scroll(-3));
        below("ball60", DebugPage::State, &[DebugCommand::History, there, DebugCommand::Focus(1), back])
    }),
    ("debug-history-text", || {
        let letters = "text".chars().map(DebugCommand::Letter);
        let find = [DebugCommand::Prompt(PromptKind::Find)].into_iter().chain(letters);
        let then = [DebugCommand::Enter, DebugCommand::History, DebugCommand::Step(-90)];
        below("typist", DebugPage::State, &find.chain(then).collect::<Vec<_>>())
    }),
    ("debug-history-memory", || {
        let commands = [DebugCommand::Scroll(0xd47), DebugCommand::Byte(3)];
        let then = [DebugCommand::History, DebugCommand::Step(-7)];
        below("painter", DebugPage::Memory, &[commands, then].concat())
    }),
    ("debug-bar", || {
        bar(&[
            DebugCommand::ToggleBookmark,
            DebugCommand::Step(-200),
            DebugCommand::ToggleBookmark,
            DebugCommand::Step(60),
        ])
    }),
    ("debug-bar-typing", || {
        let letters = "steps > 30".chars().map(DebugCommand::Letter);
        bar(&[DebugCommand::Prompt(PromptKind::Until)].into_iter().chain(letters).collect::<Vec<_>>())
    }),
    ("debug-code", || crop(&code(&[const { DebugCommand::Call(-1) }; 9]), 128, 0, 115)),
    ("debug-code-picture", || crop(&code(&[const { DebugCommand::Call(-1) }; 2]), 0, 0, 128)),
    ("debug-code-set", || crop(&code(&lines_set()), 128, 0, 115)),
    ("debug-code-typing", || {
        let letters = "m.x<20".chars().map(DebugCommand::Letter);
        let stop = [DebugCommand::Scroll(5), DebugCommand::Prompt(PromptKind::Breakpoint)];
        foot(&code(&stop.into_iter().chain(letters).collect::<Vec<_>>()))
    }),
    ("debug-log", || crop(&code(&lines_set()), 128, 115, 115)),
    ("debug-profile", || {
        let asks = [DebugCommand::Prompt(PromptKind::Profile), DebugCommand::Enter, DebugCommand::Focus(1)];
        crop(&code(&[asks.to_vec(), vec![DebugCommand::Scroll(2)]].concat()), 128, 115, 115)
    }),
    ("debug-code-rust", || crop(&rust_code(), 128, 0, 93)),
    ("debug-code-none", || page("ball60", DebugPage::Code, &[])),
    ("debug-bar-told", || bar(&[DebugCommand::ToBookmark(1)])),
];

/// The canvases of windows of these sizes (`debugger::canvas_size`), each with other content.
#[test]
fn windows_of_five_sizes() {
    let goldens = Goldens::project().unwrap();
    let typed = |text: &str| text.chars().map(DebugCommand::Letter).collect::<Vec<_>>();
    let step = DebugCommand::Step(-30);
    /// Name, cart, size of the window, and actions.
    type Case<'a> = (&'a str, &'a str, (i32, i32), Vec<DebugCommand>);
    let cases: [Case<'_>; 7] = [
        ("debug-512x512", "painter", (256, 256), vec![step.clone()]),
        ("debug-640x360", "ball60", (320, 180), vec![step.clone()]),
        (
            "debug-1024x768",
            "ball60",
            (512, 384),
            [vec![DebugCommand::Scroll(3), DebugCommand::Prompt(PromptKind::Value)], typed("12")].concat(),
        ),
        ("debug-1600x1000", "painter", (533, 333), vec![DebugCommand::Focus(1), DebugCommand::Call(-9)]),
        ("debug-1920x1080", "typist", (640, 360), vec![DebugCommand::ToggleBookmark, step]),
        ("debug-help", "ball60", (400, 300), vec![DebugCommand::ToggleHelp]),
        (
            "debug-timeline",
            "band",
            (640, 360),
            vec![
                DebugCommand::ToggleBookmark,
                DebugCommand::Step(-100),
                DebugCommand::Range(true),
                DebugCommand::ToggleTimeline,
                DebugCommand::Dearest,
                DebugCommand::Point(320, 340, false),
            ],
        ),
    ];
    let mut complaints = Vec::new();
    for (name, cart, (w, h), asks) in cases {
        let (mut run, mut debugger) = opened(cart);
        let measure = |debugger: &mut Debugger, run: &mut Run| {
            debugger.draw(run, w, h);
            while debugger.extend_timeline(run, 100).is_some() {}
        };
        measure(&mut debugger, &mut run);
        for ask in asks {
            debugger.command(&mut run, ask);
        }
        measure(&mut debugger, &mut run);
        let canvas = debugger.draw(&mut run, w, h);
        assert_eq!((canvas.width, canvas.height), (w, h));
        complaints.extend(goldens.check_picture(name, &canvas.pixels, w as usize).err());
    }
    // The reason for a run's end is shown in full, however small the window is.
    let cart = carts::find("crasher");
    let mut run = Run::start((cart.make)(), cart.boot(4)).expect("it starts");
    (0..20).for_each(|_| drop(run.frame(&rasher::Input::default()).expect("the frame is run")));
    run.frame(&rasher::Input::buttons(rasher::button::X)).expect_err("X panics");
    let canvas = Debugger::default().draw(&mut run, 256, 160);
    complaints.extend(goldens.check_picture("debug-panic", &canvas.pixels, 256).err());
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n\n"));
}

/// A cart with a value of each kind; its monsters are removed from the front in frame 3 and by chance of their place in frame 6.
const HEAP: &str = "t=0\nhero={name=\"bap\",pos={x=3,y=4},friends={}}\nhero.friends[1]=hero\nscores={9,7,5}\n\
                    mobs={{hp=10},{hp=20},{hp=30},{hp=40}}\nsetmetatable(hero,{__index={speed=2}})\nthird=1/3\n\
                    co=cocreate(function(n) local m=n+1 yield(m) end)\ncoresume(co,41)\nfunction hurt(m,by) m.hp-=by end\n\
                    function _update()\n t+=1\n for m in all(mobs) do hurt(m,1) end\n if (t==3) deli(mobs,1)\n if (t==6) deli(mobs,2)\nend\n";

/// The state page over the whole heap: unfolded by hand, at an object that is gone, as hexadecimal numbers, with changes and watches.
#[test]
fn the_heap_of_a_lua_cart() {
    use DebugCommand::{Enter, Focus, HideChanges, Letter, Page as Turn, Prompt, Scroll, ToggleHex};
    let find = |text: &str| {
        let letters = text.chars().map(Letter);
        [Prompt(PromptKind::Find)].into_iter().chain(letters).chain([Enter]).collect::<Vec<_>>()
    };
    let watch = |text: &str| {
        let letters = text.chars().map(Letter);
        [Prompt(PromptKind::Watch)].into_iter().chain(letters).chain([Enter]).collect::<Vec<_>>()
    };
    let goldens = Goldens::project().unwrap();
    let watches = ["#mobs>2", "hero.pos.x*2", "nobody.hp", "mobs[1]"].into_iter().flat_map(watch);
    /// Name, commands in frame 2, and the frame that is shown.
    type Case<'a> = (&'a str, Vec<DebugCommand>, u64);
    let cases: [Case<'_>; 6] = [
        (
            "debug-heap",
            [find("(metatable).__index"), find("co[0].m"), find("hurt"), vec![Scroll(-4)]].concat(),
            2,
        ),
        ("debug-heap-moved", find("mobs[3].hp"), 4),
        ("debug-heap-gone", find("mobs[3].hp"), 7),
        ("debug-heap-hex", [find("third"), vec![ToggleHex]].concat(), 2),
        ("debug-heap-changes", vec![Turn(2), HideChanges(true)], 3),
        ("debug-heap-watch", [vec![Turn(3)], watches.collect(), vec![Focus(0)]].concat(), 4),
    ];
    let mut complaints = Vec::new();
    for (name, asks, frame) in cases {
        let program = script::lua_cart(HEAP.as_bytes(), "moth.p8").expect("a program");
        let mut run = Run::start(program, rasher::Boot::default()).expect("it starts");
        (0..8).for_each(|_| _ = run.frame(&rasher::Input::default()).expect("the frame is run"));
        run.goto(2).expect("a frame");
        let mut debugger = Debugger::default();
        debugger.draw(&mut run, 400, 300);
        asked(&mut debugger, &mut run, &asks);
        run.goto(frame).expect("a frame");
        let canvas = debugger.draw(&mut run, 400, 300);
        complaints.extend(goldens.check_picture(name, &canvas.pixels, 400).err());
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n\n"));
}

/// A run of 300 frames and a debugger that opened after them.
fn opened(cart: &str) -> (Run, Debugger) {
    let cart = carts::find(cart);
    let mut run = Run::start((cart.make)(), cart.boot(4)).expect("it starts");
    let mut player = RandomPlayer::new(4);
    (0..300).for_each(|_| _ = run.frame(&player.input()).expect("the frame is run"));
    let mut debugger = Debugger::default();
    // The host's measurements: a sawtooth of up to 0.99 ms, and a late frame.
    let mut costs = FrameTimes::default();
    (1..=300).for_each(|frame| costs.add(frame, if frame == 270 { 34_000 } else { frame as u32 % 30 * 330 }));
    debugger.frame_times = costs;
    debugger.draw(&mut run, 256, 256);
    (run, debugger)
}

/// The canvas of a debugger that opened after 300 frames, after these commands.
fn canvas(cart: &str, asks: &[DebugCommand]) -> Canvas {
    let (mut run, mut debugger) = opened(cart);
    asked(&mut debugger, &mut run, asks);
    debugger.draw(&mut run, 256, 256)
}

/// The canvas of a debugger over a Lua cart, its first panel the code, after these commands.
fn code(asks: &[DebugCommand]) -> Canvas {
    let text = "mobs={{x=20,name=\"pea\"},{x=90,name=\"onion\"}}\n\nfunction move(m,by)\n -- one after the other\n local to=m.x+by\n \
                m.x=to%128\n return to\nend\n\nfunction _update()\n for m in all(mobs) do\n  move(m,rnd(3)-1)\n end\nend\n\nfunction _draw()\n \
                cls(1)\n circfill(64,64,30,2)\n for m in all(mobs) do\n  circfill(m.x,64,6,8)\n  print(m.name,m.x-8,80,7)\n end\nend\n";
    let program = script::lua_cart(text.as_bytes(), "moth.p8").expect("a program");
    let mut run = Run::start(program, rasher::Boot::default()).expect("it starts");
    (0..60).for_each(|_| _ = run.frame(&rasher::Input::default()).expect("the frame is run"));
    let mut debugger = Debugger::default();
    debugger.draw(&mut run, 256, 256);
    asked(&mut debugger, &mut run, &turned(DebugPage::Code, asks));
    debugger.draw(&mut run, 256, 256)
}

/// The code of a Rust cart at its third call. The stack below it depends on the build.
fn rust_code() -> Canvas {
    let cart = tests::carts::find("ball60");
    let mut run = Run::start(cart.with_source(), cart.boot(4)).expect("it starts");
    (0..60).for_each(|_| _ = run.frame(&rasher::Input::default()).expect("the frame is run"));
    let mut debugger = Debugger::default();
    debugger.draw(&mut run, 640, 480);
    let asks = [DebugCommand::OpenPage(DebugPage::Code), DebugCommand::Call(-1), DebugCommand::Call(-1)];
    asked(&mut debugger, &mut run, &asks);
    debugger.draw(&mut run, 640, 480)
}

/// A breakpoint, a conditional one, and a logpoint with its output next to it; then back to the first breakpoint.
fn lines_set() -> Vec<DebugCommand> {
    let typed = |typing, text: &str| {
        let letters = text.chars().map(DebugCommand::Letter);
        [DebugCommand::Prompt(typing)]
            .into_iter()
            .chain(letters)
            .chain([DebugCommand::Enter])
            .collect::<Vec<_>>()
    };
    [
        vec![DebugCommand::Scroll(4), DebugCommand::ToggleBreakpoint, DebugCommand::Scroll(1)],
        typed(PromptKind::Breakpoint, "to<20"),
        vec![DebugCommand::Scroll(1)],
        typed(PromptKind::Logpoint, "m.name,to"),
        vec![DebugCommand::ToBreakpoint(true), DebugCommand::Scroll(4)],
    ]
    .concat()
}

/// Runs commands and their searches.
fn asked(debugger: &mut Debugger, run: &mut Run, asks: &[DebugCommand]) {
    for command in asks {
        if let Some(DebugRequest::Search(search)) = debugger.command(run, command.clone()) {
            let found = search.run(&run.branch().past, |_| true);
            debugger.show_result(run, &search, found);
        }
    }
}

/// A page in the first panel, right of the game.
fn page(cart: &str, page: DebugPage, asks: &[DebugCommand]) -> Screen {
    crop(&canvas(cart, &turned(page, asks)), 128, 0, 115)
}

/// Shows a page in the panel below.
fn below(cart: &str, page: DebugPage, asks: &[DebugCommand]) -> Screen {
    crop(&canvas(cart, &turned(page, asks)), 128, 115, 115)
}

fn turned(page: DebugPage, asks: &[DebugCommand]) -> Vec<DebugCommand> {
    let place = DebugPage::ALL.iter().position(|p| *p == page).expect("a page") as i64;
    [DebugCommand::Page(place)].into_iter().chain(asks.to_vec()).collect()
}

fn bar(asks: &[DebugCommand]) -> Screen {
    foot(&canvas("ball60", asks))
}

fn foot(canvas: &Canvas) -> Screen {
    crop(canvas, 0, 230, 26)
}

fn crop(canvas: &Canvas, left: i32, top: i32, height: i32) -> Screen {
    let mut screen = Box::new([0; PIXELS]);
    for y in 0..height {
        let at = ((top + y) * canvas.width + left) as usize;
        screen[y as usize * SIDE..][..SIDE].copy_from_slice(&canvas.pixels[at..at + SIDE]);
    }
    screen
}
