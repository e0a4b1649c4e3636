//! The machine's own pages: calls of the frame, sheet, map, registers of drawing, input, lines for its author.

use super::Selected;
use super::canvas::{HEAD, ROW};
use super::edit::players;
use super::page::PanelContext;
use rasher::memory::reg;
use rasher::{Input, Machine};

pub fn calls(view: &PanelContext<'_>, p8: &mut Machine) {
    let Some(trace) = &view.moment.trace else {
        p8.print_at("no frame led here", 2, HEAD + 1, 5);
        return;
    };
    let shown = view.debugger.call.unwrap_or(trace.calls.len());
    let painters: Vec<usize> = match view.debugger.pixel {
        Some((x, y)) => trace.painters(x, y).collect(),
        None => Vec::new(),
    };
    // The call that the slider stands at is in view, unless the panel itself is scrolled.
    let line = if view.debugger.call.is_some() { shown as i64 } else { view.panel.line };
    let panel = super::Panel { line, ..view.panel };
    let view = PanelContext { panel, ..*view };
    view.lines(p8, trace.calls.len(), |n| {
        let call = &trace.calls[n];
        let color = match (painters.contains(&n), n >= shown, call.in_draw) {
            (true, _, _) => 10,
            (_, true, _) => 5,
            (_, _, true) => 6,
            (_, _, false) => 12,
        };
        let file = call.place.file().rsplit(['/', '\\']).next().unwrap_or_default();
        let place = format!("{}:{}", file.trim_end_matches(".rs"), call.place.line());
        let room = 31usize.saturating_sub(place.len() + 1);
        let told: String = format!("{}({})", call.name, call.args).chars().take(room).collect();
        (color, format!("{told:<room$} {place}"))
    });
}

/// Copies pixels of the run's machine onto the panel, in the panel's own colours.
fn pixels(p8: &mut Machine, w: i32, h: i32, at: impl Fn(i32, i32) -> u8) {
    for y in 0..h {
        for x in 0..w {
            p8.pset(x, HEAD + y, at(x, y));
        }
    }
}

pub fn sheet(view: &PanelContext<'_>, p8: &mut Machine) {
    let memory = view.run.console().machine().memory().bytes();
    // The sheet is as high as the screen; what the heading takes is scrolled.
    let top = (view.panel.line as i32 * 8).clamp(0, 128 - (view.area.h - HEAD).min(128));
    pixels(p8, 127, view.area.h - HEAD, |x, y| {
        let at = ((y + top) * 64 + x / 2) as usize;
        memory[at] >> (4 * (x & 1)) & 15
    });
}

pub fn debug(view: &PanelContext<'_>, p8: &mut Machine) {
    let lines = view.run.console().machine().debug_lines();
    view.lines(p8, lines.len(), |n| {
        let told = format!("{} {}", lines[n].place.short(), lines[n].text);
        (6, told.chars().take(31).collect())
    });
}

/// Cells of a row of the map page; a pixel each.
pub const CELLS: i64 = 128;

/// The cell at a point of the page, as the panel's line.
pub fn cell_at(x: i32, y: i32) -> i64 {
    i64::from(y.clamp(0, 63)) * CELLS + i64::from(x.clamp(0, 126))
}

/// The cell of the map that a panel's line stands for, if the map has it.
pub fn cell(machine: &Machine, line: i64) -> Option<Selected> {
    let (x, y) = ((line % CELLS) as i32, (line / CELLS).min(255) as i32);
    let area = machine.memory().map_area();
    let there = x < area.width && y < area.height;
    there.then(|| Selected::Cell { x, y, addr: area.addr(x, y) })
}

pub fn map(view: &PanelContext<'_>, p8: &mut Machine) {
    // A pixel for each cell: the tile's number as a colour says where things are.
    let machine = view.run.console().machine();
    let color = |x: i32, y: i32| match machine.mget(x, y) {
        0 => 0,
        tile => tile % 15 + 1,
    };
    pixels(p8, 127, 64, color);
    let Some(Selected::Cell { x, y, addr }) = cell(machine, view.panel.line) else { return };
    // Four strokes around the cell, seen on any colour.
    for (dx, dy) in [(-3, 0), (-2, 0), (2, 0), (3, 0), (0, -3), (0, -2), (0, 2), (0, 3)] {
        if (0..127).contains(&(x + dx)) && (0..64).contains(&(y + dy)) {
            let light = matches!(color(x + dx, y + dy), 6 | 7 | 10 | 15);
            p8.pset(x + dx, HEAD + y + dy, if light { 0 } else { 7 });
        }
    }
    let memory = machine.memory();
    let tile = memory.get(addr);
    let flags = memory.get(rasher::memory::FLAGS + u16::from(tile));
    p8.print_at(format!("cell {x} {y}  tile {tile} 0x{tile:02x}").as_str(), 14, HEAD + 67, 6);
    p8.print_at(format!("flags {flags:02x}  at {addr:04x}  e edits").as_str(), 14, HEAD + 67 + ROW, 5);
    let sheet = memory.bytes();
    let (left, top) = (i32::from(tile) % 16 * 8, i32::from(tile) / 16 * 8);
    for (dx, dy) in (0..64).map(|n| (n % 8, n / 8)) {
        let byte = sheet[((top + dy) * 64 + (left + dx) / 2) as usize];
        p8.pset(2 + dx, HEAD + 68 + dy, byte >> (4 * ((left + dx) & 1)) & 15);
    }
}

