//! New cartridges, and carts that are saved as other files.

use super::*;
use std::sync::Arc;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rasher-create-{name}-{}", std::process::id()));
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder of its own");
    folder
}

fn picture(console: &rasher::Console) -> Box<[u8; rasher::PIXELS]> {
    let mut picture = Box::new([0; rasher::PIXELS]);
    console.machine().picture(&mut picture);
    picture
}

/// Our decision: each new cart has a file of its own, and one that was not edited is used again.
#[test]
fn a_new_cart_never_takes_the_place_of_one_that_was_edited() {
    let folder = folder("new");
    let home = Home::find(Some(&folder)).expect("a folder that is named");
    let name = |new: &[u8]| {
        let path = unnamed(&home, "untitled", new).expect("a free name");
        path.file_name().expect("a name").to_string_lossy().into_owned()
    };
    let new = shelf::new_cartridge("untitled", "").expect("blank");
    assert_eq!(name(&new), "untitled.p8");
    let path = home.my_carts().join("untitled.p8");
    store::write_with_folders(&path, &new).expect("written");
    assert_eq!(name(&new), "untitled.p8", "it is as new");
    store::append_history(&home, &store::path_key(&path), b"work").expect("written");
    assert_eq!(name(&new), "untitled-2.p8", "it has unsaved work");
    store::write(&path, &[&new[..], b"\n"].concat()).expect("written");
    assert_eq!(name(&new), "untitled-2.p8", "it was edited");
    std::fs::remove_dir_all(folder).expect("its own folder");
}

/// Our decision: everything unsaved goes into the new file and its includes, and the old file stays byte for byte.
#[test]
fn a_cart_is_saved_as_another_file_with_all_that_is_unsaved() {
    let folder = folder("as");
    let home = Home::find(Some(&folder.join("home"))).expect("a folder that is named");
    let from = folder.join("a.p8");
    let text = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n#include lib.lua\nx=1\n__meta:mine__\nk=1\n";
    std::fs::write(&from, text).expect("written");
    std::fs::write(folder.join("lib.lua"), "y=1\n").expect("written");
    let mut rom = rasher::Rom::empty("a");
    rom.data[0] = 0x21;
    let file = |name: &str, text: &str| editors::SourceFile { name: name.into(), text: text.into() };
    let saved = |to: &str| SavedAs {
        from: from.clone(),
        to: folder.join(to),
        key: "a".into(),
        rom: Arc::new(rom.clone()),
        unsaved: vec![file("a.p8", "#include lib.lua\nx=2\n"), file("lib.lua", "y=2\n")],
    };
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("written");
    std::fs::create_dir(folder.join("deep")).expect("another folder");
    write_as(&home, &saved("deep/b.p8")).expect("saved");
    assert_eq!(
        (read("a.p8"), read("lib.lua")),
        (text.to_string(), "y=1\n".to_string()),
        "the old files stay"
    );
    let new = read("deep/b.p8");
    assert!(
        ["#include lib.lua\nx=2", "__gfx__\n12", "__meta:mine__\nk=1"].iter().all(|it| new.contains(it)),
        "{new}"
    );
    assert_eq!(read("deep/lib.lua"), "y=2\n");
    // A picture has the includes inside.
    write_as(&home, &saved("c.p8.png")).expect("saved");
    let png = std::fs::read(folder.join("c.p8.png")).expect("written");
    let png = format::read_cartridge(&png, "c.p8.png").expect("a cartridge");
    let code = String::from_utf8_lossy(&png.code).into_owned();
    assert!(code.contains("y=2") && code.contains("x=2") && png.rom.data[0] == 0x21, "{code}");
    let again = write_as(&home, &saved("c.p8.png")).expect_err("it exists");
    assert!(again.contains("already exists"), "{again}");
    std::fs::remove_dir_all(folder).expect("its own folder");
}

