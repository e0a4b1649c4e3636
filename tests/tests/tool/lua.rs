//! Lua cartridges in files, and what the commands do with them and with their runs.
//!
//! Our decision: a command does the same for a Lua cart as for a Rust cart.

use rasher::{Boot, Code, Event, Input, Rom};
use std::fs;
use std::path::{Path, PathBuf};
use tests::shell::{done, fails, folder, rasher};
use timeline::{Recording, Replay, Run};

const HEAD: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n";
const GAME: &str = "x=0\nfunction _update() if (btn(1)) x+=1 end\nfunction _draw() cls(1) pset(x,5,8) end\n";

fn cartridge(folder: &Path, name: &str, code: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("{HEAD}{code}")).expect("written");
    path
}

/// A folder with `game.p8` and a run of 90 frames, `a.rec`; and its last digest.
fn played(name: &str) -> (PathBuf, String) {
    let folder = folder("lua", name);
    cartridge(&folder, "game.p8", GAME);
    fs::write(folder.join("keys"), "40 right\n50\n").expect("written");
    let dir = folder.display();
    let line =
        format!("run {dir}/game.p8 --headless --input {dir}/keys --frames 90 --record {dir}/a.rec --digest");
    let digest = done(&line).trim_end().rsplit_once(' ').expect("frame and digest").1.to_string();
    (folder, digest)
}

#[test]
fn each_command_that_reads_a_run_reads_those_of_carts_in_lua() {
    let (folder, digest) = played("commands");
    let dir = folder.display();
    // The cartridge is next to its run, or named before or after it.
    for files in
        [format!("{dir}/a.rec"), format!("{dir}/game.p8 {dir}/a.rec"), format!("{dir}/a.rec {dir}/game.p8")]
    {
        let said = done(&format!("replay {files}"));
        assert!(said.contains("90 frames of game") && said.contains(&digest), "{said}");
        let said = done(&format!("debug {files} --until x==7 --print x"));
        assert!(said.starts_with("frame 7 of") && said.contains("x = 7"), "{said}");
        done(&format!(
            "debug {files} --goto 20 --movie {dir}/a.gif --report {dir}/a.report --yes --png {dir}/a.png"
        ));
        assert!(fs::read(folder.join("a.gif")).is_ok_and(|bytes| bytes.starts_with(b"GIF89a")));
        assert!(done(&format!("diff {files} {dir}/a.report --goto 20")).contains("equal\n"));
        assert!(done(&format!("bisect {files} {dir}/a.report")).contains("90 frames are equal"));
        assert!(done(&format!("trace {files} -o {dir}/a.trace")).contains("91 frames"));
        assert!(done(&format!("bisect {files} --trace {dir}/a.trace")).contains("90 frames are equal"));
    }
    done(&format!("debug {dir}/a.rec --goto 10 --press none --branch {dir}/b.rec"));
    let parted = rasher(&format!("bisect {dir}/a.rec {dir}/b.rec"));
    assert_eq!(parted.code, 1);
    assert!(parted.out.starts_with("frame 11 differs"), "{}", parted.out);
}

/// The byte order mark that some editors write is not part of the first name.
#[test]
fn an_included_file_may_begin_with_a_mark() {
    let folder = folder("lua", "mark");
    fs::write(folder.join("lib.lua"), "\u{feff}first=41\r\n").expect("written");
    let path = cartridge(&folder, "game.p8", "#include lib.lua\nprinth(first+1)\nfunction _draw() end\n");
    assert_eq!(done(&format!("run {} --headless --frames 1", path.display())), "42\n");
}