pub fn registers(view: &PanelContext<'_>, p8: &mut Machine) {
    let memory = view.run.console().machine().memory();
    let mut y = HEAD + 1;
    for (name, base) in [("draw", reg::DRAW_PAL), ("screen", reg::SCREEN_PAL), ("second", reg::SECOND_PAL)] {
        p8.print_at(name, 2, y, 13);
        for c in 0..16u16 {
            let byte = memory.get(base + c);
            let x = 30 + 6 * i32::from(c);
            p8.rectfill(x, y, x + 4, y + 4, byte & 15);
            if byte & 0x10 != 0 && base == reg::DRAW_PAL {
                p8.line(x, y, x + 4, y + 4, 7);
            }
        }
        y += ROW;
    }
    let s16 = |addr| memory.get16(addr) as i16;
    let [x0, y0, x1, y1] = memory.array::<4>(reg::CLIP);
    let [cx, cy] = memory.array::<2>(reg::CURSOR);
    let lines = [
        format!("camera {} {}", s16(reg::CAMERA), s16(reg::CAMERA + 2)),
        format!("clip   {x0} {y0} to {x1} {y1}"),
        format!("pen    {:02x}   cursor {cx} {cy}", memory.get(reg::PEN)),
        format!("fillp  {:04x} flags {:x}", memory.get16(reg::PATTERN), memory.get(reg::PATTERN_FLAGS)),
        format!(
            "pages  sheet {:02x} screen {:02x}",
            memory.get(reg::SHEET_PAGE),
            memory.get(reg::SCREEN_PAGE)
        ),
        format!("planes {:02x}", memory.get(reg::PLANES)),
        format!("random {:08x} {:08x}", memory.get32(reg::RANDOM), memory.get32(reg::RANDOM + 4)),
    ];
    for line in lines {
        p8.print_at(line.as_str(), 2, y, 6);
        y += ROW;
    }
}

/// Where the first button of a row stands, and from one to the next.
const BUTTON: (i32, i32) = (44, 12);
/// Height of a row of buttons.
const BUTTON_ROW: i32 = ROW + 1;

/// The row and the column of buttons at a point of the page.
pub fn button_at(x: i32, y: i32) -> Option<(i32, i32)> {
    let (x, y) = (x - BUTTON.0, y - 1);
    (x >= 0 && y >= 0).then_some((y / BUTTON_ROW, x / BUTTON.1))
}

pub fn input(view: &PanelContext<'_>, p8: &mut Machine) {
    let (Some(input), draft) = (&view.moment.input, view.debugger.draft(view.run)) else {
        p8.print_at("no frame led here", 2, HEAD + 1, 5);
        return;
    };
    let input = draft.unwrap_or(input);
    let mut y = HEAD + 1;
    for player in players(input) {
        p8.print_at(format!("player {player}").as_str(), 2, y, 13);
        for (b, sign) in ["⬅️", "➡️", "⬆️", "⬇️", "🅾️", "❎"].into_iter().enumerate() {
            let held = |input: &Input| input.players[player] >> b & 1 != 0;
            let color = match (held(input), held(input) == held(input)) {
                (true, true) => 10,
                (false, true) => 1,
                // What is not as it was.
                (true, false) => 9,
                (false, false) => 2,
            };
            p8.print_at(sign, BUTTON.0 + BUTTON.1 * b as i32, y, color);
        }
        y += BUTTON_ROW;
    }
    let m = &input.mouse;
    p8.print_at(format!("mouse  {} {} buttons {}", m.x, m.y, m.buttons).as_str(), 2, y, 6);
    y += ROW;
    let keys: Vec<String> = (0..256).filter(|k| input.keys.held(*k)).map(|k| k.to_string()).collect();
    p8.print_at(format!("keys   {}", keys.join(" ")).as_str(), 2, y, 6);
    for event in &input.events {
        y += ROW;
        let told: String = format!("{event:?}").to_lowercase().chars().take(31).collect();
        p8.print_at(told.as_str(), 2, y, 12);
    }
    if draft.is_some() {
        p8.print_at("enter runs the frame so", 2, y + ROW, 9);
    }
}
