//! What the real program prints to terminals, closed pipes, full disks and odd file names.
//!
//! Expected results follow other tools: a reader that goes away ends a command quietly, a full disk does not, and
//! text by strangers cannot control a terminal.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An empty folder, removed when the test succeeds.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("rasher-outputs-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        Folder(folder)
    }

    fn cart(&self, name: impl AsRef<Path>, code: &str) -> PathBuf {
        let path = self.0.join(name);
        let text = format!("pico-8 cartridge // http://www.pico-8.com\nversion 42\n__lua__\n{code}\n");
        fs::write(&path, text).expect("written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            _ = fs::remove_dir_all(&self.0);
        }
    }
}

fn rasher(folder: &Folder, words: &[&OsStr]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rasher"));
    command.args(words).current_dir(&folder.0);
    command
}

fn words<'a>(line: &'a str, file: &'a Path) -> Vec<&'a OsStr> {
    line.split(' ').map(|word| if word == "CART" { file.as_os_str() } else { OsStr::new(word) }).collect()
}

fn output(folder: &Folder, line: &str, file: &Path) -> Output {
    rasher(folder, &words(line, file)).output().expect("the program runs")
}

/// Prints, writes serial data, asks for a missing file, and stops in its third frame with a message.
const HOSTILE: &str = "--\x1b]0;title\x07\n--by \x1b[31mred\nn=0 printh(\"a\\27]0;pwn\\7b\") \
    poke(0x8000,27,93,48,59,112,7,155,10) serial(0x805,0x8000,8) extcmd(\"\\27[2J\") reload(0,0,1,\"x\\27c.p8\") \
    function _update() n+=1 assert(n<3,\"\\27[8mhidden\") end";

#[test]
fn nothing_that_is_printed_is_an_order_to_a_terminal() {
    let folder = Folder::new("orders");
    let cart = folder.cart("esc\x1b]0;pwn\x07.p8", HOSTILE);
    fs::create_dir(folder.0.join("tests")).expect("made");
    fs::write(folder.0.join("tests/a\x1b[2J.test"), "1\nexpect \x1b[31mnosuch == 1\n").expect("written");
    let broken = folder.cart("broken\x1b[1m.p8", "x = = \x1b[5m 1");
    for line in [
        "run CART --headless --frames 3",
        "run CART --headless --frames 3 --coverage --record r\x1b[0m.rec",
        "test CART",
        "test CART --json",
        "budget CART",
        "where CART",
        "pack CART",
        "unpack CART u\x1b[m",
        "export CART --sheet",
        "render CART --sfx 99\x1b[2J -o x.wav",
        "replay CART no\x1b[2Jsuch.rec",
        "debug no\x1b[2Jsuch.rec",
        "import CART CART",
        "help \x1b[2J",
        "no\x1b[2Jsuch",
    ] {
        for file in [&cart, &broken] {
            let done = output(&folder, line, file);
            for (what, bytes) in [("stdout", &done.stdout), ("stderr", &done.stderr)] {
                let order = |byte: &u8| *byte == 0x7f || *byte < 32 && !b"\n\t".contains(byte);
                let text = String::from_utf8_lossy(bytes);
                assert!(!bytes.iter().any(order) && !text.contains('\u{9b}'), "{line:?}, {what}: {text:?}");
            }
        }
    }
    let done = output(&folder, "run CART --headless --frames 3", &cart);
    let text = String::from_utf8(done.stdout).expect("text");
    // Printed text has no control characters: it is converted to P8SCII letters.
    let printed = "a\u{2022}]0;pwn\u{2077}b\n";
    assert_eq!(text, format!("{printed}\\x1b]0;p\\x07\\x9b\n"), "it is spelt out");
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(told.contains("[8mhidden") && told.contains("x\u{2022}c.p8 not found"), "{told}");
    // The raw serial bytes, on request.
    let done = output(&folder, "run CART --headless --frames 3 --serial", &cart);
    assert_eq!(done.stdout, [printed.as_bytes(), b"\x1b]0;p\x07\x9b\n"].concat());
}

#[test]
fn what_cannot_be_written_to_the_standard_output_is_an_error() {
    let folder = Folder::new("full");
    let cart = folder.cart("prints.p8", "function _update() printh(\"line\") end");
    let full = || Stdio::from(fs::OpenOptions::new().write(true).open("/dev/full").expect("a device"));
    let lines = [
        ("list", 1),
        ("paths", 1),
        ("help spr", 1),
        ("--help", 1),
        ("--version", 1),
        ("manual", 1),
        ("budget CART", 1),
        ("run CART --headless --frames 5", 1),
        ("run CART --headless --frames 5000", 1),
        ("run CART --headless --frames 5 --digest", 1),
        // Nothing is printed.
        ("run CART --headless --frames 0", 0),
    ];
    for (line, code) in lines {
        let done = rasher(&folder, &words(line, &cart)).stdout(full()).output().expect("it runs");
        let told = String::from_utf8_lossy(&done.stderr);
        let says = told.matches("standard output: cannot write: ").count();
        assert_eq!((done.status.code(), says), (Some(code), code as usize), "{line}: {told}");
    }
    // If errors cannot be written either, the exit code still reports the failure.
    let done =
        rasher(&folder, &words("list", &cart)).stdout(full()).stderr(full()).status().expect("it runs");
    assert_eq!(done.code(), Some(1));
    let done = rasher(&folder, &words("replay nosuch", &cart)).stderr(full()).status().expect("it runs");
    assert_eq!(done.code(), Some(1));
}

