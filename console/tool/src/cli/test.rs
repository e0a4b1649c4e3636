//! Options of `rasher test`.

use super::play::DataArgs;
use crate::options::TestOptions;
use clap::Args;
use shelf::Entry;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Args)]
pub struct TestArgs {
    /// A cart of the shelf, or a cartridge: FILE.p8, .p8.png or .p8.rom; in a cart's own program it may be left out. After it a
    /// part of the names of the tests that are run, else all
    #[arg(value_name = "NAME [FILTER]", num_args = 0..=2)]
    words: Vec<OsString>,
    /// Run the tests in DIR, instead of those in `tests` beside the cart
    #[arg(long, value_name = "DIR")]
    tests: Option<PathBuf>,
    /// Accept all pictures that differ or are not there yet; look at them then
    #[arg(long)]
    bless: bool,
    /// Write a report for servers to FILE, as JUnit's XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Lua: print how many lines were reached, and those that were not; fail below MIN percent
    #[arg(long, value_name = "MIN", num_args = 0..=1, require_equals = true, default_missing_value = "0", value_parser = clap::value_parser!(u8).range(0..=100))]
    coverage: Option<u8>,
    /// Run N tests at once, instead of one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    jobs: Option<u8>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArgs,
}

impl TestArgs {
    /// The options; none where no cart is named and none must be meant.
    pub fn options(self, carts: &[Entry]) -> Option<TestOptions> {
        let TestArgs { words, tests, bless, junit, coverage, jobs, json, data } = self;
        let is_cart = |word: &OsString| {
            carts.iter().any(|cart| *word == *cart.name) || store::is_cartridge(word.as_ref())
        };
        let mut words = words.into_iter().peekable();
        let cart = match carts {
            [only] if words.peek().is_none_or(|word| !is_cart(word)) => only.name.into(),
            _ => words.next()?.into(),
        };
        let filter = words.next().unwrap_or_default().to_string_lossy().into_owned();
        Some(TestOptions { cart, filter, tests, bless, junit, coverage, jobs, json, data: data.data })
    }
}
