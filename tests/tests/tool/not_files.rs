//! A pipe, an endless device or a folder instead of a file: each command reports it at once and waits for nothing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::channel;
use std::time::Duration;
use tests::shell::{folder, rasher};

/// A command that reads its file would have done so by now; a hang is reported by name instead of a test that never
/// ends.
const PATIENCE: Duration = Duration::from_secs(60);

/// Each command that reads a file, with `@` for the file, and the required ending of its name.
const COMMANDS: &[(&str, &str)] = &[
    ("run @ --headless", ".p8"),
    ("run @ --headless", ".p8.png"),
    ("run @ --headless", ".p8.rom"),
    ("run porklike --headless --input @", ".txt"),
    ("run porklike --headless --data @", ".p8"),
    ("run porklike --headless --data @", ".p8.png"),
    ("replay @", ".rec"),
    ("debug @", ".rec"),
    ("debug @", ".report"),
    ("diff @ @", ".rec"),
    ("bisect @ @", ".rec"),
    ("trace @", ".rec"),
    ("render @ --music 0 --seconds 1 --wav not_written.wav", ".p8"),
    ("pack @ -o not_written.p8", ".p8.png"),
    ("pack porklike -o not_written.p8.png --label @", ".png"),
    ("budget @", ".rs"),
    ("budget @", ".lua"),
    ("budget @", ".p8"),
    ("budget @", ".p8.png"),
    ("budget @", ".p8.rom"),
    ("where @", ".p8"),
    ("import @ game -o not_written.png", ".png"),
];

fn made(program: &str, args: &[&str], path: &Path) -> PathBuf {
    let done = Command::new(program).args(args).arg(path).status().expect("a system with these programs");
    assert!(done.success(), "{program} {}", path.display());
    path.into()
}

#[test]
fn no_command_waits_for_what_is_no_file() {
    let folder = folder("not_files", "all");
    for (n, (line, ending)) in COMMANDS.iter().enumerate() {
        let path = |what: &str| folder.join(format!("{n}-{what}{ending}"));
        let each = [
            made("mkfifo", &[], &path("pipe")),
            made("ln", &["-s", "/dev/zero"], &path("zero")),
            made("mkdir", &[], &path("folder")),
        ];
        for file in each {
            let line = line.replace('@', &file.display().to_string());
            let (out, done) = channel();
            let typed = line.clone();
            std::thread::spawn(move || drop(out.send(rasher(&typed))));
            let report = done.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("rasher {line}: hangs"));
            assert_eq!((report.code, &report.out[..]), (1, ""), "rasher {line}: {report:?}");
            let name = file.file_name().expect("it has one").to_string_lossy();
            assert!(report.err.contains(&*name), "rasher {line}: {:?} names no file", report.err);
        }
    }
}

#[test]
fn a_data_folder_with_pipes_in_it_is_refused_by_name() {
    let folder = folder("not_files", "data");
    for sub in ["sprites", "sfx"] {
        std::fs::create_dir(folder.join(sub)).expect("the test's own folder");
    }
    for file in [
        "sprites/porklike.png",
        "sprites/porklike.map",
        "sprites/porklike.flags",
        "sfx/porklike.sfx",
        "sfx/porklike.music",
    ] {
        let path = made("mkfifo", &[], &folder.join(file));
        let report = rasher(&format!("run porklike --headless --frames 1 --data {}", folder.display()));
        assert!(report.code == 1 && report.err.contains(file), "{report:?}");
        assert!(report.err.contains("expected a regular file"), "{report:?}");
        std::fs::remove_file(path).expect("the test's own file");
    }
}
