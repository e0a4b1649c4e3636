//! The command line as the binary gets it: each command's output, exit code and errors.
//!
//! The binary only prints what [`tool::command`] returns, so this is the command line without a process. Texts and
//! exit codes are our decisions: 0 done, 1 a command failed, 2 invalid arguments. An error names the file and the
//! place, and gives the value found and the value expected.

use loader::{DataPlaces, Loaded, Loader, Origin};
use rasher::{Console, Rom};
use std::fs;
use std::path::{Path, PathBuf};
use store::CartData;
use tests::golden::Shown;
use tests::shell::{done, fails, folder, rasher, root};
use timeline::Recording;
use tool::PlayOptions;

/// The line `frame 60 digest 0123456789abcdef` in a command's output.
#[track_caller]
fn digest(printed: &str) -> String {
    let line = printed.lines().find(|line| line.contains(" digest ")).unwrap_or_else(|| panic!("{printed}"));
    line.to_string()
}

#[test]
fn help_and_version_are_asked_for_and_so_no_errors() {
    let help = done("--help");
    for word in ["run", "replay", "view", "list", "where", "paths", "help", "--seed", "--home", "--data"] {
        assert!(help.contains(word), "--help does not mention {word}");
    }
    assert!(done("--version").starts_with("rasher "));
    assert!(done("run --help").contains("--headless"));
    // clap breaks lines; none is too wide for a terminal.
    assert!(help.lines().all(|line| line.chars().count() <= 120), "{help}");
}

#[test]
fn what_cannot_be_read_ends_with_2() {
    let cases: &[(&str, &[&str])] = &[
        ("run --headless", &["expected the NAME", "rasher list"]),
        ("view", &["expected the NAME"]),
        ("run porklike --nosuch", &["--nosuch"]),
        ("run porklike --headless --frames x", &["'x'", "--frames"]),
        ("run porklike --headless --frames -1", &["-1"]),
        ("run porklike --headless --frames 21600001", &["21600001", "21600000"]),
        ("run porklike --headless --seed 0xyz", &["0xyz", "hex digits"]),
        ("run porklike --headless --seed 18446744073709551616", &["a number below 2^64"]),
        ("run porklike --headless --scale 0", &["--scale", "1..=16"]),
        ("run porklike --input x", &["--headless"]),
        ("run porklike --png x", &["--headless"]),
        ("replay", &["<FILE>"]),
        ("where", &["expected the NAME"]),
        ("pack", &["expected the NAME"]),
        ("render --sfx 1 --wav x", &["expected the NAME"]),
        ("porklike extra", &["extra"]),
    ];
    for (line, says) in cases {
        fails(line, 2, says);
    }
}

/// Opening a window is left to the caller, with all its options. A restarting window passes its own start as
/// arguments.
#[test]
fn the_words_of_options_are_read_as_the_same_options() {
    let folder = folder("cli", "words");
    let hung = Some(tool::HungRun { file: "a b.rec".into(), debugger: true });
    let played = PlayOptions {
        cart: Some("--odd name.p8".into()),
        seed: Some(u64::MAX),
        record: Some("r.rec".into()),
        frames: Some(9),
        against: Some("x.rec".into()),
        renderer: tool::Renderer::Soft,
        sound_buffer: Some(40),
        stats: true,
        serial: true,
        data: Some("d".into()),
        home: Some("h".into()),
        hung,
        ..PlayOptions::default()
    };
    let shelf = PlayOptions { folders: vec![folder.clone(), folder], ..PlayOptions::default() };
    for options in [PlayOptions::default(), played, shelf] {
        let words = std::iter::once("rasher".into()).chain(options.to_args());
        let window = tool::command(shelf::CARTS, words).expect_err("a window is wanted");
        let tool::Window::Play(again) = *window else { panic!("{options:?}") };
        assert_eq!(format!("{again:?}"), format!("{options:?}"));
    }
}

