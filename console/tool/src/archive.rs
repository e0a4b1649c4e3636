//! Zip archives of a few texts: an extension for VS Code, a page for itch.io.

use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// An archive with these files, by name. Its date is fixed, so that the same files make the same archive.
pub(crate) fn zipped<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        // Writing to memory cannot fail, nor can names that are all different.
        _ = zip.start_file(name, options).is_ok() && zip.write_all(text.as_bytes()).is_ok();
    }
    zip.finish().map(Cursor::into_inner).unwrap_or_default()
}