/// Our decision: each example can be taken as one file, with the picture that its Rust version has.
#[test]
fn each_example_is_a_cartridge_that_plays() {
    let folder = folder("examples");
    for name in shelf::EXAMPLES.iter().map(|entry| entry.name).chain([""]) {
        let path = folder.join(format!("x{name}.p8"));
        store::write(&path, &shelf::new_cartridge("my_cart", name).expect(name)).expect("written");
        let play = tool::PlayOptions { cart: Some(path), ..tool::PlayOptions::default() };
        let found = crate::cartridge::find(shelf::CARTS, &play).expect("it opens");
        let (program, boot) = found.start.cart.boot();
        let mut console = rasher::Console::boot(program, boot);
        (0..60).for_each(|_| drop(console.frame(&rasher::Input::default())));
        if let Some(entry) = shelf::EXAMPLES.iter().find(|entry| entry.name == name) {
            let mut rust = entry.boot(0).expect("good data");
            (0..60).for_each(|_| drop(rust.frame(&rasher::Input::default())));
            assert!(picture(&console) == picture(&rust), "{name}");
        }
    }
    let unknown = shelf::new_cartridge("x", "nothing").expect_err("there is none").to_string();
    assert!(unknown.contains("ball"), "{unknown}");
    std::fs::remove_dir_all(folder).expect("its own folder");
}

/// Our decision: a copy has everything that the cart needs; more than one file gets a folder, and no copy takes another's place.
#[test]
fn a_copy_of_a_file_is_an_own_cart_with_all_it_needs() {
    let folder = folder("copy");
    let home = Home::find(Some(&folder.join("home"))).expect("a folder that is named");
    let write = |name: &str, code: &str| {
        let text = format!(
            "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n{code}\n__meta:mine__\nk=1\n"
        );
        let path = folder.join(name);
        store::write_with_folders(&path, text.as_bytes()).expect("written");
        path
    };
    let copy = |path: &Path| copy_to_own(&home, shelf::CARTS, &PlayOptions::default(), path).expect("copied");
    let own = |name: &str| home.my_carts().join(name);
    let read = |path: &Path| std::fs::read(path).expect("there");
    let alone = write("alone.p8", "cls(3)");
    assert_eq!(copy(&alone), own("alone.p8"));
    assert_eq!(read(&own("alone.p8")), read(&alone), "byte for byte");
    assert_eq!(copy(&alone), own("alone-2.p8"));
    assert_eq!(copy(&own("alone.p8")), own("alone-3.p8"), "an own cart is duplicated in the same way");

    let lib = write("many/lib/tools.lua", "");
    std::fs::write(&lib, "y=1\n").expect("written");
    let level = write("many/level.p8", "function _draw() cls(2) end");
    let sheet = folder.join("many/sprites/main.flags");
    store::write_with_folders(&sheet, "  0: 01\n".as_bytes()).expect("written");
    let main =
        write("many/main.p8", "#include lib/tools.lua\nfunction _draw() cls(y) load(\"level.p8\") end");
    assert_eq!(copy(&main), own("main/main.p8"));
    for (from, to) in [
        (&main, "main/main.p8"),
        (&lib, "main/lib/tools.lua"),
        (&level, "main/level.p8"),
        (&sheet, "main/sprites/main.flags"),
    ] {
        assert_eq!(read(from), read(&own(to)), "{to}");
    }
    // Another kind of file: its cart.
    let page = folder.join("page.lua");
    std::fs::write(&page, "function _draw()\n cls(5)\nend\n").expect("written");
    let taken = copy(&page);
    assert_eq!(taken, own("page.p8"));
    let cartridge = format::read_cartridge(&read(&taken), "page.p8").expect("a cartridge");
    assert!(String::from_utf8_lossy(&cartridge.code).contains("cls(5)"));
    let missing = copy_to_own(&home, shelf::CARTS, &PlayOptions::default(), &folder.join("gone.p8"));
    assert!(missing.expect_err("there is none").contains("gone.p8"));
    std::fs::remove_dir_all(folder).expect("its own folder");
}
