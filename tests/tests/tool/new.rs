//! A new cart made by `rasher new`: it builds, its tests pass, and its commands know the cart; what `rasher new`
//! refuses; and what happens to a folder that is moved or sent.
//!
//! The cart is built as a newcomer would: in its own folder, with its own manifest, offline, with the checkout's lock
//! file and its built external crates. So every change of the console compiles and tests the template. Our decision:
//! it runs at once, without warnings, and is formatted.

use rasher::{Boot, Bundle, BundledCart, CartBytes, Code, Effect, Event, Input, Rom};
use std::fs;
use std::path::Path;
use std::process::Command;
use tests::shell::{command, folder, root};
use timeline::{Recording, Report, Run};

fn new(path: &Path, more: &[&str]) -> tool::CommandOutput {
    command(["new".as_ref(), path.as_os_str()].into_iter().chain(more.iter().map(AsRef::as_ref)))
}

/// The names of everything in a folder.
fn inside(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Runs cargo in a folder; returns whether it succeeded, and its output.
fn cargo(folder: &Path, args: &[&str]) -> (bool, String) {
    let done = Command::new(std::env::var("CARGO").unwrap_or("cargo".into()))
        .args(args)
        .current_dir(folder)
        // The newcomer's cargo must not see the environment of the cargo that runs these tests.
        .env_remove("CARGO_MANIFEST_DIR")
        .output()
        .expect("cargo runs");
    let said = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (done.status.success(), said)
}

/// Makes cargo build the console in a third of the time for carts below this folder. Optimised or not, it does the same.
fn build_without_optimisation(folder: &Path) {
    let template = fs::read_to_string(root().join("console/tool/template/Cargo.toml")).expect("the template");
    let heads = template.lines().filter(|line| line.starts_with("[profile.dev.package.rasher"));
    let profiles: String = heads.map(|head| format!("{head}\nopt-level = 0\n")).collect();
    fs::create_dir_all(folder.join(".cargo")).expect("a folder");
    fs::write(folder.join(".cargo/config.toml"), profiles).expect("cargo's settings");
}

/// All files of a folder except those in `target`, with their texts.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for name in inside(folder).into_iter().filter(|name| name != "target") {
        let path = folder.join(&name);
        match path.is_dir() {
            true => out.extend(texts(&path)),
            false => out.push((name, String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned())),
        }
    }
    out
}

