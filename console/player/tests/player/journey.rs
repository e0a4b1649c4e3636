//! A user's way through the whole console.

use crate::rig::{EDGE, Rig, walker, x};
use player::{
    Before, Best, CartStart, FramePixels, HostEvent, Inspection, KeyPress, Library, Listed, Media, PadButton,
    PadCommand, Request, StartMode,
};
use rasher::button;
use studio::{Cover, Label, Mode};
use timeline::{Crash, KeptRun};

fn listed(name: &str) -> Listed {
    Listed {
        name: name.to_string(),
        title: name.to_string(),
        about: "walks".to_string(),
        face: Cover::Label(Label::plain(name)),
        best: Some(Best::new("walker", |numbers| format!("walked {}", numbers[0]))),
        ..Listed::default()
    }
}

/// On the shelf, with two carts.
fn on_the_shelf() -> Rig {
    let mut start = crate::rig::start((0, 0), 1);
    start.library = Library::of(vec![listed("walker"), listed("runner")]);
    start.first = CartStart::new(player::Cart::shelf());
    let mut rig = Rig::of(start);
    rig.ticks(120);
    rig
}

fn asked_for(rig: &Rig) -> Option<&str> {
    rig.requests.iter().rev().find_map(|output| match output {
        Request::LoadCart { name, .. } => Some(&name[..]),
        _ => None,
    })
}

#[test]
fn from_the_shelf_to_a_cart_and_back() {
    let mut rig = on_the_shelf();
    assert!(
        rig.player.cart().is_shelf() && rig.player.mode() == Mode::Game,
        "the shelf is a cart like any other"
    );
    let shelf = *rig.screen();
    assert!(rig.kept.is_none(), "nothing of it is kept");
    rig.tap("KeyZ", "z");
    rig.ticks(60);
    assert_eq!(asked_for(&rig), Some("walker"));
    let stood = rig.run().now();
    rig.ticks(60);
    assert_eq!(rig.run().now(), stood, "it waits until the cart is there");
    rig.fail("walker: no such file");
    rig.ticks(60);
    assert_eq!((rig.said(), rig.run().now() > stood), (vec!["walker: no such file".to_string()], true));
    rig.tell(HostEvent::StartCart(Box::new(CartStart::new(walker((0, 0)))), None));
    rig.key("ArrowRight", true);
    rig.ticks(1);
    rig.key("ArrowRight", false);
    rig.key("ArrowRight", true);
    rig.ticks(100);
    assert_eq!((&rig.player.cart().title[..], rig.player.mode()), ("Walker", Mode::Game));
    assert!(rig.x() > 90);
    rig.is_truthful();
    // The row above the last one of the menu.
    rig.key("ArrowRight", false);
    rig.tap("Escape", "");
    rig.ticks(1);
    assert_eq!(rig.player.mode(), Mode::Menu);
    for _ in 0..2 {
        rig.tap("ArrowUp", "");
        rig.ticks(2);
    }
    rig.tap("KeyZ", "z");
    rig.ticks(120);
    assert!(rig.player.cart().is_shelf());
    assert!(rig.kept.is_some(), "its run is kept, as if the window had been closed");
    assert!(*rig.screen() != shelf, "the result is shown");
    let titles: Vec<&str> = rig
        .requests
        .iter()
        .filter_map(|output| match output {
            Request::SetCart(cart) => Some(&cart.title[..]),
            _ => None,
        })
        .collect();
    assert_eq!(titles, ["the shelf", "Walker", "the shelf"]);
}

