//! `rasher test --monkey`: bugs of each kind are found, shortened, and left as a test that fails.
//!
//! The shortest presses are known from how each bug was made.

use std::fs;
use std::path::{Path, PathBuf};
use tests::shell::{done, folder, rasher};

const HEAD: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n";

fn cart(name: &str, code: &str) -> PathBuf {
    let folder = folder("monkey", name);
    fs::write(folder.join("game.p8"), format!("{HEAD}{code}")).expect("written");
    folder
}

fn monkey(folder: &Path, more: &str) -> tool::CommandOutput {
    rasher(&format!("test {}/game.p8 {more}", folder.display()))
}

#[test]
fn bugs_of_each_kind_become_short_tests() {
    let cases = [
        // The 5th press of right, when x is down.
        (
            "error",
            "n=0 function _update() if (btnp(1)) n+=1 if (n>4 and btn(5)) nobody.x=1\nend",
            "",
            "nobody",
        ),
        ("always", "hp=9 function _update() if (btnp(4)) hp-=3\nend", "always hp > 0\n", "found hp = 0"),
        (
            "budget",
            "function _update() if (btn(2)) for j=1,20 do for i=1,30000 do end end\nend",
            "",
            "cost 100%: in frame",
        ),
        ("endless", "function _update() if (btn(3)) while true do end\nend", "", "a call that never ends"),
        ("menu", "menuitem(2,\"x\",function() nobody.x=1 end) function _update() end", "", "nobody"),
        ("mouse", "poke(0x5f2d,1) function _update() if (stat(34)==1) nobody.x=1\nend", "", "nobody"),
    ];
    for (name, code, always, why) in cases {
        let folder = cart(name, code);
        let dir = folder.display();
        if !always.is_empty() {
            fs::create_dir(folder.join("tests")).expect("made");
            fs::write(folder.join("tests/rules.test"), always).expect("written");
        }
        let found = monkey(&folder, "--monkey 60 --seed 3 --jobs 1");
        assert_eq!((found.code, &*found.err), (1, ""), "{name}: {}", found.out);
        assert!(found.out.contains("one failed, shortened from "), "{name}: {}", found.out);
        let text = fs::read_to_string(folder.join("tests/monkey-1.test")).expect("it was written");
        assert!(text.lines().next().is_some_and(|line| line.contains(why)), "{name}: {text}");
        let open = format!("to debug it: rasher {dir}/tests/failed/monkey-1.report");
        assert!(found.out.contains(&open), "{name}: {}", found.out);
        // It fails as long as the bug is there.
        let again = monkey(&folder, "monkey-1");
        assert_eq!(again.code, 1, "{name}: {}", again.out);
        let presses = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
        assert!(presses <= 12, "{name}: {text}");
        done(&format!("debug {dir}/tests/failed/monkey-1.report --changes"));
    }
    // The first case, with the bug gone.
    let folder = folder("monkey", "error-mended");
    let test = folder.parent().expect("it has one").join("error/tests/monkey-1.test");
    fs::create_dir(folder.join("tests")).expect("made");
    fs::copy(test, folder.join("tests/monkey-1.test")).expect("copied");
    fs::write(folder.join("game.p8"), format!("{HEAD}function _update() end")).expect("written");
    assert_eq!(monkey(&folder, "").code, 0);
}

#[test]
fn a_search_is_repeated_by_its_seed_and_says_what_it_tried() {
    let code = "function _update() if (rnd(400)<1 and btn(0)) nobody.x=1\nend";
    let texts = ["a", "b"].map(|name| {
        let folder = cart(name, code);
        monkey(&folder, "--monkey 60 --seed 8 --jobs 2");
        fs::read_to_string(folder.join("tests/monkey-1.test")).expect("it was written")
    });
    assert_eq!(texts[0], texts[1]);

    let folder = cart("sound", "function _update() end");
    let nothing = monkey(&folder, "--monkey 1 --seed 5");
    assert_eq!((nothing.code, &*nothing.err), (0, ""));
    assert!(
        nothing.out.starts_with("--monkey: ") && nothing.out.ends_with("--seed 5: nothing failed\n"),
        "{}",
        nothing.out
    );
    assert!(!folder.join("tests").exists(), "nothing was written");
    let json = monkey(&folder, "--monkey 1 --seed 5 --json");
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("one object");
    assert!(json["tries"].as_u64() > Some(0) && json["seed"] == 5, "{json}");

    // Starts that fail by themselves are named, and the others used.
    let folder =
        cart("starts", "function _init() for j=1,300 do for i=1,30000 do end end end function _update() end");
    fs::create_dir(folder.join("tests")).expect("made");
    fs::write(folder.join("tests/bad.test"), "always x == 1\n").expect("written");
    fs::write(folder.join("tests/ends.test"), "5\nerror \"no\"\n").expect("written");
    let mixed = monkey(&folder, "--monkey 1 --seed 5");
    assert_eq!(mixed.code, 0, "{mixed:?}");
    for part in ["bad.test: not used as a start: always x == 1", "ends.test: not used as a start: it ends"] {
        assert!(mixed.err.contains(part), "{part}: {}", mixed.err);
    }
    assert!(!mixed.err.contains("over the budget"), "loading is not counted: {}", mixed.err);
    let one = monkey(&folder, "bad --monkey 1");
    assert!(one.code == 1 && one.err.contains("found no start"), "{one:?}");
}
