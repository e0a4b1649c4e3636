//! How files are handled that are named or dropped.

use super::*;
use format::Cartridge as File;

/// Writes a cartridge picture with empty data and returns what a drop makes of it.
fn dropped(name: &str, file: &File) -> (Cart, String) {
    let dir = std::env::temp_dir().join(format!("rasher-dropped-{name}-{}", std::process::id()));
    let path = dir.join("x.P8.PNG");
    store::write_with_folders(&path, &format::write_p8png(file).expect("a short code"))
        .expect("a folder for this test");
    let ready = FoundCart::dropped(shelf::CARTS, &path);
    std::fs::remove_dir_all(&dir).expect("it has just been made");
    let (ready, said) = ready.expect("a good file");
    (ready.start.cart, said)
}

#[test]
fn the_settings_of_a_bug_report_are_shown() {
    let json = |settings: &Settings| serde_json::to_string(settings).expect("they have a JSON form");
    let mut mine = Settings { volume: 2, less_flash: true, ..Settings::default() };
    mine.keys[0][4].push("Space".to_string());
    assert_eq!(describe(&json(&Settings::default())), "reported with default settings");
    assert_eq!(describe(&json(&mine)), "reported with keys, less_flash true, volume 2");
    assert_eq!(describe(""), "reported without settings");
    assert!(describe("{").starts_with("reported with settings that cannot be read: "));
}

#[test]
fn a_recording_is_looked_at_at_its_end_by_whatever_name() {
    let dir = std::env::temp_dir().join(format!("rasher-looked-at-{}", std::process::id()));
    let replay = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/replays/goblin.rec");
    let bytes = std::fs::read(&replay).expect("it comes with the tests");
    let frames = Recording::from_bytes(&bytes).expect("a recording").frames();
    for (name, bytes, good) in [
        ("mine.rec", &bytes[..], true),
        ("mine", &bytes[..], true),
        ("wrong.rec", b"nothing", false),
        ("wrong.run", b"", false),
    ] {
        let path = dir.join(name);
        store::write_with_folders(&path, bytes).expect("a folder for this test");
        let shown = path.display().to_string();
        let play = PlayOptions { cart: Some(shown.clone().into()), ..PlayOptions::default() };
        match find(shelf::CARTS, &play) {
            Ok(ready) => {
                assert!(good, "{name}");
                assert_eq!(ready.start.cart.title, "Goblin (recorded run)");
                assert!(!ready.start.cart.keeps, "no other run is touched");
                let StartMode::Inspect(look) = ready.start.mode else { panic!("it is looked at") };
                assert_eq!((look.frame, look.message), (frames, format!("a run of {frames} frames")));
            }
            Err(error) => assert!(!good && error.starts_with(&shown), "{name}: {error}"),
        }
    }
    std::fs::remove_dir_all(&dir).expect("it has just been made");
}

/// If one data file of a Rust cart is invalid, the cart starts with the others and follows them all.
#[test]
fn a_data_file_that_is_wrong_costs_its_own_part_alone() {
    let dir = std::env::temp_dir().join(format!("rasher-one-wrong-{}", std::process::id()));
    let flags = format::write_flags(&format::FlagsText { flags: Box::new([3; 256]), ..Default::default() });
    store::write_with_folders(&dir.join("sprites/goblin.flags"), flags.as_bytes()).expect("written");
    store::write_with_folders(&dir.join("sprites/goblin.map"), b"rows 32\n01zz\n").expect("written");
    let play = PlayOptions { cart: Some("goblin".into()), data: Some(dir.clone()), ..PlayOptions::default() };
    let cart = find(shelf::CARTS, &play).map(|ready| ready.start.cart).expect("it begins");
    assert_eq!(
        (cart.rom.data[0x2000], cart.rom.data[0x3009], cart.origin),
        (0, 3, Origin::Folder(dir.clone()))
    );
    assert!(
        Loader::new(DiskSource::default())
            .open(shelf::CARTS, "goblin", &DataPlaces { data: Some(dir.clone()), ..DataPlaces::default() })
            .is_err_and(|e| e.to_string().contains("goblin.map:2:3: found \"zz\"")),
        "without a window it is refused"
    );
    std::fs::remove_dir_all(&dir).expect("it has just been made");
}

