//! Pages of the machine: the frame's calls, sheet, map, drawing registers, input, debug lines, sound; memory as bytes, eight in a row, and sprite flags.

use super::Selected;
use super::edit::players;
use super::layout::{first, rows};
use super::moment::Moment;
use super::page::{PageLine, PanelContext, note};
use rasher::memory::{FLAGS, reg};
use rasher::{Input, Machine, Traced};
use studio::canvas::{HEAD, ROW};
use studio::{Area, BUTTON_GLYPHS, letters};
use timeline::{Region, Run, regions};

pub fn calls(view: &PanelContext<'_>, p8: &mut Machine) {
    let code = view.debugger.code.as_ref();
    let Some(trace) = code.and_then(|code| code.trace.as_ref()).or(view.moment.trace.as_ref()) else {
        return note(p8, &["no frame before this moment"]);
    };
    // At a line, those after it have not been made yet.
    let at_line = code.map(|code| code.calls_made.min(trace.calls.len()));
    let shown = at_line.or(view.debugger.call).unwrap_or(trace.calls.len());
    let painters: Vec<usize> = match view.debugger.pixel {
        Some((x, y)) => trace.painters(x, y).filter(|call| *call < shown).collect(),
        None => Vec::new(),
    };
    let line = view.debugger.call_row(view.panel.line, trace.calls.len());
    let panel = super::Panel { line, ..view.panel };
    let view = PanelContext { panel, ..*view };
    view.lines(p8, trace.calls.len(), |n| {
        let call = &trace.calls[n];
        let color = match (painters.contains(&n), n >= shown, call.in_draw) {
            // Still those of the moment shown before.
            _ if !view.moment.has_calls => 5,
            (true, _, _) => 10,
            (_, true, _) => 5,
            (_, _, true) => 6,
            (_, _, false) => 12,
        };
        PageLine::of(&[(color, call.name), (color, &format!("({})", call.args))])
            .with_right(13, call_place(call))
    });
}

pub fn call_place(call: &Traced) -> String {
    let file = call.place.file().rsplit(['/', '\\']).next().unwrap_or_default();
    format!("{}:{}", file.trim_end_matches(".rs"), call.place.line())
}

fn pixels(p8: &mut Machine, (w, h): (i32, i32), times: i32, at: impl Fn(i32, i32) -> u8) {
    for y in 0..h {
        for x in 0..w {
            let (x0, y0) = (x * times, HEAD + y * times);
            p8.rectfill(x0, y0, x0 + times - 1, y0 + times - 1, at(x, y));
        }
    }
}

pub fn sheet(view: &PanelContext<'_>, p8: &mut Machine) {
    let memory = view.console().machine().memory().bytes();
    // As large as the whole sheet fits; if it does not fit at all, it scrolls.
    let room = view.area.h - HEAD;
    let times = (view.area.w / 128).min(room / 128).max(1);
    let shown = (room / times).min(128);
    let top = (view.panel.line as i32 * 8).clamp(0, 128 - shown);
    pixels(p8, (128.min(view.area.w - 1), shown), times, |x, y| {
        let at = ((y + top) * 64 + x / 2) as usize;
        memory[at] >> (4 * (x & 1)) & 15
    });
}

pub fn debug(view: &PanelContext<'_>, p8: &mut Machine) {
    let lines = view.console().machine().debug_lines();
    view.lines(p8, lines.len(), |n| {
        PageLine::of(&[(13, &format!("{} ", lines[n].place.short())), (7, &lines[n].text)])
    });
}

pub const CELLS: i64 = 128;

pub fn cell_at(x: i32, y: i32) -> i64 {
    i64::from(y.clamp(0, 63)) * CELLS + i64::from(x.clamp(0, 126))
}

pub fn cell(machine: &Machine, line: i64) -> Option<Selected> {
    let (x, y) = ((line % CELLS) as i32, (line / CELLS).min(255) as i32);
    let area = machine.memory().map_area();
    let exists = x < area.width && y < area.height;
    exists.then(|| Selected::Cell { x, y, addr: area.addr(x, y) })
}

