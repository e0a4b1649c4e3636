//! Keys and pad buttons for two hands, the left hand, or the right hand.
//!
//! | | directions | O | X | pause | rewind, faster, slower |
//! |---|---|---|---|---|---|
//! | left, keys | A D W S | Space E | left Shift Q | Tab | R F G |
//! | left, pad | d-pad | L1 | L2 | Select | left stick's button |
//! | right, keys | arrows, J L I K | right Shift O | Enter U | P | Backspace, Space, backslash |
//! | right, pad | face buttons | R1 | R2 | Start | right stick's button |
//!
//! Either stick always gives directions. A second player on the keyboard gets the remaining keys. The layout is not stored: it is
//! recognised by the keys, until the user changes one.

use crate::settings::{Settings, bindings};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlLayout {
    Both,
    Left,
    Right,
}

impl ControlLayout {
    /// In the order of the menu.
    pub const ALL: [ControlLayout; 3] = [ControlLayout::Both, ControlLayout::Left, ControlLayout::Right];

    pub fn name(self) -> &'static str {
        match self {
            ControlLayout::Both => "both hands",
            ControlLayout::Left => "left hand",
            ControlLayout::Right => "right hand",
        }
    }

    pub fn set(self, settings: &mut Settings) {
        let Settings { keys, pad, time_keys, time_pad, .. } = Settings::default();
        (settings.keys, settings.pad, settings.time_keys, settings.time_pad) =
            (keys, pad, time_keys, time_pad);
        match self {
            ControlLayout::Both => {}
            ControlLayout::Left => {
                settings.keys = [
                    bindings("KeyA, KeyD, KeyW, KeyS, Space KeyE, ShiftLeft KeyQ, Tab"),
                    bindings("ArrowLeft, ArrowRight, ArrowUp, ArrowDown, KeyN, KeyM, Enter"),
                ];
                settings.time_keys = bindings("KeyR, KeyF, KeyG");
                settings.pad =
                    bindings("DPadLeft, DPadRight, DPadUp, DPadDown, LeftTrigger, LeftTrigger2, Select");
                settings.time_pad = bindings("LeftThumb, RightTrigger2, RightTrigger");
            }
            ControlLayout::Right => {
                settings.keys[0] = bindings(
                    "ArrowLeft KeyJ, ArrowRight KeyL, ArrowUp KeyI, ArrowDown KeyK, ShiftRight KeyO, Enter KeyU, KeyP",
                );
                settings.pad = bindings("West, East, North, South, RightTrigger, RightTrigger2, Start");
                settings.time_pad = bindings("RightThumb, LeftTrigger2, LeftTrigger");
            }
        }
    }

    /// None: the user has changed some keys.
    pub fn of(settings: &Settings) -> Option<ControlLayout> {
        ControlLayout::ALL.into_iter().find(|hands| {
            let mut same = settings.clone();
            hands.set(&mut same);
            same == *settings
        })
    }
}
