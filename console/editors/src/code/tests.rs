//! The code editor, driven by what a person does. Scenarios are those of the editors' page, by number; places are counted by hand from the
//! layout: on 256x192 the text begins at 24, 16, a sign is 4 wide and a row 6 high.

use crate::test_user::User;
use crate::{EditEffect, EditInput, EditorKind, SourceFile};

const GAME: &str =
    "-- a game\nx=64\nfunction _draw()\n cls(1)\n spr(1,x,64)\nend\n-->8\nfunction hit(m)\n m.hp-=1\nend\n";

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.into(), text: format::encode_code(text) }
}

fn at_code() -> User {
    let mut user = User::new();
    user.editors.open(EditorKind::Code);
    user.send(EditInput::Sources(vec![file("game.p8", GAME), file("lib.lua", "function hit2()\nend\n")]));
    user
}

fn text(user: &User) -> String {
    rasher::text::decode(&user.editors.sources_now()[0].text)
}

fn types(user: &mut User, text: &str) {
    text.chars().for_each(|letter| match letter {
        '\n' => user.key("Enter"),
        letter => user.key(&letter.to_string()),
    });
}

fn steps(user: &User) -> (usize, usize) {
    let code = &user.editors.code;
    code.text.steps()
}

/// The line in which the caret stands, from 1, and its column from 0.
fn caret(user: &User) -> (usize, usize) {
    let code = &user.editors.code;
    let source = code.source().unwrap();
    let line = source.line_of(code.caret.at);
    (line + 1, code.caret.at - source.line(line).start)
}

#[test]
fn scenario_22_arguments_are_shown_and_words_completed() {
    let mut user = at_code();
    user.key("End");
    types(&mut user, "\nspr(");
    let call = user.editors.code.call_here().unwrap();
    assert_eq!(
        (&call.name[..], &call.arguments[..3], call.current),
        ("spr", &["n", "x", "y"].map(String::from)[..], 0)
    );
    let before = text(&user);
    types(&mut user, "rec");
    user.ticks(7);
    user.key("Tab");
    assert_eq!(text(&user), before.replace("\nspr(", "\nspr(rect"));
    user.key("Ctrl+z");
    assert_eq!(text(&user), before.replace("\nspr(", "\nspr(rec"), "whole");
    user.ticks(7);
    user.key("Enter");
    assert!(text(&user).contains("spr(rec\n"), "enter is a line's end: nobody has chosen a word");
    // AltGr types what the layout says; Alt alone and Ctrl alone never type.
    for (control, alt, typed) in
        [(false, false, "@"), (true, true, "{"), (true, false, ""), (false, true, "")]
    {
        let letter = if typed.is_empty() { "q" } else { typed };
        let key = crate::EditKey { text: letter.into(), control, alt, ..Default::default() };
        let before = text(&user).len();
        user.send(EditInput::Key(key));
        assert_eq!(text(&user).len() - before, typed.len(), "{typed}");
    }
}

/// P8SCII has no umlauts and no euro: what is typed of them would be other signs in the file.
#[test]
fn letters_without_a_sign_are_refused() {
    let mut user = at_code();
    types(&mut user, "ä€");
    assert_eq!(text(&user), GAME);
    assert!(user.editors.status().starts_with("the console has no sign for €"), "{}", user.editors.status());
    types(&mut user, "あ?");
    user.send(EditInput::Pasted("-- für ⬅️\n".into()));
    assert_eq!(text(&user), format!("あ?-- f?r ⬅️\n{GAME}"));
    assert!(user.editors.status().starts_with("1 letter is"), "{}", user.editors.status());
}

#[test]
fn scenario_23_undo_shows_its_place_and_replaces_everywhere_at_once() {
    let mut user = User::new();
    user.editors.open(EditorKind::Code);
    let tab = "hit()\n".repeat(100) + &"x=1\n".repeat(100);
    let code = [&tab[..], "-->8\n", &tab, "-->8\n", &tab].concat();
    user.send(EditInput::Sources(vec![file("game.p8", &code)]));
    types(&mut user, "y");
    user.key("Ctrl+Down");
    assert!(user.editors.code.top > 100);
    user.key("Ctrl+z");
    assert_eq!((user.editors.code.top, text(&user) == code), (0, true));
    assert_eq!(user.editors.status(), "undid: typing, line 1");
    user.key("Ctrl+h");
    types(&mut user, "hit");
    user.key("Tab");
    types(&mut user, "strike");
    user.key("Ctrl+Enter");
    assert_eq!(user.editors.status(), "replaced 300 times");
    assert_eq!(text(&user), code.replace("hit", "strike"));
    assert_eq!(steps(&user), (1, 0));
    user.key("Ctrl+z");
    assert_eq!(text(&user), code);
}