#[test]
fn a_new_cart_builds_and_its_tests_pass() {
    let cart = folder("new", "builds").join("night_moth");
    build_without_optimisation(cart.parent().expect("the folder"));
    let report = new(&cart, &[]);
    assert_eq!((report.code, report.err.as_str()), (0, ""));
    assert!(report.out.contains("cargo run  "), "it says what to do next: {}", report.out);
    assert!(!report.out.contains("--release"), "one advice: {}", report.out);
    let mut there = inside(&cart);
    there.retain(|name| name != "target");
    assert_eq!(
        there,
        [".gitignore", "Cargo.lock", "Cargo.toml", "README.md", "sfx", "sprites", "src", "tests"]
    );
    assert_eq!(inside(&cart.join("sprites")), ["night_moth.flags", "night_moth.map", "night_moth.png"]);
    for (name, text) in texts(&cart) {
        assert!(!text.contains(&root().display().to_string()), "{name} names a place of this machine");
        assert!(!text.contains("my_game") && !text.contains("My game"), "{name} is the template's");
    }
    let well = |args: &[&str]| {
        let (done, said) = cargo(&cart, args);
        assert!(done, "cargo {args:?}: {said}");
        said
    };
    let said = well(&["test", "--offline"]);
    assert!(said.contains("3 passed") && !said.contains("warning"), "{said}");
    // With the console built here, only the console's own crates and the cart are compiled.
    if root().join("target/debug").join(format!("rasher{}", std::env::consts::EXE_SUFFIX)).is_file() {
        let built = said.lines().filter_map(|line| line.trim().strip_prefix("Compiling "));
        let mut names: Vec<&str> = built.filter_map(|line| line.split(' ').next()).collect();
        names.retain(|name| {
            !name.starts_with("rasher") && *name != "night_moth" && shelf::find(name).is_none()
        });
        assert!(names.is_empty(), "built once more: {names:?}");
    }
    well(&["fmt", "--check"]);

    // Commands in the folder need no name.
    let said = well(&["run", "-q", "--offline", "--", "budget"]);
    assert!(said.starts_with("night_moth (Rust)\n  tokens ") && said.contains("src/lib.rs"), "{said}");
    let said = well(&["run", "-q", "--offline", "--", "budget", "night_moth"]);
    assert!(said.starts_with("night_moth (Rust)\n"), "by its name: {said}");
    well(&["run", "-q", "--offline", "--", "pack"]);
    let cartridge = store::read_cartridge(&cart.join("night_moth.p8.png")).expect("a cartridge");
    let code = String::from_utf8_lossy(&cartridge.code).into_owned();
    assert!(
        code.starts_with("-- Night moth\n-- a firefly in a night meadow"),
        "it bears the cart's title: {code}"
    );
    // Its page: the player of any module, the cart's own, which is built already, and a picture of play.
    well(&["run", "-q", "--offline", "--", "export"]);
    let page = fs::read(cart.join("night_moth.html")).expect("its page");
    let shown = format::read_cartridge(&page, "night_moth.html").expect("the cart in it");
    let label = shown.label.expect("a label");
    assert!(page.len() < 900_000 && format::is_module(&shown.code), "{} bytes", page.len());
    assert!(label.contains(&1) && label.contains(&7), "the night, and the moon");
    let said = well(&["run", "-q", "--offline", "--", "test"]);
    assert!(said.contains("ok    first  90 frames") && said.contains("1 passed, 0 failed"), "{said}");
    assert!(well(&["run", "-q", "--offline", "--", "where"]).contains("night_moth.png"));
    assert!(well(&["run", "-q", "--offline", "--", "list"]).starts_with("night_moth  Night moth: "));

    an_example_fails_a_test_until_its_bug_is_mended(&cart.join("target"));

    // Only this folder's build is thrown away here.
    let built = |folder: &Path| fs::read_dir(folder.join("target/debug/deps")).map_or(0, Iterator::count);
    let before = built(root());
    well(&["clean"]);
    assert_eq!((built(&cart), cart.join("target").exists()), (0, false));
    assert!(built(root()) >= before && before > 0, "the console's stays");
}

