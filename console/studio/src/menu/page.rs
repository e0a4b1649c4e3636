//! The pages of the pause menu and their rows: the one list of what can be set.
//!
//! To add a setting: a field in `settings.rs`, and for a yes-or-no a variant of [`Toggle`] with its three
//! answers.

use super::Capture;
use super::runs::{NewRun, RunFacts, SHOWN};
use super::slots::{BEFORE, SLOTS};
use crate::hands::Hands;
use crate::settings::{
    BUTTON_NAMES, BUTTONS, FASTER, HELD_NAMES, KEYBOARD_PLAYERS, NAMES_MAX, SLOWER, Scale, Settings,
    TIME_NAMES,
};
use rasher::MenuItem;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuPage {
    /// The first.
    Main,
    /// Other runs, and what was reached.
    Runs,
    /// The digits of a seed.
    Seed,
    Saves,
    /// What can be done with a slot, by its number from 0.
    Slot(usize),
    /// Is the player sure?
    Confirm(SlotAction, usize),
    Settings,
    Folders,
    /// What makes playing possible for more people: flashes, colours, held buttons, hands.
    Comfort,
    /// Which buttons stay held from one press to the next.
    Hold,
    /// Keys for both hands, or for one.
    Hands,
    /// Rewind, faster, slower, and their keys.
    Time,
    Controls,
    /// Keys of a player on the keyboard.
    Keys(usize),
    Pad,
    /// All keys or pad buttons of one thing.
    Names(Capture),
    /// What the window's own keys do, to read.
    WindowKeys,
}

/// A setting of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toggle {
    Scale,
    Fullscreen,
    Crt,
    Flash,
    Shake,
    Blur,
    /// Pause on a lost pad.
    PadLoss,
    /// Going back while a key is held.
    Rewind,
    /// Esc goes to the editors.
    Escape,
}

/// What is done with a slot that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotAction {
    /// This moment takes its place.
    Save,
    Delete,
}

/// A row of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuRow {
    Continue,
    /// The cart's item 1 to 5.
    Custom(u8),
    Open(MenuPage),
    /// The end of the run again.
    Replay,
    Run(NewRun),
    /// What was reached, by its place.
    Record(usize),
    Digits,
    /// Go on with the run from before the cart changed.
    GoBack,
    Edit,
    /// Open the list of their commands, to change keys.
    EditKeys,
    Reset,
    /// Back to the cart that loaded this one.
    Breadcrumb,
    Shelf,
    Quit,
    /// The page before.
    Back,
    Volume,
    /// A setting of two values.
    Toggle(Toggle),
    Colors,
    /// Does that one stay held, by its place in [`HELD_NAMES`](crate::HELD_NAMES)? All of them, if there is none.
    Hold(Option<usize>),
    Hands(Hands),
    /// A button or key of time, and what presses it.
    Bound(Capture),
    /// Waits for one more key or pad button.
    Add(Capture),
    /// Takes one away, by its place.
    Remove(Capture, usize),
    /// One that stays, by its place.
    Name(Capture, usize),
    /// How many times faster, or slower.
    Speed {
        /// Faster or slower?
        faster: bool,
    },
    /// Keys and pad as they came.
    Defaults,
    /// A slot, by its number from 0.
    Slot(usize),
    /// Goes to the moment in a slot.
    Load(usize),
    /// Asks whether that shall be done.
    Ask(SlotAction, usize),
    Confirm(SlotAction, usize),
    /// Takes a folder of carts off the shelf, by its place.
    RemoveFolder(usize),
    Text(&'static str, &'static str),
}

/// What the window's own keys do.
pub const WINDOW_KEYS: &[(&str, &str)] = &[
    ("enter p", "pause"),
    ("ctrl r", "restart"),
    ("ctrl shift r", "new code"),
    ("ctrl 6", "screenshot"),
    ("ctrl 9", "gif, 8 seconds"),
    ("ctrl m", "mute"),
    ("ctrl t", "crt filter"),
    ("ctrl d", "debug lines"),
    ("ctrl p", "meters"),
    ("ctrl v", "paste"),
    ("f2", "editors"),
    ("f12", "debugger"),
    ("f11", "fullscreen"),
    ("esc", "menu, back"),
    ("ctrl q", "quit"),
];

