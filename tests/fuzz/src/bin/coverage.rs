//! A target under libFuzzer, which mutates bytes to reach new code.
//!
//! `FUZZ_TARGET` names the target; the arguments are libFuzzer's. `.ci/release` builds it with the flags for coverage.
//! One binary for all targets: separate ones would each link the same readers.
#![no_main]

use fuzz::{Target, find};
use std::sync::OnceLock;

static TARGET: OnceLock<&'static Target> = OnceLock::new();

fn chosen() -> &'static Target {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    find(&name).unwrap_or_else(|| panic!("FUZZ_TARGET={name}: there is no such target"))
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    TARGET.get_or_init(chosen).case(bytes);
});
