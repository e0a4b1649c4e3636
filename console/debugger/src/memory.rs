//! The 64 KiB as bytes, eight in a row, with the region's name and changed bytes marked; and the sprite flags.

use super::layout::{first, rows};
use super::page::PanelContext;
use rasher::Machine;
use rasher::memory::FLAGS;
use studio::Area;
use studio::canvas::{HEAD, ROW};
use studio::letters;
use timeline::{Region, regions};

/// The column of a row's first byte and the width of a byte; then the same for letters, if the panel has room for them.
const BYTES: i32 = 22;
const BYTE: i32 = 13;
const TEXT: i32 = BYTES + 8 * BYTE + 2;
const LETTER: i32 = 5;

/// The first line to show: the selected one is in the middle, except at both ends of memory.
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
        let exact = regions().find(|region| name(region) == wanted);
        exact.or_else(|| regions().find(|region| !wanted.is_empty() && name(region).contains(&wanted)))
    };
    u16::from_str_radix(digits, 16).ok().or_else(|| named().map(|region| region.start))
}

pub fn name(region: &Region) -> String {
    region.name.to_lowercase().replace('_', " ")
}

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
    let memory = view.console().machine().memory().bytes();
    let before = view.moment.before.as_ref().map(|machine| machine.memory().bytes());
    let shown = rows(view.area) - 1;
    let at = view.panel.line.clamp(0, 0x1fff);
    let top = top(view.area, at);
    let region =
        regions().find(|r| (u32::from(r.start)..u32::from(r.start) + r.len).contains(&(at as u32 * 8)));
    letters::write(p8, &region.as_ref().map_or(String::new(), name), 2, HEAD + 1, 12);
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

/// A byte's colour: yellow if it changed, darker if it is zero.
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
