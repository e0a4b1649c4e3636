//! Unsaved work comes back with its steps, as it was, even if the files have changed; a log of any bytes is harmless.

use super::*;
use crate::test_user::{Dice, User};
use crate::{Data, EditEffect, EditInput, EditorKind, Side};
use format::EditLog;
use rasher::Date;

const SIDES: [Side; 2] = [Side::Picture, Side::Sound];

/// A user whose edits go to a history.
fn recorded() -> User {
    let mut user = User::new();
    user.sources(&[("a.p8", "x=1\n")]);
    user.editors.take_history(&[], Date::default());
    user
}

/// Pixels, a note, some code, a cell of the map; saved in between, undone at the end, and a stroke that is not released.
fn at_work() -> User {
    let mut user = recorded();
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

/// What the host has after half a second.
fn kept(user: &mut User) -> Vec<u8> {
    user.editors.keep_history(Date { unix: 45_000, offset: 0 }).expect("something has changed")
}

fn unsaved(user: &mut User) -> Draft {
    let log = EditLog::from_bytes(&kept(user));
    let tip = log.tip().expect("the work");
    Draft::of(&log.state(tip.id).unwrap(), &log.state(tip.files_at).unwrap())
}

fn files(user: &User) -> Box<Data> {
    Box::new(*user.editors.document().disk())
}

fn next(log: &[u8], disk: Box<Data>) -> User {
    let mut next = User::of(Editors::new(disk));
    next.sources(&[("a.p8", "x=1\n")]);
    next.editors.take_history(log, Date { unix: 46_000, offset: 0 });
    next
}

fn restored(draft: &Draft, disk: Box<Data>) -> User {
    let mut next = next(&[], disk);
    next.editors.restore(draft.clone());
    next
}

#[test]
fn scenario_24_steps_come_back_too() {
    let mut user = at_work();
    let mut next = next(&kept(&mut user), files(&user));
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
    let mut user = recorded();
    let fills = 40;
    for n in 0..fills {
        let doc = &mut user.editors.cx.doc;
        doc.begin("fill", Side::Picture, crate::EditPlace::Everywhere);
        (0x2000..0x2800).for_each(|at| doc.set(at, n + 1));
        doc.commit(0, None);
    }
    let log = kept(&mut user);
    assert!(log.len() < 200_000, "{}", log.len());
    let mut next = next(&log, files(&user));
    let steps = next.steps().0;
    assert!((5..usize::from(fills)).contains(&steps), "{steps}");
    assert_eq!(next.does("Ctrl+z").data()[0x2000], fills - 1);
    (1..steps).for_each(|_| next.key("Ctrl+z"));
    assert!(!next.editors.is_changed() && next.steps() == (0, steps));
}

/// Steps that do not lead to the unsaved data are dropped, and the data restored as one step. Older forms are read.
#[test]
fn steps_of_other_files_are_left_alone() {
    let mut user = at_work();
    let (draft, disk) = (unsaved(&mut user), files(&user));
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
    assert_eq!(read(HEAD_3, postcard::to_allocvec(&third)), Draft { stops: Vec::new(), ..draft.clone() });
    assert_eq!(read(HEAD, postcard::to_allocvec(&draft)), draft);
    for (draft, disk) in [(draft, other), (wrong, disk.clone()), (far, disk.clone()), (old, disk)] {
        let next = restored(&draft, disk);
        let (doc, (done, undone)) = (next.editors.document(), next.editors.document().steps(Side::Picture));
        assert!(done <= 2 && undone == 0, "restored, and what changed outside");
        assert!(draft.bytes.iter().all(|(at, _, new)| doc.get(usize::from(*at)) == *new));
    }
}

/// The work of an earlier version, in a file of its own, is found once.
#[test]
fn an_old_file_of_unsaved_work_becomes_the_history() {
    let mut user = at_work();
    let (draft, disk) = (unsaved(&mut user), files(&user));
    let file = [HEAD, &postcard::to_allocvec(&draft).expect("a draft")].concat();
    let mut middle = next(&file, disk.clone());
    let next = next(&kept(&mut middle), disk);
    assert!(next.data() == user.data() && next.editors.sources_now() == user.editors.sources_now());
    assert_eq!(next.editors.document().steps(Side::Picture), middle.editors.document().steps(Side::Picture));
}

#[test]
fn scenario_24_what_was_unsaved_is_there_again() {
    let mut user = recorded();
    assert_eq!(user.editors.keep_history(Date::default()), None, "nothing was edited");
    let log = kept(user.does("@0,0"));
    let mut next = next(&log, Box::new([0; rasher::memory::ROM_SIZE]));
    next.says("unsaved changes from 12:30 are back; Ctrl+Shift+H: the file's version");
    assert!(next.data() == user.data() && next.editors.is_changed());
    assert_eq!(next.editors.keep_history(Date::default()), None, "it is known already");
    assert_eq!(next.steps(), (1, 0));
    assert!(!next.does("Ctrl+z").editors.is_changed());
}

/// Our decision: undo survives the end of the console even if everything was saved before.
#[test]
fn saved_work_can_be_undone_the_next_day() {
    let mut user = recorded();
    user.does("@0,0 @1,0");
    let mut log = kept(&mut user);
    let saved = Box::new(user.data());
    user.send(EditInput::Saved(saved.clone(), Ok("it".into())));
    log.extend(kept(&mut user));
    let mut next = next(&log, saved);
    assert_eq!((next.editors.is_changed(), next.steps()), (false, (2, 0)));
    assert!(next.does("Ctrl+z*2").data().iter().all(|byte| *byte == 0));
}

#[test]
fn code_that_comes_later_gets_its_text_and_its_steps() {
    let mut user = at_work();
    let mut next = User::of(Editors::new(files(&user)));
    next.editors.take_history(&kept(&mut user), Date::default());
    assert!(!next.editors.is_changed(), "until the code is there");
    assert_eq!(next.editors.keep_history(Date::default()), None);
    next.sources(&[("a.p8", "x=1\n")]);
    assert_eq!(next.editors.sources_now(), user.editors.sources_now());
    next.editors.open(EditorKind::Code);
    assert!(next.does("Ctrl+y").editors.sources_now()[0].text.contains(&b'q'), "a step is redone");
}

/// Code that cannot be read this time is not lost: it is there the next time.
#[test]
fn code_that_cannot_be_read_stays_in_the_history() {
    let mut user = at_work();
    let (mut log, disk) = (kept(&mut user), files(&user));
    let mut blind = User::of(Editors::new(disk.clone()));
    blind.editors.take_history(&log, Date::default());
    blind.send(EditInput::NoSources("no such file".into()));
    blind.does("@5,5");
    log.extend(kept(&mut blind));
    let next = next(&log, disk);
    assert_eq!(next.editors.sources_now(), user.editors.sources_now());
    assert!(next.data() == blind.data());
}

#[test]
fn files_that_changed_meanwhile_are_asked_about() {
    let mut user = recorded();
    let log = kept(user.does("@0,0"));
    let mine = user.data();
    let at = mine.iter().position(|byte| *byte != 0).expect("a pixel");
    for (changed, answer, want) in [(at + 1, "", mine[at]), (at, "Up Enter", mine[at]), (at, "#60,105", 0x55)]
    {
        let mut theirs = Box::new([0; rasher::memory::ROM_SIZE]);
        theirs[changed] = 0x55;
        let mut next = next(&log, theirs.clone());
        next.does("Ctrl+s");
        let saves = next.effects.iter().any(|it| matches!(it, EditEffect::Save { .. }));
        assert_eq!(saves, answer.is_empty(), "nothing is written before the answer");
        // A crash before the answer: the question is there again, and both versions are in the history.
        let log = [&log[..], &kept(&mut next)].concat();
        let again = self::next(&log, theirs.clone());
        assert_eq!(again.editors.question(), next.editors.question());
        let states = EditLog::from_bytes(&log);
        let has = |data: &Data| {
            states.entries().any(|it| states.state(it.id).is_some_and(|it| it.data[..data.len()] == data[..]))
        };
        assert!(has(&theirs) && has(&mine) || answer.is_empty());
        next.does(answer);
        assert_eq!((next.data()[at], next.editors.is_changed()), (want, want == mine[at]), "{answer}");
        assert_eq!(next.editors.document().disk()[changed], 0x55);
        next.does("Ctrl+z");
        assert!(answer != "#60,105" || next.data()[at] == mine[at], "an answer can be undone");
    }
}

#[test]
fn a_log_of_any_bytes_is_harmless() {
    let mut user = at_work();
    let (disk, draft) = (files(&user), unsaved(&mut user));
    let (whole, mut taken) = ([HEAD, &postcard::to_allocvec(&draft).unwrap()].concat(), 0);
    for seed in 0..1_000 {
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
        let mut next = next(&bytes, disk.clone());
        taken += usize::from(next.editors.is_changed());
        for kind in [EditorKind::Sprite, EditorKind::Sound, EditorKind::Code] {
            next.editors.open(kind);
            next.does("Ctrl+z*9 Ctrl+y*9");
            if seed % 50 == 0 {
                next.editors.draw();
            }
        }
    }
    assert!(taken > 100, "{taken}");
}

#[test]
fn breakpoints_come_back_unasked() {
    let mut user = recorded();
    user.sources(&[("a.p8", "x=1\ny=2\nz=3\n")]);
    user.editors.open(EditorKind::Code);
    let stops = vec![("a.p8".to_string(), 3)];
    assert_eq!(user.does("Down F5 Up q Enter").editors.stops(), stops, "it moves with its line");
    let saved = user.editors.sources_now();
    user.send(EditInput::SourcesSaved(saved.clone(), Ok("it".into())));
    let log = kept(&mut user);
    assert_eq!(crate::kept_in(&log), (stops.clone(), None));
    for is_late in [false, true] {
        let mut next = User::new();
        if !is_late {
            next.send(EditInput::Sources(saved.clone()));
        }
        next.editors.take_history(&log, Date::default());
        assert_eq!(next.editors.stops(), stops);
        next.send(EditInput::Sources(saved.clone()));
        assert_eq!(next.editors.stops(), stops);
        assert!(!next.editors.is_changed());
    }
    let more = [&log[..], &kept(user.does("w"))].concat();
    let mut next = User::of(Editors::new(files(&user)));
    next.send(EditInput::Sources(saved));
    next.editors.take_history(&more, Date::default());
    assert_eq!((next.editors.is_changed(), next.editors.stops()), (true, stops));
}