#[test]
fn windows_are_handed_on() {
    let window = |line: &str| {
        tool::command(shelf::CARTS, line.split(' ').map(Into::into)).expect_err("a window is wanted")
    };
    let tool::Window::Play(play) = *window("rasher") else { panic!() };
    assert_eq!((play.cart, play.seed), (None, None));
    for line in ["rasher porklike --seed 0x10", "rasher run porklike --seed 16"] {
        let tool::Window::Play(play) = *window(line) else { panic!("{line}") };
        assert_eq!((play.cart.as_deref(), play.seed), (Some(Path::new("porklike")), Some(16)));
    }
    assert!(matches!(*window("rasher view porklike"), tool::Window::View(_)));
}

/// One folder or several open the shelf; a cart's name is that cart, even if a folder has the same name.
#[test]
fn folders_of_carts_are_named_on_the_command_line() {
    let base = std::env::temp_dir().join(format!("rasher-cli-folders-{}", std::process::id()));
    let [one, two] = ["one", "two"].map(|name| base.join(name).display().to_string());
    for folder in [&one, &two] {
        std::fs::create_dir_all(folder).unwrap();
    }
    let play = |words: &[&str]| {
        let words = ["rasher"].into_iter().chain(words.iter().copied()).map(Into::into);
        match tool::command(shelf::CARTS, words) {
            Err(window) => match *window {
                tool::Window::Play(play) => Ok((play.cart, play.folders)),
                other => panic!("{other:?}"),
            },
            Ok(output) => Err((output.code, output.err)),
        }
    };
    let path = |text: &String| std::path::PathBuf::from(text);
    assert_eq!(play(&[&one]), Ok((None, vec![path(&one)])));
    assert_eq!(play(&[&one, &two, "--seed", "3"]), Ok((None, vec![path(&one), path(&two)])));
    assert_eq!(play(&["run", &two]), Ok((None, vec![path(&two)])));
    let gone = format!("{one}/gone");
    for (words, wrong) in [(["porklike", &one], &one), ([&one, &gone], &gone), ([&gone, &one], &one)] {
        let (code, said) = play(&words).expect_err("they are not all folders");
        assert!(code == 2 && said.contains(&format!("{wrong}: expected a folder")), "{said}");
    }
    fails(&format!("run porklike {one} --headless"), 2, &["--headless needs the NAME"]);
    // A cart's name: the files of this folder are found only from inside it, so the cart has the folder's
    // name.
    let carts =
        Vec::leak(vec![shelf::Entry::bare(one.clone().leak(), shelf::CARTS[0].make), shelf::CARTS[0]]);
    let Err(window) = tool::command(carts, ["rasher", &one].map(Into::into)) else {
        panic!("a window is wanted")
    };
    assert!(
        matches!(*window, tool::Window::Play(play) if play.cart.as_deref() == Some(Path::new(&one)) && play.folders.is_empty())
    );
    std::fs::remove_dir_all(&base).unwrap();
}

#[test]
fn the_shelf_is_listed() {
    let list = done("list");
    let (carts, examples) = list.split_once("\nExamples").expect("the examples stand below");
    for (listed, entries) in
        [(carts, shelf::CARTS), (examples.split_once('\n').expect("a list").1, shelf::EXAMPLES)]
    {
        assert_eq!(listed.lines().count(), entries.len());
        for (line, cart) in listed.lines().zip(entries) {
            assert!(line.starts_with(cart.name) && line.contains(cart.title), "{line}");
        }
    }
    assert_eq!(done("new --examples").lines().filter(|line| line.starts_with("breakout ")).count(), 1);
}

#[test]
fn carts_that_are_not_there_are_named() {
    for line in ["run nosuch --headless", "where nosuch"] {
        fails(line, 1, &["no cart \"nosuch\" on the shelf, which has: ", "porklike"]);
    }
}