/// Our decision: lines are those of the file wherever one is named, even where a bracket was opened.
#[test]
fn what_is_not_closed_is_named_by_the_line_of_its_own_file() {
    let folder = folder("lua", "opened");
    fs::write(folder.join("lib.lua"), "a=1\nb=2\nif a then\n").expect("written");
    for (name, code, says) in [
        (
            "one.p8",
            "x=1\n-->8\ny=2\nf(1,\n2\nz=3\n",
            "one.p8 tab 1:4: syntax error: found 'z', expected ')' to close '(' of line 2",
        ),
        ("two.p8", "#include lib.lua\nx=1\n", "expected 'end' to close 'if' of lib.lua:3"),
    ] {
        let path = cartridge(&folder, name, code);
        fails(&format!("run {} --headless --frames 1", path.display()), 1, &[says]);
    }
}

/// The percentage, the missing lines and functions, by file; and the run is unaffected.
#[test]
fn lines_that_were_not_reached_are_listed() {
    let (folder, digest) = played("coverage");
    let dir = folder.display();
    let run = format!("--headless --input {dir}/keys --frames 90 --digest --coverage");
    let said = done(&format!("run {dir}/game.p8 {run}"));
    assert_eq!(said, format!("frame 90 digest {digest}\nlines reached: 3 of 3, 100.0 %\n"));

    fs::write(folder.join("lib.lua"), "function used()\n  x+=1\nend\nfunction spare(a)\n  return a\nend\n")
        .expect("written");
    let code = "#include lib.lua\nfunction _update()\n  used()\n  if btn(5) then\n    -- nothing holds it\n    x=2\n    spare(x)\n  end\nend\nx=0\n";
    cartridge(&folder, "two.p8", code);
    let said = done(&format!("run {dir}/two.p8 {run}"));
    let (_, coverage) = said.split_once('\n').expect("the digest's line");
    assert_eq!(
        coverage,
        "lines reached: 7 of 10, 70.0 %\nnot reached:\n  lib.lua  5\n  two.p8  6-7\nnever called:\n  lib.lua:4  spare\n"
    );
    fails("run porklike --coverage", 2, &["--headless"]);
    let rust = rasher("run porklike --headless --coverage");
    assert!(rust.code == 0 && rust.err.contains("only works for Lua carts"), "{}", rust.err);
}

/// A renamed cartridge is recognised by its data and code; another one is refused.
#[test]
fn a_wrong_cart_is_refused() {
    let (folder, digest) = played("wrong");
    let dir = folder.display();
    fs::rename(folder.join("game.p8"), folder.join("renamed.p8")).expect("its own folder");
    // A recording contains its cart; for one of an earlier version, the cart is found by name.
    assert!(done(&format!("replay {dir}/a.rec")).contains(&digest));
    let mut old = Recording::from_bytes(&fs::read(folder.join("a.rec")).expect("it is there")).expect("good");
    old.start.bundle = Default::default();
    fs::write(folder.join("old.rec"), old.to_bytes()).expect("written");
    fails(
        &format!("replay {dir}/old.rec"),
        1,
        &["old.rec: its cart \"game\" is not on the shelf", "name the cartridge too"],
    );
    assert!(done(&format!("replay {dir}/renamed.p8 {dir}/a.rec")).contains(&digest));
    cartridge(&folder, "code.p8", &GAME.replace("pset(x", "pset(x+1"));
    fails(
        &format!("replay {dir}/code.p8 {dir}/a.rec"),
        1,
        &["a.rec: recorded with different code than", "code.p8"],
    );
    cartridge(&folder, "data.p8", &format!("{GAME}__gfx__\n{}\n", "7".repeat(128)));
    fails(
        &format!("replay {dir}/data.p8 {dir}/a.rec"),
        1,
        &["found a run of \"game\" with different data, expected one of", "data.p8"],
    );
    fails(&format!("replay porklike {dir}/renamed.p8 {dir}/a.rec"), 2, &["a.rec"]);
    fails(&format!("replay porklike {dir}/a.rec"), 2, &["expected one run"]);
    fails(&format!("diff {dir}/renamed.p8 {dir}/a.rec"), 2, &["expected two runs"]);
    cartridge(&folder, "broken.p8", "x=\n");
    fails(&format!("replay {dir}/broken.p8 {dir}/a.rec"), 1, &["broken.p8:"]);
    fails(&format!("replay {dir}/nowhere.rec"), 1, &["nowhere.rec"]);
}

