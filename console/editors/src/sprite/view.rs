//! The layout, the status line and the picture of the sprite editor.
//!
//! ```text
//! 128x128                    256x192                                 320x240, and twice as large from 600x330
//! canvas 64   | palette      canvas 128     | sheet 128, whole       canvas 128 | sheet 128 | 3x3, play,
//!             | flags        tools          | 3x3, play,             tools      | number    | use on the map
//! tools       | number       palette, flags | use on the map         palette: two rows; extended colours
//! sheet, 4 rows of 16        extended colours                        flags
//! ```

use super::gesture::SpriteHover;
use super::{SHEET, SpriteEditor, SpritePixels, SpriteTool, color_name};
use crate::context::{Context, PLAIN};
use crate::editor::View;
use crate::grid::{Grid, places};
use crate::pen::{BAR, FLAG_COLORS, Pen, TOOL};
use SpriteTool as T;
use rasher::memory::FLAGS;
use studio::Area;

const LIGHT: [i32; 8] = [6, 7, 9, 10, 11, 12, 14, 15];

impl View for SpriteEditor {
    fn status(&self, cx: &Context) -> String {
        let (x, y) = self.target_pixel(cx);
        if self.is_on_canvas(cx) {
            let color = color_name(SpritePixels::get(&cx.doc, x, y));
            return format!("{x},{y}  {color}   right: pick, drag: stamp");
        }
        if let Some(sprite) = self.sprite_at(cx) {
            let flags = cx.doc.get(usize::from(FLAGS) + sprite);
            return format!("sprite {}  flags {flags:02x}   drag: animate", self.number(sprite));
        }
        match self.hover(cx) {
            SpriteHover::Color(n) => format!("{}   right: second colour", color_name(n)),
            SpriteHover::Extended(n) => format!("pal({0},{1},1)   click: preview", self.color, 128 + n),
            SpriteHover::Flag(n) => format!("flag {n} of sprite {}", self.number(cx.sprite)),
            SpriteHover::Tool(tool) => tool.hint().to_string(),
            SpriteHover::Tiled => format!("preview: {} next to itself", self.number(cx.sprite)),
            SpriteHover::Play => {
                let (count, rate) = (self.pictures(), self.rate);
                format!("pictures: {count}, {rate} of 60 ticks each   click: faster, right: slower")
            }
            SpriteHover::Used => format!("map cells: {}   click: next one", self.used(cx)),
            SpriteHover::Zoom => format!("{0}x{0} pixels   click: zoom out, right: zoom in", self.span),
            SpriteHover::Page(n) => format!("page {n} of the sheet: sprites {} to {}", 64 * n, 64 * n + 63),
            SpriteHover::Nothing => "F1 all commands   Esc back to the cart".to_string(),
        }
    }

    fn draw(&self, pen: &mut Pen<'_>, cx: &Context) {
        let layout = self.layout(cx);
        self.draw_canvas(pen, &layout, cx);
        self.draw_sheet(pen, &layout, cx);
        self.draw_tools(pen, &layout, cx);
        self.draw_palette(pen, &layout);
        self.draw_flags(pen, &layout, cx);
        self.draw_words(pen, &layout, cx);
        self.draw_previews(pen, &layout, cx);
    }

    fn colored(&self, cx: &Context) -> Vec<(Area, [u8; 16])> {
        let layout = self.layout(cx);
        let extended = layout.extended.map(|area| (area, PLAIN.map(|color| color + 16)));
        let own = [Some(layout.canvas), Some(layout.sheet), Some(layout.palette), layout.tiled, layout.play];
        own.into_iter().flatten().map(|area| (area, cx.shown)).chain(extended).collect()
    }
}

