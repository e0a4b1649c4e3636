//! What stays private: files of the home, files outside a cart's folder, owners and modes of edited files. Runs the
//! real program.
//!
//! | rule | reason |
//! |---|---|
//! | files of the home 0600, folders 0700, whatever the umask | our decision: runs and cart data are private |
//! | a named output follows the umask; an existing file keeps its mode | what other tools do |
//! | an include is in the cart's folder, links resolved first | our decision: included files travel with a stranger's pages and reports |
//! | `ls()` alone bundles nothing | the same |

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An empty folder, removed when the test succeeds.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("rasher-private-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        Folder(folder.canonicalize().expect("its real path"))
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, text).expect("written");
        path
    }

    fn cart(&self, name: &str, code: &str) -> PathBuf {
        self.write(name, &format!("pico-8 cartridge // http://www.pico-8.com\nversion 42\n__lua__\n{code}\n"))
    }

    /// Runs the program in this folder with this umask.
    fn rasher(&self, umask: &str, line: &str) -> Output {
        let rasher = env!("CARGO_BIN_EXE_rasher");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("umask {umask}; exec timeout 60 '{rasher}' {line}")]);
        command.current_dir(&self.0).stdin(Stdio::null()).output().expect("the program runs")
    }

    #[track_caller]
    fn done(&self, umask: &str, line: &str) {
        let done = self.rasher(umask, line);
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            _ = fs::remove_dir_all(&self.0);
        }
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
}

/// All files and folders below a folder, including the folder.
fn all(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_path_buf()];
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(all(&path)) } else { found.push(path) }
    }
    found
}

