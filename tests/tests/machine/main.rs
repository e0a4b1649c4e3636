//! The machine: its calls one by one, its sound, and rules for the whole.
//!
//! ```text
//! api/        the behaviour of each call of the table
//! audio/      the synth's output, measured
//! text/       print's drawing, by rules and against a reference
//! program/    programs in another language (a toy one)
//! shapes.rs   shapes against slow references, over random scenes
//! sprites.rs  sprites, map and tline against slow references
//! display.rs  screen modes, raster palettes: every register value against a second rule
//! pages.rs    sheet, screen and map elsewhere: all memory calls against a byte-by-byte reference
//! forms.rs    what a PICO-8 author writes first: it compiles, or rustc names the right form
//! inspect.rs  a state as debuggers show it, and typed values
//! modules.rs  what a cart's module imports: generated from the table
//! host.rs     registers by call, the pause menu, the pause button, changing data files
//! ```

mod api;
mod audio;
mod display;
mod forms;
mod host;
mod inspect;
mod modules;
mod pages;
mod program;
mod shapes;
mod sprites;
mod text;