impl MenuPage {
    /// All pages, of those that come in several a few.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<MenuPage> {
        use MenuPage::*;
        let key = Capture::Key { player: 0, button: 0 };
        let mut all = vec![Main, Runs, Seed, Saves, Settings, Folders, Comfort, Hold, Hands, Time, Controls];
        all.extend([Pad, WindowKeys, Keys(0), Keys(1), Names(key), Names(Capture::TimeKey(0))]);
        all.extend([Names(Capture::Pad { button: 0 }), Slot(0), Slot(BEFORE)]);
        all.extend([Confirm(SlotAction::Save, 0), Confirm(SlotAction::Delete, 2)]);
        all
    }

    pub fn title(self) -> String {
        let title = match self {
            MenuPage::Names(of) => return of.label(true),
            MenuPage::Main => "paused",
            MenuPage::Runs => "runs",
            MenuPage::Seed => "seed",
            MenuPage::Saves => "saves",
            MenuPage::Slot(n) | MenuPage::Confirm(_, n) => {
                ["slot 1", "slot 2", "slot 3", "slot 4", "slot 5", "before the load"][n.min(BEFORE)]
            }
            MenuPage::Settings => "settings",
            MenuPage::Folders => "cart folders",
            MenuPage::Comfort => "comfort",
            MenuPage::Hold => "hold or toggle",
            MenuPage::Hands => "one hand",
            MenuPage::Time => "time",
            MenuPage::Controls => "controls",
            MenuPage::Keys(0) => "keys, player 1",
            MenuPage::Keys(_) => "keys, player 2",
            MenuPage::Pad => "gamepad",
            MenuPage::WindowKeys => "window keys",
        };
        title.to_string()
    }
}

impl Capture {
    /// What its row is called, or its page, which says whose it is.
    pub(super) fn label(self, page: bool) -> String {
        match self {
            Capture::Key { player, button } if page => {
                format!("{}, player {}", BUTTON_NAMES[button], player + 1)
            }
            Capture::Pad { button } if page => format!("{}, gamepad", BUTTON_NAMES[button]),
            Capture::Key { button, .. } | Capture::Pad { button } => BUTTON_NAMES[button].to_string(),
            Capture::TimeKey(which) => format!("{} key", TIME_NAMES[which]),
            Capture::TimePad(which) => format!("{} pad", TIME_NAMES[which]),
        }
    }

    /// The keys or pad buttons that do it.
    pub(super) fn names(self, settings: &Settings) -> &[String] {
        match self {
            Capture::Key { player, button } => &settings.keys[player][button],
            Capture::Pad { button } => &settings.pad[button],
            Capture::TimeKey(which) => &settings.time_keys[which],
            Capture::TimePad(which) => &settings.time_pad[which],
        }
    }
}

impl Toggle {
    pub fn label(self) -> &'static str {
        match self {
            Toggle::Scale => "scale",
            Toggle::Fullscreen => "fullscreen",
            Toggle::Crt => "crt filter",
            Toggle::Flash => "less flash",
            Toggle::Shake => "less shake",
            Toggle::Blur => "pause unfocused",
            Toggle::PadLoss => "pause pad lost",
            Toggle::Rewind => "rewind",
            Toggle::Escape => "esc in play",
        }
    }

    /// The value as the row shows it.
    pub fn value(self, s: &Settings) -> &'static str {
        let on = match self {
            Toggle::Scale => return if s.scale == Scale::Whole { "whole" } else { "fit" },
            Toggle::Fullscreen => s.fullscreen,
            Toggle::Crt => s.crt,
            Toggle::Flash => s.less_flash,
            Toggle::Shake => s.less_shake,
            Toggle::Blur => s.pause_on_blur,
            Toggle::PadLoss => s.pause_on_pad_loss,
            Toggle::Rewind => s.rewind,
            Toggle::Escape => return if s.escape_edits { "editors" } else { "menu" },
        };
        if on { "on" } else { "off" }
    }

    pub fn flip(self, s: &mut Settings) {
        let field = match self {
            Toggle::Scale => {
                s.scale = if s.scale == Scale::Whole { Scale::Fit } else { Scale::Whole };
                return;
            }
            Toggle::Fullscreen => &mut s.fullscreen,
            Toggle::Crt => &mut s.crt,
            Toggle::Flash => &mut s.less_flash,
            Toggle::Shake => &mut s.less_shake,
            Toggle::Blur => &mut s.pause_on_blur,
            Toggle::PadLoss => &mut s.pause_on_pad_loss,
            Toggle::Rewind => &mut s.rewind,
            Toggle::Escape => &mut s.escape_edits,
        };
        *field = !*field;
    }
}

