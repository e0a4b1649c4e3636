//! Changes names of sounds in a file. `../names.rs` describes where they are.

use super::lines::Lines;
use super::sound::{insert_sound, sounds};
use crate::error::FormatError;
use crate::names::{SECTION, SOUNDS, read, rows};
use crate::p8::{is_marked, read_p8, section_name};
use crate::sfx::{SoundEntry, empty, fitting};
use crate::{read_sfx, write_sfx};
use rasher::SoundNames;

fn changed(mut names: SoundNames, new: &SoundNames) -> SoundNames {
    for (number, name) in new.range(..SOUNDS) {
        match fitting(name) {
            name if name.is_empty() => _ = names.remove(number),
            name => _ = names.insert(*number, name),
        }
    }
    names
}

/// The text of a `.sfx` with other names; an empty one removes a name. Everything else stays as it is.
pub fn name_sounds(old: &[u8], new: &SoundNames, file: &str) -> Result<Vec<u8>, FormatError> {
    let mut text = read_sfx(old, file)?;
    let wanted = changed(text.names(), new);
    if wanted == text.names() {
        return Ok(old.to_vec());
    }
    let kept = std::str::from_utf8(old).ok().and_then(|text| {
        let mut lines = Lines::new(text);
        new.iter().try_for_each(|(number, name)| rename(&mut lines, *number, &fitting(name)))?;
        Some(lines.join().into_bytes())
    });
    let is_good = |bytes: &Vec<u8>| {
        read_sfx(bytes, file).is_ok_and(|kept| kept.records() == text.records() && kept.names() == wanted)
    };
    Ok(kept.filter(is_good).unwrap_or_else(|| {
        text.sounds.iter_mut().for_each(|sound| sound.name.clear());
        text.set_names(&wanted);
        write_sfx(&text).into_bytes()
    }))
}

fn rename(lines: &mut Lines, number: u8, name: &str) -> Option<()> {
    let found = sounds(lines)?.into_iter().find(|sound| sound.number == usize::from(number));
    let Some(found) = found else {
        if !name.is_empty() {
            insert_sound(lines, &SoundEntry { name: name.into(), ..SoundEntry::new(number, empty(number)) })?;
        }
        return Some(());
    };
    let text = lines.text(found.head).to_string();
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let end = digits + text[digits..].find(|c: char| !c.is_ascii_digit())?;
    let colon = text.find(':')?;
    let gap = if name.is_empty() { "" } else { " " };
    lines.set(found.head, &format!("{}{gap}{name}{}", &text[..end], &text[colon..]));
    Some(())
}

/// A `.p8` with other names; an empty one removes a name. Everything else stays as it is.
pub fn name_sounds_p8(old: &[u8], new: &SoundNames, file: &str) -> Result<Vec<u8>, FormatError> {
    let cart = read_p8(old, file)?;
    let wanted = changed(cart.rom.sounds.clone(), new);
    let Ok(text) = std::str::from_utf8(old) else { return Ok(old.to_vec()) };
    if wanted == cart.rom.sounds || !is_marked(text) {
        return Ok(old.to_vec());
    }
    let mut lines = Lines::new(text);
    let is_head = |lines: &Lines, n: usize| section_name(lines.text(n)).is_some();
    let head = (2..lines.len()).find(|n| section_name(lines.text(*n)) == Some(SECTION));
    let head = head.unwrap_or_else(|| {
        let end = lines.len();
        lines.insert(end, &format!("__{SECTION}__"));
        end
    });
    // Only lines with a name are replaced.
    let end = (head + 1..lines.len()).find(|n| is_head(&lines, *n)).unwrap_or(lines.len());
    for n in (head + 1..end).rev().filter(|n| !read([lines.text(*n)]).is_empty()).collect::<Vec<_>>() {
        lines.remove(n);
    }
    lines.insert_all(head + 1, &rows(&wanted));
    if wanted.is_empty() && (head + 1 == lines.len() || is_head(&lines, head + 1)) {
        lines.remove(head);
    }
    let named = lines.join().into_bytes();
    let read = read_p8(&named, file)?;
    let is_good = read.rom.sounds == wanted && read.rom.data == cart.rom.data && read.code == cart.code;
    Ok(if is_good { named } else { old.to_vec() })
}
