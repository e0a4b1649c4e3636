//! The status line and the picture of the map editor.

use super::{ALL, COLUMNS, MapEditor, MapLayout, MapTool, OWN, ROWS, TileStamp, Tiles, address};
use crate::context::Context;
use crate::editor::View;
use crate::grid::{Grid, places};
use crate::pen::{FLAG_COLORS, Pen};
use rasher::memory::FLAGS;
use studio::Area;

impl View for MapEditor {
    fn status(&self, cx: &Context) -> String {
        if let Some((x, y)) = self.cell(cx) {
            let tile = usize::from(Tiles::get(&cx.doc, x, y));
            let flags = cx.doc.get(usize::from(FLAGS) + tile);
            let shared = if y >= OWN { "  shared with the sheet" } else { "" };
            let set = if is_set(cx, (x, y)) { "  set by the game" } else { "" };
            return format!("{x},{y}  {} flags {flags:02x}{shared}{set}   right: pick", self.number(tile));
        }
        if let Some(sprite) = self.sprite_at(cx) {
            return format!("sprite {}   drag: larger stamp", self.number(sprite));
        }
        self.tool_at(cx).map_or("F1 all commands   Esc back to the cart", MapTool::hint).to_string()
    }

    fn draw(&self, pen: &mut Pen<'_>, cx: &Context) {
        let layout = self.layout(cx);
        self.draw_map(pen, &layout, cx);
        self.draw_sheet(pen, &layout, cx);
        self.draw_tools(pen, &layout, cx);
        layout.small.into_iter().for_each(|small| self.draw_small(pen, small, cx));
        layout.stamp.into_iter().for_each(|area| self.draw_stamp(pen, area));
    }

    fn colored(&self, cx: &Context) -> Vec<(Area, [u8; 16])> {
        let layout = self.layout(cx);
        let own = [Some(layout.map), Some(layout.sheet), layout.small, layout.stamp];
        own.into_iter().flatten().map(|area| (area, cx.shown)).collect()
    }
}

fn is_set(cx: &Context, (x, y): (i32, i32)) -> bool {
    !cx.is_live
        && cx.game.as_ref().is_some_and(|game| game.memory.get(address(x, y)) != game.rom.get(address(x, y)))
}

impl MapEditor {
    fn on_canvas(&self, layout: &MapLayout, x: i32, y: i32) -> (i32, i32) {
        (layout.map.x + (x - self.origin.0) * self.side, layout.map.y + (y - self.origin.1) * self.side)
    }

    fn area(&self, layout: &MapLayout, cells: Area) -> Area {
        let (x, y) = self.on_canvas(layout, cells.x, cells.y);
        Area { x, y, w: cells.w * self.side, h: cells.h * self.side }
    }

    fn draw_map(&self, pen: &mut Pen<'_>, layout: &MapLayout, cx: &Context) {
        let map = layout.map;
        pen.outline(map, 0);
        pen.clip(map);
        pen.fill(map, 5);
        let shown = self.shown(cx);
        pen.fill(self.area(layout, ALL), 0);
        for at in places(shown).filter(|(x, y)| ALL.holds(*x, *y)) {
            self.draw_cell(pen, layout, at, cx);
        }
        if self.grid && self.side >= 8 {
            // Every sixteenth cell a screen begins.
            let color = |cell: i32| if cell % 16 == 0 { 13 } else { 5 };
            for (n, x) in (0..=shown.w).map(|n| (n, map.x + n * self.side)) {
                pen.line(x, map.y, x, map.y + map.h, color(shown.x + n));
            }
            for (n, y) in (0..=shown.h).map(|n| (n, map.y + n * self.side)) {
                pen.line(map.x, y, map.x + map.w, y, color(shown.y + n));
            }
        }
        let shared = self.on_canvas(layout, 0, OWN).1;
        for x in (map.x..map.x + map.w).step_by(4) {
            pen.line(x, shared, x + 1, shared, 13);
        }
        if cx.is_lit() {
            for addr in &cx.blinking.0 {
                let (from, row) = if *addr >= 0x2000 { (0x2000, 0) } else { (0x1000, OWN) };
                if (0x1000..0x3000).contains(addr) {
                    let n = i32::from(addr - from);
                    let cell = Area { x: n % COLUMNS, y: row + n / COLUMNS, w: 1, h: 1 };
                    pen.frame(self.area(layout, cell), 7);
                }
            }
        }
        if let Some(Area { x, y, w, h }) = self.camera_area(cx) {
            let scaled = |pixels: i32| pixels * self.side / 8;
            let (left, top) = (scaled(x - 8 * self.origin.0), scaled(y - 8 * self.origin.1));
            let area = Area { x: map.x + left, y: map.y + top, w: scaled(w), h: scaled(h) };
            pen.outline(area, 0);
            pen.frame(area, 10);
        }
        if let Some(area) = self.selected.area {
            pen.ants(self.area(layout, area), cx.ants());
        }
        if let Some((x, y)) = self.cell(cx).filter(|_| self.gesture.is_none()) {
            let (w, h) = if self.tool == MapTool::Stamp { (self.stamp.w, self.stamp.h) } else { (1, 1) };
            let at = self.area(layout, Area { x, y, w, h });
            if self.tool == MapTool::Stamp && !cx.control && !cx.shift {
                self.draw_sprites(pen, at, self.side);
            }
            pen.outline(at, 0);
            pen.frame(at, 7);
        }
        pen.unclip();
    }

