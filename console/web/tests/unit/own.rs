//! The user's own carts, with a browser that keeps what it is told and answers a call later.

use super::*;
use crate::host::tests::Rig;
use crate::own::OwnCarts;
use player::SourceFile;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use studio::Mode;

const CART: &str =
    "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\nx=0\nfunction _update() x+=1 end\n";

/// The console's page, and what its browser keeps.
struct Page {
    rig: Rig,
    kept: BTreeMap<String, Vec<u8>>,
    claims: BTreeMap<String, u32>,
    full: bool,
}

impl Page {
    fn open(kept: BTreeMap<String, Vec<u8>>) -> Page {
        let files: Vec<(&str, &[u8])> =
            kept.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
        let rig = Rig::boot(&files, json!({"k": "start", "tools": true, "any": 7, "unix": 1_000_000_000}));
        let mut page = Page { rig, kept, claims: BTreeMap::new(), full: false };
        page.waits(200);
        page
    }

    /// Lets time pass and does what the page's script does.
    fn waits(&mut self, millis: u64) {
        for _ in 0..millis / 20 {
            self.rig.wait(20);
            loop {
                let answers = self.answers();
                if answers.is_empty() {
                    break;
                }
                let packets: Vec<(Value, &[u8])> =
                    answers.iter().map(|(head, body)| (head.clone(), &body[..])).collect();
                self.rig.call(&packets);
            }
        }
    }

    fn answers(&mut self) -> Vec<(Value, Vec<u8>)> {
        let mut answers = Vec::new();
        for (head, body) in std::mem::take(&mut self.rig.unanswered) {
            let text = |name: &str| head[name].as_str().unwrap_or_default().to_string();
            match &*text("k") {
                "own" if self.full => {
                    answers.push((
                        json!({"k": "own-done", "number": head["number"], "why": "the browser is full"}),
                        Vec::new(),
                    ));
                }
                "own" => {
                    let mut rest = &body[..];
                    for file in head["files"].as_array().expect("a list") {
                        let (name, size) = (
                            file[0].as_str().expect("a name").to_string(),
                            file[1].as_i64().expect("a size"),
                        );
                        match usize::try_from(size) {
                            Ok(size) => {
                                let (bytes, after) = rest.split_at(size);
                                self.kept.insert(name, bytes.to_vec());
                                rest = after;
                            }
                            Err(_) => _ = self.kept.remove(&name),
                        }
                    }
                    answers.push((json!({"k": "own-done", "number": head["number"]}), Vec::new()));
                }
                "claim" => {
                    let place = format!("{} {}", text("key"), text("place"));
                    let same =
                        self.claims.keys().filter(|known| known.starts_with(&text("key"))).count() as u32;
                    let n = *self.claims.entry(place).or_insert(same);
                    let key = if n == 0 { text("key") } else { format!("{}~{n}", text("key")) };
                    answers.push((json!({"k": "claimed", "key": key}), Vec::new()));
                }
                "load" => {
                    answers.push((json!({"k": "insert", "id": head["id"], "cart": text("name"), "key": text("key"), "param": ""}), Vec::new()));
                }
                "edits-wanted" => {
                    let found = json!({"k": "edits-found", "key": text("key"), "file": text("file"), "to": text("to")});
                    answers.push((found, Vec::new()));
                }
                _ => {}
            }
        }
        answers
    }

    fn press(&mut self, key: &str) {
        self.key(key, "", false);
    }

    fn key(&mut self, key: &str, text: &str, control: bool) {
        self.rig.tell(json!({"k": "key", "name": key, "down": true, "text": text, "control": control}));
        self.waits(60);
        self.rig.tell(json!({"k": "key", "name": key, "down": false, "control": control}));
        self.waits(100);
    }

    fn types(&mut self, text: &str) {
        for letter in text.chars() {
            self.key("KeyA", &letter.to_string(), false);
        }
    }

    fn drops(&mut self, name: &str, bytes: &[u8]) {
        self.rig.call(&[(json!({"k": "dropped", "name": name}), bytes)]);
        self.waits(300);
    }

    /// Asks as the player would, and waits. Returns the errors that were shown since.
    fn asks(&mut self, request: Request) {
        let host = self.rig.host.as_mut().expect("a host");
        host.on_own_event(OwnEvent::Request(900, Box::new(request)), &[]);
        self.waits(200);
    }

    fn own(&self) -> Vec<&str> {
        self.kept
            .keys()
            .filter(|name| name.starts_with("own/"))
            .map(|name| name.rsplit('/').next().unwrap_or(name))
            .collect()
    }

    fn code(&self, file: &str) -> String {
        let found = self
            .kept
            .iter()
            .find(|(name, _)| name.ends_with(&format!("/{file}")) && name.starts_with("own/"));
        let code = format::read_code(found.expect("kept").1, file).expect("a cartridge");
        String::from_utf8_lossy(&code).into_owned()
    }

    fn said(&self) -> String {
        let texts = self.rig.of("log").into_iter().chain(self.rig.of("wrong"));
        texts.map(|head| head.to_string()).collect::<Vec<_>>().join("\n")
    }
}

