//! The code editor, driven by keys and mouse. Scenarios are those of the editors' page, by number; places are counted by hand from the
//! layout: on 256x192 the text begins at 24, 16, a sign is 4 wide and a row 6 high.

use super::text::Caret;
use crate::test_user::{Dice, User};
use crate::{EditEffect, EditInput, EditKey, EditorKind, SourceFile};

const GAME: &str =
    "-- a game\nx=64\nfunction _draw()\n cls(1)\n spr(1,x,64)\nend\n-->8\nfunction hit(m)\n m.hp-=1\nend\n";

fn file(name: &str, text: &str) -> SourceFile {
    SourceFile { name: name.into(), text: format::encode_code(text) }
}

fn user() -> User {
    let mut user = User::at(EditorKind::Code);
    user.sources(&[("game.p8", GAME), ("lib.lua", "function hit2()\nend\n")]);
    user
}

fn of(text: &str) -> User {
    let mut user = User::at(EditorKind::Code);
    user.sources(&[("a.p8", text)]);
    user
}

fn text(user: &User) -> String {
    rasher::text::decode(&user.editors.sources_now()[0].text)
}

fn caret(user: &User) -> (usize, usize) {
    let code = &user.editors.code;
    let source = code.source().unwrap();
    let line = source.line_of(code.caret.at);
    (line + 1, code.caret.at - source.line(line).start)
}

#[test]
fn scenario_22_arguments_are_shown_and_words_completed() {
    let mut user = user();
    user.does("End Enter 'spr('");
    let call = user.editors.code.call_here().unwrap();
    assert_eq!((&call.name[..], call.arguments[..3].join(" "), call.current), ("spr", "n x y".into(), 0));
    let before = text(&user);
    user.does("'rec' wait:7 Tab");
    assert_eq!(text(&user), before.replace("\nspr(", "\nspr(rect"));
    assert_eq!(text(user.does("Ctrl+z")), before.replace("\nspr(", "\nspr(rec"), "whole");
    user.does("wait:7 Enter");
    assert!(text(&user).contains("spr(rec\n"), "Enter is a line's end: no word was chosen");
    // AltGr types what the layout says; only Alt or only Ctrl never types.
    for (control, alt, typed) in
        [(false, false, "@"), (true, true, "{"), (true, false, ""), (false, true, "")]
    {
        let letter = if typed.is_empty() { "q" } else { typed };
        let before = text(&user).len();
        user.send(EditInput::Key(EditKey { text: letter.into(), control, alt, ..Default::default() }));
        assert_eq!(text(&user).len() - before, typed.len(), "{typed}");
    }
}

/// P8SCII has no umlauts and no euro: typed, they would be other signs in the file.
#[test]
fn letters_without_a_sign_are_refused() {
    let mut user = user();
    user.does("'ä€'").says("no sign for €…");
    assert_eq!(text(&user), GAME);
    user.does("'あ?'").send(EditInput::Pasted("-- für ⬅️\n".into()));
    assert_eq!(text(&user), format!("あ?-- f?r ⬅️\n{GAME}"));
    user.says("1 letter was…");
}

#[test]
fn scenario_23_undo_shows_its_place_and_replaces_everywhere_at_once() {
    let tab = "hit()\n".repeat(100) + &"x=1\n".repeat(100);
    let code = [&tab[..], &tab, &tab].join("-->8\n");
    let mut user = of(&code);
    assert!(user.does("y Ctrl+Down").editors.code.top > 100);
    user.does("Ctrl+z").says("undid: typing, line 1");
    assert_eq!((user.editors.code.top, text(&user) == code), (0, true));
    user.does("Ctrl+h 'hit' Tab 'strike' Ctrl+Enter").says("replaced 300 times");
    assert_eq!((text(&user), user.steps()), (code.replace("hit", "strike"), (1, 0)));
    assert_eq!(text(user.does("Ctrl+z")), code);
}