#[test]
fn letters_typed_in_a_row_are_a_step_and_a_blank_ends_it() {
    let mut user = at_code();
    types(&mut user, "ab cd");
    assert_eq!(steps(&user), (2, 0), "\"ab \" and \"cd\"");
    user.ticks(70);
    types(&mut user, "e");
    assert_eq!(steps(&user), (3, 0), "a second later");
    (0..3).for_each(|_| user.key("Ctrl+z"));
    assert_eq!(text(&user), GAME);
}

/// Expectations by hand; `|` is the caret, two of them a selection.
#[test]
fn keys_do_to_text_what_the_list_says() {
    let cases: [(&str, &[&str], &str); 45] = [
        ("|ab", &["x"], "x|ab"),
        ("|a|b", &["x"], "x|b"),
        ("if a then|", &["Enter"], "if a then\n |"),
        (" x=1|", &["Enter"], " x=1\n |"),
        ("function f(a)|", &["Enter"], "function f(a)\n |"),
        ("a|b", &["Back"], "|b"),
        ("foo(bar|)", &["Ctrl+Back"], "foo(|)"),
        ("|foo bar", &["Ctrl+Del"], "|bar"),
        ("a\n|b|\nc", &["Ctrl+d"], "a\nb|b|\nc"),
        ("a\nb|\nc", &["Ctrl+d"], "a\nb\nb|\nc"),
        ("a\nb|\nc", &["Ctrl+Shift+Up"], "b|\na\nc"),
        ("a\nb|\nc", &["Ctrl+Shift+Down"], "a\nc\nb|"),
        ("|a\nb|\nc", &["Tab"], "| a\n b|\nc"),
        ("| a\n b|\nc", &["Shift+Tab"], "|a\nb|\nc"),
        ("a|b", &["Tab"], "a |b"),
        (" a=1|", &["Ctrl+b"], " --a=1|"),
        (" --a=1|", &["Ctrl+b"], " a=1|"),
        ("|a\n\n b|", &["Ctrl+b"], "|--a\n\n --b|"),
        ("  ab|", &["Home"], "  |ab"),
        ("  |ab", &["Home"], "|  ab"),
        ("ab cd|", &["Ctrl+Left", "Ctrl+Shift+Left"], "|ab |cd"),
        ("ab|\nc\ndef", &["Down", "Down"], "ab\nc\nde|f"),
        ("a|bc", &["Shift+End", "x"], "ax|"),
        ("|l", &["Shift+L", "Shift+X"], "⬅️❎|l"),
        // A word's end, a sign, and a line's begin are stops.
        ("a = |b", &["Ctrl+Back"], "a |b"),
        ("foo\n  |bar", &["Ctrl+Back"], "foo\n|bar"),
        ("foo\n|bar", &["Ctrl+Back"], "foo|bar"),
        ("foo|\n  bar", &["Ctrl+Del"], "foo|bar"),
        ("x|+=foo", &["Ctrl+Right", "Ctrl+Right"], "x+=foo|"),
        ("f(a)|", &["Ctrl+Left", "Ctrl+Left"], "f(|a)"),
        ("a\nb|c\nd", &["Ctrl+Shift+Home"], "|a\nb|c\nd"),
        ("a\nb|c\nd", &["Ctrl+Shift+End"], "a\nb|c\nd|"),
        ("a|\nb", &["Ctrl+/"], "--a|\nb"),
        ("a|b\nc", &["Ctrl+Enter"], "ab\n|\nc"),
        // What is selected in a line is set in, not lost.
        ("a|b|c", &["Tab"], "| abc|"),
        // As the file does it: by two, by tabs.
        ("if a then\n  b()\nend\nif c then|", &["Enter"], "if a then\n  b()\nend\nif c then\n  |"),
        ("if a then\n\tb()\nend\nif c then|", &["Enter"], "if a then\n\tb()\nend\nif c then\n\t|"),
        ("do\n  a()\n  end|", &["Enter"], "do\n  a()\nend\n|"),
        ("do\n  a()\n |b()", &["Tab"], "do\n  a()\n  |b()"),
        ("do\n  a()\n   |b()", &["Shift+Tab"], "do\n  a()\n  |b()"),
        ("do\n  a()\n    |b()", &["Back", "Back"], "do\n  a()\n|b()"),
        // A line that was set in by itself and left without a letter is empty; what somebody wrote stays.
        ("do|", &["Enter", "Enter", "x"], "do\n\n x|"),
        ("do\nb|", &["Up", "End", "Enter", "Down"], "do\n\nb|"),
        ("do|", &["Enter", "Up", "Ctrl+z"], "do|"),
        ("do\n  |", &["Enter", "x"], "do\n  \n  x|"),
    ];
    for (before, keys, after) in cases {
        let mut user = User::new();
        user.editors.open(EditorKind::Code);
        let places: Vec<usize> = before.match_indices('|').map(|(at, _)| at).collect();
        user.send(EditInput::Sources(vec![file("a.p8", &before.replace('|', ""))]));
        let code = &mut user.editors.code;
        code.caret.anchor = places[0];
        code.caret.at = places.get(1).map_or(places[0], |at| at - 1);
        keys.iter().for_each(|key| match *key {
            "Shift+L" | "Shift+X" => user.send(EditInput::Key(crate::EditKey {
                text: key[6..].into(),
                letter: key.chars().last(),
                shift: true,
                ..Default::default()
            })),
            key => user.key(key),
        });
        let (range, mut all) = (user.editors.code.caret.range(), user.editors.sources_now()[0].text.clone());
        all.insert(range.end, b'|');
        if !range.is_empty() {
            all.insert(range.start, b'|');
        }
        assert_eq!(rasher::text::decode(&all), after, "{before:?} {keys:?}");
    }
}

