//! Folders of carts: what is found, in which order, and what happens with broken, deep or circular folders. The
//! expected results are our decisions.

use rasher_store::{CARTS_MAX, CartFolder, carts_in};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::Folder;

fn found(folder: &Path) -> Vec<String> {
    let CartFolder { carts, more } = carts_in(folder).expect("it can be read");
    assert!(!more);
    carts.into_iter().map(|cart| format!("{} {}", cart.place, cart.name)).collect()
}

/// Pictures, pages, text and code with a cart in it, and files like them without one. Of code, a hook makes a cart, unless a cart of the
/// folder includes it; a page is known by its first 64 KiB.
#[test]
fn what_has_a_cart_in_it_is_found() {
    let folder = Folder::new("content");
    let mut cart = format::Cartridge::new(rasher::Rom::empty("x"));
    cart.code = b"x=1".to_vec();
    let picture = format::write_p8png(&cart).unwrap();
    let script = b"var _cartname=[`a.p8`];var _cartdat=[1,2,3];".to_vec();
    let own = b"<script type=\"text/plain\" data-file=\"bundle\">!!!</script>".to_vec();
    let long = [&b" ".repeat(1 << 16)[..], &script].concat();
    let marked = b"pico-8 cartridge // x\nversion 41\n__lua__\nx=1\n".to_vec();
    let hook = b"x=1\nfunction _draw()\nend\n".to_vec();
    let rows: [(&str, &[u8], bool); 18] = [
        ("picture.png", &picture, true),
        ("script.js", &script, true),
        ("page.html", &script, true),
        ("own.htm", &own, true),
        ("marked.txt", &marked, true),
        ("marked", &marked, true),
        ("hook.lua", &hook, true),
        ("code.lua.png", &format::png(&[1; 8], 4, 2, 1), true),
        ("bare.p8", b"x=1", true),
        ("other.png", &format::png(&[8; 4], 2, 2, 1), false),
        ("page2.html", b"<p>Hello</p>", false),
        ("late.js", &long, false),
        ("words.txt", b"some words", false),
        ("words", b"some words", false),
        ("empty", b"", false),
        ("lib.lua", b"function draw() end", false),
        ("main.lua", &hook, false),
        ("note.md", &marked, false),
    ];
    for (name, bytes, _) in rows {
        fs::write(folder.path(name), bytes).unwrap();
    }
    let includes = [&marked[..], b"#include main.lua\n"].concat();
    fs::write(folder.path("bare.p8"), includes).unwrap();
    let CartFolder { carts, .. } = carts_in(&folder.0).unwrap();
    let found: Vec<_> = carts.iter().filter_map(|cart| cart.path.file_name()?.to_str()).collect();
    for (name, _, is_cart) in rows {
        assert_eq!(found.contains(&name), is_cart, "{name}");
    }
}

#[test]
fn cartridges_are_found_by_their_names_in_folders_below_too() {
    let folder = Folder::new("carts");
    let own = folder.0.file_name().unwrap().to_string_lossy().into_owned();
    for name in [
        "b.p8",
        "A.P8",
        "c.p8.png",
        "jam/one.p8",
        "jam/deep/two.p8.PNG",
        "note.txt",
        "x.png",
        ".git/y.p8",
        ".z.p8",
        ".p8",
    ] {
        fs::write(folder.path(name), "anything").unwrap();
    }
    fs::create_dir(folder.0.join("folder.p8")).unwrap();
    let all = ["A", "b", "c"].map(|name| format!("{own} {name}"));
    let below = [format!("{own}/jam one"), format!("{own}/jam/deep two")];
    assert_eq!(found(&folder.0), [&all[..], &below].concat());
    assert!(carts_in(&folder.0.join("gone")).unwrap_err().to_string().contains("gone: cannot read"));
    assert!(carts_in(&folder.0.join("b.p8")).is_err(), "a file is no folder");
}

#[test]
fn links_are_followed_once_and_what_cannot_be_read_is_passed_over() {
    // A system without this command has no such links.
    let links = Command::new("ln").arg("--version").output().is_ok();
    if !links {
        return;
    }
    let symlink = |to: &str, link: std::path::PathBuf| {
        let made = Command::new("ln").arg("-s").arg(to).arg(link).status().expect("it is there");
        assert!(made.success());
    };
    let folder = Folder::new("links");
    fs::write(folder.path("a/one.p8"), "").unwrap();
    symlink("..", folder.0.join("a/round"));
    symlink(".", folder.0.join("self"));
    symlink("self", folder.0.join("self2"));
    symlink("never", folder.0.join("never"));
    symlink("nowhere", folder.0.join("lost.p8"));
    symlink("a/one.p8", folder.0.join("link.p8"));
    let names: Vec<String> =
        found(&folder.0).iter().map(|line| line.split(' ').nth(1).unwrap().into()).collect();
    assert_eq!(names, ["link", "lost", "one"], "a dangling link is listed, and reading it fails");
}

#[test]
fn a_folder_that_is_too_deep_or_too_full_ends() {
    let folder = Folder::new("deep");
    let mut path = folder.0.clone();
    for _ in 0..20 {
        path.push("d");
    }
    fs::create_dir_all(&path).unwrap();
    for depth in [8, 9, 20] {
        let path = (0..depth).fold(folder.0.clone(), |path, _| path.join("d"));
        fs::write(path.join(format!("at{depth}.p8")), "").unwrap();
    }
    assert_eq!(found(&folder.0).len(), 1, "eight folders down");
    let full = Folder::new("full");
    (0..CARTS_MAX + 10).for_each(|n| fs::write(full.0.join(format!("{n}.p8")), "").unwrap());
    let CartFolder { carts, more } = carts_in(&full.0).unwrap();
    assert_eq!((carts.len(), more), (CARTS_MAX, true));
}
