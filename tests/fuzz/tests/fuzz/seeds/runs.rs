//! Runs: half a minute of the test cart with every kind of input, and truncated ones.

use super::Seed;
use fuzz::still;
use rasher::{Boot, Bundle, BundledCart, CartBytes, Code, Input, Rom};
use tests::carts;
use tests::random::RandomPlayer;
use timeline::{Build, Journal, JournalCursor, Report, Run, Slot};

const FRAMES: usize = 150;

fn played(name: &str, frames: usize) -> Run {
    let cart = carts::find(name);
    let mut run = Run::start((cart.make)(), cart.boot(5)).expect("the cart starts");
    let mut player = RandomPlayer::new(5);
    (0..frames).for_each(|_| drop(run.frame(&player.input()).expect("the frame is run")));
    run
}

/// The recording of a run, with the carts it contains.
fn with_carts() -> Vec<u8> {
    let cart = |name: &str, text: &str| BundledCart {
        name: name.to_string(),
        code: Code { text: text.as_bytes().into(), pieces: vec![(1, name.to_string(), 1)] },
        data: CartBytes(Rom::empty("").data),
    };
    let bundle = Bundle::new(vec![cart("a.p8", "load(\"b.p8\")"), cart("b.p8", "x=1")]);
    let ball = carts::find("ball");
    let boot = Boot { bundle: bundle.into(), ..ball.boot(5) };
    let mut run = Run::start((ball.make)(), boot).expect("the cart starts");
    (0..10).for_each(|_| drop(run.frame(&Input::buttons(2)).expect("the frame is run")));
    run.recording().to_bytes()
}

/// A run as it is kept while it is played, in three parts.
fn kept(name: &str) -> Vec<u8> {
    let cart = carts::find(name);
    let mut run = Run::start((cart.make)(), cart.boot(5)).expect("the cart starts");
    let (mut writer, mut bytes) = Journal::begin(&run.recording().start, &run.rom().data);
    let (mut player, mut mark) = (RandomPlayer::new(5), JournalCursor::default());
    for end in 1..=3 {
        (0..20).for_each(|_| drop(run.frame(&player.input()).expect("the frame is run")));
        bytes.extend(writer.part(&run.part(&mut mark, Some(Build::of(b"a build")), end == 3)));
    }
    bytes
}

/// First line and body of a sealed file, the body inflated.
fn unpacked(file: &[u8]) -> Vec<u8> {
    let line = file.iter().position(|b| *b == b'\n').expect("it has a first line") + 1;
    let body = miniz_oxide::inflate::decompress_to_vec(&file[line..file.len() - 8]).expect("it is deflated");
    [&file[..line], &body].concat()
}

/// A file of this kind that is so many zeros when inflated.
fn bomb(line: &str, zeros: usize) -> Vec<u8> {
    let mut file = line.as_bytes().to_vec();
    file.extend(miniz_oxide::deflate::compress_to_vec(&vec![0; zeros], 9));
    file.extend(rasher::Digest::of(&file).to_le_bytes());
    file
}

pub fn all() -> Vec<Seed> {
    let run = played("typist", FRAMES);
    let report = Report::of(&run, "0.1").to_bytes();
    let slot = Slot::of(&run, "0.1").with_states(&run, Build::of(b"a build")).to_bytes();
    let mut console = still();
    let rom = Boot::default().rom;
    (0..5).for_each(|_| drop(console.frame(&Input::buttons(0x21))));
    let moved = console.save_state(&rom).expect("it is between two frames");
    vec![
        ("recording", "typist", run.recording().to_bytes()),
        ("recording", "painter", played("painter", 40).recording().to_bytes()),
        ("recording", "carts", with_carts()),
        ("run", "typist", kept("typist")),
        ("run", "ball", kept("ball")),
        ("report_body", "typist", unpacked(&report)),
        ("report", "typist", report),
        ("report", "refused_zeros", bomb("rasher report 2\n", 4 << 20)),
        ("slot_body", "typist", unpacked(&slot)),
        ("slot", "typist", slot),
        ("slot", "refused_zeros", bomb("rasher slot 2\n", 4 << 20)),
        ("state", "moved", moved),
    ]
}