#[test]
fn the_name_of_a_cart_is_that_cart_whatever_file_has_it() {
    let dir = std::env::temp_dir().join(format!("rasher-named-{}", std::process::id()));
    let replay = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/replays/goblin.rec");
    let path = dir.join("mine");
    store::write_with_folders(&path, &std::fs::read(replay).expect("it comes with the tests"))
        .expect("written");
    // A test has no current folder of its own, so the cart is named after its path.
    let name: &'static str = path.display().to_string().leak();
    let carts = Vec::leak(vec![Entry::bare(name, shelf::CARTS[0].make), shelf::CARTS[0]]);
    let play = PlayOptions { cart: Some(name.into()), ..PlayOptions::default() };
    assert!(find(shelf::CARTS, &play).is_ok_and(|ready| ready.start.kept_run.is_some()), "a recording");
    assert!(
        find(carts, &play).is_ok_and(|ready| ready.start.kept_run.is_none() && ready.start.cart.keeps),
        "the cart"
    );
    std::fs::remove_dir_all(&dir).expect("it has just been made");
}

#[test]
fn a_dropped_folder_is_data_or_appears_on_the_shelf() {
    use crate::drop::{Dropped, open};
    let dir = std::env::temp_dir().join(format!("rasher-dropped-folder-{}", std::process::id()));
    let write = |name: &str| store::write_with_folders(&dir.join(name), b"").expect("written");
    let files = ["carts/a.p8", "carts/b/c.p8.png", "both/sprites/x.png", "both/x.p8", "none/readme.txt"];
    files.into_iter().for_each(write);
    let home = Home::find(Some(&dir.join("home"))).expect("a folder that is named");
    let dropped = |name: &str, on_shelf| {
        let dropped = open(shelf::CARTS, &home, &mut Autosave::default(), &dir.join(name), on_shelf);
        dropped.map(|dropped| match dropped {
            Dropped::Folder(_) => "data".to_string(),
            Dropped::Event(event) => match event {
                player::HostEvent::Folder(folder, carts) => {
                    assert!(Path::new(&folder).is_absolute() && folder.ends_with(name));
                    format!("{carts} carts")
                }
                other => panic!("{other:?}"),
            },
            Dropped::Recording | Dropped::Cart(..) => panic!("it is a folder"),
        })
    };
    assert_eq!(dropped("carts", true), Ok("2 carts".to_string()));
    assert_eq!(dropped("carts", false), Ok("2 carts".to_string()));
    assert_eq!(dropped("both", true), Ok("1 carts".to_string()));
    assert_eq!(dropped("both", false), Ok("data".to_string()));
    for on_shelf in [true, false] {
        let said = dropped("none", on_shelf).expect_err("there is nothing in it");
        assert!(said.contains("none: found no .p8 or .p8.png file"), "{said}");
    }
    std::fs::remove_dir_all(&dir).expect("it has just been made");
}

#[test]
fn a_dropped_cartridge_begins_its_cart_or_shows_its_data() {
    let shelf = shelf::find("porklike").expect("it is on the shelf");
    let stamped = |name: &str, version| File::stamped(Rom { version, ..Rom::empty(name) }, "a", "b");
    let (cart, said) = dropped("own", &stamped("porklike", shelf.version));
    assert_eq!((&cart.name[..], &cart.title[..]), ("porklike", "Smokehouse"));
    assert_eq!(cart.rom.version, shelf.version);
    assert!(cart.rom.data[..0x1000].iter().all(|b| *b == 0), "the file's data, not the shelf's");
    assert!(said.starts_with("Smokehouse with the data of ") && said.ends_with("x.P8.PNG"), "{said}");
    let (_, said) = dropped("old", &stamped("porklike", 1));
    assert!(said.starts_with("data of porklike version 1"), "{said}");
    let (cart, said) = dropped("other", &stamped("sausage", 1));
    assert_eq!((&cart.name[..], &cart.title[..]), ("x", "x (data of a cartridge)"));
    assert!(said.ends_with(": data of sausage, which is not on the shelf"), "{said}");
    let (cart, said) = dropped("lua", &File::new(Rom::empty("x")));
    assert_eq!((&cart.title[..], cart.keeps), ("x", true));
    assert!(said.starts_with("playing ") && said.ends_with("x.P8.PNG"), "{said}");
}
