//! The editors with data that none of our writers stores: extreme texts in every place that a file, a cart or a user can fill.
//!
//! Our decision: nothing panics, and every change can be undone.

use super::extreme_texts::texts;
use super::test_user::User;
use super::{EditInput, EditKey, EditorKind, Editors, SourceFile};
use rasher::memory::ROM_SIZE;

#[test]
fn the_editors_show_anything() {
    for text in texts() {
        let mut editors = Editors::new(Box::new([0xff; ROM_SIZE]));
        let lines: Vec<String> = text.lines().map(String::from).collect();
        let file = SourceFile {
            name: format!("{text}.lua"),
            text: rasher::text::encode(&text).take(3000).collect(),
        };
        let inputs = [
            EditInput::Answer(lines.clone(), true),
            EditInput::Names(vec![text.clone(); 50]),
            EditInput::Wrong(vec![text.clone()]),
            EditInput::Saved(Box::new([1; ROM_SIZE]), Err(text.clone())),
            EditInput::Sources(vec![file.clone(), SourceFile { name: "b.lua".into(), ..file.clone() }]),
            EditInput::Fault(Some((file.name.clone(), u32::MAX, text.clone()))),
            EditInput::Stops(vec![(file.name.clone(), u32::MAX), (file.name.clone(), 0)]),
            EditInput::SourcesSaved(vec![file], Err(text.clone())),
            EditInput::Pasted(text.clone()),
            EditInput::NoSources(text.clone()),
        ];
        for (n, input) in inputs.iter().enumerate() {
            editors.step(input);
            for (w, h) in [(128, 128), (256, 192), (640, 400)] {
                editors.step(&EditInput::Size(w, h, 2));
                (0..n * 100).step_by(50).for_each(|_| _ = editors.step(&EditInput::Tick));
                editors.draw();
            }
            editors.step(&EditInput::Key(EditKey { name: "Tab", ..Default::default() }));
        }
    }
}

/// Random inputs by each seed: no panic, and all undone gives the first bytes, all redone the last ones.
fn check_random_walks(kind: EditorKind, seeds: u64, inputs: u32, texts: &[&str]) {
    for seed in 0..seeds {
        let mut user = User::new();
        user.editors.cx.sound = seed as usize % 12;
        user.try_anything(kind, seed, inputs, texts);
    }
}

#[test]
fn any_change_of_sprites_can_be_undone_and_redone() {
    let pixels = format!("[gfx]2809{}[/gfx]", "0123456789abcdef".repeat(23).split_at(0x28 * 9).0);
    check_random_walks(EditorKind::Sprite, 20, 500, &[&pixels]);
}

#[test]
fn any_change_of_the_map_can_be_undone_and_redone() {
    check_random_walks(EditorKind::Map, 20, 500, &["[map]020105ff[/map]"]);
}

#[test]
fn any_change_of_sounds_can_be_undone_and_redone() {
    let texts = ["[sfx pitch volume] C-4.til.7 D-1.org.2.arpf", "sfx 9: speed 3\n  C-2.tri.5\n"];
    check_random_walks(EditorKind::Sound, 8, 10_000, &texts);
}

#[test]
fn any_change_of_music_can_be_undone_and_redone() {
    let text = "[music]\n 0:    8   --   20   --  start\nsfx 8: speed 3\n  C-2.tri.5\n\nsfx 20: speed 4\n  D-2.tri.5\n";
    check_random_walks(EditorKind::Music, 8, 10_000, &[text]);
}