/// The whole way, by keys: a new cart, some code, saved; and it is there in another session.
#[test]
fn a_new_cart_is_written_saved_and_there_again() {
    let mut page = Page::open(BTreeMap::new());
    page.press("Tab");
    page.waits(300);
    page.press("F2");
    page.waits(600);
    assert_eq!(
        (page.own(), page.rig.player().mode()),
        (vec!["untitled.p8"], Mode::Editor),
        "{}",
        page.said()
    );
    assert!(page.code("untitled.p8").starts_with("-- untitled\n-- by you\n"));
    page.types("x=7");
    page.key("KeyS", "s", true);
    page.waits(300);
    assert!(page.code("untitled.p8").starts_with("x=7-- untitled"), "{}", page.said());
    // Back on the shelf, another new cart has another name, and this one is listed.
    page.key("KeyR", "r", true);
    page.waits(300);
    page.asks(Request::NewCart { to: None, from: String::new() });
    let mut own = page.own();
    own.sort_unstable();
    assert_eq!(own, ["untitled-2.p8", "untitled.p8"]);
    let mut page = Page::open(page.kept);
    page.press("Tab");
    page.waits(500);
    let host = page.rig.host.as_ref().expect("a host");
    assert_eq!(host.own.carts().len(), 2);
}

#[test]
fn f1_on_the_shelf_opens_the_tutorial_s_cart() {
    let mut page = Page::open(BTreeMap::new());
    page.press("F1");
    page.waits(600);
    assert_eq!(page.rig.player().mode(), Mode::Editor, "{}", page.said());
    assert_eq!(page.own(), ["honey.p8"]);
    assert_eq!(page.rig.player().cart().name, "honey");
}

#[test]
fn a_dropped_cart_is_one_s_own_is_edited_saved_and_downloaded() {
    let mut page = Page::open(BTreeMap::new());
    page.drops("walk.p8", CART.as_bytes());
    assert_eq!((page.own(), &*page.rig.player().cart().name), (vec!["walk.p8"], "walk"), "{}", page.said());
    // The same one again is not kept twice; another of that name is.
    page.drops("walk.p8", CART.as_bytes());
    assert_eq!(page.own(), ["walk.p8"]);
    page.drops("walk.p8", CART.replace("x+=1", "x+=2").as_bytes());
    let mut own = page.own();
    own.sort_unstable();
    assert_eq!(own, ["walk-2.p8", "walk.p8"]);
    page.press("F2");
    page.waits(500);
    assert_eq!(page.rig.player().mode(), Mode::Editor);
    page.types("y=5");
    page.key("KeyS", "s", true);
    page.waits(400);
    let code = page.code("walk-2.p8");
    assert!(code.starts_with("y=5x=0") && code.contains("\n--cart id "), "{code:?} {}", page.said());
    assert!(page.said().contains("added a cart id"), "it is announced: {}", page.said());
    // Not saved, but in the file that is handed out.
    page.types("z=6");
    page.rig.tell(json!({"k": "download-cart", "ending": ".p8.png"}));
    page.waits(100);
    let (head, bytes) = page.rig.downloads.last().expect("a file");
    assert_eq!(head["name"], json!("walk-2.p8.png"));
    let cart = format::read_cartridge(bytes, "walk-2.p8.png").expect("a cartridge");
    assert!(cart.code.starts_with(b"y=5z=6x=0"), "{:?}", String::from_utf8_lossy(&cart.code));
    // All of it is there in another session.
    let kept = page.kept.clone();
    let mut page = Page::open(kept);
    let path = page.kept.keys().find(|name| name.ends_with("/walk-2.p8")).expect("kept").clone();
    page.rig.tell(json!({"k": "open-own", "name": path}));
    page.waits(300);
    assert_eq!(page.rig.player().cart().load_name(), path);
}

/// Another version of a cart takes its place, also in open editors; the last one is in the bin.
#[test]
fn a_newer_file_of_the_same_cart_replaces_it() {
    let mut page = Page::open(BTreeMap::new());
    let cart = |n: u8| format!("{CART}n={n}\n--cart id 00000000000000aa\n");
    page.drops("walk.p8", cart(1).as_bytes());
    page.press("F2");
    page.waits(500);
    page.types("y=5");
    page.key("KeyS", "s", true);
    page.waits(300);
    assert!(page.code("walk.p8").starts_with("y=5x=0"), "{}", page.said());
    page.press("F2");
    page.drops("walk.p8", cart(2).as_bytes());
    page.waits(300);
    assert_eq!(page.own(), ["walk.p8"], "{}", page.said());
    assert!(page.said().contains("replaces the last one"), "{}", page.said());
    let bin = page.kept.iter().find(|(name, _)| name.starts_with("bin/")).expect("in the bin");
    assert!(String::from_utf8_lossy(bin.1).contains("y=5x=0"));
    page.press("F2");
    page.waits(500);
    page.types("z=6");
    page.key("KeyS", "s", true);
    page.waits(400);
    let code = page.code("walk.p8");
    assert!(
        code.contains("z=6") && code.contains("n=2") && !code.contains("y=5"),
        "{code:?} {}",
        page.said()
    );
}

