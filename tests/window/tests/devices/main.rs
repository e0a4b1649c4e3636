//! The console with its devices: real windows, sound output, a browser, killed processes.
//!
//! | module | what it checks |
//! |---|---|
//! | `export` | the players of pages are built |
//! | `kills` | a killed console resumes where it was |
//! | `window` | keys, clicks and sizes of the real window, its picture |
//! | `window_sound` | its sound output, recorded |
//! | `www` | the page in Chromium |
//!
//! These spend most of their time waiting, so they are one binary and run in parallel, in the order of their names:
//! first the pages' players, which take the compiler a minute each, and last the tests that need it. Each test has its own
//! display, sound server or browser.

mod kills;
mod window;
mod window_sound;
mod www;

/// Built here, so that no later test waits for it.
mod export {
    #[test]
    fn a_page_is_exported() {
        use super::www::{console, lua_page, page};
        assert!(page().is_file() && console().is_file() && lua_page().is_file());
    }
}
