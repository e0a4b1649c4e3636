//! Opening the editors and returning, driven like a front end. Scenarios have the numbers of the editors' page.

use crate::rig::{Rig, rom, start, walker};
use player::{CartStart, FramePixels, HostEvent, Key, KeyPress, PadButton, PadCommand, Request};
use rasher::Rom;
use std::path::PathBuf;
use studio::Mode;

/// A walker whose data come from a folder.
fn folder_start() -> player::PlayerStart {
    let mut start = start((0, 0), 5);
    start.first = CartStart::new(player::Cart {
        origin: player::Origin::Folder(PathBuf::from("/a/folder")),
        ..walker((0, 0))
    });
    start
}

/// The same with its editors open in a window of 512 by 384: a canvas of 256 by 192.
pub fn editing() -> Rig {
    let mut rig = Rig::of(folder_start());
    rig.tell(HostEvent::Resized((512, 384), None));
    rig.ticks(30);
    rig.tap("F2", "");
    rig.ticks(1);
    assert_eq!(rig.player.mode(), Mode::Editor);
    rig
}

/// The middle of the first pixel of sprite 1: the sprite is at 0, 13, and its pixels are 16 wide.
pub fn paint(rig: &mut Rig) {
    rig.tell(HostEvent::Pointer(8, 21));
    rig.tell(HostEvent::Click(1, true));
    rig.tell(HostEvent::Click(1, false));
    rig.ticks(1);
}

/// Ctrl and a letter, as a front end sends it.
pub fn control(rig: &mut Rig, letter: char) {
    let name = match letter {
        'z' => "KeyZ",
        'n' => "KeyN",
        _ => "KeyS",
    };
    let key = Key::named(name).expect("a key");
    rig.press(KeyPress { letter: Some(letter), control: true, ..KeyPress::bare(key, true) });
}

fn pixel(rig: &Rig) -> u8 {
    rig.player.run().expect("a run").console().machine().sget(8, 0)
}

#[test]
fn scenario_1_f2_paint_esc_and_the_game_goes_on_where_it_stood_with_the_pixels() {
    let mut rig = editing();
    let frames = rig.frames();
    let canvas = |rig: &Rig| match &rig.picture.as_ref().expect("a picture").pixels {
        FramePixels::Canvas(canvas) => (canvas.width, canvas.height),
        FramePixels::Screen(_) => (0, 0),
    };
    assert_eq!(canvas(&rig), (256, 192));
    paint(&mut rig);
    rig.ticks(30);
    assert_eq!((rig.frames(), pixel(&rig)), (frames, 0), "the run is paused");
    rig.tap("Escape", "");
    rig.ticks(1);
    assert_eq!((rig.player.mode(), canvas(&rig)), (Mode::Game, (0, 0)));
    rig.ticks(2);
    assert_eq!(pixel(&rig), 7);
    assert!(rig.frames() <= frames + 3, "from the frame it was at");
    // The undo history survives play.
    rig.tap("F2", "");
    control(&mut rig, 'z');
    rig.tap("F2", "");
    rig.ticks(3);
    assert_eq!((rig.player.mode(), pixel(&rig)), (Mode::Game, 0));
}

/// Sound 0 of the walker's cart is empty: only the editor's playback is heard, and the run is unaffected.
#[test]
fn a_key_of_the_sound_editor_sounds_while_the_run_is_paused() {
    let mut rig = editing();
    let frames = rig.frames();
    let right = Key::named("ArrowRight").expect("a key");
    (0..2).for_each(|_| rig.press(KeyPress { alt: true, ..KeyPress::bare(right, true) }));
    rig.ticks(5);
    (rig.samples, rig.loudest) = (0, 0);
    rig.key("KeyZ", true);
    rig.ticks(60);
    assert!((21_000..24_000).contains(&rig.samples), "{} samples in a second", rig.samples);
    assert!(rig.loudest > 4000, "{}", rig.loudest);
    rig.key("KeyZ", false);
    rig.tap("F2", "");
    rig.ticks(1);
    assert!(rig.player.mode() == Mode::Game && rig.frames() <= frames + 1, "from the frame it was at");
    let data = rig.player.cart().rom.data[0x3200..0x3202].to_vec();
    assert_eq!(data, [24, 5 << 1], "C-2, a triangle, volume 5");
}

