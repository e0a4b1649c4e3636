//! Menus: the title's, the seed, the bag, what can be done with a thing, where it is thrown.
//!
//! ```text
//!  (♥ 5/5)
//!  ┌ bag ────────────┐
//!  │ > skewer        │        X goes on, O goes back; the arrows move the cursor.
//!  │   tea towel     │        The map slides until the hero stands clear of the windows.
//!  │   ───────────── │
//!  │   stale suet    │     @
//!  │   ...           │
//!  │   ───────────── │
//!  │   heals 1       │        what is known of the thing at the cursor
//!  │   ok   atk 2    │
//!  └────────┌ use ┐──┘
//!           │>eat │
//! ```
//!
//! A menu's rows are its commands. Equipping leaves the bag open, since it costs no turn; what costs one closes it.

use crate::data::{self, line, page, text};
use crate::play::{O, SEEDS, X, arrow};
use crate::rules::{Action, Verb};
use crate::show::window::Menu;
use crate::{Game, Mode};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use kit::{Cell, Dir};
use rasher::{Machine, ability};

/// Sounds: a window is accepted, a window is left, a cursor moves.
const OK: i32 = 57;
const BACK: i32 = 58;
const CURSOR: i32 = 59;

impl Game {
    /// Whoever is on top listens to the buttons: a window, the screen of the end, or the hero.
    pub(crate) fn listen(&mut self, p8: &mut Machine) {
        let (back, ok) = (self.pressed & O > 0, self.pressed & X > 0);
        let Some(at) = self.top() else {
            return match self.mode {
                Mode::Over if ok => self.leave(Mode::Title),
                Mode::Over if back => self.leave(Mode::Replay),
                Mode::Over => {}
                _ => self.play(p8),
            };
        };
        self.forget();
        let top = &mut self.windows[at];
        let menu = top.menu;
        if let Some(dir) = arrow(p8.btnp_bits()) {
            p8.sfx(CURSOR);
            self.aim = dir as usize;
            self.digit = (self.digit + dir.dx()) & 7;
            top.cursor = (top.cursor + dir.dy()).rem_euclid(top.choices.max(1));
            if menu == Menu::Seed {
                let step = 10_i32.pow(7 - self.digit as u32);
                self.seed = (self.seed - dir.dy() * step).rem_euclid(SEEDS);
            }
        }
        let cursor = top.cursor as usize;
        match menu {
            Menu::Seed => self.windows[at].text = self.seed_text(),
            Menu::Bag => self.windows[at].text = self.bag_text(cursor),
            Menu::Aim => self.warn(),
            _ => {}
        }
        if back || ok {
            p8.sfx(if ok { OK } else { BACK });
            self.windows[at].life = -i32::from(menu == Menu::Title || menu == Menu::Bag && ok);
            match menu {
                Menu::Aim if back => self.open_bag(p8),
                _ if back => {}
                Menu::Aim => self.act(Action::Use(Verb::Throw, self.slot, Dir::ALL[self.aim])),
                Menu::Seed => self.begin(p8, self.seed),
                Menu::Bag => self.open_use(p8, cursor as u8),
                _ => self.obey(p8, at, cursor),
            }
        }
    }

    /// Does what a row of a menu says.
    fn obey(&mut self, p8: &mut Machine, menu: usize, row: usize) {
        let slot = self.slot;
        let action = match self.windows[menu].text.lines().nth(row).unwrap_or_default() {
            "climb" => return self.begin(p8, self.seed),
            "daily" => {
                let today = (90..93).fold(0, |date, part| date * 100 + p8.stat(part).num().flr());
                self.begin(p8, today);
                // No way back and no slots.
                return p8.allow(ability::FAST);
            }
            "seed" => return self.open(p8, Menu::Seed, [0, 105, 0, 0], self.seed_text(), -1),
            "equip" => return self.act(Action::Use(Verb::Equip, slot, Dir::Up)),
            "throw" => {
                self.shut();
                self.aim = usize::from(!self.actors[&0].flip);
                return self.open(p8, Menu::Aim, [0; 4], self.world.name(self.thing()), -1);
            }
            "eat" => Action::Use(Verb::Eat, slot, Dir::Up),
            "burn" => Action::Use(Verb::Burn, slot, Dir::Up),
            _ => return,
        };
        self.shut();
        self.act(action);
    }

    /// The title's menu.
    pub(crate) fn open_title(&mut self, p8: &Machine) {
        self.open(p8, Menu::Title, [34, 73, 60, 3], page("title"), -1);
    }

    /// Opens the bag. Messages go, or they would lie over it.
    pub(crate) fn open_bag(&mut self, p8: &mut Machine) {
        self.windows.clear();
        self.open(p8, Menu::Bag, [4, 19, 96, 8], self.bag_text(0), -1);
        p8.sfx(OK);
    }

    /// Opens the menu of what can be done with the thing in a slot, if there is one.
    fn open_use(&mut self, p8: &Machine, slot: u8) {
        self.slot = slot;
        let verbs: Vec<&str> = text("verbs")
            .zip(self.world.verbs(slot))
            .filter(|(_, fits)| *fits)
            .map(|(verb, _)| verb)
            .collect();
        if !verbs.is_empty() {
            self.open(p8, Menu::Use, [64, 97, 36, verbs.len() as i32], verbs.join("\n"), -1);
        }
    }

    /// Eight digits, the one under the cursor white.
    fn seed_text(&self) -> String {
        let mut text = format!("\x0c5{:08}", self.seed);
        text.insert_str(self.digit as usize + 3, "\x0c5");
        text.insert_str(self.digit as usize + 2, "\x0c7");
        text
    }

    /// Names of all that the hero has, what is known of one of them, and his state.
    fn bag_text(&self, slot: usize) -> String {
        let world = &self.world;
        let mut rows: Vec<String> = world.bag.iter().map(|item| world.name(*item)).collect();
        // Lines below the two worn things and below the bag.
        rows[1] = format!("\x06y7\x06u{:20}", rows[1]);
        rows[7] = format!("\x06y7\x06u{:20}", rows[7]);
        rows.push(world.hint(world.bag[slot]).into());
        let [weapon, armour] = [0, 1].map(|slot| data::item(world.bag[slot]));
        rows.push(format!(
            "{:6}atk {}  def {}-{}",
            line("status", (world.mobs[0].bless + 1) as u8),
            weapon.hit,
            armour.low,
            armour.high
        ));
        rows.join("\n")
    }

    /// The thing in the slot that was chosen.
    pub(crate) fn thing(&self) -> u8 {
        self.world.bag[usize::from(self.slot)]
    }

    /// The tiles that it would fly over, each with the creature there that it would hit, if one is seen.
    pub(crate) fn path(&self) -> Vec<(Cell, Option<usize>)> {
        let path = self.world.aim(self.thing(), Dir::ALL[self.aim]);
        path.into_iter().map(|at| (at, self.world.seen_at(at))).collect()
    }

    /// Whom it would hit flashes, eight frames on and eight off.
    fn warn(&mut self) {
        for who in self.path().into_iter().filter_map(|(_, who)| who) {
            self.actors.entry(self.world.mobs[who].id).or_default().flash = self.clock & 8;
        }
    }
}
