//! The pages of the pause menu and their rows.
//!
//! To add a setting, add a field in `settings.rs` and, for a yes-or-no, a variant of [`Toggle`].

use super::{
    BEFORE, Capture, Choice, MenuPage, MenuRow, NewRun, PauseMenu, SHOWN, SLOTS, SlotAction, Toggle,
};
use crate::settings::{
    BUTTON_NAMES, BUTTONS, ControlLayout, FASTER, HELD_NAMES, KEYBOARD_PLAYERS, NAMES_MAX, SLOWER, Scale,
    Settings, TIME_NAMES,
};

pub const WINDOW_KEYS: &[(&str, &str)] = &[
    ("enter p", "pause"),
    ("ctrl r", "restart"),
    ("ctrl shift r", "replay"),
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

/// Rows of the first page that fit.
const ROWS: usize = 15;

/// Those of a menu that is not bare.
const BEYOND_THE_CART: [&str; 3] = ["f2", "f12", "ctrl q"];

impl MenuPage {
    /// At least one of each.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<MenuPage> {
        use MenuPage::*;
        let key = Capture::Key { player: 0, button: 0 };
        let mut all =
            vec![Main, Runs, Seed, Saves, Settings, Folders, Comfort, Hold, ControlLayout, Time, Controls];
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
            MenuPage::Saves => "save slots",
            MenuPage::Slot(n) | MenuPage::Confirm(_, n) => {
                ["slot 1", "slot 2", "slot 3", "slot 4", "slot 5", "before the last load"][n.min(BEFORE)]
            }
            MenuPage::Settings => "settings",
            MenuPage::Folders => "cart sources",
            MenuPage::Comfort => "accessibility",
            MenuPage::Hold => "hold or toggle",
            MenuPage::ControlLayout => "one-handed",
            MenuPage::Time => "rewind and speed",
            MenuPage::Controls => "controls",
            MenuPage::Keys(0) => "keys, player 1",
            MenuPage::Keys(_) => "keys, player 2",
            MenuPage::Pad => "gamepad",
            MenuPage::WindowKeys => "shortcuts",
        };
        title.to_string()
    }
}

impl Capture {
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
    pub fn words(self) -> (&'static str, [&'static str; 2]) {
        let on = ["off", "on"];
        match self {
            Toggle::Scale => ("scaling", ["fit", "integer"]),
            Toggle::Fullscreen => ("fullscreen", on),
            Toggle::Crt => ("crt filter", on),
            Toggle::Flash => ("less flash", on),
            Toggle::Shake => ("less shake", on),
            Toggle::Blur => ("pause if unfocused", on),
            Toggle::PadLoss => ("pause if pad lost", on),
            Toggle::Rewind => ("rewind", on),
            Toggle::Escape => ("esc opens", ["menu", "editors"]),
        }
    }

    pub fn is_on(self, s: &Settings) -> bool {
        match self {
            Toggle::Scale => s.scale == Scale::Whole,
            Toggle::Fullscreen => s.fullscreen,
            Toggle::Crt => s.crt,
            Toggle::Flash => s.less_flash,
            Toggle::Shake => s.less_shake,
            Toggle::Blur => s.pause_on_blur,
            Toggle::PadLoss => s.pause_on_pad_loss,
            Toggle::Rewind => s.rewind,
            Toggle::Escape => s.escape_edits,
        }
    }

    pub fn flip(self, s: &mut Settings) {
        let on = !self.is_on(s);
        match self {
            Toggle::Scale => s.scale = if on { Scale::Whole } else { Scale::Fit },
            Toggle::Fullscreen => s.fullscreen = on,
            Toggle::Crt => s.crt = on,
            Toggle::Flash => s.less_flash = on,
            Toggle::Shake => s.less_shake = on,
            Toggle::Blur => s.pause_on_blur = on,
            Toggle::PadLoss => s.pause_on_pad_loss = on,
            Toggle::Rewind => s.rewind = on,
            Toggle::Escape => s.escape_edits = on,
        }
    }
}

pub(super) fn speed(s: &Settings, faster: bool) -> String {
    match (faster, s.faster, s.slower) {
        (true, 0, _) | (false, _, 0) => "off".to_string(),
        (true, times, _) => format!("{times}x"),
        (false, _, times) => format!("1/{times}"),
    }
}

pub(super) fn step(s: &mut Settings, faster: bool, forward: bool) {
    let (now, steps) = if faster { (&mut s.faster, FASTER) } else { (&mut s.slower, SLOWER) };
    let at = steps.iter().position(|step| step == now).unwrap_or(0);
    *now = steps[(at + if forward { 1 } else { steps.len() - 1 }) % steps.len()];
}

