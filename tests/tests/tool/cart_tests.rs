//! `rasher test`: a cart's own tests as its author runs them, and the report of a failure.
//!
//! The expected results are our decision, described by `rasher help test`; an independent parser reads JUnit's XML.

use format::read_png;
use rasher::SIDE;
use shelf::Entry;
use std::fs;
use std::path::{Path, PathBuf};
use tests::shell::{done, fails, folder, rasher, root};
use tool::{CommandOutput, TestOptions};

const HEAD: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n";
/// A dot that moves with the buttons, prints when it has passed 20, and stops the cart at 60.
const DOT: &str = "\
dot={x=0,name=\"dot\"} mobs={1,2,3} poke(0x5f2d,1) typed=\"\" chosen=0
menuitem(1,\"choose\",function() chosen+=1 end)
function _update60()
 if (btn(1)) dot.x+=1
 if (dot.x==20) printh(\"passed 20\")
 if (dot.x==21) printh(\"then 21\")
 if (btnp(5)) sfx(3) music(2)
 if (dot.x==60) error_here()
 while (stat(30)) do typed..=stat(31) end
 for i=1,dot.x*10 do pset(i%128,0,0) end
end
function _draw()
 cls(1) pset(dot.x,64,8)
 print(\"at \"..dot.x..\" \\\"here\\\"\",2,2,7)
end
function spare()
 local a=1
 a+=1
 return a
end
__sfx__
001000000c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c050
001000000c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c050
001000000c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c050
001000000c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c0500c050
__music__
00 00424344
00 00424344
00 01424344
";

/// A folder with `dot.p8` and these tests.
fn dot(name: &str, tests: &[(&str, &str)]) -> PathBuf {
    let folder = folder("cart_tests", name);
    fs::write(folder.join("dot.p8"), format!("{HEAD}{DOT}")).expect("written");
    fs::create_dir(folder.join("tests")).expect("made");
    for (name, text) in tests {
        fs::write(folder.join(format!("tests/{name}.test")), text).expect("written");
    }
    folder
}

fn test(folder: &Path, more: &str) -> CommandOutput {
    rasher(&format!("test {}/dot.p8 {more}", folder.display()))
}

/// Stored data, the mouse and the player's settings; a failed test's recording has them too.
#[test]
fn a_test_has_its_own_start_and_its_own_mouse() {
    let cart = "cartdata(\"dot_1\") poke(0x5f2d,5) best=dget(2) asked=stat(6)\n\
                function _update()\n x,y,held,dx,wheel=stat(32),stat(33),stat(34),stat(38),stat(36)\n end\n";
    let start = "cartdata dot_1 2=1.5 63=7\nparam \"hard\"\nexpect best == 1.5 && asked == \"hard\"\n";
    let mouse = "mouse 64 32 left+middle\nwheel -2\n1\nexpect x == 64 && y == 32 && held == 5 && wheel == -2\n\
                 1 x\nexpect x == 64 && held == 5 && dx == 0 && wheel == 0\n\
                 mouse 60 32\n1\nexpect dx == -4 && held == 0\n";
    let folder = dot("start", &[("all", &format!("{start}{mouse}")), ("none", "expect best == 0\n1")]);
    fs::write(folder.join("dot.p8"), format!("{HEAD}{cart}")).expect("written");
    let output = test(&folder, "");
    assert_eq!((output.code, output.err.as_str()), (0, ""), "{}", output.out);
    fs::write(folder.join("tests/all.test"), format!("{start}{mouse}expect best == 2\n")).expect("written");
    assert_eq!(test(&folder, "all").code, 1);
    let said = done(&format!(
        "debug {0}/dot.p8 {0}/tests/failed/all.report --goto 1 --print best --print x --json",
        folder.display()
    ));
    assert!(said.contains("\"best\":1.5") && said.contains("\"x\":64"), "{said}");
}

/// Lines that pass, and fail with one word changed: the report then.
#[test]
fn each_line_looks_at_what_it_says() {
    let cases = [
        ("expect dot.x == 10", "expect dot.x == 11", "found dot.x = 10"),
        (
            "expect dot.x == 10 && frame == 10",
            "expect dot.x < 10 || frame > 10",
            "found dot.x = 10, frame = 10",
        ),
        ("expect mem[0x5f2c] == 0", "expect mem[0x5f2c] == 1", "found mem[0x5f2c] = 0"),
        (
            "expect dot.name == \"dot\"",
            "expect dot.nam == \"dot\"",
            "no field dot.nam here; similar: dot.name",
        ),
        ("lua #mobs == 3", "lua #mobs == 4", "found #mobs = 3"),
        ("lua dot.x>9 and #mobs>2", "lua dot.x>9 and #mobs>3", "found false"),
        ("lua mobs[3]", "lua mobs[4]", "found nil"),
        ("lua sub(dot.name,2,2)==\"o\"", "lua nobody.x", "nobody"),
        (
            "30 right until dot.x == 15\nexpect frame == 15",
            "5 right until dot.x == 16",
            "in frame 15: found dot.x = 15",
        ),
        ("to 12\nexpect frame == 12", "3 right until dot.x == 11\nto 10", "already at frame 11"),
        ("always dot.x < 11\n20", "always dot.x < 12\n5 right", "in frame 12: found dot.x = 12"),
        ("cost 50%\n5 right", "cost 0.1%\n5 right", "in frame 11: found "),
        (
            "20 right\nprints \"passed\"\nprints \"21\"",
            "20 right\nprints \"21\"\nprints \"passed\"",
            "found no such text in the 0 lines since",
        ),
        ("shows \"at 10\"", "shows \"at 11\"", "found \"at 10 \\\"here\\\"\""),
        ("shows \"10 \\\"here\\\"\"", "shows \"here 10\"", "found \"at 10"),
        ("1 x\nsfx 3", "sfx 3", "found sounds [-1, -1, -1, -1]"),
        ("1 x\nmusic 2", "1 x\nmusic 1", "found pattern 2"),
        ("type \"ab\"\n1\nlua typed==\"ab\"", "type \"ab\"\nlua typed==\"ab\"", "found typed = \"\""),
        ("menu 1\n1\nexpect chosen == 1", "menu 2\n1\nexpect chosen == 1", "found chosen = 0"),
        (
            "60 right\nerror \"error_here\"",
            "60 right\nerror \"elsewhere\"",
            "found the cart stopped in frame 60",
        ),
        ("60 right\nerror \"dot.p8\"", "5 right\nerror \"dot.p8\"", "found no error"),
        ("30 right", "50 right", "the cart stopped in frame 60"),
    ];
    let tests: Vec<[(String, String); 2]> = cases
        .iter()
        .enumerate()
        .map(|(n, (good, bad, _))| {
            [("good", good), ("bad", bad)]
                .map(|(word, text)| (format!("{n:02}{word}"), format!("10 right\n{text}\n")))
        })
        .collect();
    let tests: Vec<(&str, &str)> = tests.iter().flatten().map(|(name, text)| (&**name, &**text)).collect();
    let folder = dot("lines", &tests);
    let report = test(&folder, "--json");
    assert_eq!((report.code, &*report.err), (1, ""));
    let told: serde_json::Value = serde_json::from_str(&report.out).expect("one object");
    for (n, (good, bad, why)) in cases.iter().enumerate() {
        // By name "bad" comes before "good".
        let [bad_result, good_result] = [0, 1].map(|more| &told["tests"][2 * n + more]);
        assert_eq!(good_result["passed"], true, "{good}: {good_result}");
        let found = bad_result["failures"][0]["found"].as_str().unwrap_or_default();
        assert!(bad_result["passed"] == false && found.contains(why), "{bad}: {bad_result}");
    }
    assert_eq!((told["passed"].as_u64(), told["failed"].as_u64()), (Some(22), Some(22)));
    // The same result with parallel tests.
    let plain = |report: CommandOutput| {
        let mut told: serde_json::Value = serde_json::from_str(&report.out).expect("one object");
        told["tests"].as_array_mut().expect("a list").iter_mut().for_each(|test| test["seconds"] = 0.into());
        told
    };
    assert_eq!(plain(test(&folder, "--json --jobs 1")), plain(test(&folder, "--json --jobs 8")));
}

/// The picture, the difference and the run that a new cart's failing test leaves.
#[test]
fn a_new_cart_s_tests_pass_until_it_is_broken() {
    let cart = folder("cart_tests", "new").join("moth");
    let dir = cart.display();
    done(&format!("new --lua {dir}"));
    let said = done(&format!("test {dir}/moth.p8 --coverage=100"));
    assert!(
        said.contains("2 tests: 2 passed, 0 failed\nlines reached: ") && said.contains("100.0 %"),
        "{said}"
    );
    assert!(!cart.join("tests/failed").exists(), "what passes leaves nothing");

    let code = fs::read_to_string(cart.join("moth.lua")).expect("it is there");
    fs::write(cart.join("moth.lua"), code.replace("circfill(104,22,10,7)", "circfill(104,22,10,10)"))
        .expect("written");
    let report = rasher(&format!("test {dir}/moth.p8 --junit {dir}/report.xml"));
    assert_eq!((report.code, &*report.err), (1, ""));
    let place = format!("{dir}/tests/first.test:11: picture first.png: ");
    for part in [
        "FAIL  first ",
        &place,
        "pixels differ",
        "failed/first-first-diff.png",
        "to debug it: rasher ",
        "failed/first.report\n",
        "ok    meadow",
        "1 failed",
    ] {
        assert!(report.out.contains(part), "{part:?} is not in {}", report.out);
    }
    // Old, new and difference, side by side and enlarged twice: only the moon is red.
    let diff = cart.join("tests/failed/first-first-diff.png");
    let diff = read_png(&fs::read(diff).expect("it was written"), "diff").expect("a picture");
    assert_eq!((diff.width, diff.height), (2 * (3 * SIDE + 16), 2 * SIDE));
    let red = |x: usize, y: usize| diff.indices[2 * y * diff.width + 2 * (x + 2 * (SIDE + 8))] == 8;
    assert!(red(104, 22) && !red(104 - 11, 22) && !red(60, 60), "inside the disc of radius 10");
    let page = root().join("console/tool/tests.png");
    let page = read_png(&fs::read(page).expect("the page has a picture"), "tests.png").expect("a picture");
    assert_eq!(page, diff, "the page shows this picture: console/tool/TESTS.md");
    // Its run opens at the failure.
    let said = done(&format!("debug {dir}/moth.p8 {dir}/tests/failed/first.report --print caught"));
    assert!(said.contains("caught = 1"), "{said}");

    let xml = fs::read_to_string(cart.join("report.xml")).expect("it was written");
    let document = roxmltree::Document::parse(&xml).expect("it is XML");
    let all: Vec<_> = document.descendants().filter(|node| node.is_element()).collect();
    let names: Vec<&str> = all.iter().map(|node| node.tag_name().name()).collect();
    assert_eq!(names, ["testsuites", "testsuite", "testcase", "failure", "system-out", "testcase"]);
    assert_eq!((all[1].attribute("tests"), all[1].attribute("failures")), (Some("2"), Some("1")));
    assert_eq!((all[2].attribute("name"), all[5].attribute("name")), (Some("first"), Some("meadow")));
    assert!(all[3].text().is_some_and(|text| text.starts_with(&place)), "{xml}");

    // Accepting the picture removes the files of the failure.
    let options =
        TestOptions { cart: format!("{dir}/moth.p8").into(), bless: true, ..TestOptions::default() };
    let report = tool::test_cart(shelf::CARTS, &options);
    assert!(
        report.code == 0 && report.out.contains("accepted") && report.out.contains("first.png"),
        "{report:?}"
    );
    done(&format!("test {dir}/moth.p8"));
    assert!(!cart.join("tests/failed").exists());
}

/// Nothing runs while a file is invalid, and all invalid files are reported.
#[test]
fn invalid_tests_are_reported_with_their_line() {
    let folder = dot("wrong", &[("a", "10 rihgt\n"), ("b", "60\n"), ("c", "60\nexpect x ==\n")]);
    let dir = folder.display();
    let a = format!("{dir}/tests/a.test:1: found \"rihgt\", expected left,");
    let c = format!("{dir}/tests/c.test:2: at letter 5: found the end");
    fails(&format!("test {dir}/dot.p8"), 2, &[&a, &c]);
    assert_eq!(test(&folder, "b").code, 0, "one that is named runs alone");
    fails(
        &format!("test {dir}/dot.p8 nobody"),
        2,
        &["no test with \"nobody\" in its name", "tests/walk.test"],
    );
    fails(&format!("test {dir}/other.p8"), 2, &["other.p8: cannot read"]);
    fails(&format!("test {dir}/dot.p8 --tests {dir}"), 2, &["found no test, expected files such as"]);
    fails("test", 2, &["expected the NAME"]);
    fails("test nobody", 2, &["no cart \"nobody\" on the shelf"]);
    fails(&format!("test {dir}/dot.p8 b --junit {dir}/nowhere/report.xml"), 2, &["nowhere/report.xml"]);
    // A cart's own folder of tests takes precedence over the shared one.
    fs::create_dir(folder.join("tests/dot")).expect("made");
    fs::write(folder.join("tests/dot/own.test"), "60\n").expect("written");
    assert!(test(&folder, "").out.starts_with("ok    own "));
}

/// A cart whose code does not parse fails its tests, with the position; so do invalid lines.
#[test]
fn what_is_wrong_with_the_cart_fails_its_tests() {
    let folder = dot("broken", &[("a", "10\nlua #mobs==3\n"), ("stops", "error \"dot.p8:1\"\n")]);
    let dir = folder.display();
    let few = test(&folder, "a --coverage=90");
    assert_eq!(few.code, 1);
    assert!(few.err.contains("% of the lines reached, expected at least 90 %"), "{}", few.err);
    assert!(few.out.contains("1 passed") && few.out.contains("not reached:\n  dot.p8 "), "{}", few.out);
    fs::write(folder.join("dot.p8"), format!("{HEAD}dot=\n")).expect("written");
    let report = test(&folder, "");
    assert_eq!(report.code, 1);
    let told = format!("{dir}/tests/a.test:1: 10: the cart stopped in frame 0 at dot.p8:");
    assert!(report.out.contains(&told) && report.out.contains("1 passed, 1 failed"), "{}", report.out);
    let rust = rasher("test goblin --coverage");
    assert!(rust.code == 0 && rust.err.contains("only works for Lua carts"), "{rust:?}");
}

/// Start and buttons come from the recording, the code is today's.
#[test]
fn a_recording_is_played_to_its_end() {
    let all = "recording a.rec\nto 5\nexpect dot.x == 5\nend\nexpect dot.x == 20 && frame == 40\ndigests\n";
    let folder =
        dot("recorded", &[("all", all), ("past", "recording a.rec\n41\n"), ("none", "recording b.rec\n")]);
    let dir = folder.display();
    fs::write(folder.join("keys"), "20 right\n20\n").expect("written");
    done(&format!("run {dir}/dot.p8 --headless --input {dir}/keys --seed 9 --record {dir}/tests/a.rec"));
    let report = test(&folder, "");
    assert_eq!(report.code, 1);
    for part in [
        "ok    all ",
        "past.test:2: 41: reached the recording's end, frame 40",
        "none.test:1: recording b.rec: ",
        "1 passed, 2 failed",
    ] {
        assert!(report.out.contains(part), "{part:?} is not in {}", report.out);
    }
    let code = format!("{HEAD}{}", DOT.replace("x=0", "x=1"));
    fs::write(folder.join("dot.p8"), code).expect("written");
    let report = test(&folder, "all");
    for part in [
        "all.test:3: expect dot.x == 5: found dot.x = 6",
        "all.test:6: digests: found a different digest than the recording's in frame 40",
    ] {
        assert!(report.out.contains(part), "{part:?} is not in {}", report.out);
    }
    done("test porklike kept");
    fs::copy(root().join("tests/replays/goblin.rec"), folder.join("tests/a.rec")).expect("copied");
    let report = test(&folder, "all");
    assert!(report.out.contains("found a run of \"goblin\" with"), "{}", report.out);
}

/// A test begins in a frame of a recording, slot or report, and changes the state there.
#[test]
fn a_test_begins_anywhere_and_changes_the_moment() {
    let begins = [
        ("number", "from a.rec 12\nexpect dot.x == 12 && frame == 12\n3 right\nexpect dot.x == 15", None),
        ("end", "from a.rec\nexpect dot.x == 20 && frame == 40\n1 right\nexpect frame == 41", None),
        ("report", "from b.report\nexpect dot.x == 7 && frame == 7\n1\nexpect dot.x == 7", None),
        ("set", "set dot.x = 5\nexpect dot.x == 5\n1 right\nexpect dot.x == 6", None),
        ("call", "call dot.x=30 del(mobs,1)\nlua #mobs==2\n1 right\nexpect dot.x == 31", None),
        (
            "past",
            "from a.rec 41",
            Some("found a run of \"dot\" with 40 frames, expected one of \"dot\" with 41 to"),
        ),
        ("gone", "from c.rec", Some("gone.test:1: from c.rec: ")),
        ("name", "set dot.y.z = 5", Some("/dot/y/z: no such field")),
        ("fails", "call nobody()", Some("nobody")),
        ("stops", "from a.rec 10\ncall dot.x=59\n1 right", Some("the cart stopped in frame 11")),
    ];
    let tests: Vec<(&str, &str)> = begins.iter().map(|(name, text, _)| (*name, *text)).collect();
    let folder = dot("begins", &tests);
    let dir = folder.display();
    fs::write(folder.join("keys"), "20 right\n20\n").expect("written");
    done(&format!("run {dir}/dot.p8 --headless --input {dir}/keys --seed 9 --record {dir}/tests/a.rec"));
    done(&format!("debug {dir}/dot.p8 {dir}/tests/a.rec --goto 7 --report {dir}/tests/b.report --yes"));
    let report = test(&folder, "");
    for (name, text, why) in begins {
        let passed = format!("ok    {name} ");
        assert!(report.out.contains(why.unwrap_or(&passed)), "{text}: {}", report.out);
    }
    // The change is part of the failed run.
    let said = done(&format!("debug {dir}/dot.p8 {dir}/tests/failed/stops.report --goto 10 --print dot.x"));
    assert!(said.contains("dot.x = 10"), "{said}");
    let crash = rasher(&format!("replay {dir}/dot.p8 {dir}/tests/failed/stops.report"));
    assert!(crash.code == 0 && crash.out.contains("11 frames of dot"), "{crash:?}");
}

/// The report of a failed test opens at its first failure, with a bookmark for each.
#[test]
fn a_failed_test_s_report_opens_at_its_failure() {
    let lines = "always dot.x < 12\n20 right\n10\nexpect dot.x == 1\n30\n";
    let folder = dot("opens", &[("a b", lines)]);
    let dir = folder.display();
    let report = test(&folder, "");
    let command = format!("to debug it: rasher '{dir}/tests/failed/a b.report'\n");
    assert!(report.out.contains(&command), "{}", report.out);
    let bytes = fs::read(folder.join("tests/failed/a b.report")).expect("it was written");
    let report = timeline::Report::from_bytes(&bytes).expect("a report");
    assert_eq!((report.frame, report.recording.frames()), (12, 60));
    let marks: Vec<(u64, &str)> =
        report.marked.bookmarks.iter().map(|(frame, name)| (*frame, &**name)).collect();
    let expected = [
        (12, "always dot.x < 12: in frame 12: found dot.x = 12"),
        (30, "expect dot.x == 1: found dot.x = 20"),
    ];
    assert_eq!(marks, expected);
}

/// A cart maker's program knows its cart, and the tests in the current folder.
#[test]
fn a_program_of_one_cart_needs_no_name() {
    static APPLES: [Entry; 1] = [Entry::bare("apples", || rasher::program(tests::apples::Apples::default()))];
    let tests = root().join("console/tool/example/apples/tests");
    let words = |line: &str| -> Vec<_> { line.split(' ').map(Into::into).collect() };
    let line = format!("apples test --tests {}", tests.display());
    let report = tool::command(&APPLES, words(&line)).expect("it needs no window");
    assert_eq!((report.code, &*report.err), (0, ""), "{}", report.out);
    assert!(report.out.contains("ok    first"), "{}", report.out);
    let filtered =
        tool::command(&APPLES, words(&line.replace("test ", "test nobody "))).expect("it needs no window");
    assert!(filtered.code == 2 && filtered.err.contains("no test with \"nobody\""), "{filtered:?}");
}

/// The tests next to the shipped carts.
#[test]
fn the_shelf_s_carts_pass_their_tests() {
    for cart in shelf::CARTS {
        let said = done(&format!("test {}", cart.name));
        assert!(said.contains(" 0 failed"), "{said}");
    }
}
