//! Debugging: reports about a run's past, in the terminal and on the screen.
//!
//! ```text
//! calls.rs        inside a frame: its calls, the picture after each, who painted a pixel
//! code.rs         lines of a cart in Lua, walked on the screen
//! commands.rs     the commands `debug`, `diff`, `bisect`, `trace`, as they are typed
//! screen.rs       the debugger on the screen, driven by what a person asks of it
//! stops.rs        breakpoints in play, set in the code editor
//! values.rs       values on the screen: numbers with a point, histories
//! walkthrough.rs  the page that shows how a bug is found, with its pictures
//! ```

mod calls;
mod code;
mod commands;
mod screen;
mod stops;
mod values;
mod walkthrough;
