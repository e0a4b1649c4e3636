//! Menus: the bag, what can be done with a thing, where it is thrown.
//!
//! ```text
//!  (♥ 5/5)
//!  ┌ bag ────────────┐
//!  │   / skewer      │        X goes on, O goes back, as X does at an empty slot; the arrows move the cursor.
//!  │   # tea towel   │        The map slides until the hero stands clear of the windows.
//!  │   ───────────── │
//!  │ > o stale suet  │     @
//!  │   ...           │
//!  │   ───────────── │
//!  │   heals 1       │        what is known of the thing at the cursor
//!  │   ok   atk 2    │
//!  │   X eat   > more│        what X does with it: an arrow to a side shows what else
//!  └─────────────────┘
//! ```
//!
//! Equipping leaves the bag open, since it costs no turn; what costs one closes it.

use crate::data::{self, Part, line, page};
use crate::play::{O, X, arrow};
use crate::rules::{Action, VISIBLE, Verb};
use crate::show::window::Menu;
use crate::{Game, Mode};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use kit::Dir;
use rasher::Machine;

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
        // The topmost window that waits, or else the hero.
        let Some(at) = self.windows.iter().rposition(|window| window.life < 0) else {
            return self.play(p8);
        };
        let back = self.pressed & O > 0;
        let ok = self.pressed & X > 0;
        self.forget();
        let menu = self.windows[at].menu;
        if let Some(dir) = arrow(p8.btnp_bits()) {
            p8.sfx(Sound::Cursor as i32);
            self.aim = dir as usize;
            if menu == Menu::Bag {
                self.verb = if dir.dx() == 0 { 0 } else { self.verb + 1 };
                self.slot = (self.slot + dir.dy()).rem_euclid(8);
            }
        }
        if menu == Menu::Bag {
            self.windows[at].text = self.bag_text();
        } else if menu == Menu::Aim {
            self.mark_aim();
        }
        if back || ok {
            p8.sfx(Sound::Back as i32 - i32::from(ok));
            self.windows[at].life = -i32::from(menu == Menu::Bag && ok);
            match menu {
                Menu::Over if self.mode == Mode::Title => self.mode = Mode::Play,
                Menu::Over => self.next = Some(Mode::Title),
                Menu::Aim if back => self.open_bag(p8),
                Menu::Aim => self.spend(Verb::Throw),
                Menu::Bag if ok => match self.verb() {
                    Some(Verb::Throw) => {
                        self.shut();
                        self.aim = usize::from(!self.actors.entry(0).or_default().flip);
                        self.open(Menu::Aim, self.world.name(self.thing()), -2);
                    }
                    Some(verb) => self.spend(verb),
                    None => self.shut(),
                },
                _ => {}
            }
        }
    }

    /// What ❎ does with the thing under the cursor: what it is for, and with each arrow to a side the next of what else can be done.
    /// Nothing with an empty slot.
    fn verb(&self) -> Option<Verb> {
        [Verb::Equip, Verb::Eat, Verb::Throw, Verb::Burn]
            .into_iter()
            .filter(|verb| self.world.verbs(self.slot as u8)[*verb as usize])
            .cycle()
            .nth(self.verb)
    }

    /// Does something with the thing in the slot that was chosen. Equipping leaves the bag open.
    fn spend(&mut self, verb: Verb) {
        if verb != Verb::Equip {
            self.shut();
        }
        self.queue = self.world.act(Action::Use(verb, self.slot as u8, Dir::ALL[self.aim]));
    }

    /// Opens the bag at the first thing carried. Messages go, or they would lie over it.
    pub(crate) fn open_bag(&mut self, p8: &mut Machine) {
        self.windows.clear();
        self.slot = 2;
        self.verb = 0;
        self.open(Menu::Bag, self.bag_text(), -1);
        p8.sfx(Sound::Ok as i32);
    }

    /// Names of all that the hero has, what is known of one of them, and his state.
    fn bag_text(&self) -> String {
        let mut rows: Vec<String> =
            self.world.bag.iter().map(|item| format!("     {:15}", self.world.name(*item))).collect();
        // Lines below the two worn things and below the bag.
        for last in [1, 7] {
            rows[last].insert_str(0, "\x06y7\x06u");
        }
        rows.push(self.world.hint(self.thing()).into());
        rows.push(format!(
            "{:6}atk {}  def {}-{}",
            line("status", (self.world.mobs[0].bless + 1) as u8),
            data::item(self.world.bag[0], Part::Hit),
            data::item(self.world.bag[1], Part::Low),
            data::item(self.world.bag[1], Part::High)
        ));
        rows.push(self.verb().map_or("", |verb| line("verbs", verb as u8)).into());
        rows.join("\n")
    }

    /// Who is in sight, the hero first: hit points, name, attack, and what is worth knowing; then what else is. Five rows: as many
    /// have room beside the hero, wherever he stands.
    pub(crate) fn look_text(&self) -> String {
        // The first is no text: plain floor and walls.
        let things: BTreeSet<String> = self
            .world
            .grid
            .cells()
            .filter(|at| self.world.sight.get(*at) == VISIBLE)
            .map(|at| line("things", self.world.grid.get(at)).into())
            .collect();
        self.world
            .mobs
            .iter()
            .filter(|mob| self.world.shows(mob))
            .map(|mob| format!("\x0c8♥{} \x0c7{}", mob.hp, line("look", mob.kind)))
            .chain(things.into_iter().skip(1))
            .take(5)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// What is told of a run at its end.
    pub(crate) fn end_text(&self) -> String {
        let stats = self.world.stats;
        let fate = if self.has_won() { 11 } else { stats.killer };
        format!(
            include_str!("../data/end.txt"),
            page(&format!("fate{fate}")),
            self.world.floor,
            stats.turns,
            stats.kills,
            stats.steps,
            stats.meals,
            self.world.seed
        )
    }

    /// The thing in the slot that was chosen.
    pub(crate) fn thing(&self) -> u8 {
        self.world.bag[self.slot as usize]
    }
}
