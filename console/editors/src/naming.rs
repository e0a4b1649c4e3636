//! The name of a sound, typed on the status line.
//!
//! ```text
//! Ctrl+T, a click on the name ──> name of sound 8: bass_      Enter, a click: takes it      Esc: leaves the name as it was
//! ```
//!
//! A name is in every place that shows the sound, and in the cart's `.sfx` or `.p8`. Carts only use numbers.

use super::Editors;
use super::context::{Context, Naming};
use super::types::{EditKey, EditPlace, NAME, Side};

impl Context {
    pub(super) fn name_sound(&mut self, sound: usize) {
        if self.is_live {
            return self.refuse("this is the game's memory, which has no names: Ctrl+N edits the cart");
        }
        self.naming = Some(Naming { sound, text: self.doc.name(sound).to_string() });
    }

    /// `sound 8`, or `sound 8 bass`.
    pub(super) fn called(&self, sound: usize) -> String {
        let name = self.cart().name(sound);
        let gap = if name.is_empty() { "" } else { " " };
        format!("sound {sound}{gap}{name}")
    }

    pub(super) fn naming_line(&self) -> Option<String> {
        let Naming { sound, text } = self.naming.as_ref()?;
        let cursor = if self.beat() % 60 < 30 { "_" } else { " " };
        Some(format!("name of sound {sound}: {text}{cursor}   Enter keeps it"))
    }

    pub(super) fn finish_name(&mut self) {
        let Some(Naming { sound, text }) = self.naming.take() else { return };
        self.doc.begin("name", Side::Sound, EditPlace::Sound(sound));
        self.doc.set_name(sound, text.trim());
        if self.commit() {
            let called = self.called(sound);
            self.say(if text.trim().is_empty() { format!("{called} has no name") } else { called });
        }
    }
}

impl Context {
    pub(super) fn paste_name(&mut self, text: &str) -> bool {
        let Some(naming) = &mut self.naming else { return false };
        text.chars().for_each(|letter| naming.push(letter));
        true
    }
}

impl Editors {
    /// While a name is typed, all keys are its own.
    pub(super) fn key_name(&mut self, key: &EditKey) -> bool {
        let Some(naming) = &mut self.cx.naming else { return false };
        match key.name {
            "Enter" | "NumpadEnter" => self.cx.finish_name(),
            "Escape" => self.cx.naming = None,
            "Backspace" if key.control => naming.text.clear(),
            "Backspace" => _ = naming.text.pop(),
            _ if key.control || key.alt => {}
            _ => key.text.chars().for_each(|letter| naming.push(letter)),
        }
        true
    }
}

