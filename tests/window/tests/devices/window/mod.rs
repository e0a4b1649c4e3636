//! The real window, on a virtual display: keys are sent to it, and its picture is compared pixel by pixel with that
//! of a console without a window that got the same buttons.
//!
//! ```text
//! Xvfb <── window <── xdotool: keys, clicks, sizes
//!   └── import ──> picture ══ compared ══ Console::frame, scaled by the rule written in screen.rs
//! ```
//!
//! Our decisions: the window shows what the console drew, and survives any cart. Fullscreen itself needs a window
//! manager, which Xvfb lacks: only the setting is checked.

mod create;
mod edited;
mod imported;
mod killed;
mod lua;
mod shelf;
mod time;
#[path = "../../../../../console/desktop/examples/trouble.rs"]
#[allow(dead_code, reason = "its main is the example's own")]
mod trouble;
mod trust;
mod walk;

use rasher::palette::RGB;
use rasher::{Boot, Console, Event, Input, PIXELS, Rom, button, program};
use screen::{Folder, Screen, picture};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use timeline::Recording;
use trouble::Trouble;
use window_tests as screen;

const WINDOW: (usize, usize) = (512, 512);

fn rasher() -> PathBuf {
    screen::built("rasher")
}

/// The misbehaving cart.
fn trouble() -> PathBuf {
    screen::built("examples/trouble")
}

/// The misbehaving cart without a window.
fn headless() -> Console {
    let boot = Boot { rom: Arc::new(Rom::empty("trouble")), seed: 7, ..Boot::default() };
    Console::boot(program(Trouble::default()), boot)
}

/// The same, after its first frame, which the window already shows.
fn begun(window: &mut screen::Player<'_>, what: &str) -> Console {
    let mut console = headless();
    console.frame(&Input::default());
    window.shows(&picture(&console), WINDOW, what);
    console
}

/// Whether the red title of the error screen is there.
fn failed(shot: &screen::Shot) -> bool {
    (0..512).any(|y| shot.at(4 * 3 + 1, y) == 0xff004d)
}

/// Whether the window shows the picture in these colours, down to the area of notices.
fn upper(shot: &screen::Shot, picture: &[u8; PIXELS], palette: &studio::Palette) -> bool {
    (0..90 * 128).all(|i| {
        let [r, g, b] = palette[usize::from(picture[i])];
        shot.at(4 * (i % 128) + 1, 4 * (i / 128) + 1) == u32::from_be_bytes([0, r, g, b])
    })
}

/// Presses each for one frame, followed by one frame without.
fn press(console: &mut Console, buttons: &[u8]) {
    for bits in buttons {
        console.frame(&Input::buttons(*bits));
        console.frame(&Input::default());
    }
}

/// A run of three steps. Returns the expected current picture, and the first one.
fn walked(window: &mut screen::Player<'_>) -> (Console, Box<[u8; PIXELS]>) {
    let mut console = begun(window, "before anything was pressed");
    let first = picture(&console);
    window.keys(&["Right", "Right", "Down"]);
    press(&mut console, &[button::RIGHT, button::RIGHT, button::DOWN]);
    window.shows(&picture(&console), WINDOW, "after the arrows");
    (console, first)
}

