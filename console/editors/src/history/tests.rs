//! The history as a user meets it: the page by keys and by mouse, and that nothing is ever lost.

use crate::test_user::{Dice, User};
use crate::{EditEffect, EditInput, EditorKind, Editors};
use format::{EditLog, EditState};
use rasher::Date;
use rasher::memory::ROM_SIZE;

/// A user, and the bytes that the host has.
#[derive(Clone)]
struct Kept {
    user: User,
    log: Vec<u8>,
    time: i64,
}

impl Kept {
    fn of(disk: Box<[u8; ROM_SIZE]>, code: &str, log: Vec<u8>) -> Kept {
        let mut user = User::of(Editors::new(disk));
        user.sources(&[("a.p8", code)]);
        user.editors.take_history(&log, Date { unix: 45_000, offset: 0 });
        Kept { user, log, time: 45_000 }
    }

    fn new() -> Kept {
        Kept::of(Box::new([0; ROM_SIZE]), "one\ntwo\nthree\n", Vec::new())
    }

    /// A script, and then two minutes, so that it is a row of its own.
    fn does(&mut self, script: &str) -> &mut Kept {
        self.user.does(script);
        self.keep()
    }

    fn keep(&mut self) -> &mut Kept {
        self.time += 120;
        self.log
            .extend(self.user.editors.keep_history(Date { unix: self.time, offset: 0 }).unwrap_or_default());
        self
    }

    fn at(&mut self, kind: EditorKind) -> &mut Kept {
        self.user.editors.open(kind);
        self
    }

    fn save(&mut self) -> &mut Kept {
        let (data, files) = (Box::new(self.user.data()), self.user.editors.sources_now());
        self.user.send(EditInput::Saved(data, Ok("it".into())));
        self.user.send(EditInput::SourcesSaved(files, Ok("it".into())));
        self.keep()
    }

    fn words(&self) -> Vec<String> {
        let page = self.user.editors.page.as_ref().expect("it is open");
        page.rows.iter().map(|row| page.shown[&row.after].words.clone()).collect()
    }

    fn code(&self) -> String {
        String::from_utf8_lossy(&self.user.editors.sources_now()[0].text).into_owned()
    }

    fn state(&self) -> EditState {
        let files = self.user.editors.sources_now().into_iter().map(|file| (file.name, file.text));
        EditState {
            data: super::bytes(|at| self.user.editors.document().get(at)),
            files: files.collect(),
            notes: Vec::new(),
        }
    }

    fn has(&self, state: &EditState) -> bool {
        let log = EditLog::from_bytes(&self.log);
        log.entries().any(|entry| log.state(entry.id).is_some_and(|it| it.is_like(state)))
    }
}

fn worked() -> Kept {
    let mut kept = Kept::new();
    kept.does("@0,0").does("g @1,1").save();
    kept.at(EditorKind::Code).does("Down End q").does("Down Down w");
    kept.at(EditorKind::Sound).does("z");
    kept.at(EditorKind::Sprite);
    kept
}

#[test]
fn rows_say_what_changed_and_when() {
    let mut kept = worked();
    kept.does("Ctrl+Shift+h");
    let words = ["sound 1", "a.p8 4", "a.p8 2", "saved", "sprite 1", "sprite 1", "opened"];
    assert_eq!(kept.words()[1..], words[1..]);
    assert!(kept.words()[0].starts_with("sound "), "{:?}", kept.words());
    kept.user.says("1 of 7   Enter: look closer   Esc: back");
    let page = kept.user.editors.page.as_ref().expect("open");
    assert_eq!(page.shown[&page.rows[6].after].time, "12:32");
    assert!(kept.does("Esc").user.editors.page.is_none());
    assert_eq!(kept.user.editors.kind(), EditorKind::Sprite);
}

/// Entries within a minute that change the same parts are one row; a save in between separates them.
#[test]
fn near_changes_of_one_part_are_one_row() {
    let mut kept = Kept::new();
    let mut date = Date { unix: 45_000, offset: 0 };
    for script in ["@0,0", "@1,0", "@2,0", "w @0,0", "q @3,0"] {
        kept.user.does(script);
        date.unix += 30;
        kept.user.editors.keep_history(date);
    }
    kept.does("Ctrl+Shift+h");
    assert_eq!(kept.words(), ["sprite 1", "sprite 2", "sprite 1", "opened"]);
}

