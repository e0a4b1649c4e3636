//! The meters: what a cart's pictures cost, at the lower edge. Indicators of speed and of toggled buttons, at the right edge.
//!
//! ```text
//!  cpu ▇▇▇▆▆▆▆▆▆▆░░░░░░░│     52.3%     blue updates, green drawing, red over the budget, which ends at the mark
//!  update 12.0  draw 40.3  own 0.0      percent of a frame's budget; own: work outside of calls
//!  mem ▇░░░░░░░░░░░░░░░░░░       12k    of 2,048
//!  30 of 60 fps, strict                 pictures per second, of those requested
//!  lib.rs:12 sprite 300                 where the cart exceeded a limit, the newest three
//! ```
//!
//! The numbers are the machine's own count, the same on every computer. They say nothing about the speed of this one.

use crate::layer::{Area, Layer, cells, fit};
use crate::question::clock;
use rasher::{Console, Exceeded, Usage};

/// KiB of a cart's state, as in PICO-8.
const MEMORY: u64 = 2048;
const LEFT: i32 = 20;
/// Width of a bar, and of a whole budget in the upper one.
const BAR: i32 = 76;
const WHOLE: u64 = 60;
const SHOWN: usize = 3;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meters {
    pub usage: Usage,
    pub memory_size: u64,
    pub fps: u8,
    pub pictures: u8,
    pub strict: bool,
    pub exceeded: Vec<Exceeded>,
}

impl Meters {
    pub fn of(console: &Console) -> Meters {
        let machine = console.machine();
        Meters {
            usage: machine.usage(),
            memory_size: console.memory_size(),
            fps: console.fps(),
            pictures: machine.pictures(),
            strict: machine.is_strict(),
            exceeded: machine.exceeded().collect(),
        }
    }

    pub fn draw(&self, layer: &mut Layer) {
        let newest = &self.exceeded[self.exceeded.len().saturating_sub(SHOWN)..];
        let h = 35 + 7 * newest.len() as i32;
        let area = Area { x: 0, y: 128 - h, w: 128, h };
        layer.clear(false);
        layer.window(area, 5);
        let Usage { update, draw, system, updates, .. } = self.usage;
        let all = update.saturating_add(draw);
        let rows = [0, 1, 2, 3].map(|row| area.y + 4 + 7 * row);
        let share = |cycles| self.usage.thousandths(cycles);
        let p8 = layer.canvas();
        // A cart with several updates per picture has the budgets of all.
        let column = |cycles: u64| {
            let per_frame = share(cycles) / u64::from(updates.max(1));
            LEFT + (per_frame.min(10_000) * WHOLE / 1000).min(BAR as u64) as i32
        };
        let whole = LEFT + WHOLE as i32;
        p8.print_at("cpu", 4, rows[0], 6);
        p8.rectfill(LEFT, rows[0], LEFT + BAR - 1, rows[0] + 4, 1);
        let mut bar = |from: i32, to: i32, c: i32| {
            if from < to {
                p8.rectfill(from, rows[0], to - 1, rows[0] + 4, c);
            }
        };
        bar(LEFT, column(update), 12);
        bar(column(update), column(all), 11);
        bar(whole, column(all), 8);
        bar(whole, whole + 1, 7);
        let mut right = |text: String, y: i32, c: i32| {
            p8.print_at(text.as_str(), 125 - 4 * text.len() as i32, y, c);
        };
        right(
            percent(share(all), "%"),
            rows[0],
            if all > self.usage.budget.saturating_mul(updates.max(1).into()) { 8 } else { 7 },
        );
        let kib = self.memory_size.div_ceil(1024);
        right(format!("{kib}k"), rows[2], if kib > MEMORY { 8 } else { 7 });
        for (x, name, cycles, c) in
            [(4, "update", update, 12), (50, "draw", draw, 11), (88, "own", all - system.min(all), 6)]
        {
            let x = p8.print_at(name, x, rows[1], c);
            p8.print_at(percent(share(cycles), "").as_str(), x + 2, rows[1], 6);
        }
        p8.print_at("mem", 4, rows[2], 6);
        p8.rectfill(LEFT, rows[2], LEFT + BAR - 1, rows[2] + 4, 1);
        let filled = self.memory_size.min(MEMORY * 1024) * BAR as u64;
        let filled = filled.div_ceil(MEMORY * 1024) as i32;
        if filled > 0 {
            p8.rectfill(LEFT, rows[2], LEFT + filled - 1, rows[2] + 4, if kib > MEMORY { 8 } else { 9 });
        }
        let strict = if self.strict { ", strict" } else { "" };
        let rate = format!("{} of {} fps{strict}", self.pictures, self.fps);
        p8.print_at(rate.as_str(), 4, rows[3], if self.pictures < self.fps { 8 } else { 6 });
        for (y, Exceeded { limit, found, place, .. }) in (rows[3] + 7..).step_by(7).zip(newest) {
            let place = fit(&place.short().to_string(), 16);
            let x = p8.print_at(place.as_str(), 4, y, 13);
            let found = format!("{} {found}", limit.row().name);
            p8.print_at(fit(&found, 29 - cells(&place)), x + 4, y, 8);
        }
    }
}

