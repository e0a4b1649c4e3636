//! Settings in a home of the test's own.

use super::*;

fn home(name: &str) -> (std::path::PathBuf, Home) {
    let dir = std::env::temp_dir().join(format!("rasher-settings-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    let home = Home::find(Some(&dir)).expect("a folder that is named needs no platform");
    (dir, home)
}

fn read(home: &Home) -> (Settings, Option<String>) {
    let (_, settings, complaint) = SettingsFile::read(home);
    (settings, complaint)
}

#[test]
fn settings_come_back_and_broken_ones_are_kept_aside() {
    let (dir, home) = home("back");
    assert_eq!(read(&home), (Settings::default(), None), "no file is no complaint");
    let mine = Settings { scale: studio::Scale::Fit, volume: 3, window: [700, 600], ..Settings::default() };
    SettingsFile::default().keep(&home, &mine).expect("the folder can be written");
    assert_eq!(read(&home), (mine, None));
    // A file of an older console lacks some fields; an invalid one is kept aside.
    std::fs::write(home.settings(), r#"{"crt": true}"#).expect("written");
    assert_eq!(read(&home), (Settings { crt: true, ..Settings::default() }, None));
    std::fs::write(home.settings(), r#"{"crt": 7"#).expect("written");
    let (settings, complaint) = read(&home);
    assert_eq!(settings, Settings::default());
    let complaint = complaint.expect("it is said");
    assert!(complaint.contains("settings.json") && complaint.contains("line 1"), "{complaint}");
    assert_eq!(
        std::fs::read_to_string(dir.join("settings.json.broken")).ok().as_deref(),
        Some(r#"{"crt": 7"#)
    );
    std::fs::remove_dir_all(dir).expect("the test's own folder");
}

#[test]
fn each_of_two_windows_keeps_what_was_set_in_it() {
    let (dir, home) = home("two");
    let (mut a, first, _) = SettingsFile::read(&home);
    let mut b = a.clone();
    let loud = Settings { volume: 1, ..first.clone() };
    a.keep(&home, &loud).expect("written");
    // The second window has not seen that change.
    let tube = Settings { crt: true, ..first.clone() };
    b.keep(&home, &tube).expect("written");
    assert_eq!(read(&home).0, Settings { volume: 1, crt: true, ..first.clone() });
    // On exit each window writes its own settings again; for each field the last write wins.
    a.keep(&home, &loud).expect("written");
    b.keep(&home, &Settings { volume: 2, ..tube }).expect("written");
    a.keep(&home, &loud).expect("written");
    assert_eq!(read(&home).0, Settings { volume: 2, crt: true, ..first });
    std::fs::remove_dir_all(dir).expect("the test's own folder");
}
