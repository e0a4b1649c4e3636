//! Every transition of the player's state machine, by what a user does: in each mode of the screen, each input leads to one
//! other mode.

use crate::rig::Rig;
use player::{HostEvent, PadCommand, StartMode};
use std::sync::LazyLock;
use studio::Mode::{self, Away, Debugger, Editor, Error, Game, Menu, Question, Replay, Resuming};

/// A walker, brought into a mode as a user does it.
fn enter(mode: Mode) -> Rig {
    if matches!(mode, Question | Resuming) {
        static KEPT: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let mut before = Rig::new((0, 0), 1);
            // Over a minute: a shorter run is not asked about.
            before.ticks(3_700);
            before.tell(HostEvent::Quit);
            before.ticks(1);
            before.kept.expect("a run that is kept")
        });
        let mut rig = Rig::resumed(&KEPT, if mode == Question { StartMode::Ask } else { StartMode::Resume });
        // A slow cart, so that the replay takes many ticks.
        rig.took = Some(8_000);
        while rig.player.mode() != mode {
            rig.one_tick();
        }
        return rig;
    }
    let mut rig = Rig::new((0, 0), 1);
    rig.ticks(if mode == Replay { 700 } else { 10 });
    let (taps, held): (&[&str], &[&str]) = match mode {
        Menu => (&["Escape"], &[]),
        Editor => (&["F2"], &[]),
        Debugger => (&["F12"], &[]),
        Error => (&[], &["ArrowDown", "KeyX"]),
        Replay => (&["KeyZ", "Enter", "KeyZ"], &[]),
        _ => (&[], &[]),
    };
    for key in taps {
        rig.tap(key, "");
        rig.ticks(3);
    }
    held.iter().for_each(|key| rig.key(key, true));
    if mode == Away {
        rig.tell(HostEvent::Focus(false));
    }
    rig.ticks(3);
    held.iter().for_each(|key| rig.key(key, false));
    rig.ticks(1);
    assert_eq!(rig.player.mode(), mode);
    rig
}

fn tap(name: &'static str) -> impl Fn(&mut Rig) {
    move |rig| rig.tap(name, "")
}

#[test]
fn each_input_leads_from_each_mode_to_the_one_that_the_drawing_says() {
    const FROM: [Mode; 9] = [Game, Menu, Error, Replay, Debugger, Editor, Question, Away, Resuming];
    type Input = Box<dyn Fn(&mut Rig)>;
    let control = |name: &'static str| move |rig: &mut Rig| rig.control(name);
    let tell = |event: fn() -> HostEvent| move |rig: &mut Rig| rig.tell(event());
    #[rustfmt::skip]
    let edges: [(&str, Input, [Mode; 9]); 9] = [
        ("nothing",      Box::new(|_: &mut Rig| {}),
            [Game, Menu, Error, Replay, Debugger, Editor, Question, Away, Game]),
        // Out of a question the console quits; the debugger closes at the second press.
        ("Esc",          Box::new(tap("Escape")),
            [Menu, Game, Menu, Game, Debugger, Game, Game, Menu, Menu]),
        ("F2",           Box::new(tap("F2")),
            [Editor, Editor, Editor, Editor, Editor, Game, Editor, Editor, Game]),
        ("F12",          Box::new(tap("F12")),
            [Debugger, Debugger, Debugger, Debugger, Game, Debugger, Question, Debugger, Game]),
        ("Ctrl+R",       Box::new(control("KeyR")),
            [Game, Game, Game, Game, Game, Game, Game, Away, Game]),
        ("right button", Box::new(tell(|| HostEvent::Click(2, true))),
            [Menu, Game, Menu, Game, Debugger, Editor, Question, Away, Game]),
        ("O",            Box::new(tap("KeyZ")),
            [Game, Game, Error, Game, Debugger, Editor, Game, Away, Game]),
        ("focus lost",   Box::new(tell(|| HostEvent::Focus(false))),
            [Away, Menu, Error, Away, Debugger, Editor, Question, Away, Away]),
        ("gamepad lost", Box::new(tell(|| HostEvent::Pad(PadCommand::Disconnected(0, String::new())))),
            [Menu, Menu, Menu, Menu, Debugger, Editor, Question, Menu, Menu]),
    ];
    let mut wrong = Vec::new();
    for (name, input, to) in edges {
        for (from, to) in FROM.into_iter().zip(to) {
            let mut rig = enter(from);
            input(&mut rig);
            rig.one_tick();
            let mode = rig.player.mode();
            let arrives = |rig: &mut Rig| {
                rig.took = Some(10);
                rig.ticks(20);
                rig.player.mode()
            };
            let mode = if mode == to { mode } else { arrives(&mut rig) };
            if mode != to {
                wrong.push(format!("{name}: from {from:?} to {mode:?}, not {to:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
