//! `print` drawn pixel by pixel, using only peeks and pokes.
//!
//! ```text
//! for each byte                         a control code changes the state, anything else is a cell
//!   for each pixel in and around it     which layer is on top here? background, outline, picture, underline
//!     read its registers, write it
//! ```
//!
//! Everything is written out again from the rules; no text code of the machine is used. The default font is the
//! picture in `font.txt`, which any editor can show.

use rasher::Machine;
use std::sync::LazyLock;

/// The state of a print.
struct Twin<'a> {
    m: &'a mut Machine,
    text: &'a [u8],
    next: usize,
    plain_form: bool,
    x: i64,
    y: i64,
    home_x: i64,
    home_y: i64,
    line: Option<i64>,
    cell: [i64; 3],
    before: [i64; 3],
    decorate: Option<i64>,
    in_repeat: bool,
    ended: bool,
    newline: bool,
    no_scroll: bool,
    wrap: bool,
    border: i64,
    tab: i64,
    fg: u8,
    bg: u8,
    /// solid, invert, padding, wide, tall, stripey, underline, dots
    on: [bool; 8],
    /// 5600-5607 as they were when the custom font was chosen
    custom: Option<[u8; 8]>,
    outline: Option<(Option<u8>, bool, u8)>,
    /// From 0x5f5b, like all defaults at the start of the call.
    offset: [i64; 2],
    /// The row below which nothing is printed without scrolling: with the camera and offset of the start.
    foot: i64,
    result: i64,
}

const SOLID: usize = 0;
const INVERT: usize = 1;
const PADDING: usize = 2;
const WIDE: usize = 3;
const TALL: usize = 4;
const STRIPEY: usize = 5;
const UNDERLINE: usize = 6;
const DOTS: usize = 7;

/// Prints at a position or at the cursor, and returns print's value.
pub fn print(m: &mut Machine, text: &[u8], at: Option<(i32, i32)>) -> i32 {
    let plain_form = at.is_none();
    let (x, y) = at.map_or((m.peek(0x5f26).into(), m.peek(0x5f27).into()), |(x, y)| (x.into(), y.into()));
    let home_x = if plain_form { m.peek(0x5f24).into() } else { x };
    let attributes = m.peek(0x5f58);
    let on = if attributes & 1 != 0 {
        [0x10, 0x20, 2, 4, 8, 0x40].map(|bit| attributes & bit != 0)
    } else {
        [false, false, true, false, false, false]
    };
    let features = m.peek(0x5f36);
    let mut twin = Twin {
        text,
        next: 0,
        plain_form,
        x,
        y,
        home_x,
        home_y: y,
        line: None,
        cell: [0; 3],
        before: [0; 3],
        decorate: None,
        in_repeat: false,
        ended: false,
        newline: !(plain_form && features & 4 != 0),
        no_scroll: features & 0x40 != 0,
        wrap: features & 0x80 != 0,
        border: 128,
        tab: 0,
        fg: m.peek(0x5f25) % 16,
        bg: 0,
        on: [on[0], on[1], on[2], on[3], on[4], on[5], false, on[5]],
        custom: None,
        outline: None,
        offset: [m.peek(0x5f5b) % 16, m.peek(0x5f5b) / 16].map(i64::from),
        foot: 128 + i64::from(m.peek2(0x5f2a)) - i64::from(m.peek(0x5f5b) / 16),
        result: x,
        m,
    };
    twin.fonts(attributes & 0x81 == 0x81);
    twin.before = [x - twin.cell[0], y, twin.cell[0]];
    while !twin.ended && twin.next < twin.text.len() {
        twin.item();
    }
    twin.finish();
    twin.result as i32
}

/// The font of `font.txt`, a byte per row, bit 0 on the left.
pub static FONT: LazyLock<Vec<[u8; 8]>> = LazyLock::new(|| {
    let mut font = vec![[0; 8]; 16];
    for band in include_str!("font.txt").split("codes ").skip(1) {
        let first = font.len();
        font.extend([[0; 8]; 16]);
        for (y, line) in band.lines().skip(1).enumerate() {
            for (i, cell) in line.split('|').skip(1).take(16).enumerate() {
                font[first + i][y] = cell.bytes().rev().fold(0, |row, c| row * 2 + u8::from(c == b'#'));
            }
        }
    }
    assert_eq!(font.len(), 256, "font.txt shows the codes 16 to 255 in bands of 16");
    font
});

