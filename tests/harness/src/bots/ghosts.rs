//! A bot that brings Ghostlight's treasures home.
//!
//! ```text
//! goal    the nearest treasure; the stairs when she carries two or all that are left, or when the light is low
//! way     the shortest, avoiding tiles next to a ghost if there is another way
//! flash   a ghost within 16 pixels, if there is enough light; otherwise she steps away from it
//! candle  [`Bot::careful`] only: her last flash's light, far from the torches; she rests there until her light is back
//! ```

use ghosts::Game;
use ghosts::dungeon::Place;
use ghosts::ghost::Ghost;
use ghosts::play::{FULL, LEAST};
use kit::grid::FAR;
use kit::{Cell, Dir, Grid};
use rasher::{Input, button};

/// A game that has begun.
pub fn game(seed: u32) -> Game {
    let mut game = Game { seed, ..Game::default() };
    game.begin();
    game
}

/// Her goal: the previous one if it still makes sense.
fn goal(game: &Game, before: Cell) -> Cell {
    let lies = |it: &Place| if let Place::Lies(at, _) = it { Some(*at) } else { None };
    let left: Vec<Cell> = game.treasures.iter().filter_map(lies).collect();
    if left.is_empty() || game.carried() > 1 || game.carried() > 0 && game.reach < LEAST {
        return game.stairs;
    }
    let nearest = left.iter().min_by_key(|at| at.dist(game.cell()));
    left.iter().find(|at| **at == before).or(nearest).copied().unwrap_or(game.stairs)
}

/// A player that thinks once per tile.
#[derive(Default)]
pub struct Bot {
    cell: Cell,
    goal: Cell,
    far: Grid<u16>,
    held: u8,
    candles: bool,
    rests: bool,
}

impl Bot {
    /// A player that also sets candles.
    pub fn careful() -> Bot {
        Bot { candles: true, ..Bot::default() }
    }

    /// The buttons in this frame, with [`button::O`] for a flash and [`button::X`] for a candle.
    pub fn frame(&mut self, game: &Game) -> u8 {
        let near = |it: &&Ghost| {
            let (x, y) = game.spot(it);
            !it.squished && (x - game.x / 16).pow(2) + (y - game.y / 16).pow(2) < 16 * 16
        };
        let threat = game.ghosts.iter().find(near);
        if threat.is_some() && game.reach >= LEAST && game.flash == 0 {
            return self.held | button::O;
        }
        self.rests &= game.by_candle() && game.reach < FULL && threat.is_none();
        if self.rests {
            return 0;
        }
        let low = (LEAST..LEAST + game.cost()).contains(&game.reach);
        let far = game.cell().dist(game.stairs) > 12;
        if self.candles && low && far && game.wax > 0 && !game.by_candle() && threat.is_none() {
            self.rests = true;
            return button::X;
        }
        if game.cell() != self.cell || game.clock % 60 == 1 {
            self.cell = game.cell();
            let dir = match threat {
                Some(ghost) if game.hurt == 0 && game.flash == 0 => flee(game, ghost.at),
                _ => self.way(game),
            };
            self.held = dir.map_or(0, |dir| 1 << dir);
        }
        self.held
    }

    /// The direction that leads nearest to the goal, avoiding tiles next to a ghost if possible.
    fn way(&mut self, game: &Game) -> Option<usize> {
        let goal = goal(game, self.goal);
        if goal != self.goal || game.clock < 60 {
            self.far = game.tiles.flood(goal, usize::MAX, |at| game.floor(at)).1;
            self.goal = goal;
        }
        let next = |dir: &usize| self.cell.step(Dir::ALL[*dir]);
        // Three seconds of every five, so that she is not besieged.
        let timid = game.clock % 300 < 180;
        let shunned = |at: Cell| timid && game.ghosts.iter().any(|it| !it.squished && it.at.dist(at) < 2);
        let open = (0..4).filter(|dir| self.far.get(next(dir)) < FAR);
        open.min_by_key(|dir| (shunned(next(dir)), self.far.get(next(dir))))
    }
}

/// The direction that leads farthest from a ghost.
fn flee(game: &Game, from: Cell) -> Option<usize> {
    let open = (0..4).filter(|dir| game.floor(game.cell().step(Dir::ALL[*dir])));
    open.max_by_key(|dir| game.cell().step(Dir::ALL[*dir]).dist(from))
}

/// Frames of a game: twenty minutes.
const MOST: i32 = 60 * 60 * 20;

/// Plays to the end, for at most this many frames.
pub fn play(game: &mut Game, most: i32, mut shown: impl FnMut(u8)) {
    play_as(Bot::default(), game, most, |_, held| shown(held));
}

/// The same by that bot; sees the game before each frame.
pub fn play_as(mut bot: Bot, game: &mut Game, most: i32, mut shown: impl FnMut(&Game, u8)) {
    while game.over().is_none() && game.frames < most {
        let held = bot.frame(game);
        shown(game, held);
        if held & button::X != 0 {
            game.place_candle();
        }
        game.step(held & 15, held & button::O != 0);
    }
}

/// A seed whose game ends this way: that one, or one with another first digit of six.
pub fn seed(first: u32, won: bool) -> u32 {
    let ends = |seed: &u32| {
        let mut game = game(*seed);
        game.step(0, false);
        play(&mut game, MOST, |_| {});
        game.over() == Some(won)
    };
    (0..10).map(|digit| first + digit * 100_000).find(ends).expect("it wins some and loses some")
}

/// The bot's inputs: from the title of a console with this seed through a whole game, with six buttons.
pub fn inputs(seed: u32) -> Vec<Input> {
    let mut held = vec![0; 60];
    let mut game = game(seed);
    held.extend([button::X, 0]);
    game.step(0, false);
    play(&mut game, MOST, |buttons| held.push(buttons));
    held.extend([0; 180]);
    held.into_iter().map(Input::buttons).collect()
}