/// The window's way from a saved source to the next frame, without the window: cargo's build, its errors by file and line,
/// the state by names, and the recording. The cart is not built for this machine: it takes ten seconds of processor
/// time. What happens to a field whose type changes is our decision.
#[test]
fn a_saved_source_changes_a_run_of_its_module() {
    let cart = &folder("new", "saved").join("night_moth");
    assert_eq!(new(cart, &[]).code, 0);
    let text = |path: &Path| -> &'static str { path.display().to_string().leak() };
    let entry = shelf::Entry {
        package: Some(text(cart)),
        state: "night_moth::Game",
        ..shelf::Entry::bare("night_moth", || rasher::program(tests::apples::Apples::default()))
    };
    let module = tool::PlayModule(Vec::leak(vec![entry]).first().expect("one"));
    let build = || {
        let done = module.command().expect("the target is installed").output().expect("cargo runs");
        module.built(done.status.success(), &done.stdout, &done.stderr)
    };
    let source = cart.join("src/lib.rs");
    let saved = |from: &str, to: &str| {
        let text = fs::read_to_string(&source).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(&source, text.replace(from, to)).unwrap();
        build()
    };
    let code = build().expect("the template");
    let files = module.files();
    assert!(files.contains(&source) && files.contains(&cart.join("src")), "{files:?}");
    let program = loader::compile(&source, &code).expect("its module");
    let bundled = BundledCart { name: "night_moth".into(), code, data: CartBytes(Rom::empty("").data) };
    let boot = || Boot { bundle: Bundle::new(vec![bundled.clone()]).into(), ..Boot::default() };
    let mut run = Run::start(program.clone_box(), boot()).expect("it starts");
    let right = Input::buttons(rasher::button::RIGHT);
    let mut digests = Vec::new();
    let mut play = |run: &mut Run, code: Option<Code>| {
        let mut effects = Vec::new();
        for n in 0..10 {
            let events = code.clone().filter(|_| n == 0).map(Event::Code).into_iter().collect();
            effects.extend(run.frame(&Input { events, ..right.clone() }).expect("a frame"));
            digests.push(run.console().digest());
        }
        effects
    };
    assert_eq!(play(&mut run, None), []);
    let field = |run: &Run, path: &[&str]| run.console().program().field(path);
    let x = |run: &Run| field(run, &["at", "0"]).and_then(|x| x.as_i64());
    let trail = |run: &Run| field(run, &["trail"]).and_then(|trail| Some(trail.as_array()?.len()));
    // It starts at 60 and moves a pixel per frame.
    assert_eq!((x(&run), trail(&run)), (Some(70), Some(10)));
    // Another speed, a new field, and a list that is empty in the new build's first state.
    let new = saved("x += i32::from(p8.btn(1))", "self.glow += 1;\n        x += 2 * i32::from(p8.btn(1))");
    let error = new.expect_err("the field is missing");
    assert_eq!((error.place.file(), error.place.line()), ("src/lib.rs", 25));
    assert!(error.message.starts_with("no field `glow` on type"), "{}", error.message);
    let new = saved("caught: i32,", "caught: i32,\n    glow: u8,").expect("now it is there");
    assert_eq!(play(&mut run, Some(new)), []);
    assert_eq!((x(&run), trail(&run), field(&run, &["glow"])), (Some(90), Some(20), Some(10.into())));
    // Elements of another type do not fit, and all else is kept.
    let new = saved("trail: Vec<(i32, i32)>", "trail: Vec<(i32, i32, bool)>");
    assert!(new.is_err(), "its uses have the old type");
    saved("&self.trail).skip(3)", "&self.trail).map(|(n, (x, y, _))| (n, (x, y))).skip(3)")
        .expect_err("one more");
    let new = saved("insert(0, self.at)", "insert(0, (self.at.0, self.at.1, true))").expect("that was all");
    assert_eq!(play(&mut run, Some(new)), [Effect::Lost("trail".into())]);
    assert_eq!((x(&run), trail(&run), field(&run, &["glow"])), (Some(110), Some(10), Some(20.into())));
    // Floats differ between machines.
    let error =
        saved("self.glow += 1;", "self.glow += (p8.frame() as f32 * 1.5) as u8;").expect_err("a float");
    assert!(error.message.contains("floats"), "{}", error.message);
    let recording = Recording::from_bytes(&run.recording().to_bytes()).expect("a recording");
    let mut replay = Run::start(program, recording.start.boot(boot().rom)).expect("it starts");
    for (frame, input) in recording.inputs().enumerate() {
        replay.frame(&input).expect("a frame");
        assert_eq!(replay.console().digest(), digests[frame], "frame {frame}");
    }
    assert_eq!(replay.now(), 30);
}

