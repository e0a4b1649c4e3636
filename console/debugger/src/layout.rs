//! The layout of a canvas: panels of any size that fill all of it.
//!
//! ```text
//! game 128x128 | panel | panel      columns of 160 pixels or more share the room right of the game, rows of 100 or more
//!              | ------+------      the height above the foot; below the game is a panel, or a summary if there is little room
//! panel        | panel | panel
//! ------------------------------
//! foot: the time bar, a message, the keys that matter now
//! ```

use rasher::SIDE;
use studio::Area;
use studio::canvas::{HEAD, ROW};

pub const LEAST: (i32, i32) = (256, 160);
/// The least width of one of several columns.
const COLUMN: i32 = 160;
/// The least height for two panels above each other, and of each of three or more.
const TWO: i32 = 200;
const THREE: i32 = 150;
/// The least height of a panel below the game: a heading and four lines.
const LOWEST: i32 = 40;

/// Room for about six panels: a window with more than that has larger pixels.
const ROOMY: (u32, u32) = (512, 288);

/// The canvas for a window: its size divided by a whole number, so that the canvas fills the window and its letters can be read, and a
/// large window shows more rather than larger letters.
pub fn canvas_size((width, height): (u32, u32)) -> (i32, i32) {
    let least = (LEAST.0 as u32, LEAST.1 as u32);
    let fits = |(w, h): (u32, u32)| (width / w).min(height / h);
    // Letters five pixels high are enlarged at least twice.
    let scale = fits(ROOMY).max(fits(least).min(2)).max(1);
    let side = |room: u32, least: u32| (room / scale).clamp(least, 1 << 13) as i32;
    (side(width, least.0), side(height, least.1))
}

/// Areas that share out all pixels of the canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelLayout {
    pub w: i32,
    pub h: i32,
    pub game: Area,
    pub summary: Option<Area>,
    pub panels: Vec<Area>,
    /// The rows of the timeline, above the foot.
    pub strips: Area,
    pub foot: Area,
}

fn rows_of(height: i32) -> i32 {
    if height < TWO { 1 } else { (height / THREE).max(2) }
}

impl Default for PanelLayout {
    fn default() -> Self {
        PanelLayout::new(256, 256, 0, 0)
    }
}

impl PanelLayout {
    pub fn new(width: i32, height: i32, foot: i32, strips: i32) -> PanelLayout {
        const GAME: i32 = SIDE as i32;
        let (w, h) = (width.max(LEAST.0), height.max(LEAST.1));
        let (top, right) = ((h - foot - strips).max(GAME), w - GAME);
        let (columns, rows) = ((right / COLUMN).max(1), rows_of(top));
        // A remainder goes to some of them, a pixel each.
        let part = |n: i32, of: i32, size: i32| (n * size / of, (n + 1) * size / of - n * size / of);
        let mut panels = Vec::new();
        for (row, column) in (0..rows * columns).map(|n| (n / columns, n % columns)) {
            let ((x, w), (y, h)) = (part(column, columns, right), part(row, rows, top));
            panels.push(Area { x: GAME + x, y, w, h });
        }
        let below = Area { x: 0, y: GAME, w: GAME, h: top - GAME };
        let has_panel = below.h >= LOWEST;
        for row in 0..if has_panel { rows_of(below.h) } else { 0 } {
            let (y, h) = part(row, rows_of(below.h), below.h);
            panels.push(Area { y: GAME + y, h, ..below });
        }
        PanelLayout {
            w,
            h,
            game: Area { x: 0, y: 0, w: GAME, h: GAME },
            summary: (!has_panel && below.h > 0).then_some(below),
            panels,
            strips: Area { x: 0, y: top, w, h: strips },
            foot: Area { x: 0, y: top + strips, w, h: h - top - strips },
        }
    }
}

pub fn rows(area: Area) -> i64 {
    i64::from((area.h - HEAD - 1) / ROW)
}

pub fn first(line: i64, rows: i64) -> i64 {
    (line - rows + 1).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our decision, at any size: no gap, no overlap, every panel can be read, and a higher window shows more lines.
    #[test]
    fn all_of_the_canvas_is_used_once() {
        for w in (256..1100).step_by(37) {
            let lines =
                |h: i32| PanelLayout::new(w, h, 26, 0).panels.iter().map(|area| rows(*area)).sum::<i64>();
            for h in (160..700).step_by(23) {
                for (foot, strips) in [(26, 0), (42, 0), (26, (h - 154).min(80))] {
                    let layout = PanelLayout::new(w, h, foot, strips.max(0));
                    let mut used = vec![0u8; (w * h) as usize];
                    let fixed = [&layout.game, &layout.strips, &layout.foot];
                    for area in fixed.into_iter().chain(&layout.summary).chain(&layout.panels) {
                        for y in area.y..area.y + area.h {
                            let at = (y * w + area.x) as usize;
                            used[at..at + area.w as usize].iter_mut().for_each(|n| *n += 1);
                        }
                    }
                    assert!(used.iter().all(|n| *n == 1), "{w}x{h}: {layout:?}");
                    assert!(layout.panels.iter().all(|area| area.w >= 128 && rows(*area) >= 4), "{w}x{h}");
                }
                assert!(lines(h + 60) > lines(h), "{w}x{h}: {} {}", lines(h), lines(h + 60));
            }
        }
    }

    #[test]
    fn the_canvas_is_as_large_as_whole_pixels_leave_it() {
        let cases = [
            ((512, 512), (256, 256)),
            ((640, 360), (320, 180)),
            ((800, 600), (400, 300)),
            ((1024, 768), (512, 384)),
            ((1600, 1000), (533, 333)),
            ((1920, 1080), (640, 360)),
            ((3840, 2160), (548, 308)),
            ((700, 300), (700, 300)),
            ((128, 128), (256, 160)),
            ((0, 0), (256, 160)),
        ];
        for (size, want) in cases {
            assert_eq!(canvas_size(size), want, "{size:?}");
        }
    }
}
