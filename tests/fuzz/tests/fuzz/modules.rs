//! Modules of real carts as cases of the target `module`: one that fails in seven ways, Ghostlight, and mutated copies of both.
//!
//! The target's limit is 8 MiB for everything: the translated module, its memory of at most 2 MiB in each copy of the
//! console, and the machines. `MODULE_MUTANTS` copies, 10,000 in `.ci/release`.

use super::readers::batter_with;
use std::path::Path;

#[test]
fn carts_that_fail_and_mutated_modules_take_little_memory_and_time() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("modules");
    let ghosts = shelf::find("ghosts").expect("on the shelf");
    let copies = std::env::var("MODULE_MUTANTS").unwrap_or("300".into());
    for (name, module) in [
        ("bad", tests::failing::module(&folder.join("bad"))),
        ("ghosts", tool::build_cart_module(ghosts).unwrap_or_else(|e| panic!("{e}"))),
    ] {
        let path = folder.join(format!("{name}.wasm"));
        std::fs::write(&path, module.module(name).expect("its module")).expect("the test's own folder");
        batter_with("module", &["--file", path.to_str().expect("Unicode"), "--cases", &copies]);
    }
}