impl Naming {
    /// A colon ends a name in its file.
    fn push(&mut self, letter: char) {
        if !letter.is_control() && letter != ':' && self.text.len() + letter.len_utf8() <= NAME {
            self.text.push(letter);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::test_user::User;
    use crate::{EditEffect, EditInput, EditorKind, Editors};
    use rasher::{Rom, SoundNames};

    fn named(names: &[(u8, &str)]) -> User {
        let names: SoundNames = names.iter().map(|(n, name)| (*n, (*name).to_string())).collect();
        let mut user = User::of(Editors::with_sounds(Rom::empty("").data, &names));
        user.editors.open(EditorKind::Sound);
        user
    }

    fn name(user: &User, sound: usize) -> &str {
        user.editors.document().name(sound)
    }

    #[test]
    fn a_name_is_typed_undone_and_saved() {
        let mut user = named(&[(0, "horn")]);
        user.does("Ctrl+t").says("name of sound 0: horn_   Enter keeps it");
        // Letters play no notes here. Characters that a file cannot store are ignored.
        user.does("Ctrl+Back").types("low: horn");
        user.does("Enter").says("sound 0 low horn");
        assert_eq!((name(&user, 0), user.editors.document().is_changed()), ("low horn", true));
        user.does("Ctrl+t 'x' Esc");
        assert_eq!(name(&user, 0), "low horn");
        user.does("Ctrl+z");
        assert_eq!((name(&user, 0), user.editors.document().is_changed()), ("horn", false));
        user.does("Ctrl+y + Ctrl+t");
        user.send(EditInput::Pasted("a name that is longer than thirty-two bytes".to_string()));
        user.does("Enter Ctrl+s");
        let Some(EditEffect::Save { sounds, data, .. }) = user.effects.last().cloned() else {
            panic!("no save")
        };
        let wanted = [(0, "low horn".to_string()), (1, "a name that is longer than thirt".to_string())];
        assert_eq!(sounds, SoundNames::from(wanted.clone()));
        user.send(EditInput::Saved(data, Ok("x.sfx".into())));
        assert!(!user.editors.document().is_changed());
        let sent = user.effects.iter().rev().find_map(|effect| match effect {
            EditEffect::SoundNames(names) => Some(names.clone()),
            _ => None,
        });
        assert_eq!(sent, Some(SoundNames::from(wanted)), "exports have them");
    }

    /// Our decision: as with data, the version on disk is taken where nothing was changed here.
    #[test]
    fn names_of_the_files_are_taken_and_own_ones_stay() {
        let mut user = named(&[(0, "horn"), (1, "bell")]);
        user.does("Ctrl+t Back*4 'tuba' Enter");
        user.send(EditInput::SoundNames(SoundNames::from([(0, "fife".into()), (2, "drum".into())])));
        assert_eq!([0, 1, 2].map(|n| name(&user, n)), ["tuba", "", "drum"]);
        assert!(user.editors.document().is_changed());
    }

    #[test]
    fn names_go_with_the_sounds_that_are_copied() {
        let mut user = named(&[(8, "bass")]);
        user.does("Ctrl++ z Ctrl+c");
        let text = user.copied().to_string();
        assert!(text.starts_with("sfx 8 bass: speed 16"), "{text}");
        user.does("+*4").send(EditInput::Pasted(text));
        assert_eq!([8, 12].map(|n| name(&user, n)), ["bass"; 2]);
        // A variation of a pattern has new sounds, which are called as the old ones.
        user.editors.open(EditorKind::Music);
        user.does("wait:120 8 Ctrl+d").says("1 pattern at 1, 1 sound in unused slots");
        assert_eq!(name(&user, 9), "bass");
        user.does("Ctrl+z");
        assert_eq!(name(&user, 9), "");
    }

    #[test]
    fn a_crash_costs_no_name() {
        let horn = || {
            let mut user = named(&[(0, "horn")]);
            user.sources(&[("a.p8", "x=1\n")]);
            user
        };
        let (mut user, date) = (horn(), rasher::Date::default());
        user.editors.take_history(&[], date);
        user.does("z Ctrl+t 'x' Enter");
        let log = user.editors.keep_history(date).expect("unsaved");
        let mut next = horn();
        next.editors.take_history(&log, date);
        assert_eq!((name(&next, 0), next.data() == user.data()), ("hornx", true));
        assert_eq!(name(next.does("Ctrl+z"), 0), "horn");
    }

    #[test]
    fn a_sound_is_found_by_its_name() {
        let mut user = named(&[(8, "Bass of the yard"), (20, "lead")]);
        user.does("F1").types("bass of");
        user.does("Enter");
        assert_eq!(user.editors.cx.sound, 8);
        user.editors.open(EditorKind::Music);
        user.does("F1 'lead' Enter").says("…sound 20 lead, in pattern 0…");
    }

    #[test]
    fn code_shows_the_name_of_a_typed_number() {
        let cases = [
            ("sfx(8", Some("8: bass of the yard")),
            ("sfx( 20", Some("20: lead")),
            ("music(0", Some("0: bass of the yard")),
            ("sfx(9", None),
            ("sfx(8,1", None),
            ("sfx(64", None),
            ("sfx(n+8", None),
            ("spr(8", None),
        ];
        for (typed, want) in cases {
            let mut user = named(&[(8, "bass of the yard"), (20, "lead")]);
            user.editors.open(EditorKind::Music);
            user.does("8");
            user.sources(&[("a.p8", typed)]);
            user.editors.open(EditorKind::Code);
            user.does("End");
            assert_eq!(user.editors.code.named_sound(&user.editors.cx).as_deref(), want, "{typed}");
        }
    }

    #[test]
    fn code_completes_the_number_of_a_named_sound() {
        let cases = [
            ("sfx(", "", "Tab", "sfx(8"),
            ("sfx(", "le", "Tab", "sfx(20"),
            ("sfx(", "2", "Tab", "sfx(20"),
            ("music(", "", "Tab", "music(0"),
            ("sfx(8,", "", "Tab", "sfx(8, "),
        ];
        for (before, typed, keys, after) in cases {
            let mut user = named(&[(8, "bass of the yard"), (20, "lead")]);
            user.editors.open(EditorKind::Music);
            user.does("8");
            user.sources(&[("a.p8", before)]);
            user.editors.open(EditorKind::Code);
            user.does("End").types(typed);
            user.does("Ctrl+Space").does(keys);
            let text = user.editors.sources_now()[0].text.clone();
            assert!(text.starts_with(after.trim_end().as_bytes()), "{before}{typed}: {text:?}");
        }
    }
}
