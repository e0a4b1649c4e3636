//! New runs, the run of the day, results, replaying the end of a run, and held keys across events.

use crate::rig::{Rig, start, walker};
use player::{CartStart, HostEvent, KeyPress, Library, Listed, PlayerStart, Request};
use rasher::{Records, SEEDS, ability};
use studio::{Cover, Label, Mode, SpeedIndicator};

const RIGHT: &str = "ArrowRight";
const DAY: u32 = 20_000_101;

fn taps(rig: &mut Rig, keys: &[&str]) {
    for key in keys {
        rig.tap(key, "");
        rig.ticks(4);
    }
}

/// Opens the page of runs, the third row from the end.
fn open_runs(rig: &mut Rig) {
    taps(rig, &["Enter", "ArrowUp", "ArrowUp", "ArrowUp", "KeyZ"]);
    assert_eq!(rig.player.mode(), Mode::Menu);
}

fn seed(rig: &Rig) -> u64 {
    rig.run().console().machine().seed()
}

/// Holds O until the run is over, and a second longer.
fn end(rig: &mut Rig) {
    rig.tap("KeyZ", "");
    rig.ticks(70);
    assert!(rig.player.is_over());
}

#[test]
fn a_typed_seed_begins_a_run_that_its_recording_repeats() {
    let mut rig = Rig::new((0, 0), 5);
    rig.ticks(30);
    open_runs(&mut rig);
    taps(&mut rig, &["ArrowDown", "ArrowDown", "KeyZ"]);
    for digit in ["4", "2", "0", "0", "1"] {
        rig.tap(&format!("Digit{digit}"), digit);
    }
    rig.tap("Backspace", "\u{8}");
    rig.tap("Digit7", "7");
    rig.ticks(1);
    taps(&mut rig, &["ArrowUp", "ArrowLeft", "ArrowDown", "KeyZ"]);
    // 00000005 with 4200 and 7 typed: the cursor is on the sixth digit, which is turned up, and the fifth
    // down.
    assert_eq!((seed(&rig), rig.player.mode()), (42_006_105, Mode::Game));
    rig.key(RIGHT, true);
    rig.ticks(20);
    assert!(rig.x() >= 19);
    rig.is_truthful();
    assert_eq!(rig.run().recording().start.seed, 42_006_105);
    rig.tap("KeyX", "");
    open_runs(&mut rig);
    taps(&mut rig, &["ArrowDown", "ArrowDown", "KeyZ", "KeyX", "KeyX"]);
    assert_eq!(rig.player.mode(), Mode::Menu, "X leads back from the digits");
}

#[test]
fn a_new_run_has_a_seed_that_can_be_typed_and_the_one_after_an_end_too() {
    let mut start = crate::rig::start((0, 0), 1);
    start.options.seed = None;
    let mut rig = Rig::of(start);
    rig.ticks(10);
    let first = seed(&rig);
    open_runs(&mut rig);
    taps(&mut rig, &["KeyZ"]);
    let second = seed(&rig);
    end(&mut rig);
    taps(&mut rig, &["ArrowUp"]);
    let third = seed(&rig);
    assert!(first != second && second != third, "{first} {second} {third}");
    assert!([first, second, third].iter().all(|seed| *seed < SEEDS));
    rig.is_truthful();
}

#[test]
fn the_run_of_the_day_is_the_dates_and_allows_no_way_back() {
    let mut rig = Rig::new((0, 0), 5);
    open_runs(&mut rig);
    taps(&mut rig, &["ArrowDown", "KeyZ"]);
    assert_eq!(seed(&rig), u64::from(DAY));
    rig.key(RIGHT, true);
    rig.ticks(30);
    let machine = rig.run().console().machine();
    assert!(machine.is_daily() && machine.allows(ability::FAST) && !machine.allows(ability::SLOTS));
    rig.key("Backspace", true);
    rig.ticks(10);
    rig.key("Backspace", false);
    assert!(rig.x() > 30, "it is played on");
    assert!(rig.said().iter().any(|line| line.contains("does not allow rewind")));
    rig.key(RIGHT, false);
    let walked = rig.x();
    end(&mut rig);
    let kept = rig.writes.iter().rev().filter_map(|write| match write {
        Request::WriteCartData(id, data) if Records::is_id(id) => Some((id.as_str(), Records::read(data))),
        _ => None,
    });
    let kept: Vec<_> = kept.take(2).map(|(id, table)| (id, table.day(), table.line())).collect();
    let line = format!("steps {walked}");
    assert_eq!(kept, [("walker.day", DAY, line.clone()), ("walker.best", 0, line)]);
    rig.is_truthful();
}