#[test]
fn a_part_is_restored_and_that_can_be_undone() {
    let mut kept = worked();
    let before = kept.state();
    // The third row is line 2 of the code; its first picture is the state before.
    kept.does("Ctrl+Shift+h Down*2 Enter Enter");
    assert_eq!(kept.code(), "one\ntwo\nthree\nw", "the other change of the file stays");
    assert!(kept.user.data()[..] == before.data[..ROM_SIZE], "and the data too");
    kept.user.says("restored a.p8 2: Ctrl+Z undoes it");
    assert_eq!(kept.words()[0], "a.p8 2", "it is a change like any other");
    kept.does("Ctrl+z");
    assert!(kept.state().is_like(&before));
    // The sixth one is a pixel of the sprite: after it, the other one was not there.
    kept.does("Esc Esc Ctrl+Shift+h");
    let row = kept.words().iter().rposition(|words| words == "sprite 1").expect("the first stroke");
    kept.does(&format!("Home {} Enter Right Enter", "Down ".repeat(row)));
    let sprite = [0, 64].map(|at| kept.user.data()[4 + at]);
    assert_eq!(sprite, [7, 0]);
    assert!(kept.user.data()[0x3200..] == before.data[0x3200..ROM_SIZE], "sounds stay");
    kept.does("Ctrl+z");
    assert!(kept.state().is_like(&before));
}

#[test]
fn the_whole_cart_is_restored_and_discarding_can_be_undone() {
    let mut kept = worked();
    let before = kept.state();
    // The file's version: the row of the save, its last item, the state after.
    kept.does("Ctrl+Shift+h Down*3 Enter Down*9 Right Enter");
    assert!(!kept.user.editors.is_changed(), "as the file is");
    assert!(kept.has(&before), "nothing is lost");
    // The newest row has all of it before it.
    kept.does("Home");
    kept.does("Esc Home Enter Down*9 Enter");
    assert!(kept.state().is_like(&before));
}

#[test]
fn the_mouse_finds_rows_pictures_and_the_button() {
    for size in [(128, 128), (256, 192), (640, 480)] {
        let mut kept = worked();
        let before = kept.state();
        kept.user.send(EditInput::Size(size.0, size.1, 1));
        kept.does("F1 'hist' Enter");
        assert!(kept.user.editors.page.is_some(), "from the list of commands");
        // The second row, whose part is line 4.
        kept.user.click((20, 8 + 15));
        assert_eq!(kept.user.editors.page.as_ref().map(|page| page.cursor), Some(1));
        let layout = super::layout::Layout::of(size);
        let page = kept.user.editors.page.as_ref().expect("open");
        let all = (0..size.0).flat_map(|x| (8..size.1 - 8).map(move |y| (x, y)));
        let cell = all.clone().find(|at| layout.cell_at(*at, page) == Some((0, true))).expect("a picture");
        kept.user.click(cell);
        assert!(kept.state().is_like(&before), "a click only chooses");
        let button = layout.button();
        kept.user.click((button.x + 5, button.y + 5));
        assert_eq!(kept.code(), "one\ntwoq\nthree\n", "{size:?}");
        kept.does("Ctrl+z");
        assert!(kept.state().is_like(&before));
        kept.user.send(EditInput::Wheel(-2));
        kept.user.editors.draw();
        kept.user.click((1, 1));
        assert!(kept.user.editors.page.is_none() || size.0 == 128, "a tab closes it");
    }
}

#[test]
fn a_file_that_is_gone_can_be_copied() {
    let mut kept = Kept::new();
    kept.user.sources(&[("a.p8", "x\n"), ("b.lua", "old\n")]);
    kept.at(EditorKind::Code).does("q");
    let log = kept.log.clone();
    let mut next = Kept::of(Box::new([0; ROM_SIZE]), "x\n", log);
    next.does("Ctrl+Shift+h");
    let row = next.words().iter().position(|words| words.contains("b.lua")).unwrap_or(0);
    next.does(&format!("{} Enter Enter", "Down ".repeat(row)));
    let copied = next.user.effects.iter().any(|it| matches!(it, EditEffect::Copy(text) if text == "old\n"));
    assert!(copied, "{:?}", next.words());
}