/// Keys reach the console, and the window shows its picture, with this renderer.
fn plays(renderer: &str) {
    let (screen, home) = (Screen::start(), Folder::new(renderer));
    let record = home.0.join("run");
    let record = record.to_str().expect("a plain path");
    let args = ["--seed", "7", "--renderer", renderer, "--record", record];
    let mut window = screen.play(&trouble(), &home.0, &args);
    let mut console = begun(&mut window, "the first picture");

    window.keys(&["Right", "Right", "Down", "Left", "Up", "Down"]);
    let (l, r, u, d) = (button::LEFT, button::RIGHT, button::UP, button::DOWN);
    press(&mut console, &[r, r, d, l, u, d]);
    window.shows(&picture(&console), WINDOW, "after the arrows");

    // A letter is typed text; a click is a dot at the machine's pixel, 4 x 4 of the window's.
    window.keys(&["g"]);
    window.click(4 * 100 + 1, 4 * 20 + 3);
    let typed = Input { events: vec![Event::Char(b'g')], ..Input::default() };
    console.frame(&typed);
    let mut clicked = Input::default();
    (clicked.mouse.x, clicked.mouse.y, clicked.mouse.buttons) = (100, 20, 1);
    console.frame(&clicked);
    let expected = picture(&console);
    window.shows(&expected, WINDOW, "after a letter and a click");

    // The pause menu covers the picture and uncovers it again. The key is also a typed letter, and this cart
    // counts it.
    window.keys(&["Return"]);
    console.frame(&Input { events: vec![Event::Char(b'\r')], ..Input::default() });
    let expected = picture(&console);
    window.waits_for("the pause menu", |shot| shot.at(256, 256) == 0 || shot.at(256, 200) == 0);
    window.keys(&["ctrl+6", "Return"]);
    let shot = home.0.join("screenshots/trouble_0.png");
    let png = screen::written(&shot);
    let png = format::read_png(&png, "trouble_0.png").expect("in the console's colours");
    assert_eq!((png.width, png.height), (512, 512), "four times enlarged");
    for (i, index) in png.indices.iter().enumerate() {
        let (x, y) = (i % 512 / 4, i / 512 / 4);
        assert_eq!(*index, expected[y * 128 + x], "screenshot at ({x}, {y}): the game without the menu");
    }
    window.shows(&expected, WINDOW, "the menu gives the picture back");

    // The cart's own item, chosen with O: the press must not reach the cart, which would hang.
    window.keys(&["Return"]);
    window.waits_for("the pause menu", |shot| shot.at(256, 256) == 0 || shot.at(256, 200) == 0);
    window.keys(&["Down", "z"]);
    console.frame(&Input { events: vec![Event::Char(b'\r')], ..Input::default() });
    console.frame(&Input { events: vec![Event::Menu { index: 1, buttons: 0x70 }], ..Input::default() });
    let expected = picture(&console);
    window.shows(&expected, WINDOW, "after the cart's own menu item");
    window.quits();

    // The recording gives the same picture again, frame for frame, without a window.
    let bytes = std::fs::read(record).expect("--record writes a recording");
    let recording = Recording::from_bytes(&bytes).expect("of this version");
    let rom = Arc::new(Rom::empty("trouble"));
    let mut again = Console::boot(program(Trouble::default()), recording.start.boot(rom));
    recording.inputs().for_each(|input| drop(again.frame(&input)));
    assert!(again.machine().frame() > 30, "half a second at least");
    assert_eq!(
        first_difference(&picture(&again), &expected),
        None,
        "the recording shows what the window showed"
    );
    assert_eq!(recording.checks().last().map(|c| c.digest), Some(again.digest()), "and holds its digest");
}

fn first_difference(a: &[u8; PIXELS], b: &[u8; PIXELS]) -> Option<(usize, usize)> {
    a.iter().zip(b).position(|(a, b)| a != b).map(|i| (i % 128, i / 128))
}

#[test]
fn the_window_shows_what_the_console_draws() {
    plays("gpu");
}

#[test]
fn without_a_gpu_the_processor_draws_the_same() {
    plays("soft");
}

#[test]
fn any_size_is_filled_by_a_whole_scale_and_sizes_are_remembered() {
    let (screen, home) = (Screen::start(), Folder::new("sizes"));
    for renderer in ["gpu", "soft"] {
        let mut window = screen.play(&trouble(), &home.0, &["--seed", "7", "--renderer", renderer]);
        let mut console = headless();
        console.frame(&Input::default());
        let expected = picture(&console);
        for size in [(700, 520), (300, 640), (129, 200), (1000, 700)] {
            window.window("windowsize", &[&size.0.to_string(), &size.1.to_string()]);
            window.shows(&expected, size, &format!("{renderer} at {size:?}"));
        }
        // Almost nothing, taken off the screen, and back.
        window.window("windowsize", &["1", "1"]);
        std::thread::sleep(std::time::Duration::from_millis(300));
        window.window("windowunmap", &[]);
        std::thread::sleep(std::time::Duration::from_millis(300));
        window.window("windowmap", &[]);
        window.window("windowsize", &["640", "384"]);
        // Off the screen it lost the keyboard: it says that it is paused, in a box over the lower part.
        window.waits_for("the pause", |shot| {
            shot.at(256, 100) == 0x1d2b53 && shot.compare(&expected, 640, 384).is_err()
        });
        window.window("windowfocus", &[]);
        window.shows(&expected, (640, 384), &format!("{renderer} back from nothing"));
        window.keys(&["F11"]);
        window.quits();
        let settings = std::fs::read_to_string(home.0.join("settings.json")).expect("kept");
        let settings: studio::Settings = serde_json::from_str(&settings).expect("as it was written");
        assert!(settings.fullscreen, "F11 is remembered");
        assert_eq!(settings.window, [640, 384], "{renderer}: the window's size is remembered");
        std::fs::remove_file(home.0.join("settings.json")).expect("the next begins anew");
    }
}