#[test]
fn the_caret_stays_in_its_tab_and_tabs_are_gone_to() {
    let mut user = at_code();
    user.key("Ctrl+Down");
    user.key("Down");
    user.key("Right");
    assert_eq!(caret(&user), (6, 3));
    user.key("Ctrl+Tab");
    assert_eq!(caret(&user), (8, 0), "behind the line that parts them");
    user.key("Up");
    user.key("Back");
    assert_eq!((caret(&user), text(&user)), ((8, 0), GAME.to_string()));
    user.key("Ctrl+Tab");
    assert_eq!(user.editors.code.caret.file, 1, "then the file that it includes");
    user.key("Ctrl+Tab");
    assert_eq!(caret(&user), (6, 3), "where it was left");
    user.key("Ctrl+t");
    types(&mut user, "z=1");
    assert_eq!(text(&user), format!("{GAME}\n-->8\nz=1"));
}

#[test]
fn one_goes_to_functions_lines_and_errors_and_back() {
    let mut user = at_code();
    user.key("Alt+Down");
    assert_eq!(caret(&user), (3, 0));
    user.key("F3");
    types(&mut user, "HI");
    user.key("Enter");
    assert_eq!(caret(&user), (8, 0), "the first whose name holds it");
    user.key("Ctrl+Alt+Left");
    assert_eq!(caret(&user), (3, 0));
    user.key("Ctrl+l");
    types(&mut user, "5");
    user.key("Enter");
    assert_eq!(caret(&user), (5, 1));
    user.send(EditInput::Fault(Some(("game.p8 tab 1".into(), 2, "attempt to index nil".into()))));
    user.key("F4");
    assert_eq!((caret(&user), user.editors.status()), ((9, 1), "attempt to index nil".to_string()));
    types(&mut user, "=");
    user.send(EditInput::Fault(None));
    user.key("Ctrl+Up");
    user.ticks(8);
    user.key("F4");
    assert_eq!(caret(&user), (9, 1), "what is no program is found without being run");
    assert!(user.editors.status().starts_with("found "), "{}", user.editors.status());
}

/// Costs by PICO-8's rule, counted by hand.
#[test]
fn costs_are_counted_once_nobody_types() {
    let mut user = User::new();
    user.editors.open(EditorKind::Code);
    let files = vec![file("a.p8", "x=1\n#include b.lua\n"), file("b.lua", "y=f(2)")];
    user.send(EditInput::Sources(files));
    user.ticks(8);
    let meter = user.editors.code.meter;
    assert_eq!((meter.tokens, meter.chars, meter.packed), (Some(8), Some(11), None));
    user.ticks(60);
    assert!(user.editors.code.meter.packed.is_some_and(|bytes| bytes <= 11), "plain is no longer");
}

