//! Data files, followed as they are saved.
//!
//! ```text
//! sprites/ and sfx/ ── notify ──> wait until 40 ms are quiet ──> read all, make the ROM ──> tell: good or not
//! ```
//!
//! The folders are watched, not the files: editors write a new file and rename it. A file that is half written when it is
//! read is refused, and read again with the next change.

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use rasher::Rom;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Quiet time after a change; an editor's burst of writes is over by then, and a quarter of a second is not.
const QUIET: Duration = Duration::from_millis(40);

/// Follows the files of cart `name` below `folder` until the watcher is dropped.
///
/// # Errors
/// When the system cannot watch: its words.
pub fn watch(
    folder: &Path,
    name: &str,
    tell: impl Fn(Result<Rom, String>) + Send + 'static,
) -> Result<RecommendedWatcher, String> {
    let (changed, changes) = channel();
    let stem = name.to_string();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        // Reading a file is an event too; heeding it would go round for ever.
        let touched = !matches!(event.kind, EventKind::Access(_));
        let ours = |path: &PathBuf| path.file_stem().is_some_and(|s| s.to_string_lossy() == stem);
        if touched && event.paths.iter().any(ours) {
            let _ = changed.send(());
        }
    })
    .map_err(|e| e.to_string())?;
    let folders = ["sprites", "sfx"].map(|sub| folder.join(sub));
    for sub in folders.iter().filter(|sub| sub.is_dir()) {
        watcher.watch(sub, RecursiveMode::NonRecursive).map_err(|e| e.to_string())?;
    }
    let (folder, name) = (folder.to_path_buf(), name.to_string());
    std::thread::spawn(move || {
        // Ends when the watcher is dropped, which holds the sender.
        while changes.recv().is_ok() {
            loop {
                match changes.recv_timeout(QUIET) {
                    Ok(()) => {}
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            match store::rom_in(&folder, &name) {
                Ok(Some(rom)) => tell(Ok(rom)),
                // All files gone: nothing to take up, the last good data stay.
                Ok(None) => {}
                Err(e) => tell(Err(e.to_string())),
            }
        }
    });
    Ok(watcher)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::sync::mpsc::Receiver;
    use std::time::Instant;

    fn followed(name: &str) -> (PathBuf, RecommendedWatcher, Receiver<Result<Rom, String>>) {
        let dir = std::env::temp_dir().join(format!("rasher-watch-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(dir.join("sprites")).expect("the test's own folder");
        let (out, told) = channel();
        let watcher = watch(&dir, "game", move |rom| drop(out.send(rom))).expect("this system can watch");
        (dir, watcher, told)
    }

    /// Flag 0 of sprite `n`, as the flags file says it.
    fn flags(n: usize) -> String {
        let mut all = [0; 256];
        all[n] = 1;
        format::write_flags(&format::FlagsText { flags: Box::new(all), ..format::FlagsText::default() })
    }

    #[test]
    fn a_saved_file_is_told_within_a_quarter_of_a_second() {
        let (dir, _watcher, told) = followed("saved");
        for (n, renamed) in [(3, false), (200, true)] {
            let file = dir.join("sprites/game.flags");
            let begun = Instant::now();
            if renamed {
                fs::write(dir.join("sprites/game.tmp"), flags(n)).expect("written");
                fs::rename(dir.join("sprites/game.tmp"), &file).expect("renamed");
            } else {
                fs::write(&file, flags(n)).expect("written");
            }
            let rom = told.recv_timeout(Duration::from_secs(5)).expect("told").expect("a good file");
            let took = begun.elapsed();
            assert_eq!(rom.data[usize::from(rasher::memory::FLAGS) + n], 1, "sprite {n}");
            assert!(took < Duration::from_millis(250), "took {took:?}, renamed {renamed}");
        }
        fs::remove_dir_all(dir).expect("the test's own folder");
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_name_and_others_are_not_read() {
        let (dir, _watcher, told) = followed("wrong");
        fs::write(dir.join("sprites/other.flags"), "nonsense").expect("written");
        assert!(told.recv_timeout(Duration::from_millis(200)).is_err(), "not this cart's");
        fs::write(dir.join("sprites/game.flags"), "nonsense").expect("written");
        let error = told.recv_timeout(Duration::from_secs(5)).expect("told").expect_err("not flags");
        assert!(error.contains("game.flags"), "{error}");
        fs::remove_dir_all(dir).expect("the test's own folder");
    }
}
