//! `rasher pack`, and cartridges given instead of a cart's name: what is packed loads again, in each command.
//!
//! Texts and exit codes are our decisions, as in `cli.rs`. `format/p8png.rs` tests the bytes of the format.

use format::{Cartridge, read_cartridge, write_p8, write_p8png};
use rasher::Rom;
use std::fs;
use tests::shell::{done, fails, folder, rasher, root};

/// The cartridge in a file.
fn read(path: &str) -> Cartridge {
    read_cartridge(&fs::read(path).unwrap(), path).unwrap()
}

#[test]
fn a_cart_is_packed_in_each_kind_and_runs_from_it() {
    let folder = folder("pack", "kinds");
    let shelf = shelf::find("porklike").unwrap();
    let rom = shelf.rom().unwrap();
    let root = root().display();
    let plain = done("run porklike --headless --frames 90 --seed 5 --digest");
    for kind in ["p8.png", "p8", "p8.rom"] {
        let file = folder.join(format!("some.{kind}")).display().to_string();
        let said = done(&format!("pack porklike --without-code -o {file} --data {root}"));
        assert!(said.starts_with(&format!("{file}: ")) && said.contains(" of 15616 bytes"), "{said}");
        let cart = read(&file);
        assert!(cart.rom.data == rom.data, "{kind}: the data are the cart's");
        let stamp = cart.stamp().expect("a stamp");
        assert_eq!((&stamp.name[..], stamp.version), ("porklike", shelf.version));
        assert_eq!(cart.head(), [shelf.title, shelf.about]);
        assert_eq!(cart.label.is_some(), kind != "p8.rom");
        let packed = done(&format!("run {file} --headless --frames 90 --seed 5 --digest"));
        assert_eq!(packed, plain, "{kind}: it runs as from its files");
        assert_eq!(done(&format!("where {file}")), format!("{file}: {file}\n"));
        let again = folder.join(format!("again.{kind}")).display().to_string();
        done(&format!("pack porklike --without-code -o {again} --data {file}"));
        assert!(fs::read(&again).unwrap() == fs::read(&file).unwrap(), "{kind}: the same to the byte");
    }
}

#[test]
fn packed_data_are_what_the_cart_gets() {
    let folder = folder("pack", "data");
    let [text, picture, tune, wav] =
        ["a.p8", "a.p8.png", "run.rec", "a.wav"].map(|name| folder.join(name).display().to_string());
    done(&format!("pack porklike -o {text}"));
    let mut cart = read(&text);
    // A sheet and a tune of its own.
    cart.rom.data[..0x1000].fill(0x77);
    cart.rom.data[0x3200..0x3210].fill(0x3f);
    cart.rom.data[0x3241] = 4;
    fs::write(&picture, write_p8png(&cart).unwrap()).unwrap();
    let run = "--headless --frames 40 --digest";
    let changed = done(&format!("run {picture} {run} --record {tune}"));
    assert_ne!(changed, done(&format!("run porklike {run}")));
    assert_eq!(changed, done(&format!("run porklike --data {picture} {run}")));
    // Its recording replays with the same data, and with no other.
    assert!(done(&format!("replay {tune} --data {picture}")).contains("40 frames of porklike"));
    fails(&format!("replay {tune}"), 1, &[&tune]);
    done(&format!("render {picture} --sfx 0 --wav {wav}"));
    let own = fs::read(&wav).unwrap();
    done(&format!("render porklike --sfx 0 --wav {wav}"));
    assert!(own != fs::read(&wav).unwrap(), "the sound is the cartridge's");
    fails(&format!("run {picture} --data {} {run}", folder.display()), 1, &["use one of them"]);
}