#[test]
fn what_is_saved_goes_out_with_what_was_read() {
    let mut user = at_code();
    types(&mut user, "--");
    user.key("Ctrl+s");
    let saved = (file("game.p8", &format!("--{GAME}")), format::encode_code(GAME));
    assert_eq!(user.effects.last(), Some(&EditEffect::SaveCode(vec![saved.clone()])));
    assert!(user.editors.is_changed());
    user.send(EditInput::SourcesSaved(vec![saved.0], Ok("game.p8".into())));
    assert!(!user.editors.is_changed());
    user.key("Ctrl+z");
    assert!(user.editors.is_changed(), "undo lives through saving");
}

/// Scenario 25, for code.
#[test]
fn what_both_changed_is_a_question() {
    let mut user = at_code();
    types(&mut user, "z");
    user.send(EditInput::Sources(vec![file("game.p8", &GAME.replace("cls(1)", "cls(2)"))]));
    assert!(text(&user).contains("z-- a game") && text(&user).contains("cls(2)"));
    user.send(EditInput::Sources(vec![file("game.p8", "theirs\n")]));
    user.key("Ctrl+s");
    assert!(!user.effects.iter().any(|effect| matches!(effect, EditEffect::SaveCode(_))));
    types(&mut user, "q");
    assert!(!text(&user).contains('q'), "nothing is typed while it is asked");
    ["Down", "Enter"].iter().for_each(|key| user.key(key));
    assert_eq!(text(&user), "theirs\n");
    user.key("Ctrl+z");
    assert!(text(&user).contains("z-- a game"));
}

/// Our decision: who writes while another program saves the file goes on where the letters were, also where they are selected.
#[test]
fn the_caret_stays_at_its_letters_when_the_file_changes_before_it() {
    let mut user = at_code();
    user.key("Ctrl+Down");
    let (line, column) = caret(&user);
    types(&mut user, "ab");
    let theirs = GAME.replace("x=64\n", "x=100\ny=2\n");
    user.send(EditInput::Sources(vec![file("game.p8", &theirs)]));
    assert_eq!(caret(&user), (line + 1, column + 2));
    types(&mut user, "c");
    assert!(text(&user).contains("y=2\n") && text(&user).contains("abc"), "{}", text(&user));
    // What lay under the caret is another text now: it stays in that line.
    let mut user = at_code();
    user.key("Down");
    user.key("End");
    user.send(EditInput::Sources(vec![file("game.p8", &GAME.replace("x=64\n", "y\n"))]));
    assert_eq!(caret(&user), (2, 1));
}

#[test]
fn the_mouse_selects_and_sets_breakpoints() {
    let mut user = at_code();
    // Row 4 is " spr(1,x,64)".
    user.click((24 + 4 * 2, 16 + 6 * 4 + 2));
    assert_eq!(caret(&user), (5, 2));
    user.click((24 + 4 * 2, 16 + 6 * 4 + 2));
    assert_eq!(user.editors.code.caret.range().len(), 3, "a double click takes the word");
    user.click((24 + 4 * 2, 16 + 6 * 4 + 2));
    assert_eq!(user.editors.code.caret.range().len(), " spr(1,x,64)\n".len(), "a third one the line");
    user.click((24 + 4 * 2, 16 + 6 * 4 + 2));
    assert_eq!(user.editors.code.caret.range().len(), 0, "and the next one is the first again");
    // Two clicks, and on to the next word while the second one is held: whole words.
    user.ticks(60);
    user.click((24 + 4 * 2, 16 + 6 * 4 + 2));
    user.drag(1, &[(24 + 4 * 2, 16 + 6 * 4 + 2), (24 + 4 * 10 - 1, 16 + 6 * 4 + 2)]);
    assert_eq!(user.editors.code.caret.range().len(), "spr(1,x,64".len());
    user.ticks(60);
    user.drag(1, &[(24, 16 + 6 + 2), (24 + 4 * 3, 16 + 12 + 2)]);
    assert_eq!((caret(&user), user.editors.code.caret.range().len()), ((3, 3), 8));
    user.click((3, 16 + 6 * 3 + 2));
    assert_eq!(user.editors.stops(), [("game.p8 tab 0".to_string(), 4)]);
    assert_eq!(user.effects.last(), Some(&EditEffect::Stops(user.editors.stops())));
    user.key("Ctrl+Up");
    types(&mut user, "a\n");
    assert_eq!(user.editors.stops(), [("game.p8 tab 0".to_string(), 5)], "it goes with its line");
}

