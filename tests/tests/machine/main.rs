//! The machine as a whole, beside the single calls: what the display shows, where addresses lead, what the host changes.
//!
//! ```text
//! display.rs  screen modes, raster palettes: every register value against a second rule
//! pages.rs    sheet, screen and map elsewhere: all memory calls against a byte-by-byte twin
//! host.rs     registers by call, the pause menu, the pause button, data files that change
//! ```

mod display;
mod host;
mod pages;
