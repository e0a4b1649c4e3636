//! Custom keys of commands.
//!
//! ```text
//! settings.json   "editor_keys": { "sprite: fill": "Ctrl+G", "all: undo": "F8", "map: line": "" }    the last one has no key
//! F1, Ctrl+K      waits for the new key; a key of another command is confirmed, one that types or plays is refused
//! "piano": "tracker"    keys as in FastTracker: a preset of custom keys, and more keys of the piano (sound/keys.rs)
//! ```
//!
//! A custom key takes precedence over a table's; of two equal custom keys the first in the list counts. The other command has no key then.

use super::context::Context;
use super::editor::{NAMED, shown, split};
use super::types::{CommandRow, EditEffect, EditKey};
use std::borrow::Cow;
use studio::EditorKeys;

pub(super) const ALL: &str = "all";

const LAYOUT: &str = "piano";
const TRACKER: &str = "tracker";
/// FastTracker's keys for commands that have another one here.
const PRESET: [(&str, &str); 7] = [
    ("sound: keys write notes, or only play them", "Space"),
    ("sound: play, stop", "Enter"),
    ("sound: play from the cursor", "Shift+Enter"),
    ("sound: octave down", "F7"),
    ("sound: octave up", "F8"),
    ("sound: larger step of the cursor", "`"),
    ("sound: smaller step of the cursor", "~"),
];

impl Context {
    /// FastTracker's keys, or PICO-8's.
    pub(super) fn turn_layout(&mut self) {
        let is_tracker = turn_layout(&mut self.keys);
        self.effects.push(EditEffect::Keys(self.keys.clone()));
        self.say(match is_tracker {
            true => {
                "keys as in FastTracker: Space writes or only plays, Enter plays, Caps Lock or 1 is a rest"
            }
            false => "keys as in PICO-8",
        });
    }

    pub(super) fn is_tracker(&self) -> bool {
        is_tracker(&self.keys)
    }
}

/// Do the keys of the piano have FastTracker's layout?
fn is_tracker(keys: &EditorKeys) -> bool {
    keys.get(LAYOUT).is_some_and(|layout| layout == TRACKER)
}

