//! Fuzzes the import of pictures: any bytes as a PNG, BMP, GIF, WebP, QOI or JPEG.
#![no_main]

#[path = "../../tests/format/checks.rs"]
#[allow(dead_code, reason = "each target runs one of the checks")]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    checks::imported(bytes);
});
