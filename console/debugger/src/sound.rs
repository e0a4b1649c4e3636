//! The four channels as scopes: the frame's samples, and the sound and note that play.
//!
//! ```text
//! 0 sfx 8:12 d-2.saw.5.vib      channel, sound, number of the note; the note as in a `.sfx` file: key, instrument,
//! ~~~~~~~~~~~~~~~~~~~~~~~~      volume, effect
//! ```

use super::page::PanelContext;
use rasher::Machine;
use studio::canvas::HEAD;
use studio::letters;

pub fn draw(view: &PanelContext<'_>, p8: &mut Machine) {
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
