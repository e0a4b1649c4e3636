//! Every step on a blank cart, and on readers' own versions of it.

use super::*;

/// The code of a new cart.
const BLANK: &str = "-- my game\n-- by you\n\nfunction _init()\n\nend\n\nfunction _update()\n\nend\n\nfunction _draw()\n cls()\n\nend\n";

fn encoded(text: &str) -> Vec<u8> {
    rasher::text::encode(text).collect()
}

fn applies(lessons: &Lessons, code: &[u8], n: usize) -> Vec<u8> {
    let edits = lessons
        .apply(code, n)
        .unwrap_or_else(|why| panic!("step {n}: {why}\n{}", rasher::text::decode(code)));
    applied(code, &edits)
}

/// The functions of a program and their tokens, without comments.
fn bodies(code: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = functions(code)
        .expect("it parses")
        .iter()
        .map(|it| {
            let text = step::text_of(code, it);
            (
                it.name.clone(),
                lua::lex(&text).expect("tokens").iter().flat_map(|it| [it.text, b" "].concat()).collect(),
            )
        })
        .collect();
    all.sort();
    all
}

#[test]
fn the_steps_of_each_chapter_make_its_program_from_a_blank_cart() {
    let lessons = Lessons::default();
    let mut code = encoded(BLANK);
    for (n, step) in lessons.steps.iter().enumerate() {
        let missing =
            lessons.check(&code, n).expect_err(&format!("chapter {}, step {n} is done before", step.chapter));
        assert!(missing.starts_with("your ") || missing.starts_with("there is no function "), "{missing}");
        code = applies(&lessons, &code, n);
        assert_eq!(lessons.check(&code, n), Ok(()), "chapter {}, step {n}", step.chapter);
        let done = lessons.done(&code).expect("it parses");
        assert!(done[..=n].iter().all(|done| *done), "chapter {}, step {n}: {done:?}", step.chapter);
        assert_eq!(lessons.apply(&code, n), Ok(Vec::new()), "a step that is done changes nothing");
        if lessons.steps.get(n + 1).is_none_or(|next| next.chapter > step.chapter) {
            let due = encoded(&crate::lesson_program(step.chapter));
            assert_eq!(bodies(&code), bodies(&due), "chapter {}", step.chapter);
            assert_eq!(bodies(&step.program), bodies(&due), "chapter {}", step.chapter);
        }
    }
    assert!(rasher::text::decode(&code).starts_with("-- my game\n-- by you\n"), "the reader's title stays");
    assert!(lessons.steps.len() > 40 && lessons.steps.last().is_some_and(|it| it.chapter == 8));
}

#[test]
fn a_check_names_what_is_missing() {
    let lessons = Lessons::default();
    let after = |n: usize| rasher::text::decode(&lessons.steps[n].program);
    let cases: [(&str, usize, &str); 12] = [
        (BLANK, 0, "your _init does not set bee yet"),
        ("", 0, "there is no function _init yet"),
        ("function _init()\n bee={x=1,y=2}\nend", 0, "your _init does not set bee.left yet"),
        (BLANK, 1, "there is no function _update60 yet"),
        ("function _update()\n x=1\nend", 1, "your _update runs 30 times a second: rename it to _update60"),
        ("function _update60() end", 1, "your _update60 has no btn yet"),
        ("function _draw()\n map()\nend", 2, "your _draw has no cls yet"),
        (BLANK, 2, "your _draw has no map yet"),
        (&after(2), 3, "your _init does not set bee.dx yet"),
        (&after(2), 5, "there is no function fly yet"),
        ("function _init()\n bee={\nend", 0, "line 3 does not parse: found 'end', expected an expression"),
        (
            "x='",
            0,
            "line 1 does not parse: found a text without an end, expected its closing quote or brackets",
        ),
    ];
    for (code, n, want) in cases {
        let code = encoded(code);
        assert_eq!(lessons.check(&code, n), Err(want.to_string()), "step {n} of {code:?}");
    }
}