#[test]
fn calls_are_explained() {
    let help = done("help spr");
    assert!(help.starts_with("spr n x y") && help.contains("\nspr_ext(n: impl Int, x: impl Int, "), "{help}");
    assert!(help.contains("    Draws sprite `n`, 8 x 8 pixels"), "its own text: {help}");
    assert!(
        help.contains("\nExample in Lua:\n    cls(3)\n")
            && help.contains("\nExample in Rust:\n    p8.cls(3);\n"),
        "{help}"
    );
    assert!(
        done("help stat").contains("\n    0                       memory of the cart"),
        "a table has columns"
    );
    assert!(done("help atan2").contains("\nNum::atan2(dx: Num, dy: Num) -> Num\n"), "it has no self");
    assert!(done("help spr_ext").starts_with("spr n x y"), "by its longer sibling too");
    assert!(done("help sfx").contains("sound"));
    assert!(done("help replay").contains("Usage: rasher replay"), "commands are explained too");
    fails("help sper", 1, &["no call or command \"sper\"; did you mean spr?"]);
    fails("help replya", 1, &["did you mean replay?"]);
    fails("help xyzzyxyzzy", 1, &["no call or command \"xyzzyxyzzy\"\n"]);
    let all = done("help");
    for call in rasher::api::CALLS.iter().filter(|call| call.status == rasher::api::Status::Rust) {
        assert!(all.contains(call.help), "{} is missing", call.name);
        assert!(all.contains(&format!("\n{}:\n", call.section)), "{} is missing", call.section);
    }
}

/// Words that are not a call's name lead to matching topics, best first. The ranking is our decision.
#[test]
fn words_lead_somewhere() {
    // Search words, and names that must be listed in this order, the first of them at the top.
    let cases: [(&str, &[&str]); 26] = [
        ("mouse", &["stat ", "Registers"]),
        ("sprite", &["spr ", "sspr ", "Sprites and map"]),
        ("sprites", &["spr ", "Sprites and map"]),
        ("sound", &["sfx ", "music ", "Sound "]),
        ("high score", &["cartdata ", "dget ", "dset "]),
        ("highscore", &["cartdata "]),
        ("colour palette", &["pal "]),
        ("random number", &["rnd "]),
        ("keyboard", &["btn ", "stat "]),
        ("game pad", &["btn "]),
        ("limits", &["Limits "]),
        ("screenshot", &["extcmd ", "ctrl 6"]),
        ("gif", &["extcmd ", "ctrl 9"]),
        ("distribute", &["pack ", "build "]),
        ("transparent colour", &["palt "]),
        ("swap palette", &["pal "]),
        ("two players", &["btn "]),
        ("mp3", &["export "]),
        ("delay", &["time "]),
        ("3d", &["tline "]),
        ("hitbox", &["fget ", "mget "]),
        ("how do i clear the screen", &["cls "]),
        ("shake the camera", &["camera "]),
        ("coroutine", &["Lua in carts "]),
        ("phone", &["export "]),
        // Topics with some of the words, if none has all of them.
        ("xyzzy sprite", &["Nothing matches all words", "spr "]),
    ];
    for (words, names) in cases {
        let found = done(&format!("help {words}"));
        let lines: Vec<&str> = found.lines().skip(2).map(str::trim_start).collect();
        let at = |name: &str| lines.iter().position(|line| line.starts_with(name));
        let places: Vec<Option<usize>> = names.iter().map(|name| at(name)).collect();
        assert!(places[0] == Some(0) && places.iter().all(Option::is_some), "{words}: {names:?}\n{found}");
        assert!(found.lines().all(|line| line.chars().count() <= 130), "{found}");
    }
    assert!(done("help mouse").contains("mouse x, mouse y, its buttons"), "and where it stands there");
    let num = done("help num");
    assert!(num.contains("num!") && num.contains("Num"), "the type and the macro: {num}");
    for (words, says) in [
        ("moues", "did you mean mouse?"),
        ("hihg scroe", "did you mean high score?"),
        ("sprtie", "did you mean sprite?"),
        ("xyzzy plugh", "no call or command \"xyzzy plugh\"\n"),
    ] {
        fails(&format!("help {words}"), 1, &[says]);
    }
}

