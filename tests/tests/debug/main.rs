//! Debugging: reports about a run's past, in the terminal and on the screen.
//!
//! ```text
//! calls.rs        inside a frame: its calls, the picture after each, which call drew a pixel
//! code.rs         stepping through the lines of a Lua cart on the screen
//! commands.rs     the commands `debug`, `diff`, `bisect`, `trace`, as typed
//! heap.rs         large heaps, every kind of value, selections that follow their object
//! links.rs        from rows, calls and pixels to lines of code and back; where a value comes from
//! rust.rs         a Rust cart: its calls as lines, its panics
//! screen.rs       the debugger on the screen, driven by a user's commands
//! stops.rs        breakpoints in play, set in the code editor
//! timeline.rs     the whole run in the foot: rows, ranges, profiles
//! values.rs       values on the screen: fractions, histories
//! walkthrough.rs  the page that shows how to find a bug, with its pictures
//! workspace.rs    pages, lists and prompts, by keys and by mouse
//! ```

mod calls;
mod code;
mod commands;
mod heap;
mod links;
mod rust;
mod screen;
mod stops;
mod timeline;
mod values;
mod walkthrough;
mod workspace;
