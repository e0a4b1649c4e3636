//! The mouse: on the time bar it scrubs, on the game it asks who painted a pixel, in a panel it selects.

use super::{DebugCommand, DebugPage, Debugger, layout, machine, memory};
use studio::canvas::{HEAD, ROW};
use timeline::Run;

impl Debugger {
    /// The part of the run, in thousandths, that a point of the foot stands for.
    pub(super) fn scrubbed(&self, x: i32, y: i32) -> Option<u64> {
        let bar = self.layout.foot;
        bar.holds(x, y).then(|| (x - bar.x).max(0) as u64 * 1000 / (bar.w - 1).max(1) as u64)
    }

    pub(super) fn pointed(&self, run: &Run, x: i32, y: i32) -> Option<u64> {
        let n = self.layout.panels.iter().position(|area| area.holds(x, y))?;
        let (page, area) = (self.panels[n].page, self.layout.panels[n]);
        if page == DebugPage::History { self.remembered_at(run, area, x - area.x, y - area.y) } else { None }
    }

    pub(super) fn point(&mut self, run: &mut Run, x: i32, y: i32, down: bool) {
        let layout = self.layout.clone();
        let game = layout.game;
        if let Some(part) = self.scrubbed(x, y).filter(|_| down) {
            self.command(run, DebugCommand::Scrub(part));
        }
        if game.holds(x, y) {
            let (x, y) = ((x - game.x) as u8, (y - game.y) as u8);
            self.pixel = Some((x, y));
            // What was painted last is what is seen; the calls below it are a page up.
            let last = self.moment(run).trace.as_ref().and_then(|trace| trace.painters(x, y).last());
            for panel in self.panels.iter_mut().filter(|panel| panel.page == DebugPage::Calls) {
                panel.line = last.unwrap_or(0) as i64;
            }
        } else if let Some(n) = layout.panels.iter().position(|area| area.holds(x, y))
            && down
        {
            self.focus = n;
            let (x, y) = (x - layout.panels[n].x, y - layout.panels[n].y - HEAD);
            match self.panels[n].page {
                DebugPage::Map => return self.panels[n].line = machine::cell_at(x, y),
                DebugPage::Input => {
                    return machine::button_at(x, y).map_or((), |(row, b)| self.toggle(run, row, b));
                }
                DebugPage::Memory => {
                    let at = memory::byte_at(layout.panels[n], self.panels[n].line, x, y);
                    return at.map_or((), |(line, byte)| (self.panels[n].line, self.byte) = (line, byte));
                }
                DebugPage::History => {
                    let frame = self.remembered_at(run, layout.panels[n], x, y + HEAD);
                    return frame.map_or((), |frame| self.gone(run.goto(frame)));
                }
                DebugPage::Code => return self.point_at_line(run, layout.panels[n], x, y + HEAD),
                _ => {}
            }
            let line = y / ROW;
            let first = layout::first(self.panels[n].line, layout::rows(layout.panels[n]));
            self.panels[n].line = first + i64::from(line.max(0));
        }
    }
}
