//! The power fails at each step: unsynced data may be lost or half-written, and names may be the old ones or the new.
//!
//! ```text
//! step      0 1 2 ... K-1 | K: the power fails, and no later step does anything
//! bytes     of each file: as at its last sync; or with half of what came after
//! names     of each file: as at the last sync of its folder; or as the program left them
//! ```
//!
//! All four resulting disks are checked for each K. The rule is POSIX's: a file's bytes are safe after a sync of the
//! file, its name after a sync of its folder, and a rename leaves either the old name or the new.

use super::*;
use same_file::Handle;
use std::path::PathBuf;
use std::sync::Mutex;

/// The contents of the disk: files by number, independent of their names.
#[derive(Debug, Default)]
struct Model {
    names: BTreeMap<PathBuf, usize>,
    synced_names: BTreeMap<PathBuf, usize>,
    files: Vec<Content>,
}

/// A file's bytes, and those at its last sync.
#[derive(Debug)]
struct Content {
    file: Handle,
    bytes: Vec<u8>,
    synced: Vec<u8>,
}

impl Model {
    fn content(&mut self, file: &File) -> &mut Content {
        let handle = Handle::from_file(file.try_clone().unwrap()).unwrap();
        self.files.iter_mut().find(|content| content.file == handle).expect("it was made here")
    }

    fn add(&mut self, path: PathBuf, file: Handle, bytes: Vec<u8>, synced: Vec<u8>) {
        self.names.insert(path, self.files.len());
        self.files.push(Content { file, bytes, synced });
    }
}

/// A disk whose power fails at a step.
#[derive(Debug)]
struct PowerCut {
    at: u32,
    step: AtomicU32,
    model: Mutex<Model>,
}

impl PowerCut {
    /// Existing content counts as safe.
    fn new(at: u32, folder: &Path) -> Arc<PowerCut> {
        let mut model = Model::default();
        for (name, bytes) in files(folder) {
            let path = folder.join(name);
            let file = Handle::from_path(&path).unwrap();
            model.add(path, file, bytes.clone(), bytes);
        }
        model.synced_names = model.names.clone();
        Arc::new(PowerCut { at, step: AtomicU32::new(0), model: Mutex::new(model) })
    }

    fn failed(&self) -> bool {
        self.step.load(Ordering::Relaxed) > self.at
    }

    fn step<T>(&self, act: impl FnOnce(&mut Model) -> io::Result<T>) -> io::Result<T> {
        match self.step.fetch_add(1, Ordering::Relaxed) {
            step if step < self.at => act(&mut self.model.lock().unwrap()),
            _ => Err(io::Error::other("the power failed")),
        }
    }

    /// The disks that are possible after the power returns, each written to a folder of its own.
    fn found(&self, of: &Folder) -> Vec<Folder> {
        let model = self.model.lock().unwrap();
        let mut found = Vec::new();
        for names in [&model.names, &model.synced_names] {
            for part in [0, 1] {
                let folder = Folder::new("found");
                for (path, number) in names {
                    let content = &model.files[*number];
                    let more = &content.bytes[content.synced.len()..];
                    let bytes = [&content.synced, &more[..more.len() * part / 2]].concat();
                    let name = path.strip_prefix(&of.0).unwrap().to_string_lossy().into_owned();
                    fs::write(folder.path(&name), bytes).unwrap();
                }
                found.push(folder);
            }
        }
        found
    }
}

impl Disk for PowerCut {
    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        self.step(|_| SystemDisk.create_folders(folder))
    }
    fn create_new(&self, path: &Path) -> io::Result<File> {
        self.step(|model| {
            let file = SystemDisk.create_new(path)?;
            model.add(path.into(), Handle::from_file(file.try_clone()?)?, Vec::new(), Vec::new());
            Ok(file)
        })
    }
    fn open_append(&self, path: &Path) -> io::Result<File> {
        // Only locks, which have no content.
        self.step(|_| SystemDisk.open_append(path))
    }
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        self.step(|model| {
            model.content(file).bytes.extend(bytes);
            SystemDisk.write(file, bytes)
        })
    }
    fn sync(&self, file: &File) -> io::Result<()> {
        self.step(|model| {
            let content = model.content(file);
            content.synced = content.bytes.clone();
            SystemDisk.sync(file)
        })
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step(|model| {
            let number = model.names.remove(from).expect("it was made here");
            model.names.insert(to.into(), number);
            SystemDisk.rename(from, to)
        })
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.step(|model| {
            let here = |path: &Path| path.parent() == Some(folder);
            model.synced_names.retain(|path, _| !here(path));
            let names = model.names.iter().filter(|(path, _)| here(path));
            model.synced_names.extend(names.map(|(path, number)| (path.clone(), *number)));
            SystemDisk.sync_folder(folder)
        })
    }
    fn truncate(&self, file: &File, length: u64) -> io::Result<()> {
        self.step(|_| SystemDisk.truncate(file, length))
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        self.step(|model| {
            model.names.remove(path);
            SystemDisk.remove(path)
        })
    }
}

#[test]
fn after_a_power_cut_a_file_is_the_old_or_the_new_one() {
    // A printed file promises nothing.
    for (name, most, deed) in &DEEDS[..6] {
        let good = Folder::new("good");
        assert!(deed(&good.home(), 0));
        let old = files(&good.0);
        assert!(deed(&good.home(), 1));
        let new = files(&good.0);
        for at in 0..=*most {
            let context = format!("{name}: the power fails at step {at}");
            let folder = Folder::new("cut");
            assert!(deed(&folder.home(), 0));
            let disk = PowerCut::new(at, &folder.0);
            let done = deed(&Home::on(disk.clone(), &folder.0), 1) && !disk.failed();
            assert_eq!(done, at == *most, "{context}");
            for disk in disk.found(&folder) {
                disk.home().remove_leftovers();
                let found = files(&disk.0);
                // The end of a run is not synced: the next start asks about it again.
                let may_be_old = !done || *name == "no run" || *name == "no slot";
                assert!(found == new || may_be_old && found == old, "{context}: {:?}", found.keys());
                assert!(deed(&disk.home(), 1), "{context}: it cannot be tried again");
                assert_eq!(files(&disk.0), new, "{context}: tried again");
            }
        }
    }
}

/// A part reported as stored is there after any power cut, and at most the next one too.
#[test]
fn after_a_power_cut_no_part_of_a_run_is_missing_that_was_kept() {
    for at in 0.. {
        let folder = Folder::new("parts");
        let disk = PowerCut::new(at, &folder.0);
        let (mut file, mut run) = (open(&Home::on(disk.clone(), &folder.0)), Played::new("game", 1));
        let (mut kept, start) = (0, run.start().clone());
        for part in (0..4).map(|_| run.part(30)) {
            let done = match file.has_begun() {
                false => file.begin(&start, &ROM, &part),
                true => file.append(&part).map(drop),
            };
            if done.is_err() || disk.failed() {
                break;
            }
            kept += 30;
        }
        drop(file);
        for found in disk.found(&folder) {
            let left = open(&found.home()).read().expect("a run, or none");
            let frames = left.map_or(0, |left| left.recording.frames());
            assert!(frames == kept || frames == kept + 30, "power fails at {at}: {frames} of {kept}");
        }
        if !disk.failed() {
            assert_eq!((at, kept), (14, 120), "8 steps for the first part, 2 for each other");
            break;
        }
    }
}