#[test]
fn a_cart_that_hangs_leaves_the_window_alive() {
    let (screen, home) = (Screen::start(), Folder::new("hangs"));
    let record = home.0.join("run");
    let record = record.to_str().expect("a plain path");
    let args = ["--seed", "7", "--renderer", "soft", "--record", record];
    let mut window = screen.play(&trouble(), &home.0, &args);
    let console = begun(&mut window, "before it hangs");
    let first = picture(&console);
    let hang = |window: &mut screen::Player<'_>| {
        window.hold("z", true);
        window.waits_for("the cart is not responding", failed);
        window.hold("z", false);
    };
    window.keys(&["Right"]);
    // The window reports it: a message in a red frame, at its left edge, half way down.
    hang(&mut window);
    window.keys(&["ctrl+r"]);
    window.shows(&first, WINDOW, "begun again after it hung");
    // F12 opens the debugger at the frame before, as after a panic; Space plays on from there. The thread
    // that hung is still there: it ends when the whole program restarts.
    hang(&mut window);
    window.keys(&["F12"]);
    window.reopens();
    window.waits_for("the debugger, its first panel in focus", |shot| shot.at(480, 4) == 0x83769c);
    window.keys(&["Left", "space"]);
    window.shows(&first, WINDOW, "played on from the frame before");
    // Esc opens the pause menu there too; a second one closes it.
    hang(&mut window);
    window.keys(&["Escape"]);
    window.waits_for("the pause menu", |shot| !failed(shot) && shot.at(256, 256) == 0);
    window.keys(&["Escape"]);
    window.shows(&first, WINDOW, "the menu gives the game back");
    window.hold("z", true);
    std::thread::sleep(std::time::Duration::from_secs(3));
    window.keys(&["ctrl+q"]);
    let (code, said) = window.ends();
    assert_eq!(code, Some(0), "Ctrl+Q quits, and the thread that hangs does not hold it up: {said}");
    let bytes = std::fs::read(record).expect("the recording of a run that hangs is kept");
    let recording = Recording::from_bytes(&bytes).expect("of this version");
    let last = recording.inputs().last().expect("it has frames");
    assert_eq!(last.players[0], button::O, "up to the frame that hangs");
}

#[test]
fn a_cart_that_panics_is_shown_with_message_and_place() {
    let (screen, home) = (Screen::start(), Folder::new("panics"));
    let mut window = screen.play(&trouble(), &home.0, &["--seed", "7", "--renderer", "soft"]);
    let console = begun(&mut window, "before it panics");
    let first = picture(&console);
    window.keys(&["x"]);
    window.waits_for("the cart crashed", failed);
    window.keys(&["ctrl+r"]);
    window.shows(&first, WINDOW, "begun again after the panic");
    window.keys(&["x"]);
    window.waits_for("it panicked again", failed);
    window.keys(&["ctrl+q"]);
    let (code, said) = window.ends();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("x was pressed") && said.contains("trouble.rs:"), "message and place: {said}");
}

#[test]
fn a_run_that_a_power_cut_ended_is_gone_on_with() {
    let (screen, home) = (Screen::start(), Folder::new("power"));
    let mut window = screen.play(&trouble(), &home.0, &["--seed", "7", "--renderer", "soft"]);
    let (mut console, first) = walked(&mut window);
    let left = picture(&console);
    // The promise is a second; the run is then long enough to be kept.
    std::thread::sleep(std::time::Duration::from_secs(2));
    window.kill();
    assert!(home.0.join("runs/trouble.run").is_file(), "it is kept while it is played");

    // A run of less than a minute is no question: the pause menu has it.
    let mut window = screen.play(&trouble(), &home.0, &["--renderer", "soft"]);
    window.shows(&first, WINDOW, "a new run");
    window.keys(&["Escape", "Down", "Return"]);
    window.shows(&left, WINDOW, "where it was left");
    window.keys(&["Left"]);
    press(&mut console, &[button::LEFT]);
    window.shows(&picture(&console), WINDOW, "played on");
    window.quits();

    // Without a question, and to the last frame: quitting loses nothing.
    let mut window = screen.play(&trouble(), &home.0, &["--renderer", "soft", "--resume"]);
    window.shows(&picture(&console), WINDOW, "without a question");
    window.keys(&["ctrl+r"]);
    window.shows(&first, WINDOW, "a restart ends the run");
    window.kill();
    let mut window = screen.play(&trouble(), &home.0, &["--renderer", "soft"]);
    window.shows(&first, WINDOW, "nothing is left of it");
    window.quits();
}

