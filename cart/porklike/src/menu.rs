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

use crate::data::{self, Part, line, page, text};
use crate::play::{O, SEEDS, X, arrow};
use crate::rules::{Action, Verb};
use crate::show::window::Menu;
use crate::{Game, Mode};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use kit::Dir;
use rasher::{Machine, ability};

/// Sounds.
enum Sound {
    /// A window is accepted.
    Ok = 57,
    /// One is left.
    Back,
    /// A cursor moves.
    Cursor,
}

impl Game {
    /// Whoever is on top listens to the buttons: a window, or the hero.
    pub(crate) fn listen(&mut self, p8: &mut Machine) {
        let Some(at) = self.top() else { return self.play(p8) };
        let back = self.pressed & O > 0;
        let ok = self.pressed & X > 0;
        self.forget();
        let top = &mut self.windows[at];
        let menu = top.menu;
        if let Some(dir) = arrow(p8.btnp_bits()) {
            p8.sfx(Sound::Cursor as i32);
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
            Menu::Aim => self.mark_aim(),
            _ => {}
        }
        if back || ok {
            p8.sfx(if ok { Sound::Ok } else { Sound::Back } as i32);
            self.windows[at].life = -i32::from(menu == Menu::Title || menu == Menu::Bag && ok);
            match menu {
                Menu::Over => self.leave(if ok { Mode::Title } else { Mode::Replay }),
                Menu::Aim if back => self.open_bag(p8),
                _ if back => {}
                Menu::Aim => self.spend(Verb::Throw),
                Menu::Seed => self.begin(p8, self.seed),
                Menu::Bag => self.open_use(p8, cursor),
                _ => self.obey(p8, at, cursor),
            }
        }
    }

    /// Does what a row of a menu says.
    fn obey(&mut self, p8: &mut Machine, menu: usize, row: usize) {
        match self.windows[menu].text.lines().nth(row).unwrap_or_default() {
            "climb" => self.begin(p8, self.seed),
            "daily" => {
                let today = (90..93).fold(0, |date, part| date * 100 + p8.stat(part).num().flr());
                self.begin(p8, today);
                // No way back and no slots.
                p8.allow(ability::FAST);
            }
            "seed" => self.open(p8, Menu::Seed, self.seed_text(), -1),
            "throw" => {
                self.shut();
                self.aim = usize::from(!self.actors[&0].flip);
                self.open(p8, Menu::Aim, self.world.name(self.thing()), -1);
            }
            "equip" => self.spend(Verb::Equip),
            "eat" => self.spend(Verb::Eat),
            "burn" => self.spend(Verb::Burn),
            _ => {}
        }
    }

    /// Does something with the thing in the slot that was chosen. Equipping leaves the bag open.
    fn spend(&mut self, verb: Verb) {
        if verb != Verb::Equip {
            self.shut();
        }
        self.act(Action::Use(verb, self.slot, Dir::ALL[self.aim]));
    }

    /// Opens the bag. Messages go, or they would lie over it.
    pub(crate) fn open_bag(&mut self, p8: &mut Machine) {
        self.windows.clear();
        self.open(p8, Menu::Bag, self.bag_text(0), -1);
        p8.sfx(Sound::Ok as i32);
    }

    /// Opens the menu of what can be done with the thing in a slot, if there is one.
    fn open_use(&mut self, p8: &Machine, slot: usize) {
        self.slot = slot as u8;
        let verbs = text("verbs").zip(self.world.verbs(self.slot));
        let verbs: Vec<&str> = verbs.filter_map(|(verb, fits)| fits.then_some(verb)).collect();
        if !verbs.is_empty() {
            self.open(p8, Menu::Use, verbs.join("\n"), -1);
        }
    }

    /// Eight digits, and an arrow below the one that is being changed.
    fn seed_text(&self) -> String {
        // The colour takes two places.
        format!("{:08}\n{:>2$}", self.seed, "\x0c7^", self.digit as usize + 3)
    }

    /// Names of all that the hero has, what is known of one of them, and his state.
    fn bag_text(&self, slot: usize) -> String {
        let mut rows: Vec<String> = self.world.bag.iter().map(|item| self.world.name(*item)).collect();
        // Lines below the two worn things and below the bag.
        for last in [1, 7] {
            rows[last] = format!("\x06y7\x06u{:20}", rows[last]);
        }
        rows.push(self.world.hint(self.world.bag[slot]).into());
        rows.push(format!(
            "{:6}atk {}  def {}-{}",
            line("status", (self.world.mobs[0].bless + 1) as u8),
            data::item(self.world.bag[0], Part::Hit),
            data::item(self.world.bag[1], Part::Low),
            data::item(self.world.bag[1], Part::High)
        ));
        rows.join("\n")
    }

    /// What is told of a run at its end.
    pub(crate) fn end_text(&self, p8: &Machine) -> String {
        let stats = self.world.stats;
        let fate = if self.has_won() { 11 } else { stats.killer };
        format!(
            include_str!("../data/end.txt"),
            page(&format!("fate{fate}")),
            self.world.floor,
            p8.dget(1).flr(),
            stats.steps,
            stats.turns,
            stats.kills,
            stats.meals,
            self.world.seed
        )
    }

    /// The thing in the slot that was chosen.
    pub(crate) fn thing(&self) -> u8 {
        self.world.bag[usize::from(self.slot)]
    }
}