#[test]
fn the_pause_menu_leads_there_and_the_windows_keys_sleep() {
    let mut rig = Rig::new((0, 0), 5);
    rig.ticks(10);
    // The row after the cart's own, saves, settings and controls.
    for key in ["Escape", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "KeyZ"] {
        rig.tap(key, "");
        rig.ticks(4);
    }
    assert_eq!(rig.player.mode(), Mode::Editor);
    let settings = rig.player.settings().clone();
    for key in ["KeyD", "KeyP", "KeyT"] {
        rig.control(key);
        rig.ticks(1);
    }
    assert_eq!((rig.player.mode(), rig.player.settings()), (Mode::Editor, &settings));
}

#[test]
fn saving_goes_to_where_the_data_come_from_and_what_is_unsaved_is_said_once() {
    let mut rig = editing();
    paint(&mut rig);
    rig.control("KeyQ");
    rig.ticks(1);
    assert!(rig.said().iter().any(|line| line.starts_with("unsaved changes")));
    assert!(!rig.requests.iter().any(|output| matches!(output, Request::Quit)));
    control(&mut rig, 's');
    rig.ticks(2);
    let saved = rig.writes.iter().find_map(|write| match write {
        Request::WriteData(edited) => {
            Some((edited.folder.clone(), edited.name.clone(), edited.data[4], edited.base[4]))
        }
        _ => None,
    });
    assert_eq!(saved, Some((Some(PathBuf::from("/a/folder")), "walker".to_string(), 7, 0)));
    assert!(!rig.player.editors().expect("editors").document().is_changed());
    rig.control("KeyQ");
    rig.ticks(1);
    assert!(rig.requests.iter().any(|output| matches!(output, Request::Quit)), "nothing is left to be said");
}

#[test]
fn scenario_25_a_file_that_changes_outside_is_merged_or_asked_about() {
    let mut rig = editing();
    paint(&mut rig);
    let mut theirs = Rom::clone(&rom());
    theirs.data[0x3200] = 9;
    rig.tell(HostEvent::Data(Box::new(theirs.clone())));
    rig.ticks(1);
    let data = |rig: &Rig| (rig.player.cart().rom.data[4], rig.player.cart().rom.data[0x3200]);
    assert_eq!(data(&rig), (7, 9), "both");
    theirs.data[4] = 3;
    rig.tell(HostEvent::Data(Box::new(theirs)));
    control(&mut rig, 's');
    rig.ticks(1);
    assert_eq!(data(&rig), (7, 9));
    assert!(
        rig.writes.iter().all(|write| !matches!(write, Request::WriteData(_))),
        "nothing is written before it is decided"
    );
    rig.tap("ArrowDown", "");
    rig.tap("Enter", "");
    rig.ticks(1);
    assert_eq!(data(&rig), (3, 9), "theirs");
}

/// Scenario 12: editing a moment of the past starts a new branch, and no file changes.
#[test]
fn scenario_12_the_paused_game_is_edited_as_an_edit_of_the_past() {
    let mut rig = editing();
    rig.tap("Escape", "");
    rig.ticks(120);
    let head = rig.frames();
    rig.key("Backspace", true);
    rig.ticks(40);
    rig.tap("F2", "");
    rig.key("Backspace", false);
    rig.ticks(1);
    assert_eq!(rig.player.mode(), Mode::Editor);
    let past = rig.run().now();
    assert!(past < head, "{past} of {head}");
    control(&mut rig, 'n');
    rig.key("ControlLeft", false);
    paint(&mut rig);
    assert_eq!(
        (pixel(&rig), rig.player.cart().rom.data[4]),
        (7, 0),
        "only in the game's memory, and at once"
    );
    rig.tap("Escape", "");
    rig.ticks(30);
    assert_eq!((rig.player.mode(), pixel(&rig)), (Mode::Game, 7));
    assert!(rig.run().now() > past && rig.run().now() < head);
    assert!(!rig.player.editors().expect("editors").document().is_changed());
    assert!(rig.writes.iter().all(|write| !matches!(write, Request::WriteData(_))));
    rig.is_truthful();
}

