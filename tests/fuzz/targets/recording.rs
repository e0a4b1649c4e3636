//! Fuzzes the reader of recordings: what it takes can be walked and written again.
#![no_main]

use timeline::Recording;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // The digest at the end is made right, so that the body is reached.
    let mut file = b"rasher recording 3\n".to_vec();
    file.extend_from_slice(bytes);
    file.extend(rasher::Digest::of(&file).to_le_bytes());
    if let Ok(recording) = Recording::from_bytes(&file) {
        // Spans of millions of frames are walked in part.
        let walked = recording.inputs().take(100_000).count() as u64;
        assert_eq!(walked, recording.frames().min(100_000));
        let again = Recording::from_bytes(&recording.to_bytes());
        assert_eq!(again.as_ref(), Ok(&recording));
    }
    let _ = Recording::from_bytes(bytes);
});