/// An error ends a run, which is still valid; its position is reported with the calls that led there.
#[test]
fn a_run_that_ends_with_an_error_is_a_run() {
    let folder = folder("lua", "error");
    let dir = folder.display();
    cartridge(
        &folder,
        "game.p8",
        "n=0\nfunction f()\n return nothing.here\nend\nfunction _update()\n n+=1\n if (n==5) f()\nend\n",
    );
    let ran = rasher(&format!("run {dir}/game.p8 --headless --frames 30 --record {dir}/a.rec"));
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("game.p8:3"), "{}", ran.err);
    let said = done(&format!("debug {dir}/a.rec --print n --json"));
    let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!((&said["crash"]["place"], &said["fields"]["n"]), (&"game.p8:3".into(), &4.into()), "{said}");
    assert_eq!(said["crash"]["stack"][0]["line"], 7, "{said}");
}

/// Code saved during play is part of a run: the run can be walked forwards and back, and replays.
#[test]
fn a_change_of_code_is_part_of_a_run() {
    let code = |text: &str| Code { text: text.as_bytes().into(), pieces: vec![(1, "game.p8".into(), 1)] };
    let program = || script::lua_cart(GAME.as_bytes(), "game.p8").expect("a program");
    let mut run = Run::start(program(), Boot::default()).expect("it starts");
    let mut digests = vec![run.console().digest()];
    let changed = code("function _update() x+=3 end function _draw() cls(x) end");
    for frame in 0..600 {
        let mut input = Input::buttons(2);
        if frame == 200 {
            input.events.push(Event::Code(changed.clone()));
        }
        run.frame(&input).expect("it runs");
        digests.push(run.console().digest());
    }
    let x = |run: &Run| run.console().program().field(&["x"]);
    assert_eq!(x(&run), Some((200 + 400 * 3).into()));
    for frame in [600, 199, 200, 201, 320, 0, 450] {
        run.goto(frame).expect("it has been run");
        assert_eq!(run.console().digest(), digests[frame as usize], "frame {frame}");
    }
    let bytes = run.recording().to_bytes();
    let recording = Recording::from_bytes(&bytes).expect("its own bytes");
    let rom = Rom::clone(run.rom()).into();
    let replayed =
        Replay::new(&recording, program(), rom).expect("the same start").finish().expect("the same run");
    assert_eq!(replayed.digest(), digests[600]);
    // New code fixes an error before the frame that stopped.
    let mut run = Run::start(program(), Boot::default()).expect("it starts");
    let change = |text: &str| Input { events: vec![Event::Code(code(text))], ..Input::default() };
    run.frame(&change("function _update() y.x=1 end")).expect_err("an error");
    run.frame(&Input::default()).expect_err("the same again");
    let wrong = run.frame(&change("function _update( end")).expect_err("no program");
    assert_eq!(wrong.fault.place.to_string(), "game.p8:1");
    run.frame(&change("y={} function _update() x=7 end")).expect("it is mended");
    assert_eq!((run.now(), x(&run)), (1, Some(7.into())));
}

