//! The files written into the corpus: target, name, bytes. They are small, so that mutations hit every part.

mod data;
mod editors;
mod lua;
mod runs;
mod text;

pub type Seed = (&'static str, &'static str, Vec<u8>);

pub fn all() -> Vec<Seed> {
    [data::all(), editors::all(), runs::all(), text::all(), lua::all()].concat()
}
