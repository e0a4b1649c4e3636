//! Every panel of the debugger, as a run of a test cart fills it, and the time bar.

use crate::Page as Golden;
use rasher::{PIXELS, SIDE};
use studio::JobProgress;
use studio::debug::{Canvas, Costs, DebugCommand, DebugRequest, Debugger, Typing};
use tests::carts;
use tests::golden::Screen;
use tests::random::RandomPlayer;
use timeline::Run;

pub const PAGES: &[Golden] = &[
    ("debug-picture", || part("painter", 0, &[DebugCommand::Point(40, 90, false), DebugCommand::Call(-3)])),
    ("debug-state", || part("ball60", 1, &[DebugCommand::Scroll(2)])),
    ("debug-calls", || part("painter", 2, &[DebugCommand::Point(40, 90, false), DebugCommand::Call(-3)])),
    ("debug-changes", || part("ball60", 3, &[])),
    ("debug-memory", || part("painter", 4, &[DebugCommand::Focus(3), DebugCommand::Scroll(0xbe5)])),
    ("debug-sound", || part("band", 5, &[])),
    ("debug-watch", || {
        part(
            "ball60",
            6,
            &[DebugCommand::Scroll(4), DebugCommand::Pin, DebugCommand::Scroll(1), DebugCommand::Pin],
        )
    }),
    ("debug-sheet", || part("painter", 7, &[])),
    ("debug-draw-state", || part("painter", 8, &[])),
    ("debug-input", || part("typist", 9, &[])),
    ("debug-cost", || part("painter", 10, &[])),
    ("debug-find", || {
        let letters = "spots[1".chars().map(DebugCommand::Letter);
        part("ball60", 1, &[DebugCommand::Type(Typing::Find)].into_iter().chain(letters).collect::<Vec<_>>())
    }),
    // The panel of the input begins at 128, 248; a click on right and on O of the first player.
    ("debug-input-draft", || {
        part(
            "typist",
            9,
            &[DebugCommand::Point(128 + 59, 248 + 12, true), DebugCommand::Point(128 + 95, 248 + 12, true)],
        )
    }),
    ("debug-bar-working", || {
        let mut debugger = opened("ball60");
        debugger.1.work(Some(JobProgress { what: "steps > 999".into(), done: 190, all: 300, at: Some(190) }));
        crop(&debugger.1.draw(&mut debugger.0, 512, 384), 0, 384 - 16, 16)
    }),
    ("debug-map", || part("painter", 11, &[])),
    ("debug-lines", || part("painter", 11, &[DebugCommand::Focus(-1), DebugCommand::Page(1)])),
    ("debug-flags", || part("painter", 11, &[DebugCommand::Focus(-1), DebugCommand::Page(2)])),
    ("debug-keys", || part("ball", 11, &[DebugCommand::Focus(-1), DebugCommand::Page(3)])),
    // The field at the top of the tree; the panel beside has the focus then, and a step in it goes to a change.
    ("debug-history", || {
        let (there, back) = (DebugCommand::Step(-120), DebugCommand::Scroll(-3));
        part("ball60", 2, &[DebugCommand::History, there, DebugCommand::Focus(1), back])
    }),
    ("debug-history-text", || {
        let letters = "text".chars().map(DebugCommand::Letter);
        let find = [DebugCommand::Type(Typing::Find)].into_iter().chain(letters);
        let then = [DebugCommand::Enter, DebugCommand::History, DebugCommand::Step(-90)];
        part("typist", 2, &find.chain(then).collect::<Vec<_>>())
    }),
    ("debug-history-memory", || {
        let commands = [DebugCommand::Focus(3), DebugCommand::Scroll(0xd47), DebugCommand::Byte(3)];
        part("painter", 5, &[&commands[..], &[DebugCommand::History, DebugCommand::Step(-7)]].concat())
    }),
    ("debug-bar", || {
        bar(&[
            DebugCommand::Bookmark,
            DebugCommand::Step(-200),
            DebugCommand::Bookmark,
            DebugCommand::Step(60),
        ])
    }),
    ("debug-bar-typing", || {
        let letters = "steps > 30".chars().map(DebugCommand::Letter);
        bar(&[DebugCommand::Type(Typing::Until)].into_iter().chain(letters).collect::<Vec<_>>())
    }),
    ("debug-bar-told", || bar(&[DebugCommand::Mark(1)])),
];

/// A run of 300 frames and a debugger that opened after them.
fn opened(cart: &str) -> (Run, Debugger) {
    let cart = carts::find(cart);
    let mut run = Run::start((cart.make)(), cart.boot(4)).expect("it starts");
    let mut player = RandomPlayer::new(4);
    (0..300).for_each(|_| _ = run.frame(&player.input()).expect("the frame is run"));
    let mut debugger = Debugger::new();
    // What the host measured: a saw of up to 0.99 ms, and a frame that was late.
    let mut costs = Costs::default();
    (1..=300)
        .for_each(|frame| costs.note(frame, if frame == 270 { 34_000 } else { frame as u32 % 30 * 330 }));
    debugger.cost(costs);
    // Four columns, three rows: room for all pages but the last three.
    debugger.draw(&mut run, 512, 384);
    (run, debugger)
}

/// The canvas of a debugger that opened after 300 frames, after these commands.
fn canvas(cart: &str, asks: &[DebugCommand]) -> Canvas {
    let (mut run, mut debugger) = opened(cart);
    for command in asks {
        if let Some(DebugRequest::Search(search)) = debugger.command(&mut run, command.clone()) {
            let found = search.look(&run.branch().past, |_| true);
            debugger.found(&mut run, &search, found);
        }
    }
    debugger.draw(&mut run, 512, 384)
}

/// The panel in that place of the canvas; 0 is the game.
fn part(cart: &str, place: i32, asks: &[DebugCommand]) -> Screen {
    let canvas = canvas(cart, asks);
    let below = (384 - 128 - 16) / 2;
    let (left, top) = (place % 4 * 128, if place < 4 { 0 } else { 128 + (place / 4 - 1) * below });
    crop(&canvas, left, top, if place < 4 { 128 } else { below })
}

fn bar(asks: &[DebugCommand]) -> Screen {
    crop(&canvas("ball60", asks), 0, 384 - 16, 16)
}

fn crop(canvas: &Canvas, left: i32, top: i32, height: i32) -> Screen {
    let mut screen = Box::new([0; PIXELS]);
    for y in 0..height {
        let at = ((top + y) * canvas.width + left) as usize;
        screen[y as usize * SIDE..][..SIDE].copy_from_slice(&canvas.pixels[at..at + SIDE]);
    }
    screen
}
