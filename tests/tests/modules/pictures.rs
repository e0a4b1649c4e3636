//! Cartridge pictures with a module: they need no other file to play, and a damaged one gives an error with a way out.

use crate::{console, module, modules, play_both};
use format::{Cartridge, read_p8png, write_p8png};
use libretro::{Core, SaveRam, StartOptions};
use loader::{DataPlaces, Loader, MemorySource};
use rasher::Input;
use std::io::Write;
use std::path::Path;
use tests::random::RandomPlayer;
use tests::shell::{done, fails, folder, root};
use timeline::Run;

/// The picture that `rasher pack` writes of Smokehouse.
fn picture(name: &str) -> Vec<u8> {
    let file = folder("modules", name).join("game.p8.png");
    let said = done(&format!("pack porklike -o {}", file.display()));
    assert!(said.contains("of 98304 packed"), "{said}");
    std::fs::read(&file).expect("the picture")
}

fn open(bytes: &[u8]) -> Result<loader::Loaded, loader::LoadError> {
    open_as("game.p8.png", bytes)
}

fn open_as(name: &str, bytes: &[u8]) -> Result<loader::Loaded, loader::LoadError> {
    let source = MemorySource([(name.into(), bytes.to_vec())].into());
    Loader::new(source).open(&[], Path::new(name), &DataPlaces::default())
}

#[test]
fn a_picture_plays_where_no_cart_of_its_name_is_known() {
    let bytes = picture("plays");
    // The design's limit.
    assert!(bytes.len() < 100_000, "{} bytes", bytes.len());
    let loaded = open(&bytes).expect("a cart").runnable().expect("it runs");
    assert_eq!((loaded.cart.title.as_str(), loaded.cart.key()), ("Smokehouse", "porklike"));
    let entry = shelf::find("porklike").expect("on the shelf");
    assert_eq!(loaded.cart.rom.data, entry.rom().expect("its data").data);
    let module = loaded.code.text.to_vec();
    let mut player = RandomPlayer::new(2);
    let inputs: Vec<Input> = (0..200).map(|_| player.input()).collect();
    play_both(entry, &module, 5, &inputs);
    // Without a console of ours, PICO-8 shows what to do.
    let code = rasher::text::decode(&loaded.cartridge.expect("the file").code);
    assert!(
        code.starts_with("-- Smokehouse\n") && code.contains("print(\"Smokehouse needs rasher"),
        "{code}"
    );
}

#[test]
fn a_cart_s_own_tests_pass_in_both_builds() {
    let folder = folder("modules", "tests");
    for (entry, _) in modules() {
        let file = folder.join(format!("{}.p8.png", entry.name));
        done(&format!("pack {} -o {}", entry.name, file.display()));
        let carts = if entry.example { "cart/examples" } else { "cart" };
        let tests = root().join(carts).join(entry.name).join("tests");
        let run = |cart: &str| done(&format!("test {cart} --tests {}", tests.display()));
        // With the same numbers of frames and shares of the budget.
        assert_eq!(run(&file.display().to_string()), run(entry.name));
    }
}

#[test]
fn a_recording_has_the_module_and_replays_anywhere() {
    let loaded = open(&picture("records")).expect("a cart").runnable().expect("it runs");
    let rom = std::sync::Arc::clone(&loaded.cart.rom);
    let (program, boot) = loaded.cart.boot();
    let mut run = Run::start(program, boot).expect("it starts");
    let mut player = RandomPlayer::new(4);
    for _ in 0..300 {
        run.frame(&player.input()).expect("a frame");
    }
    let bytes = run.recording().to_bytes();
    let recording = timeline::Recording::from_bytes(&bytes).expect("a recording");
    let code = &recording.start.bundle.first().expect("the cart").code;
    let again = wasm::cart(&code.text).expect("the module");
    let mut replay = Run::start(Box::new(again), recording.start.boot(rom)).expect("it starts");
    recording.inputs().for_each(|input| _ = replay.frame(&input).expect("a frame"));
    assert_eq!(replay.console().digest(), run.console().digest());
}

#[test]
fn a_site_and_a_page_have_the_module() {
    let folder = folder("modules", "site");
    let bytes = picture("published");
    let [carts, site] = ["carts", "site"].map(|name| folder.join(name));
    std::fs::create_dir_all(&carts).expect("the folder");
    std::fs::write(carts.join("game.p8.png"), &bytes).expect("the file");
    done(&format!("site {} -o {} --player https://example.org/p.html", carts.display(), site.display()));
    let index = std::fs::read(site.join("index.json")).expect("the catalogue");
    let index = format::Catalogue::from_json(&index, "index.json").expect("it is right");
    let entry = &index.carts[0];
    let about = shelf::find("porklike").expect("on the shelf").about;
    assert_eq!((&*entry.title, &*entry.about, entry.players), ("Smokehouse", about, 1));
    let own = open(&bytes).expect("a cart");
    let published = open(&std::fs::read(site.join(&entry.file)).expect("the picture")).expect("a cart");
    assert!(published.is_module() && published.code == own.code);
    // A page of it, opened as a file.
    let page = tests::foreign::own_page(Some(&own.cart.bundle), None);
    let read = open_as("game.html", page.as_bytes()).expect("a cart").runnable().expect("it runs");
    assert!(read.code == own.code && read.cart.rom.data == own.cart.rom.data);
}

