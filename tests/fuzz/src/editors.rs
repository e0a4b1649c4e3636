//! Readers of the editors: drafts, the clipboard, and files that changes are written back into.

use crate::taken;
use editors::{Draft, EditInput, EditKey, EditorKind, Editors, SourceFile};
use format::{DataKind, SharedOwner, update, update_code, update_p8};
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

/// An accepted draft is written as it was read. The editors continue with any draft: it is applied, undone and drawn.
pub fn draft(bytes: &[u8]) -> bool {
    let Some(draft) = Draft::from_bytes(bytes) else { return false };
    assert_eq!(Draft::from_bytes(&draft.to_bytes()).as_ref(), Some(&draft));
    let mut editors = opened();
    editors.offer_draft(draft);
    editors.draw();
    press(&mut editors, "Enter", false);
    (0..3).for_each(|_| press(&mut editors, "KeyZ", true));
    editors.draw();
    true
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