impl SpriteEditor {
    fn draw_canvas(&self, pen: &mut Pen<'_>, layout: &SpriteLayout, cx: &Context) {
        let (canvas, scale) = (layout.canvas, self.scale(cx));
        let (x0, y0) = self.origin;
        pen.outline(canvas, 0);
        pen.clip(canvas);
        pen.sheet(x0, y0, self.span, self.span, (canvas.x, canvas.y), scale);
        for by in super::ONION[self.onion].0 {
            self.draw_onion(pen, layout, cx, scale, by * self.span);
        }
        if self.lines && scale >= 4 {
            for n in 1..self.span {
                let (x, y) = (canvas.x + n * scale, canvas.y + n * scale);
                let color = |at: i32| if (at + n) % 8 == 0 { 13 } else { 5 };
                pen.line(x, canvas.y, x, canvas.y + canvas.h - 1, color(x0));
                pen.line(canvas.x, y, canvas.x + canvas.w - 1, y, color(y0));
            }
        }
        if self.mirrors {
            let Area { x, y, w, h } = self.target();
            let (left, top) = self.on_canvas((x, y), cx);
            for y in (top..top + h * scale).step_by(4) {
                pen.line(left + w * scale / 2, y, left + w * scale / 2, y + 1, 12);
            }
        }
        if cx.is_lit() {
            for addr in cx.blinking.0.iter().filter(|addr| **addr < 0x2000) {
                let (x, y) = (i32::from(addr % 64) * 2, i32::from(addr / 64));
                let (left, top) = self.on_canvas((x, y), cx);
                pen.frame(Area { x: left, y: top, w: 2 * scale, h: scale }, 7);
            }
        }
        if let Some(Area { x, y, w, h }) = self.selected.area {
            let (left, top) = self.on_canvas((x, y), cx);
            pen.ants(Area { x: left, y: top, w: w * scale, h: h * scale }, cx.ants());
        } else if self.is_on_canvas(cx) && self.gesture.is_none() {
            let half = (self.brush - 1) / 2;
            let (x, y) = self.target_pixel(cx);
            let (x, y) = self.on_canvas((x - half, y - half), cx);
            let side = scale * if self.tool == T::Pencil { self.brush } else { 1 };
            if scale > 2 {
                pen.outline(Area { x, y, w: side, h: side }, 0);
                pen.frame(Area { x, y, w: side, h: side }, 7);
            }
        }
        pen.unclip();
    }

    fn draw_onion(&self, pen: &mut Pen<'_>, layout: &SpriteLayout, cx: &Context, scale: i32, by: i32) {
        for (x, y) in places(self.shown()) {
            let other = SpritePixels::get(&cx.doc, x + by, y);
            if SpritePixels::get(&cx.doc, x, y) == 0 && other != 0 {
                let (left, top) = self.on_canvas((x, y), cx);
                let side = (scale / 3).max(1);
                let at = Area { x: left + (scale - side) / 2, y: top + (scale - side) / 2, w: side, h: side };
                if layout.canvas.holds(at.x, at.y) {
                    pen.fill(at, other.into());
                }
            }
        }
    }

    fn draw_sheet(&self, pen: &mut Pen<'_>, layout: &SpriteLayout, cx: &Context) {
        let (sheet, scale) = (layout.sheet, layout.scale);
        let top = self.first_row(layout);
        let (_, rows) = layout.shown();
        pen.outline(sheet, 0);
        pen.clip(sheet);
        pen.sheet(0, top, SHEET, rows, (sheet.x, sheet.y), scale);
        let cell = |area: Area| Area {
            x: sheet.x + area.x * 8 * scale,
            y: sheet.y + (area.y * 8 - top) * scale,
            w: area.w * 8 * scale,
            h: area.h * 8 * scale,
        };
        // The half that the map shares begins at a dotted line.
        let shared = sheet.y + (64 - top) * scale;
        for x in (sheet.x..sheet.x + sheet.w).step_by(4) {
            pen.line(x, shared, x + 1, shared, 13);
        }
        if cx.is_lit() {
            for addr in cx.blinking.0.iter().filter(|addr| **addr < 0x2000) {
                let (x, y) = (i32::from(addr % 64 / 4), i32::from(addr / 512));
                pen.frame(cell(Area { x, y, w: 1, h: 1 }), 7);
            }
        }
        let cells = self.span / 8;
        let shown = cell(Area { x: self.origin.0 / 8, y: self.origin.1 / 8, w: cells, h: cells });
        pen.outline(shown, 0);
        pen.frame(shown, 7);
        if let Some(chosen) = self.chosen {
            pen.ants(cell(chosen), cx.ants());
        }
        pen.unclip();
        for n in 0..4 {
            let Some(page) = layout.page(n) else { break };
            let front = (32 * n..32 * n + 32).contains(&top);
            pen.fill(page, if front { 13 } else { 0 });
            pen.text(&n.to_string(), page.x + 2, page.y + 1, if front { 7 } else { 6 });
        }
    }

    fn draw_tools(&self, pen: &mut Pen<'_>, layout: &SpriteLayout, cx: &Context) {
        for (n, (tool, ..)) in (0..).zip(T::ALL) {
            let area = crate::pen::tool(layout.tools, n);
            pen.button(area, icon(tool), tool == self.tool, cx.is_over(area));
        }
    }

    fn draw_palette(&self, pen: &mut Pen<'_>, layout: &SpriteLayout) {
        pen.outline(layout.palette, 0);
        for n in 0..16 {
            let area = layout.color(n);
            pen.fill(area, n);
            // With its number, where there is room.
            if area.w >= 14 && area.h >= 12 {
                let ink = if LIGHT.contains(&n) { 0 } else { 7 };
                pen.text(&n.to_string(), area.x + 3, area.y + area.h - 8, ink);
            }
        }
        if let Some(extended) = layout.extended {
            pen.outline(extended, 0);
            (0..16).filter_map(|n| Some((n, layout.extended(n)?))).for_each(|(n, cell)| pen.fill(cell, n));
        }
        if self.second != self.color {
            // The second colour has a corner.
            let area = layout.color(self.second.into());
            let ink = if self.second == 7 { 0 } else { 7 };
            pen.fill(Area { x: area.x + area.w - 3, y: area.y + area.h - 3, w: 2, h: 2 }, ink);
        }
        let area = layout.color(self.color.into());
        pen.outline(area, 0);
        pen.frame(area, if self.color == 7 { 8 } else { 7 });
    }

