//! Fuzzes the reader of runs on disk: what it takes can be walked.
#![no_main]

use timeline::KeptRun;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut file = b"rasher run 2\n".to_vec();
    // The length and digest of a first block are made right, so that its body is reached.
    let mut digest = rasher::Digest::new();
    digest.word(0);
    digest.bytes(bytes);
    file.extend((bytes.len() as u32).to_le_bytes());
    file.extend_from_slice(bytes);
    file.extend(digest.finish().to_le_bytes());
    if let Ok(kept) = KeptRun::from_bytes(&file) {
        assert!(kept.recording.inputs().take(100_000).count() as u64 <= kept.recording.frames());
    }
    let _ = KeptRun::from_bytes(bytes);
});
