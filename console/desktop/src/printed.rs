//! Files that a cart prints to, pictures of its screen, and bug reports.

use rasher::{PIXELS, SIDE};
use std::io::Write;
use std::path::{Path, PathBuf};
use timeline::Report;
use tool::Home;

/// Writes a screenshot, named by cart and number, each pixel enlarged four times, and gives its path.
///
/// # Errors
/// When the file cannot be written.
pub fn screenshot(home: &Home, cart: &str, picture: &[u8; PIXELS]) -> Result<PathBuf, String> {
    numbered(home, cart, "png", &format::png(picture, SIDE, SIDE, 4))
}

/// Writes a moving picture beside the screenshots, named like one, and gives its path.
///
/// # Errors
/// When the file cannot be written.
pub fn film(home: &Home, cart: &str, animated: bool, bytes: &[u8]) -> Result<PathBuf, String> {
    numbered(home, cart, if animated { "png" } else { "gif" }, bytes)
}

/// Writes a file with the first number that is free.
fn numbered(home: &Home, cart: &str, ending: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let folder = home.screenshots();
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let name = plain(cart);
    for n in 0..10_000 {
        let path = folder.join(format!("{name}_{n}.{ending}"));
        // The name is taken before the bytes are written: a film and a screenshot may end at the same time.
        match std::fs::File::create_new(&path) {
            Ok(_) => {
                return match tool::write(&path, bytes) {
                    Ok(()) => Ok(path),
                    Err(e) => {
                        _ = std::fs::remove_file(&path);
                        Err(e.to_string())
                    }
                };
            }
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(format!("{}: {e}", path.display())),
        }
    }
    Err(format!("{} holds 10,000 of them", folder.display()))
}

/// Writes a bug report, named by cart and frame, and gives its path. An older one of the same frame is replaced.
///
/// # Errors
/// When the file cannot be written.
pub fn report(home: &Home, report: &Report) -> Result<PathBuf, String> {
    let path = home.reports().join(format!("{}-{}.report", plain(&report.rom.name), report.frame));
    tool::write(&path, &report.to_bytes()).map_err(|e| e.to_string())?;
    Ok(path)
}

/// A cart's name as part of a file's.
fn plain(cart: &str) -> String {
    cart.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

/// Appends a line that a cart printed to a file in the folder of recordings, or begins the file anew.
///
/// # Errors
/// When the cart's name for it is a path, or the file cannot be written.
pub fn print(home: &Home, name: &str, line: &str, anew: bool) -> Result<(), String> {
    let bare = Path::new(name).file_name().is_some_and(|n| n == name);
    if !bare || name.starts_with('.') || name.contains(['\\', ':']) {
        return Err(format!("a cart may print to a file with a plain name, not to {name:?}"));
    }
    let folder = home.recordings();
    let path = folder.join(if name.contains('.') { name.to_string() } else { format!("{name}.p8l") });
    let mut options = std::fs::OpenOptions::new();
    options.create(true).write(true);
    let options = if anew { options.truncate(true) } else { options.append(true) };
    std::fs::create_dir_all(&folder)
        .and_then(|()| options.open(&path))
        .and_then(|mut file| writeln!(file, "{line}"))
        .map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(name: &str) -> (Home, PathBuf) {
        let dir = std::env::temp_dir().join(format!("rasher-printed-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        (Home::find(Some(&dir)).expect("a folder that is named needs no platform"), dir)
    }

    #[test]
    fn a_cart_cannot_print_outside_its_folder() {
        let (home, dir) = home("print");
        for name in ["../x", "/etc/x", "a/b", "a\\b", "..", ".", "", ".hidden", "c:x"] {
            assert!(print(&home, name, "line", true).is_err(), "{name:?}");
        }
        print(&home, "log", "one", false).expect("a plain name");
        print(&home, "log", "two", false).expect("a plain name");
        let text = || std::fs::read_to_string(dir.join("recordings/log.p8l")).ok();
        assert_eq!(text().as_deref(), Some("one\ntwo\n"));
        print(&home, "log", "three", true).expect("a plain name");
        assert_eq!(text().as_deref(), Some("three\n"));
        std::fs::remove_dir_all(dir).expect("the test's own folder");
    }

    #[test]
    fn screenshots_get_numbers() {
        let (home, dir) = home("shot");
        let picture = [7; PIXELS];
        assert_eq!(screenshot(&home, "a/b", &picture), Ok(dir.join("screenshots/a_b_0.png")));
        assert_eq!(screenshot(&home, "a/b", &picture), Ok(dir.join("screenshots/a_b_1.png")));
        let bytes = std::fs::read(dir.join("screenshots/a_b_1.png")).expect("it is there");
        let back = format::read_png(&bytes, "shot").expect("a PNG in the console's colours");
        assert_eq!((back.width, back.height), (512, 512));
        assert_eq!(film(&home, "a/b", false, b"gif"), Ok(dir.join("screenshots/a_b_0.gif")));
        assert_eq!(film(&home, "a/b", true, b"png"), Ok(dir.join("screenshots/a_b_2.png")));
        assert!(back.indices.iter().all(|&i| i == 7));
        std::fs::remove_dir_all(dir).expect("the test's own folder");
    }
}
