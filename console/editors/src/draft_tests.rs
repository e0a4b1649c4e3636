//! Unsaved work comes back with its steps, as it was, even if the files have changed; a draft of any bytes is harmless.

use super::*;
use crate::test_user::{Dice, User};
use crate::{Data, EditEffect, EditInput, EditorKind, Side};

const SIDES: [Side; 2] = [Side::Picture, Side::Sound];

/// Pixels, a note, some code, a cell of the map; saved in between, undone at the end, and a stroke that is not released.
fn at_work() -> User {
    let mut user = User::new();
    user.sources(&[("a.p8", "x=1\n")]);
    user.does("@0,0 @1,0");
    let saved = Box::new(user.data());
    user.send(EditInput::Saved(saved, Ok("it".into())));
    user.does("@2,0");
    for (kind, script) in [
        (EditorKind::Sound, "z"),
        (EditorKind::Code, "y Left z Down q Ctrl+z"),
        (EditorKind::Map, "@1,1 Ctrl+z"),
        (EditorKind::Sprite, "d@3,0"),
    ] {
        user.editors.open(kind);
        user.does(script);
    }
    user
}

fn unsaved(user: &User) -> Draft {
    user.editors.draft().expect("something is unsaved")
}

fn files(user: &User) -> Box<Data> {
    Box::new(*user.editors.document().disk())
}

fn next(draft: &Draft, disk: Box<Data>) -> User {
    let mut next = User::of(Editors::new(disk));
    next.sources(&[("a.p8", "x=1\n")]);
    next.editors.offer_draft(draft.clone());
    next.does("Up Enter");
    next
}

#[test]
fn scenario_24_steps_come_back_too() {
    let mut user = at_work();
    let draft = Draft::from_bytes(&unsaved(&user).to_bytes()).expect("a draft");
    let mut next = next(&draft, files(&user));
    user.does("release");
    for kind in [EditorKind::Sprite, EditorKind::Sound, EditorKind::Code] {
        for key in [""].into_iter().chain(["Ctrl+z"; 5]).chain(["Ctrl+y"; 4]) {
            let [one, other] = [&mut user, &mut next].map(|user| {
                user.editors.open(kind);
                user.does(key);
                let steps = SIDES.map(|side| user.editors.document().steps(side));
                (steps, user.data(), user.editors.sources_now(), user.editors.is_changed())
            });
            assert!(one == other, "{kind:?} {key}");
        }
    }
    assert_eq!(next.editors.document().steps(Side::Picture), (4, 0));
}

#[test]
fn many_steps_are_kept_as_far_as_there_is_room() {
    let mut user = User::new();
    let fills = 40;
    for n in 0..fills {
        let doc = &mut user.editors.cx.doc;
        doc.begin("fill", Side::Picture, crate::EditPlace::Everywhere);
        (0x2000..0x2800).for_each(|at| doc.set(at, n + 1));
        doc.commit(0, None);
    }
    let draft = unsaved(&user);
    assert!(draft.to_bytes().len() < 100_000, "{}", draft.to_bytes().len());
    let mut next = next(&draft, files(&user));
    let steps = next.steps().0;
    assert!((5..usize::from(fills)).contains(&steps), "{steps}");
    assert_eq!(next.does("Ctrl+z").data()[0x2000], fills - 1);
    (1..steps).for_each(|_| next.key("Ctrl+z"));
    assert!(!next.editors.is_changed() && next.steps() == (0, steps));
}

/// Steps that do not lead to the unsaved data are dropped, and the data restored as one step. Older forms of drafts are read.
#[test]
fn steps_of_other_files_are_left_alone() {
    let user = at_work();
    let (draft, disk) = (unsaved(&user), files(&user));
    let mut other = disk.clone();
    other[0x1fff] = 9;
    let (mut wrong, mut far) = (draft.clone(), draft.clone());
    wrong.data_past.1[0].history.done[0].patches[0].new ^= 1;
    far.data_past.1[1].history.done[0].patches[0].addr = u16::MAX;
    let read = |head: &[u8], body: Result<Vec<u8>, _>| {
        Draft::from_bytes(&[head, &body.expect("a draft")].concat()).expect("a form before is read")
    };
    let old = read(HEAD_2, postcard::to_allocvec(&(&draft.bytes, &draft.files)));
    let third = (&draft.bytes, &draft.files, &draft.data_past, &draft.code_past);
    assert_eq!(Some(read(HEAD_3, postcard::to_allocvec(&third))), Draft::from_bytes(&draft.to_bytes()));
    for (draft, disk) in [(draft, other), (wrong, disk.clone()), (far, disk.clone()), (old, disk)] {
        let next = next(&draft, disk);
        let (doc, (done, undone)) = (next.editors.document(), next.editors.document().steps(Side::Picture));
        assert!(done <= 2 && undone == 0, "restored, and what changed outside");
        assert!(draft.bytes.iter().all(|(at, _, new)| doc.get(usize::from(*at)) == *new));
    }
}

