//! The time bar: all of the run, where one is in it, bookmarks, and what was said or is typed.

use super::{Debugger, Typing};
use crate::layer::Area;
use rasher::Machine;
use timeline::Run;

/// Draws the strip; what of it is seen, the camera says.
pub fn draw(p8: &mut Machine, bar: Area, run: &Run, debugger: &Debugger) {
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
    if let Some(at) = debugger.working.as_ref().and_then(|working| working.at) {
        p8.rectfill(column(at), 0, column(at), 6, 9);
    }
    p8.rectfill(column(now), 0, column(now), 6, 7);
    let seconds = now / u64::from(run.console().fps().max(1));
    let time = format!("{}:{:02}", seconds / 60, seconds % 60);
    let call = debugger.call.map_or(String::new(), |call| format!("  call {call}"));
    let branches = run.branches().len();
    let which = if branches > 1 { format!("  branch {} of {branches}", branch.id) } else { String::new() };
    // A program may stand in the middle of a hook here.
    let halfway = run.console().halfway().map_or(String::new(), |hook| format!("  in {hook}"));
    let status = format!("frame {now}/{head}  {time}{halfway}{which}{call}");
    let (color, text) = match (&debugger.typing, debugger.told.as_str(), &debugger.working) {
        (Some((typing, text)), ..) => {
            let what = match typing {
                Typing::Goto => "go to frame",
                Typing::Until => "run until",
                Typing::Back => "back to where",
                Typing::Value => "new value",
                Typing::Find => "find field",
            };
            (10, format!("{what}: {text}_"))
        }
        (None, "", Some(working)) => {
            // A second bar, below that of time: how much of the work is done.
            p8.rectfill(0, 7, bar.w - 1, 7, 1);
            p8.rectfill(0, 7, working.part(bar.w as u64 - 1) as i32, 7, 9);
            (9, format!("{}% {}  esc ends it", working.part(100), working.what))
        }
        (None, "", None) => (6, status),
        (None, told, _) => (if debugger.bad { 8 } else { 11 }, told.to_string()),
    };
    let fits: String = text.chars().take(bar.w as usize / 4 - 1).collect();
    p8.print_at(fits.as_str(), 2, 9, color);
}
