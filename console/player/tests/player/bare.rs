//! A player without tools, as on a cart's own page: no key, row, click or event leads to editors, debugger, shelf or its end.
//!
//! That nothing happens is our decision; that something would is checked with the same presses and tools.

use crate::rig::{EDGE, Rig, start, walker};
use player::{
    Before, CartStart, HostEvent, Inspection, Key, KeyPress, Library, Listed, PlayerStart, Request,
    StartMode, Tools,
};
use studio::Mode;

fn rig(tools: Option<&'static Tools>) -> Rig {
    let listed = |name: &str| Listed { name: name.to_string(), ..Listed::default() };
    let library = Library::of(vec![listed("walker"), listed("other")]);
    let mut rig = Rig::of(PlayerStart { tools, library, ..start((0, 0), 5) });
    rig.ticks(20);
    rig
}

fn press(rig: &mut Rig, name: &str) {
    rig.key(name, true);
    rig.ticks(2);
    rig.key(name, false);
    rig.ticks(2);
}

fn crash(rig: &mut Rig) {
    rig.key("ArrowDown", true);
    rig.key("KeyX", true);
    rig.ticks(3);
    rig.key("ArrowDown", false);
    rig.key("KeyX", false);
    rig.ticks(2);
    assert_eq!(rig.player.mode(), Mode::Error);
}

/// Whether it has asked for an end, another cart or an edit.
fn leaves(rig: &mut Rig) -> bool {
    let all = std::mem::take(&mut rig.writes).into_iter().chain(std::mem::take(&mut rig.requests));
    all.into_iter().any(|request| {
        matches!(
            request,
            Request::Quit | Request::LoadCart { .. } | Request::NewCart { .. } | Request::ReadHistory(_)
        )
    })
}

#[test]
fn keys_of_editors_debugger_and_window_do_nothing() {
    let keys = [("F2", false, Mode::Editor), ("F12", false, Mode::Debugger), ("KeyQ", true, Mode::Game)];
    for (name, control, with_tools) in keys {
        for mode in [Mode::Game, Mode::Menu, Mode::Error] {
            for tools in [None, Some(Tools::ALL)] {
                let mut rig = rig(tools);
                match mode {
                    Mode::Menu => press(&mut rig, "Enter"),
                    Mode::Error => crash(&mut rig),
                    _ => {}
                }
                leaves(&mut rig);
                rig.press(KeyPress { control, ..KeyPress::bare(Key::named(name).expect("a key"), true) });
                rig.ticks(5);
                match tools {
                    None => {
                        assert_eq!((rig.player.mode(), leaves(&mut rig)), (mode, false), "{name} in {mode:?}")
                    }
                    Some(_) if control => assert!(leaves(&mut rig), "{name} in {mode:?}"),
                    Some(_) => assert_eq!(rig.player.mode(), with_tools, "{name} in {mode:?}"),
                }
            }
        }
    }
    let mut rig = rig(None);
    let frames = rig.frames();
    press(&mut rig, "F2");
    press(&mut rig, "F12");
    rig.ticks(10);
    assert!(rig.frames() >= frames + 18, "the cart plays on");
}

#[test]
fn no_row_of_the_menu_leaves_the_cart() {
    let through = |tools| {
        let mut seen = Vec::new();
        for row in 0..12 {
            let mut rig = rig(tools);
            leaves(&mut rig);
            press(&mut rig, "Enter");
            (0..row).for_each(|_| press(&mut rig, "ArrowDown"));
            press(&mut rig, "KeyX");
            rig.ticks(5);
            seen.push((rig.player.mode(), leaves(&mut rig)));
        }
        seen
    };
    let bare = through(None);
    assert!(bare.iter().all(|(mode, leaves)| matches!(mode, Mode::Game | Mode::Menu) && !leaves), "{bare:?}");
    let whole = through(Some(Tools::ALL));
    assert!(whole.iter().any(|(mode, _)| *mode == Mode::Editor) && whole.iter().any(|(_, leaves)| *leaves));
}

#[test]
fn escape_and_the_right_button_open_the_menu() {
    let mut start = start((0, 0), 5);
    start.settings.escape_edits = true;
    let mut rig = Rig::of(PlayerStart { tools: None, ..start });
    rig.ticks(10);
    press(&mut rig, "Escape");
    assert_eq!(rig.player.mode(), Mode::Menu);
    press(&mut rig, "Escape");
    assert_eq!(rig.player.mode(), Mode::Game);
    rig.tell(HostEvent::Click(2, true));
    rig.ticks(2);
    assert_eq!(rig.player.mode(), Mode::Menu);
}

/// The error screen names the keys that work: it has a line less.
#[test]
fn a_crash_offers_a_restart_and_no_debugger() {
    let [bare, whole] = [None, Some(Tools::ALL)].map(|tools| {
        let mut rig = rig(tools);
        crash(&mut rig);
        rig
    });
    assert_ne!(bare.screen(), whole.screen());
    let mut rig = bare;
    press(&mut rig, "F12");
    assert_eq!((rig.player.mode(), rig.x()), (Mode::Error, rig.x()));
    rig.control("KeyR");
    rig.ticks(5);
    assert_eq!(rig.player.mode(), Mode::Game);
    assert!(rig.x() < i64::from(EDGE));
}

#[test]
fn a_file_that_the_cart_does_not_read_is_refused() {
    let flags = vec![0; 128];
    for (tools, said) in [(None, "walker.p8: only Walker plays here"), (Some(Tools::ALL), "walker.p8")] {
        let mut rig = rig(tools);
        rig.said();
        rig.tell(HostEvent::DroppedFile("walker.p8".to_string(), flags.clone()));
        rig.ticks(2);
        let all = rig.said().join("\n");
        assert!(all.contains(said) && all.contains("only Walker") == tools.is_none(), "{all}");
    }
}

/// A page that lost a hung cart asks for its debugger only if it has one; a recording to inspect is played on.
#[test]
fn what_would_open_the_debugger_does_not() {
    let mut rig = rig(None);
    rig.ticks(30);
    let mut told = rig.heard.clone();
    told.push(&rasher::Input::default());
    let before = rig.player.start_again().before(&told, None, Before::Debugger).expect("a frame before");
    let mut again = Rig::of(before);
    again.ticks(5);
    assert_eq!(again.player.mode(), Mode::Menu);

    let kept = rig.kept.clone().expect("the run is kept");
    let kept = timeline::KeptRun::from_bytes(&kept).expect("a run");
    let mode = StartMode::Inspect(Inspection::default());
    let first = CartStart { kept_run: Some(Box::new(kept)), mode, ..CartStart::new(walker((0, 0))) };
    let mut inspecting = Rig::of(PlayerStart { tools: None, first, ..start((0, 0), 5) });
    inspecting.ticks(20);
    assert_eq!(inspecting.player.mode(), Mode::Game);
}
