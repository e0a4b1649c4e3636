//! One cart of the shelf as a program of its own, with its data in it: what `rasher build NAME` builds.
//!
//! The name comes in when it is compiled, so that the others are not in the program at all.

/// The cart that RASHER_CART names, or else the first one, so that every target builds.
const CART: shelf::Entry =
    shelf::only(option_env!("RASHER_CART")).expect("RASHER_CART names a cart of the shelf");

fn main() -> std::process::ExitCode {
    rasher_desktop::run(CART)
}