/// FastTracker's keys, or those of before: custom keys of other commands stay. Returns whether they are FastTracker's now.
fn turn_layout(keys: &mut EditorKeys) -> bool {
    if is_tracker(keys) {
        keys.remove(LAYOUT);
        for (command, key) in PRESET {
            if keys.get(command).is_some_and(|now| now == key) {
                keys.remove(command);
            }
        }
        return false;
    }
    keys.insert(LAYOUT.into(), TRACKER.into());
    PRESET
        .iter()
        .for_each(|(command, key)| _ = keys.entry((*command).into()).or_insert_with(|| (*key).into()));
    true
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundRow {
    pub name: Cow<'static, str>,
    pub key: Cow<'static, str>,
    pub menu: &'static str,
    pub table: &'static str,
    pub id: String,
}

fn parts(chord: &str) -> Option<([bool; 3], String)> {
    let (held, rest) = split(chord)?;
    let is_named = NAMED.iter().any(|(named, _)| *named == rest);
    // A key position and the letter that most keyboards have there are the same key.
    let key = rest.strip_prefix('@').filter(|place| !place.is_empty()).unwrap_or(rest);
    let is_sign = key.chars().count() == 1 && !key.contains(char::is_whitespace);
    (is_named || is_sign).then(|| (held, key.to_uppercase()))
}

pub(super) fn is_same(a: &str, b: &str) -> bool {
    !a.is_empty() && parts(a).is_some_and(|a| parts(b) == Some(a))
}

/// Commands that were renamed: the name in older settings, and the default key.
const OLD_NAMES: &str = "\
    editor before=Alt+Left|the cart, or the game as it stands=Ctrl+N|take what the game has set into the \
    cart=Ctrl+Shift+N|the prompt, or back from it=F10|colour before=1|show the colour as its extended \
    one, and back=T|colours as the game shows them, and back=K|move the chosen sprites here, with map \
    and flags=M|sprite before=@Q|play one column more=Shift+@W|play one row more=Shift+@Z|next cell of \
    the map that shows it=Shift+M|next cell that shows the sprite=Shift+M|paint at the pointer: hold \
    it=Enter|take what is under the pointer=Back|closer=>|farther=<|the most that fits, and \
    back=Tab|stamp what was copied=D|walls of the blob brush begin here=Shift+N|draw the 47 walls of a \
    stamp of five sprites=Ctrl+W|what the game's camera sees=C|stamp of one column more=Shift+@W|stamp \
    of one row more=Shift+@Z|one column fewer=Shift+@Q|one row fewer=Shift+@A|play round and round: \
    selection or all=Ctrl+Space|sound before=-|effect before=Alt+Home|keys write notes, or only \
    sound=Ctrl+E|the loop begins here=[|the loop ends here=]|the sound ends here=Ctrl+]|waveform \
    instrument, or notes=Ctrl+W|change the sound before together with this one=Ctrl+Shift+Left|change \
    the next sound together with this one=Ctrl+Shift+Right|take the note before out=Back|the sound as a \
    file: .wav, .ogg=Ctrl+Shift+E|the instrument here becomes the new one=Ctrl+K|instrument, volume, \
    effect of new notes=Ctrl+G|pattern before=-|channel before=Left|note before=Up|sound of the channel: \
    before=<|a loop begins here=[|the loop goes back from here=]|the music stops here=Ctrl+]|paste a \
    variation: with sounds of its own=Ctrl+Shift+V|variation behind: with sounds of its \
    own=Ctrl+D|select patterns before=Shift+Left|select patterns behind=Shift+Right|select eight \
    patterns before=Shift+Up|take the pattern out=Back|music from here as a file: .ogg, \
    .wav=Ctrl+Shift+E|play from where its loop begins=Shift+Space|comment the lines, or \
    not=Ctrl+B|comment them as well=Ctrl+/|erase the sign before=Back|erase the sign after=Del|erase the \
    word before=Ctrl+Back|erase the word after=Ctrl+Del|erase it as well=Shift+Back|new line as \
    well=Shift+Enter|function before=Alt+Up|go to what the word names=F7|back from \
    there=Ctrl+Alt+Left|breakpoint, or none=F5|tab before=Ctrl+Shift+Tab|find the one \
    before=Ctrl+Shift+G|find the next=Ctrl+G|shift types small letters, or signs=Ctrl+P|letters type \
    hiragana, or not=Ctrl+J|letters type katakana, or not=Ctrl+K|put in a sign=Ctrl+I|word \
    before=Ctrl+Left|begin of the line=Home|begin of the line as well=Ctrl+W|end of the line as \
    well=Ctrl+E|begin of the tab=Ctrl+Up|begin of the tab as well=Ctrl+Home|end of the tab as \
    well=Ctrl+End|select the word before=Ctrl+Shift+Left|select to the line's begin=Shift+Home|select to \
    the line's end=Shift+End|select to the tab's begin=Ctrl+Shift+Home|select to the tab's \
    end=Ctrl+Shift+End|replace all, in all tabs; else a line below=Ctrl+Enter|do what is \
    typed=Enter|what was typed before=Up|what was typed after that=Down|hear channel 0, or \
    not=Alt+@1|hear channel 0 alone=Ctrl+@1|channel 0 silent (saved), or not=Shift+@1|hear channel 1, or \
    not=Alt+@2|hear channel 1 alone=Ctrl+@2|channel 1 silent (saved), or not=Shift+@2|hear channel 2, or \
    not=Alt+@3|hear channel 2 alone=Ctrl+@3|channel 2 silent (saved), or not=Shift+@3|hear channel 3, or \
    not=Alt+@4|hear channel 3 alone=Ctrl+@4|channel 3 silent (saved), or not=Shift+@4|keys write notes, \
    or choose sounds=Tab|previous channel=Left|next channel=Right|previous note=Up|next note=Down|four notes \
    back=PgUp|four notes on=PgDn|first note=Home|last note=End|clear=Del|delete the pattern=Back";

pub(super) fn bound<'a>(
    rows: impl Iterator<Item = (&'a str, CommandRow)>,
    keys: &EditorKeys,
) -> Vec<BoundRow> {
    let mut out: Vec<BoundRow> = rows
        .map(|(editor, CommandRow { name, key, menu })| {
            let id = if keys.is_empty() { String::new() } else { id(keys, editor, name, key) };
            BoundRow { name: name.into(), key: key.into(), menu, table: key, id }
        })
        .collect();
    if keys.is_empty() {
        return out;
    }
    let mut given: Vec<String> = Vec::new();
    for row in &mut out {
        let Some(key) = keys.get(&row.id).filter(|key| key.is_empty() || parts(key).is_some()) else {
            continue;
        };
        let is_free = !given.iter().any(|other| is_same(other, key));
        row.key = if is_free { key.clone().into() } else { "".into() };
        given.extend(is_free.then(|| key.clone()));
    }
    for row in &mut out {
        let is_given = keys.get(&row.id).is_some_and(|key| key.is_empty() || parts(key).is_some());
        if !is_given && given.iter().any(|key| is_same(key, &row.key)) {
            row.key = "".into();
        }
    }
    out
}

pub(super) fn spelled(text: &str, rows: &[BoundRow]) -> String {
    let word = |word: &str| {
        let key = word.trim_matches(['(', ')', ',', ':', ';']);
        let is_key = key.contains('+') || NAMED.iter().any(|(named, _)| *named == key);
        let row = rows.iter().find(|row| is_key && row.table == key && row.key != key);
        row.map_or_else(
            || word.to_string(),
            |row| {
                let now = if row.key.is_empty() { format!("\"{}\"", row.name) } else { shown(&row.key) };
                word.replace(key, &now)
            },
        )
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

pub(super) fn id(keys: &EditorKeys, editor: &str, name: &str, table: &str) -> String {
    let id = |name| format!("{editor}: {name}");
    let old = OLD_NAMES.split('|').filter_map(|it| it.rsplit_once('=')).filter(|it| it.1 == table);
    let mut known =
        std::iter::once(name).chain(old.map(|it| it.0)).map(id).filter(|id| keys.contains_key(id));
    known.next().unwrap_or_else(|| id(name))
}

pub(super) fn chord(key: &EditKey, by_place: bool) -> Option<String> {
    let place = key.name.strip_prefix("Key").or(key.name.strip_prefix("Digit"));
    let named = NAMED.iter().find(|(_, name)| *name == key.name).map(|(named, _)| (*named).to_string());
    let one = |letter: &char| letter.to_uppercase().count() == 1;
    let letter = key.letter.filter(|letter| !letter.is_control() && !letter.is_whitespace()).filter(one);
    let base = match (named, place, letter) {
        (Some(named), ..) => named,
        (None, Some(place), _) if by_place => format!("@{place}"),
        (None, _, Some(letter)) => letter.to_uppercase().collect(),
        (None, Some(place), None) => format!("@{place}"),
        (None, None, None) => return None,
    };
    // Shift is part of a sign.
    let is_sign = base.chars().count() == 1 && !base.chars().all(char::is_alphabetic);
    let held = [(key.control, "Ctrl+"), (key.alt, "Alt+"), (key.shift && !is_sign, "Shift+")];
    Some(held.iter().filter(|(held, _)| *held).map(|(_, name)| *name).collect::<String>() + &base)
}

#[cfg(test)]
mod tests {
    use super::super::editor::is_pressed;
    use super::*;
    use crate::test_user::{Dice, User};
    use crate::{EditEffect, EditInput, EditorKind};

    fn bind(user: &mut User, keys: &[(&str, &str)]) {
        let keys = keys.iter().map(|(id, key)| ((*id).to_string(), (*key).to_string()));
        user.send(EditInput::Keys(keys.collect()));
    }

    fn given(user: &User) -> Vec<EditorKeys> {
        let keys = |effect: &EditEffect| match effect {
            EditEffect::Keys(keys) => Some(keys.clone()),
            _ => None,
        };
        user.effects.iter().filter_map(keys).collect()
    }

    fn key_of(user: &User, name: &str) -> String {
        let rows = user.editors.rows();
        rows.iter().find(|row| row.name == name).map(|row| row.key.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_command_gets_the_key_that_is_pressed() {
        let mut user = User::new();
        user.does("F1 'undo' Ctrl+k F8");
        assert_eq!(given(&user), [EditorKeys::from([("all: undo".into(), "F8".into())])]);
        let painted = user.does("F1 @0,0").data();
        assert!(user.does("Ctrl+z").data() == painted, "the key of the table is free");
        assert!(user.does("F8").data() != painted);
        // Ctrl+Back resets it.
        user.does("F1 'undo' Ctrl+Back");
        assert_eq!((given(&user).last(), &*key_of(&user, "undo")), (Some(&EditorKeys::new()), "Ctrl+Z"));
    }

    #[test]
    fn whose_a_key_is_already_is_asked() {
        for (script, redo, undo) in [
            ("Ctrl+z Esc", "Ctrl+Y", "Ctrl+Z"),
            ("Ctrl+z Enter", "Ctrl+Z", ""),
            ("Del", "", "Ctrl+Z"),
            ("Del Ctrl+k Esc", "", "Ctrl+Z"),
        ] {
            let mut user = User::new();
            user.does("F1 'redo' Ctrl+k").does(script).editors.draw();
            assert_eq!((&*key_of(&user, "redo"), &*key_of(&user, "undo")), (redo, undo), "{script}");
            if script == "Ctrl+z Enter" {
                user.editors.finish();
                user.says("redo: \"Ctrl+Z\"");
            }
        }
    }

    #[test]
    fn hints_name_the_keys_that_commands_have_now() {
        let mut user = User::new();
        let shapes = |user: &User| {
            let words = crate::sound::view::shapes(&user.editors.cx, true).into_iter().take(3);
            words.map(|word| word.1).collect::<Vec<_>>().join(" ")
        };
        user.says("F1 all commands   Esc back to the cart");
        assert_eq!(shapes(&user), "Alt+S sine T triangle W saw");
        let keys = [("all: all commands", "F8"), ("all: undo", ""), ("sound: wave: triangle", "Ctrl+9")];
        bind(&mut user, &keys);
        user.says("F8 all commands   Esc back to the cart");
        assert_eq!(shapes(&user), "Alt+S sine Ctrl+9 triangle Alt+W saw");
        user.files_hold([(0, 1)]);
        user.says("reloaded changes from disk: \"undo\" undoes them");
        assert_eq!(spelled("(F1) Esc, Tab: F1", &user.editors.rows()), "(F8) Esc, Tab: F8");
    }

    #[test]
    fn a_key_that_types_is_refused() {
        for (kind, script, refused) in [
            (EditorKind::Sprite, "F1 'save' Ctrl+k g", true),
            (EditorKind::Code, "F1 'undo' Ctrl+k Tab", true),
            (EditorKind::Sound, "F1 'record' Ctrl+k x", true),
            (EditorKind::Sprite, "F1 'fill' Ctrl+k j", false),
            (EditorKind::Code, "F1 'undo' Ctrl+k Ctrl+9", false),
        ] {
            assert_eq!(given(User::at(kind).does(script)).is_empty(), refused, "{script}");
        }
    }

    #[test]
    fn keys_of_a_file_are_judged() {
        let mut user = User::new();
        let keys =
            [("all: undo", "F8"), ("all: redo", "F8"), ("all: save", "Ctrl+Foo"), ("all: no such", "F7")];
        bind(&mut user, &keys);
        assert_eq!(["undo", "redo", "save"].map(|name| key_of(&user, name)), ["F8", "", "Ctrl+S"]);
        bind(&mut user, &[("all: editor before", "F8"), ("sprite: closer", "F7")]);
        // By their older names.
        assert_eq!(["previous editor", "zoom in"].map(|name| key_of(&user, name)), ["F8", "F7"]);
        for chord in ["", "Ctrl+", "Meta+X", "F2", "ab", "Ctrl+ "] {
            assert_eq!(parts(chord), None, "{chord}");
        }
    }

    #[test]
    fn a_key_is_read_as_it_is_written() {
        let mut dice = Dice(3);
        for _ in 0..20_000 {
            let [control, alt, shift] = [(); 3].map(|()| dice.roll(2) == 0);
            let (name, letter) = match dice.roll(3) {
                0 => (NAMED[dice.roll(NAMED.len() as i32) as usize].1, None),
                1 => ("KeyQ", char::from_u32(dice.roll(0x2000) as u32)),
                _ => ("Slash", "+-@/".chars().nth(dice.roll(4) as usize)),
            };
            let key = EditKey { name, letter, control, alt, shift, ..EditKey::default() };
            for text in [false, true].into_iter().filter_map(|by_place| chord(&key, by_place)) {
                assert!(parts(&text).is_some() && is_pressed(&text, &key), "{text} {key:?}");
            }
        }
    }
}
