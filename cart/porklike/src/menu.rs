//! Menus: the bag, the actions for an item, the direction of a throw, what a chest offers.
//!
//! ```text
//!  ┌ stats ──────────┐
//!  │ ok   atk 2 ...  │
//!  ├ bag ────────────┤
//!  │   / skewer      │        X opens what can be done with a thing, O goes back; the arrows move the cursor.
//!  │   # tea towel   │
//!  │   ───────────── │
//!  │ > o stale suet ┌ use ────┐
//!  │   ...          │ > eat   │
//!  │   ...          │   throw │     @
//!  │   ─────────────│   trash │
//!  │   heals 1      └─────────┘        the last row of the bag: a hint about the item
//!  └─────────────────┘
//! ```
//!
//! A chest, bin or rail opens the same window with two rows instead of the bag's eight. X takes the thing under the cursor.
//!
//! Equipping and trashing leave the bag open, since they take no turn; the other actions close it.

use crate::Game;
use crate::data::{self, Part, line, page};
use crate::play::{O, X, arrow};
use crate::rules::{Action, Verb};
use crate::show::window::Menu;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use kit::Dir;
use rasher::{Machine, Num};

impl Game {
    /// Passes the buttons to the topmost window, or to the hero.
    pub(crate) fn listen(&mut self, p8: &mut Machine) {
        // The topmost window that waits, or else the hero.
        let Some(at) = self.windows.iter().rposition(|window| window.life < 0) else {
            return self.play(p8);
        };
        let ok = self.pressed & X > 0;
        let menu = self.windows[at].menu;
        self.forget();
        if let Some(dir) = arrow(p8.btnp_bits()) {
            p8.sfx(59);
            match menu {
                Menu::Bag => self.slot = (self.slot + dir.dy()).rem_euclid(self.goods().len() as i32),
                Menu::Use => self.verb = (self.verb + dir.dy()).rem_euclid(self.verbs().len() as i32),
                Menu::Start | Menu::Over => {
                    // The run of the day is always the first one's.
                    self.bun = (self.bun + dir.dy()).rem_euclid(if p8.is_daily() { 1 } else { self.buns });
                    self.world.start_as(self.bun as usize);
                }
                _ => self.aim = dir as usize,
            }
        }
        if self.pressed & (O | X) > 0 {
            // 57 accepts, 58 goes back.
            p8.sfx(58 - i32::from(ok));
            match menu {
                Menu::Over => self.leaves = true,
                Menu::Bag if ok && !self.offer.is_empty() => {
                    self.shut();
                    self.world.pick = self.slot as usize;
                    self.queue = self.world.act(Action::Step(Dir::ALL[self.aim]));
                }
                Menu::Bag if ok && self.thing() > 0 => {
                    self.verb = 0;
                    self.open(Menu::Use, -1);
                }
                Menu::Use if ok => match self.verbs()[self.verb as usize] {
                    Verb::Throw => {
                        self.shut();
                        self.open(Menu::Aim, -2);
                    }
                    verb => {
                        self.windows[at].life = 0;
                        self.act(verb);
                    }
                },
                Menu::Aim if ok => self.act(Verb::Throw),
                Menu::Aim => self.open_bag(p8),
                Menu::Bag => self.shut(),
                _ => self.windows[at].life = 0,
            }
        }
        if menu == Menu::Aim {
            // Marks the path of the throw, one tile at least, to where it lands: dots that run along it. Whom it would hit
            // flashes, eight frames on and eight off.
            let dir = Dir::ALL[self.aim];
            let here = self.world.hero();
            let path = self.world.aim(self.thing(), dir);
            let end = *path.last().unwrap_or(&here.step(dir));
            for i in 1..here.dist(end) * 2 {
                let out = Num::int(i * 4 + self.clock / 4 % 4);
                let dot = self.speck("•", 7, here, 2);
                dot.x += out * Num::int(dir.dx());
                dot.y += out * Num::int(dir.dy()) + Num::int(2);
            }
            self.speck("+", 7, end, 2).y += Num::int(2);
            for at in path {
                if let Some(who) = self.world.seen_at(at) {
                    self.actors.entry(self.world.mobs[who].id).or_default().flash = self.clock as u32 & 8;
                }
            }
        }
    }

