//! What a player sets once and finds again: volume, picture, comfort, keys and pad buttons.
//!
//! ```text
//! window      volume, scale, fullscreen, tube, size          hands   keys and pad buttons of the seven buttons (hands.rs)
//! comfort     fewer flashes, less shaking, colours, buttons  time    rewind, faster, slower, and their keys
//!             that stay held, pauses                         shelf   folders of carts
//! editors     what Esc does, keys of their commands, the person's own editor of code
//! ```
//!
//! A plain value with serde's traits. Who keeps it on disk is the window's matter; a field that a file lacks
//! takes its default, so settings of an older version stay readable.
//!
//! Keys and pad buttons are kept by name (`ArrowLeft`, `KeyZ`; `South`, `DPadLeft`), as the window's libraries
//! spell them: names survive a change of library better than numbers do.

use crate::filter::ColorFilter;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Buttons of a player: left right up down O X pause.
pub const BUTTONS: usize = 7;
/// Names of the buttons, in order.
pub const BUTTON_NAMES: [&str; BUTTONS] = ["left", "right", "up", "down", "o", "x", "pause"];
/// What a held key or pad button does with time, in the order of [`Settings::time_keys`].
pub const TIME_NAMES: [&str; 3] = ["rewind", "faster", "slower"];
/// What may stay held from one press to the next, in the order of [`Settings::toggle`]: buttons but pause, and what is held of time.
pub const HELD_NAMES: [&str; 8] = ["left", "right", "up", "down", "o", "x", "rewind", "faster"];
/// How many times faster a held key may make play; the first is never.
pub const FASTER: [u8; 4] = [0, 2, 4, 8];
/// How many times slower; the first is never.
pub const SLOWER: [u8; 4] = [0, 2, 4, 8];
pub const KEYBOARD_PLAYERS: usize = 2;
/// Folders of carts at most.
pub const FOLDERS_MAX: usize = 32;
/// Keys of the editors at most: more than there are commands.
const EDITOR_KEYS_MAX: usize = 1000;
/// Letters of what is wrong with a file of settings that are said.
const QUOTED: usize = 100;
pub const NAMES_MAX: usize = 6;
pub const VOLUME_MAX: u8 = 8;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// The largest whole number of window pixels for each of the machine's.
    #[default]
    Whole,
    Fit,
}

/// Names for each button; several may press the same.
pub type Bindings = [Vec<String>; BUTTONS];
/// Keys of the editors by `EDITOR: COMMAND`, the editor `all` for commands that all have.
pub type EditorKeys = BTreeMap<String, String>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// 0 (silent) to [`VOLUME_MAX`].
    pub volume: u8,
    pub mute: bool,
    pub scale: Scale,
    pub fullscreen: bool,
    /// Does the picture look like a tube's?
    pub crt: bool,
    pub less_flash: bool,
    pub less_shake: bool,
    /// Other colours for who cannot tell some of the console's apart.
    pub colors: ColorFilter,
    /// Which of [`HELD_NAMES`] stay held from one press to the next.
    pub toggle: [bool; HELD_NAMES.len()],
    pub pause_on_blur: bool,
    pub pause_on_pad_loss: bool,
    /// Goes back while its key is held.
    pub rewind: bool,
    /// How many times faster play is while its key is held: one of `FASTER`.
    pub faster: u8,
    /// How many times slower play is once its key was pressed, until it is pressed again: one of `SLOWER`.
    pub slower: u8,
    pub folders: Vec<String>,
    /// Width and height of the window, in logical pixels, when it was last not fullscreen.
    pub window: [u32; 2],
    pub keys: [Bindings; KEYBOARD_PLAYERS],
    pub pad: Bindings,
    pub time_keys: [Vec<String>; 3],
    pub time_pad: [Vec<String>; 3],
    /// Esc goes from a game to the editors, as PICO-8 has it, and not to the pause menu.
    pub escape_edits: bool,
    /// Keys of the editors' commands, where they are not those of the tables.
    pub editor_keys: EditorKeys,
    /// What opens code in the person's own editor, with `{file}` and `{line}` in it; empty for what the system names.
    pub code_editor: String,
}

pub(crate) fn bindings<const N: usize>(names: [&[&str]; N]) -> [Vec<String>; N] {
    names.map(|keys| keys.iter().map(ToString::to_string).collect())
}

impl Default for Settings {
    /// The keys are PICO-8's, so that fingers need not learn, and the letter O, which is what people press who read the sign.
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
                bindings([
                    &["ArrowLeft"],
                    &["ArrowRight"],
                    &["ArrowUp"],
                    &["ArrowDown"],
                    &["KeyZ", "KeyC", "KeyN", "KeyO"],
                    &["KeyX", "KeyV", "KeyM"],
                    &["Enter", "KeyP"],
                ]),
                bindings([
                    &["KeyS"],
                    &["KeyF"],
                    &["KeyE"],
                    &["KeyD"],
                    &["ShiftLeft"],
                    &["Tab", "KeyW", "KeyQ", "KeyA"],
                    &[],
                ]),
            ],
            pad: bindings([
                &["DPadLeft"],
                &["DPadRight"],
                &["DPadUp"],
                &["DPadDown"],
                &["South", "West"],
                &["East", "North"],
                &["Start"],
            ]),
            // None of them presses a button, and none is one that a text or a menu is left with.
            time_keys: bindings([&["Backspace"], &["Space"], &["Backslash"]]),
            time_pad: bindings([&["LeftTrigger2"], &["RightTrigger2"], &["LeftTrigger"]]),
            escape_edits: false,
            editor_keys: EditorKeys::new(),
            code_editor: String::new(),
        }
    }
}

impl Settings {
    /// As a bug report holds them: JSON in one line.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists of them: nothing that JSON lacks.
        serde_json::to_string(self).expect("settings have a JSON form")
    }

    /// Reads settings as a file or a bug report has them, each value in its range.
    ///
    /// # Errors
    /// What is wrong, in a line that can be shown: it quotes the file, which may hold anything.
    pub fn from_json(json: &[u8]) -> Result<Settings, String> {
        serde_json::from_slice::<Settings>(json).map(Settings::sane).map_err(|e| {
            let place = format!(" at line {} column {}", e.line(), e.column());
            let said = e.to_string();
            let said = said.strip_suffix(&place).unwrap_or(&said);
            rasher::text::in_message(said, QUOTED) + &place
        })
    }

    /// Brings values that a file may hold back into their ranges.
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

    /// What is not as it came, each as `name value`: keys and pad buttons as their names alone.
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

/// A key's or pad button's name as a menu shows it: short and in small letters.
pub fn short_name(name: &str) -> String {
    // What is printed on most pads.
    let printed =
        [("LeftTrigger2", "l2"), ("RightTrigger2", "r2"), ("LeftTrigger", "l1"), ("RightTrigger", "r1")];
    if let Some((_, short)) = printed.iter().find(|(long, _)| *long == name) {
        return short.to_string();
    }
    let name = ["Arrow", "Key", "Digit", "DPad"].iter().find_map(|p| name.strip_prefix(p)).unwrap_or(name);
    name.to_ascii_lowercase()
}