#[test]
fn places_are_reported() {
    let home = folder("cli", "paths");
    let paths = done(&format!("paths --home {}", home.display()));
    assert_eq!(paths.lines().count(), 14);
    for (line, name) in paths.lines().zip([
        "settings",
        "marks",
        "cart ids",
        "cart data",
        "carts' files",
        "own carts",
        "deleted carts",
        "edited data",
        "runs",
        "save slots",
        "screenshots",
        "bug reports",
        "histories of edits",
        "catalogues",
    ]) {
        assert!(line.starts_with(name) && line.contains(&home.display().to_string()), "{line}");
    }
    let place = done(&format!("where porklike --data {}", root().display()));
    assert!(place.starts_with(&format!("porklike: {}\n", root().display())), "{place}");
    for ending in ["png", "map", "flags", "sfx", "music"] {
        assert!(place.contains(&format!("porklike.{ending}\n")), "{place}");
    }
    assert!(place.ends_with("  not used: embedded in the binary\n"), "{place}");
}

/// Without a checkout the user's own copy counts, and the output names the winner.
#[test]
fn an_own_copy_counts_where_no_checkout_does() {
    let (home, entry) = (folder("cli", "own-copy"), &shelf::CARTS[0]);
    let store = store::Home::find(Some(&home)).unwrap();
    let base = entry.rom().unwrap().data;
    let mut data = base.clone();
    data[0x3001] ^= 1;
    let (own, _) = store::write_own(
        &store,
        entry.name,
        &entry.files,
        store::Edited::data(&data, &base),
        &mut store::FirstFiles::default(),
    )
    .unwrap();
    let from = |from: Option<&Path>| {
        let (from, own_copies) = (from.map(Path::to_path_buf), Some(store.edited()));
        find(entry, &DataPlaces { from, own_copies, ..DataPlaces::default() })
    };
    let found = from(Some(&std::env::temp_dir()));
    assert_eq!((&found.cart.origin, &found.cart.rom.data), (&Origin::OwnCopy(own.clone()), &data));
    assert!(found.missing.is_empty(), "{:?}", found.missing);
    let above = from(Some(root()));
    assert_eq!((&above.cart.origin, &above.cart.rom.data), (&Origin::Folder(root().into()), &base));
    let told = done(&format!("where {} --data {} --home {}", entry.name, root().display(), home.display()));
    assert!(told.contains(&format!("not used: your own copy, {}\n", own.display())), "{told}");
}

#[test]
fn data_come_from_the_folder_that_was_named() {
    let data = folder("cli", "data");
    let line = format!("run porklike --headless --frames 1 --data {}", data.display());
    fails(&line, 1, &[&data.display().to_string(), "this folder has neither a sprites nor an sfx folder"]);
    // A folder without this cart's files is an error, not a reason to use others silently.
    let sprites = data.join("sprites");
    fs::create_dir(&sprites).unwrap();
    fails(&line, 1, &["no sprites/porklike.png, .map or .flags and no sfx/porklike.sfx or .music"]);
    fs::create_dir(data.join("sfx")).unwrap();
    for path in ["sprites/porklike.png", "sprites/porklike.map", "sprites/porklike.flags"]
        .into_iter()
        .chain(["sfx/porklike.sfx", "sfx/porklike.music"])
    {
        fs::copy(root().join(path), data.join(path)).unwrap();
    }
    let digest_of = |line: &str| digest(&done(&format!("{line} --digest")));
    let same = digest_of(&line);
    assert_eq!(same, digest_of(&format!("run porklike --headless --frames 1 --data {}", root().display())));

    // One flag changes the state; a broken file is refused with its position.
    let flags = fs::read_to_string(sprites.join("porklike.flags")).unwrap();
    let changed = flags.replacen("  0: 00", "  0: 80", 1);
    assert_ne!(changed, flags, "sprite 0 begins the first row");
    fs::write(sprites.join("porklike.flags"), changed).unwrap();
    assert_ne!(digest_of(&line), same);
    fs::write(sprites.join("porklike.flags"), "0: 00 zz\n").unwrap();
    fails(&line, 1, &["porklike.flags:1", "\"zz\""]);
    fs::write(sprites.join("porklike.flags"), flags).unwrap();
    fs::write(sprites.join("porklike.png"), format::png(&[0; 64 * 64], 64, 64, 1)).unwrap();
    fails(&line, 1, &["porklike.png", "64x64 pixels", "128x128 pixels"]);
    fs::write(sprites.join("porklike.png"), b"no picture").unwrap();
    fails(&line, 1, &["porklike.png", "a PNG picture"]);
}