    fn draw_flags(&self, pen: &mut Pen<'_>, layout: &SpriteLayout, cx: &Context) {
        let flags = cx.doc.get(usize::from(FLAGS) + cx.sprite);
        for n in 0..8 {
            let area = layout.flag(n);
            let on = flags >> n & 1 != 0;
            pen.fill(area, if on { FLAG_COLORS[n as usize] } else { 0 });
            let ink = if on { 0 } else { 13 };
            pen.text(&n.to_string(), area.x + (area.w - 3) / 2, area.y + (area.h - 5) / 2, ink);
        }
    }

    fn draw_words(&self, pen: &mut Pen<'_>, layout: &SpriteLayout, cx: &Context) {
        let (x, y) = layout.words;
        let end = pen.text(&self.number(cx.sprite), x, y, 7);
        pen.text(&format!("{0}x{0}", self.span), end + 4, y, 6);
        if layout.columns == 8 {
            for (n, what, color) in [(2, "left", self.color), (3, "right", self.second)] {
                pen.text(what, x, y + 8 * n, 6);
                pen.text(&color_name(color), x + 28, y + 8 * n, 7);
            }
        }
    }

    fn draw_previews(&self, pen: &mut Pen<'_>, layout: &SpriteLayout, cx: &Context) {
        let unit = self.unit();
        let (sx, sy) = self.origin_of(cx.sprite);
        if let Some(tiled) = layout.tiled {
            // Where nine tiles are too large, the part that fits is shown, including the seams.
            let scale = (tiled.w / (3 * unit)).max(1);
            pen.outline(tiled, 0);
            pen.clip(tiled);
            for n in 0..9 {
                let to = (tiled.x + n % 3 * unit * scale, tiled.y + n / 3 * unit * scale);
                pen.sheet(sx, sy, unit, unit, to, scale);
            }
            pen.unclip();
        }
        if let Some(play) = layout.play {
            let (x, y, side) = self.played(cx);
            pen.outline(play, 0);
            pen.clip(play);
            pen.fill(play, 0);
            let scale = (play.w / side).max(1);
            let edge = (play.w - side * scale).max(0) / 2;
            pen.sheet(x, y, side, side, (play.x + edge, play.y + edge), scale);
            pen.unclip();
        }
        let Some((x, y)) = layout.facts else { return };
        pen.text("on map", x, y, 6);
        pen.text(&format!("{}x", self.used(cx)), x, y + 7, 7);
        pen.text("frames", x, y + 15, 6);
        pen.text(&format!("{}, {}/60", self.pictures(), self.rate), x, y + 22, 7);
    }
}