#[test]
fn an_author_who_has_changed_the_cart_is_not_asked() {
    let (screen, home) = (Screen::start(), Folder::new("author"));
    let ours = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = ours.ancestors().nth(2).expect("two folders deep").join("console/desktop");
    let by_cargo = [("CARGO_MANIFEST_DIR", package.as_path())];
    // As a module it would be replaced while it plays.
    let args = ["--native", "--renderer", "soft"];
    let mut window =
        screen.play_in(&trouble(), &home.0, &["--native", "--seed", "7", "--renderer", "soft"], &by_cargo);
    let (console, first) = walked(&mut window);
    let left = picture(&console);
    // Until the run has a state, which names the program that wrote it: some ten seconds.
    let kept = home.0.join("runs/trouble.run");
    let holds = || Some(!timeline::KeptRun::from_bytes(&std::fs::read(&kept).ok()?).ok()?.states.is_empty());
    let begun_at = std::time::Instant::now();
    while holds() != Some(true) {
        assert!(begun_at.elapsed() < 4 * screen::PATIENCE, "no state is kept");
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
    window.quits();
    // Another program, because of an extra byte at its end.
    let changed = home.0.join("trouble-changed");
    let mut bytes = std::fs::read(trouble()).expect("it is built");
    bytes.push(0);
    std::fs::copy(trouble(), &changed).expect("with its permissions");
    std::fs::write(&changed, bytes).expect("written");
    let mut window = screen.play_in(&changed, &home.0, &args, &by_cargo);
    window.waits_for("the cart from its start", |shot| upper(shot, &first, &RGB));
    window.keys(&["Escape", "Down", "Return"]);
    window.waits_for("where it was left", |shot| upper(shot, &left, &RGB));
    let said = window.quits();
    assert!(
        said.contains("the cart has changed: this is a new run. Esc resumes the last one (0:1"),
        "{said}"
    );
}

#[test]
fn colours_and_second_keys_are_set_in_the_menu_and_kept() {
    let (screen, home) = (Screen::start(), Folder::new("person"));
    // As older consoles left them.
    std::fs::create_dir_all(&home.0).expect("the test's own folder");
    std::fs::write(home.0.join("settings.json"), r#"{"volume": 2, "less_flash": true}"#).expect("written");
    for renderer in ["gpu", "soft"] {
        let mut window =
            screen.play(&trouble(), &home.0, &["--seed", "7", "--renderer", renderer, "--fresh"]);
        let mut console = begun(&mut window, "as they are");
        let first = picture(&console);
        // The menu: settings, comfort, colours once to the right, and out.
        window.keys(&["Escape", "Down", "Down", "Down", "Return"]);
        window
            .keys(&["Up", "Up", "Up", "Up", "Return", "Down", "Down", "Right", "Escape", "Escape", "Escape"]);
        let palette = studio::ColorFilter::Protanopia.palette();
        window.waits_for("the other colours", |shot| upper(shot, &first, palette));
        window.keys(&["Escape", "Down", "Down", "Down", "Return"]);
        window
            .keys(&["Up", "Up", "Up", "Up", "Return", "Down", "Down", "Left", "Escape", "Escape", "Escape"]);
        window.shows(&first, WINDOW, "the console's own again");
        // A second key for right: controls, keys of player 1, right, one more.
        window.keys(&["Escape", "Down", "Down", "Down", "Down", "Return", "Return", "Down", "Return"]);
        window.keys(&["Down", "Return", "l", "Escape", "Escape", "Escape", "Escape"]);
        window.shows(&first, WINDOW, "out of the menu");
        window.keys(&["l", "Right"]);
        // The letter is typed too.
        console.frame(&Input { events: vec![Event::Char(b'l')], ..Input::buttons(button::RIGHT) });
        console.frame(&Input::default());
        press(&mut console, &[button::RIGHT]);
        window.shows(&picture(&console), WINDOW, "it has moved twice");
        window.quits();
        let settings = std::fs::read_to_string(home.0.join("settings.json")).expect("kept");
        let settings: studio::Settings = serde_json::from_str(&settings).expect("as it was written");
        assert_eq!(settings.keys[0][1], ["ArrowRight", "KeyL"]);
        assert_eq!((settings.volume, settings.less_flash), (2, true), "what was set before stays");
        std::fs::write(home.0.join("settings.json"), r#"{"volume": 2, "less_flash": true}"#)
            .expect("written");
    }
}

#[test]
fn data_files_are_taken_up_as_they_are_saved() {
    let (screen, home, data) = (Screen::start(), Folder::new("live"), Folder::new("live-data"));
    for folder in ["sprites", "sfx"] {
        std::fs::create_dir_all(data.0.join(folder)).expect("the test's own folder");
    }
    let file = data.0.join("sprites/porklike.png");
    let mut sheet = Box::new([0x11; 0x2000]);
    std::fs::write(&file, format::write_sheet(&sheet)).expect("written");
    let folder = data.0.to_str().expect("a plain path");
    let mut window =
        screen.play(&rasher(), &home.0, &["view", "porklike", "--renderer", "soft", "--data", folder]);
    // The sheet's pixel (20, 12) is at (20, 12 + 8) of the view, below its heading.
    let pixel = |shot: &screen::Shot| shot.at(20 * 4 + 1, 20 * 4 + 1);
    window.waits_for("the sheet as it was", |shot| pixel(shot) == 0x1d2b53);
    sheet[12 * 64 + 10] = 0x18;
    std::fs::write(&file, format::write_sheet(&sheet)).expect("written");
    window.waits_for("the new pixel", |shot| pixel(shot) == 0xff004d);
    std::fs::write(&file, b"no picture").expect("written");
    // The notice's red frame is at the lower edge, and the last good sheet stays.
    let refused =
        |shot: &screen::Shot| (400..512).any(|y| shot.at(4 + 1, y) == 0xff004d) && pixel(shot) == 0xff004d;
    window.waits_for("the refusal", refused);
    sheet[12 * 64 + 10] = 0x1b;
    std::fs::write(&file, format::write_sheet(&sheet)).expect("written");
    window.waits_for("good again", |shot| pixel(shot) == 0x00e436);
    let said = window.quits();
    assert!(said.contains("porklike.png"), "the refusal names the file: {said}");
}

#[test]
fn the_cart_of_the_shelf_shows_what_its_recording_shows() {
    let (screen, home) = (Screen::start(), Folder::new("shelf"));
    let record = home.0.join("run");
    let record = record.to_str().expect("a plain path");
    let mut window = screen.play(&rasher(), &home.0, &["porklike", "--seed", "3", "--record", record]);
    window.waits_for("a picture", |shot| (0..512).any(|y| shot.at(256, y) != 0));
    window.keys(&["Right", "Right", "Up", "Left", "Return"]);
    std::thread::sleep(std::time::Duration::from_millis(300));
    window.keys(&["ctrl+6"]);
    window.quits();
    let out = home.0.join("replay.png");
    let replay =
        Command::new(rasher()).args(["replay", record, "--png"]).arg(&out).output().expect("it runs");
    assert!(replay.status.success(), "{}", String::from_utf8_lossy(&replay.stderr));
    let read = |path: &Path| {
        let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        format::read_png(&bytes, "a screenshot").expect("a picture in the console's colours").indices
    };
    let (window, replayed) = (read(&home.0.join("screenshots/porklike_0.png")), read(&out));
    assert!(window == replayed, "the window's screenshot and the replay's last picture differ");
}

#[test]
fn without_a_display_the_commands_that_need_none_are_named() {
    let home = Folder::new("nowhere");
    let out = Command::new(rasher())
        .arg("porklike")
        .arg("--home")
        .arg(&home.0)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{said}");
    for word in ["cannot open a window", "run NAME --headless", "replay", "list", "help"] {
        assert!(said.contains(word), "{word:?} is not in: {said}");
    }
}