/// A shelf cart with the data found there.
fn find(entry: &'static shelf::Entry, places: &DataPlaces) -> Loaded {
    Loader::new(store::DiskSource::default()).entry(entry, places).unwrap()
}

/// Without `--data`: the nearest folder above with sprites and sounds, otherwise the binary's own data. Here both are
/// the same.
#[test]
fn data_are_found_upwards_or_are_embedded() {
    let entry = &shelf::CARTS[0];
    let from = |from: Option<PathBuf>| find(entry, &DataPlaces { from, ..DataPlaces::default() });
    let above = from(Some(root().join("tests/src/carts")));
    assert_eq!(above.cart.origin, Origin::Folder(root().into()));
    let nowhere = from(Some(std::env::temp_dir()));
    assert_eq!((&nowhere.cart.origin, from(None).cart.origin), (&Origin::Embedded, Origin::Embedded));
    assert_eq!(nowhere.cart.rom, above.cart.rom, "what is embedded is what lies on the disk");
    // A nearer folder wins; one with only sprites does not count.
    let project = folder("cli", "project");
    fs::create_dir_all(project.join("sprites/deep")).unwrap();
    assert_eq!(from(Some(project.join("sprites/deep"))).cart.origin, above.cart.origin);
    fs::create_dir(project.join("sfx")).unwrap();
    assert_eq!(
        from(Some(project.join("sprites/deep"))).cart.origin,
        Origin::Embedded,
        "it has no files of the cart"
    );
    fs::copy(root().join("sprites/porklike.flags"), project.join("sprites/porklike.flags")).unwrap();
    let own = from(Some(project.join("sprites/deep")));
    let lacks = ["sprites/porklike.png", "sprites/porklike.map", "sfx/porklike.sfx", "sfx/porklike.music"];
    let lacks =
        lacks.map(|file| format!("{} not found: the cart starts without it", project.join(file).display()));
    assert_eq!((own.missing, above.missing, nowhere.missing), (lacks.into(), vec![], vec![]));
    assert_eq!(
        (own.cart.origin, &own.cart.rom.data[0x3000..0x3100]),
        (Origin::Folder(project), &above.cart.rom.data[0x3000..0x3100])
    );
    assert!(own.cart.rom.data[..0x3000].iter().all(|byte| *byte == 0), "files of two places are never mixed");
}

#[test]
fn a_run_repeats_and_its_recording_replays() {
    let folder = folder("cli", "run");
    let (script, recording) = (folder.join("keys"), folder.join("run.rec"));
    fs::write(&script, "# into the yard\n40\n3 o\n30 right\n9\n5 up+x 2:left\n2 pause\n").unwrap();
    let line = format!("run porklike --headless --seed 7 --input {} --digest", script.display());
    let played = done(&format!("{line} --record {}", recording.display()));
    assert_eq!(played, done(&line), "the same again");
    assert!(digest(&played).starts_with("frame 89 digest "), "as many frames as the script has: {played}");
    assert_ne!(played, done(&line.replace("seed 7", "seed 8")));

    let replayed = done(&format!("replay {}", recording.display()));
    assert_eq!(digest(&replayed), digest(&played));
    assert!(replayed.contains("89 frames of porklike"), "{replayed}");
    // A recording is an input like a script.
    let again = done(&line.replace(&script.display().to_string(), &recording.display().to_string()));
    assert_eq!(again, played);
    // Requested frames override the script's length, in both directions.
    for n in [0, 5, 200] {
        assert!(digest(&done(&format!("{line} --frames {n}"))).starts_with(&format!("frame {n} ")));
    }
    assert!(
        digest(&done("run porklike --headless --digest")).starts_with("frame 60 "),
        "a second without either"
    );
}