#[test]
fn scenario_24_what_was_unsaved_is_offered_again() {
    let mut user = User::new();
    assert_eq!(user.editors.draft(), None);
    let kept = unsaved(user.does("@0,0")).to_bytes();
    for (script, want) in [("Up Enter", true), ("Down Enter", false), ("#60,95", true), ("#60,104", false)] {
        let mut next = User::new();
        next.editors.offer_draft(Draft::from_bytes(&kept).expect("a draft"));
        next.does("g @0,0 #60,80 #60,115");
        assert!(next.editors.offer.is_some() && next.editors.draft().is_none(), "nothing is overwritten");
        next.editors.draw();
        next.does(script);
        assert!(next.editors.offer.is_none());
        assert_eq!((next.data() == user.data(), next.editors.is_changed()), (want, want), "{script}");
        assert_eq!(next.steps(), (usize::from(want), 0));
        assert!(!next.does("Ctrl+z").editors.is_changed());
    }
}

#[test]
fn code_that_comes_later_gets_its_text_and_its_steps() {
    let user = at_work();
    let draft = unsaved(&user);
    let mut next = User::of(Editors::new(files(&user)));
    next.editors.offer_draft(draft.clone());
    let Draft { files, code_past, .. } = unsaved(next.does("Up Enter"));
    assert_eq!((files, code_past), (draft.files, draft.code_past));
    next.sources(&[("a.p8", "x=1\n")]);
    assert_eq!(next.editors.sources_now(), user.editors.sources_now());
    next.editors.open(EditorKind::Code);
    assert!(next.does("Ctrl+y").editors.sources_now()[0].text.contains(&b'q'), "a step is redone");
}

#[test]
fn files_that_changed_meanwhile_are_asked_about() {
    let mut user = User::new();
    let (draft, mine) = (unsaved(user.does("@0,0")), user.data());
    let at = mine.iter().position(|byte| *byte != 0).expect("a pixel");
    for (changed, answer, want) in [(at + 1, "", mine[at]), (at, "Up Enter", mine[at]), (at, "#60,105", 0x55)]
    {
        let mut theirs = Box::new([0; rasher::memory::ROM_SIZE]);
        theirs[changed] = 0x55;
        let mut next = next(&draft, theirs);
        next.does("Ctrl+s");
        let saves = next.effects.iter().any(|it| matches!(it, EditEffect::Save { .. }));
        assert_eq!(saves, answer.is_empty(), "nothing is written before the answer");
        next.does(answer);
        assert_eq!((next.data()[at], next.editors.is_changed()), (want, want == mine[at]), "{answer}");
        assert_eq!(next.editors.document().disk()[changed], 0x55);
    }
}

#[test]
fn a_draft_of_any_bytes_is_harmless() {
    let user = at_work();
    let (disk, whole, mut taken) = (files(&user), unsaved(&user).to_bytes(), 0);
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
        let mut next = next(&draft, disk.clone());
        for kind in [EditorKind::Sprite, EditorKind::Sound, EditorKind::Code] {
            next.editors.open(kind);
            next.does("Ctrl+z*9 Ctrl+y*9");
            if seed % 50 == 0 {
                next.editors.draw();
            }
        }
    }
    assert!(taken > 200, "{taken}");
}

#[test]
fn breakpoints_come_back_unasked() {
    let mut user = User::new();
    user.sources(&[("a.p8", "x=1\ny=2\nz=3\n")]);
    user.editors.open(EditorKind::Code);
    let stops = vec![("a.p8".to_string(), 3)];
    assert_eq!(user.does("Down F5 Up q Enter").editors.stops(), stops, "it moves with its line");
    let saved = user.editors.sources_now();
    user.send(EditInput::SourcesSaved(saved.clone(), Ok("it".into())));
    let draft = Draft::from_bytes(&unsaved(&user).to_bytes()).expect("a draft");
    assert_eq!(draft, Draft { stops: stops.clone(), ..Draft::default() });
    for is_late in [false, true] {
        let mut next = User::new();
        if !is_late {
            next.send(EditInput::Sources(saved.clone()));
        }
        next.editors.offer_draft(draft.clone());
        assert!(next.editors.offer.is_none());
        assert_eq!(next.editors.draft(), Some(draft.clone()), "all of it is kept while the code is read");
        next.send(EditInput::Sources(saved.clone()));
        assert_eq!(next.editors.stops(), stops);
    }
    // With unsaved work, breakpoints are there before the question is answered, and after either answer.
    let draft = unsaved(user.does("w"));
    for key in ["Up", "Down"] {
        let mut next = next(&draft, files(&user));
        next.editors.offer_draft(draft.clone());
        assert_eq!((next.editors.offer.is_some(), next.editors.stops()), (true, stops.clone()));
        assert_eq!(next.does(key).does("Enter").editors.stops(), stops, "{key}");
    }
}

#[test]
fn what_is_no_draft_is_none() {
    let files = vec![("a.lua".to_string(), b"x".to_vec(), b"x=1".to_vec())];
    let whole = Draft { bytes: vec![(1, 2, 3)], files, ..Draft::default() };
    let bytes = whole.to_bytes();
    assert_eq!(Draft::from_bytes(&bytes), Some(whole));
    (0..bytes.len()).for_each(|cut| assert_eq!(Draft::from_bytes(&bytes[..cut]), None, "{cut}"));
    assert_eq!(Draft::from_bytes(&Draft::default().to_bytes()), None);
}