#[test]
fn the_pause_menu_holds_the_game_and_gives_it_back() {
    let mut rig = Rig::new((0, 0), 1);
    rig.ticks(10);
    let (game, stood) = (*rig.screen(), rig.run().now());
    rig.tap("Enter", "\r");
    rig.ticks(30);
    assert_eq!(rig.player.mode(), Mode::Menu);
    assert!(rig.run().now() <= stood + 1, "the frame that got the pause button is the last");
    assert_ne!(*rig.screen(), game);
    // The cart's own item, the second row: its frame runs while the menu is open, and O does not reach the
    // cart.
    rig.tap("ArrowDown", "");
    rig.ticks(2);
    rig.key("KeyZ", true);
    rig.ticks(5);
    assert_eq!((rig.player.mode(), rig.x()), (Mode::Game, 10), "the cart's item moves it by ten");
    assert!(!rig.player.is_over(), "O is held and does not count before it was let go");
    rig.key("KeyZ", false);
    rig.ticks(2);
    rig.is_truthful();
    // Screenshots show the game without the menu; changed settings are sent at once.
    rig.tap("Escape", "");
    rig.ticks(2);
    rig.control("Digit6");
    rig.control("KeyM");
    rig.ticks(1);
    let shot = rig.writes.iter().find_map(|write| match write {
        Request::WriteMedia(name, Media::Screenshot(picture)) => Some((name.clone(), picture.clone())),
        _ => None,
    });
    let (name, picture) = shot.expect("a screenshot");
    // A screenshot by the user.
    assert_eq!((name.name.as_str(), name.by, picture[64 * 128 + 10]), ("walker", None, 7));
    assert!(picture.iter().filter(|color| **color != 1).count() == 1, "one dot and nothing over it");
    let muted =
        rig.requests.iter().any(|output| matches!(output, Request::WriteSettings(settings) if settings.mute));
    assert!(muted && rig.player.settings().mute);
    assert_eq!(rig.said(), ["saved a/file"]);
}

#[test]
fn a_panic_is_shown_and_can_be_stepped_back_from() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(50);
    rig.key("ArrowDown", true);
    rig.key("KeyX", true);
    rig.ticks(10);
    assert_eq!((rig.player.mode(), rig.x()), (Mode::Error, 50), "it is at the frame before the panic");
    let said = rig.said().join("\n");
    assert!(said.contains("the walker fell") && said.contains("rig.rs:"), "message and place: {said}");
    assert_eq!(rig.heard.frames(), rig.run().now() + 1, "the last report is known");
    let error = *rig.screen();
    assert!(error.contains(&8), "a red title");
    // The debugger opens at the frame before; from an earlier one, without the buttons, there is no panic.
    for key in ["ArrowRight", "ArrowDown", "KeyX"] {
        rig.key(key, false);
    }
    rig.tap("F12", "");
    rig.ticks(1);
    assert_eq!(rig.player.mode(), Mode::Debugger);
    assert!(matches!(rig.picture.as_ref().map(|p| &p.pixels), Some(FramePixels::Canvas(_))));
    rig.press(KeyPress { shift: true, ..KeyPress::bare(player::Key::LEFT, true) });
    rig.key("ArrowLeft", false);
    rig.ticks(1);
    assert_eq!(rig.x(), 40, "ten back");
    rig.tap("Space", " ");
    rig.ticks(31);
    assert_eq!((rig.player.mode(), rig.x()), (Mode::Game, 40));
    assert_eq!(rig.run().branches().len(), 2);
    rig.is_truthful();
    // Over the edge again, and a restart.
    rig.key("ArrowDown", true);
    rig.key("KeyX", true);
    rig.ticks(3);
    assert_eq!(rig.player.mode(), Mode::Error);
    // Esc opens the pause menu there too, and returns.
    for (key, mode) in [("Escape", Mode::Menu), ("Escape", Mode::Error)] {
        rig.tap(key, "");
        rig.ticks(2);
        assert_eq!(rig.player.mode(), mode);
    }
    rig.control("KeyR");
    rig.key("ArrowDown", false);
    rig.key("KeyX", false);
    rig.ticks(3);
    assert_eq!((rig.player.mode(), rig.x()), (Mode::Game, 0));
    assert!(i64::from(EDGE) > 40);
}

