//! Fuzzes the counting of tokens, as Rust, as Lua and as a cartridge.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let all = || {
        for name in ["main.rs", "code.lua", "cart.p8"] {
            let read = |path: &str| (path == name).then(|| bytes.to_vec());
            if let Ok(report) = budget::measure(name, &read) {
                let parts: usize = report.parts.iter().map(|part| part.tokens).sum();
                assert_eq!(parts, report.tokens);
            }
        }
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(budget::STACK);
        let done = thread.spawn_scoped(scope, all).expect("a thread").join();
        done.expect("no panic");
    });
});