/// How many times faster or slower, as the row shows it.
pub(super) fn speed(s: &Settings, faster: bool) -> String {
    match (faster, s.faster, s.slower) {
        (true, 0, _) | (false, _, 0) => "off".to_string(),
        (true, times, _) => format!("{times}x"),
        (false, _, times) => format!("1/{times}"),
    }
}

/// The next step of a speed, round and round; forward or back.
pub(super) fn step(s: &mut Settings, faster: bool, forward: bool) {
    let (now, steps) = if faster { (&mut s.faster, FASTER) } else { (&mut s.slower, SLOWER) };
    let at = steps.iter().position(|step| step == now).unwrap_or(0);
    *now = steps[(at + if forward { 1 } else { steps.len() - 1 }) % steps.len()];
}

/// What a page depends on, besides itself.
pub(super) struct Facts<'a> {
    pub custom: &'a [Option<MenuItem>; 5],
    /// Did one come from a shelf, to which one can go back?
    pub shelf: bool,
    /// Can the cart's data be edited?
    pub edits: bool,
    /// Was the cart loaded by another one, to which an item leads back?
    pub breadcrumb: bool,
    /// Is there a run from before the cart changed?
    pub left: bool,
    pub settings: &'a Settings,
    /// What is known of the cart's runs; none where there are none.
    pub runs: Option<&'a RunFacts>,
}

