//! Following files, in a folder of the test's own.

use super::*;
use rasher::Rom;
use std::fs;
use std::time::Duration;

fn followed(name: &str) -> (PathBuf, Watcher, Receiver<HostEvent>) {
    let dir = std::env::temp_dir().join(format!("rasher-watch-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(dir.join("sprites")).expect("the test's own folder");
    let (out, told) = channel();
    let follower = Follower::new(&dir, "game", Rom::empty("game"));
    let watcher = Watcher::data(follower, move |command| drop(out.send(command)));
    (dir, watcher, told)
}

/// Sets flag 0 of sprite `n` in the flags file.
fn flags(n: usize) -> String {
    let mut all = [0; 256];
    all[n] = 1;
    format::write_flags(&format::FlagsText { flags: Box::new(all), ..format::FlagsText::default() })
}

/// The flags in the next report.
fn reported_flags(told: &Receiver<HostEvent>) -> [u8; 256] {
    let until = Instant::now() + Duration::from_secs(20);
    while let Ok(command) = told.recv_timeout(until.saturating_duration_since(Instant::now())) {
        if let HostEvent::Data(rom) = command {
            return std::array::from_fn(|n| rom.data[usize::from(rasher::memory::FLAGS) + n]);
        }
    }
    panic!("nothing was reported");
}

/// The cart and those it may load are followed; an error is reported, and the previous version stays in use.
#[test]
fn another_saved_cart_is_noticed_and_a_later_one_too() {
    let dir = std::env::temp_dir().join(format!("rasher-watch-others-{}", std::process::id()));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("the test's own folder");
    let write = |name: &str, code: &str| {
        let text = format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n{code}\n");
        fs::write(dir.join("new"), text).expect("written");
        fs::rename(dir.join("new"), dir.join(name)).expect("renamed");
    };
    write("a.p8", "load(\"b\") load(\"c.p8\")");
    write("b.p8", "y=1");
    let (out, told) = channel();
    let watcher = Watcher::cartridge(dir.join("a.p8"), None, move |command| drop(out.send(command)));
    let told_of = |command| match command {
        HostEvent::Code(new) => {
            let names: Vec<String> = new.others.iter().map(|cart| cart.name.clone()).collect();
            (names.join(" "), new.others_wrong.len(), new.wrong.is_none())
        }
        other => panic!("{other:?}"),
    };
    // Changes before the first look are part of the start.
    let first = (0..100).find_map(|n| {
        write("b.p8", &format!("x={n}"));
        told.recv_timeout(Duration::from_millis(300)).ok()
    });
    assert_eq!(told_of(first.expect("it is reported")), ("b.p8".to_string(), 0, true));
    let next = || told_of(told.recv_timeout(Duration::from_secs(20)).expect("it is reported"));
    write("b.p8", "x=");
    assert_eq!(next(), (String::new(), 1, true));
    write("c.p8", "x=3");
    assert_eq!(next(), ("c.p8".to_string(), 1, true));
    write("b.p8", "x=4");
    assert_eq!(next(), ("b.p8".to_string(), 0, true));
    write("a.p8", "load(\"b\"");
    assert_eq!(next(), (String::new(), 0, false));
    drop(watcher);
    fs::remove_dir_all(dir).expect("the test's own folder");
}

#[test]
fn a_saved_file_is_noticed_also_in_a_folder_that_replaced_another() {
    let (dir, watcher, told) = followed("saved");
    let file = dir.join("sprites/game.flags");
    fs::write(&file, flags(3)).expect("written");
    assert_eq!(reported_flags(&told)[3], 1);
    fs::write(dir.join("sprites/game.tmp"), flags(200)).expect("written");
    fs::rename(dir.join("sprites/game.tmp"), &file).expect("renamed");
    assert_eq!(reported_flags(&told)[200], 1);
    fs::rename(dir.join("sprites"), dir.join("old")).expect("moved");
    fs::create_dir(dir.join("sprites")).expect("created again");
    fs::write(&file, flags(7)).expect("written");
    assert_eq!(reported_flags(&told)[7], 1);
    drop(watcher);
    // Its thread ends, and with it the channel.
    let gone = |command| matches!(command, Err(RecvTimeoutError::Disconnected));
    assert!((0..100).any(|_| gone(told.recv_timeout(Duration::from_millis(200)).map(drop))));
    fs::remove_dir_all(dir).expect("the test's own folder");
}

/// If one data file next to a cartridge is invalid, the others load and the code runs. The error is reported at the
/// start and later; the file's last good data stay.
#[test]
fn an_invalid_data_file_next_to_a_cartridge_costs_only_its_own_part() {
    let dir = std::env::temp_dir().join(format!("rasher-watch-beside-{}", std::process::id()));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(dir.join("sprites")).expect("the test's own folder");
    let (path, map) = (dir.join("a.p8"), dir.join("sprites/a.map"));
    fs::write(&path, "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\nx=1\n")
        .expect("written");
    fs::write(dir.join("sprites/a.flags"), flags(3)).expect("written");
    fs::write(&map, "rows 32\n01zz\n").expect("written");
    let cart = Loader::new(DiskSource::default()).lua(&path, true);
    let wrong = "a.map:2:3: found \"zz\", expected two hex digits or \"..\"";
    assert!(cart.error.is_none());
    let bytes = |rom: &Rom| (rom.data[0x2000], rom.data[0x3003]);
    assert_eq!(bytes(&cart.cart.rom), (0, 1));
    let (out, told) = channel();
    let watcher = Watcher::cartridge(path, None, move |command| drop(out.send(command)));
    let next = || told.recv_timeout(Duration::from_secs(20)).expect("it is reported");
    let says = |command: HostEvent, lines: &[&str]| match command {
        HostEvent::DataWrong(told) => assert_eq!(told, lines),
        other => panic!("{other:?}"),
    };
    says(next(), &[wrong]);
    for (text, lines, want) in [("rows 32\n05\n", &[][..], 5), ("rows 32\n01zz\n", &[wrong], 5)] {
        fs::write(&map, text).expect("written");
        // The error has been reported before and leaves the data unchanged.
        if lines.is_empty() {
            match next() {
                HostEvent::Data(rom) => assert_eq!(bytes(&rom), (want, 1)),
                other => panic!("{other:?}"),
            }
        }
        says(next(), lines);
    }
    drop(watcher);
    fs::remove_dir_all(dir).expect("the test's own folder");
}
