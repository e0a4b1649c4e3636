//! A reader at the page: by keys and clicks, from a new cart, also with the wrong thing.

use crate::test_user::User;
use crate::{EditEffect, EditInput, EditorKind, PromptCommand};
use studio::Area;

const BLANK: &str = "-- my game\n-- by you\n\nfunction _init()\n\nend\n\nfunction _update()\n\nend\n\nfunction _draw()\n cls()\n\nend\n";

fn reader(size: (i32, i32), code: &str) -> User {
    let mut user = User::at(EditorKind::Code);
    user.send(EditInput::Size(size.0, size.1, 2));
    if !code.is_empty() {
        user.sources(&[("a.p8", code)]);
    }
    user.does("Shift+F1");
    user
}

fn said(user: &User) -> &str {
    user.editors.guide.said.as_ref().map_or("", |said| &said.2)
}

fn code(user: &User) -> String {
    rasher::text::decode(user.editors.code.text.files[0].text())
}

/// The whole tutorial by keys: each step is missing, is applied, and has its mark; the result is the finished game.
#[test]
fn a_reader_goes_through_the_tutorial_by_keys() {
    for size in [(128, 128), (320, 240), (640, 400)] {
        let mut user = reader(size, BLANK);
        for chapter in 1..=8 {
            assert_eq!(user.editors.guide.topic().and_then(super::Topic::lesson), Some(chapter));
            let (_, all) = user.editors.guide.progress(chapter);
            for done in 0..all {
                assert_eq!(user.editors.guide.progress(chapter), (done, all), "{}", code(&user));
                user.does("Enter");
                assert!(
                    said(&user).starts_with("your ") || said(&user).starts_with("there is no function"),
                    "{}",
                    said(&user)
                );
                user.does("Enter");
                assert!(
                    said(&user).starts_with("applied: "),
                    "chapter {chapter}, step {done}: {}",
                    said(&user)
                );
                user.does(if done + 1 < all { "Tab" } else { "Right" });
            }
            assert_eq!(user.editors.guide.progress(chapter), (all, all));
        }
        let due = rasher::text::encode(&guide::lesson_program(8)).collect::<Vec<u8>>();
        assert_eq!(
            user.editors.guide.done.len(),
            guide::Lessons::default().done(&due).map_or(0, |done| done.iter().filter(|done| **done).count())
        );
        // One step of undo each.
        let steps = user.editors.code.text.steps().0;
        assert_eq!(steps, user.editors.guide.done.len());
        (0..steps).for_each(|_| _ = user.does("Ctrl+z"));
        assert_eq!(code(&user), BLANK);
    }
}

#[test]
fn marks_follow_the_code_as_it_is_written() {
    let mut user = reader((640, 400), "function _init()\n \nend\n");
    user.does("Shift+F1 Ctrl+Home Down Right");
    user.types("bee={x=1,y=2,left=false}");
    user.does("wait:12");
    assert!(user.editors.guide.done[0] && code(&user).contains("left=false"));
    user.does("Back wait:12");
    assert!(user.editors.guide.done[0], "a line that is being typed does not parse");
    user.does("Back*10");
    user.types("}");
    assert!(!user.does("wait:12").editors.guide.done[0], "{}", code(&user));
    user.does("Back wait:12");
    user.does("Shift+F1 c");
    assert!(said(&user).starts_with("line 3 does not parse: found 'end', expected"), "{}", said(&user));
}

#[test]
fn the_readers_own_lines_are_kept_unless_the_reader_replaces_them() {
    let own = "function _init()\n bee={x=1,y=2}\nend\n";
    let mut user = reader((320, 240), own);
    user.does("Enter");
    assert_eq!(said(&user), "your _init does not set bee.left yet");
    user.does("w");
    assert_eq!(code(&user), own, "nothing was offered");
    user.does("a");
    assert!(
        said(&user).starts_with("line 1 begins a _init of your own") && said(&user).contains("W: replace"),
        "{}",
        said(&user)
    );
    assert_eq!(code(&user), own);
    user.does("w");
    assert!(
        said(&user).starts_with("replaced the whole program") && code(&user).starts_with("-- honey days\n"),
        "{}",
        said(&user)
    );
    assert_eq!(code(user.does("Ctrl+z")), own);
}

