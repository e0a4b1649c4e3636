//! Runs in files: recordings, bug reports, save slots, and runs that the console saved during play.
//!
//! Our decision: a run is a run, and each command that reads one reads all kinds.

use rasher::{Boot, Rom};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use store::{Home, RunFile};
use tests::shell::{done, fails, folder, rasher};
use timeline::{JournalCursor, Report, Run, Slot};

/// A home in which porklike was played for this many frames and saved in slot 1; with a recording and a report of the
/// same.
fn played(folder: &Path, frames: u64) -> Home {
    let home = Home::find(Some(folder)).expect("a folder that is named");
    let entry = shelf::find("porklike").expect("it is on the shelf");
    let rom = Arc::new(Rom { version: entry.version, ..entry.rom().expect("its own data") });
    let mut run = Run::start((entry.make)(), Boot { rom, seed: 7, ..Boot::default() }).expect("it starts");
    for frame in 0..frames {
        let input = rasher::Input::buttons(if frame % 9 == 0 { 2 } else { 0 });
        run.frame(&input).expect("it runs");
    }
    let part = run.part(&mut JournalCursor::default(), None, false);
    let mut file = RunFile::open(&home, "porklike").expect("nobody plays");
    file.begin(&run.recording().start, &run.rom().data, &part).expect("a good disk");
    store::write_slot(&home, "porklike", 1, &Slot::of(&run, "0")).expect("a good disk");
    fs::write(folder.join("a.rec"), run.recording().to_bytes()).expect("written");
    fs::write(folder.join("a.report"), Report::of(&run, "0").to_bytes()).expect("written");
    home
}

#[test]
fn each_command_that_reads_a_run_reads_each_kind_of_file() {
    let folder = folder("runs", "kinds");
    let home = played(&folder, 90);
    let kinds = ["a.rec", "a.report", "runs/porklike.run", "slots/porklike-1.slot"];
    let dir = folder.display();
    let expected = done(&format!("run porklike --headless --input {dir}/a.rec --digest --seed 7"));
    let digest = expected.trim_end().rsplit_once(' ').expect("frame and digest").1.to_string();
    for kind in kinds {
        let file = format!("{dir}/{kind}");
        for line in [
            format!("replay {file}"),
            format!("debug {file}"),
            format!("run porklike --headless --input {file} --digest --seed 7"),
        ] {
            let said = done(&line);
            assert!(said.contains(&digest), "{line}: {said}");
        }
        assert!(done(&format!("diff {file} {dir}/a.rec")).contains("equal\n"), "{kind}");
        assert!(done(&format!("bisect {dir}/a.rec {file}")).contains("90 frames are equal"), "{kind}");
        let trace = format!("{dir}/{kind}.trace");
        assert!(done(&format!("trace {file} -o {trace}")).contains("91 frames"), "{kind}");
        assert!(done(&format!("bisect {file} --trace {trace}")).contains("90 frames are equal"), "{kind}");
    }
    // A run cut off in the middle, as by a power cut, is a run up to there.
    let kept = home.runs().join("porklike.run");
    let mut bytes = fs::read(&kept).expect("it is kept");
    bytes.extend(b"half a part");
    fs::write(&kept, bytes).expect("written");
    assert!(done(&format!("replay {}", kept.display())).contains("90 frames of porklike"));
}

/// A cart's name means its kept run, in the home named before or after the command.
#[test]
fn a_carts_name_is_its_kept_run() {
    let folder = folder("runs", "names");
    played(&folder, 40);
    let home = folder.display();
    for line in [
        format!("replay porklike --home {home}"),
        format!("--home {home} replay porklike"),
        format!("--home={home} replay porklike"),
        format!("replay --home {home} porklike"),
    ] {
        let said = done(&line);
        assert!(said.contains("runs/porklike.run: 40 frames of porklike"), "{line}: {said}");
    }
    assert!(done(&format!("debug porklike --goto 10 --home {home}")).starts_with("frame 10 of 40"));
    assert!(done(&format!("diff porklike porklike --home {home}")).contains("equal"));
    fails(&format!("replay kasidin --home {home}"), 1, &["runs: found no saved run of kasidin"]);
    fails(&format!("replay nosuch --home {home}"), 1, &["nosuch: cannot read"]);
}