/// Our decision, as most editors of code have it: a line that was copied without being selected comes in as a line.
#[test]
fn a_line_is_pasted_as_a_line() {
    let mut user = at_code();
    user.key("Down");
    user.key("End");
    user.key("Ctrl+c");
    let Some(EditEffect::Copy(copied)) = user.effects.last().cloned() else { panic!("{:?}", user.effects) };
    assert_eq!(copied, "x=64\n");
    user.key("Down");
    user.send(EditInput::Pasted(copied.clone()));
    assert_eq!((text(&user), caret(&user)), (GAME.replace("x=64\n", "x=64\nx=64\n"), (4, 4)));
    // What is selected is pasted where the caret stands.
    user.key("Home");
    user.key("Shift+End");
    user.key("Ctrl+c");
    user.key("End");
    user.send(EditInput::Pasted("function _draw()".into()));
    assert!(text(&user).contains("function _draw()function _draw()"));
}

/// What was sought last is there again, and goes with the first letter of something else.
#[test]
fn what_is_sought_next_takes_the_place_of_the_last() {
    let mut user = at_code();
    let sought = |user: &User| rasher::text::decode(&user.editors.code.sought);
    user.key("Ctrl+f");
    types(&mut user, "spr");
    user.key("Esc");
    user.key("Ctrl+f");
    user.key("Enter");
    assert_eq!((sought(&user), caret(&user).0), ("spr".to_string(), 5));
    types(&mut user, "cl");
    assert_eq!((sought(&user), caret(&user).0), ("cl".to_string(), 4));
    user.key("Esc");
    user.key("Ctrl+f");
    user.key("Right");
    types(&mut user, "s");
    assert_eq!(sought(&user), "cls");
    // Nothing is replaced that nobody sees.
    user.key("Ctrl+Enter");
    assert_eq!(text(&user), GAME);
}

/// A bracket at the caret and its partner; brackets in texts and comments are none.
#[test]
fn brackets_are_told_in_pairs() {
    let cases = [
        ("|f(a[1])", None),
        ("f|(a[1])", Some([1, 6])),
        ("f(a[1])|", Some([6, 1])),
        ("f(a[1|])", Some([5, 3])),
        ("f(\")\"|)", Some([5, 1])),
        ("f|(--)\n", None),
        ("\"|(\"", None),
        ("a)|", None),
    ];
    for (before, want) in cases {
        let mut user = User::new();
        user.editors.open(EditorKind::Code);
        let at = before.find('|').unwrap();
        user.send(EditInput::Sources(vec![file("a.p8", &before.replace('|', ""))]));
        user.editors.code.caret = super::text::Caret::at(0, at);
        assert_eq!(user.editors.code.brackets(), want, "{before}");
    }
}

/// For each of many runs of anything: all is undone to the first bytes, and done again to the last; nothing panics, any size draws.
/// The arguments of a call stand above the status line; where the call is written there, at the top.
#[test]
fn arguments_do_not_hide_the_line_that_is_written() {
    let mut user = at_code();
    user.key("Ctrl+End");
    // The grey of the bar, in the column between the number and the text.
    let is_bar = |user: &User, y: i32| user.editors.draw().pixels[(y * 256 + 22) as usize] == 5;
    types(&mut user, "\nspr(");
    assert_eq!((is_bar(&user, 178), is_bar(&user, 20)), (true, false), "the call is far above");
    (0..40).for_each(|_| user.key("Enter"));
    types(&mut user, "x=1\nspr(");
    assert_eq!((is_bar(&user, 178), is_bar(&user, 20)), (false, true), "the call is in the last row");
}

