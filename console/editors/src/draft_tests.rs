//! What is unsaved comes back with its steps, as it was, whatever the files hold by then; a draft of any bytes is harmless.

use super::*;
use crate::test_user::{Dice, User};
use crate::{EditInput, EditorKind, Side};

fn sources(text: &str) -> EditInput {
    EditInput::Sources(vec![SourceFile { name: "a.p8".into(), text: text.into() }])
}

/// A person at work: pixels, a cell, a note, some code; saved amid it, undone at the end, and a stroke that is under way.
fn at_work() -> User {
    let mut user = User::new();
    user.send(sources("x=1\n"));
    user.editors.open(EditorKind::Sprite);
    user.click((8, 21));
    user.click((24, 21));
    let saved = Box::new(user.data());
    user.send(EditInput::Saved(saved, Ok("it".into())));
    user.click((40, 21));
    user.editors.open(EditorKind::Sound);
    user.key("z");
    user.editors.open(EditorKind::Code);
    ["y", "Left", "z", "Down", "q"].iter().for_each(|key| user.key(key));
    user.key("Ctrl+z");
    user.editors.open(EditorKind::Map);
    user.click((9, 21));
    user.key("Ctrl+z");
    user.editors.open(EditorKind::Sprite);
    user.point((56, 21));
    user.button(1, true);
    user
}

/// Starts again with the draft, on files as they were saved or as given, and takes it.
fn next(draft: &Draft, disk: Box<crate::Data>) -> User {
    let mut next = User { editors: Editors::new(disk), effects: Vec::new() };
    next.send(sources("x=1\n"));
    next.editors.offer_draft(draft.clone());
    ["Up", "Enter"].iter().for_each(|key| next.key(key));
    next
}

/// Scenario 24: what was unsaved when the console ended comes back with the same bytes, and every step before is undone as it would have been.
#[test]
fn scenario_24_steps_come_back_too() {
    let mut user = at_work();
    let draft = Draft::from_bytes(&user.editors.draft().expect("something is unsaved").to_bytes());
    let mut next = next(&draft.expect("a draft"), Box::new(*user.editors.document().disk()));
    user.button(1, false);
    let walk = ["Ctrl+z", "Ctrl+z", "Ctrl+z", "Ctrl+z", "Ctrl+z", "Ctrl+y", "Ctrl+y", "Ctrl+y", "Ctrl+y"];
    for kind in [EditorKind::Sprite, EditorKind::Sound, EditorKind::Code] {
        for key in [&[""][..], &walk].concat() {
            for user in [&mut user, &mut next] {
                user.editors.open(kind);
                if !key.is_empty() {
                    user.key(key);
                }
            }
            let steps = [Side::Picture, Side::Sound].map(|side| user.editors.document().steps(side));
            assert_eq!(steps, [Side::Picture, Side::Sound].map(|it| next.editors.document().steps(it)));
            assert!(user.data() == next.data(), "{kind:?} {key}");
            assert_eq!(user.editors.sources_now(), next.editors.sources_now(), "{kind:?} {key}");
            assert_eq!(user.editors.is_changed(), next.editors.is_changed(), "{kind:?} {key}");
        }
    }
    assert_eq!(next.editors.document().steps(Side::Picture), (4, 0));
}

/// Of more steps than a draft keeps, one stands for those that are left off; it leads from what the files have.
#[test]
fn many_steps_are_kept_as_far_as_there_is_room() {
    let mut user = User::new();
    user.editors.open(EditorKind::Map);
    let fills = 40;
    for n in 0..fills {
        let doc = &mut user.editors.cx.doc;
        doc.begin("fill", Side::Picture, crate::EditPlace::Everywhere);
        (0x2000..0x2800).for_each(|at| doc.set(at, n + 1));
        doc.commit(0, None);
    }
    let draft = user.editors.draft().expect("something is unsaved");
    assert!(draft.to_bytes().len() < 100_000, "{}", draft.to_bytes().len());
    let mut next = next(&draft, Box::new([0; rasher::memory::ROM_SIZE]));
    let steps = next.editors.document().steps(Side::Picture).0;
    assert!((5..usize::from(fills)).contains(&steps), "{steps}");
    next.editors.open(EditorKind::Map);
    next.key("Ctrl+z");
    assert_eq!(next.data()[0x2000], fills - 1);
    (1..steps).for_each(|_| next.key("Ctrl+z"));
    assert!(!next.editors.is_changed() && next.editors.document().steps(Side::Picture) == (0, steps));
}

