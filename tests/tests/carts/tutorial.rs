//! The tutorial: each chapter's program runs and shows the chapter's picture, and so does a cart made by its steps.
//!
//! The pictures were checked by eye; `BLESS=1` writes new ones.

use guide::lesson_program;
use loader::Loader;
use rasher::button::{DOWN, LEFT, RIGHT, UP, X};
use rasher::{Boot, Console, Effect, Event, Input, PIXELS, SIDE};
use std::fs;
use std::path::{Path, PathBuf};
use store::DiskSource;
use tests::shell::{folder, root};

const CHAPTERS: usize = 8;

fn text(name: &str) -> String {
    let path = root().join("console/guide/tutorial").join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The reader's folder at the end of a chapter: the game's data and the chapter's program.
fn honey(test: &str, chapter: usize) -> PathBuf {
    let (from, to) = (root().join("cart/examples/bee"), folder("tutorial", &format!("{test}-{chapter}")));
    let copy = |path: &Path| {
        fs::create_dir_all(to.join(path).parent().expect("a folder")).expect("made");
        fs::copy(from.join(path), to.join(path)).expect("copied");
    };
    for kind in ["sprites", "sfx"] {
        for file in fs::read_dir(from.join(kind)).expect("a folder") {
            copy(&Path::new(kind).join(file.expect("a file").file_name()));
        }
    }
    copy(Path::new("bee.p8"));
    fs::write(to.join("bee.lua"), lesson_program(chapter)).expect("written");
    to.join("bee.p8")
}

#[test]
fn each_chapter_ends_with_a_program_that_shows_its_picture() {
    let played = [(1, X), (30, RIGHT), (30, RIGHT | DOWN), (30, UP), (20, LEFT), (50, UP | LEFT)];
    for chapter in 1..=CHAPTERS {
        let loaded = Loader::new(DiskSource::default()).lua(&honey("pictures", chapter), false).runnable();
        let (program, boot) = loaded.unwrap_or_else(|e| panic!("{chapter}: {e}")).cart.boot();
        let mut console = Console::boot(program, Boot { seed: 1, ..boot });
        // The last one shows its title.
        let keys = if chapter == CHAPTERS { &[(30, 0)][..] } else { &played };
        for (frames, held) in keys {
            for _ in 0..*frames {
                console.frame(&Input::buttons(*held));
            }
        }
        let mut screen = [0; PIXELS];
        console.machine().picture(&mut screen);
        let path = root().join(format!("console/guide/tutorial/{chapter}.png"));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, format::png(&screen, SIDE, SIDE, 1)).expect("written");
        }
        let expected =
            format::read_png(&fs::read(&path).expect("there"), "a chapter's picture").expect("a picture");
        let differs = expected.indices.iter().zip(&screen).filter(|(a, b)| a != b).count();
        assert_eq!(differs, 0, "{}: so many pixels differ; BLESS=1, then look at it", path.display());
    }
}

#[test]
fn the_last_chapter_is_the_finished_game() {
    let game = fs::read_to_string(root().join("cart/examples/bee/bee.lua")).expect("there");
    assert_eq!(lesson_program(CHAPTERS), game);
}

/// A blank cart to which each step is applied runs at the end of each chapter, and the tutorial's pictures are its own.
#[test]
fn the_steps_make_carts_that_run() {
    let lessons = guide::Lessons::default();
    let mut code: Vec<u8> =
        rasher::text::encode("function _update()\nend\n\nfunction _draw()\n cls()\nend\n").collect();
    for (n, step) in lessons.steps.iter().enumerate() {
        let edits = lessons.apply(&code, n).unwrap_or_else(|why| panic!("step {n}: {why}"));
        code = guide::applied(&code, &edits);
        if lessons.steps.get(n + 1).is_some_and(|next| next.chapter == step.chapter) {
            continue;
        }
        let program = script::lua_cart(&code, "steps").unwrap_or_else(|e| panic!("{}: {e:?}", step.chapter));
        let mut console = Console::boot(program, Boot::default());
        for frame in 0..300 {
            let held = [X, RIGHT, UP | LEFT, 0][frame / 20 % 4];
            let done = console.try_frame(&Input::buttons(held));
            done.unwrap_or_else(|e| panic!("chapter {}, frame {frame}: {e:?}", step.chapter));
        }
        let shown = text(&format!("{}.md", step.chapter));
        assert!(shown.contains(&format!("]({}.png)", step.chapter)), "{}: no picture", step.chapter);
    }
}