    fn draw_cell(&self, pen: &mut Pen<'_>, layout: &MapLayout, (x, y): (i32, i32), cx: &Context) {
        let (left, top) = self.on_canvas(layout, x, y);
        let n = Tiles::get(&cx.doc, x, y);
        if !pen.sees(Area { x: left, y: top, w: self.side, h: self.side }) {
            return;
        }
        if n != 0 {
            pen.sprite(n.into(), left, top, self.side);
        }
        // A dot in each corner of four cells.
        if y >= OWN && self.side >= 8 && (x + y) % 2 == 0 {
            pen.fill(Area { x: left, y: top, w: 1, h: 1 }, 13);
        }
        if is_set(cx, (x, y)) {
            let corner = (self.side / 4).max(1);
            for n in 0..corner {
                pen.line(left + self.side - corner + n, top + n, left + self.side - 1, top + n, 10);
            }
        }
        if self.ids && self.side >= 16 && n != 0 {
            let text = if self.hex { format!("{n:02x}") } else { n.to_string() };
            pen.fill(Area { x: left, y: top, w: crate::pen::width(&text) + 1, h: 7 }, 0);
            pen.text(&text, left + 1, top + 1, 10);
        }
        if self.flags && self.side >= 8 {
            let flags = cx.doc.get(usize::from(FLAGS) + usize::from(n));
            for (bit, color) in (0..).zip(FLAG_COLORS).filter(|(bit, _)| flags >> bit & 1 != 0) {
                let dot = self.side / 8;
                pen.fill(Area { x: left + bit * dot, y: top + self.side - dot, w: dot, h: dot }, color);
            }
        }
    }

    fn camera_area(&self, cx: &Context) -> Option<Area> {
        let (x, y) = cx.game.as_ref().filter(|_| self.camera)?.camera;
        Some(Area { x, y, w: 128, h: 128 })
    }

    fn draw_sheet(&self, pen: &mut Pen<'_>, layout: &MapLayout, cx: &Context) {
        let sheet = layout.sheet;
        pen.outline(sheet, 0);
        pen.clip(sheet);
        let rows = sheet.h / 8;
        for page in 0..layout.columns / 16 {
            let top = self.top + page * rows;
            pen.sheet(0, 8 * top, 128, sheet.h, (sheet.x + 128 * page, sheet.y), 1);
            let (x, y) = (cx.sprite as i32 % 16, cx.sprite as i32 / 16 - top);
            if (0..rows).contains(&y) {
                let at = Area { x: sheet.x + 128 * page + 8 * x, y: sheet.y + 8 * y, w: 8, h: 8 };
                pen.outline(at, 0);
                pen.frame(at, 7);
            }
        }
        pen.unclip();
    }