/// Steps that do not lead to what was unsaved are left alone, and what was unsaved is one step.
#[test]
fn steps_of_other_files_are_left_alone() {
    let user = at_work();
    let draft = user.editors.draft().expect("something is unsaved");
    let disk = *user.editors.document().disk();
    let mut other = disk;
    other[0x1fff] = 9;
    let mut wrong = draft.clone();
    wrong.data_past.1[0].history.done[0].patches[0].new ^= 1;
    let mut far = draft.clone();
    far.data_past.1[1].history.done[0].patches[0].addr = u16::MAX;
    let old = [HEAD_2, &postcard::to_allocvec(&(&draft.bytes, &draft.files)).expect("a draft")].concat();
    let old = Draft::from_bytes(&old).expect("a form before is read");
    let body = (&draft.bytes, &draft.files, &draft.data_past, &draft.code_past);
    let third = [HEAD_3, &postcard::to_allocvec(&body).expect("a draft")].concat();
    assert_eq!(Draft::from_bytes(&third), Draft::from_bytes(&draft.to_bytes()), "a form before is read");
    for (draft, disk) in [(draft, other), (wrong, disk), (far, disk), (old, disk)] {
        let next = next(&draft, Box::new(disk));
        assert_eq!(next.editors.document().steps(Side::Picture).1, 0);
        assert!(
            next.editors.document().steps(Side::Picture).0 <= 2,
            "brought back, and what changed outside"
        );
        let doc = next.editors.document();
        assert!(draft.bytes.iter().all(|(at, _, new)| doc.get(usize::from(*at)) == *new));
    }
}

/// What was unsaved is offered, brought back, or dropped.
#[test]
fn scenario_24_what_was_unsaved_is_offered_again() {
    let mut user = User::new();
    assert_eq!(user.editors.draft(), None);
    user.editors.open(EditorKind::Sprite);
    user.click((8, 21));
    let kept = user.editors.draft().expect("something is unsaved").to_bytes();
    let after = user.data();
    // The answers are there to be clicked, too.
    for (key, want) in [("Up", true), ("Down", false), ("the third line", true), ("the fourth line", false)] {
        let mut next = User::new();
        next.editors.open(EditorKind::Sprite);
        let draft = Draft::from_bytes(&kept).expect("a draft");
        next.editors.offer_draft(draft);
        next.key("g");
        [(8, 21), (60, 80), (60, 115)].iter().for_each(|at| next.click(*at));
        assert!(next.editors.offer.is_some() && next.editors.draft().is_none(), "nothing is overwritten");
        next.editors.draw();
        match key {
            "the third line" => next.click((60, 95)),
            "the fourth line" => next.click((60, 104)),
            key => [key, "Enter"].iter().for_each(|key| next.key(key)),
        }
        assert!(next.editors.offer.is_none());
        assert_eq!((next.data() == after, next.editors.is_changed()), (want, want), "{key}");
        if want {
            assert_eq!(next.editors.document().steps(Side::Picture), (1, 0));
            next.key("Ctrl+z");
            assert!(!next.editors.is_changed());
        }
    }
}

/// Code that has not been read when the draft is taken gets it as it comes; until then a draft keeps it.
#[test]
fn code_that_comes_later_gets_its_text_and_its_steps() {
    let user = at_work();
    let draft = user.editors.draft().expect("something is unsaved");
    let mut next =
        User { editors: Editors::new(Box::new(*user.editors.document().disk())), effects: Vec::new() };
    next.editors.offer_draft(draft.clone());
    ["Up", "Enter"].iter().for_each(|key| next.key(key));
    assert_eq!(next.editors.draft().map(|it| (it.files, it.code_past)), Some((draft.files, draft.code_past)));
    next.send(sources("x=1\n"));
    assert_eq!(next.editors.sources_now(), user.editors.sources_now());
    next.editors.open(EditorKind::Code);
    next.key("Ctrl+y");
    assert!(next.editors.sources_now()[0].text.contains(&b'q'), "and what was undone can be redone");
}

/// Files that others have saved meanwhile are never written over unasked: other bytes are both kept, the same byte is a question.
#[test]
fn files_that_changed_meanwhile_are_asked_about() {
    let mut user = User::new();
    user.editors.open(EditorKind::Sprite);
    user.click((8, 21));
    let (draft, mine) = (user.editors.draft().expect("something is unsaved"), user.data());
    let at = (0..mine.len()).find(|at| mine[*at] != 0).expect("a pixel");
    for (changed, answer, want) in [(at + 1, "", mine[at]), (at, "keys", mine[at]), (at, "the mouse", 0x55)] {
        let mut theirs = Box::new([0; rasher::memory::ROM_SIZE]);
        theirs[changed] = 0x55;
        let mut next = User { editors: Editors::new(theirs.clone()), effects: Vec::new() };
        next.editors.offer_draft(draft.clone());
        ["Up", "Enter"].iter().for_each(|key| next.key(key));
        next.key("Ctrl+s");
        let saves = |user: &User| user.effects.iter().any(|it| matches!(it, crate::EditEffect::Save { .. }));
        assert_eq!(saves(&next), answer.is_empty(), "nothing is written before the answer");
        match answer {
            "" => {}
            "keys" => ["Up", "Enter"].iter().for_each(|key| next.key(key)),
            _ => next.click((40, 72)),
        }
        assert_eq!((next.data()[at], next.editors.is_changed()), (want, want == mine[at]), "{answer}");
        assert_eq!(next.editors.document().disk()[changed], 0x55);
    }
}