#[test]
fn a_damaged_a_newer_and_a_foreign_picture_say_what_to_do() {
    let bytes = picture("damaged");
    let place = bytes.windows(4).position(|word| word == b"ruSt").expect("the chunk");
    let len = u32::from_be_bytes(bytes[place - 4..place].try_into().expect("four bytes")) as usize;
    let error = |bytes: &[u8]| match open(bytes).expect("a file").error {
        Some(error) => error.to_string(),
        None => String::new(),
    };
    let mut lost = bytes.clone();
    lost.drain(place - 4..place + len + 8);
    assert!(error(&lost).contains("without its module"), "{}", error(&lost));
    let mut newer = bytes.clone();
    newer[place + 4] = 9;
    assert!(error(&newer).contains("a newer Rasher plays it"), "{}", error(&newer));
    let mut damaged = bytes.clone();
    damaged[place + len / 2] ^= 1;
    assert!(error(&damaged).contains("a damaged Rust module"), "{}", error(&damaged));
    let mut cartridge = read_p8png(&bytes, "game.p8.png").expect("a picture");
    let (module, _) = unknown_import();
    cartridge = with(cartridge, &module);
    let foreign = write_p8png(&cartridge).expect("a picture");
    assert!(error(&foreign).contains("needs warp, which this console does not have"), "{}", error(&foreign));
    // As the command says it; a link has the whole module.
    let file = folder("modules", "page").join("game.p8.png");
    std::fs::write(&file, &bytes).expect("the file");
    assert!(done(&format!("share {}", file.display())).starts_with("#cart="));
    assert_eq!(std::fs::read(&file).expect("the file"), bytes, "nothing was written into it");
    let file = folder("modules", "said").join("lost.p8.png");
    std::fs::write(&file, &lost).expect("the file");
    fails(
        &format!("run {} --headless --frames 1", file.display()),
        1,
        &["without its module", "drops the module"],
    );
}

#[test]
fn a_run_of_a_picture_is_recorded_and_replayed_by_commands() {
    let folder = folder("modules", "replays");
    let [game, run] = ["game.p8.png", "run.rec"].map(|name| folder.join(name).display().to_string());
    std::fs::write(&game, picture("replayed")).expect("the file");
    done(&format!("run {game} --headless --frames 90 --seed 4 --record {run}"));
    let said = done(&format!("replay {run}"));
    assert!(said.contains("90 frames of game"), "{said}");
}

/// The first module of the tests, with one import of another name.
fn unknown_import() -> (Vec<u8>, usize) {
    let mut module = modules()[0].1.clone();
    let name = b"\x06rasher\x03cls";
    let at = module.windows(name.len()).position(|word| word == name).expect("every cart clears the screen");
    module.splice(at..at + name.len(), b"\x06rasher\x04warp".iter().copied());
    // The section is a byte longer: its length is before the count of its imports.
    let mut place = 8;
    loop {
        let (id, mut len, mut shift, mut next) = (module[place], 0usize, 0, place + 1);
        loop {
            len |= usize::from(module[next] & 127) << shift;
            shift += 7;
            next += 1;
            if module[next - 1] < 128 {
                break;
            }
        }
        if id == 2 {
            let wide = next - place - 1;
            let mut left = len + 1;
            for n in 0..wide {
                module[place + 1 + n] = left as u8 & 127 | if n + 1 < wide { 128 } else { 0 };
                left >>= 7;
            }
            return (module, at);
        }
        place = next + len;
    }
}

fn with(cartridge: Cartridge, module: &[u8]) -> Cartridge {
    let mut own = cartridge.module.clone().expect("its module");
    own.head.bytes = module.len() as u32;
    own.head.digest = rasher::Digest::of(module);
    own.lzma = packed(module);
    cartridge.with_module(own, "a line")
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::LzmaOptions { dict_size: 1 << 20, ..lzma_rust2::LzmaOptions::with_preset(6) };
    let mut packer = lzma_rust2::LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))
        .expect("it packs");
    packer.write_all(bytes).expect("it packs");
    packer.finish().expect("it packs")
}