/// Each chapter's program is saved while the previous one plays, for two seconds. Chapter 2 says that it stops, and that
/// others may.
#[test]
fn saving_a_chapter_stops_the_game_where_the_text_says_so() {
    let cart = |chapter: usize| {
        let loaded = Loader::new(DiskSource::default()).lua(&honey("saves", chapter), false).runnable();
        loaded.unwrap_or_else(|e| panic!("{chapter}: {e}")).cart
    };
    let stops = |chapter: &usize| {
        let (program, boot) = cart(chapter - 1).boot();
        let mut console = Console::boot(program, boot);
        (0..60).for_each(|_| drop(console.frame(&Input::default())));
        let new = cart(*chapter).bundle.first().expect("Lua").code.clone();
        let saved = Input { events: vec![Event::Code(new)], ..Input::default() };
        let mut inputs = std::iter::once(saved).chain(std::iter::repeat_n(Input::default(), 120));
        inputs.any(|input| console.try_frame(&input).is_err())
    };
    assert_eq!((2..=CHAPTERS).filter(stops).collect::<Vec<_>>(), [2, 3, 5, 6]);
    let says = |chapter: &usize| text(&format!("{chapter}.md")).contains("stops with an error");
    assert_eq!((1..=CHAPTERS).filter(says).collect::<Vec<_>>(), [1, 2], "1 of typing errors");
    assert!(text("2.md").contains("may stop"));
}

/// The test that the last chapter has the reader write passes.
#[test]
fn the_test_of_the_last_chapter_passes() {
    let cart = honey("test", CHAPTERS);
    let chapter = text("8.md");
    let test = chapter.split("```\nseed").nth(1).and_then(|rest| rest.split("```").next()).expect("a test");
    let tests = cart.with_file_name("tests");
    fs::create_dir_all(&tests).expect("made");
    fs::write(tests.join("bee.test"), format!("seed{test}")).expect("written");
    let said = tests::shell::done(&format!("test {}", cart.display()));
    assert!(said.contains("1 passed, 0 failed"), "{said}");
}

/// Search words, and the chapter they should lead to.
#[test]
fn words_lead_to_chapters() {
    let cases = [
        ("tutorial", "1. A bee on the screen"),
        ("collision", "3. Flowers"),
        ("high score", "7. Sounds, dust"),
        ("sfx file", "The machine"),
        ("hot reload", "Time and recordings"),
        ("share page", "8. Weather, tests, and out"),
        ("rewind", "Time and recordings"),
        ("breakpoint", "The debugger"),
    ];
    for (words, chapter) in cases {
        let said = tests::shell::done(&format!("help {words}"));
        assert!(said.contains(chapter), "{words}: {said}");
    }
}

/// Each chapter is in the manual with its picture, and its buttons are drawn in the console's font.
#[test]
fn the_manual_has_the_chapters() {
    let page = tool::manual_page();
    for chapter in 1..=CHAPTERS {
        let title = text(&format!("{chapter}.md"))
            .lines()
            .next()
            .expect("a title")
            .trim_start_matches("# ")
            .to_string();
        assert_eq!(
            page.matches(&format!("#chapter-{chapter}\">{title}</a>")).count(),
            2,
            "{title}: title and contents"
        );
    }
    let loose = page.split('>').filter(|part| part.starts_with('\u{2b05}')).count();
    assert_eq!(loose, page.matches("x11 y8\">\u{2b05}").count(), "a sign that is not drawn");
    assert!(loose > 3 && page.contains("<figure class=\"memory\">"), "{loose}");
}

/// The code in the Lua chapter is a cart that runs; the comment after a line gives its output.
#[test]
fn the_chapter_on_lua_is_true() {
    let path = root().join("console/guide/chapters/lua.md");
    let text = fs::read_to_string(&path).expect("there");
    let blocks: Vec<&str> =
        text.split("```lua\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let (mut code, mut due) = (String::new(), Vec::new());
    for line in blocks.join("\n").lines() {
        match line.strip_prefix("print(").and_then(|rest| rest.split_once("-- ")) {
            Some((call, said)) => {
                due.push(Effect::Print(said.split([';', ':']).next().unwrap_or_default().to_string()));
                code += &format!("printh({call}\n");
            }
            None => code += &format!("{line}\n"),
        }
    }
    let code: Vec<u8> = rasher::text::encode(&code).collect();
    let program = script::lua_cart(&code, "lua.md").unwrap_or_else(|e| panic!("{e:?}"));
    let mut console = Console::boot(program, Boot::default());
    let effects = console.try_frame(&Input::default()).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(due.len() > 10 && effects == due, "printed {effects:?}, said {due:?}");
}

/// The editor files of a new Lua cart.
#[test]
fn a_new_cart_has_what_editors_want() {
    let home = folder("tutorial", "editor");
    tests::shell::done(&format!("new --lua {}/moth", home.display()));
    let read = |file: &str| {
        fs::read_to_string(home.join("moth").join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
    };
    assert_eq!(read("rasher.lua"), tests::shell::done("manual --lua"));
    assert!(read(".vscode/tasks.json").contains("${workspaceFolder}/moth.p8"));
    assert!(read(".vscode/launch.json").contains("\"type\": \"rasher\""));
    for file in [".luarc.json", ".vscode/tasks.json", ".vscode/launch.json", ".vscode/rasher.code-snippets"] {
        let parsed: Result<serde_json::Value, _> = serde_json::from_str(&read(file));
        assert!(parsed.is_ok(), "{file}: {parsed:?}");
    }
}