#[test]
fn letters_typed_in_a_row_are_a_step_and_a_blank_ends_it() {
    let mut user = user();
    user.types("ab cd");
    assert_eq!(user.steps(), (2, 0), "\"ab \" and \"cd\"");
    assert_eq!(user.does("wait:70 e").steps(), (3, 0), "a second later");
    assert_eq!(text(user.does("Ctrl+z*3")), GAME);
}

/// Expected texts, written by hand. `|` is the caret; two of them enclose a selection.
#[test]
fn keys_do_to_text_what_the_list_says() {
    let cases = [
        ("|ab", "x", "x|ab"),
        ("|a|b", "x", "x|b"),
        ("if a then|", "Enter", "if a then\n |"),
        (" x=1|", "Enter", " x=1\n |"),
        ("function f(a)|", "Enter", "function f(a)\n |"),
        ("a|b", "Back", "|b"),
        ("foo(bar|)", "Ctrl+Back", "foo(|)"),
        ("|foo bar", "Ctrl+Del", "|bar"),
        ("a\n|b|\nc", "Ctrl+d", "a\nb|b|\nc"),
        ("a\nb|\nc", "Ctrl+d", "a\nb\nb|\nc"),
        ("a\nb|\nc", "Ctrl+Shift+Up", "b|\na\nc"),
        ("a\nb|\nc", "Ctrl+Shift+Down", "a\nc\nb|"),
        ("|a\nb|\nc", "Tab", "| a\n b|\nc"),
        ("| a\n b|\nc", "Shift+Tab", "|a\nb|\nc"),
        ("a|b", "Tab", "a |b"),
        (" a=1|", "Ctrl+b", " --a=1|"),
        (" --a=1|", "Ctrl+b", " a=1|"),
        ("|a\n\n b|", "Ctrl+b", "|--a\n\n --b|"),
        ("  ab|", "Home", "  |ab"),
        ("  |ab", "Home", "|  ab"),
        ("ab cd|", "Ctrl+Left Ctrl+Shift+Left", "|ab |cd"),
        ("ab|\nc\ndef", "Down*2", "ab\nc\nde|f"),
        ("a|bc", "Shift+End x", "ax|"),
        ("|l", "Shift+L Shift+X", "⬅️❎|l"),
        // A word's end, a sign, and a line's begin are stops.
        ("a = |b", "Ctrl+Back", "a |b"),
        ("foo\n  |bar", "Ctrl+Back", "foo\n|bar"),
        ("foo\n|bar", "Ctrl+Back", "foo|bar"),
        ("foo|\n  bar", "Ctrl+Del", "foo|bar"),
        ("x|+=foo", "Ctrl+Right*2", "x+=foo|"),
        ("f(a)|", "Ctrl+Left*2", "f(|a)"),
        ("a\nb|c\nd", "Ctrl+Shift+Home", "|a\nb|c\nd"),
        ("a\nb|c\nd", "Ctrl+Shift+End", "a\nb|c\nd|"),
        ("a|\nb", "Ctrl+/", "--a|\nb"),
        ("a|b\nc", "Ctrl+Enter", "ab\n|\nc"),
        // A selection inside a line is indented, not replaced.
        ("a|b|c", "Tab", "| abc|"),
        // As the file does it: by two, by tabs.
        ("if a then\n  b()\nend\nif c then|", "Enter", "if a then\n  b()\nend\nif c then\n  |"),
        ("if a then\n\tb()\nend\nif c then|", "Enter", "if a then\n\tb()\nend\nif c then\n\t|"),
        ("do\n  a()\n  end|", "Enter", "do\n  a()\nend\n|"),
        ("do\n  a()\n |b()", "Tab", "do\n  a()\n  |b()"),
        ("do\n  a()\n   |b()", "Shift+Tab", "do\n  a()\n  |b()"),
        ("do\n  a()\n    |b()", "Back*2", "do\n  a()\n|b()"),
        // A line that was indented by itself and left without a letter is empty; typed indentation stays.
        ("do|", "Enter*2 x", "do\n\n x|"),
        ("do\nb|", "Up End Enter Down", "do\n\nb|"),
        ("do|", "Enter Up Ctrl+z", "do|"),
        ("do\n  |", "Enter x", "do\n  \n  x|"),
    ];
    for (before, keys, after) in cases {
        let places: Vec<usize> = before.match_indices('|').map(|(at, _)| at).collect();
        let mut user = of(&before.replace('|', ""));
        let at = places.get(1).map_or(places[0], |at| at - 1);
        user.editors.code.caret = Caret { anchor: places[0], at, file: 0 };
        user.does(keys);
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
    let mut user = user();
    assert_eq!(caret(user.does("Ctrl+Down Down Right")), (6, 3));
    assert_eq!(caret(user.does("Ctrl+Tab")), (8, 0), "behind the line that parts them");
    assert_eq!((caret(user.does("Up Back")), text(&user)), ((8, 0), GAME.to_string()));
    assert_eq!(user.does("Ctrl+Tab").editors.code.caret.file, 1, "then the file that it includes");
    assert_eq!(caret(user.does("Ctrl+Tab")), (6, 3), "where it was left");
    assert_eq!(text(user.does("Ctrl+t 'z=1'")), format!("{GAME}\n-->8\nz=1"));
}

#[test]
fn one_goes_to_functions_lines_and_errors_and_back() {
    let mut user = user();
    for (keys, want) in [
        ("Alt+Down", (3, 0)),
        // The first function whose name contains it.
        ("F3 'HI' Enter", (8, 0)),
        ("Ctrl+Alt+Left", (3, 0)),
        ("Ctrl+l 5 Enter", (5, 1)),
    ] {
        assert_eq!(caret(user.does(keys)), want, "{keys}");
    }
    user.send(EditInput::Fault(Some(("game.p8 tab 1".into(), 2, "attempt to index nil".into()))));
    user.does("F4").says("attempt to index nil");
    assert_eq!(caret(&user), (9, 1));
    user.does("=").send(EditInput::Fault(None));
    user.does("Ctrl+Up wait:8 F4").says("found …");
    assert_eq!(caret(&user), (9, 1), "a syntax error is found without running the cart");
}

#[test]
fn what_only_pico_8_refuses_is_marked() {
    let mut user = of("x=1\nif (x) f(\n2)\n");
    let yellow = |user: &User| user.editors.code.refusals.iter().map(|it| it.line).collect::<Vec<_>>();
    assert_eq!(yellow(user.does("wait:8")), [1]);
    user.does("F4").says("PICO-8 needs a short form…");
    assert_eq!(caret(&user), (2, 0));
    assert_eq!(yellow(user.does("End Del wait:8")), [0; 0]);
}

#[test]
fn costs_are_counted_when_typing_pauses() {
    let mut user = User::at(EditorKind::Code);
    user.sources(&[("a.p8", "x=1\n#include b.lua\n"), ("b.lua", "y=f(2)")]);
    let meter = user.does("wait:8").editors.code.meter;
    assert_eq!((meter.tokens, meter.chars, meter.packed), (Some(8), Some(11), None));
    let packed = user.does("wait:60").editors.code.meter.packed;
    assert!(packed.is_some_and(|bytes| bytes <= 11), "plain is no longer");
}

#[test]
fn what_is_saved_goes_out_with_what_was_read() {
    let mut user = user();
    let saved = (file("game.p8", &format!("--{GAME}")), format::encode_code(GAME));
    user.does("'--' Ctrl+s");
    assert_eq!(user.effects.last(), Some(&EditEffect::SaveCode(vec![saved.clone()])));
    assert!(user.editors.is_changed());
    user.send(EditInput::SourcesSaved(vec![saved.0], Ok("game.p8".into())));
    assert!(!user.editors.is_changed());
    assert!(user.does("Ctrl+z").editors.is_changed(), "undo works after saving");
}

/// Scenario 25, for code.
#[test]
fn what_both_changed_is_a_question() {
    let mut user = user();
    user.does("z").sources(&[("game.p8", &GAME.replace("cls(1)", "cls(2)"))]);
    assert!(text(&user).contains("z-- a game") && text(&user).contains("cls(2)"));
    user.sources(&[("game.p8", "theirs\n")]);
    user.does("Ctrl+s q");
    assert!(!user.effects.iter().any(|effect| matches!(effect, EditEffect::SaveCode(_))));
    assert!(!text(&user).contains('q'), "nothing is typed while the question is open");
    assert_eq!(text(user.does("Down Enter")), "theirs\n");
    assert!(text(user.does("Ctrl+z")).contains("z-- a game"));
}

/// Our decision: the caret stays at its letters while another program saves the file, also where they are selected.
#[test]
fn the_caret_stays_at_its_letters_when_the_file_changes_before_it() {
    let mut user = user();
    let (line, column) = caret(user.does("Ctrl+Down"));
    user.does("'ab'").sources(&[("game.p8", &GAME.replace("x=64\n", "x=100\ny=2\n"))]);
    assert_eq!(caret(&user), (line + 1, column + 2));
    user.does("c");
    assert!(text(&user).contains("y=2\n") && text(&user).contains("abc"), "{}", text(&user));
    // The text under the caret is another one now: the caret stays in that line.
    let mut user = self::user();
    user.does("Down End").sources(&[("game.p8", &GAME.replace("x=64\n", "y\n"))]);
    assert_eq!(caret(&user), (2, 1));
}

#[test]
fn the_mouse_selects_and_sets_breakpoints() {
    let mut user = user();
    // Row 4 is " spr(1,x,64)"; clicks take a place, a word, a line, and a place again.
    let mut selected = |script: &str| user.does(script).editors.code.caret.range().len();
    assert_eq!([(); 4].map(|()| selected("#32,42")), [0, 3, " spr(1,x,64)\n".len(), 0]);
    // Two clicks, and on to the next word while the second one is held: whole words.
    assert_eq!(selected("wait:60 #32,42 #32,42:63,42"), "spr(1,x,64".len());
    assert_eq!(selected("wait:60 #24,24:36,30"), 8);
    assert_eq!(caret(&user), (3, 3));
    assert_eq!(user.does("#3,36").editors.stops(), [("game.p8 tab 0".to_string(), 4)]);
    assert_eq!(user.effects.last(), Some(&EditEffect::Stops(user.editors.stops())));
    assert_eq!(user.does("Ctrl+Up a Enter").editors.stops()[0].1, 5, "it moves with its line");
}

/// Our decision, as most editors of code have it: a line that was copied without a selection is pasted as a line.
#[test]
fn a_line_is_pasted_as_a_line() {
    let mut user = user();
    let copied = user.does("Down End Ctrl+c").copied().to_string();
    assert_eq!(copied, "x=64\n");
    user.does("Down").send(EditInput::Pasted(copied));
    assert_eq!((text(&user), caret(&user)), (GAME.replace("x=64\n", "x=64\nx=64\n"), (4, 4)));
    // A copied selection is pasted at the caret.
    user.does("Home Shift+End Ctrl+c End").send(EditInput::Pasted("function _draw()".into()));
    assert!(text(&user).contains("function _draw()function _draw()"));
}

#[test]
fn what_is_sought_next_takes_the_place_of_the_last() {
    let mut user = user();
    let sought = |user: &User| rasher::text::decode(&user.editors.code.sought);
    user.does("Ctrl+f 'spr' Esc Ctrl+f Enter");
    assert_eq!((sought(&user), caret(&user).0), ("spr".to_string(), 5));
    user.does("'cl'");
    assert_eq!((sought(&user), caret(&user).0), ("cl".to_string(), 4));
    assert_eq!(sought(user.does("Esc Ctrl+f Right s")), "cls");
    assert_eq!(text(user.does("Ctrl+Enter")), GAME, "replacing needs its field to be open");
}

#[test]
fn brackets_are_shown_in_pairs() {
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
        let mut user = of(&before.replace('|', ""));
        user.editors.code.caret = Caret::at(0, before.find('|').unwrap());
        assert_eq!(user.editors.code.brackets(), want, "{before}");
    }
}