fn icon(tool: SpriteTool) -> &'static [&'static str] {
    match tool {
        T::Pencil => &["....##.", "...#..#", "..#..#.", ".#..#..", "#.##...", "##.....", "......."],
        T::Fill => &["..#....", ".#.#...", "#...##.", ".#..###", "..##.##", ".....##", "......#"],
        T::Replace => &["####...", "####.#.", "####..#", "####.##", ".#..###", "..#.###", ".##.###"],
        T::Line => &["......#", ".....#.", "....#..", "...#...", "..#....", ".#.....", "#......"],
        T::Rect => &["#######", "#.....#", "#.....#", "#.....#", "#.....#", "#.....#", "#######"],
        T::RectFill => &["#######", "#######", "#######", "#######", "#######", "#######", "#######"],
        T::Oval => &["..###..", ".#...#.", "#.....#", "#.....#", "#.....#", ".#...#.", "..###.."],
        T::OvalFill => &["..###..", ".#####.", "#######", "#######", "#######", ".#####.", "..###.."],
        T::Select => &["##.#.##", "#.....#", ".......", "#.....#", ".......", "#.....#", "##.#.##"],
        T::Stamp => &["..###..", "..###..", "...#...", "...#...", "#######", "#######", "......."],
        T::Pan => &["...#...", "..###..", ".#.#.#.", "#######", ".#.#.#.", "..###..", "...#..."],
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpriteLayout {
    pub canvas: Area,
    pub sheet: Area,
    pub scale: i32,
    pub palette: Area,
    pub extended: Option<Area>,
    pub columns: i32,
    pub flags: Area,
    pub tools: Area,
    pub words: (i32, i32),
    pub tiled: Option<Area>,
    pub play: Option<Area>,
    pub facts: Option<(i32, i32)>,
    /// Pages of a sheet that is not shown whole.
    pub pages: Option<Area>,
}

impl SpriteLayout {
    pub fn new((w, h): (i32, i32), tools: i32) -> SpriteLayout {
        let area = |x, y, w, h| Area { x, y, w, h };
        if w >= 256 && h >= 176 {
            let scale = if w >= 600 && h >= 330 { 2 } else { 1 };
            let side = 128 * scale;
            let gap = if w >= 2 * side + 48 { 2 * scale + 2 } else { 0 };
            // Previews of three sprites in a row: right of the sheet, or below it.
            let preview = 48 * scale;
            let is_wide = w >= 2 * side + 2 * gap + preview + 4;
            let all = if is_wide { 2 * side + 2 * gap + preview } else { 2 * side + gap };
            // The room below the tools is for the colours, in two rows if they are high enough, and for the flags.
            let free = h - 2 * BAR - side - 6 - (TOOL + 3) - 8;
            let (columns, color) = if free >= 44 { (8, (free * 2 / 3 / 2 * 2).min(80)) } else { (16, 7) };
            let flag = (free - color - 4).clamp(7, 24);
            let above = (h - 2 * BAR - side - 6 - (TOOL + 3) - 8 - color - flag).max(0) / 2;
            let (x, y) = ((w - all) / 2, BAR + 3 + above);
            let low = y + side + 4;
            let right = if is_wide { (x + 2 * (side + gap), y) } else { (x + side + gap + 6, low + 2) };
            let preview = if is_wide { preview } else { 24 };
            let next = |n: i32| match is_wide {
                true => (right.0, right.1 + n * (preview + 6)),
                false => (right.0 + n * (preview + 6), right.1),
            };
            let left = if gap == 0 { x + 4 } else { x };
            let palette = area(left, low + TOOL + 3, if columns == 8 { side } else { 112 }, color);
            let under = palette.y + palette.h;
            let flags_y = under + if columns == 8 { 8 } else { 6 };
            let ((tiled_x, tiled_y), (play_x, play_y)) = (next(0), next(1));
            return SpriteLayout {
                canvas: area(x, y, side, side),
                sheet: area(x + side + gap, y, side, side),
                scale,
                palette,
                extended: Some(area(left, under + 1, palette.w, 4)),
                columns,
                flags: area(left, flags_y, if columns == 8 { side } else { 64 }, flag),
                tools: area(left, low, tools * TOOL, TOOL),
                words: if is_wide { (x + side + gap, low + 2) } else { (left + 70, flags_y) },
                tiled: Some(area(tiled_x, tiled_y, preview, preview)),
                play: Some(area(play_x, play_y, preview, preview)),
                facts: Some(next(2)),
                pages: None,
            };
        }
        let (x, y) = ((w - 128) / 2, BAR + (h - 128) / 2);
        SpriteLayout {
            canvas: area(x + 4, y + 3, 64, 64),
            sheet: area(x, y + 80, 128, 32),
            scale: 1,
            palette: area(x + 78, y + 3, 44, 36),
            extended: None,
            columns: 4,
            flags: area(x + 78, y + 43, 8 * 6, 5),
            tools: area(x + 2, y + 70, tools * TOOL, TOOL),
            words: (x + 78, y + 52),
            tiled: None,
            play: None,
            facts: None,
            pages: Some(area(x + 78, y + 60, 4 * 8, 7)),
        }
    }

    pub fn color(&self, n: i32) -> Area {
        let (w, h) = (self.palette.w / self.columns, self.palette.h / (16 / self.columns));
        Area { x: self.palette.x + n % self.columns * w, y: self.palette.y + n / self.columns * h, w, h }
    }

    pub fn extended(&self, n: i32) -> Option<Area> {
        self.extended.map(|all| Area { x: all.x + n * all.w / 16, w: all.w / 16, ..all })
    }

    pub fn flag(&self, n: i32) -> Area {
        let w = self.flags.w / 8;
        Area { x: self.flags.x + n * w, y: self.flags.y, w: w - 2, h: self.flags.h }
    }

    pub fn zoom(&self) -> Area {
        Area { x: self.words.0, y: self.words.1 - 1, w: 46, h: 8 }
    }

    pub fn used(&self) -> Option<Area> {
        self.facts.map(|(x, y)| Area { x, y: y - 1, w: 44, h: 14 })
    }

    pub fn page(&self, n: i32) -> Option<Area> {
        self.pages.map(|pages| Area { x: pages.x + 8 * n, w: 7, ..pages })
    }

    pub fn shown(&self) -> (i32, i32) {
        (self.sheet.w / self.scale, self.sheet.h / self.scale)
    }
}
