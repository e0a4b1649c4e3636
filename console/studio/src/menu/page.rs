//! The pages of the pause menu and their rows: the one list of what can be set.
//!
//! To add a setting, add a field in `settings.rs` and, for a yes-or-no, a variant of [`Toggle`].

use super::types::{BEFORE, MenuPage, MenuRow, NewRun, SHOWN, SLOTS, SlotAction, Toggle};
use super::{Capture, Choice, PauseMenu};
use crate::hands::Hands;
use crate::settings::{
    BUTTON_NAMES, BUTTONS, FASTER, HELD_NAMES, KEYBOARD_PLAYERS, NAMES_MAX, SLOWER, Scale, Settings,
    TIME_NAMES,
};

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
    /// One of each page at least.
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
    /// The name of its row, or of its page, which names the player too.
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

    /// Is it a key, or a pad button?
    pub fn is_key(self) -> bool {
        matches!(self, Capture::Key { .. } | Capture::TimeKey(_))
    }

    pub(super) fn names_mut(self, settings: &mut Settings) -> &mut Vec<String> {
        match self {
            Capture::Key { player, button } => &mut settings.keys[player][button],
            Capture::Pad { button } => &mut settings.pad[button],
            Capture::TimeKey(which) => &mut settings.time_keys[which],
            Capture::TimePad(which) => &mut settings.time_pad[which],
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

pub(super) fn speed(s: &Settings, faster: bool) -> String {
    match (faster, s.faster, s.slower) {
        (true, 0, _) | (false, _, 0) => "off".to_string(),
        (true, times, _) => format!("{times}x"),
        (false, _, times) => format!("1/{times}"),
    }
}

/// Moves on to the next speed, or back, in a circle.
pub(super) fn step(s: &mut Settings, faster: bool, forward: bool) {
    let (now, steps) = if faster { (&mut s.faster, FASTER) } else { (&mut s.slower, SLOWER) };
    let at = steps.iter().position(|step| step == now).unwrap_or(0);
    *now = steps[(at + if forward { 1 } else { steps.len() - 1 }) % steps.len()];
}

impl PauseMenu {
    /// The rows of the page that is shown; at least one.
    pub fn rows(&self) -> Vec<MenuRow> {
        let toggle = MenuRow::Toggle;
        let open = MenuRow::Open;
        let mut rows: Vec<MenuRow> = match self.page {
            MenuPage::Main => return self.main_rows(),
            MenuPage::Seed => return vec![MenuRow::Digits],
            MenuPage::Confirm(action, n) => return vec![MenuRow::Back, MenuRow::Confirm(action, n)],
            MenuPage::Runs => {
                let records = self.runs.as_ref().map_or(0, |runs| runs.best.rows().len()).min(SHOWN);
                let new = [NewRun::Random, NewRun::Today].map(|run| MenuRow::Choose(Choice::Run(run)));
                return new
                    .into_iter()
                    .chain([open(MenuPage::Seed), MenuRow::Back])
                    .chain((0..records).map(MenuRow::Record))
                    .collect();
            }
            MenuPage::Saves => (0..SLOTS).map(MenuRow::Slot).collect(),
            // The console fills this one before a load.
            MenuPage::Slot(BEFORE) => {
                vec![MenuRow::Choose(Choice::Load(BEFORE)), MenuRow::Ask(SlotAction::Delete, BEFORE)]
            }
            MenuPage::Slot(n) => {
                vec![
                    MenuRow::Choose(Choice::Load(n)),
                    MenuRow::Ask(SlotAction::Save, n),
                    MenuRow::Ask(SlotAction::Delete, n),
                ]
            }
            MenuPage::Controls => (0..KEYBOARD_PLAYERS)
                .map(|player| open(MenuPage::Keys(player)))
                .chain([open(MenuPage::Pad), toggle(Toggle::Escape)])
                .chain(self.can_edit.then_some(MenuRow::Choose(Choice::EditKeys)))
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
            MenuPage::Folders => (0..self.settings.folders.len())
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
                let names = of.names(&self.settings).len();
                // A person with only a pad could not bind a button's last one again.
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

    fn main_rows(&self) -> Vec<MenuRow> {
        let runs = self.runs.as_ref();
        let own = (1..).zip(&self.custom).filter(|(_, item)| item.is_some()).map(|(i, _)| MenuRow::Custom(i));
        let choose = |shown: bool, choice: Choice| shown.then_some(MenuRow::Choose(choice));
        choose(true, Choice::Continue)
            .into_iter()
            .chain(choose(runs.is_some_and(|runs| runs.over), Choice::Replay))
            .chain(choose(self.previous_run.is_some(), Choice::GoBack))
            .chain(own)
            .chain([MenuPage::Saves, MenuPage::Settings, MenuPage::Controls].map(MenuRow::Open))
            .chain(choose(self.can_edit, Choice::Edit))
            .chain(runs.map(|_| MenuRow::Open(MenuPage::Runs)))
            .chain(choose(true, Choice::Reset))
            .chain(choose(self.breadcrumb.is_some(), Choice::Breadcrumb))
            .chain(choose(self.has_shelf, Choice::Shelf))
            .chain(choose(true, Choice::Quit))
            .collect()
    }
}