impl Twin<'_> {
    fn byte(&mut self) -> u8 {
        match self.text.get(self.next) {
            Some(&b) => {
                self.next += 1;
                b
            }
            None => {
                self.ended = true;
                0
            }
        }
    }

    fn number(&mut self) -> i64 {
        let b = self.byte();
        match b {
            48..=57 => i64::from(b) - 48,
            97..=255 => i64::from(b) - 0x57,
            _ => 0,
        }
    }

    fn hex(&mut self, digits: usize) -> i64 {
        (0..digits).fold(0, |sum, _| {
            let b = self.byte();
            sum * 16 + "0123456789abcdef".find(b.to_ascii_lowercase() as char).unwrap_or(0) as i64
        })
    }

    fn fonts(&mut self, custom: bool) {
        self.custom = None;
        self.cell = [4, 8, 6];
        if custom {
            let mut head = [0; 8];
            self.m.peek_n(0x5600, &mut head);
            self.custom = Some(head);
            self.cell = [head[0].into(), head[1].into(), head[2].into()];
        }
        let (size, wide) = (self.m.peek(0x5f59), self.m.peek(0x5f5a));
        for (cell, set) in self.cell.iter_mut().zip([size % 16, wide % 16, size / 16]) {
            if set > 0 {
                *cell = set.into();
            }
        }
    }

    fn item(&mut self) {
        let code = self.byte();
        match code {
            _ if self.ended => {}
            0 => (self.newline, self.ended) = (false, true),
            1 => {
                let times = self.number();
                if self.in_repeat || self.ended {
                    return;
                }
                let start = self.next;
                if times == 0 {
                    self.byte();
                }
                self.in_repeat = true;
                for _ in 0..times {
                    if !self.ended {
                        self.next = start;
                        self.item();
                    }
                }
                self.in_repeat = false;
            }
            2 => {
                let c = self.number();
                if !self.ended {
                    self.bg = (c % 16) as u8;
                    self.on[SOLID] = true;
                }
            }
            3..=5 => {
                for axis in [code != 4, code != 3].into_iter().enumerate().filter(|(_, moved)| *moved) {
                    let by = self.number() - 16;
                    if !self.ended {
                        *(if axis.0 == 0 { &mut self.x } else { &mut self.y }) += by;
                    }
                }
            }
            6 => self.command(),
            7 => while !self.ended && self.byte() != b' ' {},
            8 => self.x -= self.before[2],
            9 => {
                let own = self.custom.map_or(0, |head| i64::from(head[6]));
                let mut width = 16;
                let register = match self.m.peek(0x5f5a) / 16 {
                    0 => 0,
                    n => 4 * i64::from(n),
                };
                for candidate in [register, own, self.tab] {
                    if candidate != 0 {
                        width = candidate;
                    }
                }
                let from = if self.custom.is_some_and(|head| head[5] & 2 != 0) { self.home_x } else { 0 };
                self.x += 1;
                while (self.x - from) % width != 0 {
                    self.x += 1;
                }
            }
            10 => self.line_feed(),
            11 => {
                let place = self.number();
                if !self.ended {
                    self.decorate = Some(place);
                }
            }
            12 => {
                let c = self.number();
                if !self.ended {
                    self.fg = (c % 16) as u8;
                    let pen = self.m.peek(0x5f25) / 16 * 16 + self.fg;
                    self.m.poke(0x5f25, pen.into());
                }
            }
            13 => self.x = self.home_x,
            14 => self.fonts(true),
            15 => self.fonts(false),
            16.. => self.letter(code),
        }
        self.result = self.result.max((self.x as i32).into());
    }

    fn command(&mut self) {
        let mut name = self.byte();
        let off = name == b'-';
        if off {
            name = self.byte();
        }
        if self.ended {
            return;
        }
        if let Some(which) = b"#ibwt=u".iter().position(|&c| c == name) {
            self.on[which] = !off;
            self.on[DOTS] &= name != b'=';
        }
        match name {
            b'p' => [WIDE, TALL, STRIPEY, DOTS].into_iter().for_each(|which| self.on[which] = !off),
            b'$' => self.wrap = !off,
            b'o' if off => self.outline = None,
            b'o' => {
                let sign = self.text.get(self.next).copied();
                let mut colour = Some((self.number() % 16) as u8);
                if let Some(b'$' | b'!') = sign {
                    colour = None;
                }
                let neighbours = self.hex(2) as u8;
                if !self.ended {
                    self.outline = Some((colour, sign == Some(b'!'), neighbours));
                }
            }
            b'c' => {
                let c = self.number();
                for at in 0x6000..0x8000u32 {
                    self.m.poke(at as u16, (c % 16 * 17) as i32);
                }
                for (at, v) in [(0x5f20, 0), (0x5f21, 0), (0x5f22, 128), (0x5f23, 128)] {
                    self.m.poke(at, v);
                }
                (self.x, self.y) = (0, 0);
            }
            b'd' => _ = self.number(),
            b'g' => (self.x, self.y) = (self.home_x, self.home_y),
            b'h' => (self.home_x, self.home_y) = (self.x, self.y),
            b'j' => {
                let x = self.number() * 4;
                if !self.ended {
                    self.x = x;
                }
                let y = self.number() * 4;
                if !self.ended {
                    self.y = y;
                }
            }
            b'r' | b's' | b'x' | b'y' => {
                let n = self.number();
                match name {
                    _ if self.ended => {}
                    b'r' => self.border = n * 4,
                    b's' => self.tab = n * 4,
                    b'y' => self.cell[2] = n,
                    _ => (self.cell[0], self.cell[1]) = (n, if self.custom.is_some() { n } else { n + 4 }),
                }
            }
            b'@' | b'!' => {
                self.newline &= name != b'!';
                let mut at = self.hex(4);
                let mut left = if name == b'!' { i64::MAX } else { self.hex(4) };
                while left > 0 && !self.ended {
                    let b = self.byte();
                    if !self.ended {
                        self.m.poke(at as u16, b.into());
                    }
                    (at, left) = (at + 1, left - 1);
                }
            }
            b'.' | b',' | b':' | b';' => {
                let raw = name == b'.' || name == b',';
                let mut rows = [0; 8];
                for row in &mut rows {
                    *row = if raw { self.byte() } else { self.hex(2) as u8 };
                }
                if !self.ended {
                    let padding = self.on[PADDING] && (name == b',' || name == b';');
                    self.cell(rows, [8, 8], [0, 0], padding);
                }
            }
            _ => {}
        }
    }

    fn letter(&mut self, code: u8) {
        let mut size = [self.cell[usize::from(code >= 128)], self.cell[2]];
        let mut shift = [0, 0];
        let mut rows = FONT[usize::from(code)];
        if let Some(head) = self.custom {
            self.m.peek_n(0x5600 + 8 * u16::from(code), &mut rows);
            shift = [i64::from(head[3] as i8), i64::from(head[4] as i8)];
            if head[5] & 1 != 0 {
                let pair = self.m.peek(0x5600 + u16::from(code / 2));
                let nibble = if code & 1 == 0 { pair % 16 } else { pair / 16 };
                size[0] = (size[0] + [0, 1, 2, 3, -4, -3, -2, -1][usize::from(nibble % 8)]).max(0);
                shift[1] -= i64::from(nibble / 8);
            }
        }
        self.cell(rows, size, shift, self.on[PADDING]);
    }

    fn cell(&mut self, rows: [u8; 8], size: [i64; 2], shift: [i64; 2], padding: bool) {
        let scale = [1 + i64::from(self.on[WIDE]), 1 + i64::from(self.on[TALL])];
        let (w, h) = (size[0] * scale[0], size[1] * scale[1]);
        if let Some(place) = self.decorate.take() {
            let (x, y) = (self.before[0] + place % 4 - 2, self.before[1] + place / 4 - 8);
            self.pixels(rows, size, [x + shift[0], y + shift[1]], padding);
            return;
        }
        if self.wrap && self.x + w > self.border {
            self.line_feed();
        }
        self.line = Some(self.line.unwrap_or(0).max(h));
        let excess = self.y + self.line.unwrap_or(0) - self.foot;
        if excess > 0 && self.scrolls() {
            self.scroll(excess);
            self.y -= excess;
        }
        self.pixels(rows, size, [self.x + shift[0], self.y + shift[1]], padding);
        self.before = [self.x, self.y, w];
        self.x += w;
    }

    /// Decides for each pixel in and around a cell which layer is on top.
    fn pixels(&mut self, rows: [u8; 8], size: [i64; 2], at: [i64; 2], padding: bool) {
        let x = at[0] + self.offset[0] - i64::from(self.m.peek2(0x5f28));
        let y = at[1] + self.offset[1] - i64::from(self.m.peek2(0x5f2a));
        let scale = [1 + i64::from(self.on[WIDE]), 1 + i64::from(self.on[TALL])];
        let (w, h) = (size[0] * scale[0], size[1] * scale[1]);
        let on = self.on;
        let bit = |dx: i64, dy: i64| {
            let (cx, cy) = (dx / scale[0], dy / scale[1]);
            cx < 8 && cy < 8 && rows[cy as usize] >> cx & 1 != 0
        };
        let columns = on[DOTS] || !on[TALL];
        let first = |dx: i64, dy: i64| !on[STRIPEY] || (!columns || dx % scale[0] == 0) && dy % scale[1] == 0;
        let inside = |dx: i64, dy: i64| (0..w).contains(&dx) && (0..h).contains(&dy);
        let picture = |dx: i64, dy: i64| inside(dx, dy) && bit(dx, dy) && first(dx, dy);
        for dy in (-1).max(-1 - y)..=h.min(128 - y) {
            for dx in (-1).max(-1 - x)..=w.min(128 - x) {
                let mut colour = None;
                let padded = padding && (dx == -1 && dy < h || dy == -1 && dx < w);
                if on[SOLID] && (padded || inside(dx, dy)) {
                    colour = Some(self.bg);
                }
                let mut hollow = false;
                if let Some((c, empty, neighbours)) = self.outline {
                    hollow = empty;
                    let places = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
                    for (i, (nx, ny)) in places.into_iter().enumerate() {
                        if neighbours >> i & 1 != 0 && picture(dx - nx, dy - ny) && !picture(dx, dy) {
                            colour = Some(c.unwrap_or(self.fg));
                        }
                    }
                }
                let shown = if on[INVERT] {
                    padded || inside(dx, dy) && !bit(dx, dy) && first(dx, dy)
                } else {
                    picture(dx, dy) && !hollow
                };
                if shown || on[UNDERLINE] && inside(dx, dy) && dy / scale[1] == size[1] - 1 {
                    colour = Some(self.fg);
                }
                if let Some(c) = colour {
                    self.ink(c, x + dx, y + dy);
                }
            }
        }
    }

    /// One pixel: clip, draw palette, bit planes.
    fn ink(&mut self, colour: u8, x: i64, y: i64) {
        let m = &mut *self.m;
        let [x0, y0, x1, y1] = [0, 1, 2, 3].map(|i| i64::from(m.peek(0x5f20 + i)).min(128));
        if x < x0 || y < y0 || x >= x1 || y >= y1 {
            return;
        }
        let drawn = m.peek(0x5f00 + u16::from(colour)) & 15;
        let planes = m.peek(0x5f5e);
        let (write, read) = (planes & 15, planes >> 4);
        let at = (0x6000 + y * 64 + x / 2) as u16;
        let byte = m.peek(at);
        let shift = 4 * (x % 2);
        let new = byte >> shift & 15 & !write | drawn & write & read;
        m.poke(at, (byte & 0xf0u8.rotate_left(shift as u32) | new << shift).into());
    }

    fn line_feed(&mut self) {
        self.x = self.home_x;
        self.y += self.line.take().unwrap_or(self.cell[2]);
    }

    fn scrolls(&self) -> bool {
        self.plain_form && !self.no_scroll && self.text.last() != Some(&0)
    }

    fn scroll(&mut self, rows: i64) {
        for y in 0..128 {
            for i in 0..64 {
                let from = y + rows;
                let byte = if from < 128 { self.m.peek((0x6000 + from * 64 + i) as u16) } else { 0 };
                self.m.poke((0x6000 + y * 64 + i) as u16, byte.into());
            }
        }
    }

    fn finish(&mut self) {
        if self.newline {
            self.line_feed();
            if self.y + 6 > self.foot && self.scrolls() {
                self.scroll(6);
                self.y -= 6;
            }
        }
        for (at, v) in [(0x5f26, self.x), (0x5f27, self.y), (0x5f24, self.home_x)] {
            self.m.poke(at, v as i32 & 255);
        }
    }
}
