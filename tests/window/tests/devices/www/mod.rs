//! The page in a real Chromium, opened from a file.
//!
//! | file | what it holds |
//! |---|---|
//! | `exact.rs` | kept replays end in the native digests, with the native samples and picture, Lua's too; and how long a frame takes |
//! | `played.rs` | keys are played, the page's own recording replays natively; a reload goes on; fingers; nothing is asked of the network |
//! | `ways.rs` | a pad, an address, a run that is shown, dropped carts, a cartridge in a picture |
//! | `hostile.rs` | carts whose names and texts are markup, as pages; the policy: nothing is blocked in normal use, what is injected is |
//! | `lost.rs` | a worker that traps or hangs costs no more than its frame |
//!
//! The page is exported once; the module is built by cargo then, which takes a minute or two where it was never built.

mod exact;
mod hostile;
mod lost;
mod played;
mod ways;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use window_tests::Folder;
use window_tests::browser::Browser;

/// A command of the console; what it prints.
fn rasher(words: &[&str]) -> String {
    let words = ["rasher"].iter().chain(words).map(std::ffi::OsString::from);
    let done = tool::command(shelf::ALL, words).expect("no window is needed");
    assert_eq!(done.code, 0, "{}", done.err);
    done.out
}

/// Smokehouse as a page; the module has all carts of the shelf.
pub fn page() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    PAGE.get_or_init(|| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("smokehouse.html");
        rasher(&["export", "porklike", "-o", path.to_str().expect("a path in Unicode")]);
        path
    })
}

/// The root of the checkout.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two folders deep")
}

/// A browser on that page, which has shown some pictures.
fn open(folder: &Folder, page: &Path) -> Browser {
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    show(&browser, page);
    browser
}

/// Opens a page and waits until it has shown some pictures.
fn show(browser: &Browser, page: &Path) {
    browser.goto(&format!("file://{}", page.display()));
    browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5");
}