#[test]
fn in_the_debugger_a_run_is_walked_reported_and_searched() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(200);
    rig.key("ArrowRight", false);
    rig.tap("F12", "");
    rig.ticks(1);
    let at = rig.run().now();
    rig.ticks(60);
    assert_eq!((rig.player.mode(), rig.run().now()), (Mode::Debugger, at), "time is stopped");
    // A frame by number: the letter that opens the line and the digits come in one tick.
    for (name, text) in [("KeyG", "g"), ("Digit5", "5"), ("Digit0", "0"), ("Enter", "\r")] {
        rig.tap(name, text);
    }
    rig.ticks(1);
    assert_eq!((rig.run().now(), rig.x()), (50, 49));
    // While typing, r is a letter; afterwards it writes a report.
    for (name, text) in [("KeyU", "u"), ("KeyX", "x"), ("Space", " "), ("KeyR", "r"), ("Escape", "")] {
        rig.tap(name, text);
    }
    rig.ticks(1);
    assert!(rig.report().is_none());
    // The contents are shown first. Esc and the second answer write nothing.
    for cancel in [&["Escape"][..], &["ArrowDown", "KeyZ"]] {
        rig.tap("KeyR", "r");
        rig.ticks(2);
        assert_eq!(rig.player.mode(), Mode::Question);
        for key in cancel {
            rig.tap(key, "");
            rig.ticks(2);
        }
        assert_eq!(rig.player.mode(), Mode::Debugger, "{cancel:?}");
        assert!(rig.report().is_none(), "{cancel:?}");
    }
    rig.tap("KeyR", "r");
    rig.ticks(2);
    rig.tap("KeyZ", "");
    rig.ticks(2);
    assert_eq!(rig.player.mode(), Mode::Debugger);
    let report = rig.report().expect("a report");
    assert_eq!(report.frame, 50);
    assert_eq!(
        serde_json::from_str::<studio::Settings>(&report.settings).ok(),
        Some(studio::Settings::default())
    );
    // The search runs in slices of the ticks, because this front end has no threads.
    for (name, text) in [("KeyU", "u"), ("KeyX", "x"), ("Period", ">"), ("Digit9", "9"), ("Digit9", "9")] {
        rig.tap(name, text);
    }
    rig.tap("Enter", "\r");
    rig.ticks(2);
    assert_eq!((rig.run().now(), rig.x()), (101, 100), "the first frame where it is true");
    // A held key steps at its own pace: at once, and ten times a second after 0.4 s.
    rig.key("ArrowLeft", true);
    rig.ticks(60);
    rig.key("ArrowLeft", false);
    rig.ticks(30);
    let gone = 101 - rig.run().now();
    assert!((6..=8).contains(&gone), "{gone} frames in a second");
    // A click on the timeline: play continues from there.
    rig.tap("Space", " ");
    rig.ticks(10);
    assert_eq!(rig.player.mode(), Mode::Game);
    assert_eq!(rig.run().branches().len(), 2);
    rig.is_truthful();
    assert_eq!(x(rig.run().console()), 100 - gone as i64);
}