/// As on the page of the debugging session, one test fails, and the page's fix makes it pass. It is built in the
/// folder of the previous cart: the console, which both share, takes a minute.
fn an_example_fails_a_test_until_its_bug_is_mended(target: &Path) {
    let cart = folder("new", "mended").join("orchard");
    build_without_optimisation(cart.parent().expect("the folder"));
    let report = new(&cart, &["--example", "apples"]);
    assert_eq!((report.code, report.err.as_str()), (0, ""));
    let target = target.to_str().expect("a path in Unicode");
    let test = || cargo(&cart, &["test", "--offline", "--target-dir", target]);
    let (success, said) = test();
    assert!(!success && said.contains("1 passed; 1 failed"), "{said}");
    let built = said.lines().filter_map(|line| line.trim().strip_prefix("Compiling "));
    assert_eq!(built.filter_map(|line| line.split(' ').next()).collect::<Vec<_>>(), ["orchard"]);
    let source = cart.join("src/apples.rs");
    let text = fs::read_to_string(&source).unwrap();
    let bug = "}\n            // The bug: this should be `else if`.\n            if apple";
    assert!(text.contains(bug));
    fs::write(&source, text.replace(bug, "} else if apple")).unwrap();
    let (success, said) = test();
    assert!(success && said.contains("2 passed"), "{said}");
}

#[test]
fn a_cart_that_was_moved_or_sent_is_linked_again() {
    let home = folder("new", "moved");
    let cart = home.join("moth");
    assert_eq!(new(&cart, &[]).code, 0);
    let resolves = |folder: &Path| cargo(folder, &["tree", "--offline", "--quiet", "--depth", "0"]);
    let (done, said) = resolves(&cart);
    assert!(done, "{said}");
    let far = home.join("a/b/moth");
    fs::create_dir_all(home.join("a/b")).unwrap();
    fs::rename(&cart, &far).unwrap();
    let (done, said) = resolves(&far);
    assert!(!done && said.contains("console"), "cargo names the place that it looked at: {said}");
    let report = command(["link".as_ref(), far.as_os_str()]);
    assert_eq!((report.code, report.err.as_str()), (0, ""));
    assert!(report.out.contains("uses the console in ../"), "{}", report.out);
    let (done, said) = resolves(&far);
    assert!(done, "{said}");
    // Only a cart's folder is changed.
    for (path, says) in [("a", "expected a cart's manifest"), ("nowhere", "expected a cart's manifest")] {
        let report = command(["link".as_ref(), home.join(path).as_os_str()]);
        assert!(report.code == 1 && report.err.contains(says), "{path}: {report:?}");
    }
    fs::write(home.join("a/Cargo.toml"), "[package]\nname = \"x\"\n").unwrap();
    let report = command(["link".as_ref(), home.join("a").as_os_str()]);
    assert!(report.code == 1 && report.err.contains("Cargo.toml"), "{report:?}");
    assert_eq!(fs::read_to_string(home.join("a/Cargo.toml")).unwrap(), "[package]\nname = \"x\"\n");
}

#[test]
fn what_is_advised_is_one_and_the_same() {
    let texts =
        ["README.md", "console/tool/template/README.md"].map(|p| fs::read_to_string(root().join(p)).unwrap());
    // Playing first and then making a cart must not build everything twice with two profiles.
    for text in &texts {
        assert!(text.contains("cargo run -- --resume") && !text.contains("cargo run --release"), "{text}");
    }
}

/// The start of the debugging session: the report opens.
#[test]
fn an_example_has_the_report_of_its_bug() {
    let home = folder("new", "example");
    let cart = home.join("orchard");
    let report = new(&cart, &["--example", "apples"]);
    assert_eq!((report.code, report.err.as_str()), (0, ""));
    let lost = fs::read(cart.join("lost.report")).unwrap();
    let lost = Report::from_bytes(&lost).expect("a report");
    assert_eq!((lost.rom.name.as_str(), lost.recording.start.cart.as_str()), ("orchard", "orchard"));
    let mut ours = Report { rom: Rom { name: "apples".into(), ..lost.rom.clone() }, ..lost };
    ours.recording.start.cart = "apples".into();
    let run = Run::load(&ours.recording, rasher::program(tests::apples::Apples::default()), ours.rom.into());
    let run = run.expect("the same game");
    assert_eq!((run.now(), run.console().program().field(&["hearts"])), (ours.frame, Some(0.into())));
    let none = new(&home.join("pears"), &["--example", "pears"]);
    assert!(none.code == 2 && none.err.contains("[possible values: hello, "), "{none:?}");
}

