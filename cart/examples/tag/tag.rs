//! Two players: `btn_of` and `btnp_of` take the player's number, 0 and 1.
//!
//! The player with the crown runs and the other one chases; holding the crown for 20 seconds wins.

use rasher::{Cart, Machine, Num};
use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
struct Player {
    x: i32,
    y: i32,
    held: i32,
    wins: i32,
}

/// Both players, who has the crown, and for how long it cannot be taken.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    players: [Player; 2],
    crown: i32,
    winner: i32,
    rest: i32,
}

/// Whether there is a hedge at that position.
fn hedge(p8: &Machine, x: i32, y: i32) -> bool {
    p8.fget_bit(i32::from(p8.mget(x.div_euclid(8), y.div_euclid(8))), 0)
}

/// Whether a player can be here.
fn free(p8: &Machine, x: i32, y: i32) -> bool {
    !(hedge(p8, x + 1, y + 1)
        || hedge(p8, x + 6, y + 1)
        || hedge(p8, x + 1, y + 7)
        || hedge(p8, x + 6, y + 7))
}

impl Player {
    fn walk(&mut self, p8: &mut Machine, number: i32) {
        let (mut dx, mut dy) = (0, 0);
        if p8.btn_of(0, number) {
            dx = -1;
        }
        if p8.btn_of(1, number) {
            dx = 1;
        }
        if p8.btn_of(2, number) {
            dy = -1;
        }
        if p8.btn_of(3, number) {
            dy = 1;
        }
        // One axis after the other, so that players slide along a hedge.
        if free(p8, self.x + dx, self.y) {
            self.x += dx;
        }
        if free(p8, self.x, self.y + dy) {
            self.y += dy;
        }
    }
}

impl Game {
    fn start(&mut self, p8: &mut Machine) {
        for (i, p) in (1..).zip(&mut self.players) {
            (p.x, p.y, p.held) = (i * 56 - 24, 60, 0);
        }
        self.crown = p8.rnd(2).flr() + 1;
        self.winner = 0;
        self.rest = 0;
    }
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        self.start(p8);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        if self.winner > 0 {
            if p8.btnp(5) || p8.btnp_of(5, 1) {
                self.start(p8);
            }
            return;
        }
        for (number, player) in (0..).zip(&mut self.players) {
            player.walk(p8, number);
        }
        let [a, b] = &self.players;
        if self.rest > 0 {
            self.rest -= 1;
        } else if (a.x - b.x).abs() < 7 && (a.y - b.y).abs() < 7 {
            self.crown = 3 - self.crown;
            self.rest = 60;
            p8.sfx(0);
        }
        let p = &mut self.players[self.crown as usize - 1];
        p.held += 1;
        if p.held == 1200 {
            self.winner = self.crown;
            p.wins += 1;
            p8.sfx(1);
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(3);
        p8.map();
        for (i, p) in (1..).zip(&self.players) {
            p8.ovalfill(p.x, p.y + 5, p.x + 7, p.y + 9, 1);
            // It breathes, and it blinks now and then while at rest.
            if i == self.crown || self.rest % 8 < 4 {
                let breath = (p8.t() * 3 + i).flr() % 2;
                p8.spr(i * 2 - 1 + breath, p.x, p.y);
            }
            if i == self.crown {
                p8.spr(5, p.x, p.y - 5);
            }
            let x = i * 64 - 60;
            p8.rectfill(x - 1, 1, x + 57, 6, 0);
            p8.rectfill(x, 2, x + Num::int(p.held) / 1200 * 56, 5, if i == 1 { 12 } else { 8 });
        }
        if self.winner > 0 {
            p8.rrectfill(22, 48, 84, 30, 4, 0);
            let (name, color) = if self.winner == 1 { ("blue", 12) } else { ("red", 8) };
            p8.print_at(format!("{name} wins!"), 46, 54, color);
            let [blue, red] = [self.players[0].wins, self.players[1].wins];
            p8.print_at(format!("{blue} : {red}   ❎ again"), 34, 66, 7);
        } else {
            p8.rectfill(0, 121, 127, 127, 0);
            p8.print_at("⬅️➡️⬆️⬇️   s f e d", 30, 122, 6);
        }
    }
}
