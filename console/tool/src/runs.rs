//! Runs on disk while they are played, one of each cart: `runs/NAME.run`.
//!
//! ```text
//! first part    beside it, then renamed over the run that was kept before
//! more parts    appended, each with its digest, and synced          about two a second
//! over          removed
//! ```
//!
//! So at any moment the file is a run up to some frame: the one before, the new one, or the new one with a torn end that
//! is passed over when it is read. What cannot be written is kept in memory and tried again with the next part.

use crate::disk;
use crate::error::ToolError;
use crate::home::Home;
use crate::saves::set_aside;
use rasher::memory::ROM_SIZE;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use timeline::{Journal, Kept, Part, Start};

fn path(home: &Home, name: &str) -> PathBuf {
    home.runs().join(format!("{name}.run"))
}

/// The run of that cart that was left, if there is one.
///
/// # Errors
/// When the file cannot be read. One that is no run, or of another version, is set aside: the next run must not destroy it.
pub fn read_run(home: &Home, name: &str) -> Result<Option<Kept>, ToolError> {
    let path = path(home, name);
    let Some(bytes) = disk::read_if_there(&path)? else { return Ok(None) };
    match Kept::from_bytes(&bytes) {
        Ok(kept) => Ok(Some(kept)),
        Err(source) => Err(set_aside(&path, ToolError::Run { path: path.clone(), source })),
    }
}

/// Forgets the run of that cart.
///
/// # Errors
/// When it is there and cannot be removed.
pub fn end_run(home: &Home, name: &str) -> Result<(), ToolError> {
    disk::remove(&path(home, name))
}

/// A run that is being written.
#[derive(Debug)]
pub struct RunFile {
    path: PathBuf,
    file: fs::File,
    journal: Journal,
    length: u64,
}

impl RunFile {
    /// Begins the file with a first part. What was kept of the cart before then stands until it is replaced, whole.
    ///
    /// # Errors
    /// When the disk says no; what was kept before then still stands.
    pub fn begin(
        home: &Home,
        start: &Start,
        rom: &[u8; ROM_SIZE],
        part: &Part,
    ) -> Result<RunFile, ToolError> {
        let path = path(home, &start.cart);
        let (mut journal, mut bytes) = Journal::begin(start, rom);
        bytes.extend(journal.part(part));
        disk::write(&path, &bytes)?;
        let file = fs::OpenOptions::new().append(true).open(&path).map_err(disk::said(&path, "write"))?;
        Ok(RunFile { path, file, journal, length: bytes.len() as u64 })
    }

    /// Adds the next part; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the disk says no; the file then stands as it was before, and the same part may be tried again.
    pub fn append(&mut self, part: &Part) -> Result<(), ToolError> {
        let mut journal = self.journal.clone();
        let bytes = journal.part(part);
        let done = self.file.write_all(&bytes).and_then(|()| self.file.sync_data());
        if let Err(source) = done {
            // What was written of it would hide all later parts; where even this fails the file ends before it.
            _ = self.file.set_len(self.length);
            return Err(disk::said(&self.path, "write")(source));
        }
        self.journal = journal;
        self.length += bytes.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::Input;
    use std::path::Path;
    use timeline::{Mark, Recording};

    static ROM: [u8; ROM_SIZE] = [3; ROM_SIZE];

    fn home(name: &str) -> (PathBuf, Home) {
        let dir = std::env::temp_dir().join(format!("rasher-runs-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&dir);
        let home = Home::find(Some(&dir)).expect("a folder that is named needs no platform");
        (dir, home)
    }

    /// A run of a cart, and its next part of so many frames.
    struct Played(Recording, Mark);

    impl Played {
        fn new(seed: u64) -> Played {
            let start = Start { cart: "game".into(), seed, ..Start::default() };
            Played(Recording::new(start), Mark::default())
        }

        fn part(&mut self, frames: usize) -> Part {
            (0..frames).for_each(|i| assert!(self.0.push(&Input::buttons(i as u8 & 15))));
            self.0.part(&mut self.1, 0)
        }
    }

    fn frames(home: &Home) -> Option<(u64, u64)> {
        let kept = read_run(home, "game").expect("a good file");
        kept.map(|kept| (kept.recording.start.seed, kept.recording.frames()))
    }

    fn files(dir: &Path) -> Vec<String> {
        let names = fs::read_dir(dir.join("runs"))
            .expect("the folder is made")
            .map(|entry| entry.unwrap().file_name());
        names.map(|name| name.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_run_grows_is_replaced_by_the_next_and_goes_when_it_is_over() {
        let (dir, home) = home("grows");
        assert_eq!(frames(&home), None);
        let mut first = Played::new(1);
        let mut file = RunFile::begin(&home, &first.0.start.clone(), &ROM, &first.part(30)).unwrap();
        assert_eq!(frames(&home), Some((1, 30)));
        for more in 1..5 {
            file.append(&first.part(30)).unwrap();
            assert_eq!(frames(&home), Some((1, 30 + 30 * more)));
        }
        let mut second = Played::new(2);
        let mut next = RunFile::begin(&home, &second.0.start.clone(), &ROM, &second.part(7)).unwrap();
        assert_eq!(frames(&home), Some((2, 7)));
        // The first one's writer, if it is late, writes into a file that has no name any more.
        file.append(&first.part(30)).unwrap();
        next.append(&second.part(3)).unwrap();
        assert_eq!(frames(&home), Some((2, 10)));
        assert_eq!(files(&dir), ["game.run"], "nothing is left beside it");
        end_run(&home, "game").unwrap();
        end_run(&home, "game").expect("what is not there is gone already");
        assert_eq!(frames(&home), None);
        fs::remove_dir_all(dir).expect("the test's own folder");
    }

    #[test]
    fn what_is_no_run_is_set_aside_and_told() {
        let (dir, home) = home("broken");
        fs::create_dir_all(home.runs()).unwrap();
        for (bytes, says) in [
            ("rasher run 2\n", "a run of format 2"),
            ("nonsense", "not a run"),
            ("rasher run 1\n", "a damaged run"),
        ] {
            fs::write(home.runs().join("game.run"), bytes).unwrap();
            let error = read_run(&home, "game").expect_err(bytes).to_string();
            assert!(
                error.contains("game.run") && error.contains(says) && error.contains("kept as"),
                "{error}"
            );
            assert!(read_run(&home, "game").expect("it is out of the way").is_none());
        }
        assert_eq!(files(&dir).len(), 3, "none of them is lost: {:?}", files(&dir));
        fs::remove_dir_all(dir).expect("the test's own folder");
    }
}
