//! `rasher site`: the pages, the index and the files of a folder of carts, and the check of a catalogue.
//!
//! An independent reader opens the feed; digests and sizes are compared with the files.

use format::{Catalogue, sha256};
use std::fs;
use std::path::{Path, PathBuf};
use tests::shell::{done, fails, folder, rasher};

fn write(path: &Path, code: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n{code}\n"))
        .expect("written");
}

/// A game of two files, a hostile cart and one that does not compile.
fn carts(name: &str) -> (PathBuf, PathBuf) {
    let folder = folder("site", name);
    let carts = folder.join("carts");
    write(
        &carts.join("Bee.p8"),
        "-- honey days\n-- by Ada\n-- tags: action, bees\n-- collect pollen\nload(\"night.p8\")\nfunction _draw() cls(10) end",
    );
    write(&carts.join("night.p8"), "-- night\nfunction _draw() cls(1) end");
    write(
        &carts.join("player.p8"),
        "-- </title><script>alert(1)</script>\n-- by \"><img src=x onerror=alert(1)>\nx=btn(0,1)",
    );
    (carts, folder.join("out"))
}

fn made(carts: &Path, out: &Path) -> String {
    format!(
        "site {} -o {} --title Carts --url https://example.org/a --player https://example.org/p.html",
        carts.display(),
        out.display()
    )
}

#[test]
fn a_folder_becomes_pages_and_a_catalogue() {
    let (carts, out) = carts("made");
    let said = done(&made(&carts, &out));
    assert!(said.contains("3 carts"), "{said}");
    let read = |name: &str| fs::read_to_string(out.join(name)).expect(name);
    let index = Catalogue::from_json(read("index.json").as_bytes(), "index.json").expect("a catalogue");
    let bee = index.find("bee").expect("by its file's name");
    assert_eq!((&*bee.title, &*bee.author, &*bee.about), ("honey days", "Ada", "collect pollen"));
    assert_eq!(
        (bee.tags.join(" "), bee.players, bee.loads.join(" ")),
        ("action bees".into(), 1, "night".into())
    );
    assert_eq!(index.find("player").map(|cart| cart.players), Some(2), "it reads a second player");
    for cart in &index.carts {
        let bytes = fs::read(out.join(&cart.file)).expect("a cart");
        assert_eq!((bytes.len() as u32, sha256(&bytes)), (cart.size, cart.sha256.clone()));
        format::read_cartridge(&bytes, &cart.file).expect("a cartridge");
        assert!(cart.updated.starts_with("20"), "{}", cart.updated);
    }
    // A part has no page of its own.
    let list = read("index.html");
    assert!(
        list.contains("href=\"bee.html\"")
            && !list.contains("night.html")
            && !out.join("night.html").exists()
    );
    assert!(
        list.contains("<li>action</li>")
            && list.contains("og:image\" content=\"https://example.org/a/labels/"),
        "{list}"
    );
    let page = read("bee.html");
    let link = page
        .split("https://example.org/p.html#cart=")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a link");
    let cart = timeline::read_link(link).expect("a cart");
    assert_eq!(cart.start.bundle.carts().len(), 2, "with the cart that it loads");
    let feed = read("feed.xml");
    let feed = roxmltree::Document::parse(&feed).expect("XML");
    let entries = feed.descendants().filter(|node| node.tag_name().name() == "entry").count();
    assert_eq!(entries, 2);
    // Text of a cart stays text, and a cart named as the player's page does not replace it.
    for page in [list, read("player-cart.html")] {
        assert!(
            !page.contains("<script>alert")
                && !page.contains("<img src=x")
                && page.contains("&lt;script&gt;"),
            "{page}"
        );
    }
}

#[test]
fn a_site_is_written_again_only_where_it_changed() {
    let (carts, out) = carts("again");
    done(&made(&carts, &out));
    let said = done(&made(&carts, &out));
    assert!(said.contains("3 carts, 0 files written"), "{said}");
    // Carts of the site itself are not carts of the folder.
    let inside = carts.join("site");
    done(&made(&carts, &inside));
    assert!(done(&made(&carts, &inside)).contains("3 carts, 0 files"));
    let other = carts.parent().expect("a folder").join("other");
    fs::create_dir_all(&other).expect("a folder");
    fs::write(other.join("mine.txt"), "mine").expect("written");
    fails(&made(&carts, &other), 1, &["found other files, expected a new folder or an earlier site"]);
    // A cart that is gone takes its files along, but not one that was changed, and no file of anyone else.
    fs::write(out.join("mine.html"), "mine").expect("written");
    fs::write(out.join("labels/night.png"), "changed").expect("written");
    let parts =
        ["Bee.p8", "night.p8"].map(|name| (carts.join(name), fs::read(carts.join(name)).expect("a cart")));
    parts.iter().for_each(|(path, _)| fs::remove_file(path).expect("removed"));
    let said = done(&made(&carts, &out));
    assert!(said.contains("1 carts") && said.contains("4 of an earlier site removed"), "{said}");
    let is_there = [
        "bee.html",
        "carts/bee.p8.png",
        "labels/bee.png",
        "carts/night.p8.png",
        "labels/night.png",
        "mine.html",
    ]
    .map(|name| out.join(name).exists());
    assert_eq!(is_there, [false, false, false, false, true, true]);
    parts.iter().for_each(|(path, bytes)| fs::write(path, bytes).expect("written"));
    done(&made(&carts, &out));
    assert!(out.join("bee.html").exists());
    write(&carts.join("wrong.p8"), "x=");
    let report = rasher(&made(&carts, &out));
    assert!(
        report.code == 1 && report.err.contains("wrong.p8") && report.out.contains("3 carts"),
        "{report:?}"
    );
}

#[test]
fn a_check_finds_what_a_reader_would_refuse() {
    let (carts, out) = carts("check");
    done(&made(&carts, &out));
    let check = format!("site --check {}", out.display());
    assert!(done(&check).contains("3 carts, no errors"));
    let index = fs::read_to_string(out.join("index.json")).expect("an index");
    let cart = out.join("carts/bee.p8.png");
    let bytes = fs::read(&cart).expect("a cart");
    fs::write(&cart, [&bytes[..], b"!"].concat()).expect("written");
    fails(&check, 1, &["bee.p8.png: found", "as its catalogue says"]);
    let mut other = bytes.clone();
    other[200] ^= 1;
    fs::write(&cart, other).expect("written");
    fails(&check, 1, &["found the SHA-256"]);
    fs::remove_file(&cart).expect("removed");
    fails(&check, 1, &["bee.p8.png: cannot read"]);
    fs::write(&cart, bytes).expect("written");
    fs::write(out.join("labels/bee.png"), "no picture").expect("written");
    fails(&check, 1, &["labels/bee.png"]);
    for (from, to, says) in [
        ("\"night\"\n      ]", "\"gone\"\n      ]", "bee loads #gone, which is not in it"),
        ("\"catalogue\": 1", "\"catalogue\": 7", "found version 7"),
        ("\"bee\"", "\"a/b\"", "(a/b), id: found"),
    ] {
        assert!(index.contains(from), "{index}");
        fs::write(out.join("index.json"), index.replace(from, to)).expect("written");
        fails(&check, 1, &[says]);
    }
    fs::remove_file(out.join("index.json")).expect("removed");
    fails(&check, 1, &["index.json: cannot read"]);
}
