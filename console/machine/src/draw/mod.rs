//! The rasteriser: every drawing call, on screen memory at 4 bits a pixel.
//!
//! ```text
//! arguments ── camera ── clip, once a call ── colour and pattern ── draw palette ── bit planes ──> bytes
//!              view.rs                        color.rs
//! ```
//!
//! Each call reads its registers once, at the start, into a small value on the stack. Nothing is allocated. Each fast
//! routine is tested against a slow one that works pixel by pixel.

mod brush;
mod circ;
mod color;
mod fold;
mod line;
mod map;
mod oval;
mod pixel;
mod rect;
mod rrect;
mod sheet;
mod span;
mod spr;
mod sspr;
mod state;
mod tline;
mod view;

pub(crate) use brush::LastPairs;
pub(crate) use view::Clip;