#[test]
fn own_carts_are_renamed_copied_deleted_and_restored() {
    let mut page = Page::open(BTreeMap::new());
    page.drops("a.p8", CART.as_bytes());
    let path = |page: &Page| page.kept.keys().find(|name| name.starts_with("own/")).expect("kept").clone();
    let first = path(&page);
    page.asks(Request::MoveCart(PathBuf::from(&first), Some("better".into())));
    assert_eq!(page.own(), ["better.p8"]);
    assert_eq!(first.split('/').nth(1), path(&page).split('/').nth(1), "its key stays");
    page.asks(Request::NewCart { to: None, from: path(&page) });
    let mut own = page.own();
    own.sort_unstable();
    assert_eq!(own, ["better-2.p8", "better.p8"]);
    let better = page.kept.keys().find(|name| name.ends_with("/better.p8")).expect("kept").clone();
    // No name that another one has, and no name that leads elsewhere.
    for name in ["better-2", "", ".x", "a/b", "..\\x"] {
        page.asks(Request::MoveCart(PathBuf::from(&better), Some(name.into())));
        assert!(page.kept.contains_key(&better), "{name}");
    }
    page.asks(Request::MoveCart(PathBuf::from(&better), None));
    assert_eq!(page.own(), ["better-2.p8"]);
    let bin = page.kept.keys().find(|name| name.starts_with("bin/")).expect("in the bin").clone();
    // The bin is there in another session, too.
    let kept = page.kept.clone();
    let mut page = Page::open(kept);
    page.asks(Request::MoveCart(PathBuf::from(bin), Some("better".into())));
    assert!(page.kept.contains_key(&better), "where it was");
    assert!(page.kept.keys().all(|name| !name.starts_with("bin/")));
}

/// A browser that does not write changes nothing here either.
#[test]
fn what_the_browser_refuses_to_write_is_not_there() {
    let mut page = Page::open(BTreeMap::new());
    page.drops("a.p8", CART.as_bytes());
    page.full = true;
    page.press("F2");
    page.waits(500);
    page.types("y=5");
    page.key("KeyS", "s", true);
    page.waits(300);
    assert!(page.said().contains("the browser is full"), "{}", page.said());
    assert!(page.rig.player().editors().is_some_and(|editors| editors.is_changed()));
    page.full = false;
    page.key("KeyS", "s", true);
    page.waits(300);
    assert!(page.code("a.p8").starts_with("y=5x=0"), "{}", page.said());
}

#[test]
fn files_that_were_opened_together_belong_together() {
    let mut page = Page::open(BTreeMap::new());
    let cart = CART.replace("x=0", "#include lib.lua");
    page.rig.call(&[
        (json!({"k": "file", "name": "beside/lib.lua"}), b"x=3"),
        (json!({"k": "file", "name": "beside/other.txt"}), b"?"),
    ]);
    page.drops("main.p8", cart.as_bytes());
    let files: Vec<&str> = page.kept.keys().map(|name| name.rsplit('/').next().unwrap_or(name)).collect();
    assert_eq!(files, ["main.p8", "lib.lua"], "{}", page.said());
    assert!(page.rig.player().run().is_some_and(|run| run.now() > 3));
    // Without it, the cart cannot play, and says why.
    let mut page = Page::open(BTreeMap::new());
    page.drops("main.p8", cart.as_bytes());
    assert!(page.own().is_empty() && page.said().contains("lib.lua"), "{}", page.said());
}

#[test]
fn the_bin_keeps_the_last_carts() {
    let mut own = OwnCarts::default();
    for n in 0..100 {
        own.take(format!("own/key{n}/a{n}.p8"), Some(vec![n]));
        own.take(format!("with/key{n}/lib.lua"), Some(vec![n]));
        let (changes, _) = own.change_to_bin(&format!("own/key{n}/a{n}.p8"));
        changes.into_iter().for_each(|(name, bytes)| own.take(name, bytes));
    }
    let deleted = own.deleted();
    assert_eq!((deleted.len(), &*deleted[0].title, &*deleted[63].title), (64, "a36", "a99"));
    let with_parts = (0..100).filter(|n| own.bytes(&format!("with/key{n}/lib.lua")).is_some());
    assert_eq!(with_parts.count(), 64);
}

/// Each request of the player gets an answer, and no answer is a panic.
#[test]
fn a_request_about_a_cart_that_is_gone_is_refused() {
    for path in ["own/k/a.p8", "own", "a.p8", "bin/1/k/a.p8", "", "own/../x.p8"] {
        let mut page = Page::open(BTreeMap::new());
        let at = PathBuf::from(path);
        page.asks(Request::MoveCart(at.clone(), Some("b".into())));
        page.asks(Request::ReadSources(at.clone()));
        page.asks(Request::WriteSources(
            at.clone(),
            vec![(SourceFile { name: "a.p8".into(), text: b"x".to_vec() }, Vec::new())],
        ));
        page.asks(Request::NewCart { to: None, from: format!("own/{path}") });
        page.asks(Request::LoadCart { name: path.into(), param: String::new(), from: None });
        assert!(page.kept.is_empty(), "{path}");
    }
}