#[test]
fn the_picture_is_the_console_s() {
    let folder = folder("cli", "png");
    let (png, recording) = (folder.join("a.png"), folder.join("a.rec"));
    let line = format!("run porklike --headless --frames 90 --record {}", recording.display());
    done(&format!("{line} --png {} --scale 3", png.display()));
    let recorded = Recording::from_bytes(&fs::read(&recording).unwrap()).unwrap();
    let rom = Rom { version: recorded.start.version, ..shelf::CARTS[0].rom().unwrap() };
    let mut console = Console::boot((shelf::CARTS[0].make)(), recorded.start.boot(rom.into()));
    recorded.inputs().for_each(|input| _ = console.frame(&input));
    let screen = console.screen();
    let read = |path: &Path| format::read_png(&fs::read(path).unwrap(), "a.png").unwrap();
    let picture = read(&png);
    assert_eq!((picture.width, picture.height), (384, 384));
    assert!((0..128 * 128).all(|i| picture.indices[i / 128 * 3 * 384 + i % 128 * 3] == screen[i]));
    done(&format!("replay {} --png {}", recording.display(), png.display()));
    assert_eq!(read(&png).width, 512, "a replay's picture is four times enlarged");
}

#[test]
fn wrong_inputs_are_named_with_their_line() {
    let folder = folder("cli", "input");
    let script = folder.join("keys");
    let line = format!("run porklike --headless --input {}", script.display());
    fails(&line, 1, &[&script.display().to_string(), "cannot read"]);
    let cases = [
        ("3 o\n\n12 rigth\n", "keys:3: found \"rigth\", expected left, right, up, down, o, x or pause"),
        ("right 12\n", "keys:1: found \"right\", expected a number of frames"),
        ("1 0:x\n", "keys:1: found \"0\", expected a player from 1 to 8"),
        ("1 9:x\n", "keys:1: found \"9\", expected a player from 1 to 8"),
        ("1 o+\n", "keys:1: found \"\", expected left"),
        ("1\n21600000\n", "keys:2: found \"21600000\", expected at most 100 hours of frames"),
        ("-1 o\n", "keys:1: found \"-1\""),
        ("\u{0}\u{0}", "keys:1: found"),
    ];
    for (text, says) in cases {
        fs::write(&script, text).unwrap();
        fails(&line, 1, &[says]);
    }
    fs::write(&script, [0xff, 0xfe, b'\n']).unwrap();
    fails(&line, 1, &["keys:1: found"]);
    fs::write(&script, "rasher recording 1\nnonsense").unwrap();
    fails(&line, 1, &["keys: a damaged recording"]);
    fails(&format!("run porklike --headless --input {}", folder.display()), 1, &["cannot read"]);
}

#[test]
fn wrong_recordings_are_named() {
    let folder = folder("cli", "recordings");
    let file = folder.join("a.rec");
    let line = format!("replay {}", file.display());
    fails(&line, 1, &["a.rec: cannot read"]);
    let good = {
        done(&format!("run porklike --headless --frames 30 --record {}", file.display()));
        fs::read(&file).unwrap()
    };
    done(&line);
    let cases: &[(Vec<u8>, &str)] = &[
        (Vec::new(), "a.rec: not a recording: found \"\""),
        (b"\x7fELF".to_vec(), "a.rec: not a recording"),
        (
            [b"rasher recording 9\n", &good[19..]].concat(),
            "a.rec: a recording of format 9, made by a newer version",
        ),
        (good[..good.len() / 2].to_vec(), "a.rec: a damaged recording"),
    ];
    for (bytes, says) in cases {
        fs::write(&file, bytes).unwrap();
        fails(&line, 1, &[says]);
    }
    let with = |change: fn(&mut Recording)| {
        let mut recording = Recording::from_bytes(&good).unwrap();
        change(&mut recording);
        fs::write(&file, recording.to_bytes()).unwrap();
    };
    with(|recording| recording.start.cart = "nosuch".into());
    fails(&line, 1, &["its cart \"nosuch\" is not on the shelf"]);
    with(|recording| recording.start.version += 1);
    fails(&line, 1, &["a.rec: the recording is of version "]);
    with(|recording| recording.start.rom ^= 1);
    fails(&line, 1, &["a.rec: the recording is of porklike with data "]);
    with(|recording| recording.start.seed ^= 1);
    fails(&line, 1, &["a.rec: the run diverges: frame 0 is "]);
}

