//! The shipped carts against the limits on their source.

use std::path::Path;

/// Every cart on the shelf is within 8,192 tokens, 65,535 characters and 15,616 compressed bytes.
#[test]
fn every_cart_is_within_the_limits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for cart in shelf::CARTS {
        let read = |path: &str| std::fs::read(root.join(path)).ok();
        let report = budget::measure(&format!("cart/{}", cart.name), &read);
        let report = report.unwrap_or_else(|error| panic!("{error}"));
        let used = [report.tokens, report.chars, report.compressed];
        println!("{}: {} tokens, {} characters, {} bytes", cart.name, used[0], used[1], used[2]);
        assert!(report.tokens > 1000, "{} tokens of {} were found: too few", report.tokens, cart.name);
        let past: Vec<_> =
            report.past().into_iter().map(|it| (it.name(), report.used(it), it.most())).collect();
        assert!(past.is_empty(), "{} is past its limits (what, found, most): {past:?}", cart.name);
    }
}

fn rasher(arguments: &[&str]) -> tool::CommandOutput {
    let arguments = ["rasher"].iter().chain(arguments).map(Into::into);
    tool::command(shelf::CARTS, arguments).unwrap_or_else(|_| panic!("no window is wanted"))
}

/// The command succeeds within the limits, and fails beyond one, which it names with its number.
#[test]
fn the_command_reports_and_fails_past_a_limit() {
    let folder = std::env::temp_dir().join(format!("rasher-budget-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("code.lua");
    let name = file.to_str().expect("a path in Unicode");
    std::fs::write(&file, "x=1\n".repeat(2730) + "y=1").expect("a file for the test");
    let report = rasher(&["budget", name]);
    assert_eq!(
        (report.code, report.err.as_str()),
        (1, &*format!("rasher: {name}: found 8,193 tokens, expected at most 8,192: 1 too many\n"))
    );
    std::fs::write(&file, "x=1\n".repeat(2730) + "f()").expect("a file for the test");
    let report = rasher(&["budget", name]);
    assert_eq!((report.code, report.err.as_str()), (0, ""), "exactly the limit");
    assert!(report.out.contains("  tokens       8,192 of  8,192  100 %  ####"), "{}", report.out);
    assert!(
        report.out.lines().skip(1).all(|line| line.chars().count() <= 80 && line.is_ascii()),
        "{}",
        report.out
    );
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
    let report = rasher(&["budget", "nothing"]);
    assert_eq!(report.code, 1);
    assert!(report.err.contains("no cart \"nothing\" on the shelf"), "{}", report.err);
}

/// All forms that our parser reads and PICO-8 0.2.7 refuses, and forms near them that it reads. They rest on its manual: short forms are
/// written in a single line, with a `;` for no statement since 0.2.3; nested comments end at the first `]]` since 0.2.5, `local a+=1` is
/// no longer read since 0.2.5f. A comment without its end is refused as shrinko8 says, the rest by Lua 5.2 and z8lua.
#[test]
fn what_only_pico_8_refuses_is_named_with_its_line() {
    const SHORT: &str = "needs a short form on one line";
    const EMPTY: &str = "needs a statement or `;` here";
    const OPEN: &str = "needs the `]]` of a long comment";
    const COMMENT: &str = "ends a comment at its first `]]`";
    let rows: &[(&str, &[(u32, &str)])] = &[
        ("if (x) y=1", &[]),
        ("if (x) y=1 else y=2", &[]),
        ("if (x) if (y) z=1 else z=2", &[]),
        ("if (x) for i=1,9 do y=1 end", &[]),
        ("if (x);\ny=1", &[]),
        // shrinko8 compared a cart with it with PICO-8.
        ("do if (x) end", &[]),
        ("--[[ one ]] x=1 --[=[ ]] ]=] --[ [", &[]),
        ("x=1\nif (x)\ny=1", &[(2, EMPTY)]),
        ("while (x) -- wait\ny=1", &[(1, EMPTY)]),
        ("local x=1\nlocal x+=1", &[(2, "no longer reads `local a+=1`")]),
        ("function f(a,) end", &[(1, "needs a parameter after the last `,`")]),
        ("x=1\n--[[ one\n--[=[ two ]\n", &[(2, OPEN), (3, OPEN)]),
        ("if (x) ?1", &[]),
        ("while (x) x-=1", &[]),
        ("while(btn()==0);", &[]),
        ("if (x)<2 y=1", &[]),
        ("if (x) then\ny=1\nend", &[]),
        ("if x do\ny=1\nend", &[]),
        ("?1,2", &[]),
        ("x=a^^b y=~a", &[]),
        // shrinko8 compared a cart with it with PICO-8.
        ("x=a~b", &[]),
        ("x^^=1", &[]),
        ("if a~=b then end", &[]),
        ("--[[ one ]] x=1", &[]),
        ("goto there ::there::", &[]),
        ("for i=1,9 do if (x) goto next\n::next:: end", &[]),
        ("x=1\nif (a and\n b) y=1", &[(2, SHORT)]),
        ("if (x) for i=1,9 do\ny=1\nend", &[(1, SHORT)]),
        ("if (x) f=function()\n y=1\nend", &[(1, SHORT)]),
        ("if (x) add(t,{\n1})", &[(1, SHORT)]),
        ("if (x) y=1 else for i=1,9 do\ny=1\nend", &[(1, SHORT)]),
        ("while (x) f(\n1)", &[(1, SHORT)]),
        ("?f(\n1)", &[(1, SHORT)]),
        ("if (x) if (y) f(\n1)", &[(1, SHORT), (1, SHORT)]),
        ("x=1\n--[[ [[a]] b ]]\ny=1", &[(2, COMMENT)]),
    ];
    for (code, expected) in rows {
        lua::parse(code.as_bytes()).unwrap_or_else(|error| panic!("{code:?}: {error}"));
        let found = budget::lua_refusals(code.as_bytes());
        assert_eq!(found.len(), expected.len(), "{code:?}: {found:?}");
        for ((line, message), (at, part)) in found.iter().zip(*expected) {
            assert!(line == at && message.contains(part), "{code:?}: {line}: {message}");
        }
    }
}

/// A Lua cart has only PICO-8's functions: none of our own that PICO-8 lacks.
#[test]
fn no_function_of_a_lua_cart_is_ours_alone() {
    let rust = rasher::api::CALLS.iter().filter(|call| call.row == 0).flat_map(|call| call.forms);
    let ours: Vec<&str> = rust.map(|form| form.name).collect();
    let natives = script::natives();
    assert!(ours.contains(&"score"), "{ours:?}");
    let both: Vec<_> = ours.iter().filter(|name| natives.iter().any(|native| native == *name)).collect();
    assert!(both.is_empty(), "{both:?}");
}

/// The command and `rasher test` name the file and the line; only `--strict` fails.
#[test]
fn commands_warn_of_what_only_pico_8_refuses() {
    let folder = tests::shell::folder("budget", "refused");
    let (cart, lib) = (folder.join("a.p8"), folder.join("lib.lua"));
    let text = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n#include lib.lua\nwhile (x) f(\n1)\n";
    // The memory is free again at the end.
    let memory = "t={} n=0 function _update() n+=1 for i=1,600 do add(t,{}) end if n>60 then t={} end end\n";
    std::fs::write(&cart, format!("{text}{memory}")).unwrap();
    std::fs::write(&lib, "y=0\nif (x) f(\n1)\n").unwrap();
    let name = cart.to_str().unwrap();
    let report = rasher(&["budget", name]);
    let warned = "rasher: lib.lua:2: PICO-8 needs a short form on one line: use `then`, `end`\n\
        rasher: a.p8:2: PICO-8 needs a short form on one line: use `then`, `end`\n";
    assert_eq!((report.code, &*report.err), (0, warned));
    std::fs::create_dir(folder.join("tests")).unwrap();
    std::fs::write(folder.join("tests/a.test"), "to 90\n").unwrap();
    let report = rasher(&["test", name]);
    assert_eq!(report.code, 0, "{}", report.out);
    let memory = "KiB are in use by stat(0); PICO-8 has 2048\n";
    assert!(report.err.starts_with(warned) && report.err.ends_with(memory), "{}", report.err);
    assert_eq!(rasher(&["test", name, "--strict"]).code, 1);
    std::fs::write(&cart, text.replace("41", "44").replace("while (x) f(\n1)", "")).unwrap();
    std::fs::write(&lib, "y=0\n").unwrap();
    let newer = "rasher: a: found version 44, expected at most 43: PICO-8 0.2.7 refuses newer ones\n";
    assert_eq!(rasher(&["budget", name]).err, newer);
    assert_eq!(rasher(&["test", name, "--strict"]).err, newer);
    std::fs::write(&cart, "x=1\ny=\n").unwrap();
    let broken = "a.p8:3: syntax error: found the end of the program, expected an expression\n";
    assert!(rasher(&["budget", name]).err.ends_with(broken));
    std::fs::write(&cart, "x=1\n".repeat(2800)).unwrap();
    let report = rasher(&["test", name, "--strict"]);
    assert_eq!(
        (report.code, &*report.err),
        (1, "rasher: a: found 8,400 tokens, expected at most 8,192: 208 too many\n")
    );
}