fn percent(thousandths: u64, sign: &str) -> String {
    match thousandths {
        0..1000 => format!("{}.{}{sign}", thousandths / 10, thousandths % 10),
        _ => format!("{}{sign}", (thousandths / 10).min(9999)),
    }
}

pub const BUTTON_GLYPHS: [&str; 6] = ["⬅️", "➡️", "⬆️", "⬇️", "🅾️", "❎"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedIndicator {
    /// Frames, and frames per second.
    Back(u64, u8),
    Faster(u8),
    Slower(u8),
    Replay,
    /// A frame of a recording, its last one, and frames per second.
    Watched(u64, u64, u8),
}

impl SpeedIndicator {
    pub fn draw(self, layer: &mut Layer) {
        layer.clear(false);
        let (text, color) = match self {
            SpeedIndicator::Back(frames, fps) => (format!("◀◀ {}", clock(frames, fps)), 10),
            SpeedIndicator::Faster(times) => (format!("▶▶ {times}x"), 11),
            SpeedIndicator::Slower(times) => (format!("▶ 1/{times}"), 12),
            SpeedIndicator::Replay => ("replay ▶ 1/2".to_string(), 12),
            SpeedIndicator::Watched(frame, of, fps) => {
                (format!("▶ {} of {}", clock(frame, fps), clock(of, fps)), 12)
            }
        };
        draw(layer, &text, 2, color);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldIndicator(pub u8);

impl HeldIndicator {
    pub fn draw(self, layer: &mut Layer) -> bool {
        let held = |bit: &usize| self.0 >> bit & 1 != 0;
        let signs: Vec<_> = (0..BUTTON_GLYPHS.len()).filter(held).map(|bit| BUTTON_GLYPHS[bit]).collect();
        if signs.is_empty() {
            return false;
        }
        layer.clear(false);
        draw(layer, &signs.join(" "), 128 - HEIGHT - 2, 9);
        true
    }
}

const HEIGHT: i32 = 11;

fn draw(layer: &mut Layer, text: &str, y: i32, color: i32) {
    let text = fit(text, 29);
    let width = layer.canvas().text_width(text.as_str());
    let area = Area { x: 128 - width - 8, y, w: width + 6, h: HEIGHT };
    layer.window(area, color);
    layer.canvas().print_at(text.as_str(), area.x + 4, area.y + 3, color);
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn percentages_stay_short() {
        let cases = [(0, "0.0%"), (523, "52.3%"), (999, "99.9%"), (1000, "100%"), (u64::MAX, "9999%")];
        for (thousandths, text) in cases {
            assert_eq!(percent(thousandths, "%"), text);
        }
    }
}
