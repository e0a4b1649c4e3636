//! A sound server for each test, with a device that plays into nothing at the pace of a real one, and a recorder of
//! its output.
//!
//! ```text
//! pulseaudio                                      a separate server for each test, in its own folder
//!    program ── ALSA's "default" ──> null sink `nul` ── its monitor ──> parec ──> Recorder
//! ```
//!
//! The sink's clock is the system's timer; ALSA's own `null` device has no pace at all. PipeWire has such a sink too,
//! but on a machine with late timers it skips cycles: a sine from paplay to parec, without any program of ours, was
//! interrupted in 82 to 1,177 samples of 8 s. PulseAudio's sink makes up for the time: no interruptions.

use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long a server may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// Samples per second of a recording: the machine's own rate.
pub const RATE: usize = 22_050;

fn missing(name: &str, e: &std::io::Error) -> String {
    format!("{name} cannot be started ({e}); `sh tests/setup.sh` installs what this test needs")
}

/// A folder for sound servers, and the running server, if any.
pub struct Device {
    /// `HOME` and `XDG_RUNTIME_DIR` for all its users.
    pub folder: PathBuf,
    server: Option<Child>,
}

impl Device {
    /// Only the folder: programs find no device.
    pub fn none(name: &str) -> Device {
        for program in ["pulseaudio", "pactl", "parec"] {
            let found = Command::new(program).arg("--version").stdin(Stdio::null()).output();
            let _ = found.unwrap_or_else(|e| panic!("{}", missing(program, &e)));
        }
        let folder = std::env::temp_dir().join(format!("rasher-sound-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700)).expect("it is ours");
        std::fs::write(
            folder.join(".asoundrc"),
            "pcm.!default { type pulse }\nctl.!default { type pulse }\n",
        )
        .expect("it is ours");
        Device { folder, server: None }
    }

    /// Starts the server and adds the sink.
    pub fn start(&mut self) {
        let server = Command::new("pulseaudio")
            .args(["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"])
            .args(["-L", "module-native-protocol-unix", "-L", "module-null-sink sink_name=nul rate=48000"])
            .envs(self.environment())
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("{}", missing("pulseaudio", &e)));
        self.server = Some(server);
        let begun = Instant::now();
        loop {
            // It exists once it can be recorded.
            let sinks = self.pactl(&["list", "short", "sinks"]);
            if sinks.contains("nul\t") {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "PulseAudio makes no null sink; its sinks are:\n{sinks}");
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    /// Stops the server: the device disappears.
    pub fn stop(&mut self) {
        let Some(mut server) = self.server.take() else { return };
        let _ = server.kill();
        let _ = server.wait();
    }

    /// Variables with which a program finds only this server.
    pub fn environment(&self) -> [(&'static str, &Path); 2] {
        [("HOME", &self.folder), ("XDG_RUNTIME_DIR", &self.folder)]
    }

    /// Sends a command to the server, with a time limit of some seconds; returns its output.
    fn pactl(&self, args: &[&str]) -> String {
        let out = Command::new("timeout").args(["10", "pactl"]).args(args).envs(self.environment()).output();
        let out = out.unwrap_or_else(|e| panic!("{}", missing("pactl", &e)));
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    /// Begins to record what the sink plays.
    pub fn record(&self) -> Recorder {
        let mut child = Command::new("parec")
            .args(["-d", "nul.monitor", "--raw", "--format=s16le", "--channels=2", "--latency-msec=20"])
            .arg(format!("--rate={RATE}"))
            .envs(self.environment())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("{}", missing("parec", &e)));
        let mut out = child.stdout.take().expect("stdout is piped");
        let heard = Arc::new(Mutex::new(Vec::new()));
        let into = Arc::clone(&heard);
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = out.read(&mut buffer) {
                into.lock().expect("nobody panics with it").extend_from_slice(&buffer[..n]);
            }
        });
        let recorder = Recorder { child, heard, reader: Some(reader) };
        recorder.waits_for("the recorder to run", |samples| samples.len() > RATE / 10);
        recorder
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A running recording.
pub struct Recorder {
    child: Child,
    heard: Arc<Mutex<Vec<u8>>>,
    reader: Option<std::thread::JoinHandle<()>>,
}

impl Recorder {
    /// The left channel recorded so far, 1 = full scale. The right one must be the same.
    pub fn samples(&self) -> Vec<f32> {
        let bytes = self.heard.lock().expect("nobody panics with it");
        let one = |[a, b, c, d]: &[u8; 4]| {
            let (left, right) = (i16::from_le_bytes([*a, *b]), i16::from_le_bytes([*c, *d]));
            assert!(left.abs_diff(right) < 8, "left {left} and right {right} differ by more than rounding");
            f32::from(left) / 32_768.0
        };
        bytes.as_chunks::<4>().0.iter().map(one).collect()
    }

    /// Waits until what was recorded since now satisfies the condition.
    pub fn waits_for(&self, what: &str, passes: impl Fn(&[f32]) -> bool) {
        let (begun, from) = (Instant::now(), self.samples().len());
        loop {
            let samples = self.samples();
            if passes(&samples[from..]) {
                return;
            }
            let n = samples.len() - from;
            assert!(begun.elapsed() < PATIENCE, "{what}: not heard within {PATIENCE:?}, {n} samples came");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub fn stop(mut self) -> Vec<f32> {
        self.end();
        self.samples()
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = self.reader.take().map(|reader| reader.join());
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.end();
    }
}
