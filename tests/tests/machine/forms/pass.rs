//! Forms that a PICO-8 author writes first and that compile. Read by `forms.rs`, with one rustc for all.

use rasher::{Color, Machine, Num, num};

pub fn forms(p8: &mut Machine, mut x: Num, y: Num, n: i32) {
    p8.cls(0);
    p8.spr(1, x, y);
    p8.spr(1, x + 4, y - 4);
    p8.spr_ext(1, x, y, 2, 2, true, false);
    p8.spr(1 + p8.time() * 4 % 2, 60, 60);
    p8.circfill(x, y, 4, 8);
    p8.circ(64 + 20 * x.cos(), 64 + 20 * x.sin(), 4, Color::PEN);
    p8.rectfill(x, y, x + 7, y + 7, 2);
    p8.pset(x, 64, 7);
    p8.line(0, 0, x, y, 7);
    p8.print("hi");
    p8.print_at("hi", x, y, 7);
    p8.print(format!("score {n}"));
    p8.print(x);
    p8.map_ext(0, 0, -x, 0, 16, 16, 0);
    p8.camera(x - 64, 0);
    p8.pal(1, 2);
    p8.pal_reset();
    p8.palt(0, false);
    p8.btn_of(0, 1);
    p8.sfx(0);
    p8.music(-1);
    let tile = p8.mget(x / 8, y / 8);
    p8.fget_bit(tile.into(), 0);
    let seconds = p8.time() * 2;
    x += num!(0.5);
    x -= 1;
    x *= 2;
    if p8.btn(0) && x > 0 || x == 8 || seconds < 30 {
        x = x % 128 + p8.rnd(6);
    }
    x = x.max(0).min(127);
    p8.pset(x.mid(num!(0), num!(127)), y.flr(), 7);
}