/// Only with `--home` are cart data read and saved; without it, the same command gives the same bytes anywhere.
#[test]
fn cart_data_live_in_the_home() {
    let home = store::Home::find(Some(&folder("cli", "home"))).unwrap();
    let data = std::array::from_fn(|i| i as u8);
    assert!(CartData::read(&home).0.all().is_empty());
    CartData::default().write(&home, "porklike", &data).unwrap();
    let (saves, errors) = CartData::read(&home);
    assert_eq!((saves.all()["porklike"].as_ref(), errors.len()), (&data, 0));
    // Other folders and files in it are left untouched.
    fs::create_dir(home.saves().join("folder.p8d.txt")).unwrap();
    fs::write(home.saves().join("notes.txt"), "mine").unwrap();
    let (saves, errors) = CartData::read(&home);
    assert_eq!((saves.all().len(), errors.len()), (1, 1), "the folder cannot be read, and that is said");
}

/// A file that this version does not understand is never overwritten.
#[test]
fn broken_cart_data_are_set_aside_and_said() {
    let folder = folder("cli", "broken");
    let saves = folder.join("cdata");
    fs::create_dir(&saves).unwrap();
    let file = saves.join("porklike.p8d.txt");
    for kept in ["porklike.p8d.txt.broken", "porklike.p8d.txt.broken2"] {
        fs::write(&file, format!("00000000\nversion 9 {kept}\n")).unwrap();
        let report = rasher(&format!("run porklike --headless --frames 2 --home {}", folder.display()));
        assert_eq!(report.code, 0, "the cart starts without it: {report:?}");
        for part in [
            "porklike.p8d.txt:2: found \"version\"",
            "64 numbers",
            &format!("kept as {}", saves.join(kept).display()),
        ] {
            assert!(report.err.contains(part), "{:?} does not say {part:?}", report.err);
        }
        assert!(fs::read_to_string(saves.join(kept)).unwrap().contains(kept));
        assert!(!fs::read_to_string(&file).unwrap_or_default().contains("version 9"));
    }
}

#[test]
fn files_that_cannot_be_written_are_named() {
    let folder = folder("cli", "unwritable");
    let file = folder.join("file");
    fs::write(&file, "in the way").unwrap();
    let below = file.join("a.png");
    fails(
        &format!("run porklike --headless --frames 1 --png {}", below.display()),
        1,
        &[&file.display().to_string(), "cannot write"],
    );
    fails(&format!("run porklike --headless --frames 1 --record {}", folder.display()), 1, &["cannot write"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "in the way");
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["file"], "nothing is left lying about");
}

/// A few bytes that represent a hundred hours cost no memory until they run.
#[test]
fn long_recordings_are_short_inputs() {
    let folder = folder("cli", "long");
    let file = folder.join("long.rec");
    let mut recording = Recording::default();
    (0..2_000_000).for_each(|_| _ = recording.push(&rasher::Input::default()));
    fs::write(&file, recording.to_bytes()).unwrap();
    assert!(fs::metadata(&file).unwrap().len() < 200);
    let printed = done(&format!("run porklike --headless --frames 3 --digest --input {}", file.display()));
    assert!(digest(&printed).starts_with("frame 3 "));
}