/// The lines of a section of a manifest, without comments.
fn section<'a>(manifest: &'a str, head: &str) -> Vec<&'a str> {
    let after = manifest.lines().skip_while(|line| *line != head).skip(1);
    let lines = after.take_while(|line| !line.starts_with('['));
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// If they differ, cargo builds every external crate again, and a new cart's first build takes minutes.
#[test]
fn the_template_has_the_profiles_of_the_checkout() {
    let [ours, template] = ["Cargo.toml", "console/tool/template/Cargo.toml"]
        .map(|path| fs::read_to_string(root().join(path)).unwrap());
    // In dev an author's cart is optimised like the carts here.
    for head in ["[profile.dev.package.\"*\"]", "[profile.release]", "[profile.release.package.\"*\"]"] {
        assert_eq!(section(&template, head), section(&ours, head), "{head}");
    }
    // The external crates with their own level, and the console's, which are external to the template.
    let named = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| line.starts_with("[profile.release.package."))
            .map(str::to_string)
            .collect()
    };
    for head in named(&ours).iter().filter(|head| !head.contains("\"*\"") && !head.contains(".rasher")) {
        assert_eq!(section(&template, head), section(&ours, head), "{head}");
    }
    for folder in fs::read_dir(root().join("console")).unwrap() {
        let Ok(manifest) = fs::read_to_string(folder.unwrap().path().join("Cargo.toml")) else { continue };
        let name =
            manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).unwrap();
        // A macro runs in the compiler; the core for libretro and a module's half are in no cart's graph, and
        // cargo would warn about them.
        if !["rasher-describe", "rasher-guest", "rasher-libretro"].contains(&name) {
            let head = format!("[profile.release.package.{name}]");
            assert_eq!(section(&template, &head).first(), Some(&"opt-level = 3"), "{head}");
        }
    }
}

#[test]
fn nothing_is_written_over_and_nothing_half_made_is_left() {
    let home = folder("new", "refused");
    fs::write(home.join("pong"), "mine").unwrap();
    fs::create_dir(home.join("snake")).unwrap();
    for (name, more, says) in [
        ("pong", &[][..], "pong: already exists"),
        ("snake", &[], "snake: already exists"),
        ("My-Game", &[], "try my_game"),
        ("rasher", &[], "\"rasher\" cannot be"),
        ("moth", &["--git", "a\"b"], "--git"),
        ("pong/moth", &[], "cannot create the folder"),
    ] {
        let report = new(&home.join(name), more);
        assert_eq!(report.code, 1, "{name}: {report:?}");
        assert!(report.err.contains(says), "{name}: {:?} does not say {says:?}", report.err);
        assert_eq!(inside(&home), ["pong", "snake"], "after {name}");
    }
    assert_eq!(fs::read_to_string(home.join("pong")).unwrap(), "mine");
    assert!(inside(&home.join("snake")).is_empty());
    // The checkout would take it for one of its own crates, and refuse to build at all.
    for place in ["cart/moth", "console/moth"] {
        let report = new(&root().join(place), &[]);
        assert!(
            report.code == 1 && report.err.contains("create the cart elsewhere, such as ../moth"),
            "{report:?}"
        );
        assert!(!root().join(place).exists());
    }
}

#[test]
fn a_cart_that_takes_the_console_from_a_repository_names_it() {
    let cart = folder("new", "git").join("moth");
    let report = new(&cart, &["--git", "https://example.org/fork"]);
    assert_eq!((report.code, report.err.as_str()), (0, ""));
    let manifest = fs::read_to_string(cart.join("Cargo.toml")).unwrap();
    assert_eq!(manifest.matches("git = \"https://example.org/fork\"").count(), 2, "{manifest}");
    assert!(!manifest.contains("path = "), "{manifest}");
    assert!(!cart.join("target").exists() && !cart.join("Cargo.lock").exists(), "nothing of this checkout");
}
