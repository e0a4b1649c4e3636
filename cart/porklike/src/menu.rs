//! Menus: the title's, the bag, what can be done with a thing, where it is thrown.
//!
//! ```text
//!  ┌ stats ──────────┐
//!  ┌ bag ────────────┐┌ use ┐      X goes on, O goes back; the arrows move the cursor.
//!  │ > skewer        ││>eat │      The map slides until the hero stands clear of the windows.
//!  │ ─────────────── ││throw│
//!  │   stale suet    │└─────┘
//!  └─────────────────┘     @
//!  ┌ hint ───────────┐
//!  (♥ 5/5)
//! ```
//!
//! Equipping leaves the bag open, since it costs no turn; what costs one closes it.

use crate::data::{self, Class, line};
use crate::dir::{Cell, Dir};
use crate::rules::{Action, Verb, World};
use crate::show::scene::Scene;
use crate::show::window::Window;
use crate::show::{screen, sound};
use crate::{FADE, Game, Mode};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use rasher::{Machine, Num};

/// Verbs of the use menu, in the order of [`World::verbs`].
const VERBS: [&str; 4] = ["equip", "eat", "throw", "burn"];

impl Game {
    /// The title hangs over the yard.
    pub(crate) fn title(&mut self, p8: &mut Machine) {
        self.world = World::new(0, self.world.kit.clone());
        self.scene = Scene::new(&self.world);
        self.logo = screen::Logo::default();
        self.fade = FADE;
        self.dark = FADE;
        self.mode = Mode::Title;
        self.menus = Vec::from([menu(p8, 34, 73, 60, "climb / daily / seed")]);
        sound::stay(p8, true);
        sound::music(p8, 0);
    }

    /// All menus snap shut.
    pub(crate) fn close_menus(&mut self) {
        self.menus.iter_mut().for_each(Window::close);
        self.scene.notes.append(&mut self.menus);
    }

    /// Moves the cursor of the window on top. True when X was pressed, false when O was.
    fn choose(&mut self, p8: &mut Machine) -> Option<bool> {
        let by = i32::from(p8.btnp(3)) - i32::from(p8.btnp(2));
        if by != 0 {
            p8.sfx(sound::CURSOR);
            self.menus.last_mut()?.move_cursor(by);
        }
        let (back, ok) = (self.pad.pressed(4), self.pad.pressed(5));
        if back || ok {
            p8.sfx(if ok { sound::OK } else { sound::BACK });
        }
        (back || ok).then_some(ok)
    }

    /// The row that the cursor of the window on top is in.
    fn row(&self) -> i32 {
        self.menus.last().and_then(|menu| menu.cursor).unwrap_or_default()
    }

    /// The title's menu.
    pub(crate) fn choose_run(&mut self, p8: &mut Machine) {
        if self.choose(p8).is_none() {
            return;
        }
        self.daily = self.row() == 1;
        match self.row() {
            0 => self.begin(p8, self.seed),
            1 => {
                // The date, read as if its decimal digits were hexadecimal ones.
                let date = [90, 91, 92].map(|part| p8.stat(part).num().flr());
                let text = format!("{:04}{:02}{:02}", date[0], date[1], date[2]);
                self.begin(p8, u32::from_str_radix(&text, 16).unwrap_or_default());
            }
            _ => self.mode = Mode::Seed(0),
        }
    }

    /// Eight digits: left and right choose one, up and down change it.
    pub(crate) fn type_seed(&mut self, p8: &mut Machine, digit: i32) {
        let [left, right, up, down] = Dir::ALL.map(|dir| i32::from(p8.btnp(dir as i32)));
        let digit = (digit + right - left).rem_euclid(8);
        let shift = 28 - digit * 4;
        let value = (self.seed >> shift).wrapping_add_signed(up - down) & 15;
        self.seed = self.seed & !(15 << shift) | value << shift;
        let (head, tail) = (format!("{:08x}", self.seed), digit as usize);
        let row = format!("\x0c5{}\x0c7{}\x0c5{}", &head[..tail], &head[tail..=tail], &head[tail + 1..]);
        self.mode = Mode::Seed(digit);
        self.menus[0].rows[2] = row;
        if left + right + up + down > 0 {
            p8.sfx(sound::CURSOR);
        }
        if self.pad.pressed(5) {
            self.begin(p8, self.seed);
        } else if self.pad.pressed(4) {
            self.menus[0].rows[2] = "seed".into();
            self.mode = Mode::Title;
            p8.sfx(sound::BACK);
        }
    }

    /// Opens the bag.
    pub(crate) fn open_bag(&mut self, p8: &mut Machine) {
        self.scene.notes.clear();
        self.menus.clear();
        self.menus.push(Window::new(p8, 4, 4, 88, ""));
        self.menus.push(Window::new(p8, 4, 88, 88, " / "));
        let mut bag = menu(p8, 4, 19, 88, " /  /  /  /  /  /  / ");
        (bag.rule, bag.h) = (2, bag.h + 4);
        self.menus.push(bag);
        self.mode = Mode::Bag;
        self.fill_bag();
        p8.sfx(sound::OK);
    }

