//! The pages of the pause menu and their rows: the one list of what can be set.
//!
//! To add a setting: a field in `settings.rs`, and for a yes-or-no a variant of [`Toggle`] with its three
//! answers.

use super::Capture;
use super::types::{BEFORE, MenuPage, MenuRow, NewRun, RunFacts, SHOWN, SLOTS, SlotAction, Toggle};
use crate::hands::Hands;
use crate::settings::{
    BUTTON_NAMES, BUTTONS, FASTER, HELD_NAMES, KEYBOARD_PLAYERS, NAMES_MAX, SLOWER, Scale, Settings,
    TIME_NAMES,
};
use rasher::MenuItem;

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
    pub edits: bool,
    /// Was the cart loaded by another one, to which an item leads back?
    pub breadcrumb: bool,
    pub left: bool,
    pub settings: &'a Settings,
    /// What is known of the cart's runs; none where there are none.
    pub runs: Option<&'a RunFacts>,
}

/// The rows of a page; never none.
pub(super) fn rows(page: MenuPage, facts: &Facts<'_>) -> Vec<MenuRow> {
    let settings = facts.settings;
    let toggle = MenuRow::Toggle;
    let open = MenuRow::Open;
    let mut rows: Vec<MenuRow> = match page {
        MenuPage::Main => return main_rows(facts),
        MenuPage::Seed => return vec![MenuRow::Digits],
        MenuPage::Confirm(action, n) => return vec![MenuRow::Back, MenuRow::Confirm(action, n)],
        MenuPage::Runs => {
            let records = facts.runs.map_or(0, |runs| runs.best.rows().len()).min(SHOWN);
            let new = [MenuRow::Run(NewRun::Random), MenuRow::Run(NewRun::Today), open(MenuPage::Seed)];
            return new.into_iter().chain([MenuRow::Back]).chain((0..records).map(MenuRow::Record)).collect();
        }
        MenuPage::Saves => (0..SLOTS).map(MenuRow::Slot).collect(),
        // What was saved before a load has come by itself.
        MenuPage::Slot(BEFORE) => vec![MenuRow::Load(BEFORE), MenuRow::Ask(SlotAction::Delete, BEFORE)],
        MenuPage::Slot(n) => {
            vec![MenuRow::Load(n), MenuRow::Ask(SlotAction::Save, n), MenuRow::Ask(SlotAction::Delete, n)]
        }
        MenuPage::Controls => (0..KEYBOARD_PLAYERS)
            .map(|player| open(MenuPage::Keys(player)))
            .chain([open(MenuPage::Pad), toggle(Toggle::Escape)])
            .chain(facts.edits.then_some(MenuRow::EditKeys))
            .chain([open(MenuPage::WindowKeys)])
            .collect(),
        MenuPage::Time => {
            let speeds = [true, false].map(|faster| MenuRow::Speed { faster });
            let keys = (0..TIME_NAMES.len()).map(Capture::TimeKey);
            let bound = keys.chain((0..TIME_NAMES.len()).map(Capture::TimePad)).map(MenuRow::Bound);
            [toggle(Toggle::Rewind)].into_iter().chain(speeds).chain(bound).collect()
        }
        MenuPage::Settings => {
            let own = [Toggle::Scale, Toggle::Fullscreen, Toggle::Crt, Toggle::Blur, Toggle::PadLoss];
            let pages = [MenuPage::Comfort, MenuPage::Time, MenuPage::Folders];
            [MenuRow::Volume].into_iter().chain(own.map(toggle)).chain(pages.map(open)).collect()
        }
        MenuPage::Folders => (0..settings.folders.len())
            .map(MenuRow::RemoveFolder)
            .chain([MenuRow::Text("drop a folder to add it", "")])
            .collect(),
        MenuPage::Comfort => vec![
            toggle(Toggle::Flash),
            toggle(Toggle::Shake),
            MenuRow::Colors,
            open(MenuPage::Hold),
            open(MenuPage::Hands),
        ],
        MenuPage::Hold => {
            [None].into_iter().chain((0..HELD_NAMES.len()).map(Some)).map(MenuRow::Hold).collect()
        }
        MenuPage::Hands => {
            let keys = [MenuPage::Keys(0), MenuPage::Pad].map(open);
            Hands::ALL.map(MenuRow::Hands).into_iter().chain(keys).collect()
        }
        MenuPage::Names(of) => {
            let names = of.names(settings).len();
            // Who plays with a pad alone could not bring a button's last one back.
            let last = matches!(of, Capture::Pad { .. }) && names == 1;
            (0..names)
                .map(|n| if last { MenuRow::Name(of, n) } else { MenuRow::Remove(of, n) })
                .chain((names < NAMES_MAX).then_some(MenuRow::Add(of)))
                .collect()
        }
        MenuPage::Keys(player) => (0..BUTTONS)
            .map(|button| MenuRow::Bound(Capture::Key { player, button }))
            .chain([MenuRow::Defaults])
            .collect(),
        MenuPage::Pad => (0..BUTTONS)
            .map(|button| MenuRow::Bound(Capture::Pad { button }))
            .chain([MenuRow::Defaults])
            .collect(),
        MenuPage::WindowKeys => WINDOW_KEYS.iter().map(|(key, what)| MenuRow::Text(key, what)).collect(),
    };
    rows.push(MenuRow::Back);
    rows
}

fn main_rows(facts: &Facts<'_>) -> Vec<MenuRow> {
    let own = (1..).zip(facts.custom).filter(|(_, item)| item.is_some()).map(|(i, _)| MenuRow::Custom(i));
    std::iter::once(MenuRow::Continue)
        .chain(facts.runs.is_some_and(|runs| runs.over).then_some(MenuRow::Replay))
        .chain(facts.left.then_some(MenuRow::GoBack))
        .chain(own)
        .chain([MenuPage::Saves, MenuPage::Settings, MenuPage::Controls].map(MenuRow::Open))
        .chain(facts.edits.then_some(MenuRow::Edit))
        .chain(facts.runs.map(|_| MenuRow::Open(MenuPage::Runs)))
        .chain([MenuRow::Reset])
        .chain(facts.breadcrumb.then_some(MenuRow::Breadcrumb))
        .chain(facts.shelf.then_some(MenuRow::Shelf))
        .chain([MenuRow::Quit])
        .collect()
}
