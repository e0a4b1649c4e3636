//! Fuzzes the reader of button scripts.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(frames) = tool::parse_script(text, "script") {
        let all: u64 = frames.iter().map(|(n, _)| n).sum();
        assert!(all <= timeline::FRAMES_MAX);
    }
});