    /// Writes the rows of the bag's windows anew.
    fn fill_bag(&mut self) {
        let world = &self.world;
        let named = |slot: usize| match (world.bag[slot], slot) {
            (0, 0) => "\x0c5no weapon".into(),
            (0, 1) => "\x0c5no armour".into(),
            (0, _) => "\x0c5...".into(),
            (item, _) => world.name(item),
        };
        let [weapon, armour] = [0, 1].map(|slot| data::item(world.bag[slot]));
        let hero = &world.mobs[0];
        let status = if hero.bless < 0 {
            2
        } else if hero.bless > 0 {
            3
        } else {
            0
        };
        let stats =
            format!("{:6}atk {}  def {}-{}", line("status", status), weapon.hit, armour.low, armour.high);
        let item = world.bag[self.menus[2].cursor.unwrap_or_default() as usize];
        let thing = data::item(item);
        let number = match thing.class {
            _ if item == 0 => String::new(),
            _ if thing.class == Class::Weapon as i32 => format!("atk {}", thing.hit),
            _ if thing.class == Class::Armour as i32 => format!("def {}-{}", thing.low, thing.high),
            _ => String::new(),
        };
        self.menus[2].rows = (0..8).map(named).collect();
        self.menus[1].rows = Vec::from([world.hint(item).into(), number]);
        self.menus[0].rows = Vec::from([stats]);
    }

    /// The bag listens.
    pub(crate) fn choose_thing(&mut self, p8: &mut Machine) {
        let picked = self.choose(p8);
        self.fill_bag();
        let slot = self.row() as u8;
        let verbs = self.world.verbs(slot);
        match picked {
            Some(true) if verbs.contains(&true) => {
                let rows: Vec<_> =
                    VERBS.iter().zip(verbs).filter(|(_, fits)| *fits).map(|(verb, _)| *verb).collect();
                let y = self.menus[2].row_at(slot.into()).1 - 4;
                self.menus.push(menu(p8, 92, y, 35, &rows.join(" / ")));
                self.mode = Mode::Use(slot);
            }
            Some(false) => {
                self.close_menus();
                self.mode = Mode::Play;
                self.pad.forget();
            }
            _ => {}
        }
    }

    /// The use menu listens.
    pub(crate) fn choose_verb(&mut self, p8: &mut Machine, slot: u8) {
        let Some(ok) = self.choose(p8) else { return };
        let row = self.row() as usize;
        let Some(mut menu) = self.menus.pop() else { return };
        let verb = if ok { menu.rows[row].as_str() } else { "" };
        self.mode = Mode::Bag;
        match verb {
            "equip" => self.act(Action::Use(Verb::Equip, slot, Dir::Up)),
            "eat" => self.spend(Action::Use(Verb::Eat, slot, Dir::Up)),
            "burn" => self.spend(Action::Use(Verb::Burn, slot, Dir::Up)),
            "throw" => {
                self.close_menus();
                let left = self.scene.actors.get(&0).is_some_and(|hero| hero.flip);
                self.mode = Mode::Aim(slot, if left { Dir::Left } else { Dir::Right });
                let name = self.world.name(self.world.bag[usize::from(slot)]);
                self.menus.push(Window::new(p8, 50, 0, 74, &name));
            }
            _ => {}
        }
        menu.close();
        self.scene.notes.push(menu);
    }

    /// Does what costs a turn: the bag closes.
    fn spend(&mut self, action: Action) {
        self.close_menus();
        self.mode = Mode::Play;
        self.pad.forget();
        self.act(action);
    }

    /// Arrows turn the aim, X throws, O goes back to the bag.
    pub(crate) fn aim(&mut self, p8: &mut Machine, slot: u8, dir: Dir) {
        let dir = Dir::ALL.into_iter().find(|dir| p8.btnp(*dir as i32)).unwrap_or(dir);
        self.mode = Mode::Aim(slot, dir);
        if let (_, Some(i)) = self.target(slot, dir)
            && self.clock % 16 == 0
        {
            self.scene.actors.entry(self.world.mobs[i].id).or_default().flash = 8;
        }
        self.menus[0].y = self.scene.hp_top();
        match self.choose(p8) {
            Some(true) => self.spend(Action::Use(Verb::Throw, slot, dir)),
            Some(false) => self.open_bag(p8),
            None => {}
        }
    }

    /// Where the thing in a slot would land, and whom of those that are seen it would hit.
    pub(crate) fn target(&self, slot: u8, dir: Dir) -> (Cell, Option<usize>) {
        let path = self.world.aim(self.world.bag[usize::from(slot)], dir);
        let end = path.last().copied().unwrap_or(self.scene.hero());
        (end, self.world.mob_at(end).filter(|i| *i > 0 && self.world.shows(&self.world.mobs[*i])))
    }

    /// The map slides until the hero stands clear of the bag, and back.
    pub(crate) fn pan(&mut self) {
        let hero = self.scene.hero();
        self.scene.low = matches!(self.mode, Mode::Bag | Mode::Use(_));
        let off = |at: i32, least: i32| if self.scene.low { at * 8 - (at * 8).clamp(least, 116) } else { 0 };
        let to = (off(hero.x, 98), off(hero.y, 96));
        let near = |at: Num, to: i32| at + (Num::int(to) - at) / Num::int(5);
        self.camera = (near(self.camera.0, to.0), near(self.camera.1, to.1));
    }

    /// Logo, seed and streak.
    pub(crate) fn draw_title(&self, p8: &mut Machine) {
        let streak = line("labels", 7).replace('@', &format!("{}", p8.dget(4).flr()));
        let best = format!("{} {}", line("labels", 6), p8.dget(1).flr());
        crate::paint::print_outlined(p8, &best, 4, 121, 6);
        crate::paint::print_outlined(p8, &streak, 125 - p8.text_width(streak.as_str()), 121, 9);
    }
}

/// A window with a cursor.
fn menu(p8: &Machine, x: i32, y: i32, w: i32, text: &str) -> Window {
    let mut menu = Window::new(p8, x, y, w, text);
    menu.cursor = Some(0);
    menu
}