#[test]
fn a_reader_that_has_gone_away_ends_a_command_quietly() {
    let folder = Folder::new("gone");
    let cart = folder.cart("prints.p8", "function _update() printh(\"line\") end");
    for line in ["list", "manual", "run CART --headless --frames 20000000"] {
        let mut command = rasher(&folder, &words(line, &cart));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let mut first = [0; 5];
        child.stdout.take().expect("a pipe").read_exact(&mut first).expect("it prints");
        let done = child.wait_with_output().expect("it ends");
        assert_eq!((done.status.code(), &*String::from_utf8_lossy(&done.stderr)), (Some(0), ""), "{line}");
    }
    // A picture of the last frame is still written on request.
    let mut command = rasher(&folder, &words("run CART --headless --frames 3000 --png last.png", &cart));
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    assert!(child.wait().expect("it ends").success() && folder.0.join("last.png").is_file());
}

/// Printed output is not stored: 150 MB of it pass through a program with little memory.
#[test]
fn what_is_printed_takes_no_memory() {
    let folder = Folder::new("memory");
    let code =
        "s=\"x\" for i=1,14 do s=s..s end function _update60() printh(s) reload(0,0,1,time()..\".p8\") end";
    let cart = folder.cart("prints.p8", code);
    let line = "ulimit -v 300000; exec \"$0\" run \"$1\" --headless --frames 9000 > /dev/null";
    let done = Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_rasher")])
        .arg(&cart)
        .output()
        .expect("a shell");
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && told.len() < 32 << 10, "{} bytes: {:.2000}", told.len(), told);
}

/// Kilobytes of memory that a program uses now.
fn memory(id: u32) -> usize {
    let status = fs::read_to_string(format!("/proc/{id}/status")).expect("it runs");
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    memory.expect("the system reports it").trim().parse().expect("a number")
}

/// Seen once: 21 MB after 1,800 frames, 126 MB after 144,000. Messages are printed when they happen, not at the end.
#[test]
fn a_run_takes_no_more_memory_the_longer_it_is() {
    let folder = Folder::new("length");
    let code = "t={} n=0 reload(0,0,1,\"nosuch.p8\")\n\
        function _update60() n+=1 t[n%300]={x=rnd(99),s=\"s\"..rnd(99)} for i=1,200 do poke(0x8000+rnd(0x4000),rnd(256)) end\n\
        if (n%1000==0) printh(n)\nend";
    let cart = folder.cart("long.p8", code);
    let mut command = rasher(&folder, &words("run CART --headless --frames 20000000", &cart));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut told = String::new();
    BufReader::new(child.stderr.take().expect("a pipe"))
        .read_line(&mut told)
        .expect("it is reported at once");
    assert_eq!(told, "rasher: reload: nosuch.p8 not found\n");
    let mut at = |frame: &str| {
        while lines.next().expect("it prints").expect("text") != frame {}
        memory(child.id())
    };
    let (early, late) = (at("3000"), at("30000"));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(late < early + 2000, "{early} KB after 3,000 frames, {late} KB after 30,000");
}