/// Plays and ends a run of a cartridge with this key; returns the results written, by id.
fn results_of(key: Option<&str>, before: i32, ships: bool) -> Vec<(String, String)> {
    let mut start = crate::rig::start((0, 0), 5);
    start.first = CartStart::new(player::Cart { key: key.map(str::to_string), ..walker((0, 0)) });
    let mut records = Records::default();
    records.raise("steps", before);
    start.saves.insert(Records::best_id("walker"), records.bytes());
    if ships {
        start.library = Library::of(vec![Listed { name: "walker".to_string(), ..Listed::default() }]);
    }
    let mut rig = Rig::of(start);
    rig.key(RIGHT, true);
    rig.ticks(30);
    rig.key(RIGHT, false);
    end(&mut rig);
    rig.is_truthful();
    let written = rig.writes.iter().filter_map(|write| match write {
        Request::WriteCartData(id, data) if Records::is_id(id) => {
            Some((id.clone(), Records::read(data).line()))
        }
        Request::MoveCartData { from, to } => Some((from.clone(), to.clone())),
        _ => None,
    });
    written.collect()
}

/// Two files can share a name, so results are stored by key; results stored by name belong to the key, unless a
/// shipped cart has that name.
#[test]
fn results_of_a_file_are_kept_by_its_key_and_those_of_its_name_are_taken_over() {
    let texts = |rows: &[(&str, &str)]| -> Vec<(String, String)> {
        rows.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
    };
    let steps = results_of(None, 0, false).pop().expect("a result").1;
    let key = "walker-00000001";
    let renamed = ("walker.best", "walker-00000001.best");
    assert_eq!(results_of(None, 2, false), texts(&[("walker.best", &steps)]));
    assert_eq!(results_of(Some(key), 2, false), texts(&[renamed, ("walker-00000001.best", &steps)]));
    // It is no longer a record.
    assert_eq!(results_of(Some(key), 9999, false), texts(&[renamed]));
    assert_eq!(results_of(Some(key), 9999, true), texts(&[("walker-00000001.best", &steps)]));
}

#[test]
fn the_shelf_asks_which_run_and_shows_what_the_day_came_to() {
    let listed = |name: &str| Listed {
        name: name.to_string(),
        title: name.to_string(),
        about: "walks".to_string(),
        face: Cover::Label(Label::plain(name)),
        ..Listed::default()
    };
    let mut start = crate::rig::start((0, 0), 1);
    start.library = Library::of(vec![listed("walker"), listed("runner")]);
    start.first = CartStart::new(player::Cart::shelf());
    let mut rig = Rig::of(start);
    rig.ticks(60);
    let bare = *rig.screen();
    taps(&mut rig, &["KeyX"]);
    assert_eq!(rig.player.mode(), Mode::Menu);
    assert!(
        !rig.requests.iter().any(|output| matches!(output, Request::LoadCart { .. })),
        "nothing is loaded yet"
    );
    // Back on the shelf.
    taps(&mut rig, &["Escape", "KeyX", "ArrowDown", "KeyZ"]);
    let asked = rig
        .requests
        .iter()
        .any(|output| matches!(output, Request::LoadCart { name, .. } if name == "walker"));
    assert!(asked && rig.player.mode() == Mode::Game);
    rig.tell(HostEvent::StartCart(Box::new(CartStart::new(walker((0, 0)))), None));
    rig.ticks(5);
    assert_eq!(seed(&rig), u64::from(DAY));
    rig.key(RIGHT, true);
    rig.ticks(9);
    rig.key(RIGHT, false);
    end(&mut rig);
    taps(&mut rig, &["Enter", "ArrowUp", "ArrowUp", "ArrowUp", "KeyZ"]);
    rig.ticks(60);
    assert!(rig.player.cart().is_shelf());
    assert_ne!(*rig.screen(), bare, "its best, and what the day came to");
    // The next run started there is not a run of the day.
    taps(&mut rig, &["KeyZ"]);
    rig.tell(HostEvent::StartCart(Box::new(CartStart::new(walker((0, 0)))), None));
    rig.ticks(5);
    assert_eq!(seed(&rig), 1);
    assert!(!rig.run().console().machine().is_daily());
}

