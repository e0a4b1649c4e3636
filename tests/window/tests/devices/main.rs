//! The console with its devices: real windows, sound as it is played, a browser, a process that is killed.
//!
//! | module | what it holds |
//! |---|---|
//! | `export` | the page's player is built |
//! | `kills` | a console that is killed goes on where it was |
//! | `window` | keys, clicks and sizes of the real window, its picture |
//! | `window_sound` | its sound, recorded |
//! | `www` | the page in Chromium |
//!
//! These wait most of the time, so they are one binary and run beside each other, in the order of their names: the page's player, which
//! takes the compiler a minute, first, and what needs it last. Each test has a display, a sound server or a browser of its own.

mod kills;
mod window;
mod window_sound;
mod www;

/// Built here, nobody waits for it later.
mod export {
    #[test]
    fn a_page_is_exported() {
        assert!(super::www::page().is_file());
    }
}
