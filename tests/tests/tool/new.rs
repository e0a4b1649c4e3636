//! A new cart, as `rasher new` makes it: it builds and its tests pass; and what `rasher new` refuses.
//!
//! The cart is built as a newcomer's would be: in a folder of its own, by its own manifest, offline, with the checkout's
//! lock file and target folder. So the template is compiled and tested with every change of the console. What is
//! expected of it is our decision: it runs at once, warns of nothing and is formatted.

use std::fs;
use std::path::Path;
use std::process::Command;
use tests::shell::{command, folder, root};

/// Runs `rasher new`.
fn new(path: &Path, more: &[&str]) -> tool::CommandOutput {
    command(["new".as_ref(), path.as_os_str()].into_iter().chain(more.iter().map(AsRef::as_ref)))
}

/// The names of all that lies in a folder.
fn inside(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_new_cart_builds_and_its_tests_pass() {
    let cart = folder("new", "builds").join("moth");
    let report = new(&cart, &[]);
    assert_eq!((report.code, report.err.as_str()), (0, ""));
    assert!(report.out.contains("cargo run"), "it says what to do next: {}", report.out);
    assert_eq!(
        inside(&cart),
        [".cargo", ".gitignore", "Cargo.lock", "Cargo.toml", "README.md", "sfx", "sprites", "src", "tests"]
    );
    assert_eq!(inside(&cart.join("sprites")), ["moth.flags", "moth.map", "moth.png"]);
    let cargo = |args: &[&str]| {
        let done = Command::new(std::env::var("CARGO").unwrap_or("cargo".into()))
            .args(args)
            .current_dir(&cart)
            .output()
            .expect("cargo runs");
        let said =
            [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(done.status.success(), "cargo {args:?}: {said}");
        said
    };
    let said = cargo(&["test", "--offline"]);
    assert!(said.contains("3 passed") && !said.contains("warning"), "{said}");
    cargo(&["fmt", "--check"]);
    assert!(cart.join("Cargo.lock").is_file() && !cart.join("target").exists(), "what is built is shared");
}

/// The lines of a section of a manifest, without remarks.
fn section<'a>(manifest: &'a str, head: &str) -> Vec<&'a str> {
    let after = manifest.lines().skip_while(|line| *line != head).skip(1);
    let lines = after.take_while(|line| !line.starts_with('['));
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// Where they differ, cargo builds every outside crate once more, and a new cart's first build takes minutes.
#[test]
fn the_template_has_the_profiles_of_the_checkout() {
    let [ours, template] = ["Cargo.toml", "console/tool/template/Cargo.toml"]
        .map(|path| fs::read_to_string(root().join(path)).unwrap());
    for profile in ["dev", "release"] {
        for head in [format!("[profile.{profile}]"), format!("[profile.{profile}.package.\"*\"]")] {
            assert_eq!(section(&template, &head), section(&ours, &head), "{head}");
        }
    }
}

#[test]
fn nothing_is_written_over_and_nothing_half_made_is_left() {
    let home = folder("new", "refused");
    fs::write(home.join("pong"), "mine").unwrap();
    fs::create_dir(home.join("snake")).unwrap();
    for (name, more, says) in [
        ("pong", &[][..], "pong: is there already"),
        ("snake", &[], "snake: is there already"),
        ("My-Game", &[], "my_game would do"),
        ("rasher", &[], "\"rasher\" is no name"),
        ("moth", &["--git", "a\"b"], "--git"),
        ("pong/moth", &[], "cannot make the folder"),
    ] {
        let report = new(&home.join(name), more);
        assert_eq!(report.code, 1, "{name}: {report:?}");
        assert!(report.err.contains(says), "{name}: {:?} does not say {says:?}", report.err);
        assert_eq!(inside(&home), ["pong", "snake"], "after {name}");
    }
    assert_eq!(fs::read_to_string(home.join("pong")).unwrap(), "mine");
    assert!(inside(&home.join("snake")).is_empty());
}

#[test]
fn a_cart_that_takes_the_console_from_a_repository_names_it() {
    let cart = folder("new", "git").join("moth");
    let report = new(&cart, &["--git", "https://example.org/rasher"]);
    assert_eq!((report.code, report.err.as_str()), (0, ""));
    let manifest = fs::read_to_string(cart.join("Cargo.toml")).unwrap();
    assert_eq!(manifest.matches("git = \"https://example.org/rasher\"").count(), 2, "{manifest}");
    assert!(!manifest.contains("path = "), "{manifest}");
    assert!(!cart.join(".cargo").exists() && !cart.join("Cargo.lock").exists(), "nothing of this checkout");
}