#[test]
fn a_frame_that_does_not_come_back_is_looked_at_as_a_panic_is() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(100);
    // What a front end has then: all inputs of the cart, including those of the hanging frame.
    let mut told = rig.heard.clone();
    told.push(&rasher::Input::buttons(button::O));
    let kept = rig.kept.as_deref().and_then(|bytes| KeptRun::from_bytes(bytes).ok());
    assert!(kept.is_some(), "the kept run is a few frames behind");
    // If a panic ends the console's instance, the front end reports it, and the previous moment is shown as
    // after a caught panic.
    let crash = Crash { fault: rasher::Fault::default(), is_panic: true, frame: told.frames() };
    let ways = [
        (Before::Debugger, kept, Mode::Debugger),
        (Before::Debugger, None, Mode::Debugger),
        (Before::Menu, None, Mode::Menu),
        (Before::Error(Box::new(crash)), None, Mode::Error),
    ];
    for (before, kept, mode) in ways {
        let start = rig.player.start_again().before(&told, kept, before.clone()).expect("a frame before");
        let mut next = Rig::of(start);
        next.ticks(20);
        assert_eq!((next.player.mode(), next.run().now(), next.x()), (mode, rig.run().now(), rig.x()));
        if before == Before::Menu {
            assert!(next.said().concat().contains(" hung: "));
            next.tap("Escape", "");
        } else {
            if mode == Mode::Error {
                next.tap("F12", "");
                next.ticks(1);
                assert_eq!(next.player.mode(), Mode::Debugger);
            }
            next.tap("ArrowLeft", "");
            next.ticks(1);
            assert_eq!(next.x(), rig.x() - 1, "a frame back");
            next.tap("Space", " ");
        }
        next.ticks(31);
        assert_eq!((next.player.mode(), next.player.is_over()), (Mode::Game, false));
        next.is_truthful();
    }
    let nothing = timeline::Recording::new(told.start.clone());
    assert!(rig.player.start_again().before(&nothing, None, Before::Debugger).is_none(), "no frame was run");
}

#[test]
fn a_report_opens_with_its_bookmarks_and_edits() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(100);
    rig.key("ArrowRight", false);
    rig.tap("F12", "");
    // One frame is bookmarked, another edited; the field is the first of the state, in the focused panel.
    for (name, text) in [("KeyB", "b"), ("KeyG", "g"), ("Digit5", "5"), ("Digit0", "0"), ("Enter", "\r")] {
        rig.tap(name, text);
    }
    for (name, text) in [("KeyE", "e"), ("Digit7", "7"), ("Enter", "\r"), ("KeyR", "r")] {
        rig.tap(name, text);
    }
    rig.ticks(2);
    rig.tap("KeyZ", "");
    rig.ticks(2);
    let report = rig.report().expect("a report");
    assert_eq!((rig.x(), report.frame, report.marked.edits.len()), (7, 50, 1));
    let (bookmarks, edits) = (report.marked.bookmarks.clone(), report.marked.edits.clone());
    let kept =
        KeptRun { recording: report.recording, rom: report.rom.data.clone(), states: Vec::new(), torn: 0 };
    let look = Inspection { frame: report.frame, message: "settings".to_string(), bookmarks, edits };
    let mut start = crate::rig::start((0, 0), 9);
    start.first = CartStart { kept_run: Some(Box::new(kept)), mode: StartMode::Inspect(look), ..start.first };
    start.first.cart.keeps = false;
    let mut other = Rig::of(start);
    other.ticks(30);
    assert_eq!((other.player.mode(), other.run().now(), other.x()), (Mode::Debugger, 50, 7));
    assert_eq!(other.run().bookmarks().iter().map(|mark| mark.frame).collect::<Vec<_>>(), [101]);
    assert_eq!(other.run().edits(), rig.run().edits());
}

#[test]
fn losing_the_keyboard_pauses_and_lets_everything_go() {
    let mut rig = Rig::new((0, 0), 1);
    rig.key("ArrowRight", true);
    rig.ticks(10);
    rig.tell(HostEvent::Focus(false));
    rig.ticks(10);
    let (stood, game) = (rig.run().now(), *rig.screen());
    assert_eq!(rig.player.mode(), Mode::Away);
    assert_ne!(game[120 * 128 + 2], 1, "it says so at the lower edge");
    rig.tell(HostEvent::Focus(true));
    rig.ticks(10);
    assert_eq!((rig.player.mode(), rig.run().now()), (Mode::Game, stood + 10));
    assert_eq!(rig.x(), 10, "nothing is held");
    rig.is_truthful();
}

