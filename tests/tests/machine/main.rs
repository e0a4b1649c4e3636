//! The machine: its calls one by one, its sound, and what holds of it as a whole.
//!
//! ```text
//! api/        the behaviour of each call of the table
//! audio/      what the synth plays, measured
//! text/       what print draws, by rules and against a twin
//! program/    programs that are not Rust, by a toy language
//! shapes.rs   shapes against slow twins, over random scenes
//! sprites.rs  sprites, map and tline against slow twins
//! display.rs  screen modes, raster palettes: every register value against a second rule
//! pages.rs    sheet, screen and map elsewhere: all memory calls against a byte-by-byte twin
//! forms.rs    what a PICO-8 author writes first: it compiles, or rustc names what is meant
//! inspect.rs  a state as debuggers show it, and what is typed for a field
//! host.rs     registers by call, the pause menu, the pause button, data files that change
//! ```

mod api;
mod audio;
mod display;
mod forms;
mod host;
mod inspect;
mod pages;
mod program;
mod shapes;
mod sprites;
mod text;
