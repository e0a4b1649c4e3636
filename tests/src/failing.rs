//! A cart in Rust that fails in another way with each button, as a module.

use crate::shell::root;
use format::CartModule;
use std::path::Path;

/// Tests know its lines by number.
const BAD: &str = r#"
#![no_std]
extern crate alloc;
use alloc::vec::Vec;
use rasher::{Cart, Machine};

#[derive(Clone, Default, serde::Serialize, serde::Deserialize)]
pub struct Game { pub frame: i32, pub list: Vec<i32> }

fn deep(n: i32, p8: &mut Machine) -> i32 {
    if n == i32::MIN { return 0 }
    let below = deep(n.wrapping_add(1), p8);
    p8.pget(below, n).into()
}

impl Cart for Game {
    fn _update(&mut self, p8: &mut Machine) {
        self.frame += 1;
        p8.pset(0, 0, 7);
        if p8.btn(0) { self.list[self.frame as usize] = 1 }
        if p8.btn(1) { self.frame += i32::MAX }
        if p8.btn(2) { while p8.btn(2) {} }
        if p8.btn(3) { self.frame = deep(0, p8) }
        if p8.btn(4) { loop { self.list.push(self.frame) } }
        if p8.btn(5) { panic!("out of mustard") }
        if p8.btn_of(0, 1) { self.frame = dig(0, p8, |n, p8| p8.print_at("deep", n, 0, 7)) }
        if p8.btn_of(1, 1) { self.frame = dig(0, p8, |n, p8| p8.rnd(n & 255).flr()) }
    }
}

/// Each level makes a call, which needs more of an engine's stack than the level does.
fn dig(n: i32, p8: &mut Machine, call: fn(i32, &mut Machine) -> i32) -> i32 {
    if n == i32::MIN { return 0 }
    let sum = call(n, p8);
    sum ^ dig(n.wrapping_add(1), p8, call).wrapping_add(n)
}
"#;

/// Builds it in an empty folder.
pub fn module(at: &Path) -> CartModule {
    let console = root().join("console/machine");
    let manifest = format!(
        "[package]\nname = \"bad\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n[dependencies]\nrasher = {{ path = {console:?} }}\n\
         serde = {{ version = \"1\", default-features = false, features = [\"alloc\", \"derive\"] }}\n\n[workspace]\n"
    );
    std::fs::create_dir_all(at.join("src")).expect("a folder");
    std::fs::write(at.join("Cargo.toml"), manifest).expect("the manifest");
    std::fs::write(at.join("src/lib.rs"), BAD).expect("the source");
    std::fs::copy(root().join("Cargo.lock"), at.join("Cargo.lock")).expect("the lock file");
    let package: &'static str = Box::leak(at.display().to_string().into_boxed_str());
    let entry = shelf::Entry {
        package: Some(package),
        state: "Game",
        ..shelf::Entry::bare("bad", shelf::ALL[0].make)
    };
    tool::build_cart_module(&entry).unwrap_or_else(|error| panic!("{error}"))
}
