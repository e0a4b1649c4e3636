//! The page in a real Chromium, opened from a file.
//!
//! | file | what it checks |
//! |---|---|
//! | `only.rs` | a cart's page contains only that cart: sizes, keys, menu, files |
//! | `frames.rs` | a page in a frame of another page, as game portals show it |
//! | `exact.rs` | stored replays end with the native digests, samples and picture, for Lua too; and the time of a frame |
//! | `played.rs` | playing with keys; the page's own recording replays natively; a reload resumes; no network request |
//! | `touch.rs` | a phone: eight directions, both buttons anywhere on their halves, the phone's keyboard, the way out of each screen |
//! | `access.rs` | Tab, Esc twice, the browser's shortcuts, contrast, zoom, text for screen readers, less motion |
//! | `ways.rs` | a gamepad, a URL, a shown run, dropped carts, a cartridge picture |
//! | `hostile.rs` | carts whose names and texts are markup, as pages; the policy blocks nothing in normal use, and everything injected |
//! | `edits.rs` | the history of edits after a reload, and with the same page in two windows |
//! | `links.rs` | a cart or a run in an address: played, watched, taken over, shared, refused with a reason |
//! | `saves.rs` | a cart's id: moved, renamed, foreign and old files; storage that is refused or nearly full; export and import |
//! | `own.rs` | the user's own carts: made, opened, saved, renamed, deleted, in two windows; a dropped recording; a code of a link |
//! | `modules.rs` | carts in Rust as modules, run by the browser's own engine |
//! | `offline.rs` | a site's player without a network |
//! | `lost.rs` | a worker that traps or hangs costs no more than its frame |
//!
//! Each page is exported once; cargo builds its module then, which takes a minute or two if it was never built.

mod access;
mod edits;
mod exact;
mod frames;
mod hostile;
mod links;
mod lost;
mod modules;
mod offline;
mod only;
mod own;
mod played;
mod saves;
mod touch;
mod ways;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use window_tests::Folder;
use window_tests::browser::Browser;

/// Runs a console command; returns its output.
fn rasher(words: &[&str]) -> String {
    let words = ["rasher"].iter().chain(words).map(std::ffi::OsString::from);
    let done = tool::command(shelf::ALL, words).expect("no window is needed");
    assert_eq!(done.code, 0, "{}", done.err);
    done.out
}

/// Exports a page once.
fn exported_once(page: &'static OnceLock<PathBuf>, file: &str, words: &[&str]) -> &'static Path {
    page.get_or_init(|| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
        rasher(&[&["export"], words, &["-o", path.to_str().expect("a path in Unicode")]].concat());
        path
    })
}

/// Smokehouse as its author's page.
pub fn page() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    exported_once(&PAGE, "smokehouse.html", &["porklike"])
}

/// Smokehouse with tools: the module has all shelf carts and plays any in Lua.
pub fn console() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    exported_once(&PAGE, "console.html", &["porklike", "--tools"])
}

/// The console's own page, with a shelf and the user's own carts: of the same module.
pub fn player() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    exported_once(&PAGE, "player.html", &[])
}

/// An example in Lua as its author's page.
pub fn lua_page() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    exported_once(&PAGE, "bee.html", &[lua_cart().to_str().expect("a path in Unicode")])
}

/// Its cart, which has an id once it was exported: a copy.
pub fn lua_cart() -> &'static Path {
    static CART: OnceLock<PathBuf> = OnceLock::new();
    CART.get_or_init(|| copied(Path::new(env!("CARGO_TARGET_TMPDIR")), "cart/examples/bee").join("bee.p8"))
}

/// A copy of a file or folder of the checkout: an export adds an id to a cart.
pub fn copied(to: &Path, what: &str) -> PathBuf {
    let (from, to) = (root().join(what), to.join(Path::new(what).file_name().expect("a name")));
    if from.is_file() {
        std::fs::copy(from, &to).expect("a copy");
        return to;
    }
    std::fs::create_dir_all(&to).expect("a folder");
    for entry in std::fs::read_dir(&from).expect("a folder").flatten() {
        copied(&to, &format!("{what}/{}", entry.file_name().to_str().expect("Unicode")));
    }
    to
}

/// The root of the checkout.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two folders deep")
}

/// A browser with that page, after some pictures.
fn open(folder: &Folder, page: &Path) -> Browser {
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    show(&browser, page);
    browser
}

/// Opens a page and waits for some pictures.
fn show(browser: &Browser, page: &Path) {
    show_at(browser, &format!("file://{}", page.display()));
}

/// The same with an address. A page that is covered gets a key first.
fn show_at(browser: &Browser, address: &str) {
    browser.goto(address);
    browser.wait("globalThis.rasher && (rasher.page.screen.drawn > 5 || rasher.page.uncover)");
    if browser.run("return !!rasher.page.uncover;", &[]) == serde_json::json!(true) {
        browser.press(&[('z', 40)]);
    }
    browser.wait("rasher.page.screen.drawn > 5");
}
