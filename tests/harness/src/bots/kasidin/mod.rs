//! A wise bot and a hasty bot that play Kasidin, and one that only walks.
//!
//! ```text
//! wise      leaves the line of a coming attack ── attacks ── eats when weak ── throws ── nearest rock ── sluice, shaft, king
//! hasty     straight to sluice, shaft and king, hitting whatever is in the way; eats when nearly dead
//! ```
//!
//! `walks.rs` has the walkers that measure how often something new comes into sight.

pub mod walks;

use kasidin::cave::{BED, LAVA, ROCK, SHAFT, WALL};
use kasidin::mob::{KING, PIKE};
use kasidin::turn::Action;
use kasidin::{CAVES, End, FRAMES, Game, HP};
use kit::grid::FAR;
use kit::{Cell, Dir, Grid};
use rasher::{Input, button};

/// A game that has begun.
pub fn game(seed: u32) -> Game {
    let mut game = Game { seed, ..Game::default() };
    game.begin();
    game
}

/// A player that keeps the steps to its goal while the goal is the same.
#[derive(Default)]
pub struct Bot {
    goal: Option<(Cell, i32, bool)>,
    steps: Grid<u16>,
    rock: Option<Cell>,
    hasty: bool,
}

impl Bot {
    /// A player that has not seen anything yet.
    pub fn new(hasty: bool) -> Bot {
        Bot { hasty, ..Bot::default() }
    }

    pub fn choose(&mut self, game: &Game) -> Action {
        let me = game.me();
        let foes = &game.mobs[1..];
        let beside = Dir::ALL.into_iter().filter(|dir| foes.iter().any(|it| it.at == me.at.step(*dir)));
        // The weakest first.
        let target =
            beside.min_by_key(|dir| foes.iter().find(|it| it.at == me.at.step(*dir)).map(|it| it.hp));
        let weak = me.hp < if self.hasty { 4 } else { 7 };
        if threatened(game, me.at) {
            let safe = |dir: &Dir| {
                let to = me.at.step(*dir);
                free(game, to) && !threatened(game, to)
            };
            if let Some(dir) = Dir::ALL.into_iter().find(safe) {
                return Action::Go(dir);
            }
        }
        if weak && game.rocks > 0 && me.hp < HP && (target.is_none() || me.hp < 4) {
            return Action::Eat;
        }
        let in_line = Dir::ALL.into_iter().find(|dir| match game.fly(me.at, *dir) {
            (_, Some(i), hot) => {
                game.mobs[i].awake > 0 && (hot || game.rocks > 3 || game.mobs[i].kind > PIKE)
            }
            _ => false,
        });
        if let Some(dir) = in_line
            && game.rocks > if self.hasty { 5 } else { 1 }
        {
            return Action::Throw(dir);
        }
        if let Some(dir) = target {
            return Action::Go(dir);
        }
        if !self.hasty && game.rocks < 9 {
            // A rock in sight is fetched, or it would be forgotten a step later and seen again.
            let kept = self.rock.filter(|rock| game.tiles.get(*rock) == ROCK);
            let most = if kept.is_some() { 500 } else { 160 };
            let (cells, steps) = game.tiles.flood(me.at, most, |cell| walkable(game, cell));
            let wanted = |cell: &Cell| kept.map_or(game.tiles.get(*cell) == ROCK, |rock| rock == *cell);
            self.rock = cells.into_iter().skip(1).find(wanted);
            if let Some(rock) = self.rock {
                return Action::Go(back(&steps, rock));
            }
        }
        self.travel(game)
    }

    /// One step towards the goal.
    fn travel(&mut self, game: &Game) -> Action {
        let at = game.me().at;
        // As long as the king lives: a goal that depended on his distance would change back and forth.
        let king = game.mobs.iter().find(|it| it.kind == KING);
        let goal = match king {
            Some(king) => king.at,
            None if game.open > 0 && game.cave < CAVES => game.shaft,
            None => game.sluice,
        };
        let key = (goal, game.cave, game.open > 50);
        if self.goal != Some(key) || self.steps.get(at) == FAR {
            self.steps = game.tiles.flood(goal, 10_000, |cell| cell == goal || walkable(game, cell)).1;
            if self.steps.get(at) == FAR {
                self.steps = game.tiles.flood(goal, 10_000, |cell| game.tiles.get(cell) != WALL).1;
            }
            self.goal = Some(key);
        }
        let next = Dir::ALL.into_iter().filter(|dir| free(game, at.step(*dir)));
        let best = next.min_by_key(|dir| self.steps.get(at.step(*dir)));
        best.map_or(Action::Wait, Action::Go)
    }
}

/// Walkable ground: no lava, and no bed that will become lava.
fn walkable(game: &Game, cell: Cell) -> bool {
    !matches!(game.tiles.get(cell), WALL | LAVA | SHAFT) && (game.tiles.get(cell) != BED || game.open == 0)
}

fn free(game: &Game, cell: Cell) -> bool {
    !matches!(game.tiles.get(cell), WALL) && game.mob_at(cell).is_none()
}

/// The first step of the way to a cell reached by a flood from here.
fn back(steps: &Grid<u16>, to: Cell) -> Dir {
    let mut at = to;
    loop {
        let nearer =
            Dir::ALL.into_iter().find(|dir| steps.get(at.step(*dir)) < steps.get(at)).expect("a flood");
        at = at.step(nearer);
        if steps.get(at) == 0 {
            return Dir::ALL[nearer as usize ^ 1];
        }
    }
}

/// Whether the king's cold will reach that cell.
pub fn threatened(game: &Game, at: Cell) -> bool {
    game.mobs.iter().any(|mob| {
        let line = mob.at.x == at.x || mob.at.y == at.y;
        mob.kind == KING && mob.awake > 0 && mob.awake % 4 == 0 && line && mob.at.dist(at) < 6
    })
}

/// Plays to the end, for at most this many turns. Actions that take no turn count too.
pub fn play(game: &mut Game, most: i32, mut bot: impl FnMut(&Game) -> Action) {
    for _ in 0..most {
        if game.end.is_some() {
            return;
        }
        let action = bot(game);
        game.act(action);
    }
}

/// The first seed with which the wise bot's game ends this way.
pub fn first(end: End) -> u32 {
    let ends = |seed: &u32| {
        let (mut game, mut bot) = (game(*seed), Bot::new(false));
        play(&mut game, 3000, |game| bot.choose(game));
        game.end == Some(end)
    };
    (0..1000).find(ends).expect("nearly half of them are won")
}

/// The bot's inputs: from the title of a console with this seed through a whole game, with six buttons.
pub fn inputs(seed: u32) -> Vec<Input> {
    let mut held = vec![0; 60];
    let mut press = |bit: u8| {
        held.push(bit);
        held.extend([0; FRAMES as usize + 1]);
    };
    press(button::X);
    press(button::X);
    let (mut game, mut bot) = (game(seed), Bot::new(false));
    play(&mut game, 3000, |game| {
        let action = bot.choose(game);
        match action {
            Action::Go(dir) => press(1 << dir as u8),
            Action::Throw(dir) => {
                press(button::X);
                press(1 << dir as u8);
            }
            Action::Eat => press(button::O),
            Action::Wait => {
                press(button::X);
                press(button::O);
            }
        }
        action
    });
    held.extend([0; 120]);
    held.into_iter().map(Input::buttons).collect()
}
