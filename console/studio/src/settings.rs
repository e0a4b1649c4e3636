//! The settings: volume, picture, accessibility, keys and pad buttons.
//!
//! ```text
//! window      volume, scale, fullscreen, CRT, size           hands   keys and pad buttons of the seven buttons
//! comfort     less flash and shake, colours, toggles,        time    rewind, faster, slower, and their keys
//!             pauses                                         shelf   folders of carts
//! editors     what Esc does, keys of commands, the external code editor
//! ```
//!
//! A field that a file lacks gets its default, so old settings stay readable. Keys and pad buttons are stored by name (`ArrowLeft`,
//! `KeyZ`; `South`, `DPadLeft`), which survives a change of library better than numbers.

use crate::filter::ColorFilter;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub const BUTTONS: usize = 7;
pub const BUTTON_NAMES: [&str; BUTTONS] = ["left", "right", "up", "down", "o", "x", "pause"];
pub const TIME_NAMES: [&str; 3] = ["rewind", "faster", "slower"];
/// Buttons and speeds that can be toggles, in the order of [`Settings::toggle`].
pub const HELD_NAMES: [&str; 8] = ["left", "right", "up", "down", "o", "x", "rewind", "faster"];
/// Factors; 0 is off.
pub const FASTER: [u8; 4] = [0, 2, 4, 8];
/// Factors; 0 is off.
pub const SLOWER: [u8; 4] = [0, 2, 4, 8];
pub const KEYBOARD_PLAYERS: usize = 2;
pub const FOLDERS_MAX: usize = 32;
/// More than there are commands.
const EDITOR_KEYS_MAX: usize = 1000;
/// Letters quoted in an error message.
const QUOTED: usize = 100;
pub const NAMES_MAX: usize = 6;
pub const VOLUME_MAX: u8 = 8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    #[default]
    Whole,
    Fit,
}

pub type Bindings = [Vec<String>; BUTTONS];
/// By `EDITOR: COMMAND`; `all` for commands of all editors.
pub type EditorKeys = BTreeMap<String, String>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// 0 to [`VOLUME_MAX`].
    pub volume: u8,
    pub mute: bool,
    pub scale: Scale,
    pub fullscreen: bool,
    pub crt: bool,
    pub less_flash: bool,
    pub less_shake: bool,
    pub colors: ColorFilter,
    /// Which of [`HELD_NAMES`] are toggles.
    pub toggle: [bool; HELD_NAMES.len()],
    pub pause_on_blur: bool,
    pub pause_on_pad_loss: bool,
    pub rewind: bool,
    /// One of `FASTER`.
    pub faster: u8,
    /// One of `SLOWER`.
    pub slower: u8,
    pub folders: Vec<String>,
    /// In logical pixels, when it was last not fullscreen.
    pub window: [u32; 2],
    pub keys: [Bindings; KEYBOARD_PLAYERS],
    pub pad: Bindings,
    pub time_keys: [Vec<String>; 3],
    pub time_pad: [Vec<String>; 3],
    /// Esc opens the editors instead of the pause menu, as in PICO-8.
    pub escape_edits: bool,
    /// Only changed ones.
    pub editor_keys: EditorKeys,
    /// The command of the external editor, with `{file}` and `{line}`. If empty, $VISUAL or $EDITOR is used.
    pub code_editor: String,
}

/// From names with spaces between them, and commas between buttons.
pub(crate) fn bindings<const N: usize>(names: &str) -> [Vec<String>; N] {
    let mut buttons = names.split(',');
    std::array::from_fn(|_| buttons.next().unwrap_or_default().split_whitespace().map(String::from).collect())
}

impl Default for Settings {
    /// PICO-8's keys, and the letter O, which people press when they read the sign.
    fn default() -> Self {
        Settings {
            volume: 6,
            mute: false,
            scale: Scale::Whole,
            fullscreen: false,
            crt: false,
            less_flash: false,
            less_shake: false,
            colors: ColorFilter::None,
            toggle: [false; HELD_NAMES.len()],
            pause_on_blur: true,
            pause_on_pad_loss: true,
            rewind: true,
            faster: 4,
            slower: 2,
            folders: Vec::new(),
            window: [512, 512],
            keys: [
                bindings(
                    "ArrowLeft, ArrowRight, ArrowUp, ArrowDown, KeyZ KeyC KeyN KeyO, KeyX KeyV KeyM, Enter KeyP",
                ),
                bindings("KeyS, KeyF, KeyE, KeyD, ShiftLeft, Tab KeyW KeyQ KeyA"),
            ],
            pad: bindings("DPadLeft, DPadRight, DPadUp, DPadDown, South West, East North, Start"),
            // None of them presses a button or leaves a text or menu.
            time_keys: bindings("Backspace, Space, Backslash"),
            time_pad: bindings("LeftTrigger2, RightTrigger2, LeftTrigger"),
            escape_edits: false,
            editor_keys: EditorKeys::new(),
            code_editor: String::new(),
        }
    }
}

impl Settings {
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("settings have a JSON form")
    }

    pub fn from_json(json: &[u8]) -> Result<Settings, String> {
        serde_json::from_slice::<Settings>(json).map(Settings::sane).map_err(|e| {
            let place = format!(" at line {} column {}", e.line(), e.column());
            let said = e.to_string();
            let said = said.strip_suffix(&place).unwrap_or(&said);
            rasher::text::in_message(said, QUOTED) + &place
        })
    }

    #[must_use]
    pub fn sane(mut self) -> Self {
        self.volume = self.volume.min(VOLUME_MAX);
        let near = |steps: [u8; 4], n: u8| steps.into_iter().rfind(|step| *step <= n).unwrap_or_default();
        (self.faster, self.slower) = (near(FASTER, self.faster), near(SLOWER, self.slower));
        while self.editor_keys.len() > EDITOR_KEYS_MAX {
            self.editor_keys.pop_last();
        }
        let mut known = std::collections::BTreeSet::new();
        self.folders.retain(|folder| !folder.is_empty() && known.insert(folder.clone()));
        self.folders.truncate(FOLDERS_MAX);
        self.window = self.window.map(|side| side.clamp(128, 16_384));
        self
    }

    /// What differs from the defaults, each as `name value`; keys and pad buttons only by name.
    pub fn changes(&self) -> Vec<String> {
        let fields = |settings: &Settings| match serde_json::to_value(settings) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let fresh = fields(&Settings::default());
        let changed = fields(self).into_iter().filter(|(name, value)| fresh.get(name) != Some(value));
        changed
            .map(|(name, value)| match value {
                serde_json::Value::Array(_) if name != "window" => name,
                value => format!("{name} {value}"),
            })
            .collect()
    }
}

pub fn short_name(name: &str) -> String {
    // As printed on most pads.
    let printed =
        [("LeftTrigger2", "l2"), ("RightTrigger2", "r2"), ("LeftTrigger", "l1"), ("RightTrigger", "r1")];
    if let Some((_, short)) = printed.iter().find(|(long, _)| *long == name) {
        return short.to_string();
    }
    let name = ["Arrow", "Key", "Digit", "DPad"].iter().find_map(|p| name.strip_prefix(p)).unwrap_or(name);
    name.to_ascii_lowercase()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlLayout {
    Both,
    Left,
    Right,
}

impl ControlLayout {
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

    pub fn of(settings: &Settings) -> Option<ControlLayout> {
        ControlLayout::ALL.into_iter().find(|hands| {
            let mut same = settings.clone();
            hands.set(&mut same);
            same == *settings
        })
    }
}
