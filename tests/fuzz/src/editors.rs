//! Readers of the editors: drafts, the clipboard, and files that changes are written back into.

use crate::taken;
use editors::{EditInput, EditKey, EditorKind, Editors, SourceFile};
use format::{DataKind, EditLog, SharedOwner, update, update_code, update_p8};
use rasher::memory::ROM_SIZE;

pub const PASTED_WORDS: &[&str] =
    &["[gfx]", "[/gfx]", "[sfx]", "[/sfx]", "0808", "01", "C-1.noi.1", "sfx ", "map ", "--", "\n", " "];

/// Editors of a cart with some data and a file of code.
pub fn opened() -> Editors {
    let mut editors = Editors::new(Box::new(std::array::from_fn(|at| (at % 7) as u8)));
    let file = SourceFile { name: "a.lua".to_string(), text: b"x=1\nfunction f() return x end\n".to_vec() };
    editors.step(&EditInput::Sources(vec![file]));
    editors
}

fn press(editors: &mut Editors, name: &'static str, control: bool) {
    editors.step(&EditInput::Key(EditKey { name, control, ..EditKey::default() }));
}

/// The editors continue with any history, or unsaved work of an earlier version: it is restored, undone, and each row is shown. What is
/// added is read again, and a thinned history is one.
pub fn edits(bytes: &[u8]) -> bool {
    let bytes = &crate::mend::marked(bytes);
    let log = EditLog::from_bytes(bytes);
    let thin = EditLog::from_bytes(&format::thinned(bytes, bytes.len() / 2));
    assert!(thin.entries().len() <= log.entries().len());
    let mut editors = opened();
    editors.take_history(bytes, rasher::Date::default());
    let is_taken = log.entries().len() > 0 || editors.is_changed();
    (0..3).for_each(|_| press(&mut editors, "KeyZ", true));
    editors.step(&EditInput::Key(EditKey {
        name: "KeyH",
        letter: Some('H'),
        control: true,
        shift: true,
        ..EditKey::default()
    }));
    for name in ["ArrowDown", "ArrowDown", "Enter", "Enter", "ArrowDown", "Enter"] {
        press(&mut editors, name, false);
        editors.draw();
    }
    let date = rasher::Date::default();
    if let Some(more) = editors.keep_history(date) {
        assert!(
            EditLog::from_bytes(&more).entries().len()
                <= EditLog::from_bytes(&[&bytes[..], &more].concat()).entries().len()
        );
    }
    is_taken
}

/// Pasting into an editor can be undone.
pub fn pasted(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut editors = opened();
    let before = editors.document().data().to_vec();
    let mut is_taken = false;
    for (kind, _) in
        EditorKind::ALL.into_iter().filter(|(kind, _)| !matches!(kind, EditorKind::Code | EditorKind::Prompt))
    {
        editors.open(kind);
        editors.step(&EditInput::Pasted(text.clone()));
        editors.draw();
        is_taken |= editors.document().data()[..] != before[..];
    }
    editors.open(EditorKind::Code);
    editors.step(&EditInput::Pasted(text));
    editors.draw();
    is_taken
}

/// Other data or code are written into a file, whose kind the first byte selects; the second time nothing changes.
pub fn kept(bytes: &[u8]) -> bool {
    let Some((kind, old)) = bytes.split_first() else { return false };
    let data: [u8; ROM_SIZE] = std::array::from_fn(|at| (at * 5 % 251) as u8);
    let kinds = [DataKind::Sheet, DataKind::Map, DataKind::Flags, DataKind::Sfx, DataKind::Music];
    let update = |old: &[u8]| match kind % 7 {
        5 => update_p8(old, &data, "f.p8"),
        6 => update_code(old, b"y=2\n-->8\nz=3\n", "f.p8"),
        kind => {
            let new = update(kinds[usize::from(kind)], Some(old), &data, SharedOwner::Sheet, "f");
            new.map(|new| new.unwrap_or_else(|| old.to_vec()))
        }
    };
    let Some(new) = taken(update(old)) else { return false };
    assert!(update(&new).as_ref() == Ok(&new), "{}", new.escape_ascii());
    true
}
