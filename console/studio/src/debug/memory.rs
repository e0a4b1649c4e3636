//! The 64 KiB as bytes: eight a row, region by name, changed bytes marked.

use super::canvas::{HEAD, ROW, first, rows};
use super::page::View;
use rasher::Machine;
use timeline::regions;

pub fn draw(view: &View<'_>, p8: &mut Machine) {
    let memory = view.run.console().machine().memory().bytes();
    let before = view.moment.before.as_ref().map(|machine| machine.memory().bytes());
    let shown = rows(view.area) - 1;
    let at = view.panel.line.clamp(0, 0x1fff);
    // The selected row in the middle, as far as memory goes.
    let top = first(at, shown).max((at - shown / 2).clamp(0, 0x2000 - shown));
    let name =
        regions().find(|r| (u32::from(r.start)..u32::from(r.start) + r.len).contains(&(at as u32 * 8)));
    let name = name.map_or(String::new(), |r| r.name.to_lowercase().replace('_', " "));
    p8.print_at(name.as_str(), 2, HEAD + 1, 13);
    for row in 0..shown.min(0x2000 - top) {
        let addr = ((top + row) * 8) as usize;
        let y = HEAD + ROW * (row as i32 + 1);
        if top + row == at {
            p8.rectfill(0, y, 125, y + 6, 1);
        }
        p8.print_at(format!("{addr:04x}").as_str(), 2, y + 1, 5);
        for (i, byte) in memory[addr..addr + 8].iter().enumerate() {
            let changed = before.is_some_and(|before| before[addr + i] != *byte);
            let color = if changed {
                10
            } else if *byte == 0 {
                5
            } else {
                6
            };
            p8.print_at(format!("{byte:02x}").as_str(), 22 + 13 * i as i32, y + 1, color);
        }
    }
}
