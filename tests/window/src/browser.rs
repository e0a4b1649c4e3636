//! Drives a browser: WebDriver written by hand over Debian's chromedriver.
//!
//! ```text
//! Browser::start ── chromedriver --port=0 ──> POST /session ──> goto, run, press, picture ── drop: the session and the driver end
//! ```
//!
//! The protocol is W3C's WebDriver: JSON over HTTP, one connection per command. Chromedriver ignores requests to
//! close connections, so answers are read by length.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// The longest time for a command on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);
/// Browsers at a time: each keeps a processor busy while it starts.
const MOST: usize = 3;

/// A permit to start browsers, returned when the value is dropped.
struct Turn(usize);

static FREE: Mutex<usize> = Mutex::new(MOST);
static GIVEN_BACK: Condvar = Condvar::new();

impl Turn {
    fn wait(browsers: usize) -> Turn {
        let free = FREE.lock().expect("nobody panics with it");
        let mut free = GIVEN_BACK.wait_while(free, |free| *free < browsers).expect("nobody panics with it");
        *free -= browsers;
        Turn(browsers)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *FREE.lock().expect("nobody panics with it") += self.0;
        GIVEN_BACK.notify_all();
    }
}

/// A browser with one page.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _turn: Turn,
}

impl Browser {
    /// Starts one without a window, `width` by `height`; its files are kept in `home`, so that a second one finds
    /// them.
    pub fn start(home: &Path, size: (u32, u32), arguments: &[&str]) -> Browser {
        Browser::start_in(Turn::wait(1), home, size, arguments)
    }

    /// The same, as the only browser: its times are measured.
    pub fn start_alone(home: &Path, size: (u32, u32)) -> Browser {
        Browser::start_in(Turn::wait(MOST), home, size, &[])
    }