#[test]
fn the_end_is_seen_again_at_half_speed_and_one_is_where_one_was() {
    let mut rig = Rig::new((0, 0), 5);
    rig.key(RIGHT, true);
    rig.ticks(1500);
    rig.key(RIGHT, false);
    end(&mut rig);
    let screen = *rig.screen();
    // The menu's second row, which is shown only at the end of a run; the cursor starts there.
    taps(&mut rig, &["Enter", "KeyZ"]);
    assert_eq!((rig.player.mode(), rig.player.mark()), (Mode::Replay, Some(SpeedIndicator::Replay)));
    let (stood, samples) = (rig.run().now(), rig.samples);
    rig.ticks(60);
    assert_ne!(*rig.screen(), screen, "an earlier moment");
    assert!(rig.samples > samples + 22_000 / 2, "it is audible");
    let frame = rig.picture.as_ref().map(|picture| picture.frame).expect("a picture");
    rig.ticks(60);
    let later = rig.picture.as_ref().map(|picture| picture.frame).expect("a picture");
    assert_eq!(later - frame, 30, "half speed");
    assert_eq!(rig.run().now(), stood, "the run is paused");
    // Ten seconds before the end and one after it, at half speed; some of them were shown.
    rig.ticks(2 * 30 * 60);
    assert_eq!(rig.player.mode(), Mode::Game);
    assert!(rig.run().now() > stood && rig.run().branches().len() == 1, "it is played on from where it was");
    rig.is_truthful();
    // Any button ends it, and so does Esc; neither reaches the cart.
    for key in ["KeyX", "Escape"] {
        taps(&mut rig, &["Enter", "KeyZ"]);
        rig.ticks(30);
        assert_eq!(rig.player.mode(), Mode::Replay, "{key}");
        taps(&mut rig, &[key]);
        assert_eq!(rig.player.mode(), Mode::Game, "{key}");
    }
    rig.ticks(2);
    rig.is_truthful();
}

#[test]
fn what_goes_on_in_an_end_that_is_seen_again() {
    let mut rig = Rig::new((0, 0), 5);
    rig.ticks(700);
    end(&mut rig);
    let watch = |rig: &mut Rig| {
        taps(rig, &["Enter", "KeyZ"]);
        rig.ticks(20);
        assert_eq!(rig.player.mode(), Mode::Replay);
    };
    watch(&mut rig);
    rig.tell(HostEvent::Focus(false));
    rig.ticks(10);
    assert_eq!(rig.player.mode(), Mode::Away);
    let ticks = rig.ticks;
    rig.ticks(10);
    assert!(rig.ticks < ticks + 30, "nothing is done meanwhile");
    rig.tell(HostEvent::Focus(true));
    rig.ticks(10);
    assert_eq!(rig.player.mode(), Mode::Replay);
    rig.press(KeyPress::bare(player::Key::F12, true));
    rig.ticks(5);
    assert_eq!(rig.player.mode(), Mode::Debugger);
    rig.key("Space", true);
    rig.ticks(5);
    assert_eq!(rig.player.mode(), Mode::Game);
    rig.key("Space", false);
    watch(&mut rig);
    rig.control("KeyR");
    rig.ticks(5);
    assert_eq!((rig.player.mode(), rig.player.is_over()), (Mode::Game, false), "a new run");
    // A run that is not over has no such row: the second row is the cart's own.
    taps(&mut rig, &["Enter", "ArrowDown", "KeyZ"]);
    assert_eq!(rig.x(), 10);
}