pub fn map(view: &PanelContext<'_>, p8: &mut Machine) {
    // A pixel for each cell, coloured by the tile's number.
    let machine = view.console().machine();
    let color = |x: i32, y: i32| match machine.mget(x, y) {
        0 => 0,
        tile => tile % 15 + 1,
    };
    pixels(p8, (127, 64), 1, color);
    let Some(Selected::Cell { x, y, addr }) = cell(machine, view.panel.line) else { return };
    // Four strokes around the cell, visible on any colour.
    for (dx, dy) in [(-3, 0), (-2, 0), (2, 0), (3, 0), (0, -3), (0, -2), (0, 2), (0, 3)] {
        if (0..127).contains(&(x + dx)) && (0..64).contains(&(y + dy)) {
            let light = matches!(color(x + dx, y + dy), 6 | 7 | 10 | 15);
            p8.pset(x + dx, HEAD + y + dy, if light { 0 } else { 7 });
        }
    }
    let memory = machine.memory();
    let tile = memory.get(addr);
    let flags = memory.get(FLAGS + u16::from(tile));
    // In a low panel over the map's last rows.
    let below = (HEAD + 67).min(view.area.h - 2 * ROW - 2);
    p8.rectfill(0, below - 2, view.area.w, view.area.h, 0);
    letters::write(p8, &format!("cell {x} {y}  tile {tile} 0x{tile:02x}"), 14, below, 6);
    letters::write(p8, &format!("flags {flags:02x}  at {addr:04x}  e edit"), 14, below + ROW, 5);
    let sheet = memory.bytes();
    let (left, top) = (i32::from(tile) % 16 * 8, i32::from(tile) / 16 * 8);
    for (dx, dy) in (0..64).map(|n| (n % 8, n / 8)) {
        let byte = sheet[((top + dy) * 64 + (left + dx) / 2) as usize];
        p8.pset(2 + dx, below + 1 + dy, byte >> (4 * ((left + dx) & 1)) & 15);
    }
}

pub fn registers(view: &PanelContext<'_>, p8: &mut Machine) {
    let memory = view.console().machine().memory();
    let mut y = HEAD + 1;
    for (name, base) in [("draw", reg::DRAW_PAL), ("screen", reg::SCREEN_PAL), ("second", reg::SECOND_PAL)] {
        letters::write(p8, name, 2, y, 13);
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
        letters::write(p8, &line, 2, y, 6);
        y += ROW;
    }
}

const BUTTON: (i32, i32) = (44, 12);
const BUTTON_ROW: i32 = ROW + 1;

pub fn button_at(x: i32, y: i32) -> Option<(i32, i32)> {
    let (x, y) = (x - BUTTON.0, y - 1);
    (x >= 0 && y >= 0).then_some((y / BUTTON_ROW, x / BUTTON.1))
}

pub fn input(view: &PanelContext<'_>, p8: &mut Machine) {
    let (Some(played), draft) = (&view.moment.input, view.debugger.draft(view.run)) else {
        return note(p8, &["no frame before this moment"]);
    };
    let input = draft.unwrap_or(played);
    let mut y = HEAD + 1;
    for player in players(input) {
        letters::write(p8, &format!("player {player}"), 2, y, 13);
        for (b, sign) in BUTTON_GLYPHS.into_iter().enumerate() {
            let held = |input: &Input| input.players[player] >> b & 1 != 0;
            let color = match (held(input), held(input) == held(played)) {
                (true, true) => 10,
                (false, true) => 5,
                // Edited.
                (true, false) => 9,
                (false, false) => 2,
            };
            letters::write(p8, sign, BUTTON.0 + BUTTON.1 * b as i32, y, color);
        }
        y += BUTTON_ROW;
    }
    let m = &input.mouse;
    letters::write(p8, &format!("mouse  {} {} buttons {}", m.x, m.y, m.buttons), 2, y, 6);
    y += ROW;
    let keys: Vec<String> = (0..256).filter(|k| input.keys.held(*k)).map(|k| k.to_string()).collect();
    letters::write_until(p8, &format!("keys   {}", keys.join(" ")), 2, y, 6, view.area.w - 4);
    for event in &input.events {
        y += ROW;
        letters::write_until(p8, &format!("{event:?}"), 2, y, 12, view.area.w - 4);
    }
    if draft.is_some() {
        letters::write(p8, "Enter runs the frame with it", 2, y + ROW, 9);
    }
}

pub fn summary(p8: &mut Machine, moment: &Moment, run: &Run) {
    let held = moment.input.as_ref().map_or(0, |input| input.players[0]);
    for (b, sign) in (0..).zip(BUTTON_GLYPHS) {
        letters::write(p8, sign, 2 + BUTTON.1 * b, 2, if held >> b & 1 != 0 { 10 } else { 5 });
    }
    let usage = run.console().machine().usage();
    let spent = usage.thousandths(usage.update + usage.draw) / 10;
    letters::write(p8, &format!("{spent}% of cycles used"), 2, 10, 6);
    let fields = moment.changes.fields.len();
    letters::write(p8, &format!("{fields} fields changed"), 2, 17, 6);
}

pub fn sound(view: &PanelContext<'_>, p8: &mut Machine) {
    let mut machine = view.console().machine().clone();
    let memory = view.console().machine().memory();
    let width = view.area.w - 8;
    let height = (view.area.h - HEAD - 2) / 4;
    for (n, wave) in view.moment.waves.iter().enumerate() {
        let top = HEAD + height * n as i32;
        let middle = top + height / 2 + 3;
        let mut stat = |row: i32| machine.stat(row + n as i32).num().flr();
        let (sfx, note) = (stat(46), stat(50));
        let label = if sfx < 0 {
            "-".to_string()
        } else {
            format!("sfx {sfx}:{note} {}", format::note(memory, sfx as u8, note as u8))
        };
        letters::write(p8, &format!("{n} {label}"), 2, top + 1, if sfx < 0 { 5 } else { 13 });
        p8.line(2, middle, width + 1, middle, 1);
        let mut last = None;
        for x in 0..width {
            let Some(sample) = wave.get(x as usize * wave.len() / width as usize) else { break };
            // One channel fills at most about an eighth of the full scale.
            let y = middle - i32::from(*sample) * (height / 2 - 4) / 9000;
            let y = y.clamp(top + 7, top + height - 1);
            p8.line(2 + x, last.unwrap_or(y), 2 + x, y, if sfx < 0 { 5 } else { 11 });
            last = Some(y);
        }
    }
}

