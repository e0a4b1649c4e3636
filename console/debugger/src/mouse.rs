//! The mouse: it scrubs on the time bar, selects in a panel, and on the game asks which call painted a pixel.

use super::{DebugCommand, DebugPage, Debugger, layout, machine, memory};
use studio::canvas::{HEAD, ROW};
use timeline::Run;

impl Debugger {
    /// The part of the run, in thousandths, at a point of the foot.
    pub(super) fn scrub_target(&self, x: i32, y: i32) -> Option<u64> {
        let bar = self.layout.foot;
        bar.holds(x, y).then(|| (x - bar.x).max(0) as u64 * 1000 / (bar.w - 1).max(1) as u64)
    }

    /// The panel at a point: its number on the canvas, and which of the panels it shows.
    fn panel_at(&self, x: i32, y: i32) -> Option<(usize, usize)> {
        let n = self.layout.panels.iter().position(|area| area.holds(x, y))?;
        Some((n, n % self.setup.panels.len()))
    }

    /// The frame at a point of a history panel.
    pub(super) fn history_frame_at(&self, run: &Run, x: i32, y: i32) -> Option<u64> {
        let (n, panel) = self.panel_at(x, y)?;
        let area = self.layout.panels[n];
        let is_history = self.setup.panels[panel].page == DebugPage::History;
        if is_history { self.history_frame_in(run, area, x - area.x, y - area.y) } else { None }
    }

    pub(super) fn point(&mut self, run: &mut Run, x: i32, y: i32, down: bool) {
        let game = self.layout.game;
        if let Some(part) = self.scrub_target(x, y).filter(|_| down) {
            self.command(run, DebugCommand::Scrub(part));
        }
        if game.holds(x, y) {
            let (x, y) = ((x - game.x) as u8, (y - game.y) as u8);
            self.pixel = Some((x, y));
            // The call that painted last is the one that is seen; earlier ones are above it in the list.
            let last = self.moment(run).trace.as_ref().and_then(|trace| trace.painters(x, y).last());
            for panel in self.setup.panels.iter_mut().filter(|panel| panel.page == DebugPage::Calls) {
                panel.line = last.unwrap_or(0) as i64;
            }
        } else if let Some((n, focus)) = self.panel_at(x, y)
            && down
        {
            self.setup.focus = focus;
            let area = self.layout.panels[n];
            let (x, y) = (x - area.x, y - area.y - HEAD);
            let line = self.panel().line;
            match self.panel().page {
                DebugPage::Map => self.panel().line = machine::cell_at(x, y),
                DebugPage::Input => {
                    if let Some((row, button)) = machine::button_at(x, y) {
                        self.toggle_button(run, row, button);
                    }
                }
                DebugPage::Memory => {
                    if let Some((line, byte)) = memory::byte_at(area, line, x, y) {
                        (self.panel().line, self.byte) = (line, byte);
                    }
                }
                DebugPage::History => {
                    if let Some(frame) = self.history_frame_in(run, area, x, y + HEAD) {
                        self.show_crash(run.goto(frame));
                    }
                }
                DebugPage::Code => self.point_at_line(run, area, x, y + HEAD),
                _ => {
                    let first = layout::first(line, layout::rows(area));
                    self.panel().line = first + i64::from((y / ROW).max(0));
                }
            }
        }
    }
}