/// Ctrl+7 uses the picture as the cart's label.
#[test]
fn the_label_is_what_is_seen_in_play() {
    let mut rig = Rig::new((0, 0), 5);
    rig.ticks(30);
    let mut seen = [0; rasher::PIXELS];
    rig.run().console().machine().picture(&mut seen);
    rig.control("Digit7");
    rig.ticks(1);
    let label = rig.writes.iter().find_map(|write| match write {
        Request::WriteLabel(_, picture) => Some(**picture),
        _ => None,
    });
    assert!(label == Some(seen));
}

fn kept(rig: &Rig) -> Vec<u8> {
    let entries = |write: &Request| match write {
        Request::WriteHistory(_, entries) => Some(entries.clone()),
        _ => None,
    };
    rig.writes.iter().filter_map(entries).flatten().collect()
}

/// Scenario 24: changes are stored half a second later, and are there at the next start. Discarding is a change, too.
#[test]
fn scenario_24_what_is_unsaved_is_kept_against_a_crash() {
    let mut rig = editing();
    rig.remember(&[]);
    rig.ticks(1);
    rig.ticks(70);
    assert_eq!(kept(&rig), b"", "nothing is edited");
    paint(&mut rig);
    rig.ticks(31);
    let log = kept(&rig);
    assert!(editors::kept_in(&log).1.is_some());
    // The console ends there; another one starts with the files unchanged.
    let mut next = editing();
    next.remember(&log);
    next.ticks(1);
    next.ticks(70);
    assert_eq!(next.player.cart().rom.data[4], 7, "the game has it, too");
    assert_eq!(kept(&next), b"", "it is there already");
    control(&mut next, 's');
    next.ticks(2);
    let Some(Request::WriteData(edited)) =
        next.writes.iter().rev().find(|it| matches!(it, Request::WriteData(_)))
    else {
        panic!("it is saved")
    };
    assert_eq!(edited.data[4], 7);
    next.ticks(70);
    let log = [log, kept(&next)].concat();
    assert_eq!(editors::kept_in(&log).1, None, "nothing is unsaved");
}

/// Ctrl+S saves while the cart plays, with a notice; the editors may be closed.
#[test]
fn ctrl_s_saves_in_play() {
    let mut rig = editing();
    rig.remember(&[]);
    rig.ticks(1);
    rig.tap("F2", "");
    rig.ticks(2);
    let saves = |rig: &Rig| rig.writes.iter().filter(|it| matches!(it, Request::WriteData(_))).count();
    control(&mut rig, 's');
    rig.ticks(2);
    assert_eq!((rig.player.mode(), saves(&rig)), (Mode::Game, 0), "there is nothing to save");
    rig.tap("F2", "");
    paint(&mut rig);
    rig.tap("F2", "");
    rig.ticks(2);
    control(&mut rig, 's');
    rig.ticks(2);
    assert_eq!((rig.player.mode(), saves(&rig)), (Mode::Game, 1));
    rig.ticks(2);
    assert!(!rig.player.editors().expect("they exist").is_changed());
    assert_eq!(editors::kept_in(&kept(&rig)).1, None);
}

/// Half a second has not passed: leaving the editors stores unsaved work, and so does quitting.
#[test]
fn what_is_unsaved_is_kept_at_once_on_leaving() {
    for quits in [false, true] {
        let mut rig = editing();
        rig.remember(&[]);
        rig.ticks(1);
        paint(&mut rig);
        match quits {
            true => (0..2).for_each(|_| rig.control("KeyQ")),
            false => rig.tap("F2", ""),
        }
        rig.ticks(1);
        assert!(editors::kept_in(&kept(&rig)).1.is_some(), "{quits}");
    }
}

/// A slow disk: the work of last time comes after the editors are closed, and Ctrl+S saves it.
#[test]
fn work_of_last_time_may_come_late() {
    let mut rig = editing();
    rig.remember(&[]);
    paint(&mut rig);
    rig.ticks(40);
    let log = kept(&rig);
    let mut next = Rig::of(folder_start());
    next.ticks(30);
    next.tap("F2", "");
    next.ticks(1);
    next.tap("F2", "");
    next.remember(&log);
    next.ticks(2);
    assert!(
        next.player.editors().is_some_and(editors::Editors::is_changed),
        "it comes after the editors are closed"
    );
    control(&mut next, 's');
    next.ticks(2);
    assert!(next.writes.iter().any(|write| matches!(write, Request::WriteData(_))));
}