#[test]
fn every_command_takes_a_home() {
    for name in tool::cli::names() {
        let help = tool::cli::help_of(&name).expect("it is a command");
        assert!(help.contains("--home <DIR>"), "{name}: {help}");
    }
    let home = folder("runs", "home");
    let paths = rasher(&format!("--home {} paths", home.display()));
    assert!(paths.out.contains(&format!("{}/settings.json", home.display())), "{paths:?}");
}

/// Seen once: `--wav /dev/full` replaced the device by a file, `--png a/b/c.png` made two folders.
#[test]
fn outputs_make_no_folder_and_replace_no_device() {
    let folder = folder("runs", "outputs");
    let dir = folder.display();
    done(&format!("run porklike --headless --frames 5 --record {dir}/a.rec"));
    for line in [
        format!("run porklike --headless --png {dir}/no/such.png"),
        format!("run porklike --headless --record {dir}/no/such.rec"),
        format!("replay {dir}/a.rec --png {dir}/no/such.png"),
        format!("debug {dir}/a.rec --report {dir}/no/such.report --yes"),
        format!("trace {dir}/a.rec -o {dir}/no/such.trace"),
        format!("render porklike --music 0 --seconds 1 --wav {dir}/no/such.wav"),
        format!("pack porklike -o {dir}/no/such.p8.png"),
        format!("manual -o {dir}/no/such.html"),
    ] {
        fails(&line, 1, &["no/such", "cannot write"]);
    }
    assert!(!folder.join("no").exists());
    let devices = ["/dev/full", "/dev/null"].into_iter().filter(|path| Path::new(path).exists());
    for device in devices {
        let before = fs::symlink_metadata(device).expect("it is there").file_type();
        for line in [
            format!("render porklike --music 0 --seconds 1 --wav {device}"),
            format!("run porklike --headless --png {device}"),
            format!("trace {dir}/a.rec -o {device}"),
        ] {
            fails(&line, 1, &["expected a regular file"]);
        }
        assert_eq!(fs::symlink_metadata(device).expect("it is there").file_type(), before);
    }
}

/// A file is read only up to the largest size of its kind. A hole in a file takes no disk space.
#[test]
fn files_are_read_no_further_than_their_kind_can_be() {
    let folder = folder("runs", "large");
    let dir = folder.display();
    let large = |name: &str, length: u64| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::File::create(&path).and_then(|file| file.set_len(length)).expect("a file with a hole");
        path.display().to_string()
    };
    let found = 200 << 20;
    let says = |most: u64| format!("found {found} bytes, expected at most {most}");
    for (name, most) in [("a.p8.rom", 0x8000), ("a.p8", 2 << 20), ("a.p8.png", 16 << 20)] {
        let file = large(name, found);
        fails(&format!("run {file} --headless"), 1, &[name, &says(most)]);
        fails(&format!("budget {file}"), 1, &[name, &says(most)]);
    }
    for name in ["a.lua", "a.rs"] {
        fails(&format!("budget {}", large(name, found)), 1, &[name, &says(4 << 20)]);
    }
    std::fs::create_dir_all(folder.join("data/sfx")).expect("made");
    large("data/sprites/porklike.png", found);
    fails(&format!("run porklike --headless --data {dir}/data"), 1, &["porklike.png", &says(16 << 20)]);
    large("data/sprites/porklike.png", 0);
    large("data/sprites/porklike.map", found);
    fails(&format!("run porklike --headless --data {dir}/data"), 1, &["porklike.map", &says(2 << 20)]);
}
