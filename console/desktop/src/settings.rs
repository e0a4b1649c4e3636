//! The player's settings as JSON. Two windows each keep their own changes: before the file is written it is read again, and fields that
//! this window has not changed stay as they are there.

use serde_json::{Map, Value};
use store::{Home, StoreError, read_settings, update_settings};
use studio::Settings;

#[derive(Clone, Debug, Default)]
pub struct SettingsFile {
    /// As they were read or written last.
    known: Map<String, Value>,
}

fn fields(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        // They are an object with plain names.
        _ => Map::new(),
    }
}

impl SettingsFile {
    /// Reads the settings. A broken file is set aside, with a message.
    pub fn read(home: &Home) -> (SettingsFile, Settings, Option<String>) {
        let (settings, complaint) = match read_settings(home, &home.settings(), Settings::from_json) {
            Ok(settings) => (settings.unwrap_or_default(), None),
            Err(e) => (Settings::default(), Some(e.to_string())),
        };
        (SettingsFile { known: fields(&settings) }, settings, complaint)
    }

    pub fn keep(&mut self, home: &Home, settings: &Settings) -> Result<(), StoreError> {
        let mine = fields(settings);
        update_settings(home, &home.settings(), |there| {
            // What another window has broken is not read: this one's are good.
            let there = there.and_then(|bytes| Settings::from_json(bytes).ok());
            let mut all = mine.clone();
            for (name, value) in there.as_ref().map(fields).unwrap_or_default() {
                if mine.get(&name) == self.known.get(&name) {
                    all.insert(name, value);
                }
            }
            // A map of values has a JSON form.
            (serde_json::to_string_pretty(&all).unwrap_or_default() + "\n").into_bytes()
        })?;
        self.known = mine;
        Ok(())
    }
}

#[cfg(test)]
#[path = "../tests/unit/settings.rs"]
mod tests;