#[test]
fn the_libretro_core_plays_it_and_its_states_are_those_of_the_native_build() {
    let path = folder("modules", "core").join("game.p8.png");
    std::fs::write(&path, picture("core")).expect("the file");
    let open = |name: &str| Core::open(shelf::CARTS, name, StartOptions::default()).expect("it loads");
    let (mut built, mut native) = (open(&path.display().to_string()), open("porklike"));
    assert_eq!((built.fps, built.size), (native.fps, native.size));
    let mut saves = [SaveRam::default(), SaveRam::default()];
    let [own, other] = &mut saves;
    let mut player = RandomPlayer::pad(6);
    let mut play = |core: &mut Core, other_core: &mut Core, saves: [&mut SaveRam; 2], frames| {
        let [own, other] = saves;
        for _ in 0..frames {
            let input = player.input();
            core.run(input.clone(), own).expect("a frame");
            other_core.run(input, other).expect("a frame");
        }
    };
    play(&mut built, &mut native, [own, other], 120);
    assert!(built.picture() == native.picture() && built.memory() == native.memory());
    let mut state = vec![0; built.size];
    assert!(built.save(own, &[], &mut state), "it fits");
    play(&mut built, &mut native, [own, other], 60);
    assert!(built.load(&state, own), "its own state");
    assert!(native.load(&state, other), "a state of the module in the native build");
    play(&mut built, &mut native, [own, other], 60);
    assert!(built.picture() == native.picture() && built.memory() == native.memory());
}

#[test]
fn editing_its_sprites_keeps_the_module() {
    let bytes = picture("edited");
    let mut data = read_p8png(&bytes, "game.p8.png").expect("a picture").rom.data;
    data[0] ^= 0x11;
    let edited = format::update_p8png(&bytes, &data, "game.p8.png").expect("a picture");
    let loaded = open(&edited).expect("a cart").runnable().expect("it runs");
    assert_eq!(loaded.cart.rom.data, data);
    console(shelf::find("porklike").expect("on the shelf"), &loaded.code.text, 1);
}

#[test]
fn a_picture_states_its_tokens_and_may_have_its_sources() {
    let folder = folder("modules", "sources");
    let (file, out) = (folder.join("game.p8.png"), folder.join("out"));
    let said = done(&format!("pack porklike --source -o {}", file.display()));
    // The cart uses all its tokens: its README.
    assert!(said.contains("8192 of 8192 tokens") && said.contains("of sources"), "{said}");
    let said = done(&format!("budget {}", file.display()));
    assert!(said.contains("8,192 of 8,192, when it was packed"), "{said}");
    done(&format!("unpack {} {}", file.display(), out.display()));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for path in [
        "cart/porklike/Cargo.toml",
        "cart/porklike/src/menu.rs",
        "cart/porklike/data/texts.txt",
        "cart/kit/src/grid.rs",
    ] {
        let [own, written] =
            [root.join(path), out.join("source").join(path)].map(|it| std::fs::read(it).ok());
        assert!(own.is_some() && own == written, "{path}");
    }
    let bytes = std::fs::read(&file).expect("the picture");
    assert!(open(&bytes).expect("a cart").is_module(), "it plays");
    let lua = root.join("cart/examples/bee/bee.p8");
    let out = folder.join("lua.p8.png");
    fails(
        &format!("pack {} --source -o {}", lua.display(), out.display()),
        1,
        &["--source adds the sources of a cart in Rust"],
    );
}

#[test]
fn sources_of_a_picture_stay_in_their_folder() {
    let cartridge = read_p8png(&picture("escape"), "game.p8.png").expect("a picture");
    for (path, is_fine) in [
        ("src/lib.rs", true),
        ("a", true),
        ("../a", false),
        ("src/../../a", false),
        ("/a", false),
        ("a//b", false),
        ("./a", false),
        ("", false),
        ("a\\b", false),
        ("c:a", false),
        ("a\0", false),
    ] {
        let mut module = cartridge.module.clone().expect("its module");
        let files = vec![(path.to_string(), b"text".to_vec())];
        module.sources = packed(&postcard::to_allocvec(&files).expect("it has a form"));
        module.head.sources = module.sources.len() as u32;
        let bytes = write_p8png(&cartridge.clone().with_module(module, "")).expect("a picture");
        let read = read_p8png(&bytes, "game.p8.png").expect("a picture").module.expect("its module");
        let found = read.source_files("game.p8.png");
        assert_eq!(found.is_ok(), is_fine, "{path:?}");
        if is_fine {
            assert_eq!(found.expect("its files"), files);
        }
    }
}

#[test]
fn the_crates_of_a_module_are_those_of_its_code() {
    module("porklike");
    let file = "../target/cart/target/wasm32-unknown-unknown/release/module_porklike.wasm";
    let named = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("the linker's file");
    let sizes = wasm::crate_sizes(&named);
    let of = |name: &str| sizes.iter().find(|(it, _)| it == name).map_or(0, |(_, size)| *size);
    assert!(of("porklike") > 20_000, "{sizes:?}");
    assert!(of("(other)") < of("porklike") / 5, "{sizes:?}");
    assert!(sizes.windows(2).all(|pair| pair[0].1 >= pair[1].1));
}
