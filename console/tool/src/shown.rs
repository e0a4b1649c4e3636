//! The carts as the boot screen shows them.
//!
//! ```text
//! Entry ── title, line, label ──┬──> Shown
//! saved numbers ── its best ────┘
//! ```
//!
//! A cart without a label, or with one that is no picture of the screen's size, gets a plain box: a shelf must open.

use format::{DataFile, Picture, read_png};
use rasher::{Records, SIDE};
use shelf::Entry;
use std::collections::BTreeMap;
use studio::{Face, Label, Shown};

/// The carts, with what is saved of them by id.
pub fn shown(carts: &[Entry], saves: &BTreeMap<String, Box<[u8; 256]>>) -> Vec<Shown> {
    let best = |cart: &Entry| {
        let records = saves.get(&Records::best_id(cart.name)).map(|data| Records::read(data).line());
        records.or_else(|| cart.best.and_then(|best| Some(best.line(saves.get(best.id)?))))
    };
    let shown = carts.iter().map(|cart| Shown {
        name: cart.name.to_string(),
        title: cart.title.to_string(),
        about: cart.about.to_string(),
        best: best(cart).unwrap_or_default(),
        face: Face::Label(cart.label.and_then(label).unwrap_or_else(|| Label::plain(cart.title))),
        ..Shown::default()
    });
    shown.collect()
}

fn label(file: DataFile<'_>) -> Option<Label> {
    let Picture { width, height, indices } = read_png(file.bytes, file.name).ok()?;
    let square = (width, height) == (SIDE, SIDE);
    square.then(|| indices.into_boxed_slice().try_into().ok().map(Label::new)).flatten()
}