/// A cart without code in Lua: the page can be read, and says how to get one.
#[test]
fn without_code_the_page_says_what_it_needs() {
    let mut user = reader((320, 240), "");
    user.does("Enter");
    assert!(said(&user).contains("N: make the tutorial's"), "{}", said(&user));
    user.does("a");
    assert!(said(&user).contains("N: make the tutorial's"), "{}", said(&user));
    user.does("n");
    assert!(
        user.effects.contains(&EditEffect::Prompt(PromptCommand::New("honey".into()))),
        "{:?}",
        user.effects
    );
}

#[test]
fn the_mouse_does_what_keys_do() {
    let mut user = reader((640, 400), BLANK);
    let area = user.editors.guide_area().expect("open");
    let click = |user: &mut User, wanted: &dyn Fn(&super::view::Button) -> bool| {
        let all = (area.y..area.y + area.h).flat_map(|y| (area.x..area.x + area.w).map(move |x| (x, y)));
        let at = all
            .into_iter()
            .find(|at| user.editors.button_at(*at).as_ref().is_some_and(wanted))
            .expect("a button");
        user.does(&format!("#{},{}", at.0, at.1));
    };
    use super::view::Button as B;
    user.does("Tab");
    click(&mut user, &|button| *button == B::Check(0));
    assert_eq!(said(&user), "your _init does not set bee yet");
    click(&mut user, &|button| *button == B::Apply(0));
    assert!(said(&user).starts_with("applied"), "{}", said(&user));
    click(&mut user, &|button| *button == B::Turn(1));
    assert_eq!(user.editors.guide.topic().map(super::Topic::title), Some("2. Flight"));
    click(&mut user, &|button| *button == B::List);
    assert!(user.editors.guide.list.is_some());
    user.does("Esc");
    let top = user.editors.guide.top;
    user.does(&format!("p#{},{} wheel:-2", area.x + 9, 200));
    assert!(user.editors.guide.top > top);
    // A click into the editor takes the keys there, and one on the page takes them back.
    user.does("#100,100 x");
    assert!(code(&user).contains('x') && !user.editors.guide.has_keys);
    user.does(&format!("#{},{}", area.x + 9, 200));
    assert!(user.editors.guide.has_keys);
    click(&mut user, &|button| *button == B::Close);
    assert_eq!((user.editors.guide_area(), user.editors.cx.size), (None, (640, 400)));
}

#[test]
fn words_lead_to_their_page() {
    let title = |user: &User| user.editors.guide.topic().map_or("", super::Topic::title).to_string();
    let mut user = reader((320, 240), "spr(1)\n");
    for (typed, want) in [
        ("/ 'collision' Enter", "3. Flowers"),
        ("/ 'circf' Enter", "circfill"),
        ("/ 'zzz' Enter Esc", "circfill"),
    ] {
        assert_eq!(title(user.does(typed)), want, "{typed}");
    }
    // The help key of the code editor: a second press opens the page.
    user.does("Esc Ctrl+Home Ctrl+u Ctrl+u");
    assert_eq!(title(&user), "spr");
    // Commands of the prompt.
    for (line, want) in [
        ("tutorial", "1. A bee on the screen"),
        ("tutorial 4", "4. The hive"),
        ("manual rnd", "rnd"),
        ("manual", "The machine"),
    ] {
        user.does("Esc F10");
        user.types(line);
        user.does("Enter");
        assert_eq!(title(&user), want, "{line}");
        user.does("Esc F10");
    }
}

/// Any key and any click in any size shows something.
#[test]
fn nothing_breaks_the_page() {
    for size in [(128, 128), (256, 192), (300, 128), (640, 400)] {
        let mut user = reader(size, BLANK);
        let scripts = [
            "Down*99 End Home PgDn PgUp Left*3 Right*40",
            "Tab*9 Shift+Tab*3 Enter*9 w a c n",
            "/ Down*40 PgUp Enter Left",
            "wheel:99 wheel:-99",
        ];
        for script in scripts {
            user.does(script);
            user.editors.draw();
        }
        for n in 0..200 {
            let (x, y) = (n * 37 % size.0, n * 53 % size.1);
            user.does(&format!("#{x},{y}"));
            if n % 20 == 0 {
                let canvas = user.editors.draw();
                assert_eq!((canvas.width, canvas.height), size);
            }
        }
        // The editor has what the page leaves.
        user.does("Esc Esc");
        user.send(EditInput::Size(size.0, size.1, 2));
        assert!(user.editors.guide_area().is_none_or(|area| area != Area::default()));
    }
}
