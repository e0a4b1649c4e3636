//! Changing data files: the next played frame uses them, a paused screen shows them at once, and errors stay on the
//! screen until fixed.

use crate::rig::{Rig, start};
use player::{Cart, CartStart, FramePixels, HostEvent, NewCode};
use rasher::{Fault, Machine, Place, Rom, program};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use studio::Notice;

/// Draws the first sprite in the corner, and panics if its first pixel is red.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Painter;

impl rasher::Cart for Painter {
    fn _update60(&mut self, _: &mut Machine) {}

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        assert_ne!(p8.sget(0, 0), 8, "no red here");
        p8.spr(0, 0, 0);
    }
}

/// A painter that has been played for some frames.
fn painter(views: bool) -> Rig {
    let mut start = start((0, 0), 1);
    let cart = Cart { program: Some(program(Painter)), views, ..start.first.cart.clone() };
    start.first = CartStart::new(cart);
    let mut rig = Rig::of(start);
    rig.ticks(5);
    rig
}

/// Data whose first pixel has this colour.
fn data(color: u8) -> HostEvent {
    let mut rom = Rom::empty("walker");
    rom.data[0] = color;
    HostEvent::Data(Box::new(rom))
}

fn corner(rig: &Rig) -> u8 {
    rig.screen()[0]
}

fn wrong(lines: &[&str]) -> HostEvent {
    HostEvent::DataWrong(lines.iter().map(|line| line.to_string()).collect())
}

/// Pixels of the lowest rows that differ from what the cart draws there.
fn covered(rig: &Rig) -> usize {
    rig.screen()[64 * 128..].iter().filter(|pixel| **pixel != 1).count()
}

#[test]
fn a_saved_sheet_is_seen_in_every_pause_and_nothing_of_it_is_recorded_before_play_goes_on() {
    /// What pauses play.
    type Stop = fn(&mut Rig);
    let stops: [(&str, Stop); 2] = [
        ("menu", |rig| rig.key("Escape", true)),
        ("menu, and away", |rig| {
            rig.key("Escape", true);
            rig.tell(HostEvent::Focus(false));
        }),
    ];
    for (what, stop) in stops {
        let mut rig = painter(false);
        assert_eq!(corner(&rig), 1, "{what}: colour 0 is not drawn");
        stop(&mut rig);
        rig.ticks(3);
        let before = (rig.frames(), rig.run().console().digest());
        let dimmed = corner(&rig);
        rig.tell(data(9));
        rig.ticks(1);
        let first = corner(&rig);
        assert_ne!(first, dimmed, "{what}");
        rig.tell(data(10));
        rig.ticks(1);
        assert!(corner(&rig) != first && corner(&rig) != dimmed, "{what}");
        assert_eq!((rig.frames(), rig.run().console().digest()), before, "{what}: it is paused");
        rig.tell(HostEvent::Focus(true));
        rig.key("Escape", false);
        rig.key("Escape", true);
        rig.ticks(60);
        assert!(rig.frames() > before.0 && corner(&rig) == 10, "{what}: it plays on with them");
        assert_eq!(rig.run().console().machine().rom().data[0], 10);
        let recording = rig.run().recording();
        let recorded = recording.inputs().flat_map(|input| input.events);
        let recorded = recorded.filter(|event| matches!(event, rasher::Event::Data(_)));
        assert_eq!(recorded.count(), 1, "{what}: only data that played are recorded");
    }
}

#[test]
fn what_cannot_be_drawn_with_new_data_stays_as_it_was() {
    let mut rig = painter(false);
    rig.tell(data(9));
    rig.ticks(30);
    rig.key("Escape", true);
    rig.ticks(2);
    let dimmed = corner(&rig);
    rig.tell(data(8));
    rig.ticks(2);
    assert_eq!(corner(&rig), dimmed, "the last picture that could be drawn");
    rig.key("Escape", false);
    rig.key("Escape", true);
    rig.ticks(3);
    assert!(rig.said().iter().any(|line| line.contains("no red here")), "reported during play");
    // The panic screen covers the last good picture, dimmed; it is redrawn with valid data.
    let dimmed = corner(&rig);
    rig.tell(data(12));
    rig.ticks(1);
    assert_ne!(corner(&rig), dimmed);
}

#[test]
fn the_debugger_shows_its_moment_with_new_data() {
    let mut rig = painter(false);
    rig.key("F12", true);
    rig.ticks(30);
    let canvas = |rig: &Rig| match &rig.picture.as_ref().expect("a picture").pixels {
        FramePixels::Canvas(canvas) => canvas.pixels.clone(),
        FramePixels::Screen(_) => panic!("the debugger is not open"),
    };
    let before = canvas(&rig);
    rig.tell(data(9));
    rig.ticks(30);
    let after = canvas(&rig);
    assert_ne!(before, after, "the game's picture");
    assert_eq!(rig.run().console().machine().rom().data[0], 0, "the run is what it was");
    rig.tell(data(0));
    rig.ticks(30);
    assert_eq!(canvas(&rig), before, "as they were");
    rig.tell(data(9));
    rig.tap("Space", " ");
    rig.ticks(30);
    assert_eq!((corner(&rig), rig.run().console().machine().rom().data[0]), (9, 9));
}

#[test]
fn a_view_of_data_keeps_running_while_they_are_edited() {
    let mut rig = painter(true);
    rig.tell(HostEvent::Focus(false));
    rig.ticks(3);
    let before = rig.frames();
    rig.tell(data(9));
    // Longer than what changed flashes.
    rig.ticks(30);
    assert_eq!((corner(&rig), rig.frames()), (9, before + 30));
}

