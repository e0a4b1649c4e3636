//! The canvas for a window, and what all layouts share.

use studio::Area;

pub const BAR: i32 = 8;
pub const TOOL: i32 = 9;
pub const LEAST: i32 = 128;

/// Canvases with a layout of their own.
const LARGE: (u32, u32) = (640, 360);
const SMALL: (u32, u32) = (256, 192);
const SIDE_MAX: u32 = 1 << 12;

/// Columns and rows of the canvas for a window, and pixels of the window for each.
pub fn canvas_size((width, height): (u32, u32)) -> (i32, i32, i32) {
    const LEAST_SIDE: u32 = LEAST as u32;
    let fits = |(w, h): (u32, u32)| (width / w).min(height / h);
    // At least twice as large, where a layout fits: letters are five pixels high.
    let scale = [LARGE, SMALL]
        .into_iter()
        .map(fits)
        .find(|scale| *scale >= 2)
        .unwrap_or(fits((LEAST_SIDE, LEAST_SIDE)))
        .max(1);
    let side = |room: u32, least: u32| (room / scale).clamp(least, SIDE_MAX) as i32;
    (side(width, LEAST_SIDE), side(height, LEAST_SIDE), scale as i32)
}

pub fn tool(tools: Area, n: i32) -> Area {
    Area { x: tools.x + n * TOOL, w: TOOL, h: TOOL, ..tools }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our decision: whole pixels, letters twice as large where there is room, and all of a large window.
    #[test]
    fn the_canvas_grows_with_the_window() {
        let cases = [
            ((128, 128), (128, 128, 1)),
            ((256, 256), (128, 128, 2)),
            ((512, 512), (256, 256, 2)),
            ((768, 768), (256, 256, 3)),
            ((1280, 720), (640, 360, 2)),
            ((1920, 1080), (640, 360, 3)),
            ((0, 0), (128, 128, 1)),
        ];
        for (window, want) in cases {
            assert_eq!(canvas_size(window), want, "{window:?}");
        }
    }
}
