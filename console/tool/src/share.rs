//! `rasher share FILE`: a cart in Lua or a run as the end of an address.
//!
//! ```text
//! game.p8 ──> #cart=...     any console's page plays it        run.rec ──> #run=...     its cart's page shows it
//! ```

use crate::CommandOutput;
use crate::error::ToolError;
use crate::open::open_embedded;
use crate::options::{RunSource, ShareOptions};
use crate::recorded::Recorded;
use loader::Cart;
use shelf::Entry;
use timeline::{LINK_MAX, Recording, cart_recording, link_text};

pub fn share(carts: &'static [Entry], options: &ShareOptions) -> Result<CommandOutput, ToolError> {
    let file = &options.file;
    let (kind, recording) = if !store::is_cartridge(file) {
        ("run", Recorded::read(carts, file, &RunSource::default())?.recording)
    } else {
        let loaded = open_embedded(carts, file)?.for_page(file)?;
        ("cart", cart_start(loaded.runnable()?.cart))
    };
    let text =
        link_text(&recording).ok_or_else(|| ToolError::LongLink { path: file.clone(), most: LINK_MAX })?;
    let link = format!("{}#{kind}={text}", options.page.as_deref().unwrap_or_default());
    let mut report = CommandOutput { out: format!("{link}\n"), ..CommandOutput::default() };
    match web::qr_code(&link).filter(|_| options.qr) {
        Some((side, dark)) => report.out += &drawn(side, &dark),
        None if options.qr => report.warn(&"the link is too long for a QR code"),
        None => {}
    }
    Ok(report)
}

/// Two modules a letter, the light ones drawn, as a terminal is dark; with the light margin that a camera needs.
fn drawn(side: usize, dark: &[bool]) -> String {
    const MARGIN: usize = 4;
    let is_light = |x: usize, y: usize| {
        let inner = |at: usize| at.checked_sub(MARGIN).filter(|at| *at < side);
        inner(x).zip(inner(y)).is_none_or(|(x, y)| !dark[y * side + x])
    };
    let all = side + 2 * MARGIN;
    let letter = |x: usize, y: usize| match (is_light(x, y), y + 1 < all && is_light(x, y + 1)) {
        (true, true) => '\u{2588}',
        (true, false) => '\u{2580}',
        (false, true) => '\u{2584}',
        (false, false) => ' ',
    };
    let row = |y: usize| (0..all).map(|x| letter(x, y)).chain(['\n']).collect::<String>();
    (0..all).step_by(2).map(row).collect()
}

fn cart_start(Cart { name, rom, bundle, .. }: Cart) -> Recording {
    cart_recording(&name, &rom, bundle)
}

/// The text of a link to a cart in Lua; none if that would be too long.
pub(crate) fn cart_link(cart: &Cart) -> Option<String> {
    link_text(&cart_start(cart.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_drawn_with_two_rows_a_line_and_a_light_margin() {
        let drawn = drawn(1, &[true]);
        let lines: Vec<&str> = drawn.lines().collect();
        let light = "\u{2588}".repeat(9);
        assert_eq!(lines[..2], [&*light; 2]);
        // The dark module is the upper one of its letter.
        assert_eq!(lines[2], format!("{}\u{2584}{}", &light[..12], &light[..12]));
        assert_eq!(lines[3..], [&*light, &*"\u{2580}".repeat(9)]);
    }
}