/// Any bytes: nothing panics, what is taken is drawn, undone and redone, and comes back as it was written.
#[test]
fn a_draft_of_any_bytes_is_harmless() {
    let user = at_work();
    let (disk, whole) =
        (*user.editors.document().disk(), user.editors.draft().expect("something is unsaved"));
    let (whole, mut taken) = (whole.to_bytes(), 0);
    for seed in 0..2_000 {
        let mut dice = Dice(seed);
        let mut bytes = whole.clone();
        for _ in 0..=dice.roll(3) {
            let at = HEAD.len() + dice.roll((bytes.len() - HEAD.len()) as i32) as usize;
            match dice.roll(4) {
                0 => bytes[at] = dice.roll(256) as u8,
                1 => bytes[at] ^= 1 << dice.roll(8),
                2 => bytes.insert(at, 0xff),
                _ => _ = bytes.remove(at),
            }
        }
        let Some(draft) = Draft::from_bytes(&bytes) else { continue };
        assert_eq!(Draft::from_bytes(&draft.to_bytes()).as_ref(), Some(&draft));
        taken += 1;
        let mut next = next(&draft, Box::new(disk));
        for kind in [EditorKind::Sprite, EditorKind::Sound, EditorKind::Code] {
            next.editors.open(kind);
            for key in ["Ctrl+z", "Ctrl+y"] {
                (0..9).for_each(|_| next.key(key));
            }
            if seed % 50 == 0 {
                next.editors.draw();
            }
        }
    }
    assert!(taken > 200, "{taken}");
}

/// Breakpoints are no question: they are in a draft of their own after a save, and come back, before the code is read or after.
#[test]
fn breakpoints_come_back_unasked() {
    let mut user = User::new();
    user.send(sources("x=1\ny=2\nz=3\n"));
    user.editors.open(EditorKind::Code);
    ["Down", "F5", "Up", "q", "Enter"].iter().for_each(|key| user.key(key));
    let stops = vec![("a.p8".to_string(), 3)];
    assert_eq!(user.editors.stops(), stops, "it goes with its line");
    let saved = user.editors.sources_now();
    user.send(EditInput::SourcesSaved(saved.clone(), Ok("it".into())));
    let draft = user.editors.draft().expect("a breakpoint");
    assert_eq!(draft, Draft { stops: stops.clone(), ..Draft::default() });
    let draft = Draft::from_bytes(&draft.to_bytes()).expect("a draft");
    for is_late in [false, true] {
        let mut next = User::new();
        let sources = || EditInput::Sources(saved.clone());
        if !is_late {
            next.send(sources());
        }
        next.editors.offer_draft(draft.clone());
        assert!(next.editors.offer.is_none());
        assert_eq!(next.editors.draft(), Some(draft.clone()), "nothing of it goes while the code is read");
        next.send(sources());
        assert_eq!(next.editors.stops(), stops);
    }
    // With something unsaved they are there before the answer, and after any.
    user.key("w");
    let draft = user.editors.draft().expect("something is unsaved");
    for key in ["Up", "Down"] {
        let mut next = next(&draft, Box::new([0; rasher::memory::ROM_SIZE]));
        next.editors.offer_draft(draft.clone());
        assert_eq!((next.editors.offer.is_some(), next.editors.stops()), (true, stops.clone()));
        [key, "Enter"].iter().for_each(|key| next.key(key));
        assert_eq!(next.editors.stops(), stops, "{key}");
    }
}

#[test]
fn what_is_no_draft_is_none() {
    let whole = Draft {
        bytes: vec![(1, 2, 3)],
        files: vec![("a.lua".to_string(), b"x".to_vec(), b"x=1".to_vec())],
        ..Draft::default()
    };
    let bytes = whole.to_bytes();
    assert_eq!(Draft::from_bytes(&bytes), Some(whole));
    for cut in 0..bytes.len() {
        assert_eq!(Draft::from_bytes(&bytes[..cut]), None, "{cut}");
    }
    assert_eq!(Draft::from_bytes(&Draft::default().to_bytes()), None);
}