    fn draw_tools(&self, pen: &mut Pen<'_>, layout: &MapLayout, cx: &Context) {
        for (n, (tool, ..)) in (0..).zip(MapTool::ALL) {
            let area = crate::pen::tool(layout.tools, n);
            pen.button(area, icon(tool), tool == self.tool, cx.is_over(area));
        }
        let (x, y) = layout.words;
        if matches!(self.tool, MapTool::Blob | MapTool::Dig) {
            // A single wall, and the begin of the set.
            pen.sprite(self.walls as i32, x, y - 2, 8);
            pen.text(&format!("{}..", self.number(self.walls)), x + 11, y, 7);
            return;
        }
        pen.sprite(cx.sprite as i32, x, y - 2, 8);
        let end = pen.text(&self.number(cx.sprite), x + 11, y, 7);
        if (self.stamp.w, self.stamp.h) != (1, 1) {
            pen.text(&format!("{}x{}", self.stamp.w, self.stamp.h), end + 3, y, 6);
        }
    }

    fn draw_stamp(&self, pen: &mut Pen<'_>, area: Area) {
        let TileStamp { w, h, .. } = self.stamp;
        let side = (area.w / w).min(area.h / h).min(64) / 8 * 8;
        if side < 8 || matches!(self.tool, MapTool::Blob | MapTool::Dig | MapTool::Select | MapTool::Pan) {
            return;
        }
        let at = Area { x: area.x + (area.w - w * side) / 2, y: area.y, w: w * side, h: h * side };
        pen.outline(at, 0);
        self.draw_sprites(pen, at, side);
    }

    fn draw_sprites(&self, pen: &mut Pen<'_>, Area { x, y, .. }: Area, side: i32) {
        let TileStamp { w, h, .. } = self.stamp;
        for ((dx, dy), sprite) in places(Area { x: 0, y: 0, w, h }).zip(&self.stamp.values) {
            pen.sprite((*sprite).into(), x + dx * side, y + dy * side, side);
        }
    }

    fn draw_small(&self, pen: &mut Pen<'_>, small: Area, cx: &Context) {
        pen.outline(small, 0);
        pen.fill(small, 0);
        if pen.sees(small) {
            for (x, y) in places(ALL) {
                let n = i32::from(Tiles::get(&cx.doc, x, y));
                let at = (n / 16 * 8 + 4) * 64 + (n % 16 * 8 + 4) / 2;
                let color = cx.doc.get(at as usize) & 15;
                if n != 0 && color != 0 {
                    pen.line(small.x + x, small.y + y, small.x + x, small.y + y, color.into());
                }
            }
        }
        let Area { x, y, w, h } = self.shown(cx);
        let ((x, w), (y, h)) = ((x.max(0), w + x.min(0)), (y.max(0), h + y.min(0)));
        let frame = Area { x: small.x + x, y: small.y + y, w: w.min(COLUMNS - x), h: h.min(ROWS - y) };
        pen.frame(frame, 7);
        if let Some(Area { x, y, w, h }) = self.camera_area(cx) {
            pen.clip(small);
            pen.frame(Area { x: small.x + x / 8, y: small.y + y / 8, w: w / 8, h: h / 8 }, 10);
            pen.unclip();
        }
    }
}

fn icon(tool: MapTool) -> &'static [&'static str] {
    match tool {
        MapTool::Stamp => &["..###..", "..###..", "...#...", "...#...", "#######", "#######", "......."],
        MapTool::Fill => &["..#....", ".#.#...", "#...##.", ".#..###", "..##.##", ".....##", "......#"],
        MapTool::Replace => &["####...", "####.#.", "####..#", "####.##", ".#..###", "..#.###", ".##.###"],
        MapTool::Line => &["......#", ".....#.", "....#..", "...#...", "..#....", ".#.....", "#......"],
        MapTool::Rect => &["#######", "#######", "#######", "#######", "#######", "#######", "#######"],
        MapTool::Select => &["##.#.##", "#.....#", ".......", "#.....#", ".......", "#.....#", "##.#.##"],
        MapTool::Blob => &["###.###", "#######", "#######", ".##.##.", "#######", "##...##", "#.....#"],
        MapTool::Dig => &["#.#.#.#", ".......", "#.###.#", "..###..", "#.###.#", ".......", "#.#.#.#"],
        MapTool::Pan => &["...#...", "..###..", ".#.#.#.", "#######", ".#.#.#.", "..###..", "...#..."],
    }
}
