//! Kills the real console while it saves the run, again and again, and resumes each time.
//!
//! ```text
//! start, resume ── its first frame ── a random time: frames, records, in every third a slot ── kill -9 ── check the files
//!   ^                                                                                                             │
//!   └─────────────────────────────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! After each kill every file is complete, old or new, nothing was set aside, and at most the last second of the run
//! is missing. At the end everything, with all seams, is replayed. Thirty kills are enough to see that it works at
//! all; for a thousand, run `KILLS=1000 KILLS_IN=/tmp cargo test --workspace --test devices kills -- --nocapture` on
//! a real disk, where writes take longer and are hit more often. The expected results are our decision.

use num::{Rng, num};
use screen::Screen;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use store::{CartData, Home, RunFile};
use window_tests as screen;

/// How long a start may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// Frames per second.
const SECOND: u64 = 60;
/// Frames that the printed number may be behind: a thread of its own prints it. On a busy machine two were seen.
const BEHIND: u64 = 6;

fn tally() -> PathBuf {
    screen::built("examples/tally")
}

/// Where files are stored: in memory if available, so that other programs' disk use does not matter.
fn place() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    let place = std::env::var_os("KILLS_IN").map(PathBuf::from);
    place.unwrap_or(if memory.is_dir() { memory } else { std::env::temp_dir() })
}

/// The console with this cart, and the numbers of the frames it has run.
struct Playing {
    child: Child,
    frames: Receiver<u64>,
}

impl Playing {
    fn start(screen: &Screen, home: &Path, goes_on: bool) -> Playing {
        let mut child = Command::new(tally())
            .args(["--renderer", "soft", if goes_on { "--resume" } else { "--fresh" }])
            .arg("--home")
            .arg(home)
            .env("DISPLAY", screen.name())
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("`cargo test --workspace` builds the example");
        let (told, frames) = channel();
        let out = BufReader::new(child.stdout.take().expect("it is piped"));
        std::thread::spawn(move || {
            // The last line may be cut off.
            for line in out.lines().map_while(Result::ok) {
                _ = line.parse().map(|frame| told.send(frame));
            }
        });
        let (playing, begun) = (Playing { child, frames }, Instant::now());
        loop {
            // It pauses until it has the keyboard.
            let window = screen.xdotool(&["search", "--name", "^Rasher - "]);
            if !window.is_empty() {
                screen.xdotool(&["windowfocus", "--sync", &window]);
                return playing;
            }
            assert!(begun.elapsed() < PATIENCE, "no window");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The first frame.
    fn first(&self) -> u64 {
        self.frames.recv_timeout(PATIENCE).expect("it runs")
    }

    /// Kills it; returns the last frame it reported, and its output.
    fn kill(mut self, first: u64) -> (u64, String) {
        self.child.kill().expect("it still runs");
        self.child.wait().expect("it is ours");
        let mut said = String::new();
        let pipe = self.child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut said));
        pipe.expect("it is piped").expect("it is text");
        (self.frames.iter().last().unwrap_or(first), said)
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        // It may have been killed already.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// All files of the home, by their names.
fn names(home: &Path) -> Vec<String> {
    let mut all = Vec::new();
    let mut folders = vec![home.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("it is there").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => all.push(path.strip_prefix(home).expect("below it").display().to_string()),
            }
        }
    }
    all
}

fn record(home: &Home) -> u64 {
    let (data, errors) = CartData::read(home);
    assert!(errors.is_empty(), "{errors:?}");
    let number = |data: &[u8; 256], at: usize| u64::from(u16::from_le_bytes([data[at + 2], data[at + 3]]));
    data.all().get("tally").map_or(0, |data| number(data, 0) * 1000 + number(data, 4))
}

#[test]
fn a_console_that_is_killed_goes_on_where_it_was() {
    let kills: u32 = std::env::var("KILLS").map_or(30, |n| n.parse().expect("KILLS is a number"));
    let folder = place().join(format!("rasher-kills-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let home = Home::find(Some(&folder)).expect("a folder that is named");
    let screen = Screen::start();
    // The same moments in each run of the test.
    let mut rng = Rng::seeded(num!(7));
    let (mut kept, mut best, mut lost_most, mut beside, mut slots) = (0, 0, 0, 0, 0);
    for kill in 0..kills {
        let before = names(&folder);
        let playing = Playing::start(&screen, &folder, kill > 0);
        let first = playing.first();
        let context = format!("kill {kill}, going on at {kept}");
        assert_eq!(first, kept + 1, "{context}: it goes on where the kept run ends");
        let left = |name: &String| name.contains(".rasher-");
        assert!(
            !names(&folder).iter().any(|name| left(name) && before.contains(name)),
            "{context}: leftovers"
        );
        let had_slot = before.iter().any(|name| name == "slots/tally-1.slot");
        if kill % 3 == 2 {
            // The menu, its page of slots, the first one; if it is full, a question follows.
            let again: &[&str] = if had_slot { &["Down", "z", "Down", "z"] } else { &[] };
            screen.xdotool(&[&["key", "--delay", "50", "Return", "Down", "z", "z"], again].concat());
            std::thread::sleep(Duration::from_millis(rng.index(60).into()));
        } else {
            std::thread::sleep(Duration::from_millis(rng.index(900).into()));
        }
        let (last, said) = playing.kill(first);

        let after = names(&folder);
        let bad =
            |name: &&String| name.contains(".broken") || name.contains(".other") || name.contains("run2");
        assert_eq!(after.iter().find(bad), None, "{context}");
        assert!(!said.contains("saved separately"), "{context}: {said}");
        beside += after.iter().filter(|name| left(name)).count();
        let file = RunFile::open(&home, "tally").expect("its lock went with it");
        let frames = file.read().expect("a whole run").map_or(0, |run| run.recording.frames());
        assert!(frames >= kept && frames <= last + BEHIND, "{context}: {frames} frames are kept of {last}");
        // If the run is shorter than a second there may be none yet.
        let lost = last.saturating_sub(frames);
        assert!(lost <= SECOND, "{context}: {lost} frames are lost");
        (kept, lost_most) = (frames, lost_most.max(lost));
        let now = record(&home);
        // A frame's record, like the frame, may be on disk before its number is printed.
        assert!(
            (best..=best.max(last + BEHIND)).contains(&now),
            "{context}: record {now} after {best}, at frame {last}"
        );
        assert!(now + SECOND >= last, "{context}: record {now} at frame {last}");
        best = now;
        let slot = store::read_slot(&home, "tally", 1).expect("old or new, and whole");
        assert!(slot.is_some() || !(had_slot || said.contains("saved to slot 1")), "{context}: {said}");
        slots += u32::from(said.contains("saved to slot 1"));
    }
    println!(
        "{kills} kills: {kept} frames kept, {lost_most} lost at most; {beside} leftovers; {slots} slots were told as saved"
    );
    assert!(slots > 0, "a slot was saved at least once");
    let replay = Command::new(tally()).args(["replay", "tally", "--home"]).arg(&folder).output();
    let replay = replay.expect("it starts");
    let said = String::from_utf8_lossy(&replay.stdout);
    assert!(replay.status.success(), "{said}{}", String::from_utf8_lossy(&replay.stderr));
    assert!(said.contains(&format!("{kept} frames of tally")), "{said}");
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
}
