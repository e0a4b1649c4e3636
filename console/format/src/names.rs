//! Names of sounds in files that have a place for them.
//!
//! ```text
//! NAME.sfx   sfx 8 bass of the yard: speed 18      before the colon of a sound's head
//! NAME.p8    __meta:sound_names__                  a section of its own, after the others
//!            8 bass of the yard                    number and name; other lines are ignored
//! ```
//!
//! PICO-8 keeps sections of that kind when it saves a cartridge. A `.p8.png` and a `.p8.rom` have no place for names.

use crate::sfx::fitting;
use rasher::SoundNames;

pub(crate) const SECTION: &str = "meta:sound_names";
pub(crate) const SOUNDS: u8 = 64;

/// The names in the section's text.
pub(crate) fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> SoundNames {
    let name = |line: &str| {
        let (number, name) = line.trim_ascii().split_once(' ')?;
        let number = number.parse().ok().filter(|number| *number < SOUNDS)?;
        Some((number, fitting(name))).filter(|(_, name)| !name.is_empty())
    };
    lines.into_iter().filter_map(name).collect()
}

/// The lines of the section.
pub(crate) fn rows(names: &SoundNames) -> Vec<String> {
    let named = names.range(..SOUNDS).map(|(number, name)| (number, fitting(name)));
    named.filter(|(_, name)| !name.is_empty()).map(|(number, name)| format!("{number} {name}")).collect()
}
