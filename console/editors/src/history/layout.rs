//! Where the page's rows, pictures and button are.
//!
//! ```text
//! small   list above, panel below        from 240 pixels on   list | panel
//! panel   name of a part / [before] [after], one under the other; the button at its foot
//! ```

use super::super::pen::BAR;
use super::page::{HistoryPage, Item};
use super::rows::Part;
use studio::Area;

pub(super) const ROW: i32 = 10;
/// From this width on the panel is next to the list.
const WIDE: i32 = 240;
/// From this width on the panel's pictures are twice as large.
const LARGE: i32 = 280;
const NAME: i32 = 8;
const CELL: i32 = 28;
const CELL_TEXT: i32 = 11;
const BUTTON: i32 = 11;

pub(super) struct Layout {
    pub list: Area,
    pub panel: Area,
}

impl Layout {
    pub fn of((w, h): (i32, i32)) -> Layout {
        let all = h - 2 * BAR;
        if w >= WIDE {
            let wide = (w / 2).min(w - 124);
            return Layout {
                list: Area { x: 0, y: BAR, w: wide, h: all },
                panel: Area { x: wide + 1, y: BAR, w: w - wide - 1, h: all },
            };
        }
        let list = (all * 2 / 5) / ROW * ROW;
        Layout {
            list: Area { x: 0, y: BAR, w, h: list },
            panel: Area { x: 0, y: BAR + list + 1, w, h: all - list - 1 },
        }
    }

    /// How large the panel's pictures are.
    pub fn scale(&self) -> i32 {
        1 + i32::from(self.panel.w >= LARGE)
    }

    pub fn lines(&self) -> usize {
        (self.list.h / ROW).max(1) as usize
    }

    pub fn row_at(&self, (x, y): (i32, i32), page: &HistoryPage) -> Option<usize> {
        let row = page.first + usize::try_from((y - self.list.y) / ROW).ok()?;
        (self.list.holds(x, y) && row < page.rows.len()).then_some(row)
    }

    pub fn button(&self) -> Area {
        let Area { x, y, w, h } = self.panel;
        Area { x: x + 3, y: y + h - BUTTON - 1, w: w - 6, h: BUTTON }
    }

    /// The lines of the panel that are visible: the number, the place of the name, and the places of both pictures.
    pub fn items(&self, page: &HistoryPage) -> Vec<(usize, i32, [Area; 2])> {
        let Some(opened) = &page.opened else { return Vec::new() };
        let (top, end) = (self.panel.y + 3, self.button().y - 2);
        let picture = CELL * self.scale();
        let height = |item: &Item| {
            let cell = match item {
                Item::Cart | Item::Part(Part::Pattern(_) | Part::Patterns) => CELL_TEXT,
                // All changed lines, where they fit.
                Item::Lines(lines) => {
                    let ends = |is_before: bool| {
                        let text = lines.text(opened.state(is_before), is_before);
                        text.iter().filter(|byte| **byte == b'\n').count() as i32
                    };
                    ((ends(true).max(ends(false)) + 1) * 6 + 4)
                        .clamp(picture, (end - top - NAME - 2).max(picture))
                }
                Item::Part(_) => picture,
            };
            NAME + cell + 2
        };
        // The chosen one is visible.
        let chosen = page.chosen.map_or(0, |(item, _)| item);
        let mut from = chosen;
        let mut room = end - top - opened.items.get(chosen).map_or(0, height);
        while from > 0 && room >= height(&opened.items[from - 1]) {
            from -= 1;
            room -= height(&opened.items[from]);
        }
        let (mut y, half) = (top, (self.panel.w - 9) / 2);
        let mut placed = Vec::new();
        for (n, item) in opened.items.iter().enumerate().skip(from) {
            if y + height(item) > end + 2 {
                break;
            }
            let h = height(item) - NAME - 2;
            let cell = |x| Area { x, y: y + NAME, w: half, h };
            placed.push((n, y, [cell(self.panel.x + 3), cell(self.panel.x + 6 + half)]));
            y += height(item);
        }
        placed
    }

    pub fn cell_at(&self, (x, y): (i32, i32), page: &HistoryPage) -> Option<(usize, bool)> {
        self.items(page).into_iter().find_map(|(n, _, cells)| {
            let side = cells.iter().position(|cell| cell.holds(x, y))?;
            Some((n, side == 0))
        })
    }
}
