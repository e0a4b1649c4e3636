//! The player's settings as the store keeps them: JSON, made sane when it is read.

use store::{Home, read_settings, write_settings};
use studio::Settings;

/// Reads the settings; what is wrong with the file is told, and the file set aside.
pub fn read(home: &Home) -> (Settings, Option<String>) {
    match read_settings(home, Settings::from_json) {
        Ok(settings) => (settings.unwrap_or_default(), None),
        Err(e) => (Settings::default(), Some(e.to_string())),
    }
}

/// Keeps the settings.
///
/// # Errors
/// When the file cannot be written: which, and why.
pub fn keep(home: &Home, settings: &Settings) -> Result<(), String> {
    let text = serde_json::to_string_pretty(settings).map_err(|e| e.to_string())? + "\n";
    write_settings(home, text.as_bytes()).map_err(|e| e.to_string())
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
            std::fs::read_to_string(dir.join("settings.json.broken")).ok().as_deref(),
            Some(r#"{"crt": 7"#)
        );
        std::fs::remove_dir_all(dir).expect("the test's own folder");
    }
}