#[track_caller]
fn is_private(home: &Path) {
    let files = all(home);
    assert!(files.len() > 2, "{files:?}");
    for path in files {
        assert_eq!(mode(&path), if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
    }
}

/// Prints to files, saves numbers, stores data.
const KEEPS: &str =
    "cartdata('kept') dset(0,1) function _update() printh('a','log') cstore(0,0,8,'b.p8') dset(1,time()) end";

#[test]
fn files_of_the_home_are_the_person_s_alone() {
    let folder = Folder::new("home");
    let cart = folder.cart("a.p8", KEEPS);
    let line = format!("run {} --headless --frames 9 --home home", cart.display());
    folder.done("000", &line);
    is_private(&folder.0.join("home"));
    // A home of an earlier version: readable by everyone until the next start.
    for path in all(&folder.0.join("home")) {
        let open = if path.is_dir() { 0o777 } else { 0o666 };
        fs::set_permissions(&path, fs::Permissions::from_mode(open)).expect("its own file");
    }
    folder.done("022", &line);
    is_private(&folder.0.join("home"));
}

#[test]
fn a_named_output_follows_the_umask_and_a_file_that_is_there_keeps_its_mode() {
    let folder = Folder::new("outputs");
    let cart = folder.cart("a.p8", "function _update() end");
    for (umask, mask) in [("000", 0o666), ("022", 0o644), ("077", 0o600)] {
        let line = format!("pack {} -o {umask}.p8.png", cart.display());
        folder.done(umask, &line);
        let path = folder.0.join(format!("{umask}.p8.png"));
        assert_eq!(mode(&path), mask, "umask {umask}");
        for kept in [0o640, 0o755] {
            fs::set_permissions(&path, fs::Permissions::from_mode(kept)).expect("its own file");
            folder.done(umask, &line);
            assert_eq!(mode(&path), kept, "umask {umask}");
        }
    }
    // A link stays a link: the file behind it is replaced.
    symlink("000.p8.png", folder.0.join("link.p8.png")).expect("made");
    folder.done("022", &format!("pack {} -o link.p8.png", cart.display()));
    assert!(fs::symlink_metadata(folder.0.join("link.p8.png")).expect("there").is_symlink());
}

#[test]
fn a_cart_includes_what_is_in_its_folder_and_nothing_else() {
    let folder = Folder::new("includes");
    folder.write("secret.lua", "secret=1");
    folder.write("out/secret.lua", "secret=1");
    folder.write("cart/lib/a.lua", "x=1");
    folder.write("cart/lib/out.lua", "#include ../../secret.lua");
    let at = |name: &str| folder.0.join("cart").join(name);
    symlink("../secret.lua", at("file.lua")).expect("made");
    symlink("../out", at("folder")).expect("made");
    symlink("lib/a.lua", at("inside.lua")).expect("made");
    fs::create_dir(at("dir.lua")).expect("made");
    assert!(Command::new("mkfifo").arg(at("pipe.lua")).status().expect("mkfifo runs").success());
    let absolute = folder.0.join("secret.lua").display().to_string();
    for (name, is_read) in [
        ("lib/a.lua", true),
        ("./lib/a.lua", true),
        ("inside.lua", true),
        ("../secret.lua", false),
        ("lib/../../secret.lua", false),
        (&*absolute, false),
        ("file.lua", false),
        ("folder/secret.lua", false),
        ("..\\secret.lua", false),
        ("C:\\secret.lua", false),
        ("dir.lua", false),
        ("pipe.lua", false),
    ] {
        let cart = folder.cart("cart/game.p8", &format!("#include {name}\nfunction _update() end"));
        for line in ["run CART --headless --frames 2", "pack CART -o out.p8.png", "budget CART"] {
            let done = folder.rasher("022", &line.replace("CART", &cart.display().to_string()));
            let said = String::from_utf8_lossy(&done.stderr).into_owned();
            assert_eq!(done.status.success(), is_read, "#include {name}, {line}: {said}");
            assert!(is_read || said.contains(":1"), "it names the line: {said}");
            assert_ne!(done.status.code(), Some(124), "#include {name}, {line}: it hangs");
        }
    }
    // As on PICO-8, an include inside an included file is not a directive.
    let cart = folder.cart("cart/game.p8", "#include lib/out.lua\nfunction _update() end");
    let done = folder.rasher("022", &format!("run {} --headless --frames 2", cart.display()));
    assert!(String::from_utf8_lossy(&done.stderr).contains("lib/out.lua:1: syntax error"));
    // For a link to a cart, the folder of the real file counts.
    folder.cart("cart/game.p8", "#include lib/a.lua\nfunction _update() assert(x==1) end");
    symlink("cart/game.p8", folder.0.join("link.p8")).expect("made");
    folder.done("022", "run link.p8 --headless --frames 5");
}

#[test]
fn a_recording_has_the_carts_that_the_code_names() {
    let folder = Folder::new("bundle");
    for name in ["b.p8", "level1.p8", "other.p8"] {
        folder.cart(name, "function _update() end");
    }
    for (code, want) in [
        ("l=ls()", &["a.p8"][..]),
        ("l=ls() if (#l>9) load(l[1])", &["a.p8"]),
        ("if (x) load('b.p8')", &["a.p8", "b.p8"]),
        ("n=1 if (x) load('level'..n..'.p8')", &["a.p8", "level1.p8"]),
    ] {
        let cart = folder.cart("a.p8", &format!("{code}\nfunction _update() end"));
        folder.done("022", &format!("run {} --headless --frames 5 --record a.rec", cart.display()));
        let recording = fs::read(folder.0.join("a.rec")).expect("recorded");
        let recording = timeline::Recording::from_bytes(&recording).expect("a recording");
        let names: Vec<&str> = recording.start.bundle.carts().iter().map(|cart| &*cart.name).collect();
        assert_eq!(names, want, "{code}");
    }
}

/// A stranger's Tiled map names a tileset: it is opened only from the map's own folder.
#[test]
fn a_map_opens_no_tileset_outside_its_folder() {
    let folder = Folder::new("tilesets");
    let set = "<tileset name=\"s\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"256\" columns=\"16\"/>";
    folder.write("maps/in.tsx", set);
    folder.write("out.tsx", set);
    symlink("../out.tsx", folder.0.join("maps/link.tsx")).expect("made");
    let absolute = folder.0.join("out.tsx").display().to_string();
    for (name, is_read) in [
        ("in.tsx", true),
        ("../out.tsx", false),
        ("link.tsx", false),
        (&*absolute, false),
        ("/etc/hostname", false),
    ] {
        let map = format!(
            "<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><tileset firstgid=\"1\" \
             source=\"{name}\"/><layer width=\"2\" height=\"1\"><data encoding=\"csv\">1,2</data></layer></map>"
        );
        folder.write("maps/a.tmx", &map);
        let done = folder.rasher("022", "import maps/a.tmx game -o out.map --overwrite");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.success(), is_read, "{name}: {said}");
        assert!(is_read || said.contains("outside of the folder"), "{name}: {said}");
    }
}