    fn start_in(turn: Turn, home: &Path, (width, height): (u32, u32), arguments: &[&str]) -> Browser {
        let mut driver = Command::new("chromedriver");
        driver.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut driver = driver.spawn().expect("chromedriver: sh tests/setup.sh installs it");
        let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        // Later output is ignored, but must be read.
        std::thread::spawn(move || lines.for_each(drop));
        let mut browser = Browser {
            driver,
            port: port.expect("chromedriver says its port"),
            session: String::new(),
            _turn: turn,
        };
        let profile = format!("--user-data-dir={}", home.display());
        let size = format!("--window-size={width},{height}");
        let mut all = vec![
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            &profile,
            &size,
        ];
        all.extend(arguments);
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": all, "prefs": {"download.default_directory": home}},
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": 170_000, "pageLoad": 170_000},
        }}});
        let session = browser.send("POST", "/session", &wanted);
        browser.session = session["sessionId"].as_str().expect("a session").to_string();
        browser
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let text = if method == "POST" { body.to_string() } else { String::new() };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("chromedriver listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket takes a timeout");
        let length = text.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        stream
            .write_all(head.as_bytes())
            .and_then(|()| stream.write_all(text.as_bytes()))
            .expect("chromedriver hears");
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("chromedriver answers");
            if line.trim().is_empty() {
                break;
            }
            if let Some((_, number)) = line.to_ascii_lowercase().split_once("content-length:") {
                length = number.trim().parse().expect("a length");
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).expect("a whole answer");
        let answer: Value = serde_json::from_slice(&answer).expect("an answer in JSON");
        let value = answer["value"].clone();
        assert!(value.get("error").is_none(), "{method} {path}: {value:#}");
        value
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.send("POST", &format!("/session/{}{path}", self.session), body)
    }

    pub fn goto(&self, url: &str) {
        self.post("/url", &json!({"url": url}));
    }

    pub fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    /// Runs JavaScript, the body of an async function; returns its result.
    pub fn run(&self, script: &str, arguments: &[Value]) -> Value {
        let script = format!(
            "const done = arguments[arguments.length - 1]; const args = [...arguments].slice(0, -1); \
             (async () => {{ {script} }})().then((value) => done({{value}}), (error) => done({{error: String(error.stack || error)}}));"
        );
        let answer = self.post("/execute/async", &json!({"script": script, "args": arguments}));
        assert!(answer.get("error").is_none(), "{}", answer["error"]);
        answer["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn wait(&self, what: &str) {
        let until = Instant::now() + PATIENCE;
        while self.run(&format!("return !!({what});"), &[]) != json!(true) {
            assert!(Instant::now() < until, "{what} never came: {}", self.run(STATE, &[]));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses keys: each is `(key, milliseconds)`, held for that long; WebDriver's own codes for keys without a
    /// letter.
    pub fn press(&self, keys: &[(char, u64)]) {
        let mut actions = Vec::new();
        for (key, millis) in keys {
            actions.push(json!({"type": "keyDown", "value": key.to_string()}));
            actions.push(json!({"type": "pause", "duration": millis}));
            actions.push(json!({"type": "keyUp", "value": key.to_string()}));
            actions.push(json!({"type": "pause", "duration": 50}));
        }
        self.post("/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}));
    }

    /// Presses a key while others are held: the last one.
    pub fn chord(&self, keys: &[char]) {
        let key = |kind: &str, key: &char| json!({"type": kind, "value": key.to_string()});
        let down = keys.iter().map(|it| key("keyDown", it));
        let up = keys.iter().rev().map(|it| key("keyUp", it));
        let pause = json!({"type": "pause", "duration": 60});
        let actions: Vec<Value> = down.chain([pause]).chain(up).collect();
        self.post("/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}));
    }

    /// The name of the tab that has the keyboard.
    pub fn tab(&self) -> String {
        let path = format!("/session/{}/window", self.session);
        self.send("GET", &path, &Value::Null).as_str().expect("a name").to_string()
    }

    /// Opens another tab, which gets the keyboard; returns its name.
    pub fn open_tab(&self) -> String {
        let tab = self.post("/window/new", &json!({"type": "tab"}));
        let tab = tab["handle"].as_str().expect("a name").to_string();
        self.switch_to(&tab);
        tab
    }

    pub fn switch_to(&self, tab: &str) {
        self.post("/window", &json!({"handle": tab}));
    }

    /// Clicks at a place of the window.
    pub fn click(&self, x: u32, y: u32) {
        let actions = json!([
            {"type": "pointerMove", "duration": 0, "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 60},
            {"type": "pointerUp", "button": 0},
        ]);
        self.post("/actions", &json!({"actions": [{"type": "pointer", "id": "mouse", "actions": actions}]}));
    }

    /// Later scripts run in the page's first frame, or again in the page.
    pub fn enter_frame(&self, enter: bool) {
        self.post("/frame", &json!({"id": enter.then_some(0)}));
    }

    /// A command of the browser's developer tools.
    pub fn tools(&self, command: &str, parameters: &Value) {
        self.post("/goog/cdp/execute", &json!({"cmd": command, "params": parameters}));
    }

    /// Runs a script in each page opened from now on, before the page's own.
    pub fn before(&self, script: &str) {
        self.tools("Page.addScriptToEvaluateOnNewDocument", &json!({"source": script}));
    }

    /// The lines of the browser's log since the last call, including what a policy blocked, also in workers.
    pub fn log(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({"type": "browser"}));
        let lines = log.as_array().expect("a list").iter();
        lines.map(|line| line["message"].as_str().unwrap_or_default().to_string()).collect()
    }

    /// The visible page, as a PNG in base64.
    pub fn picture(&self) -> String {
        let path = format!("/session/{}/screenshot", self.session);
        self.send("GET", &path, &Value::Null).as_str().expect("a picture").to_string()
    }
}

/// What a page is asked if an expected state does not come.
const STATE: &str = "return {bar: document.getElementById('message')?.textContent, drawn: globalThis.rasher?.page.screen.drawn, \
    frames: globalThis.rasher?.page.log.frames, cart: globalThis.rasher?.page.cart, wrong: globalThis.wrong};";

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends with its session, and the driver after it; a driver that has ended gets no
        // request.
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let head = format!(
                "DELETE /session/{} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n",
                self.session
            );
            _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            _ = stream.write_all(head.as_bytes());
            _ = stream.read(&mut [0; 64]);
        }
        _ = self.driver.kill();
        _ = self.driver.wait();
    }
}