/// An unpacked cartridge plays and packs like the original, data and code alike; nothing is overwritten.
#[test]
fn a_cartridge_is_unpacked_and_packed_again() {
    let folder = folder("lua", "unpacked");
    let dir = folder.display();
    // The data of one of our carts, so that each kind of file has content; glyphs and three tabs of code.
    let rom = shelf::find("porklike").and_then(|entry| entry.rom().ok()).expect("its own data");
    let code = "-- two lines\n-- of comment\nx=0\n-->8\nfunction _update() if (btn(➡️)) x+=1 end\n-->8\n\nfunction _draw()\n cls(1) spr(1,x,5) print(\"🐱\") end";
    let label = Some(Box::new([5; rasher::PIXELS]));
    let code = rasher::text::encode(code).collect();
    let cartridge =
        format::Cartridge { code, label, ..format::Cartridge::new(Rom { name: "game".into(), ..rom }) };
    fs::write(folder.join("game.p8.png"), format::write_p8png(&cartridge).expect("it has room"))
        .expect("written");
    let said = done(&format!("unpack {dir}/game.p8.png {dir}/own"));
    let files = "game.p8 game_0.lua game_1.lua game_2.lua sprites/game.png sprites/game.map sprites/game.flags sfx/game.sfx sfx/game.music";
    for file in files.split(' ') {
        assert!(
            said.contains(&format!("own/{file}: ")) && folder.join("own").join(file).is_file(),
            "{file}: {said}"
        );
    }
    let run = |file: &str| done(&format!("run {dir}/{file} --headless --frames 40 --digest"));
    assert_eq!(run("own/game.p8"), run("game.p8.png"));
    for packed in ["again.p8.png", "again.p8"] {
        done(&format!("pack {dir}/own/game.p8 -o {dir}/{packed}"));
        let again = store::read_cartridge(&folder.join(packed)).expect("a cartridge");
        assert_eq!((&again.rom.data, &again.label), (&cartridge.rom.data, &cartridge.label), "{packed}");
        assert_eq!(rasher::text::decode(&again.code), rasher::text::decode(&cartridge.code), "{packed}");
    }
    assert_eq!(fs::read(folder.join("again.p8.png")).ok(), fs::read(folder.join("game.p8.png")).ok());
    fails(&format!("unpack {dir}/game.p8.png {dir}/own"), 1, &["own/game.p8: already exists"]);
    fails(&format!("unpack {dir}/nowhere.p8 {dir}/other"), 1, &["nowhere.p8"]);
    fs::write(folder.join("own/sfx/game.sfx"), "nonsense").expect("written");
    fails(&format!("run {dir}/own/game.p8 --headless"), 1, &["game.sfx"]);
}

/// A new cart plays and packs at once; nothing is overwritten.
#[test]
fn a_new_cart_in_lua_plays() {
    let folder = folder("lua", "new");
    let dir = folder.display();
    let said = done(&format!("new --lua {dir}/night_moth"));
    assert!(said.contains("night_moth/night_moth.p8"), "{said}");
    let files = "night_moth.p8 night_moth.lua README.md sprites/night_moth.png sprites/night_moth.map \
                 sprites/night_moth.flags sfx/night_moth.sfx sfx/night_moth.music";
    files
        .split_whitespace()
        .for_each(|file| assert!(folder.join("night_moth").join(file).is_file(), "{file}"));
    let code = fs::read_to_string(folder.join("night_moth/night_moth.lua")).expect("its code");
    assert!(code.starts_with("-- night moth\n") && !code.contains("my_game"), "{code}");
    // It plays: from its start the firefly catches the spark to its upper right.
    fs::write(folder.join("keys"), "20 up\n40 right\n20\n").expect("written");
    let cart = format!("{dir}/night_moth/night_moth.p8");
    done(&format!("run {cart} --headless --input {dir}/keys --record {dir}/a.rec --png {dir}/a.png"));
    let said = done(&format!("debug {cart} {dir}/a.rec --print caught --print fly"));
    assert!(said.contains("caught = 1"), "{said}");
    let budget = done(&format!("budget {cart}"));
    assert!(budget.contains("night_moth.p8"), "{budget}");
    done(&format!("pack {cart} -o {dir}/moth.p8.png"));
    assert!(done(&format!("run {dir}/moth.p8.png --headless --digest")).contains("digest"));
    let said = done(&format!("new --lua --blank {dir}/bare"));
    assert!(said.contains("bare/bare.p8"), "{said}");
    let code = fs::read_to_string(folder.join("bare/bare.lua")).expect("its code");
    assert!(code.starts_with("-- bare\n-- by you\n") && code.contains("function _draw()"), "{code}");
    assert!(
        ["README.md", "tests", "sprites", "sfx"].iter().all(|name| !folder.join("bare").join(name).exists())
    );
    assert!(done(&format!("run {dir}/bare/bare.p8 --headless --digest")).contains("digest"));
    fails(&format!("new --blank {dir}/bare2"), 2, &["--lua"]);
    fails(&format!("new --lua {dir}/night_moth"), 1, &["already exists"]);
    fails(&format!("new --lua {dir}/Moth"), 1, &["cannot be the name of a cart"]);
    fails(&format!("new --lua --git x {dir}/moth"), 2, &["--git"]);
}

