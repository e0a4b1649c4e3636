//! Forms that a PICO-8 author writes first and that have another name here: rustc's message gives it, as after `//~`.
//! Read by `forms.rs`, with one rustc for all.

use rasher::{Machine, Num};

pub fn forms(p8: &mut Machine, mut x: Num, y: Num, n: i32, i: usize) {
    p8.print("hi", 10, 10, 7); //~ print_at(text, x, y, color)
    p8.map(0, 0, 0, 0, 16, 16); //~ map_ext(tile_x, tile_y, sx, sy, w, h, layers)
    p8.fget(n, 0); //~ fget_bit(n, f)
    p8.fset(n, 0, true); //~ fset_bit(n, f, on)
    p8.spr(1, x, y, 2, 2, true); //~ spr_ext(n, x, y, w, h, flip_x, flip_y)
    p8.sspr(0, 8, 16, 16, x, y, 32, 32); //~ sspr_ext(
    p8.tline(0, 64, 127, 64, 0, 0, 1, 0); //~ tline_ext(x0, y0, x1, y1, mx, my, mdx, mdy, layers)
    p8.cls(); //~ cls(0)
    p8.camera(); //~ camera(0, 0)
    p8.color(); //~ color(6)
    p8.fillp(); //~ fillp(0)
    p8.clip(); //~ clip_reset()
    p8.pal(); //~ pal_reset()
    p8.pal(0, 1, 1); //~ pal_ext(c0, c1, p)
    p8.palt(); //~ palt_reset()
    p8.cursor(0, 0, 7); //~ cursor_ext(x, y, color)
    p8.line(x, y); //~ line_to(x, y, color)
    p8.line(x, y, 9, 9); //~ line(x0, y0, x1, y1, Color::PEN)
    p8.pset(x, y); //~ pset(x, y, Color::PEN)
    p8.sset(n, n); //~ sset(x, y, Color::PEN)
    p8.circ(x, y); //~ circ(x, y, 4, Color::PEN)
    p8.circfill(x, y); //~ circfill(x, y, 4, Color::PEN)
    p8.circfill(x, y, 9); //~ circfill(x, y, 4, Color::PEN)
    p8.rect(0, 0, 9, 9); //~ rect(x0, y0, x1, y1, Color::PEN)
    p8.rectfill(0, 0, 9, 9); //~ rectfill(x0, y0, x1, y1, Color::PEN)
    p8.oval(0, 0, 9, 9); //~ oval(x0, y0, x1, y1, Color::PEN)
    p8.ovalfill(0, 0, 9, 9); //~ ovalfill(x0, y0, x1, y1, Color::PEN)
    p8.rrect(0, 0, 9, 9); //~ rrect(x, y, w, h, 0, Color::PEN)
    p8.rrectfill(0, 0, 9, 9); //~ rrectfill(x, y, w, h, 0, Color::PEN)
    p8.btn(); //~ btn_bits()
    p8.btn(0, 1); //~ btn_of(b, player)
    p8.btnp(4, 1); //~ btnp_of(b, player)
    p8.sfx(0, 2); //~ sfx_ext(n, channel, offset, length)
    p8.music(0, 1000); //~ music_ext(n, fade, mask)
    p8.rnd(); //~ rnd(1)
    p8.srand(); //~ srand(0)
    p8.peek(0x6000, 4); //~ peek_n(addr, &mut bytes)
    p8.poke(0x6000, 1, 2); //~ poke_n(addr, &bytes)
    p8.reload(0, 0, 0x2000); //~ reload_ext(dest, source, len)
    p8.printh("hi", "log"); //~ printh_ext(text, file, overwrite, desktop)
    p8.sin(x); //~ `x.sin()`
    p8.atan2(x, y); //~ `Num::atan2(dx, dy)`
    p8.flr(x); //~ `x.flr()`
    p8.max(x, 0); //~ `x.max(y)`
    p8.mid(0, x, 127); //~ `x.mid(a, b)`
    x += 0.5; //~ num!(0.5)
    x = x * 1.5; //~ num!(0.5)
    let _ = x < 0.5; //~ num!(0.5)
    p8.pset(0.5, y, 7); //~ num!(0.5)
    p8.rnd(0.5); //~ num!(0.5)
    p8.pset(i, 0, 7); //~ n as i32
}