#[test]
fn a_cart_in_lua_is_packed_and_not_run() {
    let folder = folder("pack", "lua");
    let [text, picture, bytes, back, wav] = ["game.p8", "game.p8.png", "game.p8.rom", "back.p8", "x.wav"]
        .map(|name| folder.join(name).display().to_string());
    let mut cart = Cartridge::new(Rom::empty("game"));
    cart.rom.data[0x123] = 0x45;
    cart.rom.data[0x3200..0x3210].fill(0x3f);
    cart.code = b"-- game\n-- by a person\nfunction _draw() cls(8) end".to_vec();
    cart.label = Some(Box::new([12; 128 * 128]));
    fs::write(&text, write_p8(&cart).unwrap()).unwrap();
    done(&format!("pack {text} -o {picture}"));
    assert!(read(&picture) == cart);
    done(&format!("pack {picture} -o {bytes}"));
    assert!(read(&bytes) == Cartridge { label: None, ..cart.clone() }, "bytes have no label");
    done(&format!("pack {picture} -o {back}"));
    assert_eq!(fs::read(&back).unwrap(), fs::read(&text).unwrap(), "there and back again");
    for file in [&text, &picture, &bytes] {
        let shot = folder.join("shot.png").display().to_string();
        done(&format!("run {file} --headless --frames 2 --scale 1 --png {shot}"));
        let drawn = format::read_png(&fs::read(&shot).unwrap(), "shot.png").unwrap();
        assert!(drawn.indices.iter().all(|color| *color == 8), "{file}: its code clears the screen in red");
        done(&format!("pack {file} -o {back} --label 10"));
        assert!(
            read(&back).label == Some(Box::new([8; 128 * 128])),
            "{file}: its tenth picture is its label"
        );
        assert!(done(&format!("render {file} --sfx 0 --wav {wav}")).contains("x.wav"));
    }
    let counted =
        |file: &str| done(&format!("budget {file}")).lines().skip(1).take(4).collect::<Vec<_>>().join("\n");
    let table = counted(&text);
    assert!(table.contains("tokens"), "{table}");
    assert_eq!((counted(&picture), counted(&bytes)), (table.clone(), table), "the same code, the same costs");
}

#[test]
fn a_stamp_of_another_cart_or_version_is_said() {
    let folder = folder("pack", "stamp");
    let [other, old] = ["other.p8", "old.p8"].map(|name| folder.join(name).display().to_string());
    let stamped = |name: &str, version| {
        let rom = Rom { version, ..Rom::empty(name) };
        write_p8(&Cartridge::stamped(rom, "A title", "a line")).unwrap()
    };
    fs::write(&other, stamped("sausage", 1)).unwrap();
    fails(&format!("run {other} --headless"), 1, &["no cart \"sausage\" on the shelf, which has: porklike"]);
    fs::write(&old, stamped("porklike", 1)).unwrap();
    let report = rasher(&format!("run {old} --headless --frames 1"));
    let version = shelf::find("porklike").unwrap().version;
    let says = format!("rasher: data of porklike version 1, but the cart is version {version}\n");
    assert_eq!((report.code, report.err), (0, says));
}

#[test]
fn the_label_is_a_frame_or_a_picture() {
    let folder = folder("pack", "label");
    let [file, shot, small] =
        ["a.p8.png", "shot.png", "small.png"].map(|name| folder.join(name).display().to_string());
    let label = |options: &str| {
        done(&format!("pack porklike --without-code -o {file} {options}"));
        read(&file).label.unwrap()
    };
    done(&format!("run porklike --headless --frames 60 --scale 1 --png {shot}"));
    let picture = format::read_png(&fs::read(&shot).unwrap(), &shot).unwrap();
    assert!(label("")[..] == picture.indices[..], "frame 60 without more words");
    assert!(label(&format!("--label {shot}")) == label("--label 60"));
    assert!(label("--label 0")[..] == [0; 128 * 128], "nothing is drawn before the first frame");
    fs::write(&small, format::png(&[3; 64], 8, 8, 1)).unwrap();
    fails(
        &format!("pack porklike --without-code --label {small} -o {file}"),
        1,
        &["small.png: found 8x8 pixels, expected 128x128"],
    );
    fails(&format!("pack porklike --label {shot}x -o {file}"), 1, &["shot.pngx: cannot read"]);
}

#[test]
fn what_cannot_be_packed_is_said() {
    fails("pack nobody", 1, &["no cart \"nobody\" on the shelf"]);
    fails("pack porklike -o x.gif", 1, &["x.gif: expected a name that ends in .p8.png, .p8 or .p8.rom"]);
    fails("pack nowhere.p8", 1, &["nowhere.p8: cannot read"]);
    let folder = folder("pack", "wrong");
    let file = folder.join("long.p8").display().to_string();
    let mut long = Cartridge::new(Rom::empty("long"));
    long.code = b"x=1\n".repeat(20_000);
    fs::write(&file, write_p8(&long).unwrap()).unwrap();
    let to = folder.join("long.p8.png").display().to_string();
    fails(&format!("pack {file} -o {to}"), 1, &["found 80000 characters of code, expected at most 65535"]);
    assert!(!fs::exists(&to).unwrap(), "nothing is written");
}
