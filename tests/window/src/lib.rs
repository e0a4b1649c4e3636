//! A virtual display for each test, a program on it, key presses and screenshots: Xvfb, xdotool, X11.

pub mod browser;
pub mod drag;

use rasher::{Console, PIXELS, SIDE, palette};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat};
use x11rb::rust_connection::RustConnection;

/// The console's program `rasher`, or `examples/NAME`, which cargo builds for the same profile: this test is in its
/// folder `deps`.
pub fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test is a file");
    test.ancestors().nth(2).expect("in target/PROFILE/deps").join(name)
}

/// How long anything may take on a busy machine before the test fails.
pub const PATIENCE: Duration = Duration::from_secs(45);

/// Waits for a file that is written atomically; returns its bytes.
pub fn written(path: &Path) -> Vec<u8> {
    let begun = Instant::now();
    loop {
        match std::fs::read(path) {
            Ok(bytes) if !bytes.is_empty() => return bytes,
            _ => assert!(begun.elapsed() < PATIENCE, "{} is not written", path.display()),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A display that ends when the value is dropped.
pub struct Screen {
    server: Child,
    name: String,
    x11: RustConnection,
}

fn tool(name: &str) -> Command {
    Command::new(name)
}

fn missing(name: &str, e: &std::io::Error) -> String {
    format!("{name} cannot be started ({e}); `sh tests/setup.sh` installs what this test needs")
}

impl Screen {
    /// Starts a display of 1024 x 768 with a free number.
    pub fn start() -> Screen {
        let mut server = tool("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("{}", missing("Xvfb", &e)));
        let mut number = String::new();
        let out = server.stdout.take().expect("stdout is piped");
        BufReader::new(out).read_line(&mut number).expect("Xvfb tells its number");
        assert!(!number.trim().is_empty(), "Xvfb ended without a display; `sh tests/setup.sh` may help");
        let name = format!(":{}", number.trim());
        let (x11, _) = x11rb::connect(Some(&name)).expect("the display answers");
        Screen { server, name, x11 }
    }

    /// The display's name for programs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs xdotool and returns its output.
    pub fn xdotool(&self, args: &[&str]) -> String {
        let out = tool("xdotool").args(args).env("DISPLAY", &self.name).output();
        let out = out.unwrap_or_else(|e| panic!("{}", missing("xdotool", &e)));
        String::from_utf8_lossy(&out.stdout).trim().to_string()
    }

    /// Takes a picture of the whole screen: rows of 1024 colours 0xRRGGBB.
    pub fn picture(&self) -> Shot {
        let root = self.x11.setup().roots[0].root;
        let image = self.x11.get_image(ImageFormat::Z_PIXMAP, root, 0, 0, 1024, 768, !0);
        let image = image.expect("the display is there").reply().expect("its picture");
        assert_eq!(image.data.len(), 4 * 1024 * 768, "24 bits a pixel, in words of 32");
        let pixels = image.data.as_chunks::<4>().0.iter();
        Shot(pixels.map(|[b, g, r, _]| u32::from_be_bytes([0, *r, *g, *b])).collect())
    }

    /// Starts a program on this display, with its files under `home`, and waits until its window has the keyboard.
    pub fn play(&self, program: &Path, home: &Path, args: &[&str]) -> Player<'_> {
        self.play_in(program, home, args, &[])
    }

    /// The same, with arguments that may not be text.
    pub fn play_named(&self, program: &Path, home: &Path, args: &[&OsStr]) -> Player<'_> {
        self.start_in(program, home, args, &[])
    }

    /// The same, with some environment variables.
    pub fn play_in(&self, program: &Path, home: &Path, args: &[&str], env: &[(&str, &Path)]) -> Player<'_> {
        self.start_in(program, home, &args.iter().map(OsStr::new).collect::<Vec<_>>(), env)
    }

    fn start_in(&self, program: &Path, home: &Path, args: &[&OsStr], env: &[(&str, &Path)]) -> Player<'_> {
        assert!(program.exists(), "{} is not built; `cargo test --workspace` builds it", program.display());
        let child = Command::new(program)
            .args(args)
            .arg("--home")
            .arg(home)
            .env("DISPLAY", self.name())
            .env_remove("WAYLAND_DISPLAY")
            // Variables of the cargo that runs these tests must not reach the programs they start.
            .env_remove("CARGO_MANIFEST_DIR")
            .envs(env.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut player = Player { screen: self, child, window: String::new(), image: Vec::new() };
        let begun = Instant::now();
        loop {
            let window = self.xdotool(&["search", "--name", "^Rasher - "]);
            if !window.is_empty() {
                self.xdotool(&["windowfocus", "--sync", &window]);
                player.image = image(player.id());
                player.window = window;
                return player;
            }
            if begun.elapsed() > PATIENCE {
                let said = player.end_by_force();
                panic!("no window named Rasher after {PATIENCE:?}; the program said:\n{said}");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// What the system gave a program at its start: other addresses each time. A window's number may be the previous
/// one's.
fn image(id: u32) -> Vec<u8> {
    std::fs::read(format!("/proc/{id}/auxv")).unwrap_or_default()
}

/// A program in its window.
pub struct Player<'a> {
    screen: &'a Screen,
    child: Child,
    window: String,
    image: Vec<u8>,
}

impl Player<'_> {
    /// Presses and releases keys, one after the other, slowly enough for one frame each.
    pub fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.screen.xdotool(&["key", key]);
            std::thread::sleep(Duration::from_millis(120));
        }
    }

    /// Presses a key and holds it, or releases it.
    pub fn hold(&self, key: &str, down: bool) {
        self.screen.xdotool(&[if down { "keydown" } else { "keyup" }, key]);
    }

    /// Moves the pointer to a point of the window.
    pub fn point(&self, x: u32, y: u32) {
        let (x, y) = (x.to_string(), y.to_string());
        self.screen.xdotool(&["mousemove", "--window", &self.window, &x, &y]);
        std::thread::sleep(Duration::from_millis(120));
    }

    /// Clicks at a point of the window.
    pub fn click(&self, x: u32, y: u32) {
        self.point(x, y);
        self.screen.xdotool(&["click", "1"]);
    }

    /// Turns the wheel by a notch, away from the player or towards them. X11 presses and releases a button, each in its own frame here.
    pub fn turn(&self, up: bool) {
        for verb in ["mousedown", "mouseup"] {
            self.screen.xdotool(&[verb, if up { "4" } else { "5" }]);
            std::thread::sleep(Duration::from_millis(60));
        }
        std::thread::sleep(Duration::from_millis(120));
    }

    /// Drops a file or folder on the window.
    pub fn drops(&self, path: &Path) {
        let window = self.window.parse().expect("xdotool gives numbers");
        drag::drop_on(self.screen.name(), window, path, PATIENCE).unwrap_or_else(|e| panic!("{e}"));
    }

    /// An xdotool command on the window, such as `windowsize`.
    pub fn window(&self, verb: &str, args: &[&str]) {
        self.screen.xdotool(&[&[verb, &self.window], args].concat());
    }

    /// Waits until the window shows `picture`, scaled as that window size requires.
    pub fn shows(&mut self, picture: &[u8; PIXELS], (width, height): (usize, usize), what: &str) {
        let begun = Instant::now();
        loop {
            let shot = self.screen.picture();
            let Err(difference) = shot.compare(picture, width, height) else { return };
            if begun.elapsed() > PATIENCE {
                let kept = shot.keep(what);
                let alive = self.child.try_wait().expect("the child is ours").is_none();
                panic!("{what}: {difference}; alive {alive}; the screen as it was is {}", kept.display());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Waits until the window shows something that passes.
    pub fn waits_for(&mut self, what: &str, passes: impl Fn(&Shot) -> bool) -> Shot {
        let begun = Instant::now();
        loop {
            let shot = self.screen.picture();
            if passes(&shot) {
                return shot;
            }
            if begun.elapsed() > PATIENCE {
                panic!(
                    "{what}: not seen after {PATIENCE:?}; the screen as it was is {}",
                    shot.keep(what).display()
                );
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Waits until the program has restarted itself and has a window, and gives that the keyboard.
    pub fn reopens(&mut self) {
        let begun = Instant::now();
        loop {
            let image = image(self.id());
            let window = self.screen.xdotool(&["search", "--name", "^Rasher - "]);
            if image != self.image && !window.is_empty() && !window.contains('\n') {
                self.screen.xdotool(&["windowfocus", "--sync", &window]);
                (self.window, self.image) = (window, image);
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "no restart after {PATIENCE:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The program's process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the program to end by itself; returns its exit code and its output.
    pub fn ends(mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the child is ours") {
                return (status.code(), self.said());
            }
            if begun.elapsed() > PATIENCE {
                let said = self.end_by_force();
                panic!("the program does not end; it said:\n{said}");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ctrl+Q: the program must exit successfully; returns its output.
    pub fn quits(self) -> String {
        self.keys(&["ctrl+q"]);
        let (code, said) = self.ends();
        assert_eq!(code, Some(0), "{said}");
        said
    }

    /// Kills the program like a power cut: it gets no chance to write anything.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn end_by_force(mut self) -> String {
        let _ = self.child.kill();
        self.said()
    }

    fn said(&mut self) -> String {
        let mut text = String::new();
        // Output that is not text, or a broken pipe, does not matter to these tests.
        let _ = self.child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut text));
        let _ = self.child.stdout.take().map(|mut pipe| pipe.read_to_string(&mut text));
        text
    }
}

impl Drop for Player<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A screenshot.
#[derive(PartialEq, Eq)]
pub struct Shot(Vec<u32>);

impl Shot {
    /// The colour at a point.
    pub fn at(&self, x: usize, y: usize) -> u32 {
        self.0[y * 1024 + x]
    }

    /// Whether a window of `width` x `height` in the corner of the screen shows this. Rule: the largest whole scale,
    /// centred, black around it.
    pub fn compare(&self, picture: &[u8; PIXELS], width: usize, height: usize) -> Result<(), String> {
        let scale = (width.min(height) / SIDE).max(1);
        let (left, top) = ((width - scale * SIDE) / 2, (height - scale * SIDE) / 2);
        for y in 0..height {
            for x in 0..width {
                let inside =
                    |v: usize, edge: usize| v.checked_sub(edge).map(|v| v / scale).filter(|v| *v < SIDE);
                let want = match (inside(x, left), inside(y, top)) {
                    (Some(px), Some(py)) => {
                        let [r, g, b] = palette::RGB[usize::from(picture[py * SIDE + px])];
                        u32::from_be_bytes([0, r, g, b])
                    }
                    _ => 0,
                };
                let found = self.at(x, y);
                if found != want {
                    return Err(format!(
                        "at ({x}, {y}) of {width}x{height} found {found:06x}, expected {want:06x}"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Writes the picture for a person to look at.
    pub fn keep(&self, name: &str) -> PathBuf {
        let path = std::env::temp_dir()
            .join(format!("rasher-{}.ppm", name.replace(|c: char| !c.is_alphanumeric(), "-")));
        let mut bytes = b"P6\n1024 768\n255\n".to_vec();
        bytes.extend(self.0.iter().flat_map(|c| c.to_be_bytes().into_iter().skip(1)));
        let _ = std::fs::write(&path, bytes);
        path
    }
}

pub fn picture(console: &Console) -> Box<[u8; PIXELS]> {
    let mut out = Box::new([0; PIXELS]);
    console.machine().picture(&mut out);
    out
}

/// A fresh folder for one test, deleted when the value is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        // Two tests may use the same name.
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let dir = std::env::temp_dir().join(format!("rasher-{name}-{process}-{count}"));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).expect("a folder for the test");
        Folder(dir)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
