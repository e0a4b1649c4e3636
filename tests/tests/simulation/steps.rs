//! A case: a cart, and the steps done with it.

use crate::world::World;
use std::path::Path;
use studio::Mode;
use tests::programs;
use tests::random::Dice;

const STEPS: usize = 40;

/// A cart and the seed of its steps.
pub struct Case {
    pub seed: u64,
    source: String,
}

const HEAD: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 42\n__lua__\n";

impl Case {
    /// The case with this number.
    pub fn generated(seed: u64) -> Case {
        Case { seed, source: programs::cart(seed, 0) }
    }

    /// A stored case: a cartridge named by its seed.
    pub fn read(path: &Path) -> Case {
        let seed = path.file_stem().and_then(|stem| stem.to_string_lossy().parse().ok());
        let text = std::fs::read_to_string(path).expect("a case is a text");
        let source = text.strip_prefix(HEAD).expect("a case is a cartridge of code alone");
        Case { seed: seed.expect("a case is named by its seed"), source: source.into() }
    }

    /// Its cart as a file.
    pub fn cartridge(&self) -> String {
        format!("{HEAD}{}", self.source)
    }

    /// Runs all steps; returns the first failed check, and its step.
    pub fn run(&self) -> Result<(), String> {
        let mut dice = Dice::new(self.seed);
        let mut world = World::new(self.seed, &self.source)?;
        for step in 0..STEPS {
            let done = self.step(&mut world, &mut dice).and_then(|()| world.check());
            let done = if step % 8 == 7 { done.and_then(|()| world.replay()) } else { done };
            done.map_err(|error| format!("step {step} of case {}, {}: {error}", self.seed, world.doing))?;
        }
        Ok(())
    }

    fn step(&self, world: &mut World, dice: &mut Dice) -> Result<(), String> {
        if world.player.mode() == Mode::Error {
            world.doing = "restart after an error";
            world.control("KeyR");
            return world.ticks(3);
        }
        let some = |dice: &mut Dice, most: usize| dice.below(most) as u32;
        match dice.below(16) {
            0..=4 => {
                world.doing = "play";
                let key = dice.pick(&["ArrowRight", "ArrowUp", "KeyZ", "KeyX"]);
                world.key(key, true);
                world.ticks(1 + some(dice, 20))?;
                world.key(key, false);
                world.ticks(1 + some(dice, 10))?;
            }
            5..=8 => {
                world.doing = "rewind";
                world.key("Backspace", true);
                world.ticks(1 + some(dice, 25))?;
                world.key("Backspace", false);
                world.ticks(1 + some(dice, 15))?;
            }
            9 => {
                world.doing = "the debugger";
                world.tap("F12", "");
                world.ticks(2)?;
                for _ in 0..some(dice, 8) {
                    world.tap(dice.pick(&["ArrowLeft", "ArrowLeft", "ArrowRight"]), "");
                    world.ticks(1)?;
                }
                if dice.one_in(3) {
                    // The first field of the state, in the focused panel.
                    for (key, text) in [("KeyE", "e"), ("Digit7", "7"), ("Enter", "\r")] {
                        world.tap(key, text);
                    }
                    world.ticks(2)?;
                }
                if dice.one_in(2) {
                    for (key, text) in [("KeyG", "g"), ("Digit7", "7"), ("Enter", "\r")] {
                        world.tap(key, text);
                    }
                    world.ticks(3)?;
                }
                world.tap("Space", " ");
                world.ticks(2 + some(dice, 8))?;
            }
            10 => {
                world.doing = "the prompt";
                world.tap("F2", "");
                world.tap("F10", "");
                world.ticks(2)?;
                world.tap("", dice.pick(&["r=5", "t={1,2,3}", "c1=nil c1=cocreate(b2)", "a=h(1,2) b=o+1"]));
                world.tap("Enter", "\r");
                world.ticks(2)?;
                world.tap("F2", "");
                world.ticks(2 + some(dice, 8))?;
            }
            11 => {
                world.doing = "saved code";
                world.save_code(&programs::cart(self.seed, 1 + u64::from(some(dice, 5))))?;
                world.ticks(2 + some(dice, 12))?;
            }
            12 => {
                world.doing = "saved data";
                world.save_data(dice.byte());
                world.ticks(2 + some(dice, 12))?;
            }
            13 => {
                world.doing = "the menu";
                world.tap("Escape", "");
                world.ticks(1)?;
                // After the first row comes the cart's item, if it has one, then the slots; in the first slot
                // one press saves if it is empty, two load.
                for _ in 0..=some(dice, 2) {
                    world.tap("ArrowDown", "");
                    world.ticks(2)?;
                }
                for _ in 0..=1 + some(dice, 2) {
                    world.tap("KeyZ", "z");
                    world.ticks(2)?;
                }
                while world.player.mode() == Mode::Menu {
                    world.tap("Escape", "");
                    world.ticks(1)?;
                }
                world.settle()?;
            }
            14 => {
                world.doing = "a disk that refuses";
                world.disk.refuse_one_in(dice.pick(&[0, 2, 5, 40]));
                world.ticks(30 + some(dice, 40))?;
                world.disk.refuse_one_in(dice.pick(&[0, 0, 9]));
            }
            _ => {
                if dice.one_in(4) {
                    world.doing = "restart";
                    world.control("KeyR");
                } else {
                    world.doing = "kill";
                    world.kill()?;
                }
                world.ticks(2 + some(dice, 8))?;
            }
        }
        Ok(())
    }
}