/// The column of a row's first byte and the width of a byte; then the same for letters, if the panel has room for them.
const BYTES: i32 = 22;
const BYTE: i32 = 13;
const TEXT: i32 = BYTES + 8 * BYTE + 2;
const LETTER: i32 = 5;

fn top(area: Area, line: i64) -> i64 {
    let shown = rows(area) - 1;
    first(line, shown).max((line - shown / 2).clamp(0, 0x2000 - shown))
}

pub fn byte_at(area: Area, line: i64, x: i32, y: i32) -> Option<(i64, i64)> {
    let row = (y >= ROW).then(|| i64::from(y / ROW - 1))?;
    let at = (top(area, line) + row).min(0x1fff);
    Some((at, i64::from((x - BYTES + 1).div_euclid(BYTE).clamp(0, 7))))
}

/// Parses an address of at most four hexadecimal digits, with or without `0x`, or finds the region of this name, or else the
/// first region whose name contains the text.
pub fn address(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let wanted = text.to_lowercase();
    let named = || {
        let exact = regions().find(|region| region_name(region) == wanted);
        exact.or_else(|| regions().find(|region| !wanted.is_empty() && region_name(region).contains(&wanted)))
    };
    u16::from_str_radix(digits, 16).ok().or_else(|| named().map(|region| region.start))
}

pub fn region_name(region: &Region) -> String {
    region.name.to_lowercase().replace('_', " ")
}

pub fn memory(view: &PanelContext<'_>, p8: &mut Machine) {
    let memory = view.console().machine().memory().bytes();
    let before = view.moment.before.as_ref().map(|machine| machine.memory().bytes());
    let shown = rows(view.area) - 1;
    let at = view.panel.line.clamp(0, 0x1fff);
    let top = top(view.area, at);
    let region =
        regions().find(|r| (u32::from(r.start)..u32::from(r.start) + r.len).contains(&(at as u32 * 8)));
    letters::write(p8, &region.as_ref().map_or(String::new(), region_name), 2, HEAD + 1, 12);
    for row in 0..shown.min(0x2000 - top) {
        let addr = ((top + row) * 8) as usize;
        let y = HEAD + ROW * (row as i32 + 1);
        if top + row == at {
            p8.rectfill(0, y, view.area.w - 3, y + 6, 1);
        }
        letters::write(p8, &format!("{addr:04x}"), 2, y + 1, 13);
        for (i, byte) in memory[addr..addr + 8].iter().enumerate() {
            let changed = before.is_some_and(|before| before[addr + i] != *byte);
            let mut color = color(*byte, changed);
            let x = BYTES + BYTE * i as i32;
            if top + row == at && i as i64 == view.debugger.byte {
                p8.rectfill(x - 2, y, x + 8, y + 6, 13);
                color = if changed { 10 } else { 7 };
            }
            letters::write(p8, &format!("{byte:02x}"), x, y + 1, color);
            if view.area.w >= TEXT + 8 * LETTER {
                let letter = if byte.is_ascii_graphic() { char::from(*byte) } else { '.' };
                let color = if letter == '.' { 5 } else { color };
                letters::write(p8, &letter.to_string(), TEXT + LETTER * i as i32, y + 1, color);
            }
        }
    }
}

fn color(byte: u8, changed: bool) -> i32 {
    match (changed, byte) {
        (true, _) => 10,
        (_, 0) => 5,
        _ => 6,
    }
}

/// The flags of the 256 sprites, in the rows of the sheet: flags 0 to 3 above 4 to 7, each in its colour; a white border around
/// those that changed.
pub fn flags(view: &PanelContext<'_>, p8: &mut Machine) {
    let at = |machine: &Machine, n: u16| machine.memory().get(FLAGS + n);
    for n in 0..256u16 {
        let byte = at(view.console().machine(), n);
        let (x, y) = (8 * i32::from(n % 16), HEAD + 6 * i32::from(n / 16));
        for flag in 0..8 {
            let (x, y) = (x + flag % 4 * 2, y + flag / 4 * 3);
            p8.rectfill(x, y, x, y + 1, if byte >> flag & 1 != 0 { 8 + flag } else { 1 });
        }
        if view.moment.before.as_ref().is_some_and(|before| at(before, n) != byte) {
            p8.rect(x - 1, y - 1, x + 7, y + 5, 7);
        }
    }
}
