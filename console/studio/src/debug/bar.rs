//! The time bar: all of the run, where one is in it, bookmarks, and what was said or is typed.

use super::{Debugger, Typing};
use crate::layer::Area;
use rasher::Machine;
use timeline::Run;

/// Draws the part of the strip that begins at column `part`; the camera is there already.
pub fn draw(p8: &mut Machine, part: i32, bar: Area, run: &Run, debugger: &Debugger) {
    let _ = part;
    let branch = run.branch();
    let (now, head) = (run.now(), branch.head());
    let column = |frame: u64| (frame * (bar.w as u64 - 1) / head.max(1)) as i32;
    p8.rectfill(0, 0, bar.w - 1, bar.h - 1, 0);
    p8.rectfill(0, 1, bar.w - 1, 5, 1);
    p8.rectfill(0, 1, column(now), 5, 13);
    if let Some((_, from)) = branch.parent {
        p8.rectfill(column(from), 1, column(from), 5, 14);
    }
    for mark in run.bookmarks().iter().filter(|mark| mark.branch == branch.id) {
        let x = column(mark.frame);
        p8.rectfill(x - 1, 0, x, 2, 10);
    }
    if branch.crash().is_some() {
        p8.rectfill(bar.w - 2, 0, bar.w - 1, 6, 8);
    }
    p8.rectfill(column(now), 0, column(now), 6, 7);
    let seconds = now / u64::from(run.console().fps().max(1));
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    let call = debugger.call.map_or(String::new(), |call| format!("  call {call}"));
    let branches = run.branches().len();
    let which = if branches > 1 { format!("  branch {} of {branches}", branch.id) } else { String::new() };
    let status = format!("frame {now}/{head}  {time}{which}{call}");
    let (color, text) = match (&debugger.typing, debugger.told.as_str()) {
        (Some((typing, text)), _) => {
            let what = match typing {
                Typing::Goto => "go to frame",
                Typing::Until => "run until",
                Typing::Value => "new value",
            };
            (10, format!("{what}: {text}_"))
        }
        (None, "") => (6, status),
        (None, told) => (if debugger.bad { 8 } else { 11 }, told.to_string()),
    };
    let fits: String = text.chars().take(bar.w as usize / 4 - 1).collect();
    p8.print_at(fits.as_str(), 2, 9, color);
}