#[test]
fn arguments_do_not_hide_the_line_that_is_written() {
    let mut user = user();
    // The grey of the bar, in the column between the number and the text.
    for (script, want) in
        [("Ctrl+End Enter 'spr('", [true, false]), ("Enter*40 'x=1' Enter 'spr('", [false, true])]
    {
        user.does(script);
        assert_eq!([178, 20].map(|y| user.shown((23, y)) == 5), want, "{script}");
    }
}

#[test]
fn any_commands_can_be_undone_to_the_first_bytes() {
    let mut dice = Dice(7);
    for round in 0..20 {
        let mut user = user();
        let first = user.editors.sources_now();
        for _ in 0..500 {
            let [a, b, c, d] = [280, 210, 256, 180].map(|n| dice.roll(n));
            match dice.roll(6) {
                // Leaving, other editors, undo and redo come after these rows.
                0 => user.editors.run(dice.roll(user.editors.editor().rows().len() as i32) as usize),
                1 => user.click((a - 10, b)),
                2 => user.drag(1, &[(a - 10, b), (c, 8 + d)]),
                3 => {
                    user.send(EditInput::Pasted(["end\n", "-->8", "é\u{1f409}", "[["][a as usize % 4].into()))
                }
                4 => user.ticks(a as usize % 30),
                _ => user.types(&"abz(). \"-\n=[]1"[a as usize % 14..][..1]),
            }
            user.editors.finder = None;
            user.editors.open(EditorKind::Code);
        }
        for (w, h) in [(128, 128), (256, 192), (640, 360), (333, 217)].into_iter().filter(|_| round % 5 == 0)
        {
            user.send(EditInput::Size(w, h, 2));
            drop(user.editors.draw());
        }
        let last = user.editors.sources_now();
        while user.editors.code.text.walk(true).is_some() {}
        assert!(user.editors.sources_now() == first, "round {round}");
        while user.editors.code.text.walk(false).is_some() {}
        assert!(user.editors.sources_now() == last, "round {round}");
    }
}

