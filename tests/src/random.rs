//! Random cases and random players, the same in every run.
//!
//! ```text
//! seed ── Dice ── numbers, picks
//! seed ── RandomPlayer ── one Input a frame: buttons held for a while, now and then a typed key, a click, a menu choice
//! ```
//!
//! Both use the machine's own generator, so a failing case can be repeated by its seed on any platform.

use num::Rng;
use rasher::{Event, Input, Patch};

#[derive(Clone, Debug)]
pub struct Dice(Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::from_words((seed >> 32) as u32 ^ 0xbead_29ba, seed as u32 ^ 0xdead_beef);
        // Seeds that differ in one bit give similar words at first.
        (0..32).for_each(|_| _ = rng.next_u32());
        Dice(rng)
    }

    /// Any 32 bits.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// 0 to `n` - 1; 0 when `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.word()) * n as u64) >> 32) as usize
    }

    /// `from` to `to` - 1.
    pub fn range(&mut self, from: i32, to: i32) -> i32 {
        from + self.below((to - from) as usize) as i32
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Any byte.
    pub fn byte(&mut self) -> u8 {
        (self.word() >> 24) as u8
    }

    /// One of them; the list must not be empty.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// A player that presses random buttons.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    dice: Dice,
    held: Input,
    left: [usize; 2],
    all: bool,
}

impl RandomPlayer {
    /// Equal seeds give equal play, with everything a host can report.
    pub fn new(seed: u64) -> Self {
        RandomPlayer { dice: Dice::new(seed), held: Input::default(), left: [0; 2], all: true }
    }

    /// Only the six buttons of the first player: a bot without a plan.
    pub fn pad(seed: u64) -> Self {
        RandomPlayer { all: false, ..RandomPlayer::new(seed) }
    }

    /// The next frame's input.
    pub fn input(&mut self) -> Input {
        let dice = &mut self.dice;
        for (player, left) in self.left.iter_mut().enumerate() {
            if *left == 0 {
                *left = 1 + dice.below(40);
                // Mostly one or two buttons at once, as people do.
                let two = 1 << dice.below(6) | if dice.one_in(3) { 1 << dice.below(6) } else { 0 };
                self.held.players[player] = if dice.one_in(4) { 0 } else { two };
                if self.all && dice.one_in(30) {
                    self.held.players[player] |= rasher::button::PAUSE;
                }
            }
            *left -= 1;
        }
        if !self.all {
            return Input::buttons(self.held.players[0]);
        }
        if dice.one_in(5) {
            let mouse = &mut self.held.mouse;
            (mouse.x, mouse.y) = (dice.range(-5, 133) as i16, dice.range(-5, 133) as i16);
            (mouse.dx, mouse.dy) = (dice.range(-9, 10) as i16, dice.range(-9, 10) as i16);
            mouse.buttons = dice.byte() & dice.byte() & 7;
            mouse.wheel_y = dice.range(-1, 2) as i8;
        }
        if dice.one_in(10) {
            let (key, down) = (dice.byte(), dice.one_in(2));
            self.held.keys.set(key, down);
        }
        let mut input = self.held.clone();
        while dice.one_in(8) {
            input.events.push(event(dice));
        }
        input
    }
}

fn event(dice: &mut Dice) -> Event {
    match dice.below(20) {
        0..10 => Event::Char(dice.range(0x20, 0x7b) as u8),
        10..15 => Event::Menu { index: dice.range(0, 8) as u8, buttons: dice.pick(&[1, 2, 0x70]) },
        15 => Event::Clipboard(format!("pasted {}", dice.below(1000))),
        16 => Event::Controllers(dice.range(0, 4) as u8),
        17 => Event::Comfort { less_flash: dice.one_in(2), less_shake: dice.one_in(2) },
        // Some start at the ROM's end or beyond it.
        _ => {
            let bytes = (0..dice.below(20)).map(|_| dice.byte()).collect();
            Event::Data(vec![Patch { addr: dice.below(0x4310) as u16, bytes }])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_reach_every_side_and_no_other() {
        let mut dice = Dice::new(1);
        let mut seen = [0; 6];
        (0..6000).for_each(|_| seen[dice.below(6)] += 1);
        // 1000 each, plus or minus five standard deviations of 29.
        assert!(seen.iter().all(|n| (855..1145).contains(n)), "{seen:?}");
        assert!((0..1000).all(|_| (-3..4).contains(&dice.range(-3, 4))));
        assert_ne!(Dice::new(2).word(), Dice::new(3).word());
    }

    #[test]
    fn a_random_player_does_all_that_a_host_can_tell() {
        let mut player = RandomPlayer::new(7);
        let inputs: Vec<Input> = (0..5000).map(|_| player.input()).collect();
        let pressed = inputs.iter().fold(0, |all, i| all | i.players[0]);
        assert_eq!(pressed, 0x7f, "every button");
        let has = |kind: fn(&Event) -> bool| inputs.iter().flat_map(|i| &i.events).any(kind);
        assert!(has(|e| matches!(e, Event::Char(_))) && has(|e| matches!(e, Event::Menu { .. })));
        assert!(has(|e| matches!(e, Event::Data(_))) && has(|e| matches!(e, Event::Clipboard(_))));
        let mut pad = RandomPlayer::pad(7);
        let pressed = (0..5000).fold(0, |all, _| all | pad.input().players[0]);
        assert_eq!(pressed, 0x3f, "a pad has no pause and nothing else");
        let mut again = RandomPlayer::new(7);
        assert!(inputs.iter().all(|input| *input == again.input()), "the same seed plays the same");
    }
}
