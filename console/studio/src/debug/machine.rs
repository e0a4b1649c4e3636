//! The machine's own pages: calls of the frame, sheet, map, registers of drawing, input, cost.

use super::canvas::{HEAD, ROW};
use super::page::View;
use rasher::Machine;
use rasher::memory::reg;

pub fn calls(view: &View<'_>, p8: &mut Machine) {
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
    let view = View { panel, ..*view };
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

pub fn sheet(view: &View<'_>, p8: &mut Machine) {
    let memory = view.run.console().machine().memory().bytes();
    // The sheet is as high as the screen; what the heading takes is scrolled.
    let top = (view.panel.line as i32 * 8).clamp(0, 128 - (view.area.h - HEAD).min(128));
    pixels(p8, 127, view.area.h - HEAD, |x, y| {
        let at = ((y + top) * 64 + x / 2) as usize;
        memory[at] >> (4 * (x & 1)) & 15
    });
}

pub fn map(view: &View<'_>, p8: &mut Machine) {
    // A pixel for each cell: the tile's number as a colour says where things are.
    let machine = view.run.console().machine();
    pixels(p8, 127, 64, |x, y| {
        let tile = machine.mget(x, y);
        if tile == 0 { 0 } else { tile % 15 + 1 }
    });
    p8.print_at("a pixel a cell", 2, HEAD + 67, 5);
}

pub fn registers(view: &View<'_>, p8: &mut Machine) {
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

pub fn input(view: &View<'_>, p8: &mut Machine) {
    let Some(input) = &view.moment.input else {
        p8.print_at("no frame led here", 2, HEAD + 1, 5);
        return;
    };
    let mut y = HEAD + 1;
    for (player, held) in input.players.iter().enumerate() {
        if player > 1 && *held == 0 {
            continue;
        }
        p8.print_at(format!("player {player}").as_str(), 2, y, 13);
        for (b, sign) in ["⬅️", "➡️", "⬆️", "⬇️", "🅾️", "❎"].into_iter().enumerate() {
            p8.print_at(sign, 44 + 12 * b as i32, y, if held >> b & 1 != 0 { 10 } else { 1 });
        }
        y += ROW + 1;
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
}

pub fn cost(view: &View<'_>, p8: &mut Machine) {
    let usage = view.run.console().machine().usage();
    let percent = |cycles| usage.thousandths(cycles) / 10;
    let lines = [
        format!("update {:>4}%   draw {:>4}%", percent(usage.update), percent(usage.draw)),
        format!("{} of {} cycles", usage.update + usage.draw, usage.budget),
    ];
    for (row, line) in lines.iter().enumerate() {
        p8.print_at(line.as_str(), 2, HEAD + 1 + ROW * row as i32, 6);
    }
    let (top, floor) = (HEAD + 20, view.area.h - 4);
    let height = |thousandths: u64| (thousandths.min(1500) as i32) * (floor - top) / 1500;
    let line = floor - height(1000);
    p8.line(2, line, 122, line, 2);
    for (x, (update, draw)) in (2..).zip(&view.moment.cost) {
        let (u, d) = (height(*update), height(update + draw));
        p8.line(x, floor - d, x, floor - u, 12);
        p8.line(x, floor - u, x, floor, 11);
    }
}