/// Readers who write a step in their own way.
#[test]
fn a_step_may_be_written_in_another_way() {
    let lessons = Lessons::default();
    let done = [
        ("function _init() bee = { left = false, y = 84, x = 60 } end", 0),
        ("function _init()\n bee={}\n bee.x=1\n bee.y=2\n bee.left=false\nend", 0),
        ("_init=function()\n bee={x=9,y=9,left=true} score=0\nend", 0),
        (
            "function _draw()\n -- night\n cls(1)\n map()\n if (bee.x>0) spr(2,bee.x,bee.y,1,1,bee.left)\nend\nfunction mine() end",
            2,
        ),
    ];
    for (code, n) in done {
        assert_eq!(lessons.check(&encoded(code), n), Ok(()), "{code}");
    }
    // All of chapter 8 in another order, with other blanks: done from the first step to the last.
    let last = lessons.steps.len() - 1;
    let program = &lessons.steps[last].program;
    let mut all = functions(program).expect("it parses");
    all.reverse();
    let code: Vec<u8> = all.iter().flat_map(|it| step::text_of(program, it)).collect();
    let code = rasher::text::decode(&code).replace('\n', "  \n\t");
    assert_eq!(lessons.done(&encoded(&code)), Some(vec![true; lessons.steps.len()]));
}

#[test]
fn a_step_keeps_the_readers_own_lines() {
    let lessons = Lessons::default();
    let with = |n: usize, from: &str, to: &str| {
        let code = rasher::text::decode(&lessons.steps[n].program);
        assert!(code.contains(from), "{from} in {code}");
        encoded(&code.replacen(from, to, 1))
    };
    // An own function, an own line and own blanks are still there after each later step of the first chapters.
    let mut code = with(2, " map()\n", " map( )\n print(\"mine\",1,1,7)\n");
    code.extend(encoded("function mine()\n return 3\nend\n"));
    let chapters = lessons.steps.iter().position(|it| it.chapter == 4).expect("a chapter");
    for n in 3..chapters {
        match lessons.apply(&code, n) {
            Ok(edits) => code = applied(&code, &edits),
            Err(why) => assert!(why.contains("is your own"), "{n}: {why}"),
        }
        let text = rasher::text::decode(&code);
        assert!(text.contains("print(\"mine\",1,1,7)") && text.contains("return 3"), "{n}: {text}");
    }
    // What a step would have to overwrite is refused, with the line and what to do.
    let refused: [(Vec<u8>, usize, &str); 5] = [
        (with(2, "bee={x=60", "bee={x=61"), 3, "line 5 of your _init is your own: write this step yourself"),
        (
            encoded("function _update()\n x=1\nend\n"),
            1,
            "your _update runs 30 times a second: rename it to _update60 first",
        ),
        (
            encoded("function fly()\n x=1\nend\n"),
            5,
            "line 1 begins a fly of your own: write this step into it",
        ),
        (
            encoded("function _init() end function _draw() end\n"),
            0,
            "line 1 has two functions: put each on lines of its own",
        ),
        (encoded("x=\n"), 0, "line 2 does not parse: found the end of the program, expected an expression"),
    ];
    for (code, n, want) in refused {
        let found = lessons.apply(&code, n).map(|edits| rasher::text::decode(&applied(&code, &edits)));
        assert_eq!(found, Err(want.to_string()), "{}", rasher::text::decode(&code));
    }
    // A later step needs the earlier ones, and adds no half of a program.
    let ring = lessons
        .steps
        .iter()
        .position(|it| it.chapter == 3 && it.changes[0].name == "_draw")
        .expect("flowers");
    assert_eq!(
        lessons.apply(&encoded("x=1\n"), ring),
        Err("there is no function _draw yet: an earlier step adds it".to_string())
    );
}

/// Any code gives an answer; a chain that is thousands long needs no deep stack.
#[test]
fn no_code_is_too_strange() {
    let lessons = Lessons::default();
    let long = format!("function _draw()\n x={}1\nend\n", "1 ..".repeat(20_000));
    for code in [&long[..], "\u{1}\u{2}", "function a.b:c() end", "local function _init() bee=1 end", "\n\n"]
    {
        let code = encoded(code);
        for n in [0, 2, lessons.steps.len() - 1] {
            _ = (lessons.check(&code, n), lessons.apply(&code, n), lessons.done(&code));
        }
    }
}
