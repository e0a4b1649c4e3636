//! Fuzzes the reader of conditions and paths; a path that was read prints as one that is read the same.
#![no_main]

use timeline::{Condition, Path};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = Condition::parse(text);
    if let Ok(path) = Path::parse(text) {
        assert_eq!(Path::parse(&path.to_string()), Ok(path));
    }
});