#[test]
fn any_commands_can_be_undone_to_the_first_bytes() {
    let mut seed = 7u32;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % below
    };
    for round in 0..20 {
        let mut user = at_code();
        let first = user.editors.sources_now();
        let rows = user.editors.rows();
        for _ in 0..500 {
            match next(6) {
                0 => {
                    let row = next(rows.len());
                    // Leaving it, and other editors, are not about code.
                    if !matches!(
                        rows[row].name,
                        "back to the cart" | "editor before" | "next editor" | "undo"
                    ) {
                        user.editors.run(row);
                    }
                }
                1 => user.click((next(280) as i32 - 10, next(210) as i32)),
                2 => user.drag(
                    1,
                    &[(next(256) as i32, 8 + next(180) as i32), (next(256) as i32, 8 + next(180) as i32)],
                ),
                3 => user.send(EditInput::Pasted(["end\n", "-->8", "é\u{1f409}", "[["][next(4)].into())),
                4 => user.ticks(next(30)),
                _ => user.key(&"abz(). \"-\n=[]1"[..].chars().nth(next(14)).unwrap().to_string()),
            }
            user.editors.finder = None;
            if user.editors.kind() != EditorKind::Code {
                user.editors.open(EditorKind::Code);
            }
        }
        if round % 5 == 0 {
            for (w, h) in [(128, 128), (256, 192), (640, 360), (333, 217)] {
                user.send(EditInput::Size(w, h, 2));
                drop(user.editors.draw());
            }
        }
        let last = user.editors.sources_now();
        while user.editors.code.text.undo().is_some() {}
        assert!(user.editors.sources_now() == first, "round {round}");
        while user.editors.code.text.redo().is_some() {}
        assert!(user.editors.sources_now() == last, "round {round}");
    }
}

/// Our decision, as most editors of code have it: what closes a block comes out by itself, and one undo takes line and place back.
#[test]
fn a_line_that_closes_a_block_comes_out() {
    let cases = [
        ("if a then\nb()\nelse\nc()\nend\nd()", "if a then\n b()\nelse\n c()\nend\nd()"),
        (
            "for i=1,2 do\nif a then\nb()\nelseif c then\nd()\nend\nend\n",
            "for i=1,2 do\n if a then\n  b()\n elseif c then\n  d()\n end\nend\n",
        ),
        ("t={\n1,\n}\nx=1", "t={\n 1,\n}\nx=1"),
        ("f(function()\na()\nend)\nb()", "f(function()\n a()\nend)\nb()"),
        ("repeat\na()\nuntil b\nc()", "repeat\n a()\nuntil b\nc()"),
        (
            "function f()\nif (a) b()\nreturn \"end\"\nend\nc()",
            "function f()\n if (a) b()\n return \"end\"\nend\nc()",
        ),
        // Nobody has opened anything.
        (" end\nx=1", " end\n x=1"),
    ];
    for (keys, want) in cases {
        let mut user = User::new();
        user.editors.open(EditorKind::Code);
        user.send(EditInput::Sources(vec![file("game.p8", "")]));
        types(&mut user, keys);
        assert_eq!(text(&user), want, "{keys}");
    }
    let mut user = User::new();
    user.editors.open(EditorKind::Code);
    user.send(EditInput::Sources(vec![file("game.p8", "do\n end")]));
    user.key("Down");
    user.key("End");
    user.key("Enter");
    assert_eq!((text(&user), caret(&user)), ("do\nend\n".to_string(), (3, 0)));
    user.key("Ctrl+z");
    assert_eq!((text(&user), caret(&user)), ("do\n end".to_string(), (2, 4)));
}

/// PICO-8's keys: Ctrl+J hiragana, Ctrl+K katakana, by Latin letters; the same key again ends it.
#[test]
fn letters_type_kana() {
    let mut user = at_code();
    types(&mut user, "k");
    user.key("Ctrl+j");
    types(&mut user, "akyagak");
    user.key("Ctrl+k");
    types(&mut user, "o");
    user.key("Ctrl+k");
    types(&mut user, "ka");
    assert!(text(&user).starts_with("kあきゃか゛コka-- a game"), "{}", text(&user));
    let now = text(&user);
    (0..9).for_each(|_| user.key("Ctrl+z"));
    assert_eq!(text(&user), GAME);
    (0..9).for_each(|_| user.key("Ctrl+y"));
    assert_eq!(text(&user), now);
    // A place that letters were not typed at is no begin.
    user.key("Ctrl+j");
    types(&mut user, "k");
    user.key("Home");
    types(&mut user, "a");
    assert!(text(&user).starts_with("あk"), "{}", text(&user));
}

/// Our decision: a cartridge that only names its files opens with the first of them.
#[test]
fn code_opens_where_it_is() {
    let cases =
        [("#include lib.lua\n", 1), ("-- mine\n#include lib.lua", 1), ("x=1\n#include lib.lua", 0), ("", 1)];
    for (first, want) in cases {
        let mut user = User::new();
        user.editors.open(EditorKind::Code);
        user.send(EditInput::Sources(vec![file("game.p8", first), file("lib.lua", "y=1\n")]));
        assert_eq!(user.editors.code.caret.file, want, "{first}");
    }
}