/// Data that come with the program are saved as the user's own copy, which is used from then on.
#[test]
fn data_of_the_program_are_saved_as_an_own_copy() {
    let mut rig = Rig::new((0, 0), 5);
    rig.tell(HostEvent::Resized((512, 384), None));
    rig.ticks(10);
    rig.tap("F2", "");
    let folders = |rig: &Rig| {
        let folder = |write: &Request| match write {
            Request::WriteData(edited) => Some(edited.folder.clone()),
            _ => None,
        };
        rig.writes.iter().filter_map(folder).collect::<Vec<_>>()
    };
    paint(&mut rig);
    control(&mut rig, 's');
    rig.ticks(2);
    assert_eq!(folders(&rig), [None]);
    let own = PathBuf::from("/home/edited/walker");
    rig.tell(HostEvent::DataFolder(own.clone()));
    control(&mut rig, 'z');
    control(&mut rig, 's');
    rig.ticks(2);
    assert_eq!(folders(&rig), [None, Some(own)]);
}

/// Esc as in PICO-8, if set; Enter opens the pause menu.
#[test]
fn esc_leads_to_the_editors_if_it_is_set() {
    for (set, mode) in [(false, Mode::Menu), (true, Mode::Editor)] {
        let mut start = start((0, 0), 5);
        start.settings.escape_edits = set;
        let mut rig = Rig::of(start);
        rig.ticks(10);
        rig.tap("Escape", "");
        rig.ticks(1);
        assert_eq!(rig.player.mode(), mode);
        rig.tap("Escape", "");
        rig.ticks(2);
        assert_eq!(rig.player.mode(), Mode::Game);
        rig.tap("Enter", "");
        rig.ticks(2);
        assert_eq!(rig.player.mode(), Mode::Menu);
    }
}

/// A gamepad alone opens the editors, draws, opens the list of commands, switches editors and returns.
#[test]
fn a_gamepad_gets_to_the_editors_draws_and_comes_back() {
    let mut rig = Rig::new((0, 0), 5);
    rig.tell(HostEvent::Resized((512, 384), None));
    rig.tell(HostEvent::Pad(PadCommand::Connected(3, "a pad".to_string())));
    rig.ticks(10);
    let press = |rig: &mut Rig, button: PadButton, ticks: u32| {
        rig.tell(HostEvent::Pad(PadCommand::Button(3, button, true)));
        rig.ticks(ticks);
        rig.tell(HostEvent::Pad(PadCommand::Button(3, button, false)));
        rig.ticks(4);
    };
    press(&mut rig, PadButton::START, 2);
    for _ in 0..5 {
        press(&mut rig, PadButton::D_PAD_DOWN, 2);
    }
    press(&mut rig, PadButton::SOUTH, 2);
    assert_eq!(rig.player.mode(), Mode::Editor);
    // A held direction continues, and accelerates: from the left edge over the canvas.
    press(&mut rig, PadButton::D_PAD_DOWN, 40);
    press(&mut rig, PadButton::D_PAD_RIGHT, 30);
    press(&mut rig, PadButton::SOUTH, 2);
    let changed = |rig: &Rig| rig.player.editors().expect("editors").document().is_changed();
    assert!(changed(&rig), "{}", rig.player.editors().expect("editors").status());
    press(&mut rig, PadButton::SELECT, 2);
    assert!(rig.player.editors().expect("editors").lists_commands());
    press(&mut rig, PadButton::EAST, 2);
    assert!(!rig.player.editors().expect("editors").lists_commands());
    press(&mut rig, PadButton::RIGHT_TRIGGER, 2);
    assert_eq!(rig.player.editors().expect("editors").kind(), editors::EditorKind::Map);
    press(&mut rig, PadButton::START, 2);
    assert_eq!(rig.player.mode(), Mode::Game);
}

