//! The mouse, with `stat`; and a canvas: drawing calls go to the sheet for a moment, and then it is shown.

use rasher::{Cart, Machine, Num};
use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
struct Pen {
    x: i32,
    y: i32,
    color: i32,
    size: i32,
    down: bool,
}

/// The pen; its drawing is in the machine's memory.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Game {
    pen: Pen,
}

impl Cart for Game {
    fn _init(&mut self, p8: &mut Machine) {
        // Turns on mouse and keyboard.
        p8.poke(0x5f2d, 1);
        self.pen = Pen { x: 64, y: 50, color: 8, size: 2, down: false };
        // The previous picture, for undo.
        p8.memcpy(0x8000, 0, 0x1c00);
    }

    fn _update60(&mut self, p8: &mut Machine) {
        let [x, y, buttons, wheel] = [32, 33, 34, 36].map(|n| p8.stat(n).num().flr());
        let pen = &mut self.pen;
        let down = buttons & 1 > 0;
        pen.size = (pen.size + wheel).clamp(0, 12);
        if y >= 112 {
            // On the palette: choose a colour.
            if down && !pen.down && (0..128).contains(&x) {
                pen.color = x / 8;
            }
        } else if down {
            // The last stroke can be undone.
            if !pen.down {
                p8.memcpy(0x8000, 0, 0x1c00);
            }
            on_canvas(p8, |p8| pen.stroke(p8, x, y));
        } else if buttons & 2 > 0 {
            pen.color = i32::from(p8.sget(x, y));
        }
        if p8.btnp(4) {
            p8.memcpy(0, 0x8000, 0x1c00);
        }
        if p8.btnp(5) {
            p8.memcpy(0x8000, 0, 0x1c00);
            p8.memset(0, 0x77, 0x1c00);
        }
        (pen.x, pen.y, pen.down) = (x, y, down);
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(0);
        // Here black is a colour too.
        p8.palt(0, false);
        p8.sspr(0, 0, 128, 112, 0, 0);
        p8.palt_reset();
        p8.rectfill(0, 112, 127, 127, 5);
        for i in 0..=15 {
            p8.rectfill(i * 8, 113, i * 8 + 6, 119, i);
        }
        let Pen { x, y, color, size, .. } = self.pen;
        p8.rect(color * 8 - 1, 112, color * 8 + 7, 120, 7);
        p8.print_at("🅾️ undo  ❎ clear  wheel:", 3, 122, 7);
        p8.print_at(size, 112, 122, 10);
        // The pen.
        if y < 112 {
            let ring = if p8.pget(x, y) < 6 { 7 } else { 0 };
            p8.circ(x, y, size + 1, ring);
        }
        p8.line(x + 1, y + 1, x + 5, y + 5, 0);
        p8.line(x, y, x + 4, y + 4, 7);
        p8.line(x, y, x + 2, y, 7);
        p8.line(x, y, x, y + 2, 7);
    }
}

/// Draws to the sheet instead of the screen: its rows 0 to 111 are the canvas.
fn on_canvas(p8: &mut Machine, draw: impl FnOnce(&mut Machine)) {
    p8.poke(0x5f55, 0x00);
    p8.clip(0, 0, 128, 112);
    draw(p8);
    p8.clip_reset();
    p8.poke(0x5f55, 0x60);
}

impl Pen {
    /// Circles close together, from the old position of the pen to the new one.
    fn stroke(&self, p8: &mut Machine, x: i32, y: i32) {
        let (fx, fy) = if self.down { (self.x, self.y) } else { (x, y) };
        let n = (x - fx).abs().max((y - fy).abs()).max(1);
        for i in 0..=n {
            let part = |from: i32, to: i32| Num::int((to - from) * i) / n + from;
            p8.circfill(part(fx, x), part(fy, y), self.size, self.color);
        }
    }
}