/// The text of a notice is in its pixels: the same text gives the same ones.
fn in_border(rig: &Rig) -> Option<Vec<u8>> {
    let notice = rig.picture.as_ref().expect("a picture").notice.as_ref();
    notice.map(|notice| notice.canvas.pixels.clone())
}

/// Our decision: the errors are one row for three seconds, or until it has scrolled; where the window has a border they are there until
/// they are fixed. Each is logged once.
#[test]
fn errors_are_shown_until_fixed_and_logged_once() {
    let mut rig = painter(false);
    let gone = "game.png is missing: the last good version stays in use";
    rig.tell(wrong(&[gone]));
    rig.ticks(10);
    assert_eq!(covered(&rig), 9 * 128, "one row");
    assert_eq!(rig.said(), [gone]);
    let lasts = Notice { text: gone.into(), bad: true }.lasts().as_millis() as u32;
    rig.ticks(lasts * 60 / 1000 - 30);
    assert_eq!(covered(&rig), 9 * 128);
    rig.ticks(60);
    assert_eq!(covered(&rig), 0);
    rig.tell(HostEvent::Border(Some((600, 48))));
    rig.ticks(2);
    let first = in_border(&rig).expect("it is not fixed");
    rig.ticks(20 * 60);
    assert_eq!((in_border(&rig), covered(&rig)), (Some(first.clone()), 0));
    rig.tell(wrong(&[gone, "game.sfx is empty: the last good version stays in use"]));
    rig.ticks(2);
    assert_ne!(in_border(&rig), Some(first));
    assert_eq!(rig.said(), ["game.sfx is empty: the last good version stays in use"]);
    rig.tell(wrong(&[]));
    rig.ticks(2);
    assert_eq!((in_border(&rig), covered(&rig)), (None, 0));
    assert_eq!(rig.said(), ["all file errors are fixed"]);
}

/// The first sound as a note that lasts a second, looped or not.
fn sound(rounds: bool) -> Rom {
    let mut rom = Rom::empty("walker");
    let record = &mut rom.data[usize::from(rasher::memory::SFX)..][..68];
    // A triangle of volume 5, key 33: A-2; speed 120.
    (record[0], record[1], record[65], record[67]) = (33, 5 << 1, 120, u8::from(rounds));
    rom
}

#[test]
fn a_saved_sound_plays_while_paused_until_it_ends_or_play_continues() {
    for (views, rounds) in [(false, false), (false, true), (true, false)] {
        let mut rig = painter(views);
        if !views {
            rig.key("Escape", true);
            rig.key("Escape", false);
        }
        rig.ticks(10);
        rig.samples = 0;
        rig.loudest = 0;
        rig.tell(HostEvent::Data(Box::new(sound(rounds))));
        rig.ticks(60);
        let heard = rig.samples;
        assert!((22_050 - 800..=22_050 + 800).contains(&heard), "{heard} samples per second, views {views}");
        assert!(rig.loudest > 1_000, "a note: {}", rig.loudest);
        rig.ticks(20 * 60);
        // Rests at the end are skipped; a loop ends after eight seconds.
        let heard = rig.samples;
        let want = if rounds { 8 * 22_050 } else { 22_050 };
        assert!(views || (want - 800..=want + 800).contains(&heard), "{heard} samples, rounds {rounds}");
        rig.tap("Escape", "");
        rig.ticks(60);
        assert_eq!(rig.run().console().machine().rom().data, sound(rounds).data);
    }
    // During play it is added to the game's own samples, without changing their number or the recording.
    for rounds in [false, true] {
        let mut rig = painter(false);
        rig.ticks(10);
        (rig.samples, rig.loudest) = (0, 0);
        rig.tell(HostEvent::Data(Box::new(sound(rounds))));
        rig.ticks(60);
        assert!(rig.loudest > 1_000, "a note: {}", rig.loudest);
        assert!((22_050 - 800..=22_050 + 800).contains(&rig.samples), "{} samples", rig.samples);
        rig.ticks(9 * 60);
        rig.loudest = 0;
        rig.ticks(60);
        assert_eq!(rig.loudest, 0, "once, or eight seconds of a loop");
    }
}

/// Data and code are fixed independently: one error stays on the screen while the other file is saved.
#[test]
fn wrong_data_and_wrong_code_are_shown_together() {
    let code = |wrong: Option<&str>| {
        HostEvent::Code(Box::new(NewCode {
            program: program(Painter),
            wrong: wrong.map(|message| Fault {
                message: message.into(),
                place: Place::new("cart.lua", 7),
                ..Fault::default()
            }),
            code: Arc::default(),
            others: Vec::new(),
            others_wrong: Vec::new(),
        }))
    };
    let good = |rig: &mut Rig| rig.said().iter().filter(|line| line.contains("errors are fixed")).count();
    let mut rig = painter(false);
    rig.tell(HostEvent::Border(Some((600, 48))));
    rig.ticks(2);
    let none = in_border(&rig);
    let mut shown = |event: HostEvent| {
        rig.tell(event);
        // Longer than any notice is shown.
        rig.ticks(600);
        (in_border(&rig), good(&mut rig))
    };
    let (data, _) = shown(wrong(&["a.png: no red here"]));
    let (both, _) = shown(code(Some("found 'end'")));
    assert!(data != none && both != data && both != none, "the code's error is shown too");
    let (left, told) = shown(wrong(&[]));
    assert!(left != both && left != none && told == 0, "the data are good, the code is not");
    let (again, _) = shown(wrong(&["a.png: no red here"]));
    assert_eq!(again, both);
    let (again, told) = shown(code(None));
    assert!(again == data && told == 0, "the code is good, the data are not");
    let (again, told) = shown(wrong(&[]));
    assert!(again == none && told == 1);
}