/// A mouse alone opens the editors, draws, saves and returns; a cart that asks for the mouse gets its right button.
#[test]
fn a_mouse_alone_gets_to_the_editors_saves_and_comes_back() {
    let mut rig = Rig::of(folder_start());
    rig.tell(HostEvent::Resized((512, 384), None));
    rig.ticks(10);
    let click = |rig: &mut Rig, button: u8, (x, y): (i16, i16)| {
        rig.tell(HostEvent::Pointer(x, y));
        rig.tell(HostEvent::Click(button, true));
        rig.tell(HostEvent::Click(button, false));
        rig.ticks(3);
    };
    click(&mut rig, 2, (64, 64));
    assert_eq!(rig.player.mode(), Mode::Menu);
    click(&mut rig, 2, (64, 64));
    assert_eq!(rig.player.mode(), Mode::Game, "the right button leads back too");
    click(&mut rig, 2, (64, 64));
    // Rows of 8 in a window centred on the picture: the sixth of nine.
    let rows = 9;
    let top = (128 - (13 + 8 * rows + 5)) / 2 + 13;
    click(&mut rig, 1, (40, top + 5 * 8 + 4));
    assert_eq!(rig.player.mode(), Mode::Editor);
    paint(&mut rig);
    // The buttons of the bar end at the right edge: save is the third of five.
    rig.writes.clear();
    click(&mut rig, 1, (256 - 26, 4));
    assert!(rig.writes.iter().any(|write| matches!(write, Request::WriteData(_))), "{:?}", rig.writes);
    click(&mut rig, 1, (256 - 6, 4));
    rig.ticks(3);
    assert_eq!((rig.player.mode(), pixel(&rig)), (Mode::Game, 7));
}

/// A cart that asks for the mouse and counts the frames with a button down.
#[derive(Clone, Default, serde::Serialize, serde::Deserialize)]
struct Painter {
    clicks: u32,
}

impl rasher::Cart for Painter {
    fn _init(&mut self, p8: &mut rasher::Machine) {
        p8.poke(0x5f2d, 1);
    }
    fn _update60(&mut self, p8: &mut rasher::Machine) {
        self.clicks += u32::from(p8.stat(34).num().flr() != 0);
    }
    fn _draw(&self, p8: &mut rasher::Machine) {
        p8.cls(2);
    }
}

/// Our decision: when the mouse rests for half a second at the upper edge with no button down, a tab appears. A click
/// on it opens the menu and does not reach the cart. It disappears when the mouse leaves, or after three seconds
/// without movement.
#[test]
fn a_cart_that_asks_for_the_mouse_is_left_by_the_mouse_too() {
    let program = Some(rasher::program(Painter::default()));
    let mut rig = Rig::of({
        let mut start = start((0, 0), 5);
        start.first = CartStart::new(player::Cart { program, ..walker((0, 0)) });
        start
    });
    rig.ticks(600);
    let tab = |rig: &Rig| rig.screen()[5 * 128 + 51..][..26].iter().any(|color| *color != 2);
    let point = |rig: &mut Rig, x: i16, y: i16, ticks: u32| {
        rig.tell(HostEvent::Pointer(x, y));
        rig.ticks(ticks);
    };
    let clicks = |rig: &Rig| rig.run().console().program().inspect()["clicks"].as_i64();
    let before = clicks(&rig);
    // Its position, for how many ticks, and whether the tab is then shown.
    for (x, y, ticks, want) in [
        (20, 1, 25, false),
        (21, 2, 60, false),
        (20, 1, 29, false),
        (60, -3, 4, true),
        (60, 8, 60, true),
        (60, 8, 200, false),
        (60, 0, 2, true),
        (90, 8, 2, false),
        (60, 8, 60, false),
        (60, 0, 40, true),
    ] {
        point(&mut rig, x, y, ticks);
        assert_eq!(tab(&rig), want, "{x},{y} for {ticks}");
    }
    rig.tell(HostEvent::Pointer(64, 5));
    rig.tell(HostEvent::Click(1, true));
    rig.tell(HostEvent::Click(1, false));
    rig.ticks(2);
    assert_eq!((rig.player.mode(), clicks(&rig)), (Mode::Menu, before), "none of the cart's");
    rig.tap("Escape", "");
    rig.ticks(2);
    // A stroke along the edge continues; the right button belongs to the cart.
    point(&mut rig, 60, 0, 1);
    rig.tell(HostEvent::Click(1, true));
    point(&mut rig, 61, 0, 60);
    assert!(!tab(&rig) && rig.player.mode() == Mode::Game && clicks(&rig) > before);
    rig.tell(HostEvent::Click(1, false));
    rig.tell(HostEvent::Click(2, true));
    rig.ticks(2);
    assert_eq!(rig.player.mode(), Mode::Game);
}

