//! What a cart asks of its host with `extcmd`, and drops: films, sounds, label, names, files and pictures.
//!
//! What each command writes is our decision, with names from PICO-8's manual: no file is overwritten, and rewound
//! frames are not in a film or sound.

use crate::rig::{Rig, rom, start};
use player::{Cart, CartStart, HostEvent, Media, MediaName, Request};
use rasher::{Console, DROPPED_MAX, Machine, Stat, program};
use serde::{Deserialize, Serialize};

/// Follows its buttons, plays a tone, and reads dropped files if set up to.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Asker {
    reads: [bool; 2],
    file: Vec<u8>,
    picture: Vec<u8>,
}

const COMMANDS: [&[&str]; 6] = [
    &["rec", "audio_rec"],
    &["video", "audio_end"],
    &["label", "folder", "screen"],
    &["audio_end"],
    &["set_title", "set_filename"],
    &["video"],
];

impl rasher::Cart for Asker {
    fn _update60(&mut self, p8: &mut Machine) {
        for (button, commands) in COMMANDS.iter().enumerate() {
            if p8.btnp(button as i32) {
                commands.iter().for_each(|command| p8.extcmd_text(command, "my name"));
            }
        }
        for (n, reads) in self.reads.into_iter().enumerate() {
            let to = if n == 0 { &mut self.file } else { &mut self.picture };
            if reads && p8.stat(120 + n as i32) == Stat::Bool(true) {
                let read = p8.serial(0x800 + 2 * n as i32, 0x8000, 0x4000);
                to.extend_from_slice(&p8.memory().bytes()[0x8000..][..read as usize]);
            }
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls((p8.frame() / 10) as i32 & 15);
    }
}

/// A cart that reads files and pictures, or not, after some frames.
fn asker(reads: [bool; 2]) -> Rig {
    let mut start = start((0, 0), 1);
    let program = program(Asker { reads, ..Asker::default() });
    start.first = CartStart::new(Cart { program: Some(program), ..start.first.cart.clone() });
    let mut rig = Rig::of(start);
    rig.ticks(5);
    rig
}

fn press(rig: &mut Rig, key: &str) {
    rig.key(key, true);
    rig.ticks(1);
    rig.key(key, false);
    rig.ticks(1);
}

/// The frames of a GIF as pictures.
fn pictures(gif: &[u8]) -> usize {
    gif.windows(3).filter(|bytes| *bytes == [0x21, 0xf9, 4]).count()
}

#[test]
fn films_and_sounds_begin_where_the_cart_says() {
    let mut rig = asker([false; 2]);
    rig.ticks(100);
    press(&mut rig, "ArrowLeft");
    let began = rig.frames();
    rig.ticks(40);
    press(&mut rig, "ArrowRight");
    let ended = rig.frames();
    rig.ticks(200);
    let film = rig.writes.iter().find_map(|write| match write {
        Request::WriteMedia(name, Media::Gif(bytes)) => Some((name.clone(), pictures(bytes))),
        _ => None,
    });
    let sound = rig.writes.iter().find_map(|write| match write {
        Request::WriteMedia(name, Media::Sound(samples)) => Some((name.clone(), samples.len())),
        _ => None,
    });
    let frames = (ended - began) as usize;
    // 22,050 samples for 60 frames; the sound starts with the frame after the command's.
    let (name, samples) = sound.expect("a sound");
    assert_eq!((name.name.as_str(), samples * 60 / 22_050), ("walker", frames), "{samples} samples");
    // A GIF contains every other frame; the last eight seconds would be more.
    let (name, shown) = film.expect("a film");
    assert_eq!(name, MediaName { name: "walker".into(), by: Some("walker".into()) });
    assert_eq!(shown, (frames + 1).div_ceil(2));
    // Without a start there is no sound.
    rig.said();
    press(&mut rig, "ArrowDown");
    assert_eq!(rig.said(), ["audio_end: expected audio_rec before it"]);
}

#[test]
fn a_mark_that_was_gone_back_over_counts_no_more() {
    let mut rig = asker([false; 2]);
    rig.ticks(30);
    press(&mut rig, "ArrowLeft");
    rig.ticks(30);
    let before = rig.frames();
    rig.key("Backspace", true);
    rig.ticks(60);
    rig.key("Backspace", false);
    rig.ticks(2);
    assert!(rig.frames() < 30, "{before} frames, now {}", rig.frames());
    press(&mut rig, "KeyX");
    press(&mut rig, "ArrowDown");
    rig.ticks(100);
    assert!(
        rig.writes.iter().any(|write| matches!(write, Request::WriteMedia(_, Media::Gif(_)))),
        "the last seconds"
    );
    assert!(!rig.writes.iter().any(|write| matches!(write, Request::WriteMedia(_, Media::Sound(_)))));
}

#[test]
fn label_folder_title_and_names_go_out() {
    let mut rig = asker([false; 2]);
    press(&mut rig, "ArrowUp");
    let label = rig.writes.iter().find_map(|write| match write {
        Request::WriteLabel(cart, picture) => Some((cart.clone(), picture.clone())),
        _ => None,
    });
    let (cart, picture) = label.expect("a label");
    assert_eq!((cart.as_str(), picture.iter().all(|color| *color == picture[0])), ("walker", true));
    assert!(
        rig.requests.iter().any(|output| matches!(output, Request::CartFolder(cart) if cart == "walker"))
    );
    let names = |rig: &Rig| {
        let shots = rig.writes.iter().filter_map(|write| match write {
            Request::WriteMedia(name, Media::Screenshot(_)) => Some(name.name.clone()),
            _ => None,
        });
        shots.collect::<Vec<_>>()
    };
    assert_eq!(names(&rig), ["walker"]);
    press(&mut rig, "KeyZ");
    assert!(
        rig.requests.iter().any(|output| matches!(output, Request::SetTitle(title) if title == "my name"))
    );
    rig.control("Digit6");
    rig.ticks(1);
    assert_eq!(names(&rig), ["walker", "my name"], "the person's own screenshots too");
    // Another run of the cart starts with its own name.
    rig.tell(HostEvent::Restart);
    rig.ticks(3);
    rig.control("Digit6");
    rig.ticks(1);
    assert_eq!(names(&rig), ["walker", "my name", "walker"]);
}

/// A picture of two pixels, the second not quite red.
fn two_pixels() -> Vec<u8> {
    let bmp = [
        &b"BM"[..],
        &62u32.to_le_bytes(),
        &[0; 4],
        &54u32.to_le_bytes(),
        &40u32.to_le_bytes(),
        &2i32.to_le_bytes(),
        &1i32.to_le_bytes(),
        &[1, 0, 24, 0],
        &[0; 24],
        // Blue, green, red: black, and nearly colour 8; padded to four bytes.
        &[0, 0, 0, 0x4a, 0x02, 0xfa, 0, 0],
    ];
    bmp.concat()
}

fn drop_on(rig: &mut Rig, name: &str, bytes: &[u8]) -> Vec<String> {
    rig.said();
    rig.tell(HostEvent::DroppedFile(name.to_string(), bytes.to_vec()));
    rig.ticks(5);
    rig.said()
}

fn state(rig: &Rig) -> Asker {
    let bytes = rig.run().console().program().save().expect("a state");
    serde_json::from_slice(&bytes).expect("an asker")
}

#[test]
fn what_is_dropped_goes_to_a_cart_that_reads_it() {
    let picture = two_pixels();
    // What it reads, the drop, the notices, and what it received.
    let mut both = asker([true; 2]);
    assert_eq!(drop_on(&mut both, "a.txt", b"hello"), ["passed a.txt to the cart"]);
    assert_eq!(drop_on(&mut both, "b.bmp", &picture), ["passed b.bmp to the cart"]);
    assert_eq!((&state(&both).file[..], &state(&both).picture[..]), (&b"hello"[..], &[2, 0, 1, 0, 0, 8][..]));
    // It is part of the recording.
    let recording = both.run().recording();
    let program = program(Asker { reads: [true; 2], ..Asker::default() });
    let mut again = Console::boot(program, recording.start.boot(rom()));
    recording.inputs().for_each(|input| drop(again.frame(&input)));
    assert_eq!(again.digest(), both.run().console().digest());
    let mut files = asker([true, false]);
    drop_on(&mut files, "b.bmp", &picture);
    assert_eq!(state(&files).file, picture, "one that reads no pictures gets the file's bytes");
    let mut pictures = asker([false, true]);
    let said = drop_on(&mut pictures, "a.txt", b"hello");
    assert!(said[0].contains("a.txt: expected a sheet"), "{said:?}");
    let mut none = asker([false; 2]);
    let said = drop_on(&mut none, "b.bmp", &picture);
    assert!(said[0].contains("b.bmp: expected a sheet"), "{said:?}");
    for name in ["horn.WAV", "/music/tune.mid"] {
        let said = drop_on(&mut none, name, b"RIFF");
        let stem = name.rsplit('/').next().unwrap();
        assert_eq!(said, [format!("{stem}: press F2 and drop it again: the editors import it")]);
    }
    let large = vec![0; DROPPED_MAX + 1];
    assert_eq!(drop_on(&mut both, "c", &large), ["c: 1024 KiB is too large for the cart: at most 1024 KiB"]);
}
