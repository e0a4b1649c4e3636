//! Ctrl+S, in every mode.

use crate::edit::{control, editing, paint};
use player::{Key, KeyPress, Request};
use studio::Mode;

/// Wherever the user is: in the editors, at their prompt, in their history, in the debugger, in the pause menu and in a game that is paused.
#[test]
fn ctrl_s_saves_wherever_the_user_is() {
    let ways: [(&[&str], Mode); 7] = [
        (&[], Mode::Editor),
        (&["F10"], Mode::Editor),
        (&["history"], Mode::Editor),
        (&["F2"], Mode::Game),
        (&["F2", "F12"], Mode::Debugger),
        (&["F2", "F12", "Backquote"], Mode::Debugger),
        (&["F2", "Escape"], Mode::Menu),
    ];
    for (keys, mode) in ways {
        let mut rig = editing();
        rig.remember(&[]);
        rig.ticks(1);
        paint(&mut rig);
        for key in keys {
            match *key {
                "history" => {
                    let h = KeyPress::bare(Key::named("KeyH").expect("a key"), true);
                    rig.press(KeyPress { letter: Some('h'), control: true, shift: true, ..h });
                }
                key => rig.tap(key, ""),
            }
            rig.ticks(5);
        }
        assert_eq!(rig.player.mode(), mode, "{keys:?}");
        control(&mut rig, 's');
        rig.ticks(5);
        let saves = rig.writes.iter().filter(|it| matches!(it, Request::WriteData(_))).count();
        assert_eq!((saves, rig.player.mode()), (1, mode), "{keys:?}");
        assert!(!rig.player.editors().expect("they exist").is_changed(), "{keys:?}");
    }
}