#[test]
fn pads_play_pause_and_are_bound_in_the_menu() {
    let mut rig = Rig::new((0, 0), 1);
    rig.tell(HostEvent::Pad(PadCommand::Connected(4, "a pad".to_string())));
    rig.tell(HostEvent::Pad(PadCommand::Button(4, PadButton::D_PAD_RIGHT, true)));
    rig.ticks(10);
    assert_eq!((rig.said(), rig.x()), (vec!["gamepad 1 connected: a pad".to_string()], 10));
    rig.tell(HostEvent::Pad(PadCommand::Button(4, PadButton::LEFT_TRIGGER_2, true)));
    rig.ticks(5);
    assert_eq!(rig.x(), 5, "it rewinds");
    rig.tell(HostEvent::Pad(PadCommand::Button(4, PadButton::LEFT_TRIGGER_2, false)));
    rig.tell(HostEvent::Pad(PadCommand::Disconnected(4, "a pad".to_string())));
    rig.ticks(5);
    assert_eq!((rig.player.mode(), rig.x()), (Mode::Menu, 5), "a pad that goes pauses");
    let last = rig.run().branch().past.recording().inputs().last().expect("frames");
    assert_eq!(last.players[0], button::RIGHT, "held buttons counted to the last frame");
}

#[test]
fn a_cart_that_asks_for_nothing_is_shown_and_played_at_its_rate() {
    let mut rig = Rig::new((0, 0), 1);
    let (before, samples) = (rig.run().now(), rig.samples);
    rig.ticks(600);
    assert_eq!(rig.run().now() - before, 600);
    assert!((220_500 - 400..=220_500 + 400).contains(&(rig.samples - samples)), "ten seconds of samples");
    assert!(rig.picture.as_ref().is_some_and(|picture| picture.playing && picture.frame == rig.run().now()));
}

#[test]
fn a_screen_reader_is_told_what_is_open_and_what_notices_say() {
    let mut rig = Rig::new((0, 0), 1);
    let spoken = |rig: &mut Rig| {
        rig.ticks(3);
        rig.picture.as_ref().map(|picture| picture.spoken.clone()).unwrap_or_default()
    };
    rig.ticks(300);
    assert_eq!(spoken(&mut rig), "");
    rig.tap("Enter", "");
    assert_eq!(spoken(&mut rig), "paused: continue");
    rig.tap("Enter", "");
    rig.tell(HostEvent::Pad(PadCommand::Connected(4, "Xbox Wireless Controller".to_string())));
    assert_eq!(spoken(&mut rig), "gamepad 1 connected: Xbox Wireless Controller");
    rig.ticks(300);
    assert_eq!(spoken(&mut rig), "");
}

/// The pause menu's first line names the keys, the buttons of the pad that was used last, or nothing where buttons are drawn.
#[test]
fn hints_name_what_one_plays_with() {
    let mut rig = Rig::new((0, 0), 1);
    rig.tell(HostEvent::Pad(PadCommand::Connected(4, "Xbox Wireless Controller".to_string())));
    rig.ticks(300);
    let start = |down| HostEvent::Pad(PadCommand::Button(4, PadButton::START, down));
    let mut heads = Vec::new();
    for way in 0..3 {
        match way {
            0 => rig.tap("Enter", ""),
            1 => {
                rig.tell(start(true));
                rig.ticks(3);
                rig.tell(start(false));
            }
            _ => {
                rig.tell(HostEvent::Touch);
                rig.tap("Enter", "");
            }
        }
        rig.ticks(3);
        assert_eq!(rig.player.mode(), Mode::Menu, "way {way}");
        // The first line of a window that is 108 wide is two above the rule.
        let rows: Vec<&[u8]> = rig.screen().chunks(128).collect();
        let rule = rows.iter().position(|row| row[16..110].iter().all(|pixel| *pixel == 5)).expect("a rule");
        let blue = rows[rule - 8..rule].concat().iter().filter(|pixel| **pixel == 12).count();
        heads.push((rows[rule - 8..rule].concat(), blue));
        rig.tap("Escape", "");
        rig.ticks(3);
    }
    assert!(heads[0].1 > 0 && heads[1].1 > 0 && heads[2].1 == 0, "glyphs where there are names");
    assert!(heads[0].0 != heads[1].0, "other names");
}