/// Every key and every place of the screen, on each question and on the page: all states before are in the history, or a step away.
#[test]
fn no_key_and_no_click_loses_anything() {
    let conflict = |code: bool| {
        let mut kept = worked();
        match code {
            true => kept.user.sources(&[("a.p8", "one\ntwo!\nthree\n")]),
            false => kept.user.send(EditInput::Outside(Box::new([0x55; ROM_SIZE]))),
        }
        assert!(kept.user.editors.question().is_some());
        kept
    };
    let page = || {
        let mut kept = worked();
        kept.does("Ctrl+Shift+h Enter");
        kept
    };
    let rows = User::new().editors.rows();
    let keys: Vec<String> = rows.iter().map(|row| row.table.replace('@', "")).collect();
    let letters = ('!'..='~').map(String::from).filter(|key| key != "'" && key != "#");
    let keys: Vec<String> =
        keys.into_iter().chain(letters).chain(["Enter", "Del", "Back"].map(String::from)).collect();
    for (n, make) in
        [&(|| conflict(true)) as &dyn Fn() -> Kept, &|| conflict(false), &page].into_iter().enumerate()
    {
        let start = make();
        let before = start.state();
        let check = |mut kept: Kept, what: &str| {
            kept.keep();
            assert!(kept.has(&before), "{n} {what}");
        };
        for prefix in ["", "Up", "Down", "Right"] {
            for key in &keys {
                let mut kept = start.clone();
                kept.user.does(prefix);
                kept.user.key(key);
                check(kept, key);
            }
        }
        for at in (0..256).step_by(11).flat_map(|x| (0..192).step_by(5).map(move |y| (x, y))) {
            let mut kept = start.clone();
            kept.user.drag(1, &[at, (at.0 + 3, at.1 + 2)]);
            check(kept, &format!("{at:?}"));
        }
    }
}

/// Random work, saves, changes by other programs, and crashes: after each one the next console has the state of half a second earlier.
#[test]
fn a_crash_costs_half_a_second_at_most() {
    for seed in 0..12 {
        let mut dice = Dice(seed);
        let mut kept = Kept::new();
        let (mut disk, mut code) = (Box::new([0; ROM_SIZE]), "one\ntwo\nthree\n".to_string());
        for step in 0..120 {
            let context = format!("seed {seed}, step {step}");
            match dice.roll(12) {
                0 => {
                    kept.save();
                    (disk, code) = (Box::new(kept.user.data()), kept.code());
                }
                1 => {
                    disk[dice.roll(ROM_SIZE as i32) as usize] ^= 0x11;
                    kept.user.send(EditInput::Outside(disk.clone()));
                    if kept.user.editors.question().is_some() {
                        kept.does(["Up Enter", "Down Enter"][dice.roll(2) as usize]);
                    }
                }
                2 => {
                    let state = kept.state();
                    // The last write is torn.
                    let torn = kept.log.len();
                    kept.user.does("x y z");
                    let more = kept.user.editors.keep_history(Date { unix: kept.time + 1, offset: 0 });
                    let more = more.unwrap_or_default();
                    kept.log.extend(
                        &more[..dice.roll(more.len() as i32 + 1).min(more.len() as i32 - 1).max(0) as usize],
                    );
                    assert!(torn <= kept.log.len());
                    kept = Kept::of(disk.clone(), &code, kept.log);
                    assert!(kept.state().is_like(&state), "{context}");
                }
                3 => _ = kept.does("Ctrl+Shift+h Down Enter Enter Esc Esc"),
                4 => _ = kept.does("Ctrl+z"),
                5 => {
                    kept.at(EditorKind::Code)
                        .does(["q", "Down w", "Enter", "Back", "Ctrl+z"][dice.roll(5) as usize]);
                }
                6 => _ = kept.at(EditorKind::Sound).does(["z", "x", "s"][dice.roll(3) as usize]),
                _ => {
                    let at = format!("@{},{}", dice.roll(8), dice.roll(8));
                    kept.at(EditorKind::Sprite).does(&at);
                }
            }
        }
    }
}
