//! Times of the drawing calls, with their ratios to the slow versions.
//!
//! ```text
//! cargo bench -p tests --bench draw              all rows
//! cargo bench -p tests --bench draw -- circ      those whose names contain `circ`
//! ```

mod picture;
mod shapes;
mod sprites;
mod text;

fn main() {
    shapes::run();
    sprites::run();
    text::run();
    picture::run();
}
