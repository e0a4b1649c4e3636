//! Keys and pad buttons for both hands, the left one or the right one.
//!
//! | | directions | O | X | pause | rewind, faster, slower |
//! |---|---|---|---|---|---|
//! | left, keys | A D W S | Space E | left Shift Q | Tab | R F G |
//! | left, pad | d-pad | L1 | L2 | Select | left stick's button |
//! | right, keys | arrows, J L I K | right Shift O | Enter U | P | Backspace, Space, backslash |
//! | right, pad | face buttons | R1 | R2 | Start | right stick's button |
//!
//! Either stick of a pad gives directions, whatever is set. A second player on the keyboard has what is left. Which one is set is seen
//! by the keys themselves: there is no other record of it, and whoever changes a key after that has keys of their own.

use crate::settings::{Settings, bindings};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    Both,
    Left,
    Right,
}

impl Hands {
    /// All, in the order of the menu.
    pub const ALL: [Hands; 3] = [Hands::Both, Hands::Left, Hands::Right];

    pub fn name(self) -> &'static str {
        match self {
            Hands::Both => "both hands",
            Hands::Left => "left hand",
            Hands::Right => "right hand",
        }
    }

    pub fn set(self, settings: &mut Settings) {
        let fresh = Settings::default();
        (settings.keys, settings.pad) = (fresh.keys, fresh.pad);
        (settings.time_keys, settings.time_pad) = (fresh.time_keys, fresh.time_pad);
        match self {
            Hands::Both => {}
            Hands::Left => {
                settings.keys = [
                    bindings([
                        &["KeyA"],
                        &["KeyD"],
                        &["KeyW"],
                        &["KeyS"],
                        &["Space", "KeyE"],
                        &["ShiftLeft", "KeyQ"],
                        &["Tab"],
                    ]),
                    bindings([
                        &["ArrowLeft"],
                        &["ArrowRight"],
                        &["ArrowUp"],
                        &["ArrowDown"],
                        &["KeyN"],
                        &["KeyM"],
                        &["Enter"],
                    ]),
                ];
                settings.time_keys = bindings([&["KeyR"], &["KeyF"], &["KeyG"]]);
                settings.pad = bindings([
                    &["DPadLeft"],
                    &["DPadRight"],
                    &["DPadUp"],
                    &["DPadDown"],
                    &["LeftTrigger"],
                    &["LeftTrigger2"],
                    &["Select"],
                ]);
                settings.time_pad = bindings([&["LeftThumb"], &["RightTrigger2"], &["RightTrigger"]]);
            }
            Hands::Right => {
                settings.keys[0] = bindings([
                    &["ArrowLeft", "KeyJ"],
                    &["ArrowRight", "KeyL"],
                    &["ArrowUp", "KeyI"],
                    &["ArrowDown", "KeyK"],
                    &["ShiftRight", "KeyO"],
                    &["Enter", "KeyU"],
                    &["KeyP"],
                ]);
                settings.pad = bindings([
                    &["West"],
                    &["East"],
                    &["North"],
                    &["South"],
                    &["RightTrigger"],
                    &["RightTrigger2"],
                    &["Start"],
                ]);
                settings.time_pad = bindings([&["RightThumb"], &["LeftTrigger2"], &["LeftTrigger"]]);
            }
        }
    }

    /// The hands that the keys and pad buttons are for; none where somebody has keys of their own.
    pub fn of(settings: &Settings) -> Option<Hands> {
        Hands::ALL.into_iter().find(|hands| {
            let mut same = settings.clone();
            hands.set(&mut same);
            same == *settings
        })
    }
}
