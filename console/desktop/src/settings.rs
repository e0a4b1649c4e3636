//! The file in which the player's wishes are remembered, as JSON.

use std::path::Path;
use studio::Settings;
use tool::Home;

/// Reads the settings; what is wrong with the file is told, and the file set aside.
pub fn read(home: &Home) -> (Settings, Option<String>) {
    let path = home.settings();
    let complain =
        |e: String| (Settings::default(), Some(format!("{}: {e}; {}", path.display(), set_aside(&path))));
    match std::fs::read(&path) {
        Ok(bytes) => match serde_json::from_slice::<Settings>(&bytes) {
            Ok(settings) => (settings.sane(), None),
            Err(e) => complain(e.to_string()),
        },
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => (Settings::default(), None),
        Err(e) => complain(e.to_string()),
    }
}

/// Keeps the settings.
///
/// # Errors
/// When the file cannot be written: which, and why.
pub fn keep(home: &Home, settings: &Settings) -> Result<(), String> {
    let path = home.settings();
    let text = serde_json::to_string_pretty(settings).map_err(|e| e.to_string())? + "\n";
    tool::write(&path, text.as_bytes()).map_err(|e| e.to_string())
}

/// Renames a file that cannot be used, and says so. It is never deleted.
fn set_aside(path: &Path) -> String {
    let names = (0..1000).map(|n| path.with_extension(format!("broken{n}")));
    let Some(aside) = names.into_iter().find(|aside| !aside.exists()) else {
        return "a thousand such files stand beside it, it stays".to_string();
    };
    match std::fs::rename(path, &aside) {
        Ok(()) => format!("kept as {}", aside.display()),
        Err(e) => format!("it could not be renamed to {}: {e}", aside.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_and_broken_ones_are_kept_aside() {
        let dir = std::env::temp_dir().join(format!("rasher-settings-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        let home = Home::find(Some(&dir)).expect("a folder that is named needs no platform");
        assert_eq!(read(&home), (Settings::default(), None), "no file is no complaint");
        let mine =
            Settings { scale: studio::Scale::Fit, volume: 3, window: [700, 600], ..Settings::default() };
        keep(&home, &mine).expect("the folder can be written");
        assert_eq!(read(&home), (mine, None));
        // A file of an older console lacks some; a broken one is kept.
        std::fs::write(home.settings(), r#"{"crt": true}"#).expect("written");
        assert_eq!(read(&home), (Settings { crt: true, ..Settings::default() }, None));
        std::fs::write(home.settings(), r#"{"crt": 7"#).expect("written");
        let (settings, complaint) = read(&home);
        assert_eq!(settings, Settings::default());
        let complaint = complaint.expect("it is said");
        assert!(complaint.contains("settings.json") && complaint.contains("line 1"), "{complaint}");
        assert_eq!(
            std::fs::read_to_string(dir.join("settings.broken0")).ok().as_deref(),
            Some(r#"{"crt": 7"#)
        );
        std::fs::remove_dir_all(dir).expect("the test's own folder");
    }
}