/// Our decision, as most editors of code have it: what closes a block is unindented by itself, and one undo takes line and indentation back.
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
        // No block is open.
        (" end\nx=1", " end\n x=1"),
    ];
    for (keys, want) in cases {
        let mut user = of("");
        user.types(keys);
        assert_eq!(text(&user), want, "{keys}");
    }
    let mut user = of("do\n end");
    user.does("Down End Enter");
    assert_eq!((text(&user), caret(&user)), ("do\nend\n".to_string(), (3, 0)));
    user.does("Ctrl+z");
    assert_eq!((text(&user), caret(&user)), ("do\n end".to_string(), (2, 4)));
}

/// PICO-8's keys: Ctrl+J hiragana, Ctrl+K katakana, by Latin letters; the same key again ends it.
#[test]
fn letters_type_kana() {
    let mut user = user();
    user.does("k Ctrl+j 'akyagak' Ctrl+k o Ctrl+k 'ka'");
    assert!(text(&user).starts_with("kあきゃか゛コka-- a game"), "{}", text(&user));
    let now = text(&user);
    assert_eq!(text(user.does("Ctrl+z*9")), GAME);
    assert_eq!(text(user.does("Ctrl+y*9")), now);
    // Letters that were not typed at the caret begin no kana.
    user.does("Ctrl+j k Home a");
    assert!(text(&user).starts_with("あk"), "{}", text(&user));
}

/// Our decision: a cartridge that only names its files opens with the first of them.
#[test]
fn code_opens_where_it_is() {
    let cases =
        [("#include lib.lua\n", 1), ("-- mine\n#include lib.lua", 1), ("x=1\n#include lib.lua", 0), ("", 1)];
    for (first, want) in cases {
        let mut user = User::at(EditorKind::Code);
        user.sources(&[("game.p8", first), ("lib.lua", "y=1\n")]);
        assert_eq!(user.editors.code.caret.file, want, "{first}");
    }
}