const FIRST: &str = "x=0 s=0 cartdata(\"both\") dset(0,3) function _update() if btn(4) then load(\"parts/second.p8\",\"back\",\"hi\") end end\n";
const SECOND: &str = "cartdata(\"both\") s=stat(6)..dget(0) cstore(0x10,0,1) cstore(0,0,2,\"../first.p8\") poke(0,6) cstore(0,0,1,\"third\") printh(\"a line\",\"log\")\n";

/// A run over two carts replays in a folder without either; what a cart stores goes to its own folder of the home,
/// and is found again.
#[test]
fn a_run_of_several_carts_needs_no_file_of_theirs() {
    let folder = folder("lua", "several");
    let dir = folder.display();
    fs::create_dir_all(folder.join("game/parts")).expect("its own folder");
    cartridge(&folder, "game/first.p8", FIRST);
    let second = format!("{SECOND}function _update() reload(0x8000,0,1,\"third\") x=@0x8000 end\n");
    let second = cartridge(&folder, "game/parts/second.p8", &second);
    let before = fs::read(&second).expect("it is there");
    fs::write(folder.join("keys"), "20 none\n1 o\n20 none\n").expect("written");
    let run = format!(
        "run {dir}/game/first.p8 --headless --input {dir}/keys --frames 41 --home {dir}/home --record {dir}/a.rec --digest"
    );
    let digest = done(&run).trim_end().rsplit_once(' ').expect("frame and digest").1.to_string();
    assert_eq!(fs::read(&second).expect("it is there"), before, "no cartridge is written");
    let carts: Vec<PathBuf> = fs::read_dir(folder.join("home/carts"))
        .expect("made")
        .map(|entry| entry.expect("read").path())
        .collect();
    assert_eq!(carts.len(), 1, "{carts:?}");
    assert!(carts[0].file_name().is_some_and(|key| key.to_string_lossy().starts_with("code-")), "{carts:?}");
    let mut files: Vec<String> = fs::read_dir(&carts[0])
        .expect("made")
        .map(|entry| entry.expect("read").file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    // A name that leads out of the folder is invalid. Its cart data, stored elsewhere, are recorded as its
    // own.
    assert_eq!(files, [".made", "log.p8l", "parts~second.p8", "third.p8"]);

    fs::rename(folder.join("game"), folder.join("away")).expect("its own folder");
    fs::create_dir(folder.join("elsewhere")).expect("its own folder");
    fs::rename(folder.join("a.rec"), folder.join("elsewhere/b.rec")).expect("its own folder");
    let said = done(&format!("replay {dir}/elsewhere/b.rec"));
    assert!(said.contains("41 frames of first") && said.contains(&digest), "{said}");
    let said = done(&format!("debug {dir}/elsewhere/b.rec --until x==6 --print s --print x"));
    assert!(said.contains("s = \"hi3\"") && said.contains("x = 6"), "{said}");
    let said = done(&format!("debug {dir}/elsewhere/b.rec --goto 10 --print s"));
    assert!(!said.contains("hi3"), "before the load: {said}");

    // In its own place it finds what it has stored, though the cart that stored it is loaded later.
    fs::rename(folder.join("away"), folder.join("game")).expect("its own folder");
    cartridge(&folder, "game/first.p8", "reload(0x8000,0,1,\"third\") printh(\"third \"..@0x8000)\n");
    assert!(done(&run).contains("third 6\n"));
}