impl PauseMenu {
    pub fn rows(&self) -> Vec<MenuRow> {
        let toggle = MenuRow::Toggle;
        let open = MenuRow::Open;
        let mut rows: Vec<MenuRow> = match self.page {
            MenuPage::Main => return self.main_rows(),
            MenuPage::Seed => return vec![MenuRow::SeedDigits],
            MenuPage::Confirm(action, n) => return vec![MenuRow::Back, MenuRow::Confirm(action, n)],
            MenuPage::Runs => {
                let records = self.runs.as_ref().map_or(0, |runs| runs.best.rows().len()).min(SHOWN);
                let [new, today] =
                    [NewRun::Random, NewRun::Today].map(|run| MenuRow::Choose(Choice::Run(run)));
                // On the shelf there is no run yet.
                let runs = self.runs.as_ref().is_some_and(|runs| runs.title.is_none());
                let share = runs.then_some(MenuRow::Choose(Choice::Share));
                let rows = [new, today, open(MenuPage::Seed)].into_iter().chain(share).chain([MenuRow::Back]);
                return rows.chain((0..records).map(MenuRow::Record)).collect();
            }
            MenuPage::Saves => (0..SLOTS).map(MenuRow::Slot).collect(),
            // Saved only by the console.
            MenuPage::Slot(n) => {
                let save = (n != BEFORE).then_some(MenuRow::Ask(SlotAction::Save, n));
                let load = [MenuRow::Choose(Choice::Load(n))].into_iter();
                load.chain(save).chain([MenuRow::Ask(SlotAction::Delete, n)]).collect()
            }
            MenuPage::Controls => (0..KEYBOARD_PLAYERS)
                .map(|player| open(MenuPage::Keys(player)))
                .chain([open(MenuPage::Pad)])
                .chain((!self.is_bare).then_some(toggle(Toggle::Escape)))
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
                let pages = [MenuPage::Comfort, MenuPage::Time].map(open);
                let folders = (!self.is_bare).then_some(open(MenuPage::Folders));
                [MenuRow::Volume].into_iter().chain(own.map(toggle)).chain(pages).chain(folders).collect()
            }
            MenuPage::Folders => (0..self.settings.folders.len())
                .map(MenuRow::RemoveFolder)
                .chain([MenuRow::Choose(Choice::PasteAddress), MenuRow::Text("or drop a folder here", "")])
                .collect(),
            MenuPage::Comfort => vec![
                toggle(Toggle::Flash),
                toggle(Toggle::Shake),
                MenuRow::Colors,
                open(MenuPage::Hold),
                open(MenuPage::ControlLayout),
            ],
            MenuPage::Hold => {
                [None].into_iter().chain((0..HELD_NAMES.len()).map(Some)).map(MenuRow::Hold).collect()
            }
            MenuPage::ControlLayout => {
                let keys = [MenuPage::Keys(0), MenuPage::Pad].map(open);
                ControlLayout::ALL.map(MenuRow::ControlLayout).into_iter().chain(keys).collect()
            }
            MenuPage::Names(of) => {
                let names = of.names(&self.settings).len();
                // If the last binding of a gamepad button were removed, a user without a keyboard could not bind the
                // button again.
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
            MenuPage::WindowKeys => WINDOW_KEYS
                .iter()
                .filter(|(key, _)| !(self.is_bare && BEYOND_THE_CART.contains(key)))
                .map(|(key, what)| MenuRow::Text(key, what))
                .collect(),
        };
        rows.push(MenuRow::Back);
        rows
    }

    fn main_rows(&self) -> Vec<MenuRow> {
        let runs = self.runs.as_ref();
        let own = (1..).zip(&self.custom).filter(|(_, item)| item.is_some()).map(|(i, _)| MenuRow::Custom(i));
        let choose = |shown: bool, choice: Choice| shown.then_some(MenuRow::Choose(choice));
        let pages = [MenuPage::Saves, MenuPage::Settings, MenuPage::Controls].map(MenuRow::Open);
        let mut rows: Vec<MenuRow> = choose(true, Choice::Continue)
            .into_iter()
            .chain(choose(runs.is_some_and(|runs| runs.over), Choice::Replay))
            .chain(choose(runs.is_some_and(|runs| runs.over), Choice::Share))
            .chain(choose(self.previous_run.is_some(), Choice::GoBack))
            .chain(own)
            .chain(pages.into_iter().filter(|_| !self.is_short))
            .chain(choose(self.can_edit, Choice::Edit))
            .chain(choose(self.can_edit, Choice::Guide))
            .chain(runs.map(|_| MenuRow::Open(MenuPage::Runs)))
            .chain(choose(true, Choice::Reset))
            .chain(choose(self.breadcrumb.is_some(), Choice::Breadcrumb))
            .chain(choose(self.has_shelf, Choice::Shelf))
            .chain(choose(!self.is_short && !self.is_bare, Choice::Quit))
            .collect();
        // The page "runs" has it, too.
        if rows.len() > ROWS {
            rows.retain(|row| *row != MenuRow::Choose(Choice::Share));
        }
        rows
    }
}