#[test]
fn results_are_not_wound_back() {
    let mut rig = Rig::new((0, 0), 5);
    rig.ticks(10);
    rig.key(RIGHT, true);
    rig.ticks(30);
    rig.key(RIGHT, false);
    end(&mut rig);
    let best = |rig: &Rig| rig.run().console().machine().best("steps");
    let reached = best(&rig);
    assert_eq!(reached, 30);
    rig.key("Backspace", true);
    rig.ticks(70);
    assert_eq!(best(&rig), 0, "the moment as it was");
    rig.key("Backspace", false);
    rig.ticks(3);
    assert_eq!((best(&rig), rig.player.is_over()), (reached, false), "played on with the results");
    rig.is_truthful();
}

#[test]
fn where_something_happens_a_held_key_walks_no_further() {
    let mut rig = Rig::new((0, 0), 5);
    rig.key(RIGHT, true);
    rig.ticks(10);
    rig.key("ArrowLeft", true);
    rig.ticks(20);
    assert_eq!(rig.x(), 11);
    rig.key(RIGHT, false);
    rig.ticks(1);
    rig.key(RIGHT, true);
    rig.ticks(10);
    assert_eq!(rig.x(), 21);
    rig.is_truthful();
}

#[test]
fn a_button_that_stays_held_by_itself_is_let_go() {
    let mut start = crate::rig::start((0, 0), 5);
    start.settings.toggle[1] = true;
    let mut rig = Rig::of(start);
    rig.ticks(1);
    // The indicator's frame ends two rows above the lower edge.
    let marked = |rig: &Rig| rig.screen()[125 * 128..126 * 128].iter().any(|color| *color != 1);
    assert!(!marked(&rig));
    rig.tap(RIGHT, "");
    rig.ticks(10);
    assert!(marked(&rig), "held keys are seen");
    rig.tap("ArrowLeft", "");
    rig.ticks(10);
    let x = rig.x();
    assert!((9..=12).contains(&x), "{x}");
    rig.tap(RIGHT, "");
    rig.ticks(5);
    assert_eq!(rig.x(), x + 5, "one press is enough");
    rig.tap(RIGHT, "");
    rig.ticks(2);
    assert!(!marked(&rig), "nothing is held any more");
    rig.is_truthful();
}

/// The hint's frame is in the second row of the screen, where the walker draws only its background.
fn hinted(rig: &Rig) -> bool {
    rig.screen()[2 * 128..3 * 128].iter().any(|color| *color != 1)
}

#[test]
fn keys_are_shown_for_four_seconds_and_an_end_shows_how_to_replay_it() {
    let mut rig = Rig::new((0, 0), 5);
    for (ticks, told) in [(10, true), (220, true), (20, false), (600, false)] {
        rig.ticks(ticks);
        assert_eq!(hinted(&rig), told, "{ticks} ticks later");
        // A new run clears the end's hint, and nothing else.
        rig.tap("ArrowUp", "");
    }
    rig.tap("KeyZ", "");
    rig.ticks(30);
    assert!(!hinted(&rig), "the end has its second");
    for (ticks, told) in [(60, true), (150, true), (90, false)] {
        rig.ticks(ticks);
        assert_eq!(hinted(&rig), told, "{ticks} ticks later");
    }
    // None of it belongs to the run.
    rig.is_truthful();
    for (key, why) in [("ArrowUp", "another run has begun"), ("KeyX", "it was seen")] {
        rig.tap("ArrowUp", "");
        rig.tap("KeyZ", "");
        rig.ticks(90);
        rig.tap("ArrowRight", "");
        rig.ticks(2);
        assert!(hinted(&rig), "{why}: not yet");
        rig.tap(key, "");
        rig.ticks(2);
        assert!(!hinted(&rig), "{why}");
    }
    rig.control("KeyR");
    rig.ticks(30);
    assert!(!hinted(&rig), "who begins again knows them");
}