/// Seen once: each of these was refused as if it were not a file.
#[test]
fn names_that_are_no_text_work() {
    let folder = Folder::new("names");
    let name = |name: &[u8]| OsString::from_vec(name.to_vec());
    let inside = folder.0.join(name(b"d\xffir"));
    fs::create_dir_all(inside.join("tests")).expect("made");
    fs::write(inside.join("part.lua"), "function add1(x) return x+1 end\n").expect("written");
    let code = "#include part.lua\nn=0 function _update60() n=add1(n) cls(n) end";
    let cart = folder.cart(inside.join(name(b"caf\xe9.p8")), code);
    // A similar name: the two are never confused.
    let twin = folder.cart(inside.join(name(b"caf\xe8.p8")), "n=100 function _update60() end");
    fs::write(inside.join("tests").join(name(b"t\xe9.test")), "5\nexpect n == 5\n").expect("written");
    let out = |ending: &[u8]| inside.join(name(&[b"o\xe9", ending].concat()));
    let run = |file: &Path, words: &[&OsStr]| {
        let mut all: Vec<&OsStr> = Vec::new();
        words.iter().for_each(|word| all.push(if *word == "CART" { file.as_os_str() } else { word }));
        let done = rasher(&folder, &all).current_dir(&inside).output().expect("it runs");
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{all:?}: {told}");
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    let word = |text: &'static str| OsStr::new(text);
    let relative = PathBuf::from(cart.file_name().expect("a file"));
    for file in [&cart, &relative] {
        let (rec, png, wav) = (out(b".rec"), out(b".png"), out(b".wav"));
        let lines: [&[&OsStr]; 12] = [
            &[
                word("run"),
                word("CART"),
                word("--headless"),
                word("--frames"),
                word("9"),
                word("--record"),
                rec.as_os_str(),
                word("--png"),
                png.as_os_str(),
            ],
            &[word("replay"), rec.as_os_str()],
            &[word("replay"), word("CART"), rec.as_os_str()],
            &[word("debug"), word("CART"), rec.as_os_str(), word("--print"), word("n")],
            &[word("run"), word("CART"), word("--headless"), word("--input"), rec.as_os_str()],
            &[word("test"), word("CART")],
            &[word("budget"), word("CART")],
            &[word("where"), word("CART")],
            &[word("pack"), word("CART")],
            &[word("export"), word("CART"), word("--sheet"), word("-o"), png.as_os_str()],
            &[
                word("render"),
                word("CART"),
                word("--sfx"),
                word("0"),
                word("--channels"),
                word("-o"),
                wav.as_os_str(),
            ],
            &[
                word("import"),
                png.as_os_str(),
                word("game"),
                word("-o"),
                png.as_os_str(),
                word("--overwrite"),
            ],
        ];
        for line in lines {
            run(file, line);
        }
        let said = run(file, &[word("debug"), word("CART"), rec.as_os_str(), word("--print"), word("n")]);
        assert!(said.contains('9'), "its own run: {said}");
        assert!(png.is_file() && inside.join(name(b"o\xe9-0.wav")).is_file());
    }
    assert!(inside.join(name(b"caf\xe9.p8.png")).is_file(), "what pack writes is called as the cart is");
    let said = run(&twin, &[word("run"), word("CART"), word("--headless"), word("--digest")]);
    let own = run(&cart, &[word("run"), word("CART"), word("--headless"), word("--digest")]);
    assert_ne!(said, own);
    let home = store::Home::find(Some(&folder.0.join("home"))).expect("named");
    let keys = [&cart, &twin].map(|path| store::remember_cart(&home, path, "code").expect("remembered"));
    assert_ne!(keys[0], keys[1], "one cart's files are not the other's");
}

/// A report shows its contents before it is written; if no one can be asked, it is not written.
#[test]
fn a_report_is_written_only_after_a_confirmation() {
    let folder = Folder::new("report");
    let cart = folder.cart("a.p8", "function _update() end");
    let done = output(&folder, "run CART --headless --frames 9 --record a.rec", &cart);
    assert!(done.status.success(), "{done:?}");
    for (yes, code) in [("", 1), (" --yes", 0)] {
        let asked = rasher(&folder, &words(&format!("debug a.rec --report a.report{yes}"), &cart))
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        let said = String::from_utf8_lossy(&asked.stderr).into_owned();
        assert_eq!(asked.status.code(), Some(code), "{said}");
        assert_eq!(folder.0.join("a.report").exists(), code == 0, "{said}");
        for line in ["cart    a ", "code    ", "input   9 frames", "seed    "] {
            assert!(said.contains(line), "{line}: {said}");
        }
    }
}

/// Nothing private is shared. The user's folders have a name that the test can search for.
#[test]
fn what_is_handed_out_names_no_folder_of_the_person() {
    let folder = Folder::new("SECRETUSER");
    let cart = folder.cart(
        "a.p8",
        "#include lib.lua\nfunction _update() f(1) if (f(2)==9) load(\"b.p8\") end function _draw() cls(8) end",
    );
    folder.cart("b.p8", "function _update() end");
    fs::write(folder.0.join("lib.lua"), "function f(x) return x end").expect("written");
    let home = "--home SECRETHOME";
    for line in [
        format!("run {} --headless --frames 9 --record a.rec --png a.png {home}", cart.display()),
        format!("debug a.rec --report a.report --yes --movie a.gif {home}"),
        format!("debug a.rec --movie b.png {home}"),
        format!("pack {} -o a.p8.png", cart.display()),
        format!("render {} --sfx 0 -o a.wav", cart.display()),
    ] {
        let done = output(&folder, &line, &cart);
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
    }
    let is_found = |bytes: &[u8]| bytes.windows(6).any(|word| word.eq_ignore_ascii_case(b"secret"));
    for name in ["a.rec", "a.png", "a.report", "a.gif", "b.png", "a.p8.png", "a.wav"] {
        let bytes = fs::read(folder.0.join(name)).expect(name);
        assert!(!is_found(&bytes), "{name}");
        // The packed contents, as the console reads them.
        let read = match name {
            "a.rec" => format!("{:?}", timeline::Recording::from_bytes(&bytes).expect(name)),
            "a.report" => format!("{:?}", timeline::Report::from_bytes(&bytes).expect(name)),
            "a.p8.png" => format!("{:?}", format::read_cartridge(&bytes, name).expect(name)),
            _ => String::new(),
        };
        assert!(!is_found(read.as_bytes()), "{name}: {read}");
    }
    let report = timeline::Report::from_bytes(&fs::read(folder.0.join("a.report")).expect("read"));
    assert_eq!(report.expect("a report").recording.start.bundle.carts().len(), 2, "b.p8 travels with it");
}