/// The rows of a page; never none.
pub(super) fn rows(page: MenuPage, facts: &Facts<'_>) -> Vec<MenuRow> {
    let Facts { custom, shelf, edits, breadcrumb, left, settings, runs } = *facts;
    let toggle = MenuRow::Toggle;
    match page {
        MenuPage::Main => {
            let own = (1..).zip(custom).filter(|(_, item)| item.is_some()).map(|(i, _)| MenuRow::Custom(i));
            std::iter::once(MenuRow::Continue)
                .chain(runs.is_some_and(|runs| runs.over).then_some(MenuRow::Replay))
                .chain(left.then_some(MenuRow::GoBack))
                .chain(own)
                .chain([MenuPage::Saves, MenuPage::Settings, MenuPage::Controls].map(MenuRow::Open))
                .chain(edits.then_some(MenuRow::Edit))
                .chain(runs.map(|_| MenuRow::Open(MenuPage::Runs)))
                .chain([MenuRow::Reset])
                .chain(breadcrumb.then_some(MenuRow::Breadcrumb))
                .chain(shelf.then_some(MenuRow::Shelf))
                .chain([MenuRow::Quit])
                .collect()
        }
        MenuPage::Runs => {
            let records = runs.map_or(0, |runs| runs.best.rows().len()).min(SHOWN);
            [MenuRow::Run(NewRun::Random), MenuRow::Run(NewRun::Today), MenuRow::Open(MenuPage::Seed)]
                .into_iter()
                .chain([MenuRow::Back])
                .chain((0..records).map(MenuRow::Record))
                .collect()
        }
        MenuPage::Seed => vec![MenuRow::Digits],
        MenuPage::Saves => (0..SLOTS).map(MenuRow::Slot).chain([MenuRow::Back]).collect(),
        // What was saved before a load has come by itself.
        MenuPage::Slot(BEFORE) => {
            vec![MenuRow::Load(BEFORE), MenuRow::Ask(SlotAction::Delete, BEFORE), MenuRow::Back]
        }
        MenuPage::Slot(n) => vec![
            MenuRow::Load(n),
            MenuRow::Ask(SlotAction::Save, n),
            MenuRow::Ask(SlotAction::Delete, n),
            MenuRow::Back,
        ],
        MenuPage::Confirm(action, n) => vec![MenuRow::Back, MenuRow::Confirm(action, n)],
        MenuPage::Controls => (0..KEYBOARD_PLAYERS)
            .map(|player| MenuRow::Open(MenuPage::Keys(player)))
            .chain([MenuRow::Open(MenuPage::Pad), toggle(Toggle::Escape)])
            .chain(edits.then_some(MenuRow::EditKeys))
            .chain([MenuRow::Open(MenuPage::WindowKeys), MenuRow::Back])
            .collect(),
        MenuPage::Time => {
            [toggle(Toggle::Rewind), MenuRow::Speed { faster: true }, MenuRow::Speed { faster: false }]
                .into_iter()
                .chain((0..TIME_NAMES.len()).map(|which| MenuRow::Bound(Capture::TimeKey(which))))
                .chain((0..TIME_NAMES.len()).map(|which| MenuRow::Bound(Capture::TimePad(which))))
                .chain([MenuRow::Back])
                .collect()
        }
        MenuPage::Settings => vec![
            MenuRow::Volume,
            toggle(Toggle::Scale),
            toggle(Toggle::Fullscreen),
            toggle(Toggle::Crt),
            toggle(Toggle::Blur),
            toggle(Toggle::PadLoss),
            MenuRow::Open(MenuPage::Comfort),
            MenuRow::Open(MenuPage::Time),
            MenuRow::Open(MenuPage::Folders),
            MenuRow::Back,
        ],
        MenuPage::Folders => (0..settings.folders.len())
            .map(MenuRow::RemoveFolder)
            .chain([MenuRow::Text("drop a folder to add it", ""), MenuRow::Back])
            .collect(),
        MenuPage::Comfort => vec![
            toggle(Toggle::Flash),
            toggle(Toggle::Shake),
            MenuRow::Colors,
            MenuRow::Open(MenuPage::Hold),
            MenuRow::Open(MenuPage::Hands),
            MenuRow::Back,
        ],
        MenuPage::Hold => std::iter::once(MenuRow::Hold(None))
            .chain((0..HELD_NAMES.len()).map(|which| MenuRow::Hold(Some(which))))
            .chain([MenuRow::Back])
            .collect(),
        MenuPage::Hands => Hands::ALL
            .map(MenuRow::Hands)
            .into_iter()
            .chain([MenuRow::Open(MenuPage::Keys(0)), MenuRow::Open(MenuPage::Pad), MenuRow::Back])
            .collect(),
        MenuPage::Names(of) => {
            let names = of.names(settings).len();
            // Who plays with a pad alone could not bring a button's last one back.
            let last = matches!(of, Capture::Pad { .. }) && names == 1;
            (0..names)
                .map(|n| if last { MenuRow::Name(of, n) } else { MenuRow::Remove(of, n) })
                .chain((names < NAMES_MAX).then_some(MenuRow::Add(of)))
                .chain([MenuRow::Back])
                .collect()
        }
        MenuPage::Keys(player) => (0..BUTTONS)
            .map(|button| MenuRow::Bound(Capture::Key { player, button }))
            .chain([MenuRow::Defaults, MenuRow::Back])
            .collect(),
        MenuPage::Pad => (0..BUTTONS)
            .map(|button| MenuRow::Bound(Capture::Pad { button }))
            .chain([MenuRow::Defaults, MenuRow::Back])
            .collect(),
        MenuPage::WindowKeys => {
            WINDOW_KEYS.iter().map(|(key, what)| MenuRow::Text(key, what)).chain([MenuRow::Back]).collect()
        }
    }
}