/// A changed key is stored in the settings, and the next editors use it.
#[test]
fn a_changed_key_is_kept_with_the_settings() {
    let mut rig = editing();
    rig.tap("F1", "");
    for letter in ["u", "n", "d", "o"] {
        rig.press(KeyPress {
            text: letter.to_string(),
            ..KeyPress::bare(Key::named("KeyJ").expect("a key"), true)
        });
    }
    let k = Key::named("KeyK").expect("a key");
    rig.press(KeyPress { letter: Some('k'), control: true, ..KeyPress::bare(k, true) });
    // Keys of the console are refused with a message.
    rig.tap("F12", "");
    rig.ticks(1);
    assert_eq!(rig.player.mode(), Mode::Editor);
    rig.tap("F8", "");
    rig.ticks(1);
    let keys = &rig.player.settings().editor_keys;
    assert_eq!(keys.get("all: undo").map(String::as_str), Some("F8"));
    assert!(rig.requests.iter().any(|output| matches!(output, Request::WriteSettings(_))));
}

/// When a Rust cart stops, E opens the line in the user's own editor, and the console continues.
#[test]
fn the_error_screen_of_a_cart_in_rust_opens_the_persons_own_editor() {
    for opens in [false, true] {
        let mut start = start((0, 0), 5);
        start.options.opens_code = opens;
        start.settings.code_editor = "code -g {file}:{line}".to_string();
        let mut rig = Rig::of(start);
        rig.ticks(5);
        rig.key("ArrowDown", true);
        rig.key("KeyX", true);
        rig.ticks(10);
        assert_eq!(rig.player.mode(), Mode::Error);
        let e = Key::named("KeyE").expect("a key");
        rig.press(KeyPress { letter: Some('e'), ..KeyPress::bare(e, true) });
        rig.ticks(1);
        let opened = rig.requests.iter().find_map(|output| match output {
            Request::OpenEditor { editor, file, line } => Some((editor.clone(), file.clone(), *line)),
            _ => None,
        });
        let Some((editor, file, line)) = opened else {
            assert!(!opens, "nothing was opened");
            continue;
        };
        assert!(opens && file.ends_with("rig.rs") && line > 0, "{file}:{line}");
        assert_eq!(editor, "code -g {file}:{line}");
        assert_eq!(rig.player.mode(), Mode::Error);
    }
}

#[test]
fn recordings_and_tunes_dropped_on_the_editors_are_imported() {
    for path in ["/music/horn.wav", "tune.MID", "tune.kar"] {
        let mut rig = editing();
        rig.tell(HostEvent::DroppedFile(path.to_string(), Vec::new()));
        rig.ticks(2);
        let asked =
            rig.requests.iter().any(|it| matches!(it, Request::Import(from, _) if from.as_os_str() == path));
        assert!(asked, "{path}");
    }
}

/// Our decision: unsaved changes are written before any program reads a file from elsewhere, and a failing reader
/// changes nothing.
#[test]
fn what_is_unsaved_is_kept_before_a_file_is_imported() {
    let mut rig = editing();
    rig.remember(&[]);
    rig.ticks(1);
    paint(&mut rig);
    rig.tap("F10", "");
    rig.tap("", "import a.tmx");
    rig.ticks(2);
    assert!(kept(&rig).is_empty(), "half a second has not passed");
    rig.tap("Enter", "\r");
    rig.ticks(2);
    assert!(editors::kept_in(&kept(&rig)).1.is_some());
    assert!(rig.requests.iter().any(|output| matches!(output, Request::Import(..))));
    rig.fail("a.tmx: the import process failed");
    rig.ticks(2);
    assert_eq!((rig.player.mode(), rig.player.cart().rom.data[4]), (Mode::Editor, 7));
}