#[test]
fn keys_are_named_by_their_letters_or_as_pad_buttons_where_a_pad_is_used() {
    let first = |presses: &dyn Fn(&mut Rig)| {
        let mut rig = Rig::new((0, 0), 5);
        presses(&mut rig);
        rig.ticks(1);
        rig.tell(HostEvent::StartCart(Box::new(CartStart::new(walker((0, 0)))), None));
        rig.ticks(10);
        assert!(hinted(&rig));
        rig.screen()[..14 * 128].to_vec()
    };
    let plain = first(&|_| {});
    // On a German keyboard the key called Z here types y.
    let german = first(&|rig| {
        rig.press(KeyPress {
            letter: Some('y'),
            ..KeyPress::bare(player::Key::named("KeyZ").expect("a key"), true)
        });
        rig.key("KeyZ", false);
    });
    // The window system may report it before any key is pressed.
    let told = |letter: char| {
        let letters = vec![(player::Key::named("KeyZ").expect("a key"), letter)];
        let mut rig = Rig::of(PlayerStart { letters, ..start((0, 0), 5) });
        rig.ticks(2);
        rig.tell(HostEvent::StartCart(Box::new(CartStart::new(walker((0, 0)))), None));
        rig.ticks(10);
        rig.screen()[..14 * 128].to_vec()
    };
    assert_eq!(told('y'), german);
    assert_ne!(told(';'), plain, "a symbol is reported too");
    assert_eq!(told('я'), plain, "characters missing from the console's font are not reported");
    let pad = first(&|rig| {
        for command in [
            player::PadCommand::Connected(1, "pad".to_string()),
            player::PadCommand::Button(1, player::PadButton::SOUTH, true),
        ] {
            rig.tell(HostEvent::Pad(command));
        }
    });
    assert!(plain != german && plain != pad && german != pad);
    assert_eq!(first(&|rig| rig.tap("KeyZ", "z")), plain);
}

#[test]
fn the_letter_o_is_an_o_button() {
    let mut rig = Rig::new((0, 0), 5);
    rig.tap("KeyO", "o");
    rig.ticks(2);
    assert!(rig.player.is_over());
}

#[test]
fn a_cart_asks_for_its_end_by_a_button_of_its_own() {
    let mut rig = Rig::new((0, 0), 5);
    rig.key(RIGHT, true);
    rig.ticks(300);
    rig.key(RIGHT, false);
    taps(&mut rig, &["ArrowDown"]);
    assert_eq!(rig.player.mode(), Mode::Game);
    assert_eq!(rig.said(), ["no finished run to replay"]);
    end(&mut rig);
    let stood = rig.x();
    taps(&mut rig, &["ArrowDown"]);
    rig.ticks(60);
    assert_eq!(rig.player.mode(), Mode::Replay);
    rig.ticks(2 * 600);
    assert_eq!((rig.player.mode(), rig.x()), (Mode::Game, stood));
    rig.is_truthful();
}

#[test]
fn a_link_to_the_run_is_copied() {
    let mut rig = Rig::new((0, 0), 5);
    rig.ticks(30);
    open_runs(&mut rig);
    taps(&mut rig, &["ArrowDown", "ArrowDown", "ArrowDown", "KeyZ"]);
    let copied = rig.requests.iter().find_map(|request| match request {
        Request::Copy(text) => text.strip_prefix("#run="),
        _ => None,
    });
    let recording = timeline::read_link(copied.expect("a link")).expect("a run");
    assert_eq!(recording, rig.run().recording_so_far());
    let said = rig.said();
    assert!(said.last().is_some_and(|text| text.starts_with("copied a link to this run")), "{said:?}");
}
