//! Fuzzes the reader of bug reports: what it takes is written and read again.
#![no_main]

use timeline::Report;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // The digest at the end is made right, so that the body is reached.
    let mut file = b"rasher report 2\n".to_vec();
    file.extend_from_slice(bytes);
    file.extend(rasher::Digest::of(&file).to_le_bytes());
    if let Ok(report) = Report::from_bytes(&file) {
        assert_eq!(Report::from_bytes(&report.to_bytes()).as_ref(), Ok(&report));
    }
    let _ = Report::from_bytes(bytes);
});