    /// The actions for the item under the cursor.
    fn verbs(&self) -> Vec<Verb> {
        self.world.verbs(self.slot as u8)
    }

    /// Uses the item in the selected slot. An action that takes a turn closes the bag.
    fn act(&mut self, verb: Verb) {
        if matches!(verb, Verb::Eat | Verb::Throw) {
            self.shut();
        }
        self.queue = self.world.act(Action::Use(verb, self.slot as u8, Dir::ALL[self.aim]));
    }

    /// Opens the bag. Messages go, or they would cover it.
    pub(crate) fn open_bag(&mut self, p8: &mut Machine) {
        self.windows.clear();
        self.open(Menu::Stats, -1);
        self.open(Menu::Bag, -1);
        p8.sfx(57);
    }

    /// What a window says: a message says what it did.
    pub(crate) fn text(&self, at: usize) -> String {
        let window = &self.windows[at];
        match window.menu {
            Menu::Note => window.text.clone(),
            // The keys, the bun, and what it takes for the next one.
            Menu::Start => format!(
                "{}\n{}\n{}",
                page("keys"),
                line("buns", self.bun as u8),
                line("deeds", self.buns as u8)
            ),
            Menu::Tablet => page(&format!("tablet{}", self.shown.floor)),
            Menu::Aim => self.world.name(self.thing()),
            Menu::Use => {
                self.verbs().iter().map(|verb| format!("  {}\n", line("verbs", *verb as u8))).collect()
            }
            // The names of all things, and a hint about the selected one.
            Menu::Bag => {
                self.goods()
                    .iter()
                    .map(|item| format!("     {:15}\n", self.world.name(*item)))
                    .collect::<String>()
                    + self.world.hint(self.thing())
            }
            // His state, attack and defence.
            Menu::Stats => {
                let [hand, worn, ..] = self.world.bag;
                format!(
                    "{:6}atk {}  def {}-{}",
                    line("status", (self.world.mobs[0].bless + 1) as u8),
                    data::item(hand, Part::Hit),
                    data::item(worn, Part::Low),
                    data::item(worn, Part::High)
                )
            }
            // The creatures in sight, the hero first: hit points, name, attack and a remark. Names of
            // sleepers are blue, those of hunters red.
            Menu::Look => self
                .world
                .mobs
                .iter()
                .filter(|mob| self.world.shows(mob))
                .map(|mob| {
                    format!(
                        "\x0c8♥{} \x0c{}{}\n",
                        mob.hp,
                        [['7', 'c'][usize::from(mob.at == mob.target)], '8'][usize::from(mob.hunts)],
                        line("look", mob.kind)
                    )
                })
                .collect(),
            // The summary of a run, and a flashing hint.
            Menu::Over => {
                let stats = self.world.stats;
                let fate = if self.has_won() { 12 } else { stats.killer };
                format!(
                    include_str!("../data/end.txt"),
                    page(&format!("fate{fate}")),
                    line("buns", self.bun as u8),
                    self.world.floor,
                    stats.turns,
                    stats.kills,
                    stats.steps,
                    stats.meals,
                    self.world.seed,
                    line("again", (self.clock / 16 % 2) as u8)
                )
            }
        }
    }

    /// The things in the window: those of the bag, or those that a chest offers.
    pub(crate) fn goods(&self) -> &[u8] {
        if self.offer.is_empty() { &self.world.bag } else { &self.offer }
    }

    /// The item in the selected slot.
    pub(crate) fn thing(&self) -> u8 {
        self.goods()[self.slot as usize]
    }
}
